"""4.5 Supply: Provender from a Friendly Stronghold or, with Ships, through a Friendly Port."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from pbem.engine.event import tell
from pbem.engine.phrase import Phrase
from pbem.games.plantagenet.components.assets import add_asset, carts_of, own
from pbem.games.plantagenet.components.blockade import passes_blockade
from pbem.games.plantagenet.components.board import EXETER, Locale
from pbem.games.plantagenet.components.box import PROVENDER, SHIPS, Lord
from pbem.games.plantagenet.components.card_ids import Capabilities
from pbem.games.plantagenet.components.locales import deplete, routes
from pbem.games.plantagenet.components.state import (
    State,
    enemy_there,
    exhausted,
    favour_of,
    friendly,
    has_capability,
    locale_of,
    place_of,
    side_of,
    with_him,
)

HARBINGERS = (Capabilities.HARBINGERS_Y7, Capabilities.HARBINGERS_L7)
GREAT_SHIPS = (Capabilities.GREAT_SHIPS_Y6, Capabilities.GREAT_SHIPS_L6)


class Supply(Phrase, form="supply {source}[ {ships}]"):
    """4.5 A Source, and whether Ships use it as a Port."""

    source: Locale
    ships: bool = False


def supply_options(s: State, lord: Lord) -> list[Supply]:
    """4.5 The Sources with a yield."""
    here = locale_of(s, lord)
    if here is None or not friendly(s, side_of(s, lord), here):
        return []
    return [*_stronghold_options(s, lord), *_port_options(s, lord)]


def _stronghold_options(s: State, lord: Lord) -> Iterator[Supply]:
    carts = carts_for_supply(s, lord)
    for source, ways in supply_routes(s, lord).items():
        if may_yield(s, source) and within_carts(stronghold_yield(s, lord, source), carts, ways):
            yield Supply(source)


def _port_options(s: State, lord: Lord) -> Iterator[Supply]:
    ships, carts = ships_of(s, with_him(s, lord)), carts_for_supply(s, lord)
    if ships:
        for port, ways in port_sources(s, lord).items():
            if within_carts(ships, carts, ways):
                yield Supply(port, ships=True)


# Sources and Routes


def supply_routes(s: State, lord: Lord) -> Mapping[Locale, int]:
    """4.5.1 The Friendly Strongholds that the Lord can reach by Ways, with the length of the Route, including his own.

    Each Provender needs a Cart for each Way, so the search ends at as many Ways as he has Carts.
    """
    side = side_of(s, lord)
    lengths = routes(s, side, place_of(s, lord), most=carts_for_supply(s, lord))
    return {locale: n for locale, n in lengths.items() if friendly(s, side, locale) and s.board.locales[locale].stronghold}


def may_yield(s: State, source: Locale) -> bool:
    """4.5.1 Whether a Stronghold that is not used as a Port can be a Source: it must not be Exhausted."""
    return not exhausted(s, source)


def port_sources(s: State, lord: Lord) -> Mapping[Locale, int]:
    """4.5.1 The Ports that Ships can use as Sources: the Lord's own, those he reaches by Ways, and, from an Exile box
    without Ways, any Friendly one without Enemy Lords on its Sea (ruling R34), or on any Sea with Great Ships (ruling
    R35).
    """
    ports = {locale: ways for locale, ways in supply_routes(s, lord).items() if s.board.locales[locale].port}
    return ports | dict.fromkeys(_ports_of_exile(s, lord), 0)


def _ports_of_exile(s: State, lord: Lord) -> list[Locale]:
    here, side = s.board.locales[place_of(s, lord)], side_of(s, lord)
    if here.stronghold:
        return []
    seas = s.board.seas if great_ship(s, lord) else [here.sea]
    ports = (port for sea in seas if sea is not None for port in s.board.seas[sea].ports)
    return [port for port in ports if favour_of(s, port) is side and not enemy_there(s, side, port)]


def great_ship(s: State, lord: Lord) -> bool:
    """y6 l6 Great Ships: whether the Lord has or Shares such a Ship (ruling R35)."""
    return any(own(s, other, SHIPS) and has_capability(s, other, *GREAT_SHIPS) for other in with_him(s, lord))


# Yields


def carts_for_supply(s: State, lord: Lord) -> int:
    """4.5.1 The Carts the Lord has or Shares."""
    return carts_of(s, with_him(s, lord))


def ships_of(s: State, lords: Collection[Lord]) -> int:
    """4.5.2, 4.6.1 The Ships of these Lords; each Ship of a Lord with Great Ships (y6, l6) counts as two."""
    return sum(own(s, lord, SHIPS) * (1 + has_capability(s, lord, *GREAT_SHIPS)) for lord in lords)


def stronghold_yield(s: State, lord: Lord, source: Locale) -> int:
    """4.5.2 The number in the Strongholds table, with Stafford Branch (y29)."""
    return s.board.row(source).supply + stafford_branch(s, lord, source)


def stafford_branch(s: State, lord: Lord, source: Locale) -> bool:
    """y29 Stafford Branch: one more from Exeter and the Strongholds adjacent to it, for Supply and Tax."""
    near = source == EXETER or source in s.board.adjacent[EXETER]
    return near and has_capability(s, lord, Capabilities.STAFFORD_BRANCH)


def within_carts(amount: int, carts: int, ways: int) -> int:
    """4.5.1 How much of `amount` arrives: each Provender needs a Cart for each Way."""
    return min(amount, carts // ways) if ways else amount


# The action


async def supply(s: State, lord: Lord, order: Supply) -> None:
    """4.5.2 Adds Provender."""
    source, by_ship = order.source, order.ships
    sea = s.board.locales[source].sea
    if by_ship and sea is not None and not await passes_blockade(s, lord, [sea]):
        return
    amount = supplied(s, lord, source, by_ship=by_ship)
    tell(s, "4.5.2", "supplies", side=side_of(s, lord), lord=lord, locale=source, by_ship=by_ship)
    add_asset(s, lord, PROVENDER, amount, "4.5.2")
    if wears_out(s, lord, source, by_ship=by_ship):
        deplete(s, source, "4.5.2")


def supplied(s: State, lord: Lord, source: Locale, *, by_ship: bool) -> int:
    """4.5.2 The Provender that arrives, doubled by Harbingers (y7, l7, ruling R67)."""
    ways = (port_sources if by_ship else supply_routes)(s, lord)[source]
    amount = ships_of(s, with_him(s, lord)) if by_ship else stronghold_yield(s, lord, source)
    return within_carts(amount, carts_for_supply(s, lord), ways) * (1 + has_capability(s, lord, *HARBINGERS))


def wears_out(s: State, lord: Lord, source: Locale, *, by_ship: bool) -> bool:
    """4.5.2 Whether the Source is Depleted: not a Port that Ships use, nor with Chamberlains (l10)."""
    return not by_ship and not chamberlains(s, lord, source)


def chamberlains(s: State, lord: Lord, source: Locale) -> bool:
    """l10 Chamberlains: no Depletion at the Seat of one of the Lord's own regular Vassals."""
    return has_capability(s, lord, Capabilities.CHAMBERLAINS) and source in vassal_seats(s, lord)


def vassal_seats(s: State, lord: Lord) -> list[Locale]:
    """1.5.4 The Seats of the Lord's regular Vassals."""
    seats = (s.box.vassals[vassal].seat for vassal in s.mats[lord].vassals)
    return [seat for seat in seats if seat is not None]
