"""Movements as arrows in the colours of their side, bent a little so that there and back do not cover each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.engine.game.picture import Arrow, Going, Party
from pbem.render.picture.board.labels import livery_of, place_of
from pbem.render.picture.canvas import style, svg
from pbem.render.picture.canvas.geometry import Box, Point, legs

Course = tuple[Point, Point, Point]
"""Where a movement begins, which point it is bent toward, where it ends."""
WIDTH = 4.6
HEAD = 15.0
BEND = 0.14
MIN_BEND, MAX_BEND = 8.0, 34.0
DASHES = {Going.LAND: "", Going.SEA: "13 6", Going.FLIGHT: "3 5"}
ROOM = 5.0
PIECES = 6
"""A curve is treated as this many straight pieces by whatever must avoid it."""
FULL, SMALLEST = 60.0, 0.62
"""An arrow shorter than that is drawn slimmer, down to this share."""


def course(arrow: Arrow, start: Box, end: Box, parties: tuple[Party, ...]) -> Course:
    """Where an arrow begins, which point it is bent toward, where it ends."""
    first, last = start.middle, end.middle
    length = first.to(last) or 1.0
    bend = min(max(length * BEND, MIN_BEND), MAX_BEND) * (1.0 + 0.35 * (place_of(arrow.side, parties) or 0))
    across = (last.y - first.y) / length * bend, (first.x - last.x) / length * bend
    middle = Point((first.x + last.x) / 2 + across[0], (first.y + last.y) / 2 + across[1])
    return edge_toward(start.grown(ROOM - 2), middle), middle, edge_toward(end.grown(ROOM), middle)


def bent(points: Course) -> Iterator[tuple[Point, Point]]:
    """The curve of a course as short straight pieces."""
    return legs([_on_curve(points, step / PIECES) for step in range(PIECES + 1)])


def _on_curve(points: Course, share: float) -> Point:
    """The point of a quadratic Bezier curve after a share of it (de Casteljau)."""
    tail, middle, tip = points
    first, second = _between(tail, middle, share), _between(middle, tip, share)
    return _between(first, second, share)


def _between(one: Point, other: Point, share: float) -> Point:
    return one.plus((other.x - one.x) * share, (other.y - one.y) * share)


def edge_toward(box: Box, other: Point) -> Point:
    """Where the line from the middle of a box to another point leaves it."""
    middle = box.middle
    dx, dy = other.x - middle.x, other.y - middle.y
    shares = [half / abs(d) for half, d in ((box.width / 2, dx), (box.height / 2, dy)) if d]
    share = min([*shares, 1.0])
    return middle.plus(dx * share, dy * share)


def draw_shaft(arrow: Arrow, points: Sequence[Point], parties: tuple[Party, ...]) -> str:
    """A bent arrow from the first of three points past the second to the third."""
    tail, middle, tip = points
    size = min(1.0, max(SMALLEST, tail.to(tip) / FULL))
    neck = tip.toward(middle, HEAD * size * 0.8)
    numbers = [svg.number(value) for point in (tail, middle, neck) for value in point]
    course = f"M{numbers[0]} {numbers[1]}Q{numbers[2]} {numbers[3]} {numbers[4]} {numbers[5]}"
    colour = livery_of(arrow.side, parties).fill
    head = list(_head(tip, middle, HEAD * size))
    dashes: dict[str, str | float] = {"stroke_dasharray": DASHES[arrow.going]} if DASHES[arrow.going] else {}
    pale: dict[str, str | float] = {"stroke": style.PAPER, "stroke_width": WIDTH * size + 3.4, "stroke_opacity": "0.85"}
    return (
        svg.tag("path", d=course, fill="none", **pale)
        + svg.polygon(head, fill=colour, stroke=style.PAPER, stroke_width=2.4)
        + svg.tag("path", d=course, fill="none", stroke=colour, stroke_width=WIDTH * size, **dashes)
        + svg.polygon(head, fill=colour)
    )


def _head(tip: Point, before: Point, size: float) -> Iterator[Point]:
    back = tip.toward(before, size)
    across = (tip.y - back.y) * 0.5, (back.x - tip.x) * 0.5
    yield tip
    yield back.plus(*across)
    yield tip.toward(before, size * 0.72)
    yield back.plus(-across[0], -across[1])
