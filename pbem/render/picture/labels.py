"""The names of places: what is written beside each, and where, so that none meets another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache

from pbem.engine.decision import Seat
from pbem.engine.picture import Party, Place
from pbem.render.picture import style
from pbem.render.picture.fonts import Face, text_width
from pbem.render.picture.free import near
from pbem.render.picture.geometry import Box, Point, crossing

ICON = 15.0
GAP = 5.0
LEADING = 1.08
"""The height of a line, by its font size."""
SWEEPS = 4
NEIGHBOURHOOD = 190.0
"""So far away things can matter to a label."""
MEETS, CROSSES = 1000.0, 0.25
"""What it costs a label to meet something, and to lie on a unit of a way."""


class Icon(Enum):
    """A sign before a word."""

    NONE = auto()
    PORT = auto()
    HOME = auto()
    LOCAL = auto()


@dataclass(frozen=True, slots=True)
class Run:
    """Words of one colour and size, behind a sign."""

    text: str
    fill: str
    size: float
    icon: Icon = Icon.NONE

    @property
    def width(self) -> float:
        """How wide it is, with its sign."""
        return text_width(self.text, self.size, Face.SEMIBOLD) + (ICON if self.icon is not Icon.NONE else 0.0)


@dataclass(frozen=True, slots=True)
class Writing:
    """The lines beside a place, each of several Runs."""

    lines: tuple[tuple[Run, ...], ...]

    @property
    def width(self) -> float:
        """The width of the longest line."""
        return max(line_width(line) for line in self.lines)

    @property
    def height(self) -> float:
        """All lines together."""
        return sum(line_height(line) for line in self.lines)


@dataclass(frozen=True, slots=True)
class Label:
    """Writing at its place on the paper. `align`: 0 where lines begin at the left, 0.5 in the middle, 1 at the right."""

    place: str
    writing: Writing
    box: Box
    align: float

    def runs(self) -> Iterator[tuple[Point, Run]]:
        """Each Run, with the point where its line of writing begins."""
        y = self.box.y0
        for line in self.writing.lines:
            x = self.box.x0 + (self.box.width - line_width(line)) * self.align
            for run in line:
                yield Point(x, y + line_height(line) * 0.78), run
                x += run.width + GAP
            y += line_height(line)


def line_width(line: Sequence[Run]) -> float:
    """How wide a line is."""
    return sum(run.width for run in line) + GAP * (len(line) - 1)


def line_height(line: Sequence[Run]) -> float:
    """How high a line is."""
    return max(run.size for run in line) * LEADING


def writing_of(place: Place, parties: tuple[Party, Party]) -> Writing:
    """A place's name, then whose Seat it is, then who waits there."""
    name = Run(place.name, style.INK, style.NAME_SIZE, Icon.PORT if place.port else Icon.NONE)
    homes = tuple(Run(note.text, ink_of(note.side, parties), style.SMALL_SIZE, Icon.HOME) for note in place.homes)
    waiting = tuple(Run(note.text, style.LOCAL, style.SMALL_SIZE, Icon.LOCAL) for note in place.waiting)
    return Writing(tuple(line for line in ((name,), homes, waiting) if line))


def ink_of(side: Seat, parties: tuple[Party, Party]) -> str:
    """The colour that a side's names are written in."""
    return livery_of(side, parties).ink


def livery_of(side: Seat, parties: tuple[Party, Party]) -> style.Livery:
    """A side's colours; those of nobody for ""."""
    found = [livery for party, livery in zip(parties, style.LIVERIES, strict=True) if party.seat == side]
    return found[0] if found else style.NO_LIVERY


# Where they stand


@dataclass(frozen=True, slots=True)
class Spot:
    """What a label is written for: the place, where its sign is and how far that reaches, the writing."""

    place: str
    at: Point
    reach: float
    writing: Writing


Legs = tuple[tuple[Point, Point], ...]


@lru_cache(maxsize=64)
def place_labels(spots: tuple[Spot, ...], frame: Box, taken: tuple[Box, ...], ways: Legs) -> tuple[Label, ...]:
    """A label for each spot: in the frame, clear of `taken` and of each other, off the ways where that can be.

    Labels begin where they are best by themselves; then each in its turn takes the place that is best beside the others,
    until nothing changes.
    """
    choices = [_choices(spot, frame, taken, ways) for spot in spots]
    chosen = [min(options, key=lambda option: option[0])[1] for options in choices]
    for _ in range(SWEEPS):
        before = list(chosen)
        for number, options in enumerate(choices):
            around = _window(spots[number])
            others = [label.box for other, label in enumerate(chosen) if other != number and label.box.meets(around)]
            chosen[number] = min(options, key=lambda option: option[0] + MEETS * len(near(option[1].box, others)))[1]
        if chosen == before:
            break
    return tuple(chosen)


def _window(spot: Spot) -> Box:
    return Box.around(spot.at, 2 * NEIGHBOURHOOD, 2 * NEIGHBOURHOOD)


def _choices(spot: Spot, frame: Box, taken: Sequence[Box], ways: Legs) -> list[tuple[float, Label]]:
    """The labels that can be, each with what it costs."""
    window = _window(spot)
    close, passing = near(window, taken), [leg for leg in ways if crossing(window, *leg)]
    found = []
    for dislike, label in _around(spot):
        if frame.holds(label.box):
            on_ways = sum(crossing(label.box, *leg) for leg in passing)
            found.append((dislike + MEETS * len(near(label.box, close)) + CROSSES * on_ways, label))
    return found


def _around(spot: Spot) -> Iterator[tuple[float, Label]]:
    """Right and left of the sign first, then above, below and at its corners; the same again further off."""
    width, height = spot.writing.width, spot.writing.height
    level = line_height(spot.writing.lines[0]) / 2
    for far, reach in ((0.0, spot.reach + 3), (9.0, spot.reach + 9), (20.0, spot.reach + 17), (34.0, spot.reach + 27)):
        slant = reach * 0.72
        ends = (
            (0.0, reach, -level, 0.0),
            (1.0, -reach - width, -level, 1.0),
            (2.0, reach, level - height, 0.0),
            (3.0, -reach - width, level - height, 1.0),
            (2.5, slant, -slant - height + 3, 0.0),
            (2.5, slant, slant - 3, 0.0),
            (3.5, -slant - width, -slant - height + 3, 1.0),
            (3.5, -slant - width, slant - 3, 1.0),
            (4.0, -width / 2, reach - 2, 0.5),
            (4.0, -width / 2, -reach - height + 2, 0.5),
            (5.0, -width * 0.25, reach - 2, 0.5),
            (5.0, -width * 0.75, reach - 2, 0.5),
            (5.0, -width * 0.25, -reach - height + 2, 0.5),
            (5.0, -width * 0.75, -reach - height + 2, 0.5),
        )
        for dislike, dx, dy, align in ends:
            corner = spot.at.plus(dx, dy)
            yield far + dislike, Label(spot.place, spot.writing, Box.sized(corner.x, corner.y, width, height), align)
