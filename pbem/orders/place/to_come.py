"""What a seat could do unasked if this moment were safe: what a line that waits until it can be done is read against."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from pbem.engine.copying import copied
from pbem.engine.decision import Decision, Seat
from pbem.engine.game.orders import Word
from pbem.engine.refusal import BadLine, WaitingLine
from pbem.engine.table import Table
from pbem.orders.parse.even import cut_even
from pbem.orders.place.answers import Answers
from pbem.orders.place.placed import Act, Placed
from pbem.orders.place.position import Position
from pbem.orders.place.segments import waits_to_act


class ActsToCome(Position):
    """A seat at a Table as it will be once the acts that wait (`before` one of them: those above it) are done, and nothing
    else has changed.

    Where the game does not tell what could be done (Acts.ahead) there are no acts.
    """

    def __init__(self, table: Table[Any], seat: Seat, before: WaitingLine | None = None) -> None:
        super().__init__(table, seat)
        self._answers = Answers(self)
        waiting = [line for line in table.waiting.get(seat, []) if waits_to_act(table, line)]
        waiting = waiting[: waiting.index(before)] if before in waiting else waiting
        if waiting and self.acts:
            self.state = copied(self.state)
            for line in waiting:
                with suppress(BadLine):
                    self._do(self.read(line.text))

    @property
    def acts(self) -> tuple[Decision, ...]:
        """What the seat could do."""
        return () if self.table.over else self.rules.acts.ahead(self.state, self.seat)

    def read(self, line: str) -> Placed:
        """What a line would do, which is kept with its order word and names in full. Raises BadLine."""
        verb, text = self.vocabulary.cut(cut_even(line)[0])
        return self.act([word for word in self.vocabulary.with_verb.get(verb, []) if word.act], text)

    def act(self, words: Sequence[Word[Any]], text: str) -> Placed:
        """What a line with one of these order words would do. Raises BadLine for one that cannot be done."""
        refused: BadLine | None = None
        for word in words:
            for act in self.acts_by(word):
                try:
                    return self._answers.act(word, act, text)
                except BadLine as bad:
                    refused = refused or bad
        raise refused or self._answers.not_open(words, text)

    def _do(self, placed: Placed) -> None:
        assert isinstance(placed.action, Act)
        self.rules.acts.do(self.state, self.seat, placed.action.decision.key, placed.action.answer)
