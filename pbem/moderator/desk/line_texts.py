"""The texts and reasons at the end of commands to the desk, which mail programs break into several lines.

What stands right below a command with a text is the rest of it. Half a text is told to nobody: where an empty line stands in
it, nobody knows whether what comes below belongs to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rapidfuzz import process
from rapidfuzz.distance import OSA

from pbem.mail.letter import OrderLine
from pbem.mail.reading.text import TextLine
from pbem.moderator.desk.mail_commands import COMMANDS, CONFIRM

PARAGRAPH: Final = "\n\n"
"""Stands in a line between a text and what is below an empty line under it."""
_WORDS: Final = (*COMMANDS, CONFIRM, "help")
_FOR_READERS: Final = frozenset({"tell", "answer"})
"""Commands whose text others read as it is."""
_WITHOUT_TEXT = frozenset({"seat"})
"""Ends with an address, though it can have any number of words."""
_MIN_LENGTH, _LONG = 4, 7
"""A word of so many letters may have one slip, or two."""


def is_command(line: str) -> bool:
    """Whether a line begins with a command."""
    return _first(line) in _WORDS


def with_texts(lines: Sequence[OrderLine], typed: Sequence[TextLine]) -> list[str]:
    """The lines that were read of a letter, each command with all of its text, `typed` being all lines of the letter."""
    found: list[str] = []
    first = _place_of(lines[0], typed) if lines else 0
    done = 0
    for line in lines:
        if line.number <= done:
            continue
        above = _first(found[-1]) if found else ""
        if _has_text(_first(line.text)):
            rest = _right_below(typed[first + line.number :])
            found.append(_with_rest(line.text, rest))
            done = line.number + len(rest)
        elif is_command(line.text) or not (above in _FOR_READERS or (_has_text(above) and line.number == done + 1)):
            found.append(line.text)
        else:
            found[-1] += f" {line.text}" if PARAGRAPH in found[-1] else f"{PARAGRAPH}{line.text}"
    return found


def _has_text(word: str) -> bool:
    command = COMMANDS.get(word)
    return command is not None and command.most is None and word not in _WITHOUT_TEXT


def _first(line: str) -> str:
    return (line.split(maxsplit=1) or [""])[0].casefold()


def _place_of(line: OrderLine, typed: Sequence[TextLine]) -> int:
    """Where the line numbered 1 stands among those typed, by the first that was read."""
    begin = next((at for at, each in enumerate(typed) if not each.depth and _first(each.text) == _first(line.text)), 0)
    return begin + 1 - line.number


def _right_below(typed: Sequence[TextLine]) -> list[str]:
    """The rest of a text: down to an empty line, a quote, a command, or what may be one with a slip."""
    rest = []
    for line in typed:
        if not line.text or line.depth or _may_be_command(line.text) or not any(map(str.isalnum, line.text)):
            break
        rest.append(" ".join(line.text.split()))
    return rest


def _with_rest(text: str, rest: Sequence[str]) -> str:
    """A text with those lines below it that have not been joined to it already."""
    joined = max((end for end in range(len(rest) + 1) if text.endswith(" ".join(rest[:end]))), default=0)
    return " ".join([text, *rest[joined:]])


def _may_be_command(line: str) -> bool:
    """Whether a line begins with a command, or with a word that is nearly one and may have been meant so."""
    word = _first(line).strip(".,:;!")
    slips = 1 if len(word) < _LONG else 2
    near = len(word) >= _MIN_LENGTH and process.extractOne(word, _WORDS, scorer=OSA.distance, score_cutoff=slips)
    return word in _WORDS or bool(near)
