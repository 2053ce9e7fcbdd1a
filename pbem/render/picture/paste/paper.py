"""Parts pasted on the paper, and packed as PNG."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from pbem.render.picture.canvas import style
from pbem.render.picture.canvas.parts import Part
from pbem.render.picture.canvas.raster import packed
from pbem.render.picture.paste.palette import palette
from pbem.render.picture.paste.sprites import SCALE, Look, Pixels, sprite


def pasted(parts: Sequence[Part], height: float) -> Image.Image:
    """The paper, so many units high, with the parts on it, the lowest first, in all colours."""
    paper = Image.new("RGB", (style.PIXELS, round(height * SCALE)), style.PAPER)
    for part in parts:
        for window in part.windows:
            found = sprite(Look(part.markup, Pixels.of(window)))
            if found is not None:
                paper.paste(found.colours, found.at, found.opacity)
    return paper


def paste(parts: Sequence[Part], height: float, more: tuple[style.Livery, ...] = ()) -> bytes:
    """The same as PNG, in the colours of the palette with `more` liveries than the first two.

    The same parts give the same bytes, whatever was pasted before.
    """
    return packed(pasted(parts, height).quantize(palette=palette(more), dither=Image.Dither.NONE))
