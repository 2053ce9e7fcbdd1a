"""The standing orders of a game, as its log tells them: which are given, which have ended, and which come first."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from pbem.engine.decision import Seat
from pbem.engine.entry import Entry
from pbem.engine.rules import Scope
from pbem.engine.standing import StandingOrder

NUMBERED = re.compile(r"([0-9]+)\. ")


@dataclass(frozen=True, slots=True)
class Ended:
    """A standing order whose time is over, with the number of the entry that has ended it."""

    number: int
    order: StandingOrder


@dataclass(slots=True)
class StandingBook:
    """All standing orders given in one game and not withdrawn, replaced or over."""

    orders: list[StandingOrder] = field(default_factory=list)

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

    def expire(self, scopes: Iterable[Scope]) -> list[StandingOrder]:
        """Strike the orders whose scope is neither running nor to come, and give them back."""
        left = set(scopes)
        over = [o for o in self.orders if o.scope not in left]
        if over:
            self.orders = [o for o in self.orders if o.scope in left]
        return over

    def in_force(self, seat: Seat, scopes: Iterable[Scope]) -> list[StandingOrder]:
        """The seat's orders that hold now, in the order they are consulted: the narrowest scope first, of one scope those
        for once, then those bound to circumstances, of these the newest.
        """
        rank = {scope: place for place, scope in enumerate(scope for scope in scopes if not scope.coming)}
        mine = [o for o in reversed(self.orders) if o.seat == seat and o.scope in rank]
        return sorted(mine, key=lambda o: (rank[o.scope], not o.once, not o.bound))

    def of(self, seat: Seat) -> list[StandingOrder]:
        """The seat's orders by their numbers, those for a time to come among them."""
        return sorted((o for o in self.orders if o.seat == seat), key=lambda o: o.number)
