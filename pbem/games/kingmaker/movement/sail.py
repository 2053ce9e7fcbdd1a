"""5.4-5.7 Sea movement: boarding, sailing, landing, and an assault on a port."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pbem.engine.decision import Seat
from pbem.engine.event import tell
from pbem.engine.refusal import Illegal
from pbem.games.kingmaker.components.ids import NobleId, Place, ShipId, Spot, Water, aboard, harbour, inside
from pbem.games.kingmaker.components.ids import field as open_field
from pbem.games.kingmaker.components.names import name_of, names_of
from pbem.games.kingmaker.components.nobles import (
    are_friends,
    area_of,
    at,
    is_besieged,
    men_here,
    move_to,
    plain_men,
    room_in,
)
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.control import can_end_at, defence, is_open_to
from pbem.games.kingmaker.forces import check_own, check_unbound, force_of, leader_of, owners_of
from pbem.games.kingmaker.housekeeping import settle
from pbem.games.kingmaker.movement.land import check_phase
from pbem.games.kingmaker.movement.ships import capacity_of, end_loan, passengers, sailing_together, ship_owner
from pbem.games.kingmaker.movement.stamps import check_cards, check_free, check_pieces, pieces_of, stamp, stamp_cards
from pbem.i18n import Text

POINTS = 5


@dataclass(frozen=True)
class Sail:
    """5.4 Ships sail together along a `path`, one movement point a step, with those aboard and those who `board`.

    - `land`: where passengers land (by default in the open field); with `assault` they will besiege the port at the end.
    - `free`: a Free Move is spent for the ship.
    - `force`: the commander, if a Force sails.
    - `by`: who orders it.
    - `agreed`: the other owners of Nobles aboard, who allow it.
    """

    ships: tuple[ShipId, ...]
    path: tuple[Water, ...]
    board: tuple[NobleId, ...] = ()
    land: Mapping[NobleId, Spot] = field(default_factory=dict)
    assault: bool = False
    free: bool = False
    force: NobleId | None = None
    by: Seat | None = None
    agreed: tuple[Seat, ...] = ()


def sail(s: State, choice: Sail) -> int:
    """5.4-5.7 Moves ships by sea. Returns the movement points spent. Raises Illegal."""
    check_phase(s)
    lead = _check_ships(s, choice)
    aboard_before = passengers(s, lead)
    carried = [*aboard_before, *choice.board]
    leader = leader_of(s, choice.force, choice.by, carried)
    _check_command(s, choice, leader, aboard_before)
    _check_boarding(s, choice, leader, carried)
    _check_path(s, choice, bool(carried))
    pieces = [*choice.ships, *pieces_of(s, carried)]
    free = pieces if choice.free else []
    check_pieces(s, pieces, free)
    check_cards(s, carried)
    check_free(s, leader, int(choice.free))
    ends = _ends(s, choice, leader, carried)
    start = s.ships[lead].at
    stamp(s, leader, pieces, free, int(choice.free))
    stamp_cards(s, carried)
    _arrive(s, choice, lead, carried, ends)
    _tell(s, choice, leader, start, carried)
    settle(s)
    return len(choice.path)


def _tell(s: State, choice: Sail, leader: Seat, start: Water, carried: list[NobleId]) -> None:
    """5.4 Reports where ships have sailed, with whom, and where the passengers are now."""
    whole = {"start": start, "to": choice.path[-1], "assault": choice.assault, "free": choice.free}
    ends = {noble: s.nobles[noble].at for noble in carried}
    tell(s, "5.4", "sailed", seat=leader, ships=list(choice.ships), ends=ends, course=whole)


def _check_ships(s: State, choice: Sail) -> ShipId:
    """R25 Returns the lead ship. Raises Illegal unless the ships are together, and include all that carry passengers
    together.
    """
    if not choice.ships or any(ship not in s.ships for ship in choice.ships):
        raise Illegal(Text("name ships that are in play"))
    if len({s.ships[ship].at for ship in choice.ships}) > 1:
        raise Illegal(Text("these ships are not in one place"))
    lead = s.ships[choice.ships[0]].group or min(choice.ships)
    groups = {s.ships[ship].group for ship in choice.ships}
    if groups != {None} and set(choice.ships) != set(sailing_together(s, lead)):
        raise Illegal(Text("ships that carry passengers together stay together"))
    if choice.free and len(choice.ships) > 1:
        raise Illegal(Text("a Free Move is for a single ship"))
    return lead


def _check_command(s: State, choice: Sail, leader: Seat, aboard_before: list[NobleId]) -> None:
    """5.9, R63 Raises Illegal unless the leader may sail the ships: an empty one is its borrower's, else its owner's; one
    with passengers is theirs (R64; K40).
    """
    if aboard_before:
        owners = {s.nobles[noble].owner for noble in aboard_before}
        if choice.force is None and (leader not in owners or any(not are_friends(s, leader, seat) for seat in owners)):
            raise Illegal(Text("those aboard are not your Nobles, and not your allies'"))
        if choice.force is None and (others := sorted(owners - {leader, *choice.agreed})):
            raise Illegal(Text("the others aboard must agree: {players}", players=names_of(s, others)))
        check_unbound(s, aboard_before if choice.force is None else ())
        return
    crew = [leader] if choice.force is None else owners_of(s, force_of(s, choice.force))
    for ship in choice.ships:
        if s.loans.get(ship, ship_owner(s, ship)) not in crew:
            lent = Text("{ship} is lent to somebody else")
            sentence = lent if ship in s.loans else Text("{ship} is not your ship")
            raise Illegal(sentence.filled(ship=name_of(s, ship)))


def _check_boarding(s: State, choice: Sail, leader: Seat, carried: list[NobleId]) -> None:
    """5.5 Raises Illegal unless Nobles board at the start, in the Area of a friendly or unfortified port, and their men
    fit.
    """
    check_own(s, choice.board, leader, choice.force is not None)
    if not choice.board:
        return
    port = harbour(s.ships[choice.ships[0]].at)
    if port is None or not may_use(s, leader, port):
        raise Illegal(Text("Nobles board in a friendly or unfortified port"))
    for noble in choice.board:
        if area_of(s, noble) != s.board.places[port].area or is_besieged(s, s.nobles[noble].at):
            raise Illegal(Text("{noble} is not in the Area of the port, or is besieged", noble=name_of(s, noble)))
    check_capacity(s, choice.ships, carried)


def check_capacity(s: State, ships: tuple[ShipId, ...], nobles: list[NobleId]) -> None:
    """5.5 Raises Illegal if the men of the Nobles, without bonuses, exceed the total capacity of the ships."""
    capacity = capacity_of(s, ships)
    men = sum(plain_men(s, noble) for noble in nobles)
    if men > capacity:
        raise Illegal(Text("the ships carry {capacity} men, not {men}", capacity=capacity, men=men))


def may_use(s: State, seat: Seat, port: Place) -> bool:
    """5.5, 5.6 Whether a Faction may use a port: it is unfortified, friendly, or an empty Open Town."""
    return not s.board.places[port].fortified or is_open_to(s, seat, port)


def _check_path(s: State, choice: Sail, carries: bool) -> None:
    """5.4 Raises Illegal unless each step leads to an adjacent sea Area or port, within the movement points."""
    if not 1 <= len(choice.path) <= POINTS:
        raise Illegal(Text("a ship puts to sea, for at most {points} points", points=POINTS))
    here = s.ships[choice.ships[0]].at
    for water in choice.path:
        if water not in s.board.next_waters(here):
            raise Illegal(
                Text(
                    "{water} is not next to {here}: a port opens on its own sea Area",
                    water=name_of(s, water),
                    here=name_of(s, here),
                )
            )
        here = water
    if carries and any(harbour(water) for water in choice.path[:-1]):
        raise Illegal(Text("passengers land in the first port that their ship enters"))


def _ends(s: State, choice: Sail, leader: Seat, carried: list[NobleId]) -> dict[NobleId, Spot]:
    """5.6 Where each passenger lands; empty if they stay aboard. Raises Illegal."""
    port = harbour(choice.path[-1])
    if port is None or not carried:
        if choice.assault:
            raise Illegal(Text("an assault from the sea ends in a port, with passengers"))
        return {}
    if choice.assault:
        _check_assault(s, port, leader, carried)
        return {}
    if not may_use(s, leader, port):
        raise Illegal(Text("the port is neither friendly nor unfortified: land there to besiege it, or not at all"))
    spot = open_field(s.board.places[port].area)
    ends = {noble: choice.land.get(noble, spot) for noble in carried}
    for noble, end in ends.items():
        if s.board.area(end) != s.board.places[port].area or not can_end_at(s, noble, end):
            raise Illegal(Text("{noble} cannot land in {spot}", noble=name_of(s, noble), spot=name_of(s, end)))
    for end in {end for end in ends.values() if end != spot}:
        if sum(plain_men(s, noble) for noble in carried if ends[noble] == end) > room_in(s, end):
            raise Illegal(Text("there is no room for all of them in {place}", place=name_of(s, end)))
    return ends


def _check_assault(s: State, port: Place, leader: Seat, carried: list[NobleId]) -> None:
    """5.6 Raises Illegal unless the port is unfriendly and the passengers alone are strong enough for a siege.

    Ruling: K11 they count without regional bonus.
    """
    if may_use(s, leader, port):
        raise Illegal(Text("there is nothing to besiege: the port is friendly or unfortified"))
    if port in s.besieged:
        raise Illegal(
            Text("the port is besieged already: beat the besieger first; no attack from ships is combined with one by land")
        )
    held = defence(s, port) + sum(men_here(s, noble) for noble in at(s, inside(port)))
    if sum(plain_men(s, noble) for noble in carried) < held:
        raise Illegal(
            Text("those aboard are too weak to besiege {port}: it takes {men} men", port=name_of(s, port), men=held)
        )


def _arrive(s: State, choice: Sail, lead: ShipId, carried: list[NobleId], ends: Mapping[NobleId, Spot]) -> None:
    """5.6 Puts the ships where the path ends; in an assault, in the sea Area before the port until the siege."""
    port = harbour(choice.path[-1])
    where = choice.path[-1]
    if choice.assault and port is not None:
        where = choice.path[-2] if len(choice.path) > 1 else s.ships[lead].at
        s.assaults[lead] = port
    stays = carried and not ends
    for ship in choice.ships:
        s.ships[ship].at, s.ships[ship].group = where, lead if stays else None
        if harbour(where) is not None:
            end_loan(s, ship)
    for noble in carried:
        move_to(s, noble, ends.get(noble, aboard(lead)))
