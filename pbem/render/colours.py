"""The colours of seats, and such that white letters can be read on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.engine.decision import Seat
from pbem.render.picture.canvas.style import LIVERIES

Colours = Mapping[Seat, str]
"""The colour of each seat, in the order of the seats."""
NEUTRAL = "#3b4450"
"""The band of letters that are for no seat."""
ENOUGH = 5.0
"""Contrast with white: above the 4.5 of WCAG 2.2, 1.4.3."""
STEP = 0.94
RED, GREEN, BLUE = 0.2126, 0.7152, 0.0722


def colours_of(seats: Sequence[Seat], own: Colours) -> Colours:
    """The game's `own` colours, and for seats without one that of their place."""
    return {seat: own.get(seat, LIVERIES[place % len(LIVERIES)].fill) for place, seat in enumerate(seats)}


def band_of(colour: str) -> str:
    """A seat's colour ("#rrggbb"; "": no seat), darkened until white letters on it have enough contrast."""
    if not colour:
        return NEUTRAL
    parts = [float(int(colour[at : at + 2], 16)) for at in (1, 3, 5)]
    while contrast_with_white(parts) < ENOUGH:
        parts = [part * STEP for part in parts]
    return "#" + "".join(f"{round(part):02x}" for part in parts)


def contrast_with_white(parts: list[float]) -> float:
    """The contrast ratio of a colour (red, green, blue from 0 to 255) with white: WCAG 2.2, relative luminance."""
    linear = [_linear(part / 255) for part in parts]
    luminance = RED * linear[0] + GREEN * linear[1] + BLUE * linear[2]
    return 1.05 / (luminance + 0.05)


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
