"""Lines that were written before their questions, carried out once these open."""

from __future__ import annotations

from typing import Any

from pbem.engine.decision import Seat
from pbem.engine.entry import Kind
from pbem.engine.obey import obey
from pbem.engine.order import BadLine
from pbem.engine.table import Table


def carry_on(table: Table[Any]) -> None:
    """Carry out the waiting lines of every seat that is asked something, in their order.

    One that cannot be carried out then ends the seat's waiting: those after it were written for another course of things.
    """
    while (seat := _asked_with_lines(table)) is not None:
        line, *rest = table.waiting[seat]
        table.wait(seat, rest)
        try:
            obey(table, seat, line, Kind.WAITED)
        except BadLine as bad:
            table.stop_waiting(seat, line, bad.problem)


def stop_outrun(table: Table[Any], problem: str) -> None:
    """Give up the waiting lines of every seat that is asked something: its question is not the one they were meant for."""
    while (seat := _asked_with_lines(table)) is not None:
        table.stop_waiting(seat, table.waiting[seat][0], problem)


def drop_lines(table: Table[Any], seat: Seat) -> list[str]:
    """Put the seat's waiting lines aside, and give them."""
    lines = table.waiting.get(seat, [])
    if lines:
        table.wait(seat, [])
    return lines


def _asked_with_lines(table: Table[Any]) -> Seat | None:
    return next((seat for seat, lines in table.waiting.items() if lines and table.open_to(seat)), None)
