"""A mail server that says "not today": nothing is lost, nobody is counted as unreachable, and each mail is sent once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from pbem.mail.server import Server
from pbem.moderator.core.desk import MailRules
from pbem.moderator.desk.overview import forget
from pbem.moderator.desk.watching import watch
from pbem.moderator.intake.moderating import moderate_all, take_in
from pbem.postoffice import PostOffice
from pbem.store.games import lobby, timekeeping
from pbem.store.games.timekeeping import Beat
from pbem.store.mail import outbox, way_out
from pbem.store.tables.mail import OutgoingRow
from tests.mail.scripted import END, HANG_UP, HOST, ScriptedServer
from tests.support.conversation import MODERATOR, NOON
from tests.support.works import ANN, BOB, MASTER, Works

LIMIT = "550-5.4.5 Daily user sending limit exceeded.\r\n550 5.4.5 See our help"


class Outbox(Works):
    """A desk whose mails go to a server that does as it is told."""

    def __init__(self, folder: Path, server: ScriptedServer, **limits: int) -> None:
        super().__init__(folder, PostOffice({}))
        self.desk = replace(self.desk, mails=MailRules(**limits))
        self.server = server

    @property
    def smtp(self) -> Server:
        return Server(HOST, self.server.port, "pbem", "rose", "none", timeout=5)

    def work(self, **time: float) -> None:
        """Time passes, with a look into the outbox whenever a mail is due."""
        end = self.clock() + timedelta(**time)
        while self.clock() < end:
            self.clock.time = min(self._next(), end)
            self.empty_outbox()

    def _next(self) -> datetime:
        with self.db.reading() as session:
            waiting, way = outbox.waiting_mails(session), way_out.closed(session)
        least = self.clock() + timedelta(minutes=1)
        due = min((mail.next_attempt for mail in waiting), default=datetime.max.replace(tzinfo=UTC))
        if self.desk.mails.mails_per_hour:
            due = self.clock() + timedelta(minutes=30)
        return max(due, least, way.next_attempt if way is not None else least)

    def bounces(self) -> list[int]:
        with self.db.reading() as session:
            return [seat.bounces for game in lobby.games(session) for seat in lobby.seats(session, game.id)]

    def notices(self) -> list[str]:
        """The kinds of the mails to the game master."""
        return [mail.kind for mail in self.rows(OutgoingRow) if mail.envelope_to == MASTER]

    def taken(self, *readers: str) -> list[str]:
        return [each for reader in readers or (ANN, BOB) for each in self.server.to(reader)]


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Outbox]:
    with ScriptedServer() as server:
        box = Outbox(tmp_path, server)
        yield box
        box.db.close()


def assert_all_sent_once(box: Outbox) -> None:
    rows = box.rows(OutgoingRow)
    assert {row.status for row in rows} == {"sent"}
    assert sorted(box.taken(ANN, BOB, MASTER)) == sorted(row.message_id for row in rows)


NOT_TODAY = [
    {"DATA": "554 5.7.1 Data command rejected: only 10 messages per day"},
    {END: "554 5.7.1 Data command rejected: only 10 messages per day"},
    {"RCPT": LIMIT},
    {"MAIL": "452 4.3.1 Insufficient system storage"},
    {"RCPT": "553 5.7.1 <moderator@example.test>: Sender address rejected: not owned by user pbem"},
    {"AUTH": "535 5.7.8 Username and Password not accepted"},
    {"EHLO": "421 4.7.0 Try again later"},
    {"CONNECT": "554 5.7.1 No mail from 127.0.0.1 today"},
    {"DATA": "550 5.7.1 We do not like your mail"},
    {END: HANG_UP},
]


@pytest.mark.parametrize(("script", "hours"), [(script, 2) for script in NOT_TODAY] + [(NOT_TODAY[0], 20)])
def test_a_server_that_takes_nothing_until_tomorrow(box: Outbox, script: dict[str, str], hours: int) -> None:
    for _ in range(2):
        box.open_game()
    box.server.answer = script
    box.empty_outbox()
    box.work(hours=hours)
    assert {row.status for row in box.rows(OutgoingRow)} == {"waiting"}
    assert box.bounces() == [0] * 4
    assert box.notices() == ["watch"]
    tried = sum(line.startswith(("EHLO", "MAIL")) for line in box.server.lines)
    assert tried < 100, "a server that refuses is not asked all the time"
    box.server.answer, box.server.taken = {}, []
    box.work(hours=6)
    assert_all_sent_once(box)


def test_a_daily_limit_is_kept_to_and_nobody_is_called_unreachable(box: Outbox) -> None:
    """Three mails a day: the rest waits, and the game master hears of it once a day."""

    def limited(verb: str, _recipient: str) -> str | None:
        today = sum(row.sent is not None and row.sent > box.clock() - timedelta(days=1) for row in box.rows(OutgoingRow))
        return LIMIT if verb == "RCPT" and today + len(box.server.taken) - taken_before >= 3 else None

    taken_before = 0
    box.server.answer = limited
    for _ in range(2):
        box.open_game()
    for day in range(2):
        taken_before = len(box.server.taken)
        box.empty_outbox()
        box.work(hours=25)
        assert box.bounces() == [0] * 4
        assert len(box.notices()) <= day + 2
    assert_all_sent_once(box)


def test_greylisting_delays_each_reader_for_some_minutes(box: Outbox) -> None:
    first: dict[str, Any] = {}

    def greylists(verb: str, recipient: str) -> str | None:
        if verb == "RCPT" and box.clock() < first.setdefault(recipient, box.clock()) + timedelta(minutes=5):
            return f"450 4.2.0 <{recipient}>: Recipient address rejected: Greylisted, try again later"
        return None

    box.server.answer = greylists
    for _ in range(3):
        box.open_game()
    box.empty_outbox()
    assert box.statuses(OutgoingRow) == {"waiting": 6}
    for _ in range(10):
        box.clock.move(minutes=1)
        box.empty_outbox()
    assert_all_sent_once(box)
    assert box.notices() == []
    assert box.bounces() == [0] * 6


@pytest.mark.parametrize(
    ("reply", "counted"),
    [
        ("452 4.2.2 The email account that you tried to reach is over quota", 1),
        ("552 5.2.2 Mailbox full", 1),
        ("451 4.7.1 Greylisting in action, please come back later", 0),
        ("550 5.7.1 Recipient address rejected: by policy", 0),
    ],
)
def test_what_may_pass_is_tried_for_five_days_and_then_told(box: Outbox, reply: str, counted: int) -> None:
    box.open_game()
    box.server.answer = lambda verb, reader: reply if verb == "RCPT" and reader == ANN else None
    box.empty_outbox()
    box.work(days=4, hours=20)
    (mail, other) = [row for row in box.rows(OutgoingRow) if row.envelope_to != MASTER]
    assert (mail.status, other.status) == ("waiting", "sent")
    assert 20 < mail.attempts < 40
    assert box.bounces() == [0, 0]
    assert "mails that a server does not take yet: 1" in watch(box.desk)
    box.work(hours=9)
    (mail, _) = [row for row in box.rows(OutgoingRow) if row.envelope_to != MASTER]
    assert mail.status == "refused"
    assert "given up after 5 days" in mail.last_error
    assert box.bounces() == [counted, 0]
    assert ("bounced" in box.notices()) == bool(counted)
    watch(replace(box.desk, now=lambda: mail.queued + timedelta(hours=1)))
    assert "refused" in str([row.message_id for row in box.rows(OutgoingRow)]) or "watch" in box.notices()


def test_a_bad_mail_and_a_bad_address_stop_nobody_else(box: Outbox) -> None:
    for address in ("gone@example.test", "big@example.test", "spam@example.test", ANN):
        box.open_game(york=address)
    says = {
        "gone@example.test": "550 5.1.1 user unknown",
        "big@example.test": "552 5.3.4 message size exceeds fixed limit",
        "spam@example.test": "554 5.7.1 message looks like spam",
    }
    box.server.answer = lambda verb, reader: says.get(reader) if verb == END else None
    box.empty_outbox()
    found = {row.envelope_to: row.status for row in box.rows(OutgoingRow)}
    assert found == {
        "gone@example.test": "refused",
        "big@example.test": "refused",
        "spam@example.test": "waiting",
        ANN: "sent",
        BOB: "sent",
        MASTER: "sent",
    }
    assert box.bounces() == [1, 0, 0, 0, 0, 0, 0, 0]
    assert len(box.taken(BOB)) == 4


def test_one_mail_for_which_the_server_blames_us_lets_others_go_first(box: Outbox) -> None:
    """It says so of one recipient only: all wait for a minute, and then the others are sent."""
    for address in ("odd@example.test", ANN, ANN):
        box.open_game(york=address)
    box.server.answer = lambda _, reader: "554 5.7.1 Relay access denied" if reader == "odd@example.test" else None
    box.empty_outbox()
    box.work(minutes=10)
    assert len(box.taken()) == 5
    assert box.notices() == ["watch"]


def test_a_connection_lost_behind_a_message_sends_it_again_the_same(box: Outbox) -> None:
    box.open_game()
    lost: list[bytes] = []

    def loses(verb: str, reader: str) -> str | None:
        if verb == END and reader == ANN and not lost:
            lost.append(b"")
            return HANG_UP
        return None

    box.server.answer = loses
    box.empty_outbox()
    box.work(minutes=10)
    (first, second) = [[line for line in box.server.lines if line == f"RCPT TO:<{reader}>"] for reader in (ANN, BOB)]
    assert (len(first), len(second)) == (2, 1)
    assert_all_sent_once(box)


# A clock that is wrong


@contextmanager
def a_year_ahead(box: Works) -> Iterator[None]:
    """The clock jumps ahead by a year, and back again; before it the moderator was at work."""
    right = box.clock.time
    with box.db.writing() as session:
        timekeeping.beat(session, Beat(right))
    box.clock.move(days=365)
    yield
    box.clock.time = right


def test_a_clock_that_jumps_gives_no_mail_up_and_puts_none_off_for_a_year(box: Outbox) -> None:
    box.open_game()
    box.server.answer = {"RCPT": "452 4.2.2 over quota"}
    box.empty_outbox()
    box.work(minutes=30)
    with a_year_ahead(box):
        box.empty_outbox()
        assert box.statuses(OutgoingRow) == {"waiting": 2}
    assert box.bounces() == [0, 0]
    box.server.answer = {}
    box.empty_outbox()
    assert_all_sent_once(box)


def test_trouble_that_is_told_by_a_clock_that_is_wrong_is_told_by_one_that_is_right(box: Outbox) -> None:
    box.open_game()
    box.server.answer = {"DATA": "554 5.7.1 Data command rejected: only 10 messages per day"}
    with a_year_ahead(box):
        box.empty_outbox()
    box.server.answer = lambda verb, reader: None if reader == MASTER else NOT_TODAY[0].get(verb)
    box.work(minutes=90)
    assert len(box.notices()) == 2


def test_a_clock_that_jumps_lets_nothing_go(box: Outbox) -> None:
    box.open_game()
    box.empty_outbox()
    with a_year_ahead(box):
        forget(box.desk)
    assert all(row.raw for row in box.rows(OutgoingRow))


# Limits of our own


def test_limits_of_our_own_and_who_comes_first(tmp_path: Path) -> None:
    with ScriptedServer() as server:
        box = Outbox(tmp_path, server, mails_per_hour=3, mails_per_day=5)
        for number in range(3):
            box.open_game(lancaster=f"bob{number}@example.test")
        with box.db.writing() as session:
            for mail in outbox.due(session, NOON, 10)[:2]:
                mail.urgency = 0
        box.empty_outbox()
        assert server.taken[0][0] == MASTER
        assert [reader for reader, _ in server.taken[1:]] == [ANN, "bob1@example.test"]
        box.work(minutes=50)
        assert len(server.taken) == 3
        box.work(minutes=20)
        assert len(server.taken) == 5
        box.work(hours=22)
        assert len(server.taken) == 5
        box.work(hours=5)
        assert len(server.taken) > 6
        assert "bob0@example.test" in [reader for reader, _ in server.taken]
        assert box.bounces() == [0] * 6
        box.db.close()


def test_who_is_asked_is_urgent_and_who_only_watches_is_not(box: Outbox) -> None:
    game = box.open_game()
    assert [row.urgency for row in box.rows(OutgoingRow)] == [1, 1]
    with box.db.writing() as session:
        seat = lobby.seat(session, game.id, "york")
        session.add(seat)
    assert {row.kind for row in box.rows(OutgoingRow)} == {"report"}


# A limit that is told by mail


def dsn(message_id: str, status: str, reply: str) -> bytes:
    return (
        f"Return-Path: <>\r\nFrom: mailer-daemon@mx.test\r\nTo: {MODERATOR}\r\nMessage-ID: <bounce{len(reply)}@mx.test>\r\n"
        "Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n"
        "--b\r\nContent-Type: text/plain\r\n\r\nYour message was not sent.\r\n"
        f"--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.test\r\n\r\n"
        f"Final-Recipient: rfc822; {ANN}\r\nAction: failed\r\nStatus: {status}\r\nDiagnostic-Code: smtp; {reply}\r\n"
        f"--b\r\nContent-Type: text/rfc822-headers\r\n\r\nSubject: x\r\nMessage-ID: {message_id}\r\n--b--\r\n"
    ).encode()


def test_a_limit_that_comes_as_a_bounce_is_no_bounce_of_the_player(box: Outbox) -> None:
    box.open_game()
    box.empty_outbox()
    first = box.rows(OutgoingRow)[0]
    take_in(box.desk, dsn(first.message_id, "5.4.5", "550-5.4.5 Daily sending quota exceeded."))
    moderate_all(box.desk)
    assert box.bounces() == [0, 0]
    assert box.rows(OutgoingRow)[0].status == "waiting"
    box.work(hours=7)
    assert box.taken(ANN) == [first.message_id] * 2
    take_in(box.desk, dsn(first.message_id, "5.1.1", "550 5.1.1 user unknown"))
    moderate_all(box.desk)
    assert box.bounces() == [1, 0]
