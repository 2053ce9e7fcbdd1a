"""y15 Naval Blockade: Warwick at a Port bars the Lancastrians from the Ports of that Sea."""

from __future__ import annotations

from collections.abc import Collection

from pbem.engine.dice import roll
from pbem.engine.event import tell
from pbem.games.plantagenet.components.board import Sea
from pbem.games.plantagenet.components.box import Lord, Side
from pbem.games.plantagenet.components.card_ids import Capabilities
from pbem.games.plantagenet.components.state import State, at_port, holder_of, place_of, side_of

BLOCKADE = "1.9.1 blockade"

PASSES = 2


def blockaded_sea(s: State, side: Side) -> Sea | None:
    """y15 The Sea whose Ports are barred to `side`: Warwick is at a Port Stronghold of it."""
    warwick = holder_of(s, Capabilities.NAVAL_BLOCKADE) if side is Side.LANCASTER else None
    if warwick is None or not at_port(s, warwick):
        return None
    return s.board.locales[place_of(s, warwick)].sea


def feared_sea(s: State, side: Side) -> Sea | None:
    """y15, 1.5.3 The Sea whose Ports may be barred to `side`, as far as it can see: with Hidden Mats anybody who could have
    the card counts, so that an enemy's options reveal nothing.
    """
    if not s.hidden_mats or side is Side.YORK:
        return blockaded_sea(s, side)
    holders = s.box.cards[Capabilities.NAVAL_BLOCKADE].lords or () if Capabilities.NAVAL_BLOCKADE in s.sheet.cards else ()
    ports = (place_of(s, lord) for lord in holders if lord in s.mats and at_port(s, lord))
    return next((s.board.locales[port].sea for port in ports), None)


async def passes_blockade(s: State, lord: Lord, seas: Collection[Sea]) -> bool:
    """y15 Whether a declared action of the Lord that uses Ports on `seas` goes ahead: on a roll of 1-2 if one of them is
    blockaded. If it fails, the action is spent, but no Influence (ruling R37).
    """
    sea = blockaded_sea(s, side_of(s, lord))
    if sea is None or sea not in seas:
        return True
    die = await roll(BLOCKADE, f"{lord} {sea}")
    tell(s, "1.9.1", "blockade", side=side_of(s, lord), lord=lord, sea=sea, die=die, passed=die <= PASSES)
    return die <= PASSES
