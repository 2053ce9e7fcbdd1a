"""What the Lancastrian Capabilities do."""

from __future__ import annotations

from pbem.games.plantagenet.board import Unit
from pbem.games.plantagenet.box import MEN_AT_ARMS, MILITIA, Lord, Strike
from pbem.games.plantagenet.state import State, has_capability

CHURCH_BLESSING = "l5"
PIQUIERS = "l34"
CHEVALIERS = "l36"
PIQUIERS_END_AT = 3


def church_blessing(s: State, lord: Lord, unit: Unit, top: int) -> int:
    """l5 Church Blessing: Men-at-Arms 1-4."""
    return max(top, 4) if unit == MEN_AT_ARMS and has_capability(s, lord, CHURCH_BLESSING) else top


def piquiers(s: State, lord: Lord, unit: Unit, top: int) -> int:
    """l34 Piquiers: Men-at-Arms and Militia 1-4 until three of them, counted together, have Routed."""
    if unit not in (MEN_AT_ARMS, MILITIA) or not has_capability(s, lord, PIQUIERS):
        return top
    routed = s.mats[lord].routed
    gone = routed.get(MEN_AT_ARMS, 0) + routed.get(MILITIA, 0)
    return max(top, 4) if gone < PIQUIERS_END_AT else top


def chevaliers_protection(s: State, lord: Lord, unit: Unit, step: Strike, top: int) -> int:
    """l36 Chevaliers: the Men-at-Arms' Armour range is one less against Missiles, whatever else changed it."""
    applies = unit == MEN_AT_ARMS and step is Strike.MISSILES and has_capability(s, lord, CHEVALIERS)
    return top - 1 if applies else top


def chevaliers_half_hits(s: State, lord: Lord, unit: Unit, step: Strike, half_hits: int) -> int:
    """l36 Chevaliers: Men-at-Arms give two Melee Hits each."""
    applies = unit == MEN_AT_ARMS and step is Strike.MELEE and has_capability(s, lord, CHEVALIERS)
    return 2 * half_hits if applies else half_hits
