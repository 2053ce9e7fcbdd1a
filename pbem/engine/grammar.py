"""Text to answer for the question that is open, and answer to the text a player may write."""

from __future__ import annotations

import re
from collections.abc import Mapping
from collections.abc import Sequence as Seq
from functools import cached_property, partial
from typing import Any

from pbem.engine.decision import Assign, Decision, Json, Menu, Number, Pick, PickSome, Sequence, Split, Stack, YesNo
from pbem.engine.lexicon import Lexicon, plain_words
from pbem.engine.menu import one_each, read_menu, written
from pbem.engine.order import Misread
from pbem.engine.rules import Rules

__all__ = ["NO", "NONE", "YES", "Grammar", "Lexicon", "first_stack", "plain_words"]

NONE = frozenset({"none", "nobody", "nothing", "no"})
YES = ("yes", "y", "true")
NO = ("no", "n", "false")
TIMES = re.compile(r"\s*(?:(\d{1,3})\s*x?\s+)?(.*?)(?:\s+x?\s*(\d{1,3}))?\s*")
MOST_TIMES = 100


class Grammar:
    """Reads and writes answers for one game as it stands now."""

    def __init__(self, rules: Rules[Any], state: Any) -> None:
        self.lexicon = Lexicon(partial(rules.names, state))
        self.rules = rules
        self.state = state
        self.known = partial(rules.known, state)

    @cached_property
    def verbs(self) -> list[str]:
        """Every order word of the game."""
        return list(dict.fromkeys(word.verb for word in self.rules.words(self.state)))

    def read(self, decision: Decision, text: str) -> Json:
        """The answer that `text` (the line without its order word; for a Menu with it) gives to `decision`.

        For an Assign it is the pairs on this line, for a list its members; legality is the Table's to judge. Raises
        Misread or Ambiguous, whose `nearest` are option ids, or lines for a Menu.
        """
        shape = decision.shape
        match shape:
            case YesNo():
                return _read_yes_no(text)
            case Number(least, most):
                return _read_number(text, least, most)
            case Menu():
                return read_menu(self.lexicon, shape.options(), text, self.known())
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
            case Stack():
                return self._read_stack(text, list(shape.limits()))
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

    def _read_stack(self, text: str, options: Seq[str]) -> list[str]:
        """A number before or after a name repeats it: "3 pass", "pass x3"."""
        found: list[str] = []
        for part in re.split(r"[,;]", text):
            times = TIMES.fullmatch(part)
            number, named = (times[1] or times[3], times[2]) if times else (None, part)
            read = self.lexicon.read_list(named, options)
            found += read * min(int(number), MOST_TIMES) if number and len(read) == 1 else read
        if not found:
            raise Misread("name them in their order")
        return found

    def write(self, decision: Decision, answer: Json) -> list[str]:
        """The line or lines (without the order word) that give `answer`."""
        name = self.lexicon.name
        match decision.shape:
            case YesNo():
                return ["yes" if answer else "no"]
            case Number():
                return [str(answer)]
            case Menu():
                return [written(self.lexicon, answer)]
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
            case Menu():
                texts += [written(self.lexicon, o) for o in one_each(shape.options())]
            case Pick():
                texts += [self.lexicon.name(o) for o in shape.options()]
            case PickSome():
                texts += (["none"] if shape.least == 0 else []) + [self.lexicon.name(o) for o in shape.options()]
            case Number(least, most_number):
                texts += [str(n) for n in range(least, min(most_number, least + most) + 1)]
            case Stack():
                texts += self.write(decision, first_stack(shape))
        return list(dict.fromkeys(texts))[:most]


def first_stack(shape: Stack) -> list[str]:
    """A legal answer: the options in their order, each as often as it goes."""
    every = [option for option, limit in shape.limits().items() for _ in range(limit)]
    return every[: shape.count]


def _read_yes_no(text: str) -> bool:
    word = " ".join(plain_words(text))
    if word in YES or word in NO:
        return word in YES
    raise Misread("the answer is yes or no")


def _read_number(text: str, least: int, most: int) -> int:
    if re.fullmatch(r"\s*\d{1,9}\s*", text):
        return int(text)
    raise Misread(f"a number from {least} to {most} is needed")
