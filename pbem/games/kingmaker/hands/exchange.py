"""12.2, 12.5, 12.6 Cards transferred between Nobles, traded between hands, shown."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.decision import Seat
from pbem.engine.event import tell
from pbem.engine.refusal import Illegal
from pbem.games.kingmaker.components.ids import Card, NobleId
from pbem.games.kingmaker.components.names import name_of
from pbem.games.kingmaker.components.nobles import can_hold, holder_of
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.hands.award import can_receive, check_hand, check_kept, mind_capacity, put_on
from pbem.games.kingmaker.housekeeping import settle
from pbem.games.kingmaker.victory import check_under_way


def transfer(s: State, card: Card, to: NobleId, agreed: bool = False) -> None:
    """12.2 (l. 624-625) A card passes between Nobles in the same spot on land; between Factions both agree."""
    check_under_way(s)
    giver = holder_of(s, card)
    if giver is None or giver in (NobleId(card), to) or to not in s.nobles:
        raise Illegal(f"{name_of(s, card)} is with no Noble, or there is nobody to take it")
    if not s.facts(card).sort.is_transferable:
        raise Illegal(f"{name_of(s, card)} is not transferable")
    if s.nobles[giver].at != s.nobles[to].at or not can_receive(s, to):
        raise Illegal("cards pass between Nobles in the same open field or place, not at sea and not besieged")
    if s.nobles[giver].owner != s.nobles[to].owner and not agreed:
        raise Illegal("both must agree")
    if not can_hold(s, to, card):
        raise Illegal(f"{name_of(s, to)} cannot hold {name_of(s, card)}")
    s.nobles[giver].cards.remove(card)
    put_on(s, to, card)
    mind_capacity(s, to)
    settle(s)


def trade(s: State, one: Seat, other: Seat, given: Sequence[Card], taken: Sequence[Card], agreed: bool = True) -> None:
    """12.5 (l. 630-631) Hand cards change hands. They bring no men in this turn (Ruling: R68). Raises Illegal."""
    check_under_way(s)
    if one == other or {one, other} - set(s.seats):
        raise Illegal("two players trade")
    if not agreed:
        raise Illegal("both must agree")
    for seat, cards in ((one, given), (other, taken)):
        for card in cards:
            check_hand(s, seat, card)
    for seat, out, back in ((one, given, taken), (other, taken, given)):
        check_kept(s, seat, len(s.players[seat].hand) - len(out) + len(back))
    for seat, out, back in ((one, given, taken), (other, taken, given)):
        s.players[seat].hand = [card for card in s.players[seat].hand if card not in out] + list(back)
    s.stamps.traded += [card for card in (*given, *taken) if card not in s.stamps.traded]
    seen = frozenset({one, other})
    tell(s, "12.5", "hands_traded", one=one, other=other, given=len(given), taken=len(taken))
    tell(s, "12.5", "traded", seen_by=seen, one=one, other=other, given=list(given), taken=list(taken))
    settle(s)


def show(s: State, seat: Seat, cards: Sequence[Card], to: Sequence[Seat]) -> dict[Seat, list[Card]]:
    """12.6 (l. 588) A player shows cards of the hand to chosen players; nobody else learns of it (Ruling: R43, R69)."""
    for card in cards:
        check_hand(s, seat, card)
    for other in to:
        if other == seat or other not in s.seats:
            raise Illegal(f"{name_of(s, other)} is no other player")
        tell(s, "12.6", "shown", seen_by=frozenset({seat, other}), seat=seat, cards=list(cards))
    return {other: list(cards) for other in to}
