"""What a line says is not to be done: no line that does it is shown in its place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from pbem.engine.table import Table
from pbem.orders.languages.words import around, listed_words
from pbem.orders.parse.caution import REFUSING
from pbem.orders.parse.parse import MAX_LINE_LENGTH
from pbem.orders.reading.sayings import Sayings, sayings_of
from pbem.orders.reading.tokens import tokens_of
from pbem.orders.words.lexicon import plain_words
from pbem.orders.words.vocabulary import NEVER, vocabulary_of

DENYING: Final = listed_words("denying") | listed_words("denied")
"""What stands in a clause with one of these is not to be done."""
BETWEEN: Final = "; "
"""Stands between several orders that are shown together."""


def but_for_denied(table: Table[Any], line: str, near: Sequence[str]) -> tuple[str, ...]:
    """The lines that are near to one, without those that do what it says is not to be done: by the order word that it says
    so of, or, where no order word is said beside the denial, with what it names there.
    """
    denied = _Denied(table, line)
    return tuple(each for each in near if not denied.is_done_by(each)) if denied.clauses else tuple(near)


def undenied(table: Table[Any], line: str) -> str:
    """The clauses of a line that deny nothing, beside one that does; "" for none."""
    denied = _Denied(table, line)
    return ", ".join(" ".join(clause) for clause in denied.others) if denied.clauses else ""


class _Denied:
    def __init__(self, table: Table[Any], line: str) -> None:
        self.sayings: Sayings = sayings_of(table)
        self.vocabulary = vocabulary_of(table)
        every = list(_clauses(line[:MAX_LINE_LENGTH]))
        self.clauses = [clause for clause in every if not DENYING.isdisjoint(clause)]
        self.others = [clause for clause in every if DENYING.isdisjoint(clause)]

    def is_done_by(self, near: str) -> bool:
        """Whether a line, or one of several that are shown together, does what is denied."""
        return any(self._is_done_by(each) for each in near.split(BETWEEN))

    def _is_done_by(self, order: str) -> bool:
        words = plain_words(order)
        if not words or words[0] == NEVER or words[-1] in REFUSING:
            return False
        return any(self._denies(clause, words[0], order) for clause in self.clauses)

    def _denies(self, clause: Sequence[str], verb: str, order: str) -> bool:
        named = {*self.vocabulary.named_in(" ".join(clause))} & {*self.vocabulary.named_in(order)}
        if self._says(clause, verb):
            return bool(named) or not any(self._says(other, verb) for other in self.others)
        says_another = any(self.sayings.order_at(clause, at)[0] for at in range(len(clause)))
        return bool(named) and not says_another

    def _says(self, clause: Sequence[str], verb: str) -> bool:
        """Whether words say an order word, in whatever way."""
        runs = self.sayings.here.get(verb, ())
        return any(tuple(clause[at : at + len(run)]) == run for run in runs for at in range(len(clause)))


def _clauses(line: str) -> Iterator[list[str]]:
    """The words of a line, parted by what parts two orders, and by "but"."""
    clause: list[str] = []
    for word in _words(line):
        if word and (word,) not in around().joints and word not in listed_words("turning"):
            clause.append(word)
        elif clause:
            yield clause
            clause = []
    if clause:
        yield clause


def _words(line: str) -> Iterable[str]:
    return (token.word for token in tokens_of(line))
