"""By what a question is known again."""

from __future__ import annotations

from typing import Any

from pbem.engine.decision import Decision
from pbem.engine.table import Table


def mark_of(table: Table[Any], decision: Decision) -> str:
    """A mark for a question: which it is, and how often it has been put before in this turn."""
    turn = table.rules.turn(table.state)
    same = (turn, decision.seat, decision.key, decision.subject)
    before = sum((entry.turn, entry.seat, entry.key, entry.subject) == same for entry in table.entries)
    return " ".join((*same, str(before)))
