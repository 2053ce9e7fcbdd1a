"""The ground of closeups: what of a board is on every picture of it, drawn once for each scale."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple
from zlib import compress, decompress

from PIL import Image

from pbem.engine.game.picture import Coast, GlobePoint, MapWay, Picture
from pbem.render.picture.board.projection import Projection
from pbem.render.picture.board.ways import draw_ground, draw_way
from pbem.render.picture.canvas import svg
from pbem.render.picture.canvas.geometry import Point
from pbem.render.picture.canvas.parts import at_origin
from pbem.render.picture.canvas.raster import rasterised
from pbem.render.picture.closeup.frame import SCALE
from pbem.render.picture.layout import run
from pbem.render.picture.paste.byte_cache import WeightedCache
from pbem.render.picture.paste.palette import palette

MAX_BYTES = 32 << 20
"""Bytes kept: the ground of a board takes some 0.1 MiB for each scale, which has 1 to 4 million pixels."""
BAND = 64
"""Rows of pixels that are packed together."""


class Land(NamedTuple):
    """All that a ground depends on; `places` are those that ways on land lead to."""

    projection: Projection
    coasts: tuple[Coast, ...]
    borders: tuple[tuple[GlobePoint, ...], ...]
    ways: tuple[MapWay, ...]
    places: tuple[tuple[str, GlobePoint], ...]


class Packed(NamedTuple):
    """An image in the colours of the palette, in packed bands of rows: most of it is flat."""

    width: int
    height: int
    bands: tuple[bytes, ...]

    @classmethod
    def of(cls, image: Image.Image) -> Packed:
        """Of such an image."""
        tops = range(0, image.height, BAND)
        bands = (image.crop((0, top, image.width, min(top + BAND, image.height))).tobytes() for top in tops)
        return cls(*image.size, tuple(compress(band, 1) for band in bands))

    def crop(self, box: tuple[int, int, int, int]) -> Image.Image:
        """A part of it; what lies beyond it has the first colour."""
        left, top, right, bottom = box
        first, last = (min(max(row // BAND, 0), len(self.bands) - 1) for row in (top, bottom - 1))
        above, below = first * BAND, min((last + 1) * BAND, self.height)
        rows = b"".join(map(decompress, self.bands[first : last + 1]))
        image, colours = Image.frombytes("P", (self.width, below - above), rows), palette().palette
        assert colours is not None, "the image of a palette has one"
        image.putpalette(colours)
        return image.crop((left, top - above, right, bottom - above))


def ground(picture: Picture, projection: Projection) -> Packed:
    """The whole board at the scale of a projection, in the colours of the palette, whose first is that of paper.

    Its ways to havens are not on it: they begin at boxes that are as large as what stands in them.
    """
    whole = replace(projection, frame=at_origin(projection.frame), scale=round(projection.scale, 6))
    places = tuple((place.id, place.at) for place in picture.places)
    return _grounds(Land(whole, picture.coasts, picture.borders, picture.ways, places))


def _rasterised(land: Land) -> Packed:
    frame = land.projection.frame
    drawing = svg.window(0, 0, round(frame.x1 * SCALE), round(frame.y1 * SCALE), SCALE, "".join(_markup(land)))
    return Packed.of(rasterised(drawing).convert("RGB").quantize(palette=palette(), dither=Image.Dither.NONE))


def _markup(land: Land) -> Iterator[str]:
    yield from draw_ground(land.projection, land.coasts, land.borders)
    points: dict[str, Point] = {place: land.projection.point(at) for place, at in land.places}
    for way in land.ways:
        if way.start in points and way.end in points:
            yield from draw_way(list(run(way, land.projection, points, ())), way.stroke, way.one_way)


_grounds = WeightedCache(_rasterised, lambda packed: sum(map(len, packed.bands)), MAX_BYTES)
