"""1, 3 Typed ids of pieces, cards, places and spots; the phases of a turn."""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from typing import NewType

from pbem.engine.decision import Seat

Region = NewType("Region", str)
Area = NewType("Area", str)
Place = NewType("Place", str)
Sea = NewType("Sea", str)
NobleId = NewType("NobleId", str)
"""The id of a Noble and of his card."""
Card = NewType("Card", str)
"""The id of a Crown, City or Major card."""
NO_CARD = Card("")
EventCard = NewType("EventCard", str)
ShipId = NewType("ShipId", str)
RoyalId = NewType("RoyalId", str)
Spot = NewType("Spot", str)
"""1.5 Where a Noble or Royal is: `in:` a place, in the `field:` of an Area, `aboard:` a ship; or dead."""
Water = NewType("Water", str)
"""5.4 Where a ship is: in the `port:` of a place, or in a `sea:` Area."""

NON_PLAYER: Seat = "npf"
"""2.7 The non-player Faction: not a seat, but an owner of places."""
DEAD = Spot("dead")
INSIDE, FIELD, ABOARD, PORT, AT_SEA = "in:", "field:", "aboard:", "port:", "sea:"
ALL_OF, FLEET = "all:", "fleet:"
"""Prefixes in orders: all of a player's Nobles in a spot; all their empty ships in a port or sea Area."""
SPOTS = 2_048
"""Cache size for parsed spots and waters: more than the board has, and bounded whatever a log contains."""
CALAIS, LONDON = Area("calais_area"), Place("london")
CHANCELLOR = Card("chancellor_of_england")


class Phase(StrEnum):
    """3 The phases of a turn. The End of Turn phase has two parts: before and after the draw.

    POLITICS: two cards were drawn, and one must be discarded. NO_DISCARD: fewer were drawn.
    """

    SETUP = "setup"
    EVENT = "event"
    MOVEMENT = "movement"
    COMBAT = "combat"
    PARLIAMENT = "parliament"
    CORONATION = "coronation"
    END = "end"
    POLITICS = "politics"
    NO_DISCARD = "politics_no_discard"
    OVER = "over"


LAST_PHASE = (Phase.END, Phase.POLITICS, Phase.NO_DISCARD)
"""11 The parts of the End of Turn phase."""


class Kind(StrEnum):
    """1.6 Kinds of places."""

    CITY = "city"
    TOWN = "fortified_town"
    OPEN_TOWN = "open_town"
    ROYAL_CASTLE = "royal_castle"
    CASTLE = "castle"
    UNFORTIFIED = "unfortified_town"

    @property
    def is_town(self) -> bool:
        """Whether it is a town or City, not a castle."""
        return self not in (Kind.ROYAL_CASTLE, Kind.CASTLE)


def inside(place: Place) -> Spot:
    """1.5 Inside a fortified place."""
    return Spot(INSIDE + place)


def field(area: Area) -> Spot:
    """1.5 The open field of an Area."""
    return Spot(FIELD + area)


def aboard(ship: ShipId) -> Spot:
    """1.5 At sea, with the lead ship of those that sail together."""
    return Spot(ABOARD + ship)


def port_of(place: Place) -> Water:
    """5.4 In a port."""
    return Water(PORT + place)


def at_sea(sea: Sea) -> Water:
    """5.4 In a sea Area."""
    return Water(AT_SEA + sea)


@lru_cache(SPOTS)
def place_in(spot: Spot) -> Place | None:
    """The fortified place of a spot, if it is the inside of one."""
    return Place(spot.removeprefix(INSIDE)) if spot.startswith(INSIDE) else None


@lru_cache(SPOTS)
def ship_in(spot: Spot) -> ShipId | None:
    """The lead ship of a spot at sea; None on land."""
    return ShipId(spot.removeprefix(ABOARD)) if spot.startswith(ABOARD) else None


@lru_cache(SPOTS)
def harbour(water: Water) -> Place | None:
    """The place of a port; None at sea."""
    return Place(water.removeprefix(PORT)) if water.startswith(PORT) else None


@lru_cache(SPOTS)
def sea_of(water: Water) -> Sea | None:
    """The sea Area of a water; None in a port."""
    return Sea(water.removeprefix(AT_SEA)) if water.startswith(AT_SEA) else None
