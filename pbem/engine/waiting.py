"""Lines that were written before their questions, carried out once these open."""

from __future__ import annotations

from typing import Any

from pbem.engine.course import closes, is_due, is_over
from pbem.engine.decision import Seat
from pbem.engine.entry import Kind
from pbem.engine.obey import obey
from pbem.engine.order import BadLine
from pbem.engine.table import Table


def carry_on(table: Table[Any]) -> None:
    """Carry out the waiting lines of every seat that is asked something, in their order.

    One that cannot be carried out then ends the seat's waiting: those after it were written for another course of things. So
    does one whose stint is over, unless it only closes that.
    """
    while (seat := _seat_in_turn(table)) is not None:
        line, *rest = table.waiting[seat]
        table.wait(seat, rest)
        if line.stint and is_over(table, seat, line.stint):
            if not closes(table, line):
                table.stop_waiting(seat, line.text, f"it was for {line.stint}, which is over")
            continue
        try:
            obey(table, seat, line.text, Kind.WAITED)
        except BadLine as bad:
            table.stop_waiting(seat, line.text, bad.problem)


def stop_outrun(table: Table[Any], problem: str) -> None:
    """Give up the waiting lines of every seat that is asked something: its question is not the one they were meant for."""
    while (seat := _asked_with_lines(table)) is not None:
        table.stop_waiting(seat, table.waiting[seat][0].text, problem)


def drop_lines(table: Table[Any], seat: Seat) -> list[str]:
    """Put the seat's waiting lines aside, and give them."""
    lines = table.waiting.get(seat, [])
    if lines:
        table.wait(seat, [])
    return [line.text for line in lines]


def _seat_in_turn(table: Table[Any]) -> Seat | None:
    """A seat whose first waiting line has its turn, or has missed it."""
    return next((seat for seat in table.waiting if _has_come(table, seat)), None)


def _has_come(table: Table[Any], seat: Seat) -> bool:
    lines = table.waiting[seat]
    if not lines or not (table.open_to(seat) or closes(table, lines[0])):
        return False
    late = bool(lines[0].stint) and is_over(table, seat, lines[0].stint)
    return late or (bool(table.open_to(seat)) and is_due(table, seat, lines[0]))


def _asked_with_lines(table: Table[Any]) -> Seat | None:
    return next((seat for seat, lines in table.waiting.items() if lines and table.open_to(seat)), None)
