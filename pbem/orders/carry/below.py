"""A line right below an order that orders nothing by itself: it may take the order back, or change it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from pbem.engine.decision import Menu
from pbem.engine.phrase import words_of
from pbem.orders.languages.words import around, harmless, listed
from pbem.orders.parse.branches import IF, OTHERWISE, is_going_on
from pbem.orders.parse.parse import CLAUSE
from pbem.orders.place.position import Position
from pbem.orders.reading.denied import DENYING
from pbem.orders.reading.naming import options_of
from pbem.orders.words.lexicon import SMALL_WORDS, alike, plain_words
from pbem.orders.words.lines import codes_in

MAX_LENGTH: Final = 5
"""A line of more words is talk, or an order of its own."""
STAYING: Final = frozenset(listed("staying"))
MANNER: Final = harmless("manner")
LAUGHING: Final = frozenset(listed("laughing"))
UNDOING: Final = frozenset(listed("undoing"))
OTHERS: Final = frozenset(listed("others"))
BESIDE: Final = frozenset({*listed("correcting"), *listed("taking_back"), *listed("too"), *SMALL_WORDS})
"""May stand beside a name in a line that changes the one above it: "Salisbury too", "make that Wales"."""
COLON: Final = ":"
PAIR: Final = 2


def may_change(position: Position, line: str, above: str, *, is_last: bool = True) -> bool:
    """Whether a line may take back, or change, the order `above` it: it denies and says no more ("ah no"), denies what that
    names ("Warwick stays"), or names what could be chosen in its place ("the other one", "Wales, I mean"). Names alone head
    the orders below them, where it is not the last.
    """
    words = plain_words(line)
    if not 0 < len(words) <= MAX_LENGTH or COLON in line or codes_in(line):
        return False
    if IF.fullmatch(line) or OTHERWISE.fullmatch(line) or is_going_on(line) or CLAUSE.search(line):
        return False  # what is done if the order above it succeeds, or fails
    if position.vocabulary.begins(line) and not _begins_with_choice(position, words):
        return False
    if LAUGHING.issuperset(words):
        return False
    if _only_takes_back(words) or _only_delays(words):
        return True
    others = OTHERS.union(run[0] for run in around().all if len(run) == 1)
    if not others.isdisjoint(words) and BESIDE.union(others, _quiet()).issuperset(words):
        return True
    if position.vocabulary.name_words.isdisjoint(words) and words[0] not in listed("having_subjects"):
        return False  # cut short, any word could be a name
    named = {*position.vocabulary.named_in(line)} - {*position.vocabulary.named_in(position.seat)}
    before = {*position.vocabulary.named_in(above)}
    if named & before or words[0] in listed("having_subjects"):
        against = {word for each in position.rules.orders.synonyms.against.values() for word in each}
        return not {*words}.isdisjoint(_denials() | STAYING | (against if named & before else frozenset()))
    new = named - before
    rest = [word for word in words if word not in position.vocabulary.name_words]
    if not new or (not rest and not is_last) or not _denials().isdisjoint(words):
        return False
    is_told = not {*rest}.isdisjoint(run[0] for run in around().states)
    is_plain = BESIDE.union(_quiet(), UNDOING).issuperset(rest)
    return is_plain or (not is_told and not _is_misspelt(position, words[0]) and not new.isdisjoint(_choices(position)))


def _begins_with_choice(position: Position, words: Sequence[str]) -> bool:
    """Whether a short line begins with the name of something that can be chosen. If that is an order word too, only a word
    that joins it to the line above makes it a name: March too.
    """
    is_name = words[0] not in position.vocabulary.with_verb or words[-1] in listed("too")
    return len(words) <= PAIR and is_name and not {*position.vocabulary.named_in(words[0])}.isdisjoint(_choices(position))


def _only_takes_back(words: Collection[str]) -> bool:
    """Whether a line says only that what stands above is not meant: "wrong", "ah no"."""
    undoes = _denials() | UNDOING
    return not undoes.isdisjoint(words) and (_quiet() | undoes | BESIDE | MANNER).issuperset(words)


def _only_delays(words: Sequence[str]) -> bool:
    """Whether a line says only that what stands above is for another time: "next turn", "later"."""
    quiet = [at for at, word in enumerate(words) if word not in _quiet()] or [0]
    return tuple(words[quiet[0] : quiet[-1] + 1]) in around().later or tuple(words) in around().later


def _is_misspelt(position: Position, word: str) -> bool:
    """Whether a line begins with what may be an order word with a slip, and is an order of its own: "prly Oxford"."""
    is_plain = word in position.vocabulary.name_words or word in BESIDE or (word,) in around().fillers
    return not is_plain and bool(alike(word, position.vocabulary.with_verb))


def _denials() -> frozenset[str]:
    return DENYING.union(run[0] for run in around().no if len(run) == 1)


def _quiet() -> frozenset[str]:
    return SMALL_WORDS.union(run[0] for run in around().fillers | around().chatter if len(run) == 1)


def _choices(position: Position) -> Iterator[str]:
    """All that can be named in an answer."""
    for each in position.questions:
        if isinstance(each.shape, Menu):
            yield from (word for option in each.shape.options() for word in words_of(option)[1:])
        else:
            yield from (word for option in options_of(each) for word in words_of(option))
