"""How much work one letter, or one game's clock, may cause. It is counted in steps where the work is done, so that it is the
same on each machine.

A step is about ten microseconds on a machine of 2026. No letter that a person writes comes near MAX_STEPS: the limit stops
work that grows faster than the letter that causes it, in a place that nobody has thought of.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

MAX_STEPS = 140_000
"""Steps for one letter of a player: 1.4 seconds at ten microseconds each. Some work costs more than it counts, so that a
letter which is stopped can have taken a few times as long.
"""
MAX_STEPS_OF_STAFF = 120_000
"""Steps for a letter to the desk, and for a game's clock: as many lines as a game master writes at once."""
UNLIMITED = 10**12
"""For a letter that the game master has looked at."""


class TooMuchWork(BaseException):
    """A letter has caused as much work as a letter may.

    It is nothing that a line, a preview or a trial does wrong, and nothing on its way may take it for that: what catches
    `Exception` does not catch it.
    """

    def __init__(self, steps: int) -> None:
        super().__init__(f"more than {steps} steps of work")


@dataclass
class Effort:
    """The work of one letter: the steps it may take, and those it has taken."""

    most: int
    spent: int = 0


_effort: ContextVar[Effort | None] = ContextVar("effort", default=None)


def spend(steps: int) -> None:
    """Count work that is about to be done. Raises TooMuchWork; where no letter is being dealt with, nothing is counted."""
    effort = _effort.get()
    if effort is not None:
        effort.spent += steps
        if effort.spent > effort.most:
            raise TooMuchWork(effort.most)


@contextmanager
def limited(most: int = MAX_STEPS) -> Iterator[Effort]:
    """Count the work that is done within, and let it be no more than `most` steps."""
    effort = Effort(most)
    token = _effort.set(effort)
    try:
        yield effort
    finally:
        _effort.reset(token)
