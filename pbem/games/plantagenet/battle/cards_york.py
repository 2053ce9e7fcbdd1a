"""The Yorkist Capabilities in Battle. Cards with the same title on both sides are here."""

from __future__ import annotations

from pbem.games.plantagenet.components.board import Unit
from pbem.games.plantagenet.components.box import LONGBOWMEN, MEN_AT_ARMS, MILITIA, Lord, Side
from pbem.games.plantagenet.components.card_ids import Capabilities, Events
from pbem.games.plantagenet.components.state import State, battle_of, has_capability, side_of

CULVERINS = (
    Capabilities.CULVERINS_AND_FALCONETS_Y1,
    Capabilities.CULVERINS_AND_FALCONETS_Y2,
    Capabilities.CULVERINS_AND_FALCONETS_L1,
    Capabilities.CULVERINS_AND_FALCONETS_L2,
)

FINAL_CHARGE_HITS = 3
LEEWARD = {Side.YORK: Events.LEEWARD_BATTLE_LINE_Y1, Side.LANCASTER: Events.LEEWARD_BATTLE_LINE_L1}


def at_friendly_stronghold(s: State, lord: Lord) -> bool:
    """Whether the Battle is at a Stronghold that Favours the Lord's side."""
    return battle_of(s).favour is side_of(s, lord)


def barricades(s: State, lord: Lord, unit: Unit, top: int) -> int:
    """y9 Barricades: at a Friendly Stronghold Men-at-Arms 1-4, Longbowmen and Militia 1-2."""
    if not (has_capability(s, lord, Capabilities.BARRICADES) and at_friendly_stronghold(s, lord)):
        return top
    return max(top, {MEN_AT_ARMS: 4, LONGBOWMEN: 2, MILITIA: 2}.get(unit, top))


def culverins_of(s: State, side: Side) -> list[Lord]:
    """y1 y2 l1 l2 Culverins and Falconets: the side's Lords in the Battle who could spend one, by column."""
    battle = battle_of(s)
    present = [lord for lord in [*battle.front[side], *battle.reserve[side]] if lord is not None]
    return [lord for lord in present if has_capability(s, lord, *CULVERINS)]


def culverins_dice(s: State, lord: Lord) -> int:
    """y37 Patrick de la Mote: a Yorkist card gives two dice instead of one."""
    return 2 if side_of(s, lord) is Side.YORK and Events.PATRICK_DE_LA_MOTE in battle_of(s).events else 1


def leeward(s: State, side: Side) -> bool:
    """y1 l1 Leeward Battle Line: whether the side's Missile Hits are halved; the cards of both sides cancel each other."""
    played = battle_of(s).events
    return LEEWARD[side.enemy] in played and LEEWARD[side] not in played


def bloody_thou_art(s: State, winner: Side | None) -> bool:
    """y33 Bloody thou art: whether York has won with Richard III in the Battle, Routed or not."""
    return winner is Side.YORK and any(
        has_capability(s, lord, Capabilities.BLOODY_THOU_ART) for lord in battle_of(s).fighters
    )


def final_charger(s: State, engagement: list[Lord]) -> Lord | None:
    """y32 Final Charge: the Lord who can make it in this Engagement; his Retinue must be Unrouted."""
    chargers = [
        lord
        for lord in engagement
        if has_capability(s, lord, Capabilities.FINAL_CHARGE) and s.mats[lord].forces.get(Unit("retinue"))
    ]
    return chargers[0] if chargers else None


def vanguard(s: State) -> list[Lord] | None:
    """y36 Vanguard: the Engagement to which Round 1 can be limited; None if he is in none, or there is only one."""
    battle = battle_of(s)
    if battle.round > 1 or len(battle.engagements) < 2:
        return None
    fitting = [e for e in battle.engagements if any(has_capability(s, lord, Capabilities.VANGUARD) for lord in e)]
    return fitting[0] if fitting else None
