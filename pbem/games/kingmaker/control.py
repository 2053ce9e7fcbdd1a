"""1.7 Who controls which place, and which places are friendly to whom."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.engine.decision import Seat
from pbem.games.kingmaker.components.ids import (
    NON_PLAYER,
    Area,
    Card,
    Kind,
    NobleId,
    Place,
    RoyalId,
    Spot,
    field,
    inside,
    place_in,
)
from pbem.games.kingmaker.components.nobles import allied, at, holder_of, plain_men, room_in
from pbem.games.kingmaker.components.state import State


def naming_card(s: State, place: Place) -> Card | None:
    """12.4 The Noble, Title, Office or see that names a place."""
    return s.board.cards.naming.get(place)


def owner(s: State, place: Place, holders: Mapping[Card, NobleId] | None = None) -> Seat | None:
    """1.7 Who controls a place; None: it is neutral, or cannot be controlled.

    Ruling: R7 a conquest outranks every card. Pass `holders` (see holders_of) to look up many places.
    """
    kind = s.board.places[place].kind
    if kind is Kind.UNFORTIFIED:
        return None
    if kind is Kind.OPEN_TOWN:
        return next((s.nobles[noble].owner for noble in at(s, inside(place))), None)
    if place in s.unplayed:
        return NON_PLAYER
    if place in s.conquered and holder_by_conquest(s, place) is not None:
        return s.conquered[place].player
    return by_card(s, place, holders)


def holder_by_conquest(s: State, place: Place) -> NobleId | None:
    """R8 The Noble in play through whom a place is held by conquest. Ruling: R27e a captive holds none meanwhile."""
    conquest = s.conquered.get(place)
    return conquest.noble if conquest is not None and owner_of(s, Card(conquest.noble)) == conquest.player else None


def owner_of(s: State, card: Card, holders: Mapping[Card, NobleId] | None = None) -> Seat | None:
    """1.7 The owner of a card in play. A captive's card counts only in games in which captives keep what they hold
    (R27e).
    """
    holder = holder_of(s, card) if holders is None else holders.get(card)
    if holder is not None or not s.settings.captives_hold:
        return None if holder is None else s.nobles[holder].owner
    return next((each.owner for noble, each in s.captives.items() if card in (noble, *each.cards)), None)


def by_card(s: State, place: Place, holders: Mapping[Card, NobleId] | None = None) -> Seat | None:
    """1.7 The owner of a place by a card in play, or by a gift."""
    card = s.board.cards.own_card.get(place)
    if card is not None:
        return owner_of(s, card, holders)
    if place in s.gifts:
        return s.gifts[place].player
    naming = naming_card(s, place)
    return (None if naming is None else owner_of(s, naming, holders)) or by_royal(s, place)


def by_royal(s: State, place: Place) -> Seat | None:
    """10.2 The owner of a castle by the card of a Royal they control."""
    for royal, facts in s.board.cards.royals.items():
        noble = s.royals[RoyalId(royal)].noble
        if place in facts.castles and noble is not None:
            return s.nobles[noble].owner
    return None


def is_friendly(s: State, seat: Seat, place: Place, holders: Mapping[Card, NobleId] | None = None) -> bool:
    """1.7 Whether a place is the Faction's or an ally's."""
    return owner(s, place, holders) in allied(s, seat)


def is_empty_town(s: State, place: Place) -> bool:
    """R10 Whether a place is an Open Town with nobody in it."""
    return s.board.places[place].kind is Kind.OPEN_TOWN and owner(s, place) is None


def is_open_to(s: State, seat: Seat, place: Place) -> bool:
    """1.7, R10 Whether Nobles of a Faction may be inside a place: it is friendly, or an Open Town that is empty."""
    return is_friendly(s, seat, place) or is_empty_town(s, place)


def is_enemy(s: State, seat: Seat, place: Place) -> bool:
    """1.7 Whether another, non-allied Faction controls a place."""
    holder = owner(s, place)
    return holder is not None and holder not in allied(s, seat)


def has_room(s: State, noble: NobleId, place: Place) -> bool:
    """1.6 Whether a Noble fits into a place beside those who are there."""
    return plain_men(s, noble) <= room_in(s, inside(place), noble)


def can_be_inside(s: State, noble: NobleId, place: Place) -> bool:
    """4.2, 6.5 Whether a Noble can be placed inside: the place is open to him, not besieged, and has room."""
    open_ = s.board.places[place].fortified and is_open_to(s, s.nobles[noble].owner, place)
    return open_ and place not in s.besieged and has_room(s, noble, place)


def can_end_at(s: State, noble: NobleId, spot: Spot) -> bool:
    """5.1 Whether a Noble can end a move in a spot on land."""
    place = place_in(spot)
    return s.board.is_spot(spot) and (place is None or can_be_inside(s, noble, place))


def spot_at(s: State, noble: NobleId, place: Place) -> Spot:
    """4.2 Where a Noble who is sent to a place ends: inside if possible, else in the open field of its Area."""
    facts = s.board.places[place]
    return inside(place) if facts.fortified and can_be_inside(s, noble, place) else field(facts.area)


def open_spots(s: State, seat: Seat, area: Area) -> list[Spot]:
    """5.1 The spots of an Area that are open to Nobles of a Faction; room is not checked."""
    open_ = [place for place in s.board.fortified(area) if place not in s.besieged and is_open_to(s, seat, place)]
    return [field(area), *map(inside, open_)]


def spots_in(s: State, noble: NobleId, area: Area) -> list[Spot]:
    """5.1 Where in an Area a Noble can end a move."""
    places = [place for place in s.board.fortified(area) if can_be_inside(s, noble, place)]
    return [field(area), *map(inside, places)]


def defence(s: State, place: Place) -> int:
    """6.3 The permanent garrison of a place, in men; an Open Town's counts only while a Noble holds it (R2)."""
    return 0 if is_empty_town(s, place) else s.board.garrison[s.board.places[place].kind]
