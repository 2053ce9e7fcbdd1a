"""Points and boxes on the paper: x to the right, y down."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import hypot
from typing import NamedTuple


class Point(NamedTuple):
    """A point on the paper."""

    x: float
    y: float

    def plus(self, dx: float, dy: float) -> Point:
        """The point at this offset."""
        return Point(self.x + dx, self.y + dy)

    def to(self, other: Point) -> float:
        """How far it is to another."""
        return hypot(other.x - self.x, other.y - self.y)

    def toward(self, other: Point, distance: float) -> Point:
        """The point that lies `distance` from here in the direction of another."""
        whole = self.to(other) or 1.0
        return Point(self.x + (other.x - self.x) * distance / whole, self.y + (other.y - self.y) * distance / whole)


class Box(NamedTuple):
    """An upright rectangle."""

    x0: float
    y0: float
    x1: float
    y1: float

    @classmethod
    def around(cls, at: Point, width: float, height: float) -> Box:
        """The box of that size with its middle at a point."""
        return cls(at.x - width / 2, at.y - height / 2, at.x + width / 2, at.y + height / 2)

    @classmethod
    def sized(cls, x: float, y: float, width: float, height: float) -> Box:
        """The box of that size with its left upper corner at a point."""
        return cls(x, y, x + width, y + height)

    @property
    def width(self) -> float:
        """From left to right."""
        return self.x1 - self.x0

    @property
    def height(self) -> float:
        """From top to bottom."""
        return self.y1 - self.y0

    @property
    def middle(self) -> Point:
        """The point in its middle."""
        return Point((self.x0 + self.x1) / 2, (self.y0 + self.y1) / 2)

    def grown(self, by: float) -> Box:
        """The box enlarged on each side."""
        return Box(self.x0 - by, self.y0 - by, self.x1 + by, self.y1 + by)

    def meets(self, other: Box) -> bool:
        """Whether the two have any surface in common."""
        return self.x0 < other.x1 and other.x0 < self.x1 and self.y0 < other.y1 and other.y0 < self.y1

    def holds(self, other: Box) -> bool:
        """Whether the other lies in it."""
        return self.x0 <= other.x0 and self.y0 <= other.y0 and other.x1 <= self.x1 and other.y1 <= self.y1

    def has(self, at: Point) -> bool:
        """Whether a point lies in it."""
        return self.x0 <= at.x <= self.x1 and self.y0 <= at.y <= self.y1

    def within(self, frame: Box) -> Box:
        """The box, moved into a frame."""
        dx = max(frame.x0 - self.x0, 0.0) + min(frame.x1 - self.x1, 0.0)
        dy = max(frame.y0 - self.y0, 0.0) + min(frame.y1 - self.y1, 0.0)
        return Box(self.x0 + dx, self.y0 + dy, self.x1 + dx, self.y1 + dy)

    def nearest(self, at: Point) -> Point:
        """Its point that is nearest to another."""
        return Point(min(max(at.x, self.x0), self.x1), min(max(at.y, self.y0), self.y1))


def crossing(box: Box, start: Point, end: Point) -> float:
    """How much of the line between two points lies in a box (Liang and Barsky, 1984).

    Asked so often that it calls nothing.
    """
    x0, y0, x1, y1 = box
    (x, y), (end_x, end_y) = start, end
    if (x < x0 and end_x < x0) or (x > x1 and end_x > x1) or (y < y0 and end_y < y0) or (y > y1 and end_y > y1):
        return 0.0
    first, last = 0.0, 1.0
    dx, dy = end_x - x, end_y - y
    if dx:
        enters, leaves = ((x0 - x) / dx, (x1 - x) / dx) if dx > 0 else ((x1 - x) / dx, (x0 - x) / dx)
        first = enters if enters > first else first
        last = leaves if leaves < last else last
    if dy:
        enters, leaves = ((y0 - y) / dy, (y1 - y) / dy) if dy > 0 else ((y1 - y) / dy, (y0 - y) / dy)
        first = enters if enters > first else first
        last = leaves if leaves < last else last
    return (last - first) * hypot(dx, dy) if last > first else 0.0


def passing(box: Box, lines: Sequence[tuple[Point, Point]]) -> list[tuple[Point, Point]]:
    """Those straight lines that pass through a box. Most lie far off, and are told so without a call."""
    x0, y0, x1, y1 = box
    close = [
        leg
        for leg in lines
        if (leg[0][0] >= x0 or leg[1][0] >= x0)
        and (leg[0][0] <= x1 or leg[1][0] <= x1)
        and (leg[0][1] >= y0 or leg[1][1] >= y0)
        and (leg[0][1] <= y1 or leg[1][1] <= y1)
    ]
    return [leg for leg in close if crossing(box, *leg)]


class Bounded(NamedTuple):
    """A straight line with its bounds, for those that are asked about often."""

    x0: float
    y0: float
    x1: float
    y1: float
    start: Point
    end: Point


def bounded(lines: Iterable[tuple[Point, Point]]) -> list[Bounded]:
    """Straight lines with their bounds."""
    return [
        Bounded(
            one[0] if one[0] < other[0] else other[0],
            one[1] if one[1] < other[1] else other[1],
            one[0] if one[0] > other[0] else other[0],
            one[1] if one[1] > other[1] else other[1],
            one,
            other,
        )
        for one, other in lines
    ]


def lines_through(box: Box, lines: Iterable[Bounded]) -> list[Bounded]:
    """Those straight lines that pass through a box."""
    x0, y0, x1, y1 = box
    close = [line for line in lines if line[2] >= x0 and line[0] <= x1 and line[3] >= y0 and line[1] <= y1]
    return [line for line in close if crossing(box, line[4], line[5])]


def covered(box: Box, lines: Iterable[Bounded]) -> float:
    """How much of straight lines lies in a box."""
    x0, y0, x1, y1 = box
    close = [line for line in lines if line[2] >= x0 and line[0] <= x1 and line[3] >= y0 and line[1] <= y1]
    return sum([crossing(box, line[4], line[5]) for line in close]) if close else 0.0


def legs(points: Iterable[Point]) -> Iterator[tuple[Point, Point]]:
    """The straight pieces of a line through points."""
    return pairwise(points)


def around_all(boxes: Iterable[Box]) -> Box:
    """The box around boxes. Raises ValueError if there are none."""
    x0, y0, x1, y1 = zip(*boxes, strict=True)
    return Box(min(x0), min(y0), max(x1), max(y1))


def longest(points: Iterable[Point]) -> float:
    """The length of the longest of these straight pieces."""
    return max(one.to(other) for one, other in legs(points))
