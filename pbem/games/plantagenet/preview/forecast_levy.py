"""3.4 Forecasts for Levy actions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pbem.engine.game.forecast import Forecast, paid
from pbem.engine.phrase import Phrase, read_one
from pbem.games.plantagenet.components.box import Lord
from pbem.games.plantagenet.components.card_ids import Capabilities
from pbem.games.plantagenet.components.influence import BASE_COST, loyalty
from pbem.games.plantagenet.components.lordship import granted
from pbem.games.plantagenet.components.options import EventOf
from pbem.games.plantagenet.components.state import State, at_port, muster_of, place_of, side_of
from pbem.games.plantagenet.levy.levy import (
    CARTS_LEVIED,
    SHIPS_LEVIED,
    LevyCapability,
    LevyCarts,
    LevyLord,
    LevyShip,
    LevyVassal,
    seat_named,
    vassal_cost,
    vassals_come_surely,
)
from pbem.games.plantagenet.levy.levy_troops import LevyTroops, payer_of, source_of, troops_from, wages_due
from pbem.games.plantagenet.levy.muster import FORMS, Loyalty
from pbem.games.plantagenet.levy.parley import Parley, sure, terms_of
from pbem.games.plantagenet.preview.forecast_words import blockade_words, check_of, name, troop_words, wear_words
from pbem.i18n import Text

LOYALTY_GIVES = 3


def levy_forecast(s: State, choice: str) -> Forecast:
    """3.4 The forecast of an option of the Muster's Menu."""
    order, lord = read_one(FORMS, choice), muster_of(s).lord
    if isinstance(order, Loyalty):
        return Forecast(
            words=(
                Text("{lord} has {loyalty_gives} Levy actions more", lord=name(s, order.lord), loyalty_gives=LOYALTY_GIVES),
            )
        )
    if lord is not None and isinstance(order, Parley):
        return parley_forecast(s, lord, order, campaign=False)
    return KINDS[type(order)](s, lord, order) if lord is not None and type(order) in KINDS else Forecast()


def parley_forecast(s: State, lord: Lord, order: Parley, *, campaign: bool, actions: int = 1) -> Forecast:
    """3.4.1, 4.6.4 A Parley; `actions` is the number of Command actions that it takes in Campaign."""
    terms = terms_of(s, lord, order, campaign)
    certain = sure(s, lord, terms.means, terms.locale, campaign)
    spend = 0 if certain else order.spend
    lines: list[str] = (
        [
            Text(
                "{ways} {way} from {place_of}",
                ways=terms.ways,
                way="Way" if terms.ways == 1 else "Ways",
                place_of=name(s, place_of(s, lord)),
            )
        ]
        if terms.ways
        else []
    )
    for card in (terms.means.extra, terms.means.vote):
        lines += [Text("by {eventof}", eventof=name(s, EventOf(card)))] if card is not None else []
    lines += blockade_words(s, lord, s.board.seas) if terms.barred else []
    lines += [Text("succeeds without a roll")] if certain else check_of(s, lord, spend, parley=True)
    costs = paid(Influence=terms.cost + spend, Command_action=actions * campaign)
    by_lordship = not campaign and terms.means.extra is None
    return Forecast(costs | paid(Levy_action=int(by_lordship)), tuple(lines))


def lord_forecast(s: State, lord: Lord, order: LevyLord) -> Forecast:
    """3.4.2 Levy Lord: cost and check."""
    spend, seat = order.spend, seat_named(s, order)
    lines = [
        *check_of(s, lord, spend),
        Text("{other} then Musters at {seat}", other=name(s, order.other), seat=name(s, seat)),
    ]
    return Forecast(paid(Influence=BASE_COST + spend, Levy_action=1), tuple(lines))


def vassal_forecast(s: State, lord: Lord, order: LevyVassal) -> Forecast:
    """3.4.3 Levy Vassal: cost and check."""
    vassal, side = order.vassal, side_of(s, lord)
    certain, modifier = vassals_come_surely(s, lord), loyalty(s, vassal, side)
    spend = 0 if certain else order.spend
    lines = [Text("succeeds without a roll")] if certain else check_of(s, lord, spend, modifier)
    lines += (
        [Text("his Loyalty counts {modifier} (in the odds above)", modifier=f"{modifier:+d}")]
        if modifier and not certain
        else []
    )
    return Forecast(paid(Influence=vassal_cost(s, side) + spend, Levy_action=1), tuple(lines))


def troops_forecast(s: State, lord: Lord, order: LevyTroops) -> Forecast:
    """3.4.4 Levy Troops: the Troops and their cost."""
    source, payer = source_of(s, lord, order), payer_of(s, lord, order)
    lines = [troop_words(s, troops_from(source, payer, order.militia))]
    lines += [wear_words(s, source.locale)] if source.depletes else []
    by_lordship = not granted(s, lord, Capabilities.THOMAS_STANLEY)
    costs = paid(Coin=wages_due(s, lord) + (payer is not None), Levy_action=int(by_lordship))
    return Forecast(costs, tuple(lines))


def carts_forecast(_s: State, _lord: Lord, _order: LevyCarts) -> Forecast:
    """3.4.5 Levy Transport: Carts."""
    return Forecast(paid(Levy_action=1), (Text("brings {carts_levied} Carts", carts_levied=CARTS_LEVIED),))


def ship_forecast(s: State, lord: Lord, _order: LevyShip) -> Forecast:
    """3.4.5 Levy Transport: a Ship."""
    sea = s.board.locales[place_of(s, lord)].sea
    lines = blockade_words(s, lord, [sea]) if at_port(s, lord) and sea is not None else []
    return Forecast(paid(Levy_action=1), (*lines, Text("brings {ships_levied} Ship", ships_levied=SHIPS_LEVIED)))


def capability_forecast(s: State, _lord: Lord, order: LevyCapability) -> Forecast:
    """3.4.6 Levy Capability: the card's effect."""
    return Forecast(paid(Levy_action=1), (s.box.cards[order.card].effect,))


KINDS: Mapping[type[Phrase], Callable[[State, Lord, Any], Forecast]] = {
    LevyLord: lord_forecast,
    LevyVassal: vassal_forecast,
    LevyTroops: troops_forecast,
    LevyCarts: carts_forecast,
    LevyShip: ship_forecast,
    LevyCapability: capability_forecast,
}
