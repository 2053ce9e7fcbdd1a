"""Why clauses cannot be carried out, as far as one player knows: another's hand may contain any hidden card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.engine.copying import copied
from pbem.engine.decision import Json, Seat
from pbem.games.kingmaker.components.ids import Card, Phase
from pbem.games.kingmaker.components.names import name_of
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.deals.clauses import HandCard, clause_of
from pbem.games.kingmaker.deals.doing import try_out
from pbem.games.kingmaker.deals.giving import open_cards
from pbem.i18n import Text


def known_objection(s: State, seat: Seat, clauses: Sequence[Json]) -> str:
    """12.6 Why clauses cannot be carried out together, judged by what a player knows; "" if they can. The size of every hand
    is public.
    """
    s = copied(s)
    _go_on(s)
    seen = {*open_cards(s), *s.players[seat].hand}
    hidden: dict[Seat, list[Card]] = {}
    for clause in map(clause_of, clauses):
        if isinstance(clause, HandCard) and clause.giver != seat and clause.card not in seen:
            hidden.setdefault(clause.giver, []).append(clause.card)
    for giver, cards in hidden.items():
        if len(cards) > len(s.players[giver].hand):
            return Text("{player} has fewer hand cards than that", player=name_of(s, giver))
        for card in cards:
            _suppose(s, giver, card, cards)
    return try_out(s, clauses)


def _go_on(s: State) -> None:
    """R88 Makes the copy safe for agreements (R88): ends the set-up, the combat, or the gathering of Nobles for a
    Parliament.
    """
    if s.phase is Phase.SETUP:
        s.phase = Phase.EVENT
    s.fight = s.summoned = None


def _suppose(s: State, giver: Seat, card: Card, all_given: Sequence[Card]) -> None:
    """Puts a hidden card into a hand, in exchange for one of that hand that is not given itself."""
    hand = s.players[giver].hand
    if card in hand:
        return
    other = next(each for each in hand if each not in all_given)
    pile = next((pile for pile in _hidden(s) if card in pile), None)
    if pile is not None:
        pile[pile.index(card)] = other
    hand[hand.index(other)] = card


def _hidden(s: State) -> Iterator[list[Card]]:
    """The piles whose cards are hidden from somebody."""
    yield s.crown_deck
    yield from (player.hand for player in s.players.values())
