"""What is wrong with a time that somebody wrote."""

from __future__ import annotations


class BadTime(ValueError):
    """A time, zone or term that cannot be read. The message says what is wrong; `nearest` are lines that would do."""

    def __init__(self, problem: str, nearest: tuple[str, ...] = ()) -> None:
        super().__init__(problem)
        self.problem = problem
        self.nearest = nearest
