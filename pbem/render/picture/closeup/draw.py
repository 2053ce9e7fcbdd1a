"""A closeup of a Picture as PNG, and what it shows in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import chain

from PIL import Image

from pbem.engine.decision import Seat
from pbem.engine.picture import Picture
from pbem.render.picture.board.labels import liveries_beyond
from pbem.render.picture.board.ways import draw_ground, draw_way
from pbem.render.picture.canvas import style, svg
from pbem.render.picture.canvas.raster import packed, rasterised
from pbem.render.picture.closeup.focus import focus_of
from pbem.render.picture.closeup.layout import Closeup, compose_closeup
from pbem.render.picture.drawing import draw_board
from pbem.render.picture.paste.palette import palette

SCALE = 1.75
"""Pixels to a unit: two of a phone's for each of CSS."""


@lru_cache(maxsize=8)
def draw_closeup(picture: Picture, seat: Seat) -> bytes | None:
    """The part that matters to `seat` ("": an observer) now as PNG; None where nothing stands or happened on the map."""
    focus = focus_of(picture, seat)
    if not focus:
        return None
    closeup = compose_closeup(picture, focus)
    colours = palette(liveries_beyond(picture.parties))
    return packed(rasterised(closeup_svg(closeup)).convert("RGB").quantize(palette=colours, dither=Image.Dither.NONE))


def closeup_svg(closeup: Closeup) -> str:
    """The drawing. It names its font but does not bring it."""
    width, height = (round(length * SCALE) for length in (closeup.paper.width, closeup.paper.height))
    return svg.window(0, 0, width, height, SCALE, "".join(_markup(closeup)))


def _markup(closeup: Closeup) -> Iterator[str]:
    """All that is on the paper, the lowest first."""
    yield svg.rect(closeup.paper, fill=style.PAPER)
    yield from draw_ground(closeup.projection, closeup.picture.coasts)
    yield from chain.from_iterable(draw_way(points, way.stroke, way.one_way) for way, points in closeup.ways)
    yield from (part.markup for part in draw_board(closeup.picture, closeup))
    yield svg.rect(closeup.paper.grown(-1), fill="none", stroke=style.CASING, stroke_width=2)
