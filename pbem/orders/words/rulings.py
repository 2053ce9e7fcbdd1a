"""What the lines share by which game masters put positions right by hand: words, names and numbers read from them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from difflib import get_close_matches
from enum import StrEnum
from typing import TypeVar

from pbem.engine.refusal import Ambiguous, BadLine, Illegal, Misread
from pbem.figures import is_number
from pbem.orders.words.lexicon import Lexicon, plain_words

Side = TypeVar("Side", bound=StrEnum)
Names = Callable[[str], tuple[str, ...]]
MAX_NAMED = 12
"""The number of names that are listed where none of them is near."""
FORMS_TOLD = 3


class RulingLine:
    """A line such as "norfolk at ely", which is read from its end or around a word. `names` are those of the game."""

    def __init__(self, line: str, names: Names) -> None:
        self.text = " ".join(line.split())
        self.words = self.text.split()
        self._lexicon = Lexicon(names)

    def around(self, word: str) -> tuple[str, str] | None:
        """What stands before and behind a word, if it stands between others."""
        places = [place for place, each in enumerate(self.words) if plain_words(each) == [word]]
        if not places or not 0 < places[0] < len(self.words) - 1:
            return None
        return " ".join(self.words[: places[0]]), " ".join(self.words[places[0] + 1 :])

    def one_of(self, text: str, options: Sequence[str], what: str) -> str:
        """The one of these ids that `text` names. Raises Misread or Ambiguous, with the names that are nearest."""
        try:
            return self._lexicon.read_one(text, options)
        except Ambiguous as bad:
            raise Ambiguous(bad.problem, [self._lexicon.name(option) for option in bad.nearest]) from bad
        except BadLine as bad:
            near = bad.nearest or (options if len(options) <= MAX_NAMED else ())
            nearest = [self._lexicon.name(option) for option in near]
            raise Misread(f'there is no {what} called "{text}"', nearest) from bad

    def not_understood(self, forms: Sequence[tuple[str, str]]) -> Misread:
        """That the line is none of these kinds, with those that look most like it."""
        near = get_close_matches(self.text, [form for form, _ in forms], FORMS_TOLD, 0)
        return Misread("I do not know what to change", near)

    def name(self, option: str) -> str:
        """How an id is written."""
        return self._lexicon.name(option)

    def ending(self, *words: str) -> str:
        """What stands before these words, if the line ends with them; else ""."""
        before, behind = self.words[: -len(words)], self.words[-len(words) :]
        return " ".join(before) if [each.lower() for each in behind] == [*words] else ""

    def number(self, text: str, most: int) -> int:
        """A number from 0 to `most`, where it stands in the line. Raises Misread and Illegal, with the line as it can be."""
        if not is_number(text):
            raise Misread(f'"{text}" is not a number', [self._instead(text, str(most))])
        if int(text) > most:
            raise Illegal(f"{text} is too much: {most} at most", [self._instead(text, str(most))])
        return int(text)

    def _instead(self, text: str, other: str) -> str:
        before, _, behind = self.text.rpartition(text)
        return f"{before}{other}{behind}"


def side_named(text: str, sides: type[Side]) -> Side:
    """The side of a game that a word names. Raises Misread, with all sides."""
    named = next((side for side in sides if side.value == text.lower()), None)
    if named is None:
        raise Misread(f'"{text}" is not a side', [side.value.capitalize() for side in sides])
    return named
