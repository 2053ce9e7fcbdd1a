"""Trouble with mail servers is told, and that it is over: over sockets, with the daemon at work."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from tenacity import wait_fixed

import pbem.daemon
from pbem.config.loading import load_settings
from pbem.daemon import Daemon
from pbem.mail.imap.mailbox import Mailbox
from pbem.mail.smtp import Sender
from pbem.moderator.core.desk import Desk
from pbem.moderator.desk.from_settings import desk_from
from pbem.moderator.desk.health import MAX_IDLE, figures_of, why_not_well, write_health
from pbem.moderator.desk.watching import note_fails, note_works, tell_trouble
from pbem.postoffice import PostOffice
from pbem.store.mail import services
from pbem.store.mail.services import IMAP, SMTP, WORK
from pbem.store.tables.mail import OutgoingRow
from tests.support.conversation import YORK_SETUP
from tests.support.owner import MASTER as OWNERS_MASTER
from tests.support.owner import Owner
from tests.support.works import ANN, BOXES, HANGS, MASTER, PASSWORD, Works, text_of


class Town:
    """The moderator between two post offices, one for letters and one for mails, which come and go."""

    def __init__(self, folder: Path) -> None:
        self._stack = ExitStack()
        self.letters, self.mails = self._open(PostOffice(BOXES)), self._open(PostOffice(BOXES))
        self.works = Works(folder, self.mails)
        self.password = PASSWORD
        self._health = folder / "health.json"

    def _open(self, office: PostOffice) -> PostOffice:
        return self._stack.enter_context(office)

    def close(self) -> None:
        """End it all."""
        self.works.db.close()
        self._stack.close()

    def end_sessions(self, *, password: str = PASSWORD) -> None:
        """The server for letters starts anew, where the moderator's password may be another one."""
        self.letters.stop()
        boxes = dict.fromkeys(BOXES, password)
        self.letters = self._open(PostOffice(boxes, imap_port=self.letters.imap_port, smtp_port=self.letters.smtp_port))

    def stop_mails(self) -> None:
        """The server for mails is gone."""
        self.mails.stop()

    def start_mails(self) -> None:
        """It is there again."""
        office = PostOffice(BOXES, imap_port=self.mails.imap_port, smtp_port=self.mails.smtp_port)
        self.mails = self.works.office = self._open(office)

    def told(self) -> list[str]:
        """The Subjects of all mails that the game master got."""
        return [str(mail["Subject"]) for mail in self.works.mails(MASTER)]

    def health(self) -> dict[str, object]:
        """The health file, as it would be written now."""
        write_health(self.works.desk, self._health, None)
        found: dict[str, object] = json.loads(self._health.read_text())
        return found

    def imap_error(self) -> str:
        """The last error of the mailbox."""
        return str(self.health()["imap_error"])

    def wrong(self) -> str:
        """What a container's health check says."""
        self.health()
        return why_not_well(self._health, self.works.clock())

    def serve(self, *steps: tuple[Callable[[], object], Callable[[], object]]) -> None:
        """Moderate; do each step, then wait until what is to come of it is so."""

        async def serve() -> None:
            def opens() -> Mailbox:
                return Mailbox(replace(self.works.imap, port=self.letters.imap_port, password=self.password))

            async with Sender(replace(self.works.smtp, port=self.mails.smtp_port)) as sender:
                daemon = Daemon(self.works.desk, opens, sender)
                working = asyncio.create_task(daemon.serve(poll_seconds=0.1))
                try:
                    async with asyncio.timeout(HANGS):
                        for step, done in steps:
                            await asyncio.to_thread(step)
                            while not await asyncio.to_thread(done):
                                assert not working.done()
                                await asyncio.sleep(0.02)
                finally:
                    daemon.stop()
                    await asyncio.wait_for(working, HANGS)

        asyncio.run(serve())


@pytest.fixture
def town(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Town]:
    """What is done every minute is done at once."""
    for name in ("HEALTH_SECONDS", "RETRY_SECONDS", "PROBE_SECONDS"):
        monkeypatch.setattr(pbem.daemon, name, 0.1)
    monkeypatch.setattr(pbem.daemon, "wait_exponential_jitter", lambda **_: wait_fixed(0.05))
    town = Town(tmp_path)
    yield town
    town.close()


FAILS, AGAIN = "[pbem] letters cannot be fetched", "[pbem] letters are fetched again"


def test_a_password_that_is_changed_in_mid_run_is_told_and_that_it_is_good_again(town: Town) -> None:
    works = town.works
    town.serve(
        (lambda: None, lambda: town.health()["imap_last_ok"]),
        (lambda: town.end_sessions(password="another"), lambda: "login refused" in town.imap_error()),  # noqa: S106
        (lambda: works.clock.move(minutes=6), lambda: FAILS in town.told()),
        (lambda: works.clock.move(minutes=12), lambda: "login refused" in town.wrong()),
        (lambda: setattr(town, "password", "another"), lambda: AGAIN in town.told()),
        (lambda: None, lambda: town.wrong() == ""),
    )
    assert town.told() == [FAILS, AGAIN]
    told, again = map(text_of, works.mails(MASTER))
    assert "login refused for 'moderator@example.test'" in told
    assert "check user and password" in told
    assert "no deadline comes due before they are read" in told
    assert "for 18 minutes, it was: IMAP 127.0.0.1" in again
    found = town.health()
    assert (found["imap_ok"], found["imap_failing_since"]) == (1, 0)
    assert "login refused" in str(found["imap_error"])
    assert found["imap_error_at"]
    assert PASSWORD not in json.dumps(found)


def test_a_server_for_letters_that_is_gone_is_told(town: Town) -> None:
    game = town.works.open_game()
    letter = town.works.letter(game, "york", YORK_SETUP)

    def come_back() -> None:
        town.end_sessions()
        town.letters.deliver(bytes(letter), str(letter["To"]), ANN)

    town.serve(
        (lambda: None, lambda: town.health()["imap_last_ok"]),
        (town.letters.stop, lambda: town.health()["imap_ok"] == 0),
        (lambda: town.works.clock.move(minutes=6), lambda: FAILS in town.told()),
        (come_back, lambda: AGAIN in town.told() and town.works.answers(letter)),
    )
    assert "nobody listens there" in text_of(town.works.mails(MASTER)[0])


def test_no_way_out_is_seen_without_a_mail_and_told_when_it_is_there_again(town: Town) -> None:
    """While it is gone nobody can be told by mail; nothing waits for it but the mail that says so afterwards."""
    clock = town.works.clock
    town.serve(
        (lambda: None, lambda: town.health()["smtp_last_ok"]),
        (town.stop_mails, lambda: town.health()["smtp_ok"] == 0),
        (lambda: clock.move(minutes=20), lambda: "no mails have got out for 20 minutes: SMTP" in town.wrong()),
        (town.start_mails, lambda: "[pbem] mails get out again" in town.told()),
    )
    assert town.told() == ["[pbem] mails get out again"]
    assert "for 20 minutes, it was: SMTP 127.0.0.1" in text_of(town.works.mails(MASTER)[0])
    assert town.works.statuses(OutgoingRow) == {"sent": 1}
    assert town.health()["smtp_ok"] == 1


def test_work_that_fails_is_told_by_its_kind_only(town: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **_how: object) -> None:
        raise KeyError("a secret of the game")

    town.serve(
        (lambda: monkeypatch.setattr(pbem.daemon, "moderate_waiting", fail), lambda: town.health()["work_ok"] == 0),
        (lambda: town.works.clock.move(minutes=6), lambda: "[pbem] the moderator's work fails" in town.told()),
        (lambda: town.works.clock.move(minutes=10), lambda: "has come to its end" in town.wrong()),
    )
    assert "KeyError" in text_of(town.works.mails(MASTER)[0])
    assert "secret of the game" not in json.dumps(town.health()) + text_of(town.works.mails(MASTER)[0])


# How often


@pytest.fixture
def quiet(tmp_path: Path) -> Iterator[Works]:
    """A desk with nobody at work."""
    with PostOffice(BOXES) as office:
        works = Works(tmp_path, office)
        yield works
        works.db.close()


def test_what_is_over_soon_is_not_told(quiet: Works) -> None:
    note_fails(quiet.desk, IMAP, "gone")
    quiet.clock.move(minutes=4)
    assert tell_trouble(quiet.desk) == []
    assert note_works(quiet.desk, IMAP) == []
    note_fails(quiet.desk, SMTP, "gone")
    quiet.clock.move(minutes=4)
    assert note_works(quiet.desk, SMTP) == []


def test_trouble_that_lasts_is_told_once_a_day_and_its_end_once(quiet: Works) -> None:
    told = []
    for _ in range(50):
        note_fails(quiet.desk, IMAP, "gone")
        told += tell_trouble(quiet.desk) + tell_trouble(quiet.desk)
        quiet.clock.move(hours=1)
    assert len(told) == 3
    assert note_works(quiet.desk, IMAP) == ["the game master is told: letters are fetched again"]
    assert note_works(quiet.desk, IMAP) == []


def test_trouble_that_comes_and_goes_is_told_once_an_hour(quiet: Works) -> None:
    told = []
    for _ in range(30):
        note_fails(quiet.desk, IMAP, "gone")
        quiet.clock.move(minutes=6)
        told += tell_trouble(quiet.desk) + note_works(quiet.desk, IMAP)
    assert (
        told
        == ["the game master is told: letters cannot be fetched", "the game master is told: letters are fetched again"] * 3
    )


def test_that_mails_get_out_again_is_told_once_a_day(quiet: Works) -> None:
    """Providers' daily limits come again each day, and what says so is a mail as well."""
    told = []
    for _ in range(30):
        note_fails(quiet.desk, SMTP, "550 5.4.5 daily limit")
        quiet.clock.move(hours=1)
        told += note_works(quiet.desk, SMTP)
    assert told == ["the game master is told: mails get out again"] * 2


def test_who_was_told_that_mails_wait_is_not_told_that_they_get_out(quiet: Works) -> None:
    quiet.open_game()
    gone = replace(quiet.smtp, port=1)
    for _ in range(2):
        quiet.empty_outbox(gone)
        quiet.clock.move(minutes=11)
    quiet.empty_outbox()
    quiet.clock.move(hours=1)
    quiet.empty_outbox()
    assert [str(mail["Subject"])[:24] for mail in quiet.mails(MASTER)] == ["[pbem] mails wait to be s"[:24]]


def test_the_health_check_looks_at_the_last_work_done(quiet: Works, tmp_path: Path) -> None:
    """Not at a process that lives: the file may be new, and the work old."""
    file, clock = tmp_path / "health.json", quiet.clock

    def wrong(*, write: bool = True) -> str:
        if write:
            write_health(quiet.desk, file, None)
        return why_not_well(file, clock())

    assert wrong() == "no look for letters has come to its end yet"
    note_works(quiet.desk, WORK)
    assert wrong() == ""
    clock.move(minutes=6)
    assert wrong(write=False) == "pbem serve has written nothing for 6 minutes"
    clock.time += MAX_IDLE
    assert wrong() == "no look for letters has come to its end for 21 minutes"
    note_fails(quiet.desk, IMAP, "gone")
    assert wrong() == "no look for letters has come to its end for 21 minutes: gone"
    assert figures_of(quiet.desk).services[IMAP].failing_since == clock().timestamp()
    assert why_not_well(file, clock(), timedelta(hours=1)) == ""


def test_pbem_health_is_what_a_container_asks(owner: Owner, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "running.health: not set" in owner.pbem("health", code=1).stderr
    monkeypatch.setenv("PBEM_RUNNING__HEALTH", "health.json")
    assert "pbem serve has not been started" in owner.pbem("health", code=1).stdout
    (owner.folder / "health.json").write_text("{}")
    assert "is damaged or another version's" in owner.pbem("health", code=1).stdout
    owner.pbem("once")
    with owner_desk(owner) as desk:
        write_health(desk, owner.folder / "health.json", None)
        assert owner.pbem("health").stdout == "at work\n"
        note_fails(desk, IMAP, "gone")
    told = owner.pbem("status").stdout
    assert "mailbox (IMAP): fails since 0 minutes ago, worked 0 minutes ago: gone" in told
    assert "way out (SMTP): has not worked yet" in told


def test_cron_tells_of_trouble_too(owner: Owner) -> None:
    """`pbem once` notes it each time, and tells it when it has lasted."""
    owner.configure(imap_port="1")
    owner.pbem("once", code=1)
    with owner_desk(owner) as desk, desk.db.writing() as session:
        services.service(session, IMAP).failing_since = datetime.now(UTC) - timedelta(minutes=10)
    owner.pbem("once", code=1)
    assert str(owner.mail(OWNERS_MASTER)["Subject"]) == FAILS


@contextmanager
def owner_desk(owner: Owner) -> Iterator[Desk]:
    """The desk over an owner's database."""
    desk = desk_from(load_settings(owner.folder / "pbem.toml"))
    try:
        yield desk
    finally:
        desk.db.close()


def test_the_metrics_have_the_last_error(quiet: Works, tmp_path: Path) -> None:
    note_fails(quiet.desk, SMTP, 'no "login" for ann')
    write_health(quiet.desk, None, tmp_path / "pbem.prom")
    lines = (tmp_path / "pbem.prom").read_text().splitlines()
    assert "pbem_smtp_ok 0.0" in lines
    assert "pbem_imap_ok 1.0" in lines
    assert 'pbem_last_error{error="no \\"login\\" for ann",service="smtp"} 1.0' in lines
    assert (
        float(next(line for line in lines if line.startswith("pbem_smtp_error_at ")).split()[1]) == quiet.clock().timestamp()
    )
