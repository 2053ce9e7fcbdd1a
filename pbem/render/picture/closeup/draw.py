"""A closeup of a Picture as PNG, and what it shows in words."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import chain

from PIL import Image

from pbem.engine.decision import Seat
from pbem.engine.game.picture import Picture
from pbem.render.picture.board.labels import liveries_beyond
from pbem.render.picture.board.ways import draw_ground, draw_way
from pbem.render.picture.canvas import style, svg
from pbem.render.picture.canvas.geometry import Box
from pbem.render.picture.canvas.raster import packed, rasterised
from pbem.render.picture.closeup.focus import focus_of
from pbem.render.picture.closeup.layout import Closeup, compose_closeups, forget_layouts
from pbem.render.picture.drawing import draw_board
from pbem.render.picture.paste.palette import palette

SCALE = 1.5
"""Pixels to a unit: about two of a phone for each of CSS."""


GLOW, ROUND = 6.0, 22.0
"""How far the glow reaches beyond the sign of a place where something happened, and the largest radius of its corners."""
BETWEEN = 10
"""Pixels between two parts."""


def draw_closeup(picture: Picture, seat: Seat) -> bytes | None:
    """The parts that matter to `seat` ("": an observer) now as PNG, one below the other; None where nothing stands or
    happened on the map.
    """
    return _drawn(picture, focus_of(picture, seat))


@lru_cache(maxsize=8)
def _drawn(picture: Picture, focus: frozenset[str]) -> bytes | None:
    """The parts that hold the places `focus`: the same to all readers who see the same."""
    parts = [rasterised(closeup_svg(each)) for each in compose_closeups(picture, focus)]
    if not parts:
        return None
    height = sum(part.height for part in parts) + BETWEEN * (len(parts) - 1)
    paper = Image.new("RGB", (parts[0].width, height), style.PAPER)
    top = 0
    for part in parts:
        paper.paste(part.convert("RGB"), (0, top))
        top += part.height + BETWEEN
    colours = palette(liveries_beyond(picture.parties))
    return packed(paper.quantize(palette=colours, dither=Image.Dither.NONE))


def forget() -> None:
    """Forget the closeups drawn and laid out, so that the next is made anew, for measuring."""
    _drawn.cache_clear()
    forget_layouts()


def closeup_svg(closeup: Closeup) -> str:
    """The drawing. It names its font but does not bring it."""
    width, height = (round(length * SCALE) for length in (closeup.paper.width, closeup.paper.height))
    return svg.window(0, 0, width, height, SCALE, "".join(_markup(closeup)))


def _markup(closeup: Closeup) -> Iterator[str]:
    """All that is on the paper, the lowest first."""
    yield svg.rect(closeup.paper, fill=style.PAPER)
    yield from draw_ground(closeup.projection, closeup.picture.coasts, closeup.picture.borders)
    yield from chain.from_iterable(draw_way(points, way.stroke, way.one_way) for way, points in closeup.ways)
    yield from (_glow(closeup.anchor(place)) for place in sorted(closeup.focus))
    yield from (part.markup for part in draw_board(closeup.picture, closeup))
    yield svg.rect(closeup.paper.grown(-1), fill="none", stroke=style.CASING, stroke_width=2)


def _glow(sign: Box) -> str:
    """The glow around a place where something happened."""
    wide = sign.grown(GLOW)
    return svg.rect(wide, min(wide.width / 2, wide.height / 2, ROUND), fill=style.NOW, stroke=style.GOLD, stroke_width=2)
