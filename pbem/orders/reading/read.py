"""A line, read against all that its writer can mean now: the one candidate that it says, or those nearest to it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from pbem.effort import spend
from pbem.engine.table import Table
from pbem.orders.languages.words import around, listed
from pbem.orders.parse.parse import CLAUSE, LONGEST_LINE
from pbem.orders.place.position import Position
from pbem.orders.reading.candidates import candidates
from pbem.orders.reading.known import Reading, known_at
from pbem.orders.reading.match import Token, best_of, can_be_near, doubts, fit, tokens_of
from pbem.orders.reading.sayings import Sayings, sayings_of
from pbem.orders.words.lexicon import plain_words
from pbem.orders.words.vocabulary import HABITS, SPECIAL

SENTENCE: Final = re.compile(r"(?<=[^\W\d]{3})[.!]+\s+(?=[^\W\d_])|!+\s*|(?<=[^\W\d]{3})\.+$|;\s*$")
QUESTION: Final = re.compile(r"\?[\s.!\"'”’)]*$")
MOST_TOKENS: Final = 40
STEPS_TO_READ, STEPS_TO_FIT, CANDIDATES_A_STEP = 60, 20, 8
"""The work of reading a line, of holding it against a candidate that is near, and of passing others over (pbem.effort)."""
ASKING, ASKED = frozenset(listed("asking")), frozenset(listed("asked"))
SHORTEST_QUESTION: Final = 3
OTHERS: Final = frozenset({*SPECIAL, *HABITS})
"""What begins with these is no answer."""


def read(position: Position, line: str) -> Reading:
    """What a line says of what its writer can mean now, by itself: no heading and no condition stands in it."""
    readings, by = known_at(position.table).readings, (position.seat, line)
    if by not in readings:
        readings[by] = _read_anew(position, line)
    return readings[by]


def _read_anew(position: Position, line: str) -> Reading:
    """Talk that stands apart is passed over where the order word is said: behind a bare yes it can turn it round."""
    begins = plain_words(line[:LONGEST_LINE])[:1]
    if len(line) > LONGEST_LINE or not position.questions or CLAUSE.search(line) or set(begins) & OTHERS:
        return Reading()
    sayings = sayings_of(position.table)
    clauses = [clause for sentence in SENTENCE.split(line) for clause in _clauses(tokens_of(sentence))]
    telling = [clause for clause in clauses if any(_matters(token, sayings) for token in clause)]
    tokens = _joined(telling)
    if not tokens or len(tokens) > MOST_TOKENS:
        return Reading()
    if is_doubtful(position.table, line) or doubts(tokens):
        return Reading()
    words = frozenset(word for token in tokens for word in (token.word, token.bare))
    every = candidates(position, tokens)
    able = [each for each in every if can_be_near(words, each)]
    spend(STEPS_TO_READ + len(every) // CANDIDATES_A_STEP + STEPS_TO_FIT * len(able))
    best = best_of([fit(tokens, each, sayings.sense) for each in able])
    apart = len(telling) < len(clauses)
    if best and best[0].whole and apart and not (best[0].spoken and best[0].named):
        whole = best_of([fit(_joined(clauses), each.candidate, sayings.sense) for each in best])
        if not whole or not whole[0].whole:
            return Reading("", tuple(dict.fromkeys(each.candidate.line for each in best)))
    lines = tuple(dict.fromkeys(each.candidate.line for each in best))
    if len(lines) == 1 and best[0].whole:
        return Reading(lines[0], lines)
    # Beside a "not" what is near can be the opposite.
    denies = any((token.word,) in around().negations for token in tokens)
    return Reading("", () if denies else lines)


def is_doubtful(table: Table[Any], line: str) -> bool:
    """Whether a line asks something: Shall I sail, Will Warwick sail. "Will sail" has only lost its "I"."""
    tokens = tokens_of(line[:LONGEST_LINE])
    if QUESTION.search(line) is not None:
        return True
    if len(tokens) < SHORTEST_QUESTION or tokens[0].word not in ASKING:
        return False
    second = tokens[1].word
    return second in ASKED or second in sayings_of(table).sense.names


def in_own_words(table: Table[Any], line: str) -> bool:
    """Whether a line can be an order in its writer's own words: it asks and doubts nothing, and each of its words is known
    in full. Cut short, a word of a sentence can be anything ("Going to bed").
    """
    clause = CLAUSE.search(line)
    tokens = tokens_of(line[: clause.start()] if clause is not None else line)
    return (
        not is_doubtful(table, line) and not doubts(tokens) and all(_is_known(token, sayings_of(table)) for token in tokens)
    )


def _is_known(token: Token, sayings: Sayings) -> bool:
    words = {token.word, token.bare}
    return not token.word or any(sayings.means_something(word) or word in sayings.known for word in words)


def _joined(clauses: Sequence[Sequence[Token]]) -> list[Token]:
    found: list[Token] = []
    for clause in clauses:
        found += [Token("", ""), *clause] if found else clause
    return found


def _clauses(tokens: Sequence[Token]) -> list[list[Token]]:
    """What commas part; of few words or many."""
    clauses: list[list[Token]] = [[]]
    for token in tokens:
        if token.word:
            clauses[-1].append(token)
        else:
            clauses.append([])
    return [clause for clause in clauses if clause]


def _matters(token: Token, sayings: Sayings) -> bool:
    around_ = around()
    run = (token.word,)
    return any(sayings.means_something(word) for word in (token.word, token.bare)) or run in (
        around_.hedges | around_.negations | around_.later | around_.none | around_.no | around_.yes | around_.all
    )
