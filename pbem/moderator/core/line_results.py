"""What became of a line of a letter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pbem.engine.log.cause import told_lines

TALKS = "talks"
"""Marks a line that is a question to other people."""


@dataclass(frozen=True, slots=True)
class OrderPlace:
    """Where an order belongs: the `segment` of an order that was refused or not executed (None: it is no order), and the
    `heading` on a line of its own above it. `waits_for` is the place of the refused line among the results that it depends
    on, `kept_for` the segment of an order for later.
    """

    segment: str | None = None
    heading: str = ""
    waits_for: int | None = None
    kept_for: str | None = None


@dataclass(frozen=True, slots=True)
class LineReading:
    """How a line was read. `mended` is the line with its slips corrected, or the line that a `code` stands for. `name` is
    its name in the log (engine/log/cause).
    """

    mended: str = ""
    code: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class LineNotes:
    """Notes beside a line: the waiting lines that the letter's orders have `replaced` (at its first line), and warnings for
    the writer of an order for later (`warns`). `again`: it only repeats an order of a line above.
    """

    replaced: tuple[str, ...] = ()
    warns: tuple[str, ...] = ()
    again: bool = False


@dataclass(frozen=True, slots=True)
class LineResult:
    """What became of one line of a letter: understood, refused with problem and nearest lines, or not executed.

    `asks` is the word of a question, which is answered and changes nothing. `late`: the line came too late and is not
    executed. `deals`: the other players answer it; it is no order of the game. `meant` is what `mend slips` would have made
    of a line that was refused for a slip.
    """

    number: int
    text: str
    understood: str = ""
    problem: str = ""
    nearest: tuple[str, ...] = ()
    asks: str = ""
    late: bool = False
    deals: bool = False
    meant: str = ""
    place: OrderPlace = OrderPlace()
    reading: LineReading = LineReading()
    notes: LineNotes = LineNotes()

    @property
    def read(self) -> str:
        """The line as it was read."""
        return self.reading.mended or self.text

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
        return self.accepted and not (self.asks or self.deals or self.notes.again)


def lines_carried_out(results: Sequence[LineResult]) -> str:
    """The lines of a letter that were carried out, as its receipt names them (engine/log/cause)."""
    return told_lines(result.reading.name for result in results if result.accepted and result.reading.name)
