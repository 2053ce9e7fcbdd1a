"""Orders in a player's own words: what they are in the standard form, and what is no order."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from pbem.engine.dice import Fate
from pbem.engine.table import Table
from pbem.games import GAMES
from pbem.moderator.core.setups import load_setup
from pbem.orders.reading.sayings import sayings_of
from pbem.orders.reading.standard import standard_lines
from pbem.orders.words.vocabulary import vocabulary_of
from pbem.resources import scenarios_dir


@cache
def table_of(game: str, scenario: str) -> Table[Any]:
    return Table.open_new(GAMES[game], load_setup(GAMES[game], scenario, scenarios_dir()), Fate(b"k" * 32))


def ia() -> Table[Any]:
    return table_of("plantagenet", "ia_henry_vi")


@pytest.mark.parametrize(
    ("line", "orders"),
    [
        ("York parleys with Cambridge", ["York: parley with Cambridge"]),
        ("Northumberland marches to Appleby and parleys", ["Northumberland: march to Appleby", "Northumberland: parley"]),
        ("March marches to Ely", ["March: march to Ely"]),
        ("The Earl of March marches to Ely with Salisbury", ["March: march to Ely with Salisbury"]),
        ("Duke of York taxes Ely", ["York: tax Ely"]),
        ("King Henry sails to Calais", ["Henry: sail to Calais"]),
        ("York intercepts if they are fewer", ["York: intercept if they are fewer"]),
        ("nobody intercepts", ["nobody: intercept"]),
        ("Warwick and Salisbury go into exile", ["Warwick, Salisbury: exile"]),
        ("Salisbury levies troops and a cart", ["Salisbury: levy troops", "Salisbury: levy carts"]),
        ("we march to London, then forage", ["march to London", "forage"]),
        ("I would like to tax Ely", ["tax Ely"]),
        ("my plan is York, March, pass", ["plan York, March, pass"]),
        ("absorb men at arms, long bows, militia", ["absorb men-at-arms, longbowmen, militia"]),
        ("parley with oxford, one extra influence", ["parley with oxford, spend 1"]),
        ("card 2: York marches to Ely", ["card 2: York: march to Ely"]),
        ("if it fails: York taxes Ely", ["if it fails: York: tax Ely"]),
        ("York marschiert nach Ely", ["York: march Ely"]),
        ("Ich hebe Truppen aus", ["levy troops"]),
        ("steuern", ["tax"]),
        ("Steuern aus Ely", ["tax Ely"]),
        ("card 2: erhebe Steuern in Ely", ["card 2: tax Ely"]),
        ("forages", ["forage"]),
        ("hebe capability Culverins and Falconets (y2)", ["levy capability Culverins and Falconets y2"]),
        ("levies Henry, one extra influence, and carts", ["levy Henry spend 1", "levy carts"]),
    ],
)
def test_what_a_line_is_in_the_standard_form(line: str, orders: list[str]) -> None:
    assert standard_lines(ia(), line) == orders


@pytest.mark.parametrize(
    "line",
    [
        "march Ely with all",
        "plan York, march, pass",
        "York: march Ely",
        "intercept with york if they are fewer",
        "array: centre warwick, left york",
        "hits: militia, then longbowmen, retinue last",
        "standing game play none",
        "done",
        "intercept rutland once",
        "array left jasper, centre henry, right oxford",
    ],
)
def test_a_line_in_the_standard_form_is_left_alone(line: str) -> None:
    assert standard_lines(ia(), line) == []


@pytest.mark.parametrize(
    "line",
    [
        "March on!",
        "The Marches",
        "Please march on without me.",
        "My wife goes to London",
        "York was a nice town",
        "thanks, I go to bed",
        "that was a lucky roll",
        "Passt!",
        "",
    ],
)
def test_talk_is_no_order(line: str) -> None:
    assert standard_lines(ia(), line) == []


@pytest.mark.parametrize(
    "line",
    [
        "York will not levy troops",
        "York never marches to Ely",
        "York levies troops?",
        "I would march to Ely",
        "York nicht zieht nach Ely",
    ],
)
def test_what_is_denied_asked_or_unreal_is_no_order(line: str) -> None:
    assert standard_lines(ia(), line) == []


@pytest.mark.parametrize(
    "line", ["Warwick and March to Ely", "Warwick & March to Ely", "Warwick, March to Ely", "Warwick Ely March"]
)
def test_a_name_in_a_list_is_no_order_word(line: str) -> None:
    assert standard_lines(ia(), line) == []


def test_a_long_line_takes_no_longer_than_it_is() -> None:
    assert standard_lines(ia(), "york and " * 100_000) == []
    assert len(standard_lines(ia(), "York marches to Ely" + " and parleys" * 70)) == 71


@pytest.mark.parametrize(
    ("game", "scenario"),
    [
        *[("plantagenet", "ia_henry_vi"), ("plantagenet", "bosworth")],
        *[("warriors_of_england", "campaign"), ("richard_iii", "1460"), ("kingmaker", "three_players")],
    ],
)
def test_each_row_of_the_table_of_synonyms_is_for_an_order_word_and_doubles_no_other(game: str, scenario: str) -> None:
    table = table_of(game, scenario)
    synonyms = GAMES[game].orders.synonyms
    every = {word.verb for word in GAMES[game].vocabulary}
    assert {*synonyms.verbs, *synonyms.german} <= every
    assert every == set(synonyms.german)
    own = {word.verb for word in vocabulary_of(table).words}
    assert set(sayings_of(table).orders.values()) <= own
    said = [line.split()[0] for lines in synonyms.answers.values() for line in lines]
    assert set(said) <= every
