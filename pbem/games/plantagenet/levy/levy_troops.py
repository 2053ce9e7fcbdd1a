"""3.4.4 Levy Troops, with the cards that shape it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product

from pbem.engine.decision import Decision, Pick
from pbem.engine.event import tell
from pbem.engine.phrase import Phrase
from pbem.games.plantagenet.components.assets import gain_troops, own, pool, shared, take_asset
from pbem.games.plantagenet.components.board import IRELAND, IRISH_SEA, Locale, Unit
from pbem.games.plantagenet.components.box import COIN, MERCENARIES, MILITIA, Lord, Side
from pbem.games.plantagenet.components.card_ids import Capabilities, Events
from pbem.games.plantagenet.components.locales import adjacent, deplete
from pbem.games.plantagenet.components.lordship import granted, lordship_left, may_levy, spend_grant, spend_lordship
from pbem.games.plantagenet.components.state import (
    State,
    at_stronghold,
    enemy_there,
    exhausted,
    has_capability,
    place_of,
    side_of,
    with_him,
)
from pbem.games.plantagenet.components.supply import chamberlains
from pbem.i18n import Text

RULE = "3.4.4"
WAGES = "3.4.4 wages"

UNDEPLETING = (Capabilities.WOODVILLES, Capabilities.QUARTERMASTERS)

HIRED, FIVE_MILITIA = 2, {MILITIA: 5}


class LevyTroops(Phrase, form="levy troops[ {by}][ from {near}][ {mercenaries}][ mercenaries {payer}][ militia_{militia}]"):
    """3.4.4 The source, by a card or from a Stronghold nearby; whether Mercenaries join, or who pays them; how many Militia
    join.
    """

    by: str = ""
    near: Locale | None = None
    mercenaries: bool = False
    payer: Lord | None = None
    militia: int = 0


@dataclass(frozen=True, slots=True)
class Source:
    """A source of Troops, with the Troops it gives. Orders call it `named`: the card, and the place."""

    named: tuple[str, Locale | None]
    locale: Locale
    troops: Mapping[Unit, int]
    depletes: bool


def sources(s: State, lord: Lord) -> list[Source]:
    """3.4.4 A Friendly, not Exhausted Stronghold where the Lord is, for the Troops in the Strongholds table; and sources
    from Capabilities: Beloved Warwick (y16), Irishmen (y18), Commission of Array (l12).
    """
    if not may_levy(s, lord):
        return []
    here, sources_here = place_of(s, lord), []
    if at_stronghold(s, lord) and not exhausted(s, here):
        sources_here.append(_stronghold(s, lord, here))
        if has_capability(s, lord, Capabilities.BELOVED_WARWICK):
            sources_here.append(Source(("warwick", None), here, FIVE_MILITIA, depletes(s, lord, here)))
    if has_capability(s, lord, Capabilities.IRISHMEN) and irish(s, here) and not exhausted(s, here):
        sources_here.append(Source(("irishmen", None), here, FIVE_MILITIA, depletes=False))
    if has_capability(s, lord, Capabilities.COMMISSION_OF_ARRAY) and at_stronghold(s, lord):
        sources_here += [_stronghold(s, lord, near, near) for near in adjacent(s, here) if may_array(s, lord, near)]
    return sources_here


def _stronghold(s: State, lord: Lord, locale: Locale, near: Locale | None = None) -> Source:
    return Source(("", near), locale, s.board.row(locale).levy_troops, depletes(s, lord, locale))


def irish(s: State, locale: Locale) -> bool:
    """y18 Irishmen: whether it is the Ireland box, or a Port on the Irish Sea (Great Ships do not extend this)."""
    return locale == IRELAND or (s.board.locales[locale].port and s.board.locales[locale].sea == IRISH_SEA)


def may_array(s: State, lord: Lord, locale: Locale) -> bool:
    """l12 Commission of Array: whether it is a Friendly Stronghold adjacent by Way, not Exhausted, without Enemy Lords."""
    side = side_of(s, lord)
    return s.favour.get(locale) is side and not exhausted(s, locale) and not enemy_there(s, side, locale)


def depletes(s: State, lord: Lord, locale: Locale) -> bool:
    """3.4.4 Whether Levy Troops Depletes the Stronghold; not with Woodvilles (y31), Quartermasters (l9), or with
    Chamberlains (l10) at the Seat of the Lord's own Vassal.
    """
    return not has_capability(s, lord, *UNDEPLETING) and not chamberlains(s, lord, locale)


def troops_options(s: State, lord: Lord) -> list[LevyTroops]:
    """3.4.4 Every way to Levy Troops: the source, Mercenaries (y12) and who pays them, Militia (y16)."""
    if not (lordship_left(s, lord) or granted(s, lord, Capabilities.THOMAS_STANLEY)):
        return []
    coins = shared(s, lord, COIN) - wages_due(s, lord)
    if coins < 0:
        return []
    hired = hires(s, lord) if coins else [(False, None)]
    orders = []
    for source in sources(s, lord):
        extra = range(commons(s, lord, source) + 1)
        orders += [LevyTroops(*source.named, *hire, militia) for hire, militia in product(hired, extra)]
    return orders


def wages_due(s: State, lord: Lord) -> int:
    """l9 Rising Wages: each Yorkist Levy Troops action first costs 1 Coin, own or Shared."""
    return int(side_of(s, lord) is Side.YORK and Events.RISING_WAGES in s.this_levy)


def hires(s: State, lord: Lord) -> list[tuple[bool, Lord | None]]:
    """y12 Soldiers of Fortune: with or without Mercenaries; the payer is named if several Lords could pay."""
    if not has_capability(s, lord, Capabilities.SOLDIERS_OF_FORTUNE) or not pool(s, MERCENARIES):
        return [(False, None)]
    payers = with_coin(s, lord)
    return [(False, None), *([(True, None)] if len(payers) == 1 else [(False, payer) for payer in payers])]


def with_coin(s: State, lord: Lord) -> list[Lord]:
    """1.5.3 The Lord and those who Share with him, if they have Coin."""
    return [other for other in with_him(s, lord) if own(s, other, COIN)]


def commons(s: State, lord: Lord, source: Source) -> int:
    """y16 The Commons: how many Militia York may add, as far as the pool has them."""
    if side_of(s, lord) is Side.LANCASTER or Events.THE_COMMONS not in s.this_levy:
        return 0
    return max(0, min(2, pool(s, MILITIA) - source.troops.get(MILITIA, 0)))


async def levy_troops(s: State, lord: Lord, order: LevyTroops) -> bool:
    """3.4.4 Levy Troops: those of the source come from the pool, as able; then it is Depleted or Exhausted."""
    source, payer = source_of(s, lord, order), payer_of(s, lord, order)
    if granted(s, lord, Capabilities.THOMAS_STANLEY):
        spend_grant(s, lord, Capabilities.THOMAS_STANLEY)
    else:
        spend_lordship(s)
    tell(s, RULE, "levies_troops", side=side_of(s, lord), lord=lord, locale=source.locale)
    if wages_due(s, lord):
        await pay_wages(s, lord, payer)
    if payer is not None:
        take_asset(s, payer, COIN, 1, RULE, "Soldiers of Fortune")
    gain_troops(s, lord, troops_from(source, payer, order.militia), RULE)
    if source.depletes:
        deplete(s, source.locale, RULE)
    return True


def troops_from(source: Source, payer: Lord | None, militia: int) -> Mapping[Unit, int]:
    """3.4.4 The Troops that join, as far as the pool has them, including paid Mercenaries (y12) and Militia (y16)."""
    troops = Counter(source.troops) + Counter({MILITIA: militia})
    if payer is not None:
        troops[MERCENARIES] = HIRED
    return troops


def source_of(s: State, lord: Lord, order: LevyTroops) -> Source:
    """The source that an order names."""
    return next(source for source in sources(s, lord) if source.named == (order.by, order.near))


def payer_of(s: State, lord: Lord, order: LevyTroops) -> Lord | None:
    """y12 Who pays Mercenaries, if any are hired."""
    return with_coin(s, lord)[0] if order.mercenaries else order.payer


async def pay_wages(s: State, lord: Lord, hirer: Lord | None) -> None:
    """l9 Rising Wages: takes 1 Coin from the Lord or from one who Shares with him, but not the Coin that hires
    Mercenaries.
    """
    payers = [other for other in with_coin(s, lord) if own(s, other, COIN) > (other == hirer)]
    prompt = Text("Rising Wages: who pays the 1 Coin for {lords}'s Troops?", lords=s.box.lords[lord].name)
    payer = await Decision(side_of(s, lord), WAGES, lord, prompt, Pick(lambda: payers), lambda: payers[0])
    take_asset(s, Lord(payer), COIN, 1, RULE, "Rising Wages")
