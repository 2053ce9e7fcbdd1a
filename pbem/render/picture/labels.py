"""The names of places: what is written beside each, and where, so that none meets another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import lru_cache

from pbem.engine.decision import Seat
from pbem.engine.picture import Party, Place
from pbem.render.picture import style
from pbem.render.picture.fonts import Face, text_width
from pbem.render.picture.free import near, nearest_room
from pbem.render.picture.geometry import Box, Point, crossing

ICON = 15.0
GAP = 5.0
LEADING = 1.08
"""The height of a line, by its font size."""
SWEEPS = 12
FURTHER = ((0.0, 3.0), (9.0, 9.0), (20.0, 17.0), (34.0, 27.0), (60.0, 42.0))
"""How much less good it is to stand so far from the sign."""
NEIGHBOURHOOD = 190.0
"""So far away things can matter to a label."""
MEETS, CROSSES, WORTH = 1000.0, 0.25, 70.0
"""What it costs a label to meet something, and to lie on a unit of a way; what is still a good place."""


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


Leg = tuple[Point, Point]


@dataclass(frozen=True, slots=True)
class Spot:
    """What a label is written for: the place, where its sign is and how far that reaches, the writing."""

    place: str
    at: Point
    reach: float
    writing: Writing


LEADER_FROM = 20.0
"""A name so far from its place's sign is led to it by a line."""


@dataclass(frozen=True, slots=True)
class Label:
    """Writing at its place on the paper. `align`: 0 where lines begin at the left, 0.5 in the middle, 1 at the right."""

    spot: Spot
    box: Box
    align: float

    @property
    def writing(self) -> Writing:
        """What is written."""
        return self.spot.writing

    @property
    def leader(self) -> Leg | None:
        """The line to the sign of its place, where that is far."""
        end = self.box.nearest(self.spot.at)
        if self.spot.at.to(end) < self.spot.reach + LEADER_FROM:
            return None
        return self.spot.at.toward(end, self.spot.reach + 1), end

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
class Room:
    """What labels must keep clear of: what stands on every picture of the board, what does on this one, and lines."""

    frame: Box
    fixed: tuple[Box, ...]
    taken: tuple[Box, ...] = ()
    lines: tuple[Leg, ...] = ()


Choices = tuple[tuple[float, Label], ...]
"""The labels that a place can have, each with what it costs."""


def place_labels(choices: Sequence[Choices], room: Room, start: Sequence[Label] = ()) -> tuple[Label, ...]:
    """A label for each place, clear of what is in the room and of each other, off the ways where that can be.

    Labels begin where `start` has them, or where they are best by themselves; then each in its turn takes the place that is
    best beside the others, until nothing changes. One that finds none goes where there is room.
    """
    open_to = [_open_to(options, room) for options in choices]
    best = [min(options, key=_cost)[1] for options in open_to]
    chosen = [_same(label, o) or b for label, o, b in zip(start or best, open_to, best, strict=True)]
    for _ in range(SWEEPS):
        before = list(chosen)
        for number, options in enumerate(open_to):
            chosen[number] = _best_beside(options, chosen[:number] + chosen[number + 1 :])
        if chosen == before:
            break
    return tuple(_freed(chosen, room))


def _cost(option: tuple[float, Label]) -> float:
    return option[0]


def _same(label: Label, options: Choices) -> Label | None:
    return label if any(label is other and cost < MEETS for cost, other in options) else None


def _open_to(options: Choices, room: Room) -> Choices:
    """The labels with what they cost once the room is taken into account; only that is looked at which can matter."""
    window = _around_all(options)
    taken = near(window, room.taken)
    lines = [leg for leg in room.lines if crossing(window, *leg)]
    if not taken and not lines:
        return options
    return tuple((cost + MEETS * _met(label.box, taken, lines), label) for cost, label in options)


def _met(box: Box, taken: Sequence[Box], lines: Sequence[Leg]) -> int:
    return len(near(box, taken)) + sum(1 for leg in lines if crossing(box, *leg))


def _around_all(options: Choices) -> Box:
    boxes = [label.box for _, label in options]
    return Box(min(b.x0 for b in boxes), min(b.y0 for b in boxes), max(b.x1 for b in boxes), max(b.y1 for b in boxes))


def _best_beside(options: Choices, others: Sequence[Label]) -> Label:
    close = near(_around_all(options), [label.box for label in others])
    return min(options, key=lambda option: option[0] + MEETS * len(near(option[1].box, close)))[1]


def _freed(chosen: list[Label], room: Room) -> Iterator[Label]:
    """The labels, those that meet something moved to the nearest room."""
    for number, label in enumerate(chosen):
        others = [*room.fixed, *room.taken, *(other.box for other in chosen[:number] + chosen[number + 1 :])]
        if near(label.box, others):
            at, (width, height) = label.box.middle, (label.box.width, label.box.height)
            label = replace(label, box=nearest_room(at, width, height, room.frame, others))  # noqa: PLW2901
            chosen[number] = label
        yield label


@dataclass(frozen=True, slots=True)
class Name:
    """Where a name usually stands, and the other boxes where it could, clear of all the others."""

    box: Box
    others: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class Usual:
    """What depends on the places alone: where labels can be, where they are while no piece stands in their way."""

    choices: tuple[Choices, ...]
    labels: tuple[Label, ...]
    names: tuple[Name, ...]


@lru_cache(maxsize=64)
def usual_labels(spots: tuple[Spot, ...], frame: Box, fixed: tuple[Box, ...], ways: tuple[Leg, ...]) -> Usual:
    """The labels of a board, beside what stands on every picture of it."""
    choices = tuple(tuple(_choices(spot, frame, fixed, ways)) for spot in spots)
    labels = place_labels(choices, Room(frame, fixed))
    return Usual(choices, labels, tuple(_names(choices, labels)))


def _names(choices: Sequence[Choices], labels: Sequence[Label]) -> Iterator[Name]:
    for options, label in zip(choices, labels, strict=True):
        close = near(_around_all(options), [other.box for other in labels if other is not label])
        free = [each.box for cost, each in options if cost < WORTH and not near(each.box, close)]
        yield Name(label.box, tuple(free))


def _window(spot: Spot) -> Box:
    return Box.around(spot.at, 2 * NEIGHBOURHOOD, 2 * NEIGHBOURHOOD)


def _choices(spot: Spot, frame: Box, taken: Sequence[Box], ways: Sequence[Leg]) -> list[tuple[float, Label]]:
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
    for far, reach in (
        (0.0, spot.reach + 3),
        (9.0, spot.reach + 9),
        (20.0, spot.reach + 17),
        (34.0, spot.reach + 27),
        (60.0, spot.reach + 42),
    ):
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
            yield far + dislike, Label(spot, Box.sized(corner.x, corner.y, width, height), align)
