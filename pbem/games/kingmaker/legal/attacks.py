"""6 What the active player can attack."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from pbem.engine.decision import Seat
from pbem.games.kingmaker.combat.fight import unspent
from pbem.games.kingmaker.components.ids import Area, Phase, Place, inside
from pbem.games.kingmaker.components.nobles import allied, at, fighting_men, in_field, nobles_of
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.control import defence, is_empty_town, is_friendly
from pbem.games.kingmaker.housekeeping import besiegers


class Target(NamedTuple):
    """6.2.2 An enemy stack in an open field: its players, its men, and the active player's men there."""

    area: Area
    players: list[Seat]
    men: int
    mine: int


def _fields(s: State) -> list[Area]:
    """6.1 The open fields where the active player has Nobles who can attack, in the order of the board."""
    areas = {s.board.area(s.nobles[noble].at) for noble in nobles_of(s, s.active)}
    return [area for area in s.board.region if area in areas and unspent(s, area) and not _at_peace(s, area)]


def attack_strength(s: State, area: Area) -> int:
    """6.2.3 The men of the active player's Nobles who can still attack in an open field."""
    return sum(fighting_men(s, noble, attacks=True) for noble in unspent(s, area))


def _at_peace(s: State, area: Area) -> bool:
    return s.phase is not Phase.COMBAT or (s.peace is not None and s.peace.area == area)


def sieges(s: State) -> dict[Place, tuple[int, int]]:
    """6.3 The places that the active player has enough men to besiege by land, with the men on both sides."""
    men_by_place: dict[Place, tuple[int, int]] = {}
    for place in besiegeable(s):
        men = attack_strength(s, s.board.places[place].area)
        held = defence(s, place) + sum(fighting_men(s, n, attacks=False) for n in at(s, inside(place)))
        if men >= held:
            men_by_place[place] = men, held
    return men_by_place


def besiegeable(s: State) -> list[Place]:
    """6.3 The places that the active player may besiege by land; their men are not checked."""
    return [place for area in _fields(s) for place in s.board.fortified(area) if can_be_besieged(s, place)]


def can_be_besieged(s: State, place: Place, seats: Collection[Seat] = ()) -> bool:
    """6.3, 6.5 Whether a place may be besieged: not an own, empty or already attacked one, nor another's siege; in the first
    round only one without Nobles (R13).

    `seats` are the Factions of a Force that besieges.
    """
    within = at(s, inside(place))
    touched = any(each in s.stamps.targets for each in (place, *within))
    barred = is_empty_town(s, place) or is_friendly(s, s.active, place) or touched or (s.round == 1 and within)
    return not barred and s.besieged.get(place, s.active) in (s.active, *seats)


def sallied(s: State, *areas: Area) -> list[Place]:
    """6.5 The besieged places (in some Areas, or anywhere) whose besiegers can be attacked from inside: not under the King's
    Peace, not attacked already, not in the first round.
    """
    if s.round == 1:
        return []
    where = {place: s.board.places[place].area for place in s.besieged}
    fit = (place for place, area in where.items() if (not areas or area in areas) and not _at_peace(s, area))
    return [place for place in fit if (stack := besiegers(s, place)) and not any(n in s.stamps.targets for n in stack)]


def battles(s: State) -> list[Target]:
    """6.2 The stacks in open fields that the active player can attack."""
    if s.round == 1:
        return []
    return [target for area in _fields(s) for target in _targets(s, area)]


def _targets(s: State, area: Area) -> list[Target]:
    targets = []
    enemies = [seat for seat in s.seats if seat not in allied(s, s.active) and in_field(s, area, seat)]
    for members in dict.fromkeys(tuple(sorted(allied(s, seat))) for seat in enemies):
        stack = in_field(s, area, *members)
        if not any(noble in s.stamps.targets for noble in stack):
            men = sum(fighting_men(s, noble, attacks=False) for noble in stack)
            players = sorted({s.nobles[noble].owner for noble in stack})
            targets.append(Target(area, players, men, attack_strength(s, area)))
    return targets
