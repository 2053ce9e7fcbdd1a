"""What became of a line of a letter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pbem.engine.cause import told_lines

TALKS = "talks"
"""What a line asks with that is for other people."""


@dataclass(frozen=True, slots=True)
class LineResult:
    """What became of one line of a letter: understood, refused with problem and nearest lines, or not executed.

    A line that `asks` (with this word of a question) is no order: it is answered, and changes nothing. The first line of a
    letter has the waiting lines that its orders have `replaced`. A line with a slip may have been read as `mended`. One that
    came too `late` is not executed. An order that was refused, or not executed, has the `segment` it stood for (None: it is
    no order), and the `heading` that stood on a line of its own above it; one that waits for a refused line has the place of
    that among the results (`waits_for`). One that was refused for a slip has the line that `mend slips` would make of it
    (`meant`). An order that was kept has the segment that it is `kept_for`; `warns` is what its writer is then warned of.
    One that was a `code` was read as the line that this stands for. One that `deals` is for the other players to answer, and
    no order of the game. `name` is what the log calls a line (engine/cause).
    """

    number: int
    text: str
    understood: str = ""
    problem: str = ""
    nearest: tuple[str, ...] = ()
    asks: str = ""
    replaced: tuple[str, ...] = ()
    mended: str = ""
    late: bool = False
    deals: bool = False
    code: str = ""
    segment: str | None = None
    heading: str = ""
    name: str = ""
    waits_for: int | None = None
    meant: str = ""
    kept_for: str | None = None
    warns: tuple[str, ...] = ()

    @property
    def read(self) -> str:
        """The line as it was read."""
        return self.mended or self.text

    @property
    def accepted(self) -> bool:
        """Whether the line was carried out."""
        return bool(self.understood)

    @property
    def is_refused(self) -> bool:
        """Whether the line was refused, or waits for one that was."""
        return not (self.accepted or self.late or self.asks)

    @property
    def ordered(self) -> bool:
        """Whether it was an order, and was carried out."""
        return self.accepted and not self.asks and not self.deals


def lines_carried_out(results: Sequence[LineResult]) -> str:
    """The lines of a letter that were carried out, as its receipt names them (engine/cause)."""
    return told_lines(result.name for result in results if result.accepted and result.name)
