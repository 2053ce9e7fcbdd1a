"""Which lines are orders and which are talk: what an order can begin with, and what people write around orders.

A line that begins like an order is one, and stops the letter if it fails. So does one that is made of the game's own words
and no longer than orders are. Anything else is talk: it is said back as "not an order", and stops nothing.

But a line above orders can say that they are not simply meant: for another card, in some case only, or not at all. That is
never passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import dropwhile
from typing import Any

from rapidfuzz import process
from rapidfuzz.distance import OSA

from pbem.engine.game.orders import Word
from pbem.engine.game.rules import Rules
from pbem.engine.table import Table
from pbem.figures import is_number
from pbem.moderator.deadlines.time_words import SYNONYMS, TIME_WORDS
from pbem.moderator.reading.letter_words import MENDING, WORDS, is_mend, lasting_mend
from pbem.moderator.reading.news_words import news_line
from pbem.moderator.reading.query_words import ALSO, QUESTIONS
from pbem.moderator.talk.deal_words import FIRST_WORDS
from pbem.orders.foresight.preview import PREVIEW_WORD
from pbem.orders.languages.words import alternatives, listed, patterns
from pbem.orders.reading.sayings import sayings_of
from pbem.orders.reading.slips import Slips
from pbem.orders.words.headings import NEXT, headings_of
from pbem.orders.words.lexicon import ELSE, SMALL_WORDS, plain_words
from pbem.orders.words.vocabulary import CLEAR, HABITS, STANDING, WITHDRAW

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
        if first in self.exact or (len(first) >= _TELLING and any(each.startswith(first) for each in self.abbreviable)):
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
    found = _of(table.rules.words(table.state), headings_of(table.rules).all)
    return replace(found, loose=sayings_of(table).sense.verbs)


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


# Talk

_COMMON = frozenset({*listed("clauses"), *listed("talk"), *SMALL_WORDS})
"""Words that orders and talk share."""
_ASIDE = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_GAME = 0.5
"""A line of which more words than this part are the game's was meant as an order."""


_GREETINGS = frozenset(listed("greetings"))
"""No order begins like that, though some would be read as one cut short."""
_WITHHELD = frozenset(listed("withheld"))
_CONDITION = re.compile(rf"{alternatives('bare_conditions')}\b")
_MAX_WORDS_BELOW = 3
_POSTSCRIPTS = frozenset({"ps", "p", "s", "nb", "edit", "update"})
"""What a line that was added begins with."""
_HALT = re.compile(alternatives("halts"))
_SENTENCE_END = 12
"""A line of more words than this is told, not ordered."""


class Talk:
    """Tells talk from orders for one seat of a game."""

    def __init__(self, slips: Slips, beginnings: OrderPrefixes) -> None:
        self._slips = slips
        self._beginnings = beginnings

    def is_talk(self, text: str) -> bool:
        """Whether a line is plainly no order."""
        if not any(map(str.isalnum, text)):
            return True
        words = plain_words(text)
        if not words or words[0] in _GREETINGS:
            return True
        if words[0] not in WORDS and self._beginnings.begin(text):
            return False
        if self._withholds(text, words):
            return False
        return not self._is_of_the_game(words) or (len(words) > _SENTENCE_END and not self._beginnings.near(words[0]))

    def _withholds(self, text: str, words: list[str]) -> bool:
        """Whether a line says of the orders below it when they are meant, or that they are not."""
        if text.rstrip().endswith(":") and not _WITHHELD.isdisjoint(words):
            return True
        return len(words) <= _SENTENCE_END and _CONDITION.match(" ".join(words)) is not None

    def halts(self, text: str) -> bool:
        """Whether a line holds its letter back: nothing of that is carried out."""
        begun = self._beginnings.begin_in_full(text)
        words = list(dropwhile(_POSTSCRIPTS.__contains__, plain_words(text)))
        return not begun and _HALT.fullmatch(" ".join(words)) is not None

    def halts_below(self, text: str) -> bool:
        """The same of a line below a closing, where disclaimers stand too: a postscript, or a few words."""
        words = plain_words(text)
        return self.halts(text) and (words[0] in _POSTSCRIPTS or len(words) <= _MAX_WORDS_BELOW)

    def is_aside(self, text: str) -> bool:
        """Whether a line stands in brackets as a whole, and does not begin with a word that orders begin with."""
        return _ASIDE.fullmatch(text.strip()) is not None and not self._beginnings.begin_in_full(text)

    def _is_of_the_game(self, words: list[str]) -> bool:
        telling = [word for word in words if word not in _COMMON and word not in WORDS and not is_number(word)]
        known = self._slips.words | self._beginnings.exact
        return sum(word in known for word in telling) > _GAME * len(telling)
