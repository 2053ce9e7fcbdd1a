"""The words that can head the orders of a letter: the kinds of segments that a game has."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pbem.engine.rules import Rules

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
FIGURES = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
NEXT = "next"
GERMAN = {"karte": "card", "aktionen": "actions", "heim": "home"}
"""What readers of German write for a kind of segment."""
NOTHING = re.compile(r"(?!)")


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
        behind = r"(?:\s+(?:orders|for|of|turn|next|the|[0-9]+))*"
        ways += [rf"(?:(?:the|my|this|next|coming)\s+)*(?:{plain}){behind}"] if plain else []
        return re.compile(rf"[^\w:;]*(?:{'|'.join(ways)})\s*:", re.IGNORECASE) if ways else NOTHING

    @cached_property
    def running(self) -> re.Pattern[str]:
        """A heading without a colon: the kind and its number, and what stands behind."""
        if not self.numbered:
            return NOTHING
        kind = f"(?:{_forms(self.numbered)})"
        number = rf"{kind}\s*(?:no\.?\s*)?[0-9]{{1,2}}|[0-9]{{1,2}}\s*(?:st|nd|rd|th)\.?\s+{kind}"
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
    return (*kinds, *(said for said, kind in GERMAN.items() if kind in kinds))


def _forms(kinds: tuple[str, ...]) -> str:
    return "|".join(_written(kinds))


def headings_of(rules: Rules[Any]) -> HeadingWords:
    """The words that head the orders of a game."""
    return HeadingWords(rules.segments.numbered, rules.segments.plain)
