"""Words that say how a whole letter is meant: each is a line of its own, and no order.

`ok` sends the reply form as it stands. `now` has a letter carried out although it answers an older report, `again` although
the same lines came before.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.mail.letter import OrderLine
from pbem.orders.languages.words import listed
from pbem.orders.words.lexicon import plain_words

OK, NOW, AGAIN = "ok", "now", "again"
WORDS = {
    OK: "alone in a letter: sends the reply form as it stands",
    NOW: "on a line of its own: carries out a reply to an older report for your present decision",
    AGAIN: "on a line of its own: carries out lines again that you have already sent in answer to the same report",
}
"""What each word says."""
_SYNONYMS = {"okay": OK}
_POLITE = frozenset(listed("thanks"))


def words_in(lines: Iterable[OrderLine]) -> frozenset[str]:
    """The words about the letter that stand in it."""
    return frozenset(word for line in lines for word in letter_words(line.text))


def without_words(lines: Iterable[OrderLine]) -> tuple[OrderLine, ...]:
    """The other lines."""
    return tuple(line for line in lines if not letter_words(line.text))


def letter_words(text: str) -> Sequence[str]:
    """The words of a line that has nothing else but thanks; [] for any other."""
    words = [_SYNONYMS.get(word, word) for word in plain_words(text) if word not in _POLITE]
    return words if all(word in WORDS for word in words) else ()
