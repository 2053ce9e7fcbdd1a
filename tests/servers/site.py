"""A moderator between real servers, and the letters of a player."""

from __future__ import annotations

import asyncio
import smtplib
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from imapclient import IMAPClient  # type: ignore[import-untyped]
from sqlmodel import select

from pbem.daemon import Daemon
from pbem.games import GAMES
from pbem.mail.imap.mailbox import Mailbox
from pbem.mail.server import Server
from pbem.mail.smtp import Sender
from pbem.moderator.core.context import Context
from pbem.moderator.core.desk import Desk, LetterRules, MailRules, Player
from pbem.moderator.joining.opening import open_game
from pbem.moderator.seats.addresses import address_of
from pbem.render.templates.page import Page
from pbem.resources import scenarios_dir, templates_dir
from pbem.store.database import Database
from pbem.store.games import lobby
from pbem.store.tables.mail import LetterRow

from .conftest import Servers

HANGS = 60
"""Seconds after which a test is given up."""


def desk_of(servers: Servers, folder: Path) -> Desk:
    """A desk with a new database."""
    return Desk(
        db=Database.open(folder / "pbem.sqlite"),
        games=GAMES,
        scenarios=scenarios_dir(),
        page=Page(templates_dir()),
        mailbox=servers.account("moderator").address,
        secret=b"sixteen bytes ok",
        now=lambda: datetime.now(UTC),
        letters=LetterRules(letters_per_hour=10_000),
        mails=MailRules(pictures=False),
    )


class Site:
    """The moderator with one game, and York's letters to it."""

    def __init__(self, servers: Servers, desk: Desk) -> None:
        self.servers = servers
        self.desk = desk
        players = {seat: Player(seat.title(), servers.account(seat).address) for seat in ("york", "lancaster")}
        self.game = open_game(desk, "plantagenet", "bosworth", players)
        account = servers.account("moderator")
        self.imap = Server(*servers.imap, account.name, account.password, security="none", timeout=5)
        self.smtp = Server(*servers.smtp, security="none", timeout=5)
        self._count = 0

    def write(self, *lines: str) -> EmailMessage:
        """York hands a letter to their server. Lines that only ask (`status`) are answered each time."""
        with self.desk.db.writing() as session:
            seat = lobby.seat(session, self.game.id, "york")
            to = address_of(Context(session, self.desk).of(self.game), seat)
        self._count += 1
        letter = EmailMessage(policy=policy.SMTP)
        letter["From"], letter["To"] = seat.address, to
        letter["Subject"], letter["Message-ID"] = "orders", f"<{self._count}.{self.game.name}@york.test>"
        letter.set_content("\n".join(lines))
        with smtplib.SMTP(*self.servers.smtp, timeout=20) as smtp:
            smtp.send_message(letter)
        return letter

    def serve(self, until: Callable[[], object], imap: Server | None = None, smtp: Server | None = None) -> None:
        """Moderate until something is so."""

        async def serve() -> None:
            async with Sender(smtp or self.smtp) as sender:
                daemon = Daemon(self.desk, lambda: Mailbox(imap or self.imap, done="pbem-done"), sender)
                working = asyncio.create_task(daemon.serve(poll_seconds=1.0))
                try:
                    async with asyncio.timeout(HANGS):
                        while not await asyncio.to_thread(until):
                            assert not working.done()
                            await asyncio.sleep(0.05)
                finally:
                    daemon.stop()
                    await asyncio.wait_for(working, HANGS)

        asyncio.run(serve())

    def await_letters(self, count: int) -> None:
        """Wait until so many letters lie in the moderator's mailbox: Postfix delivers when it likes."""
        with Mailbox(self.imap, done="pbem-done") as mailbox:
            wait_for(lambda: len(mailbox.look()) == count)

    def letters(self) -> list[LetterRow]:
        """The letters that are kept."""
        return self.rows(LetterRow)

    def rows(self, table: type[Any]) -> list[Any]:
        """All rows of a table."""
        with self.desk.db.reading() as session:
            return list(session.exec(select(table)))

    def done(self, count: int) -> Callable[[], bool]:
        """Whether so many letters are dealt with."""
        return lambda: [row.status for row in self.letters()].count("done") == count

    def assert_each_once(self, letters: list[EmailMessage], inbox: IMAPClient) -> None:
        """Each letter was kept, dealt with and answered once, and none waits in the mailbox."""
        kept = self.letters()
        assert sorted(row.message_id for row in kept) == sorted(str(letter["Message-ID"]) for letter in letters)
        assert {row.status for row in kept} == {"done"}
        wait_for(lambda: len(_answers(inbox)) >= len(letters))
        assert sorted(_answers(inbox)) == sorted(str(letter["Message-ID"]) for letter in letters)
        with Mailbox(self.imap, done="pbem-done") as mailbox:
            assert mailbox.look() == []


def wait_for(done: Callable[[], object]) -> None:
    """Wait until the servers have done something. Raises AssertionError when it takes too long."""
    end = time.monotonic() + HANGS
    while not done():
        assert time.monotonic() < end
        time.sleep(0.05)


def _answers(inbox: IMAPClient) -> list[str]:
    return [mail["In-Reply-To"] for mail in mails(inbox) if mail["In-Reply-To"]]


def mails(inbox: IMAPClient) -> list[EmailMessage]:
    """All mail in a mailbox."""
    inbox.noop()
    fetched: dict[int, dict[bytes, Any]] = inbox.fetch(inbox.search(), ["RFC822"])
    parsed = [message_from_bytes(found[b"RFC822"], policy=policy.default) for found in fetched.values()]
    return [mail for mail in parsed if isinstance(mail, EmailMessage)]


def wrong(server: Server) -> Server:
    """The same server with a wrong password."""
    return replace(server, user=server.user or "moderator", password="wrong")  # noqa: S106


@contextmanager
def site_of(servers: Servers, folder: Path) -> Iterator[Site]:
    """A site that is cleared away."""
    desk = desk_of(servers, folder)
    try:
        yield Site(servers, desk)
    finally:
        desk.db.close()
