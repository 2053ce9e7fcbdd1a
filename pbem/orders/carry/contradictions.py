"""Orders of one letter that answer one question differently: none of them is carried out, and their writer is asked.

Two orders answer one question if both answer it where the first of them stands, and nothing between them answers another: a
second answer behind that is for the next time that the question is asked. An order given ahead answers what is open if that
is settled by it. Nothing else tells whether a second answer is for the next time, so a question that is asked several times
in a row says so (`Word.in_a_row`: Hit 1 of 11), or is one of several that are open. An order that gives the same answer
again has been carried out with the first.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import Any, Final

from pbem.engine.decision import Assign, Decision, Json, Menu, PickSome, Seat
from pbem.engine.refusal import Ambiguous, BadLine, Illegal, NotAsked
from pbem.engine.standing import OrderFailed, StandingOrder, answering, policy_of
from pbem.engine.table import Table
from pbem.faults import note_fault
from pbem.i18n import Text
from pbem.orders.carry.below import may_change
from pbem.orders.carry.execute import understand
from pbem.orders.languages.words import WORD, alternatives, listed
from pbem.orders.parse.branches import case_of, is_going_on, loop_of
from pbem.orders.parse.parse import MAX_LINE_LENGTH, split_heading
from pbem.orders.place.placed import NOTHING_PLACED, Act, Answer, Keep, PartialAnswer, Placed, Stand
from pbem.orders.place.position import Position
from pbem.orders.place.segments import Cursor, segments_of
from pbem.orders.reading.denied import DENYING
from pbem.orders.words.headings import Heading
from pbem.orders.words.lexicon import SMALL_WORDS, alike, plain_words
from pbem.orders.words.lines import codes_in, line_of
from pbem.orders.words.vocabulary import HABITS, SPECIAL, STANDING, Vocabulary, vocabulary_of

MAX_LOOKED_AT: Final = 40
"""Orders behind one that are held against it."""
MAX_NAMED: Final = 3
MAX_CORRECTING: Final = 4
"""So many words behind a word of correction are a correction if they name something: "no, Herbert"."""
CORRECTING: Final = frozenset(listed("correcting"))
TAKING_BACK: Final = frozenset(listed("taking_back"))
_CORRECTION: Final = re.compile(rf"\s*{alternatives('corrections')}(?!\w)[\s,:]*", re.IGNORECASE)
_BEHIND: Final = re.compile(rf"[\s,:–—-]+{alternatives('corrections_behind')}\s*[.!]*$", re.IGNORECASE)
"""Ends a line that corrects the one above it."""
NONE: Final = "none"
"""What ends a row of answers."""


@dataclass(frozen=True)
class _Said:
    """An order's answer: the question (None: one that can be answered again behind it), and by parts what it says to that.
    `aside`: it says of what will come, whatever stands around it. `goes_on`: the question is asked again behind it.
    """

    question: tuple[str, ...] | None
    parts: Mapping[str, Json]
    placed: Placed
    aside: bool = False
    goes_on: bool = False

    def is_for_the_same(self, other: _Said) -> bool:
        return self.question is not None and self.question == other.question

    def contradicts(self, other: _Said) -> bool:
        """Whether a part that both answer has another answer, or what is begun of one leaves no room for the other."""
        if any(self.parts[part] != other.parts[part] for part in self.parts.keys() & other.parts.keys()):
            return True
        decision = self.placed.decision
        new = {part: answer for part, answer in other.parts.items() if part not in self.parts}
        if decision is None or not isinstance(decision.shape, Assign):
            return False
        return any(decision.shape.pair_refusal(item, bin_, self.parts) is not None for item, bin_ in new.items())

    def says_all_of(self, other: _Said) -> bool:
        """Whether it leaves nothing to say for the other, which adds something to what was begun before."""
        return bool(other.parts) and all(
            part in self.parts and self.parts[part] == answer for part, answer in other.parts.items()
        )


class Contradictions:
    """Holds the orders of a letter against those behind them. `orders` may be corrected while they are carried out."""

    def __init__(self, seat: Seat, orders: Sequence[str]) -> None:
        self._seat = seat
        self._orders = orders
        self._again: dict[int, str] = {}
        self._roots: dict[int, int] = {}

    def said_again(self, place: int) -> str:
        """What is said of an order that only says again what one above it has answered; "" for one with a say of its own."""
        return self._again.get(place, "")

    def root(self, place: int) -> int | None:
        """The place of the order that this one contradicts (None: of none); neither is carried out."""
        return self._roots.get(place)

    def check(self, table: Table[Any], cursor: Cursor, place: int) -> None:
        """Raises Ambiguous where an order behind the one at `place` gives another answer to its question, or the one right
        behind it corrects it.
        """
        ahead = ((at, self._orders[at]) for at in range(place + 1, len(self._orders)) if self._orders[at])
        behind = list(islice(ahead, MAX_LOOKED_AT))
        first = _said(table, self._seat, cursor, self._orders[place]) if behind else None
        if first is not None and self._is_corrected(table, cursor, behind[0][1]):
            self._roots[behind[0][0]] = place
            raise _corrected(first, self._orders[place], behind[0][1])
        if first is not None and self._may_be_changed(table, cursor, place, [order for _, order in behind]):
            self._roots[behind[0][0]] = place
            raise _changed(first, self._orders[place], behind[0][1])
        if first is not None and _is_last(table, first.placed):
            self._check_last(table, cursor, place, first.placed, behind)
        if first is None or first.question is None or first.goes_on:
            return
        at_once = _said_at_once(table, first)
        same: dict[int, _Said] = {}
        others: dict[int, _Said] = {}
        again: dict[int, str] = {}
        for at, order in behind:
            later = _said(table, self._seat, cursor, order)
            if later is None and can_correct(order):
                later = _said(table, self._seat, cursor, _without_correction(order))
            if later is None or (later.aside and not first.aside):
                continue
            against = at_once if at_once is not None and isinstance(later.placed.action, Answer) else first
            if not against.is_for_the_same(later) or _is_one_order(table, first, later):
                break
            same[at] = later
            if against.contradicts(later):
                others[at] = later
            elif against.says_all_of(later):
                again[at] = Text("{said} (as above: done once)", said=later.placed.said)
        if others:
            self._roots |= dict.fromkeys(same, place)
            raise _contradiction(table, [self._orders[at] for at in (place, *others)], [first, *others.values()])
        self._again |= again

    def _check_last(
        self, table: Table[Any], cursor: Cursor, place: int, last: Placed, behind: Sequence[tuple[int, str]]
    ) -> None:
        """Raise Illegal where an order for the same question stands behind the last one for it, be it with a condition, not
        open yet or not to be read: it would not be carried out any more.
        """
        for _, order in behind:
            if _is_for_the_question_of(table, self._seat, cursor, order, last):
                problem = Text(
                    'nothing behind "{last}" would be carried out, and "{line}" stands there: put "{last}" last',
                    last=self._orders[place],
                    line=order,
                )
                raise Illegal(problem)

    def _is_corrected(self, table: Table[Any], cursor: Cursor, order: str) -> bool:
        """Whether an order corrects the one right above it: "no, 1b", "nein, march East", "no, not that one"."""
        if not can_correct(order) or vocabulary_of(table).begins(order) or self._is_said(table, cursor, order):
            return False
        rest = _without_correction(order)
        is_order = vocabulary_of(table).begins(rest) or _said(table, self._seat, cursor, rest) is not None
        return is_order or corrects(table, order)

    def _may_be_changed(self, table: Table[Any], cursor: Cursor, place: int, behind: Sequence[str]) -> bool:
        """Whether the line right below an order may change it: "the other one", "Warwick stays"."""
        line, position = behind[0], Position(table, self._seat)
        is_last = len(behind) == 1
        return may_change(position, line, self._orders[place], is_last=is_last) and not self._is_said(table, cursor, line)

    def _is_said(self, table: Table[Any], cursor: Cursor, order: str) -> bool:
        """Whether an order says something to a question, or to one to come."""
        reading = _said(table, self._seat, cursor, order)
        return reading is not None and reading.placed is not NOTHING_PLACED


def can_correct(text: str) -> bool:
    """Whether a line begins or ends with a word of correction, and has more. One too long to be an order does not."""
    if len(text) > MAX_LINE_LENGTH:
        return False
    words = plain_words(text)
    is_marked = _CORRECTION.match(text) is not None or _BEHIND.search(text) is not None
    return len(words) > 1 and (words[0] in CORRECTING or is_marked)


def corrects(table: Table[Any], text: str) -> bool:
    """Whether a line says by itself that it corrects the one above it: it begins with a word of correction, and gives a
    code, takes back what was said, or is nothing but a few names. "Not 1a" is about that choice, wherever it was made.
    """
    if not can_correct(text):
        return False
    rest = _without_correction(text)
    if codes_in(rest):
        return plain_words(text)[0] not in DENYING
    others = [word for word in plain_words(rest) if word not in TAKING_BACK | SMALL_WORDS]
    return not others or (len(others) <= MAX_CORRECTING and all(map(vocabulary_of(table).meant_in, others)))


def is_one_answer(table: Table[Any], seat: Seat, cursor: Cursor, order: str) -> bool:
    """Whether an order is the whole answer to an open question that takes one."""
    reading = _said(table, seat, cursor, order)
    return reading is not None and reading.question is not None and isinstance(reading.placed.action, Answer)


def _said(table: Table[Any], seat: Seat, cursor: Cursor, order: str) -> _Said | None:
    """What an order answers where the cursor stands; None for one that says nothing to any question, or cannot be read."""
    try:
        placed = understand(table, seat, order, cursor=copy(cursor), shows=False)
    except NotAsked:
        return _Said(None, {}, NOTHING_PLACED)
    except BadLine:
        return None
    except Exception as fault:  # the line is refused when its turn comes
        note_fault(fault, f"what {order!r} answers")
        return _Said(None, {}, NOTHING_PLACED)
    if placed.branches or placed.heading or split_heading(order, vocabulary_of(table))[0] is not None:
        return _Said(None, {}, placed)
    match placed.action:
        case Answer(decision, answer) if _takes_one(table, decision):
            return _answered(table, decision, answer, placed)
        case PartialAnswer(decision, pairs):
            begun = table.draft_of(decision) or table.given_to(decision) or {}
            typed = {item: bin_ for item, bin_ in pairs.items() if begun.get(item) != bin_}
            return _Said((decision.key, decision.subject), typed, placed)
        case Keep(line) if line.segment and _is_all_of(table, seat, line.segment, line.text):
            return _Said(("kept", line.segment), {"": line.text}, placed)
        case Stand(given):
            return _said_ahead(given, placed, aside=plain_words(order)[0] in (STANDING, *HABITS))
        case None:
            return None
    return _Said(None, {}, placed)


def _is_last(table: Table[Any], placed: Placed) -> bool:
    """Whether an order is the last of a letter for its question (`Word.last`)."""
    if not isinstance(placed.action, Answer):
        return False
    words = vocabulary_of(table).with_verb.get(placed.action.line.partition(" ")[0], [])
    return any(word.last and word.key == placed.action.decision.key for word in words)


def _is_for_the_question_of(table: Table[Any], seat: Seat, cursor: Cursor, order: str, last: Placed) -> bool:
    """Whether an order without a heading can be for the question that another one is the last for. Where it does not tell,
    its order word does; one whose order word cannot be read is for whatever is asked.
    """
    vocabulary = vocabulary_of(table)
    try:
        heading, rest = split_heading(order, vocabulary)
        placed = understand(table, seat, order, cursor=copy(cursor), shows=False)
    except BadLine:
        heading, rest = _without_heading(order, vocabulary)
        placed = NOTHING_PLACED
    except Exception as fault:  # the line is refused when its turn comes
        note_fault(fault, f"which question {order!r} is for")
        return False
    if heading is not None:
        return False
    match placed.action:
        case None:
            pass
        case Keep(line) if line.segment in ("", cursor.headed or cursor.here):
            pass
        case _:
            return _is_other_answer(placed, last)
    return _is_word_for(vocabulary, rest, last)


def _without_heading(order: str, vocabulary: Vocabulary) -> tuple[Heading | None, str]:
    """An order parted from its heading; with none where what stands there cannot be read."""
    try:
        return split_heading(order, vocabulary)
    except BadLine:
        return None, order


def _is_word_for(vocabulary: Vocabulary, order: str, last: Placed) -> bool:
    """Whether the order word of an order, or one that it can be a slip for, is for the question of another one."""
    with suppress(BadLine):
        case, loop = case_of(order), loop_of(order)
        if case is not None and is_going_on(case.body):
            return False
        order = case.body if case is not None else loop.order if loop is not None else order
    verb, _ = vocabulary.cut(order)
    if verb in _OF_EVERY_GAME or vocabulary.special(verb) or last.decision is None:
        return False
    known = {name: word.verb for word in vocabulary.words for name in (word.verb, *word.synonyms)}
    words = vocabulary.named(verb)
    words = words or [word for _, near in alike(verb, known) for word in vocabulary.with_verb[known[near]]]
    return not words or any(word.own and word.key == last.decision.key and not word.last for word in words)


_OF_EVERY_GAME = frozenset({*SPECIAL, *HABITS})


def _is_other_answer(placed: Placed, last: Placed) -> bool:
    """Whether an order gives the question of another one, now, another answer."""
    if not isinstance(placed.action, Answer) or not isinstance(last.action, Answer) or placed.heading:
        return False
    return placed.action.decision.key == last.action.decision.key and placed.action.answer != last.action.answer


def _said_at_once(table: Table[Any], first: _Said) -> _Said | None:
    """What an order given ahead says to a question that is open now, as it answers that as soon as it is given."""
    match first.placed.action:
        case Stand(order) if order.scope in [scope for scope in table.scopes() if not scope.coming]:
            for decision in filter(partial(_takes_one, table), table.open_to(order.seat)):
                with suppress(OrderFailed):  # it is told when the turn of that order comes
                    if (fired := answering(table.rules, table.state, [order], decision)) is not None:
                        reading = _answered(table, decision, fired[1], first.placed)
                        return None if reading.goes_on else reading
    return None


def _answered(table: Table[Any], decision: Decision, answer: Json, placed: Placed) -> _Said:
    parts = {"": sorted(answer) if isinstance(decision.shape, PickSome) else answer}
    goes_on = str(answer).split()[-1:] != [NONE] and any(
        word.in_a_row for word in vocabulary_of(table).words if word.key == decision.key
    )
    return _Said((decision.key, decision.subject), parts, placed, goes_on=goes_on)


def _said_ahead(order: StandingOrder, placed: Placed, *, aside: bool) -> _Said:
    policy, verb = order.policy if order.adds else None, order.verb if order.beside else ""
    about = replace(order, policy=policy, verb=verb, otherwise=None, shown=None, number=0, given=0)
    return _Said(("ahead", repr(about)), {"": repr((order.verb, order.policy, order.otherwise))}, placed, aside)


def _takes_one(table: Table[Any], decision: Decision) -> bool:
    """Whether a question takes one answer: no Menu of a segment, where order follows on order, and none of several that are
    open.
    """
    words = [word for word in vocabulary_of(table).words if word.key == decision.key]
    alike = [each for each in Position(table, decision.seat).questions if each.key == decision.key]
    in_turn = isinstance(decision.shape, Menu) and any((word.own or word.waits) and not word.in_a_row for word in words)
    return len(alike) == 1 and not in_turn and not isinstance(decision.shape, Assign)


def _without_correction(order: str) -> str:
    """An order without the words that only say that it corrects one above ("no, 3 AP", "I meant 3 AP")."""
    order = _BEHIND.sub("", _CORRECTION.sub("", order))
    behind = next((word for word in WORD.finditer(order) if word[0].casefold() not in CORRECTING), None)
    return order[behind.start() :] if behind is not None else ""


def _is_all_of(table: Table[Any], seat: Seat, segment: str, line: str) -> bool:
    """Whether a kept order is all that its segment takes: a Plan."""
    there = next((each for each in segments_of(table, seat) if each.name == segment), None)
    vocabulary = vocabulary_of(table)
    words = [word for word in vocabulary.words if there is not None and word.own and word.key in there.keys]
    verb = vocabulary.cut(line)[0]
    return bool(words) and all(word.verb == verb and not word.in_a_row for word in words)


def _is_one_order(table: Table[Any], first: _Said, second: _Said) -> bool:
    """Whether two orders given ahead are kept as one that says both."""
    one, other = first.placed.order, second.placed.order
    if one is None or other is None or one.policy == other.policy:
        return False
    habit = policy_of(table.rules, one).habit
    return habit is not None and habit.merge(one.policy, other.policy) is not None


def _contradiction(table: Table[Any], orders: Sequence[str], readings: Sequence[_Said]) -> Ambiguous:
    """The refusal: it names the orders, and the one line that says them all, where the question takes several things."""
    lines = '", "'.join(orders[:MAX_NAMED])
    if all(isinstance(each.placed.action, PartialAnswer) for each in readings) and _parts_differ(readings):
        return Ambiguous(
            Text('the letter has several lines that do not go together ("{lines}")', lines=lines), _lines_of(readings)
        )
    why = Text('this question takes one answer, and the letter has several ("{lines}")', lines=lines)
    whole = _in_one(table, readings)
    if whole:
        return Ambiguous(Text("{why}: write them on one line", why=why), [whole])
    return Ambiguous(Text("{why}: write one", why=why), _lines_of(readings))


def _parts_differ(readings: Sequence[_Said]) -> bool:
    """Whether no part is answered by two of the orders: it is together that they are not allowed."""
    parts = [part for each in readings for part in each.parts]
    return len({*parts}) == len(parts)


def _lines_of(readings: Sequence[_Said]) -> list[str]:
    return list(dict.fromkeys(_line_of(each.placed) for each in readings))


def _corrected(first: _Said, order: str, correction: str) -> Ambiguous:
    problem = Text(
        'the line below it, "{correction}", corrects "{order}": write one of the two', correction=correction, order=order
    )
    return Ambiguous(problem, [_line_of(first.placed)])


def _changed(first: _Said, order: str, change: str) -> Ambiguous:
    problem = Text(
        'the line below it, "{change}", may change "{order}" or take it back: write what is meant on one line',
        change=change,
        order=order,
    )
    return Ambiguous(problem, [_line_of(first.placed)])


def _line_of(placed: Placed) -> str:
    """The order alone, without what is said of it when it is kept."""
    match placed.action:
        case Answer(line=line) | Act(line=line):
            return line
        case Keep(line):
            return line.text
    return placed.said.partition(" (")[0]


def _in_one(table: Table[Any], readings: Sequence[_Said]) -> str:
    """The line that gives all the answers together ("": there is none)."""
    given = [each.placed.action for each in readings if isinstance(each.placed.action, Answer)]
    if not given or not isinstance(given[0].decision.shape, PickSome) or not all(each.answer for each in given):
        return ""
    decision, whole = given[0].decision, list(dict.fromkeys(one for each in given for one in each.answer))
    is_more = all(sorted(whole) != sorted(each.answer) for each in given)
    return line_of(table, decision, whole)[0] if is_more and decision.shape.refusal(whole) is None else ""
