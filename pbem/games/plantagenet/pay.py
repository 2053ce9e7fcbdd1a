"""3.2 Pay."""

from __future__ import annotations

from pbem.games.plantagenet.state import State


async def pay(s: State) -> None:
    """Being written."""
    raise NotImplementedError
