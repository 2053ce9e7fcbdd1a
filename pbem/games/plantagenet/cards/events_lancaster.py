"""3.1.3 The Lancastrian Events that take effect when drawn, card by card."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.engine.decision import Assign, Decision, Pick, PickSome, Split
from pbem.engine.event import tell
from pbem.engine.phrase import NONE
from pbem.games.plantagenet.cards.gifts import (
    TROOPS,
    ImmediateEvent,
    choose_strongholds,
    coin_and_provender,
    give_troops,
    leaves,
    move_service,
    offered,
    service_markers,
)
from pbem.games.plantagenet.components.assets import gain_troops, lose_troops
from pbem.games.plantagenet.components.board import LONDON, NORTH, WALES, Locale, Unit, Vassal
from pbem.games.plantagenet.components.box import HENRY_TUDOR, MEN_AT_ARMS, MILITIA, Card, Lord, Side
from pbem.games.plantagenet.components.card_ids import Events
from pbem.games.plantagenet.components.held import EVENT_RULE, offer_parade
from pbem.games.plantagenet.components.influence import ask_raise, check_influence, gain, lose, loyalty
from pbem.games.plantagenet.components.locales import adjacent, set_favour, shift_favour
from pbem.games.plantagenet.components.lords import disband_if_bare, disband_vassal
from pbem.games.plantagenet.components.ratings import influence_of
from pbem.games.plantagenet.components.state import (
    State,
    area_of,
    at_port,
    at_stronghold,
    enemy_there,
    favour_of,
    friendly,
    lord_with,
    lords_of,
    mustered_vassals,
    place_of,
    places_of,
    strongholds_of,
)
from pbem.i18n import Text

LORD = "3.1.3 lord"
PROPAGANDA = "3.1.3 propaganda"
KEEP = "3.1.3 keep"
LOSE = "3.1.3 lose"
REMOVE = "3.1.3 remove"
VASSALS = "3.1.3 vassals"
SHIFT = "3.1.3 shift"
HENRY_RELEASED = 5
KEEP_COST = 2
ROBINS_SHIFTS = 3
FRENCH = 2


async def scots(s: State) -> None:
    """l14 Scots: each Lancastrian Lord on the map may gain 1 Men-at-Arms, 1 Militia or both."""
    men_at_arms, militia = {MEN_AT_ARMS: 1}, {MILITIA: 1}
    choices = {NONE: {}, "militia": militia, "men_at_arms": men_at_arms, "both": men_at_arms | militia}
    prompt = Text("Scots: for each of your Lords, gain 1 Men-at-Arms, 1 Militia, both or neither?")
    await give_troops(s, Side.LANCASTER, "Scots", prompt, choices)


async def henry_pressures_parliament(s: State) -> None:
    """l15 Henry Pressures Parliament: York loses 1 Influence for each Mustered Yorkist Vassal."""
    lose(s, Side.YORK, len(list(mustered_vassals(s, Side.YORK))), EVENT_RULE, "Henry Pressures Parliament")


async def henrys_proclamation(s: State) -> None:
    """l19 Henry's Proclamation: the markers of all Mustered Yorkist Vassals move to this Turn's box."""
    for vassal in service_markers(s, Side.YORK):
        move_service(s, vassal, s.turn)


async def french_troops(s: State) -> None:
    """l22 French Troops: one Lancastrian Lord at a Port gains up to 2 Men-at-Arms and up to 2 Militia."""
    lords = [lord for lord in lords_of(s, Side.LANCASTER) if at_port(s, lord)]
    if not lords:
        return
    prompt = Text("French Troops: which of your Lords at a Port gains them, if any?")
    lord = await Decision(Side.LANCASTER, LORD, "French Troops", prompt, Pick(lambda: [NONE, *lords]), lambda: lords[0])
    if lord != NONE:
        await gain_french(s, Lord(lord))


async def gain_french(s: State, lord: Lord) -> None:
    """l22 French Troops: how many of each the Lord gains, as far as the pool has them."""
    numbers = [str(number) for number in range(FRENCH + 1)]

    def objection(unit: str, number: str, _so_far: object) -> str | None:
        return None if leaves(s, {Unit(unit): int(number)}) else Text("the pool does not have that many")

    units = (MEN_AT_ARMS, MILITIA)
    shape = Assign(lambda: units, lambda: numbers, len(units), objection)
    prompt = Text(
        "French Troops: how many Men-at-Arms and Militia for {lords}, 0 to {french} each?",
        lords=s.box.lords[lord].name,
        french=FRENCH,
    )
    come = await Decision(Side.LANCASTER, TROOPS, lord, prompt, shape, offered(units, numbers, objection))
    gain_troops(s, lord, {Unit(unit): int(number) for unit, number in come.items() if number != "0"}, EVENT_RULE)


async def warwicks_propaganda(s: State) -> None:
    """l23 l24 Warwick's Propaganda: for each of three Yorkist Strongholds York loses 2 Influence or the Favour."""
    marked = [locale for locale in s.board.locales if s.favour.get(locale) is Side.YORK]
    if not marked:
        return
    prompt = Text("Warwick's Propaganda: name three Yorkist Strongholds.")
    named = await choose_strongholds(PROPAGANDA, "Warwick's Propaganda", prompt, marked, 3)
    tell(s, EVENT_RULE, "propaganda", locales=list(named))
    prompt = Text(
        "Keep Favour at which Strongholds, at {keep_cost} Influence each? The others become Neutral.", keep_cost=KEEP_COST
    )
    paid_for = await Decision(Side.YORK, KEEP, "Warwick's Propaganda", prompt, PickSome(lambda: named, 0, len(named)), list)
    lose(s, Side.YORK, KEEP_COST * len(paid_for), EVENT_RULE, "Warwick's Propaganda")
    for locale in named:
        if locale not in paid_for:
            set_favour(s, locale, None, EVENT_RULE)


async def welsh_rebellion(s: State) -> None:
    """l25 Welsh Rebellion: the Yorkist Lords in Wales lose 2 Troops each; if there are none, two Yorkist markers are
    removed.
    """
    rebels = [lord for lord in lords_of(s, Side.YORK) if at_stronghold(s, lord) and area_of(s, place_of(s, lord)) == WALES]
    for lord in rebels:
        await lose_to_rebels(s, lord)
    if not rebels and (marked := strongholds_of(s, Side.YORK, WALES)):
        prompt = Text("Welsh Rebellion: which two Strongholds in Wales lose Yorkist Favour?")
        for locale in await choose_strongholds(REMOVE, "Welsh Rebellion", prompt, marked, 2):
            set_favour(s, locale, None, EVENT_RULE)


async def lose_to_rebels(s: State, lord: Lord) -> None:
    """l25 Welsh Rebellion: the Lancastrian chooses which 2 Troops the Lord loses.

    Ruling: with Hidden Mats the Lancastrian sees the Troops among which he chooses.
    """
    troops = {unit: number for unit, number in s.mats[lord].forces.items() if number and s.box.units[unit].troop}
    total = min(2, sum(troops.values()))
    prompt = Text("Welsh Rebellion: {lords} loses which {total} Troops?", lords=s.box.lords[lord].name, total=total)

    shape = Split(lambda: {str(unit): number for unit, number in troops.items()}, total)
    lost = await Decision(Side.LANCASTER, LOSE, lord, prompt, shape, lambda: first_of(troops, total))
    lose_troops(s, lord, {Unit(unit): number for unit, number in lost.items()}, EVENT_RULE)
    disband_if_bare(s, lord, EVENT_RULE)


def first_of(troops: Mapping[Unit, int], total: int) -> dict[str, int]:
    """This number of Troops, taken first from those named first."""
    taken: dict[str, int] = {}
    for unit, number in troops.items():
        taken[unit] = min(number, total - sum(taken.values()))
    return {unit: number for unit, number in taken.items() if number}


async def henry_released(s: State) -> None:
    """l26 Henry Released: 5 Influence if London has Lancastrian Favour (ruling R19)."""
    if friendly(s, Side.LANCASTER, LONDON):
        gain(s, Side.LANCASTER, HENRY_RELEASED, EVENT_RULE, "Henry Released")


async def universal_spider(s: State) -> None:
    """l27 L'Universelle Aragne: two Yorkist Vassals, chosen by the Lancastrian, whose Lords must check Influence.

    In the Wars of the Roses York may hold Yorkist Parade (y20) at this point.
    """
    vassals = [vassal for _, vassal in mustered_vassals(s, Side.YORK)]
    number = min(2, len(vassals))
    prompt = Text("L'Universelle Aragne: choose two Yorkist Vassals whose Lords must check Influence.")
    shape, default = PickSome(lambda: vassals, number, number), lambda: vassals[:number]
    named = await Decision(Side.LANCASTER, VASSALS, "L'Universelle Aragne", prompt, shape, default)
    if named:
        await offer_parade(s, Text("upon L'Universelle Aragne"))
    for vassal in named:
        await hold_vassal(s, Vassal(vassal))


async def hold_vassal(s: State, vassal: Vassal) -> None:
    """l27 L'Universelle Aragne: if the check with the Vassal's Loyalty fails, he Disbands (ruling R28)."""
    lord = lord_with(s, vassal)
    assert lord is not None
    modifier = loyalty(s, vassal, Side.YORK)
    spend = await ask_raise(s, lord, vassal, influence_of(s, lord) + modifier)
    if not await check_influence(s, lord, vassal, spend=spend, modifier=modifier):
        disband_vassal(s, vassal, EVENT_RULE)


async def wilful_disobedience(s: State) -> None:
    """l29 To wilful disobedience: two Strongholds near Lancastrian Lords and not near Yorkist Lords lose Yorkist Favour."""
    york, lancaster = places_of(s, Side.YORK), places_of(s, Side.LANCASTER)
    open_ = [locale for locale in s.board.locales if s.favour.get(locale) is Side.YORK]
    open_ = [locale for locale in open_ if near(s, locale) & lancaster and not near(s, locale) & york]
    prompt = Text("To wilful disobedience: which two Strongholds lose Yorkist Favour?")
    for locale in await choose_strongholds(REMOVE, "To wilful disobedience", prompt, open_, 2):
        set_favour(s, locale, None, EVENT_RULE)


def near(s: State, locale: Locale) -> set[str]:
    """A Stronghold and the Locales adjacent to it by Way (ruling R31)."""
    return {locale, *adjacent(s, locale)}


async def french_war_loans(s: State) -> None:
    """l30 French War Loans: each Lancastrian Lord on the map gains 1 Coin and 1 Provender."""
    coin_and_provender(s, Side.LANCASTER)


async def robins_rebellion(s: State) -> None:
    """l31 Robin's Rebellion: up to three times a Stronghold in the North shifts a level toward Lancaster."""
    prompt = Text("Robin's Rebellion: shift which Stronghold in the North toward Lancaster, if any?")
    for left in range(ROBINS_SHIFTS, 0, -1):
        subject = Text("Robin's Rebellion, {left} left", left=left)
        shape = Pick(lambda: [NONE, *unruly(s)])
        choice = await Decision(Side.LANCASTER, SHIFT, subject, prompt, shape, lambda: NONE)
        if choice == NONE:
            return
        shift_favour(s, Locale(choice), Side.LANCASTER, EVENT_RULE)


def unruly(s: State) -> list[Locale]:
    """l31 Robin's Rebellion: the Strongholds in the North that are not Lancastrian."""
    return [locale for locale in s.board.areas[NORTH] if s.favour.get(locale) is not Side.LANCASTER]


async def tudor_banners(s: State) -> None:
    """l32 Tudor Banners: around Henry Tudor at a Friendly Stronghold, all Strongholds without Yorkist Lords become
    Lancastrian.
    """
    if HENRY_TUDOR not in s.mats or not at_stronghold(s, HENRY_TUDOR):
        return
    here = place_of(s, HENRY_TUDOR)
    if favour_of(s, here) is not Side.LANCASTER:
        return
    for locale in adjacent(s, here):
        if s.board.locales[locale].stronghold and not enemy_there(s, Side.LANCASTER, locale):
            set_favour(s, locale, Side.LANCASTER, EVENT_RULE)


LANCASTRIAN_EVENTS: dict[Card, ImmediateEvent] = {
    Events.SCOTS: scots,
    Events.HENRY_PRESSURES_PARLIAMENT: henry_pressures_parliament,
    Events.HENRYS_PROCLAMATION: henrys_proclamation,
    Events.FRENCH_TROOPS: french_troops,
    Events.WARWICKS_PROPAGANDA_L23: warwicks_propaganda,
    Events.WARWICKS_PROPAGANDA_L24: warwicks_propaganda,
    Events.WELSH_REBELLION: welsh_rebellion,
    Events.HENRY_RELEASED: henry_released,
    Events.LUNIVERSELLE_ARAGNE: universal_spider,
    Events.TO_WILFUL_DISOBEDIENCE: wilful_disobedience,
    Events.FRENCH_WAR_LOANS: french_war_loans,
    Events.ROBINS_REBELLION: robins_rebellion,
    Events.TUDOR_BANNERS: tudor_banners,
}
"""3.1.3 The Events without Hold, This Levy or This Campaign."""
