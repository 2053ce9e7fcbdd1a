"""The means that save letters. A game can be opened without any of them; how its log is read does not depend on it."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pbem.engine.game.setup import Setup

WITHOUT = "without"
"""The option of a Setup that lists the means it is played without."""


class Feature(StrEnum):
    """What spares the players a letter."""

    FORCED = "forced"  # a question with one legal answer answers itself
    AHEAD = "ahead"  # orders are written for a segment to come, or before they are asked for
    STANDING = "standing"  # standing orders
    BRANCHES = "branches"  # orders that are repeated, and cases after an order


IN_WORDS = {
    Feature.FORCED: "questions with one legal answer that answer themselves",
    Feature.AHEAD: "orders written ahead",
    Feature.STANDING: "standing orders",
    Feature.BRANCHES: "branches and repeated orders",
}


def without(setup: Setup) -> frozenset[Feature]:
    """The means that a game is played without. Raises ValueError for one that there is not, and for what is no list."""
    names = setup.options.get(WITHOUT, ())
    if not isinstance(names, list | tuple):
        raise ValueError(f"{names!r} is no list of means")
    return frozenset(map(Feature, names))


def in_words(features: frozenset[Feature]) -> str:
    """ "orders written ahead, standing orders"; "" for none."""
    return ", ".join(words for each, words in IN_WORDS.items() if each in features)
