"""The moderator of a club at work: the daemon's own functions, called as `pbem serve` calls them, by the club's clock."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, TextClause, event

from pbem.daemon import Daemon
from pbem.games import GAMES
from pbem.lab.play.stage import Processor, desk_over
from pbem.lab.soak.clock import ClubClock
from pbem.lab.soak.members import DAY
from pbem.lab.soak.office import MEMBERS, ClubOffice
from pbem.mail.imap.errors import MailboxError
from pbem.mail.imap.mailbox import Mailbox
from pbem.mail.smtp import Sender
from pbem.moderator.core.desk import Desk, HostMachine, MailRules, Staff
from pbem.moderator.desk.health import write_health
from pbem.store.database import Database
from pbem.store.errors import NotNow
from pbem.timing.steady import SteadyClock

MASTER = f"master@{MEMBERS}"
NO_LIMIT = 4_294_967_294
"""The most pages that SQLite knows."""


class PowerCut(BaseException):
    """The machine is off."""


class ClubDisk(Database):
    """A database on a disk that can be full: SQLite itself says so."""

    def __init__(self, of: Any, engine: Engine) -> None:
        super().__init__(of, engine)
        self.is_full = False
        event.listen(engine, "begin", self._limit)

    def _limit(self, connection: Connection) -> None:
        connection.exec_driver_sql(f"PRAGMA max_page_count={1 if self.is_full else NO_LIMIT}")


class _Line(Sender):
    """A connection to the server that is cut before a mail is handed over, after a number of them."""

    mails_left: int | None = None

    async def send(self, raw: bytes, envelope_from: str, to: str) -> None:
        if self.mails_left is not None:
            if self.mails_left <= 0:
                raise PowerCut
            self.mails_left -= 1
        await super().send(raw, envelope_from, to)


@dataclass
class Work:
    """The processor's work for letters and mails, and for the clock; how many there were."""

    letters: int = 0
    ticks: int = 0
    of_letters: Processor = field(default_factory=Processor)
    of_ticks: Processor = field(default_factory=Processor)


@dataclass
class Service:
    """Daemon, desk and database, which can be thrown away and opened again; and what they have said."""

    folder: Path
    clock: ClubClock
    office: ClubOffice
    seed: str
    retention_days: int
    work: Work = field(default_factory=Work)
    is_away: bool = False
    _mailbox: Mailbox | None = None
    _next_daily: float = 0.0

    def open(self) -> None:
        """Begin, as a new process would."""
        self.db = ClubDisk.open(self.path, backup=False, lasting=False)
        steady = SteadyClock(self.clock.wall, self.clock.since_start)
        self.desk: Desk = replace(
            desk_over(self.db, GAMES),
            secret=sha256(f"{self.seed} secret".encode()).digest(),
            now=steady,
            mails=MailRules(pictures=False, retention_days=self.retention_days),
            machine=HostMachine(uptime=self.clock.uptime),
            staff=Staff(MASTER),
        )
        self._sender = _Line(self.office.smtp)
        health = partial(write_health, self.desk, self.folder / "health.json", None)
        self.daemon = Daemon(self.desk, self.office.mailbox, self._sender, lambda _: None, patience=DAY, health=health)

    @property
    def path(self) -> Path:
        """The database."""
        return self.folder / "pbem.sqlite"

    async def close(self) -> None:
        """End: nothing is left in memory."""
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        self._leave_mailbox()
        await self._sender.close()
        self.db.close()

    async def restart(self) -> None:
        """Daemon, desk and database again."""
        is_full = self.db.is_full
        await self.close()
        self.open()
        self.db.is_full = is_full

    def count(self, statement: TextClause) -> list[tuple[str, int]]:
        """What a query counts, by name."""
        with self.db.reading() as session:
            return [(str(name), int(number)) for name, number in session.connection().execute(statement)]

    def cut_after(self, mails: int) -> None:
        """Cut the power when this number of further mails is sent."""
        self._sender.mails_left = mails

    async def step(self) -> None:
        """All that `pbem serve` does in an hour. A power cut ends it, and begins again."""
        if self.is_away:
            return
        try:
            await self._step()
        except PowerCut:
            await self.restart()

    async def _step(self) -> None:
        with self.work.of_letters.counted(self.office):
            await self._read()
        with self.work.of_ticks.counted(self.office):
            await self._job(self.daemon.mind_the_clock)
        self.work.ticks += 1
        for job in (self.daemon.tell_trouble, self.daemon.look_up_keys, self.daemon.probe):
            await self._job(job)
        for aside in (self.daemon.note_health, self.daemon.watch):
            await self._job(partial(asyncio.to_thread, aside))
        if self.clock.days >= self._next_daily:
            self._next_daily = self.clock.days + 1
            await self._job(partial(asyncio.to_thread, self.daemon.forget))
        await self._job(self.daemon.empty_outbox)

    async def _read(self) -> None:
        """Look into the mailbox, over a new connection where there is none; what goes wrong is dealt with as in serve()."""
        try:
            if self._mailbox is None:
                self._mailbox = self.office.mailbox()
                await self._enter(self._mailbox)
            self.work.letters += await self.daemon.once(self._mailbox)
        except PowerCut:
            raise
        except Exception as fault:
            self._note(fault)
            self.daemon.failed(fault)
            self._leave_mailbox()

    async def _enter(self, mailbox: Mailbox) -> None:
        try:
            await asyncio.to_thread(mailbox.__enter__)
        except MailboxError:
            await self.daemon.deal()
            raise

    async def _job(self, job: Callable[[], Awaitable[Any]]) -> None:
        try:
            await job()
        except PowerCut:
            raise
        except Exception as fault:
            self._note(fault)

    def _note(self, fault: Exception) -> None:
        """Whatever is not foreseen is a finding."""
        if not isinstance(fault, MailboxError | NotNow | OSError):
            logging.getLogger("pbem").error("the daemon", exc_info=fault)

    def _leave_mailbox(self) -> None:
        if self._mailbox is not None:
            self._mailbox.__exit__(None, None, None)
        self._mailbox = None
