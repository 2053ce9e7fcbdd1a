"""The codes of the choices in a mail: the number of the question and the letter of the choice, "1a", "1b", "2a".

After z letters are doubled: "1aa", "1bb". So no code is a word, or anything that games have a name for, such as the cards
"y6" and "2 AP".
"""

from __future__ import annotations

import re
from string import ascii_lowercase

from pbem.orders.languages.words import listed

_WORD = re.compile(r"[^\W_]+")
_CODE = re.compile(r"([0-9]{1,2})(?: ([a-z])|(([a-z])\4{0,3}))(?: |$)")
_AROUND = frozenset(listed("around_codes"))
_MAX_LENGTH = 200


def code_of(question: int, choice: int) -> str:
    """The code of a choice, both counted from 0."""
    times, place = divmod(choice, len(ascii_lowercase))
    return f"{question + 1}{ascii_lowercase[place] * (times + 1)}"


def codes_in(text: str) -> tuple[str, ...]:
    """The codes of a line that has nothing else but politeness; () for any other line."""
    codes, rest = split_codes(text)
    return () if rest else codes


def split_codes(text: str) -> tuple[tuple[str, ...], str]:
    """The codes that a line begins with, and its other words."""
    if len(text) > _MAX_LENGTH:
        return (), text
    words = " ".join(word for word in _WORD.findall(text.casefold()) if word not in _AROUND)
    codes = list[str]()
    while (match := _CODE.match(words)) is not None:
        codes.append(f"{match[1].lstrip('0')}{match[2] or match[3]}")
        words = words[match.end() :]
    return tuple(codes), words
