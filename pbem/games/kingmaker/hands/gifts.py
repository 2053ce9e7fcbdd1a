"""12.4 Places and ships without a card of their own are given to another Faction (l. 628)."""

from __future__ import annotations

from pbem.engine.decision import Seat
from pbem.engine.event import tell
from pbem.engine.refusal import Illegal
from pbem.games.kingmaker.components.cards import Sort
from pbem.games.kingmaker.components.ids import Card, Kind, Place, ShipId
from pbem.games.kingmaker.components.names import name_of
from pbem.games.kingmaker.components.nobles import are_friends, keeper_of, nobles_of
from pbem.games.kingmaker.components.state import Gift, State
from pbem.games.kingmaker.control import holder_by_conquest, naming_card, owner
from pbem.games.kingmaker.housekeeping import settle
from pbem.games.kingmaker.movement.ships import ship_owner
from pbem.games.kingmaker.victory import check_under_way
from pbem.i18n import Text


def give_place(s: State, seat: Seat, item: str, to: Seat, agreed: bool) -> Card:
    """12.4 A place or ship gets another Faction's marker; returns the card that names it. Raises Illegal.

    Ruling: R66 something received as a gift may be passed on (K52); a conquest may not be given (K50), a besieged place may
    (K53). Ruling: R145 a lent ship may be given to its borrower.
    """
    check_under_way(s)
    if to == seat or to not in s.seats:
        raise Illegal(Text("it is given to another player"))
    card = _ship_card(s, seat, ShipId(item), to) if item in s.board.cards.ships else _place_card(s, seat, Place(item))
    if not nobles_of(s, to):
        raise Illegal(Text("{player} has no Noble in play and holds nothing", player=name_of(s, to)))
    if not agreed:
        raise Illegal(Text("both must agree"))
    s.loans.pop(ShipId(item), None)
    keeper = keeper_of(s, card)
    if keeper is not None and keeper.owner == to:
        s.gifts.pop(item, None)
    else:
        s.gifts[item] = Gift(to, card)
    besieger = s.besieged.get(Place(item))
    if besieger is not None and are_friends(s, besieger, to):
        del s.besieged[Place(item)]
    tell(s, "12.4", "given", item=item, seat=seat, to=to)
    settle(s)
    return card


def _ship_card(s: State, seat: Seat, ship: ShipId, to: Seat) -> Card:
    """12.4 The card that names a ship to be given. Raises Illegal."""
    card = s.board.cards.ships[ship].card
    if s.facts(card).sort is Sort.SHIP:
        raise Illegal(Text("{ship} has a card of its own: transfer that", ship=name_of(s, ship)))
    if ship not in s.ships or ship_owner(s, ship) != seat:
        raise Illegal(Text("{ship} is not your ship", ship=name_of(s, ship)))
    if s.loans.get(ship, to) != to:
        slots = {"ship": name_of(s, ship), "player": name_of(s, s.loans[ship])}
        raise Illegal(Text('{ship} is lent to {player}; in a port its owner takes it back by "recall {ship}"', **slots))
    return card


def _place_card(s: State, seat: Seat, place: Place) -> Card:
    """12.4 The card that names a place to be given. Raises Illegal."""
    facts = s.board.places.get(place)
    if facts is None or facts.kind in (Kind.UNFORTIFIED, Kind.OPEN_TOWN):
        raise Illegal(Text("{place} is not a place that can be held", place=name_of(s, place)))
    if place in s.board.cards.own_card:
        raise Illegal(Text("{place} has a card of its own: transfer that", place=name_of(s, place)))
    if owner(s, place) != seat:
        raise Illegal(Text("{place} is not yours", place=name_of(s, place)))
    if holder_by_conquest(s, place) is not None:
        raise Illegal(Text("{place} is held by conquest", place=name_of(s, place)))
    card = naming_card(s, place)
    if card is None:
        raise Illegal(Text("{place} goes with a Royal", place=name_of(s, place)))
    return card
