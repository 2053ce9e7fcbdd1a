"""Elements of SVG as strings. All escaping is done here."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape

from pbem.render.picture.canvas.fonts import FAMILY, Face
from pbem.render.picture.canvas.geometry import Box, Point
from pbem.render.picture.canvas.style import PIXELS, WIDTH

UNWRITABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML 1.0 cannot hold."""
OUTERMOST = {"xmlns": "http://www.w3.org/2000/svg", "font_family": f"{FAMILY}, Arial Narrow, Arial, sans-serif"}


def number(value: float) -> str:
    """A length, to a tenth of a unit: "12.3", "12"."""
    return f"{value:.1f}".removesuffix(".0")


def tag(name: str, *body: str, **attributes: str | float) -> str:
    """An element; `body` is markup already. `stroke_width=2` is written stroke-width="2"; a last underscore is dropped."""
    written = "".join(f' {key.rstrip("_").replace("_", "-")}="{_value(value)}"' for key, value in attributes.items())
    return f"<{name}{written}>{''.join(body)}</{name}>" if body else f"<{name}{written}/>"


def _value(value: str | float) -> str:
    return plain(value) if isinstance(value, str) else number(value)


def plain(text: str) -> str:
    """Text as markup."""
    return escape(UNWRITABLE.sub("", text))


def rect(box: Box, radius: float = 0.0, **style: str | float) -> str:
    """A rectangle."""
    rounded = {"rx": radius} if radius else {}
    return tag("rect", x=box.x0, y=box.y0, width=box.width, height=box.height, **rounded, **style)


def circle(at: Point, radius: float, **style: str | float) -> str:
    return tag("circle", cx=at.x, cy=at.y, r=radius, **style)


def line(points: Iterable[Point], **style: str | float) -> str:
    """A line through points, not filled."""
    return tag("path", d=path(list(points)), fill="none", **style)


def polygon(points: Iterable[Point], **style: str | float) -> str:
    """A closed line."""
    return tag("path", d=f"{path(list(points))}Z", **style)


def path(points: Sequence[Point]) -> str:
    """Straight from point to point, as path data."""
    return "M" + "L".join(f"{number(p.x)} {number(p.y)}" for p in points)


def smooth(points: Sequence[Point]) -> str:
    """A curve through all points (Catmull-Rom, as cubic Beziers), as path data."""
    ends = [points[0], *points, points[-1]]
    parts = [f"M{number(points[0].x)} {number(points[0].y)}"]
    for before, start, end, after in zip(ends, ends[1:], ends[2:], ends[3:], strict=False):
        first = start.plus((end.x - before.x) / 6, (end.y - before.y) / 6)
        second = end.plus((start.x - after.x) / 6, (start.y - after.y) / 6)
        parts.append("C" + " ".join(f"{number(p.x)} {number(p.y)}" for p in (first, second, end)))
    return "".join(parts)


def text(
    at: Point, words: str, size: float, fill: str, face: Face = Face.SEMIBOLD, anchor: str = "start", **style: str | float
) -> str:
    """Words on one line; `at` is where the line of writing begins, is centred ("middle") or ends ("end")."""
    slant = {"font_style": "italic"} if face is Face.ITALIC else {}
    placed = {"text_anchor": anchor} if anchor != "start" else {}
    weight = {"font_weight": str(face.weight)}
    return tag("text", plain(words), x=at.x, y=at.y, font_size=size, fill=fill, **weight, **slant, **placed, **style)


def label(at: Point, words: str, size: float, fill: str, halo: str = "") -> str:
    """Words that stand out, with a `halo` of that colour, from what lies below them."""
    if not halo:
        return text(at, words, size, fill)
    return text(at, words, size, fill, stroke=halo, stroke_width=4.0, stroke_linejoin="round", paint_order="stroke")


def moved(at: Point, body: str) -> str:
    """Markup with its origin at a point."""
    return tag("g", body, transform=f"translate({at.x:.4f} {at.y:.4f})")


def window(x: int, y: int, width: int, height: int, scale: float, body: str) -> str:
    """A window of the drawing, `scale` pixels to a unit: its left upper pixel, width and height."""
    shift = f"matrix({scale!r} 0 0 {scale!r} {-x} {-y})"
    return tag("svg", tag("g", body, transform=shift), width=width, height=height, **OUTERMOST)


def document(width: float, height: float, title: str, body: Iterable[str]) -> str:
    """The whole drawing, of `width` and `height` units; the width of the paper is PIXELS wide."""
    scale = PIXELS / WIDTH
    return tag(
        "svg",
        tag("title", plain(title)),
        *body,
        width=round(width * scale),
        height=round(height * scale),
        viewBox=f"0 0 {number(width)} {number(height)}",
        **OUTERMOST,
    )
