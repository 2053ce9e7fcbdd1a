"""Text to parsed orders: by the words of a game alone, without a position."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbem.engine.game.segments import Segments
from pbem.orders.parse.branches import Case, Loop
from pbem.orders.parse.parse import MAX_LINE_LENGTH, Headed, Order, Special, Unreadable, parse
from pbem.orders.words.headings import Heading, HeadingWords, cut_heading
from pbem.orders.words.vocabulary import Vocabulary
from tests.engine.toy import TOY, WORDS, new_state, setup

VOCABULARY: Vocabulary = Vocabulary(
    replace(
        TOY,
        segments=Segments(numbered=("impulse",), plain=("campaign", "line")),
        vocabulary=(*WORDS[:-1], replace(WORDS[-1], synonyms=("go home",)), replace(WORDS[6], closes=True, key="7 closes")),
    ),
    new_state(setup()),
)

CASES = ("if it fails: rest", "if it succeeds: rest", "if it cannot be done: rest")


@pytest.mark.parametrize(
    ("line", "parsed"),
    [
        ("sing ely", Order("sing", "ely", "sing ely")),
        ("  - Sing, ely!", Order("sing", "ely!", "  - Sing, ely!")),
        ("go home ely", Order("go home", "ely", "go home ely")),
        ("go yes", Order("go", "yes", "go yes")),
        ("unheard of", Order("unheard", "of", "unheard of")),
        ("standing price 3", Special("standing", "price 3")),
        ("stand price 3", Special("standing", "price 3")),
        ("never go", Special("never", "go")),
        ("withdraw 2", Special("withdraw", "2")),
        ("clear", Special("clear", "")),
        ("impulse 2: sing ely", Headed(Heading("impulse", 2, ""), Order("sing", "ely", "sing ely"))),
        ("second impulse york: rest", Headed(Heading("impulse", 2, "york"), Order("rest", "", "rest"))),
        ("impulse2", Headed(Heading("impulse", 2, ""), None)),
        ("next campaign: rest", Headed(Heading("campaign", 0, "", next=True), Order("rest", "", "rest"))),
        ("line: first, second", Headed(Heading("line", 0, ""), Order("line", "first, second", "line first, second"))),
        ("card 2: rest", Order("card", "2: rest", "card 2: rest")),
        ("if it fails: rest", Case("it fails", "rest")),
        ("else go on", Case("", "go on")),
        ("sing ely until it succeeds, at most 3", Loop("sing ely", "it succeeds", 3)),
    ],
)
def test_a_line_has_parts(line: str, parsed: object) -> None:
    assert parse(line, VOCABULARY) == parsed


@pytest.mark.parametrize(
    ("line", "problem", "nearest"),
    [
        ("?!", "there is no order on this line", ()),
        ("sing ely until it succeeds", '"until" needs one limit, from 1 to 9', ("sing ely until it succeeds, at most 3",)),
        (
            "sing ely?",
            "that looks like a question, so nothing is done: write an order without a question mark",
            ("sing ely",),
        ),
        ("do not sing ely", "write what is to be done, not what is not", ()),
        ("please don\u2019t sing ely", "write what is to be done, not what is not", ()),
        ("withdraw -1", "-1 is below zero, and no order takes such a number", ()),
        ("sing ely if chance -5%", "-5% is below zero, and no order takes such a number", ()),
        ("sing ely if round >=-1", "-1 is below zero, and no order takes such a number", ()),
        ("impulse 2 sing of ely", "a colon belongs behind the impulse", ("impulse 2: sing of ely",)),
        (
            "if: rest",
            '"if" needs a case before the colon',
            CASES,
        ),
    ],
)
def test_what_cannot_be_read_is_no_exception(line: str, problem: str, nearest: tuple[str, ...]) -> None:
    parsed = parse(line, VOCABULARY)
    assert isinstance(parsed, Unreadable)
    assert (parsed.why.problem, parsed.why.nearest) == (problem, nearest)


def test_a_line_without_end_is_not_read() -> None:
    assert isinstance(parse("sing " * MAX_LINE_LENGTH, VOCABULARY), Unreadable)


def test_what_is_unreadable_behind_a_heading_keeps_the_heading() -> None:
    parsed = parse("impulse 1: sing until it succeeds", VOCABULARY)
    assert isinstance(parsed, Headed)
    assert parsed.heading == Heading("impulse", 1, "")
    assert isinstance(parsed.order, Unreadable)


@pytest.mark.parametrize(
    ("line", "heading", "rest"),
    [
        ("Karte 2: march york", Heading("card", 2, ""), "march york"),
        ("karte2: pass", Heading("card", 2, ""), "pass"),
        ("Karte 2 York", Heading("card", 2, "york"), ""),
        ("Aktionen: done", Heading("actions", 0, ""), "done"),
        ("Aktien: done", None, "Aktien: done"),
    ],
)
def test_a_heading_can_be_german(line: str, heading: Heading | None, rest: str) -> None:
    assert cut_heading(line, HeadingWords(("card",), ("actions",))) == (heading, rest)
