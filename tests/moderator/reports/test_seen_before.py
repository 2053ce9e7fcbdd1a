"""An answer leaves the position out where nothing that its reader sees of it has changed since their last report."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.games.kingmaker.game import RULES
from pbem.mail.letter import Letter
from pbem.moderator.core.context import Context
from pbem.moderator.intake.set_aside import note_bounce
from pbem.moderator.seats.handover import change_address
from pbem.store.mail import outbox
from tests.games.kingmaker.by_letter import PLAYERS, of, written
from tests.games.kingmaker.reports.test_ends_told import with_a_ship
from tests.support.conversation import LANCASTER_SETUP, YORK_SETUP, Conversation, Mail
from tests.support.conversation import PLAYERS as SIDES

UNCHANGED = 'Nothing has changed on the board since your last report; "report" shows it again.'


@pytest.fixture
def talk(tmp_path: Path) -> Conversation:
    return written(tmp_path, with_a_ship)


def flat(seat: str, mails: list[Mail]) -> str:
    """What a side of Bosworth is sent, on one line."""
    return " ".join(mail.flat for mail in mails if mail.to == SIDES[seat].address)


def html_of(seat: str, mails: list[Mail]) -> str:
    """What a player is sent, as HTML."""
    return " ".join(mail.html for mail in mails if mail.to == PLAYERS[seat].address)


def shows(told: str) -> bool:
    """Whether a mail of Kingmaker II shows the position; it says so if it does not."""
    assert ("ROYALS" in told) is not (UNCHANGED in told)
    assert ("Chancery:" in told) is not (UNCHANGED in told)
    assert ("== The position ==" in told) is not (UNCHANGED in told)
    return "ROYALS" in told


@pytest.mark.parametrize(
    "line",
    [
        "offer Anna: I lend Le Rose to Anna",
        "fly to the moon",
        "tell Anna: hello\nlet Red pass London",
        "standing let Red pass London",
    ],
)
def test_a_letter_after_which_all_is_as_it_was_is_answered_without_the_position(line: str, talk: Conversation) -> None:
    assert not shows(of("blue", talk.write("blue", line)))
    assert not shows(of("blue", talk.write("blue", line)))


@pytest.mark.parametrize("line", ["report", "report\nstatus", "offer Anna: I lend Le Rose to Anna\nreport"])
def test_who_asks_for_a_report_gets_the_position(line: str, talk: Conversation) -> None:
    assert shows(of("blue", talk.write("blue", line)))
    assert shows(of("blue", talk.write("blue", line)))
    assert not shows(of("blue", talk.write("blue", "fly to the moon")))


def test_what_others_have_changed_is_shown_once(talk: Conversation) -> None:
    assert not shows(of("green", talk.write("green", "let Blue pass London")))
    assert shows(of("red", talk.write("red", "move Neville Windsor field")))
    assert shows(of("green", talk.write("green", "let Blue pass York")))
    assert not shows(of("green", talk.write("green", "let Blue pass Windsor")))


def test_2_4_the_first_letters_show_the_position(tmp_path: Path) -> None:
    talk = Conversation(tmp_path, scenario="three_players", game=RULES.name, players=PLAYERS)
    talk.see_again()
    openings = [mail.flat for mail in talk.new_mails()]
    assert len(openings) == len(PLAYERS)
    assert all(shows(told) for told in openings)


def test_no_picture_goes_with_a_position_that_is_left_out(tmp_path: Path) -> None:
    talk = Conversation(tmp_path, scenario="three_players", game=RULES.name, players=PLAYERS, pictures=True)
    assert "cid:" not in html_of("blue", talk.write("blue", "fly to the moon"))
    assert "cid:" in html_of("blue", talk.write("blue", "report"))


def test_what_another_has_chosen_in_secret_is_no_change(tmp_path: Path) -> None:
    talk = Conversation(tmp_path)
    assert UNCHANGED in flat("lancaster", talk.write("lancaster", "fly to the moon"))
    talk.write("york", YORK_SETUP)
    assert UNCHANGED in flat("lancaster", talk.write("lancaster", "fly to the moon"))
    mails = talk.write("lancaster", LANCASTER_SETUP)
    assert UNCHANGED not in flat("york", mails)
    assert UNCHANGED not in flat("lancaster", mails)


def test_who_may_not_have_got_their_last_report_is_shown_the_position(talk: Conversation) -> None:
    assert not shows(of("blue", talk.write("blue", "fly to the moon")))
    with talk.db.writing() as session:
        newest = outbox.newest_mail(session, talk.game().id, "blue", "report")
        assert newest is not None
        bounce = Letter("<bounce@example.test>", bounce_of=(PLAYERS["blue"].address,), bounced_ids=(newest.message_id,))
        note_bounce(Context(session, talk.desk), bounce)
    assert shows(of("blue", talk.write("blue", "fly to the stars")))
    assert not shows(of("blue", talk.write("blue", "fly to the sun")))


def test_at_another_address_the_position_is_shown(talk: Conversation) -> None:
    change_address(talk.desk, talk.name, "blue", "b@example.net")
    talk.new_mails()

    def answered() -> str:
        mails = talk.write("blue", "fly to the moon", sender="b@example.net")
        return next(mail.flat for mail in mails if mail.to == "b@example.net")

    assert shows(answered())
    assert not shows(answered())
