"""Why an entry stands in the log: which line, standing order, clock or game master has brought it.

Which letter a line is of, the store knows: the entry has its number. An entry that follows from another one, or is what an
earlier line or order was kept for, names that one, so a letter's words stand in the log once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import groupby
from typing import Any, Final, Self

from pbem.figures import is_number
from pbem.i18n import Text
from pbem.values import one_line

MAX_WORDS_LENGTH: Final = 400
"""The most characters stored of a line, and of its standard form."""
MAX_LINES_LENGTH: Final = 900
"""The most characters that name the lines of a letter's receipt."""
LATE: Final = Text("default after the deadline")
AT_ONCE: Final = Text("default at once")
SPAN: Final = re.compile("([0-9]{1,5})-([0-9]{1,5})")
MAX_SPAN: Final = 1_000
BETWEEN: Final = ", "


class CauseKind(StrEnum):
    """What can bring an entry."""

    LINE = "line"  # a line of a letter
    ASIDE = "aside"  # a line of a letter for a segment for which others waited: these are put aside, or back
    LETTER = "letter"  # a letter as a whole: its share in the dice, its receipt
    WAITING = "waiting"  # a line that was kept; `entry` has kept it
    STANDING = "standing"  # a standing order; `entry` has given it
    FOLLOWS = "follows"  # the rules alone, after what `entry` says
    OPENING = "opening"  # the opening of the game
    CLOCK = "clock"  # the clock
    MASTER = "master"  # the game master
    UNDO = "undo"  # moves were taken back
    AGAIN = "again"  # it is carried out again as `entry` has it, which was taken back


@dataclass(frozen=True, slots=True)
class Cause:
    """What has brought an entry: the `line` of its letter ("3", its second order "3.2"; of a receipt all lines that were
    carried out), as it was `typed`, and in its `standard` form; or the number of the `entry` that it is of.
    """

    kind: CauseKind
    line: str = ""
    typed: str = ""
    standard: str = ""
    entry: int = 0

    def as_json(self) -> dict[str, Any]:
        """Its form in the log: what there is of it."""
        values = {"line": self.line, "typed": self.typed, "standard": self.standard, "entry": self.entry}
        return {"kind": str(self.kind)} | {name: value for name, value in values.items() if value}

    @classmethod
    def from_json(cls, record: Mapping[str, Any] | None) -> Self | None:
        """Read it back; None if none was recorded. Raises ValueError, KeyError and TypeError for what is no cause."""
        if record is None:
            return None
        return cls(**{**record, "kind": CauseKind(record["kind"])})

    def saying(self, standard: str) -> Self:
        """The cause with the standard form in which its line was understood, where it is a line."""
        return replace(self, standard=kept_words(standard)) if self.kind is CauseKind.LINE else self


def of_line(line: str, typed: str, standard: str = "") -> Cause:
    """A line of a letter."""
    return Cause(CauseKind.LINE, line, kept_words(typed), kept_words(standard))


def kept_words(text: str) -> str:
    """A line as it is kept in a cause."""
    return one_line(text, MAX_WORDS_LENGTH)


# Lines by their numbers


def line_names(numbers: Iterable[int]) -> list[str]:
    """What the orders of a letter are called that stand on these lines: "3", and behind it on the same line "3.2"."""
    return [
        f"{number}.{place}" if place > 1 else f"{number}"
        for number, same in groupby(numbers)
        for place, _ in enumerate(same, 1)
    ]


def told_lines(names: Iterable[str]) -> str:
    """Names of lines as a receipt tells them: "1-4, 4.2, 6"; "" if they would be too many."""
    spans: list[list[str]] = []
    for name in names:
        if spans and is_number(name) and is_number(spans[-1][-1]) and int(name) == int(spans[-1][-1]) + 1:
            spans[-1] = [spans[-1][0], name]
        else:
            spans.append([name])
    text = BETWEEN.join(map("-".join, spans))
    return text if len(text) <= MAX_LINES_LENGTH else ""


def lines_told(text: str) -> frozenset[str]:
    """The names of lines that a receipt tells. A span of more lines than a letter has tells of none."""
    names = set[str]()
    for span in text.split(BETWEEN):
        ends = SPAN.fullmatch(span)
        numbers = range(0) if ends is None else range(int(ends[1]), int(ends[2]) + 1)
        names |= set(map(str, numbers)) if 0 < len(numbers) <= MAX_SPAN else {span}
    return frozenset(names)
