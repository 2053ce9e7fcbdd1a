"""The costs of an answer, and the odds of its rolls.

Costs, yields and thresholds come from the functions of the rules themselves. The Enemy's Held Events are ignored, and with
Hidden Mats (1.5.3) their mats.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from itertools import product

from pbem.engine.decision import Decision, Json, Seat
from pbem.engine.game.forecast import Caution, Forecast, costs_in_words, paid
from pbem.engine.phrase import NONE
from pbem.games.plantagenet.battle import battle_events
from pbem.games.plantagenet.battle.spoils import spoils_of
from pbem.games.plantagenet.campaign import approach, intercept, plan, tides
from pbem.games.plantagenet.campaign.command import COMMAND
from pbem.games.plantagenet.cards import events_lancaster, events_york
from pbem.games.plantagenet.components import influence
from pbem.games.plantagenet.components.assets import own
from pbem.games.plantagenet.components.board import Locale
from pbem.games.plantagenet.components.box import CARTS, EDWARD_IV, PROVENDER, Lord, Side
from pbem.games.plantagenet.components.card_ids import Capabilities
from pbem.games.plantagenet.components.group import too_much
from pbem.games.plantagenet.components.influence import BASE_COST, Raise, loyalty, standing_of
from pbem.games.plantagenet.components.setup import BATTLE_ONLY
from pbem.games.plantagenet.components.state import PASS, State, has_capability, lords_at
from pbem.games.plantagenet.levy import levy_troops, muster, pay, pillage
from pbem.games.plantagenet.levy.levy import vassals_come_surely
from pbem.games.plantagenet.preview.facts_upkeep import after_pillage, even_so, upkeep_of
from pbem.games.plantagenet.preview.forecast_battle import IN_BATTLE
from pbem.games.plantagenet.preview.forecast_command import command_forecast, tax_words
from pbem.games.plantagenet.preview.forecast_levy import levy_forecast
from pbem.games.plantagenet.preview.forecast_words import (
    CART,
    UNITS,
    check_of,
    check_words,
    freed_words,
    lords_in_words,
    name,
    valour_words,
)
from pbem.i18n import Text


def forecast(s: State, _seat: Seat, decision: Decision, answer: Json) -> Forecast:
    """The forecast of an answer, as far as it can be known."""
    foretell, nothing = FORECASTS.get(decision.key), answer in (NONE, False, [])
    return Forecast() if foretell is None or (nothing and decision.key != pay.DISBAND) else foretell(s, decision, answer)


# 1.4.2 Checks


def of_raise(_s: State, decision: Decision, answer: Json) -> Forecast:
    """1.4.2 The Influence spent on a check that is due; its other cost is paid in any case."""
    assert isinstance(decision.shape, Raise)
    return Forecast(paid(Influence=int(answer)), tuple(check_words(decision.shape.rating, int(answer))))


def of_clarence(s: State, _decision: Decision, _answer: Json) -> Forecast:
    """y26 Dubious Clarence: a check; its raise is asked next."""
    return Forecast(paid(Influence=BASE_COST), tuple(check_of(s, EDWARD_IV, 0)))


def of_suspicion(s: State, _decision: Decision, answer: Json) -> Forecast:
    """y5 l5 Suspicion: a check; its raise is asked next."""
    return Forecast(paid(Influence=BASE_COST), tuple(check_of(s, battle_events.Suspect.read(answer).lord, 0)))


def of_trust(s: State, _decision: Decision, answer: Json) -> Forecast:
    """l7 For trust not him: a check with the Vassal's Loyalty; its raise is asked next."""
    lord, vassal = (named := battle_events.Temptation.read(answer)).lord, named.vassal
    if vassals_come_surely(s, lord):
        return Forecast(paid(Influence=BASE_COST), (Text("succeeds without a roll"),))
    return Forecast(paid(Influence=BASE_COST), tuple(check_of(s, lord, 0, loyalty(s, vassal, Side.LANCASTER))))


def of_plan(s: State, _decision: Decision, answer: Json) -> Forecast:
    """4.2.3 A warning for each Lord in a Plan who is not on the map: his card is a Pass unless he comes."""
    away = [name(s, card) for card in dict.fromkeys(answer) if card != PASS and card not in s.mats]
    return Forecast(
        words=tuple(Caution(Text("{who} is not on the map: his card is a Pass unless he comes", who=who)) for who in away)
    )


# Costs alone


def of_kings_name(_s: State, _decision: Decision, _answer: Json) -> Forecast:
    """y32 The King's Name."""
    return Forecast(paid(Influence=muster.KINGS_NAME_COST))


def of_vassals(_s: State, _decision: Decision, answer: Json) -> Forecast:
    """3.2.3 1 Influence for each Vassal Paid."""
    return Forecast(paid(Influence=len(answer)))


def of_keep(_s: State, _decision: Decision, answer: Json) -> Forecast:
    """l23 l24 Warwick's Propaganda."""
    return Forecast(paid(Influence=events_lancaster.KEEP_COST * len(answer)))


def of_exile(s: State, decision: Decision, answer: Json) -> Forecast:
    """4.3.5 A Lord's printed Influence and one per Vassal, and Spoils depending on Favour; nothing with England is my Home
    (y8). A Lord who holds the King releases him in both cases (6.0).
    """
    leaving = [Lord(lord) for lord in answer]
    going = [lord for lord in leaving if not has_capability(s, lord, Capabilities.ENGLAND_IS_MY_HOME)]
    takers = lords_at(s, decision.subject, Side(decision.seat).enemy)
    given = Counter[str]()
    for lord, taker in product(going, takers[:1]):
        for asset, called in ((PROVENDER, "Provender"), (CARTS, CART)):
            given[called] += spoils_of(s, own(s, lord, asset), taker, Locale(decision.subject))
    spoils = [Text("gives up as Spoils: {given}", given=costs_in_words(+given, UNITS))] if +given else []
    costs = paid(Influence=sum(standing_of(s, lord) for lord in going))
    return Forecast(costs, (*spoils, *(line for lord in leaving for line in freed_words(s, lord))))


def of_pillage(s: State, decision: Decision, answer: Json) -> Forecast:
    """3.2.1 Coin, Provender and Influence by the kind of Stronghold; and who Disbands in spite of it."""
    row = s.board.row(Locale(decision.subject))
    brings = Text(
        "brings {pillage_coin} Coin and {pillage_provender} Provender",
        pillage_coin=row.pillage_coin,
        pillage_provender=row.pillage_provender,
    )
    ruins = Text(
        "{subject} is Exhausted and turns to the Enemy, its neighbours shift a level toward him",
        subject=name(s, decision.subject),
    )
    ends = after_pillage(s, decision, Lord(answer))
    costs = paid(Influence=min(end.lost for end in ends))
    return Forecast(costs, (brings, ruins, *even_so(s, ends, upkeep_of(s).short)))


def of_share(_s: State, decision: Decision, answer: Json) -> Forecast:
    """3.2.1, 4.7 Sharing in Pay and Feed: one piece of what is owed."""
    if answer == NONE:
        return Forecast()
    return Forecast(paid(Coin=1) if decision.key == pillage.PAY.share else paid(Provender=1))


def of_disband(s: State, decision: Decision, answer: Json) -> Forecast:
    """3.2.2 The cost of the Lords who stay."""
    return Forecast(
        words=(
            Text(
                "the Lords who stay cost {price_of_lords} Influence",
                price_of_lords=pay.price_of_lords(s, Side(decision.seat), answer),
            ),
        )
    )


def of_wages(_s: State, _decision: Decision, _answer: Json) -> Forecast:
    """l9 Rising Wages."""
    return Forecast(paid(Coin=1))


def of_charity(_s: State, _decision: Decision, _answer: Json) -> Forecast:
    """y4 Deeds of charity."""
    return Forecast(paid(Provender=1), (Text("brings 1 Influence"),))


def of_tax_collectors(s: State, _decision: Decision, answer: Json) -> Forecast:
    """y10 Tax Collectors: Tax for double Coin."""
    order = events_york.TaxBy.read(answer)
    cost, words = tax_words(s, order.lord, order.tax, events_york.TAX_FACTOR)
    return Forecast(paid(Influence=cost), tuple(words))


# Rolls alone


def of_intercept(s: State, _decision: Decision, answer: Json) -> Forecast:
    """4.3.4 The Valour of the Lord who leads; a Flank Attack is asked next."""
    band = intercept.Band.read(answer)
    left = too_much(s, intercept.members(s, band))
    leaves = [Text("then leaves {left} Provender behind, for want of Carts", left=left)] if left > 0 else []
    return Forecast(words=(valour_words(s, band.lord), *leaves))


def enemies(s: State, seat: Seat, place: str) -> str:
    """4.3.5 The Enemy Lords at a Stronghold; positions of Lords are public."""
    on_map = place in s.board.locales and s.sheet.kind != BATTLE_ONLY
    there = lords_at(s, place, Side(seat).enemy) if on_map else []
    return Text("an attack on {lords_in_words}", lords_in_words=lords_in_words(s, there)) if there else ""


FORECASTS: Mapping[str, Callable[[State, Decision, Json], Forecast]] = {
    muster.MUSTER: lambda s, _decision, answer: levy_forecast(s, answer),
    COMMAND: lambda s, _decision, answer: command_forecast(s, answer),
    influence.RAISE: of_raise,
    events_york.CLARENCE_KEY: of_clarence,
    battle_events.SUSPICION_KEY: of_suspicion,
    battle_events.TRUST_KEY: of_trust,
    muster.KINGS_NAME: of_kings_name,
    plan.PLAN: of_plan,
    pay.DISBAND: of_disband,
    pay.VASSALS: of_vassals,
    pillage.PAY.share: of_share,
    pillage.FEED.share: of_share,
    events_lancaster.KEEP: of_keep,
    approach.EXILE: of_exile,
    pillage.PILLAGE: of_pillage,
    levy_troops.WAGES: of_wages,
    tides.CHARITY_KEY: of_charity,
    events_york.TAX: of_tax_collectors,
    intercept.INTERCEPT: of_intercept,
    **IN_BATTLE,
}
