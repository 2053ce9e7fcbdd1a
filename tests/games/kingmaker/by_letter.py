"""Positions made by hand, played on by letters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

from pbem.engine.game.rules import Rules
from pbem.games.kingmaker.asking.ending import end_of_turn
from pbem.games.kingmaker.asking.options import DONE
from pbem.games.kingmaker.components.ids import Phase
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.game import RULES
from pbem.games.kingmaker.setup.start import new_table
from pbem.games.kingmaker.turns import OWN, advance, carry_out, question, turn
from pbem.moderator.core.desk import Player
from tests.games.kingmaker.scene import BOARD, settle
from tests.support.conversation import Conversation, Mail

PLAYERS = {
    seat: Player(name, f"{name.lower()}@example.test")
    for seat, name in zip(("red", "blue", "green"), ("Anna", "Beth", "Carl"), strict=True)
}


def three(phase: Phase = Phase.MOVEMENT) -> State:
    """Red's turn in round 2 of three. No Noble is in play, all cards are in the decks."""
    s = new_table(BOARD, [*PLAYERS], non_player=False)
    s.phase, s.round, s.turn, s.head_claimed = phase, 2, 4, True
    s.event_deck = list(BOARD.cards.events)
    return s


async def _play_on(s: State) -> None:
    """The game from the midst of a turn on."""
    while s.phase in OWN and s.result is None:
        answer = await question(s)
        await (advance(s) if answer == DONE else carry_out(s, answer))
    if s.result is None:
        await end_of_turn(s)
    while s.result is None:
        await turn(s)


def written(folder: Path, position: Callable[[], State], terms: Mapping[str, str] | None = None) -> Conversation:
    """A game that begins at this position."""
    rules = _rules_from(position)
    return Conversation(
        folder,
        scenario="three_players",
        game=rules.name,
        games={rules.name: rules},
        players=PLAYERS,
        terms=terms,
        same_as=always_the_same(position),
    )


@cache
def _rules_from(position: Callable[[], State]) -> Rules[State]:
    """The same for all games that begin there, as a game in memory goes on by the rules that it was loaded with only."""

    def begin(_setup: object) -> State:
        s = position()
        settle(s)
        s.events.clear()
        return s

    return replace(RULES, new_state=begin, play=_play_on)


def always_the_same(make: Callable[..., object]) -> str:
    """The name of a function of a module, which makes the same position each time; "" for one that knows more of a test."""
    name = f"{make.__module__}.{make.__qualname__}"
    return "" if "<" in name else name


def of(seat: str, mails: list[Mail]) -> str:
    """All that a seat's player is sent, on one line."""
    return " ".join(mail.flat for mail in mails if mail.to == PLAYERS[seat].address)
