"""Features that save letters. A game can be opened without any of them; its log is read in the same way."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pbem.engine.game.setup import Setup

WITHOUT = "without"
"""The option of a Setup that lists the features it is played without."""


class Feature(StrEnum):
    """A feature that saves the players a letter."""

    FORCED = "forced"  # a question with one legal answer answers itself
    AHEAD = "ahead"  # orders can be written for a coming segment, or before they are asked for
    STANDING = "standing"  # standing orders
    BRANCHES = "branches"  # orders that are repeated, and alternatives after an order


IN_WORDS = {
    Feature.FORCED: "questions with one legal answer that answer themselves",
    Feature.AHEAD: "orders written ahead",
    Feature.STANDING: "standing orders",
    Feature.BRANCHES: "branches and repeated orders",
}


def without(setup: Setup) -> frozenset[Feature]:
    """The features that a game is played without. Raises ValueError for an unknown one, and for anything that is not a
    list.
    """
    names = setup.options.get(WITHOUT, ())
    if not isinstance(names, list | tuple):
        raise ValueError(f"{names!r} is no list of means")
    return frozenset(map(Feature, names))


def in_words(features: frozenset[Feature]) -> str:
    """ "orders written ahead, standing orders"; "" for none."""
    return ", ".join(words for each, words in IN_WORDS.items() if each in features)
