"""3.3 Exiles and Vassals."""

from __future__ import annotations

from pbem.games.plantagenet.state import State


async def exiles_and_vassals(s: State) -> None:
    """Being written."""
    raise NotImplementedError
