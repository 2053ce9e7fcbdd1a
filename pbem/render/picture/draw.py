"""A Picture to what is sent: SVG, PNG, and words for those who cannot see it."""

from __future__ import annotations

from pbem.engine.picture import Picture
from pbem.render.picture.alt import alt_text
from pbem.render.picture.drawing import draw_layers, draw_svg
from pbem.render.picture.raster import to_png

__all__ = ["alt_text", "draw", "draw_svg", "forget"]


def draw(picture: Picture) -> bytes:
    """The picture as PNG. The same picture gives the same bytes."""
    return to_png(*draw_layers(picture))


def forget() -> None:
    """Forget the pictures drawn, so that the next is drawn again, for measuring. What stays the same is kept: the ground."""
    to_png.cache_clear()
