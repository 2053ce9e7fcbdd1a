"""Why an entry was written: the line, standing order, clock or game master that caused it.

The store knows which letter a line is from: the entry has its number. An entry that follows from another, or carries out an
earlier line or order, names that entry, so the words of a letter are in the log only once.
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
"""The maximum number of characters stored of a line, and of its standard form."""
MAX_LINES_LENGTH: Final = 900
"""The maximum number of characters that name the lines of a letter's receipt."""
LATE: Final = Text("default after the deadline")
AT_ONCE: Final = Text("default at once")
SPAN: Final = re.compile("([0-9]{1,5})-([0-9]{1,5})")
MAX_SPAN: Final = 1_000
BETWEEN: Final = ", "


class CauseKind(StrEnum):
    """What can cause an entry."""

    LINE = "line"  # a line of a letter
    ASIDE = "aside"  # a line for a segment that others waited for already: these are set aside, or restored
    LETTER = "letter"  # a letter as a whole: its share in the dice, its receipt
    WAITING = "waiting"  # a line that waited; `entry` stored it
    STANDING = "standing"  # a standing order; `entry` gave it
    FOLLOWS = "follows"  # the rules, after `entry`
    OPENING = "opening"  # the opening of the game
    CLOCK = "clock"  # the clock
    MASTER = "master"  # the game master
    UNDO = "undo"  # moves were taken back
    AGAIN = "again"  # `entry` was taken back, and is carried out again


@dataclass(frozen=True, slots=True)
class Cause:
    """What caused an entry: the `line` of its letter ("3", its second order "3.2"; for a receipt all lines that were carried
    out), as `typed` and in its `standard` form; or the number of the `entry` that it comes from.
    """

    kind: CauseKind
    line: str = ""
    typed: str = ""
    standard: str = ""
    entry: int = 0

    def as_json(self) -> dict[str, Any]:
        """Its form in the log, without empty fields."""
        values = {"line": self.line, "typed": self.typed, "standard": self.standard, "entry": self.entry}
        return {"kind": str(self.kind)} | {name: value for name, value in values.items() if value}

    @classmethod
    def from_json(cls, record: Mapping[str, Any] | None) -> Self | None:
        """Reads it from the log; None if none was recorded. Raises ValueError, KeyError and TypeError for anything that is
        not a cause.
        """
        if record is None:
            return None
        return cls(**{**record, "kind": CauseKind(record["kind"])})

    def saying(self, standard: str) -> Self:
        """The cause with the standard form of its line, if it is a line."""
        return replace(self, standard=kept_words(standard)) if self.kind is CauseKind.LINE else self


def of_line(line: str, typed: str, standard: str = "") -> Cause:
    """The cause of a line of a letter."""
    return Cause(CauseKind.LINE, line, kept_words(typed), kept_words(standard))


def kept_words(text: str) -> str:
    """A line, shortened to MAX_WORDS_LENGTH."""
    return one_line(text, MAX_WORDS_LENGTH)


# Lines by their numbers


def line_names(numbers: Iterable[int]) -> list[str]:
    """The names of the orders on these lines of a letter: "3", and a second order on the same line "3.2"."""
    return [
        f"{number}.{place}" if place > 1 else f"{number}"
        for number, same in groupby(numbers)
        for place, _ in enumerate(same, 1)
    ]


def told_lines(names: Iterable[str]) -> str:
    """Names of lines in short: "1-4, 4.2, 6"; "" if that is too long."""
    spans: list[list[str]] = []
    for name in names:
        if spans and is_number(name) and is_number(spans[-1][-1]) and int(name) == int(spans[-1][-1]) + 1:
            spans[-1] = [spans[-1][0], name]
        else:
            spans.append([name])
    text = BETWEEN.join(map("-".join, spans))
    return text if len(text) <= MAX_LINES_LENGTH else ""


def lines_told(text: str) -> frozenset[str]:
    """The names of lines in that short form. Spans longer than any letter are ignored."""
    names = set[str]()
    for span in text.split(BETWEEN):
        ends = SPAN.fullmatch(span)
        numbers = range(0) if ends is None else range(int(ends[1]), int(ends[2]) + 1)
        names |= set(map(str, numbers)) if 0 < len(numbers) <= MAX_SPAN else {span}
    return frozenset(names)
