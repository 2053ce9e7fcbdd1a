"""Standing orders: which is consulted first, how long each holds, what replaces it."""

import pytest

from pbem.engine.decision import Number, Pick, Together, YesNo
from pbem.engine.entry import Kind
from pbem.engine.rules import Scope
from pbem.engine.standing import StandingBook, StandingOrder
from pbem.engine.table import Table

from .toy import BLUE, RED, TOWNS, Fair, next_day, question, restored, table_of

DAY, FAIR = Scope("day", "0"), Scope("fair", "all")
TOWN = question(Pick(lambda: TOWNS))
PRICE = question(Number(2, 9), key="4 price")
GO = question(YesNo(), BLUE, "3 go")


def price(number: int, scope: Scope = FAIR, seat: str = RED) -> StandingOrder:
    return StandingOrder(seat, "4 price", "price", number, scope)


def told(*questions: object, orders: tuple[StandingOrder, ...]) -> Table[Fair]:
    """A table whose first question, blue's, is answered once red's orders are in."""
    table = table_of(GO, *questions)  # type: ignore[arg-type]
    for order in orders:
        table.instruct(order)
    table.answer(BLUE, "3 go", True)
    return table


def test_a_standing_order_answers_its_question() -> None:
    table = told(PRICE, orders=(price(7),))
    assert table.state.told == [True, 7]
    assert table.over
    entry = table.entries[-1]
    assert (entry.kind, entry.note, entry.answer) == (Kind.STANDING, "price 7", 7)


def test_its_owner_alone_is_told_when_it_fires() -> None:
    table = told(PRICE, orders=(price(7),))
    event = table.news[-1].event
    assert (event.name, event.data, event.seen_by) == ("standing_order", {"order": "price 7"}, frozenset({RED}))
    assert event.visible_to(RED)
    assert not event.visible_to(BLUE)
    assert not event.visible_to(None)


def test_an_order_given_while_its_question_is_open_answers_it_at_once() -> None:
    table = table_of(PRICE)
    table.instruct(price(4))
    assert table.over


def test_the_narrow_scope_comes_first() -> None:
    table = told(PRICE, orders=(price(3, DAY), price(8, FAIR)))
    assert table.state.told == [True, 3]


def test_the_newest_replaces_the_older_of_its_scope() -> None:
    table = told(PRICE, orders=(price(3), price(8), price(5)))
    assert table.state.told == [True, 5]


def test_an_order_ends_with_its_scope_and_the_wider_one_takes_over() -> None:
    table = told(PRICE, next_day, PRICE, orders=(price(3, DAY), price(8, FAIR)))
    assert table.state.told == [True, 3, 8]
    assert table.standing_orders(RED) == [price(8, FAIR)]


def test_after_its_scope_the_question_is_asked_again() -> None:
    table = told(PRICE, next_day, PRICE, orders=(price(3, DAY),))
    assert [d.key for d in table.open()] == ["4 price"]


def test_an_illegal_standing_answer_leaves_the_question_open() -> None:
    table = told(PRICE, orders=(price(12),))
    assert [d.key for d in table.open()] == ["4 price"]


def test_an_illegal_narrow_order_gives_way_to_a_wider_one() -> None:
    table = told(PRICE, orders=(price(12, DAY), price(8, FAIR)))
    assert table.state.told == [True, 8]


def test_an_order_without_an_answer_leaves_the_question_open() -> None:
    order = StandingOrder(RED, "5 town", "town", ["bath"], FAIR)
    table = told(TOWN, orders=(order,))
    assert [d.key for d in table.open()] == ["5 town"]


def test_an_order_is_for_its_own_seat() -> None:
    table = told(PRICE, orders=(price(8, FAIR, BLUE),))
    assert [d.seat for d in table.open()] == [RED]


def test_an_order_is_for_its_own_question() -> None:
    table = told(TOWN, orders=(price(8),))
    assert [d.key for d in table.open()] == ["5 town"]


def test_a_forced_choice_does_not_use_an_order() -> None:
    table = told(question(Number(6, 6), key="4 price"), orders=(price(6),))
    assert table.entries[-1].kind is Kind.FORCED


def test_a_withdrawn_order_answers_no_more() -> None:
    table = table_of(GO, PRICE)
    table.instruct(price(3, DAY))
    table.instruct(price(8, FAIR))
    table.withdraw(RED, "4 price", "price")
    table.answer(BLUE, "3 go", True)
    assert [d.key for d in table.open()] == ["4 price"]
    assert table.standing_orders(RED) == []
    assert restored(table).book == table.book


def test_withdrawing_leaves_other_orders_alone() -> None:
    town = StandingOrder(RED, "5 town", "town", ["york"], FAIR)
    table = told(PRICE, orders=(price(8), town, price(4, FAIR, BLUE)))
    table.withdraw(RED, "4 price", "price")
    assert table.standing_orders(RED) == [town]
    assert table.standing_orders(BLUE) == [price(4, FAIR, BLUE)]


def test_a_standing_answer_to_a_simultaneous_question_can_be_revised() -> None:
    table = table_of(Together((PRICE, GO)))
    table.instruct(price(8))
    assert [d.seat for d in table.open()] == [BLUE]
    table.answer(RED, "4 price", 2)
    table.answer(BLUE, "3 go", True)
    assert table.state.told == [(2, True)]


def test_the_book_is_restored_from_the_log() -> None:
    table = told(PRICE, orders=(price(3, DAY), price(8, FAIR)))
    other = restored(table)
    assert other.book == table.book
    assert other.news == table.news


@pytest.mark.parametrize("scope", [DAY, FAIR])
def test_an_order_survives_the_log(scope: Scope) -> None:
    order = StandingOrder(RED, "5 town", "town", ["ely", "york"], scope)
    table = table_of(GO)
    table.instruct(order)
    assert StandingOrder.from_entry(table.entries[0]) == order
    assert table.entries[0].kind is Kind.INSTRUCTION


def test_scopes_rank_the_orders_in_force() -> None:
    book = StandingBook([price(1, FAIR), price(2, Scope("day", "1")), price(3, DAY)])
    assert book.in_force(RED, [DAY, FAIR]) == [price(3, DAY), price(1, FAIR)]
