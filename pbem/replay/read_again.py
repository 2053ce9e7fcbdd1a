"""Whether the orders of a letter, as its receipt has them, give the entries that are before that receipt in the log."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

from pbem.engine.decision import Decision
from pbem.engine.log.cause import Cause, kept_words
from pbem.engine.log.changes import SAID
from pbem.engine.log.entry import Entry, EntryKind
from pbem.engine.log.waiting import WAITING
from pbem.engine.refusal import BadLine, WaitingLine
from pbem.engine.standing import StandingOrder, order_text
from pbem.engine.table import Table
from pbem.orders.carry.execute import understand
from pbem.orders.place.placed import Act, Answer, Clear, PartialAnswer
from pbem.orders.place.segments import segments_of
from pbem.orders.words.lines import line_of
from pbem.orders.words.vocabulary import CLEAR, STANDING, WITHDRAW

SEVERAL: Final = (WITHDRAW, CLEAR)
"""Orders that can make more than one entry."""


@dataclass
class RereadLetter:
    """The letter that is being read again: the orders of its receipt, which it has come to (`at`), which have done something
    (`used`), and the segments that they are for.
    """

    receipt: Entry
    orders: list[str]
    at: int = 0
    used: set[int] = field(default_factory=set)
    segments: set[str] = field(default_factory=set)

    def first_that(self, gives: Callable[[str], bool]) -> bool:
        """Go on to the next order that `gives` what has happened."""
        for place in range(self.at, len(self.orders)):
            order = self.orders[place]
            if (place not in self.used or order.partition(" ")[0] in SEVERAL) and gives(order):
                self.at = place
                self.used.add(place)
                return True
        return False

    def unused(self) -> list[str]:
        """The orders that have brought nothing."""
        return [order for place, order in enumerate(self.orders) if place not in self.used]


def givers(
    table: Table[Any], entry: Entry, decision: Decision | None, cause: Cause | None
) -> Iterator[Callable[[str], bool]]:
    """Ways to tell whether an order gives an entry here, as an answer to `decision` if it is one, and is the order that the
    `cause` names: first by its words, then by reading it.
    """
    ways = _ways_to_give(table, entry, decision)
    return ways if cause is None else (partial(_is_named, cause.standard, gives) for gives in ways)


def _is_named(standard: str, gives: Callable[[str], bool], order: str) -> bool:
    """Whether an order is the one with this standard form, and gives what it is to give."""
    return kept_words(order) == standard and gives(order)


def _ways_to_give(table: Table[Any], entry: Entry, decision: Decision | None) -> Iterator[Callable[[str], bool]]:
    if entry.kind in (EntryKind.ANSWER, EntryKind.ACT) and decision is not None:
        line = "".join(line_of(table, decision, entry.answer)[:1])
        yield lambda order: order == line and _is_meant(table, order, decision)
    if decision is not None:
        yield lambda order: answers_with(table, order, entry, decision)
    elif entry.kind is EntryKind.INSTRUCTION:
        yield instructing(table, entry)
    elif keeps_lines(entry):
        yield lambda order: _keeps(table, order, entry)


def _is_meant(table: Table[Any], order: str, decision: Decision) -> bool:
    """Whether an order in the words of an answer is for that question, and not for another with its key."""
    if all(other is decision or other.key != decision.key for other in table.open_to(decision.seat)):
        return True
    with suppress(BadLine):
        action = understand(table, decision.seat, order).action
        return not isinstance(action, Answer | PartialAnswer) or action.decision is decision
    return True


def _keeps(table: Table[Any], order: str, entry: Entry) -> bool:
    """Whether an order keeps the one line more that its seat has by an entry, or withdraws those that it has less."""
    more, less = change_of_lines(table, entry)
    if len(more) == 1 and not less:
        line = more[0]
        until = ("kept until it is asked", "kept until it can be done")
        return order in (line.text, *(f"{heading}: {line.text}" for heading in (f"kept for {line.segment}", *until)))
    return not more and bool(less) and order.startswith(WITHDRAW) and order.endswith(f"({'; '.join(texts_of(less))})")


def change_of_lines(table: Table[Any], entry: Entry) -> tuple[list[WaitingLine], list[WaitingLine]]:
    """The lines of a seat that wait after an entry and not before, and the other way round."""
    before = untaken(table.waiting.get(entry.seat, []))
    after = untaken(map(WaitingLine.from_json, entry.answer))
    return more_than(after, before), more_than(before, after)


def segments_for(table: Table[Any], entry: Entry) -> set[str]:
    """The segments of its seat that an order is for which has brought an entry."""
    if keeps_lines(entry):
        return {line.segment for line in change_of_lines(table, entry)[0]}
    return {each.name for each in segments_of(table, entry.seat)[:1] if entry.key in each.keys}


def answers_with(table: Table[Any], order: str, entry: Entry, decision: Decision) -> bool:
    """Whether an order can be read as an answer, or as the beginning of one."""
    with suppress(BadLine):
        match understand(table, entry.seat, order.partition(" (your earlier answer ")[0]).action:
            case Answer(asked, answer):
                return asked is decision and answer == entry.answer
            case Act(act, answer):
                return (act.key, act.subject, answer) == (decision.key, decision.subject, entry.answer)
            case PartialAnswer(asked, pairs):
                return asked is decision and pairs == entry.answer
            case Clear(decisions):
                return decision in decisions and entry.answer == {}
    return False


def instructing(table: Table[Any], entry: Entry) -> Callable[[str], bool]:
    """What tells whether an order has the words of a standing order that an entry gives or ends."""
    rules, state, answer = table.rules, table.state, entry.answer
    if answer is None or set(answer) == {"number"}:
        ended = [o for o in table.book.of(entry.seat) if answer is None or o.number == answer["number"]]
        texts = {order_text(rules, state, each) for each in ended}
        return lambda order: (
            order.startswith(WITHDRAW) and not texts.isdisjoint(order.removeprefix(f"{WITHDRAW} ").split("; "))
        )
    given = StandingOrder.from_entry(entry)
    scope = next((scope for scope in table.scopes() if scope == given.scope), None)
    if scope is None:
        return lambda _: False
    length = f"the {scope.name} to come" if scope.coming else f"this {scope.name}"
    text = f"{order_text(rules, state, given)} (kept for {length}"
    return lambda order: order.removeprefix(f"{STANDING} ").startswith((f"{text})", f"{text},"))


def keeps_lines(entry: Entry) -> bool:
    """Whether an entry tells the lines of its seat that wait from now on."""
    return entry.kind is EntryKind.WAITING and entry.key == WAITING


def texts_of(lines: Iterable[WaitingLine]) -> list[str]:
    """The words of lines that wait."""
    return [line.text for line in lines]


def untaken(lines: Iterable[WaitingLine]) -> list[WaitingLine]:
    """Lines as they were before anything of them was carried out, so that they can be compared."""
    return [line._replace(taken=False) for line in lines]


def more_than(lines: Iterable[WaitingLine], others: Iterable[WaitingLine]) -> list[WaitingLine]:
    """The lines that are not among others, in their order; of those that are there several times the surplus."""
    left, surplus = Counter(others), list[WaitingLine]()
    for line in lines:
        if left[line]:
            left[line] -= 1
        else:
            surplus.append(line)
    return surplus


def content_of(entry: Entry) -> str:
    """What two entries have in common that say the same, as JSON: not the words of a note."""
    answer = entry.answer
    if isinstance(answer, dict) and entry.kind is EntryKind.WAITING:
        answer = {name: value for name, value in answer.items() if name != SAID}
    return json.dumps([entry.kind, entry.seat, entry.key, entry.subject, answer], sort_keys=True)
