"""Lines without an order word, "Warwick -> Kent" or "Calais to Kent: Warwick": they are refused, with what they can mean."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from pbem.engine.decision import Menu, Seat
from pbem.engine.table import Table
from pbem.orders.words.lines import verbs_for
from pbem.orders.words.vocabulary import vocabulary_of

ARROW: Final = re.compile(r"\s*(?:[-=]*>|→|–)\s*|(?<=\w)-(?=[A-Z])")
BY_WHAT: Final = re.compile(r"\s*\bby (?:sea|ship|land)\b", re.IGNORECASE)
PARTED: Final = re.compile(r"([^:]+):\s*([^:]+)")
EACH: Final = re.compile(r"\s*,\s*|\s+(?:and|und)\s+")
MOST_WORDS: Final = 12
"""A longer line is a sentence."""


def with_order_words(table: Table[Any], seat: Seat, line: str) -> Iterator[str]:
    """The orders that a line can mean: what it says, behind each order word of the menus that are open to its seat. Nothing
    says that they are legal.
    """
    named_in = vocabulary_of(table).named_in
    if len(line.split()) > MOST_WORDS or not named_in(line):
        return
    first, _, rest = line.partition(" ")
    menus = (decision for decision in table.open_to(seat) if isinstance(decision.shape, Menu))
    verbs = dict.fromkeys(verb for decision in menus for verb in verbs_for(table, decision))
    for said in dict.fromkeys(_ways_to_say(line if named_in(first) else rest)):
        yield from (f"{verb} {said}" for verb in verbs)


def _ways_to_say(line: str) -> Iterator[str]:
    """What a line says in the order of an order: who, then from where and to where."""
    plain = BY_WHAT.sub("", ARROW.sub(" to ", line))
    if (parted := PARTED.fullmatch(plain)) is None:
        yield plain
        return
    for who, where in (parted.groups()[::-1], parted.groups()):
        way = where if where.lower().startswith(("from ", "to ")) or " to " not in where else f"from {where}"
        yield from (f"{each} {way}" for each in EACH.split(who))
