"""Whose segment is under way, followed along the log of a game."""

from __future__ import annotations

from typing import Any

from pbem.engine.decision import Decision, Seat
from pbem.engine.game.rules import Rules
from pbem.engine.log.entry import Entry, EntryKind
from pbem.engine.table import Table
from pbem.lab.games import lab_of
from pbem.orders.place.segments import segments_of

BY_LETTER = (EntryKind.ANSWER, EntryKind.WAITED)


def own_segment(table: Table[Any], decision: Decision) -> str:
    """The segment of the asked seat that only its own turn can bring; "" for every other question."""
    first = next(iter(segments_of(table, decision.seat)), None)
    return first.name if first is not None and decision.key in first.keys else ""


class Follower:
    """Sees every entry of one game before it is replayed, and knows what came last for each seat."""

    def __init__(self, rules: Rules[Any]) -> None:
        self._own = {word.key for word in rules.vocabulary if word.own}
        self._mover: Seat = ""
        self._last: dict[Seat, str] = {}
        self._interrupted: set[Seat] = set()

    def see(self, table: Table[Any], entry: Entry) -> None:
        """Take note of the next entry."""
        if entry.kind in BY_LETTER:
            self._interrupted |= {seat for seat in table.seats if seat != entry.seat}
        if entry.key not in self._own or entry.seat not in table.seats:
            return
        asked = next((d for d in table.pending() if (d.seat, d.key) == (entry.seat, entry.key)), None)
        if asked is not None and (segment := own_segment(table, asked)):
            self._mover = entry.seat
            self._last[entry.seat] = segment
            self._interrupted.discard(entry.seat)

    def segment_of(self, table: Table[Any], decision: Decision) -> str:
        """The own segment that a question belongs to, also one that an order given there has led to; "" in between."""
        if segment := own_segment(table, decision):
            return segment
        if self._mover != decision.seat or decision.key.startswith(lab_of(table.rules).trial.between):
            return ""
        first = next(iter(segments_of(table, decision.seat)), None)
        return first.name if first is not None and first.name == self._last.get(decision.seat) else ""

    def goes_on(self, seat: Seat, segment: str) -> bool:
        """Whether the seat has answered in this segment already, and nobody else has since."""
        return self._last.get(seat) == segment and seat not in self._interrupted
