"""Three people who write to each other in a game of three: who they are, and where their games stand."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pbem.moderator.core.desk import Player
from tests.support.conversation import Conversation, Mail

PLAYERS = {
    seat: Player(name, f"{name.lower()}@example.test")
    for seat, name in zip(("red", "blue", "green"), ("Ann", "Bob", "Cleo"), strict=True)
}
KEY = b"a" * 32
"""Blue has the first turn; the first Event is the raid on Sandwich."""


def opened(folder: Path, terms: Mapping[str, str] | None = None) -> Conversation:
    """A game at its set-up."""
    return Conversation(folder, scenario="three_players", game="kingmaker", players=PLAYERS, key=KEY, terms=terms)


def begin(talk: Conversation) -> list[Mail]:
    """Blue's first turn comes, and his Event takes effect."""
    for seat in PLAYERS:
        talk.write(seat, "ok")
    return talk.write("blue", "proceed")


def answer(talk: Conversation, seat: str, text: str) -> str:
    """The mail back to the writer, on one line."""
    return next(mail.flat for mail in talk.write(seat, text) if mail.to == PLAYERS[seat].address)
