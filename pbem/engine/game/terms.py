"""The three Terms of questions: how long a player has, and what silence means."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from pbem.engine.decision import Decision


class Term(StrEnum):
    """How long a player has, and what silence means; the lightest first.

    WINDOW: a chance to say something that they need not use. At its end the default answers; nobody is late. ANSWER: they
    are asked something in another's turn. TURN: their own turn.
    """

    WINDOW = "window"
    ANSWER = "answer"
    TURN = "turn"

    @property
    def weight(self) -> int:
        """The weight for comparisons: for a seat with several terms the heaviest counts."""
        return list(Term).index(self)


def own_turn(_s: Any, _decision: Decision) -> Term:
    """For games whose questions all have the same term."""
    return Term.TURN


NO_ORDERS = "no orders by "
"""The beginning of the note of an answer by the clock because there were no orders; the time follows."""
REGENT, AWAY, CLOSED = "a regency answers at once", "away, answers at once at ", "a window of no length"
"""Notes of answers that the clock gave without waiting; the beginning for an absence, where the time follows."""
