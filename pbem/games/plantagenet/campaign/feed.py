"""4.7 Feed."""

from __future__ import annotations

from pbem.games.plantagenet.components.box import Lord, Side
from pbem.games.plantagenet.components.state import State, lords_of
from pbem.games.plantagenet.levy.pillage import FEED, maintain


async def feed(s: State) -> None:
    """4.7 Feed: at the end of each Command card the Rebel side, then the King's, whoever was Active (ruling R101)."""
    for side in s.order:
        await feed_side(s, side)
    unmark(s)


def unmark(s: State) -> None:
    """4.7 Removes the Moved-Fought markers (1.8)."""
    for mat in s.mats.values():
        mat.moved = False


async def feed_side(s: State, side: Side) -> None:
    """4.7 Lords marked Moved-Fought Feed their Troops; Lords supplied by Rebel Supply Depot (l28) are excused (ruling
    R103).
    """
    excused = s.command.depot if s.command is not None else []
    await maintain(s, FEED, [lord for lord in lords_of(s, side) if s.mats[lord].moved and lord not in excused])


async def feed_lord(s: State, lord: Lord) -> None:
    """4.8.2 A Lord who has Landed Feeds at once."""
    await maintain(s, FEED, [lord])
