"""A seat's own segments played ahead at a Table of its own, as if nobody else did anything and every roll came out well.

It begins at the position of the game, but nothing of it comes back. The other seats' standing orders and waiting lines are
not there, and no die of the game is drawn.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbem.effort import spend
from pbem.engine.copying import copied
from pbem.engine.decision import Decision, Die, Json, Seat, Shape
from pbem.engine.dice import Chance, Mixed, RollId
from pbem.engine.game.forecast import Previews, SoloPlay
from pbem.engine.log.entry import EntryKind
from pbem.engine.table import Table
from pbem.orders.carry.execute import carry_out
from pbem.orders.place.placed import Answer, Placed
from pbem.orders.place.segments import segments_of

MAX_STEPS = 200


class Unforeseen(Exception):
    """What happens now depends on more than the seat's own orders."""


def all_succeeds(previews: Previews[Any]) -> Chance:
    """The Chance of a lookahead: no die is drawn, the best face stands for a success. It raises Unforeseen for a shuffle."""

    def best(roll: RollId, shape: Shape, mixed: Mixed) -> Json:
        del mixed
        if isinstance(shape, Die):
            return previews.best_of.get(roll.key, previews.best)
        raise Unforeseen

    return best


def fork_alone(table: Table[Any], seat: Seat) -> Table[Any]:
    """A fork at which nobody but `seat` has ordered anything in advance, or agreed to anything, but what that knows of: what
    comes of its orders there does not tell whether others have.
    """
    fork = table.fork()
    fork.offers = fork.offers.known_to(seat)
    fork.book.orders = [order for order in fork.book.orders if order.seat == seat]
    for other in fork.seats:
        if other != seat:
            fork.waiting.pop(other, None)
    return fork


def tells_of_others(table: Table[Any], ahead: Table[Any], seat: Seat) -> bool:
    """Whether a fork of a Table, with orders of a seat carried out, can tell it what is rolled, or what others answer."""
    fresh = ahead.entries[len(table.entries) :]
    is_told = any(entry.kind is EntryKind.ROLL or entry.seat not in (seat, None, "") for entry in fresh)
    return is_told or _asked_of_others(ahead, seat) != _asked_of_others(table, seat)


def _asked_of_others(table: Table[Any], seat: Seat) -> set[tuple[Seat, str, str]]:
    return {(each.seat, each.key, each.subject) for each in table.open() if each.seat != seat}


class Ahead:
    """The lookahead of one seat's segments."""

    def __init__(self, table: Table[Any], seat: Seat, lookahead: SoloPlay[Any]) -> None:
        self.seat = seat
        self._game = table
        self._let_pass = lookahead.let_pass
        self._rules = replace(
            table.rules, new_state=lambda _setup: copied(table.state), play=lambda s: lookahead.play(s, seat)
        )
        self.table = self._fresh()
        for decision, answer in table.given_by(seat):
            if any(d.key == decision.key for d in self.table.open_to(seat)):
                self.answer(decision, answer)

    def _fresh(self) -> Table[Any]:
        table = self._game.foresee(self._rules, all_succeeds(self._rules.previews))
        table.book.orders = [order for order in self._game.book.orders if order.seat == self.seat]
        table.settle()
        return table

    def asks(self, decision: Decision) -> bool:
        """Whether this question of the game is where the lookahead begins."""
        return any((d.key, d.subject) == (decision.key, decision.subject) for d in self._fresh().open_to(self.seat))

    def answer(self, decision: Decision, answer: Json) -> None:
        """Give an answer, and go on to the seat's next question. Raises Unforeseen; then nothing has happened."""
        self.carry_out(Placed("", Answer(decision, answer, "")))

    def carry_out(self, placed: Placed) -> None:
        """Carry out what was read for this Table, and go on to the seat's next question. Raises Unforeseen; then nothing
        has happened.
        """
        entries = list(self.table.entries)
        try:
            carry_out(self.table, self.seat, placed)
            self._let_others_pass()
        except Unforeseen:
            self.back_to(entries)
            raise

    def _let_others_pass(self) -> None:
        for _ in range(MAX_STEPS):
            others = [d for d in self.table.open() if d.seat != self.seat]
            if not others:
                return
            for other in others:
                if other.key not in self._let_pass or other.default is None:
                    raise Unforeseen
                self.table.answer(other.seat, other.key, other.default(), subject=other.subject)
        raise Unforeseen

    def back_to(self, entries: list[Any]) -> None:
        """Stand where these entries lead to."""
        spend(len(entries))
        self.table = self._fresh()
        for entry in entries[len(self.table.entries) :]:
            self.table.replay(entry, check=False)

    def segment(self) -> str:
        """The segment that the lookahead has come to ("": it is over)."""
        first = next(iter(segments_of(self.table, self.seat)), None)
        return first.name if first is not None and self.table.open_to(self.seat) else ""

    def answer_defaults(self) -> bool:
        """Answer the seat's open questions by their defaults. False where one has none, or it cannot be told what comes."""
        for decision in self.table.open_to(self.seat):
            if decision.default is None:
                return False
            try:
                self.answer(decision, decision.default())
            except Unforeseen:
                return False
        return True
