"""The standing orders of a game, as its log tells them: which are given, which have ended, and which come first."""

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
    """A standing order whose time is over, with the number of the entry that has ended it."""

    number: int
    order: StandingOrder


@dataclass(slots=True)
class StandingBook:
    """All standing orders given in one game and not withdrawn, replaced or over; and those whose time is over (`ended`)."""

    orders: list[StandingOrder] = field(default_factory=list)
    ended: list[Ended] = field(default_factory=list, compare=False)

    def copy(self) -> StandingBook:
        """The same, to go on from by itself."""
        return StandingBook(list(self.orders), list(self.ended))

    def note(self, entry: Entry) -> None:
        """Take in an INSTRUCTION entry: an order, or the withdrawal of one ({"number": 2}) or (None) of all for its key."""
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
        """Take in a STANDING entry: an order for once has done its work."""
        numbered = NUMBERED.match(entry.note)
        if numbered and any(o.once and (o.seat, o.number) == (entry.seat, int(numbered[1])) for o in self.orders):
            self._end(entry.seat, int(numbered[1]))

    def expire(self, scopes: Iterable[Scope], number: int) -> None:
        """Strike the orders whose scope is neither running nor to come since the entry of this number."""
        left = set(scopes)
        if over := [o for o in self.orders if o.scope not in left]:
            self.orders = [o for o in self.orders if o.scope in left]
            self.ended += [Ended(number, order) for order in over]

    def in_force(self, seat: Seat, scopes: Iterable[Scope]) -> list[StandingOrder]:
        """The seat's orders that hold now, in the order they are consulted: the narrowest scope first, of one scope those
        for once, then those bound to circumstances, of these the newest.
        """
        rank = {scope: place for place, scope in enumerate(scope for scope in scopes if not scope.coming)}
        own_orders = [o for o in reversed(self.orders) if o.seat == seat and o.scope in rank]
        return sorted(own_orders, key=lambda o: (rank[o.scope], not o.once, not o.bound))

    def of(self, seat: Seat) -> list[StandingOrder]:
        """The seat's orders by their numbers, those for a time to come among them."""
        return sorted((o for o in self.orders if o.seat == seat), key=lambda o: o.number)


class BookAtPosition(Generic[S]):
    """The `book` of one game, read by its rules at a position: each order by the names that those it names have now."""

    def __init__(self, rules: Rules[S], book: StandingBook | None = None) -> None:
        self._rules = rules
        self.book = StandingBook() if book is None else book
        self._looked_at: tuple[list[StandingOrder], tuple[Scope, ...]] = [], ()

    def copy(self) -> BookAtPosition[S]:
        """The same, to go on from by itself."""
        return BookAtPosition(self._rules, self.book.copy())

    def scopes(self, s: S) -> tuple[Scope, ...]:
        """How long an order given now can hold, shortest first."""
        return self._rules.standing.scopes(s)

    def in_force(self, s: S, seat: Seat) -> list[StandingOrder]:
        """The seat's orders that hold now, in the order they are consulted."""
        return [self._renewed(s, order) for order in self.book.in_force(seat, self.scopes(s))]

    def of(self, s: S, seat: Seat) -> list[StandingOrder]:
        """The seat's orders by their numbers, those for a time to come among them."""
        return self._by_names_now(s, self.book.of(seat))

    def replaced_by(self, s: S, new: StandingOrder) -> list[StandingOrder]:
        """The orders that end where a new one is given."""
        return self._by_names_now(s, (order for order in self.book.of(new.seat) if new.replaces(order)))

    def _by_names_now(self, s: S, orders: Iterable[StandingOrder]) -> list[StandingOrder]:
        scopes = {scope: scope for scope in self.scopes(s)}
        return [replace(self._renewed(s, order), scope=scopes[order.scope]) for order in orders if order.scope in scopes]

    def _renewed(self, s: S, order: StandingOrder) -> StandingOrder:
        """An order by the names that hold now."""
        renewed = partial(self._rules.standing.renewed, s)
        values = {name: renewed(getattr(order, name)) for name in ("policy", "where", "condition", "otherwise")}
        return replace(order, **values)

    def _for(self, s: S, decision: Decision) -> list[StandingOrder]:
        """The orders of its seat that are for a question, in the order they are consulted. Raises OrderFailed."""
        if not self.book.orders:
            return []
        in_force = self.book.in_force(decision.seat, self.scopes(s))
        return [self._renewed(s, order) for order in orders_for(self._rules, in_force, decision.key)]

    def answer_to(self, s: S, decision: Decision) -> tuple[StandingOrder, Json, str] | None:
        """The order that answers a question, with its answer and what its owner is told of it; none where it only does what
        is done without it, at a question nobody is asked. Raises OrderFailed.
        """
        fired = answering(self._rules, s, self._for(s, decision), decision)
        return None if fired is None or _passes(decision, fired[1]) else fired

    def withheld(self, s: S, decision: Decision, answer: Json) -> str:
        """What an order of its seat says against a question, which it does not settle; with the only `answer` that there is
        (None: there is more than one), against that. "" where none does. Raises OrderFailed.
        """
        return withheld(self._rules, s, self._for(s, decision), decision, answer)

    def text(self, s: S, order: StandingOrder) -> str:
        """An order with its number, as its owner can write it; one that cannot be written by its order word alone."""
        try:
            text = order_text(self._rules, s, order)
        except Exception as fault:
            note_fault(fault, f"the words of a standing order of {order.seat}")
            text = order.verb
        return f"{order.number}. {text}"

    def expire(self, s: S, number: int) -> None:
        """End the orders whose time is over since the entry of this number."""
        if not self.book.orders:
            return
        scopes = self.scopes(s)
        orders, before = self._looked_at
        if self.book.orders is not orders or scopes != before:  # each change of the book makes another list
            self.book.expire(scopes, number)
            self._looked_at = self.book.orders, scopes


def _passes(decision: Decision, answer: Json) -> bool:
    """Whether an answer only does what is done without it, at a question nobody is asked."""
    return decision.automatic and decision.default is not None and answer == decision.default()
