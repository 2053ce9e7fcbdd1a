"""Passages of a letter: what its writer has typed for other people. They are taken out before anything is read as an order.

A passage begins with a head, a line that the caller knows (`tell Lancaster`). What follows it on its line is all of
it, and a line `end` right below is no order but its end; or else the lines below are, up to a line `end`. Where there is no
such line a passage ends with what the writer has typed: at the reply form, at a quote, at our own mail, at a signature.

What is between a head and `end` belongs to the passage, our own mail too where it is pasted without a mark. Where a
reply form, a quote of ours or what a mail program writes is between them, `end` can be another's, or an order: such a
passage is doubtful, with all its lines down to `end`, so that none of them is read as an order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from .quoting import LineRole
from .returned import key_of
from .sent import is_form_begin, is_form_end
from .text import TextLine, is_comment

ENDS = frozenset({"end", "ende"})
"""What ends a passage, in the languages that letters are written in."""
_SOONEST_WRAP = 72
_LATEST_WRAP = 80
_SURELY_FULL = 3
"""So many lines that end where the next word would not have fitted were wrapped by a program, and not by their writer."""
_GOES_ON = (",", ";", ":", "-")
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
    """A passage of a letter for other people: its `head` as it was typed (a wrapped one put together, of which `wrapped` are
    the lines after the first), the `lines` below, and whether a line `end` has `ended` it. `number` is that of the head
    among the letter's lines, `places` are the indices of all its lines. Of a `doubtful` one it is not known whether `end` is
    its own; one that `may_go_on` is on one line, with no `end` right below, so that one further down can be its end. What
    is `wrapped` is `sure` to be where a program has shown it. `below` is what was typed right below one that has not ended
    like a sentence: it can be its rest.
    """

    head: str
    lines: tuple[str, ...]
    ended: bool
    places: tuple[int, ...]
    number: int = 0
    wrapped: tuple[str, ...] = ()
    doubtful: bool = False
    may_go_on: bool = False
    sure: bool = True
    below: str = ""

    def numbered(self, number: int) -> Passage:
        """The same with the number of its head."""
        return replace(self, number=number)


def find_passages(
    lines: Sequence[TextLine], kinds: Sequence[LineRole], opens: Opens, html: Sequence[str] = ()
) -> list[Passage]:
    """The passages of a letter, of whose lines these are the kinds, in their order. The lines of its `html` show which of
    its plain text a program has wrapped.
    """
    finder = _Finder(lines, kinds, opens, html)
    passages: list[Passage] = []
    place = 0
    while place < len(lines):
        opening = finder.opening(place)
        passage = finder.passage(place, opening) if opening is not None else None
        if passage is not None:
            passages.append(passage)
        place = passage.places[-1] + 1 if passage is not None else place + 1
    return passages


def bare(text: str) -> str:
    """A line without a bullet in front, with single spaces."""
    return " ".join(text.lstrip(_BULLETS).split())


def is_end(text: str) -> bool:
    """Whether a line says where a passage ends."""
    return text.casefold().strip(" .!*_") in ENDS


class _Finder:
    """The lines of one letter; where the writer's text and its `end` lines lie is worked out once."""

    def __init__(self, lines: Sequence[TextLine], kinds: Sequence[LineRole], opens: Opens, html: Sequence[str]) -> None:
        self._lines, self._kinds, self._opens = lines, kinds, opens
        self._html = "\n".join(map(key_of, html))
        self._found: dict[int, Opening | None] = {}
        self._wraps = max((line.width for line in lines), default=0) <= _LATEST_WRAP
        self._in_form = _in_form(lines)
        self._stops, self._ends = self._looked_ahead()
        self._walls, self._far_ends = self._looked_past()

    def opening(self, place: int) -> Opening | None:
        """What a line opens, if its writer has typed it."""
        if place not in self._found:
            self._found[place] = self._opens(bare(self._lines[place].text)) if self.is_typed(place) else None
        return self._found[place]

    def is_typed(self, place: int) -> bool:
        """Whether the writer has typed a line, outside the form unquoted."""
        typed = self._kinds[place] in (LineRole.OWN, LineRole.POLITE, LineRole.SIGNED)
        return typed and bool(self._lines[place].text) and not self._is_marker(place)

    def _is_marker(self, place: int) -> bool:
        return is_form_begin(self._lines[place].text) or is_form_end(self._lines[place].text)

    def _is_end(self, place: int) -> bool:
        """Whether a line ends a passage."""
        return self.is_typed(place) and is_end(self._lines[place].text)

    def _is_wall(self, place: int) -> bool:
        """Whether a line is a marker of the form, or our own mail outside it."""
        return self._is_marker(place) or (self._kinds[place] is LineRole.RETURNED and not self._in_form[place])

    def _looked_ahead(self) -> tuple[list[int], list[int | None]]:
        """For each line where a passage without an end stops, and the next `end` line before our own mail or a marker."""
        count = len(self._lines)
        stops, ends = [count] * (count + 1), list[int | None]([None]) * (count + 1)
        for place in range(count - 1, -1, -1):
            text, kind = self._lines[place].text, self._kinds[place]
            wall = self._is_wall(place)
            stop = wall or text == _SIGNATURE or (bool(text) and kind in _NOT_TYPED)
            stops[place] = place if stop else stops[place + 1]
            ends[place] = None if wall else place if self._is_end(place) else ends[place + 1]
        return stops, ends

    def _looked_past(self) -> tuple[list[int], list[int | None]]:
        """For each line the next wall, and the next `end` line, whatever stands before it but another head."""
        count = len(self._lines)
        walls, ends = [count] * (count + 1), list[int | None]([None]) * (count + 1)
        for place in range(count - 1, -1, -1):
            walls[place] = place if self._is_wall(place) else walls[place + 1]
            found = place if self._is_end(place) else ends[place + 1]
            ends[place] = None if self.opening(place) is not None else found
        return walls, ends

    def passage(self, head: int, opening: Opening) -> Passage | None:
        """The passage that a head opens."""
        if opening is Opening.LINE:
            far = self._far_ends[head + 1]
            has_form = far is not None and any(map(self._is_bare_marker, range(head + 1, far)))
            return self._down_to(far, head, doubtful=True) if far is not None and has_form else self._on_lines(head)
        far = self._far_ends[self._walls[head + 1]]
        if (end := self._ends[head + 1]) is not None:
            return self._down_to(end, head)
        if far is not None:
            return self._down_to(far, head, doubtful=not all(map(self._is_pasted, range(head + 1, far))))
        if opening is Opening.MAYBE:
            return self._on_lines(head)
        return self._passage(head, range(head + 1, self._stops[head + 1]))

    def _is_bare_marker(self, place: int) -> bool:
        return self._is_marker(place) and not self._lines[place].depth

    def _is_pasted(self, place: int) -> bool:
        """Whether a line is blank, or was put there by the writer: what they typed, or our own mail without a quote mark."""
        line, kind = self._lines[place], self._kinds[place]
        is_ours = kind is LineRole.RETURNED and not line.depth and not self._is_marker(place) and not self._in_form[place]
        return not line.text or is_ours or (self.is_typed(place) and line.text != _SIGNATURE)

    def _down_to(self, end: int, head: int, *, doubtful: bool = False) -> Passage:
        """A passage that a line `end` ends."""
        found = self._passage(head, range(head + 1, end))
        places = range(head, end + 1) if doubtful else (*found.places, end)
        return replace(found, ended=True, places=tuple(places), doubtful=doubtful)

    def _passage(self, head: int, below: Sequence[int]) -> Passage:
        """A passage with what its writer has put on the lines below."""
        within = [place for place in below if self.is_typed(place) or self._is_pasted(place)]
        lines = tuple(self._lines[place].text for place in within)
        return Passage(bare(self._lines[head].text), lines, ended=False, places=(head, *within))

    def _on_lines(self, head: int) -> Passage:
        """A passage on one line, which a mail program may have wrapped."""
        places = [head]
        while self._wraps and self._is_wrapped(places[-1]):
            places.append(places[-1] + 1)
        text = " ".join(self._lines[place].text for place in places)
        wrapped = tuple(bare(self._lines[place].text) for place in places[1:])
        below = places[-1] + 1
        end = [below] if below < len(self._lines) and self._is_end(below) else []
        found = Passage(bare(text), (), ended=True, places=(*places, *end), wrapped=wrapped, may_go_on=not end)
        return replace(found, sure=self._surely_wrapped(places), below="" if end else self._right_below(places[-1]))

    def _surely_wrapped(self, places: Sequence[int]) -> bool:
        """Whether a program has wrapped these lines: its HTML has them on one, or they are many, each as full as can be.

        Two long lines can be two that their writer has typed.
        """
        if len(places) == 1:
            return True
        if self._html:
            return key_of("".join(self._lines[place].text for place in places)) in self._html
        width = max(self._lines[place].width for place in range(len(self._lines)) if self.is_typed(place))
        full = [self._lines[place].width + 1 + self._first_length(place + 1) > width for place in places[:-1]]
        return len(full) >= _SURELY_FULL and all(full)

    def _right_below(self, place: int) -> str:
        """What was typed right below a line that has not ended like a sentence; "" for a head and what closes a letter."""
        after, text = place + 1, self._lines[place].text
        is_own = after < len(self._lines) and self.is_typed(after) and self._kinds[after] is LineRole.OWN
        goes_on = is_own and (text[-1].isalnum() or text.endswith(_GOES_ON)) and self.opening(after) is None
        return bare(self._lines[after].text) if goes_on and not is_comment(self._lines[after].text) else ""

    def _first_length(self, place: int) -> int:
        return len(self._lines[place].text.split()[0])

    def _is_wrapped(self, place: int) -> bool:
        """Whether the next line is the rest of this one: its first word would have stuck out.

        A head is none, however full the line above it: what it says may be for somebody else.
        """
        after = place + 1
        if after >= len(self._lines) or not self.is_typed(after) or self._lines[after].depth != self._lines[place].depth:
            return False
        if self.opening(after) is not None or self._is_end(after):
            return False
        return self._lines[place].width + 1 + self._first_length(after) > _SOONEST_WRAP


_NOT_TYPED = (LineRole.RETURNED, LineRole.QUOTED, LineRole.FOREIGN, LineRole.FOOTER)


def _in_form(lines: Sequence[TextLine]) -> list[bool]:
    """Whether each line stands between the markers of a reply form."""
    inside, found = False, []
    for line in lines:
        inside = (inside or is_form_begin(line.text)) and not is_form_end(line.text)
        found.append(inside)
    return found
