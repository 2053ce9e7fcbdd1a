"""Misspelt words of a line that can have been meant as one word only, put right: "scrop to pontefrakt".

A word is put right only if no game, no language and no order has it, and exactly one known word is near. Whether the line
then says something is for its reader to find out: this module does not know what can be answered.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import groupby, islice, product
from operator import itemgetter
from typing import Any, Final
from weakref import WeakKeyDictionary

from rapidfuzz import process
from rapidfuzz.distance import OSA

from pbem.effort import spend
from pbem.engine.table import Table
from pbem.orders.languages.ordinary import is_ordinary
from pbem.orders.languages.words import LANGUAGES, around, everyday, meanings, not_ordered
from pbem.orders.parse.parse import MAX_LINE_LENGTH
from pbem.orders.reading.misread.slips import beginning_with, slips_of, with_words
from pbem.orders.reading.sayings import sayings_of
from pbem.orders.words.lexicon import plain_words
from pbem.orders.words.vocabulary import Vocabulary, vocabulary_of

MIN_LENGTH: Final = 4
"""A shorter word is like too many others."""
MIN_BEGINNING_LENGTH: Final = 5
"""So many letters of a name can stand for it."""
TWO_SLIPS: Final = 7
"""A word of so many letters may have two of them wrong."""
MAX_MISSPELT: Final = 3
"""In a line with more of them nothing is put right."""
MAX_WORDS: Final = 12
MAX_WAYS: Final = 4
"""In so many ways misspelt words can have been meant."""
STEPS_A_WORD: Final = 5
"""The work of looking for words like one (pbem.effort)."""


class Misspelt:
    """Finds the misspelt words of lines of one game. `known` are all words that are written right, `names` those of them
    that stand in names.
    """

    def __init__(self, known: frozenset[str], names: frozenset[str], final: frozenset[str]) -> None:
        self._known, self._names, self._final = known, names, final
        self._names_sorted = sorted(names)
        able = sorted(word for word in known if len(word) >= MIN_LENGTH and word.isalpha())
        self._by_letter = {letter: list(words) for letter, words in groupby(able, itemgetter(0))}

    def meant(self, line: str) -> list[dict[str, str]]:
        """What the misspelt words of a line, folded, can have been meant as. [] where one of them can be a word that gives
        something up, or one of several of which another takes back or doubts what is said.
        """
        found = self.near(line)
        words = {known for near in found.values() for known in near}
        unclear = {known for near in found.values() if len(near) > 1 for known in near}
        if words & self._final or any((known,) in not_ordered() | around().denials for known in unclear):
            return []
        ways = list(islice(product(*found.values()), MAX_WAYS + 1)) if 0 < len(found) <= MAX_MISSPELT else []
        return [dict(zip(found, way, strict=True)) for way in ways] if len(ways) <= MAX_WAYS else []

    def near(self, line: str) -> dict[str, list[str]]:
        """The misspelt words of a line, folded, each with the words that can have been meant."""
        words = plain_words(line[:MAX_LINE_LENGTH])
        able = [word for word in dict.fromkeys(words) if self._may_be_misspelt(word)] if len(words) <= MAX_WORDS else []
        found = {word: near for word in able if (near := self._nearest(word))}
        return {word: near for word, near in found.items() if not self._is_ordinary(word, words)}

    def _may_be_misspelt(self, word: str) -> bool:
        is_owner = word.endswith("s") and word[:-1] in self._names
        return len(word) >= MIN_LENGTH and word.isalpha() and word not in self._known and not is_owner

    def _nearest(self, word: str) -> list[str]:
        """The known words that are nearest to one, or begin with it."""
        spend(STEPS_A_WORD)
        most = 2 if len(word) >= TWO_SLIPS else 1
        able = self._by_letter.get(word[0], [])
        scored = process.extract(word, able, scorer=OSA.distance, score_cutoff=most, limit=None)
        like = {known: round(distance) for known, distance, _ in scored}
        if len(word) >= MIN_BEGINNING_LENGTH:
            like |= dict.fromkeys(beginning_with(word, self._names_sorted), 1)
        return [known for known, distance in like.items() if distance == min(like.values())]

    def has_ordinary(self, words: Iterable[str], line: str) -> bool:
        """Whether one of these words of a line is an ordinary one."""
        every = plain_words(line[:MAX_LINE_LENGTH])
        return any(len(word) >= MIN_LENGTH and self._is_ordinary(word, every) for word in words)

    def _is_ordinary(self, word: str, words: Sequence[str]) -> bool:
        """Whether a word of a line is an ordinary one, of another language only where a second word of the line is."""
        others = [each for each in words if each != word and each not in self._names and not is_ordinary(each)]
        return is_ordinary(word) or any(
            is_ordinary(word, language) and (len(words) == 1 or any(is_ordinary(each, language) for each in others))
            for language in LANGUAGES
        )


_kept: WeakKeyDictionary[Vocabulary, Misspelt] = WeakKeyDictionary()


def misspelt_of(table: Table[Any]) -> Misspelt:
    """That of a game in play."""
    vocabulary = vocabulary_of(table)
    if vocabulary not in _kept:
        sayings, around_ = sayings_of(table), around()
        runs = (
            around_.whole | around_.quiet | around_.chatter | around_.plain | around_.beside | around_.between,
            around_.denials | around_.reasons | around_.subjects | not_ordered(),
        )
        kinds = (*runs, *sayings.answers.values())
        said = {word for kind in kinds for run in kind for word in run} | everyday()
        known = said | sayings.known | sayings.sense.meaningful | sayings.sense.verbs | slips_of(table).words
        _kept[vocabulary] = Misspelt(frozenset(known), sayings.sense.names, sayings.final)
    return _kept[vocabulary]


def mended(table: Table[Any], line: str, says: Callable[[str], bool], *, has_heading: bool = False) -> str:
    """A line with its slips mended: where it `says` nothing as it is, the only line that it can have been meant as and that
    does; else, whatever it says, the only one that it can have been meant as; else the line.
    """
    if not has_heading:
        if says(line):
            return line
        told = [each for each in put_right(table, line) if says(each)]
        if len(told) == 1:
            return told[0]
    is_meant = misspelt_of(table).has_ordinary(slips_of(table).found(line), line)
    return line if is_meant else slips_of(table).plainly_meant(line) or line


def put_right(table: Table[Any], line: str) -> list[str]:
    """The lines that one can have been meant as, with its misspelt words put right, and with words for what stands for them
    in short; [] where there is nothing to put right, or too much of it.
    """
    meant = misspelt_of(table).meant(line) or [{}]
    lines = (
        shortened().sub(lambda found: meanings("shortened")[found[0].casefold()], with_words(line, way)) for way in meant
    )
    return [each for each in dict.fromkeys(lines) if each != line]


def nearly_right(table: Table[Any], line: str) -> str:
    """A line with the nearest word for each that is misspelt: enough to tell what it is about, and no more."""
    return with_words(line, {word: near[0] for word, near in misspelt_of(table).near(line).items()})


@cache
def shortened() -> re.Pattern[str]:
    """What stands for a word between two others: York n March."""
    words = "|".join(map(re.escape, meanings("shortened")))
    return re.compile(rf"(?<=\w\s)(?:{words})(?=\s\w)", re.IGNORECASE)
