"""5.8 The record of what has moved, and of Free Moves spent."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from pbem.engine.decision import Seat
from pbem.engine.refusal import Illegal
from pbem.games.kingmaker.components.ids import NobleId
from pbem.games.kingmaker.components.names import name_of
from pbem.games.kingmaker.components.nobles import royals_with, unit
from pbem.games.kingmaker.components.state import State
from pbem.i18n import Text


def pieces_of(s: State, nobles: Sequence[NobleId]) -> list[str]:
    """5.8 The ids of Nobles and of the Royals with them: each is a piece for Free Moves."""
    return [*nobles, *royals_with(s, *nobles)]


def check_pieces(s: State, pieces: Sequence[str], free: Collection[str]) -> None:
    """5.8 Raises Illegal unless each piece moves for the first time, or for the second with a Free Move.

    Ruling: R53 a Free Move does not help a piece that moved in an earlier turn of the round.
    """
    if other := [piece for piece in free if piece not in pieces]:
        raise Illegal(Text("{piece} does not move", piece=name_of(s, other[0])))
    for piece in pieces:
        if piece in s.stamps.earlier_moved:
            raise Illegal(Text("{piece} has moved in an earlier turn of the round", piece=name_of(s, piece)))
        if piece in free and piece in s.stamps.freed:
            raise Illegal(Text("{piece} has had a Free Move", piece=name_of(s, piece)))
        if piece not in free and piece in s.stamps.moved:
            raise Illegal(Text("{piece} has moved already", piece=name_of(s, piece)))


def check_cards(s: State, nobles: Iterable[NobleId]) -> None:
    """12.2 (l. 625) Raises Illegal for a card that moved in an earlier turn of the round.

    Ruling: R55 (K57) a Noble who holds one does not move.
    """
    for noble in nobles:
        if any(s.stamps.cards_moved.get(card, s.turn) != s.turn for card in s.nobles[noble].cards):
            raise Illegal(Text("{noble} holds a card that moved in an earlier turn of the round", noble=name_of(s, noble)))


def check_free(s: State, leader: Seat, number: int) -> None:
    """5.8 Raises Illegal if the leader has fewer than `number` Free Moves."""
    if len(s.players[leader].free) < number:
        raise Illegal(Text("you have no Free Move card"))


def stamp(s: State, leader: Seat, pieces: Sequence[str], free: Collection[str], cards: int) -> None:
    """5.8 Records that pieces have moved, and spends `cards` Free Moves of the leader, lowest numbers first."""
    s.stamps.freed += [piece for piece in pieces if piece in free]
    s.stamps.moved += [piece for piece in pieces if piece not in free]
    for card in sorted(s.players[leader].free)[:cards]:
        s.players[leader].free.remove(card)
        s.event_discard.append(card)


def stamp_cards(s: State, nobles: Iterable[NobleId]) -> None:
    """12.2 Records that the cards of Nobles have moved in this turn."""
    s.stamps.cards_moved.update({card: s.turn for noble in nobles for card in unit(s, noble)[1:]})
