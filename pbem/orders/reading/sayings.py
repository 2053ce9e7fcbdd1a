"""How the words of one game are said: order words with their inflected forms, things, and which words mean something."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final
from weakref import WeakKeyDictionary

from pbem.engine.game.synonyms import Synonyms
from pbem.engine.table import Table
from pbem.figures import has_digit, is_number
from pbem.orders.languages.words import Run, around, listed, meanings
from pbem.orders.reading.bearers import bearers_of
from pbem.orders.reading.candidate import Sense
from pbem.orders.words.lexicon import NUMBERS, SMALL_WORDS, plain_words, telling
from pbem.orders.words.vocabulary import CLEAR, HABITS, STANDING, WITHDRAW, Vocabulary, vocabulary_of

CLAUSES: Final = frozenset({"until", "alone", "spend", "spending", "together", WITHDRAW, CLEAR, STANDING, *HABITS})
"""Words of every game that say how an order is meant."""
LETTERS: Final = re.compile(r"[^\W\d_]+")
HISSING: Final = ("ch", "sh", "s", "x", "z", "o")
MAX_SHARING: Final = 12
"""A word in the names of more things tells none of them."""
PAIR: Final = 2
MIN_VERB_LENGTH: Final = 4
MIN_END_LENGTH: Final = 4
MAX_NAMES: Final = 4000
"""Of so many words of options a game keeps what they are called."""
VOWELS: Final = "aeiou"
MAX_SAID_LENGTH: Final = 6
"""So many words stand for one at most."""
NO_SENSE: Final = Sense(frozenset(), frozenset(), frozenset(), frozenset(), frozenset())


@dataclass(frozen=True)
class Sayings:
    """The runs that stand for each order word (`verbs`) and for each other word of a line (`things`), the short `answers`
    with the lines that they can stand for, and the `sense` of single words.
    """

    verbs: Mapping[str, tuple[Run, ...]]
    here: Mapping[str, tuple[Run, ...]]
    """The same with those that count only where they answer what is asked."""
    own: Mapping[str, tuple[Run, ...]]
    """Of an order word itself and its German one, inflected too: what gives something up is said by no other."""
    alone: Mapping[str, tuple[Run, ...]]
    """The same of one that nothing stands beside: in German somebody else's doing is other words too ("Passt!")."""
    things: Mapping[str, tuple[Run, ...]]
    answers: Mapping[str, tuple[Run, ...]]
    """By the line in the standard form, folded."""
    short_answers: frozenset[Run]
    """All of those."""
    sense: Sense
    whole: frozenset[str]
    """Single words behind which all belongs to one order."""
    behind: frozenset[str]
    """Single words that belong to the order before them: spend."""
    final: frozenset[str]
    """Single words that give something up."""
    known: frozenset[str]
    """All words that can stand in an order: of the game, and around them."""
    orders: Mapping[Run, str]
    """The order word that each run stands for."""
    forms: frozenset[Run]
    """Of these runs, all but the order words themselves and their synonyms."""
    said: Mapping[Run, str]
    """The word of a line that each run stands for, those of every game among them."""
    things_said: frozenset[str]
    """All words that say such a word, or stand in it."""
    usages: frozenset[str]
    """Words that stand in lines of the standard form."""

    def order_at(self, words: Sequence[str], at: int) -> tuple[str, int]:
        """The order word that begins there, and how many words it has; ("", 0) for none."""
        return _longest(self.orders, words, at)

    def thing_at(self, words: Sequence[str], at: int) -> tuple[str, int]:
        """The thing that is named there in other words, and how many these are; ("", 0) for none."""
        return _longest(self.said, words, at)

    def means_something(self, word: str) -> bool:
        """Whether a word, folded, means something in this game: where it is not accounted for, a line is not understood."""
        return word in self.sense.meaningful or self.counts(word)

    def counts(self, word: str) -> bool:
        """Whether a word is a figure, or has one."""
        return has_digit(word) or word in NUMBERS


def _longest(meant: Mapping[Run, str], words: Sequence[str], at: int) -> tuple[str, int]:
    for length in range(min(MAX_SAID_LENGTH, len(words) - at), 0, -1):
        if found := meant.get(tuple(words[at : at + length])):
            return found, length
    return "", 0


_kept: WeakKeyDictionary[Vocabulary, Sayings] = WeakKeyDictionary()


OrderWord = tuple[str, tuple[str, ...], str]
"""An order word, its synonyms, and its usage."""
Names = tuple[Run, ...]
"""The runs that one thing can be called by, its name first."""


def sayings_of(table: Table[Any]) -> Sayings:
    """Those of a game in play."""
    vocabulary = vocabulary_of(table)
    if vocabulary not in _kept:
        words = tuple((word.verb, word.synonyms, word.usage) for word in vocabulary.words)
        spellings = tuple(map(vocabulary.grammar.lexicon.spellings, vocabulary.known))
        _kept[vocabulary] = _sayings(table.rules.orders.synonyms, words, spellings)
    return _kept[vocabulary]


@lru_cache(maxsize=16)
def _sayings(table: Synonyms, words: tuple[OrderWord, ...], spellings: tuple[Names, ...]) -> Sayings:
    """Those with things that can be called so. Where names change in play, order words are as they were."""
    of_words = _of_words(table, words)
    sense = _sense(of_words, spellings)
    return replace(of_words, sense=sense, known=of_words.known | sense.names)


@lru_cache(maxsize=16)
def _of_words(table: Synonyms, words: tuple[OrderWord, ...]) -> Sayings:
    """Those in which nothing has a name."""
    synonyms: dict[str, list[str]] = {}
    for verb, others, _ in words:
        synonyms.setdefault(verb, []).extend(others)
    german = {verb: [table.german[verb]] if verb in table.german else [] for verb in synonyms}
    verbs = {
        verb: _runs([verb, *others, *table.verbs.get(verb, ()), *german[verb]], [verb, *others], german[verb])
        for verb, others in synonyms.items()
    }
    more = {verb: _runs([*table.verbs.get(verb, ()), *german[verb]], (), german[verb]) for verb in synonyms}
    base = {tuple(plain_words(name)): verb for verb, others in synonyms.items() for name in (*others, verb)}
    things = {thing: _in_short(_runs(names)) for thing, names in table.things.items()}
    said = {tuple(plain_words(said)): meant for said, meant in meanings("answers").items()} | _turned(things)
    here = {
        verb: tuple(dict.fromkeys((*runs, *_in_all_forms(table.here.get(verb, ())), *_passive(verb, table.final))))
        for verb, runs in verbs.items()
    }
    answers = _answers(table.answers)
    return Sayings(
        verbs=verbs,
        here=here,
        own={verb: _runs([verb, *german[verb]], [verb], german[verb]) for verb in synonyms},
        alone={verb: _runs([verb, *german[verb], *(f"{each}n" for each in german[verb])], [verb]) for verb in synonyms},
        things=things,
        answers=answers,
        short_answers=frozenset(run for runs in answers.values() for run in runs),
        sense=NO_SENSE,
        whole=_single(verbs, table.whole),
        final=_single(verbs, table.final),
        behind=_single(verbs, table.behind) | table.behind,
        known=_known_words(words, (*here.values(), *things.values())),
        orders=_turned(verbs) | _turned(more) | base,
        forms=frozenset(run for runs in verbs.values() for run in runs) - set(base),
        said=said,
        things_said=frozenset(word for run, meant in said.items() for word in (*run, *plain_words(meant))),
        usages=frozenset(word for _, others, usage in words for word in plain_words(" ".join([usage, *others]))),
    )


def _in_short(runs: Sequence[Run]) -> tuple[Run, ...]:
    """What is said for a thing, also without small words. An article before a number counts nothing, and stays: the two."""
    told = (tuple(telling(run)) for run in runs)
    short = (run for run in told if any(word not in NUMBERS and not has_digit(word) for word in run))
    return tuple(dict.fromkeys([*runs, *short]))


def _turned(runs: Mapping[str, Sequence[Run]]) -> dict[Run, str]:
    return {run: meant for meant, said in runs.items() for run in said}


def _single(verbs: Mapping[str, Sequence[Run]], chosen: Iterable[str]) -> frozenset[str]:
    return frozenset(run[0] for verb in chosen for run in verbs.get(verb, ()) if len(run) == 1)


def _answers(answers: Mapping[str, tuple[str, ...]]) -> Mapping[str, tuple[Run, ...]]:
    """The runs that stand for a whole line, by that line."""
    found: dict[str, tuple[Run, ...]] = {}
    for said, lines in answers.items():
        for line in lines:
            folded = " ".join(plain_words(line))
            found[folded] = (*found.get(folded, ()), tuple(plain_words(said)))
    return found


def _sense(said: Sayings, spellings: Sequence[Names]) -> Sense:
    """Of several words in a run the last tells something: "heads for"; or the last that is no small one."""
    verbs, things = said.verbs, said.things
    more = (*said.here.values(), *said.answers.values())
    dull = {run[0] for run in around().quiet if len(run) == 1}
    told = {run[-1] for runs in (*verbs.values(), *things.values()) for run in runs}
    small = dull | SMALL_WORDS
    told |= {words[-1] for runs in more for run in runs if (words := [word for word in run if word not in small])}
    names = frozenset(word for ways in spellings for run in ways for word in run if not has_digit(word))
    single = frozenset(run[0] for runs in verbs.values() for run in runs if len(run) == 1)
    named = [_named(ways) for ways in spellings]
    names_whole = {run for ways in named for run in ways}
    called = frozenset(run[0] for run in names_whole if len(run) == 1)
    titled = frozenset(run for run in names_whole if (run[0],) in around().titles)
    pairs = frozenset(run for run in names_whole if len(run) == PAIR)
    meaningful = (told - dull) | (single - small) | (names - small) | CLAUSES
    bearers = bearers_of(named, called - single)
    shared = _shared(named, {ways[0][0] for ways in named if ways and len(ways[0]) == 1})
    said_of_things = frozenset(run for runs in things.values() for run in runs)
    return Sense(frozenset(meaningful), single, names, called, titled, pairs, bearers, shared, said_of_things)


def _shared(named: Iterable[Names], called: Collection[str]) -> frozenset[str]:
    """The words that stand in the names of many things, and those that another name begins or ends with: west,
    Northwest.
    """
    counts = Counter(word for ways in named for word in {word for run in ways for word in run})
    cuts = [(name[:at], name[at:]) for name in called for at in range(1, len(name))]
    parts = {part for cut in cuts for part in cut if len(part) >= MIN_END_LENGTH} - {*called}
    return frozenset(word for word, count in counts.items() if count > MAX_SHARING or word in parts)


def _known_words(words: Iterable[OrderWord], said: Sequence[Sequence[Run]]) -> frozenset[str]:
    around_ = around()
    beside = around_.quiet | around_.titles | around_.away | around_.joints | around_.negations | around_.answers
    usages = {word for _, _, usage in words for word in plain_words(usage)}
    return frozenset(word for runs in (beside, *said) for run in runs for word in run) | usages


def _runs(names: Iterable[str], inflected: Iterable[str] = (), german: Iterable[str] = ()) -> tuple[Run, ...]:
    """The runs of names, with other forms of those that are `inflected` in English or German."""
    runs = [tuple(plain_words(name)) for name in names]
    for name in inflected:
        runs += inflected_forms(tuple(plain_words(name)))
    for name in german:
        folded = tuple(plain_words(name))
        if len(folded) == 1 and folded[0].endswith("e"):
            runs += [(folded[0][:-1] + ending,) for ending in ("t", "en", "st")]
    return tuple(dict.fromkeys(run for run in runs if run))


def inflected_forms(phrase: Run) -> Iterator[Run]:
    """The forms of an order word: "marches", "marching"; of several words the first is inflected."""
    first, *rest = phrase
    if not LETTERS.fullmatch(first):
        return
    if first.endswith("y") and first[-2:-1] not in VOWELS:
        yield (f"{first[:-1]}ies", *rest)
    else:
        yield (f"{first}es" if first.endswith(HISSING) else f"{first}s", *rest)
    yield (f"{first[:-1] if first.endswith('e') else first}ing", *rest)


def _in_all_forms(names: Iterable[str]) -> Iterator[Run]:
    """The runs of names, with the other forms of those of several words that begin with an English verb: "head for", "heads
    for". A single word can be more in talk: Grey turns grey.
    """
    for run in _runs(names):
        first, *rest = run
        yield run
        if not rest or first in SMALL_WORDS or (first,) in around().quiet or len(first) < MIN_VERB_LENGTH:
            continue
        base = (first.removesuffix("s"), *rest)
        yield from (base, *inflected_forms(base)) if not first.endswith(("ss", "ing", "t", "en")) else ()


def _passive(verb: str, final: frozenset[str]) -> Iterator[Run]:
    """ "is placed", "are lost"; of what gives something up there is none."""
    if verb in final or not LETTERS.fullmatch(verb):
        return
    regular = f"{verb[:-1]}ied" if verb.endswith("y") and verb[-2:-1] not in VOWELS else f"{verb.removesuffix('e')}ed"
    participles = [said for said, meant in meanings("participles").items() if meant == verb] or [regular]
    yield from ((form, each) for each in participles for form in listed("passive"))


def named_by(vocabulary: Vocabulary, option: str) -> tuple[Run, ...]:
    """The runs, without small words, that an id can be called by."""
    names = _names.setdefault(vocabulary, {})
    if option not in names:
        if len(names) >= MAX_NAMES:
            names.clear()
        names[option] = _named(vocabulary.grammar.lexicon.spellings(option))
    return names[option]


@lru_cache(maxsize=MAX_NAMES)
def _named(spellings: Names) -> Names:
    return tuple(named for run in spellings if (named := telling(run) or run))


_names: WeakKeyDictionary[Vocabulary, dict[str, tuple[Run, ...]]] = WeakKeyDictionary()


def inflected_figures(ways: Iterable[Run]) -> Iterator[Run]:
    """ "spending 1" for "spend 1"."""
    for way in ways:
        if len(way) > 1 and (is_number(way[-1]) or way[-1] in NUMBERS):
            yield from inflected_forms(way)


_titles: WeakKeyDictionary[Vocabulary, Mapping[str, tuple[str, ...]]] = WeakKeyDictionary()


def sole_titles(vocabulary: Vocabulary) -> Mapping[str, tuple[str, ...]]:
    """By id, the titles by themselves by which it can be called, as no other has them: the king."""
    if vocabulary not in _titles:
        _titles[vocabulary] = sole_among(vocabulary, vocabulary.known)
    return _titles[vocabulary]


def sole_among(vocabulary: Vocabulary, options: Iterable[str]) -> Mapping[str, tuple[str, ...]]:
    """By id, the titles that only one of several ids has."""
    holders: dict[str, set[str]] = {}
    for each in options:
        for way in named_by(vocabulary, each):
            if (way[0],) in around().titles:
                holders.setdefault(way[0], set()).add(each)
    found: dict[str, tuple[str, ...]] = {}
    for title, ids in holders.items():
        if len(ids) == 1:
            holder = next(iter(ids))
            found[holder] = (*found.get(holder, ()), title)
    return found
