"""Which of the writer's stints the lines of a letter are for.

A stint is a Levy, a card: a run of questions that are one seat's own to answer. An order for one card must never be carried
out with another, so every line of such an order belongs to one stint: the one under way, or the next, when the letter came;
behind a line that closes it to the one after.
"""

from __future__ import annotations

from typing import Any

from pbem.engine.decision import Seat
from pbem.engine.order import WaitingLine
from pbem.engine.rules import Stint, Word
from pbem.engine.table import Table


class Course:
    """How far into the writer's stints the lines of his letter have come."""

    def __init__(self, table: Table[Any], seat: Seat) -> None:
        self._table = table
        self._seat = seat
        self._stints = stints_of(table, seat)

    def stint_of(self, word: Word[Any]) -> Stint | None:
        """The stint that a line with this order word is for; None where it cannot be told yet."""
        return self._among(word) or self._among(word, stints_of(self._table, self._seat))

    def _among(self, word: Word[Any], fresh: tuple[Stint, ...] = ()) -> Stint | None:
        if fresh and not any(word.key in stint.keys for stint in self._stints):
            self._stints = fresh
        return next((stint for stint in self._stints if word.key in stint.keys), None)

    @property
    def here(self) -> str:
        """The name of the stint that the letter has come to ("": of none)."""
        return self._stints[0].name if self._stints else ""

    def close(self) -> None:
        """What follows is for the next stint."""
        self._stints = self._stints[1:]


def stints_of(table: Table[Any], seat: Seat) -> tuple[Stint, ...]:
    """The seat's stints that can be told now."""
    return table.rules.stints(table.state, seat)


def is_over(table: Table[Any], seat: Seat, stint: str) -> bool:
    """Whether a stint once told has passed."""
    return stint not in [each.name for each in stints_of(table, seat)]


def is_due(table: Table[Any], seat: Seat, line: WaitingLine) -> bool:
    """Whether a line's turn has come: it is for whatever is asked next, or what is asked belongs to its stint.

    What somebody else's doing brings in the midst of it is for the player, and the line goes on waiting.
    """
    first = next(iter(stints_of(table, seat)), None)
    if not line.stint or first is None:
        return not line.stint
    answers = first.keys | {word.key for word in words_of(table, line)}
    return first.name == line.stint and any(decision.key in answers for decision in table.open_to(seat))


def closes(table: Table[Any], line: WaitingLine) -> bool:
    """Whether a line only says that its stint ends."""
    return any(word.closes for word in words_of(table, line))


def words_of(table: Table[Any], line: WaitingLine) -> list[Word[Any]]:
    """The Words of a line that waits; its order word is written in full."""
    verb = line.text.partition(" ")[0]
    return [word for word in table.rules.words(table.state) if word.verb == verb]
