"""Lines that are plainly no orders: what people write around them.

A line that begins like an order is one, and stops the letter if it fails. So does one that is made of the game's own words
and no longer than orders are.
Anything else is talk: it is said back as "not an order", and stops nothing.

But a line above orders can say that they are not simply meant: for another card, in some case only, or not at all. That is
never passed over.
"""

from __future__ import annotations

import re

from pbem.figures import is_number
from pbem.moderator.lines.beginnings import Beginnings
from pbem.moderator.lines.letter_words import WORDS
from pbem.orders.languages.words import alternatives, listed
from pbem.orders.reading.slips import Slips
from pbem.orders.words.lexicon import SMALL_WORDS, plain_words

_COMMON = frozenset({*listed("clauses"), *listed("talk"), *SMALL_WORDS})
"""Words that orders and talk share."""
_ASIDE = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_GAME = 0.5
"""A line of which more words than this part are the game's was meant as an order."""


_GREETINGS = frozenset(listed("greetings"))
"""No order begins like that, though some would be read as one cut short."""
_WITHHELD = frozenset(listed("withheld"))
_CONDITION = re.compile(rf"{alternatives('bare_conditions')}\b")
_HALT = re.compile(alternatives("halts"))
_SENTENCE = 12
"""A line of more words than this is told, not ordered."""


class Talk:
    """Tells talk from orders for one seat of a game."""

    def __init__(self, slips: Slips, beginnings: Beginnings) -> None:
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
        return not self._is_of_the_game(words) or (len(words) > _SENTENCE and not self._beginnings.near(words[0]))

    def _withholds(self, text: str, words: list[str]) -> bool:
        """Whether a line says of the orders below it when they are meant, or that they are not."""
        if text.rstrip().endswith(":") and not _WITHHELD.isdisjoint(words):
            return True
        return len(words) <= _SENTENCE and _CONDITION.match(" ".join(words)) is not None

    def halts(self, text: str) -> bool:
        """Whether a line holds its letter back: nothing of that is carried out."""
        begun = self._beginnings.begin_in_full(text)
        return not begun and _HALT.fullmatch(" ".join(plain_words(text))) is not None

    def is_aside(self, text: str) -> bool:
        """Whether a line stands in brackets as a whole, and does not begin with a word that orders begin with."""
        return _ASIDE.fullmatch(text.strip()) is not None and not self._beginnings.begin_in_full(text)

    def _is_of_the_game(self, words: list[str]) -> bool:
        telling = [word for word in words if word not in _COMMON and word not in WORDS and not is_number(word)]
        known = self._slips.words | self._beginnings.whole
        return sum(word in known for word in telling) > _GAME * len(telling)
