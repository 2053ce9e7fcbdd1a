"""Standing orders: which is consulted first, how long each holds, what replaces it."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from pbem.engine.decision import Decision, Json, Number, Pick, Together, YesNo
from pbem.engine.dice import Fate
from pbem.engine.game.forecast import Forecast, Previews
from pbem.engine.game.rules import Rules
from pbem.engine.game.standing import Scope, Situations, Standing
from pbem.engine.log.entry import Entry, EntryKind
from pbem.engine.log.standing_book import StandingBook
from pbem.engine.prospect import Prospect
from pbem.engine.refusal import BadLine, Illegal, Misread
from pbem.engine.standing import StandingOrder
from pbem.engine.table import Table
from pbem.orders.carry.execute import execute
from tests.engine.toy import BLUE, KEY, RED, TOWNS, TOY, Fair, asking, next_day, question, restored, setup, table_of

DAY, FAIR = Scope("day", "0"), Scope("fair", "all")
TOWN = question(Pick(lambda: TOWNS))
PRICE = question(Number(2, 9), key="4 price")
GO = question(YesNo(), BLUE, "3 go")


def price(number: int, scope: Scope = FAIR, seat: str = RED) -> StandingOrder:
    return StandingOrder(seat, "4 price", "price", number, scope)


def told(*questions: Any, orders: tuple[StandingOrder, ...]) -> Table[Fair]:
    """A table whose first question, blue's, is answered once red's orders are in."""
    table = table_of(GO, *questions)
    for order in orders:
        table.instruct(order)
    table.answer(BLUE, "3 go", True)
    return table


def test_a_standing_order_answers_its_question() -> None:
    table = told(PRICE, orders=(price(7),))
    assert table.state.told == [True, 7]
    assert table.over
    entry = table.entries[-1]
    assert (entry.kind, entry.note, entry.answer) == (EntryKind.STANDING, "price 7", 7)


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
    assert table.entries[-1].kind is EntryKind.FORCED


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
    assert table.entries[0].kind is EntryKind.INSTRUCTION


def test_scopes_rank_the_orders_in_force() -> None:
    book = StandingBook([price(1, FAIR), price(2, Scope("day", "1")), price(3, DAY)])
    assert book.in_force(RED, [DAY, FAIR]) == [price(3, DAY), price(1, FAIR)]


# Bound to circumstances and conditions


def read_weather(_s: Fair, _seat: str, text: str, _about: Sequence[str]) -> Json:
    """ "late" after the first day, "early" before, "rain" nobody can see."""
    if text not in ("late", "early", "rain"):
        raise Misread(f"{text} is no weather", ["late"])
    return [text]


def holds(s: Fair, _seat: str, decision: Decision | None, condition: Json, _answer: Json = None) -> str | None:
    kind, *rest = condition
    if kind == "not":
        inner = rest[0]
        return None if inner[0] == "rain" or holds(s, RED, decision, inner) else f"day {s.day}, so not {inner[0]}"
    if kind == "at":
        return "there" if decision is not None and decision.subject == rest[0] else None
    if kind == "rain":
        return None
    return f"day {s.day}" if (s.day > 0) is (kind == "late") else None


def circumstances(_s: Fair, _seat: str, text: str, _places: bool) -> tuple[str, Json]:
    what, at, town = text.partition(" at ")
    return (what, ["at", town]) if at else (text, None)


def write(_s: Fair, condition: Json) -> str:
    return f"not {condition[1][0]}" if condition[0] == "not" else " ".join(condition)


WEATHER: Situations[Fair] = Situations(read_weather, write, holds, circumstances)


def weathered(*questions: Any) -> Table[Fair]:
    """A table with conditions; its first question is blue's."""
    held = replace(TOY.standing, situations=WEATHER, scope_names=("day", "fair"))
    rules: Rules[Fair] = replace(asking(GO, *questions), standing=held)
    return Table.open_new(rules, setup(), Fate(KEY))


def after(table: Table[Fair], *lines: str) -> Table[Fair]:
    """The table once red has given these lines and blue's question is answered; out of its log it must be the same."""
    for line in lines:
        execute(table, RED, line)
    table.answer(BLUE, "3 go", True)
    again = restored(table, rules=table.rules)
    assert (again.book, again.ended, again.news, again.entries) == (table.book, table.ended, table.news, table.entries)
    return table


def notes(table: Table[Fair]) -> list[str]:
    return [entry.note for entry in table.entries if entry.kind is EntryKind.STANDING]


def test_an_order_waits_for_its_condition_and_says_why_it_answered() -> None:
    table = after(weathered(PRICE, next_day, PRICE), "standing price 7 if late")
    assert [d.key for d in table.open()] == ["4 price"]
    table.answer(RED, "4 price", 3)
    assert table.state.told == [True, 3, 7]
    assert notes(table) == ["1. price 7 if late (day 1): price 7"]


def test_else_is_done_where_the_condition_does_not_hold() -> None:
    table = after(weathered(PRICE, next_day, PRICE), "standing price 7 if late else 2")
    assert table.state.told == [True, 2, 7]
    assert notes(table)[0] == "1. price 7 if late else 2 (day 0, so not late): price 2"


def test_unless_is_the_contrary() -> None:
    assert after(weathered(PRICE), "standing price 7 unless late").state.told == [True, 7]


@pytest.mark.parametrize("line", ["price 7 if rain", "price 7 unless rain", "price 7 if rain else 3"])
def test_what_cannot_be_judged_answers_neither_way(line: str) -> None:
    assert [d.key for d in after(weathered(PRICE), f"standing {line}").open()] == ["4 price"]


def test_orders_for_other_circumstances_stand_side_by_side() -> None:
    lines = ("standing price 5", "standing price 7 if late", "standing price 8 at bath", "standing price 9 at ely")
    assert after(weathered(PRICE), *lines).state.told == [True, 9]
    assert after(weathered(PRICE), *lines[:3]).state.told == [True, 5]


def test_the_same_circumstances_replace_and_say_so() -> None:
    table = weathered(PRICE)
    execute(table, RED, "standing price 5 at ely")
    execute(table, RED, "standing price 5 at bath")
    said = execute(table, RED, "standing price 6 at ely")
    assert said == "standing price 6 at ely (kept for this fair, in place of price 5 at ely)"
    assert [(o.number, o.policy) for o in table.orders_of(RED)] == [(1, 6), (2, 5)]


def test_an_order_for_once_answers_once() -> None:
    table = after(weathered(PRICE, PRICE), "standing price 7 once")
    assert table.state.told == [True, 7]
    assert [d.key for d in table.open()] == ["4 price"]
    assert table.orders_of(RED) == []


def test_the_order_for_once_comes_before_the_one_that_stays() -> None:
    assert after(weathered(PRICE, PRICE), "standing price 5", "standing price 7 once").state.told == [True, 7, 5]


def test_a_line_may_say_behind_how_long_it_holds() -> None:
    table = weathered(PRICE)
    assert execute(table, RED, "price 7 for this fair") == "price 7 (kept for this fair)"
    assert execute(table, RED, "price 6 if late for the day") == "price 6 if late (kept for this day)"


@pytest.mark.parametrize(
    ("line", "problem", "near"),
    [
        ("standing price 7 if snow", "snow is no weather", "standing price 7 if late"),
        ("standing price 7 if", "needs a condition", "standing price 2 to 9"),
        ("standing price 7 else 3", "needs a condition before it", "standing price 2 to 9"),
        ("standing price 7 if late else", "an order after it", "standing price 2 to 9"),
        ("standing price 7 if late if late", 'only one "if"', "standing price 2 to 9"),
        ("standing price 12 if late", "from 2 to 9", "standing price 2"),
        ("standing price 7 if late else lots", "a price is a number", "standing price 2"),
    ],
)
def test_each_bad_clause_has_its_own_problem(line: str, problem: str, near: str) -> None:
    table = weathered(PRICE)
    with pytest.raises(BadLine) as caught:
        execute(table, RED, line)
    assert problem in caught.value.problem
    assert near in caught.value.nearest
    assert table.orders_of(RED) == []


# Numbers, the end of an order, the log


def test_numbers_stay_and_are_given_anew_when_free() -> None:
    table = weathered(PRICE)
    for line in ("standing price 5", "standing town ely", "standing price 7 if late"):
        execute(table, RED, line)
    assert execute(table, RED, "standing") == "standing (1. price 5 (fair); 2. town Ely (fair); 3. price 7 if late (fair))"
    assert execute(table, RED, "withdraw standing 2") == "withdraw town Ely"
    execute(table, RED, "standing price 4 at bath")
    assert [(o.number, o.verb, o.policy) for o in table.orders_of(RED)] == [
        (1, "price", 5),
        (2, "price", 4),
        (3, "price", 7),
    ]
    assert execute(table, RED, "withdraw price") == "withdraw price 5; price 4 at bath; price 7 if late"
    assert restored(table, rules=table.rules).book == table.book == StandingBook()


def test_withdraw_all_leaves_the_other_side_alone() -> None:
    table = weathered(PRICE)
    execute(table, RED, "standing price 5")
    execute(table, RED, "standing town ely")
    execute(table, BLUE, "standing day price 5")
    execute(table, RED, "withdraw standing all")
    assert (table.orders_of(RED), len(table.orders_of(BLUE))) == ([], 1)


def test_an_order_whose_time_is_over_is_struck_and_told() -> None:
    table = after(weathered(next_day, TOWN, PRICE), "standing day price 3", "standing price 8")
    assert [(ended.order.policy, ended.number) for ended in table.ended] == [(3, table.entries[2].number)]
    assert [o.policy for o in table.orders_of(RED)] == [8]


def test_an_order_for_a_time_to_come_sleeps_until_then() -> None:
    def scopes(s: Fair) -> tuple[Scope, ...]:
        return Scope("day", str(s.day)), Scope("day", str(s.day + 1), coming=True), FAIR

    rules = replace(asking(GO, PRICE, next_day, PRICE), standing=Standing(scopes=scopes))
    table = Table.open_new(rules, setup(), Fate(KEY))
    table.instruct(price(6, Scope("day", "1")))
    table.answer(BLUE, "3 go", True)
    assert [d.key for d in table.open()] == ["4 price"]
    table.answer(RED, "4 price", 2)
    assert table.state.told == [True, 2, 6]


def test_a_scope_that_does_not_run_is_refused() -> None:
    rules = replace(asking(GO, PRICE), standing=replace(TOY.standing, scope_names=("day", "fair", "season")))
    table = Table.open_new(rules, setup(), Fate(KEY))
    with pytest.raises(Illegal, match="there is no season now; an order can stand for this day or this fair"):
        execute(table, RED, "standing season price 5")


def test_an_order_of_an_old_log_is_read_as_it_was() -> None:
    old = {"verb": "price", "policy": 8, "scope": ["fair", "all"]}
    entry = Entry(1, EntryKind.INSTRUCTION, RED, "4 price", "price", old, "")
    assert StandingOrder.from_entry(entry) == price(8)
    assert StandingOrder.from_entry(replace(entry, answer={**old, "once": True, "where": ["at", "ely"]})) == replace(
        price(8), once=True, where=["at", "ely"]
    )
    assert price(8).as_answer() == old
    book = StandingBook()
    book.note(entry)
    book.note(replace(entry, number=2, answer=None))
    assert book.orders == []


# What an order was shown to be


def priced(*questions: Decision, costs: Callable[[Fair], int]) -> Table[Fair]:
    """A table at the first of these questions, whose answers cost so much gold."""
    previews = Previews[Fair](forecast=lambda s, _seat, _decision, _answer: Forecast({"gold": costs(s)}))
    told = Situations[Fair](lambda *_: [], lambda *_: "", lambda *_: None, people=lambda _s: TOWNS)
    rules = replace(asking(*questions), previews=previews, standing=replace(TOY.standing, situations=told))
    return Table.open_new(rules, setup(), Fate(KEY))


@pytest.mark.parametrize(
    ("shown", "even", "answers"),
    [
        (None, (), True),
        (Prospect(costs=(("gold", 7),)), (), True),
        (Prospect(costs=(("gold", 6),)), (), False),
        (Prospect(costs=(("gold", 6),)), ("costs",), True),
        (Prospect(costs=(("gold", 6),)), ("odds",), False),
        (Prospect(whole=False), (), True),
    ],
)
def test_an_order_that_is_worse_than_it_was_shown_leaves_its_question_to_its_owner(
    shown: Prospect | None, even: tuple[str, ...], answers: bool
) -> None:
    table = priced(GO, PRICE, costs=lambda _s: 7)
    table.instruct(replace(price(7), shown=shown, even=even))
    table.answer(BLUE, "3 go", True)
    assert table.over is answers
    (kept,) = restored(table).book.orders
    assert (kept.shown, kept.even) == (shown, even)
    if not answers:
        (decision,) = table.open()
        clause = " even if the odds are worse" if even else ""
        assert table.withheld(decision) == f'"1. price 7{clause}" leaves this to you: now it costs 7 gold, not 6'


@pytest.mark.parametrize(("line", "answered"), [("town ely", 1), ("town ely even if it costs more", 2)])
def test_an_order_that_names_something_keeps_what_it_would_come_to(line: str, answered: int) -> None:
    table = priced(TOWN, TOWN, costs=lambda s: 2 + len(s.told))
    assert execute(table, RED, f"standing {line}").startswith(f"standing {line.replace('ely', 'Ely')} (kept for")
    assert len(table.state.told) == answered
    assert table.book.orders[0].shown == Prospect(costs=(("gold", 2),))


def test_of_several_of_which_the_first_will_do_nothing_is_kept() -> None:
    table = priced(TOWN, TOWN, costs=lambda s: 2 + len(s.told))
    execute(table, RED, "standing town ely, york")
    assert len(table.state.told) == 2
    assert table.book.orders[0].shown is None


def test_a_general_order_keeps_nothing() -> None:
    table = priced(GO, PRICE, PRICE, costs=lambda s: 2 + len(s.told))
    execute(table, RED, "standing price 7")
    table.answer(BLUE, "3 go", True)
    assert table.over
    assert table.book.orders[0].shown is None
