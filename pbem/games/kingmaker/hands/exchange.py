"""12.2, 12.5, 12.6 Cards transferred between Nobles, traded between hands, shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.engine.decision import Seat
from pbem.engine.event import tell
from pbem.engine.refusal import Illegal
from pbem.games.kingmaker.components.ids import Card, NobleId
from pbem.games.kingmaker.components.names import name_of, names
from pbem.games.kingmaker.components.nobles import can_hold, holder_of
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.hands.award import can_receive, check_hand, keeps_one, mind_capacity, put_on
from pbem.games.kingmaker.housekeeping import settle
from pbem.games.kingmaker.victory import check_under_way
from pbem.i18n import Text


def transfer(s: State, card: Card, to: NobleId, agreed: bool = False) -> None:
    """12.2 (l. 624-625) A card passes between Nobles in the same spot on land; between Factions both must agree. Raises
    Illegal.
    """
    transfer_together(s, {card: to}, agreed)


def transfer_together(s: State, moves: Mapping[Card, NobleId], agreed: bool = False) -> None:
    """12.2 Several cards pass at the same time, so that two Nobles can exchange sees. Raises Illegal."""
    check_under_way(s)
    for card, to in moves.items():
        _check_transfer(s, card, to, agreed)
    for card in moves:
        giver = holder_of(s, card)
        assert giver is not None
        s.nobles[giver].cards.remove(card)
    for card, to in moves.items():
        put_on(s, to, card)
    for to in dict.fromkeys(moves.values()):
        mind_capacity(s, to)
    settle(s)


def _check_transfer(s: State, card: Card, to: NobleId, agreed: bool) -> None:
    """12.2 Raises Illegal if a card cannot pass to a Noble."""
    giver = holder_of(s, card)
    if giver is None or giver in (NobleId(card), to) or to not in s.nobles:
        raise Illegal(Text("{card} is with no Noble, or there is nobody to take it", card=name_of(s, card)))
    if not s.facts(card).sort.is_transferable:
        raise Illegal(Text("{card} is not transferable", card=name_of(s, card)))
    if s.nobles[giver].at != s.nobles[to].at or not can_receive(s, to):
        raise Illegal(Text("cards pass between Nobles in the same open field or place, not at sea and not besieged"))
    if s.nobles[giver].owner != s.nobles[to].owner and not agreed:
        raise Illegal(Text("both must agree"))
    if not can_hold(s, to, card):
        raise Illegal(Text("{noble} cannot hold {card}", noble=name_of(s, to), card=name_of(s, card)))


def trade(s: State, one: Seat, other: Seat, given: Sequence[Card], taken: Sequence[Card], agreed: bool = True) -> None:
    """12.5 (l. 630-631) Two players exchange hand cards. The cards add no men in this turn (Ruling: R68). Raises Illegal."""
    if one == other or {one, other} - set(s.seats):
        raise Illegal(Text("two players trade"))
    if not agreed:
        raise Illegal(Text("both must agree"))
    trade_together(s, {(one, other): given, (other, one): taken})


def trade_together(s: State, gifts: Mapping[tuple[Seat, Seat], Sequence[Card]]) -> None:
    """12.5 Several players pass hand cards, by giver and taker. How many is public; which, only the two concerned learn.
    Raises Illegal.
    """
    check_under_way(s)
    for (giver, _), cards in gifts.items():
        for card in cards:
            _check_held(s, giver, card)
    for seat in dict.fromkeys(seat for pair in gifts for seat in pair):
        lost = sum(len(cards) for (giver, _), cards in gifts.items() if giver == seat)
        got = sum(len(cards) for (_, taker), cards in gifts.items() if taker == seat)
        if not keeps_one(s, seat, len(s.players[seat].hand) - lost + got):
            reason = Text("{player} must keep one hand card, to be discarded at the end of this turn")
            raise Illegal(reason.filled(player=name_of(s, seat)))
    for (giver, _), cards in gifts.items():
        s.players[giver].hand = [card for card in s.players[giver].hand if card not in cards]
    for (_, taker), cards in gifts.items():
        s.players[taker].hand += cards
        s.stamps.traded += [card for card in cards if card not in s.stamps.traded]
    reported: list[tuple[Seat, Seat]] = []
    for one, other in gifts:
        if (other, one) not in reported:
            reported.append((one, other))
            _tell_trade(s, one, other, gifts[one, other], gifts.get((other, one), ()))
    settle(s)


def _check_held(s: State, seat: Seat, card: Card) -> None:
    """12.5 Raises Illegal if a card is not in a player's hand. The text names the player, because others read it too."""
    if card not in s.players[seat].hand:
        raise Illegal(Text("{card} is not in {player}'s hand", card=names(s, card)[0], player=name_of(s, seat)))


def _tell_trade(s: State, one: Seat, other: Seat, given: Sequence[Card], taken: Sequence[Card]) -> None:
    seen = frozenset({one, other})
    tell(s, "12.5", "hands_traded", one=one, other=other, given=len(given), taken=len(taken))
    tell(s, "12.5", "traded", seen_by=seen, one=one, other=other, given=list(given), taken=list(taken))


def show(s: State, seat: Seat, cards: Sequence[Card], to: Sequence[Seat]) -> dict[Seat, list[Card]]:
    """12.6 (l. 588) A player shows hand cards to some players; nobody else is informed (Ruling: R43, R69). Returns who saw
    what.
    """
    for card in cards:
        check_hand(s, seat, card)
    for other in to:
        if other == seat or other not in s.seats:
            raise Illegal(Text("{player} is no other player", player=name_of(s, other)))
        tell(s, "12.6", "shown", seen_by=frozenset({seat, other}), seat=seat, cards=list(cards))
    return {other: list(cards) for other in to}
