"""A line that asks for several things: "help combat, prestige and turn" is three questions; what is called so in full."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

from pbem.engine.table import Table
from pbem.moderator.reading.query_words import HELP, JOINT, MANY, first_word
from pbem.orders.languages.words import listed
from pbem.orders.words.lexicon import plain_words

MAX_JOINED = 3
"""The most pieces of one name: "Percy and Neville quarrel" has two."""
INTRODUCING = frozenset(listed("asked_about"))
"""What stands between `help` and what is asked about: "help on combat"."""


def things_asked(table: Table[Any], word: str, text: str) -> list[str]:
    """What a question with this word names, each by itself, as typed. A name that has a joint in it stays whole. A question
    that names nothing asks for one thing, "".
    """
    if word not in MANY:
        return [text]
    parts = JOINT.split(text)
    things = _whole_names(parts, names_in_full(table)) if len(parts) > 1 else iter(parts)
    return list(dict.fromkeys(thing for each in things if (thing := _bare(word, each)))) or [""]


def _whole_names(parts: list[str], names: dict[tuple[str, ...], list[str]]) -> Iterator[str]:
    """The pieces (each second part is a joint), those of one name together."""
    start = 0
    while start < len(parts):
        runs = ("".join(parts[start : start + 2 * used - 1]) for used in range(MAX_JOINED, 1, -1))
        run = next((run for run in runs if tuple(plain_words(run)) in names), parts[start])
        yield run
        start += len(JOINT.findall(run)) * 2 + 2


def _bare(word: str, thing: str) -> str:
    """A thing without the word of the question, if that is written before each, and without what introduces it."""
    words = thing.split()
    if len(words) > 1 and first_word(thing) == word:
        words = words[1:]
    while word == HELP and len(words) > 1 and words[0].casefold() in INTRODUCING:
        words = words[1:]
    return " ".join(words)


def names_in_full(table: Table[Any]) -> dict[tuple[str, ...], list[str]]:
    """What is on the map, and the cards, by the words of each name."""
    rules, state = table.rules, table.state
    atlas = ((each, rules.names(state, each)) for each in rules.reports.atlas.places(state))
    by_name: dict[tuple[str, ...], list[str]] = {}
    for id_, names in chain(atlas, rules.reports.cards.names(state).items()):
        for name in names:
            by_name.setdefault(tuple(plain_words(name)), []).append(id_)
    return by_name
