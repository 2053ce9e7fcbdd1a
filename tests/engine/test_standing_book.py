"""The book of standing orders, read by the rules of a game at a position."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from pbem.engine.decision import Decision, Number
from pbem.engine.event import Event
from pbem.engine.game.orders import Word
from pbem.engine.game.standing import Policy, Scope, Standing
from pbem.engine.log.entry import Entry, EntryKind
from pbem.engine.log.standing_book import BookAtPosition
from pbem.engine.standing import OrderFailed, StandingOrder
from tests.engine.toy import BLUE, RED, TOY

DAY, FAIR = Scope("day", "1"), Scope("fair", "", usual=True)
BID = "1 bid"


@dataclass
class Day:
    """A position: which day it is, and what is bid for now."""

    day: int = 1
    called: str = "pikes"
    events: list[Event] = field(default_factory=list)


def read_number(s: Any, seat: str, text: str) -> int:
    del s, seat
    return int(text)


def bid(_s: Any, _decision: Decision, policy: int) -> int:
    """Fails at 13."""
    if policy == 13:
        raise ZeroDivisionError
    return policy


POLICY: Policy[Any] = Policy(read_number, lambda s, policy: f"{policy} for {s.called}", bid)
RULES: Any = replace(
    TOY,
    vocabulary=(Word("bid", BID, "bid NUMBER", "Bids.", POLICY),),
    standing=Standing(
        scopes=lambda s: (Scope("day", str(s.day)), FAIR),
        renewed=lambda _s, said: said + 1 if said == 20 else said,
    ),
)


def given(number: int, policy: int, scope: Scope = FAIR, seat: str = RED, **bound: Any) -> Entry:
    """The entry that gives an order."""
    order = StandingOrder(seat, BID, "bid", policy, scope, **bound)
    return Entry(number, EntryKind.INSTRUCTION, seat, BID, "bid", order.as_answer(), "")


def orders(*entries: Entry) -> BookAtPosition[Any]:
    """The orders of a game with these entries."""
    made = BookAtPosition[Any](RULES)
    for entry in entries:
        made.book.note(entry)
    return made


def asked(*, automatic: bool = False) -> Decision:
    return Decision(RED, BID, "", "How much?", Number(0, 30), lambda: 3, automatic=automatic)


def test_orders_are_given_by_the_names_that_hold_now_the_narrowest_first() -> None:
    made = orders(given(1, 20), given(2, 5, DAY), given(3, 7, seat=BLUE))
    s = Day()
    assert [order.policy for order in made.in_force(s, RED)] == [5, 21]
    assert [(order.number, order.policy) for order in made.of(s, RED)] == [(1, 21), (2, 5)]
    assert [order.policy for order in made.replaced_by(s, StandingOrder(RED, BID, "bid", 9, FAIR))] == [21]
    assert made.text(s, made.of(s, RED)[0]) == "1. bid 21 for pikes"
    assert [order.policy for order in made.book.of(RED)] == [20, 5]


def test_the_first_order_that_can_answers_unless_it_does_what_is_done_anyway() -> None:
    made, s = orders(given(1, 3)), Day()
    assert made.answer_to(s, asked()) is not None
    assert made.answer_to(s, asked(automatic=True)) is None
    assert made.answer_to(s, replace(asked(), seat=BLUE)) is None


def test_an_order_at_which_the_program_fails_is_named() -> None:
    made, s = orders(given(1, 13)), Day()
    with pytest.raises(OrderFailed) as failed:
        made.answer_to(s, asked())
    assert failed.value.order.policy == 13


def test_orders_end_with_their_scope_and_a_copy_goes_on_by_itself() -> None:
    made, s = orders(given(1, 5, DAY), given(2, 7)), Day(day=2)
    other = made.copy()
    made.expire(s, 8)
    assert [(ended.number, ended.order.policy) for ended in made.book.ended] == [(8, 5)]
    assert [order.policy for order in made.book.orders] == [7]
    assert [order.policy for order in other.book.orders] == [5, 7]
    assert other.book.ended == []
