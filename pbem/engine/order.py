"""What a line of a letter can turn out to be, and the ways it can fail."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pbem.engine.decision import Json


class WaitingLine(NamedTuple):
    """A line that waits for its question, and the stint it was written for ("": none, it is for the next question)."""

    text: str
    stint: str = ""

    def as_json(self) -> Json:
        """Its form in the log."""
        return [self.text, self.stint] if self.stint else self.text

    @classmethod
    def from_json(cls, kept: Json) -> WaitingLine:
        """Read it back from the log."""
        return cls(kept) if isinstance(kept, str) else cls(*kept)


class BadLine(Exception):
    """A line that cannot be carried out. `problem` says why; `nearest` are legal lines close to what was written."""

    def __init__(self, problem: str, nearest: Sequence[str] = ()) -> None:
        super().__init__(problem)
        self.problem = problem
        self.nearest = tuple(nearest)


class Misread(BadLine):
    """The line cannot be read."""


class Ambiguous(BadLine):
    """The line fits several orders."""


class Illegal(BadLine):
    """The line is understood, but the rules do not allow it."""


class NotAsked(BadLine):
    """The line answers a question that is not open."""
