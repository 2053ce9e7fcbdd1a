"""What a picture is put together from: pieces of markup, each with where on the paper it can be seen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from pbem.render.picture.canvas.fonts import Face, text_width
from pbem.render.picture.canvas.geometry import Box, Point

ASCENT, DESCENT, ASIDE = 1.05, 0.35, 3.0
"""How far letters reach above and below their line, by their size, and beyond their width."""


class Part(NamedTuple):
    """Markup, and the `windows` of the paper, apart from each other, that hold all of it that is to be seen."""

    markup: str
    windows: tuple[Box, ...]


def part(markup: str | Iterable[str], window: Box) -> Part:
    """A part that is seen in one window."""
    return Part(markup if isinstance(markup, str) else "".join(markup), (window,))


def bounds(points: Iterable[Point], room: float) -> Box:
    """The box around points, enlarged on each side."""
    xs, ys = zip(*points, strict=True)
    return Box(min(xs), min(ys), max(xs), max(ys)).grown(room)


def edges(box: Box, room: float) -> tuple[Box, ...]:
    """The windows for the edge of a box alone, with so much on both sides of it: above, below, left and right."""
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
