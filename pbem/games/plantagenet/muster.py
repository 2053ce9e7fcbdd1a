"""3.4 Muster."""

from __future__ import annotations

from pbem.games.plantagenet.state import State


async def muster(s: State) -> None:
    """Being written."""
    raise NotImplementedError
