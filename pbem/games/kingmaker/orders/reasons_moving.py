"""Why a move is not possible."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.decision import Seat
from pbem.games.kingmaker.components.ids import (
    Area,
    NobleId,
    Phase,
    Place,
    ShipId,
    Spot,
    field,
    harbour,
    inside,
    place_in,
    port_of,
)
from pbem.games.kingmaker.components.names import name_of, names_of
from pbem.games.kingmaker.components.nobles import area_of, is_besieged, plain_men, room_in, royals_with
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.control import is_enemy, is_open_to, owner
from pbem.games.kingmaker.movement.land import Ground, barriers, regional_areas, road_areas
from pbem.games.kingmaker.movement.sail import POINTS
from pbem.games.kingmaker.movement.ships import passengers, sailing_together, ship_owner
from pbem.games.kingmaker.orders.whereabouts import (
    Ids,
    areas_in,
    name,
    nobles_in,
    own_in,
    places_in,
    ships_in,
    where,
    why_not_mine,
    why_too_late,
)
from pbem.i18n import Text


def why_no_move(s: State, seat: Seat, ids: Ids) -> str | None:
    """5.1-5.3, 5.8 Why a move by land is not possible: who cannot move, or not there."""
    nobles = own_in(s, seat, ids)
    for noble in nobles:
        if why := why_not_mine(s, seat, noble) or why_too_late(s, Phase.MOVEMENT) or why_he_stays(s, seat, noble):
            return why
    if not nobles:
        return Text("name one of your Nobles, and where he goes")
    if force := next((force for force in s.forces if force.commander in nobles), None):
        leader = name(s, force.commander)
        return Text('{noble} commands a Force: "lead {noble}" and where moves it as a whole', noble=leader)
    if len(nobles) > 1:
        return Text('write a line for each Noble, or "move all at" where they stand')
    return why_not_to(s, seat, nobles, ids)


def why_he_stays(s: State, seat: Seat, noble: NobleId) -> str | None:
    """5.1, 5.8 Why a Noble cannot move: he is besieged, at sea, or has moved."""
    if area_of(s, noble) is None:
        return Text("{noble} is at sea: sail his ship", noble=name(s, noble))
    if is_besieged(s, s.nobles[noble].at):
        return Text("{noble} is besieged", noble=name(s, noble))
    if noble in s.stamps.earlier_moved:
        return Text("{noble} has moved with his Force in this round", noble=name(s, noble))
    if noble in s.stamps.freed:
        return Text("{noble} has had a Free Move", noble=name(s, noble))
    if noble in s.stamps.moved and not s.players[seat].free:
        return Text("{noble} has moved, and you have no Free Move card", noble=name(s, noble))
    return why_not_with_royals(s, seat, noble)


def why_not_with_royals(s: State, seat: Seat, noble: NobleId) -> str | None:
    """5.8 (l. 394) Why a Noble cannot move again with his Royals: each Royal who has moved needs a Free Move card too."""
    royals = royals_with(s, noble)
    spent = [piece for piece in (noble, *royals) if piece in s.stamps.moved]
    cards = len(s.players[seat].free)
    done = [royal for royal in royals if royal in s.stamps.earlier_moved or (royal in s.stamps.freed and royal in spent)]
    if done:
        return Text("{royals}, who is with {noble}, cannot move again", royals=names_of(s, done), noble=name(s, noble))
    if len(spent) > cards:
        sentence = Text("{pieces} have moved: that takes a Free Move card for each, and you have {cards}")
        return sentence.filled(pieces=names_of(s, spent), cards=cards)
    return None


def why_not_to(s: State, seat: Seat, nobles: Sequence[NobleId], ids: Ids) -> str | None:
    """5.2, 5.3, 1.6 Why Nobles cannot end in a spot: not reached, not open, or full."""
    areas, places = areas_in(s, ids), places_in(s, ids)
    if not areas:
        return Text("name where he goes")
    for noble in nobles:
        if areas[0] not in (*regional_areas(s, noble), *road_areas(s, noble, s.passages)):
            return why_no_way(s, seat, noble, areas[0])
        if noble in s.stamps.moved:
            return Text('{noble} has moved; with a Free Move card: "again"', noble=name(s, noble))
    for place in places:
        if not s.board.places[place].fortified:
            continue
        if is_enemy(s, seat, place) or not is_open_to(s, seat, place):
            outside = name_of(s, field(s.board.places[place].area))
            return Text("{place} is not yours: stop in {field}", place=name(s, place), field=outside)
        if place in s.besieged:
            return Text("{place} is besieged", place=name(s, place))
        return why_no_room(s, inside(place), nobles)
    return None


def why_no_way(s: State, seat: Seat, noble: NobleId, goal: Area) -> str:
    """5.2, 5.3 Why a Noble cannot reach an Area by road: what bars it, or that no road leads there."""
    slots: dict[str, str] = {"where": where(s, noble), "goal": name(s, goal)}
    barred = barriers_to(s, seat, noble, goal)
    if not barred:
        return Text("{where}: neither its Region nor a free road leads to {goal}", **slots)
    keepers = (Text("{place} of {player}", place=name(s, place), player=name(s, keeper)) for place, keeper in barred.items())
    return Text(
        '{where}: its Region does not reach {goal}, and the road is barred by {keepers}; "passage {place}" asks for the way',
        **slots,
        keepers=Text(", ").join(keepers),
        place=name(s, next(iter(barred))),
    )


def barriers_to(s: State, seat: Seat, noble: NobleId, goal: Area) -> dict[Place, Seat]:
    """5.3 The enemy places that a Noble would have to pass on the road to an Area, nearest first, with their owners; empty
    if no road leads there at all.
    """
    asked: list[Place] = []
    while goal not in road_areas(s, noble, [*s.passages, *asked]):
        more = barriers(s, noble, Ground(s, seat, [*s.passages, *asked]))
        keepers = [place for place in more if place not in s.besieged]
        if not keepers:
            return {}
        asked += keepers
    for place in reversed(list(asked)):
        others = [each for each in asked if each != place]
        asked = others if goal in road_areas(s, noble, [*s.passages, *others]) else asked
    return {place: keeper for place in asked if (keeper := owner(s, place)) is not None}


def why_no_room(s: State, spot: Spot, nobles: Sequence[NobleId]) -> str | None:
    """1.6 Why Nobles do not fit inside a place."""
    men, room = sum(plain_men(s, noble) for noble in nobles), room_in(s, spot, *nobles)
    if men <= room:
        return None
    return Text("there is room for {room} men in {place}, not for {men}", room=room, place=name(s, spot), men=men)


# 5.4


def why_no_sail(s: State, seat: Seat, ids: Ids) -> str | None:
    """5.4-5.6, 5.8 Why a ship cannot sail, or not there."""
    named = ships_in(s, ids)
    ships = named or lying_at(s, seat, places_in(s, ids))
    for ship in ships:
        if why := why_too_late(s, Phase.MOVEMENT) or why_ship_stays(s, seat, ship):
            return why
    if not ships:
        return why_no_ship(s, seat)
    for noble in own_in(s, seat, ids):
        if why := why_not_mine(s, seat, noble) or why_not_aboard(s, noble, ships[0]):
            return why
    for place in places_in(s, ids):
        if s.board.places[place].port is None:
            return Text("{place} is not a port", place=name(s, place))
        if not s.board.route(s.ships[ships[0]].at, port_of(place), POINTS):
            return Text("{place} is more than {points} points away", place=name(s, place), points=POINTS)
    return None if named else Text("name where the fleet sails: a port or a sea Area")


def lying_at(s: State, seat: Seat, places: Sequence[Place]) -> list[ShipId]:
    """5.4 A player's ships in the ports of some places: a fleet."""
    ports = [port_of(place) for place in places if s.board.places[place].port is not None]
    return [
        ship for ship, piece in s.ships.items() if piece.at in ports and seat in (s.loans.get(ship), ship_owner(s, ship))
    ]


def why_no_ship(s: State, seat: Seat) -> str:
    """5.4 Which ships the player can sail, and where they are; or why none."""
    if why := why_too_late(s, Phase.MOVEMENT):
        return why
    own_ships = [ship for ship in s.ships if seat in (s.loans.get(ship), ship_owner(s, ship))]
    staying = {ship: why for ship in own_ships if (why := why_ship_stays(s, seat, ship))}
    able = [ship for ship in own_ships if ship not in staying]
    if able:
        sentence = Text("{ship} ({where})")
        ships = (sentence.filled(ship=name(s, ship), where=name_of(s, s.ships[ship].at)) for ship in able)
        return Text("name the ship that sails, or the fleet at a port: {ships}", ships=Text(", ").join(ships))
    return (
        Text("no ship of yours can sail: {why}", why=Text(", ").join(staying.values()))
        if own_ships
        else Text("you have no ship")
    )


def why_ship_stays(s: State, seat: Seat, ship: ShipId) -> str | None:
    """5.8, 5.9 Why a ship cannot sail: not in play, another's, or it has moved."""
    if ship not in s.ships:
        return Text("{ship} is not in play", ship=name(s, ship))
    lead = s.ships[ship].group
    carried = [] if lead is None else passengers(s, lead)
    empty_of = s.loans.get(ship, ship_owner(s, ship))
    if any(s.nobles[noble].owner != seat for noble in carried) or (not carried and empty_of != seat):
        return Text("{ship} is not yours to sail", ship=name(s, ship))
    if ship in s.stamps.freed:
        return Text("{ship} has had a Free Move", ship=name(s, ship))
    if ship in s.stamps.moved and not s.players[seat].free:
        return Text("{ship} has moved, and you have no Free Move card", ship=name(s, ship))
    return None


def why_not_parted(s: State, seat: Seat, ids: Ids) -> str | None:
    """5.5 Why ships cannot part: in port, alone, or other players' passengers; Nobles who are not aboard, or too many."""
    for ship in ships_in(s, ids):
        if why := why_too_late(s, Phase.MOVEMENT):
            return why
        lead = s.ships[ship].group if ship in s.ships else None
        if lead is None or len(sailing_together(s, lead)) == 1:
            return Text("{ship} sails alone, and nothing is parted from it", ship=name(s, ship))
        aboard = passengers(s, lead)
        if all(s.nobles[noble].owner != seat for noble in aboard):
            return Text("{ship} is not yours to sail", ship=name(s, ship))
        if missing := [noble for noble in nobles_in(s, ids) if noble not in aboard]:
            return Text("{noble} is not aboard", noble=name(s, missing[0]))
        if lead in s.assaults:
            return Text("all those aboard besiege the port they have come to, and nobody else with them")
        return Text("these ships do not carry their passengers then, or a Force aboard was formed in this phase")
    return Text("name the ship that parts from the others")


def why_not_aboard(s: State, noble: NobleId, ship: ShipId) -> str | None:
    """5.5, 5.7 Why a Noble cannot board: elsewhere, besieged, has moved, or too strong."""
    port = harbour(s.ships[ship].at)
    if port is None or area_of(s, noble) != s.board.places[port].area:
        return Text("{where}, and {ship} is not in a port there", where=where(s, noble), ship=name(s, ship))
    if place_in(s.nobles[noble].at) in s.besieged:
        return Text("{noble} is besieged", noble=name(s, noble))
    capacity = s.board.cards.ships[ship].capacity
    if plain_men(s, noble) > capacity:
        return Text(
            "{ship} carries {capacity} men, not {men}", ship=name(s, ship), capacity=capacity, men=plain_men(s, noble)
        )
    if noble in s.stamps.moved:
        return Text("{noble} has moved already", noble=name(s, noble))
    return None
