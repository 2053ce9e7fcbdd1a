"""Slips of the pen: letters swapped, dropped or doubled."""

from __future__ import annotations

import re
from random import Random
from typing import NamedTuple

from pbem.lab.legs.wording import Style

WORD = re.compile(r"[^\W\d_]{3,}")
"""Shorter words are typed right."""


class Typing(NamedTuple):
    """How bots type: the `share` of words that they misspell, whether they ask for their slips to be mended, and
    the `style` of their lines.
    """

    share: float = 0.0
    mended: bool = False
    style: Style = Style.STANDARD


WITHOUT_SLIPS = Typing()


class SlipTyper:
    """Types lines, with a slip in that `share` (0 to 1) of the words."""

    def __init__(self, share: float, rng: Random) -> None:
        self._share = share
        self.rng = rng
        self.made = 0

    def type(self, line: str) -> str:
        """The line as it comes out."""
        return WORD.sub(lambda match: self._word(match[0]), line) if self._share else line

    def _word(self, word: str) -> str:
        if self.rng.random() >= self._share:
            return word
        typed = slip(word, self.rng)
        self.made += typed != word
        return typed


def slip(word: str, rng: Random) -> str:
    """The word with two letters swapped, one dropped or one doubled."""
    at = rng.randrange(len(word) - 1)
    match rng.randrange(3):
        case 0:
            return word[:at] + word[at + 1] + word[at] + word[at + 2 :]
        case 1:
            return word[:at] + word[at + 1 :]
    return word[: at + 1] + word[at:]
