"""Which of three terms of time a question has."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from pbem.engine.decision import Decision


class Term(StrEnum):
    """How long a player has, and what silence means: lightest first.

    WINDOW: a moment in which they may say something, and need not. At its end the default answers; nobody is late. ANSWER:
    something that they are asked in another's turn. TURN: what is theirs to do in their own.
    """

    WINDOW = "window"
    ANSWER = "answer"
    TURN = "turn"

    @property
    def weight(self) -> int:
        """The heavier of two terms counts for a seat that has both."""
        return list(Term).index(self)


def own_turn(_s: Any, _decision: Decision) -> Term:
    """For games in which all questions have the same term."""
    return Term.TURN


NO_ORDERS = "no orders by "
"""How the note begins of what the clock has answered for want of orders; the moment follows."""
REGENT, AWAY, CLOSED = "a regency answers at once", "away, answers at once at ", "a window of no length"
"""Notes of what the clock has answered without waiting, and how that of an absence begins: the moment follows."""
