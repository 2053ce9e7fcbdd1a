"""What a line is held against: a candidate with its parts, and how well the line says it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from pbem.orders.languages.words import Run, listed_words
from pbem.orders.reading.bearers import Bearers
from pbem.orders.words.lexicon import SMALL_WORDS

VERB_WEIGHT: Final = 0.5
"""What an order word counts for in a score; a name counts 1."""
NEAR: Final = 0.55
"""A candidate with such a score is shown."""
PLAINLY_NOT: Final = listed_words("plainly_not")
"""With an order word these refuse what it is for."""


class Kind(Enum):
    """What a part of a candidate is."""

    VERB = "verb"
    NAME = "name"
    NONE = "none"
    """It takes nothing, or says no."""
    TRUE = "true"
    """It is true, and says nothing more: 1 Provender."""


@dataclass(frozen=True, slots=True)
class Part:
    """One thing that a candidate says, by any of these runs; one that is not `needed` may be left unsaid."""

    kind: Kind
    ways: tuple[Run, ...]
    needed: bool = True
    behind: frozenset[str] | None = None
    """It stands behind the order word, or in front of one of these; None: anywhere."""
    words: frozenset[str] = field(init=False, repr=False, compare=False)
    """All words that can say it, or begin to."""

    def __post_init__(self) -> None:
        denials = PLAINLY_NOT if self.kind is Kind.NONE else frozenset()
        object.__setattr__(self, "words", denials.union(*self.ways))


@dataclass(frozen=True, slots=True)
class Asked:
    """What stands around the candidates of one question: the words of its prompt, who acts, and where they stand. `choices`
    are the words of all that can be chosen, `present` who is known to stand where something leads.
    """

    words: frozenset[str] = frozenset()
    actors: tuple[Run, ...] = ()
    origins: tuple[Run, ...] = ()
    choices: frozenset[str] = frozenset()
    present: tuple[Run, ...] = ()


@dataclass(frozen=True, slots=True)
class Candidate:
    """A line that its seat can write now.

    `final`: it gives something up. `leads`: its names are where somebody goes, and never stand behind "from". `in_full`:
    without its order word its names must be said in full. `in_order`: its parts must be said in their order. `as_whole`: it
    is a short answer of several words, which may be no more than the beginning of a sentence ("my hand is poor").
    `is_put`: without its order word its place is said behind "in" or "to".
    `as_named`: its names are words of the line, and nobody's who acts. `undergoes`: what it names does nothing by it, and is
    what it is done to: a place, a card; in front of one of its `deeds` stands who does it. `is_of_place`: its last name is
    nobody's. `is_option`: it is one of a Menu. `goes_first`: of its names the first is who goes. `rivals`: the names
    of the other players, whose part of another name tells nothing of it. `is_shown`: it is only looked for to be shown, and
    its names may stand where who does it stands.
    """

    line: str
    parts: tuple[Part, ...]
    asked: Asked = field(default_factory=Asked)
    final: bool = False
    leads: bool = False
    in_full: bool = False
    in_order: bool = False
    as_whole: bool = False
    as_named: bool = False
    is_put: bool = False
    undergoes: bool = False
    deeds: frozenset[str] = frozenset()
    is_of_place: bool = False
    is_option: bool = False
    rivals: frozenset[str] = frozenset()
    goes_first: bool = True
    is_shown: bool = False

    @property
    def names_nothing(self) -> bool:
        """Whether its order word says it all."""
        return all(part.kind in (Kind.VERB, Kind.TRUE) for part in self.parts)


@dataclass(frozen=True, slots=True)
class Fit:
    """How well a line says a candidate: `whole` if nothing is missing or left over; `strength` tells rivals apart."""

    candidate: Candidate
    whole: bool
    score: float
    strength: float
    turned: int
    """How many pairs of its parts the line names the other way round: Lovell and York for York and Lovell."""
    complete: bool
    """Whether nothing is missing; of what gives something up its order word alone is not enough beside other words."""
    likely: bool
    """Whether it was meant as an order: its order word is said, or nothing strange."""
    spoken: bool
    """Whether its order word is said."""
    taken: tuple[tuple[int, ...], ...]
    """The places of the words that say each of its names, in their order."""
    left: frozenset[int]
    """The places of the words that are not accounted for."""
    misled: bool
    """Whether its order word is not said, but another one is, or the line begins with a word that may have been one."""

    @property
    def names_goal(self) -> bool:
        """Whether it says where somebody goes."""
        return bool(self.taken) and self.candidate.is_option and self.candidate.is_of_place

    @property
    def named(self) -> bool:
        """Whether it says more than its order word, or gives nothing up."""
        return not self.candidate.final or not self.candidate.names_nothing


@dataclass(frozen=True, slots=True)
class Sense:
    """The words that mean something in the game, and those of them that are order words, and that stand in names."""

    meaningful: frozenset[str]
    verbs: frozenset[str]
    names: frozenset[str]
    called: frozenset[str]
    """Those that are the whole name of something."""
    titled: frozenset[Run]
    """Whole names that begin with a title."""
    pairs: frozenset[Run] = frozenset()
    """Whole names of two words."""
    bearers: Bearers = field(default_factory=Bearers)
    shared: frozenset[str] = frozenset()
    """Words that tell no name of several words: those of so many names, field; and what others end with, west."""
    things: frozenset[Run] = frozenset()
    """What else something is called. It is said as a whole."""


def can_be_near(words: frozenset[str], candidate: Candidate, sense: Sense) -> bool:
    """Whether these words can say so many parts of a candidate that it could be shown: most are told apart by this."""
    words = words - sense.shared - SMALL_WORDS
    said = needed = 0.0
    for part in candidate.parts:
        if part.needed:
            weight = VERB_WEIGHT if part.kind is Kind.VERB else 1.0
            needed += weight
            said += weight * (not words.isdisjoint(part.words))
    return said >= NEAR * needed


def can_be_whole(words: frozenset[str], candidate: Candidate, sense: Sense) -> bool:
    """Whether these words can say all parts of a candidate; a refusal can be said in ways that are not among its words."""
    needed = [part for part in candidate.parts if part.needed and part.kind not in (Kind.NONE, Kind.TRUE)]
    return not any(words.isdisjoint(part.words) for part in needed) and all(
        part.kind is Kind.VERB or _can_tell(words, words - sense.shared, part) for part in needed
    )


def _can_tell(words: frozenset[str], telling: frozenset[str], part: Part) -> bool:
    """Whether a name is among the words, or a part of it that is among the `telling` ones."""
    return any(words.issuperset(way) or not telling.isdisjoint(way) for way in part.ways)
