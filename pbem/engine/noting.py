"""A Table without effects: it only collects the entries that would be written."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Self

from pbem.engine.decision import Json, Seat
from pbem.engine.log.changes import lines_after
from pbem.engine.log.entry import Entry, EntryKind
from pbem.engine.log.waiting import WAITING
from pbem.engine.table import Table


class NotingTable(Table[Any]):
    """A Table in the position of another one; `noted` has the entries that would have been written, without numbers.

    An answer does not change its position, so it can be used for one answer only.
    """

    noted: list[Entry]

    @classmethod
    def of(cls, table: Table[Any]) -> Self:
        """A NotingTable in the position of `table`."""
        other = cls.__new__(cls)
        other.take_place_of(table)
        return other

    def take_place_of(self, table: Table[Any]) -> None:
        """Clears `noted`, and takes the present position of `table`."""
        vars(self).clear()
        vars(self).update(vars(table))
        self.lines, self.noted = replace(table.lines, of=dict(table.waiting)), []

    def settle(self) -> None:
        """Nothing follows from entries that are not written."""

    def _record(self, place: int, kind: EntryKind, answer: Json, note: str = "") -> None:
        decision = self._questions.asked[place]
        self.noted.append(Entry(0, kind, decision.seat, decision.key, decision.subject, answer, "", "", note, self.cause))

    def _note(self, kind: EntryKind, seat: Seat, key: str, subject: str, answer: Json, note: str = "") -> None:
        self.noted.append(Entry(0, kind, seat, key, subject, answer, "", "", note, self.cause))
        if key == WAITING:
            self.waiting[seat] = lines_after(self.waiting.get(seat, []), answer)
