"""What belongs to one game stands with that game: no text of the program names another's things.

The words are those of the games themselves: titles, scenarios, options, seats, names of pieces, places and cards, units
of cost, order words and what is said for them, terms of the rulebook. A new game brings its own.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pbem.engine.game.rules import Rules
from pbem.games import GAMES
from pbem.moderator.core.setups import load_setup
from pbem.resources import scenarios_dir

ROOT = Path(__file__).parents[1]
LANGUAGES = ROOT / "pbem" / "orders" / "languages"
HELP = "pbem/cli/"
"""Docstrings there are the help of commands."""
WORD = re.compile(r"[^\W\d_]{3,}")

PLAIN = {
    "little words, which stand in titles of cards too": """
        act after all alone and behind best everybody fair first for from him into last more narrow
        never new nobody none not nothing off one outside past second six the three through two von will with""",
    "English for what every program does": """
        action add calls capability center checks control data discard field final follow force
        forced free
        high hold join joined kinds lead left limits line looked main member mend menu middle move name non open
        part peek port power pre raise released room rounds see sees sent
        sequence service set
        share shift soak strip talk transfer trust under via wait""",
    "English for any game": """
        attack battle block blocks border branch calendar campaign card cards city claim command dealt deck
        done enemies ending event events five general group hidden land lost map master meets overflow
        pass peace places players points return rules scenarios sea shuffle spend stand stay town
        turn turns war withdrawal""",
    "colours, and what a curve has": "blue green peak red yellow",
    "points of the compass: the neutral seats of samples": "north south west",
    "months and days": "august sun",
    "examples of time zones, and a language": "english london",
    "bold is a style of letters": "bold",
}
"""Words that a game has too, and why the frame may say them."""
ZONES = "America/New_York"


def words(*texts: str) -> set[str]:
    """The words of these texts."""
    return {word for text in texts for word in WORD.findall(text.casefold())}


def spoken(value: object) -> Iterator[str]:
    """The texts in a parsed TOML file."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from spoken(part)


def rulebook(rules: Rules[Any]) -> Iterator[str]:
    """The titles of its sections."""
    file = scenarios_dir() / rules.name / "rulebook.toml"
    yield from (section["title"] for section in tomllib.loads(file.read_text("utf-8"))["sections"])


@cache
def terms() -> frozenset[str]:
    """The order words of the games with what is said for them, and the terms of their rulebooks, but for what people write
    in any game.
    """
    of_any = words(*(text for file in LANGUAGES.glob("*.toml") for text in spoken(tomllib.loads(file.read_text("utf-8")))))
    verbs = words(*(text for rules in GAMES.values() for word in rules.vocabulary for text in (word.verb, *word.synonyms)))
    return frozenset((verbs | words(*(title for rules in GAMES.values() for title in rulebook(rules)))) - of_any)


def words_of(rules: Rules[Any]) -> Iterator[str]:
    """What a game calls its things."""
    yield from (rules.name, rules.title, *rules.options, *rules.scenarios, *rules.scenarios.values())
    yield from (unit for group in rules.previews.units for unit in group)
    for scenario in rules.scenarios:
        setup = load_setup(rules, scenario, scenarios_dir())
        state = rules.new_state(setup)
        yield from rules.seats(setup)
        for thing in (*rules.orders.known(state), *rules.reports.atlas.places(state)):
            yield from rules.names(state, thing)
        for names in rules.reports.cards.names(state).values():
            yield from names


@cache
def owned() -> frozenset[str]:
    """The words that belong to games."""
    things = words(*(text for rules in GAMES.values() for text in words_of(rules)))
    return frozenset((things | terms()) - words(*PLAIN.values()))


def foreign(text: str) -> set[str]:
    """The words of a text that belong to a game."""
    return words(text.replace(ZONES, "")) & owned()


def sources() -> Iterator[str]:
    """The files of the program that belong to no game."""
    for path in sorted((ROOT / "pbem").rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        if not name.startswith(("pbem/games/", "pbem/lab/games/")):
            yield name


def texts(name: str) -> Iterator[str]:
    """The strings of a source that are no docstrings, but for those that are help; and the names of options."""
    tree = ast.parse((ROOT / name).read_text(encoding="utf-8"))
    bare = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and (name.startswith(HELP) or id(node) not in bare):
            if isinstance(node.value, str | bytes):
                yield node.value if isinstance(node.value, str) else node.value.decode("latin-1")
        elif isinstance(node, ast.AnnAssign | ast.arg) and name.startswith(HELP):
            yield ast.unparse(node.target if isinstance(node, ast.AnnAssign) else ast.Name(node.arg))


def test_no_text_of_the_program_names_things_of_one_game() -> None:
    named = [(name, text, found) for name in sources() for text in texts(name) if (found := foreign(text))]
    assert named == []


@pytest.mark.parametrize("path", sorted((ROOT / "templates" / "common").iterdir()), ids=lambda path: path.name)
def test_no_common_template_names_things_of_one_game(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [(line, found) for line in lines if not line.startswith("#") and (found := foreign(line))] == []


@pytest.mark.parametrize(
    "word", ["heir", "duke", "karte", "mats", "parley", "provender", "norfolk", "plantagenet", "bosworth", "nobles"]
)
def test_words_of_the_games_are_known(word: str) -> None:
    assert word in owned()


def test_every_plain_word_is_a_games_too_and_needed() -> None:
    said = {word for name in sources() for text in texts(name) for word in words(text)}
    said |= {word for path in (ROOT / "templates" / "common").iterdir() for word in words(path.read_text(encoding="utf-8"))}
    known = words(*(text for rules in GAMES.values() for text in words_of(rules))) | terms()
    assert sorted(words(*PLAIN.values()) - (said & known)) == []


def test_nothing_but_the_list_of_games_imports_one() -> None:
    there = re.compile(r"^\s*(from|import) pbem\.games\.\w+", re.M)
    assert [name for name in sources() if there.search((ROOT / name).read_text(encoding="utf-8"))] == []
