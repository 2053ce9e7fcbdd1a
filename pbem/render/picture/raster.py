"""SVG to PNG, with the letters we bring: a server needs neither system packages nor fonts."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO

import resvg_py
from PIL import Image

from pbem.render.picture.fonts import font_files
from pbem.render.picture.style import PIXELS, WIDTH

COLOURS = 128
"""So many colours are enough for flat grounds and their soft edges, and make the file a third as large."""
EFFORT = 6
"""Of zlib: more takes seven times as long for a fifteenth less."""


@lru_cache(maxsize=8)
def to_png(*layers: str) -> bytes:
    """The PNG of a drawing as wide as the paper, or of several drawings of one size that lie upon each other, the lowest
    first. The same drawings give the same bytes.

    The newest are kept, for often both seats see the same; so is what lies below others, for it seldom changes. Raises
    ValueError for what is no SVG.
    """
    *below, top = layers
    whole = _drawn(top)
    for svg in reversed(below):
        whole = Image.alpha_composite(_ground(svg), whole)
    few = whole.convert("RGB").quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    packed = BytesIO()
    few.save(packed, "PNG", compress_level=EFFORT)
    return packed.getvalue()


def _drawn(svg: str) -> Image.Image:
    drawn = resvg_py.svg_to_bytes(svg_string=svg, zoom=PIXELS / WIDTH, skip_system_fonts=True, font_files=font_files())
    with Image.open(BytesIO(drawn)) as image:
        return image.convert("RGBA")


_ground = lru_cache(maxsize=4)(_drawn)
