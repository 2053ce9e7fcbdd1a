"""What houses agree on by letter: offers to some of them, private, carried out as a whole when all have agreed, or not."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.moderator.core.context import Context
from pbem.moderator.core.desk import Player
from pbem.moderator.moving.archive_files import rerun_game
from tests.support.conversation import Conversation, Mail
from tests.toys.border_war.game import RULES
from tests.toys.files import toy_files

PERCY, NEVILLE, SCOTLAND = SEATS = ("percy", "neville", "scotland")
PLAYERS = {
    PERCY: Player("Anna", "anna@example.test"),
    NEVILLE: Player("Ben", "ben@example.test"),
    SCOTLAND: Player("Cora", "cora@example.test"),
}


@pytest.fixture
def war(tmp_path: Path) -> Conversation:
    """A war of three houses."""
    return Conversation(
        tmp_path, scenario="marches", game=RULES.name, games={RULES.name: RULES}, files=toy_files(), players=PLAYERS
    )


def of(seat: str, mails: list[Mail]) -> str:
    """All that a seat's player is told."""
    return " ".join(mail.flat for mail in mails if mail.to == PLAYERS[seat].address)


def to_all(mails: list[Mail]) -> set[str]:
    """The seats to which mails go."""
    return {seat for seat, player in PLAYERS.items() if any(mail.to == player.address for mail in mails)}


def card_of(war: Conversation, seat: str) -> str:
    return war.table().state.hands[seat][0]


def test_an_offer_is_carried_out_when_the_other_accepts(war: Conversation) -> None:
    mine, other = card_of(war, PERCY), card_of(war, NEVILLE)
    mails = war.write(
        PERCY, f"offer Ben: I give {mine} to Ben; Neville gives {other} to me; I keep out of Kelso until turn 1"
    )
    print(of(PERCY, mails))
    print(of(NEVILLE, mails))
    assert to_all(mails) == {PERCY, NEVILLE}
    mails = war.write(NEVILLE, "accept 1")
    print(of(NEVILLE, mails))
    print(of(PERCY, mails))
    print(of(SCOTLAND, mails))
    hands = war.table().state.hands
    assert mine in hands[NEVILLE] and other in hands[PERCY]
    assert to_all(mails) == {PERCY, NEVILLE}
    with war.desk.db.reading() as session:
        assert rerun_game(Context(session, war.desk).of(war.game())).exact
