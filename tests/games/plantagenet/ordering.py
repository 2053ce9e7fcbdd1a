"""Tables at which York gives standing orders before it is asked."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any

from pbem.engine.decision import Decision, Json, YesNo
from pbem.engine.dice import Fate
from pbem.engine.log.entry import EntryKind
from pbem.engine.table import Table
from pbem.games.plantagenet.components.box import Lord
from pbem.games.plantagenet.components.state import State
from pbem.games.plantagenet.game import RULES
from pbem.orders.carry.execute import execute
from tests.games.plantagenet.build import LANCASTER, YORK
from tests.games.plantagenet.scene import IA, active, position, put, setup_of

Flow = Callable[[State], Coroutine[Any, Any, None]]
SOMERSET = Lord("somerset_1")


def table_of(s: State, flow: Flow) -> Table[State]:
    """A table at a position; the other side is asked something first, so that orders can be given before."""

    async def play(state: State) -> None:
        await Decision(LANCASTER, "4.2 command", "", "Go on?", YesNo())
        await flow(state)

    return Table.open_new(replace(RULES, new_state=lambda _setup: s, play=play), setup_of(IA), Fate(bytes(32)))


def asking(*decisions: Decision) -> Flow:
    async def flow(s: State) -> None:
        s.result = [await decision for decision in decisions]

    return flow


def played(s: State, flow: Flow, *lines: str) -> Table[State]:
    """The table once York has given these lines and Lancaster goes on."""
    table = table_of(s, flow)
    for line in lines:
        execute(table, YORK, line)
    table.answer(LANCASTER, "4.2 command", True)
    return table


def answers(table: Table[State]) -> list[Json]:
    return [entry.answer for entry in table.entries if entry.kind is EntryKind.STANDING]


def notes(table: Table[State]) -> list[str]:
    return [entry.note for entry in table.entries if entry.kind is EntryKind.STANDING]


def answered(key: str, shape: Any, line: str, subject: str = "oxford", s: State | None = None) -> Json:
    """What one line answers to one question; "asked" if it leaves it to York."""
    if s is None:
        s = campaign()
    table = played(s, asking(Decision(YORK, key, subject, "", shape)), line)
    return answers(table)[0] if answers(table) else "asked"


def campaign() -> State:
    """Somerset alone at Wells is about to March; York and March are at Gloucester, Warwick at Calais."""
    s = position(IA)
    put(s, "york", "oxford", men_at_arms=2, militia=3)
    put(s, "march", "oxford", militia=2)
    put(s, "somerset_1", "wells", men_at_arms=1)
    put(s, "henry_vi", "london", militia=2)
    active(s, "somerset_1")
    return s
