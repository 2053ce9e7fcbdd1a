"""Finding room on the paper."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, pi, sin

from pbem.render.picture.canvas.geometry import Box, Point

DIRECTIONS = tuple((cos(2 * pi * turn / 16), sin(2 * pi * turn / 16)) for turn in range(16))
STEP = 6.0
CORNER = 1.5
ASIDE = tuple((dx, dy, max(min(CORNER * dx, 1.0), -1.0), max(min(CORNER * dy, 1.0), -1.0)) for dx, dy in DIRECTIONS)
"""The directions, and how far the middle of a box lies aside in each, by half its size."""


def is_free(box: Box, frame: Box, taken: Sequence[Box]) -> bool:
    """Whether a box lies in the frame and meets nothing."""
    return frame.holds(box) and _meets_none(*box, taken)


def _meets_none(x0: float, y0: float, x1: float, y1: float, taken: Sequence[Box]) -> bool:
    for other in taken:  # noqa: SIM110 - a generator takes twice as long
        if x0 < other[2] and other[0] < x1 and y0 < other[3] and other[1] < y1:
            return False
    return True


def near(box: Box, taken: Sequence[Box]) -> list[Box]:
    """What of `taken` meets a box: all that matters to what stays within it. Asked so often that it calls nothing."""
    x0, y0, x1, y1 = box
    return [other for other in taken if x0 < other[2] and other[0] < x1 and y0 < other[3] and other[1] < y1]


def free_beside(at: Point, reach: float, width: float, height: float, frame: Box, taken: Sequence[Box]) -> Iterator[Box]:
    """Boxes of that size all around a point, their edges about `reach` away, to the right first, then clockwise: those that
    lie in the frame and meet nothing. Most do not, and no box is made of them.

    Those at a slant have a corner toward the point.
    """
    left, top, right, bottom = frame
    for dx, dy, across, down in ASIDE:
        x, y = at[0] + (dx * reach + across * width / 2), at[1] + (dy * reach + down * height / 2)
        x0, y0, x1, y1 = x - width / 2, y - height / 2, x + width / 2, y + height / 2
        if left <= x0 and top <= y0 and x1 <= right and y1 <= bottom and _meets_none(x0, y0, x1, y1, taken):
            yield Box(x0, y0, x1, y1)


def nearest_room(at: Point, width: float, height: float, frame: Box, taken: Sequence[Box]) -> Box:
    """The free box of that size that is nearest to a point; one that meets others where the frame is full.

    Where it is full, thousands of boxes are looked at: what the last one met is asked first about the next one, and no box
    is made before one is free.
    """
    wanted = Box.around(at, width, height).within(frame)
    (x, y), (left, top, right, bottom) = wanted.middle, frame
    reach, farthest, met = 0.0, max(frame.width, frame.height), wanted
    while reach < farthest:
        close = near(wanted.grown(reach), taken)
        for dx, dy in DIRECTIONS:
            x0, y0 = x + dx * reach - width / 2, y + dy * reach - height / 2
            x1, y1 = x + dx * reach + width / 2, y + dy * reach + height / 2
            across = (left - x0 if x0 < left else 0.0) + (right - x1 if x1 > right else 0.0)
            down = (top - y0 if y0 < top else 0.0) + (bottom - y1 if y1 > bottom else 0.0)
            x0, y0, x1, y1 = x0 + across, y0 + down, x1 + across, y1 + down
            if met is not wanted and x0 < met[2] and met[0] < x1 and y0 < met[3] and met[1] < y1:
                continue
            for other in close:
                if x0 < other[2] and other[0] < x1 and y0 < other[3] and other[1] < y1:
                    met = other
                    break
            else:
                if left <= x0 and top <= y0 and x1 <= right and y1 <= bottom:
                    return Box(x0, y0, x1, y1)
        reach += STEP
    return wanted
