"""Branches on one's own dice: repeated orders, cases behind an order, and what is refused."""

from __future__ import annotations

import pytest

from pbem.engine.dice import Fate
from pbem.engine.refusal import BadLine, Illegal, Misread
from pbem.engine.table import Table
from pbem.orders.carry.execute import understand
from pbem.orders.carry.waiting import carry_on
from pbem.orders.parse.branches import Case, Loop, case_of, loop_of
from tests.engine.toy import RED, Fair, restored, setup
from tests.engine.tricks import days, go, letter, news, opened, tricks_of, waiting

# Reading


@pytest.mark.parametrize(
    ("line", "loop"),
    [
        ("parley ely until friendly, at most 3", Loop("parley ely", "friendly", 3)),
        ("parley ely until friendly, at most 3, spend +1", Loop("parley ely spend +1", "friendly", 3)),
        ("parley ely spend 1 until friendly at most 3 times", Loop("parley ely spend 1", "friendly", 3)),
        ("parley ely until friendly, spend 1, at most three", Loop("parley ely spend 1", "friendly", 3)),
        ("parley ely up to 2 times until it works", Loop("parley ely", "it succeeds", 2)),
        ("Tax Lincoln, until it succeeds; max 9", Loop("Tax Lincoln", "it succeeds", 9)),
        ("levy vassal devon until it succeeds, at most once", Loop("levy vassal devon", "it succeeds", 1)),
        ("march ely", None),
        ("flee if troops at most 3", None),
    ],
)
def test_a_repeated_order_is_read(line: str, loop: Loop | None) -> None:
    assert loop_of(line) == loop


@pytest.mark.parametrize(
    ("line", "problem", "nearest"),
    [
        ("parley ely until friendly", '"until" needs one limit, from 1 to 9', "parley ely until friendly, at most 3"),
        ("parley ely until, at most 3", '"until" needs a goal behind it', "parley ely until it succeeds, at most 3"),
        ("parley ely at most 3", '"at most" stands with "until"', "parley ely until it succeeds, at most 3"),
        ("parley ely until friendly, at most 0", "at most 0: from 1 to 9 times", "parley ely until friendly, at most 9"),
        ("parley ely until friendly, at most 12", "at most 12: from 1 to 9 times", "parley ely until friendly, at most 9"),
        ("parley ely until friendly, at most x", "at most x: from 1 to 9 times", "parley ely until friendly, at most 9"),
        ("until friendly, at most 3", '"until" needs an order before it', "ORDER until it succeeds, at most 3"),
        (
            "parley ely until it fails, at most 3",
            'nothing is repeated until "it fails"',
            "parley ely until it succeeds, at most 3",
        ),
    ],
)
def test_a_repetition_without_a_limit_or_goal_is_refused_with_the_line_that_has_it(
    line: str, problem: str, nearest: str
) -> None:
    with pytest.raises(Misread) as caught:
        loop_of(line)
    assert (caught.value.problem, caught.value.nearest) == (problem, (nearest,))


@pytest.mark.parametrize(
    ("line", "case"),
    [
        ("if it fails: levy troops", Case("it fails", "levy troops")),
        ("If fails:levy troops", Case("it fails", "levy troops")),
        ("if it can't be done: pass", Case("it cannot be done", "pass")),
        ("if ely is friendly: march ely", Case("ely is friendly", "march ely")),
        ("else pass", Case("", "pass")),
        ("otherwise: go on", Case("", "go on")),
        ("Else: continue", Case("", "go on")),
        ("otherwise, pass", Case("", "pass")),
        ("when it fails: pass", Case("it fails", "pass")),
        ("should it fail: pass", Case("it fails", "pass")),
        ("wenn es misslingt: pass", Case("it fails", "pass")),
        ("falls nicht: pass", Case("it fails", "pass")),
        ("sonst levy carts", Case("", "levy carts")),
        ("when ely is friendly: march ely", None),
        ("wenn ely, march ely", None),
        ("elsewhere", None),
        ("march ely", None),
    ],
)
def test_a_case_is_read(line: str, case: Case | None) -> None:
    assert case_of(line) == case


@pytest.mark.parametrize(
    ("line", "problem", "nearest"),
    [
        ("if it fails levy troops", 'a colon belongs between "if ..." and its orders', "if it fails: levy troops"),
        ("if it fails:", '"if it fails" needs an order behind it, on the same line', "if it fails: go on"),
        ("else", '"else" needs an order behind it, on the same line', "else: go on"),
        ("if not, pass", 'a colon belongs between "if ..." and its orders', "if it fails: pass"),
        ("falls nicht, pass", 'a colon belongs between "if ..." and its orders', "if it fails: pass"),
        ("if : pass", '"if" needs a case before the colon', "if it fails: pass"),
        ("if it fails: if it fails: pass", "a case cannot stand inside another", "if it fails: go on"),
        ("else if it fails: pass", "a case cannot stand inside another", "else: go on"),
    ],
)
def test_what_is_no_case_is_refused_with_the_nearest(line: str, problem: str, nearest: str) -> None:
    with pytest.raises(Misread) as caught:
        case_of(line)
    assert caught.value.problem == problem
    assert caught.value.nearest[0] == nearest


@pytest.mark.parametrize(
    ("orders", "problem", "nearest"),
    [
        (["if it fails: rest"], "there is no order before this case", "rest"),
        (["sing ely", "else: rest"], '"else" follows an "if"', "if it fails: rest"),
        (["sing ely", "if it fails: rest", "else: rest", "if it succeeds: juggle"], 'no case can follow "else"', "juggle"),
        (["sing ely", "if it fails: sign york"], '"sign" is not an order', "if it fails: sing TOWN"),
        (["sing ely", "if it fails: sing yrok"], 'I do not know what "yrok" means here', "if it fails: sing Yórk"),
        (["sing ely", "if it fails: price 3"], '"price" cannot stand behind a case', "if it fails: go on"),
        (["sing ely", "if it rains: rest"], '"it rains" is not a case', "if pleased ely: rest"),
        (["sing ely until it rains, at most 2"], '"it rains" is not a case', "if pleased ely: rest"),
        (["card 1: sing ely", "card 2: if it fails: rest"], "there is no order before this case", "card 2: rest"),
    ],
)
def test_what_is_not_in_the_grammar_is_refused_at_once(orders: list[str], problem: str, nearest: str) -> None:
    table = opened()
    with pytest.raises(BadLine) as caught:
        letter(table, *orders)
    assert caught.value.problem == problem
    assert nearest in caught.value.nearest


# Repeated orders


def repeated(table: Table[Fair]) -> list[str]:
    """What was told of the ends of repetitions and of branches."""
    return [data["told"] for data in news(table, "branch_taken")]


def test_an_order_is_repeated_until_its_goal_is_reached() -> None:
    table = opened(1, 4)
    go(table)
    assert letter(table, "sing ely until pleased ely, at most 3", "juggle") == [
        "sing Ely until pleased ely, at most 3 times",
        "juggle",
    ]
    assert tricks_of(table) == ["sing ely", "sing ely", "juggle"]
    assert repeated(table) == ["sing Ely, until pleased ely: succeeded (ely is pleased) after 2 tries"]


def test_it_is_repeated_so_often_at_most() -> None:
    table = opened(1, 1, 1, 1)
    go(table)
    letter(table, "sing ely until it succeeds, at most 2")
    assert tricks_of(table) == ["sing ely"] * 2
    assert repeated(table) == ["sing Ely, until it succeeds: failed after 2 tries"]
    assert waiting(table) == []
    assert [d.key for d in table.open_to(RED)] == ["9 trick"]


def test_a_goal_reached_already_costs_nothing() -> None:
    table = opened(5)
    go(table)
    letter(table, "sing ely", "sing ely until pleased, at most 3", "if it succeeds: rest", "else: juggle")
    assert tricks_of(table) == ["sing ely", "rest"]


def test_it_ends_when_the_order_is_not_open_any_more() -> None:
    """A trick that was done to perfection is off the Menu; the goal is another town's pleasure."""
    table = opened(6)
    go(table)
    letter(table, "sing ely until pleased york, at most 3", "if it fails: juggle", "else: rest")
    assert tricks_of(table)[:2] == ["sing ely", "juggle"]
    assert "failed after 1 try" in repeated(table)[0]


def test_the_same_words_are_carried_on_on_a_day_to_come() -> None:
    table = opened(1, 5)
    said = letter(table, "card 1: sing ely until it succeeds, at most 3", "card 1: rest")
    assert said[0] == "kept for the tricks of day 1: sing Ely until it succeeds, at most 3 times"
    go(table)
    assert tricks_of(table) == ["sing ely", "sing ely", "rest"]


def test_what_is_left_of_a_repetition_when_its_segment_is_over_is_told() -> None:
    table = opened(1, 1, 1, most=2)
    go(table)
    letter(table, "sing ely until it succeeds, at most 3", "if it fails: juggle", "else: rest")
    stopped = news(table, "waiting_stopped")
    assert stopped == [
        {
            "line": "sing Ely until it succeeds, at most 3 times",
            "problem": "it was for the tricks of day 1, which is over",
            "dropped": ["juggle"],
        }
    ]


# Cases


@pytest.mark.parametrize(
    ("die", "shown", "told"),
    [
        (1, ["sing ely", "juggle", "sing york"], "sing Ely failed: juggle"),
        (4, ["sing ely", "sing york", "rest"], "sing Ely succeeded: sing Yórk; rest"),
    ],
)
def test_the_case_that_comes_is_carried_out(die: int, shown: list[str], told: str) -> None:
    table = opened(die)
    go(table)
    orders = ["sing ely", "if it fails: juggle", "if it succeeds: sing york", "if it succeeds: rest", "sing york"]
    assert letter(table, *orders)[1:3] == ["if it fails: juggle", "if it succeeds: sing Yórk"]
    assert tricks_of(table) == shown
    assert repeated(table) == [told]


def test_a_case_that_nobody_has_foreseen_stops_and_asks() -> None:
    table = opened(4)
    letter(table, "sing ely", "if it fails: juggle", "sing york", "card 2: rest")
    go(table)
    assert tricks_of(table) == ["sing ely"]
    assert [d.key for d in table.open_to(RED)] == ["9 trick"]
    (stopped,) = news(table, "waiting_stopped")
    assert stopped["problem"] == "there is no case for it: sing Ely succeeded"
    assert stopped["dropped"] == ["sing Yórk"]
    assert waiting(table) == ["rest"]


def test_else_go_on_goes_on() -> None:
    table = opened(4)
    go(table)
    letter(table, "sing ely", "if it fails: juggle", "else go on", "sing york", "rest")
    assert tricks_of(table) == ["sing ely", "sing york", "rest"]
    assert repeated(table) == ["sing Ely succeeded, else: go on"]


def test_else_go_on_stands_right_behind_an_order_and_covers_all() -> None:
    table = opened(6)
    go(table)
    letter(table, "juggle", "else go on", "juggle", "else go on", "sing york", "rest")
    assert tricks_of(table) == ["juggle", "sing york", "rest"]
    assert repeated(table)[1].startswith("juggle could not be done (")
    ahead = opened(4)
    letter(ahead, "card 1: sing ely", "card 1: else go on", "card 1: sing york", "card 1: else go on", "card 1: rest")
    go(ahead)
    assert tricks_of(ahead) == ["sing ely", "sing york", "rest"]


def test_a_case_for_what_cannot_be_done() -> None:
    table = opened(6)
    go(table)
    letter(table, "juggle", "juggle", "if it cannot be done: sing york", "else: rest")
    assert tricks_of(table) == ["juggle", "sing york"]
    assert repeated(table)[0].startswith("juggle could not be done (")


def test_the_same_on_a_day_to_come() -> None:
    table = opened(6)
    letter(table, "juggle", "juggle", "if it fails: rest", "else: sing york")
    go(table)
    assert tricks_of(table) == ["juggle", "sing york"]


def test_without_a_case_for_it_an_order_that_cannot_be_done_is_refused() -> None:
    table = opened(6)
    go(table)
    with pytest.raises(Illegal):
        letter(table, "juggle", "juggle", "rest")
    letter(table, "rest")
    letter(table, "card 2: juggle", "card 2: if it fails: rest", "card 2: sing ely", "card 3: rest")
    go(table)
    (stopped,) = news(table, "waiting_stopped")
    assert stopped["dropped"] == ["if it fails: rest", "sing Ely"]
    assert waiting(table) == ["rest"]


def test_a_condition_needs_no_order_before_it() -> None:
    table = opened(1)
    said = letter(table, "card 2: if day 1: sing ely", "card 2: if day 2: sing york", "card 2: else: juggle", "card 1: rest")
    assert said[1] == "if day 2: sing Yórk"
    go(table)
    go(table)
    assert tricks_of(table) == ["rest", "sing york"]
    assert repeated(table) == ["day 2 (it is day 2): sing Yórk"]


def test_a_case_too_late_is_told() -> None:
    """The order was the last of its day."""
    table = opened(1, most=1)
    letter(table, "sing ely", "if it fails: juggle", "else: rest")
    go(table)
    (stopped,) = news(table, "waiting_stopped")
    assert (stopped["line"], stopped["dropped"]) == ("juggle", [])


def test_a_case_that_comes_too_late_in_its_letter_says_so() -> None:
    table = opened(1, most=1)
    go(table)
    said = letter(table, "sing ely", "if it fails: juggle", "else: rest")
    assert said[1:] == [f"{case} (the tricks of day 1 is over)" for case in ("if it fails: juggle", "else: rest")]


def test_a_case_that_only_ends_the_day_is_not_told_when_the_day_is_over() -> None:
    table = opened(1, most=1)
    letter(table, "sing ely", "if it fails: rest", "else: juggle")
    go(table)
    assert news(table, "waiting_stopped") == []
    assert waiting(table) == []


# In the midst of it


def test_what_somebody_else_is_asked_in_between_changes_nothing() -> None:
    table = opened(1, 1, 5, asks_blue=True)
    go(table)
    letter(table, "sing ely until it succeeds, at most 2", "if it fails: sing york", "else: juggle", "card 2: rest")
    assert waiting(table)[0] == "sing Ely until it succeeds, at most 2 times"
    assert table.waiting[RED][0].made == 1
    go(table)
    go(table)
    assert tricks_of(table) == ["sing ely", "sing ely", "sing york"]


@pytest.mark.parametrize("key", range(12))
def test_a_game_restored_at_any_entry_goes_on_to_the_same_end(key: int) -> None:
    orders = ["sing ely until it succeeds, at most 2", "if it fails: sing york", "if it fails: rest", "else: juggle"]
    table = Table.open_new(days(asks_blue=True), setup(), Fate(bytes([key] * 32)))
    go(table)
    letter(table, *orders, "card 2: juggle", "card 2: if it fails: sing ely", "card 2: else go on", "card 2: rest")
    begun = len(table.entries)
    finish(table)
    for length in range(begun, len(table.entries) + 1):
        other = restored(table, table.entries[:length])
        other.settle()
        carry_on(other)
        finish(other)
        assert (other.state.told, waiting(other)) == (table.state.told, waiting(table))
        assert news(other, "branch_taken") == news(table, "branch_taken")


def finish(table: Table[Fair]) -> None:
    """BLUE says yes as long as nothing else is asked."""
    while not table.over and table.open()[0].seat != RED:
        go(table)


def test_a_preview_of_a_line_tells_how_it_is_understood_and_keeps_nothing() -> None:
    table = opened()
    go(table)
    before = len(table.entries)
    deed = understand(table, RED, "sing ely until it succeeds, at most 2")
    assert deed.said == "sing Ely until it succeeds, at most 2 times"
    assert len(table.entries) == before
    assert waiting(table) == []
