"""Lines of a letter belong to one segment of their writer, and answer in no other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from pbem.engine.decision import Decision, Json, Menu, Number, Pick, Seat, Together
from pbem.engine.dice import Fate
from pbem.engine.game.orders import Word
from pbem.engine.game.rules import Rules
from pbem.engine.game.segments import Segment, Segments
from pbem.engine.game.standing import AnswerText, Policy
from pbem.engine.log.entry import EntryKind
from pbem.engine.refusal import Illegal, Misread, NotAsked
from pbem.engine.table import Table
from pbem.orders.carry.execute import execute
from pbem.orders.carry.waiting import carry_on
from pbem.orders.place.segments import Cursor
from tests.engine.toy import (
    BLUE,
    KEY,
    NAMES,
    RED,
    TOWNS,
    TOY,
    WORDS,
    Fair,
    asking,
    next_day,
    question,
    read_price,
    restored,
    setup,
)

OPTIONS = ("sing ely", "juggle", "rest")
TRICK = question(Menu(lambda: OPTIONS), key="9 trick", subject="trick")
BLUES = replace(TRICK, seat=BLUE)
PRICE = question(Number(2, 9), key="4 price")
TOWN = question(Pick(lambda: TOWNS))
DAYS = 3


def segments(s: Fair, _seat: Seat, _given: Mapping[str, Json]) -> tuple[Segment, ...]:
    """The tricks of each day to come."""
    days = range(s.day, DAYS)
    return tuple(Segment(f"the tricks of day {day + 1}", frozenset({"9 trick"}), f"card {day + 1}") for day in days)


def why_not(_s: Fair, _decision: Decision, verb: str, ids: list[str]) -> str | None:
    return f"nobody will {verb} of {NAMES[ids[0]][0]} here" if ids else None


def own(word: Word[Fair]) -> Word[Fair]:
    """The tricks are one's own, and who rests has done their day."""
    return replace(word, own=True, closes=word.verb == "rest") if word.key == "9 trick" else word


def rules_of(*questions: Any) -> Rules[Fair]:
    vocabulary = tuple(map(own, WORDS))
    orders = replace(TOY.orders, why_not=why_not)
    cards = Segments(of=segments, numbered=("card",))
    return replace(asking(*questions), segments=cards, orders=orders, vocabulary=vocabulary)


def table_of(*questions: Any) -> Table[Fair]:
    return Table.open_new(rules_of(*questions), setup(), Fate(KEY))


def letter(table: Table[Fair], *lines: str, seat: Seat = RED) -> list[str]:
    """The lines of one letter."""
    cursor, said = Cursor(table, seat), []
    for line in lines:
        said.append(execute(table, seat, line, cursor=cursor))
        carry_on(table)
    return said


def test_a_line_waits_for_its_segment_and_says_so() -> None:
    table = table_of(BLUES, TRICK)
    assert letter(table, "juggle") == ["kept for the tricks of day 1: juggle"]
    assert [(line.text, line.segment) for line in table.waiting[RED]] == [("juggle", "the tricks of day 1")]
    assert restored(table).waiting == table.waiting
    letter(table, "rest", seat=BLUE)
    assert table.state.told == ["rest", "juggle"]


def test_a_line_is_not_carried_out_in_the_segment_after() -> None:
    """Nothing is asked of RED on the first day."""
    table = table_of(BLUES, next_day, TRICK)
    letter(table, "juggle", "sing ely")
    letter(table, "rest", seat=BLUE)
    assert table.open() == (TRICK,)
    told = table.news[-1].event.data
    assert told == {"line": "juggle", "problem": "it was for the tricks of day 1, which is over", "dropped": ["sing Ely"]}


def test_a_letter_does_not_run_on_into_the_next_segment() -> None:
    table = table_of(TRICK, next_day, replace(TRICK, subject="again"))
    with pytest.raises(Illegal, match="this line was for the tricks of day 1, which is over"):
        letter(table, "juggle", "sing ely")
    assert table.state.told == ["juggle"]


@pytest.mark.parametrize("rest", ["rest", "card 2: rest"])
def test_behind_what_closes_a_segment_the_lines_are_for_the_next(rest: str) -> None:
    table = table_of(TRICK, next_day, replace(TRICK, subject="again"), next_day, BLUES)
    assert letter(table, "rest", rest.replace("rest", "juggle"), rest, "sing ely")[2:] == [
        "rest (the tricks of day 2 is over already)",
        "kept for the tricks of day 3: sing Ely",
    ]
    assert table.state.told == ["rest", "juggle"]


def test_a_line_that_only_closes_what_is_over_is_dropped_without_a_word() -> None:
    table = table_of(BLUES, TRICK, next_day, TRICK)
    letter(table, "juggle", "rest", "sing ely")
    letter(table, "rest", seat=BLUE)
    assert table.state.told == ["rest", "juggle", "sing ely"]
    assert not any(news.event.name == "waiting_stopped" for news in table.news)


def test_a_question_from_elsewhere_is_asked_and_the_lines_wait_on() -> None:
    table = table_of(BLUES, PRICE, TRICK)
    letter(table, "juggle")
    letter(table, "rest", seat=BLUE)
    assert table.open() == (PRICE,)
    letter(table, "price 4")
    assert table.state.told == ["rest", 4, "juggle"]
    assert table.entries[-1].kind is EntryKind.WAITED


def test_a_line_without_a_segment_to_come_cannot_wait() -> None:
    table = table_of(*[next_day] * DAYS, BLUES)
    with pytest.raises(NotAsked, match='nothing asks for "juggle" now, and it cannot wait yet'):
        letter(table, "juggle")


def test_a_segment_told_only_later_takes_the_lines_behind() -> None:
    """The letter comes when no trick is in sight; its first line brings the day."""
    later: Segments[Any] = Segments(of=lambda s, seat, given: segments(s, seat, given) if s.day else (), numbered=("card",))
    rules = replace(rules_of(PRICE, next_day, TRICK), segments=later)
    table = Table.open_new(rules, setup(), Fate(KEY))
    letter(table, "price 2", "juggle")
    assert table.state.told == [2, "juggle"]


def test_in_secret_a_segment_is_revised_by_the_same_word() -> None:
    table = table_of(Together((TRICK, BLUES)))
    letter(table, "juggle")
    letter(table, "sing ely")
    assert [answer for _, answer in table.given_by(RED)] == ["sing ely"]


def test_the_game_says_why_a_line_is_not_open() -> None:
    with pytest.raises(Illegal) as caught:
        letter(table_of(TRICK), "sing kings lynn")
    assert caught.value.problem == '"sing kings lynn" is not open to you now: nobody will sing of King\'s Lynn here'


def test_the_game_says_why_of_a_word_that_is_not_on_the_menu() -> None:
    table = table_of(replace(TRICK, shape=Menu(lambda: ("juggle", "rest"))))
    with pytest.raises(Illegal, match="nobody will sing of Ely here"):
        letter(table, "sing ely")


def test_a_slip_is_a_slip() -> None:
    with pytest.raises(Misread, match='I do not know what "yrok" means here'):
        letter(table_of(TRICK), "sing yrok")


# What is given early


def test_an_early_order_holds_for_the_first_scope_its_word_names() -> None:
    vocabulary = tuple(replace(word, holds=("fair",)) if word.verb == "price" else word for word in WORDS)
    table = Table.open_new(replace(asking(TOWN, PRICE), vocabulary=vocabulary), setup(), Fate(KEY))
    assert letter(table, "price 7") == ["price 7 (kept for this fair)"]


def test_an_order_can_tell_what_it_has_done() -> None:
    policy: Policy[Fair] = Policy(
        read_price, lambda _s, p: str(p), lambda _s, _d, p: p - 1, telling=AnswerText(done=lambda _s, a: f"just {a}")
    )
    vocabulary = tuple(replace(word, policy=policy) if word.verb == "price" else word for word in WORDS)
    table = Table.open_new(replace(TOY, play=asking(TOWN, PRICE).play, vocabulary=vocabulary), setup(), Fate(KEY))
    letter(table, "price 7", "town ely")
    assert table.news[-1].event.data == {"order": "price just 6"}


def test_a_game_may_have_withdraw_among_its_order_words() -> None:
    vocabulary = tuple(replace(word, verb="withdraw") if word.verb == "town" else word for word in WORDS)
    table = Table.open_new(replace(asking(TOWN, PRICE), vocabulary=vocabulary), setup(), Fate(KEY))
    letter(table, "standing price 7")
    assert letter(table, "withdraw price") == ["withdraw price 7"]
    assert letter(table, "withdraw ely") == ["withdraw Ely"]
    with pytest.raises(Misread, match='I do not know what "yrok" means here'):
        letter(Table.open_new(replace(asking(TOWN), vocabulary=vocabulary), setup(), Fate(KEY)), "withdraw yrok")
