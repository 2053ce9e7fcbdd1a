"""Several orders on one line, as people join them: "York marches to Ely, then he parleys"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from pbem.engine.table import Table
from pbem.orders.languages.words import around
from pbem.orders.parse.parse import CLAUSE, LONGEST_LINE
from pbem.orders.reading.match import TOKEN, doubts, tokens_of
from pbem.orders.reading.sayings import Sayings, sayings_of
from pbem.orders.words.lexicon import plain_words

NEAR: Final = 4
"""So many words at most stand between two orders and the order word of the second."""


@dataclass(frozen=True, slots=True)
class _Word:
    text: str
    start: int
    end: int


def apart(table: Table[Any], line: str) -> list[str]:
    """The orders of a line, as typed; the line itself where it has one, or cannot be parted."""
    if len(line) > LONGEST_LINE or CLAUSE.search(line) or ":" in line or "?" in line or doubts(tokens_of(line)):
        return [line]
    sayings = sayings_of(table)
    words = [_Word(" ".join(plain_words(found[0])), found.start(), found.end()) for found in TOKEN.finditer(line)]
    first = next((at for at in range(len(words)) if _verb_at(words, at, sayings)), -1)
    if first < 0 or words[first].text in sayings.whole:
        return [line]
    cuts = [at for at in range(1, len(words)) if _joins(words[at]) and not _joins(words[at - 1])]
    parts, begins = list[str](), 0
    for at in cuts:
        behind = _behind(words, at)
        has_order = any(_verb_at(words, place, sayings) for place in range(begins, at))
        if has_order and any(_verb_at(words, place, sayings) for place in range(behind, min(len(words), behind + NEAR))):
            parts.append(line[words[begins].start : words[at].start].strip())
            begins = behind
    parts.append(line[words[begins].start if begins else 0 :].strip())
    return parts


def _joins(word: _Word) -> bool:
    return not word.text or (word.text,) in around().joints


def _behind(words: Sequence[_Word], at: int) -> int:
    while at < len(words) - 1 and _joins(words[at]):
        at += 1
    return at


def _verb_at(words: Sequence[_Word], at: int, sayings: Sayings) -> bool:
    """Whether an order word stands there, and is no name: an inflected one, or one that is no name at all."""
    word = words[at].text
    is_verb = word in sayings.sense.verbs and word not in sayings.behind
    return is_verb and (word not in sayings.sense.names or word in sayings.final) and (word,) not in around().quiet
