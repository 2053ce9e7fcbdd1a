"""Positions made by hand, and rules run with the cards they draw."""

# mypy: disable-error-code="list-item, dict-item, comparison-overlap"

from __future__ import annotations

import tomllib
from collections.abc import Coroutine
from typing import Any, TypeVar

from pbem.games.kingmaker.components.board import Board
from pbem.games.kingmaker.components.draws import Decks
from pbem.games.kingmaker.components.ids import Phase
from pbem.games.kingmaker.components.nobles import attach
from pbem.games.kingmaker.components.state import Conquest, Noble, State
from pbem.games.kingmaker.housekeeping import settle
from pbem.games.kingmaker.setup.start import new_table
from pbem.resources import scenarios_dir

T = TypeVar("T")
DECKS = Decks()


def files() -> dict[str, Any]:
    """The files of the map and the cards."""
    return {path.stem: tomllib.loads(path.read_text()) for path in sorted((scenarios_dir() / "kingmaker").glob("*.toml"))}


BOARD = Board(files())


def table(phase: Phase = Phase.MOVEMENT, players: int = 3, non_player: bool = False) -> State:
    """p1's turn in round 2. No Noble is in play, all cards are in the decks, the tile has shown."""
    s = new_table(BOARD, [f"p{number + 1}" for number in range(players)], non_player)
    s.phase, s.round, s.turn = phase, 2, players + 1
    s.event_deck = list(BOARD.cards.events)
    return s


def put(s: State, seat: str, spot: str, noble: str, *cards: str) -> str:
    """A Noble in play with cards awarded, and the uncontrolled Royals of his spot that are named after them."""
    royals = [card for card in cards if card in s.royals]
    s.nobles[noble] = Noble(seat, spot, [card for card in cards if card not in royals])
    for card in (noble, *s.nobles[noble].cards):
        for pile in (s.crown_deck, s.display):
            if card in pile:
                pile.remove(card)
    for royal in royals:
        attach(s, royal, noble)
    settle(s)
    return noble


def hand(s: State, seat: str, *cards: str) -> None:
    """Cards in a hand."""
    for card in cards:
        s.crown_deck.remove(card)
        s.players[seat].hand.append(card)


def on_top(s: State, *cards: str) -> None:
    """Event cards on top of the deck."""
    s.event_deck = [*cards, *(card for card in s.event_deck if card not in cards)]


def next_crown(s: State, *cards: str) -> None:
    """Crown cards on top of the deck."""
    s.crown_deck = [*cards, *(card for card in s.crown_deck if card not in cards)]


def conquer(s: State, place: str, noble: str) -> None:
    """A place held by conquest."""
    s.conquered[place] = Conquest(s.nobles[noble].owner, noble)
    settle(s)


def by_rule(flow: Coroutine[Any, Any, T]) -> T:
    """Run a rule that asks nobody."""
    try:
        asked = flow.send(None)
    except StopIteration as end:
        return end.value  # type: ignore[no-any-return]
    raise AssertionError(f"{asked} is asked")


def shuffled(flow: Coroutine[Any, Any, T]) -> tuple[T, list[str]]:
    """Run a rule whose shuffles turn each pile round. Gives what was shuffled as well."""
    reply = None
    asked: list[str] = []
    while True:
        try:
            (decision,) = flow.send(reply)
        except StopIteration as end:
            return end.value, asked
        asked.append(decision.subject)
        reply = (list(reversed(decision.shape.items)),)
