"""How well a line says a candidate. Pure: words in, figures out; nothing here knows a game or carries anything out.

A candidate is understood where each of its parts is named and every word of the line is accounted for: by a part, by who
acts, by the question's own words, or by the words that tell nothing. All else is no understanding, however near.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import combinations, pairwise, takewhile
from typing import Final

from pbem.figures import has_digit
from pbem.orders.languages.words import MAX_RUN_LENGTH, Run, around, meanings, not_ordered
from pbem.orders.words.lexicon import NUMBERS, SMALL_WORDS, plain_words, telling

POSSESSIVE: Final = re.compile(r"['’]s\b")
SIGNS: Final = (
    (re.compile(r"&|(?<=\s)\+(?=\s)"), " and "),
    (re.compile(r"(?<=[\s\w])[-=]*>|→"), " to "),
    (re.compile(r"\bw/(?=\s|\w)"), "with "),
)
TOKEN: Final = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*['’]?|[,:;]")
NOT_ALL: Final = 0.15
"""What a strange word takes from a score."""
NOT_MEANT: Final = 0.4
"""What a word takes that means something else in the game."""
VERB_WEIGHT: Final = 0.5
"""What an order word counts for in a score; a name counts 1."""
NEAR: Final = 0.55
"""A candidate with such a score is shown."""
MAX_SHOWN: Final = 3
FIRST_NAME: Final = 0.3
"""What the written name is worth before all else that something is called."""
BACK: Final = ("back", "zuruck")
"""There "and back" is more than any order says."""
RANKS: Final = frozenset(meanings("ranks"))
"""What tells a place in a list."""
COLON: Final = ":"
TOWARDS: Final = frozenset({"to", "into", "nach"})
ARTICLES: Final = frozenset({"the", "der", "die", "den", "dem"})
MIN_PART_LENGTH: Final = 3
"""A part of a name has so many letters."""


@dataclass(frozen=True, slots=True)
class Token:
    """A word of a line, folded; `bare` is the owner of what it is ("somersets", "somerset"). Of a comma it is the sign."""

    word: str
    bare: str

    def is_(self, word: str) -> bool:
        """Whether it stands for a word."""
        return word in (self.word, self.bare)


def spelt_out(text: str) -> str:
    """A text with words for the signs that stand for some."""
    for sign, word in SIGNS:
        text = sign.sub(word, text)
    return text


def tokens_of(text: str) -> list[Token]:
    """The words of a line; what parts them is a token without a word."""
    found: list[Token] = []
    for typed in TOKEN.findall(spelt_out(text)):
        words, bare = plain_words(typed), plain_words(POSSESSIVE.sub("", typed))
        if not words:
            found.append(Token("", typed))
        found += [Token(word, other) for word, other in zip(words, bare if len(bare) == len(words) else words, strict=True)]
    return found


_PLAINLY_NOT: Final = frozenset({"not", "wont", "dont", "doesnt", "nicht", "isnt"})


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
        denials = _PLAINLY_NOT if self.kind is Kind.NONE else frozenset()
        object.__setattr__(self, "words", denials.union(*self.ways))


@dataclass(frozen=True, slots=True)
class Asked:
    """What stands around the candidates of one question: the words of its prompt, who acts, and where they stand. `choices`
    are the words of all that can be chosen.
    """

    words: frozenset[str] = frozenset()
    actors: tuple[Run, ...] = ()
    origins: tuple[Run, ...] = ()
    choices: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Candidate:
    """A line that its seat can write now.

    `final`: it gives something up. `leads`: its names are where somebody goes, and never stand behind "from". `in_full`:
    without its order word its names must be said in full. `in_order`: its parts must be said in their order. `as_whole`: it
    is a short answer of several words, which may be no more than the beginning of a sentence ("my hand is poor").
    `as_named`: its names are words of the line, and nobody's who acts.
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
    shared: frozenset[str] = frozenset()
    """Words of so many names that they tell none: field."""


def fit(tokens: Sequence[Token], candidate: Candidate, sense: Sense) -> Fit:
    """How well a line says a candidate."""
    return _Fitting(tokens, candidate, sense).fit()


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


class _Fitting:
    def __init__(self, tokens: Sequence[Token], candidate: Candidate, sense: Sense) -> None:
        self.tokens = tokens
        self.candidate = candidate
        self.sense = sense
        self.words = {word for token in tokens for word in (token.word, token.bare)}
        self.used: set[int] = set()
        self.strength = 0.0
        self.taken: list[tuple[int, ...]] = []
        self.names: list[tuple[tuple[Run, ...], tuple[int, ...]]] = []
        """The ways to say each name that is taken, with the places of the words that say it."""
        self.left: set[int] = set()
        self.verb = -1
        self.spoken = False
        self.denies = True
        """Whether a refusal is said with a "no"; beside one that is said otherwise ("battle") a "no" turns it round."""
        self.refusal = range(0)
        """The places of the words that refuse."""
        self.takes_all = False
        """Whether all is taken, and no name said."""
        self.around = around()
        self.clauses = clauses_of(tokens)

    def fit(self) -> Fit:
        named, needed = 0.0, 0.0
        complete, refuses, cut_short = True, False, False
        # The order word first: who is named before it acts, and is no place by the same name.
        verb = next((part for part in self.candidate.parts if part.kind is Kind.VERB), None)
        names = [part for part in self.candidate.parts if part.kind is Kind.NAME]
        mover = names[0] if self.candidate.leads and len(names) > 1 else None
        at = self._take_verb(verb.ways) if verb is not None else -1
        self.verb, self.spoken = at, at >= 0
        if at > 0:
            self._take_actor(range(at))
        for part in self.candidate.parts:
            if part.kind is Kind.VERB:
                named += VERB_WEIGHT * (at >= 0)
                needed += VERB_WEIGHT * (at >= 0 or part.needed)
                complete = complete and (at >= 0 or not part.needed)
                continue
            if part.kind is Kind.TRUE:
                self._take_true(part.ways)
                continue
            if part.kind is Kind.NONE:
                share, weight, refuses = (1.0 if self._refused(part, at >= 0) else 0.0), 1.0, True
            else:
                share, weight = self._take_name(part, at, moves=part is mover), 1.0
            if part.needed or share:
                named += weight * min(1.0, share)
                needed += weight
            complete = complete and (share > 0 or not part.needed)
            cut_short = cut_short or (share < 1 and (part.needed or share > 0))
        strange, meant = self._left_over(refuses=refuses)
        score = (named / needed if needed else 0.0) - NOT_ALL * strange - NOT_MEANT * meant
        if self.candidate.in_full and at < 0 and not self.candidate.final:
            complete = complete and (self._goes_somewhere() if self.candidate.leads else not cut_short)
        return Fit(
            self.candidate,
            whole=complete and not strange and not meant,
            score=score,
            strength=self.strength,
            turned=sum(first[-1] > second[-1] for first, second in combinations(self.taken, 2)),
            complete=complete and not cut_short and not self.candidate.final,
            likely=at >= 0 or not strange,
            spoken=self.spoken or (verb is not None and not verb.needed and self._is_done()),
            taken=tuple(self.taken),
            left=frozenset(self.left),
            misled=not self.spoken and (0 in self.left or any(self.tokens[at].word in self.sense.verbs for at in self.left)),
        )

    # Taking words

    def _take_verb(self, ways: Sequence[Run]) -> int:
        """Where the order word stands (-1: nowhere)."""
        able = (way for way in ways if way[0] in self.words)
        for way in sorted(able, key=lambda way: (-len(way), way == ways[0])):
            for at in range(len(self.tokens) - len(way) + 1):
                places = range(at, at + len(way))
                free = not self.used & set(places) and all(self.tokens[p].is_(w) for p, w in zip(places, way, strict=True))
                if free and (self.candidate.final or way != ways[0] or len(way) > 1 or not self._is_listed(at)):
                    self.used |= set(places)
                    return at
                if apart := self._said_apart(way, at):
                    self.used |= set(apart)
                    return at
        return -1

    def _said_apart(self, way: Run, first: int) -> tuple[int, ...]:
        """The places of an order word of several words whose last ones stand apart from it, in its clause: "puts Edward
        back in the cup"; () where it does not begin there. What gives something up is said in one piece.
        """
        can_part = len(way) > 1 and (way[-1],) in self.around.particles and not self.candidate.final
        if not can_part or not self.tokens[first].is_(way[0]):
            return ()
        found = [first]
        for word in way[1:]:
            after = found[-1] + 1
            end = len(self.tokens) if (word,) in self.around.particles else after + 1
            at = next((at for at in range(after, min(end, len(self.tokens))) if self.tokens[at].is_(word)), -1)
            if at < 0 or at in self.used or any(map(self._parts_orders, range(after, at))):
                return ()
            found.append(at)
        return tuple(found)

    def _parts_orders(self, at: int) -> bool:
        word = self.tokens[at].word
        return not word or (word,) in self.around.joints - self.around.plain_joints

    def _is_done(self) -> bool:
        """Whether the line says by a common word that its writer chooses: I take, we pick."""
        words = [token.word for token in self.tokens]
        return any((word,) in self.around.doing and (before,) in self.around.self for before, word in pairwise(["", *words]))

    def _is_listed(self, at: int) -> bool:
        """Whether a word that could be the order word is a name there: the Earl of March; Warwick and March."""
        heads = at + 1 < len(self.tokens) and self.tokens[at + 1].bare == COLON
        if self.tokens[at].word not in self.sense.called or heads:
            return False
        before = self.tokens[at - 1].word if at else "-"
        behind = self.tokens[at + 1].word if at + 1 < len(self.tokens) else "-"
        lists = ("", "and", "und")
        return before in lists or behind in lists or before in ("of", "von") or (before,) in self.around.titles

    def _take_actor(self, places: range) -> None:
        for way in self.candidate.asked.actors:
            found = max(self._places_of(way, places), key=len, default=())
            if found and not (self.candidate.as_named and self._are_named(found)):
                self.used |= set(found)
                return

    def _are_named(self, places: Sequence[int]) -> bool:
        """Whether words stand in a name of the candidate."""
        names = [part for part in self.candidate.parts if part.kind is Kind.NAME]
        return any(self.tokens[at].word in part.words for at in places for part in names)

    def _take_name(self, part: Part, verb: int, *, moves: bool) -> float:
        """Take the words that name a part best. Gives the share of the name that is said. Who `moves` is not where they go:
        "Kent to March" sends nobody to Kent.
        """
        ways = part.ways
        best: tuple[float, int, tuple[int, ...]] = (0.0, 0, ())
        for rank, way in enumerate(ways):
            for found in self._places_of(way, range(len(self.tokens))):
                if (self.candidate.leads and self._is_away(found[0])) or (
                    self.candidate.in_order and self.taken and found[0] < self.taken[-1][-1]
                ):
                    continue
                if (moves and self._is_towards(found[0])) or self._does_it(part, found[0], verb):
                    continue
                said = [self.tokens[at] for at in found]
                if len(found) < len(way) and not self._tells(said, way):
                    continue
                share = len(found) / len(way)
                best = max(best, (len(found) + share + FIRST_NAME * (rank == 0), found[0] > verb, found))
        if best[2]:
            self.used |= set(best[2])
            self.strength += best[0]
            self.taken.append(best[2])
            self.names.append((tuple(ways), best[2]))
            self.takes_all = self.takes_all or tuple(self.tokens[at].word for at in best[2]) in self.around.all
        return min(1.0, best[0] / (len(best[2]) + 1)) if best[2] else 0.0

    def _take_true(self, ways: Sequence[Run]) -> None:
        for way in sorted(ways, key=len, reverse=True):
            for found in self._places_of(way, range(len(self.tokens))):
                if len(found) == len(way) and self.used.isdisjoint(found):
                    self.used |= set(found)

    def _tells(self, said: Sequence[Token], way: Run) -> bool:
        """Whether a part of a name tells it: its beginning, or half of it, by more than a title or an order word. What is
        no name ("all of mine") is said as a whole.
        """
        if way in self.around.all | self.around.yes:
            return False
        dull = self.around.titles | self.around.fillers | self.around.ways | self.around.doing
        telling = [
            each
            for each in said
            if (each.word,) not in dull
            and len(each.word) >= MIN_PART_LENGTH
            and each.word not in self.sense.verbs | self.sense.shared
        ]
        counts = any(has_digit(word) or word in NUMBERS or word in RANKS for word in way)
        return bool(telling) and not counts and (said[0].is_(way[0]) or 2 * len(said) >= len(way))

    def _goes_somewhere(self) -> bool:
        """Whether a piece and where it goes are told without an order word: Clifford to Ely."""
        return sum(part.kind is Kind.NAME for part in self.candidate.parts) > 1 and any(
            token.word in TOWARDS for token in self.tokens
        )

    def _does_it(self, part: Part, at: int, verb: int) -> bool:
        """Whether a name in front of the order word is who does it: "Red attacks Lincoln". At the end of its clause an order
        word has all that it names in front of it: "Rot angreifen".
        """
        if part.behind is None or not at < verb or self.tokens[verb].word in part.behind:
            return False
        return verb + 1 < len(self.tokens) and bool(self.tokens[verb + 1].word)

    def _is_towards(self, at: int) -> bool:
        before = at - 1
        while before >= 0 and (
            self.tokens[before].word in ("the", "of") or (self.tokens[before].word,) in self.around.titles
        ):
            before -= 1
        return before >= 0 and self.tokens[before].word in TOWARDS

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
            if at >= 0 and not (way in self.around.none | self.around.no and self._is_turned(part, at + len(way))):
                self.used |= set(range(at, at + len(way)))
                self.refusal = range(at, at + len(way))
                self.denies = way in self.around.none | self.around.no
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

    def _is_turned(self, part: Part, behind: int) -> bool:
        """Whether behind a "no" stands another way to refuse, which it turns round: no battle. "No, battle" does not."""
        words = list(takewhile(bool, (token.word for token in self.tokens[behind : behind + MAX_RUN_LENGTH + 1])))
        said = telling(words)
        others = (telling(way) for way in part.ways if way not in self.around.none | self.around.no)
        return any(way and said[: len(way)] == way for way in others)

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
            if tells is not _Tells.NOTHING:
                self.left |= {*range(at, at + length)}
            strange += tells is _Tells.STRANGE
            meant += tells is _Tells.OTHER
            at += length
        return strange, meant

    def _take_origin(self) -> None:
        """ "from Ely" where who acts stands at Ely; "stays at Ely", "levies Troops in Ely"."""
        refuses = any(part.kind is Kind.NONE for part in self.candidate.parts)
        stays = refuses or (self.spoken and not self.candidate.leads and not self.candidate.final)
        for at, token in enumerate(self.tokens):
            if at in self.used or (token.word,) not in (
                self.around.away | self.around.within if stays else self.around.away
            ):
                continue
            for way in self.candidate.asked.origins:
                found = max(self._places_of(way, range(at + 1, min(len(self.tokens), at + 6))), key=len, default=())
                if found and len(found) == len(way):
                    self.used |= {at, *found}
                    break

    def _told_at(self, at: int, *, refuses: bool) -> tuple[int, _Tells]:
        """How many words from a place on belong together, and what they tell."""
        for length in range(min(MAX_RUN_LENGTH, len(self.tokens) - at), 0, -1):
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
        if run in not_ordered() or (run[0] in BACK and at and self.tokens[at - 1].word in ("", "and", "und")):
            return _Tells.OTHER
        if run in around_.degrees and tuple(token.word for token in self.tokens[at + 1 : at + 2]) in around_.chatter:
            return _Tells.OTHER
        if self.candidate.final and self.candidate.names_nothing:
            return _Tells.NOTHING if self._is_plain(run, at) or self._names_actor(run) else None
        if run in around_.stand_ins and self._is_in_name(at - 1):
            return _Tells.NOTHING
        if run in around_.titles and self._is_in_name(at + 1) and not self._names_another(at):
            return _Tells.NOTHING
        if refuses and self.denies and self._names_actor(run) and self._chooses(at):
            return _Tells.OTHER
        if run in around_.courtesy:
            return _Tells.NOTHING if self.spoken or not self.takes_all or run in around_.beside else _Tells.STRANGE
        if run in around_.denials:
            return _Tells.NOTHING if refuses and self._denies_too(run, at) else _Tells.OTHER
        if run in around_.yes:
            return _Tells.OTHER if refuses else _Tells.NOTHING
        if self._names_actor(run):
            return _Tells.NOTHING
        if self._repeats(run):
            return _Tells.NOTHING if self._is_said_beside(run, at) else _Tells.OTHER
        if len(run) == 1 and run[0] in asked.choices:
            return _Tells.OTHER
        if self._is_quiet(run):
            return _Tells.NOTHING
        if len(run) == 1 and run[0] in asked.words and (self.spoken or run not in around_.quiet):
            return _Tells.NOTHING
        if run not in around_.titles or at + 1 == len(self.tokens) or self._is_title_alone(at):
            return None
        return _Tells.OTHER if self._names_another(at) else _Tells.NOTHING

    def _denies_too(self, run: Run, at: int) -> bool:
        """Whether a denial beside a refusal says the same; "but" and "never" do not, nor a "not" in front of it: do not pay
        nobody.
        """
        around_, behind = self.around, at + len(run)
        says_no = run in around_.none | around_.no
        if run[0] not in _PLAINLY_NOT and not says_no:
            return False
        if run in around_.negations and any(
            at < place and self.clauses[place] == self.clauses[at] for place in self.refusal
        ):
            return False
        is_apart = run in around_.answers and behind < len(self.tokens) and not self.tokens[behind].word
        return self.denies or is_apart or (says_no and self._denies_order(at))

    def _denies_order(self, at: int) -> bool:
        """Whether a "no" is said with the order word, and what refuses otherwise is said apart: "no exile, we fight"."""
        if self.verb < 0 or self.clauses[self.verb] != self.clauses[at]:
            return False
        return all(self.clauses[place] != self.clauses[at] for place in self.refusal)

    def _is_title_alone(self, at: int) -> bool:
        """Whether a title stands for something by itself: the Archbishop and the Landsknechts to
        Clifford. "My lord, ..." does not.
        """
        behind = self.tokens[at + 1].word
        is_listed = not behind and at > 0 and self.tokens[at - 1].word in ARTICLES
        return is_listed or behind in TOWARDS or (behind,) in self.around.joints | self.around.between

    def _is_in_name(self, at: int) -> bool:
        """Whether a word is taken for a name."""
        return any(at in places for places in self.taken)

    def _names_another(self, at: int) -> bool:
        """Whether a title makes a name that is not of the candidate: the Earl of Warwick is no county."""
        behind = next((n for n in range(at + 1, len(self.tokens)) if self.tokens[n].word not in SMALL_WORDS), at)
        titled = (self.tokens[at].word, self.tokens[behind].word)
        ways = (way for part in self.candidate.parts for way in part.ways)
        return titled in self.sense.titled and titled not in ways

    def _is_plain(self, run: Run, at: int) -> bool:
        """Whether a run may stand beside a word that gives something up."""
        around_ = self.around
        is_behind = self.verb >= 0 and at > self.verb
        is_asked = len(run) == 1 and run[0] in self.candidate.asked.words
        is_apart = run in around_.yes and not at and len(run) < len(self.tokens) and not self.tokens[len(run)].word
        return (
            is_apart
            or run in around_.plain
            or run in around_.courtesy
            or (is_behind and (is_asked or run in around_.plain_behind))
        )

    def _is_quiet(self, run: Run) -> bool:
        """Whether a run tells nothing. Where no order word is said, a name, a number or a "no" can be in any talk, and so
        can a word that gives something up.
        """
        around_ = self.around
        if self.spoken and not (self.candidate.final or self.candidate.as_whole):
            return run in around_.fillers or run in around_.doing or run in around_.ways or run in around_.chatter
        named = sum(part.kind is Kind.NAME for part in self.candidate.parts)
        if self.spoken and self.candidate.final and named and not self.candidate.as_whole and run in around_.ways:
            return True
        return run in around_.beside or ((self.spoken or named > 1) and run in around_.between)

    def _names_actor(self, run: Run) -> bool:
        return any(set(run) <= {*way, *(f"{word}s" for word in way)} for way in self.candidate.asked.actors)

    def _chooses(self, at: int) -> bool:
        """Whether a name is chosen, beside a "none" in another clause: of "exile Jasper, none" only one can be meant. A name
        at the head of the line only says who is asked: "Jasper, exile none".
        """
        clause = [place for place, number in enumerate(self.clauses) if number == self.clauses[at]]
        words = [(self.tokens[place].word,) for place in clause if place != self.verb and self.tokens[place].word]
        plain = self.around.fillers | self.around.joints
        is_only_name = all(word in plain or self._names_actor(word) for word in words)
        return is_only_name and (self.verb in clause or self.clauses[at] > 0)

    def _repeats(self, run: Run) -> bool:
        """Whether a run says again what a part has said, or is a word of its name that stands apart."""
        words = {word for part in self.candidate.parts if part.kind is Kind.NAME for way in part.ways for word in way}
        is_name = run[0] in self.sense.names
        again = any(run in part.ways for part in self.candidate.parts if not (is_name and part.kind is Kind.VERB))
        return again or (len(run) == 1 and is_name and run[0] in words)

    def _is_said_beside(self, run: Run, at: int) -> bool:
        """Whether what a run says again is said in its own clause, or is the order word of one with a name of its own: pay
        Norfolk and pay Essex. Else it is another order: go to Ely and parley Ely.
        """
        here = [place for place in self.used if self.clauses[place] == self.clauses[at]]
        if any(run in part.ways for part in self.candidate.parts if part.kind is Kind.VERB):
            return bool(here)
        said = [places for ways, places in self.names if any(word in way for way in ways for word in run)]
        return any(self.clauses[place] == self.clauses[at] for places in said for place in places)

    def _means(self, token: Token) -> bool:
        words = (token.word, token.bare)
        return any(word in self.sense.meaningful or has_digit(word) or word in NUMBERS for word in words)


def clauses_of(tokens: Sequence[Token]) -> list[int]:
    """For each word the number of its clause: what commas, "and" and "then" part, but not "i.e."."""
    clauses, number = [], 0
    words = [token.word for token in tokens]
    for at, token in enumerate(tokens):
        says_again = any(tuple(words[at + 1 : at + 1 + len(run)]) == run for run in around().again)
        number += (not token.word or (token.word,) in around().joints) and not says_again
        clauses.append(number)
    return clauses


class _Tells(Enum):
    NOTHING = 0
    STRANGE = 1
    OTHER = 2


def best_of(fits: Sequence[Fit]) -> list[Fit]:
    """The best of several: those that are whole, the strongest first; or else those near enough to be shown."""
    whole = sorted((each for each in fits if each.whole), key=lambda each: -each.strength)
    if whole:
        best = [each for each in whole if each.strength >= whole[0].strength]
        of_same_words = len({tuple(sorted(each.candidate.line.split())) for each in best}) == 1
        in_turn = [each for each in best if each.turned == min(best, key=lambda each: each.turned).turned]
        return in_turn if of_same_words else best
    shown = (each for each in fits if _is_near(each) and (each.spoken or not each.candidate.final))
    near = sorted(shown, key=lambda each: (not each.complete, -each.score, len(each.candidate.line)))
    return near[:MAX_SHOWN]


def _is_near(each: Fit) -> bool:
    """Whether a candidate is shown: all of it is said, and no other order word; or most of it, and it was likely meant."""
    return (each.complete and not each.misled) or (each.score >= NEAR and each.likely)


def doubts(tokens: Sequence[Token], runs: frozenset[Run] | None = None, but: Collection[str] = ()) -> bool:
    """Whether a line says a doubt, a report, or that it is not for now; or one of these runs; `but` are no such words."""
    around_, runs = around(), not_ordered() if runs is None else runs
    at = 0
    while at < len(tokens):
        for length in range(min(MAX_RUN_LENGTH, len(tokens) - at), 0, -1):
            run = tuple(token.word for token in tokens[at : at + length])
            if run in runs and not (length == 1 and run[0] in but):
                return True
            if length > 1 and (run in around_.whole or run in around_.joints):
                break
        at += length
    return False


def turns_round(tokens: Sequence[Token]) -> bool:
    """Whether words that stand apart may turn round what they stand beside: they take it back, doubt it, put it off, deny
    it, or say whose words it is ("he said").
    """
    return doubts(tokens) or any((token.word,) in around().negations for token in tokens)
