"""What a line names, who owns it and where it is: helpers for explaining why a line is not possible."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.decision import Decision, Seat
from pbem.engine.game.orders import those_in_the_subject
from pbem.games.kingmaker.asking.unasked import ENTRUST, TRANSFER
from pbem.games.kingmaker.components.ids import (
    Area,
    Card,
    NobleId,
    Phase,
    Place,
    RoyalId,
    ShipId,
    Spot,
    Water,
    harbour,
    place_in,
)
from pbem.games.kingmaker.components.names import name_of, names
from pbem.games.kingmaker.components.nobles import nobles_of
from pbem.games.kingmaker.components.state import State
from pbem.i18n import Text

Ids = Sequence[str]


def name(s: State, option: str) -> str:
    return names(s, option)[0]


def nobles_in(s: State, ids: Ids) -> list[NobleId]:
    """The Nobles among what a line names."""
    return [NobleId(each) for each in ids if each in s.board.cards.nobles]


def own_in(s: State, seat: Seat, ids: Ids) -> list[NobleId]:
    """The player's own Nobles in a line; all that it can mean if none is theirs."""
    nobles = nobles_in(s, ids)
    own_nobles = [noble for noble in nobles if noble in s.nobles and s.nobles[noble].owner == seat]
    return own_nobles or nobles


def acting(s: State, decision: Decision) -> tuple[str, ...]:
    """12.2, 10.4 The Noble who gives a card or a Royal; else the Nobles in the question's subject."""
    if decision.key in (TRANSFER, ENTRUST):
        return tuple(nobles_of(s, decision.seat))
    return those_in_the_subject(s, decision)


def cards_in(s: State, ids: Ids) -> list[Card]:
    """The cards among what a line names."""
    return [Card(each) for each in ids if each in s.board.cards.all]


def places_in(s: State, ids: Ids) -> list[Place]:
    """The places that a line names: themselves, their inside or their port."""
    options = [place_in(Spot(each)) or harbour(Water(each)) or each for each in ids]
    return [Place(each) for each in options if each in s.board.places]


def areas_in(s: State, ids: Ids) -> list[Area]:
    """The Areas that a line names: themselves, their open field or one of their places."""
    areas = [s.board.area(each) or each for each in ids]  # type: ignore[arg-type]
    direct = [Area(each) for each in areas if each in s.board.region]
    return list(dict.fromkeys([*direct, *(s.board.places[place].area for place in places_in(s, ids))]))


def royals_in(s: State, ids: Ids) -> list[RoyalId]:
    """The Royals among what a line names."""
    return [RoyalId(each) for each in ids if each in s.royals]


def ships_in(s: State, ids: Ids) -> list[ShipId]:
    """The ships that a line names, by the piece or its card."""
    ships = s.board.cards.ships
    return [ship for ship, facts in ships.items() if ship in ids or facts.card in ids]


def where(s: State, noble: NobleId) -> str:
    """Where a Noble in play stands."""
    return Text("{noble} is in {spot}", noble=name(s, noble), spot=name_of(s, s.nobles[noble].at))


def why_not_mine(s: State, seat: Seat, noble: NobleId) -> str | None:
    """1.3 Why a Noble cannot be ordered: not in play, or of another Faction."""
    if noble in s.captives:
        return Text("{noble} is a captive of {player}", noble=name(s, noble), player=name(s, s.captives[noble].captor))
    if noble not in s.nobles:
        return Text("{noble} is not in play", noble=name(s, noble))
    owner = s.nobles[noble].owner
    return None if owner == seat else Text("{noble} is {player}'s", noble=name(s, noble), player=name(s, owner))


def why_anothers(s: State, seat: Seat, noble: NobleId) -> str | None:
    """1.3 Why a Noble cannot be ordered: he is of another Faction, in play or a captive. None for a Noble of no Faction, who
    may still join the player's.
    """
    unit = s.nobles.get(noble) or s.captives.get(noble)
    if unit is None or unit.owner == seat:
        return None
    return Text("{noble} is {player}'s", noble=name(s, noble), player=name(s, unit.owner))


def why_too_late(s: State, phase: Phase) -> str | None:
    """3 Why an order comes too late: its phase is over."""
    order = list(Phase)
    over = {
        Phase.MOVEMENT: Text("your Movement phase is over"),
        Phase.COMBAT: Text("your Combat phase is over"),
        Phase.PARLIAMENT: Text("your Parliament phase is over"),
        Phase.CORONATION: Text("your Coronation phase is over"),
    }
    return over[phase] if order.index(s.phase) > order.index(phase) else None
