"""Numbers as people write them: in the digits 0 to 9, and of bounded length.

Unicode has more than 700 characters that Python, or a pattern for any digit, takes for one ("²", "٣", "③"); `int` reads
some of them and raises for others, and for numbers of more than 4,300 digits. Nothing that people write is
read so.
"""

from __future__ import annotations

import re

MAX_DIGITS = 9
_NUMBER = re.compile(rf"[0-9]{{1,{MAX_DIGITS}}}")
_DIGIT = re.compile("[0-9]")


def is_number(text: str) -> bool:
    """Whether a text is a number that `int` reads: digits alone, no more than MAX_DIGITS of them."""
    return _NUMBER.fullmatch(text) is not None


def has_digit(text: str) -> bool:
    """Whether a digit stands in a text."""
    return _DIGIT.search(text) is not None
