"""Lines of letters that wait, and the ways in which a line can fail."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pbem.engine.decision import Json
from pbem.engine.prospect import Prospect
from pbem.i18n import Text

MAX_SHOWN_LENGTH = 200


class WaitingLine(NamedTuple):
    """A line that waits for its question, and the segment it was written for ("": none, it is for the next question).

    If it is repeated "until" something, `most` is how often at most (0: it is not repeated), and `made` how often so far.
    `taken` marks a line in an older log that was removed before it was carried out. `shown` is its preview when it was given
    (None: unknown, as in older logs).
    """

    text: str
    segment: str = ""
    most: int = 0
    made: int = 0
    taken: bool = False
    shown: Prospect | None = None

    def as_json(self) -> Json:
        values = {"line": self.text, "for": self.segment, "most": self.most, "made": self.made}
        non_empty = {name: value for name, value in values.items() if value}
        return non_empty if self.shown is None else {**non_empty, "shown": self.shown.as_json()}

    @classmethod
    def from_json(cls, kept: Json) -> WaitingLine:
        """Reads it from the log."""
        if isinstance(kept, dict):
            shown = Prospect.from_json(kept["shown"]) if "shown" in kept else None
            return cls(kept["line"], kept.get("for", ""), kept.get("most", 0), kept.get("made", 0), shown=shown)
        text, segment = (kept, "") if isinstance(kept, str) else kept
        return cls(text, segment, taken=True)

    def carried_out(self) -> list[WaitingLine]:
        """What remains after it was carried out: nothing, or for a repeated line the line with its count."""
        if self.most:
            return [self._replace(made=self.made + 1)]
        return [self] if self.taken else []


class BadLine(Exception):
    """A line that cannot be carried out. `problem` says why; `nearest` are similar valid lines."""

    def __init__(self, problem: str, nearest: Sequence[str] = ()) -> None:
        super().__init__(problem)
        self.problem = problem
        self.nearest = tuple(nearest)


class Misread(BadLine):
    """The line cannot be read."""


MET_A_FAULT = Text("the program failed at this line, and the game master is told; nothing of it was carried out")
"""The reply to a line at which the program fails, which is not its writer's mistake."""


class Faulty(BadLine):
    """A line at which the program itself has failed; `__cause__` is the exception."""

    def __init__(self, problem: str = MET_A_FAULT, nearest: Sequence[str] = ()) -> None:
        super().__init__(problem, nearest)


class Fault(NamedTuple):
    """A failure of the program: the line or standing order of a seat, and the exception."""

    seat: str
    line: str
    raised: BaseException

    def __str__(self) -> str:
        return f'{self.seat}, "{self.line[:MAX_SHOWN_LENGTH]}": {type(self.raised).__name__}: {self.raised}'


class Ambiguous(BadLine):
    """The line fits several orders."""


class Illegal(BadLine):
    """The line is understood, but the rules do not allow it."""


class NotAsked(BadLine):
    """The line answers a question that is not open."""
