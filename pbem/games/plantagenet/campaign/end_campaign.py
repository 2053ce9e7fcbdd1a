"""4.8 End Campaign: Tides of War (tides.py), Disembark, Victory Check (victory.py), Grow, Waste, Reset."""

from __future__ import annotations

from collections.abc import Collection

from pbem.engine.decision import Decision, Pick, PickSome, Sequence
from pbem.engine.dice import roll
from pbem.engine.event import tell
from pbem.games.plantagenet.campaign.feed import feed_lord
from pbem.games.plantagenet.campaign.tides import tides_of_war
from pbem.games.plantagenet.components.assets import per, pool, take_from_pool
from pbem.games.plantagenet.components.board import Locale, Unit
from pbem.games.plantagenet.components.box import CARTS, COIN, PROVENDER, SHIPS, Lord, Side
from pbem.games.plantagenet.components.declaring import nothing_asked
from pbem.games.plantagenet.components.group import shaky_meeting
from pbem.games.plantagenet.components.influence import lose, standing_of
from pbem.games.plantagenet.components.lords import disband_if_bare, disband_lord, place, remove_lord, return_card
from pbem.games.plantagenet.components.options import EventOf
from pbem.games.plantagenet.components.state import (
    Depletion,
    State,
    Status,
    enemy_there,
    friendly,
    lords_of,
    sea_of,
    side_of,
    tell_own,
)
from pbem.games.plantagenet.victory import victory_check
from pbem.games.plantagenet.wars.heirs import now
from pbem.games.plantagenet.wars.succession import lord_lost
from pbem.i18n import Text

DISEMBARK = "4.8.2 disembark"
LAND = "4.8.2 land"
WASTE = "4.8.5 waste"
DISCARD = "4.8.6 discard"
SHIPWRECK = 4
RAVAGED_LAND, BRIEF_REBELLION = "ravaged_land", "brief_rebellion"
HALVED = (PROVENDER, CARTS, SHIPS)


async def end_campaign(s: State) -> None:
    """4.8 Ends the Campaign, and, if the game goes on, the Turn."""
    await tides_of_war(s)
    await disembark(s)
    victory_check(s)
    if s.result is None:
        grow(s)
        await waste(s)
        await reset(s)


# Disembark


async def disembark(s: State) -> None:
    """4.8.2 Disembark: a die for each Lord at Sea, the Rebels' first (ruling R106)."""
    for side in s.order:
        for at_sea in [lord for lord in lords_of(s, side) if sea_of(s, lord) is not None]:
            lord = now(s, at_sea)
            if await roll(DISEMBARK, lord) <= SHIPWRECK:
                shipwreck(s, lord)
            else:
                await land(s, lord)


def shipwreck(s: State, lord: Lord) -> None:
    """4.8.2 Shipwreck: the Lord is lost for good, and Influence as if he were Unpaid. Heirs are succeeded, or the War ends
    (6.2.2).
    """
    lose(s, side_of(s, lord), standing_of(s, lord), "4.8.2", "Shipwreck")
    remove_lord(s, lord, Status.SHIPWRECKED, "4.8.2")
    lord_lost(s, lord)


async def land(s: State, lord: Lord) -> None:
    """4.8.2 Land: at a Port of that Sea without Enemy Lords, and Feed at once; without such a Port he Disbands."""
    ports = landing_ports(s, lord)
    if not ports:
        disband_lord(s, lord, "4.8.2")
        return
    prompt = Text("{lords} is at sea: Land at which Port?", lords=s.box.lords[lord].name)
    port = Locale(await Decision(side_of(s, lord), LAND, lord, prompt, Pick(lambda: ports), lambda: ports[0]))
    tell(s, "4.8.2", "lands", side=side_of(s, lord), lord=lord, locale=port)
    place(s, lord, port)
    await feed_lord(s, lord)


def landing_ports(s: State, lord: Lord) -> list[Locale]:
    """4.8.2 The Ports where he may Land, Friendly ones first. Shaky Allies applies, Owain Glyndwr does not (ruling R106)."""
    sea, side = sea_of(s, lord), side_of(s, lord)
    assert sea is not None
    free = [port for port in s.board.seas[sea].ports if not enemy_there(s, side, port)]
    free = [port for port in free if not shaky_meeting(s, [lord], port)]
    return sorted(free, key=lambda port: not friendly(s, side, port))


# Grow and Waste


def grow(s: State) -> None:
    """4.8.4 Grow: Depleted markers are removed, then Exhausted ones become Depleted (ruling R109). Not in Ravaged Land
    (6.0).
    """
    if not s.board.calendar[s.turn].grow or RAVAGED_LAND in s.sheet.special_rules:
        return
    fresh = [locale for locale, wear in s.wear.items() if wear is Depletion.DEPLETED]
    s.wear = {locale: Depletion.DEPLETED for locale, wear in s.wear.items() if wear is Depletion.EXHAUSTED}
    tell(s, "4.8.4", "grows", fresh=fresh, depleted=list(s.wear))


def wastes(s: State) -> bool:
    """4.8.5 Whether this Turn ends with Waste. Not in Brief Rebellion or Ravaged Land (6.0)."""
    return s.board.calendar[s.turn].waste and not {RAVAGED_LAND, BRIEF_REBELLION} & s.sheet.special_rules


async def waste(s: State) -> None:
    """4.8.5 Waste, the Rebels first."""
    if not wastes(s):
        return
    tell(s, "4.8.5", "wastes")
    for side in s.order:
        await waste_side(s, side)


async def waste_side(s: State, side: Side) -> None:
    """4.8.5 Waste for one side's Lords.

    Ruling: Troops beyond the Lord cards go to the pool before others come from it; if it is short even then, it serves
    the side's Lords in the order the owner names.

    With Hidden Mats nobody is asked; standing orders may name the order (ruling R275).
    """
    for lord in lords_of(s, side):
        waste_assets(s, lord)
        release_troops(s, lord)
    lords = lords_of(s, side)
    prompt = Text("The pool is short of Troops: in which order do your Lords take theirs?")
    shape = Sequence(lambda: lords if pool_is_short(s, lords) else [])
    order = await Decision(side, WASTE, side, prompt, shape, lambda: list(lords), automatic=nothing_asked(s))
    for lord in map(Lord, order or lords):
        take_from_pool(s, lord, missing_troops(s, lord))
        tell_own(s, lord, "4.8.5", "wasted", assets=dict(s.mats[lord].assets), forces=dict(s.mats[lord].forces))
        disband_if_bare(s, lord, "4.8.5")


def waste_assets(s: State, lord: Lord) -> None:
    """4.8.5 Provender, Carts and Ships are halved, rounded up; Coin becomes the Lord card's number, up or down (ruling
    R108).
    """
    assets = s.mats[lord].assets
    for asset in HALVED:
        assets[asset] = per(assets.get(asset, 0), 2)
    assets[COIN] = s.box.lords[lord].assets[COIN]


def on_card(s: State, lord: Lord) -> dict[Unit, int]:
    """4.8.5 The Troops on the Lord card, without Mercenaries and Handgunners, which Waste does not change (rulings R10,
    R108).
    """
    return {unit: s.box.lords[lord].forces.get(unit, 0) for unit, kind in s.box.units.items() if kind.wasted}


def release_troops(s: State, lord: Lord) -> None:
    """4.8.5 Troops in excess of the Lord card return to the pool."""
    forces = s.mats[lord].forces
    for unit, number in on_card(s, lord).items():
        forces[unit] = min(forces.get(unit, 0), number)


def missing_troops(s: State, lord: Lord) -> dict[Unit, int]:
    """4.8.5 The Troops that the Lord lacks compared with his card."""
    return {unit: number - s.mats[lord].forces.get(unit, 0) for unit, number in on_card(s, lord).items()}


def pool_is_short(s: State, lords: Collection[Lord]) -> bool:
    """1.6 Whether the pool has too few Troops to restore all these Lords to their cards."""
    wants = [missing_troops(s, lord) for lord in lords]
    return any(sum(want[unit] for want in wants) > pool(s, unit) for unit, kind in s.box.units.items() if kind.wasted)


# Reset


async def reset(s: State) -> None:
    """4.8.6 Reset: This Campaign Events are discarded, Held Events if their owner likes (ruling R110); then the next Turn
    begins.
    """
    for card in s.this_campaign:
        return_card(s, card)
    s.this_campaign = []
    for side in s.order:
        if s.held[side]:
            await discard_held(s, side)
    s.turn += 1


async def discard_held(s: State, side: Side) -> None:
    """4.8.6 The side may discard Held Events into its deck; only their number is public."""
    held = list(s.held[side])
    prompt = Text("Discard which of your Held Events, if any?")
    shape = PickSome(lambda: list(map(EventOf, held)), 0, len(held))
    answer = await Decision(side, DISCARD, side, prompt, shape, list)
    cards = [card for card in held if EventOf(card) in answer]
    for card in cards:
        s.held[side].remove(card)
        return_card(s, card)
    if cards:
        tell(s, "4.8.6", "held_discarded", side=side, number=len(cards))
        tell(s, "4.8.6", "held_discarded_cards", seen_by=frozenset({side.value}), cards=list(map(EventOf, cards)))
