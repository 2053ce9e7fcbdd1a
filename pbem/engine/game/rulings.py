"""How the game master puts a position right by hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic

from pbem.engine.decision import Seat
from pbem.engine.game.setup import S
from pbem.engine.refusal import Illegal


def no_ruling(_s: Any, line: str) -> Ruled:
    """For games whose positions cannot be changed by hand."""
    raise Illegal(f"a position of this game cannot be changed by hand: {line}")


@dataclass(frozen=True, slots=True)
class Ruled:
    """What a ruling has changed: its `line` as it was understood, and who may see that (None: everybody)."""

    line: str
    seen_by: frozenset[Seat] | None = None


@dataclass(frozen=True)
class Rulings(Generic[S]):
    """How the game master puts a position right by hand.

    `change(s, line)` does what a line says ("march at ely"), or raises a BadLine, which names what there is; then nothing
    has changed. `forms` has an example of each kind of line, and what it means.
    """

    change: Callable[[S, str], Ruled] = no_ruling
    forms: tuple[tuple[str, str], ...] = ()
