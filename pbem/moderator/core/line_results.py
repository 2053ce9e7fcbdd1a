"""What became of a line of a letter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pbem.engine.log.cause import told_lines

TALKS = "talks"
"""The word that stands for the question of a line which is for other people."""


@dataclass(frozen=True, slots=True)
class OrderPlace:
    """Where an order belongs. One that was refused, or not executed, has the `segment` it stood for (None: it is no order),
    and the `heading` that was on a line of its own above it; one that waits for a refused line has the place of that among
    the results (`waits_for`). One that was kept has the segment that it is `kept_for`.
    """

    segment: str | None = None
    heading: str = ""
    waits_for: int | None = None
    kept_for: str | None = None


@dataclass(frozen=True, slots=True)
class LineReading:
    """How a line was read: one with a slip as `mended`, one that was a `code` as the line that this stands for (`mended`
    too). `name` is what the log calls it (engine/log/cause).
    """

    mended: str = ""
    code: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class LineNotes:
    """What is told beside a line: the waiting lines that the orders of the letter have `replaced` (with its first line), and
    what the writer of an order that is kept is warned of (`warns`). `again`: it only says what a line above it has ordered.
    """

    replaced: tuple[str, ...] = ()
    warns: tuple[str, ...] = ()
    again: bool = False


@dataclass(frozen=True, slots=True)
class LineResult:
    """What became of one line of a letter: understood, refused with problem and nearest lines, or not executed.

    A line that `asks` (with this word of a question) is no order: it is answered, and changes nothing. One that came too
    `late` is not executed. One that `deals` is for the other players to answer, and no order of the game. One that was
    refused for a slip has the line that `mend slips` would make of it (`meant`).
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
