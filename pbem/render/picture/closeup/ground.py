"""The ground of closeups: what of a board is on every picture of it, drawn once for each scale, and no more of it than is
shown.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple
from zlib import compress, decompress

from PIL import Image, ImagePalette

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
"""Bytes of tiles kept: the whole ground of a board takes some 0.1 MiB for each scale, which has 1 to 5 million pixels."""
MAX_GROUNDS = 64
"""Grounds of which there are tiles: those of all scales of some boards."""
TILE = 256
"""Pixels of a tile's side. A closeup shows some ten of a hundred: to draw them all takes a fifth of a second."""


class Land(NamedTuple):
    """All that a ground depends on; `places` are those that ways on land lead to."""

    projection: Projection
    coasts: tuple[Coast, ...]
    borders: tuple[tuple[GlobePoint, ...], ...]
    ways: tuple[MapWay, ...]
    places: tuple[tuple[str, GlobePoint], ...]


@dataclass(frozen=True, eq=False)
class Ground:
    """A board at one scale as SVG, and its size in pixels."""

    width: int
    height: int
    markup: str

    def crop(self, box: tuple[int, int, int, int]) -> Image.Image:
        """A part of it in the colours of the palette; what lies beyond it has the first colour."""
        left, top, right, bottom = box
        image = Image.new("P", (right - left, bottom - top))
        image.putpalette(_palette())
        for y in range(max(top, 0) // TILE * TILE, min(bottom, self.height), TILE):
            for x in range(max(left, 0) // TILE * TILE, min(right, self.width), TILE):
                image.paste(_image_of(_tiles(Tile(self, x, y)), self.size_of(x, y)), (x - left, y - top))
        return image

    def size_of(self, x: int, y: int) -> tuple[int, int]:
        """Width and height of the tile with this left upper corner."""
        return min(TILE, self.width - x), min(TILE, self.height - y)


class Tile(NamedTuple):
    """A part of a ground, by its left upper corner."""

    ground: Ground
    x: int
    y: int


def ground(picture: Picture, projection: Projection) -> Ground:
    """The whole board at the scale of a projection, in the colours of the palette, whose first is that of paper.

    Its ways to havens are not on it: they begin at boxes that are as large as what is in them.
    """
    whole = replace(projection, frame=at_origin(projection.frame), scale=round(projection.scale, 6))
    places = tuple((place.id, place.at) for place in picture.places)
    return _ground(Land(whole, picture.coasts, picture.borders, picture.ways, places))


@lru_cache(maxsize=MAX_GROUNDS)
def _ground(land: Land) -> Ground:
    frame = land.projection.frame
    return Ground(round(frame.x1 * SCALE), round(frame.y1 * SCALE), "".join(_markup(land)))


def _markup(land: Land) -> Iterator[str]:
    yield from draw_ground(land.projection, land.coasts, land.borders)
    points: dict[str, Point] = {place: land.projection.point(at) for place, at in land.places}
    for way in land.ways:
        if way.start in points and way.end in points:
            yield from draw_way(list(run(way, land.projection, points, ())), way.stroke, way.one_way)


def _drawn(tile: Tile) -> bytes:
    width, height = tile.ground.size_of(tile.x, tile.y)
    drawing = svg.window(tile.x, tile.y, width, height, SCALE, tile.ground.markup)
    coloured = rasterised(drawing).convert("RGB").quantize(palette=palette(), dither=Image.Dither.NONE)
    return compress(coloured.tobytes(), 1)  # most of it is flat


_tiles = WeightedCache(_drawn, len, MAX_BYTES)


def _image_of(packed: bytes, size: tuple[int, int]) -> Image.Image:
    image = Image.frombytes("P", size, decompress(packed))
    image.putpalette(_palette())
    return image


def _palette() -> ImagePalette.ImagePalette:
    colours = palette().palette
    assert colours is not None, "the image of a palette has one"
    return colours
