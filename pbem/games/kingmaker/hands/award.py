"""12.1, 12.3 Cards pass from the hand to Nobles."""

from __future__ import annotations

from collections.abc import Sequence
from math import asin, cos, inf, radians, sin, sqrt

from pbem.engine.decision import Seat
from pbem.engine.event import tell
from pbem.engine.refusal import Illegal
from pbem.games.kingmaker.components.ids import Card, NobleId, Phase, Place, Spot, field, inside, place_in
from pbem.games.kingmaker.components.names import name_of, names_of
from pbem.games.kingmaker.components.nobles import area_of, can_hold, is_besieged, replaced_by, room_in, step_outside
from pbem.games.kingmaker.components.state import Noble, State
from pbem.games.kingmaker.control import is_friendly, owner
from pbem.games.kingmaker.housekeeping import settle
from pbem.games.kingmaker.victory import check_under_way
from pbem.i18n import Text

EARTH_KM = 6371.0


def keeps_last(s: State, seat: Seat) -> bool:
    """11.4 Whether a player must discard and holds only one card, so that they cannot play any."""
    return s.phase is Phase.POLITICS and s.active == seat and len(s.players[seat].hand) == 1


def put_on(s: State, noble: NobleId, card: Card) -> None:
    """12.3 Awards a card to a Noble; a see replaces the one he has, which is discarded."""
    replaced = replaced_by(s, noble, card)
    for see in replaced:
        s.nobles[noble].cards.remove(see)
        s.crown_discard.append(see)
    s.nobles[noble].cards.append(card)
    tell(s, "12.1", "awarded", card=card, noble=noble, seat=s.nobles[noble].owner, replaced=list(replaced))


def mind_capacity(s: State, noble: NobleId) -> None:
    """1.6 (l. 610) A Noble steps into the field if his new card takes those inside over the capacity (Ruling: K24)."""
    place = place_in(s.nobles[noble].at)
    if place is not None and room_in(s, s.nobles[noble].at) < 0:
        step_outside(s, noble)
        tell(s, "1.6", "no_room", noble=noble, place=place)


def can_receive(s: State, noble: NobleId) -> bool:
    """12.1 Whether a Noble can receive cards: not if he is besieged or at sea."""
    return area_of(s, noble) is not None and not is_besieged(s, s.nobles[noble].at)


def check_hand(s: State, seat: Seat, card: Card) -> None:
    """12.1 Raises Illegal if a card is not in the hand."""
    if card not in s.players[seat].hand:
        raise Illegal(Text("{card} is not in your hand", card=name_of(s, card)))


def keeps_one(s: State, seat: Seat, left: int) -> bool:
    """11.4 (l. 524) Whether `left` hand cards are enough: after drawing two cards a player keeps one to discard."""
    return left > 0 or s.phase is not Phase.POLITICS or s.active != seat


def check_kept(s: State, seat: Seat, left: int) -> None:
    """11.4 Raises Illegal if a player would keep no card to discard."""
    if not keeps_one(s, seat, left):
        raise Illegal(Text("keep one card in your hand to discard"))


def award_card(s: State, seat: Seat, card: Card, noble: NobleId) -> None:
    """12.1 A card from the hand is awarded to one of the player's own Nobles."""
    check_under_way(s)
    check_hand(s, seat, card)
    if noble not in s.nobles or s.nobles[noble].owner != seat or not can_receive(s, noble):
        raise Illegal(Text("{noble} is not one of your Nobles, or is besieged or at sea", noble=name_of(s, noble)))
    if not can_hold(s, noble, card):
        raise Illegal(Text("{noble} cannot hold {card}", noble=name_of(s, noble), card=name_of(s, card)))
    check_kept(s, seat, len(s.players[seat].hand) - 1)
    s.players[seat].hand.remove(card)
    put_on(s, noble, card)
    mind_capacity(s, noble)
    settle(s)


def awards(s: State, seat: Seat, card: Card) -> list[NobleId]:
    """12.1 The Nobles to whom a player can award a card from hand."""
    nobles = (noble for noble, unit in s.nobles.items() if unit.owner == seat and can_receive(s, noble))
    return sorted(noble for noble in nobles if can_hold(s, noble, card))


# Nobles


def play_noble(s: State, seat: Seat, card: Card, to: Spot | None = None) -> Spot:
    """12.1 A Noble enters play from the hand; by default in the first spot possible. Returns his spot. Raises Illegal."""
    check_under_way(s)
    check_hand(s, seat, card)
    noble = NobleId(card)
    if not s.facts(card).sort.is_noble:
        raise Illegal(Text("{card} is no Noble", card=name_of(s, card)))
    spots = entries(s, seat, noble)
    spot = spots[0] if to is None else to
    if spot not in spots:
        raise Illegal(Text("{card} enters at {spots}", card=name_of(s, card), spots=names_of(s, spots)))
    check_kept(s, seat, len(s.players[seat].hand) - 1)
    s.players[seat].hand.remove(card)
    s.nobles[noble] = Noble(seat, spot)
    tell(s, "12.1", "entered", noble=noble, at=spot, seat=seat)
    settle(s)
    return spot


def entries(s: State, seat: Seat, noble: NobleId) -> list[Spot]:
    """12.1 Where a Noble of the hand can enter (Ruling: R9): a home castle that is friendly or neutral, else the nearest
    friendly place, else the open field of his first home castle's Area.
    """
    homes: tuple[Place, ...] = s.facts(noble).places
    home_spots = [inside(home) for home in homes if owner(s, home) is None or is_friendly(s, seat, home)]
    if open_ := [spot for spot in home_spots if _fits(s, noble, spot)]:
        return open_
    friendly = [place for place in s.board.places if is_friendly(s, seat, place) and _fits(s, noble, inside(place))]
    away = {place: _away(s, homes, place) for place in friendly}
    nearest = [inside(place) for place, far in away.items() if far == min(away.values()) < inf]
    return nearest or [field(s.board.places[homes[0]].area)]


def _away(s: State, homes: Sequence[Place], place: Place) -> float:
    """R9 The distance in km from a place to the nearest of some castles, without crossing the sea (Ruling: R73)."""
    near = (home for home in homes if s.board.landmass(home) == s.board.landmass(place))
    return min((distance(s, home, place) for home in near), default=inf)


def _fits(s: State, noble: NobleId, spot: Spot) -> bool:
    return not is_besieged(s, spot) and s.facts(noble).strength <= room_in(s, spot)


def distance(s: State, one: Place, other: Place) -> float:
    """R9 The great-circle distance between two places in km."""
    a, b = s.board.places[one], s.board.places[other]
    half_lat, half_lon = radians(b.lat - a.lat) / 2, radians(b.lon - a.lon) / 2
    chord = sin(half_lat) ** 2 + cos(radians(a.lat)) * cos(radians(b.lat)) * sin(half_lon) ** 2
    return 2 * EARTH_KM * asin(sqrt(chord))
