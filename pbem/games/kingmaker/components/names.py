"""1 What pieces, cards, places and spots are called."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.games.kingmaker.components.ids import ABOARD, AT_SEA, FIELD, INSIDE, PORT
from pbem.games.kingmaker.components.state import State

SPOTS = {
    INSIDE: "{}",
    FIELD: "the open field of {}",
    ABOARD: "aboard {}",
    PORT: "the port of {}",
    AT_SEA: "{}",
}
"""1.5 How spots and waters are told."""


def name_of(s: State, what: str) -> str:
    """1 The printed name of anything that has an id; of what has none, the id in words."""
    for prefix, told in SPOTS.items():
        if what.startswith(prefix):
            return told.format(name_of(s, what.removeprefix(prefix)))
    return s.board.names.get(what) or what.replace("_", " ")


def names_of(s: State, these: Iterable[str]) -> str:
    """1 Several names in a row."""
    return ", ".join(name_of(s, each) for each in these)
