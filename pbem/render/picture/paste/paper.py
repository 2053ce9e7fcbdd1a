"""Parts pasted on the paper, and packed as PNG."""

from __future__ import annotations

from collections.abc import Iterable

from PIL import Image

from pbem.render.picture.canvas import style
from pbem.render.picture.canvas.parts import Drawing
from pbem.render.picture.canvas.raster import packed
from pbem.render.picture.paste.palette import palette
from pbem.render.picture.paste.sprites import Pixels, SpriteKey, sprite


def sheet_of_paper(width: int, height: int) -> Image.Image:
    """Empty paper of this size in pixels."""
    return Image.new("RGB", (width, height), style.PAPER)


def paste(paper: Image.Image, parts: Iterable[Drawing], scale: float) -> None:
    """Put parts on a paper, the lowest first; `scale` is pixels to a unit."""
    for part in parts:
        left, top = round(part.at.x * scale), round(part.at.y * scale)
        for window in part.windows:
            image = sprite(SpriteKey(part.markup, Pixels.of(window, scale), scale))
            if image is not None:
                paper.paste(image.colours, (left + image.at[0], top + image.at[1]), image.opacity)


def as_png(paper: Image.Image, more: tuple[style.Livery, ...] = ()) -> bytes:
    """A paper as PNG, in the colours of the palette with `more` liveries than the first two."""
    return packed(paper.quantize(palette=palette(more), dither=Image.Dither.NONE))
