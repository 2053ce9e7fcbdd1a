"""Standing orders: answers given before the question.

They stand in the log like everything else. One holds while its scope's token is what it was when the order was given, so
no rule has to remember to end it; a newer one for the same question and scope replaces it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from pbem.engine.decision import Json, Seat
from pbem.engine.entry import Entry
from pbem.engine.rules import Policy, Rules, S, Scope


@dataclass(frozen=True, slots=True)
class StandingOrder:
    """One order in the book: for which question (`key`), what (`policy`, plain data), and how long (`scope`)."""

    seat: Seat
    key: str
    verb: str
    policy: Json
    scope: Scope

    def as_answer(self) -> Json:
        """Its form in the log."""
        return {"verb": self.verb, "policy": self.policy, "scope": [self.scope.name, self.scope.token]}

    @classmethod
    def from_entry(cls, entry: Entry) -> StandingOrder:
        """Read it back from the log."""
        answer = entry.answer
        return cls(entry.seat, entry.key, answer["verb"], answer["policy"], Scope(*answer["scope"]))


def policy_of(rules: Rules[S], order: StandingOrder) -> Policy[S]:
    """How an order in the book is applied and written."""
    policies = (w.policy for w in rules.vocabulary if (w.verb, w.key) == (order.verb, order.key))
    return next(policy for policy in policies if policy is not None)


@dataclass(slots=True)
class StandingBook:
    """All standing orders given in one game and not withdrawn or replaced."""

    orders: list[StandingOrder] = field(default_factory=list)

    def note(self, entry: Entry) -> None:
        """Take in an INSTRUCTION entry: an order, or (answer None) the withdrawal of all orders for its key."""
        if entry.answer is None:
            self.orders = [o for o in self.orders if (o.seat, o.key) != (entry.seat, entry.key)]
            return
        new = StandingOrder.from_entry(entry)
        same = (new.seat, new.key, new.scope.name)
        self.orders = [o for o in self.orders if (o.seat, o.key, o.scope.name) != same]
        self.orders.append(new)

    def in_force(self, seat: Seat, scopes: Iterable[Scope]) -> list[StandingOrder]:
        """The seat's orders that hold now, the narrowest scope first."""
        rank = {scope: place for place, scope in enumerate(scopes)}
        mine = [o for o in self.orders if o.seat == seat and o.scope in rank]
        return sorted(mine, key=lambda o: rank[o.scope])
