"""The names of a game's things as players write them.

Names are matched word by word: any beginning of a name's words, in their order, stands for it as long as it fits one thing
only ("nor mil" for Norfolk's Militia), also run together ("stalb" for St Albans). Case, accents and punctuation do not
count, small words ("to", "and") are skipped. What a thing is also called counts less than its name, unless written whole.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable, Iterable
from collections.abc import Sequence as Seq
from functools import cached_property, lru_cache, partial
from itertools import product, takewhile
from typing import NamedTuple, TypeVar

from rapidfuzz import process
from rapidfuzz.distance import OSA

from pbem.effort import spend
from pbem.engine.phrase import named, words_of
from pbem.engine.refusal import Ambiguous, Misread
from pbem.figures import has_digit
from pbem.i18n import Text
from pbem.orders.languages.words import around, folded, listed, meanings, patterns

S = TypeVar("S")
Among = Callable[[Seq[str]], Seq[str]]
SMALL_WORDS = frozenset(listed("small"))
FIGURES = {word: str(number) for number, word in enumerate(listed("numbers"))}
NUMBERS = {word: figure for word, figure in FIGURES.items() if 1 <= int(figure) <= 10} | meanings("times")
NUMBER_WORD = re.compile(rf"\b(?:{'|'.join(NUMBERS)})\b", re.IGNORECASE)
ELSE = patterns("else")
CASES = frozenset({"if", *ELSE})
"""What a branch begins with, never a name."""
MAX_NAME_LENGTH = 6
MAX_NAME_IN_FULL_LENGTH = 10
"""With its small words."""
ALIKE = 0.6
SLIP = 0.85
ONE_SLIP = 0.8
"""A word of five letters or more with one of them wrong, or two that have changed places."""
MIN_BEGINNING_LENGTH = 4
WHOLE = 10
MAX_KEPT = 20_000
"""Cache sizes: texts with their words, words with the names that they fit."""
MAX_LISTS, MAX_MATCHES = 100, 2_000
"""Cache sizes: lists of options with the initials of their names, and in each the runs of words that were looked up."""
MAX_FACTS = 8
"""Cache size: games whose names follow from printed facts."""
MAX_KEPT_LENGTH = 200
"""Longer texts are not kept."""
SPELLINGS_A_STEP = 4
"""Spellings of names that are compared with words in one step of work (pbem.effort)."""
MAX_NAMED_IN = 24
"""Words of a text that are looked at for names: a longer one is a sentence."""
COMPASS = frozenset(listed("compass"))
"""As the whole of what is said, no more one place that begins with it than another."""
NEVER_CUT = frozenset(listed("never_cut"))
"""What is no name cut short: muster no (nobody, and not Norfolk), march York, no."""
REGNAL = frozenset(listed("regnal_numbers"))
TITLES = frozenset(run[0] for run in around().titles)
"""By themselves these are no part of what somebody is also called: "Earl York" is not Arundel and York."""
CUT_SHORT = 4
"""The best fit that words cut short can have."""
ALSO_CALLED = 1
"""The best fit of a part of what a thing is also called."""


class OrderWords(NamedTuple):
    """The order words of a game that are single words, folded, and those of them that give something up."""

    every: frozenset[str] = frozenset()
    final: frozenset[str] = frozenset()


NO_ORDER_WORDS = OrderWords()


def plain_words(text: str) -> list[str]:
    """The words of `text` in lower case, without accents and punctuation; those of other scripts as they are."""
    return list(_folded(text) if len(text) <= MAX_KEPT_LENGTH else folded(text))


_folded = lru_cache(maxsize=MAX_KEPT)(folded)


def in_digits(text: str) -> str:
    """`text` with the numbers from one to ten as digits."""
    return NUMBER_WORD.sub(lambda match: NUMBERS[match[0].casefold()], text)


def telling(words: Iterable[str]) -> tuple[str, ...]:
    """The words without the small ones."""
    return tuple(w for w in words if w not in SMALL_WORDS)


def fit(tokens: Seq[str], words: Seq[str]) -> int:
    """How well `tokens` stand for a name's `words`; 0 not at all.

    10 the whole name, 8 its first words, 6 some of its words; 4 and 2 the same with words cut short or run together.
    """
    if tokens and not any(word[:1] == tokens[0][:1] for word in words):
        return 0  # most names are no candidates: however a token stands for a word, it begins like it
    joined, whole = "".join(tokens), "".join(words)
    if joined == whole:
        return WHOLE
    is_run_together = whole.startswith(joined)
    if not is_run_together and not all(any(word.startswith(token) for word in words) for token in tokens):
        return 0
    # "One" is no part of "no one".
    is_way = len(tokens) == 1 < len(words) and COMPASS.issuperset(tokens)
    in_full = [] if is_way or NEVER_CUT.issuperset(tokens) else [(str.__eq__, 8, 6)]
    for same, first, later in (*in_full, (_begins, 4, 2)):
        if len(tokens) <= len(words) and all(same(w, t) for t, w in zip(tokens, words, strict=False)):
            return first
        left = iter(words)
        if len(joined) > 1 and all(any(same(w, t) for w in left) for t in tokens):
            return later
    is_cut = not (NEVER_CUT | REGNAL) & {*tokens}
    return 4 if is_cut and is_run_together else 0


def _begins(word: str, token: str) -> bool:
    if word in REGNAL:  # Edward V is not Edward VI cut short
        return word == token
    return word.startswith(token) and (token not in NEVER_CUT or word == "none")


@lru_cache(maxsize=10_000)
def _spelled(name: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The telling words of a name, and where there are others too, all of it as one word; else ()."""
    words = plain_words(name)
    short = telling(words)
    return short, ("".join(words),) if len(short) < len(words) else ()


@lru_cache(maxsize=10_000)
def _spellings(parts: tuple[tuple[str, ...], ...]) -> tuple[tuple[str, ...], ...]:
    """The telling words of all that a thing of several parts can be called, when each part has these names."""
    spelled, joined = zip(*[_spelled(" ".join(names)) for names in product(*parts)], strict=True)
    return tuple(dict.fromkeys([*spelled, *filter(None, joined)]))


@lru_cache(maxsize=MAX_KEPT)
def _fit_of(tokens: tuple[str, ...], spellings: tuple[tuple[str, ...], ...]) -> int:
    """How well `tokens` stand for a thing that is called so, its name first."""
    name, *others = spellings
    part = 0 if TITLES.issuperset(tokens) or any(len(token) == 1 and token.isalpha() for token in tokens) else 1
    fits = (fitting if (fitting := fit(tokens, words)) in (0, WHOLE) else part for words in others)
    return max(fit(tokens, name), *fits) if others else fit(tokens, name)


def _is_code(words: Seq[str]) -> bool:
    return all(has_digit(word) for word in words)


class Lexicon:
    """The names of one game as they stand now. `names` gives an id's written name first, then other spellings; a part of a
    name that is one of the `order_words` is no name. `known` are all ids of the game.
    """

    def __init__(
        self,
        names: Callable[[str], tuple[str, ...]],
        order_words: OrderWords = NO_ORDER_WORDS,
        known: Callable[[], Iterable[str]] = tuple,
    ) -> None:
        self._names = names
        self._order_words, self._every = order_words, known
        self._known: dict[str, tuple[tuple[str, ...], ...]] = {}
        self._name = lru_cache(maxsize=MAX_KEPT)(partial(named, names=names))
        self.begins = lru_cache(maxsize=MAX_KEPT)(self._begins_anew)
        self._listed = lru_cache(maxsize=MAX_LISTS)(partial(_Listed, self))

    def name(self, option: str) -> str:
        """The written name of an option id."""
        return self._name(option)

    def spellings(self, option: str) -> tuple[tuple[str, ...], ...]:
        """The telling words of everything that an option can be called, its name first."""
        if option not in self._known:
            self._known[option] = _spellings(tuple(tuple(self._names(part)) for part in words_of(option)))
        return self._known[option]

    def fit(self, tokens: Seq[str], option: str) -> int:
        """How well `tokens` stand for an option. Part of what it is also called counts less than any part of a name."""
        told = tuple(tokens)
        fitting = _fit_of(told, self.spellings(option))
        return 0 if 0 < fitting < WHOLE and self._is_order(told, option) else fitting

    def _is_order(self, tokens: tuple[str, ...], option: str) -> bool:
        """Whether words that name a part of something are order words, which say what is done: "done" is no "We done deeds
        of charity", and "parley" no "King's Parley". A name can begin with one, unless that gives something up.
        """
        every, final = self._order_words
        return (
            bool(tokens)
            and every.issuperset(tokens)
            and not any(
                names == (*tokens, *names[len(tokens) :]) and (final.isdisjoint(tokens) or _is_code(names[len(tokens) :]))
                for names in self.spellings(option)
            )
        )

    def _begins_anew(self, token: str, option: str) -> bool:
        """Whether `token` is the beginning of a word in a name of an option, or of the name run together."""
        return any(word.startswith(token) for names in self.spellings(option) for word in (*names, "".join(names)))

    def matches(self, tokens: Seq[str], options: Iterable[str]) -> list[str]:
        """The options that `tokens` stand for, best fit only."""
        listed = self._listed(tuple(options))
        spend(1 + listed.spellings(tokens[0][:2] if tokens else "") // SPELLINGS_A_STEP)
        return list(listed.best(tuple(tokens)))

    def read_list(self, text: str, options: Seq[str], among: Among | None = None) -> list[str]:
        """The options named in `text`, in its order. Where a name fits several, one of those is meant that `among` gives for
        what has been named before it. Raises Misread or Ambiguous.
        """
        options_read: list[str] = []
        for part in text.split(","):
            tokens = list(telling(plain_words(part)))
            while tokens:
                try:
                    option, used = self._longest(tokens, options)
                except Ambiguous as several:
                    meant = [each for each in several.nearest if among is not None and each in among(options_read)]
                    if not meant:
                        raise
                    option, used = self._longest(tokens, meant)
                options_read.append(option)
                del tokens[:used]
        return options_read

    def read_one(self, text: str, options: Seq[str]) -> str:
        """The one option that `text` names. Raises Misread or Ambiguous."""
        named = self.read_list(text, options)
        if len(named) != 1:
            raise Misread(Text("one is needed here") if not named else Text("only one can be named here"))
        return named[0]

    def _longest(self, tokens: list[str], options: Seq[str]) -> tuple[str, int]:
        for used in range(min(len(tokens), MAX_NAME_LENGTH), 0, -1):
            fitting = self.matches(tokens[:used], options)
            if len(fitting) == 1:
                self._refuse_other(tokens[:used], fitting[0], options)
                return fitting[0], used
            if fitting:
                self._refuse_slip(tokens, used, fitting)
                names = [self.name(o) for o in fitting]
                raise Ambiguous(
                    Text('"{verb}" can mean {either}', verb=" ".join(tokens[:used]), either=either(names)), fitting
                )
        if tokens[0] in CASES:
            raise Misread(
                Text(
                    '"{tokens}" begins a line of its own here, such as "if it fails: pass", or stands behind a ;',
                    tokens=tokens[0],
                )
            )
        raise Misread(Text('I do not know what "{token}" means here', token=tokens[0]), self.nearest(tokens, options))

    def _refuse_other(self, tokens: Seq[str], option: str, options: Seq[str]) -> None:
        """A part of what somebody is also called can be the whole name of another, who cannot be chosen: "Pembroke"
        for Jasper Tudor, Earl of Pembroke. Raises Ambiguous.
        """
        if self.fit(tokens, option) > ALSO_CALLED:
            return
        others = (one for one in self._every() if one not in options and self.fit(tokens, one) == WHOLE)
        if (other := next(others, None)) is not None:
            problem = Text('"{token}" is the name of {other}', token=" ".join(tokens), other=self.name(other))
            raise Ambiguous(problem, [option])

    def _refuse_slip(self, tokens: Seq[str], used: int, fitting: Seq[str]) -> None:
        """Where `used` words fit several names, a slip in the word after them is what keeps them from fitting one."""
        near = self.nearest([" ".join(tokens[: used + 1])], fitting, SLIP) if used < len(tokens) else []
        if near:
            raise Misread(Text('I do not know what "{token}" means here', token=tokens[used]), near)

    def in_full(self, text: str, options: Iterable[str]) -> str:
        """`text` with the names in it written in full where they are unambiguous; the rest unchanged."""
        tokens, options_open, words = text.split(), list(options), list[str]()
        while tokens:
            name, used = self._named_first(tokens, options_open)
            for word in reversed(_before(name) if used > 1 or name != tokens[0] else ()):
                if words and plain_words(words[-1]) == [word]:
                    words.pop()
            words.append(name)
            del tokens[:used]
        return " ".join(words)

    def _named_first(self, tokens: list[str], options: Seq[str]) -> tuple[str, int]:
        """The proper name that `tokens` begin with and how many of them it takes, or the first of them."""
        if telling(plain_words(tokens[0])):
            for used in range(min(len(tokens), MAX_NAME_IN_FULL_LENGTH), 0, -1):
                words = telling(plain_words(" ".join(tokens[:used])))
                last = tokens[used - 1]
                if len(words) > MAX_NAME_LENGTH:
                    continue
                if any("," in token for token in tokens[: used - 1]) or not telling(plain_words(last)):
                    continue
                names = {self.name(option) for option in self.matches(words, options)}
                if len(names) == 1 and (name := names.pop()) != name.lower():
                    return name + ("," if last.endswith(",") else ""), used
        return tokens[0], 1

    def named_in(self, text: str, options: Seq[str], *, most: int | None = None) -> list[str]:
        """All that the first words of `text` can stand for, longer names first; what fits more than `most` counts for
        nothing.
        """
        tokens, named = list(telling(plain_words(text)))[:MAX_NAMED_IN], []
        while tokens:
            for used in range(min(len(tokens), MAX_NAME_LENGTH), 0, -1):
                if fitting := self.matches(tokens[:used], options):
                    named += fitting if most is None or len(fitting) <= most else []
                    break
            del tokens[:used]
        return named

    def nearest(self, tokens: Seq[str], options: Seq[str], cutoff: float = ALIKE) -> list[str]:
        """Options spelled most like the beginning of `tokens`, the whole name or a word of it; best first."""
        spend(20 + len(options))
        named = [(words, option) for option in options for words in self.spellings(option)]
        spelled = {word: option for words, option in reversed(named) for word in words}
        spelled |= {" ".join(words): option for words, option in reversed(named)}
        heads = [" ".join(tokens[:used]) for used in range(1, min(len(tokens), MAX_NAME_LENGTH) + 1)]
        best = sorted((match for head in heads for match in alike(head, spelled, cutoff)), key=lambda match: -match[0])
        return list(dict.fromkeys(spelled[near] for _, near in best))[:2]


def lexicon_by(facts: Callable[[S], object], names: Callable[[S, str], tuple[str, ...]]) -> Callable[[S], Lexicon]:
    """The Lexicon of a State, for a game whose `names` follow from its printed `facts` alone: made once for these, and kept
    for the last MAX_FACTS of them.
    """
    cache: OrderedDict[int, tuple[object, Lexicon]] = OrderedDict()

    def lexicon(s: S) -> Lexicon:
        printed = facts(s)
        known = cache.get(id(printed))
        if known is None:
            known = cache[id(printed)] = printed, Lexicon(partial(names, s))
        while len(cache) > MAX_FACTS:
            cache.popitem(last=False)
        return known[1]

    return lexicon


class _Listed:
    """Options that are listed together, and what words stand for among them."""

    def __init__(self, lexicon: Lexicon, options: tuple[str, ...]) -> None:
        self._lexicon, self._options = lexicon, tuple(dict.fromkeys(options))
        self.best = lru_cache(maxsize=MAX_MATCHES)(self._best_anew)
        self.spellings = lru_cache(maxsize=None)(self._count_spellings)

    @cached_property
    def _by_beginning(self) -> dict[str, list[str]]:
        """The options by the first letter, and the first two, of words of their names, and of these run together: most are
        told from others by them alone.
        """
        found: dict[str, list[str]] = {"": list(self._options)}
        for option in self._options:
            every = [word for words in self._lexicon.spellings(option) for word in (*words, "".join(words))]
            for beginning in dict.fromkeys(word[:length] for word in every for length in (1, 2) if word):
                found.setdefault(beginning, []).append(option)
        return found

    def _count_spellings(self, beginning: str) -> int:
        """In how many ways the options are called of which a word begins so."""
        return sum(len(self._lexicon.spellings(option)) for option in self._by_beginning.get(beginning, []))

    def _best_anew(self, tokens: tuple[str, ...]) -> tuple[str, ...]:
        """The options that the words fit best; none if they fit none."""
        fits = {o: self._lexicon.fit(tokens, o) for o in self._by_beginning.get(tokens[0][:2] if tokens else "", [])}
        best = max(fits.values(), default=0)
        return tuple(o for o, fit in fits.items() if fit == best) if best else ()


def _before(name: str) -> list[str]:
    """The small words that a name begins with."""
    return list(takewhile(SMALL_WORDS.__contains__, plain_words(name)))


def alike(word: str, known: Iterable[str], cutoff: float = ALIKE) -> list[tuple[float, str]]:
    """How alike (from `cutoff` to 1) `word` is to the two spellings of `known` most like it, best first.

    Letters that have changed places are one slip. Where nothing is like it, it may be the beginning of something.
    """
    spellings = list(known)
    matches = _extract(word, spellings, cutoff)
    if not matches and len(word) >= MIN_BEGINNING_LENGTH:
        matches = _extract(word, [near[: len(word)] for near in spellings], cutoff)
    return [(score, spellings[place]) for score, place in matches]


def _extract(word: str, spellings: Seq[str], cutoff: float) -> list[tuple[float, int]]:
    matches = process.extract(word, spellings, scorer=OSA.normalized_similarity, score_cutoff=cutoff, limit=2)
    return [(score, place) for _, score, place in matches]


def either(names: Seq[str]) -> str:
    """ "ely, york or bath"."""
    return names[0] if len(names) == 1 else Text(" or ").join([Text(", ").join(names[:-1]), names[-1]])
