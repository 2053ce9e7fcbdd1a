"""4.6.3 Tax: Coin from the Lord's Seat, his Vassals' Seats and the Special Strongholds."""

from __future__ import annotations

from collections.abc import Collection

from pbem.engine.event import tell
from pbem.engine.phrase import Phrase
from pbem.games.plantagenet.components.assets import add_asset, shared
from pbem.games.plantagenet.components.blockade import blockaded_sea, passes_blockade
from pbem.games.plantagenet.components.board import Locale, Sea
from pbem.games.plantagenet.components.box import COIN, SHIPS, Lord
from pbem.games.plantagenet.components.card_ids import Capabilities
from pbem.games.plantagenet.components.influence import check_influence, useful_raises
from pbem.games.plantagenet.components.locales import deplete, is_special, routes
from pbem.games.plantagenet.components.options import RAISE
from pbem.games.plantagenet.components.ratings import influence_of
from pbem.games.plantagenet.components.reading_options import Doubled
from pbem.games.plantagenet.components.state import State, exhausted, friendly, has_capability, locale_of, place_of, side_of
from pbem.games.plantagenet.components.supply import great_ship, stafford_branch, vassal_seats


class Tax(Phrase, form="tax {locale}" + RAISE):
    """4.6.3 Which Stronghold is Taxed, and the raise of the check."""

    locale: Locale
    spend: int = 0


def tax_options(s: State, lord: Lord) -> list[Tax]:
    """4.6.3 Each Stronghold the Lord can Tax, with each raise of the check."""
    here = locale_of(s, lord)
    if here is None or not friendly(s, side_of(s, lord), here):
        return []
    targets = [locale for locale in taxable(s, lord) if not exhausted(s, locale)]
    reached = tax_routes(s, lord, s.board.seas) if targets else ()
    return [option for locale in targets if locale in reached for option in _ways_to_tax(s, lord, locale)]


def _ways_to_tax(s: State, lord: Lord, locale: Locale) -> list[Tax]:
    raises = [0] if sure(s, lord, locale) else useful_raises(influence_of(s, lord))
    return [Tax(locale, points) for points in raises]


def taxable(s: State, lord: Lord) -> list[Locale]:
    """4.6.3 His own Seat, the Seats of his Vassals, and the Special Strongholds, each once."""
    special = [locale for locale in s.board.locales if is_special(s, locale)]
    return list(dict.fromkeys([s.box.lords[lord].seat, *vassal_seats(s, lord), *special]))


def tax_routes(s: State, lord: Lord, seas: Collection[Sea]) -> Collection[Locale]:
    """4.6.3 The Friendly Strongholds at the end of a Route; a Ship may lead over `seas` (Great Ships: ruling R35)."""
    side = side_of(s, lord)
    by_sea = seas if shared(s, lord, SHIPS) else ()
    reached = routes(s, side, place_of(s, lord), by_sea, great_ship(s, lord))
    return {locale for locale in reached if friendly(s, side, locale)}


async def tax(s: State, lord: Lord, order: Tax, factor: int = 1) -> None:
    """4.6.3 Tax. Automatic and free at the Lord's own Seat, elsewhere with an Influence check.

    y10 Tax Collectors multiplies the yield by `factor`.
    """
    locale = order.locale
    if not await past_blockade(s, lord, locale):
        return
    taxed = sure(s, lord, locale) or await check_influence(s, lord, f"tax {locale}", spend=order.spend)
    tell(s, "4.6.3", "taxes", side=side_of(s, lord), lord=lord, locale=locale, taxed=taxed)
    add_asset(s, lord, COIN, coin_from(s, lord, locale, factor, taxed=taxed), "4.6.3")
    if taxed:
        deplete(s, locale, "4.6.3")


def sure(s: State, lord: Lord, locale: Locale) -> bool:
    """4.6.3 Whether the Tax needs no check: at the Lord's own Seat."""
    return locale == s.box.lords[lord].seat


def coin_from(s: State, lord: Lord, locale: Locale, factor: int, *, taxed: bool) -> int:
    """4.6.3 The Coin gained: the number in the Strongholds table, one more with Stafford Branch (y29); So wise, so young
    (y34) adds one even if the check fails (ruling R249). Tax Collectors multiply it by `factor` (ruling R69).
    """
    figure, branch = s.board.row(locale).tax * taxed, stafford_branch(s, lord, locale) * taxed
    wise = int(has_capability(s, lord, Capabilities.SO_WISE_SO_YOUNG))
    match s.readings.collectors_double:
        case Doubled.ALL:
            return factor * (figure + branch + wise)
        case Doubled.YIELD:
            return factor * (figure + branch) + wise
    return factor * figure + branch + wise


async def past_blockade(s: State, lord: Lord, locale: Locale) -> bool:
    """y15 Naval Blockade applies only if every Route uses a Port on the blockaded Sea; distance costs nothing in Tax."""
    barred = blockaded_sea(s, side_of(s, lord))
    return barred is None or goes_round(s, lord, locale, barred) or await passes_blockade(s, lord, [barred])


def goes_round(s: State, lord: Lord, locale: Locale, barred: Sea) -> bool:
    """y15 Whether a Route leads to the Stronghold without using the Sea."""
    return locale in tax_routes(s, lord, [sea for sea in s.board.seas if sea != barred])
