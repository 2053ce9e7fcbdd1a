"""13.2 The movement of allied Forces by land and sea, ordered by their leader, or by the commander's player in an ally's
turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.engine.decision import Seat
from pbem.games.kingmaker.asking.moving import ALL, can_free, goals, is_unspent, price, ways_to_end
from pbem.games.kingmaker.asking.options import STAYS, Assault, Command, CommandOut, Lead, LeadOut, Sail
from pbem.games.kingmaker.components.ids import FLEET, Phase, ShipId, Water, harbour, port_of
from pbem.games.kingmaker.components.nobles import area_of, is_besieged
from pbem.games.kingmaker.components.state import Force, State
from pbem.games.kingmaker.forces import force_of, owners_of
from pbem.games.kingmaker.legal.choices import sail_ends
from pbem.games.kingmaker.movement import land
from pbem.games.kingmaker.movement import sail as sea
from pbem.games.kingmaker.movement.land import REGIONAL, ROAD, regional_areas
from pbem.games.kingmaker.movement.sail import POINTS, may_use
from pbem.games.kingmaker.movement.ships import can_carry, passengers, sailing_together, ship_owner
from pbem.games.kingmaker.movement.stamps import pieces_of


def led(s: State) -> list[Force]:
    """13.2 The Forces that the active player leads (K35)."""
    return [force for force in s.forces if s.nobles[force.commander].owner == s.active]


def leading_options(s: State) -> list[str]:
    """13.2 All moves of the Forces that the active player leads, each as a whole (R51), also by their Free Moves (l.
    654).
    """
    if s.phase is not Phase.MOVEMENT:
        return []
    return [option for force in led(s) for option in moves_of(s, force)]


def moves_of(s: State, force: Force) -> list[Lead | LeadOut]:
    """13.2 All moves of a Force; none if it holds a card that moved in an earlier turn."""
    return [*by_land(s, force), *by_sea(s, force)] if is_unspent(s, force.nobles) else []


def leading_for_allies(s: State, seat: Seat) -> list[str]:
    """13.2 (l. 651, 654; Ruling: R96) The moves of a player's Forces in the turn of an ally who has Nobles in them, with the
    player's own Free Moves (K36).
    """
    if s.phase is not Phase.MOVEMENT or seat == s.active:
        return []
    forces = [force for force in s.forces if s.nobles[force.commander].owner == seat and s.active in owners_of(s, force)]
    return [commanded(option) for force in forces for option in moves_of(s, force)]


def commanded(order: Lead | LeadOut) -> Command | CommandOut:
    """The same order as an order for an ally's turn, so that it is not confused with one for the player's own turn."""
    if isinstance(order, Lead):
        return Command(order.commander, order.to, order.free)
    return CommandOut(order.commander, order.ship, order.to, order.spot, order.assault, order.free)


def command(s: State, answer: str) -> None:
    """13.2 Carries out an order to a Force in an ally's turn."""
    if (by_ship := CommandOut.fits(answer)) is not None:
        lead_out(s, LeadOut(*vars(by_ship).values()))
    else:
        order = Command.read(answer)
        lead(s, Lead(order.commander, order.to, order.free))


def by_land(s: State, force: Force) -> Iterator[Lead]:
    """13.2 Moves to every spot that all Nobles of the Force can reach and enter together."""
    pieces, leader = pieces_of(s, force.nobles), s.nobles[force.commander].owner
    free = price(s, pieces, leader)
    if free is None or area_of(s, force.commander) is None:
        return
    spots = [set(goals(s, [noble])) for noble in force.nobles]
    for spot in (spot for spot in goals(s, force.nobles) if all(spot in each for each in spots)):
        yield from () if free else (Lead(force.commander, spot),)
        if free or can_free(s, pieces, len(pieces), leader):
            yield Lead(force.commander, spot, free=True)


def lead(s: State, order: Lead) -> None:
    """13.2 Moves a Force by land: by Regional movement if all its Nobles can, else by road."""
    nobles = tuple(force_of(s, order.commander).nobles)
    regional = all(s.board.area(order.to) in regional_areas(s, noble) for noble in nobles)
    pieces = pieces_of(s, nobles)
    free = tuple(price(s, pieces, s.nobles[order.commander].owner) or pieces) if order.free else ()
    kind = REGIONAL if regional else ROAD
    land.move(s, land.Move(nobles, kind, order.to, tuple(s.passages), free, order.commander))


def by_sea(s: State, force: Force) -> Iterator[LeadOut]:
    """13.2, 5.4-5.6 Sailings in ships of any Faction in the Force (K39), whether it is aboard already or boards where they
    lie.
    """
    for ship in vessels(s, force):
        ships = ships_of(s, force, ship)
        pieces = [*ships, *pieces_of(s, force.nobles)]
        plain = not any(piece in (*s.stamps.moved, *s.stamps.earlier_moved) for piece in pieces)
        free = len(ships) == 1 and can_free(s, pieces, 1, s.nobles[force.commander].owner)
        ends = sail_ends(s, s.active, ships[0], force.nobles) if plain or free else {}
        for way in (way for water, end in ends.items() for way in ways_to_end(s, (ship, (ALL,)), force.nobles, water, end)):
            yield from (as_lead_out(force, way, again) for again in (False, True) if (free if again else plain))


def as_lead_out(force: Force, way: Sail | Assault, free: bool) -> LeadOut:
    """5.6 A ship's move as an order to the Force aboard."""
    if isinstance(way, Assault):
        return LeadOut(force.commander, way.ship, port_of(way.place), assault=True, free=free)
    return LeadOut(force.commander, way.ship, way.to, way.spot, free=free)


def vessels(s: State, force: Force) -> Iterator[str]:
    """5.5 The ship that carries a Force, or the ships in port that could: each alone, and all together."""
    here = s.nobles[force.commander].at
    area = area_of(s, force.commander)
    if area is None:
        leads = (ship for ship, piece in s.ships.items() if piece.group == ship)
        yield from (ship for ship in leads if passengers(s, ship) == sorted(force.nobles))
        return
    ports = [place for place in s.board.within[area] if s.board.places[place].port is not None]
    for water in (port_of(place) for place in ports if may_use(s, s.active, place) and not is_besieged(s, here)):
        lying = empty_ships(s, force, water)
        groups = [*((ship,) for ship in lying), *([tuple(lying)] if len(lying) > 1 else [])]
        yield from (name_for(group, water) for group in groups if can_carry(s, group, force.nobles))


def empty_ships(s: State, force: Force, water: Water) -> list[ShipId]:
    """5.9 The empty ships in a port that Factions in a Force may sail."""
    crew = owners_of(s, force)
    empty = (ship for ship, piece in sorted(s.ships.items()) if piece.at == water and piece.group is None)
    return [ship for ship in empty if s.loans.get(ship, ship_owner(s, ship)) in crew]


def name_for(ships: Sequence[ShipId], water: Water) -> str:
    """The id that orders use for ships that sail from a port."""
    return ships[0] if len(ships) == 1 else f"{FLEET}{water}"


def ships_of(s: State, force: Force, ship: str) -> tuple[ShipId, ...]:
    """R25 The ships that an order to a Force names."""
    if ship.startswith(FLEET):
        return tuple(empty_ships(s, force, Water(ship.removeprefix(FLEET))))
    return tuple(sailing_together(s, ShipId(ship)))


def lead_out(s: State, order: LeadOut) -> None:
    """13.2, 5.4-5.6 Moves a Force by sea, all of it aboard, by the shortest route."""
    force = force_of(s, order.commander)
    ships, nobles = ships_of(s, force, order.ship), tuple(force.nobles)
    start = s.ships[ships[0]].at
    boards = nobles if harbour(start) is not None else ()
    landing = dict.fromkeys(nobles, order.spot) if order.spot != STAYS else {}
    path = s.board.route(start, order.to, POINTS)
    sea.sail(s, sea.Sail(ships, path, boards, landing, order.assault, order.free, order.commander))
