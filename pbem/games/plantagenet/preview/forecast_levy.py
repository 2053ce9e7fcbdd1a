"""3.4 What a Levy action would cost and bring, for previews."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pbem.engine.forecast import Forecast, paid
from pbem.games.plantagenet.components.board import Vassal
from pbem.games.plantagenet.components.box import Card, Lord
from pbem.games.plantagenet.components.influence import BASE_COST, loyalty
from pbem.games.plantagenet.components.lordship import THOMAS_STANLEY, granted
from pbem.games.plantagenet.components.names import EVENT
from pbem.games.plantagenet.components.state import State, at_port, muster_of, place_of, side_of
from pbem.games.plantagenet.levy.levy import CARTS_LEVIED, SHIPS_LEVIED, seat_named, vassal_cost, vassals_come_surely
from pbem.games.plantagenet.levy.levy_troops import read, troops_from, wages_due
from pbem.games.plantagenet.levy.parley import spent_in, sure, terms_of
from pbem.games.plantagenet.preview.forecast_words import blockade_words, check_of, name, troop_words, wear_words

Words = list[str]
LOYALTY_GIVES = 3


def levy_forecast(s: State, choice: str) -> Forecast:
    """3.4 Of an option of the Muster's Menu."""
    order, *words = choice.split()
    lord = muster_of(s).lord
    if order == "loyalty":
        return Forecast(words=(f"{name(s, words[0])} has {LOYALTY_GIVES} Levy actions more",))
    if lord is None or order not in ("parley", "levy"):
        return Forecast()
    if order == "parley":
        return parley_forecast(s, lord, words, campaign=False)
    return KINDS[words[0]](s, lord, words[1:])


def parley_forecast(s: State, lord: Lord, words: Words, *, campaign: bool, actions: int = 1) -> Forecast:
    """3.4.1, 4.6.4 Of a Parley; `actions` are the Command actions it takes in Campaign."""
    terms = terms_of(s, lord, words, campaign)
    certain = sure(s, lord, terms.means, terms.locale, campaign)
    spend = 0 if certain else spent_in(words)
    told = [f"{terms.ways} {'Way' if terms.ways == 1 else 'Ways'} from {name(s, place_of(s, lord))}"] if terms.ways else []
    for card in (terms.means.extra, terms.means.vote):
        told += [f"by {name(s, EVENT + card)}"] if card is not None else []
    told += blockade_words(s, lord, s.board.seas) if terms.barred else []
    told += ["succeeds without a roll"] if certain else check_of(s, lord, spend, parley=True)
    costs = paid(Influence=terms.cost + spend, Command_action=actions * campaign)
    by_lordship = not campaign and terms.means.extra is None
    return Forecast(costs | paid(Levy_action=int(by_lordship)), tuple(told))


def lord_forecast(s: State, lord: Lord, words: Words) -> Forecast:
    """3.4.2 Of Levy Lord."""
    spend, seat = spent_in(words), seat_named(s, Lord(words[0]), words[1:])
    told = [*check_of(s, lord, spend), f"{name(s, words[0])} then Musters at {name(s, seat)}"]
    return Forecast(paid(Influence=BASE_COST + spend, Levy_action=1), tuple(told))


def vassal_forecast(s: State, lord: Lord, words: Words) -> Forecast:
    """3.4.3 Of Levy Vassal."""
    vassal, side = Vassal(words[0]), side_of(s, lord)
    certain, modifier = vassals_come_surely(s, lord), loyalty(s, vassal, side)
    spend = 0 if certain else spent_in(words)
    told = ["succeeds without a roll"] if certain else check_of(s, lord, spend, modifier)
    told += [f"his Loyalty counts {modifier:+d} (in the odds above)"] if modifier and not certain else []
    return Forecast(paid(Influence=vassal_cost(s, side) + spend, Levy_action=1), tuple(told))


def troops_forecast(s: State, lord: Lord, words: Words) -> Forecast:
    """3.4.4 Of Levy Troops."""
    source, payer, militia = read(s, lord, words)
    told = [troop_words(s, troops_from(source, payer, militia))]
    told += [wear_words(s, source.locale)] if source.depletes else []
    by_lordship = not granted(s, lord, THOMAS_STANLEY)
    costs = paid(Coin=wages_due(s, lord) + (payer is not None), Levy_action=int(by_lordship))
    return Forecast(costs, tuple(told))


def carts_forecast(_s: State, _lord: Lord, _words: Words) -> Forecast:
    """3.4.5 Of Levy Transport: Carts."""
    return Forecast(paid(Levy_action=1), (f"brings {CARTS_LEVIED} Carts",))


def ship_forecast(s: State, lord: Lord, _words: Words) -> Forecast:
    """3.4.5 Of Levy Transport: a Ship."""
    sea = s.board.locales[place_of(s, lord)].sea
    told = blockade_words(s, lord, [sea]) if at_port(s, lord) and sea is not None else []
    return Forecast(paid(Levy_action=1), (*told, f"brings {SHIPS_LEVIED} Ship"))


def capability_forecast(s: State, _lord: Lord, words: Words) -> Forecast:
    """3.4.6 Of Levy Capability."""
    return Forecast(paid(Levy_action=1), (s.box.cards[Card(words[0])].effect,))


KINDS: Mapping[str, Callable[[State, Lord, Words], Forecast]] = {
    "lord": lord_forecast,
    "vassal": vassal_forecast,
    "troops": troops_forecast,
    "carts": carts_forecast,
    "ship": ship_forecast,
    "capability": capability_forecast,
}
