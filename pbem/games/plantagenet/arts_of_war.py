"""3.1 Arts of War."""

from __future__ import annotations

from pbem.games.plantagenet.state import State


async def arts_of_war(s: State) -> None:
    """Being written."""
    raise NotImplementedError
