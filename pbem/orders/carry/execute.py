"""One line of a letter, from text to what it does: parsed, placed, carried out.

Every line is either carried out, and then what was understood is said back, or refused with a BadLine that says what is
wrong and gives the nearest lines that would do. Until it is carried out nothing changes.
"""

from __future__ import annotations

from typing import Any

from pbem.engine.decision import Seat
from pbem.engine.entry import EntryKind
from pbem.engine.table import Table
from pbem.orders.parse.parse import parse
from pbem.orders.place.cursor import Cursor
from pbem.orders.place.place import place
from pbem.orders.place.placed import Answer, Clear, Draft, End, Keep, Leave, Placed, Stand
from pbem.orders.place.position import Position
from pbem.orders.place.segments import with_line
from pbem.orders.words.vocabulary import vocabulary_of


def execute(
    table: Table[Any], seat: Seat, line: str, kind: EntryKind = EntryKind.ANSWER, cursor: Cursor | None = None
) -> str:
    """Carry out `line` for `seat` and give back what was understood. Raises BadLine; then nothing has happened.

    `kind` is WAITED for a line that has waited; it does not wait again. `cursor` is that of the letter, if there is one.
    """
    cursor = cursor or Cursor(table, seat)
    placed = understand(table, seat, line, kind, cursor)
    carry_out(table, seat, placed, kind)
    follow(cursor, placed)
    return placed.said


def understand(
    table: Table[Any], seat: Seat, line: str, kind: EntryKind = EntryKind.ANSWER, cursor: Cursor | None = None
) -> Placed:
    """What `line` would do now. Raises BadLine as `execute` does; nothing happens."""
    return place(Position(table, seat), parse(line, vocabulary_of(table)), cursor or Cursor(table, seat), kind)


def follow(cursor: Cursor, placed: Placed) -> None:
    """Take the cursor of a letter on behind one of its lines."""
    cursor.follow(placed.heading, placed.mark, closed=placed.closes)


def carry_out(table: Table[Any], seat: Seat, placed: Placed, kind: EntryKind = EntryKind.ANSWER) -> None:
    """Do what an order is for, at the Table that it was placed at. An answer is of this `kind` in the log."""
    match placed.action:
        case Answer(decision, answer, line):
            note = line if kind is EntryKind.WAITED else ""
            table.answer(seat, decision.key, answer, kind, subject=decision.subject, note=note)
        case Draft(decision, pairs):
            table.draft(seat, decision.key, pairs, subject=decision.subject)
        case Clear(decisions):
            for decision in decisions:
                table.draft(seat, decision.key, {}, subject=decision.subject)
        case Stand(order):
            table.instruct(order)
        case End(orders):
            for order in orders:
                table.withdraw(seat, order.key, order.verb, order.number)
        case Keep(line):
            table.wait(seat, with_line(table, seat, line))
        case Leave(lines):
            table.wait(seat, lines)
