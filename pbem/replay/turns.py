"""The Events of a game by Turn."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pbem.engine.atlas import TurnLabel
from pbem.engine.event import Event
from pbem.engine.table import Table


def by_turn(table: Table[Any], events: Iterable[Event]) -> tuple[list[tuple[TurnLabel, list[Event]]], list[Event]]:
    """The Events of each Turn, as people count them, and those before the first one."""
    turns, before = list[tuple[TurnLabel, list[Event]]](), list[Event]()
    for event in events:
        stamp = table.rules.reports.stamp(table.state, event)
        if stamp is not None:
            turns.append((stamp, []))
        (turns[-1][1] if turns else before).append(event)
    return turns, before
