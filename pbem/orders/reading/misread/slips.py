"""Slips of the pen: words of a line that nothing is called by, and the line with the words that were meant. Pure: which of
these lines would do is for others to ask.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import islice, product, takewhile
from typing import Any, Final
from weakref import WeakKeyDictionary

from rapidfuzz import process
from rapidfuzz.distance import OSA

from pbem.effort import spend
from pbem.engine.game.rules import Rules
from pbem.engine.refusal import BadLine
from pbem.engine.table import Table
from pbem.i18n import Text
from pbem.orders.languages.words import around, everyday, listed
from pbem.orders.parse.branches import SAID, TIMES, is_case, loop_of
from pbem.orders.parse.parse import MAX_LINE_LENGTH
from pbem.orders.reading.sayings import sayings_of
from pbem.orders.words.headings import NEXT, ORDINALS
from pbem.orders.words.lexicon import SMALL_WORDS, plain_words
from pbem.orders.words.vocabulary import HABITS, SPECIAL, USUAL, Vocabulary, vocabulary_of

MIN_LENGTH, MIN_TYPED_LENGTH = 3, 2
"""Shorter words are like too many others; one may have lost a letter."""
MAX_MEANT: Final = 3
MAX_TRIED: Final = 24
MAX_WORDS: Final = 6
"""In a longer line everyday words are no slips."""
STEPS_A_WORD: Final = 10
"""The work of looking for words like one (pbem.effort)."""


class Slips:
    """Finds the slips in lines that are made of these words, all in lower case; more words are written `right`, and are no
    slips, but nothing that is mended becomes one of them.
    """

    def __init__(self, words: frozenset[str], right: frozenset[str] = frozenset()) -> None:
        self.words = words
        self._right = right | everyday()
        self._sorted = sorted(words)

    def found(self, line: str, *, cut_short: bool = True) -> dict[str, list[str]]:
        """The words of a line that are not known, with those one slip away. A word that is like none is no slip.

        The beginning of a known word is known too, as long as words may be `cut_short`.
        """
        if len(line) > MAX_LINE_LENGTH:
            return {}
        words = plain_words(line)
        talks = everyday() if len(words) > MAX_WORDS else ()
        told = [
            word for word in dict.fromkeys(words) if len(word) >= MIN_TYPED_LENGTH and word.isalpha() and word not in talks
        ]
        return {word: near for word in told if not self._is_known(word, cut_short) and (near := self._near(word))}

    def _is_known(self, word: str, cut_short: bool) -> bool:
        return word in self.words or word in self._right or (cut_short and any(beginning_with(word, self._sorted)))

    def _near(self, word: str) -> list[str]:
        spend(STEPS_A_WORD)
        found = process.extract(word, self._sorted, scorer=OSA.distance, score_cutoff=1, limit=MAX_MEANT)
        return [known for known, _, _ in found if len(known) >= MIN_LENGTH]

    def meant(self, line: str) -> list[str]:
        """The lines that can have been meant: every slip put right (none: there is no slip, or it cannot be found)."""
        return _put_right(line, self.found(line))

    def meant_with_beginnings(self, line: str) -> list[str]:
        """The same, where a word cut short can have been a slip as well."""
        slips = self.found(line, cut_short=False)
        begun = {word: [word, *near] for word, near in slips.items() if self._is_known(word, cut_short=True)}
        return _put_right(line, slips | begun)

    def plainly_meant(self, line: str) -> str:
        """The only line that can have been meant, whatever comes before it; "" for none or several.

        Words that make a branch or a repetition of a line are taken for what they are.
        """
        meant = self.meant(line)
        return only(list(filter(_is_branch, meant)) or meant)


def beginning_with(word: str, ordered: Sequence[str]) -> Iterator[str]:
    """Those of some words in alphabetical order that begin with one."""
    later = map(ordered.__getitem__, range(bisect_left(ordered, word), len(ordered)))
    return takewhile(lambda known: known.startswith(word), later)


_kept: WeakKeyDictionary[Vocabulary, Slips] = WeakKeyDictionary()


def slips_of(table: Table[Any]) -> Slips:
    """Those of a game in play."""
    vocabulary = vocabulary_of(table)
    if vocabulary not in _kept:
        sayings, around_ = sayings_of(table), around()
        said = around_.quiet | around_.chatter | around_.denials | around_.answers | around_.titles
        right = frozenset(word for run in said for word in run) | sayings.known | sayings.sense.verbs
        _kept[vocabulary] = Slips(_words(table.rules, vocabulary), right)
    return _kept[vocabulary]


def _words(rules: Rules[Any], vocabulary: Vocabulary) -> frozenset[str]:
    """Order words, names, and the words of headings, branches and conditions."""
    said = [text for word in vocabulary.words for text in (word.verb, *word.synonyms, word.usage)]
    bare = [word.policy.wording.alone for word in vocabulary.words if word.policy is not None]
    forms = [form for form, _ in rules.standing.situations.forms] if rules.standing.situations is not None else []
    told = (*SAID, *listed("clauses"), *ORDINALS, *TIMES, *SMALL_WORDS)
    fixed = (*SPECIAL, *rules.segments.numbered, NEXT, *HABITS, USUAL)
    texts = [*said, *bare, *forms, *told, *fixed, *rules.standing.scope_names, *rules.segments.plain]
    names = [name for option in vocabulary.known for name in vocabulary.grammar.lexicon.spellings(option)]
    in_names = (word for name in names for word in (*name, "".join(name)))
    return frozenset(word for text in texts for word in plain_words(text)).union(in_names)


def _is_branch(line: str) -> bool:
    """Whether a line has branches, or is repeated."""
    try:
        return is_case(line) or loop_of(line) is not None
    except BadLine:
        return False


def _put_right(line: str, slips: dict[str, list[str]]) -> list[str]:
    """A line with every way of putting its slips right; only those that differ from it."""
    ways = islice(product(*slips.values()), MAX_TRIED) if slips else ()
    mended = [with_words(line, dict(zip(slips, way, strict=True))) for way in ways]
    return [each for each in dict.fromkeys(mended) if each != line]


def only(lines: Sequence[str]) -> str:
    """The one line there is; "" for none or several."""
    return lines[0] if len(lines) == 1 else ""


def with_words(line: str, meant: dict[str, str]) -> str:
    """A line with words put in the place of others, each with a capital where the other had one."""
    for word, known in meant.items():
        typed = "['’]?".join(word)
        line = re.sub(rf"\b{typed}\b", partial(_like, known), line, flags=re.IGNORECASE)
    return line


def _like(known: str, typed: re.Match[str]) -> str:
    return known.capitalize() if typed[0][:1].isupper() else known


def in_quotes(words: Iterable[str]) -> str:
    """ "mrach" and "eyl"."""
    return Text(" and ").join(f'"{word}"' for word in words)
