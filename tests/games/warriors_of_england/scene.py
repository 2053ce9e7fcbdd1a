"""Positions made by hand, and rules played with answers and dice in their order."""

from __future__ import annotations

from collections.abc import Coroutine
from copy import deepcopy
from functools import cache
from typing import Any

from pbem.engine.decision import DICE, Decision, Die, Json, Pick, Shuffle
from pbem.games.warriors_of_england.components.board import Area, NobleId, Side
from pbem.games.warriors_of_england.components.nobles import to_area
from pbem.games.warriors_of_england.components.state import CUP, OUT, Noble, Phase, Shown, State
from pbem.games.warriors_of_england.game import RULES
from pbem.moderator.core.setups import load_setup
from pbem.resources import scenarios_dir

LANCASTER, YORK = Side


@cache
def _first() -> State:
    return RULES.new_state(load_setup(RULES, "campaign", scenarios_dir()))


def set_up() -> State:
    """The position before anybody has chosen."""
    return deepcopy(_first())


def position(phase: Phase = Phase.CAMPAIGNS, initiative: Side = YORK, value: int = 3) -> State:
    """An empty map: all Nobles are out of the game."""
    s = set_up()
    s.nobles = {noble: Noble(OUT) for noble in s.nobles}
    s.phase, s.initiative, s.value = phase, initiative, value
    s.impulses = {initiative: value, initiative.enemy: value - 1}
    return s


def put(s: State, side: Side, area: str, **troops: int) -> None:
    """Nobles of a side in an area, each with so many Troops."""
    for noble, number in troops.items():
        s.nobles[NobleId(noble)].shown = Shown.FACE
        to_area(s, NobleId(noble), Area(area), side, number)


def in_cup(s: State, *nobles: str) -> None:
    """Nobles in the cup."""
    for noble in nobles:
        s.nobles[NobleId(noble)] = Noble(CUP)


def where(s: State, noble: str) -> tuple[str, str]:
    """Where a Noble is, and which side of his counter is up."""
    piece = s.nobles[NobleId(noble)]
    return piece.at, piece.shown


def troops(s: State, *nobles: str) -> list[int]:
    """How many Troops these have."""
    return [s.nobles[NobleId(noble)].troops for noble in nobles]


def run(flow: Coroutine[Any, Any, Any], *answers: Json, dice: tuple[int, ...] = (), drawn: tuple[str, ...] = ()) -> Any:
    """Play a rule: choices get the `answers` in their order (forced ones none), rolls the `dice`. All must be used."""
    left, rolls = list(answers), list(dice)
    reply: tuple[Json, ...] | None = None
    while True:
        try:
            (asked,) = flow.send(reply)
        except StopIteration as end:
            assert (left, rolls) == ([], [])
            return end.value
        reply = (_answer(asked, left, rolls, drawn),)


def _answer(asked: Decision, left: list[Json], rolls: list[int], drawn: tuple[str, ...]) -> Json:
    if asked.seat == DICE:
        assert isinstance(asked.shape, Die | Shuffle)
        return rolls.pop(0) if isinstance(asked.shape, Die) else [*drawn, *_rest(asked.shape.items, drawn)]
    forced = asked.shape.forced()
    if forced is not None or asked.automatic:
        return forced[0] if forced is not None else asked.default() if asked.default else None
    assert left, f"{asked.key} of {asked.seat} is asked: {options(asked)}"
    answer = left.pop(0)
    assert asked.shape.refusal(answer) is None, f"{asked.key}: {asked.shape.refusal(answer)}"
    return answer


def _rest(items: tuple[str, ...], drawn: tuple[str, ...]) -> list[str]:
    return [item for item in items if item not in drawn]


def options(asked: Decision) -> list[str]:
    """The options of a Pick."""
    return list(asked.shape.options()) if isinstance(asked.shape, Pick) else []
