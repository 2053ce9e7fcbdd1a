"""Which of the writer's segments the lines of a letter are for.

An order for one card must never be carried out with another, so every line belongs to one segment: the one that a heading
names, or else the one under way, or the next, when the letter came; behind a line that closes it the one after.
"""

from __future__ import annotations

from copy import copy
from typing import Any, NamedTuple

from pbem.engine.decision import Seat
from pbem.engine.rules import Segment, Word
from pbem.engine.table import Table
from pbem.orders.place.segments import is_over, segment_under, segments_of
from pbem.orders.words.headings import Heading
from pbem.orders.words.vocabulary import vocabulary_of


class Mark(NamedTuple):
    """What a line means for those behind it: the segment `ordered` for (None: it gave no order of a segment), the `order` as
    it was understood, and the `cases` that have followed it so far.
    """

    ordered: str | None = None
    order: str = ""
    cases: tuple[str, ...] = ()


NO_MARK = Mark()


class Cursor:
    """How far into the writer's segments the lines of a letter have come.

    `headed` is the segment that a heading has named ("": none has), on the line being read if `named`; `mark` is that of the
    last order. `cases_follow` tells whether the line being read has branches behind it in the letter.
    """

    def __init__(self, table: Table[Any], seat: Seat) -> None:
        self._table = table
        self._seat = seat
        self._segments = segments_of(table, seat)
        self.headed = ""
        self.named = False
        self.cases_follow = False
        self.mark = NO_MARK
        self._written = frozenset[str]()

    def at(self, table: Table[Any]) -> Cursor:
        """The same cursor at a fork of its Table."""
        other = copy(self)
        other._table = table
        return other

    def segment_of(self, *words: Word[Any]) -> Segment | None:
        """The first segment that a line with one of these order words is for; None where it cannot be told yet."""
        keys = {word.key for word in words if word.own}
        return self._among(keys) or self._among(keys, segments_of(self._table, self._seat))

    def _among(self, keys: set[str], fresh: tuple[Segment, ...] = ()) -> Segment | None:
        if fresh and not any(keys & each.keys for each in self._segments):
            self._segments = fresh
        return next((each for each in self._segments if keys & each.keys), None)

    @property
    def here(self) -> str:
        """The name of the segment that the letter has come to ("": of none)."""
        return self._segments[0].name if self._segments else ""

    def close(self) -> None:
        """What follows is for the next segment, which a Plan just written can have brought."""
        closed, self._segments = self.here, self._segments[1:]
        if not self._segments:
            self.go_to(closed)
            self._segments = self._segments[1:]
        self.headed = self.here if self.headed else ""

    def under(self, heading: Heading) -> Cursor:
        """The cursor behind a heading. Raises Illegal where it names no segment to come.

        Behind the Plan of a letter that still has a Levy before it, `levy` is the one after it. A segment that the letter
        has written for, and gone on from, is not meant again by a heading that fits a later one too.
        """
        segments = segments_of(self._table, self._seat)
        names = [each.name for each in segments]
        behind = names.index(self.here) if self.here in names else 0
        ahead = segments[behind:]
        if not heading.number and any(each.heading == heading.name for each in ahead):
            segments = tuple(each for each in segments[:behind] if each.name not in self._written) + ahead
        later = heading._replace(next=True)
        if not heading.number and not any(each.heading == heading.name for each in ahead):
            heading = later if any(each.heading == later.name for each in ahead) else heading
        other = copy(self)
        other.headed = segment_under(heading, segments, vocabulary_of(self._table).grammar.lexicon).name
        other.go_to(other.headed)
        other.named = True
        return other

    def is_past(self, heading: Heading) -> bool:
        """Whether a heading names the segment that the letter has come to, and the lines before have ended it."""
        here = self._segments[0] if self._segments else None
        return here is not None and here.heading == heading.name and is_over(self._table, self._seat, here.name)

    def follow(self, heading: str, mark: Mark, *, closed: bool) -> None:
        """Go on behind a line: the segment that its heading named ("": none), its Mark, whether it closes its segment."""
        if heading:
            self.go_to(heading)
            self.headed = heading
        if mark.ordered is not None:
            self.go_to(mark.ordered)
            self.mark = mark
        if closed:
            self.close()

    def note_written(self, segment: str) -> None:
        """The letter has a line for this segment, carried out or refused."""
        self._written |= {segment}

    def go_to(self, segment: str) -> None:
        """What follows is for the segment of that name, or for one behind it."""
        self.note_written(segment)
        for segments in (self._segments, segments_of(self._table, self._seat)):
            names = [each.name for each in segments]
            if segment in names:
                self._segments = segments[names.index(segment) :]
                return
