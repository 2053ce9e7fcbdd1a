"""A line, read against all that its writer can mean now: the one candidate that it says, or those nearest to it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from pbem.effort import spend
from pbem.orders.parse.parse import CLAUSE, LONGEST_LINE
from pbem.orders.place.position import Position
from pbem.orders.reading.candidates import candidates
from pbem.orders.reading.match import Token, best_of, fit, tokens_of
from pbem.orders.reading.sayings import Sayings, sayings_of
from pbem.orders.languages.words import around

SENTENCE: Final = re.compile(r"(?<=[^\W\d]{3})[.!]+\s+(?=[^\W\d_])|!+\s*|(?<=[^\W\d]{3})\.+$|;\s*$")
QUESTION: Final = re.compile(r"\?[\s.!\"'”’)]*$")
MOST_TOKENS: Final = 40


@dataclass(frozen=True, slots=True)
class Reading:
    """What a line says: the line `meant`, in the standard form ("": none is understood), and what is `shown` instead."""

    meant: str = ""
    shown: tuple[str, ...] = ()


def read(position: Position, line: str) -> Reading:
    """What a line says of what its writer can mean now, by itself: no heading and no condition stands in it."""
    if len(line) > LONGEST_LINE or not position.questions or CLAUSE.search(line):
        return Reading()
    tokens = _telling(line, sayings_of(position.table))
    if not tokens or len(tokens) > MOST_TOKENS:
        return Reading()
    able = [each for each in candidates(position, tokens) if each is not None]
    spend(1 + len(able) // 4)
    sense = sayings_of(position.table).sense
    best = best_of([fit(tokens, each, sense) for each in able])
    lines = tuple(dict.fromkeys(each.candidate.line for each in best))
    is_meant = len(lines) == 1 and best[0].whole and QUESTION.search(line) is None
    return Reading(lines[0] if is_meant else "", lines)


def _telling(line: str, sayings: Sayings) -> list[Token]:
    """The words of those sentences of a line that mean something in the game."""
    told = [tokens_of(sentence) for sentence in SENTENCE.split(line)]
    meant = [tokens for tokens in told if any(_matters(token, sayings) for token in tokens)] or told
    return [token for tokens in meant for token in tokens]


def _matters(token: Token, sayings: Sayings) -> bool:
    around_ = around()
    run = (token.word,)
    return any(sayings.means_something(word) for word in (token.word, token.bare)) or run in (
        around_.hedges | around_.negations | around_.later | around_.none | around_.no | around_.yes | around_.all
    )
