"""The names of a game's things as players write them.

Names are matched word by word: any beginning of a name's words, in their order, stands for it as long as it fits one thing
only ("nor mil" for Norfolk's Militia). Case, accents and punctuation do not count, small words ("to", "and") are skipped.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from collections.abc import Sequence as Seq
from difflib import SequenceMatcher, get_close_matches
from itertools import product

from pbem.engine.order import Ambiguous, Misread

SMALL_WORDS = frozenset({"to", "and", "the", "of", "by", "with", "at", "a", "then", "my", "for"})
LONGEST_NAME = 6
SLIP = 0.85


def plain_words(text: str) -> list[str]:
    """The words of `text` in lower case, without accents and punctuation."""
    folded = unicodedata.normalize("NFKD", text.casefold().replace("'", "").replace("’", ""))
    bare = "".join(c for c in folded if not unicodedata.combining(c))
    return re.findall(r"[a-z0-9]+", bare)


def telling(words: Iterable[str]) -> tuple[str, ...]:
    """The words without the small ones."""
    return tuple(w for w in words if w not in SMALL_WORDS)


def fit(tokens: Seq[str], words: Seq[str]) -> int:
    """How well `tokens` stand for a name's `words`; 0 not at all.

    5 the whole name, 4 its first words, 3 some of its words; 2 and 1 the same with words cut short.
    """
    if tuple(tokens) == tuple(words) or "".join(tokens) == "".join(words):
        return 5
    for same, first, later in ((str.__eq__, 4, 3), (str.startswith, 2, 1)):
        if len(tokens) <= len(words) and all(same(w, t) for t, w in zip(tokens, words, strict=False)):
            return first
        left = iter(words)
        if all(any(same(w, t) for w in left) for t in tokens):
            return later
    return 0


class Lexicon:
    """The names of one game as they stand now. `names` gives an id's written name first, then other spellings."""

    def __init__(self, names: Callable[[str], tuple[str, ...]]) -> None:
        self._names = names
        self._known: dict[str, list[tuple[str, ...]]] = {}

    def name(self, option: str) -> str:
        """The written name of an option id."""
        return " ".join(self._names(part)[0] for part in option.split(" "))

    def spellings(self, option: str) -> list[tuple[str, ...]]:
        """The telling words of everything that an option can be called."""
        if option not in self._known:
            parts = [self._names(part) for part in option.split(" ")]
            self._known[option] = [telling(plain_words(" ".join(names))) for names in product(*parts)]
        return self._known[option]

    def matches(self, tokens: Seq[str], options: Iterable[str]) -> list[str]:
        """The options that `tokens` stand for, best fit only."""
        fits = {o: max(fit(tokens, words) for words in self.spellings(o)) for o in options}
        best = max(fits.values(), default=0)
        return [o for o, fit in fits.items() if fit == best] if best else []

    def read_list(self, text: str, options: Seq[str]) -> list[str]:
        """The options named in `text`, in its order. Raises Misread or Ambiguous."""
        found: list[str] = []
        for part in re.split(r"[,;]", text):
            tokens = list(telling(plain_words(part)))
            while tokens:
                option, used = self._longest(tokens, options)
                found.append(option)
                del tokens[:used]
        return found

    def read_one(self, text: str, options: Seq[str]) -> str:
        """The one option that `text` names. Raises Misread or Ambiguous."""
        found = self.read_list(text, options)
        if len(found) != 1:
            raise Misread("one is needed here" if not found else "only one can be named here")
        return found[0]

    def _longest(self, tokens: list[str], options: Seq[str]) -> tuple[str, int]:
        for used in range(min(len(tokens), LONGEST_NAME), 0, -1):
            fitting = self.matches(tokens[:used], options)
            if len(fitting) == 1:
                return fitting[0], used
            if fitting:
                self._refuse_slip(tokens, used, fitting)
                names = [self.name(o) for o in fitting]
                raise Ambiguous(f'"{" ".join(tokens[:used])}" can mean {either(names)}', fitting)
        raise Misread(f'"{tokens[0]}" is not known here', self.nearest(tokens, options))

    def _refuse_slip(self, tokens: Seq[str], used: int, fitting: Seq[str]) -> None:
        """Where `used` words fit several names, a slip in the word after them is what keeps them from fitting one."""
        near = self.nearest([" ".join(tokens[: used + 1])], fitting, SLIP) if used < len(tokens) else []
        if near:
            raise Misread(f'"{tokens[used]}" is not known here', near)

    def named_in(self, text: str, options: Seq[str]) -> list[str]:
        """All that the words of `text` can stand for, as far as they stand for anything; longer names first."""
        tokens, found = list(telling(plain_words(text))), []
        while tokens:
            for used in range(min(len(tokens), LONGEST_NAME), 0, -1):
                if fitting := self.matches(tokens[:used], options):
                    found += fitting
                    break
            del tokens[:used]
        return found

    def nearest(self, tokens: Seq[str], options: Seq[str], cutoff: float = 0.6) -> list[str]:
        """Options spelled most like the beginning of `tokens`, the whole name or a word of it."""
        named = [(words, option) for option in options for words in self.spellings(option)]
        spelled = {word: option for words, option in reversed(named) for word in words}
        spelled |= {" ".join(words): option for words, option in named}
        heads = [" ".join(tokens[:used]) for used in range(1, min(len(tokens), LONGEST_NAME) + 1)]
        close = [
            (ratio(head, near), near) for head in heads for near in get_close_matches(head, spelled, n=2, cutoff=cutoff)
        ]
        best = sorted(close, key=lambda found: -found[0])
        return list(dict.fromkeys(spelled[near] for _, near in best))[:2]


def ratio(one: str, other: str) -> float:
    """How alike two spellings are, from 0 to 1."""
    return SequenceMatcher(None, one, other).ratio()


def either(names: Seq[str]) -> str:
    """ "ely, york or bath"."""
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " or " + names[-1]
