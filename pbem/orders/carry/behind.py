"""Which orders of a letter depend on one above them that was refused: these wait, all others are carried out or kept.

What an order comes to can depend on those above it for the same segment, for they are carried out in their order, and on an
answer above it to the same question. So behind a refused one these wait:

- what is for the same segment;
- what answers the same question;
- an order of any segment without a heading, for a heading or the end of a segment may have been on the refused line;
- what ends a segment, or meets enemies: it may end the time of the refused order.

What is done unasked while its writer is asked for the orders of a segment counts as one of these.

Standing orders depend on nothing, unless they would answer such a question at once. On them depends what ends a segment or
meets enemies, for that may bring the questions that they were written for. Nothing depends on the beginning of an answer
that is collected over several lines. An order that waits holds up those after it as if it had been refused. On a line that
only says of what is below it when that is meant, or whose it is ("only if it fails:", "Bob wrote:"), all of that depends.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from pbem.engine.decision import Assign, Seat
from pbem.engine.game.orders import Word
from pbem.engine.log.entry import EntryKind
from pbem.engine.refusal import BadLine
from pbem.engine.table import Table
from pbem.faults import note_fault
from pbem.figures import is_number
from pbem.orders.carry.execute import understand
from pbem.orders.carry.stage import forecast_of
from pbem.orders.languages.words import listed
from pbem.orders.parse.branches import cut_even, is_case, loop_of
from pbem.orders.parse.caution import limits_others
from pbem.orders.parse.parse import cut_actor, split_heading
from pbem.orders.place.placed import Act, Answer, Clear, Keep, PartialAnswer, Placed, Stand
from pbem.orders.place.position import Position, keys_of
from pbem.orders.place.segments import Cursor, acts_alone
from pbem.orders.place.waiting import WaitingLines
from pbem.orders.words.headings import Heading
from pbem.orders.words.lexicon import plain_words
from pbem.orders.words.vocabulary import HABITS, STANDING, vocabulary_of

NOTHING = frozenset[str]()


@dataclass(frozen=True, slots=True)
class Purpose:
    """What an order is for: the `segment` whose order it is (None: of none), or the questions with these `keys`; both where
    that cannot be told. `headed`: it says itself which segment it is for. `stands`: it is a standing order; `brings`: what
    comes of it can be what those were written for. `all`: whatever stands below it depends on it.
    """

    segment: str | None = None
    keys: frozenset[str] = NOTHING
    headed: bool = False
    stands: bool = False
    brings: bool = False
    all: bool = False

    @property
    def is_for_nothing(self) -> bool:
        """Whether nothing depends on it."""
        return self.segment is None and not self.keys and not self.stands and not self.all


@dataclass(frozen=True, slots=True)
class _Refused:
    """An order that is not carried out, and the place of the one refused for which it is not. `loose`: no order behind it
    has had a heading.
    """

    place: int
    purpose: Purpose
    loose: bool = True

    def holds(self, other: Purpose) -> bool:
        purpose = self.purpose
        if purpose.all:
            return True
        if purpose.stands:
            return other.brings or bool(purpose.keys & other.keys)
        if purpose.keys & other.keys or (other.segment is not None and other.segment == purpose.segment):
            return True
        return self.loose and (other.segment is not None or other.brings) and not other.headed


class Behind:
    """The orders of one seat's letter that are not carried out, and what waits behind them."""

    def __init__(self, seat: Seat) -> None:
        self._seat = seat
        self._refused: list[_Refused] = []

    def refuse(self, table: Table[Any], cursor: Cursor, place: int, order: str) -> None:
        """The order at `place` cannot be carried out. One that only heads the letter ("Turn 2") can be for all of it."""
        anything = Purpose(cursor.headed or cursor.here, Position(table, self._seat).open_keys)
        try:
            if limits_others(order):
                purpose = replace(anything, all=True)
            else:
                purpose = anything if _heads(order) else _likely(table, self._seat, cursor, order)
        except BadLine:
            purpose = anything
        except Exception as fault:
            note_fault(fault, f"what {order!r} is for")
            purpose = anything
        self._hold(place, purpose)

    def meant(self, table: Table[Any], cursor: Cursor, place: int, order: str) -> None:
        """The order at `place`, which was refused, can only have meant this one, and is taken for that."""
        self._refused = [each for each in self._refused if each.place != place]
        self._hold(place, purpose_of(table, self._seat, cursor, order))

    def _hold(self, place: int, purpose: Purpose) -> None:
        refused = _Refused(place, purpose)
        if not purpose.is_for_nothing and refused not in self._refused:
            self._refused.append(refused)

    def held_by(self, table: Table[Any], cursor: Cursor, order: str) -> int | None:
        """The place of the refused order for which this one waits; None: it does not. What waits holds up others too."""
        if not self._refused:
            return None
        purpose = purpose_of(table, self._seat, cursor, order)
        root = next((each.place for each in self._refused if each.holds(purpose)), None)
        if root is not None:
            self._hold(root, purpose)
        return root

    def note_done(self, table: Table[Any], order: str) -> None:
        """An order was carried out: behind a heading of its own orders without one are for its segment."""
        if self._refused and split_heading(order, vocabulary_of(table))[0] is not None:
            self._refused = [_Refused(each.place, each.purpose, loose=False) for each in self._refused]


def _heads(order: str) -> bool:
    """Whether a line is made of words that head a letter, and a number: "Turn 2 orders"."""
    numbers = [is_number(word) for word in plain_words(order)]
    return any(numbers) and all(n or word in listed("heads") for n, word in zip(numbers, plain_words(order), strict=True))


def purpose_of(table: Table[Any], seat: Seat, cursor: Cursor, order: str) -> Purpose:
    """What an order is for where it stands, or may be for where that cannot be told."""
    try:
        placed = understand(table, seat, order, cursor=cursor, shows=False)
    except BadLine:
        return _likely(table, seat, cursor, order)
    position = Position(table, seat)
    purpose = _placed_for(position, cursor, placed, _is_headed(table, seat, cursor, order))
    return replace(purpose, brings=placed.closes or forecast_of(table, seat, placed).meets != "")


def _is_headed(table: Table[Any], seat: Seat, cursor: Cursor, order: str) -> bool:
    try:
        return LetterOrder(table, seat, cursor, order).heading is not None
    except BadLine:
        return False


def _placed_for(position: Position, cursor: Cursor, placed: Placed, headed: bool) -> Purpose:
    match placed.action:
        case Answer(decision):
            keys = frozenset({decision.key})
        case Act(decision):
            return _unasked(position, cursor, frozenset({decision.key}), headed)
        case PartialAnswer(decision, pairs) if isinstance(decision.shape, Assign) and len(pairs) >= decision.shape.count:
            keys = frozenset({decision.key})
        case Clear(decisions):
            keys = frozenset(decision.key for decision in decisions)
        case Keep(line):
            words = position.vocabulary.with_verb.get(line.text.partition(" ")[0], [])
            if acts_alone(words):
                return _unasked(position, cursor, frozenset(keys_of(words)), headed)
            return Purpose(line.segment, NOTHING, headed) if line.segment else Purpose(None, frozenset(keys_of(words)))
        case Stand(order) if order.key in position.open_keys:  # it would answer that at once
            return Purpose(None, frozenset({order.key}), stands=True)
        case Stand():
            return Purpose(stands=True)
        case _:
            return Purpose()
    own_words = [word for word in position.vocabulary.words if word.key in keys and word.own]
    return Purpose(placed.heading or _segment_of(cursor, own_words), headed=headed) if own_words else Purpose(None, keys)


def _unasked(position: Position, cursor: Cursor, keys: frozenset[str], headed: bool) -> Purpose:
    """An act among the orders of a segment is one of these: what it is done for can be above or below it."""
    segment = cursor.headed or (cursor.here if position.open else "")
    return Purpose(segment, headed=headed) if segment else Purpose(None, keys)


def _segment_of(cursor: Cursor, own: Sequence[Word[Any]]) -> str:
    """The segment of an order with these Words."""
    segment = cursor.segment_of(*own)
    return segment.name if segment is not None else cursor.here


def _likely(table: Table[Any], seat: Seat, cursor: Cursor, order: str) -> Purpose:
    """What an order may be for that cannot be carried out: where not even its order word can be read, all that is asked."""
    position = Position(table, seat)
    try:
        letter_order = LetterOrder(table, seat, cursor, order)
    except BadLine:
        return Purpose(cursor.headed or cursor.here, position.open_keys)
    cursor, headed = letter_order.cursor, letter_order.heading is not None
    try:
        if is_case(letter_order.rest):
            return Purpose(cursor.headed or cursor.here, headed=headed)
        loop, verb = loop_of(letter_order.rest), position.vocabulary.cut(letter_order.rest)[0]
        if verb in (STANDING, *HABITS) or position.vocabulary.special(verb):
            return Purpose(stands=verb in (STANDING, *HABITS))
        words = letter_order.words(loop.order if loop is not None else letter_order.rest)
    except BadLine:
        return Purpose(cursor.headed or cursor.here, NOTHING if headed else position.open_keys, headed)
    asked = frozenset(word.key for word in words if position.asking(word))
    own_words = [word for word in words if word.own]
    if own_words:  # within a segment the same word can answer a question that another seat has caused
        brought = NOTHING if headed else frozenset(word.key for word in words if not word.own) & asked
        return Purpose(cursor.headed or _segment_of(cursor, own_words), brought, headed)
    if words and all(word.act for word in words):
        return _unasked(position, cursor, frozenset(keys_of(words)), headed)
    can_stand = not asked and any(word.policy is not None for word in words)
    return Purpose(None, asked or frozenset(word.key for word in words if word.policy is None), stands=can_stand)


# An order with its heading, its waiting lines and its place in the letter


class LetterOrder:
    """An order split into its heading, written or implied (None: neither), and the `rest`; the cursor is after the heading.

    Raises BadLine if it cannot be read.
    """

    def __init__(self, table: Table[Any], seat: Seat, cursor: Cursor, order: str) -> None:
        self.position = Position(table, seat)
        heading, rest = split_heading(order, self.position.vocabulary)
        self.rest = cut_even(cut_actor(rest, self.position.vocabulary)[1])[0]
        self.waiting = WaitingLines(self.position, cursor, EntryKind.ANSWER)
        self.heading: Heading | None = heading or self.waiting.implied_heading(self.position.vocabulary.cut(order)[0])
        self.cursor = cursor if self.heading is None else cursor.under(self.heading)

    def words(self, order: str) -> list[Any]:
        """The Words of an order."""
        return self.position.words(self.position.vocabulary.cut(order)[0])
