"""Lines that are plainly no orders: what people write around them.

A line that begins like an order is one, and stops the letter if it fails. So does one that is made of the game's own words.
Anything else is talk: it is said back as "not an order", and stops nothing.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from rapidfuzz import process
from rapidfuzz.distance import OSA

from pbem.engine.headings import CARD, NEXT
from pbem.engine.lexicon import SMALL_WORDS, plain_words
from pbem.engine.parts import ELSE
from pbem.engine.preview import PREVIEW_WORD
from pbem.engine.spelling import CLAUSES, Spelling
from pbem.engine.table import Table
from pbem.moderator.asking import QUESTIONS, order_words_of

_COMMON = frozenset(
    {*CLAUSES.split(), *SMALL_WORDS, "it", "i", "you", "is", "are", "was", "be", "we", "no", "yes", "or", "all"}
)
"""Words that orders and talk share."""
_TELLING = 3
"""So many letters of an order word tell it from the rest of a sentence."""
_LONG, _SENTENCE = 6, 6
_GAME = 0.5
"""A line of which more words than this part are the game's was meant as an order."""


class Talk:
    """Tells talk from orders for one seat of a game."""

    def __init__(self, table: Table[Any], spelling: Spelling) -> None:
        questions = {name for question in QUESTIONS for name in (question.word, *question.synonyms)}
        beginnings = {*order_words_of(table), *questions, *table.rules.stint_kinds, CARD, NEXT, "if", *ELSE, PREVIEW_WORD}
        self._beginnings = frozenset(word.split()[0] for word in beginnings)
        self._spelling = spelling

    def is_talk(self, text: str) -> bool:
        """Whether a line is plainly no order."""
        words = plain_words(text)
        if not words:
            return not any(map(str.isalnum, text))
        return not is_begun(words, self._beginnings) and not self._is_of_the_game(words)

    def _is_of_the_game(self, words: list[str]) -> bool:
        telling = [word for word in words if word not in _COMMON and not word.isdigit()]
        known = self._spelling.words | self._beginnings
        return sum(word in known for word in telling) > _GAME * len(telling)


def is_begun(words: list[str], beginnings: Collection[str]) -> bool:
    """Whether the words of a line begin like an order: with an order word, the beginning of one, or a slip in one."""
    first = words[0]
    if first in beginnings:
        return True
    if len(first) >= _TELLING and any(each.startswith(first) for each in beginnings):
        return True
    if len(first) <= _TELLING or len(words) > _SENTENCE:
        return False
    most = 1 if len(first) < _LONG else 2
    return process.extractOne(first, beginnings, scorer=OSA.distance, score_cutoff=most) is not None


def is_begun_in_full(text: str, order_words: Collection[str]) -> bool:
    """Whether a line begins with an order word, not cut short."""
    return any(word in order_words for word in plain_words(text)[:1])
