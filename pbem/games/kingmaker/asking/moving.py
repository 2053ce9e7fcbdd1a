"""5 The Movement phase: the orders that the active player can give by land and by sea."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from pbem.engine.decision import Decision, Seat, YesNo
from pbem.engine.event import tell
from pbem.games.kingmaker.asking.asked import choose, now
from pbem.games.kingmaker.asking.options import STAYS, Again, Assault, Move, Passage, Passing, Sail, again
from pbem.games.kingmaker.components.ids import (
    ALL_OF,
    FLEET,
    NobleId,
    Phase,
    RoyalId,
    ShipId,
    Spot,
    Water,
    harbour,
    inside,
    port_of,
)
from pbem.games.kingmaker.components.names import name_of
from pbem.games.kingmaker.components.nobles import are_friends, area_of, at, loose_royals, nobles_of, plain_men, room_in
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.control import can_end_at, owner
from pbem.games.kingmaker.forces import bound_nobles
from pbem.games.kingmaker.legal.choices import End, boarders, sail_ends
from pbem.games.kingmaker.movement import land
from pbem.games.kingmaker.movement import sail as sea
from pbem.games.kingmaker.movement.end import end_movement
from pbem.games.kingmaker.movement.land import REGIONAL, ROAD, Ground, barriers, regional_areas, road_areas
from pbem.games.kingmaker.movement.sail import POINTS, may_use
from pbem.games.kingmaker.movement.ships import can_carry, passengers, sailing_together, ship_owner
from pbem.games.kingmaker.movement.stamps import pieces_of
from pbem.i18n import Text

TAKES, PASSAGE, SHARED = "5.10 takes", "5.3 passage", "5.9 shared"
MIXED_CREW = 2
"""R64 A ship with Nobles of this many players makes no assault; that takes a Force."""
ALL = "all"
MAX_GROUPED = 4
"""If more Nobles than this can board, not every group is listed."""


def movement_options(s: State) -> list[str]:
    """5 All moves: each Noble alone, all own Nobles of a spot together, and each ship."""
    if s.phase is not Phase.MOVEMENT:
        return []
    ground = Ground(s, s.active, s.passages)
    return [*land_options(s, ground), *sea_options(s), *passage_options(s, ground)]


# 5.2, 5.3 By land


def land_options(s: State, ground: Ground) -> Iterator[Move | Again]:
    """5.2, 5.3 Moves by land, to any spot that Regional or Road movement reaches."""
    for who in movers(s):
        nobles = nobles_ordered(s, who)
        pieces = pieces_of(s, nobles)
        free = price(s, pieces)
        if free is None or not may_act(s, nobles):
            continue
        moves = [Move(who, to) for to in goals(s, nobles, ground)]
        if not free:
            yield from moves
        if free or can_free(s, pieces, len(pieces)):
            yield from map(again, moves)


def movers(s: State) -> Iterator[str]:
    """5.1 Who can be ordered by land: each of the active player's Nobles, and all of theirs in a spot."""
    nobles = [noble for noble in nobles_of(s, s.active) if area_of(s, noble) is not None]
    yield from nobles
    for spot in dict.fromkeys(s.nobles[noble].at for noble in nobles):
        if len(at(s, spot, s.active)) > 1:
            yield f"{ALL_OF}{spot}"


def nobles_ordered(s: State, who: str) -> list[NobleId]:
    """5.1 The active player's Nobles whom an order names."""
    return at(s, Spot(who.removeprefix(ALL_OF)), s.active) if who.startswith(ALL_OF) else [NobleId(who)]


def may_act(s: State, nobles: Sequence[NobleId]) -> bool:
    """12.2, 13.2 Whether Nobles hold no card that moved in an earlier turn, and are not bound to a Force formed in this
    phase.
    """
    bound = bound_nobles(s)
    return is_unspent(s, nobles) and not set(bound) & set(nobles)


def is_unspent(s: State, nobles: Sequence[NobleId]) -> bool:
    """12.2 Whether Nobles hold no card that moved in an earlier turn of the round."""
    cards = [card for noble in nobles for card in s.nobles[noble].cards]
    return all(s.stamps.cards_moved.get(card, s.turn) == s.turn for card in cards)


def price(s: State, pieces: Sequence[str], seat: Seat | None = None) -> list[str] | None:
    """5.8 The pieces that need a Free Move because they have moved already; None if they cannot move.

    The Free Moves are those of `seat`, by default the active player's.
    """
    spent = [piece for piece in pieces if piece in s.stamps.moved]
    barred = any(piece in s.stamps.earlier_moved for piece in pieces) or any(piece in s.stamps.freed for piece in spent)
    return None if barred or len(spent) > len(s.players[seat or s.active].free) else spent


def can_free(s: State, pieces: Sequence[str], cards: int, seat: Seat | None = None) -> bool:
    """5.8 (l. 394, 400) Whether a player has `cards` Free Moves and none of the pieces has used one yet, whether they have
    moved or not.
    """
    barred = any(piece in (*s.stamps.earlier_moved, *s.stamps.freed) for piece in pieces)
    return not barred and cards <= len(s.players[seat or s.active].free)


def goals(s: State, nobles: Sequence[NobleId], ground: Ground | None = None) -> list[Spot]:
    """5.1 The spots where Nobles who are together can end their move.

    Pass `ground` (that of the first Noble's Faction) to avoid computing it for each call.
    """
    unit = s.nobles[nobles[0]]
    ground = ground or Ground(s, unit.owner, s.passages)
    areas = dict.fromkeys([*regional_areas(s, nobles[0]), *road_areas(s, nobles[0], s.passages, ground)])
    men = sum(plain_men(s, noble) for noble in nobles)
    return [spot for area in areas for spot, room in ground.rooms(area).items() if spot != unit.at and men <= room]


def go(s: State, order: Move, free_first: bool = False) -> None:
    """5.2, 5.3 Moves Nobles by Regional movement if possible, else by road. `free_first`: use Free Moves before the ordinary
    move (l. 394).
    """
    nobles = tuple(nobles_ordered(s, order.who))
    regional = s.board.area(order.to) in regional_areas(s, nobles[0])
    pieces = pieces_of(s, nobles)
    free = tuple(price(s, pieces) or (pieces if free_first else ()))
    land.move(s, land.Move(nobles, REGIONAL if regional else ROAD, order.to, tuple(s.passages), free))


# 5.3 Passage


def passage_options(s: State, ground: Ground) -> list[Passage]:
    """5.3 Enemy places that bar the road for a Noble of the active player who can still move."""
    able = [noble for noble in nobles_of(s, s.active) if price(s, pieces_of(s, [noble])) is not None]
    barring = dict.fromkeys(place for noble in able for place in barriers(s, noble, ground))
    return [Passage(place) for place in barring if place not in s.besieged and owner(s, place) in s.seats]


async def ask_passage(s: State, order: Passage) -> None:
    """5.3 Asks the owner of a place to let the active player pass, this turn. Only a standing order can say yes (D9).

    Ruling: R87 the active player asks before moving, as often as they like; asking uses no move.
    """
    seat = owner(s, order.place)
    assert seat is not None
    prompt = Text("{player} asks for passage of {place}", player=name_of(s, s.active), place=name_of(s, order.place))
    subject = Passing(s.active, order.place)
    granted = await Decision(seat, PASSAGE, subject, prompt, YesNo(), lambda: False, automatic=True)
    if granted:
        s.passages.append(order.place)
    readers = frozenset({s.active, seat})
    tell(s, "5.3", "passage", seen_by=readers, seat=seat, player=s.active, place=order.place, granted=granted)


# 5.4-5.6 By sea


def sea_options(s: State) -> Iterator[Sail | Assault | Again]:
    """5.4-5.6 Moves by sea: ships empty, with those aboard, and with any or all Nobles of the port's Area who board.

    A single ship with all aboard counts as one piece for a Free Move (l. 395).
    """
    for ship in sailers(s):
        ships = fleet(s, ship)
        for crew in crews(s, ships):
            carried = [*passengers(s, ships[0]), *boarding(s, ships[0], crew)]
            pieces = [*ships, *pieces_of(s, carried)]
            plain = not any(piece in (*s.stamps.moved, *s.stamps.earlier_moved) for piece in pieces)
            free = len(ships) == 1 and can_free(s, pieces, 1)
            if not (plain or free) or not may_act(s, carried):
                continue
            for water, end in sail_ends(s, s.active, ships[0], carried).items():
                ways = list(ways_to_end(s, (ship, crew), carried, water, end))
                ways = [way for way in ways if not isinstance(way, Assault) or len(crew_of(s, ships[0])) < MIXED_CREW]
                yield from ways if plain else ()
                yield from map(again, ways) if free else ()


def sailers(s: State) -> Iterator[str]:
    """5.4, 5.9 What the active player can sail: ships with their Nobles aboard (by lead ship), their own or borrowed empty
    ships, each alone, and all empty ones in one port or sea Area.
    """
    empty: dict[Water, int] = {}
    for ship, piece in s.ships.items():
        if is_empty_of(s, ship):
            empty[piece.at] = empty.get(piece.at, 0) + 1
            yield ship
        elif piece.group == ship and s.active in crew_of(s, ship):
            yield ship
    yield from (f"{FLEET}{water}" for water, number in empty.items() if number > 1)


def crew_of(s: State, ship: ShipId) -> list[Seat]:
    """5.9, R64 The players with Nobles aboard ships that sail together; [] if they are not all allied."""
    seats = list(dict.fromkeys(s.nobles[noble].owner for noble in passengers(s, ship)))
    return seats if all(are_friends(s, seats[0], seat) for seat in seats) else []


def is_empty_of(s: State, ship: ShipId) -> bool:
    """5.9 Whether a ship is empty and the active player may sail it."""
    return s.ships[ship].group is None and s.loans.get(ship, ship_owner(s, ship)) == s.active


def fleet(s: State, ship: str) -> tuple[ShipId, ...]:
    """R25 The ships that an order names: a ship with those that sail with it, or all empty ships of a port or sea Area."""
    if not ship.startswith(FLEET):
        return tuple(sailing_together(s, ShipId(ship)))
    water = Water(ship.removeprefix(FLEET))
    return tuple(sorted(each for each, piece in s.ships.items() if piece.at == water and is_empty_of(s, each)))


def crews(s: State, ships: Sequence[ShipId]) -> Iterator[tuple[str, ...]]:
    """5.5 The groups that can board, if their men fit: nobody, any group, or all."""
    yield ()
    port = harbour(s.ships[ships[0]].at)
    if port is None or not may_use(s, s.active, port):
        return
    able = boarders(s, s.active, ships[0])
    for crew in (*boarding_groups(able), *([(ALL,)] if len(able) > 1 else ())):
        if can_carry(s, ships, boarding(s, ships[0], crew)):
            yield crew


def boarding_groups(able: Sequence[NobleId]) -> Iterator[tuple[NobleId, ...]]:
    """5.5 (l. 371) The groups of Nobles that can board; if there are many, only each alone and all but one (Ruling: R94)."""
    most = len(able) - 1 if len(able) > 1 else 1
    sizes = range(1, most + 1) if len(able) <= MAX_GROUPED else (1, most)
    for size in sizes:
        yield from combinations(able, size)


def boarding(s: State, ship: ShipId, crew: tuple[str, ...]) -> list[NobleId]:
    """5.5 The Nobles whom an order names as boarding."""
    return boarders(s, s.active, ship) if crew == (ALL,) else [NobleId(noble) for noble in crew]


def ways_to_end(
    s: State, sails: tuple[str, tuple[str, ...]], carried: Sequence[NobleId], water: Water, end: End
) -> Iterator[Sail | Assault]:
    """5.6 The ways to end a move at `water`: at sea, in port, by landing in the open field or a friendly place, or by an
    assault.
    """
    ship, crew = sails
    port = harbour(water)
    if end is End.ASSAULT and port is not None:
        yield Assault(port, ship, crew)
        return
    yield Sail(ship, water, crew)
    for place in s.board.fortified(s.board.places[port].area) if end is End.LAND and port is not None else ():
        spot = inside(place)
        fits = sum(plain_men(s, noble) for noble in carried) <= room_in(s, spot)
        if fits and all(can_end_at(s, noble, spot) for noble in carried):
            yield Sail(ship, water, crew, spot)


async def put_to_sea(s: State, order: Sail | Assault, free: bool = False) -> None:
    """5.4-5.6 Sails by the shortest route; `free`: with a Free Move card. Allies aboard may refuse (Ruling: R95)."""
    others = [seat for seat in crew_of(s, fleet(s, order.ship)[0]) if seat != s.active]
    for seat in others:
        prompt = Text("{player} sails {ship} with Nobles of yours aboard: do you agree?", **sailing_slots(s, order.ship))
        if not await Decision(seat, SHARED, now(s), prompt, YesNo(), lambda: True, automatic=True):
            tell(s, "3", "not_possible", seen_by=frozenset({s.active}), order=order)
            return
    assault = isinstance(order, Assault)
    spot, to = (STAYS, port_of(order.place)) if isinstance(order, Assault) else (order.spot, order.to)
    ships = fleet(s, order.ship)
    boards = tuple(boarding(s, ships[0], order.crew))
    landing = dict.fromkeys([*passengers(s, ships[0]), *boards], spot) if spot != STAYS else {}
    path = s.board.route(s.ships[ships[0]].at, to, POINTS)
    sea.sail(s, sea.Sail(ships, path, boards, landing, assault, free, agreed=tuple(others)))


def sailing_slots(s: State, ship: str) -> dict[str, str]:
    """The slots of a prompt: who sails which ship."""
    return {"player": name_of(s, s.active), "ship": name_of(s, ship)}


async def go_again(s: State, order: Again) -> None:
    """5.8 Moves again with Free Move cards."""
    first = order.order
    if isinstance(first, Move):
        go(s, first, free_first=True)
    else:
        await put_to_sea(s, first, free=True)


# 5.10 The end


async def close_movement(s: State) -> None:
    """5.10, 10.1 Ends the Movement phase. Uncontrolled Royals are gained; of several Nobles with one the strongest takes him
    by default.
    """
    wanted: dict[RoyalId, NobleId] = {}
    for spot in dict.fromkeys(s.nobles[noble].at for noble in nobles_of(s, s.active)):
        here = sorted(at(s, spot, s.active), key=lambda noble: -plain_men(s, noble))
        for royal in loose_royals(s, spot):
            prompt = Text("{royal} is yours: with which Noble?", royal=name_of(s, royal))
            wanted[royal] = NobleId(await choose(s.active, TAKES, f"{now(s)} {royal}", prompt, here))
    end_movement(s, wanted)
    s.passages = []
