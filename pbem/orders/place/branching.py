"""Repeated orders, and the cases behind an order: kept until it is known what has come of the order."""

from __future__ import annotations

from typing import Any

from pbem.engine.refusal import BadLine, Misread, WaitingLine
from pbem.engine.rules import Word
from pbem.orders.parse.branches import ELSE, FAILS, GO_ON, OUTCOMES, SUCCEEDS, Case, Loop, loop_of
from pbem.orders.parse.parse import Order
from pbem.orders.place.cursor import NO_MARK, Mark
from pbem.orders.place.placed import Keep, Placed
from pbem.orders.place.position import keys_of
from pbem.orders.place.segments import is_over
from pbem.orders.place.waiting import WaitingLines
from pbem.orders.words.headings import cut_heading


class Branches:
    """Places the branches of one seat."""

    def __init__(self, waiting: WaitingLines) -> None:
        self.waiting = waiting
        self.position = waiting.position
        self.cursor = waiting.cursor

    # Repeated orders

    def loop(self, loop: Loop, once: Placed) -> Placed:
        """Keep an order that is repeated: `once` is what it would do one time. Raises Misread for a goal not known."""
        segment = once.segment if once.segment is not None else once.mark.ordered
        if segment is None:
            raise Misread(f'"{loop.order}" cannot be repeated', [loop.order])
        order = once.mark.order
        meant = str(Loop(order, self._goal(loop.goal, order), loop.most))
        keys = keys_of(self.position.words(self.position.vocabulary.cut(order)[0]))
        said = self.waiting.said(meant, segment, keys) if segment else meant
        return Placed(said, Keep(WaitingLine(meant, segment, most=loop.most)), branches=True, mark=Mark(segment, order))

    def _goal(self, goal: str, order: str) -> str:
        return goal if goal == SUCCEEDS else self._condition(goal, order)

    def _condition(self, text: str, order: str) -> str:
        """A condition in its own words. Raises Misread where the game knows no such condition."""
        situations, state = self.position.rules.standing.situations, self.position.state
        if situations is None:
            raise Misread(f'"{text}" is not a case', [f"if {outcome}: ..." for outcome in OUTCOMES])
        about = self.position.vocabulary.named_in(self.position.vocabulary.cut(order)[1])
        return situations.write(state, situations.read(state, self.position.seat, text, about))

    # Cases

    def case(self, case: Case) -> Placed:
        """Keep a branch behind its order, until it is known which of them comes. Raises BadLine for what cannot be one."""
        mark, headed = self.cursor.mark, self.cursor.headed
        before = mark if mark.ordered is not None and headed in ("", mark.ordered) else NO_MARK
        self._check_place(case, before)
        segment = headed or self.cursor.here if before.ordered is None else before.ordered
        when = case.when if case.when in (*OUTCOMES, ELSE) else self._condition(case.when, before.order)
        meant = str(Case(when, self._body(case, segment)))
        mark = Mark(segment, before.order, (*before.cases, when))
        if segment and is_over(self.position.table, self.position.seat, segment):
            return Placed(f"{meant} ({segment} is over)", branches=True, mark=mark)
        return Placed(meant, Keep(WaitingLine(meant, segment)), branches=True, mark=mark)

    def _check_place(self, case: Case, before: Mark) -> None:
        """Refuse a branch where none can stand: a mere condition may open a segment, an outcome follows an order.

        Right behind an order `else go on` says that the next one comes whatever has become of it.
        """
        goes_on = bool(before.order) and case.body == GO_ON
        if case.when == ELSE and not before.cases and not goes_on:
            raise Misread('"else" follows an "if"', [f"if {FAILS}: {case.body}"] if before.order else [case.body])
        if ELSE in before.cases and case.when != ELSE:
            raise Misread('no case can follow "else"', [case.body])
        if before.ordered is None and case.when in OUTCOMES:
            raise Misread("there is no order before this case", [case.body])

    def _body(self, case: Case, segment: str) -> str:
        """What stands behind a case, as it is meant. Raises BadLine for what is no order of its segment."""
        if case.body == GO_ON:
            return GO_ON
        try:
            return self._meant(case.body, segment)
        except BadLine as bad:
            headings = self.position.vocabulary.headings
            near = [line for line in bad.nearest if cut_heading(line, headings)[0] is None]
            raise type(bad)(bad.problem, [f"{case.head}: {line}" for line in near or [GO_ON]]) from None

    def _meant(self, body: str, segment: str) -> str:
        """The order of a case in full.

        One that ends a segment of another kind says that nothing is to be done: in a Levy, `else pass` goes on.
        """
        loop = loop_of(body)
        loop = loop and loop._replace(goal=self._goal(loop.goal, loop.order))
        words, text = self._order_of(loop.order if loop is not None else body)
        there = self.position.segment(segment)
        if there is not None and not text and all(word.closes and word.key not in there.keys for word in words):
            return GO_ON
        meant = f"{words[0].verb} {self.waiting.checked(segment, words, text)}".strip()
        return str(loop._replace(order=meant)) if loop is not None else meant

    def _order_of(self, line: str) -> tuple[list[Word[Any]], str]:
        verb, text = self.position.vocabulary.cut(line)
        words = self.position.words(verb)
        if not any(word.own or word.waits for word in words):
            raise Misread(f'"{verb}" cannot stand behind a case', [GO_ON])
        return self.position.words_of(Order(verb, text, line)), text
