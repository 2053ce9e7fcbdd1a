"""No order word of any game is in a form as a line that `ok` sends, if it lets something go: a card, a play, the turn."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from pbem.engine.dice import Fate
from pbem.engine.event import Event
from pbem.engine.game.orders import Word
from pbem.engine.log.waiting import WAITING_STOPPED
from pbem.engine.table import Table
from pbem.games import GAMES
from pbem.moderator.core.setups import load_setup
from pbem.moderator.reading.form_lines import gives_up
from pbem.moderator.reading.report_questions import questions_for
from pbem.moderator.reports.report_parts import asks_no_more, lines_given_up
from pbem.resources import scenarios_dir
from tests.letters.natural.position import position

LETS_GO = {
    "plantagenet": {"shift none", "tax none"},
    "richard_iii": {"muster none", "plague none"},
    "warriors_of_england": {"intrigue none", "place none", "try none"},
    "kingmaker": set[str](),
}
"""What these offer costs nothing, and is not offered again: nobody lets it go by returning a form."""
SPARES = {
    "plantagenet": {
        *(
            "culverins none",
            "flee none",
            "vanguard no",
            "reroll no",
            "charge no",
            "regroup none",
            "maneuver no",
            "yeomen no",
        ),
        *("haven no", "warden none", "concession no", "crown no", "play none", "clarence no", "choose none", "keep none"),
        *("disband none", "pay none", "cancel no", "intercept none", "parley no", "exile none", "charity none"),
        "discard none",
    },
    "richard_iii": {"keep no"},
    "warriors_of_england": {"force no"},
    "kingmaker": {"attend none", "assent no", "guard none"},
}
"""What these offer is paid for, is risked, or can be had again; or the other answer is as much of a loss."""
ACTS = {
    "plantagenet": {"forage"},
    "richard_iii": set[str](),
    "warriors_of_england": set[str](),
    "kingmaker": set[str](),
}
"""Order words of one word that do something, and end nothing."""


@cache
def table(game: str) -> Table[Any]:
    rules = GAMES[game]
    setup = load_setup(rules, next(iter(rules.scenarios)), scenarios_dir())
    return Table.open_new(rules, setup, Fate(bytes(32)))


def answering(game: str) -> list[Word[Any]]:
    return [word for word in GAMES[game].vocabulary if word.answers and not word.act]


def refusals(game: str) -> set[str]:
    """The lines of the usages that say none, or no."""
    forms = (form.strip() for word in answering(game) for form in word.usage.split("|"))
    return {form for form in forms if form.split()[1:] in (["none"], ["no"])}


@pytest.mark.parametrize("game", GAMES)
def test_it_is_known_of_every_order_word_what_becomes_of_an_offer_that_is_not_taken(game: str) -> None:
    assert refusals(game) == LETS_GO[game] | SPARES[game]
    assert {line for line in refusals(game) if gives_up(table(game), line)} == LETS_GO[game]


def test_lines_that_were_given_up_in_an_earlier_turn_are_in_no_form() -> None:
    turn = Event("1.0", "turn_begins", {"campaign": 1, "turn": 2})
    old, new = (Event("", WAITING_STOPPED, {"line": line, "dropped": ["done"]}) for line in ("march York Kent", "card 2 AP"))
    assert lines_given_up(table("richard_iii"), [old, turn, new]) == ["card 2 AP", "done"]
    assert lines_given_up(table("richard_iii"), [turn, old]) == ["march York Kent", "done"]


@pytest.mark.parametrize(("line", "is_over"), [("march York Kent", True), ("card 2 AP", False), ("card 9 AP", False)])
def test_a_line_for_which_nothing_asks_is_not_offered_for_correction(line: str, is_over: bool) -> None:
    assert asks_no_more(table("richard_iii"), "york", line) == is_over


@pytest.mark.parametrize(("name", "complete"), [("charity", True), ("propaganda", False), ("pay", False)])
def test_a_question_knows_whether_its_examples_are_all_its_choices(name: str, complete: bool) -> None:
    talk = position("plantagenet", name)
    (question,) = questions_for(talk.table, talk.table.open_to(talk.seat))
    assert question.complete is complete


@pytest.mark.parametrize("game", GAMES)
def test_an_order_word_that_stands_alone_ends_something(game: str) -> None:
    alone = {word.usage for word in answering(game) if word.usage == word.verb}
    assert {line for line in alone if not gives_up(table(game), line)} == ACTS[game]
