"""A Table at which nothing happens: what would be written into the log there is only noted."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Self

from pbem.engine.decision import Json, Seat
from pbem.engine.log.changes import lines_after
from pbem.engine.log.entry import Entry, EntryKind
from pbem.engine.log.waiting import WAITING
from pbem.engine.table import Table


class NotingTable(Table[Any]):
    """A Table in the position of another one; `noted` are the entries that would have been written, without numbers.

    It is as it was after an answer too, so it is of use up to the first one only.
    """

    noted: list[Entry]

    @classmethod
    def of(cls, table: Table[Any]) -> Self:
        """One in the position of `table`."""
        other = cls.__new__(cls)
        other.take_place_of(table)
        return other

    def take_place_of(self, table: Table[Any]) -> None:
        """Forget what was noted, and stand where `table` stands now."""
        vars(self).clear()
        vars(self).update(vars(table))
        self.lines, self.noted = replace(table.lines, of=dict(table.waiting)), []

    def settle(self) -> None:
        """Nothing follows from what is only noted."""

    def _record(self, place: int, kind: EntryKind, answer: Json, note: str = "") -> None:
        decision = self._questions.asked[place]
        self.noted.append(Entry(0, kind, decision.seat, decision.key, decision.subject, answer, "", "", note, self.cause))

    def _note(self, kind: EntryKind, seat: Seat, key: str, subject: str, answer: Json, note: str = "") -> None:
        self.noted.append(Entry(0, kind, seat, key, subject, answer, "", "", note, self.cause))
        if key == WAITING:
            self.waiting[seat] = lines_after(self.waiting.get(seat, []), answer)
