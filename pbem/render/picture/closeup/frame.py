"""Which part of the board a closeup shows, and how large."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from pbem.engine.picture import Picture
from pbem.render.picture.board.projection import Projection
from pbem.render.picture.canvas import style
from pbem.render.picture.canvas.geometry import Box, Point
from pbem.render.picture.canvas.parts import bounds

WIDTH = 440.0
"""Units of the drawing, in which writing is as large as on the whole map: at 360 CSS pixels, 336 of them the letter's own,
its smallest letters are 11.8 pixels high (15.5 units).
"""
HEIGHTS = (360.0, 600.0)
"""The least and the usual most: what a phone shows without scrolling."""
ACROSS, DOWN = 66.0, 58.0
"""So much room between what it is about and its edges, for names and pieces."""
LARGEST = 1.35
"""By the scale of the whole map."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The paper, and the projection that puts the board on and around it."""

    paper: Box
    projection: Projection


def frame_for(picture: Picture, focus: Collection[str], stretch: float = 1.0) -> Frame:
    """The frame that holds the places `focus`, as large as it can be; `stretch` makes it higher, for what is crowded.

    Raises ValueError where the focus is empty.
    """
    least, most = HEIGHTS[0] * stretch, HEIGHTS[1] * stretch
    whole = _projection(picture, 1.0, 0.0, 0.0)
    spots = [each.at for each in (*picture.places, *picture.havens, *picture.waters) if each.id in focus]
    wanted = bounds([whole.point(spot) for spot in spots], 0)
    across, down = (WIDTH - 2 * ACROSS) / max(wanted.width, 1.0), (most - 2 * DOWN) / max(wanted.height, 1.0)
    scale = min(LARGEST, across, down)
    board = Box(*(value * scale for value in whole.frame))
    height = max(least, wanted.height * scale + 2 * DOWN)
    middle = Point(wanted.middle.x * scale, wanted.middle.y * scale)
    part = Box.around(middle, WIDTH, height)
    if board.width > WIDTH:
        part = part.within(Box(board.x0, part.y0, board.x1, part.y1))
    if board.height > height:
        part = part.within(Box(part.x0, board.y0, part.x1, board.y1))
    return Frame(Box(0, 0, WIDTH, height), _projection(picture, scale, -part.x0, -part.y0))


def _projection(picture: Picture, scale: float, left: float, top: float) -> Projection:
    """The board, `scale` times as large as on the whole map, from its left upper corner on."""
    return Projection.fit(picture.corners, left, top, (style.WIDTH - 2 * style.MARGIN) * scale)
