"""What an order is for: by one table of precedence, and before anything is done."""

from __future__ import annotations

import pytest

from pbem.engine.dice import Fate
from pbem.engine.refusal import Illegal, NotAsked
from pbem.engine.table import Table
from pbem.orders.parse.parse import parse
from pbem.orders.place.place import place
from pbem.orders.place.placed import Answer, End, Keep, Leave, Placed, Stand
from pbem.orders.place.position import Position
from pbem.orders.place.segments import Cursor, LineContext
from pbem.orders.words.vocabulary import vocabulary_of
from tests.engine.toy import BLUE, KEY, RED, Fair, setup
from tests.engine.tricks import days


def opened(*answers: tuple[str, str, object]) -> Table[Fair]:
    """Three days of tricks, before BLUE has said yes to the first, or after these answers (seat, key, answer)."""
    table = Table.open_new(days(), setup(), Fate(KEY))
    for seat, key, answer in answers:
        table.answer(seat, key, answer)
    return table


YES = (BLUE, "3 go", True)


def placed(table: Table[Fair], line: str, seat: str = RED) -> Placed:
    """What a line would do as the first of a letter."""
    return place(Position(table, seat), parse(line, vocabulary_of(table)), Cursor(table, seat))


def kept(found: Placed) -> tuple[str, str, int]:
    assert isinstance(found.action, Keep)
    return found.action.line.text, found.action.line.segment, found.action.line.most


def test_a_segment_to_come_comes_before_the_question_that_is_open() -> None:
    table = opened(YES)
    assert kept(placed(table, "card 2: sing ely")) == ("sing Ely", "the tricks of day 2", 0)
    assert isinstance(placed(table, "card 1: sing ely").action, Answer)


def test_the_question_that_is_open_comes_before_waiting() -> None:
    found = placed(opened(YES), "sing ely")
    assert isinstance(found.action, Answer)
    assert (found.said, found.action.answer) == ("sing Ely", "sing ely")
    assert found.mark == LineContext("the tricks of day 1", "sing Ely")


def test_an_order_waits_where_nothing_is_asked_of_its_writer() -> None:
    assert kept(placed(opened(), "sing ely")) == ("sing Ely", "the tricks of day 1", 0)


def test_an_order_with_a_policy_stands_where_its_question_is_not_open() -> None:
    found = placed(opened(YES), "go yes")
    assert isinstance(found.action, Stand)
    assert (found.action.order.verb, found.action.order.seat) == ("go", RED)


def test_a_question_that_forbids_an_order_ends_the_search() -> None:
    with pytest.raises(Illegal, match="nobody will sing of kings_lynn"):
        placed(opened(YES), "sing lynn")


def test_what_nothing_takes_is_refused_with_what_is_open() -> None:
    with pytest.raises(NotAsked) as refused:
        placed(opened(YES), "take wool")
    assert refused.value.nearest[:2] == ("juggle", "sing Yórk")


def test_a_repeated_order_and_its_case_are_kept_with_their_segment() -> None:
    table = opened(YES)
    assert kept(placed(table, "sing ely until it succeeds, at most 2"))[1:] == ("the tricks of day 1", 2)
    found = placed(table, "card 2: if day 2: rest")
    assert (kept(found)[0], found.branches, found.heading) == ("if day 2: rest", True, "the tricks of day 2")


def test_withdrawing_names_what_is_left() -> None:
    table = opened(YES)
    order = placed(table, "go yes").order
    assert order is not None
    table.instruct(order)
    assert isinstance(placed(table, "withdraw go").action, End)
    table.wait(RED, [])
    line = placed(table, "card 2: sing ely").action
    assert isinstance(line, Keep)
    table.wait(RED, [line.line])
    assert placed(table, "withdraw card 2").action == Leave(())


def test_placing_changes_nothing() -> None:
    table = opened(YES)
    before = len(table.entries)
    for line in ("sing ely", "card 2: sing ely", "go yes", "sing ely until it succeeds, at most 2"):
        placed(table, line)
    assert len(table.entries) == before
    assert table.waiting == {}
