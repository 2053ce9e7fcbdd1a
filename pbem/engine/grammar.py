"""Text to answer for the question that is open, and answer to the text a player may write.

Names are matched word by word: any beginning of a name's words, in their order, stands for it as long as it fits one thing
only ("nor mil" for Norfolk's Militia). Case, accents and punctuation do not count, small words ("to", "and") are skipped.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from collections.abc import Sequence as Seq
from difflib import SequenceMatcher, get_close_matches
from functools import cached_property, partial
from itertools import product
from typing import Any

from pbem.engine.decision import Assign, Decision, Json, Number, Pick, PickSome, Sequence, Split, YesNo
from pbem.engine.order import Ambiguous, Misread
from pbem.engine.rules import Rules

SMALL_WORDS = frozenset({"to", "and", "the", "of", "by", "with", "at", "a", "then", "my", "for"})
NONE = frozenset({"none", "nobody", "nothing", "no"})
YES = ("yes", "y", "true")
NO = ("no", "n", "false")
LONGEST_NAME = 6
SLIP = 0.85


def plain_words(text: str) -> list[str]:
    """The words of `text` in lower case, without accents and punctuation."""
    folded = unicodedata.normalize("NFKD", text.casefold().replace("'", "").replace("’", ""))
    bare = "".join(c for c in folded if not unicodedata.combining(c))
    return re.findall(r"[a-z0-9]+", bare)


def _telling(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(w for w in words if w not in SMALL_WORDS)


def _fit(tokens: Seq[str], words: Seq[str]) -> int:
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

    def _spellings(self, option: str) -> list[tuple[str, ...]]:
        if option not in self._known:
            parts = [self._names(part) for part in option.split(" ")]
            self._known[option] = [_telling(plain_words(" ".join(names))) for names in product(*parts)]
        return self._known[option]

    def matches(self, tokens: Seq[str], options: Iterable[str]) -> list[str]:
        """The options that `tokens` stand for, best fit only."""
        fits = {o: max(_fit(tokens, words) for words in self._spellings(o)) for o in options}
        best = max(fits.values(), default=0)
        return [o for o, fit in fits.items() if fit == best] if best else []

    def read_list(self, text: str, options: Seq[str]) -> list[str]:
        """The options named in `text`, in its order. Raises Misread or Ambiguous."""
        found: list[str] = []
        for part in re.split(r"[,;]", text):
            tokens = list(_telling(plain_words(part)))
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
                raise Ambiguous(f'"{" ".join(tokens[:used])}" can mean {_or(names)}', fitting)
        raise Misread(f'"{tokens[0]}" is not known here', self.nearest(tokens, options))

    def _refuse_slip(self, tokens: Seq[str], used: int, fitting: Seq[str]) -> None:
        """Where `used` words fit several names, a slip in the word after them is what keeps them from fitting one."""
        near = self.nearest([" ".join(tokens[: used + 1])], fitting, SLIP) if used < len(tokens) else []
        if near:
            raise Misread(f'"{tokens[used]}" is not known here', near)

    def nearest(self, tokens: Seq[str], options: Seq[str], cutoff: float = 0.6) -> list[str]:
        """Options spelled most like the beginning of `tokens`, the whole name or a word of it."""
        named = [(words, option) for option in options for words in self._spellings(option)]
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


def _or(names: Seq[str]) -> str:
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " or " + names[-1]


class Grammar:
    """Reads and writes answers for one game as it stands now."""

    def __init__(self, rules: Rules[Any], state: Any) -> None:
        self.lexicon = Lexicon(partial(rules.names, state))
        self.rules = rules

    @cached_property
    def verbs(self) -> list[str]:
        """Every order word of the game."""
        return list(dict.fromkeys(word.verb for word in self.rules.vocabulary))

    def read(self, decision: Decision, text: str) -> Json:
        """The answer that `text` (the line without its order word) gives to `decision`.

        For an Assign it is the pairs on this line, for a list its members; legality is the Table's to judge. Raises
        Misread or Ambiguous, whose `nearest` are option ids.
        """
        shape = decision.shape
        match shape:
            case YesNo():
                return _read_yes_no(text)
            case Number(least, most):
                return _read_number(text, least, most)
            case Pick():
                return self.lexicon.read_one(text, shape.options())
            case PickSome():
                return self._read_some(text, shape.options())
            case Sequence():
                return self.lexicon.read_list(text, shape.options())
            case Assign():
                return self._read_pairs(text, shape)
            case Split():
                return self._read_shares(text, shape.limits())
        raise TypeError(f"no text stands for {shape!r}")

    def _read_some(self, text: str, options: Seq[str]) -> list[str]:
        tokens = plain_words(text)
        if len(tokens) == 1 and tokens[0] in NONE:
            return []
        if tokens == ["all"]:
            return list(options)
        if not tokens:
            raise Misread('name them, or write "none"')
        return self.lexicon.read_list(text, options)

    def _read_pairs(self, text: str, shape: Assign) -> dict[str, str]:
        items, bins = list(shape.items()), list(shape.bins())
        found = self.lexicon.read_list(text, items + [b for b in bins if b not in items])
        pairs: dict[str, str] = {}
        for one, other in zip(found[::2], found[1::2], strict=False):
            item, bin_ = (one, other) if one in items else (other, one)
            if item not in items or bin_ not in bins:
                raise Misread(f"{self.lexicon.name(one)} and {self.lexicon.name(other)} do not make a pair")
            if item in pairs:
                raise Misread(f"{self.lexicon.name(item)} is named twice")
            pairs[item] = bin_
        if not pairs or len(found) % 2:
            raise Misread("pairs are needed here: what, and where it goes")
        return pairs

    def _read_shares(self, text: str, limits: Mapping[str, int]) -> dict[str, int]:
        shares: dict[str, int] = {}
        for part in re.split(r"[,;]", text):
            number = re.search(r"\d+", part)
            bin_ = self.lexicon.read_one(re.sub(r"\d+", " ", part), list(limits))
            shares[bin_] = shares.get(bin_, 0) + (int(number[0][:9]) if number else 1)
        return shares

    def write(self, decision: Decision, answer: Json) -> list[str]:
        """The line or lines (without the order word) that give `answer`."""
        name = self.lexicon.name
        match decision.shape:
            case YesNo():
                return ["yes" if answer else "no"]
            case Number():
                return [str(answer)]
            case Pick():
                return [name(answer)]
            case Assign():
                return [f"{name(item)} {name(bin_)}" for item, bin_ in answer.items()]
            case Split():
                return [", ".join(f"{n} {name(bin_)}" for bin_, n in answer.items())]
            case _:
                return [", ".join(name(a) for a in answer) or "none"]

    def examples(self, decision: Decision, most: int = 4) -> list[str]:
        """Legal answers as text, the default first."""
        shape, texts = decision.shape, []
        if decision.default is not None:
            texts += self.write(decision, decision.default())
        match shape:
            case YesNo():
                texts += ["yes", "no"]
            case Pick():
                texts += [self.lexicon.name(o) for o in shape.options()]
            case PickSome():
                texts += (["none"] if shape.least == 0 else []) + [self.lexicon.name(o) for o in shape.options()]
            case Number(least, most_number):
                texts += [str(n) for n in range(least, min(most_number, least + most) + 1)]
        return list(dict.fromkeys(texts))[:most]


def _read_yes_no(text: str) -> bool:
    word = " ".join(plain_words(text))
    if word in YES or word in NO:
        return word in YES
    raise Misread("the answer is yes or no")


def _read_number(text: str, least: int, most: int) -> int:
    if re.fullmatch(r"\s*\d{1,9}\s*", text):
        return int(text)
    raise Misread(f"a number from {least} to {most} is needed")
