"""5 The Movement phase: what the active player can order by land and by sea."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.games.kingmaker.asking.asked import choose, now
from pbem.games.kingmaker.asking.options import STAYS, Assault, Move, Sail
from pbem.games.kingmaker.components.ids import (
    NobleId,
    Phase,
    RoyalId,
    ShipId,
    Spot,
    Water,
    harbour,
    inside,
    place_in,
    port_of,
)
from pbem.games.kingmaker.components.names import name_of
from pbem.games.kingmaker.components.nobles import area_of, at, loose_royals, nobles_of, plain_men, room_in
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.control import spots_in
from pbem.games.kingmaker.forces import is_new
from pbem.games.kingmaker.legal.choices import End, boarders, sail_ends
from pbem.games.kingmaker.movement import land
from pbem.games.kingmaker.movement import sail as sea
from pbem.games.kingmaker.movement.end import end_movement
from pbem.games.kingmaker.movement.land import REGIONAL, ROAD, regional_areas, road_areas
from pbem.games.kingmaker.movement.sail import POINTS, may_use
from pbem.games.kingmaker.movement.ships import passengers, sailing_together, ship_owner
from pbem.games.kingmaker.movement.stamps import pieces_of
from pbem.i18n import Text

TAKES = "5.10 takes"


def movement_options(s: State) -> list[str]:
    """5 All moves: each Noble alone, each stack of one's own together, and each ship."""
    if s.phase is not Phase.MOVEMENT:
        return []
    return [*land_options(s), *sea_options(s)]


# 5.2, 5.3 By land


def land_options(s: State) -> Iterator[Move]:
    """5.2, 5.3 By land, to any spot that Regional or Road movement reaches."""
    for nobles in groups(s):
        free = price(s, pieces_of(s, nobles))
        if free is not None and may_act(s, nobles):
            yield from (Move(nobles, to, bool(free)) for to in goals(s, nobles))


def groups(s: State) -> Iterator[tuple[NobleId, ...]]:
    """5.1 The active player's Nobles on land: one by one, and all of a spot."""
    mine = [noble for noble in nobles_of(s, s.active) if area_of(s, noble) is not None]
    yield from ((noble,) for noble in mine)
    for spot in dict.fromkeys(s.nobles[noble].at for noble in mine):
        if len(stack := at(s, spot, s.active)) > 1:
            yield tuple(stack)


def may_act(s: State, nobles: Sequence[NobleId]) -> bool:
    """12.2, 13.2 Nobles who hold no card that moved in an earlier turn, and who are not bound to a Force."""
    cards = [card for noble in nobles for card in s.nobles[noble].cards]
    bound = [noble for force in s.forces if is_new(s, force) for noble in force.nobles]
    return all(s.stamps.cards_moved.get(card, s.turn) == s.turn for card in cards) and not set(bound) & set(nobles)


def price(s: State, pieces: Sequence[str]) -> list[str] | None:
    """5.8 The pieces for which a Free Move must be spent; None where they cannot move."""
    spent = [piece for piece in pieces if piece in s.stamps.moved]
    barred = any(piece in s.stamps.earlier_moved for piece in pieces) or any(piece in s.stamps.freed for piece in spent)
    return None if barred or len(spent) > len(s.players[s.active].free) else spent


def goals(s: State, nobles: Sequence[NobleId]) -> list[Spot]:
    """5.1 The spots where all of some Nobles can end their move."""
    here = s.nobles[nobles[0]].at
    areas = dict.fromkeys([*regional_areas(s, nobles[0]), *road_areas(s, nobles[0], ())])
    men = sum(plain_men(s, noble) for noble in nobles)
    spots = [spot for area in areas for spot in spots_in(s, nobles[0], area) if spot != here]
    return [spot for spot in spots if place_in(spot) is None or men <= room_in(s, spot, *nobles)]


def go(s: State, order: Move) -> None:
    """5.2, 5.3 By the kind of movement that leads there."""
    regional = s.board.area(order.to) in regional_areas(s, order.nobles[0])
    free = tuple(price(s, pieces_of(s, order.nobles)) or ())
    land.move(s, land.Move(order.nobles, REGIONAL if regional else ROAD, order.to, free=free))


# 5.4-5.6 By sea


def sea_options(s: State) -> Iterator[Sail | Assault]:
    """5.4-5.6 By sea: ships empty, with those aboard, with each Noble of the port's Area, or with all of them."""
    for ships in fleets(s):
        for crew in crews(s, ships):
            carried = [*passengers(s, ships[0]), *crew]
            free = price(s, [*ships, *pieces_of(s, carried)])
            if free is None or (free and len(ships) > 1) or not may_act(s, carried):
                continue
            for water, end in sail_ends(s, s.active, ships[0], carried).items():
                yield from ways_to_end(s, ships, crew, water, end, bool(free))


def fleets(s: State) -> Iterator[tuple[ShipId, ...]]:
    """5.4, 5.9 The ships that the active player sails: those with Nobles of theirs aboard, empty ones of theirs or lent to
    them, singly and all that lie in one place.
    """
    empty: dict[Water, list[ShipId]] = {}
    for ship, piece in s.ships.items():
        if piece.group is None and s.loans.get(ship, ship_owner(s, ship)) == s.active:
            empty.setdefault(piece.at, []).append(ship)
            yield (ship,)
        elif piece.group == ship and all(s.nobles[noble].owner == s.active for noble in passengers(s, ship)):
            yield tuple(sailing_together(s, ship))
    yield from (tuple(sorted(ships)) for ships in empty.values() if len(ships) > 1)


def crews(s: State, ships: Sequence[ShipId]) -> Iterator[tuple[NobleId, ...]]:
    """5.5 Who boards: nobody, one of those who can, or all; if their men fit."""
    yield ()
    port = harbour(s.ships[ships[0]].at)
    if port is None or not may_use(s, s.active, port):
        return
    able = boarders(s, s.active, ships[0])
    capacity = sum(s.board.cards.ships[ship].capacity for ship in ships)
    for crew in dict.fromkeys([*((noble,) for noble in able), tuple(able)]):
        if crew and sum(plain_men(s, noble) for noble in crew) <= capacity:
            yield crew


def ways_to_end(
    s: State, ships: tuple[ShipId, ...], crew: tuple[NobleId, ...], water: Water, end: End, free: bool
) -> Iterator[Sail | Assault]:
    """5.6 At sea, in port, by landing in the open field or a friendly place, or by an assault."""
    port = harbour(water)
    if end is End.ASSAULT and port is not None:
        yield Assault(port, ships, crew, free)
        return
    yield Sail(ships, water, crew, free=free)
    if end is End.LAND and port is not None:
        carried = [*passengers(s, ships[0]), *crew]
        for place in s.board.fortified(s.board.places[port].area):
            spot = inside(place)
            fits = sum(plain_men(s, noble) for noble in carried) <= room_in(s, spot)
            if fits and all(spot in spots_in(s, noble, s.board.places[port].area) for noble in carried):
                yield Sail(ships, water, crew, spot, free)


def put_to_sea(s: State, order: Sail | Assault) -> None:
    """5.4-5.6 The shortest way."""
    to = port_of(order.place) if isinstance(order, Assault) else order.to
    lands = isinstance(order, Sail) and order.spot != STAYS
    carried = [*passengers(s, order.ships[0]), *order.nobles]
    land_in = dict.fromkeys(carried, order.spot) if isinstance(order, Sail) and lands else {}
    path = s.board.route(s.ships[order.ships[0]].at, to, POINTS)
    sea.sail(s, sea.Sail(order.ships, path, order.nobles, land_in, isinstance(order, Assault), order.free))


# 5.10 The end


async def close_movement(s: State) -> None:
    """5.10, 10.1 Uncontrolled Royals are gained; where several Nobles stand with one the strongest takes it by default."""
    wanted: dict[RoyalId, NobleId] = {}
    for spot in dict.fromkeys(s.nobles[noble].at for noble in nobles_of(s, s.active)):
        here = sorted(at(s, spot, s.active), key=lambda noble: -plain_men(s, noble))
        for royal in loose_royals(s, spot):
            prompt = Text("{royal} is yours: with which Noble?", royal=name_of(s, royal))
            wanted[royal] = NobleId(await choose(s.active, TAKES, f"{now(s)} {royal}", prompt, here))
    end_movement(s, wanted)
