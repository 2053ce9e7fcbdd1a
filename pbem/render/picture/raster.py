"""SVG to PNG, with the letters we bring: a server needs neither system packages nor fonts."""

from __future__ import annotations

from functools import cache, lru_cache
from io import BytesIO

import resvg
from PIL import Image
from resvg import usvg

from pbem.render.picture.fonts import font_files

COLOURS = 128
"""So many colours are enough for flat grounds and their soft edges, and make the file a third as large."""
EFFORT = 4
"""Of zlib: 6 takes half as long again for a twenty-fifth less."""


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
    try:
        drawn = resvg.render(usvg.Tree.from_str(svg, _options()), (1, 0, 0, 0, 1, 0))
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as panic:  # what it cannot read the library panics at, which is no Exception
        raise ValueError(f"no SVG: {panic}") from panic
    with Image.open(BytesIO(drawn)) as image:
        return image.convert("RGBA")


@cache
def _options() -> usvg.Options:
    """With our letters and no others."""
    options = usvg.Options.default()
    for file in font_files():
        options.load_font_file(file)
    return options


_ground = lru_cache(maxsize=4)(_drawn)
