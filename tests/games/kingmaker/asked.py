"""Positions made by hand at a Table: what is asked there, and what lines do."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any, TypeAlias

from pbem.engine.decision import Decision
from pbem.engine.dice import Fate
from pbem.engine.game.setup import Setup
from pbem.engine.table import Table
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.game import RULES
from pbem.orders.carry.execute import execute
from pbem.orders.carry.waiting import carry_on

Flow: TypeAlias = Callable[[State], Coroutine[Any, Any, Any]]
KEY = b"\x07" * 32


def at_table(s: State, *flows: Flow) -> Table[State]:
    """A game that stands at a position and plays these rules one after the other, at its first question for a player."""

    async def play(state: State) -> None:
        for flow in flows:
            await flow(state)

    rules = replace(RULES, new_state=lambda _: s, play=play, seats=lambda _: tuple(s.seats))
    table = Table(rules, Setup("three_players", {}), Fate(KEY))
    table.settle()
    return table


def open_to(table: Table[State], seat: str) -> Decision:
    """The one question that is open to a seat."""
    (decision,) = table.open_to(seat)
    return decision


def asked(table: Table[State]) -> list[tuple[str, str]]:
    """Who is asked what now."""
    return [(decision.seat, decision.key) for decision in table.open()]


def options(table: Table[State], seat: str, verb: str = "") -> list[str]:
    """The options of a seat's open question that begin with an order word."""
    shape: Any = open_to(table, seat).shape
    return [option for option in shape.options() if option.startswith(verb)]


def write(table: Table[State], seat: str, *lines: str) -> None:
    """Lines of a seat, one after another."""
    for line in lines:
        execute(table, seat, line)
        carry_on(table)


def events(table: Table[State], name: str) -> list[dict[str, Any]]:
    """What has been told under a name."""
    return [news.event.data for news in table.news if news.event.name == name]
