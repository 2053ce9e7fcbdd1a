"""A record that is being run: its position as a State, its draws, and what is compared."""

from __future__ import annotations

from collections import deque
from collections.abc import Coroutine, Iterable
from copy import deepcopy
from typing import Any, TypeVar

from pbem.games.kingmaker.components.state import State
from pbem.lab.conform.conformance import Difference, OperationRecord
from pbem.lab.conform.driver import Mismatch
from pbem.lab.games.kingmaker.conformance.records import LEGAL, REFUSED
from pbem.lab.games.kingmaker.conformance.snapshot import differences, position, unlike

T = TypeVar("T")
C = TypeVar("C", bound=str)
SETS = ("killed", "captured", "royals", "attending", "discarded", "executed", "players")
"""What an outcome tells in an order that means nothing."""


class RecordedDraws:
    """The cards that a record drew, in its order, whatever the order of our piles."""

    def __init__(self, cards: Iterable[str]) -> None:
        self.left = deque(cards)

    def take(self, pile: list[C]) -> C:
        """The next card drawn. Raises Mismatch where none is left, or it is not in the pile."""
        if not self.left:
            raise Mismatch("a card is drawn that the record does not have")
        card = next((each for each in pile if each == self.left[0]), None)
        if card is None:
            raise Mismatch(f"{self.left[0]} is drawn, which is not in the pile")
        self.left.popleft()
        pile.remove(card)
        return card

    async def shuffle(self, pile: list[C], what: str) -> None:
        """Nothing to do: a recorded pile has no order."""


def _tidy(key: str, value: Any) -> Any:
    return sorted(value) if key in SETS and value else value


class Case:
    """A record on a State of ours. `first` is a game before its set-up, for the printed facts."""

    def __init__(self, record: OperationRecord, first: State) -> None:
        self.record, self.args = record, dict(record.args)
        self.board = first.board
        self.s = deepcopy(first) if record.before is None else position(record.before, first.board)
        self.draws = RecordedDraws(entry["v"] for entry in record.script)
        self.more: list[Difference] = []

    def run(self, flow: Coroutine[Any, Any, T]) -> T:
        """Run a rule to its end; it asks nobody, for its draws are recorded. Raises Mismatch."""
        try:
            asked = flow.send(None)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]
        flow.close()
        raise Mismatch(f"{asked} is asked")

    def told(self, happened: dict[str, Any]) -> None:
        """Compare what an operation says of itself with the recorded outcome. Fields that it leaves out are not compared."""
        for key, value in self.record.outcome.items():
            expected, found = (_tidy(key, each) for each in (value, happened.get(key)))
            self.more += unlike(f"outcome.{key}", expected, found)

    def expect(self, path: str, expected: Any, found: Any) -> None:
        """Compare one more fact."""
        if expected != found:
            self.more.append((path, expected, found))

    def differences(self) -> list[Difference]:
        """What differs from the recorded end; of a refusal and of a list of choices, what differs in it alone."""
        if self.record.op == REFUSED:
            return self.more
        if self.draws.left:
            self.more.append(("draws", list(self.draws.left), []))
        position_too = [] if LEGAL in self.record.args else differences(self.record.after, self.s)
        return [*self.more, *position_too]
