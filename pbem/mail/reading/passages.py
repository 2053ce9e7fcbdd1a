"""Passages of a letter: what its writer has typed for other people. They are taken out before anything is read as an order.

A passage begins with a head, a line that the caller knows (`tell Lancaster`). What stands behind it on its line is all of
it, and a line `end` right below is no order but its end; or else the lines below are, up to a line `end`. Where there is no
such line a passage ends with what the writer has typed: at the reply form, at a quote, at our own mail, at a signature.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from .quoting import LineRole
from .sent import is_form_begin, is_form_end
from .text import TextLine

ENDS = frozenset({"end", "ende"})
"""What ends a passage, in the languages that letters are written in."""
_SOONEST_WRAP = 72
_LATEST_WRAP = 80
_BULLETS = "*-•·+ "
_SIGNATURE = "--"


class Opening(Enum):
    """What a head opens: a passage on its own LINE, one of the lines below (BLOCK), or (MAYBE) of those if `end` follows."""

    LINE = "line"
    BLOCK = "block"
    MAYBE = "maybe"


Opens = Callable[[str], Opening | None]
"""What a line opens, None for a line that is no head."""


@dataclass(frozen=True, slots=True)
class Passage:
    """What stands in a letter for other people: its `head` as it was typed (a wrapped one put together, of which `wrapped`
    are the lines behind the first), the `lines` below, and whether a line `end` has `ended` it. `number` is that of the head
    among the letter's lines, `places` are the indices of all its lines.
    """

    head: str
    lines: tuple[str, ...]
    ended: bool
    places: tuple[int, ...]
    number: int = 0
    wrapped: tuple[str, ...] = ()

    def numbered(self, number: int) -> Passage:
        """The same with the number of its head."""
        return replace(self, number=number)


def find_passages(lines: Sequence[TextLine], kinds: Sequence[LineRole], opens: Opens) -> list[Passage]:
    """The passages of a letter, of whose lines these are the kinds, in their order."""
    finder = _Finder(lines, kinds, opens)
    passages: list[Passage] = []
    place = 0
    while place < len(lines):
        opening = opens(bare(lines[place].text)) if finder.is_typed(place) else None
        passage = finder.passage(place, opening) if opening is not None else None
        if passage is not None:
            passages.append(passage)
        place = passage.places[-1] + 1 if passage is not None else place + 1
    return passages


def bare(text: str) -> str:
    """A line without a bullet in front, with single spaces."""
    return " ".join(text.lstrip(_BULLETS).split())


class _Finder:
    """The lines of one letter; where the writer's text and its `end` lines lie is worked out once."""

    def __init__(self, lines: Sequence[TextLine], kinds: Sequence[LineRole], opens: Opens) -> None:
        self._lines, self._kinds, self._opens = lines, kinds, opens
        self._wraps = max((line.width for line in lines), default=0) <= _LATEST_WRAP
        self._in_form = _in_form(lines)
        self._stops, self._ends = self._looked_ahead()

    def is_typed(self, place: int) -> bool:
        """Whether the writer has typed a line, outside the form unquoted."""
        typed = self._kinds[place] in (LineRole.OWN, LineRole.POLITE, LineRole.SIGNED)
        return typed and bool(self._lines[place].text) and not self._is_marker(place)

    def _is_marker(self, place: int) -> bool:
        return is_form_begin(self._lines[place].text) or is_form_end(self._lines[place].text)

    def _is_end(self, place: int) -> bool:
        """Whether a line ends a passage."""
        return self.is_typed(place) and self._lines[place].text.casefold().strip(" .!*_") in ENDS

    def _looked_ahead(self) -> tuple[list[int], list[int | None]]:
        """For each line where a passage without an end stops, and the next `end` line before our own mail or a marker."""
        count = len(self._lines)
        stops, ends = [count] * (count + 1), list[int | None]([None]) * (count + 1)
        for place in range(count - 1, -1, -1):
            text, kind = self._lines[place].text, self._kinds[place]
            wall = self._is_marker(place) or (kind is LineRole.RETURNED and not self._in_form[place])
            stop = wall or text == _SIGNATURE or (bool(text) and kind in _NOT_TYPED)
            stops[place] = place if stop else stops[place + 1]
            ends[place] = None if wall else place if self._is_end(place) else ends[place + 1]
        return stops, ends

    def passage(self, head: int, opening: Opening) -> Passage | None:
        """The passage that a head opens."""
        if opening is Opening.LINE:
            return self._on_lines(head)
        end = self._ends[head + 1]
        if end is None and opening is Opening.MAYBE:
            return self._on_lines(head)
        last = end if end is not None else self._stops[head + 1]
        within = [place for place in range(head + 1, last) if self.is_typed(place) or not self._lines[place].text]
        lines = tuple(self._lines[place].text for place in within)
        places = (head, *within, *([end] if end is not None else []))
        return Passage(bare(self._lines[head].text), lines, end is not None, places)

    def _on_lines(self, head: int) -> Passage:
        """A passage on one line, which a mail program may have wrapped."""
        places = [head]
        while self._wraps and self._is_wrapped(places[-1]):
            places.append(places[-1] + 1)
        text = " ".join(self._lines[place].text for place in places)
        wrapped = tuple(bare(self._lines[place].text) for place in places[1:])
        below = places[-1] + 1
        end = [below] if below < len(self._lines) and self._is_end(below) else []
        return Passage(bare(text), (), ended=True, places=(*places, *end), wrapped=wrapped)

    def _is_wrapped(self, place: int) -> bool:
        """Whether the next line is the rest of this one: its first word would have stuck out.

        A head is none, however full the line above it: what it says may be for somebody else.
        """
        after = place + 1
        if after >= len(self._lines) or not self.is_typed(after) or self._lines[after].depth != self._lines[place].depth:
            return False
        if self._opens(bare(self._lines[after].text)) is not None or self._is_end(after):
            return False
        return self._lines[place].width + 1 + len(self._lines[after].text.split()[0]) > _SOONEST_WRAP


_NOT_TYPED = (LineRole.RETURNED, LineRole.QUOTED, LineRole.FOREIGN, LineRole.FOOTER)


def _in_form(lines: Sequence[TextLine]) -> list[bool]:
    """Whether each line stands between the markers of a reply form."""
    inside, found = False, []
    for line in lines:
        inside = (inside or is_form_begin(line.text)) and not is_form_end(line.text)
        found.append(inside)
    return found
