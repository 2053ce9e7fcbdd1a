"""A desk with its daemon on real sockets and a real database, and the players' letters."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import select

from pbem.daemon import Daemon
from pbem.games import GAMES
from pbem.mail.imap.mailbox import Mailbox
from pbem.mail.server import Server
from pbem.mail.smtp import Sender
from pbem.moderator.core.context import Context
from pbem.moderator.core.desk import Desk, LetterRules, Player, Staff
from pbem.moderator.desk.archive_files import rerun_game
from pbem.moderator.joining.opening import open_game
from pbem.moderator.seats.addresses import address_of
from pbem.postoffice import HOST, PostOffice
from pbem.render.templates.page import Page
from pbem.resources import scenarios_dir, templates_dir
from pbem.store.games import lobby
from pbem.store.tables.games import GameRow
from tests.support.conversation import LANCASTER_SETUP, MODERATOR, PLAYERS, YORK_SETUP, Clock
from tests.support.empty import empty_database, open_made

PASSWORD = "rose"  # noqa: S105 - of mailboxes on loopback
ANN, BOB, MASTER = PLAYERS["york"].address, PLAYERS["lancaster"].address, "gm@example.test"
BOXES = dict.fromkeys([MODERATOR, ANN, BOB, MASTER], PASSWORD)
SETUPS = {"york": YORK_SETUP, "lancaster": LANCASTER_SETUP}
RULES = GAMES["plantagenet"]
HANGS = 30
"""Seconds after which a test is given up."""

Opens = Callable[[Server], Mailbox]


class Crash(BaseException):
    """The process dies here."""


class Works:
    """A desk with its daemon, and the players' letters. The post office may come and go."""

    def __init__(self, folder: Path, office: PostOffice, **limits: int) -> None:
        self.office = office
        self.clock = Clock()
        self.db = open_made(empty_database(folder / "games.sqlite"))
        self.desk = Desk(
            db=self.db,
            games=GAMES,
            scenarios=scenarios_dir(),
            page=Page(templates_dir()),
            mailbox=MODERATOR,
            secret=b"s" * 16,
            now=self.clock,
            letters=LetterRules(**{"letters_per_hour": 10_000} | limits),
            staff=Staff(gamemaster=MASTER),
        )
        self._written = 0

    # The daemon

    @property
    def imap(self) -> Server:
        return Server(HOST, self.office.imap_port, MODERATOR, PASSWORD, "none", timeout=10)

    @property
    def smtp(self) -> Server:
        return Server(HOST, self.office.smtp_port, security="none", timeout=10)

    def once(self, opens: Opens = Mailbox, sends: Callable[[Server], Sender] = Sender) -> int:
        """One look into the mailbox."""

        async def look() -> int:
            async with sends(self.smtp) as sender:
                with opens(self.imap) as mailbox:
                    return await Daemon(self.desk, lambda: mailbox, sender).once(mailbox)

        return asyncio.run(look())

    def empty_outbox(self, smtp: Server | None = None) -> None:
        """One attempt to send what is due."""

        async def send() -> None:
            async with Sender(smtp or self.smtp) as sender:
                await Daemon(self.desk, lambda: Mailbox(self.imap), sender).empty_outbox()

        asyncio.run(send())

    # Games and letters

    def open_game(self, **addresses: str) -> GameRow:
        """A game between Ann and Bob, or players at other addresses."""
        players = {seat: Player(p.name, addresses.get(seat, p.address)) for seat, p in PLAYERS.items()}
        return open_game(self.desk, "plantagenet", "bosworth", players)

    def letter(self, game: GameRow, seat: str, text: str) -> EmailMessage:
        """A player's letter."""
        with self.db.writing() as session:
            row = lobby.seat(session, game.id, seat)
            address = address_of(Context(session, self.desk).of(game), row)
        self._written += 1
        message = EmailMessage(policy=policy.SMTP)
        message["From"], message["To"] = row.address, address
        message["Subject"], message["Message-ID"] = "orders", f"<letter-{self._written}@example.test>"
        message.set_content(text)
        return message

    def post(self, *letters: EmailMessage) -> None:
        """The players' mail programs hand over their letters."""

        async def send() -> None:
            async with Sender(self.smtp) as sender:
                for letter in letters:
                    await sender.send(bytes(letter), str(letter["From"]), str(letter["To"]))

        asyncio.run(send())

    # What came of it

    def answers(self, letter: EmailMessage, reader: str = ANN) -> list[EmailMessage]:
        """The mails in a reader's mailbox that answer this letter."""
        return [mail for mail in self.mails(reader) if mail["In-Reply-To"] == letter["Message-ID"]]

    def mails(self, reader: str) -> list[EmailMessage]:
        """All mail a reader ever got."""
        return [parsed(raw) for raw in self.office.messages(reader)]

    def rows(self, table: type[Any]) -> list[Any]:
        """All rows of a table."""
        with self.db.reading() as session:
            return list(session.exec(select(table).order_by(table.id)))

    def statuses(self, table: type[Any]) -> dict[str, int]:
        """How many rows of a table have which status."""
        return dict(Counter(row.status for row in self.rows(table)))

    def game(self, game: GameRow) -> GameRow:
        """A game as it stands now."""
        with self.db.reading() as session:
            return lobby.game(session, game.id)

    def assert_sound(self) -> None:
        """The file is whole, and every log leads where it says."""
        assert self.db.integrity() == []
        with self.db.reading() as session:
            assert all(rerun_game(Context(session, self.desk).of(game)).exact for game in lobby.games(session))


# For the tests of a room: its conftest names those that it needs.


@pytest.fixture
def office() -> Iterator[PostOffice]:
    with PostOffice(BOXES) as office:
        yield office


@pytest.fixture
def works(tmp_path: Path, office: PostOffice) -> Iterator[Works]:
    works = Works(tmp_path, office)
    yield works
    works.db.close()


def parsed(raw: bytes) -> EmailMessage:
    message = message_from_bytes(raw, policy=policy.default)
    assert isinstance(message, EmailMessage)
    return message


def text_of(mail: EmailMessage) -> str:
    body = mail.get_body(("plain",))
    assert body is not None
    return " ".join(str(body.get_content()).split())


class Serving:
    """A daemon in service, and somebody who waits for what it does."""

    def __init__(self, works: Works, opens: Opens, poll: float, smtp: Server | None = None) -> None:
        self._sender = Sender(smtp or works.smtp)
        self.daemon = Daemon(works.desk, lambda: opens(works.imap), self._sender)
        self.task = asyncio.create_task(self.daemon.serve(poll))

    async def __aenter__(self) -> Serving:
        return self

    async def __aexit__(self, *_raised: object) -> None:
        self.daemon.stop()
        await asyncio.wait_for(self.task, HANGS)
        await self._sender.close()

    async def until(self, done: Callable[[], object]) -> None:
        """Wait until something is so, as long as the daemon serves."""
        async with asyncio.timeout(HANGS):
            while not done():
                assert not self.task.done()
                await asyncio.sleep(0.01)


def polling(server: Server) -> Mailbox:
    return Mailbox(server, idle=False, poll=0.02)
