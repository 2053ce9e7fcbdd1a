"""2.2, 2.4 A start with pre-set Factions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pbem.engine.decision import Seat
from pbem.engine.refusal import Illegal
from pbem.games.kingmaker.components.board import Board
from pbem.games.kingmaker.components.draws import Draws
from pbem.games.kingmaker.components.ids import Card, NobleId, Place
from pbem.games.kingmaker.components.names import name_of
from pbem.games.kingmaker.components.nobles import can_hold
from pbem.games.kingmaker.components.state import Noble, State
from pbem.games.kingmaker.setup.start import WAITING, begin, lay_events, new_table, place_nobles
from pbem.i18n import Text

IN_CHANCERY = 2


@dataclass(frozen=True)
class Preset:
    """2.2, 2.4 Who plays which Faction, how each awards its cards (in order), and where its Nobles start."""

    seats: Sequence[Seat]
    factions: Mapping[Seat, str]
    awards: Mapping[Seat, Sequence[tuple[Card, NobleId]]]
    castles: Mapping[NobleId, Place]
    non_player: bool = False


async def set_up(board: Board, choice: Preset, draws: Draws) -> State:
    """2.1, 2.2, 2.4-2.7 A game with pre-set Factions, up to the first turn. Raises Illegal."""
    s = new_table(board, choice.seats, choice.non_player)
    for seat in s.seats:
        take_faction(s, seat, choice.factions[seat])
        award_all(s, seat, choice.awards[seat])
    await fill_chancery(s, draws)
    await lay_events(s, draws)
    place_nobles(s, choice.castles)
    begin(s, None)
    return s


def factions_for(s: State) -> list[str]:
    """2.2 The Factions for this number of players."""
    return [number for number, facts in s.board.cards.factions.items() if facts.players == len(s.seats)]


def take_faction(s: State, seat: Seat, number: str) -> None:
    """2.2 A player takes a Faction: its Nobles enter play, its other cards go into the hand, to be awarded.

    Raises Illegal.
    """
    faction = s.board.cards.factions[number]
    if faction.players != len(s.seats):
        raise Illegal(Text("{faction} is for {players} players", faction=faction.name, players=faction.players))
    for card in faction.cards:
        s.crown_deck.remove(card)
        if s.facts(card).sort.is_noble:
            s.nobles[NobleId(card)] = Noble(seat, WAITING)
        else:
            s.players[seat].hand.append(card)


def award_all(s: State, seat: Seat, awards: Sequence[tuple[Card, NobleId]]) -> None:
    """2.4 A player awards all cards of the Faction except its Nobles. Raises Illegal."""
    if sorted(card for card, _ in awards) != sorted(s.players[seat].hand):
        raise Illegal(Text("award each card of your Faction once"))
    for card, noble in awards:
        if noble not in s.nobles or s.nobles[noble].owner != seat or not can_hold(s, noble, card, replacing=False):
            raise Illegal(
                Text(
                    "{noble} cannot hold {card}, or is not one of your Nobles",
                    noble=name_of(s, noble),
                    card=name_of(s, card),
                )
            )
        s.nobles[noble].cards.append(card)
    s.players[seat].hand = []


async def fill_chancery(s: State, draws: Draws) -> None:
    """2.2 Turns up Crown cards until two Titles or Offices lie in Chancery; the others go back."""
    await draws.shuffle(s.crown_deck, "crown deck at the start")
    others: list[Card] = []
    while len(s.chancery) < IN_CHANCERY:
        card = draws.take(s.crown_deck)
        (s.chancery if s.facts(card).sort.is_post else others).append(card)
    s.crown_deck += others
    await draws.shuffle(s.crown_deck, "crown deck")
