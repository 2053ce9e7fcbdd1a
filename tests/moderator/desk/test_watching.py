"""What the game master is told without asking, each subject once a day; and what players are told of hold and release."""

from __future__ import annotations

import os
import shutil
from collections import namedtuple
from collections.abc import Callable
from pathlib import Path

import pytest

from pbem.moderator.clock.deadline_changes import extend_seat
from pbem.moderator.core.context import Context
from pbem.moderator.correcting.by_hand import hold, release
from pbem.moderator.desk.arrival import move_in
from pbem.moderator.desk.watching import second_daemon, watch
from pbem.moderator.intake.set_aside import note_refused
from pbem.store.archive.transfer import export_game
from pbem.store.games import lobby
from pbem.store.mail import inbox, outbox
from pbem.timing.duration import DAY
from tests.support.conversation import YORK_SETUP, Conversation, to
from tests.support.database import file_of

MASTER = "gm@example.test"
TERMS = {"deadline": "24h", "grace": "none", "no_show": "standing"}
Usage = namedtuple("Usage", ("total", "used", "free"))


def told(talk: Conversation) -> list[str]:
    """The Subjects of new mails to the game master."""
    watch(talk.desk)
    return [mail.subject for mail in talk.new_mails() if mail.to == MASTER]


def test_where_all_is_well_nobody_is_told(talk: Conversation) -> None:
    assert told(talk) == []


def test_a_held_game_is_told_once_a_day(talk: Conversation) -> None:
    hold(talk.desk, talk.name, "a question about the rules")
    talk.new_mails()
    assert told(talk) == ["[pbem] games on hold: 1"]
    talk.clock.move(hours=2)
    assert told(talk) == []
    talk.clock.move(hours=24)
    assert told(talk) == ["[pbem] games on hold: 1"]


def test_letters_for_a_seat_from_another_address_are_told_with_what_to_do(tmp_path: Path) -> None:
    talk = Conversation(tmp_path, auth="token+sender")
    talk.write("york", "status", sender="ann@work.example.test")
    watch(talk.desk)
    (mail,) = [mail for mail in talk.new_mails() if mail.to == "gm@example.test"]
    assert "letter 1 of york: bosworth-1 york: from ann@work.example.test, not the player registered" in mail.flat
    assert '"pbem letters assign N GAME SEAT" one that came from another address' in mail.flat
    talk.db.close()


def test_letters_that_failed_are_told_with_their_reason(talk: Conversation) -> None:
    talk.write("york", YORK_SETUP)
    with talk.db.writing() as session:
        inbox.settle(session, 1, "dead", "a fault of ours")
    talk.new_mails()
    watch(talk.desk)
    (mail,) = (mail for mail in talk.new_mails() if mail.to == MASTER)
    assert "letter 1 of york: a fault of ours" in mail.flat


def test_refused_mails_and_players_who_are_not_reached_are_told(talk: Conversation) -> None:
    with talk.db.writing() as session:
        mail = outbox.mark_failed(session, 1, talk.clock(), "550 no such user", permanent=True)
        note_refused(Context(session, talk.desk), mail, "550 no such user")
    talk.new_mails()
    assert told(talk) == ["[pbem] mails that a server refused: 1", "[pbem] players who are not reached: 1"]


def test_orders_that_are_late_are_told(tmp_path: Path) -> None:
    talk = Conversation(tmp_path, terms=TERMS)
    try:
        talk.tick(hours=26)
        talk.new_mails()
        assert told(talk) == ["[pbem] orders that are late: 2"]
    finally:
        talk.db.close()


@pytest.mark.sqlite
def test_a_disk_that_is_nearly_full_is_told(talk: Conversation, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(10**11, 10**11 - 10**8, 10**8))
    assert told(talk) == ["[pbem] the disk is nearly full"]


@pytest.mark.sqlite
def test_old_backups_are_told_where_there_are_any(talk: Conversation) -> None:
    folder = file_of(talk.db).parent / "backups"
    folder.mkdir()
    assert told(talk) == []
    copy = folder / "pbem-1.sqlite"
    copy.touch()
    then = (talk.clock() - 5 * DAY).timestamp()
    os.utime(copy, (then, then))
    assert told(talk) == ["[pbem] the backups are old"]


def test_a_second_daemon_is_told(talk: Conversation) -> None:
    second_daemon(talk.desk, "process 4711")
    (mail,) = talk.new_mails()
    assert "process 4711" in mail.flat


# Once a day


def _failed(talk: Conversation, _: pytest.MonkeyPatch) -> None:
    talk.write("york", YORK_SETUP)
    with talk.db.writing() as session:
        inbox.settle(session, 1, "dead", "a fault of ours")


def _refused(talk: Conversation, _: pytest.MonkeyPatch) -> None:
    with talk.db.writing() as session:
        mail = outbox.mark_failed(session, 1, talk.clock(), "550 no such user", permanent=True)
        note_refused(Context(session, talk.desk), mail, "550 no such user")


def _late(talk: Conversation, _: pytest.MonkeyPatch) -> None:
    talk.tick(hours=26)


def _held(talk: Conversation, _: pytest.MonkeyPatch) -> None:
    hold(talk.desk, talk.name, "a question about the rules")


def _full(_: Conversation, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(10**11, 10**11 - 10**8, 10**8))


def _old_backups(talk: Conversation, _: pytest.MonkeyPatch) -> None:
    copy = file_of(talk.db).parent / "backups" / "pbem-1.sqlite"
    copy.parent.mkdir()
    copy.touch()
    then = (talk.clock() - 5 * DAY).timestamp()
    os.utime(copy, (then, then))


@pytest.mark.parametrize(
    ("cause", "subjects"),
    [
        (_failed, ["letters of players that failed: 1"]),
        (_refused, ["mails that a server refused: 1", "players who are not reached: 1"]),
        (_late, ["orders that are late: 2"]),
        (_held, ["games on hold: 1"]),
        pytest.param(_full, ["the disk is nearly full"], marks=pytest.mark.sqlite),
        pytest.param(_old_backups, ["the backups are old"], marks=pytest.mark.sqlite),
    ],
)
def test_every_subject_comes_once_a_day(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    cause: Callable[[Conversation, pytest.MonkeyPatch], None],
    subjects: list[str],
) -> None:
    talk = Conversation(tmp_path, terms=TERMS)
    try:
        cause(talk, monkeypatch)
        talk.new_mails()
        assert told(talk) == [f"[pbem] {subject}" for subject in subjects]
        for _ in range(3):
            talk.clock.move(hours=1)
            assert told(talk) == []
        if cause not in (_failed, _refused):  # of these only those of the last day are told
            talk.clock.move(hours=24)
            assert f"[pbem] {subjects[0]}" in told(talk)
    finally:
        talk.db.close()


def test_a_second_daemon_is_told_once_a_day(talk: Conversation) -> None:
    for _ in range(3):
        second_daemon(talk.desk, "process 4711")
        talk.clock.move(minutes=5)
    assert len(talk.new_mails()) == 1
    talk.clock.move(hours=24)
    second_daemon(talk.desk, "process 4711")
    assert len(talk.new_mails()) == 1


# What players are told


def test_hold_and_release_tell_all_players_why(talk: Conversation) -> None:
    hold(talk.desk, talk.name, "a question about the rules")
    mails = talk.new_mails()
    for seat in ("york", "lancaster"):
        assert "The game master has put bosworth-1 on hold: a question about the rules" in to(seat, mails).flat
    talk.clock.move(hours=1)
    release(talk.desk, talk.name, "it is answered")
    mails = talk.new_mails()
    for seat in ("york", "lancaster"):
        assert "The game goes on: it is answered" in to(seat, mails).flat


def test_a_game_that_is_held_by_a_fault_tells_players_nothing_of_it(talk: Conversation) -> None:
    with talk.db.writing() as session:
        lobby.hold(session, talk.game().id, "letter 7 could not be dealt with")
    assert [mail.to for mail in talk.new_mails()] == []


def test_more_time_is_told_with_its_reason(tmp_path: Path) -> None:
    talk = Conversation(tmp_path, terms=TERMS)
    try:
        extend_seat(talk.desk, talk.name, "york", DAY, "Ann is ill")
        mails = talk.new_mails()
    finally:
        talk.db.close()
    for seat in ("york", "lancaster"):
        assert "The game master gives York 24 hours more. The reason: Ann is ill" in to(seat, mails).flat


def test_of_a_sandbox_nothing_is_told(talk: Conversation) -> None:
    with talk.db.reading() as session:
        document = export_game(session, talk.game().id)
    move_in(talk.desk, document, "copy", sandbox=True)
    hold(talk.desk, "copy", "a trial")
    assert told(talk) == []
