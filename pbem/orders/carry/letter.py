"""The orders of one letter, one after another: what stops them, what they replace, and which have branches behind them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import AbstractContextManager
from copy import copy
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from pbem.engine.decision import Seat
from pbem.engine.game.forecast import Caution
from pbem.engine.log.cause import CauseKind
from pbem.engine.refusal import BadLine, Illegal, Misread, NotAsked, WaitingLine
from pbem.engine.standing import order_text
from pbem.engine.table import Table
from pbem.faults import note_fault
from pbem.i18n import Text
from pbem.orders.carry.behind import Behind, LetterOrder
from pbem.orders.carry.contradictions import Contradictions
from pbem.orders.carry.execute import execute, understand
from pbem.orders.carry.lookahead import fork_alone, tells_of_others
from pbem.orders.carry.since import Since
from pbem.orders.carry.stage import Foresight, forecast_of
from pbem.orders.carry.waiting import carry_on, drop_lines
from pbem.orders.parse.branches import is_case, loop_of
from pbem.orders.parse.parse import Special, cut_scope, parse, split_heading
from pbem.orders.place.placed import Act, Keep, Placed, Stand
from pbem.orders.place.segments import Cursor, is_due, segments_of, waits_to_act
from pbem.orders.reading.read import meant_by
from pbem.orders.words.vocabulary import STANDING, WITHDRAW, vocabulary_of

SOMETHING_ELSE = Text("behind the one before it something else is asked")
BEGUN_SINCE = Text("it holds for what has begun since: what your letter began in is over")
"""What an order is warned of that holds for a round, a battle or a card which began within its letter."""


class LetterOrders:
    """Carries out the orders of a letter. Behind one that is refused those wait that depend on it (see orders.carry.behind).
    What it orders for a segment comes in the place of what waited for that: `replaced` are those lines. `warns` is what the
    newest order carried out is warned of.

    An order is looked at beforehand for what stands behind it, or above: where the program fails there, it is told when the
    turn of that order comes. `since` is what its writer was told, where others have acted since.
    """

    def __init__(self, table: Table[Any], seat: Seat, orders: Sequence[str], since: Since | None = None) -> None:
        self.table = table
        self.seat = seat
        self.orders = list(orders)
        self.cursor = Cursor(table, seat)
        self.replaced: list[str] = []
        self.kept_for: str | None = None
        self._behind = Behind(seat)
        self._contradictions = Contradictions(seat, self.orders)
        self._waiting = {line.segment for line in table.waiting.get(seat, [])}
        """The segments for which earlier lines wait that no order has replaced."""
        self._segments = _segments_written(table, seat, orders) if self._waiting else [set[str]() for _ in orders]
        """The segments that each order is for, as far as they can be told before it is carried out."""
        self._held: dict[Seat, set[str]] = {}
        self._hold()
        self.warns: tuple[str, ...] = ()
        self.says_again = False
        """Whether the last order only says what one above it has ordered."""
        self._scopes = table.scopes()
        self._foresight = Foresight(table, seat)
        self._since = since
        self._placed: Placed | None = None

    def waits_for(self, place: int) -> int | None:
        """The place of the refused order on which the one at `place` depends; None if it can be carried out."""
        self.cursor.cases_follow = self._is_case(place + 1)
        root = self._contradictions.root(place)
        if root is None:
            root = self._behind.held_by(self.table, self.cursor, self.orders[place])
        if root is not None:
            self.cursor.note_written(self.segment_at(place))
        return root

    def segment_at(self, place: int) -> str:
        """The segment that an order which is not carried out was meant for."""
        return self._headed(place) or self.cursor.here

    def _headed(self, place: int) -> str:
        """The segment that an order stands under by a heading, its own or one above it ("": none)."""
        try:
            return LetterOrder(self.table, self.seat, self.cursor, self.orders[place]).cursor.headed
        except BadLine:
            return ""
        except Exception as fault:
            note_fault(fault, f"the heading of {self.orders[place]!r}")
            return ""

    def heading_above(self, place: int) -> str:
        """The heading on a line of its own that an order stands under ("": there is none, or the order has one itself)."""
        try:
            heading, _ = split_heading(self.orders[place], vocabulary_of(self.table))
        except BadLine:
            return ""
        except Exception as fault:
            note_fault(fault, f"the heading of {self.orders[place]!r}")
            return ""
        headed = self.cursor.headed if heading is None else ""
        return next((each.heading for each in segments_of(self.table, self.seat) if each.name == headed), "")

    def execute(self, place: int, together: int = 1) -> str:
        """Carry out the order at `place`, and what it brings the waiting lines to. Gives what was understood.

        It is the first of several that are given `together`: it is refused where one of them would be. Repeated
        orders and branches are gone through with all that stands behind them for their segment. Raises BadLine.
        """
        again = self._contradictions.said_again(place)
        self.says_again = bool(again)
        if again:
            self.warns, self.kept_for = (), None
            return again
        self.cursor.cases_follow = self._is_case(place + 1)
        before, segments = self.table.waiting.get(self.seat, []), self._replaces(place)
        with self._aside():
            dropped = drop_lines(self.table, self.seat, segments)
        others = Counter(self.table.waiting.get(self.seat, []))
        try:
            if together > 1:
                self._try_together(self.orders[place : place + together])
            self._contradictions.check(self.table, self.cursor, place)
            self.warns = ()
            order, cursor, first = self.orders[place], self.cursor, self.table.next_number
            note = partial(self._note, order)
            understood = execute(self.table, self.seat, order, cursor=cursor, foresee=self._foresee, note=note)
            self._follow_since()
            if any(o.given >= first and o.scope not in self._scopes for o in self.table.orders_of(self.seat)):
                self.warns = (*self.warns, BEGUN_SINCE)
        except BadLine:
            if segments:
                with self._aside():
                    self.table.wait(self.seat, before)
            self.refuse(place)
            carry_on(self.table, self._held)
            raise
        self._note_replaced(dropped, segments, place)
        self._behind.note_done(self.table, self.orders[place])
        if not (self.cursor.cases_follow or self._is_followed(place)):
            carry_on(self.table, self._held)
        fresh = Counter(self.table.waiting.get(self.seat, [])) - others
        self.kept_for = next((line.segment for line in fresh), None)
        return understood

    def _foresee(self, line: WaitingLine) -> WaitingLine:
        """A line that is kept, with what it is shown to be; warnings go to `warns`."""
        seen = self._foresight.of(line, self._held.get(self.seat, set()))
        self.warns = seen.warns
        return line._replace(shown=seen.shown)

    def _note(self, order: str, placed: Placed) -> None:
        """Collect the warnings about an order that is done at once. Raises Illegal where others have made it worse."""
        if self._since is not None:
            self._since.check(self.table, placed, order)
        self._placed = placed
        forecast = forecast_of(self.table, self.seat, placed)
        self.warns = tuple(line for line in forecast.words if isinstance(line, Caution))

    def is_act(self, place: int) -> bool:
        """Whether the order at `place` is one to be done unasked, now or as soon as it can be."""
        try:
            action = understand(self.table, self.seat, self.orders[place], cursor=copy(self.cursor), shows=False).action
        except BadLine:
            return False
        return isinstance(action, Act) or (isinstance(action, Keep) and waits_to_act(self.table, action.line))

    def _follow_since(self) -> None:
        """The order just carried out leads on where others have not acted, too."""
        if self._since is not None and self._placed is not None:
            self._since.follow(self._placed)
        self._placed = None

    def refuse(self, place: int) -> None:
        """The order at `place` is not carried out: nor are those behind it that depend on it."""
        self.cursor.note_written(self.segment_at(place))
        self._behind.refuse(self.table, self.cursor, place, self.orders[place])

    def meant(self, place: int, order: str) -> None:
        """The order at `place`, which was refused, can only have meant this one: what depends on that waits."""
        self._behind.meant(self.table, self.cursor, place, order)

    def _try_together(self, orders: Sequence[str]) -> None:
        """Raises BadLine where one of several orders would be refused behind those before it. Where these roll something, or
        others are asked, it is not said why: that would tell what is rolled.
        """
        table = fork_alone(self.table, self.seat)
        cursor = self.cursor.at(table)
        for done, order in enumerate(orders):
            is_told = tells_of_others(self.table, table, self.seat)
            try:
                execute(table, self.seat, order, cursor=cursor)
            except BadLine as bad:
                self.table.faults += table.faults
                so_far = ["; ".join(orders[:done])] if done else []
                if is_told:
                    raise NotAsked(_none_of_these(order, NotAsked(SOMETHING_ELSE)), so_far) from None
                raise type(bad)(_none_of_these(order, bad), [*so_far, *bad.nearest]) from None

    def finish(self) -> None:
        """Go on with what waits, when all orders are read. Earlier lines whose turn has come, and which the letter has meant
        to replace by what was refused, are not carried out in spite of it. Others wait on: a refused line changes nothing.
        """
        now = [each.name for each in segments_of(self.table, self.seat)[:1]]
        segments = self._held.get(self.seat, set()) & {"", *now}
        lines = [line for line in self.table.waiting.get(self.seat, []) if line.segment in segments]
        if any(is_due(self.table, self.seat, line) for line in lines):
            with self._aside():
                self.replaced += drop_lines(self.table, self.seat, segments)
        carry_on(self.table)
        self._foresight.leave()

    def _aside(self) -> AbstractContextManager[None]:
        """What is written within puts earlier lines aside, or back, for what the letter says."""
        cause = self.table.cause
        return self.table.because(cause and replace(cause, kind=CauseKind.ASIDE))

    def _replaces(self, place: int) -> set[str]:
        """The segments that the order at `place` is the first of its letter to write for, where earlier lines wait."""
        written, held = set[str](), self._held.get(self.seat, set())
        if held:
            _note_segments(self.table, self.seat, copy(self.cursor), self.orders[place], written, is_next=True)
        return written & held

    def _note_replaced(self, dropped: Sequence[str], segments: set[str], place: int) -> None:
        """The order at `place` is carried out: the earlier lines for these segments have been replaced for good."""
        self.replaced += dropped
        self._waiting -= segments
        self._segments[place] = segments
        self._hold()

    def _hold(self) -> None:
        """Earlier lines wait while orders stand below that are for their segments, or one was refused."""
        self._held = {self.seat: self._waiting.intersection(set().union(*self._segments))} if self._segments else {}

    def _is_followed(self, place: int) -> bool:
        """Whether lines wait behind a repeated order or a branch, and the next order is for their segment too."""
        segment = self.cursor.mark.ordered
        waits = any(line.segment == segment for line in self.table.waiting.get(self.seat, []))
        if not waits or place + 1 >= len(self.orders):
            return False
        try:
            letter_order = LetterOrder(self.table, self.seat, copy(self.cursor), self.orders[place + 1])
            following = letter_order.cursor.segment_of(*letter_order.words(letter_order.rest))
        except BadLine:
            return False
        except Exception as fault:
            note_fault(fault, f"the segment of {self.orders[place + 1]!r}")
            return False
        return following is not None and following.name == segment

    def _is_case(self, place: int) -> bool:
        if place >= len(self.orders):
            return False
        try:
            return is_case(split_heading(self.orders[place], vocabulary_of(self.table))[1])
        except BadLine:
            return False
        except Exception as fault:
            note_fault(fault, f"whether {self.orders[place]!r} is a branch")
            return False


def put_aside(table: Table[Any], seat: Seat, orders: Sequence[str]) -> list[str]:
    """Drop the seat's waiting lines for every segment that the orders of a new letter are for, and give them.

    So it comes if none of them is refused. What only answers the question that has come up in the midst of them leaves them
    alone.
    """
    return drop_lines(table, seat, set().union(*_segments_written(table, seat, orders))) if table.waiting.get(seat) else []


def _segments_written(table: Table[Any], seat: Seat, orders: Sequence[str]) -> list[set[str]]:
    """The segments that each order of a letter is for, as far as they can be told before they are carried out: only the
    first can be compared with what is asked.
    """
    cursor, segments = Cursor(table, seat), list[set[str]]()
    for order in orders:
        written = set[str]()
        cursor = _note_segments(table, seat, cursor, order, written, is_next=not segments)
        segments.append(written)
    return segments


def _note_segments(table: Table[Any], seat: Seat, cursor: Cursor, order: str, written: set[str], *, is_next: bool) -> Cursor:
    """Add the segments that an order is for to those `written`; gives the cursor after it. An order that cannot be read adds
    those of its beginning, and leaves the cursor where it was: the line is refused when its turn comes.
    """
    try:
        return _walk(table, seat, cursor, order, written, is_next=is_next)
    except BadLine:
        return cursor
    except Exception as fault:
        note_fault(fault, f"the segments of {order!r}")
        return cursor


def _walk(table: Table[Any], seat: Seat, cursor: Cursor, order: str, segments: set[str], *, is_next: bool) -> Cursor:
    """Go on behind one order; a segment that it is for goes to `segments`. Raises BadLine where it cannot be read.

    One that `is_next` to be carried out may answer what is asked in other words: "go for Grey" is no campaign then.
    """
    letter_order, headed = LetterOrder(table, seat, cursor, order), cursor.headed
    cursor, rest = letter_order.cursor, letter_order.rest
    if not rest or is_case(rest):
        segments |= {cursor.headed} if rest and cursor.headed else set()
        return cursor
    loop = loop_of(rest)
    meant = meant_by(letter_order.position, rest) if is_next and letter_order.heading is None else ""
    words = letter_order.words(meant or (loop.order if loop is not None else rest))
    segment = cursor.segment_of(*words)
    written = cursor.headed or (segment.name if segment is not None else "")
    if not cursor.headed:
        if any(word.policy is not None or (letter_order.position.asking(word) and not word.own) for word in words):
            return cursor
        if segment is not None:
            cursor.go_to(segment.name)
    waits = bool(written) or any(word.waits for word in words)
    if waits and not (written and letter_order.waiting.comes_before(words, written)):
        segments.add(written)
    if letter_order.heading is not None and letter_order.heading.implied:
        cursor.headed = headed
    if any(word.closes for word in words):
        cursor.close()
    return cursor


# As it was typed


class Typed(NamedTuple):
    """How an order was typed: in a sentence or an exclamation (`in_prose`), or as the first of so many `parts` of one. Where
    a `fault` says why, a line that may be one was refused already. `sentence` is that of which it is a part ("": none).
    """

    in_prose: bool = False
    parts: int = 1
    fault: BadLine | None = None
    sentence: str = ""


def unread_with(typed: Typed, order: str, bad: BadLine) -> dict[str, Text]:
    """The sentence of which nothing more is carried out, as this part of it was not understood, with why; {} for none."""
    return {typed.sentence: _none_of_these(order, bad)} if typed.sentence and isinstance(bad, Misread) else {}


def check_typed(table: Table[Any], seat: Seat, cursor: Cursor, orders: Sequence[str], typed: Typed) -> None:
    """Raise BadLine where the first of these orders is not carried out for how it was typed."""
    if typed.in_prose:
        _refuse_prose(table, seat, cursor, orders[0])
    if typed.parts > 1:
        _check_parts(table, seat, cursor, orders[: typed.parts], in_prose=typed.in_prose)


def _refuse_prose(table: Table[Any], seat: Seat, cursor: Cursor, text: str) -> None:
    """Raise Misread where an order would only stand, and does not say so by a condition or for how long."""
    try:
        action = understand(table, seat, text, cursor=copy(cursor), shows=False).action
    except BadLine:
        return
    order = action.order if isinstance(action, Stand) else None
    if order is None or order.condition is not None or _says_it_stands(table, text):
        return
    line = f"{STANDING} {order_text(table.rules, table.state, order)}"
    raise Misread(Text('in a sentence "{verb}" gives no standing order: write it by itself', verb=order.verb), [line])


def _says_it_stands(table: Table[Any], text: str) -> bool:
    vocabulary = vocabulary_of(table)
    says_how_long = bool(cut_scope(text, vocabulary.scope_names)[1])
    parsed = parse(text, vocabulary)
    return says_how_long or (isinstance(parsed, Special) and parsed.word != WITHDRAW)


def _check_parts(table: Table[Any], seat: Seat, cursor: Cursor, orders: Sequence[str], *, in_prose: bool) -> None:
    """Raise for one behind the first of several orders that cannot be read, is for a question that is not open, or would
    only stand and does not say so: the first is not carried out without it. What the rules do not allow yet they may behind
    the first: York musters and levies.
    """
    for order in orders:
        try:
            understand(table, seat, order, cursor=copy(cursor), shows=False)
            if in_prose:
                _refuse_prose(table, seat, cursor, order)
        except BadLine as bad:
            if order == orders[0]:
                return  # it is refused by itself
            if not isinstance(bad, Illegal):
                raise type(bad)(_none_of_these(order, bad), orders[:1]) from None
    _check_questions(table, seat, cursor, orders)


def _check_questions(table: Table[Any], seat: Seat, cursor: Cursor, orders: Sequence[str]) -> None:
    """Raise NotAsked for one of several orders whose question those before it end, whatever is rolled: "besiege and attack
    Blue". Where they roll something, or others are asked, it is not looked at: that would tell what is rolled, or what the
    others have ordered in advance.
    """
    ahead = fork_alone(table, seat)
    behind = cursor.at(ahead)
    for done, order in enumerate(orders):
        if tells_of_others(table, ahead, seat):
            return
        try:
            execute(ahead, seat, order, cursor=behind)
        except NotAsked as bad:
            if done:
                raise NotAsked(_none_of_these(order, bad), [*orders[:done], order]) from None
        except BadLine as bad:
            if done and _gives_up(ahead, orders[done - 1]):
                raise type(bad)(_none_of_these(order, bad), [*orders[:done]]) from None
            return


def _gives_up(table: Table[Any], order: str) -> bool:
    """Whether an order gives up what others could still do: what stands behind it in its sentence is done, or neither is."""
    return order.partition(" ")[0].casefold() in table.rules.orders.synonyms.final


def _none_of_these(order: str, bad: BadLine) -> Text:
    return Text('none of these is carried out, as "{order}" cannot be: {problem}', order=order, problem=bad.problem)
