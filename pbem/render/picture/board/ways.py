"""Land, sea and the ways on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pbem.engine.game.picture import Coast, GlobePoint, Stroke
from pbem.render.picture.board.projection import Projection
from pbem.render.picture.canvas import style, svg
from pbem.render.picture.canvas.geometry import Point

HEAD = 9.0


def draw_ground(
    projection: Projection, coasts: Sequence[Coast], borders: Sequence[Sequence[GlobePoint]] = ()
) -> Iterator[str]:
    """Sea, with paler water along the shores, and land, with the borders on it."""
    shores = "".join(svg.path([projection.point(spot) for spot in coast.outline]) + "Z" for coast in coasts)
    yield svg.rect(projection.frame, fill=style.SEA)
    yield svg.tag("path", d=shores, fill="none", stroke=style.SHALLOWS, stroke_width=16, stroke_linejoin="round")
    yield svg.tag("path", d=shores, fill=style.LAND, stroke=style.SHORE, stroke_width=1.6, stroke_linejoin="round")
    if borders:
        yield draw_border([[projection.point(spot) for spot in line] for line in borders])


def draw_border(lines: Sequence[Sequence[Point]]) -> str:
    """What parts the land."""
    return svg.tag("path", d="".join(map(svg.path, lines)), **BORDER)


DASHES = "7 5"
BORDER: Mapping[str, str | float] = {
    "fill": "none",
    "stroke": style.RULE,
    "stroke_width": 2,
    "stroke_dasharray": "1.5 4",
    "stroke_linecap": "round",
}
LOOKS: Mapping[Stroke, Mapping[str, str | float]] = {
    Stroke.PLAIN: {"stroke": style.ROAD, "stroke_width": 2.6},
    Stroke.DASHED: {"stroke": style.ROAD, "stroke_width": 2.4, "stroke_dasharray": DASHES},
    Stroke.BLUE: {"stroke": style.SEA_INK, "stroke_width": 2.8},
    Stroke.RED: {"stroke": style.LIVERIES[1].ink, "stroke_width": 2.2, "stroke_dasharray": DASHES},
}


def draw_way(points: Sequence[Point], stroke: Stroke, one_way: bool) -> Iterator[str]:
    """A way through points."""
    course = svg.smooth(points)
    look: dict[str, str | float] = {"d": course, "fill": "none", "stroke_linejoin": "round"}
    if stroke is Stroke.BROAD:
        yield svg.tag("path", **look, stroke=style.CASING, stroke_width=6.4)
        yield svg.tag("path", **look, stroke=style.HIGHWAY, stroke_width=3.6)
    else:
        yield svg.tag("path", **look, **LOOKS[stroke])
    if one_way:
        yield _head(points)


def _head(points: Sequence[Point]) -> str:
    """An arrowhead before the end of a way."""
    tip = points[-1].toward(points[-2], 17)
    back = tip.toward(points[-2], HEAD + 3)
    across = (tip.y - back.y) / 2.2, (back.x - tip.x) / 2.2
    return svg.polygon([tip, back.plus(*across), back.plus(-across[0], -across[1])], fill=style.ROAD)
