"""The names of minor places: written only where there is room, and where they lie on nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pbem.render.picture.board.labels import Label, LabelledSpot, Leg, Room, Writing, around_spot
from pbem.render.picture.canvas import style
from pbem.render.picture.canvas.free import is_free, near
from pbem.render.picture.canvas.geometry import Box, around_all, passing

CLOSE = 4.0
"""The least distance between two names."""
AT_HAND = 10.0
"""What a place costs beyond which a name is too far from its sign."""


def small(spot: LabelledSpot) -> LabelledSpot:
    """The same, written in small letters, with the name alone."""
    name = replace(spot.writing.lines[0], size=style.SMALL_SIZE, fill=style.FAINT)
    return replace(spot, writing=Writing((name,)))


def minor_labels(spots: Sequence[LabelledSpot], room: Room, labels: Sequence[Label], ways: Sequence[Leg]) -> Iterator[Label]:
    """Labels for those that find room beside the others and beside what is in the room, one after another."""
    taken = [*room.fixed, *room.taken, *(label.box.grown(CLOSE) for label in labels)]
    lines = [*room.lines, *ways]
    for spot in map(small, spots):
        options = [label for _, label in around_spot(spot, AT_HAND)]
        window = around_all(label.box for label in options)
        close, crossing = near(window, taken), passing(window, lines)
        label_that_fits = next((label for label in options if _fits(label, room.frame, close, crossing)), None)
        if label_that_fits is not None:
            taken.append(label_that_fits.box.grown(CLOSE))
            yield label_that_fits


def _fits(label: Label, frame: Box, taken: Sequence[Box], lines: Sequence[Leg]) -> bool:
    return is_free(label.box, frame, taken) and not passing(label.box, lines)
