"""The orders of one line in its writer's own words: one, or several that can all be given now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.engine.decision import Seat
from pbem.engine.game.orders import no_place
from pbem.engine.table import Table
from pbem.moderator.reading.line_tests import LineTests
from pbem.orders.carry.contradictions import is_one_answer
from pbem.orders.parse.parse import MAX_LINE_LENGTH, cut_actor
from pbem.orders.place.position import Position
from pbem.orders.place.segments import Cursor
from pbem.orders.reading.option_parts import TO
from pbem.orders.reading.read import meant_by
from pbem.orders.reading.sayings import sayings_of
from pbem.orders.reading.several import apart, together
from pbem.orders.reading.standard import standard_lines
from pbem.orders.reading.tokens import COLON
from pbem.orders.words.headings import headings_of
from pbem.orders.words.lexicon import plain_words
from pbem.orders.words.vocabulary import vocabulary_of


class LineOrders:
    """Parts the lines of letters from one seat of a game into orders, at the position as it is now."""

    def __init__(self, table: Table[Any], seat: Seat, tests: LineTests) -> None:
        self._table, self._seat, self._tests = table, seat, tests
        self._headings = headings_of(table.rules)

    def of(self, line: str) -> list[str]:
        """The orders of a line: several only where it is not one answer, and gives nothing up twice, or before others."""
        if whole := self._tests.with_its_word(line):
            return [whole]
        if self._tests.says_one_order(line):
            return [line]
        position = Position(self._table, self._seat)
        orders = (
            self._together(line)
            or self._standard(line)
            or [order for clause in apart(self._table, line) for order in together(position, clause) or [clause]]
        )
        if len(orders) > 1 and self._gives_up_twice(orders):
            answers = {meant_by(position, order) for order in orders}
            return [*answers] if len(answers) == 1 and "" not in answers else [line]
        if len(orders) > 1 and (self._is_one_answer(line, orders) or self._ends_before_others(orders)):
            return [line]
        return [*orders]

    def _together(self, text: str) -> list[str]:
        """The orders of a line without a heading that can all be given now."""
        return together(Position(self._table, self._seat), text) if self._headings.front.match(text) is None else []

    def _standard(self, text: str) -> list[str]:
        """The orders of a line in the standard form; [] where it tells of somebody who is none of the seat's pieces: "Essex
        will pay". Behind a colon it is told whom an order is for.
        """
        orders = standard_lines(self._table, text)
        tells = self._begins_with_rival(text) or any(self._tells_of_another(text, order) for order in orders)
        return [] if COLON not in text and tells else orders

    def _begins_with_rival(self, text: str) -> bool:
        """Whether a line says what another player does: "York marches on Chester"."""
        first, second, *_ = [*plain_words(text[:MAX_LINE_LENGTH]), "", ""]
        rivals = {word for seat in self._table.seats if seat != self._seat for word in plain_words(seat)}
        return first in rivals and (second,) in sayings_of(self._table).forms

    def _tells_of_another(self, text: str, order: str) -> bool:
        """Whether in front of an order, which was typed in a form of its own word or leads somewhere, stand some of whom
        none is a piece of the seat that is known to stand somewhere.
        """
        orders, vocabulary = self._table.rules.orders, vocabulary_of(self._table)
        actor, rest = cut_actor(order, vocabulary)
        verb = rest.partition(" ")[0]
        ids, own = vocabulary.named_in(actor), sayings_of(self._table).own.get(verb, ())
        is_own = orders.synonyms.prepositions.get(verb) == TO or any(
            (word,) in own for word in plain_words(text[:MAX_LINE_LENGTH])
        )
        if orders.place is no_place or not ids or self._seat in ids or not is_own:
            return False
        return not any(orders.place(self._table.state, self._seat, each) for each in ids)

    def _is_one_answer(self, text: str, orders: Sequence[str]) -> bool:
        """Whether what looks like several orders is one answer, as typed: "pay Norfolk and pay Essex"."""
        cursor = Cursor(self._table, self._seat)
        words = {order.partition(" ")[0].casefold() for order in orders}
        return len(words) == 1 and is_one_answer(self._table, self._seat, cursor, text)

    def _ends_before_others(self, orders: Sequence[str]) -> bool:
        """Whether an order ends a segment, and others follow it on its line: "done, Warwick to Kent"."""
        closing = {word.verb for word in vocabulary_of(self._table).words if word.closes}
        return any(" ".join(plain_words(order)) in closing for order in orders[:-1])

    def _gives_up_twice(self, orders: Sequence[str]) -> bool:
        """Whether all orders of a line give up the same: "no retreat, we stay in South Midlands"."""
        sayings, position = sayings_of(self._table), Position(self._table, self._seat)
        words = [plain_words(meant_by(position, order) or order) for order in orders]
        verbs = [{verb for at in range(len(each)) if (verb := sayings.order_at(each, at)[0])} for each in words]
        return verbs[0] == verbs[-1] and verbs[0] <= sayings.final
