"""4.4 Storms at sea: every ship at sea goes to its nearest port."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.engine.decision import Seat
from pbem.engine.event import tell
from pbem.engine.refusal import Illegal
from pbem.games.kingmaker.components.ids import NobleId, Place, ShipId, Spot, field, harbour, port_of
from pbem.games.kingmaker.components.names import name_of, names_of
from pbem.games.kingmaker.components.nobles import are_friends, move_to
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.control import is_open_to, spots_in
from pbem.games.kingmaker.movement.ships import end_loan, passengers, sailing_together, ship_owner
from pbem.i18n import Text

MAX_DISTANCE = 99
"""More movement points than any port can be away."""


def storms(s: State, ports: Mapping[ShipId, Place], land: Mapping[NobleId, Spot]) -> dict[str, Any]:
    """4.4 Every ship at sea goes to its nearest port; ships that carry passengers together stay together (Ruling: K9).

    Raises Illegal for a port that is not nearest.
    """
    driven = []
    for lead in leads_at_sea(s):
        driven.append(drive(s, lead, ports, land))
    return {"ships": driven}


def leads_at_sea(s: State) -> list[ShipId]:
    """The lead ship of each group at sea."""
    at_sea = (ship for ship, piece in sorted(s.ships.items()) if harbour(piece.at) is None)
    return [ship for ship in at_sea if s.ships[ship].group in (None, ship)]


def nearest_ports(s: State, lead: ShipId) -> list[Place]:
    """4.4 The nearest ports; for a ship with passengers those that are open to them, if there are any."""
    distances = s.board.distances(s.ships[lead].at, MAX_DISTANCE)
    away = {place: points for water, points in distances.items() if points and (place := harbour(water)) is not None}
    nearest = sorted(place for place, points in away.items() if points == min(away.values()))
    carried = passengers(s, lead)
    seats = list(dict.fromkeys(s.nobles[noble].owner for noble in carried))
    return _preferred(s, nearest, seats)


def _preferred(s: State, ports: Sequence[Place], seats: Sequence[Seat]) -> list[Place]:
    """R61 The ports open to all Factions aboard, else those open to any of them, else all (K42)."""
    for enough in (all, any):
        open_ = [place for place in ports if seats and enough(_may_use(s, seat, place) for seat in seats)]
        if open_:
            return open_
    return list(ports)


def _may_use(s: State, seat: Seat, place: Place) -> bool:
    return not s.board.places[place].fortified or is_open_to(s, seat, place)


def drive(s: State, lead: ShipId, ports: Mapping[ShipId, Place], land: Mapping[NobleId, Spot]) -> list[Any]:
    """4.4 A group of ships enters a port, and everybody aboard lands. Returns ships, port and passengers."""
    nearest = nearest_ports(s, lead)
    port = ports.get(lead, nearest[0])
    if port not in nearest:
        raise Illegal(
            Text("{port} is not one of the nearest ports: {ports}", port=name_of(s, port), ports=names_of(s, nearest))
        )
    ships, carried, start = sailing_together(s, lead), passengers(s, lead), s.ships[lead].at
    s.stamps.moved += [ship for ship in ships if is_anothers(s, ship, carried)]
    for ship in ships:
        s.ships[ship].at, s.ships[ship].group = port_of(port), None
        end_loan(s, ship)
    for noble in carried:
        _land(s, noble, port, land)
    landed, seat = {noble: s.nobles[noble].at for noble in carried}, ship_owner(s, lead) or ""
    tell(s, "4.4", "driven", seat=seat, ships=list(ships), port=port, start=start, landed=landed)
    return [ships, port, carried]


def is_anothers(s: State, ship: ShipId, carried: Sequence[NobleId]) -> bool:
    """5.9 (l. 388) Whether a ship has a new owner, but obeys its passengers until it reaches a port. In the round in which
    it does, it cannot move again.
    """
    return bool(carried) and ship not in s.loans and ship_owner(s, ship) not in {s.nobles[noble].owner for noble in carried}


def _land(s: State, noble: NobleId, port: Place, land: Mapping[NobleId, Spot]) -> None:
    """4.4 A Noble lands in the open field, or in a friendly place of the Area if the port is open to him."""
    spots = landings(s, noble, port)
    spot = land.get(noble, spots[0])
    if spot not in spots:
        raise Illegal(Text("{noble} cannot land in {spot}", noble=name_of(s, noble), spot=name_of(s, spot)))
    move_to(s, noble, spot)


def landings(s: State, noble: NobleId, port: Place) -> list[Spot]:
    """4.4 The spots where a Noble can land whose ship is driven into a port; the open field first."""
    area = s.board.places[port].area
    return spots_in(s, noble, area) if _may_use(s, s.nobles[noble].owner, port) else [field(area)]


def has_rivals(s: State, lead: ShipId) -> bool:
    """13.2 Whether a group of ships carries Nobles of Factions that are not allied."""
    seats = [s.nobles[noble].owner for noble in passengers(s, lead)]
    return any(not are_friends(s, seats[0], seat) for seat in seats)
