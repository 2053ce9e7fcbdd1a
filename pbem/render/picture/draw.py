"""A Picture to what is sent: SVG, PNG, and words for those who cannot see it."""

from __future__ import annotations

from pbem.engine.picture import Picture
from pbem.render.picture.alt import alt_text
from pbem.render.picture.drawing import draw_svg
from pbem.render.picture.labels import usual_labels
from pbem.render.picture.raster import to_png

__all__ = ["alt_text", "draw", "draw_svg", "forget"]


def draw(picture: Picture) -> bytes:
    """The picture as PNG. The same picture gives the same bytes."""
    return to_png(draw_svg(picture))


def forget() -> None:
    """Forget what was kept of earlier pictures, so that the next is drawn from nothing: for measuring."""
    usual_labels.cache_clear()
    to_png.cache_clear()
