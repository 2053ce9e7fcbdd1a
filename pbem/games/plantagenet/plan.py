"""4.1 Plan."""

from __future__ import annotations

from pbem.games.plantagenet.state import State


async def begin_campaign(s: State) -> None:
    """Being written."""
    raise NotImplementedError


async def plan(s: State) -> None:
    """Being written."""
    raise NotImplementedError
