"""4.4.1 Troops that Capabilities lend for one Battle: they come before Array and go in Aftermath."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pbem.games.plantagenet.components.assets import gain_troops, lose_troops, shared
from pbem.games.plantagenet.components.board import CARLISLE, ENGLISH_CHANNEL, NORTH, SOUTH, WALES, Locale, Unit
from pbem.games.plantagenet.components.box import LONGBOWMEN, MEN_AT_ARMS, MILITIA, SHIPS, Lord, Side
from pbem.games.plantagenet.components.card_ids import Capabilities
from pbem.games.plantagenet.components.locales import adjacent, routes
from pbem.games.plantagenet.components.state import State, area_of, battle_of, friendly, lords_at, side_of
from pbem.games.plantagenet.components.supply import great_ship


@dataclass(frozen=True)
class Loan:
    """The Troops that a Capability lends, and its condition for a Lord in a Battle at a Stronghold."""

    troops: Mapping[Unit, int]
    given: Callable[[State, Lord, Locale], bool]


def at_home(s: State, lord: Lord, place: Locale) -> bool:
    """y3 l3 Muster'd my soldiers: whether the Battle is at a Friendly Stronghold."""
    return friendly(s, side_of(s, lord), place)


def inside(*areas: str) -> Callable[[State, Lord, Locale], bool]:
    """y25 l25 y27 y35 A condition: the Battle is in one of these Areas."""
    return lambda s, _lord, place: area_of(s, place) in areas


def route_to_carlisle(s: State, lord: Lord, place: Locale) -> bool:
    """y37 Percy's North: a Yorkist Route leads to Carlisle, by Sea too if he has or Shares a Ship (3.4.1), a Great Ship
    (y6) across all Seas (ruling R35).
    """
    seas = s.board.seas if shared(s, lord, SHIPS) else ()
    return CARLISLE in routes(s, Side.YORK, place, seas, great_ship(s, lord))


def near_channel_port(s: State, _lord: Lord, place: Locale) -> bool:
    """l33 Philibert de Chandée: whether a Channel Port that Favours Lancaster is here, or one Way off."""
    ports = s.board.seas[ENGLISH_CHANNEL].ports
    return any(at in ports and friendly(s, Side.LANCASTER, at) for at in (place, *adjacent(s, place)))


MUSTERED = Loan({MEN_AT_ARMS: 2, LONGBOWMEN: 1}, at_home)
WELSHMEN = Loan({LONGBOWMEN: 2}, inside(WALES))
LOANS: Mapping[str, Loan] = {
    Capabilities.MUSTERD_MY_SOLDIERS_Y3: MUSTERED,
    Capabilities.MUSTERD_MY_SOLDIERS_L3: MUSTERED,
    Capabilities.PEMBROKE: WELSHMEN,
    Capabilities.WELSH_LORD: WELSHMEN,
    Capabilities.PERCYS_NORTH_Y27: Loan({MILITIA: 4}, inside(NORTH)),
    Capabilities.KINGDOM_UNITED: Loan({MILITIA: 3}, inside(NORTH, SOUTH, WALES)),
    Capabilities.PERCYS_NORTH_Y37: Loan({MEN_AT_ARMS: 2}, route_to_carlisle),
    Capabilities.PHILIBERT_DE_CHANDEE: Loan({MEN_AT_ARMS: 2}, near_channel_port),
}


def lend_troops(s: State) -> None:
    """Temporary Troops join, in Player Order, as far as the pool has them (1.6)."""
    place = battle_of(s).place
    assert place is not None
    for side in s.order:
        for lord in lords_at(s, place, side):
            for card in s.mats[lord].capabilities:
                if card in LOANS and LOANS[card].given(s, lord, place):
                    lend(s, lord, LOANS[card].troops)


def lend(s: State, lord: Lord, troops: Mapping[Unit, int]) -> None:
    """Troops from the pool, noted as lent."""
    lent = s.mats[lord].temporary
    for unit, number in gain_troops(s, lord, troops, "4.4.1").items():
        lent[unit] = lent.get(unit, 0) + number


def return_troops(s: State, lord: Lord) -> None:
    """4.4.4 Lent Troops leave: as many of each type as were lent, or as many as the Lord has left."""
    mat = s.mats[lord]
    returned = {unit: min(number, mat.forces.get(unit, 0)) for unit, number in mat.temporary.items()}
    returned = {unit: number for unit, number in returned.items() if number}
    mat.temporary = {}
    if returned:
        lose_troops(s, lord, returned, "4.4.4")
