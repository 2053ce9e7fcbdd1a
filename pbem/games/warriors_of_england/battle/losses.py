"""7.5 Hits, and the Flight Table."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.decision import Decision, Pick, PickSome, Split
from pbem.engine.dice import roll
from pbem.engine.event import tell
from pbem.games.warriors_of_england.components.board import NOWHERE, Area, NobleId, Side
from pbem.games.warriors_of_england.components.names import names
from pbem.games.warriors_of_england.components.nobles import (
    at,
    check_london,
    dies,
    side_up,
    stars,
    to_area,
    to_box,
    to_tower,
)
from pbem.games.warriors_of_england.components.state import State, battle_of
from pbem.i18n import Text

RULE = "7.5"
TROOPS, NOBLES, EXILE, FLIGHT = (f"{RULE} {name}" for name in ("troops", "nobles", "exile", "flight"))
KILLED, BOX, EXILED, TOWERED = "killed", "box", "exile", "tower"
FLIGHTS = {1: KILLED, 2: KILLED, 3: BOX, 4: KILLED, 5: BOX, 6: EXILED}
TOWER_FROM = 4
"""7.5 If the opponent controls London, a Noble goes to the Tower from this die up."""


async def losses(s: State) -> None:
    """7.5.1 Both sides take their hits, the Aggressor last."""
    for side in (battle_of(s).aggressor.enemy, battle_of(s).aggressor):
        await take_hits(s, side, at(s, battle_of(s).at, side))
    check_london(s)


async def take_hits(s: State, side: Side, nobles: Sequence[NobleId]) -> None:
    """7.5.2 Hits are taken by Troops first; 7.5.3 the rest by Nobles, the commander last. Any beyond that are lost."""
    battle = battle_of(s)
    hits = battle.hits[side]
    troops = sum(s.nobles[noble].troops for noble in nobles)
    if hits:
        await lose_troops(s, side, nobles, min(hits, troops))
    if hits > troops:
        await lose_nobles(s, side, nobles, hits - troops)
    battle.hits[side] = 0


async def lose_troops(s: State, side: Side, nobles: Sequence[NobleId], number: int) -> None:
    """7.5.2 A side loses Troops; the owner chooses from which Nobles."""
    if not number:
        return
    battle = battle_of(s)
    shape = Split(lambda: {noble: s.nobles[noble].troops for noble in nobles if s.nobles[noble].troops}, number)
    question = Text(
        "Which Nobles lose the {number} Troop{s} in {areas}?",
        number=number,
        s="s" if number > 1 else "",
        areas=s.board.areas[battle.at].name,
    )
    lost = await Decision(side, TROOPS, _subject(s), question, shape, lambda: usual_troops(s, nobles, number))
    for noble, troops in lost.items():
        s.nobles[noble].troops -= troops
    tell(s, "7.5.2", "troops_lost", side=side, at=battle.at, lost=dict(lost))


def usual_troops(s: State, nobles: Sequence[NobleId], number: int) -> dict[NobleId, int]:
    """D7 The default: one at a time from the Noble with most Troops left; among equals, from the lowest rank."""
    left = {noble: s.nobles[noble].troops for noble in nobles}
    for _ in range(number):
        left[max(left, key=lambda noble: (left[noble], -stars(s, noble)))] -= 1
    return {noble: lost for noble in nobles if (lost := s.nobles[noble].troops - left[noble])}


async def lose_nobles(s: State, side: Side, nobles: Sequence[NobleId], number: int) -> None:
    """7.5.3 That many Nobles roll on the Flight Table; the commander last of all."""
    battle = battle_of(s)
    commander = battle.commander[side]
    others = [noble for noble in nobles if noble != commander]
    most = min(number, len(others))
    shape = PickSome(lambda: others, most, most)
    question = Text("Which Nobles take the hits in {areas}?", areas=s.board.areas[battle.at].name)
    hit = await Decision(side, NOBLES, _subject(s), question, shape, lambda: usual_nobles(s, others)[:most])
    for noble in [*hit, *([commander] if number > len(others) else [])]:
        await flight(s, side, noble)


def usual_nobles(s: State, nobles: Sequence[NobleId]) -> list[NobleId]:
    """D8 The default order: the lowest rank first, then the lowest ratings."""
    return sorted(nobles, key=lambda noble: (stars(s, noble), side_up(s, noble).battle + side_up(s, noble).leadership))


async def flight(s: State, side: Side, noble: NobleId) -> None:
    """7.5.4 A Noble rolls on the Flight Table; his Troops are lost. Ruling: J7 control of London is read once, before the
    losses.
    """
    battle = battle_of(s)
    die = await roll(FLIGHT, noble)
    outcome = TOWERED if die >= TOWER_FROM and battle.london is side.enemy else FLIGHTS[die]
    where = await exile(s, side, noble) if outcome == EXILED else NOWHERE
    match outcome:
        case "killed":
            dies(s, noble, side)
        case "tower":
            to_tower(s, noble)
        case "box":
            to_box(s, noble, side)
        case _:
            to_area(s, noble, where, side, 0)
    tell(s, "7.5.4", "flight", side=side, noble=noble, die=die, outcome=outcome, to=s.nobles[noble].at)


async def exile(s: State, side: Side, noble: NobleId) -> Area:
    """7.5 Flight Table: the Foreign Area that a Noble goes to, his controller's choice of friendly ones (Ruling: J21)."""
    areas = s.board.abroad(side)
    question = Text("{noble} goes into exile: to which Foreign Area?", noble=names(s, noble)[0])
    return Area(await Decision(side, EXILE, noble, question, Pick(lambda: areas), lambda: usual_exile(s, side)))


def usual_exile(s: State, side: Side) -> Area:
    """D9 The default: a friendly area next to the battle, else the last one."""
    areas = s.board.abroad(side)
    return next((area for area in areas if area in s.board.borders[battle_of(s).at]), areas[-1])


def _subject(s: State) -> str:
    battle = battle_of(s)
    return f"{battle.at} {'pursuit' if battle.to else 'round'} {battle.round}"
