"""The names of places: what is written beside each, and where, so that none meets another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from functools import cached_property, lru_cache
from math import inf
from typing import NamedTuple

from pbem.engine.decision import Seat
from pbem.engine.game.picture import MapPlace, Party
from pbem.render.picture.canvas import style
from pbem.render.picture.canvas.fonts import Face, text_width
from pbem.render.picture.canvas.free import near, nearest_room
from pbem.render.picture.canvas.geometry import (
    Bounded,
    Box,
    Point,
    around_all,
    bounded,
    covered,
    crossing,
    lines_through,
    passing,
)

ICON = 15.0
LEADING = 1.08
"""The height of a line, by its font size."""
SWEEPS = 12
HALO = 6.0
"""How far what is written reaches beyond its box."""
NEIGHBOURHOOD = 190.0
"""Things farther away than this do not affect a label."""
MEETS, CROSSES, WORTH = 1000.0, 0.25, 70.0
"""What it costs a label to meet something, and to lie on a unit of a way; what is still a good place."""
CLOSE, AMBIGUOUS = 6.0, 12.0
"""The cost of being this near to another place."""


class Icon(Enum):
    """A sign before a word."""

    NONE = auto()
    PORT = auto()
    HOME = auto()
    LOCAL = auto()


@dataclass(frozen=True, slots=True)
class LabelLine:
    """Words of one colour and size, behind a sign."""

    text: str
    fill: str
    size: float
    icon: Icon = Icon.NONE

    @property
    def width(self) -> float:
        """How wide it is, with its sign."""
        return text_width(self.text, self.size, Face.SEMIBOLD) + (ICON if self.icon is not Icon.NONE else 0.0)

    @property
    def height(self) -> float:
        """How high it is."""
        return self.size * LEADING


@dataclass(frozen=True, slots=True)
class Writing:
    """The lines beside a place."""

    lines: tuple[LabelLine, ...]

    @property
    def width(self) -> float:
        """The width of the longest line."""
        return max(line.width for line in self.lines)

    @property
    def height(self) -> float:
        """All lines together."""
        return sum(line.height for line in self.lines)


Leg = tuple[Point, Point]


@dataclass(frozen=True, slots=True)
class LabelledSpot:
    """What a label is written for: the place, where its sign is and how far that reaches, the writing."""

    place: str
    at: Point
    reach: float
    writing: Writing


LEADER_FROM = 20.0
"""A name farther than this from its sign gets a leader line."""


class Label(NamedTuple):
    """Writing at its place on the paper. `align`: 0 where lines begin at the left, 0.5 in the middle, 1 at the right."""

    spot: LabelledSpot
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

    def lines(self) -> Iterator[tuple[Point, LabelLine]]:
        """Each line, with the point where its letters begin."""
        y = self.box.y0
        for line in self.writing.lines:
            x = self.box.x0 + (self.box.width - line.width) * self.align
            yield Point(x, y + line.height * 0.78), line
            y += line.height


def writing_of(place: MapPlace, parties: tuple[Party, ...]) -> Writing:
    """A place's name, then its notes, whose Seat it is, who waits there."""
    name = LabelLine(place.name, style.INK, style.NAME_SIZE, Icon.PORT if place.port else Icon.NONE)
    homes = [LabelLine(note.text, ink_of(note.side, parties), style.SMALL_SIZE, Icon.HOME) for note in place.homes]
    waiting = [LabelLine(note.text, style.LOCAL, style.SMALL_SIZE, Icon.LOCAL) for note in place.waiting]
    notes = [LabelLine(note.text, ink_of(note.side, parties), style.SMALL_SIZE) for note in place.notes]
    return Writing((name, *notes, *homes, *waiting))


def ink_of(side: Seat, parties: tuple[Party, ...]) -> str:
    """The colour that a side's names are written in."""
    return livery_of(side, parties).ink


def livery_of(side: Seat, parties: tuple[Party, ...]) -> style.Livery:
    """A side's colours; those of nobody for ""."""
    place = place_of(side, parties)
    if place is None:
        return style.NO_LIVERY
    colour = parties[place].colour
    return style.livery_in(colour) if colour else style.LIVERIES[place]


def liveries_beyond(parties: tuple[Party, ...]) -> tuple[style.Livery, ...]:
    """The liveries of these sides that are none of the first two, which the palette has anyway."""
    return tuple(livery for party in parties if (livery := livery_of(party.seat, parties)) not in style.LIVERIES[:2])


def place_of(side: Seat, parties: tuple[Party, ...]) -> int | None:
    """Which of the sides one is, from 0; None for ""."""
    return next((place for place, party in enumerate(parties) if party.seat == side), None)


# Where they are


@dataclass(frozen=True, slots=True)
class Room:
    """What labels must avoid: fixed parts of the board, those of this picture, and lines."""

    frame: Box
    fixed: tuple[Box, ...]
    taken: tuple[Box, ...] = ()
    lines: tuple[Leg, ...] = ()


Choice = tuple[float, Label]
"""A label that a place can have, with how much it is disliked: what it costs at least."""


@dataclass(frozen=True, eq=False)
class Options:
    """The labels that a place can have on a paper, and the box around all of them."""

    labels: tuple[Choice, ...]
    around: Box


@dataclass(frozen=True, eq=False)
class Choices:
    """The labels that a place can have, and the box around all of them; `obstacles` and `ways` are what lies near. What a
    label costs is worked out when it is asked for: most are never looked at.
    """

    options: tuple[Choice, ...]
    around: Box
    obstacles: Sequence[Obstacle]
    ways: Sequence[Bounded]
    costs: dict[int, float] = field(default_factory=dict)

    def cost(self, number: int, most: float = inf) -> float:
        """What a label costs, by its number among the options; at least `most` where it is found to cost no less."""
        cost = self.costs.get(number)
        if cost is None:
            dislike, label = self.options[number]
            met, strange = _crowding(label.box, self.obstacles)
            least = dislike + MEETS * met
            if least + AMBIGUOUS * strange >= most:
                return least + AMBIGUOUS * strange
            cost = least + CROSSES * covered(label.box, self.ways) + AMBIGUOUS * strange
            self.costs[number] = cost
        return cost


def place_labels(choices: Sequence[Choices], room: Room, start: Sequence[Label] = ()) -> tuple[Label, ...]:
    """A label for each place, clear of what is in the room and of each other, off the ways where that can be.

    Where `start` has labels, those that can stay do, and the others go where they are best beside these; one that finds no
    room there pushes others away, if they have any, or goes to the nearest there is.
    """
    open_to = [_Open.to(each, room) for each in choices]
    chosen = _moved(open_to, start) if start else _settled(open_to)
    for number in range(len(chosen)):
        if not _stands(open_to[number], chosen, number):
            _make_room(open_to, chosen, number)
    return tuple(_freed(chosen, room))


@dataclass
class _Open:
    """The labels that a place can have, and what of the room can matter to them."""

    choices: Choices
    taken: Sequence[Box]
    lines: Sequence[Leg]
    costs: dict[int, float] = field(default_factory=dict)
    """What labels cost once the room is taken into account, as far as it has been asked: many are asked in each sweep."""
    known: dict[tuple[Box, ...], Label] = field(default_factory=dict)
    """Which label was best beside others: in most sweeps nothing near has moved."""

    @classmethod
    def to(cls, choices: Choices, room: Room) -> _Open:
        """With what of the room lies near them."""
        taken, lines = near(choices.around, room.taken), passing(choices.around, room.lines)
        return cls(choices, taken, lines) if taken or lines else cls(choices, taken, lines, choices.costs)

    def cost(self, number: int, most: float = inf) -> float:
        """What a label costs once the room is taken into account; at least `most` where it is found to cost no less."""
        cost = self.costs.get(number)
        if cost is None:
            dislike, label = self.choices.options[number]
            met = len(near(label.box, self.taken)) if self.taken else 0
            if met and dislike + MEETS * met >= most:
                return dislike + MEETS * met
            cost = self.choices.cost(number, most)
            if cost >= most:
                return cost
            if self.taken or self.lines:
                cost += MEETS * (met + len(passing(label.box, self.lines)))
            self.costs[number] = cost
        return cost

    def can_have(self, label: Label) -> bool:
        """Whether it can have this label: most keep theirs, and no other is looked at then."""
        options = enumerate(self.choices.options)
        return any(each is label and self.cost(number, MEETS) < MEETS for number, (_, each) in options)

    def best_beside(self, others: Sequence[Label]) -> Label:
        """The label that costs least beside those of others; the first of several."""
        close = tuple(near(self.choices.around, [label.box for label in others]))
        if close not in self.known:
            self.known[close] = self._best(close)
        return self.known[close]

    def _best(self, close: Sequence[Box]) -> Label:
        least, best = inf, self.choices.options[0][1]
        for number, (dislike, label) in enumerate(self.choices.options):
            if dislike < least and (cost := self.cost(number, least)) < least:
                cost += MEETS * len(near(label.box, close))
                if cost < least:
                    least, best = cost, label
        return best


def _settled(open_to: Sequence[_Open]) -> list[Label]:
    """Labels begin where they are best by themselves; then each in its turn takes the place that is best beside the others,
    until nothing changes.
    """
    chosen = [each.best_beside(()) for each in open_to]
    around = [each.choices.around for each in open_to]
    neighbours = [[n for n, other in enumerate(around) if n != m and box.meets(other)] for m, box in enumerate(around)]
    for _ in range(SWEEPS):
        before = list(chosen)
        for number, options in enumerate(open_to):
            chosen[number] = options.best_beside([chosen[n] for n in neighbours[number]])
        if chosen == before:
            break
    return chosen


def _moved(open_to: Sequence[_Open], start: Sequence[Label]) -> list[Label]:
    """The labels of `start`, those that cannot stay where they are best beside the rest."""
    chosen = {n: label for n, (label, options) in enumerate(zip(start, open_to, strict=True)) if options.can_have(label)}
    for number in range(len(start)):
        if number not in chosen:
            chosen[number] = open_to[number].best_beside(list(chosen.values()))
    return [chosen[number] for number in range(len(start))]


def _stands(open_to: _Open, chosen: Sequence[Label], number: int) -> bool:
    """Whether a label collides with nothing."""
    label = chosen[number]
    return open_to.can_have(label) and not near(label.box, [other.box for other in chosen if other is not label])


def _make_room(open_to: Sequence[_Open], chosen: list[Label], number: int) -> None:
    """Place a label without room where it collides only with labels that can move, if there is such a place."""
    options = open_to[number].choices.options
    costs = [(cost, n) for n in range(len(options)) if (cost := open_to[number].cost(n, MEETS)) < MEETS]
    for _, best in sorted(costs):
        option = options[best][1]
        trial = [*chosen[:number], option, *chosen[number + 1 :]]
        pushed = [n for n, label in enumerate(trial) if n != number and label.box.meets(option.box)]
        for n in pushed:
            trial[n] = open_to[n].best_beside(trial[:n] + trial[n + 1 :])
        if all(_stands(open_to[n], trial, n) for n in (number, *pushed)):
            chosen[:] = trial
            return


def _freed(chosen: list[Label], room: Room) -> Iterator[Label]:
    """The labels, those that meet something moved to the nearest room."""
    for number, label in enumerate(chosen):
        others = [*room.fixed, *room.taken, *(other.box for other in chosen[:number] + chosen[number + 1 :])]
        if near(label.box, others):
            at, (width, height) = label.box.middle, (label.box.width, label.box.height)
            label = label._replace(box=nearest_room(at, width, height, room.frame, others))  # noqa: PLW2901
            chosen[number] = label
        yield label


@dataclass(frozen=True, eq=False)
class Name:
    """Where a name usually is: at a `label` of these `choices`, clear of all others, which are `close`. `before` is the
    same without the pieces and their leader that were `placed` last.
    """

    box: Box
    label: Label
    choices: Choices
    close: Sequence[Box]
    before: Name | None = None
    placed: tuple[Box, Leg] | None = None

    @cached_property
    def others(self) -> list[tuple[float, Box]]:
        """Where else it could stand, each with how much worse it is there; the best first. Few names are asked."""
        if self.before is not None and self.placed is not None:
            return [each for each in self.before.others if not hit(each[1], *self.placed)]
        options, cost = self.choices.options, self.choices.cost
        now = min((cost(number) for number, (_, option) in enumerate(options) if option is self.label), default=0.0)
        free = [
            (cost(number) - now, option.box)
            for number, (_, option) in enumerate(options)
            if not near(option.box, self.close) and cost(number, WORTH) < WORTH
        ]
        return sorted(free)

    def beside(self, box: Box, leader: Leg) -> Name:
        """Where it stands, and could, once pieces and their leader stand there."""
        if not self.choices.around.meets(box) and not crossing(self.choices.around, *leader):
            return self
        moved = replace(self, before=self, placed=(box, leader))
        return replace(moved, box=moved.others[0][1]) if hit(self.box, box, leader) and moved.others else moved

    def pushed(self, box: Box, leader: Leg) -> float | None:
        """How much worse it would stand if pieces and their leader stood there; None if it could stand nowhere."""
        if not hit(self.box, box, leader):
            return 0.0
        return next((worse for worse, other in self.others if not hit(other, box, leader)), None)


def hit(name: Box, box: Box, leader: Leg) -> bool:
    """Whether pieces or their leader would lie on a name."""
    return name.meets(box) or crossing(name, *leader) > 1


@dataclass(frozen=True, slots=True)
class Usual:
    """What depends on the places alone: where labels can be, where they are while no piece stands in their way."""

    choices: tuple[Choices, ...]
    labels: tuple[Label, ...]
    names: tuple[Name, ...]


@lru_cache(maxsize=32)
def usual_labels(spots: tuple[LabelledSpot, ...], frame: Box, fixed: tuple[Box, ...], ways: tuple[Leg, ...]) -> Usual:
    """The labels of a board, beside what stands on every picture of it."""
    lines = bounded(ways)
    choices = tuple(_choices(spot, frame, *_neighbourhood(spot, frame, fixed, lines)) for spot in spots)
    labels = place_labels(choices, Room(frame, fixed))
    return Usual(choices, labels, tuple(_names(choices, labels)))


def _names(choices: Sequence[Choices], labels: Sequence[Label]) -> Iterator[Name]:
    for each, label in zip(choices, labels, strict=True):
        close = near(each.around, [other.box for other in labels if other is not label])
        yield Name(label.box, label, each, close)


def _neighbourhood(
    spot: LabelledSpot, frame: Box, taken: Sequence[Box], ways: Sequence[Bounded]
) -> tuple[tuple[Box, ...], tuple[Bounded, ...]]:
    """What a label of a place can meet or stand close to: where that is the same, so are its choices."""
    window = Box.around(spot.at, 2 * NEIGHBOURHOOD, 2 * NEIGHBOURHOOD)
    around = _options(spot, frame).around
    return tuple(near(window, near(around.grown(CLOSE), taken))), tuple(lines_through(window, lines_through(around, ways)))


@lru_cache(maxsize=512)
def _choices(spot: LabelledSpot, frame: Box, close: tuple[Box, ...], lines: tuple[Bounded, ...]) -> Choices:
    """The labels that can be; most places look the same on most pictures."""
    options = _options(spot, frame)
    obstacles = [(*box, 0 if box.has(spot.at) else 1) for box in close]
    return Choices(options.labels, options.around, obstacles, lines)


@lru_cache(maxsize=512)
def _options(spot: LabelledSpot, frame: Box) -> Options:
    """The labels that can be in a frame, whatever stands near: a closeup asks twice about most places."""
    around = tuple(around_spot(spot))
    # In a narrow part of a map a long name fits nowhere: then it is cut off at the frame.
    left, top, right, bottom = frame
    labels = (
        tuple([e for e in around if left <= (b := e[1].box)[0] and top <= b[1] and b[2] <= right and b[3] <= bottom])
        or around
    )
    return Options(labels, around_all(label.box for _, label in labels))


Obstacle = tuple[float, float, float, float, int]
"""A box, and whether it is no part of the place (1)."""


def _crowding(box: Box, obstacles: Sequence[Obstacle]) -> tuple[int, int]:
    """How many obstacles a label would meet, and how many of those that are no part of its place (1) it would be CLOSE
    to. Asked so often that it calls nothing.
    """
    x0, y0, x1, y1 = box
    left, top, right, bottom = x0 - CLOSE, y0 - CLOSE, x1 + CLOSE, y1 + CLOSE
    met = strange = 0
    for other_x0, other_y0, other_x1, other_y1, counts in obstacles:
        if left < other_x1 and other_x0 < right and top < other_y1 and other_y0 < bottom:
            strange += counts
            if x0 < other_x1 and other_x0 < x1 and y0 < other_y1 and other_y0 < y1:
                met += 1
    return met, strange


def around_spot(spot: LabelledSpot, most: float = inf) -> Iterator[tuple[float, Label]]:
    """Right and left of the sign first, then above, below and at its corners; the same again further off. Those that cost
    less than `most`.
    """
    width, height = spot.writing.width, spot.writing.height
    level = spot.writing.lines[0].height / 2
    x, y = spot.at
    for far, reach in (
        (0.0, spot.reach + 3),
        (9.0, spot.reach + 9),
        (20.0, spot.reach + 17),
        (34.0, spot.reach + 27),
        (60.0, spot.reach + 42),
    ):
        if far >= most:
            return
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
            if far + dislike < most:
                left, top = x + dx, y + dy
                yield far + dislike, Label(spot, Box(left, top, left + width, top + height), align)
