"""The ground of closeups: what of a board is on every picture of it, drawn once for each scale."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from PIL import Image

from pbem.engine.game.picture import Coast, Picture, Spot, Way
from pbem.render.picture.board.projection import Projection
from pbem.render.picture.board.ways import draw_ground, draw_way
from pbem.render.picture.canvas import svg
from pbem.render.picture.canvas.geometry import Point
from pbem.render.picture.canvas.parts import at_origin
from pbem.render.picture.canvas.raster import rasterised
from pbem.render.picture.closeup.frame import SCALE
from pbem.render.picture.layout import run
from pbem.render.picture.paste.kept import WeightedCache
from pbem.render.picture.paste.palette import palette

MAX_BYTES = 32 << 20
"""Bytes of pixels kept: the grounds of a board take 1 to 6 MiB for each scale."""


class Land(NamedTuple):
    """All that a ground depends on; `places` are those that ways on land lead to."""

    projection: Projection
    coasts: tuple[Coast, ...]
    borders: tuple[tuple[Spot, ...], ...]
    ways: tuple[Way, ...]
    places: tuple[tuple[str, Spot], ...]


def ground(picture: Picture, projection: Projection) -> Image.Image:
    """The whole board at the scale of a projection, in the colours of the palette, whose first is that of paper.

    Its ways to havens are not on it: they begin at boxes that are as large as what stands in them.
    """
    whole = replace(projection, frame=at_origin(projection.frame), scale=round(projection.scale, 6))
    places = tuple((place.id, place.at) for place in picture.places)
    return _grounds(Land(whole, picture.coasts, picture.borders, picture.ways, places))


def _rasterised(land: Land) -> Image.Image:
    frame = land.projection.frame
    drawing = svg.window(0, 0, round(frame.x1 * SCALE), round(frame.y1 * SCALE), SCALE, "".join(_markup(land)))
    return rasterised(drawing).convert("RGB").quantize(palette=palette(), dither=Image.Dither.NONE)


def _markup(land: Land) -> Iterator[str]:
    yield from draw_ground(land.projection, land.coasts, land.borders)
    points: dict[str, Point] = {place: land.projection.point(at) for place, at in land.places}
    for way in land.ways:
        if way.start in points and way.end in points:
            yield from draw_way(list(run(way, land.projection, points, ())), way.stroke, way.one_way)


_grounds = WeightedCache(_rasterised, lambda image: image.width * image.height, MAX_BYTES)
