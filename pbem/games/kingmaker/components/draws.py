"""1.2 Drawing cards from piles, and what happens when a pile runs out."""

from __future__ import annotations

from abc import abstractmethod
from typing import Protocol, TypeVar

from pbem.engine.decision import Seat
from pbem.engine.dice import shuffle
from pbem.engine.event import tell
from pbem.games.kingmaker.components.cards import Sort
from pbem.games.kingmaker.components.ids import Card, EventCard
from pbem.games.kingmaker.components.state import State

SHUFFLE = "1.2 shuffle"
C = TypeVar("C", bound=str)


class Draws(Protocol):
    """A source of shuffled piles. `what` distinguishes two shuffles at the same moment."""

    @abstractmethod
    def take(self, pile: list[C]) -> C:
        """Takes the next card off a pile that is not empty."""

    @abstractmethod
    async def shuffle(self, pile: list[C], what: str) -> None:
        """1.2 Shuffles a pile in place."""


class Decks:
    """Draws in the order stored in the State; the seat `dice` shuffles."""

    def take(self, pile: list[C]) -> C:
        """The card on top."""
        return pile.pop(0)

    async def shuffle(self, pile: list[C], what: str) -> None:
        """1.2 Asks the seat `dice` for a new order of the pile."""
        order = await shuffle(SHUFFLE, what, tuple(pile))
        pile.sort(key=order.index)


async def draw_event(s: State, draws: Draws) -> EventCard:
    """4.1 Draws the next Event card. An empty deck is rebuilt at once, without the card just drawn (Ruling: K3)."""
    card = draws.take(s.event_deck)
    if s.tile_above is not None:
        s.tile_above -= 1
        show_tile(s)
    if not s.event_deck:
        s.event_deck = [*s.event_discard, *s.event_aside]
        s.event_discard, s.event_aside = [], []
        await draws.shuffle(s.event_deck, "event deck")
        tell(s, "4.1", "rebuilt")
    return card


def show_tile(s: State) -> None:
    """4.7 Shows the Prestige tile once no card lies above it (Ruling: R19)."""
    if s.tile_above == 0:
        s.tile_above = None
        tell(s, "4.7", "tile")


async def draw_crown(s: State, draws: Draws) -> Card | None:
    """11.2 Draws the next Crown card; when the deck is empty, the discard is shuffled. None if both are empty.

    A Town card of a conquered place goes to the Noble who holds it (6.4; Ruling: K4), and another card is drawn.
    """
    if not s.crown_deck:
        s.crown_deck, s.crown_discard = s.crown_discard, []
        await draws.shuffle(s.crown_deck, "crown deck")
    if not s.crown_deck:
        return None
    card = draws.take(s.crown_deck)
    return await draw_crown(s, draws) if goes_to_captor(s, card) else card


def goes_to_captor(s: State, card: Card) -> bool:
    """6.4 (l. 470) If a drawn Town card is that of a place held by conquest, gives it to the captor. Returns whether it
    did.
    """
    facts = s.facts(card)
    conquest = s.conquered.get(facts.places[0]) if facts.sort is Sort.TOWN else None
    if conquest is None or conquest.noble not in s.nobles:
        return False
    del s.conquered[facts.places[0]]
    s.nobles[conquest.noble].cards.append(card)
    tell(s, "6.4", "town_drawn", card=card, noble=conquest.noble)
    return True


async def draw_to_hand(s: State, draws: Draws, seat: Seat, number: int, rule: str, name: str) -> list[Card]:
    """11.2, 9.3 Draws up to `number` Crown cards into a hand, and reports how many under the given rule and Event name.
    Returns the cards.
    """
    drawn: list[Card] = []
    while len(drawn) < number and (card := await draw_crown(s, draws)) is not None:
        drawn.append(card)
    s.players[seat].hand += drawn
    tell(s, rule, name, seat=seat, number=len(drawn))
    if drawn:
        tell(s, rule, "drew", seen_by=frozenset({seat}), seat=seat, cards=list(drawn))
    return drawn
