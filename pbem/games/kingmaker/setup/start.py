"""2.1, 2.4-2.7 The common part of every set-up: Royals, Nobles in their castles, the Event deck, the first player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.engine.decision import Seat
from pbem.engine.refusal import Illegal
from pbem.games.kingmaker.components.board import Board
from pbem.games.kingmaker.components.cards import NON_PLAYER_PLACES, Happening, Sort
from pbem.games.kingmaker.components.draws import Draws
from pbem.games.kingmaker.components.ids import Area, NobleId, Phase, Place, field, inside
from pbem.games.kingmaker.components.names import name_of, names_of
from pbem.games.kingmaker.components.nobles import held, plain_men, room_in
from pbem.games.kingmaker.components.state import Player, Royal, State
from pbem.games.kingmaker.housekeeping import settle
from pbem.games.kingmaker.victory import events_a_turn
from pbem.i18n import Text

ASIDE = {5: 19, 4: 28, 3: 37, 2: 30}
"""2.5 (l. 246-250) The number of Event cards set aside unseen, by the number of players."""
PILES = 4
WAITING = field(Area("london_area"))
"""Where Nobles are until they are placed."""


def new_table(board: Board, seats: Sequence[Seat], non_player: bool) -> State:
    """2.1 The board before any card is dealt. A non-player Faction exists only in games for two (2.7)."""
    if len(seats) not in ASIDE:
        raise Illegal(Text("two to five can play"))
    royals = {royal: Royal(inside(facts.start), None, facts.crowned) for royal, facts in board.cards.royals.items()}
    s = State(board, list(seats), seats[0], seats[0], {seat: Player() for seat in seats}, royals)
    s.crown_deck, s.display = list(board.cards.crown), [*board.cards.cities, *board.cards.majors]
    if non_player and len(seats) == 2:
        s.unplayed = list(NON_PLAYER_PLACES)
        towns = [card for card in s.crown_deck if board.cards.crown[card].sort is Sort.TOWN]
        for card in (card for card in towns if board.cards.crown[card].places[0] in s.unplayed):
            s.crown_deck.remove(card)
            s.display.append(card)
    return s


def place_nobles(s: State, castles: Mapping[NobleId, Place]) -> None:
    """2.4 Places each Noble in a home castle; one who has too many men for it, in the open field (Ruling: R4)."""
    for noble, unit in s.nobles.items():
        castle = castles.get(noble)
        if castle is None or castle not in s.facts(noble).places:
            raise Illegal(
                Text(
                    "{noble} stands in one of his home castles: {castles}",
                    noble=name_of(s, noble),
                    castles=names_of(s, s.facts(noble).places),
                )
            )
        fits = plain_men(s, noble) <= room_in(s, inside(castle))
        unit.at = inside(castle) if fits else field(s.board.places[castle].area)


async def lay_events(s: State, draws: Draws) -> None:
    """2.4, 2.5 Gives each player a Free Move, and builds the Event deck: four piles with a Clamour each, the tile in the
    middle.
    """
    cards = s.board.cards
    free, clamours = cards.of_kind(Happening.FREE_MOVE), cards.of_kind(Happening.CLAMOUR)
    for seat, card in zip(s.seats, free, strict=False):
        s.players[seat].free.append(card)
    dealt = [*free[: len(s.seats)], *clamours]
    deck = [card for card in cards.events if card not in dealt]
    await draws.shuffle(deck, "event cards")
    s.event_aside = [draws.take(deck) for _ in range(ASIDE[len(s.seats)])]
    size = len(deck) // PILES
    for number, clamour in enumerate(clamours):
        pile = [*deck[number * size : (number + 1) * size], clamour]
        await draws.shuffle(pile, f"event pile {number + 1}")
        s.event_deck += pile
    s.tile_above = (size + 1) * PILES // 2


def senior_see(s: State) -> Seat | None:
    """2.6 The player with the senior see in play; None if no see is in play."""
    sees = [(s.facts(see).seniority, unit.owner) for noble, unit in s.nobles.items() for see in held(s, noble, Sort.SEE)]
    return min(sees)[1] if sees else None


def begin(s: State, first: Seat | None) -> None:
    """2.6 Begins the first turn; `first` is the player chosen at random if no see is in play."""
    starts = senior_see(s) or first
    if starts is None:
        raise Illegal(Text("no see is in play: who starts is found by chance"))
    s.first = s.active = starts
    s.phase, s.events_left = Phase.EVENT, events_a_turn(s)
    settle(s)
