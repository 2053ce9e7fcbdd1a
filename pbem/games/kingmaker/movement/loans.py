"""5.9 Ships are lent, and part at sea."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pbem.engine.decision import Seat
from pbem.engine.event import tell
from pbem.engine.refusal import Illegal
from pbem.games.kingmaker.components.ids import NobleId, ShipId, aboard, harbour
from pbem.games.kingmaker.components.names import name_of, names_of
from pbem.games.kingmaker.components.nobles import move_to
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.forces import check_unbound
from pbem.games.kingmaker.housekeeping import settle
from pbem.games.kingmaker.movement.land import check_phase
from pbem.games.kingmaker.movement.sail import check_capacity
from pbem.games.kingmaker.movement.ships import passengers, sailing_together, ship_owner
from pbem.games.kingmaker.victory import check_under_way
from pbem.i18n import Text

Part = tuple[Sequence[ShipId], Sequence[NobleId]]


def lend(s: State, seat: Seat, ship: ShipId, to: Seat, agreed: bool) -> None:
    """5.9 (l. 389-390) Lends an empty ship to another Faction until it reaches a port (Ruling: R63). Raises Illegal."""
    check_under_way(s)
    if to == seat or to not in s.seats:
        raise Illegal(Text("a ship is lent to another player"))
    _check_owner(s, seat, ship)
    if ship in s.loans:
        raise Illegal(Text("{ship} is lent already", ship=name_of(s, ship)))
    if s.ships[ship].group is not None:
        raise Illegal(Text("{ship} has passengers, who sail it", ship=name_of(s, ship)))
    if not agreed:
        raise Illegal(Text("both must agree"))
    s.loans[ship] = to
    tell(s, "5.9", "lent", ship=ship, seat=seat, to=to)
    settle(s)


def recall(s: State, seat: Seat, ship: ShipId) -> None:
    """5.9 The owner takes back a lent ship that is in port and was not used (Ruling: R63; K38). Raises Illegal."""
    _check_owner(s, seat, ship)
    if ship not in s.loans:
        raise Illegal(Text("{ship} is not lent", ship=name_of(s, ship)))
    if harbour(s.ships[ship].at) is None:
        raise Illegal(Text("{ship} is lent until it reaches a port", ship=name_of(s, ship)))
    del s.loans[ship]
    tell(s, "5.9", "recalled", ship=ship, seat=seat)
    settle(s)


def _check_owner(s: State, seat: Seat, ship: ShipId) -> None:
    if ship not in s.ships or ship_owner(s, ship) != seat:
        raise Illegal(Text("{ship} is not your ship", ship=name_of(s, ship)))


def split_ships(s: State, seat: Seat, lead: ShipId, parts: Sequence[Part], agreed: Collection[Seat]) -> None:
    """5.5 Ships that carry passengers together part at sea, if each part can carry its own (Ruling: R65; K41). Raises
    Illegal.
    """
    check_phase(s)
    owners = {s.nobles[noble].owner for noble in passengers(s, lead)}
    if seat != s.active or seat not in owners:
        raise Illegal(Text("who parts ships is the active player, with a Noble aboard"))
    if others := sorted(owners - {seat, *agreed}):
        raise Illegal(Text("the others aboard must agree: {players}", players=names_of(s, others)))
    check_unbound(s, passengers(s, lead))
    ships, nobles = ([each for part in parts for each in part[n]] for n in (0, 1))
    if sorted(ships) != sailing_together(s, lead) or sorted(nobles) != passengers(s, lead) or not all(p[0] for p in parts):
        raise Illegal(Text("name each ship and each Noble aboard once, and a ship for each part"))
    if harbour(s.ships[lead].at) is not None:
        raise Illegal(Text("ships part at sea"))
    if lead in s.assaults:
        raise Illegal(Text("all those aboard besiege the port they have come to, and nobody else with them"))
    for group, crew in parts:
        check_capacity(s, tuple(group), list(crew))
    for group, crew in parts:
        for ship in group:
            s.ships[ship].group = min(group) if crew else None
        for noble in crew:
            move_to(s, noble, aboard(min(group)))
    tell(s, "5.5", "parted", seat=seat, parts=[[list(group), list(crew)] for group, crew in parts])
    settle(s)
