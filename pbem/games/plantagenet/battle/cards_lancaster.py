"""The Lancastrian Capabilities in Battle."""

from __future__ import annotations

from pbem.games.plantagenet.components.board import Unit
from pbem.games.plantagenet.components.box import MEN_AT_ARMS, MILITIA, RETINUE, VASSAL, Lord, Strike
from pbem.games.plantagenet.components.card_ids import Capabilities, Events
from pbem.games.plantagenet.components.state import State, battle_of, has_capability

PIQUIERS_END_AT = 3


def church_blessing(s: State, lord: Lord, unit: Unit, top: int) -> int:
    """l5 Church Blessing: Men-at-Arms 1-4."""
    return max(top, 4) if unit == MEN_AT_ARMS and has_capability(s, lord, Capabilities.CHURCH_BLESSING) else top


def in_ravine(s: State, lord: Lord) -> bool:
    """l12 Ravine: in Round 1 the Lord named neither Engages nor Strikes, nor can he be struck."""
    battle = battle_of(s)
    return battle.round == 1 and battle.marked.get(Events.RAVINE) == lord


def montagu(s: State, lord: Lord, unit: Unit, top: int) -> int:
    """l23 Montagu: Warwick's Retinue 1-5, until the Battle ends even if Montagu Routs."""
    return max(top, 5) if unit == RETINUE and has_capability(s, lord, Capabilities.MONTAGU) else top


def barded_horse(s: State, lord: Lord, unit: Unit, step: Strike, top: int) -> int:
    """l27 Barded Horse: Retinue and Vassals, special ones too, 1-3 against Missiles and 1-5 in Melee."""
    if unit not in (RETINUE, VASSAL) or not has_capability(s, lord, Capabilities.BARDED_HORSE):
        return top
    return 3 if step is Strike.MISSILES else 5


def yeomen(s: State, lord: Lord, unit: Unit) -> bool:
    """l31 Yeomen of the Crown: whether one of Margaret's Men-at-Arms may Rout for her Retinue."""
    return (
        unit == RETINUE
        and has_capability(s, lord, Capabilities.YEOMEN_OF_THE_CROWN)
        and s.mats[lord].forces.get(MEN_AT_ARMS, 0) > 0
    )


def piquiers(s: State, lord: Lord, unit: Unit, top: int) -> int:
    """l34 Piquiers: Men-at-Arms and Militia 1-4 until three of them, counted together, have Routed."""
    if unit not in (MEN_AT_ARMS, MILITIA) or not has_capability(s, lord, Capabilities.PIQUIERS):
        return top
    routed = s.mats[lord].routed
    losses = routed.get(MEN_AT_ARMS, 0) + routed.get(MILITIA, 0)
    return max(top, 4) if losses < PIQUIERS_END_AT else top


def chevaliers_protection(s: State, lord: Lord, unit: Unit, step: Strike, top: int) -> int:
    """l36 Chevaliers: the Men-at-Arms' Armour range is one less against Missiles, after all other changes."""
    applies = unit == MEN_AT_ARMS and step is Strike.MISSILES and has_capability(s, lord, Capabilities.CHEVALIERS)
    return top - 1 if applies else top


def chevaliers_half_hits(s: State, lord: Lord, unit: Unit, step: Strike, half_hits: int) -> int:
    """l36 Chevaliers: Men-at-Arms give two Melee Hits each."""
    applies = unit == MEN_AT_ARMS and step is Strike.MELEE and has_capability(s, lord, Capabilities.CHEVALIERS)
    return 2 * half_hits if applies else half_hits
