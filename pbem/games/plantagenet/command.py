"""4.2 Command."""

from __future__ import annotations

from pbem.games.plantagenet.state import State


async def commands(s: State) -> None:
    """Being written."""
    raise NotImplementedError
