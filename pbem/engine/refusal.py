"""What a line of a letter can turn out to be, and the ways it can fail."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pbem.engine.decision import Json
from pbem.engine.prospect import Prospect
from pbem.i18n import Text

MAX_SHOWN_LENGTH = 200


class WaitingLine(NamedTuple):
    """A line that waits for its question, and the segment it was written for ("": none, it is for the next question).

    `most` is how often it is carried out at most where it is repeated "until" something (0: it is not), `made` how often it
    has been. `taken` tells a line of an older log, where a line was taken off the others before it was carried out. `shown`
    is what its order was shown to be when it was given (None: that is not known, as in older logs).
    """

    text: str
    segment: str = ""
    most: int = 0
    made: int = 0
    taken: bool = False
    shown: Prospect | None = None

    def as_json(self) -> Json:
        """Its form in the log."""
        values = {"line": self.text, "for": self.segment, "most": self.most, "made": self.made}
        non_empty = {name: value for name, value in values.items() if value}
        return non_empty if self.shown is None else {**non_empty, "shown": self.shown.as_json()}

    @classmethod
    def from_json(cls, kept: Json) -> WaitingLine:
        """Read it back from the log."""
        if isinstance(kept, dict):
            shown = Prospect.from_json(kept["shown"]) if "shown" in kept else None
            return cls(kept["line"], kept.get("for", ""), kept.get("most", 0), kept.get("made", 0), shown=shown)
        text, segment = (kept, "") if isinstance(kept, str) else kept
        return cls(text, segment, taken=True)

    def carried_out(self) -> list[WaitingLine]:
        """What is left of it once it has been carried out: one that is repeated goes on counting."""
        if self.most:
            return [self._replace(made=self.made + 1)]
        return [self] if self.taken else []


class BadLine(Exception):
    """A line that cannot be carried out. `problem` says why; `nearest` are legal lines close to what was written."""

    def __init__(self, problem: str, nearest: Sequence[str] = ()) -> None:
        super().__init__(problem)
        self.problem = problem
        self.nearest = tuple(nearest)


class Misread(BadLine):
    """The line cannot be read."""


MET_A_FAULT = Text("the program failed at this line, and the game master is told; nothing of it was carried out")
"""What is told of a line at which the program fails: that is no mistake of its writer."""


class Faulty(BadLine):
    """A line at which the program itself has failed; what it raised is the cause."""

    def __init__(self, problem: str = MET_A_FAULT, nearest: Sequence[str] = ()) -> None:
        super().__init__(problem, nearest)


class Fault(NamedTuple):
    """What the program has failed at: the line of a seat, or its standing order, and what was raised."""

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
