"""Small verbs that build a position, and a strict way to play a piece of the rules from it."""

from __future__ import annotations

from collections.abc import Coroutine, Sequence
from functools import cache
from typing import Any, TypeAlias, TypeVar

from pbem.engine.decision import DICE, Decision, Json
from pbem.engine.dice import Fate
from pbem.engine.event import Event
from pbem.engine.game.setup import Setup
from pbem.engine.table import Table
from pbem.games.plantagenet.components.board import Unit, Vassal
from pbem.games.plantagenet.components.box import Box, Card, Lord, Side
from pbem.games.plantagenet.components.options import EventOf
from pbem.games.plantagenet.components.setup import new_state
from pbem.games.plantagenet.components.state import Battle, Mat, State
from pbem.games.plantagenet.game import RULES
from pbem.moderator.core.setups import load_setup
from pbem.resources import scenarios_dir

YORK, LANCASTER = Side.YORK, Side.LANCASTER
RICHARD, NORTHUMBERLAND, NORFOLK = map(Lord, ("richard_iii", "northumberland_y2", "norfolk"))
HENRY, JASPER, OXFORD = map(Lord, ("henry_tudor", "jasper_tudor_2", "oxford"))
RETINUE, MEN_AT_ARMS, LONGBOWMEN, MILITIA = map(Unit, ("retinue", "men_at_arms", "longbowmen", "militia"))

Row: TypeAlias = Sequence[Lord | None]
Line: TypeAlias = tuple[Side, str, Json]
T = TypeVar("T")


@cache
def bosworth_setup() -> Setup:
    """The scenario's files."""
    return load_setup(RULES, "bosworth", scenarios_dir())


@cache
def box() -> Box:
    """The printed facts."""
    return army().box


# Positions


def army(*lords: Lord) -> State:
    """These Lords on full mats, without an Array; the decks are those of Bosworth."""
    s = new_state(bosworth_setup())
    s.mats = {lord: Mat(dict(box().lords[lord].forces)) for lord in lords}
    return s


def field(
    york: Row, lancaster: Row, reserve: Sequence[Lord] = (), attacker: Side = LANCASTER, favour: Side | None = None
) -> State:
    """A Battle about to begin: each Front from left to right, and who stands in Reserve."""
    front = {YORK: list(york), LANCASTER: list(lancaster)}
    s = army(*[lord for side in Side for lord in front[side] if lord is not None], *reserve)
    behind = {side: [lord for lord in reserve if box().lords[lord].side is side] for side in Side}
    s.battle = Battle(attacker, favour, front, behind)
    return s


def duel(york: Lord = NORFOLK, lancaster: Lord = OXFORD, attacker: Side = LANCASTER, favour: Side | None = None) -> State:
    """Two Lords centre against centre, already Engaged."""
    s = field((None, york, None), (None, lancaster, None), attacker=attacker, favour=favour)
    fight(s).engagements = [[york, lancaster]]
    return s


def fight(s: State) -> Battle:
    """The Battle."""
    assert s.battle is not None
    return s.battle


def arm(s: State, lord: Lord, *vassals: str, **units: int) -> None:
    """Put exactly these Forces on the mat."""
    s.mats[lord].forces = {Unit(unit): number for unit, number in units.items()}
    s.mats[lord].vassals = [Vassal(v) for v in vassals]


def give(s: State, lord: Lord, *cards: str) -> None:
    """Tuck Capabilities under the mat."""
    s.mats[lord].capabilities += [Card(c) for c in cards]


def steady(s: State, valour: int = 0) -> None:
    """Every Lord with so many Valour markers."""
    for mat in s.mats.values():
        mat.valour = valour


# Playing


def by_event(answer: Json) -> Json:
    """A Held Event may be named by its card's id alone."""
    if isinstance(answer, list):
        return [by_event(each) for each in answer]
    return EventOf(answer) if answer in box().cards else answer


DEATHS = "deaths"


class Script:
    """Answers and dice in their order. A question without a line fails, and so does a line without a question."""

    def __init__(self, lines: Sequence[Line], dice: Sequence[int]) -> None:
        self.lines = list(lines)
        self.dice = list(dice)
        self.asked: list[Decision] = []

    def answer(self, decision: Decision) -> Json:
        """The answer to a question, or the next die. What has one legal answer is answered like that, and what nobody is
        asked, or the order of Death rolls, by default, unless the next line is for it.
        """
        if decision.seat == DICE:
            assert self.dice, f"no die left for {decision.key} {decision.subject}"
            return self.dice.pop(0)
        if (only := decision.shape.forced()) is not None:
            return only[0]
        word = decision.key.split(" ", 1)[1]
        if (decision.automatic or word == DEATHS) and (not self.lines or self.lines[0][:2] != (decision.seat, word)):
            assert decision.default is not None
            return decision.default()
        self.asked.append(decision)
        assert self.lines, f"no line left for {decision.seat} {word}: {decision.subject}"
        seat, expected, answer = self.lines.pop(0)
        assert (decision.seat, word) == (seat, expected)
        answer = by_event(answer) if word in ("play", "discard") else answer
        assert decision.shape.refusal(answer) is None, decision.shape.refusal(answer)
        return answer


def run(flow: Coroutine[Any, Any, T], *lines: Line, dice: Sequence[int] = ()) -> T:
    """Play a piece of the rules to its end and give its result."""
    script = Script(lines, dice)
    reply: tuple[Json, ...] | None = None
    while True:
        try:
            asked = flow.send(reply)
        except StopIteration as end:
            assert (script.lines, script.dice) == ([], [])
            return end.value  # type: ignore[no-any-return]
        reply = tuple(script.answer(decision) for decision in asked)


def hit(side: Side, lord: Lord, unit: str) -> Line:
    """A unit absorbs a Hit."""
    return side, "hit", f"{lord} {unit}"


def hits(side: Side, lord: Lord, unit: str, number: int) -> list[Line]:
    """A kind of unit absorbs several Hits."""
    return [hit(side, lord, unit)] * number


def reroll(side: Side, yes: bool = True) -> Line:
    """A Valour marker is spent, or not."""
    return side, "reroll", yes


def stand(side: Side) -> Line:
    """Nobody Flees."""
    return side, "flee", []


def told(s: State, name: str) -> list[Event]:
    """The Events of a name."""
    return [event for event in s.events if event.name == name]


def forces(s: State, lord: Lord) -> dict[str, int]:
    """The Unrouted units."""
    return {unit: number for unit, number in s.mats[lord].forces.items() if number}


# Whole games


def open_bosworth(key: bytes = bytes(32)) -> Table[State]:
    """The scenario at its first question."""
    return Table.open_new(RULES, bosworth_setup(), Fate(key))
