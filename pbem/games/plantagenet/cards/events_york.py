"""3.1.3 The Yorkist Events that take effect when drawn, card by card."""

from __future__ import annotations

from pbem.engine.decision import Decision, Pick, YesNo
from pbem.engine.event import tell
from pbem.engine.phrase import NONE, Phrase
from pbem.games.plantagenet.campaign.tax import Tax, tax, tax_options
from pbem.games.plantagenet.cards.gifts import ImmediateEvent, coin_and_provender, give_troops, move_service, service_markers
from pbem.games.plantagenet.components.board import LONDON, NORTH, Locale
from pbem.games.plantagenet.components.box import CLARENCE, EDWARD_IV, MILITIA, Card, Lord, Side
from pbem.games.plantagenet.components.card_ids import Events
from pbem.games.plantagenet.components.held import EVENT_RULE, offer_parade
from pbem.games.plantagenet.components.influence import ask_raise, check_influence, gain
from pbem.games.plantagenet.components.locales import shift_favour
from pbem.games.plantagenet.components.lords import disband_lord, shift_box
from pbem.games.plantagenet.components.options import RAISE
from pbem.games.plantagenet.components.ratings import influence_of
from pbem.games.plantagenet.components.state import (
    State,
    area_of,
    at_stronghold,
    favour_of,
    lords_of,
    place_of,
    strongholds_of,
)
from pbem.i18n import Text

TAX = "3.1.3 tax"
CLARENCE_KEY = "3.1.3 clarence"
TAX_FACTOR = 2


class TaxBy(Phrase, form="{lord} {locale}" + RAISE):
    """y10 Which Lord Taxes what, and the raise of the check."""

    lord: Lord
    locale: Locale
    spend: int = 0

    @property
    def tax(self) -> Tax:
        """4.6.3 The Tax as an ordinary order."""
        return Tax(self.locale, self.spend)


async def tax_collectors(s: State) -> None:
    """y10 Tax Collectors: each Yorkist Lord on the map may Tax once for double Coin, one Lord after another."""
    waiting = lords_of(s, Side.YORK)
    if taxes_of(s, waiting):
        await offer_parade(s, Text("upon Tax Collectors"))
    prompt = Text("Tax Collectors: which Lord Taxes which Stronghold for double Coin, if any?")
    while waiting:
        shape = Pick(lambda: [NONE, *taxes_of(s, waiting)])
        subject = f"Tax Collectors, {len(waiting)} Lords"
        choice = await Decision(Side.YORK, TAX, subject, prompt, shape, lambda: NONE)
        if choice == NONE:
            return
        order = TaxBy.read(choice)
        waiting.remove(order.lord)
        await tax(s, order.lord, order.tax, factor=TAX_FACTOR)


def taxes_of(s: State, lords: list[Lord]) -> list[TaxBy]:
    """What each of the Lords can Tax."""
    return [TaxBy(lord, option.locale, option.spend) for lord in lords for option in tax_options(s, lord)]


async def london_for_york(s: State) -> None:
    """y15 London for York: a second marker, if London Favours York (ruling R36)."""
    if favour_of(s, LONDON) is Side.YORK and not s.london_for_york:
        s.london_for_york = True
        tell(s, EVENT_RULE, "london_for_york")


async def she_wolf(s: State) -> None:
    """y17 She-Wolf of France: the Calendar markers of Mustered Yorkist Vassals move one box right."""
    for vassal in service_markers(s, Side.YORK):
        move_service(s, vassal, shift_box(s.service[vassal], 1))


async def sir_richard_leigh(s: State) -> None:
    """y21 Sir Richard Leigh: London shifts a level toward York."""
    shift_favour(s, LONDON, Side.YORK, EVENT_RULE)


async def charles_the_bold(s: State) -> None:
    """y23 Charles the Bold: each Yorkist Lord on the map gains 1 Coin and 1 Provender."""
    coin_and_provender(s, Side.YORK)


async def dubious_clarence(s: State) -> None:
    """y26 Dubious Clarence: Edward IV may check Influence to Disband Clarence, if both are on the map."""
    if EDWARD_IV not in s.mats or CLARENCE not in s.mats:
        return
    prompt = Text("Dubious Clarence: will Edward IV check Influence to Disband Clarence?")
    if not await Decision(Side.YORK, CLARENCE_KEY, CLARENCE, prompt, YesNo(), lambda: False):
        return
    spend = await ask_raise(s, EDWARD_IV, CLARENCE, influence_of(s, EDWARD_IV))
    if await check_influence(s, EDWARD_IV, CLARENCE, spend=spend):
        disband_lord(s, CLARENCE, EVENT_RULE)


async def yorkist_north(s: State) -> None:
    """y27 Yorkist North: 1 Influence for each Yorkist Stronghold in the North and each Yorkist Lord at one there."""
    lords = [lord for lord in lords_of(s, Side.YORK) if at_stronghold(s, lord) and area_of(s, place_of(s, lord)) == NORTH]
    gain(s, Side.YORK, len(strongholds_of(s, Side.YORK, NORTH)) + len(lords), EVENT_RULE, "Yorkist North")


async def earl_rivers(s: State) -> None:
    """y31 Earl Rivers: each Yorkist Lord on the map may gain 1 or 2 Militia."""
    choices = {str(number): {MILITIA: number} for number in range(3)}
    prompt = Text("Earl Rivers: how many Militia for each of your Lords, 0 to 2?")
    await give_troops(s, Side.YORK, "Earl Rivers", prompt, choices)


YORKIST_EVENTS: dict[Card, ImmediateEvent] = {
    Events.TAX_COLLECTORS: tax_collectors,
    Events.LONDON_FOR_YORK: london_for_york,
    Events.SHE_WOLF_OF_FRANCE: she_wolf,
    Events.SIR_RICHARD_LEIGH: sir_richard_leigh,
    Events.CHARLES_THE_BOLD: charles_the_bold,
    Events.DUBIOUS_CLARENCE: dubious_clarence,
    Events.YORKIST_NORTH: yorkist_north,
    Events.EARL_RIVERS: earl_rivers,
}
"""3.1.3 The Events without Hold, This Levy or This Campaign."""
