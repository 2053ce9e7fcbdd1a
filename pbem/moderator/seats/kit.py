"""What a newcomer to a seat is told beside the report: the story so far, as the seat has seen it."""

from __future__ import annotations

from typing import Any

from pbem.engine.decision import Seat
from pbem.engine.table import Table
from pbem.moderator.lines.asking import HISTORY
from pbem.moderator.lines.results import LineResult
from pbem.replay.turns import by_turn

MOST_TURNS = 15
"""So many Turns are told, the last ones; `history 3` tells any."""


def kit_results(table: Table[Any], seat: Seat) -> list[LineResult]:
    """Questions for the story of each Turn, as a letter of the seat could ask them."""
    events = (news.event for news in table.news if news.event.visible_to(seat))
    turns, before = by_turn(table, events)
    if not turns:
        return [LineResult(0, HISTORY, understood=HISTORY, asks=HISTORY)] if before else []
    lines = [f"{HISTORY} {label.number}" for label, _ in turns[-MOST_TURNS:]]
    return [LineResult(0, line, understood=line, asks=HISTORY) for line in lines]
