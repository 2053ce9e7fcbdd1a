"""Text to answer for the question that is open, and answer to the text a player may write."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from collections.abc import Sequence as Seq
from copy import copy
from functools import cache, cached_property, partial
from typing import Any

from pbem.engine.decision import Assign, Decision, Json, Menu, Number, Pick, PickSome, Sequence, Split, Stack, YesNo
from pbem.engine.game.rules import Rules
from pbem.engine.phrase import ALL, NONE
from pbem.engine.refusal import Misread
from pbem.engine.writing import answer_texts
from pbem.figures import MAX_DIGITS, is_number
from pbem.i18n import Text
from pbem.orders.words.lexicon import Lexicon, OrderWords, in_digits, plain_words
from pbem.orders.words.menu import Whereabouts, one_each, read_menu_from, written

__all__ = ["NONE_WORDS", "NO_WORDS", "YES_WORDS", "Grammar", "Lexicon", "first_stack", "plain_words"]

NONE_WORDS = frozenset({"none", "nobody", "nothing", "no"})
YES_WORDS = ("yes", "y", "true")
NO_WORDS = ("no", "n", "false")
COUNT = re.compile(r"(?<!\w)[x×+]?\s*([0-9]+)\s*(?:[x×](?!\w)|(?!\w))", re.IGNORECASE)
CAPITALS = re.compile(r"\b[A-Z]{2,}\b")
SMALL = re.compile(r"\b[a-z]+\b")
"""The words of a usage that are written as they are there."""
BETWEEN_NAMES = re.compile(r"(?<=[A-Z] )[a-z]+(?= [A-Z])")
MAX_TIMES = 100


class Grammar:
    """Reads and writes answers for one game as it stands now."""

    def __init__(self, rules: Rules[Any], state: Any) -> None:
        self.rules = rules
        self.state = state
        self.known = partial(rules.orders.known, state)
        self.lexicon = Lexicon(partial(rules.names, state), _order_words(rules, state), self.known)
        self._usual = cache(partial(_usual_words, rules, state))

    def at(self, state: Any) -> Grammar:
        """The same names and order words at another position of the game."""
        other = copy(self)
        other.state = state
        return other

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
                return self._read_menu(decision, shape.options(), text)
            case Pick():
                return self.lexicon.read_one(text, shape.options())
            case PickSome():
                return self._read_some(text, shape.options(), shape.every or shape.options)
            case Sequence():
                return self.lexicon.read_list(text, shape.options())
            case Assign():
                return self._read_pairs(self._without_usage(decision, text), shape)
            case Split():
                return self._read_shares(text, shape.limits())
            case Stack():
                return self._read_stack(text, list(shape.limits()))
        raise TypeError(f"no text stands for {shape!r}")

    def _read_menu(self, decision: Decision, options: Seq[str], text: str) -> str:
        place = partial(self.rules.orders.place, self.state, decision.seat)
        acting = self.rules.orders.acting(self.state, decision)
        return read_menu_from(self.lexicon, options, text, self.known(), Whereabouts(place, acting), self._usual())

    def _read_some(self, text: str, options: Seq[str], every: Callable[[], Seq[str]]) -> list[str]:
        tokens = plain_words(text)
        if len(tokens) == 1 and tokens[0] in NONE_WORDS:
            return []
        if not tokens:
            raise Misread(Text('name them, or write "none"'))
        words = [word for word in (NONE, ALL) if word not in options]
        names = self.lexicon.read_list(text, [*options, *words])
        alone = [word for word in words if word in names]
        if alone and len(names) > 1:
            raise Misread(Text('"{alone}" stands alone', alone=alone[0]))
        return names if not alone else [] if alone == [NONE] else list(every())

    def _without_usage(self, decision: Decision, text: str) -> str:
        """A text without what stands between two names in the usage of its order word, "in" in "place NOBLE in CASTLE":
        behind a name that two can have it would be looked at as more of it.
        """
        usages = (word.usage for word in self.rules.words(self.state) if word.key == decision.key)
        between = {word for usage in usages for word in BETWEEN_NAMES.findall(usage)}
        return " ".join(word for word in text.split() if word not in between)

    def _read_pairs(self, text: str, shape: Assign) -> dict[str, str]:
        items, bins = list(shape.items()), list(shape.bins())

        def other_half(names: Seq[str]) -> Seq[str]:
            """A place may be called like who goes there ("home Warwick Warwick"): who stands first."""
            return bins if len(names) % 2 and names[-1] in items else items

        ids = self.lexicon.read_list(text, items + [b for b in bins if b not in items], other_half)
        pairs: dict[str, str] = {}
        for one, other in zip(ids[::2], ids[1::2], strict=False):
            item, bin_ = (one, other) if one in items else (other, one)
            if item not in items or bin_ not in bins:
                raise Misread(
                    Text("{one} and {other} do not make a pair", one=self.lexicon.name(one), other=self.lexicon.name(other))
                )
            if item in pairs:
                raise Misread(Text("{item} is named twice", item=self.lexicon.name(item)))
            pairs[item] = bin_
        if not pairs or len(ids) % 2:
            raise Misread(Text("pairs are needed here: what, and where it goes"))
        return pairs

    def _read_shares(self, text: str, limits: Mapping[str, int]) -> dict[str, int]:
        shares: dict[str, int] = {}
        for number, part in counted(text):
            bin_ = self.lexicon.read_one(part, list(limits))
            shares[bin_] = shares.get(bin_, 0) + (1 if number is None else number)
        return shares

    def _read_stack(self, text: str, options: Seq[str]) -> list[str]:
        """A number before or after a name repeats it: "3 pass", "pass x3"."""
        names: list[str] = []
        for number, part in counted(text):
            times = 1 if number is None else min(number, MAX_TIMES)
            read = self.lexicon.read_list(part, options)
            if number is not None and len(read) != 1:
                raise Misread(
                    Text(
                        'it is not clear what {number} of are meant in "{part}": put commas between the names',
                        number=number,
                        part=part.strip(),
                    )
                )
            names += read * times
        if not names:
            raise Misread(Text("name them in their order"))
        return names

    def write(self, decision: Decision, answer: Json) -> list[str]:
        """The line or lines (without the order word) that give `answer`."""
        return answer_texts(self.lexicon.name, decision, answer)

    def as_chosen(self, decision: Decision, answer: Json, usage: str) -> list[str]:
        """An answer of too many or too few things as text that keeps what was chosen, in its order: cut off, or with a name
        in capitals of the `usage` where one is missing. [] where there is no such text.
        """
        match decision.shape:
            case Stack(limits, count):
                least, most, times = count, count, limits()
            case PickSome(options, least, most, _):
                times = dict.fromkeys(options(), 1)
            case _:
                return []
        open_ = next((word for word in CAPITALS.findall(usage)), "")
        chosen = [each for place, each in enumerate(answer) if answer[:place].count(each) < times.get(each, 0)][:most]
        names = [*map(self.lexicon.name, chosen), *[open_] * (least - len(chosen))]
        return [", ".join(names)] if chosen and all(names) else []

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
                options, least = list(shape.options()), max(1, shape.least)
                some = [options[first : first + least] for first in range(len(options) - least + 1)]
                texts += (["none"] if shape.least == 0 else []) + [", ".join(map(self.lexicon.name, each)) for each in some]
            case Number(least, most_number):
                texts += [str(n) for n in range(least, min(most_number, least + most) + 1)]
            case Stack():
                texts += self.write(decision, first_stack(shape))
        return list(dict.fromkeys(texts))[:most]


def _order_words(rules: Rules[Any], state: Any) -> OrderWords:
    words, synonyms = rules.words(state), rules.orders.synonyms
    ends = {*synonyms.final, *(word.verb for word in words if word.closes)}
    said = [(word.verb, plain_words(name)) for word in words for name in (word.verb, synonyms.german.get(word.verb, ""))]
    single = [(verb, name[0]) for verb, name in said if len(name) == 1]
    return OrderWords(frozenset(name for _, name in single), frozenset(name for verb, name in single if verb in ends))


def _usual_words(rules: Rules[Any], state: Any) -> frozenset[str]:
    """The small words that order words are used with."""
    return frozenset(small for word in rules.words(state) for small in SMALL.findall(word.usage))


def first_stack(shape: Stack) -> list[str]:
    """A legal answer: the options in their order, each as often as it goes."""
    every = [option for option, limit in shape.limits().items() for _ in range(limit)]
    return every[: shape.count]


def counted(text: str) -> list[tuple[int | None, str]]:
    """The things that `text` names, each with the number in front of it or behind it ("2 york, ely x3, two bath, wells").

    Commas part them, or the numbers do: "2 york 1 ely", "york 2 ely 1".
    """
    things: list[tuple[int | None, str]] = []
    for part in in_digits(text).split(","):
        pieces = COUNT.split(part)
        if len(pieces) == 1:
            things.append((None, part))
            continue
        names, numbers = pieces[::2], [int(number[:MAX_DIGITS]) for number in pieces[1::2]]
        first = not plain_words(names[0])
        rest = names[-1] if not first and plain_words(names[-1]) else None
        things += zip(numbers, names[1:] if first else names, strict=False)
        things += [(None, rest)] if rest is not None else []
    return things


def _read_yes_no(text: str) -> bool:
    word = " ".join(plain_words(text))
    if word in YES_WORDS or word in NO_WORDS:
        return word in YES_WORDS
    raise Misread(Text("the answer is yes or no"))


def _read_number(text: str, least: int, most: int) -> int:
    number = COUNT.fullmatch(in_digits(text).strip(" \t.,!:=\"'"))
    if number is not None and is_number(number[1]):
        return int(number[1])
    raise Misread(Text("a number from {least} to {most} is needed", least=least, most=most))
