"""The daemon and the clock: letters first, one look a minute, and weeks without a moderator."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from apscheduler.schedulers.asyncio import AsyncIOScheduler  # type: ignore[import-untyped]

from pbem.daemon import Daemon
from pbem.daemon_jobs import bring_forward
from pbem.mail.imap.errors import MailboxError
from pbem.mail.imap.mailbox import Mailbox
from pbem.mail.smtp import Sender
from pbem.moderator.clock.deadline_changes import MAX_SILENCE
from pbem.moderator.intake.moderating import Outcomes, moderate_waiting
from pbem.moderator.joining.opening import open_game
from pbem.store.errors import Busy, NoRoom, Unwritable
from pbem.store.tables.games import GameRow
from pbem.store.tables.log import EntryRow
from pbem.store.tables.mail import LetterRow, OutgoingRow
from tests.support.conversation import NOON, PLAYERS
from tests.support.noting import noting
from tests.support.works import ANN, BOB, MASTER, SETUPS, Serving, Works

TERMS = {"deadline": "72h", "zone": "Europe/London"}
ASKED = ["deadline", "deadline"]


class Unreadable(Mailbox):
    """A mailbox that cannot be read."""

    def look(self) -> list[int]:
        raise MailboxError("no connection")


def timed_game(works: Works) -> GameRow:
    return open_game(works.desk, "plantagenet", "bosworth", PLAYERS, terms=TERMS)


def look(works: Works, *hours: float, patience: timedelta = MAX_SILENCE) -> list[str]:
    """Looks into the mailbox and at the clock, each so many hours after the one before; gives what the daemon said."""
    said: list[str] = []

    async def work() -> None:
        async with Sender(works.smtp) as sender:
            daemon = Daemon(works.desk, lambda: Mailbox(works.imap), sender, said.append, patience=patience)
            for later in hours:
                works.clock.move(hours=later)
                with Mailbox(works.imap) as mailbox:
                    await daemon.once(mailbox)
                await daemon.mind_the_clock()

    asyncio.run(work())
    return said


def clock_keys(works: Works) -> list[str]:
    return [row.key for row in works.rows(EntryRow) if row.kind == "clock"]


def timeouts(works: Works) -> int:
    return sum(row.kind == "timeout" for row in works.rows(EntryRow))


def test_letters_that_take_long_are_no_absence(works: Works, monkeypatch: pytest.MonkeyPatch) -> None:
    deal = moderate_waiting

    def slowly(*given: Any, **how: Any) -> Outcomes:
        works.clock.move(minutes=6)
        return deal(*given, **how)

    game = timed_game(works)
    look(works, 0)
    monkeypatch.setattr("pbem.daemon.TURN_SECONDS", 0)
    monkeypatch.setattr("pbem.daemon.moderate_waiting", slowly)
    works.post(*[works.letter(game, "york", "status") for _ in range(4)])
    look(works, 0)
    monkeypatch.undo()
    look(works, 0.05)
    assert clock_keys(works) == ASKED


def test_letters_are_dealt_with_between_the_clocks_of_two_games(works: Works, monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []
    monkeypatch.setattr(
        "pbem.daemon.tick_each", lambda *_: map(noting(order, lambda _: "clock", lambda _: ["done"]), range(3))
    )

    async def letters() -> None:
        while len(order) < 5:
            order.append("letters")
            await asyncio.sleep(0)

    async def work() -> None:
        async with Sender(works.smtp) as sender:
            daemon = Daemon(works.desk, lambda: Mailbox(works.imap), sender)
            with Mailbox(works.imap) as mailbox:
                await daemon.once(mailbox)
            await asyncio.gather(daemon.mind_the_clock(), letters())

    asyncio.run(work())
    assert order[:5] == ["clock", "letters", "clock", "letters", "clock"]


def test_the_scheduler_looks_at_the_clock(works: Works, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbem.daemon.CLOCK_SECONDS", 0.05)
    timed_game(works)
    works.clock.move(days=3, hours=1)

    async def serve() -> None:
        async with Serving(works, Mailbox, poll=0.02) as serving:
            await serving.until(lambda: any("overdue" in str(mail["Subject"]) for mail in works.mails(ANN)))

    asyncio.run(serve())
    assert clock_keys(works) == [*ASKED, "missed", "missed"]


def test_a_game_goes_on_by_the_clock(works: Works) -> None:
    timed_game(works)
    said = look(works, *[2.0] * 49, patience=timedelta(days=1))
    assert [line for line in said if "york" in line] == [
        "bosworth-1: york is reminded",
        "bosworth-1: york is late",
        "bosworth-1: york did not write in time, the rules' default has answered",
    ]
    assert timeouts(works) > 0
    works.assert_sound()


def test_a_letter_that_lay_in_the_mailbox_at_the_deadline_counts(works: Works) -> None:
    game = timed_game(works)
    works.post(*(works.letter(game, seat, text) for seat, text in SETUPS.items()))
    look(works, 97, 0)
    assert timeouts(works) == 0
    assert "missed" not in clock_keys(works)
    assert works.statuses(LetterRow) == {"done": 2}


@pytest.mark.parametrize("trouble", [NoRoom("the disk is full"), Unwritable("no such folder"), Busy("another writes")])
def test_a_disk_in_trouble_at_the_deadline_holds_no_game(
    works: Works, monkeypatch: pytest.MonkeyPatch, trouble: Exception
) -> None:
    """What the clock could not write it does a minute later."""
    game = timed_game(works)

    def fails(*_: object) -> None:
        raise trouble

    with monkeypatch.context() as full:
        full.setattr("pbem.moderator.clock.deadline_run.save", fails)
        said = look(works, 73, patience=timedelta(days=9))
    assert f"clock: {trouble}" in said
    assert works.game(game).status == "playing"
    look(works, 0.05)
    assert "missed" in clock_keys(works)


def test_while_the_mailbox_cannot_be_read_the_clock_does_nothing(works: Works) -> None:
    timed_game(works)

    async def work() -> None:
        async with Sender(works.smtp) as sender:
            daemon = Daemon(works.desk, lambda: Mailbox(works.imap), sender)
            await daemon.mind_the_clock()
            works.clock.move(hours=1)
            with Mailbox(works.imap) as mailbox:
                await daemon.once(mailbox)
            works.clock.move(days=9)
            with pytest.raises(MailboxError):
                await daemon.once(Unreadable(works.imap))
            await daemon.mind_the_clock()

    asyncio.run(work())
    assert clock_keys(works) == ASKED
    look(works, 0, 0)  # nine days in which no letter could reach us
    assert clock_keys(works) == [*ASKED, "paused", "told"]


def test_after_a_week_without_the_moderator_there_is_no_storm_and_nobody_is_late(works: Works) -> None:
    timed_game(works)
    look(works, 0, *[0.2] * 3)
    assert works.statuses(OutgoingRow) == {"sent": 2}
    said = look(works, 24 * 7, 0, 0)
    assert said == [
        "bosworth-1: deadlines are put off, the moderator was away for 7 days",
        "bosworth-1: the players are told that the moderator was away",
    ]
    assert clock_keys(works) == [*ASKED, "paused", "told"]
    assert works.statuses(OutgoingRow) == {"sent": 5}
    assert "All deadlines are extended by that time. Your orders are due by Tue 1 Sep 2026 13:00 BST" in newest(works, ANN)


def newest(works: Works, reader: str) -> str:
    """The text of a reader's newest mail, on one line."""
    body = works.mails(reader)[-1].get_body(("plain",))
    assert body is not None
    return " ".join(str(body.get_content()).split())


def test_a_service_stopped_for_a_week_heeds_the_letters_that_came_before_any_clock(
    works: Works, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pbem.daemon.CLOCK_SECONDS", 0.05)
    game = timed_game(works)

    def serve(until: Callable[[], object]) -> None:
        async def work() -> None:
            async with Serving(works, Mailbox, poll=0.02) as serving:
                await serving.until(until)

        asyncio.run(work())

    works.clock.move(days=3, hours=-1)  # an hour before the deadline; the reminder goes out, then the service stops
    serve(lambda: len(works.mails(ANN)) == len(works.mails(BOB)) == 2)
    works.clock.move(days=7)
    letter = works.letter(game, "york", SETUPS["york"])
    works.post(letter)
    serve(lambda: "told" in clock_keys(works) and len(works.mails(BOB)) == 3)
    assert timeouts(works) == 0
    assert clock_keys(works) == [*ASKED, "reminder", "reminder", "paused", "stopped", "told"]
    assert [str(mail["Subject"]) for mail in works.mails(ANN)[2:]] == [
        "[bosworth-1 York array] waiting for Lancaster",
        "[bosworth-1 York] The program was down for 7 days",
    ]
    assert "Your orders are due by Tue 1 Sep 2026 18:00 BST (Europe/London)." in newest(works, BOB)  # six hours at least
    assert "Lancaster's orders are due by Tue 1 Sep 2026 18:00 BST" in newest(works, ANN)
    assert "Your orders" not in newest(works, ANN)
    assert "for 7 days. All deadlines in bosworth-1 are extended by that time" in newest(works, MASTER)
    works.assert_sound()


def test_who_calls_once_now_and_then_is_not_away_in_between(works: Works) -> None:
    timed_game(works)
    said = look(works, 0, *[12.0] * 9, patience=timedelta(days=1))
    assert "paused" not in clock_keys(works)
    assert any("did not write in time" in line for line in said)


def test_jobs_that_a_wrong_clock_has_put_off_are_brought_forward() -> None:
    async def next_times() -> dict[str, datetime]:
        scheduler = AsyncIOScheduler(timezone=UTC)
        scheduler.start(paused=True)
        for name, ahead in (("soon", timedelta(seconds=30)), ("in a year", timedelta(days=365))):
            scheduler.add_job(print, "interval", seconds=60, id=name, next_run_time=NOON + ahead)
        bring_forward(scheduler, NOON)
        found = {job.id: job.next_run_time for job in scheduler.get_jobs()}
        scheduler.shutdown(wait=False)
        return found

    assert asyncio.run(next_times()) == {"soon": NOON + timedelta(seconds=30), "in a year": NOON}
