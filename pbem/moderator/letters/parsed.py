"""A player's letter when it is read, and what became of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pbem.engine.table import Diverged
from pbem.moderator.desk.context import TableContext
from pbem.moderator.desk.letter_context import LetterContext
from pbem.moderator.letters.reading import Read
from pbem.moderator.lines.kinds import LetterLine, LineKind
from pbem.orders.parse.parse import MOST_LINES
from pbem.store import post


@dataclass(frozen=True)
class Verdict:
    """What became of a letter: a status, unless it is settled already, and one line why. `at_table` is its game, if that was
    looked at.
    """

    status: post.Settled | None
    outcome: str
    at_table: TableContext | None = None


@dataclass(frozen=True)
class Parsed:
    """A letter as it was read for its seat, and its game at a Table; where that has `diverged` there is none."""

    context: LetterContext
    read: Read
    at_table: TableContext | None
    diverged: Diverged | None = None

    @property
    def is_too_long(self) -> bool:
        """Whether a letter is longer than is read: then only its header may be here."""
        row = self.context.row
        return max(row.size, len(row.raw)) > self.context.desk.max_letter_bytes

    @property
    def lines(self) -> Sequence[LetterLine]:
        """Its lines that are answered one by one, as many as are read of a letter."""
        return self.read.lines.acted_on[:MOST_LINES]

    @property
    def asks_only(self) -> bool:
        """Whether each of its lines is a question, and it has no message."""
        return not self.read.passages and all(line.kind is LineKind.QUESTION for line in self.lines)

    @property
    def whose(self) -> str:
        """Its game and seat."""
        return f"{self.context.game.name} {self.context.seat.name}"

    @property
    def oddity(self) -> str:
        """Why a letter has no order lines: the name of the note that explains it, or "" for one that has some."""
        if self.read.typed_lines or self.read.passages:
            return ""
        if self.read.form:
            return self.read.form
        if self.context.letter.unreadable:
            return "unreadable"
        return "attachment" if self.context.letter.attachments else "empty"

    def settled(self, status: post.Settled, outcome: str) -> Verdict:
        """What became of it."""
        return Verdict(status, outcome, self.at_table)
