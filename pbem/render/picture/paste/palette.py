"""The colours of the PNG: those of the drawing, and what lies between two where their edges are soft.

The same for every picture with the same liveries: one suited to each would take four times as long to find, and is no
better.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from PIL import Image, ImageColor

from pbem.render.picture.canvas import style

FIRST, SECOND = style.LIVERIES[:2]
FLAT = (
    *(style.PAPER, style.LAND, style.SEA, style.SHALLOWS, style.SHORE, style.INK, style.FAINT, style.SEA_INK, style.RULE),
    *(style.CASING, style.HIGHWAY, style.ROAD, style.NEUTRAL, style.WORN, style.BATTLE, style.NOW, style.GOLD, style.SILVER),
    *(style.LOCAL, *FIRST, *SECOND),
)
"""What surfaces and strokes are filled with."""
OFTEN, SELDOM = 5, 2
Edges = Mapping[int, Iterable[tuple[str, str]]]
MAX_COLOURS = 256
EDGES: Edges = {
    OFTEN: (
        *((style.INK, style.LAND), (style.FAINT, style.PAPER), (style.SEA_INK, style.SEA), (style.LOCAL, style.LAND)),
        *((FIRST.fill, style.LAND), (FIRST.fill, FIRST.upon), (SECOND.ink, style.LAND), (SECOND.fill, SECOND.upon)),
        *((style.ROAD, style.LAND), (style.CASING, style.LAND)),
    ),
    SELDOM: (
        *((style.INK, ground) for ground in (style.SEA, style.PAPER, style.NEUTRAL, style.NOW, FIRST.fill, SECOND.fill)),
        *((style.FAINT, style.LAND), (style.SEA_INK, style.LAND), (style.LOCAL, style.PAPER), (style.LOCAL, style.SEA)),
        *((ink, ground) for ink in (FIRST.ink, SECOND.ink) for ground in (style.SEA, style.PAPER)),
        *((style.CASING, ground) for ground in (style.HIGHWAY, style.PAPER, style.NOW, style.BATTLE)),
        *((ring, ground) for ring in (style.GOLD, style.SILVER) for ground in (FIRST.fill, SECOND.fill)),
        *((style.SHORE, style.LAND), (style.SHORE, style.SHALLOWS), (style.ROAD, style.SEA), (style.WORN, style.NEUTRAL)),
        *((style.RULE, style.PAPER), (style.RULE, style.LAND), (style.BATTLE, style.LAND)),
        *((style.SEA, style.SHALLOWS), (style.LAND, style.SEA), (style.HIGHWAY, style.LAND)),
    ),
}
"""Which colours meet, by how many are put between the two."""

Colour = tuple[int, ...]


@lru_cache(maxsize=16)
def palette(more: tuple[style.Livery, ...] = ()) -> Image.Image:
    """The palette with `more` liveries than the first two, as an image that has it."""
    image = Image.new("P", (1, 1))
    image.putpalette([channel for colour in colours(more) for channel in colour])
    return image


def colours(more: tuple[style.Livery, ...] = ()) -> list[Colour]:
    """All colours as red, green and blue from 0 to 255; no more than the 256 that a palette can have."""
    flat = [*FLAT, *(colour for livery in more for colour in livery)]
    between = [*_between(EDGES), *(colour for livery in more for colour in _between(_edges_of(livery)))]
    return list(dict.fromkeys([*map(ImageColor.getrgb, flat), *between]))[:MAX_COLOURS]


def _edges_of(livery: style.Livery) -> Edges:
    """Which colours meet that of one more side."""
    fill, ink, upon = livery
    often = ((fill, style.LAND), (fill, upon))
    return {OFTEN: often, SELDOM: ((style.INK, fill), (ink, style.SEA), (ink, style.PAPER), (fill, style.NEUTRAL))}


def _between(edges: Edges) -> Iterator[Colour]:
    for steps, pairs in edges.items():
        for one, other in pairs:
            for step in range(1, steps + 1):
                yield _mixed(ImageColor.getrgb(one), ImageColor.getrgb(other), step / (steps + 1))


def _mixed(one: Colour, other: Colour, share: float) -> Colour:
    return tuple(round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
