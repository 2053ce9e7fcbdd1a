"""What a line says is not to be done: no line that does it is shown in its place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from pbem.engine.table import Table
from pbem.orders.languages.words import alternatives, around, listed_words
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
ARTICLES: Final = listed_words("articles")
PARTING: Final = listed_words("parting")
SPARING: Final = listed_words("sparing")
STAYING_IN: Final = listed_words("staying_in")
"""Spares somebody from what is not a move: who goes somewhere can stay inside there."""
EXCHANGING: Final = listed_words("exchanging")
SWAPPING: Final = listed_words("swapping")
LET_GO: Final = re.compile(rf"(?<!\w){alternatives('letting_go')}(?!\w)", re.IGNORECASE)
EXCEPTING: Final = re.compile(rf"(?<!\w){alternatives('excepting')}\s+(?P<left>.+)", re.IGNORECASE)
"""What is left out: all but Exeter."""


def but_for_denied(table: Table[Any], line: str, near: Sequence[str]) -> tuple[str, ...]:
    """The lines that are near to one, without those that do what it says is not to be done: by the order word that it says
    so of, or, where no order word is said beside the denial, with what it names there.
    """
    denied = _Denied(table, line)
    turned = _Turned(table, line)
    near = [each for each in near if not turned.is_opposite(each)]
    return tuple(each for each in near if not denied.is_done_by(each)) if denied.clauses else tuple(near)


def undenied(table: Table[Any], line: str) -> str:
    """The clauses of a line that deny nothing, beside one that does; "" for none."""
    denied = _Denied(table, line)
    return ", ".join(" ".join(clause) for clause in denied.others) if denied.clauses else ""


def is_parted(words: Sequence[str], named: Iterable[Sequence[int]], against: Iterable[str] = ()) -> bool:
    """Whether names at these places are no list: behind one stands what parts it from the next, or ends its clause with a
    word of that kind: "Warwick for Clarence", "Warwick, Clarence on".
    """
    begins = {places[0] for places in named}
    parting = PARTING - {*against}
    for places in named:
        at = places[-1] + 1
        if at < len(words) and words[at] in parting:
            behind = next((place for place in range(at + 1, len(words)) if words[place] not in ARTICLES), len(words))
            if behind == len(words) or not words[behind] or behind in begins:
                return True
    return False


class _Turned:
    """What a line leaves out, spares, or gives for something else: an order that does it is the opposite."""

    def __init__(self, table: Table[Any], line: str) -> None:
        self.sayings, self.vocabulary = sayings_of(table), vocabulary_of(table)
        self.moves = table.rules.orders.synonyms.moves
        line = line[:MAX_LINE_LENGTH]
        self.words = plain_words(line)
        self.named = {*self.vocabulary.named_in(line)}
        left = EXCEPTING.search(line)
        self.left_out = left["left"] if left is not None else ""
        self.spares = SPARING & {*self.words} or ({*self.words} if LET_GO.search(line) else set())
        names = self.vocabulary.name_words
        between = (at for at in range(1, len(self.words) - 1) if self.words[at] in EXCHANGING)
        self.exchanges = not SWAPPING.isdisjoint(self.words) or any(
            self.words[at - 1] in names and self.words[at + 1] in names for at in between
        )

    def is_opposite(self, near: str) -> bool:
        """Whether a line, or one of several that are shown together, does what the other one leaves out, spares or gives
        away.
        """
        orders = near.split(BETWEEN)
        gives_both = self.exchanges and (len(orders) > 1 or "," in near)
        return gives_both or any(map(self._is_left_out, orders)) or any(map(self._is_spared, orders))

    def _is_left_out(self, order: str) -> bool:
        if not self.left_out:
            return False
        names = {*self.vocabulary.named_in(order)}
        left = {*self.vocabulary.named_in(self.left_out)}
        says_verb = plain_words(order)[:1] == plain_words(self.left_out)[:1]
        return bool(names & left) or (says_verb and not names) or self._says_all(order)

    def _says_all(self, order: str) -> bool:
        return any((word,) in around().all for word in plain_words(order))

    def _is_spared(self, order: str) -> bool:
        """Whether it does something to whom the line spares, by an order word that is not said so."""
        verb = plain_words(order)[:1]
        own = {run[0] for run in self.sayings.here.get(verb[0] if verb else "", ())} | {*verb}
        is_named = not self.named.isdisjoint(self.vocabulary.named_in(order))
        staying_in = set() if not {*verb}.isdisjoint(self.moves) else STAYING_IN & {*self.words}
        spares = self.spares | staying_in
        return bool(spares) and own.isdisjoint(spares) and is_named


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
