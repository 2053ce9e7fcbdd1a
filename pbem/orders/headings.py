"""Headings of a letter: `card 2:`, `2nd card york:`, `levy:`, `plan:` say which stint the lines behind them are for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from pbem.engine.order import Illegal, Misread
from pbem.engine.rules import Stint
from pbem.orders.lexicon import Lexicon, either, plain_words

CARD, NEXT = "card", "next"
NUMBERS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
FIGURES = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
ORDINAL = re.compile(r"(\d{1,2})(?:st|nd|rd|th)?")
COLON = re.compile(r"\s*([^:;]{1,60}?)\s*:\s*(.*)", re.DOTALL)
RUNNING = re.compile(r"\s*((?:card\s*(?:no\.?\s*)?\d{1,2}|\d{1,2}\s*(?:st|nd|rd|th)\.?\s+card))\b\s*(.*)", re.IGNORECASE)
SMALL = frozenset({"the", "my", "next", "coming", "no", "number", "of", "for", "orders", "s"})


class Heading(NamedTuple):
    """What stands in front of the orders: the kind of stint, its number (0: none), who acts in it as written, and whether
    it is said to be the `next`. One that is `implied` by its order, as a Plan's, is for that order only.
    """

    kind: str
    number: int
    whose: str
    next: bool = False
    implied: bool = False

    @property
    def name(self) -> str:
        """As a Stint has it."""
        return f"{self.kind} {self.number}" if self.number else f"{NEXT} {self.kind}" if self.next else self.kind


def cut_heading(line: str, kinds: Sequence[str]) -> tuple[Heading | None, str]:
    """The heading of a line, if it has one, and what stands behind. `kinds` are the words of stints without a number.

    Without a colon only a card, with or without its Lord, is a heading, and nothing stands behind it: `levy troops` is an
    order. Raises Misread where an order follows the number of a card without a colon.
    """
    parted = COLON.fullmatch(line)
    if parted is not None:
        heading = _read(plain_words(parted[1]), kinds)
        return (heading, parted[2]) if heading is not None else (None, line)
    running = RUNNING.fullmatch(line)
    heading = _read(plain_words(line), ()) if running is not None else None
    if running is not None and heading is not None and len(heading.whose.split()) > 1:
        raise Misread("a colon belongs behind the card", [f"{heading.name}: {running[2]}"])
    return (heading, "") if heading is not None else (None, line)


def _read(words: list[str], kinds: Sequence[str]) -> Heading | None:
    telling = [_figure(word) for word in words if word not in SMALL and not re.fullmatch(r"(?:st|nd|rd|th)", word)]
    if telling and telling[0] in kinds:
        plain = all(each in ("turn", *kinds) or each.isdigit() for each in telling)
        return Heading(telling[0], 0, "", next=bool({NEXT, "coming"} & set(words))) if plain else None
    telling = [part for each in telling for part in _apart(each)]
    if CARD not in telling:
        return None
    numbers = [each for each in telling if each.isdigit()]
    whose = [each for each in telling if each != CARD and not each.isdigit()]
    begins = telling[0] == CARD or telling[1:2] == [CARD] or bool(numbers)
    return Heading(CARD, int(numbers[0]), " ".join(whose)) if len(numbers) == 1 and begins else None


def _figure(word: str) -> str:
    """A number word, or an ordinal, as a figure."""
    for names in (NUMBERS, FIGURES):
        if word in names:
            return str(names.index(word) + 1)
    ordinal = ORDINAL.fullmatch(word)
    return ordinal[1] if ordinal else word


def _apart(word: str) -> list[str]:
    """ "card2" is two words."""
    together = re.fullmatch(rf"{CARD}(\d{{1,2}})", word)
    return [CARD, together[1]] if together else [word]


def stint_under(heading: Heading, stints: Sequence[Stint], lexicon: Lexicon) -> Stint:
    """The stint that a heading means. Raises Illegal where there is none, or another acts in it than is named.

    Where there is only one Levy to come, `next levy` is that one too.
    """
    lines = [f"{line_for(each, lexicon)}:" for each in stints if each.heading]
    stint = next((each for name in (heading.name, heading.kind) for each in stints if each.heading == name), None)
    if stint is None:
        have = f"; you can write for {either([line[:-1] for line in lines])}" if lines else ""
        lines.sort(key=lambda line: not line.startswith(heading.kind))
        raise Illegal(f'there is no "{heading.name}" of yours to come{have}', lines[:4])
    if heading.whose and lexicon.matches(heading.whose.split(), _acting(stints)) != [stint.whose]:
        others = lexicon.matches(heading.whose.split(), _acting(stints))
        theirs = [f"{line_for(each, lexicon)}:" for each in stints if each.whose in others and each.whose]
        meant = [] if others else [f"{stint.heading}: {heading.whose}"]
        lines = [*meant, f"{line_for(stint, lexicon)}:", *theirs]
        raise Illegal(f"{stint.heading} is {lexicon.name(stint.whose)}'s", lines[:4])
    return stint


def _acting(stints: Sequence[Stint]) -> list[str]:
    return list(dict.fromkeys(stint.whose for stint in stints if stint.whose))


def line_for(stint: Stint, lexicon: Lexicon) -> str:
    """The heading of a stint as a line has it, with who acts: "card 2 York"."""
    return f"{stint.heading} {lexicon.name(stint.whose)}" if stint.whose else stint.heading
