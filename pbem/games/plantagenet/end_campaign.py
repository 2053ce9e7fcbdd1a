"""4.8 End Campaign."""

from __future__ import annotations

from pbem.games.plantagenet.state import State


async def end_campaign(s: State) -> None:
    """Being written."""
    raise NotImplementedError
