"""Lines that are plainly no orders: what people write around them.

A line that begins like an order is one, and stops the letter if it fails. So does one that is made of the game's own words.
Anything else is talk: it is said back as "not an order", and stops nothing.
"""

from __future__ import annotations

from pbem.engine.lexicon import SMALL_WORDS, plain_words
from pbem.engine.spelling import CLAUSES, Spelling
from pbem.moderator.beginnings import Beginnings

_COMMON = frozenset(
    {*CLAUSES.split(), *SMALL_WORDS, "it", "i", "you", "is", "are", "was", "be", "we", "no", "yes", "or", "all"}
)
"""Words that orders and talk share."""
_GAME = 0.5
"""A line of which more words than this part are the game's was meant as an order."""


class Talk:
    """Tells talk from orders for one seat of a game."""

    def __init__(self, spelling: Spelling, beginnings: Beginnings) -> None:
        self._spelling = spelling
        self._beginnings = beginnings

    def is_talk(self, text: str) -> bool:
        """Whether a line is plainly no order."""
        if not any(map(str.isalnum, text)):
            return True
        return not self._beginnings.begin(text) and not self._is_of_the_game(plain_words(text))

    def _is_of_the_game(self, words: list[str]) -> bool:
        telling = [word for word in words if word not in _COMMON and not word.isdigit()]
        known = self._spelling.words | self._beginnings.whole
        return sum(word in known for word in telling) > _GAME * len(telling)
