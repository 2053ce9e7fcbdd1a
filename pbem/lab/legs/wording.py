"""How bots word their lines: in the standard form, or as people write, with who acts in front, courtesy and small words.

What a person would write is not taken from the synonyms of the grammar alone, else nothing but those would be measured.
"""

from __future__ import annotations

from enum import StrEnum
from random import Random
from typing import Any

from pbem.engine.decision import Menu, Seat
from pbem.engine.table import Table
from pbem.orders.words.lexicon import Lexicon
from pbem.orders.words.vocabulary import vocabulary_of

POLITE = ("please {}", "I {}", "we {}", "then {}", "I will {}", "let's {}", "{} please", "{}.", "- {}")
SOFT = 0.7
"""The share of lines that are worded as people write; the others stay in the standard form, as after a look at the form."""
GERMAN = 0.15
VOWELS = "aeiou"
FIXED = ("standing", "if", "else", "otherwise", "withdraw", "clear", "preview", "mend", "never", "always", "card")


class Style(StrEnum):
    """How bots word their lines."""

    STANDARD = "standard"
    NATURAL = "natural"


class LegsWording:
    """Words the lines of one seat's letters, in their order: who acts follows from the line before."""

    def __init__(self, table: Table[Any], seat: Seat, style: Style, rng: Random) -> None:
        self._rng = rng
        self._style = style
        self._vocabulary = vocabulary_of(table)
        self._synonyms = table.rules.orders.synonyms
        self._lexicon: Lexicon = self._vocabulary.grammar.lexicon
        menus = [each for each in table.open_to(seat) if isinstance(each.shape, Menu)]
        acting = [who for each in menus for who in table.rules.orders.acting(table.state, each)]
        self._own = {word.verb for word in self._vocabulary.words if word.own and word.key in {each.key for each in menus}}
        self._actor = self._lexicon.name(acting[0]) if len(acting) == 1 and acting[0] in self._vocabulary.known else ""
        self._ends = {word.verb for word in self._vocabulary.words if word.closes}

    def word(self, line: str) -> str:
        """The line in a person's words."""
        verb, rest = self._vocabulary.cut(line)
        if self._style is Style.STANDARD:
            return line
        if line.startswith(FIXED) or ":" in line or verb in self._ends:
            self._actor = ""
            return line
        self._note_who_acts(verb, rest)
        if self._rng.random() > SOFT or " if " in line or " until " in line:
            return line
        sentence = self._said(verb, rest)
        for word, others in self._synonyms.spoken.items():
            sentence = sentence.replace(word, self._rng.choice(others))
        return sentence

    def _note_who_acts(self, verb: str, rest: str) -> None:
        """Behind an order that can name who acts next ("muster York") a bot names nobody."""
        same = verb in self._synonyms.prepositions or verb in self._synonyms.each
        self._actor = self._actor if same or not rest else ""

    def _said(self, verb: str, rest: str) -> str:
        small = self._synonyms.prepositions.get(verb, "")
        if rest == "none":
            return self._rng.choice((f"nobody {third(verb)}", f"{verb} nobody"))
        if verb in self._own and self._actor and self._rng.random() < SOFT:
            return f"{self._actor} {third(verb)} {small}{rest}".strip()
        if self._rng.random() < GERMAN and verb in self._synonyms.german and not small:
            return f"{self._synonyms.german[verb]} {rest}".strip()
        return self._rng.choice(POLITE).format(f"{verb} {small}{rest}".strip())


def third(verb: str) -> str:
    """The third person: marches, parleys, levies."""
    if verb.endswith("y") and verb[-2] not in VOWELS:
        return f"{verb[:-1]}ies"
    return f"{verb}es" if verb.endswith(("ch", "sh", "s", "x")) else f"{verb}s"
