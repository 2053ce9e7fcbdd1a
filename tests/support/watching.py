"""What the tests of observers share: Clio, who watches, and her mails."""

from __future__ import annotations

from collections.abc import Callable
from email import message_from_bytes, policy
from typing import Any

from pbem.moderator.core.desk import Player
from pbem.store.games import watchers
from tests.support.conversation import PLAYERS, ROUNDS, Conversation, Mail

CLIO = Player("Clio", "clio@example.test")


def to_clio(mails: list[Mail]) -> list[Mail]:
    return [mail for mail in mails if mail.to == CLIO.address]


def to_players(mails: list[Mail]) -> list[Mail]:
    return [mail for mail in mails if mail.to in {player.address for player in PLAYERS.values()}]


def rounds_in(text: str) -> list[int]:
    """The Rounds whose headings stand in a text."""
    return [int(line.removeprefix("ROUND ")) for line in text.splitlines() if line.startswith("ROUND ")]


def headers(mail: Mail) -> Any:
    return message_from_bytes(mail.raw, policy=policy.default)


def all_mails(talk: Conversation) -> list[Mail]:
    """All mails of a game from its opening on."""
    talk._seen = 0
    return talk.new_mails()


def first_of(talk: Conversation) -> Mail:
    """Clio's first."""
    return to_clio(all_mails(talk))[0]


def names_of(talk: Conversation) -> list[str]:
    """Who watches."""
    with talk.db.reading() as session:
        return [row.name for row in watchers.observers(session, talk.game().id)]


def play_until(talk: Conversation, done: Callable[[list[Mail]], bool]) -> None:
    """Letters a Round until the mails that one causes are such."""
    for _ in range(40):
        seat = talk.asked()
        if done(talk.write(seat, ROUNDS[seat])):
            return
    raise AssertionError("it has not come about in 40 letters")
