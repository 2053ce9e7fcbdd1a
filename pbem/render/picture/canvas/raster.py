"""SVG to pixels and PNG, with the letters we bring: a server needs neither system packages nor fonts."""

from __future__ import annotations

from functools import cache, lru_cache
from io import BytesIO

import resvg
from PIL import Image
from resvg import usvg

from pbem.render.picture.canvas.fonts import font_files

COLOURS = 128
"""Enough colours for flat areas and their smooth edges; the file is a third of the size."""
EFFORT = 4
"""Of zlib: 6 takes half as long again for a twenty-fifth less."""


@lru_cache(maxsize=8)
def to_png(drawing: str) -> bytes:
    """The PNG of a drawing in the colours that suit it best. The same drawing gives the same bytes; the newest are kept.

    Raises ValueError for what is no SVG.
    """
    return packed(rasterised(drawing).convert("RGB").quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE))


def packed(image: Image.Image) -> bytes:
    """An image as PNG."""
    written = BytesIO()
    image.save(written, "PNG", compress_level=EFFORT)
    return written.getvalue()


def rasterised(drawing: str) -> Image.Image:
    """The pixels of SVG, with their opacity. Raises ValueError for what is no SVG."""
    try:
        drawn = resvg.render(usvg.Tree.from_str(drawing, _options()), (1, 0, 0, 0, 1, 0))
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as panic:  # what it cannot read the library panics at, which is no Exception
        raise ValueError(f"no SVG: {panic}") from panic
    with Image.open(BytesIO(drawn)) as image:
        return image.convert("RGBA")


@cache
def _options() -> usvg.Options:
    """With our letters and no others. They are handed over as bytes: a file it would read again for every letter."""
    options = usvg.Options.default()
    for file in font_files():
        options.load_font_data(file.read_bytes())
    return options
