"""Colours and sizes. The picture has its own ground, so one does for light and dark letters.

Sides differ in shape and letter besides the colour; the first two are blue and vermilion, which all can tell apart.
"""

from __future__ import annotations

from typing import NamedTuple

from pbem.engine.game.picture import MapPlace, PlaceShape


def radius_of(place: MapPlace) -> float:
    """How far the sign of a place reaches."""
    return RADII[place.shape] * (MINOR if place.minor and not place.side else 1.0)


class Livery(NamedTuple):
    """The colours of a side: its own, for writing in it on the pale grounds, and what is written upon it."""

    fill: str
    ink: str
    upon: str


WIDTH = 1080.0
"""Units of the drawing."""
PIXELS = 1000
"""Of the PNG's width: a third of it is what a phone shows, and three times a phone's points are its pixels."""
MARGIN = 14.0

PAPER = "#fbf7ec"
LAND = "#f4ecd8"
SEA = "#d5e3ea"
SHALLOWS = "#e2edf2"
SHORE = "#6f8b99"
INK = "#2a2521"
FAINT = "#5d5548"
SEA_INK = "#35586b"
RULE = "#b9ab8e"
CASING = "#7a5a2e"
HIGHWAY = "#f0cf7d"
ROAD = "#8c7450"
NEUTRAL = "#fffdf6"
WORN = "#5a3a12"
BATTLE = "#f5c518"
NOW = "#ffe9a3"
GOLD = "#f2c230"
SILVER = "#dfe4ea"
LOCAL = "#33591f"
LIVERIES = (
    Livery("#1d4380", "#1d4380", "#ffffff"),
    Livery("#b8391a", "#a53013", "#ffffff"),
    Livery("#007a50", "#006a45", "#ffffff"),
    Livery("#a4527f", "#8a4269", "#ffffff"),
    Livery("#2f2b27", "#2f2b27", "#ffffff"),
)
"""By the place of a side. The colours of any two differ also to those who see few (tests/render/test_charts.py)."""
NO_LIVERY = Livery(NEUTRAL, FAINT, INK)

TITLE_SIZE = 30.0
SUBTITLE_SIZE = 22.0
NAME_SIZE = 18.5
SMALL_SIZE = 15.5
PLATE_SIZE = 18.0
SEA_SIZE, MINOR_SEA_SIZE = 25.0, 16.5
RADII = {
    PlaceShape.CITY: 12.0,
    PlaceShape.TOWN: 9.5,
    PlaceShape.FORTRESS: 12.0,
    PlaceShape.CROWNED: 15.0,
    PlaceShape.VILLAGE: 6.0,
}
MINOR = 0.6
"""The size of a minor place that is nobody's, by that of others."""

READ_ON = (
    (INK, (PAPER, LAND, SEA, NOW, NEUTRAL)),
    (FAINT, (PAPER, LAND, NOW, NEUTRAL)),
    (SEA_INK, (SEA,)),
    (LOCAL, (LAND, SEA, PAPER)),
    *((livery.ink, (LAND, SEA, PAPER, NOW)) for livery in LIVERIES),
    *((livery.upon, (livery.fill,)) for livery in LIVERIES),
)
"""Each colour of writing, and the grounds it may stand on."""


LEGIBLE = 4.5
"""The contrast that writing needs (WCAG 2.2, 1.4.3)."""


def livery_in(colour: str) -> Livery:
    """The livery of a side in a colour of the game's: writing in it, or upon it, is dark where that alone is legible."""
    ink = colour if min(contrast(colour, ground) for ground in (LAND, SEA, PAPER, NOW)) >= LEGIBLE else INK
    return Livery(colour, ink, PAPER if contrast(colour, PAPER) >= LEGIBLE else INK)


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours ("#rrggbb"), from 1 to 21 (WCAG 2.2, 1.4.3)."""
    dark, light = sorted(map(_luminance, (one, other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    channels = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
