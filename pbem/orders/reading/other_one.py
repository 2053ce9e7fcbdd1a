""" "The other one": of two things that can be chosen the one that a line does not name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from pbem.engine.decision import Menu, Pick, PickSome, Split
from pbem.engine.phrase import words_of
from pbem.engine.writing import verb_of
from pbem.orders.languages.words import alternatives
from pbem.orders.place.position import Position

TWO = 2


def with_other_named(position: Position, line: str) -> str:
    """A line with the name in place of "the other one", where it names one of two things to choose; else the line."""
    if len(list(_other_one().finditer(line))) != 1:
        return line
    named = {*position.vocabulary.named_in(line)}
    others = {other for pair in _pairs(position) if len(pair & named) == 1 for other in pair - named}
    if len(others) != 1:
        return line
    name = position.lexicon.name(others.pop())
    return _other_one().sub(lambda _found: name, line)


@cache
def _other_one() -> re.Pattern[str]:
    return re.compile(rf"\b{alternatives('other_one')}", re.IGNORECASE)


def _pairs(position: Position) -> Iterator[frozenset[str]]:
    """What the questions choose from, with each order word, where it is two things."""
    for decision in position.questions:
        match decision.shape:
            case Menu() as menu:
                things: dict[str, set[str]] = {}
                for option in menu.options():
                    things.setdefault(verb_of(option), set()).update(words_of(option)[1:2])
                groups = list(things.values())
            case Pick() | PickSome() as shape:
                groups = [{*shape.options()}]
            case Split() as shape:
                groups = [{*shape.limits()}]
            case _:
                groups = []
        known = {*position.vocabulary.known}
        yield from (frozenset(pair) for group in groups if len(pair := group & known) == TWO)
