"""6.3, 6.4 A place captured by siege: its card, its holder, and who goes inside."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.event import tell
from pbem.engine.refusal import Illegal
from pbem.games.kingmaker.combat.fight import After
from pbem.games.kingmaker.components.ids import Card, Kind, NobleId, Place, RoyalId, inside
from pbem.games.kingmaker.components.names import name_of
from pbem.games.kingmaker.components.nobles import (
    allied,
    are_friends,
    area_of,
    attach,
    holder_of,
    in_area,
    is_besieged,
    move_to,
    plain_men,
    room_in,
    strongest,
)
from pbem.games.kingmaker.components.state import Conquest, Fight, State
from pbem.i18n import Text

PLAY, HAND, DISPLAY, DISCARD = "play", "hand", "display", "crown_discard"


def may_hold(s: State, fight: Fight, survivors: Sequence[NobleId]) -> list[NobleId]:
    """6.4 The Nobles through whom a captured place can be held: the surviving attackers (Ruling: R8).

    After a Force's victory a place without a card may go to any allied Noble in the Area (Ruling: R56; K49).
    """
    if fight.force is None or fight.place in s.board.cards.own_card:
        return list(survivors)
    allies = in_area(s, fight.area, *allied(s, fight.leader))
    return [*survivors, *(noble for noble in allies if noble not in fight.attackers)]


def check_holder(s: State, fight: Fight, survivors: Sequence[NobleId], wanted: NobleId | None) -> NobleId:
    """6.4 The Noble through whom the place will be held; by default the strongest surviving attacker. Raises Illegal."""
    holder = strongest(s, survivors)[0] if wanted is None else wanted
    if holder not in may_hold(s, fight, survivors):
        raise Illegal(Text("{noble} cannot hold the place: he is no surviving attacker", noble=name_of(s, holder)))
    return holder


def take_place(s: State, fight: Fight, holder: NobleId) -> tuple[Card, str] | None:
    """6.4 Gives a captured place to its captor at once. Returns its card and the pile it came from; None if it has no card,
    or if the card stays in the deck.

    Ruling: K16 an Open Town belongs to nobody until somebody enters.
    """
    place = fight.place
    assert place is not None
    s.besieged.pop(place, None)
    s.conquered.pop(place, None)
    s.gifts.pop(place, None)
    if place in s.unplayed:
        s.unplayed.remove(place)
    if s.board.places[place].kind is Kind.OPEN_TOWN:
        return None
    card = s.board.cards.own_card.get(place)
    origin = None if card is None else fetch(s, card)
    if card is None or origin is None:
        s.conquered[place] = Conquest(s.nobles[holder].owner, holder)
    else:
        s.nobles[holder].cards.append(card)
    seat = s.nobles[holder].owner
    tell(s, "6.4", "taken", place=place, noble=holder, seat=seat, card=card if origin else "", origin=origin or "")
    return None if card is None or origin is None else (card, origin)


def fetch(s: State, card: Card) -> str | None:
    """6.4 (l. 470) Takes a Town or City card out of play, a hand, the display or the discard. Returns which of these it was;
    None: it is in the deck and stays there.
    """
    holder = holder_of(s, card)
    if holder is not None:
        s.nobles[holder].cards.remove(card)
        return PLAY
    for captive in (each for each in s.captives.values() if card in each.cards):
        captive.cards.remove(card)
        return PLAY
    piles = [*((HAND, player.hand) for player in s.players.values()), (DISPLAY, s.display), (DISCARD, s.crown_discard)]
    for origin, pile in piles:
        if card in pile:
            pile.remove(card)
            return origin
    return None


def occupy(s: State, fight: Fight, after: After, survivors: Sequence[NobleId], won: Sequence[RoyalId]) -> None:
    """6.3 (l. 468-469) Friendly Nobles of the Area go inside, as far as there is room.

    An attacker who takes a Royal there must go in, even without room (Ruling: K15). Raises Illegal.
    """
    place = fight.place
    assert place is not None
    holders = {royal: after.royals.get(royal, survivors[0]) for royal in won}
    for royal, noble in holders.items():
        if noble not in survivors:
            raise Illegal(
                Text(
                    "{noble} cannot take {royal}: he is no surviving attacker",
                    noble=name_of(s, noble),
                    royal=name_of(s, royal),
                )
            )
    for noble in dict.fromkeys([*after.occupy, *holders.values()]):
        if noble in holders.values():
            move_to(s, noble, inside(place))
        elif noble in s.nobles:
            _go_inside(s, fight, noble, place)
    for royal, noble in holders.items():
        attach(s, royal, noble)
        tell(s, "10.1", "won", royal=royal, noble=noble)


def _go_inside(s: State, fight: Fight, noble: NobleId, place: Place) -> None:
    unit = s.nobles[noble]
    friendly = are_friends(s, unit.owner, fight.leader) and area_of(s, noble) == fight.area
    if not friendly or is_besieged(s, unit.at):
        raise Illegal(Text("{noble} is no friend in the Area", noble=name_of(s, noble)))
    if plain_men(s, noble) > room_in(s, inside(place), noble):
        raise Illegal(Text("there is no room inside for {noble}", noble=name_of(s, noble)))
    move_to(s, noble, inside(place))
