"""The small signs: places by their shape, sides by theirs, and what stands before a word."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin

from pbem.engine.decision import Seat
from pbem.engine.game.picture import MapPlace, Party, PlaceShape, Ring, Worn
from pbem.render.picture.board.labels import Icon, livery_of, place_of
from pbem.render.picture.canvas import style, svg
from pbem.render.picture.canvas.fonts import Face
from pbem.render.picture.canvas.geometry import Box, Point

EDGE = 1.6


def outline(shape: PlaceShape, at: Point, radius: float, **look: str | float) -> str:
    """The shape of a place: a walled City, a round Town, a Fortress with a tower, a crown."""
    if shape in (PlaceShape.TOWN, PlaceShape.VILLAGE):
        return svg.circle(at, radius, **look)
    return svg.polygon([at.plus(x * radius, y * radius) for x, y in CORNERS[shape]], **look)


CORNERS = {
    PlaceShape.CITY: [
        (-1, 1), (-1, -1), (-0.55, -1), (-0.55, -0.7), (-0.22, -0.7), (-0.22, -1), (0.22, -1), (0.22, -0.7), (0.55, -0.7),
        (0.55, -1), (1, -1), (1, 1),
    ],
    PlaceShape.FORTRESS: [(-1, 0.95), (-0.75, -0.35), (0, -1.1), (0.75, -0.35), (1, 0.95)],
    PlaceShape.CROWNED: [(-1, 0.85), (-1, -0.85), (-0.5, -0.4), (0, -1), (0.5, -0.4), (1, -0.85), (1, 0.85)],
}  # fmt: skip
LETTER_DROP = {
    PlaceShape.CITY: 0.46,
    PlaceShape.TOWN: 0.4,
    PlaceShape.FORTRESS: 0.6,
    PlaceShape.CROWNED: 0.6,
    PlaceShape.VILLAGE: 0.4,
}
"""How far below the middle the letter of a place stands, by its radius."""


def draw_place(place: MapPlace, at: Point, parties: tuple[Party, ...]) -> Iterator[str]:
    """A place in the colours and with the letter of the side that it is for, and how it is worn."""
    radius = style.radius_of(place)
    livery = livery_of(place.side, parties)
    if place.battle:
        yield battle(at, radius + 9)
    yield outline(place.shape, at, radius + 2, fill=style.PAPER)
    yield outline(place.shape, at, radius, fill=livery.fill, stroke=style.INK, stroke_width=EDGE)
    for party in parties:
        if party.seat == place.side:
            base = at.plus(0, radius * LETTER_DROP[place.shape])
            yield svg.text(base, party.letter, radius * 1.25, livery.upon, Face.BOLD, "middle")
    if place.worn is not Worn.NONE:
        yield worn(place.worn, at.plus(radius * 0.85, radius * 0.85))


def worn(how: Worn, at: Point) -> str:
    """A ring half or wholly filled."""
    ring_ = svg.circle(at, 6, fill=style.NEUTRAL, stroke=style.WORN, stroke_width=2)
    if how is Worn.WHOLE:
        strokes = [[at.plus(-2.2, rise), at.plus(2.2, -rise)] for rise in (2.2, -2.2)]
        cross = [svg.line(ends, stroke=style.NEUTRAL, stroke_width=1.8) for ends in strokes]
        return ring_ + svg.circle(at, 5.5, fill=style.WORN) + "".join(cross)
    top, bottom = at.plus(0, -5), at.plus(0, 5)
    return ring_ + svg.tag("path", d=f"{svg.path([top])}A5 5 0 0 0 {svg.path([bottom])[1:]}Z", fill=style.WORN)


def battle(at: Point, radius: float) -> str:
    """A star of many rays behind a place."""
    points = [at.plus(*_ray(number, radius if number % 2 == 0 else radius * 0.62)) for number in range(24)]
    return svg.polygon(points, fill=style.BATTLE, stroke=style.CASING, stroke_width=1)


def _ray(number: int, radius: float) -> tuple[float, float]:
    return cos(pi * number / 12) * radius, sin(pi * number / 12) * radius


def disc(at: Point, radius: float, side: Seat, parties: tuple[Party, ...], letter: bool = True) -> str:
    """The sign of a side: its shape, with its letter."""
    livery, place = livery_of(side, parties), place_of(side, parties) or 0
    ground = side_shape(at, radius, place, fill=livery.fill)
    base = at.plus(0, radius * 0.52)
    name = parties[place].letter
    return ground + (svg.text(base, name, radius * 1.5, livery.upon, Face.BOLD, "middle") if letter else "")


def side_shape(at: Point, radius: float, place: int, **look: str | float) -> str:
    """By the place of a side, with the same room in it: a circle, a square, a diamond, a hexagon, a pentagon."""
    if place == 0:
        return svg.circle(at, radius, **look)
    if place == 1:
        return svg.rect(Box.around(at, radius * 1.84, radius * 1.84), 1.5, **look)
    corners, turn, far = POLYGONS[place]
    return svg.polygon([at.plus(*_at_angle(2 * pi * n / corners + turn, radius * far)) for n in range(corners)], **look)


POLYGONS = {2: (4, 0.0, 1.3), 3: (6, 0.0, 1.15), 4: (5, -pi / 2, 1.25)}
"""Corners, the angle of the first, and how far from the middle they are, by the place of a side."""


def _at_angle(angle: float, far: float) -> tuple[float, float]:
    return cos(angle) * far, sin(angle) * far


RINGS = {Ring.GOLD: style.GOLD, Ring.SILVER: style.SILVER}


def ring(at: Point, radius: float, rank: Ring) -> str:
    """The ring around a piece's disc."""
    if rank is Ring.NONE:
        return ""
    return svg.circle(at, radius, fill="none", stroke=RINGS[rank], stroke_width=4)


def shield(at: Point, radius: float) -> str:
    """A coat of arms: somebody waits."""
    corners = [(-1, 0), (-1, -1), (1, -1), (1, 0), (0.8, 0.6), (0, 1.25), (-0.8, 0.6)]
    return svg.polygon([at.plus(x * radius, y * radius) for x, y in corners], fill=style.LOCAL, stroke=style.PAPER)


def home(at: Point, radius: float, fill: str) -> str:
    """A banner on its pole: somebody's Seat."""
    pole = [at.plus(-radius, radius * 1.1), at.plus(-radius, -radius * 1.1)]
    flag = [(-1, -1.1), (1.1, -0.75), (0.45, -0.35), (1.1, 0.05), (-1, 0.25)]
    return svg.line(pole, stroke=fill, stroke_width=1.8, stroke_linecap="round") + svg.polygon(
        [at.plus(x * radius, y * radius) for x, y in flag], fill=fill
    )


def anchor(at: Point, radius: float) -> str:
    """An anchor: a port."""
    n, r = svg.number, radius
    top, bottom = at.y - r * 0.55, at.y + r
    shank = f"M{n(at.x)} {n(top)}V{n(bottom)}M{n(at.x - r * 0.5)} {n(at.y - r * 0.2)}H{n(at.x + r * 0.5)}"
    arms = f"M{n(at.x - r * 0.85)} {n(at.y + r * 0.25)}Q{n(at.x - r * 0.7)} {n(bottom)} {n(at.x)} {n(bottom)}"
    arms += f"Q{n(at.x + r * 0.7)} {n(bottom)} {n(at.x + r * 0.85)} {n(at.y + r * 0.25)}"
    look: dict[str, str | float] = {"fill": "none", "stroke": style.SEA_INK, "stroke_width": 1.8, "stroke_linecap": "round"}
    return svg.tag("path", d=shank + arms, **look) + svg.circle(at.plus(0, -r * 0.85), r * 0.3, **look)


def icon(kind: Icon, at: Point, size: float, fill: str) -> str:
    """The sign before a word."""
    radius = size * 0.34
    if kind is Icon.PORT:
        return anchor(at, radius)
    if kind is Icon.HOME:
        return home(at, radius, fill)
    return shield(at, radius * 0.95) if kind is Icon.LOCAL else ""
