"""What a picture is put together from: pieces of markup, each with where on the paper it can be seen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from pbem.render.picture.canvas import svg
from pbem.render.picture.canvas.fonts import Face, text_width
from pbem.render.picture.canvas.geometry import Box, Point

ASCENT, DESCENT, ASIDE = 1.05, 0.35, 3.0
"""How far letters reach above and below their line, by their size, and beyond their width."""


ORIGIN = Point(0.0, 0.0)


class Drawing(NamedTuple):
    """Markup, and the `windows`, apart from each other, that hold all of it that is visible.

    Both are counted from `at`, so that what looks the same has the same markup wherever it is on the paper.
    """

    markup: str
    windows: tuple[Box, ...]
    at: Point = ORIGIN

    @property
    def placed(self) -> str:
        """The markup where it is on the paper."""
        return self.markup if self.at == ORIGIN else svg.moved(self.at, self.markup)


def part(markup: str | Iterable[str], window: Box, at: Point = ORIGIN) -> Drawing:
    """A part that is seen in one window."""
    return Drawing(markup if isinstance(markup, str) else "".join(markup), (window,), at)


def on_pixel(at: Point, scale: float) -> Point:
    """The point nearest to another where a pixel begins, `scale` pixels to a unit."""
    return Point(round(at.x * scale) / scale, round(at.y * scale) / scale)


def at_origin(box: Box) -> Box:
    """A box of the same size, to a hundredth, with its left upper corner at the origin."""
    return Box(0.0, 0.0, round(box.width, 2), round(box.height, 2))


def bounds(points: Iterable[Point], room: float) -> Box:
    """The box around points, enlarged on each side."""
    xs, ys = zip(*points, strict=True)
    return Box(min(xs), min(ys), max(xs), max(ys)).grown(room)


def edges(box: Box, room: float) -> tuple[Box, ...]:
    """The windows for the edge of a box alone, with a margin on both sides of it: above, below, left and right."""
    out, in_ = box.grown(room), box.grown(-room)
    return (
        Box(out.x0, out.y0, out.x1, in_.y0),
        Box(out.x0, in_.y1, out.x1, out.y1),
        Box(out.x0, in_.y0, in_.x0, in_.y1),
        Box(in_.x1, in_.y0, out.x1, in_.y1),
    )


def text_window(at: Point, words: str, size: float, face: Face, anchor: str = "start") -> Box:
    """The window of words on one line, placed as svg.text places them."""
    width = text_width(words, size, face)
    left = at.x - width * {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor]
    return Box(left - ASIDE, at.y - ASCENT * size, left + width + ASIDE, at.y + DESCENT * size)
