"""Which parts of the board a closeup shows, and how large."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, partial
from itertools import combinations
from math import ceil, log

from pbem.engine.game.picture import Picture
from pbem.render.picture.board.projection import Projection
from pbem.render.picture.canvas import style
from pbem.render.picture.canvas.geometry import Box, Point
from pbem.render.picture.canvas.parts import ORIGIN, bounds, on_pixel

WIDTH = 440.0
"""Units of the drawing, in which writing is as large as on the whole map: at 360 CSS pixels, 328 of them the letter's own,
its smallest letters are 11.5 pixels high (15.5 units).
"""
LOWEST, LOW, HIGHEST = 360.0, 270.0, 560.0
"""The heights of a part: at least, at least where there are several, and at most, which a phone shows without scrolling."""
ACROSS, DOWN = 66.0, 58.0
"""Room for names and pieces between the subject and the edges."""
LARGEST = 1.35
"""The largest scale, as a multiple of that of the whole map."""
STEP = 0.94
"""The scales are LARGEST and this share of the one before, so that few grounds serve all parts."""
HEIGHTS = 10.0
"""The height of a paper is a multiple of this, in units."""
SCALE = 1.5
"""Pixels to a unit: about two of a phone for each of CSS."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The paper of a part, and the projection that puts the board on and around it."""

    paper: Box
    projection: Projection


def parts_of(picture: Picture, focus: frozenset[str], least: float) -> list[frozenset[str]]:
    """The places `focus`, split into as few parts of the board as the scale `least` allows; parts with somebody who acts or
    moved come first. Both ends of a movement are in one part, at any scale.
    """
    at = _points(picture)
    around = cache(partial(_around, at=at))  # each pair is asked about again until one of its parts is joined to another
    moves = {frozenset((arrow.start, arrow.end)) for arrow in picture.arrows if {arrow.start, arrow.end} <= focus}
    alone = {frozenset((place,)) for place in focus.difference(*moves)}
    parts = sorted((*moves, *alone), key=sorted)
    while pairs := [pair for pair in combinations(parts, 2) if _scale(around(pair[0] | pair[1])) >= least]:
        one, other = min(pairs, key=lambda pair: sum(around(pair[0] | pair[1])[2:]))
        parts = [part for part in parts if part not in (one, other)] + [one | other]
    acting = {piece.where for piece in picture.pieces if piece.active}
    largest = [part for part in parts if not any(part < other for other in parts)]
    return sorted(largest, key=lambda part: (not part & acting, not any(move <= part for move in moves), sorted(part)))


def frame_for(picture: Picture, part: Iterable[str], alone: bool = True, stretch: float = 1.0) -> Frame:
    """The frame that holds places, as large as it can be; `stretch` makes it higher, for what is crowded.

    Raises ValueError if there are no places.
    """
    at = _points(picture)
    x, y, width, height = _around(part, at)
    scale = _stepped(min(_scale((x, y, width, height)) * stretch, (WIDTH - 2 * ACROSS) / max(width, 1.0)))
    board = Box(*(value * scale for value in board_at(picture, 1.0, ORIGIN).frame))
    high = ceil(max((LOWEST if alone else LOW) * stretch, height * scale + 2 * DOWN) / HEIGHTS) * HEIGHTS
    shown = Box.around(Point((x + width / 2) * scale, (y + height / 2) * scale), WIDTH, high)
    if board.width > WIDTH:
        shown = shown.within(Box(board.x0, shown.y0, board.x1, shown.y1))
    if board.height > high:
        shown = shown.within(Box(shown.x0, board.y0, shown.x1, board.y1))
    corner = on_pixel(Point(-shown.x0, -shown.y0), SCALE)
    return Frame(Box(0, 0, WIDTH, high), board_at(picture, scale, corner))


def board_at(picture: Picture, scale: float, corner: Point) -> Projection:
    """The board, `scale` times as large as on the whole map, from its left upper corner on."""
    return Projection.fit(picture.corners, *corner, (style.WIDTH - 2 * style.MARGIN) * scale)


def _stepped(scale: float) -> float:
    """The nearest of the scales."""
    steps = round(log(scale / LARGEST) / log(STEP))
    return LARGEST * STEP ** max(steps, 0)


def whole_scale(picture: Picture) -> float:
    """The scale of the whole map."""
    return board_at(picture, 1.0, ORIGIN).scale


def _points(picture: Picture) -> dict[str, Point]:
    """Where everything is at the scale of the whole map."""
    whole = board_at(picture, 1.0, ORIGIN)
    return {each.id: whole.point(each.at) for each in picture.sites}


Extent = tuple[float, float, float, float]
"""The left upper corner, width and height."""


def _around(part: Iterable[str], at: dict[str, Point]) -> Extent:
    box = bounds([at[place] for place in part], 0)
    return box.x0, box.y0, box.width, box.height


def _scale(extent: Extent) -> float:
    """How large a part can be drawn."""
    across, down = (WIDTH - 2 * ACROSS) / max(extent[2], 1.0), (HIGHEST - 2 * DOWN) / max(extent[3], 1.0)
    return min(LARGEST, across, down)
