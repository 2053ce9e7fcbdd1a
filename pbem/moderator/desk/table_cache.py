"""Games kept in memory between two letters, so that the next letter of a game need not play its whole log again.

A Table is taken out for each letter, and kept again when all that the letter did is committed: one that has met a fault, or
was written to in a transaction that came to nothing, is never seen again. What it follows from is compared each time that it
is taken (Mark), so what another process has done to the game is never missed.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

from pbem.engine.table import Table
from pbem.store.journal import LogVersion

MOST = 32
"""So many games are kept, those of the last letters; one takes about half a megabyte."""


@dataclass(frozen=True, slots=True)
class Mark:
    """What a Table follows from: rules and Setup (whether they are the `same` as those of its game), the key of its dice,
    the versions the game began with, and all that its live log says.
    """

    same: bool
    key: str
    versions: tuple[int, str, str]
    log: LogVersion


@dataclass(frozen=True, slots=True)
class Kept:
    """A game in memory, with the mark that it had when it was committed."""

    game_id: int
    table: Table[Any]
    mark: Mark


class TableCache:
    """The games of the last letters, for one process and one database."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._kept: OrderedDict[int, Kept] = OrderedDict()

    def take(self, game_id: int) -> Kept | None:
        """Take a game out. What it is worth its mark tells."""
        return self._kept.pop(game_id, None)

    def keep(self, kept: Kept) -> None:
        """Keep a game whose letter is committed; the one that was kept longest goes."""
        self._kept[kept.game_id] = kept
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)
