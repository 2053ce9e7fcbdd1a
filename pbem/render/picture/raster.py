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
def to_png(svg: str) -> bytes:
    """The PNG of a drawing as wide as the paper. The same drawing gives the same bytes.

    The newest are kept: often both seats see the same. Raises ValueError for what is no SVG.
    """
    drawn = resvg_py.svg_to_bytes(svg_string=svg, zoom=PIXELS / WIDTH, skip_system_fonts=True, font_files=font_files())
    with Image.open(BytesIO(drawn)) as image:
        few = image.convert("RGB").quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    packed = BytesIO()
    few.save(packed, "PNG", compress_level=EFFORT)
    return packed.getvalue()
