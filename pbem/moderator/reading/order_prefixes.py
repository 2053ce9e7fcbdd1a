"""The words that a line of orders can begin with, in one game or in several: whole, cut short, or with a slip.

A line that begins like an order is one, and stops the letter if it fails.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from rapidfuzz import process
from rapidfuzz.distance import OSA

from pbem.engine.game.orders import Word
from pbem.engine.game.rules import Rules
from pbem.engine.table import Table
from pbem.moderator.deadlines.time_words import SYNONYMS, TIME_WORDS
from pbem.moderator.reading.letter_words import (
    MENDING,
    WORDS,
    is_mend,
    lasting_mend,
    news_line,
)
from pbem.moderator.reading.query_words import ALSO, QUESTIONS
from pbem.moderator.talk.deal_words import (
    FIRST_WORDS,
)
from pbem.orders.carry.preview import PREVIEW_WORD
from pbem.orders.languages.words import patterns
from pbem.orders.reading.sayings import sayings_of
from pbem.orders.words.headings import NEXT, headings_of
from pbem.orders.words.lexicon import ELSE, plain_words
from pbem.orders.words.vocabulary import CLEAR, HABITS, STANDING, WHOLE_WORDS, WITHDRAW

_TELLING = 3
"""Letters of an order word that are enough to recognise it."""
_LONG, _SENTENCE = 8, 6
_FIXED = (*ELSE, *HABITS, STANDING, WITHDRAW, CLEAR, PREVIEW_WORD, NEXT, "if", MENDING, *TIME_WORDS, *SYNONYMS, *WORDS)


@dataclass(frozen=True)
class OrderPrefixes:
    """The words, in lower case, that a line can begin with; the beginning of an `abbreviable` one will do. The `loose` ones
    are other words for them, which begin an order where nothing else tells: talk can begin so too.
    """

    exact: frozenset[str]
    abbreviable: frozenset[str]
    loose: frozenset[str] = frozenset()

    @property
    def of_lines(self) -> frozenset[str]:
        """The words that a line begins with which is not the wrapped rest of the one above it, and which its writer can have
        copied from a mail of ours. That a wrapped sentence must not sign anything is seen to where lines sign (signatures).
        """
        return self.exact | self.loose | FIRST_WORDS

    def begin(self, text: str) -> bool:
        """Whether a line begins like an order: with one of the words, the beginning of one, or a slip in one."""
        words = plain_words(text)
        if not words or is_mend(text) or lasting_mend(text) or news_line(text):
            return bool(words)
        first = words[0]
        if first in self.exact or first in WHOLE_WORDS:
            return first in self.exact
        if len(first) >= _TELLING and any(each.startswith(first) for each in self.abbreviable):
            return True
        return len(words) <= _SENTENCE and self.near(first, alone=len(words) == 1)

    def near(self, first: str, *, alone: bool = False) -> bool:
        """Whether a word, in lower case, may be a slip in one of the stems; `alone` there is less to tell it by."""
        if len(first) <= _TELLING:
            return alone and any(_lost_a_letter(first, each) for each in self.abbreviable)
        likely = [each for each in self.abbreviable if not alone or first[0] in each[:2]]
        most = 1 if len(first) < _LONG else 2
        return process.extractOne(first, likely, scorer=OSA.distance, score_cutoff=most) is not None

    def begin_in_full(self, text: str) -> bool:
        """Whether a line begins with one of the words, not cut short."""
        return any(word in self.exact for word in plain_words(text)[:1])


def _lost_a_letter(typed: str, word: str) -> bool:
    """Whether a word is four letters long, and one of them is missing in what was typed, but not the first."""
    return len(word) == _TELLING + 1 and typed in {word[:at] + word[at + 1 :] for at in range(1, len(word))}


def prefixes_of(table: Table[Any]) -> OrderPrefixes:
    """What a line can begin with in this game's scenario."""
    prefixes = _of(table.rules.words(table.state), headings_of(table.rules).all)
    return replace(prefixes, loose=sayings_of(table).sense.verbs)


def prefixes_of_rules(rules: Rules[Any]) -> OrderPrefixes:
    """What a line can begin with in any scenario of one game."""
    return _of(rules.vocabulary, headings_of(rules).all)


def prefixes_of_games(games: Mapping[str, Rules[Any]]) -> OrderPrefixes:
    """What a line can begin with in any of these games."""
    words = [word for rules in games.values() for word in rules.vocabulary]
    return _of(words, [kind for rules in games.values() for kind in headings_of(rules).all])


def _of(words: Iterable[Word[Any]], kinds: Iterable[str]) -> OrderPrefixes:
    known = list(words)
    stems = {*(word.verb for word in known), *(question.word for question in QUESTIONS), *kinds, *_FIXED}
    synonyms = {name for word in known for name in word.synonyms}
    synonyms |= {name for question in QUESTIONS for name in question.synonyms} | {*ALSO, *patterns("preview")}
    return OrderPrefixes(_first(stems | synonyms), _first(stems))


def _first(names: Iterable[str]) -> frozenset[str]:
    return frozenset(name.split()[0] for name in names)
