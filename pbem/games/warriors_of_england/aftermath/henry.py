"""14.0 Henry VI."""

from __future__ import annotations

from pbem.engine.dice import roll
from pbem.engine.event import tell
from pbem.games.warriors_of_england.components.board import HENRY_VI
from pbem.games.warriors_of_england.components.nobles import check_london
from pbem.games.warriors_of_england.components.state import OUT, TOWER, Shown, State

RULE = "14.0"
ROLL = f"{RULE} henry"
CHANGES = 2
"""14.0 His status changes on a die up to this."""


async def henry(s: State) -> None:
    """14.0 While he lives, a die of 1 or 2 turns Henry VI from healthy to infirm or back; in the Tower he is infirm.

    Ruling: W4 no die is rolled while he is in the Tower.
    """
    king = s.nobles[HENRY_VI]
    if king.at == OUT:
        return
    if king.at == TOWER:
        king.shown = Shown.REVERSE
        return
    die = await roll(ROLL, "henry")
    changes = die <= CHANGES
    if changes:
        king.shown = Shown.FACE if king.shown is Shown.REVERSE else Shown.REVERSE
    tell(s, RULE, "henry", die=die, changes=changes, infirm=king.shown is Shown.REVERSE)
    check_london(s)
