"""Ordinary words of the languages that players write in: what is one of them was meant, and is no slip of another.

They are those of pyspellchecker's word lists. These are large (half a million words) and read once, when a word is first
asked about.
"""

from __future__ import annotations

from functools import cache

from spellchecker import SpellChecker

from pbem.orders.languages.words import LANGUAGES, folded


@cache
def ordinary_words() -> frozenset[str]:
    """The ordinary words of all languages, folded."""
    words = (word for language in LANGUAGES for word in SpellChecker(language=language).word_frequency.words())
    return frozenset(word if word.isascii() else "".join(folded(word)) for word in words)


def is_ordinary(word: str) -> bool:
    """Whether a word, folded, stands in the dictionary of a language."""
    return word in ordinary_words()
