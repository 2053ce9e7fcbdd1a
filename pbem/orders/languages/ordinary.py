"""Ordinary words of the languages that players write in: what is one of them was meant, and is no slip of another.

They are the common ones of pyspellchecker's word lists, which are read once, when a word is first asked about.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

from spellchecker import SpellChecker

from pbem.orders.languages.words import folded

MIN_COUNT: Final = 500
"""What is rarer in the texts that the lists are made from (films and series) is no ordinary word."""
MAIN: Final = "en"
"""Words of this language stand in lines of every language."""


@cache
def ordinary_words(language: str, count: int = MIN_COUNT) -> frozenset[str]:
    """The ordinary words of a language, folded: those that its texts have so often."""
    counted = SpellChecker(language=language).word_frequency.items()
    words = (word for word, times in counted if times >= count)
    return frozenset(word if word.isascii() else "".join(folded(word)) for word in words)


def is_word(word: str, languages: Iterable[str]) -> bool:
    """Whether a word, folded, is one of these languages, however rare."""
    return any(word in ordinary_words(language, 1) for language in languages)


def is_ordinary(word: str, language: str = MAIN) -> bool:
    """Whether a word, folded, is an ordinary one of this language, or of English."""
    return word in ordinary_words(MAIN) or (language != MAIN and word in ordinary_words(language))
