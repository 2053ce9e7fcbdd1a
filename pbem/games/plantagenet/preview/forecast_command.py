"""4.2-4.6 Forecasts for Commands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from pbem.engine.game.forecast import Forecast, Meeting, Odds, faces, odds, paid
from pbem.engine.phrase import Phrase, read_one
from pbem.games.plantagenet.campaign.command import FORMS, Pass, actions_for, actions_left
from pbem.games.plantagenet.campaign.command_cards import MARKERS_CLEARED, Agitate, ExilePact, Heralds, Merchants, worn_near
from pbem.games.plantagenet.campaign.end_campaign import SHIPWRECK
from pbem.games.plantagenet.campaign.forage import SURE, Forage, forage_brings, forage_succeeds_on
from pbem.games.plantagenet.campaign.intercept import can_be_intercepted, interceptors
from pbem.games.plantagenet.campaign.march import March, marching, price, way_for
from pbem.games.plantagenet.campaign.sail import CARGO, Sail, hold_of, left_over, ports_used
from pbem.games.plantagenet.campaign.tax import Tax, coin_from, goes_round, sure
from pbem.games.plantagenet.components.board import Locale, Way
from pbem.games.plantagenet.components.box import Lord
from pbem.games.plantagenet.components.group import group_from, too_much
from pbem.games.plantagenet.components.influence import BASE_COST
from pbem.games.plantagenet.components.state import State, command_of, enemy_there, lords_at, place_of, side_of
from pbem.games.plantagenet.components.supply import Supply, supplied, wears_out
from pbem.games.plantagenet.levy.parley import Parley
from pbem.games.plantagenet.orders.standpoint import may_see, units_of
from pbem.games.plantagenet.preview.forecast_levy import parley_forecast
from pbem.games.plantagenet.preview.forecast_words import (
    blockade_words,
    check_of,
    lords_in_words,
    name,
    valour_words,
    wear_words,
)
from pbem.i18n import Text


def command_forecast(s: State, choice: str) -> Forecast:
    """4.2 The forecast of an option of the Menu."""
    order, lord = read_one(FORMS, choice), command_of(s).lord
    if isinstance(order, March):
        return march_forecast(s, lord, order)
    if isinstance(order, Parley):
        return parley_forecast(s, lord, order, campaign=True, actions=actions_for(s, lord, order.verb))
    if isinstance(order, Pass):
        left = actions_left(s)
        return Forecast(
            words=(
                Text(
                    "{left} Command {action_is} not used",
                    left=left,
                    action_is=Text("action is") if left == 1 else Text("actions are"),
                ),
            )
            if left
            else ()
        )
    if type(order) not in WORDS:
        return Forecast()
    influence, words = WORDS[type(order)](s, lord, order)
    return Forecast(paid(Influence=influence, Command_action=actions_for(s, lord, order.verb)), tuple(words))


def march_forecast(s: State, lord: Lord, order: March) -> Forecast:
    """4.3 A March: its actions, what is left behind, who may Intercept, and whether it is an Approach."""
    to, group = order.to, group_from(s, lord, order.group, marching(s))
    cost, way, left = price(s, group, to) or 0, way_for(s, group, to), too_much(s, group)
    lines = [Text("a Path takes an entire card")] if way is Way.PATH else []
    lines += [Text("a second Highway can follow at no cost")] if way is Way.HIGHWAY and cost else []
    lines += [Text("leaves {left} Provender behind, for want of Carts", left=left)] if left > 0 else []
    return Forecast(paid(Command_action=cost), (*lines, *arrival_words(s, group, to)))


def arrival_words(s: State, group: Sequence[Lord], to: Locale) -> list[str]:
    """4.3.4-4.3.5 Who may Intercept, and whether an Enemy Lord is Approached."""
    side = side_of(s, group[0])
    interceptors_here = interceptors(s, side.enemy, to) if can_be_intercepted(s, group, to) else []
    intercepts = [intercept_words(s, enemy) for enemy in interceptors_here]
    if len(intercepts) > 1:  # one of them rolls at most
        worst = min(intercepts, key=lambda line: line.chance)
        intercepts = [line if line is worst else Odds(line, 1) for line in intercepts]
    only = [Text("only one of them may")] if len(interceptors_here) > 1 else []
    met = Text("Approaches the Enemy at {to}: Exile or Battle, and the card ends", to=name(s, to))
    return [*intercepts, *only, *([meeting(s, group, to, met)] if enemy_there(s, side, to) else [])]


def intercept_words(s: State, enemy: Lord) -> Odds:
    """4.3.4 What an Enemy Lord needs to Intercept; the chance is that of his failure."""
    roll = valour_words(s, enemy)
    return Odds(Text("{enemy} may Intercept: {roll}", enemy=name(s, enemy), roll=roll), 1 - roll.chance)


def meeting(s: State, group: Sequence[Lord], to: Locale, words: str) -> Meeting:
    """4.3.5 An Approach, with the Lords who would meet, and their units if the reader may see them (1.5.3)."""
    side = side_of(s, group[0])
    theirs = lords_at(s, to, side.enemy)
    whom = lords_in_words(s, theirs)
    if not all(may_see(s, side, lord) for lord in theirs):
        return Meeting(words, Text("an attack on {lords_in_words}", lords_in_words=whom))
    number, ours = (sum(units_of(s, lord) for lord in lords) for lords in (theirs, group))
    units = "unit" if number == 1 else "units"
    against = number / (number + ours) if number else 0.0
    return Meeting(
        words,
        Text("an attack on {whom}, {number} {units} against your {ours}", whom=whom, number=number, units=units, ours=ours),
        against,
    )


def sail_words(s: State, lord: Lord, order: Sail) -> tuple[int, list[str]]:
    """4.6.1 A Sail: what its Ships leave behind, Naval Blockade, and an Approach (l29)."""
    where, group = order.where, group_from(s, lord, order.group)
    left = {asset: left_over(s, group, asset, hold_of(s, group)) for asset in CARGO}
    lines: list[str] = [
        Text("leaves {number} {asset} behind, for want of Ships", number=number, asset=asset.title())
        for asset, number in left.items()
        if number > 0
    ]
    lines += blockade_words(s, lord, ports_used(s, lord, where))
    at_sea = list(at_sea_words(s)) if where in s.board.seas else []
    ashore = where not in s.board.seas and enemy_there(s, side_of(s, lord), where)
    words = Text("Approaches the Enemy at {where}: Exile or Battle", where=name(s, where))
    met = [meeting(s, group, Locale(where), words)] if ashore else []
    return 0, [*lines, *at_sea, *met]


def at_sea_words(s: State) -> Iterator[str]:
    """4.8.1, 4.8.2 The dangers for Lords who are at Sea when the Campaign ends."""
    yield Text("who is at Sea when the Campaign ends is Shipwrecked on {shipwreck}", shipwreck=faces(SHIPWRECK))
    if loses_lords_influence(s):
        yield Text("who is at Sea then does not count for Gain Lords Influence")


def loses_lords_influence(s: State) -> bool:
    """4.8.1 Whether this Turn ends with Gain Lords Influence, for which Lords at Sea do not count (ruling R38)."""
    return s.board.calendar[s.turn].gain_lords_influence and not s.readings.at_sea_on_map


def supply_words(s: State, lord: Lord, order: Supply) -> tuple[int, list[str]]:
    """4.5 Supply."""
    source, by_ship = order.source, order.ships
    sea = s.board.locales[source].sea
    lines = blockade_words(s, lord, [sea]) if by_ship and sea is not None else []
    lines.append(Text("brings {supplied} Provender", supplied=supplied(s, lord, source, by_ship=by_ship)))
    return 0, [*lines, *([wear_words(s, source)] if wears_out(s, lord, source, by_ship=by_ship) else [])]


def forage_words(s: State, lord: Lord, _order: Forage) -> tuple[int, list[str]]:
    """4.6.2 Forage."""
    here = place_of(s, lord)
    needed = forage_succeeds_on(s, side_of(s, lord), here)
    brings, less = (forage_brings(s, lord, found=found) for found in (True, False))
    lines: list[str] = [
        Text("succeeds without a roll") if needed == SURE else odds(needed),
        Text("then it brings {brings} Provender and {wear_words}", brings=brings, wear_words=wear_words(s, here)),
    ]
    return 0, [*lines, *([Text("if it fails, {less} Provender", less=less)] if less and needed != SURE else [])]


def tax_words(s: State, lord: Lord, order: Tax, factor: int = 1) -> tuple[int, list[str]]:
    """4.6.3 A Tax; y10 Tax Collectors multiplies the yield by `factor`."""
    locale, spend = order.locale, order.spend
    lines = [line for sea in s.board.seas if not goes_round(s, lord, locale, sea) for line in blockade_words(s, lord, [sea])]
    certain = sure(s, lord, locale)
    lines += [Text("succeeds without a roll")] if certain else check_of(s, lord, spend)
    lines.append(
        Text(
            "then it brings {coin_from} Coin and {wear_words}",
            coin_from=coin_from(s, lord, locale, factor, taxed=True),
            wear_words=wear_words(s, locale),
        )
    )
    less = coin_from(s, lord, locale, factor, taxed=False)
    lines += [Text("if it fails, {less} Coin", less=less)] if less and not certain else []
    return 0 if certain else BASE_COST + spend, lines


def heralds_words(s: State, lord: Lord, order: Heralds) -> tuple[int, list[str]]:
    """l4 Heralds: cost and check."""
    spend, called = order.spend, name(s, order.called)
    return BASE_COST + spend, [
        *check_of(s, lord, spend),
        Text("then {called} goes to the box of Turn {turn}", called=called, turn=s.turn + 1),
    ]


def merchants_words(s: State, lord: Lord, order: Merchants) -> tuple[int, list[str]]:
    """l30 Merchants: cost and check."""
    spend, number = order.spend, min(MARKERS_CLEARED, len(worn_near(s, lord)))
    return BASE_COST + spend, [
        *check_of(s, lord, spend),
        Text("then {number} of the markers here and next to it can go", number=number),
    ]


def agitate_words(s: State, _lord: Lord, order: Agitate) -> tuple[int, list[str]]:
    """y10 Agitators: the effect on the Stronghold."""
    return 0, [wear_words(s, order.locale)]


def exile_words(_s: State, _lord: Lord, _order: ExilePact) -> tuple[int, list[str]]:
    """y8 Exile Pact: neither March nor Sail."""
    return 0, []


WORDS: Mapping[type[Phrase], Callable[[State, Lord, Any], tuple[int, list[str]]]] = {
    Sail: sail_words,
    Supply: supply_words,
    Forage: forage_words,
    Tax: tax_words,
    Heralds: heralds_words,
    Merchants: merchants_words,
    Agitate: agitate_words,
    ExilePact: exile_words,
}
