"""The orders of one letter, one after another: what stops them, what they replace, and which have branches behind them."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from copy import copy
from typing import Any

from pbem.engine.decision import Seat
from pbem.engine.entry import Kind
from pbem.engine.order import BadLine, WaitingLine
from pbem.engine.table import Table
from pbem.orders.branches import is_case, loop_of
from pbem.orders.course import Course, stints_of
from pbem.orders.obey import obey
from pbem.orders.reader import Reader
from pbem.orders.stint_lines import StintLines
from pbem.orders.waiting import carry_on, drop_lines


class LetterLines:
    """Carries out the orders of a letter. Behind one that is refused no other is carried out, but what a heading keeps for
    another stint, still to come, is kept. What it orders for a stint comes in the place of what waited for that: `replaced`
    are those lines.
    """

    def __init__(self, table: Table[Any], seat: Seat, orders: Sequence[str]) -> None:
        self.table = table
        self.seat = seat
        self.orders = list(orders)
        self.course = Course(table, seat)
        self.replaced: list[str] = []
        self._refused: set[str] = set()
        waiting = {line.stint for line in table.waiting.get(seat, [])}
        self._held = {seat: waiting & _stints_written(table, seat, orders)} if waiting else {}

    def is_stopped(self, place: int) -> bool:
        """Whether the order at `place` is not to be carried out, for one before it was refused."""
        if not self._refused:
            return False
        now = [stint.name for stint in stints_of(self.table, self.seat)[:1]]
        return self._headed(place) in ("", *now, *self._refused)

    def _headed(self, place: int) -> str:
        """The stint that an order stands under by a heading, its own or one above it ("": none)."""
        try:
            heading, _ = _lines(self.table, self.seat, self.course).cut_heading(self.orders[place])
            return self.course.headed if heading is None else self.course.under(heading).headed
        except BadLine:
            return ""

    def obey(self, place: int) -> str:
        """Carry out the order at `place`, and what it brings the waiting lines to. Gives what was understood.

        Repeated orders and branches are gone through with all that stands behind them for their stint. Raises BadLine.
        """
        self.course.cases_follow = self._is_case(place + 1)
        before, stints = self.table.waiting.get(self.seat, []), self._replaces(place)
        drop_lines(self.table, self.seat, stints)
        try:
            understood = obey(self.table, self.seat, self.orders[place], course=self.course)
        except BadLine:
            if stints:
                self.table.wait(self.seat, before)
            self._refused.add(self._headed(place) or self.course.here)
            carry_on(self.table, self._held)
            raise
        self._note_replaced(before, stints)
        if not (self.course.cases_follow or self._is_followed(place)):
            carry_on(self.table, self._held)
        return understood

    def _replaces(self, place: int) -> set[str]:
        """The stints that the order at `place` is the first of its letter to write for, where earlier lines wait."""
        found, held = set[str](), self._held.get(self.seat, set())
        if held:
            with suppress(BadLine):
                _walk(self.table, self.seat, copy(self.course), self.orders[place], found)
        return found & held

    def _note_replaced(self, before: Sequence[WaitingLine], stints: set[str]) -> None:
        """The earlier lines for these stints have been replaced for good."""
        self.replaced += [line.text for line in before if line.stint in stints]
        if stints:
            self._held[self.seat] -= stints

    def finish(self) -> None:
        """Go on with what waits, when all orders are read. Earlier lines for the stint under way, which the letter has
        meant to replace, are not carried out in spite of it.
        """
        now = [stint.name for stint in stints_of(self.table, self.seat)[:1]]
        self.replaced += drop_lines(self.table, self.seat, self._held.get(self.seat, set()) & {"", *now})
        carry_on(self.table)

    def _is_followed(self, place: int) -> bool:
        """Whether lines wait behind a repeated order or a branch, and the next order is for their stint too."""
        stint = self.course.place.ordered
        waits = any(line.stint == stint for line in self.table.waiting.get(self.seat, []))
        if not waits or place + 1 >= len(self.orders):
            return False
        try:
            lines = _lines(self.table, self.seat, self.course)
            heading, rest = lines.cut_heading(self.orders[place + 1])
            course = self.course if heading is None else self.course.under(heading)
            following = course.stint_of(*lines.reader.words(lines.reader.cut(rest)[0]))
        except BadLine:
            return False
        return following is not None and following.name == stint

    def _is_case(self, place: int) -> bool:
        if place >= len(self.orders):
            return False
        try:
            return is_case(_lines(self.table, self.seat, self.course).cut_heading(self.orders[place])[1])
        except BadLine:
            return False


def _lines(table: Table[Any], seat: Seat, course: Course) -> StintLines:
    return StintLines(Reader(table, seat), Kind.ANSWER, course)


def put_aside(table: Table[Any], seat: Seat, orders: Sequence[str]) -> list[str]:
    """Drop the seat's waiting lines for every stint that the orders of a new letter are for, and give them.

    So it comes if none of them is refused. What only answers the question that has come up in the midst of them leaves them
    alone.
    """
    return drop_lines(table, seat, _stints_written(table, seat, orders)) if table.waiting.get(seat) else []


def _stints_written(table: Table[Any], seat: Seat, orders: Sequence[str]) -> set[str]:
    """The stints that the orders of a letter are for, as far as they can be told before they are carried out."""
    course, found = Course(table, seat), set[str]()
    for order in orders:
        try:
            course = _walk(table, seat, course, order, found)
        except BadLine:
            continue
    return found


def _walk(table: Table[Any], seat: Seat, course: Course, order: str, found: set[str]) -> Course:
    """Go on behind one order; a stint that it is for goes to `found`. Raises BadLine where it cannot be read."""
    lines, headed = _lines(table, seat, course), course.headed
    heading, rest = lines.cut_heading(order)
    course = course if heading is None else course.under(heading)
    if not rest or is_case(rest):
        found |= {course.headed} if rest and course.headed else set()
        return course
    loop = loop_of(rest)
    words = lines.reader.words(lines.reader.cut(loop.order if loop is not None else rest)[0])
    stint = course.stint_of(*words)
    written = course.headed or (stint.name if stint is not None else "")
    between = lines.comes_before(words, written)
    if course.headed:
        found |= set() if between else {written}
    elif any(word.policy is not None or (lines.reader.asking(word) and not word.own) for word in words):
        return course
    elif stint is not None:
        found |= set() if between else {written}
        course.go_to(stint.name)
    elif any(word.waits for word in words):
        found.add("")
    if heading is not None and heading.implied:
        course.headed = headed
    if any(word.closes for word in words):
        course.close()
    return course
