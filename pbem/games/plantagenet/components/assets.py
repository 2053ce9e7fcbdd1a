"""1.6-1.7 Troops from the pool, and Assets on mats: Transport, Provender, Coin; Sharing (1.5.3), English Ships (1.7.3)."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from pbem.games.plantagenet.components.board import Unit
from pbem.games.plantagenet.components.box import CARTS, HANDGUNNERS, SHIPS, Asset, Lord
from pbem.games.plantagenet.components.card_ids import Capabilities
from pbem.games.plantagenet.components.state import State, at_port, has_capability, tell_own, with_him

MAX_SHIPS = 2
MAX_LORDS_WITH_SHIPS = 9
BURGUNDIANS = (Capabilities.BURGUNDIANS_Y14, Capabilities.BURGUNDIANS_Y23)
HANDGUNNERS_GIVEN = 2


# Troops


def pool(s: State, unit: Unit) -> int:
    """1.6 The pieces of a Troop type left in the pool."""
    on_mats = sum(mat.forces.get(unit, 0) + mat.routed.get(unit, 0) for mat in s.mats.values())
    return s.box.units[unit].pool - on_mats


def take_from_pool(s: State, lord: Lord, troops: Mapping[Unit, int]) -> dict[Unit, int]:
    """1.6 Takes Troops from the pool, as many as it has. Returns those taken."""
    mat = s.mats[lord]
    come = {unit: min(number, pool(s, unit)) for unit, number in troops.items()}
    come = {unit: number for unit, number in come.items() if number > 0}
    for unit, number in come.items():
        mat.forces[unit] = mat.forces.get(unit, 0) + number
    return come


def gain_troops(s: State, lord: Lord, troops: Mapping[Unit, int], rule: str) -> dict[Unit, int]:
    """1.6 Takes Troops from the pool and reports it. Returns those taken."""
    come = take_from_pool(s, lord, troops)
    if come:
        tell_own(s, lord, rule, "troops", troops=come)
    return come


def lose_troops(s: State, lord: Lord, troops: Mapping[Unit, int], rule: str) -> None:
    """Returns Unrouted pieces to the pool. A Lord without Troops then Disbands: the caller calls `lords.disband_if_bare`."""
    mat = s.mats[lord]
    for unit, number in troops.items():
        mat.forces[unit] -= number
    tell_own(s, lord, rule, "troops_lost", troops=dict(troops))


def burgundians(s: State, lord: Lord) -> None:
    """y14 y23 Burgundians: two Handgunners, if the pool has them, the first time the Lord is at a Port (ruling R140).

    Ruling: a Lord to whom the card comes again gains them again.
    """
    if has_capability(s, lord, *BURGUNDIANS) and at_port(s, lord) and not s.handgunners_given:
        s.handgunners_given = True
        gain_troops(s, lord, {HANDGUNNERS: HANDGUNNERS_GIVEN}, "3.4.6")


# Assets


def own(s: State, lord: Lord, asset: Asset) -> int:
    """The number on the Lord's own mat."""
    return s.mats[lord].assets.get(asset, 0)


def shared(s: State, lord: Lord, asset: Asset) -> int:
    """1.5.3 What the Lord has or can Share: everything of his side's Lords at his Locale or Sea."""
    return sum(own(s, other, asset) for other in with_him(s, lord))


def add_asset(s: State, lord: Lord, asset: Asset, number: int, rule: str) -> int:
    """1.7, 1.7.1 Puts Assets on a mat, up to the limit for Ships (1.7.3). Returns the number added."""
    if asset == SHIPS:
        number = min(number, ships_allowed(s, lord))
    if number > 0:
        s.mats[lord].assets[asset] = own(s, lord, asset) + number
        tell_own(s, lord, rule, "asset", asset=asset, number=number)
    return max(number, 0)


def take_asset(s: State, lord: Lord, asset: Asset, number: int, rule: str, why: str) -> None:
    """1.7 Takes Assets off the Lord's own mat."""
    assert own(s, lord, asset) >= number
    s.mats[lord].assets[asset] = own(s, lord, asset) - number
    if number:
        tell_own(s, lord, rule, "asset_spent", asset=asset, number=number, why=why)


def ships_allowed(s: State, lord: Lord) -> int:
    """1.7.3 English Ships: how many more the Lord may have: two on a mat, nine Lords with any."""
    others = sum(1 for other in s.mats if other != lord and own(s, other, SHIPS))
    return MAX_SHIPS - own(s, lord, SHIPS) if others < MAX_LORDS_WITH_SHIPS else 0


def may_levy_ship(s: State, lord: Lord) -> bool:
    """3.4.5 Whether the Lord can add a Ship. If nine Lords have Ships, one of them may still take his second, except under
    one reading (ruling R54).
    """
    nine = sum(1 for other in s.mats if own(s, other, SHIPS)) >= MAX_LORDS_WITH_SHIPS
    return ships_allowed(s, lord) > 0 and (s.readings.second_ship_at_nine or not nine)


def per(number: int, size: int) -> int:
    """`number` divided by `size`, rounded up."""
    return -(-number // size)


def carts_of(s: State, lords: Collection[Lord]) -> int:
    """4.3.2, 4.5.1 The Carts of these Lords; each Cart of a Lord with Hay Wains (l8) counts as two."""
    return sum(own(s, lord, CARTS) * (1 + has_capability(s, lord, Capabilities.HAY_WAINS)) for lord in lords)
