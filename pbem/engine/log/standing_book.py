"""The standing orders of a game, as recorded in its log: which were given, which have ended, and their priority."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Generic

from pbem.engine.decision import Decision, Json, Seat
from pbem.engine.game.rules import Rules
from pbem.engine.game.setup import S
from pbem.engine.game.standing import Scope
from pbem.engine.log.entry import Entry
from pbem.engine.standing import StandingOrder, answering, order_text, orders_for, withheld
from pbem.faults import note_fault

NUMBERED = re.compile(r"([0-9]+)\. ")


@dataclass(frozen=True, slots=True)
class Ended:
    """A standing order that has expired, with the number of the entry that ended it."""

    number: int
    order: StandingOrder


@dataclass(slots=True)
class StandingBook:
    """All standing orders of one game that were given and not withdrawn, replaced or expired; and those expired
    (`ended`).
    """

    orders: list[StandingOrder] = field(default_factory=list)
    ended: list[Ended] = field(default_factory=list, compare=False)

    def copy(self) -> StandingBook:
        """An independent copy."""
        return StandingBook(list(self.orders), list(self.ended))

    def note(self, entry: Entry) -> None:
        """Takes in an INSTRUCTION entry: an order, or a withdrawal of one ({"number": 2}) or of all for its key (None)."""
        if entry.answer is None:
            self.orders = [o for o in self.orders if (o.seat, o.key) != (entry.seat, entry.key)]
        elif "number" in entry.answer:
            self._end(entry.seat, entry.answer["number"])
        else:
            self._add(StandingOrder.from_entry(entry), entry.number)

    def _add(self, new: StandingOrder, given: int) -> None:
        self.orders = [o for o in self.orders if not new.replaces(o)]
        taken = {o.number for o in self.orders if o.seat == new.seat}
        number = next(n for n in range(1, len(taken) + 2) if n not in taken)
        self.orders.append(replace(new, number=number, given=given))

    def _end(self, seat: Seat, number: int) -> None:
        self.orders = [o for o in self.orders if (o.seat, o.number) != (seat, number)]

    def fired(self, entry: Entry) -> None:
        """Takes in a STANDING entry: an order for one use is used up."""
        numbered = NUMBERED.match(entry.note)
        if numbered and any(o.once and (o.seat, o.number) == (entry.seat, int(numbered[1])) for o in self.orders):
            self._end(entry.seat, int(numbered[1]))

    def expire(self, scopes: Iterable[Scope], number: int) -> None:
        """Removes the orders whose scope is neither running nor coming after the entry of this number."""
        left = set(scopes)
        if over := [o for o in self.orders if o.scope not in left]:
            self.orders = [o for o in self.orders if o.scope in left]
            self.ended += [Ended(number, order) for order in over]

    def in_force(self, seat: Seat, scopes: Iterable[Scope]) -> list[StandingOrder]:
        """The seat's orders in force, by priority: the narrowest scope first; within a scope those for one use, then those
        with circumstances; among equals the newest.
        """
        rank = {scope: place for place, scope in enumerate(scope for scope in scopes if not scope.coming)}
        own_orders = [o for o in reversed(self.orders) if o.seat == seat and o.scope in rank]
        return sorted(own_orders, key=lambda o: (rank[o.scope], not o.once, not o.bound))

    def of(self, seat: Seat) -> list[StandingOrder]:
        """The seat's orders by number, including those for a coming scope."""
        return sorted((o for o in self.orders if o.seat == seat), key=lambda o: o.number)


class BookAtPosition(Generic[S]):
    """The standing orders of one game (`book`) at a position: each with the present names of the things it names."""

    def __init__(self, rules: Rules[S], book: StandingBook | None = None) -> None:
        self._rules = rules
        self.book = StandingBook() if book is None else book
        self._looked_at: tuple[list[StandingOrder], tuple[Scope, ...]] = [], ()

    def copy(self) -> BookAtPosition[S]:
        """An independent copy."""
        return BookAtPosition(self._rules, self.book.copy())

    def scopes(self, s: S) -> tuple[Scope, ...]:
        """The scopes for an order given now, shortest first."""
        return self._rules.standing.scopes(s)

    def in_force(self, s: S, seat: Seat) -> list[StandingOrder]:
        """The seat's orders in force, by priority."""
        return [self._renewed(s, order) for order in self.book.in_force(seat, self.scopes(s))]

    def of(self, s: S, seat: Seat) -> list[StandingOrder]:
        """The seat's orders by number, including those for a coming scope."""
        return self._by_names_now(s, self.book.of(seat))

    def replaced_by(self, s: S, new: StandingOrder) -> list[StandingOrder]:
        """The orders that a new one replaces."""
        return self._by_names_now(s, (order for order in self.book.of(new.seat) if new.replaces(order)))

    def _by_names_now(self, s: S, orders: Iterable[StandingOrder]) -> list[StandingOrder]:
        scopes = {scope: scope for scope in self.scopes(s)}
        return [replace(self._renewed(s, order), scope=scopes[order.scope]) for order in orders if order.scope in scopes]

    def _renewed(self, s: S, order: StandingOrder) -> StandingOrder:
        """An order with present names."""
        renewed = partial(self._rules.standing.renewed, s)
        values = {name: renewed(getattr(order, name)) for name in ("policy", "where", "condition", "otherwise")}
        return replace(order, **values)

    def _for(self, s: S, decision: Decision) -> list[StandingOrder]:
        """The seat's orders that are for a question, by priority. Raises OrderFailed."""
        if not self.book.orders:
            return []
        in_force = self.book.in_force(decision.seat, self.scopes(s))
        return [self._renewed(s, order) for order in orders_for(self._rules, in_force, decision.key)]

    def answer_to(self, s: S, decision: Decision) -> tuple[StandingOrder, Json, str] | None:
        """The order that answers a question, with its answer and the text for its owner. None if no order does, or if it
        only repeats the default of a question that nobody is asked. Raises OrderFailed.
        """
        fired = answering(self._rules, s, self._for(s, decision), decision)
        return None if fired is None or _passes(decision, fired[1]) else fired

    def withheld(self, s: S, decision: Decision, answer: Json) -> str:
        """The text for a player about an order of theirs that concerns a question but leaves it open; if there is only one
        legal `answer`, about an order that forbids it. "" if there is none. Raises OrderFailed.
        """
        return withheld(self._rules, s, self._for(s, decision), decision, answer)

    def text(self, s: S, order: StandingOrder) -> str:
        """An order with its number, as its owner can write it. If writing it fails, only its order word."""
        try:
            text = order_text(self._rules, s, order)
        except Exception as fault:
            note_fault(fault, f"the words of a standing order of {order.seat}")
            text = order.verb
        return f"{order.number}. {text}"

    def expire(self, s: S, number: int) -> None:
        """Ends the orders that have expired with the entry of this number."""
        if not self.book.orders:
            return
        scopes = self.scopes(s)
        orders, before = self._looked_at
        if self.book.orders is not orders or scopes != before:  # every change of the book makes a new list
            self.book.expire(scopes, number)
            self._looked_at = self.book.orders, scopes


def _passes(decision: Decision, answer: Json) -> bool:
    """Whether an answer only repeats the default of a question that nobody is asked."""
    return decision.automatic and decision.default is not None and answer == decision.default()
