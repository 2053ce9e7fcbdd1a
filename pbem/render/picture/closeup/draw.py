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
from pbem.render.picture.canvas.geometry import Box, Point
from pbem.render.picture.canvas.parts import Drawing, at_origin, edges, on_pixel, part
from pbem.render.picture.closeup.focus import focus_of
from pbem.render.picture.closeup.frame import SCALE
from pbem.render.picture.closeup.ground import ground
from pbem.render.picture.closeup.layout import Closeup, compose_closeups, forget_layouts
from pbem.render.picture.drawing import draw_board, draw_ways_to_havens, is_of_haven
from pbem.render.picture.paste.paper import as_png, paste, sheet_of_paper

GLOW, ROUND = 6.0, 22.0
"""How far the glow reaches beyond the sign of a place where something happened, and the largest radius of its corners."""
BETWEEN = 10
"""Pixels between two parts."""
MAX_DRAWN = 64
"""Closeups kept, of two readers of each game in memory. They have some 0.1 MiB."""


def draw_closeup(picture: Picture, seat: Seat) -> bytes | None:
    """The parts that matter to `seat` ("": an observer) now as PNG, one below the other; None where nothing is or
    happened on the map.
    """
    return _drawn(picture, focus_of(picture, seat))


@lru_cache(maxsize=MAX_DRAWN)
def _drawn(picture: Picture, focus: frozenset[str]) -> bytes | None:
    """The parts that hold the places `focus`: the same to all readers who see the same."""
    papers = [pasted(each, picture) for each in compose_closeups(picture, focus)]
    if not papers:
        return None
    whole = sheet_of_paper(papers[0].width, sum(paper.height + BETWEEN for paper in papers) - BETWEEN)
    top = 0
    for paper in papers:
        whole.paste(paper, (0, top))
        top += paper.height + BETWEEN
    return as_png(whole, liveries_beyond(picture.parties))


def pasted(closeup: Closeup, picture: Picture) -> Image.Image:
    """A closeup of a picture, in all colours."""
    width, height = (round(length * SCALE) for length in (closeup.paper.width, closeup.paper.height))
    left, top = (-round(edge * SCALE) for edge in closeup.projection.frame[:2])
    paper = ground(picture, closeup.projection).crop((left, top, left + width, top + height)).convert("RGB")
    paste(paper, closeup_parts(closeup), SCALE)
    return paper


def forget() -> None:
    """Forget the closeups drawn and laid out, so that the next is made from the beginning, for measuring."""
    _drawn.cache_clear()
    forget_layouts()


def closeup_svg(closeup: Closeup) -> str:
    """The drawing. It names its font but does not bring it."""
    width, height = (round(length * SCALE) for length in (closeup.paper.width, closeup.paper.height))
    return svg.window(0, 0, width, height, SCALE, "".join(_markup(closeup)))


def _markup(closeup: Closeup) -> Iterator[str]:
    yield svg.rect(closeup.paper, fill=style.PAPER)
    yield from draw_ground(closeup.projection, closeup.picture.coasts, closeup.picture.borders)
    on_land = (each for each in closeup.ways if not is_of_haven(each[0], closeup))
    yield from chain.from_iterable(draw_way(points, way.stroke, way.one_way) for way, points in on_land)
    yield from (part.placed for part in closeup_parts(closeup))


def closeup_parts(closeup: Closeup) -> Iterator[Drawing]:
    """All that is on the ground, the lowest first."""
    yield from draw_ways_to_havens(closeup)
    yield from (_glow(closeup.anchor(place)) for place in sorted(closeup.focus))
    yield from draw_board(closeup.picture, closeup, SCALE)
    edge = closeup.paper.grown(-1)
    yield Drawing(svg.rect(edge, fill="none", stroke=style.CASING, stroke_width=2), edges(edge, 2))


def _glow(sign: Box) -> Drawing:
    """The glow around a place where something happened."""
    wide = at_origin(sign.grown(GLOW))
    look = svg.rect(wide, min(wide.width / 2, wide.height / 2, ROUND), fill=style.NOW, stroke=style.GOLD, stroke_width=2)
    return part(look, wide.grown(2), on_pixel(Point(sign.x0 - GLOW, sign.y0 - GLOW), SCALE))
