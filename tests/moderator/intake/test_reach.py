"""Mails that come back, programs that answer for players, and loops."""

from __future__ import annotations

from email.message import EmailMessage

import pytest

from pbem.moderator.core.context import Context
from pbem.moderator.desk.plain_data import game_facts
from pbem.moderator.intake.set_aside import note_refused, reach_lines
from pbem.store.games.lists import GamesPage
from pbem.store.mail import outbox
from tests.support.conversation import MODERATOR, PLAYERS, YORK_SETUP, Conversation, Mail, to

MASTER = "gm@example.test"
ANN = PLAYERS["york"].address


def come_back(talk: Conversation, failed: str, returned: str = "", number: int = 1) -> list[Mail]:
    """A mail server says that a mail did not reach `failed`; `returned` is its Message-ID."""
    raw = (
        f"Return-Path: <>\nFrom: mailer-daemon@mx.test\nTo: {MODERATOR}\nMessage-ID: <bounce-{number}@mx.test>\n"
        "Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n"
        "--b\nContent-Type: text/plain\n\nSorry.\n"
        f"--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.test\n\n"
        f"Final-Recipient: rfc822; {failed}\nAction: failed\nStatus: 5.1.1\n"
        f"--b\nContent-Type: text/rfc822-headers\n\nSubject: x\nMessage-ID: {returned}\n--b--\n"
    )
    return talk.deliver(raw.encode())


def shown(talk: Conversation) -> list[str]:
    """What `pbem games` shows of the game's mail."""
    with talk.db.reading() as session:
        (facts,) = game_facts(Context(session, talk.desk), GamesPage(most=10))
        lines = reach_lines(session)[talk.game().id]
        assert facts["mail"] == "; ".join(lines)
        return lines


def test_a_bounce_counts_for_the_seat_whose_mail_it_returns(talk: Conversation) -> None:
    (mail,) = come_back(talk, "forwarded@elsewhere.test", to("york", talk.opening).message_id)
    assert mail.to == MASTER
    assert "York" in mail.subject
    assert ANN in mail.text
    assert "forwarded@elsewhere.test" in mail.flat
    assert (talk.seat("york").bounces, talk.seat("lancaster").bounces) == (1, 0)
    assert shown(talk) == ["york's mail bounces since 22 Aug (1)"]


def test_without_a_mail_of_ours_the_address_tells_the_seat(talk: Conversation) -> None:
    come_back(talk, ANN.upper())
    come_back(talk, ANN, "<york.12.forged@example.test>", 2)
    come_back(talk, "stranger@example.test", "", 3)
    assert (talk.seat("york").bounces, talk.seat("lancaster").bounces) == (2, 0)


def test_the_game_master_is_told_once_a_day(talk: Conversation) -> None:
    opening = to("york", talk.opening).message_id
    assert len(come_back(talk, ANN, opening, 1)) == 1
    assert come_back(talk, ANN, opening, 2) == []
    talk.clock.move(days=1)
    (mail,) = come_back(talk, ANN, opening, 3)
    assert "(York) have come back since 22 Aug" in mail.flat
    assert len(come_back(talk, PLAYERS["lancaster"].address, "", 4)) == 1
    assert shown(talk) == ["york's mail bounces since 22 Aug (3)", "lancaster's mail bounces since 23 Aug (1)"]


def test_the_count_ends_when_the_player_writes(talk: Conversation) -> None:
    come_back(talk, ANN)
    talk.write("york", "report\n")
    assert (talk.seat("york").bounces, talk.seat("york").bounced) == (0, None)
    assert shown(talk) == []


def test_a_mail_to_the_game_master_that_comes_back_counts_for_nobody(talk: Conversation) -> None:
    (mail,) = come_back(talk, ANN)
    assert come_back(talk, ANN, mail.message_id, 2) == []
    assert talk.seat("york").bounces == 1


def test_mails_that_our_own_server_refuses_count_too(talk: Conversation) -> None:
    with talk.db.writing() as session:
        for mail in outbox.due(session, talk.clock(), 10):
            note_refused(Context(session, talk.desk), mail, f"550 5.1.1 {mail.envelope_to}")
    told = talk.new_mails()
    assert {mail.to for mail in told} == {MASTER}
    assert len(told) == 2
    assert "550 5.1.1 ann@example.test" in told[0].flat + told[1].flat
    assert [talk.seat(seat).bounces for seat in PLAYERS] == [1, 1]
    with talk.db.writing() as session:
        for mail in outbox.due(session, talk.clock(), 10)[2:]:
            assert mail.envelope_to == MASTER
            note_refused(Context(session, talk.desk), mail, "550 no")
    assert talk.new_mails() == []


def test_an_absence_is_noted_and_nobody_is_written_to(talk: Conversation) -> None:
    def away(message: EmailMessage) -> None:
        message["Auto-Submitted"] = "auto-replied"

    assert talk.write("york", YORK_SETUP, change=away) == []
    talk.clock.move(days=2)
    assert talk.write("york", "I am away.\n", change=away) == []
    assert shown(talk) == ["york: a program answers since 22 Aug"]
    assert talk.table().open_to("york")
    talk.write("york", "report\n")
    assert shown(talk) == []


def test_a_stranger_cannot_make_a_player_absent(talk: Conversation) -> None:
    def away(message: EmailMessage) -> None:
        message["X-Autoreply"] = "yes"

    assert talk.write("york", "away\n", sender="eve@evil.test", change=away) == []
    assert shown(talk) == []


def test_a_program_that_does_not_say_so_is_answered_twice(talk: Conversation) -> None:
    assert [len(talk.write("york", "I am at sea until Monday.\n")) for _ in range(5)] == [1, 1, 0, 0, 0]
    assert talk.letter(3).status == "dead"
    assert "third identical letter" in talk.letter(3).outcome
    talk.clock.move(hours=2)
    assert len(talk.write("york", "I am at sea until Monday.\n")) == 1


def test_a_program_that_numbers_its_answers_is_a_loop_too(talk: Conversation) -> None:
    said = (f"Thank you for writing to us at 12:0{n}:17.\nYour ticket #47{n}a has been opened.\n" for n in range(5))
    assert [len(talk.write("york", each)) for each in said] == [1, 1, 0, 0, 0]


def test_empty_letters_are_a_loop_too(talk: Conversation) -> None:
    assert [len(talk.write("york", "\n")) for _ in range(4)] == [1, 1, 0, 0]


@pytest.mark.parametrize(
    "letters",
    [
        ["what now?\n", "how do I write this?\n", "hello again\n", "anybody there?\n"],
        ["give y32 norflok\n"] * 4,
        ["report\n"] * 4,
        ["I am at sea.\n", "I am at sea.\n", "report\n", "I am at sea.\n", "I am at sea.\n"],
    ],
)
def test_a_person_is_answered_however_often(talk: Conversation, letters: list[str]) -> None:
    assert [len(talk.write("york", text)) for text in letters] == [1] * len(letters)


def test_another_seats_letters_are_no_loop(talk: Conversation) -> None:
    for seat in ("york", "lancaster", "york", "lancaster"):
        assert len(talk.write(seat, "I am at sea.\n")) == 1


def test_what_cannot_be_read_is_said(talk: Conversation) -> None:
    sealed = "-----BEGIN PGP MESSAGE-----\n\nhQEMA\n-----END PGP MESSAGE-----\n"
    assert "is encrypted" in to("york", talk.write("york", sealed)).flat
