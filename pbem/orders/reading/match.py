"""How well a line says a candidate. Pure: words in, figures out; nothing here knows a game or carries anything out.

A candidate is understood where each of its parts is named and every word of the line is accounted for: by a part, by who
acts, by the question's own words, or by the words that tell nothing. All else is no understanding, however near.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from pbem.figures import has_digit
from pbem.orders.languages.words import LONGEST_RUN, Run, around
from pbem.orders.words.lexicon import NUMBERS, SMALL_WORDS, plain_words

POSSESSIVE: Final = re.compile(r"['’]s\b")
TOKEN: Final = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*['’]?|[,:;]")
NOT_ALL: Final = 0.15
"""What a strange word takes from a score."""
NOT_MEANT: Final = 0.4
"""What a word takes that means something else in the game."""
VERB_WEIGHT: Final = 0.5
"""What an order word counts for in a score; a name counts 1."""
NEAR: Final = 0.55
"""A candidate with such a score is shown."""
MOST_SHOWN: Final = 3
FIRST_NAME: Final = 0.3
"""What the written name is worth before all else that something is called."""
BACK: Final = ("back", "zuruck")
"""There "and back" is more than any order says."""
TOWARDS: Final = frozenset({"to", "into", "nach"})
SHORTEST_PART: Final = 3
"""A part of a name has so many letters."""


@dataclass(frozen=True, slots=True)
class Token:
    """A word of a line, folded; `bare` is the owner of what it is ("somersets", "somerset")."""

    word: str
    bare: str

    def is_(self, word: str) -> bool:
        """Whether it stands for a word."""
        return word in (self.word, self.bare)


def tokens_of(text: str) -> list[Token]:
    """The words of a line; a comma is a token without a word."""
    found: list[Token] = []
    for typed in TOKEN.findall(text.replace("&", " and ")):
        words, bare = plain_words(typed), plain_words(POSSESSIVE.sub("", typed))
        if not words:
            found.append(Token("", ""))
        found += [Token(word, other) for word, other in zip(words, bare if len(bare) == len(words) else words, strict=True)]
    return found


_PLAINLY_NOT: Final = frozenset({"not", "wont", "dont", "doesnt", "nicht", "isnt", "never"})


class Kind(Enum):
    """What a part of a candidate is."""

    VERB = "verb"
    NAME = "name"
    NONE = "none"
    """It takes nothing, or says no."""


@dataclass(frozen=True, slots=True)
class Part:
    """One thing that a candidate says, by any of these runs; one that is not `needed` may be left unsaid."""

    kind: Kind
    ways: tuple[Run, ...]
    needed: bool = True
    words: frozenset[str] = field(init=False, repr=False, compare=False)
    """All words that can say it, or begin to."""

    def __post_init__(self) -> None:
        denials = _PLAINLY_NOT if self.kind is Kind.NONE else frozenset()
        object.__setattr__(self, "words", denials.union(*self.ways))


@dataclass(frozen=True, slots=True)
class Asked:
    """What stands around the candidates of one question: the words of its prompt, who acts, and where they stand."""

    words: frozenset[str] = frozenset()
    actors: tuple[Run, ...] = ()
    origins: tuple[Run, ...] = ()


@dataclass(frozen=True, slots=True)
class Candidate:
    """A line that its seat can write now.

    `final`: it gives something up. `leads`: its names are where somebody goes, and never stand behind "from". `in_full`:
    without its order word its names must be said in full. `in_order`: its parts must be said in their order.
    """

    line: str
    parts: tuple[Part, ...]
    asked: Asked = field(default_factory=Asked)
    final: bool = False
    leads: bool = False
    in_full: bool = False
    in_order: bool = False


@dataclass(frozen=True, slots=True)
class Fit:
    """How well a line says a candidate: `whole` if nothing is missing or left over; `strength` tells rivals apart."""

    candidate: Candidate
    whole: bool
    score: float
    strength: float
    likely: bool
    """Whether it was meant as an order: its order word is said, or nothing strange."""
    spoken: bool
    """Whether its order word is said."""

    @property
    def named(self) -> bool:
        """Whether it says more than its order word, or gives nothing up."""
        return not self.candidate.final or len(self.candidate.parts) > 1


@dataclass(frozen=True, slots=True)
class Sense:
    """The words that mean something in the game, and those of them that are order words, and that stand in names."""

    meaningful: frozenset[str]
    verbs: frozenset[str]
    names: frozenset[str]
    called: frozenset[str]
    """Those that are the whole name of something."""


def fit(tokens: Sequence[Token], candidate: Candidate, sense: Sense) -> Fit:
    """How well a line says a candidate."""
    return _Fitting(tokens, candidate, sense).fit()


def can_be_near(words: frozenset[str], candidate: Candidate) -> bool:
    """Whether these words can say so many parts of a candidate that it could be shown: most are told apart by this."""
    said = needed = 0.0
    for part in candidate.parts:
        if part.needed:
            weight = VERB_WEIGHT if part.kind is Kind.VERB else 1.0
            needed += weight
            said += weight * (not words.isdisjoint(part.words))
    return said >= NEAR * needed


class _Fitting:
    def __init__(self, tokens: Sequence[Token], candidate: Candidate, sense: Sense) -> None:
        self.tokens = tokens
        self.candidate = candidate
        self.sense = sense
        self.used: set[int] = set()
        self.strength = 0.0
        self.last = -1
        self.spoken = False
        self.around = around()

    def fit(self) -> Fit:
        named, needed = 0.0, 0.0
        complete, refuses, cut_short = True, False, False
        # The order word first: who is named before it acts, and is no place by the same name.
        verb = next((part for part in self.candidate.parts if part.kind is Kind.VERB), None)
        at = self._take_verb(verb.ways) if verb is not None else -1
        self.spoken = at >= 0
        if at > 0:
            self._take_actor(range(at))
        for part in self.candidate.parts:
            if part.kind is Kind.VERB:
                named += VERB_WEIGHT * (at >= 0)
                needed += VERB_WEIGHT * (at >= 0 or part.needed)
                complete = complete and (at >= 0 or not part.needed)
                continue
            if part.kind is Kind.NONE:
                share, weight, refuses = (1.0 if self._refused(part, at >= 0) else 0.0), 1.0, True
            else:
                share, weight = self._take_name(part.ways, at), 1.0
            if part.needed or share:
                named += weight * min(1.0, share)
                needed += weight
            complete = complete and (share > 0 or not part.needed)
            cut_short = cut_short or share < 1
        strange, meant = self._left_over(refuses=refuses)
        score = (named / needed if needed else 0.0) - NOT_ALL * strange - NOT_MEANT * meant
        if self.candidate.in_full and at < 0 and not self.candidate.final:
            complete = complete and (self._goes_somewhere() if self.candidate.leads else not cut_short)
        return Fit(
            self.candidate, complete and not strange and not meant, score, self.strength, at >= 0 or not strange, at >= 0
        )

    # Taking words

    def _take_verb(self, ways: Sequence[Run]) -> int:
        """Where the order word stands (-1: nowhere)."""
        for way in sorted(ways, key=lambda way: (-len(way), way == ways[0])):
            for at in range(len(self.tokens) - len(way) + 1):
                places = range(at, at + len(way))
                free = not self.used & set(places) and all(self.tokens[p].is_(w) for p, w in zip(places, way, strict=True))
                if free and not (way == ways[0] and len(way) == 1 and self._is_listed(at)):
                    self.used |= set(places)
                    return at
        return -1

    def _is_listed(self, at: int) -> bool:
        """Whether a word that could be the order word is a name there: the Earl of March; Warwick and March."""
        if self.tokens[at].word not in self.sense.called:
            return False
        before = self.tokens[at - 1].word if at else "-"
        behind = self.tokens[at + 1].word if at + 1 < len(self.tokens) else "-"
        lists = ("", "and", "und")
        return before in lists or behind in lists or before in ("of", "von") or (before,) in self.around.titles

    def _take_actor(self, places: range) -> None:
        for way in self.candidate.asked.actors:
            found = max(self._places_of(way, places), key=len, default=())
            if found:
                self.used |= set(found)
                return

    def _take_name(self, ways: Sequence[Run], verb: int) -> float:
        """Take the words that name a part best. Gives the share of the name that is said."""
        best: tuple[float, int, tuple[int, ...]] = (0.0, 0, ())
        for rank, way in enumerate(ways):
            for found in self._places_of(way, range(len(self.tokens))):
                if (self.candidate.leads and self._is_away(found[0])) or (self.candidate.in_order and found[0] < self.last):
                    continue
                said = [self.tokens[at] for at in found]
                if len(found) < len(way) and not self._tells(said, way):
                    continue
                share = len(found) / len(way)
                best = max(best, (len(found) + share + FIRST_NAME * (rank == 0), found[0] > verb, found))
        if best[2]:
            self.used |= set(best[2])
            self.strength += best[0]
            self.last = best[2][-1]
        return min(1.0, best[0] / (len(best[2]) + 1)) if best[2] else 0.0

    def _tells(self, said: Sequence[Token], way: Run) -> bool:
        """Whether a part of a name tells it: its beginning, or half of it, by more than a title or an order word."""
        dull = self.around.titles | self.around.fillers | self.around.ways | self.around.doing
        telling = [
            each
            for each in said
            if (each.word,) not in dull and len(each.word) >= SHORTEST_PART and each.word not in self.sense.verbs
        ]
        counts = any(has_digit(word) or word in NUMBERS for word in way)
        return bool(telling) and not counts and (said[0].is_(way[0]) or 2 * len(said) >= len(way))

    def _goes_somewhere(self) -> bool:
        """Whether a piece and where it goes are told without an order word: Clifford to Ely."""
        return sum(part.kind is Kind.NAME for part in self.candidate.parts) > 1 and any(
            token.word in TOWARDS for token in self.tokens
        )

    def _is_away(self, at: int) -> bool:
        before = at - 1
        while before >= 0 and (self.tokens[before].word in SMALL_WORDS or (self.tokens[before].word,) in self.around.titles):
            before -= 1
        return before >= 0 and (self.tokens[before].word,) in self.around.away

    def _places_of(self, way: Run, places: range) -> Iterator[tuple[int, ...]]:
        """The places of words that name a run, or a part of it: in its order, with nothing but small words between."""
        for start in places:
            if start in self.used:
                continue
            for first, word in enumerate(way):
                if not self.tokens[start].is_(word):
                    continue
                found, next_word = [start], first + 1
                for at in range(start + 1, places.stop):
                    if next_word >= len(way):
                        break
                    following = next((n for n in range(next_word, len(way)) if self.tokens[at].is_(way[n])), None)
                    if at not in self.used and following is not None:
                        found.append(at)
                        next_word = following + 1
                    elif self.tokens[at].word not in SMALL_WORDS:
                        break
                yield tuple(found)

    def _refused(self, part: Part, has_verb: bool) -> bool:
        """Whether the line says none, or no: with such a word, or with "not" and the order word."""
        for way in sorted(part.ways, key=len, reverse=True):
            at = self._run_at(way)
            if at >= 0:
                self.used |= set(range(at, at + len(way)))
                self.strength += len(way)
                return True
        denied = [
            at for at, token in enumerate(self.tokens) if (token.word,) in self.around.negations and at not in self.used
        ]
        if denied and has_verb and self.tokens[denied[0]].word in _PLAINLY_NOT:
            self.used.add(denied[0])
            self.strength += 1
            return True
        return False

    def _run_at(self, run: Run) -> int:
        for at in range(len(self.tokens) - len(run) + 1):
            places = range(at, at + len(run))
            if not self.used & set(places) and all(self.tokens[p].is_(w) for p, w in zip(places, run, strict=True)):
                return at
        return -1

    # What is left

    def _left_over(self, *, refuses: bool) -> tuple[int, int]:
        """How many words are left over that are strange, and how many that mean something else."""
        self._take_origin()
        strange = meant = 0
        at = 0
        while at < len(self.tokens):
            if at in self.used or not self.tokens[at].word:
                at += 1
                continue
            length, tells = self._told_at(at, refuses=refuses)
            if tells is _Tells.STRANGE:
                strange += 1
            elif tells is _Tells.OTHER:
                meant += 1
            at += length
        return strange, meant

    def _take_origin(self) -> None:
        """ "from Ely" where who acts stands at Ely."""
        for at, token in enumerate(self.tokens):
            if at in self.used or (token.word,) not in self.around.away:
                continue
            for way in self.candidate.asked.origins:
                found = max(self._places_of(way, range(at + 1, min(len(self.tokens), at + 6))), key=len, default=())
                if found and len(found) == len(way):
                    self.used |= {at, *found}
                    break

    def _told_at(self, at: int, *, refuses: bool) -> tuple[int, _Tells]:
        """How many words from a place on belong together, and what they tell."""
        for length in range(min(LONGEST_RUN, len(self.tokens) - at), 0, -1):
            places = range(at, at + length)
            if self.used & set(places):
                continue
            run = tuple(self.tokens[place].word for place in places)
            tells = self._told_by(run, at, refuses=refuses)
            if tells is not None:
                return length, tells
        return 1, _Tells.OTHER if self._means(self.tokens[at]) else _Tells.STRANGE

    def _told_by(self, run: Run, at: int, *, refuses: bool) -> _Tells | None:
        around_, asked = self.around, self.candidate.asked
        if run in around_.doubts or (run[0] in BACK and at and self.tokens[at - 1].word in ("", "and", "und")):
            return _Tells.OTHER
        if self.candidate.final and all(part.kind is Kind.VERB for part in self.candidate.parts):
            return _Tells.NOTHING if run in around_.polite or self._names_actor(run) else None
        if run in around_.courtesy:
            return _Tells.NOTHING
        if run in around_.denials:
            return _Tells.NOTHING if refuses else _Tells.OTHER
        if run in around_.yes:
            return _Tells.OTHER if refuses else _Tells.NOTHING
        if self._names_actor(run) or self._repeats(run):
            return _Tells.NOTHING
        if run in around_.idle or (run in around_.ways and self.spoken):
            return _Tells.NOTHING
        if len(run) == 1 and run[0] in asked.words:
            return _Tells.NOTHING
        is_title = run in around_.titles and at + 1 < len(self.tokens)
        return _Tells.NOTHING if is_title else None

    def _names_actor(self, run: Run) -> bool:
        return any(set(run) <= {*way, *(f"{word}s" for word in way)} for way in self.candidate.asked.actors)

    def _repeats(self, run: Run) -> bool:
        """Whether a run says again what a part has said, or is a word of its name that stands apart."""
        words = {word for part in self.candidate.parts if part.kind is Kind.NAME for way in part.ways for word in way}
        is_name = run[0] in self.sense.names
        again = any(run in part.ways for part in self.candidate.parts if not (is_name and part.kind is Kind.VERB))
        return again or (len(run) == 1 and run[0] in words)

    def _means(self, token: Token) -> bool:
        words = (token.word, token.bare)
        return any(word in self.sense.meaningful or has_digit(word) or word in NUMBERS for word in words)


class _Tells(Enum):
    NOTHING = 0
    STRANGE = 1
    OTHER = 2


def best_of(fits: Sequence[Fit]) -> list[Fit]:
    """The best of several: those that are whole, the strongest first; or else those near enough to be shown."""
    whole = sorted((each for each in fits if each.whole), key=lambda each: -each.strength)
    if whole:
        return [each for each in whole if each.strength >= whole[0].strength]
    shown = (each for each in fits if each.score >= NEAR and each.likely and (each.spoken or not each.candidate.final))
    near = sorted(shown, key=lambda each: (-each.score, len(each.candidate.line)))
    return near[:MOST_SHOWN]


def doubts(tokens: Sequence[Token]) -> bool:
    """Whether a line says a doubt, a report, or that it is not for now."""
    around_ = around()
    at = 0
    while at < len(tokens):
        for length in range(min(LONGEST_RUN, len(tokens) - at), 0, -1):
            run = tuple(token.word for token in tokens[at : at + length])
            if run in around_.doubts:
                return True
            if length > 1 and run in around_.whole:
                break
        at += length
    return False
