"""Parts as pixels, rasterised once for each look."""

from __future__ import annotations

from typing import NamedTuple

from PIL import Image

from pbem.render.picture.canvas import svg
from pbem.render.picture.canvas.geometry import Box
from pbem.render.picture.canvas.raster import rasterised
from pbem.render.picture.paste.byte_cache import WeightedCache

MAX_BYTES = 48 << 20
"""Bytes of pixels and markup kept: the ground of a map takes 5 MiB, a piece 20 KiB."""
PER_PIXEL, OF_NOTHING = 5, 1024
"""Bytes: Pillow's for colours and opacity; and for what surrounds them."""


class Pixels(NamedTuple):
    """A window in pixels. The right column and the lower row are not in it."""

    x0: int
    y0: int
    x1: int
    y1: int

    @classmethod
    def of(cls, window: Box, scale: float) -> Pixels:
        """The nearest, `scale` pixels to a unit; windows that touch still do."""
        return cls(*(round(value * scale) for value in window))


class SpriteKey(NamedTuple):
    """All that a sprite depends on."""

    markup: str
    pixels: Pixels
    scale: float


class Sprite(NamedTuple):
    """What is pasted: colours, how opaque each is (None: wholly), and where its left upper corner lies."""

    colours: Image.Image
    opacity: Image.Image | None
    at: tuple[int, int]
    weight: int


def _rasterised(look: SpriteKey) -> Sprite | None:
    """A window with nothing but this markup in it, cut to what can be seen; None: nothing can."""
    x0, y0, x1, y1 = look.pixels
    if x1 <= x0 or y1 <= y0:
        return None
    image = rasterised(svg.window(x0, y0, x1 - x0, y1 - y0, look.scale, look.markup))
    box = image.getchannel("A").getbbox()
    if box is None:
        return None
    seen = image.crop(box)
    opacity = seen.getchannel("A")
    weight = seen.width * seen.height * PER_PIXEL + OF_NOTHING + len(look.markup)
    whole = opacity.getextrema() == (255, 255)
    return Sprite(seen.convert("RGB"), None if whole else opacity, (x0 + box[0], y0 + box[1]), weight)


def _weight(sprite: Sprite | None) -> int:
    return sprite.weight if sprite else OF_NOTHING


sprite = WeightedCache(_rasterised, _weight, MAX_BYTES)
"""The sprite of a look; None if nothing is visible. Two parts share one only if their markup is the same."""
