"""A Picture to what is sent: SVG, PNG, and words for those who cannot see it."""

from __future__ import annotations

from functools import lru_cache

from pbem.engine.game.picture import Picture
from pbem.render.picture.alt import alt_text
from pbem.render.picture.board.labels import liveries_beyond
from pbem.render.picture.canvas import style
from pbem.render.picture.drawing import SCALE, draw_parts, draw_svg
from pbem.render.picture.layout import compose
from pbem.render.picture.paste.paper import as_png, paste, sheet_of_paper

__all__ = ["alt_text", "draw", "draw_svg", "forget"]


MAX_DRAWN = 64
"""Maps kept, of two readers of each game in memory: a report often has the same one as that before it. One takes 0.2 MiB."""


@lru_cache(maxsize=MAX_DRAWN)
def draw(picture: Picture) -> bytes:
    """The picture as PNG. The same picture gives the same bytes, whatever was drawn before; the newest are kept."""
    sheet = compose(picture)
    paper = sheet_of_paper(style.PIXELS, round(sheet.height * SCALE))
    paste(paper, draw_parts(picture, sheet), SCALE)
    return as_png(paper, liveries_beyond(picture.parties))


def forget() -> None:
    """Forget the pictures drawn, so that the next is drawn again, for measuring. What they are made of is kept."""
    draw.cache_clear()
