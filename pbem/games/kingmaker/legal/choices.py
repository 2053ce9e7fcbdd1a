"""5, 6.5, 7.3, 10.4, 12.2 Further choices: sailing, boarding, sallying, attending, cards and Royals that change hands.

Other lists are next to their rules: `regional_spots` and `road_areas` (movement), `awards` and `entries` (hands), `summons`
and `must_award` (Parliament), `crowns` (coronation), `nearest_ports` (storms), `sieges` and `battles` (attacks).
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from pbem.engine.decision import Seat
from pbem.games.kingmaker.components.ids import Card, NobleId, RoyalId, ShipId, Water, harbour, inside
from pbem.games.kingmaker.components.nobles import (
    allied,
    area_of,
    at,
    can_hold,
    cannot_answer,
    fight_for_royals,
    holder_of,
    is_besieged,
    men_here,
    nobles_of,
    plain_men,
    spot_of,
)
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.control import defence
from pbem.games.kingmaker.hands.award import can_receive
from pbem.games.kingmaker.movement.sail import POINTS, may_use


class End(StrEnum):
    """5.4-5.6 How a ship's move can end: at sea, in port empty, by landing, or with an assault."""

    SEA = "sea"
    PORT = "port"
    LAND = "land"
    ASSAULT = "assault"


def boarders(s: State, seat: Seat, ship: ShipId) -> list[NobleId]:
    """5.5 The Nobles of a Faction who could board a ship where it lies; capacity and earlier moves are not checked."""
    port = harbour(s.ships[ship].at)
    if port is None or not may_use(s, seat, port):
        return []
    here = (noble for noble in nobles_of(s, seat) if area_of(s, noble) == s.board.places[port].area)
    return [noble for noble in here if not is_besieged(s, s.nobles[noble].at)]


def sail_ends(s: State, seat: Seat, ship: ShipId, carried: Sequence[NobleId] = ()) -> dict[Water, End]:
    """5.4-5.6 The waters where a ship can end its move with these Nobles aboard (or empty), and how it ends there."""
    ends = ((water, _end(s, seat, water, carried)) for water in s.board.distances(s.ships[ship].at, POINTS))
    return {water: end for water, end in ends if end is not None}


def _end(s: State, seat: Seat, water: Water, carried: Sequence[NobleId]) -> End | None:
    port = harbour(water)
    if port is None:
        return End.SEA
    if not carried:
        return End.PORT
    if may_use(s, seat, port):
        return End.LAND
    held = defence(s, port) + sum(men_here(s, noble) for noble in at(s, inside(port)))
    strong = sum(plain_men(s, noble) for noble in carried) >= held
    return End.ASSAULT if strong and port not in s.besieged else None


def sallies(s: State, seat: Seat) -> list[NobleId]:
    """6.5 The besieged Nobles of a Faction who have not attacked."""
    spent = (*s.stamps.attacked, *s.stamps.earlier_attacked)
    return [noble for noble in nobles_of(s, seat) if is_besieged(s, s.nobles[noble].at) and noble not in spent]


def may_attend(s: State, seat: Seat) -> list[NobleId]:
    """7.3 The Nobles of a Faction who can come to a Parliament."""
    return [noble for noble in nobles_of(s, seat) if not cannot_answer(s, s.nobles[noble].at)]


def takers_of(s: State, card: Card) -> list[NobleId]:
    """12.2 The Nobles to whom an awarded card can pass; those of other Factions only if they agree."""
    giver = holder_of(s, card)
    if giver is None or giver == NobleId(card) or not s.facts(card).sort.is_transferable or not can_receive(s, giver):
        return []
    return [noble for noble in at(s, s.nobles[giver].at) if noble != giver and can_hold(s, noble, card)]


def new_keepers(s: State, royal: RoyalId) -> list[NobleId]:
    """10.4 The Nobles to whom a Royal can be reallocated; those of other Factions only if they agree."""
    keeper = s.royals[royal].noble
    if keeper is None or area_of(s, keeper) is None:
        return []
    fight = fight_for_royals(s)
    here = spot_of(s, keeper, fight)
    return [noble for noble in s.nobles if noble != keeper and spot_of(s, noble, fight) == here]


def hand_over_to(s: State, seat: Seat, royal: RoyalId) -> list[NobleId]:
    """10.6 The Nobles to whom a Royal can be handed over while its player holds both houses: in the Area, and not allied."""
    keeper = s.royals[royal].noble
    area = None if keeper is None else area_of(s, keeper)
    if keeper is None or area is None:
        return []
    here = s.nobles[keeper].at
    others = (noble for noble, unit in s.nobles.items() if unit.owner not in allied(s, seat) and area_of(s, noble) == area)
    walls = [noble for noble in others if s.nobles[noble].at == here or not is_besieged(s, s.nobles[noble].at)]
    return [noble for noble in walls if s.nobles[noble].at == here or not is_besieged(s, here)]
