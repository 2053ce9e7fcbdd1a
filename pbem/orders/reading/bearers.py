"""Who bears which title and which name: a title that is written must be its bearer's, and a name that several bear tells
nobody apart. Pure: names in, figures out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from typing import Final

from pbem.figures import has_digit
from pbem.orders.languages.words import Run, around, folded, listed, listed_words, meanings
from pbem.orders.reading.tokens import Token
from pbem.orders.words.lexicon import REGNAL

PEERAGE: Final = {folded(said)[0]: meant for said, meant in meanings("peerage").items()}
"""The titles that are compared, by what is written for them."""
BEFORE_A_NAME: Final = listed_words("of") | listed_words("articles")
COMMON_FIRST_NAMES: Final = listed_words("common_first_names")
KING: Final = listed("regnal_title")[0]
"""Whoever has a number behind their name bears this title."""


@dataclass(frozen=True)
class Bearers:
    """The pieces of a game that are called like persons: `titled` are the titles with the names that they are borne with,
    `kings` names with their numbers, `by_word` the pieces, each by its written name, in whose names a word stands, and
    `by_name` their titles by the last word of the written name. `called` are names of one word, of all that the game has.
    """

    titled: frozenset[tuple[str, str]] = frozenset()
    kings: frozenset[tuple[str, str]] = frozenset()
    by_word: Mapping[str, frozenset[Run]] = field(default_factory=dict)
    by_name: Mapping[str, frozenset[tuple[str, str]]] = field(default_factory=dict)
    called: frozenset[str] = frozenset()

    def names_nobody(self, tokens: Sequence[Token]) -> bool:
        """Whether a title stands in front of a name that nobody bears with it, Duke of Warwick, or behind a name a number
        that nobody has: Edward V.
        """
        return any(self._is_nobody(tokens, at) for at in range(len(tokens)))

    def _is_nobody(self, tokens: Sequence[Token], at: int) -> bool:
        name, before = tokens[at].bare, tokens[at - 1].word if at else ""
        if name in REGNAL and before in self.by_word:
            return (before, name) not in self.kings
        if name in PEERAGE or not (name in self.by_word or name in self.called):
            return False
        title = title_before(tokens, at)
        return bool(title) and {(title, tokens[at].word), (title, name)}.isdisjoint(self.titled)

    def titles_of(self, name: str) -> frozenset[tuple[str, str]]:
        """The titles, each with the name that it is borne with, of those who are written so."""
        return self.by_name.get(name, frozenset())

    def are_several(self, said: Sequence[str], ways: Sequence[Run], among: Collection[Run] | None = None) -> bool:
        """Whether words that name a piece which is called so are in the names of another piece, too: Edward. `among` are the
        written names of those who can be meant (None: of all).
        """
        written = _without_number(ways[0]) if ways else ()
        if not said or tuple(said) in (written, *ways[:1]) or written not in self.by_word.get(said[0], ()):
            return False
        others = frozenset.intersection(*(self.by_word.get(word, frozenset()) for word in said)) - {written}
        if among is not None:
            others &= {_without_number(each) for each in among}
        begins = tuple(said)
        if begins == written[:1] and said[0] in COMMON_FIRST_NAMES and REGNAL.isdisjoint(written):
            return True  # William can be Hastings, who is written without it
        # What the written name begins with is weaker only than another written name that does.
        is_begun = written[: len(begins)] == begins
        return any(not is_begun or each[: len(begins)] == begins for each in others)


def bearers_of(names: Iterable[Sequence[Run]], called: frozenset[str]) -> Bearers:
    """Those among things that are called so, each by its written name first, which are called like persons."""
    titled: set[tuple[str, str]] = set()
    kings: set[tuple[str, str]] = set()
    by_word: dict[str, set[Run]] = {}
    by_name: dict[str, frozenset[tuple[str, str]]] = {}
    of_persons = {run[0] for run in around().titles} | {*PEERAGE} | listed_words("given_names")
    for ways in names:
        if any(word in of_persons for way in ways for word in way):
            titled |= titles_in(ways)
            by_name[ways[0][-1]] = by_name.get(ways[0][-1], frozenset()) | titles_in(ways)
            kings |= {pair for way in ways for pair in pairwise(way)}
            for word in {word for way in ways for word in way}:
                by_word.setdefault(word, set()).add(_without_number(ways[0]))
    return Bearers(
        frozenset(titled),
        frozenset(kings),
        {word: frozenset(written) for word, written in by_word.items()},
        by_name,
        called,
    )


@cache
def _titles_in(ways: tuple[Run, ...]) -> frozenset[tuple[str, str]]:
    pairs: set[tuple[str, str]] = set()
    titles: set[str] = set()
    for way in ways:
        for at, word in enumerate(way):
            if word in PEERAGE:
                pairs.update((PEERAGE[word], name) for name in way[at + 1 :])
                titles.add(PEERAGE[word])
            if word in REGNAL:
                titles.add(KING)
    named = {name for _, name in pairs}
    plain = {word for way in ways for word in way if word not in named and word not in PEERAGE}
    return frozenset(pairs | {(title, name) for title in titles for name in plain})


def titles_in(ways: Sequence[Run]) -> frozenset[tuple[str, str]]:
    """The titles of a piece that is called so, each with the names that can stand behind it. A name that is borne with a
    title is borne with no other; any other name with each of them: King Richard.
    """
    return _titles_in(tuple(ways))


def title_before(tokens: Sequence[Token], at: int) -> str:
    """The title in front of a name ("": none)."""
    at -= 1
    while at > 0 and tokens[at].word in BEFORE_A_NAME:
        at -= 1
    return PEERAGE.get(tokens[at].word, "") if at >= 0 else ""


def is_alone(tokens: Sequence[Token], at: int, names: frozenset[str]) -> bool:
    """Whether a title that is no courtesy stands there without a name, and says who is meant by itself: the King."""
    if tokens[at].word not in PEERAGE:
        return False
    behind = next((token for token in tokens[at + 1 :] if token.word not in BEFORE_A_NAME), None)
    return behind is None or behind.bare not in names


def is_titled_otherwise(tokens: Sequence[Token], places: Sequence[int], ways: Sequence[Run]) -> bool:
    """Whether in front of the words that name something which is called so stands a title that it has not."""
    title, name = title_before(tokens, places[0]), tokens[places[0]].bare
    return bool(title) and (title, name) not in titles_in(ways)


def _without_number(written: Run) -> Run:
    return written[:-1] if len(written) > 1 and has_digit(written[-1]) else written
