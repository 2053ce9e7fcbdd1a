"""Headings of a letter: `card 2:`, `2nd card york:`, `levy:`, `plan:` say which segment the lines behind them are for."""

from __future__ import annotations

import re
from typing import NamedTuple

from pbem.engine.refusal import Misread
from pbem.figures import is_number
from pbem.orders.words.headings import FIGURES, GERMAN, NEXT, ORDINALS, HeadingWords
from pbem.orders.words.lexicon import plain_words

ORDINAL = re.compile(r"([0-9]{1,2})(?:st|nd|rd|th)?")
ENDING = re.compile(r"st|nd|rd|th")
COLON = re.compile(r"\s*([^:;]{1,60}?)\s*:\s*(.*)", re.DOTALL)
SMALL = frozenset({"the", "my", "next", "coming", "no", "number", "of", "for", "orders", "s"})


class Heading(NamedTuple):
    """What stands in front of the orders: the kind of segment, its number (0: none), who acts in it as written, and whether
    it is said to be the `next`. One that is `implied` by its order, as a Plan's, is for that order only.
    """

    kind: str
    number: int
    whose: str
    next: bool = False
    implied: bool = False

    @property
    def name(self) -> str:
        """As a segment has it."""
        return f"{self.kind} {self.number}" if self.number else f"{NEXT} {self.kind}" if self.next else self.kind


def cut_heading(line: str, words: HeadingWords) -> tuple[Heading | None, str]:
    """The heading of a line, if it has one, and what stands behind.

    Without a colon only a kind with its number, with or without who acts in it, is a heading, and nothing stands behind it:
    `levy troops` is an order. Raises Misread where an order follows the number without a colon.
    """
    parted = COLON.fullmatch(line)
    if parted is not None:
        heading = _read(plain_words(parted[1]), words)
        return (heading, parted[2]) if heading is not None else (None, line)
    running = words.running.fullmatch(line)
    heading = _numbered(plain_words(line), words) if running is not None else None
    if running is not None and heading is not None and len(heading.whose.split()) > 1:
        raise Misread(f"a colon belongs behind the {heading.kind}", [f"{heading.name}: {running[2]}"])
    return (heading, "") if heading is not None else (None, line)


def _read(words: list[str], known: HeadingWords) -> Heading | None:
    told = _telling(words)
    if not told or told[0] not in known.plain:
        return _numbered(words, known)
    plain = all(each in ("turn", *known.plain) or is_number(each) for each in told)
    return Heading(told[0], 0, "", next=bool({NEXT, "coming"} & set(words))) if plain else None


def _numbered(words: list[str], known: HeadingWords) -> Heading | None:
    """A heading with a number: `card 2 york`, `2nd card`, `york's card 2`."""
    told = [part for each in _telling(words) for part in _apart(each, known)]
    kind = next((each for each in told if each in known.numbered), None)
    numbers = [each for each in told if is_number(each)]
    if kind is None or len(numbers) != 1:
        return None
    return Heading(kind, int(numbers[0]), " ".join(each for each in told if each != kind and not is_number(each)))


def _telling(words: list[str]) -> list[str]:
    """The words that tell something, numbers as figures."""
    return [_figure(GERMAN.get(word, word)) for word in words if word not in SMALL and not ENDING.fullmatch(word)]


def _figure(word: str) -> str:
    """A number word, or an ordinal, as a figure."""
    for names in (ORDINALS, FIGURES):
        if word in names:
            return str(names.index(word) + 1)
    ordinal = ORDINAL.fullmatch(word)
    return ordinal[1] if ordinal else word


def _apart(word: str, known: HeadingWords) -> list[str]:
    """ "card2" is two words."""
    together = known.together.fullmatch(word)
    return [GERMAN.get(together[1], together[1]), together[2]] if together else [word]
