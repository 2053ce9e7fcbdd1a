"""Strangers who ask to join: only where the game master lets them, and never by a forged address."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.mail.imap.letters import FetchedHeader
from pbem.moderator.core.desk import Player
from pbem.moderator.intake.admission import QueuePlace, sort_out
from pbem.moderator.joining.gathering import Guests, invite
from pbem.moderator.joining.guest_letters import MAX_ASKED, MAX_ASKED_BYTES
from pbem.moderator.joining.opening import BadOpening
from pbem.store.games import lobby
from tests.moderator.joining.gathered import ANN, BOB, CYD, Gathered
from tests.support.works import text_of


@pytest.fixture
def desk(tmp_path: Path) -> Gathered:
    gathered = Gathered(tmp_path)
    invite(gathered.desk, "plantagenet", "ib", Guests({"york": ANN}), name="towton-7", is_open=True)
    gathered.new_mails()
    return gathered


@pytest.mark.parametrize(
    ("subject", "text"),
    [
        ("hello", "join towton-7\n"),
        ("join towton-7", "\n"),
        ("Join Towton-7", "Hi, I found this in a forum.\n"),
        ("hello", "Hello,\n\nI would like to join towton-7, please.\n\nCyd\n"),
    ],
)
def test_a_stranger_asks_confirms_and_plays(desk: Gathered, subject: str, text: str) -> None:
    (confirm,) = desk.write(CYD, text, subject=subject)
    assert str(confirm["To"]) == CYD.address
    assert 'Reply "accept" to take part' in text_of(confirm)
    assert "If it was not you, delete this mail" in text_of(confirm)
    assert desk.guests("towton-7")["Cyd"].status == "asked"
    desk.reply(CYD, confirm, "accept")
    assert desk.guests("towton-7")["Cyd"].status == "accepted"


def test_asking_alone_gives_no_seat(desk: Gathered) -> None:
    invite(desk.desk, "plantagenet", "ib", Guests({}), name="open-1", is_open=True)
    for who in (ANN, BOB):
        desk.write(who, "join open-1")
    with desk.db.reading() as session:
        assert not lobby.games(session)


def test_a_stranger_gets_one_mail_a_day(desk: Gathered) -> None:
    assert len(desk.write(CYD, "join towton-7")) == 1
    assert desk.write(CYD, "join towton-7") == []
    assert desk.write(CYD, "tables") == [], "one an hour, whatever is asked"
    desk.clock.move(hours=1)
    assert len(desk.write(CYD, "tables")) == 1
    assert desk.write(CYD, "join york-9") == []
    desk.clock.move(days=1)
    assert len(desk.write(CYD, "join towton-7")) == 1


def test_an_unknown_game_is_answered_with_those_that_are_open(desk: Gathered) -> None:
    (mail,) = desk.write(CYD, "join towton-8")
    said = text_of(mail)
    assert "There is no open game called towton-8." in said
    assert 'Ib Towton, 1461: one Turn: write "join towton-7"' in said


@pytest.mark.parametrize(
    "text",
    [
        "Buy now\n",
        "Will you join us tomorrow?\n",
        "I did not join towton-7 and never shall\n",
        "\n",
        "accept\n",
        "> join towton-7\n",
    ],
)
def test_other_letters_of_strangers_get_no_answer(desk: Gathered, text: str) -> None:
    assert desk.write(CYD, text) == []
    assert "not sent to a seat's address and not a reply to one of our mails" in desk.outcome(1)


def test_a_player_who_is_known_can_ask_too(desk: Gathered) -> None:
    (mail,) = desk.write(ANN, "join towton-7")
    assert str(mail["To"]) == ANN.address


def test_a_seat_asked_for_is_wished(desk: Gathered) -> None:
    invite(desk.desk, "plantagenet", "bosworth", Guests({}), name="field-1", is_open=True, by_lot=False)
    desk.new_mails()
    for who, line in ((BOB, "join field-1 york"), (CYD, "join field-1 as lancaster")):
        (confirm,) = desk.write(who, line)
        desk.reply(who, confirm, "accept")
    with desk.db.reading() as session:
        seats = lobby.seats(session, lobby.find_game(session, "field-1").id)
        assert {seat.name: seat.player for seat in seats} == {"york": "Bob", "lancaster": "Cyd"}


def test_where_it_is_not_allowed_strangers_stay_strangers(tmp_path: Path) -> None:
    closed = Gathered(tmp_path, open_tables=False)
    with pytest.raises(BadOpening, match="open_tables"):
        invite(closed.desk, "plantagenet", "ib", Guests({}), is_open=True)
    invite(closed.desk, "plantagenet", "ib", Guests({"york": ANN}, [BOB]), name="towton-7")
    closed.new_mails()
    assert closed.write(CYD, "join towton-7") == []


def test_a_game_that_is_not_open_is_not_told_of(desk: Gathered) -> None:
    invite(desk.desk, "plantagenet", "bosworth", Guests({}, [ANN, BOB]), name="secret-1")
    desk.new_mails()
    (mail,) = desk.write(CYD, "join secret-1")
    assert "secret-1" not in text_of(mail).replace("called secret-1", "")
    assert "Cyd" not in desk.guests("secret-1")


def test_however_many_forged_letters_ask_nobody_is_kept_from_joining(desk: Gathered) -> None:
    """More than the table keeps, for hours: who asked before them and who asks after them get their seats."""
    (early,) = desk.write(CYD, "join towton-7")
    desk.clock.move(hours=3)
    for number in range(MAX_ASKED + 3):
        assert len(desk.write(Player("X", f"x{number}@example.test"), "join towton-7")) == 1
    assert "Cyd" not in desk.guests("towton-7")
    (late,) = desk.write(BOB, "join towton-7")
    desk.reply(CYD, early, "accept")
    assert desk.guests("towton-7")["Cyd"].status == "accepted"
    assert desk.guests("towton-7")["Bob"].status == "asked"
    desk.clock.move(hours=3)
    desk.write(Player("Y", "y@example.test"), "join towton-7")
    assert len(desk.guests("towton-7")) <= MAX_ASKED + 2
    desk.clock.move(days=4)
    desk.write(Player("Z", "z@example.test"), "join towton-7")
    assert set(desk.guests("towton-7")) == {"Ann", "Cyd", "Z"}
    desk.reply(BOB, late, "accept")
    assert desk.guests("towton-7")["Bob"].status == "accepted"


def test_nobody_joins_with_the_token_of_somebody_else_who_was_forgotten(desk: Gathered) -> None:
    (confirm,) = desk.write(CYD, "join towton-7")
    desk.clock.move(days=4)
    desk.write(Player("Z", "z@example.test"), "join towton-7")
    desk.write(BOB, "accept", str(confirm["Reply-To"]))
    assert set(desk.guests("towton-7")) == {"Ann", "Z"}


def heading(size: int, sender: str = CYD.address) -> FetchedHeader:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = sender, "moderator@example.test", "join towton-7"
    return FetchedHeader(1, size, bytes(message))


def test_only_short_letters_of_strangers_are_read_and_only_while_a_game_is_open(desk: Gathered, tmp_path: Path) -> None:
    assert [each.place for each in sort_out(desk.desk, [heading(900)])] == [QueuePlace.ASKING]
    assert [each.place for each in sort_out(desk.desk, [heading(MAX_ASKED_BYTES + 1)])] == [QueuePlace.STRANGER]
    (tmp_path / "none").mkdir()
    nothing_open = Gathered(tmp_path / "none")
    assert [each.place for each in sort_out(nothing_open.desk, [heading(900)])] == [QueuePlace.STRANGER]


def test_nobody_changes_in_another_name_which_seat_a_guest_wishes_for(tmp_path: Path) -> None:
    desk = Gathered(tmp_path)
    invite(desk.desk, "plantagenet", "bosworth", Guests({}), name="rose", is_open=True, by_lot=False)
    (confirm,) = desk.write(BOB, "join rose as york")
    desk.reply(BOB, confirm, "accept")
    desk.write(Player("Eve", BOB.address), "join rose as lancaster")
    assert (desk.guests("rose")["Bob"].status, desk.guests("rose")["Bob"].wish) == ("accepted", "york")


def test_orders_in_answer_to_an_invitation_are_said_back_though_a_notice_went_within_the_hour(tmp_path: Path) -> None:
    desk = Gathered(tmp_path)
    invite(desk.desk, "plantagenet", "bosworth", Guests({}), name="rose", is_open=True)
    for who in (ANN, BOB):
        (confirm,) = desk.write(who, "join rose")
        desk.reply(who, confirm, "accept")
    desk.new_mails()
    (over,) = desk.reply(BOB, confirm, "give y32 richard")
    assert str(over["To"]) == BOB.address
    assert "has begun" in text_of(over)
