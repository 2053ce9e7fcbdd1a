"""Headings of a letter: `card 2:`, `2nd card york:`, `levy:`, `plan:` say which segment the lines behind them are for.

The words that can head orders are the kinds of segments that a game has.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from pbem.engine.game.rules import Rules
from pbem.engine.refusal import Misread
from pbem.figures import is_number
from pbem.i18n import Text
from pbem.orders.languages.words import alternatives, listed, meanings
from pbem.orders.words.lexicon import FIGURES, plain_words

ORDINALS = listed("ordinals")
NEXT, COMING = "next", "coming"
KINDS = meanings("segments")
"""What else is written for a kind of segment."""
SMALL = frozenset(listed("heading"))
NOTHING = re.compile(r"(?!)")
ORDINAL = re.compile(r"([0-9]{1,2})(?:st|nd|rd|th)?")
ENDING = re.compile(r"st|nd|rd|th")
COLON = re.compile(r"\s*([^:;]{1,60}?)\s*:\s*(.*)", re.DOTALL)


@dataclass(frozen=True)
class HeadingWords:
    """The kinds of segments that have a number (`card 2`), and the `plain` ones (`levy`)."""

    numbered: tuple[str, ...] = ()
    plain: tuple[str, ...] = ()

    @cached_property
    def front(self) -> re.Pattern[str]:
        """A heading with its colon, in front of an order."""
        numbered, plain = (_forms(kinds) for kinds in (self.numbered, self.plain))
        ways = [rf"[^:;]{{0,60}}\b(?:{numbered})\s*[0-9]*\b[^:;]{{0,60}}"] if numbered else []
        before = rf"(?:{alternatives('heading_before')}\s+)*"
        behind = rf"(?:\s+(?:{alternatives('heading_behind')}|[0-9]+))*"
        ways += [rf"{before}(?:{plain}){behind}"] if plain else []
        return re.compile(rf"[^\w:;]*(?:{'|'.join(ways)})\s*:", re.IGNORECASE) if ways else NOTHING

    @cached_property
    def running(self) -> re.Pattern[str]:
        """A heading without a colon: the kind and its number, and what stands behind."""
        if not self.numbered:
            return NOTHING
        kind = f"(?:{_forms(self.numbered)})"
        figures, ordinals = "|".join(FIGURES), "|".join(ORDINALS)
        number = rf"{kind}\s*(?:no\.?\s*)?(?:[0-9]{{1,2}}|\b(?:{figures})(?=\W*$))"
        number = rf"{number}|(?:[0-9]{{1,2}}\s*(?:st|nd|rd|th)\.?|{ordinals})\s+{kind}"
        return re.compile(rf"\s*({number})\b\s*(.*)", re.IGNORECASE)

    @cached_property
    def together(self) -> re.Pattern[str]:
        """A kind and its number in one word: "card2"."""
        return re.compile(rf"({_forms(self.numbered)})([0-9]{{1,2}})") if self.numbered else NOTHING

    def heads(self, text: str) -> bool:
        """Whether a line is, or begins with, a heading: "card 2", "card york: pass"."""
        return any(form.match(text) for form in (self.front, self.running))

    @property
    def all(self) -> tuple[str, ...]:
        """All of them, and what else is written for them."""
        return _written(self.numbered + self.plain)


def _written(kinds: tuple[str, ...]) -> tuple[str, ...]:
    """The kinds, and what else is written for them."""
    return (*kinds, *(word for word, kind in KINDS.items() if kind in kinds))


def _forms(kinds: tuple[str, ...]) -> str:
    return "|".join(_written(kinds))


def headings_of(rules: Rules[Any]) -> HeadingWords:
    """The words that head the orders of a game."""
    return HeadingWords(rules.segments.numbered, rules.segments.plain)


# Read


class Heading(NamedTuple):
    """What stands in front of the orders: the kind of segment, its number (0: none), who acts in it as written, and whether
    it is said to be the `next`. One that is `implied` by its order, as a Plan's, is for that order only. With a plain kind
    the number of its turn or round can stand (`of`, 0: none does).
    """

    kind: str
    number: int
    whose: str
    next: bool = False
    implied: bool = False
    of: int = 0

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
        raise Misread(Text("a colon belongs behind the {kind}", kind=heading.kind), [f"{heading.name}: {running[2]}"])
    return (heading, "") if heading is not None else (None, line)


def _read(words: list[str], known: HeadingWords) -> Heading | None:
    telling_words = _telling(words)
    if not telling_words or telling_words[0] not in known.plain:
        return _numbered(words, known)
    plain = all(each in ("turn", *known.plain) or is_number(each) for each in telling_words)
    numbers = [int(each) for each in telling_words if is_number(each)]
    if len(numbers) > 1:
        return None
    return Heading(telling_words[0], 0, "", next=bool({NEXT, COMING} & set(words)), of=sum(numbers)) if plain else None


def _numbered(words: list[str], known: HeadingWords) -> Heading | None:
    """A heading with a number: `card 2 york`, `2nd card`, `york's card 2`."""
    telling_words = [part for each in _telling(words) for part in _apart(each, known)]
    kind = next((each for each in telling_words if each in known.numbered), None)
    numbers = [each for each in telling_words if is_number(each)]
    if kind is None or len(numbers) != 1:
        return None
    return Heading(kind, int(numbers[0]), " ".join(each for each in telling_words if each != kind and not is_number(each)))


def _telling(words: list[str]) -> list[str]:
    """The words that tell something, numbers as figures."""
    return [figure(KINDS.get(word, word)) for word in words if word not in SMALL and not ENDING.fullmatch(word)]


def figure(word: str) -> str:
    """A number word, or an ordinal, as a figure."""
    if word in ORDINALS:
        return str(ORDINALS.index(word) + 1)
    if FIGURES.get(word, "0") != "0":
        return FIGURES[word]
    ordinal = ORDINAL.fullmatch(word)
    return ordinal[1] if ordinal else word


def _apart(word: str, known: HeadingWords) -> list[str]:
    """ "card2" is two words."""
    together = known.together.fullmatch(word)
    return [KINDS.get(together[1], together[1]), together[2]] if together else [word]
