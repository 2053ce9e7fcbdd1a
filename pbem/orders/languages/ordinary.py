"""Ordinary words of the languages that players write in: what is one of them was meant, and is no slip of another.

They are the common ones of pyspellchecker's word lists, which are read once, when a word is first asked about.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Final

from pbem.orders.languages.words import folded_lines

MIN_COUNT: Final = 500
"""What is rarer in the texts that the lists are made from (films and series) is no ordinary word."""
MAIN: Final = "en"
"""Words of this language stand in lines of every language."""


@cache
def counts(language: str) -> Mapping[str, int]:
    """How often the texts of a language have each of its words, folded; of words that are folded alike, the commonest.

    The list is read as a file, and folded as a whole: SpellChecker and a word at a time take several times as long, and a
    letter waits for it.
    """
    list_ = files("spellchecker.resources").joinpath(f"{language}.json.gz")
    counted: dict[str, int] = json.loads(gzip.decompress(list_.read_bytes()))
    accented = [word for word in counted if not word.isascii()]
    for word, plain in zip(accented, folded_lines(accented), strict=True):
        counted[plain] = max(counted.get(plain, 0), counted[word])
    return counted


def is_word(word: str, languages: Iterable[str]) -> bool:
    """Whether a word, folded, is one of these languages, however rare."""
    return any(word in counts(language) for language in languages)


def is_ordinary(word: str, language: str = MAIN) -> bool:
    """Whether a word, folded, is an ordinary one of this language, or of English."""
    return _is_common(word, MAIN) or (language != MAIN and _is_common(word, language))


def is_only_word_of(word: str, language: str) -> bool:
    """Whether a word, folded, is one of this language, and next to none of English."""
    return counts(language).get(word, 0) > counts(MAIN).get(word, 0)


def _is_common(word: str, language: str) -> bool:
    return counts(language).get(word, 0) >= MIN_COUNT
