"""Which refused lines an answer repeats and which it only counts: no letter makes a mail many times as long."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Protocol, TypeVar

MAX_LINES, MAX_CHARACTERS = 60, 6_000


class _Line(Protocol):
    """A line of a letter, with what is said of it."""

    @property
    def number(self) -> int: ...
    @property
    def text(self) -> str: ...
    @property
    def problem(self) -> str: ...
    @property
    def nearest(self) -> Sequence[str]: ...
    @property
    def mended(self) -> str: ...


L = TypeVar("L", bound=_Line)


@dataclass(frozen=True, slots=True)
class OmittedLines:
    """The numbers of refused lines that an answer counts but does not repeat."""

    numbers: tuple[int, ...] = ()

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.numbers)

    @property
    def ranges(self) -> str:
        """Which they are: "61-352, 400"."""
        known = sorted(set(self.numbers))
        runs = [[number for _, number in run] for _, run in groupby(enumerate(known), lambda each: each[1] - each[0])]
        return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


NONE_OMITTED = OmittedLines()


def bounded(lines: Sequence[L], came_to_nothing: Callable[[L], bool]) -> tuple[tuple[L, ...], OmittedLines]:
    """The lines to repeat, and those without effect (`came_to_nothing`) that are too many to repeat. The first of these is
    always repeated, and a single one is not worth counting.
    """
    shown, omitted, count, size = list[L](), list[L](), 0, 0
    for line in lines:
        if came_to_nothing(line):
            if count and (omitted or count >= MAX_LINES or size + _size(line) > MAX_CHARACTERS):
                omitted.append(line)
                continue
            count, size = count + 1, size + _size(line)
        shown.append(line)
    if len(omitted) < 2:
        return tuple(lines), NONE_OMITTED
    return tuple(shown), OmittedLines(tuple(line.number for line in omitted))


def _size(line: _Line) -> int:
    return len(line.text) + len(line.mended) + len(line.problem) + sum(map(len, line.nearest))
