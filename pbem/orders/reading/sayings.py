"""How the words of one game are said: order words with their inflected forms, things, and which words mean something."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final
from weakref import WeakKeyDictionary

from pbem.engine.rules import Rules
from pbem.engine.table import Table
from pbem.orders.languages.words import Run, around
from pbem.orders.reading.match import Sense
from pbem.orders.words.lexicon import NUMBERS, SMALL_WORDS, plain_words, telling
from pbem.orders.words.vocabulary import CLEAR, HABITS, STANDING, WITHDRAW, Vocabulary, vocabulary_of

LETTERS: Final = re.compile(r"[^\W\d_]+")
HISSING: Final = ("ch", "sh", "s", "x", "z", "o")
VOWELS: Final = "aeiou"
CLAUSES: Final = frozenset({"until", "alone", "spend", "spending", "together", WITHDRAW, CLEAR, STANDING, *HABITS})
"""Words of every game that say how an order is meant."""


@dataclass(frozen=True)
class Sayings:
    """The runs that stand for each order word (`verbs`) and for each other word of a line (`things`), the short `answers`
    with the lines that they can stand for, and the `sense` of single words.
    """

    verbs: Mapping[str, tuple[Run, ...]]
    own: Mapping[str, tuple[Run, ...]]
    """Of an order word itself and its German one, inflected too: what gives something up is said by no other."""
    things: Mapping[str, tuple[Run, ...]]
    answers: Mapping[str, tuple[Run, ...]]
    """By the line in the standard form, folded."""
    sense: Sense
    whole: frozenset[str]
    """Single words behind which all belongs to one order."""

    def means_something(self, word: str) -> bool:
        """Whether a word, folded, means something in this game: where it is not accounted for, a line is not understood."""
        return word in self.sense.meaningful or word.isdigit() or word in NUMBERS


_kept: WeakKeyDictionary[Vocabulary, Sayings] = WeakKeyDictionary()


def sayings_of(table: Table[Any]) -> Sayings:
    """Those of a game in play."""
    vocabulary = vocabulary_of(table)
    if vocabulary not in _kept:
        _kept[vocabulary] = _sayings(table.rules, vocabulary)
    return _kept[vocabulary]


def _sayings(rules: Rules[Any], vocabulary: Vocabulary) -> Sayings:
    known = rules.orders.synonyms
    synonyms: dict[str, list[str]] = {}
    for word in vocabulary.words:
        synonyms.setdefault(word.verb, []).extend(word.synonyms)
    verbs, own = dict[str, tuple[Run, ...]](), dict[str, tuple[Run, ...]]()
    for verb, others in synonyms.items():
        base = [verb, *others]
        german = [known.german[verb]] if verb in known.german else []
        more = [*known.verbs.get(verb, ()), *german]
        verbs[verb] = _runs([*base, *more], inflected=base, german=german)
        own[verb] = _runs([verb, *german], inflected=[verb], german=german)
    things = {thing: _runs(names) for thing, names in known.things.items()}
    answers: dict[str, tuple[Run, ...]] = {}
    for said, lines in known.answers.items():
        for line in lines:
            folded = " ".join(plain_words(line))
            answers[folded] = (*answers.get(folded, ()), tuple(plain_words(said)))
    told = {
        word for runs in (*verbs.values(), *things.values()) for run in runs for word in (run if len(run) == 1 else run[-1:])
    }
    dull = {word for run in around().fillers | around().courtesy | around().doing if len(run) == 1 for word in run}
    names = {word for word in vocabulary.name_words if not word.isdigit()}
    single = {run[0] for runs in verbs.values() for run in runs if len(run) == 1}
    meaningful = (told - dull) | (single - dull - SMALL_WORDS) | (names - dull - SMALL_WORDS) | CLAUSES
    whole = frozenset(run[0] for verb in known.whole for run in verbs.get(verb, ()) if len(run) == 1)
    return Sayings(verbs, own, things, answers, Sense(frozenset(meaningful), frozenset(single), frozenset(names)), whole)


def _runs(names: Iterable[str], *, inflected: Iterable[str] = (), german: Iterable[str] = ()) -> tuple[Run, ...]:
    runs = [tuple(plain_words(name)) for name in names]
    for name in inflected:
        runs += _inflected(tuple(plain_words(name)))
    for name in german:
        folded = tuple(plain_words(name))
        if len(folded) == 1 and folded[0].endswith("e"):
            runs += [(folded[0][:-1] + ending,) for ending in ("t", "en", "st")]
    return tuple(dict.fromkeys(run for run in runs if run))


def _inflected(run: Run) -> Iterator[Run]:
    """ "marches", "marching"; of several words the first is inflected."""
    first, *rest = run
    if not LETTERS.fullmatch(first):
        return
    if first.endswith("y") and first[-2:-1] not in VOWELS:
        yield (f"{first[:-1]}ies", *rest)
    else:
        yield (f"{first}es" if first.endswith(HISSING) else f"{first}s", *rest)
    yield (f"{first[:-1] if first.endswith('e') else first}ing", *rest)


def named_by(vocabulary: Vocabulary, option: str) -> tuple[Run, ...]:
    """The runs, without small words, that an id can be called by."""
    return tuple(named for run in vocabulary.grammar.lexicon.spellings(option) if (named := telling(run) or run))


def inflected_figures(ways: Iterable[Run]) -> Iterator[Run]:
    """ "spending 1" for "spend 1"."""
    for way in ways:
        if len(way) > 1 and (way[-1].isdigit() or way[-1] in NUMBERS):
            yield from _inflected(way)


_titles: WeakKeyDictionary[Vocabulary, Mapping[str, str]] = WeakKeyDictionary()


def sole_title(vocabulary: Vocabulary, option: str) -> str:
    """The title by itself by which an id can be called, as no other has it ("the king"); or ""."""
    if vocabulary not in _titles:
        holders: dict[str, set[str]] = {}
        for each in vocabulary.known:
            for way in named_by(vocabulary, each):
                if (way[0],) in around().titles:
                    holders.setdefault(way[0], set()).add(each)
        _titles[vocabulary] = {next(iter(ids)): title for title, ids in holders.items() if len(ids) == 1}
    return _titles[vocabulary].get(option, "")
