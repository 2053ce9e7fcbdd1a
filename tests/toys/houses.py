"""The three houses of a border war, their players, and what these are sent."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.engine.decision import Seat
from pbem.moderator.core.desk import Player
from tests.support.conversation import Conversation, Mail

PERCY, NEVILLE, SCOTLAND = SEATS = ("percy", "neville", "scotland")
PLAYERS = {
    PERCY: Player("Anna", "anna@example.test"),
    NEVILLE: Player("Ben", "ben@example.test"),
    SCOTLAND: Player("Cora", "cora@example.test"),
}


def of(seat: Seat, mails: list[Mail]) -> str:
    """All that a seat's player is told."""
    return " ".join(mail.flat for mail in mails if mail.to == PLAYERS[seat].address)


def readers(mails: list[Mail]) -> set[Seat]:
    """The seats to which mails go."""
    return {seat for seat, player in PLAYERS.items() if any(mail.to == player.address for mail in mails)}


def assert_refused(war: Conversation, seat: Seat, lines: Iterable[tuple[str, str]]) -> None:
    """Each line is refused with what stands beside it; only its writer learns of it, and nothing has happened."""
    first = war.table().next_number
    for line, problem in lines:
        mails = war.write(seat, line)
        assert problem in of(seat, mails), line
        assert readers(mails) == {seat}
    assert war.table().next_number == first
