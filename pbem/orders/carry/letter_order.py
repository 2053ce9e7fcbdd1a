"""An order with its heading, its waiting lines and its place in the letter."""

from __future__ import annotations

from typing import Any

from pbem.engine.decision import Seat
from pbem.engine.log.entry import EntryKind
from pbem.engine.table import Table
from pbem.orders.parse.even import cut_even
from pbem.orders.parse.parse import cut_actor, split_heading
from pbem.orders.place.position import Position
from pbem.orders.place.segments import Cursor
from pbem.orders.place.waiting import WaitingLines
from pbem.orders.words.headings import Heading


class LetterOrder:
    """An order split into its heading, written or implied (None: neither), and the `rest`; the cursor is after the heading.

    Raises BadLine if it cannot be read.
    """

    def __init__(self, table: Table[Any], seat: Seat, cursor: Cursor, order: str) -> None:
        self.position = Position(table, seat)
        heading, rest = split_heading(order, self.position.vocabulary)
        self.rest = cut_even(cut_actor(rest, self.position.vocabulary)[1])[0]
        self.waiting = WaitingLines(self.position, cursor, EntryKind.ANSWER)
        self.heading: Heading | None = heading or self.waiting.implied_heading(self.position.vocabulary.cut(order)[0])
        self.cursor = cursor if self.heading is None else cursor.under(self.heading)

    def words(self, order: str) -> list[Any]:
        """The Words of an order."""
        return self.position.words(self.position.vocabulary.cut(order)[0])
