"""The forms of clauses in English and German, as patterns with named parts, and words with a special meaning.

They are defined in orders/clauses.toml.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from string import Template
from typing import Any, Final

FILE: Final = "clauses.toml"
_DATA: Final[Mapping[str, Any]] = tomllib.loads(files("pbem.games.kingmaker.orders").joinpath(FILE).read_text("utf-8"))


def _forms(name: str) -> tuple[str, ...]:
    return tuple(Template(form).substitute(_DATA["parts"]) for form in _DATA["forms"][name])


def _ends(name: str) -> tuple[str, ...]:
    return tuple(_DATA["ends"][name])


def _until_a_round(forms: tuple[str, ...], part: str, until: str = "until") -> tuple[str, ...]:
    """These forms as one named part, without parts of their own, followed by an end: a round, or the pattern named
    `until`.
    """
    return tuple(f"(?P<{part}>{re.sub('[(][?]P<[a-z]+>', '(?:', each)}){_DATA['parts'][until]}" for each in forms)


def _pattern(name: str) -> re.Pattern[str]:
    return re.compile(_DATA["words"][name], re.IGNORECASE)


def _names(name: str) -> frozenset[str]:
    return frozenset(_DATA["players"][name])


PROMISE = _forms("promise")
WITH_END = _forms("with_end")
PROMISE_WITHOUT_END = _forms("promise_without_end")
PASSAGE_WITHOUT_END = _forms("passages")
PASSAGE = tuple(f"{each}{_DATA['parts']['until']}" for each in PASSAGE_WITHOUT_END)
PASSAGE_WITHOUT_PLACE = _forms("passage_without_place")
PASSAGE_FOR = _forms("passage_for")
ALLIANCE = _forms("alliance")
ALLIANCE_UNTIL = _until_a_round(ALLIANCE, "alliance")
FORCE = _forms("force")
RETURN = _forms("return")
RANSOM = _forms("ransom")
LOAN = _forms("loan")
GIFT = _forms("gift")
GIFT_UNTIL = _until_a_round(GIFT, "gift")
"""A gift for a limited time."""
FREE_MOVE = _forms("free_move")
EXCHANGE = _forms("exchange")
FOR_A_PROMISE = _forms("for_a_promise")
ALLIANCE_FOR_A_TIME = _until_a_round(ALLIANCE, "alliance", "some_time")
ALLIES = _forms("allies")
TRADE = _forms("trade")
END_ROUND, END_THIS_ROUND = _ends("round"), _ends("this_round")
END_MY_TURN, END_TURN_OF = _ends("my_turn"), _ends("turn_of")
ALL_THERE, ANY = _pattern("all_there"), _pattern("any")
BETWEEN, ARTICLE = _pattern("between"), _pattern("article")
KEEPING = _pattern("keeping")
FROM_HAND, FOR, PROMISED = _pattern("from_hand"), _pattern("for"), _pattern("promised")
SMALL: Final = frozenset(_DATA["small"].split())
"""Words in so many forms that they do not distinguish them."""
WITH, ALL_PARTIES = _names("with"), _names("all")
MYSELF, ADDRESSED = _names("myself"), _names("addressed")
PRONOUNS: Final[Mapping[str, frozenset[str]]] = {kind: frozenset(words) for kind, words in _DATA["pronouns"].items()}
"""By kind: the words in a promise that stand for players."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A word before a name that says of what kind the thing is."""

    pattern: re.Pattern[str]
    kind: str


def _mark(words: str, kind: str) -> Mark:
    return Mark(re.compile(rf"(?:{words}) (?!{_DATA['words']['of']})(?P<what>.+)", re.IGNORECASE), kind)


MARKS = tuple(_mark(words, kind) for kind, words in _DATA["marks"].items())


def matched(patterns: tuple[str, ...], text: str) -> dict[str, str] | None:
    """The named parts of a text by the first pattern that matches it completely; None if none does."""
    first = next((match for each in patterns if (match := re.fullmatch(each, text, re.IGNORECASE))), None)
    return None if first is None else {name: value or "" for name, value in first.groupdict().items()}


def without_article(text: str) -> str:
    """A name without the articles before it."""
    text = text.strip(" ,.")
    while match := ARTICLE.match(text):
        text = text[match.end() :]
    return text


def listed(text: str) -> list[str]:
    """The items of a list joined by commas and "and"."""
    return [each for each in map(without_article, BETWEEN.split(text)) if each]
