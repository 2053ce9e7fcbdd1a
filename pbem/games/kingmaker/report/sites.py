"""1.5 Which place or sea of the picture a spot stands for."""

from __future__ import annotations

from pbem.games.kingmaker.components.board import Board
from pbem.games.kingmaker.components.ids import FIELD, Area, Place, Spot, Water, harbour, place_in, sea_of, ship_in
from pbem.games.kingmaker.components.state import State


def main_place(board: Board, area: Area) -> Place:
    """Where Nobles in the open field of an Area are drawn: at its first place."""
    return board.within[area][0]


def site_of(s: State, spot: Spot) -> str:
    """Where a Noble or Royal is drawn ("": nowhere)."""
    place, ship = place_in(spot), ship_in(spot)
    if place is not None:
        return place
    if ship is not None:
        return water_site(s.ships[ship].at) if ship in s.ships else ""
    area = Area(spot.removeprefix(FIELD))
    return main_place(s.board, area) if area in s.board.within else ""


def water_site(water: Water) -> str:
    """Where a ship is drawn."""
    return harbour(water) or sea_of(water) or ""


def site(s: State, what: str) -> str:
    """Where something named in an Event is drawn: a spot, a water, a place or an Area ("": nowhere)."""
    if what in s.board.places or what in s.board.seas:
        return what
    if what in s.board.within:
        return main_place(s.board, Area(what))
    return water_site(Water(what)) or site_of(s, Spot(what))
