"""The names of minor places: written only where there is room, and where they lie on nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from pbem.render.picture.board.labels import Label, LabelledSpot, Leg, Room, Writing, around_spot
from pbem.render.picture.canvas import style
from pbem.render.picture.canvas.free import is_free, near
from pbem.render.picture.canvas.geometry import Box, around_all, bounded, covered

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
    lines = bounded([*room.lines, *ways])
    for spot in spots:
        options, window = _options(spot)
        close = near(window, taken)
        free = (label for label in options if is_free(label.box, room.frame, close))
        label_that_fits = next((label for label in free if not covered(label.box, lines)), None)
        if label_that_fits is not None:
            taken.append(label_that_fits.box.grown(CLOSE))
            yield label_that_fits


@lru_cache(maxsize=512)
def _options(spot: LabelledSpot) -> tuple[tuple[Label, ...], Box]:
    """The labels that a minor place can have, and the box around them: on the map they are the same each time."""
    options = tuple(label for _, label in around_spot(small(spot), AT_HAND))
    return options, around_all(label.box for label in options)
