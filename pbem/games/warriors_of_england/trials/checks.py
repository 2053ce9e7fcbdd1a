"""Invariants: what must hold after every answer. Each finding is a sentence."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.games.warriors_of_england.components.board import LONDON, ROYAL, Side
from pbem.games.warriors_of_england.components.nobles import at, is_mixed, room, stars, useful_stars
from pbem.games.warriors_of_england.components.state import ASIDE, CUP, DRAWN, OFF, OUT, TOWER, Phase, State, covert

BOXES = {TOWER, CUP, OUT, DRAWN, ASIDE, OFF, *map(covert, Side)}
MIXED = (Phase.BATTLES, Phase.PLACING, Phase.SCORE, Phase.HENRY, Phase.END, Phase.INITIATIVE, Phase.CAMPAIGNS, Phase.SETUP)


def checks(s: State) -> list[str]:
    """Everything that is wrong with the position; an empty list is right."""
    return [*noble_findings(s), *control_findings(s), *battle_findings(s)]


def noble_findings(s: State) -> Iterator[str]:
    """2.2 Each Noble in one place, with Troops that he can lead; on the map controlled by somebody, never in enemy areas."""
    for noble, each in s.nobles.items():
        if each.at not in s.board.areas and each.at not in BOXES:
            yield f"{noble} is at {each.at}"
        if each.troops < 0 or room(s, noble) < 0:
            yield f"{noble} has {each.troops} Troops"
        if each.at in s.board.areas and each.by is None:
            yield f"{noble} is nobody's"
        if each.at not in s.board.areas and each.troops:
            yield f"{noble} has Troops off the map"
        if each.at in s.board.foreign and s.board.foreign[each.at].faction is not each.by:
            yield f"{noble} is in the enemy's Foreign Area"


def control_findings(s: State) -> Iterator[str]:
    """8.0 London only with a 3-star Noble; after the battles nobody stands with the enemy."""
    holder = s.control.get(LONDON)
    if s.battle is None and holder is not None and not any(useful_stars(s, n) >= ROYAL for n in at(s, LONDON, holder)):
        yield f"{holder} controls London without a 3-star Noble"
    if s.phase not in MIXED:
        yield from (f"both sides stand in {area}" for area in s.board.regions if is_mixed(s, area))


def battle_findings(s: State) -> Iterator[str]:
    """7.1 Commanders are of the highest rank on their side, unless those above them have just come or gone."""
    if s.battle is None or s.battle.to:
        return
    for side, noble in s.battle.commander.items():
        there = at(s, s.battle.at, side)
        if s.battle.round == 0 and noble in there and stars(s, noble) == 0:
            yield f"{noble} commands without a rank"
