"""Whom a report goes to at once where more than two play: who is asked, whom something concerns, and as each has chosen."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.moderator.core.context import Context
from pbem.moderator.core.desk import Player
from pbem.moderator.correcting.correction import undo
from pbem.moderator.moving.archive_files import rerun_game
from pbem.moderator.seats.handover import hand_over
from pbem.moderator.seats.observers import add_observer
from tests.support.conversation import Conversation, Mail
from tests.toys.border_war.game import RULES
from tests.toys.files import toy_files

PERCY, NEVILLE, SCOTLAND = "percy", "neville", "scotland"
PLAYERS = {
    PERCY: Player("Anna", "anna@example.test"),
    NEVILLE: Player("Ben", "ben@example.test"),
    SCOTLAND: Player("Cora", "cora@example.test"),
}
CONCERNS_TOLD = (
    "News: you get a report when you are asked, or something concerns you; your next report has the rest (help news)."
)


def begun(folder: Path) -> Conversation:
    """A war whose campaign is over: Percy has the first impulse."""
    talk = Conversation(
        folder, scenario="marches", game=RULES.name, games={RULES.name: RULES}, files=toy_files(), players=PLAYERS
    )
    for seat, line in (
        (PERCY, "court none; aim durham"),
        (NEVILLE, "court none; aim hexham"),
        (SCOTLAND, "court none; aim ely"),
    ):
        talk.write(seat, line.replace("ely", "carlisle"))
    return talk


@pytest.fixture
def war(tmp_path: Path) -> Conversation:
    return begun(tmp_path)


def readers(mails: list[Mail]) -> list[str]:
    """Who got reports."""
    named = {player.address: seat for seat, player in PLAYERS.items()}
    return [named.get(mail.to, mail.to) for mail in mails if mail.kind in ("report", "observer")]


def of(seat: str, mails: list[Mail]) -> str:
    return " ".join(mail.flat for mail in mails if mail.to == PLAYERS[seat].address)


def test_a_turn_of_somebody_elses_is_no_reason_for_a_mail(war: Conversation) -> None:
    assert readers(war.write(PERCY, "march hotspur hexham; pass")) == [PERCY, NEVILLE]
    assert readers(war.write(NEVILLE, "pass")) == [NEVILLE, SCOTLAND]


def test_what_is_not_told_at_once_stands_in_the_next_report_and_once(war: Conversation) -> None:
    war.write(PERCY, "march umfraville alnwick; pass")
    told = of(SCOTLAND, war.write(NEVILLE, "pass"))
    assert "== Since your last report ==" in told
    assert told.count("Umfraville marches") == 1
    assert "Umfraville marches" not in of(SCOTLAND, war.write(SCOTLAND, "status"))


def test_who_wants_every_turn_hears_of_each(war: Conversation) -> None:
    told = of(SCOTLAND, war.write(SCOTLAND, "news every turn"))
    assert "1 ok news every turn -> from now on you get a report after every turn" in told
    war.write(PERCY, "pass")
    war.write(NEVILLE, "pass")
    assert PERCY not in readers(war.write(SCOTLAND, "pass"))[2:]
    assert readers(war.write(PERCY, "news every turn")) == [PERCY]
