"""What these tests need of the program: all of it is imported here."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from pbem.engine.table import Table
from pbem.games import GAMES
from pbem.moderator.desk.context import Context
from pbem.moderator.desk.desk import Desk
from pbem.moderator.desk.tables import load_table
from pbem.moderator.desk.tokens import address_of
from pbem.moderator.letters.admission import take_in
from pbem.moderator.letters.receive import moderate_all
from pbem.moderator.moving.arrival import move_in
from pbem.render.page import Page
from pbem.resources import scenarios_dir, templates_dir
from pbem.store import lobby, post
from pbem.store.archive import export_game
from pbem.store.database import Database

MODERATOR = "moderator@example.test"
NOW = datetime(2026, 11, 22, 12, tzinfo=UTC)


class Game:
    """One game in a database file of its own, with a frozen clock."""

    def __init__(self, file: Path, now: Callable[[], datetime] = lambda: NOW) -> None:
        self.db = Database.open(file)
        self.desk = Desk(
            db=self.db,
            games=GAMES,
            scenarios=scenarios_dir(),
            page=Page(templates_dir()),
            mailbox=MODERATOR,
            secret=b"s" * 16,
            now=now,
            gamemaster="gm@example.test",
            letters_per_hour=1000,
            pictures=False,
        )
        self.name = ""
        self.seen = 0
        self.written = 0

    def take_in(self, document: dict[str, Any]) -> None:
        """Import an exported game."""
        self.name = move_in(self.desk, document).game.name
        self.new_mails()

    def export(self) -> dict[str, Any]:
        """The game as a document."""
        with self.db.reading() as session:
            return export_game(session, lobby.find_game(session, self.name).id)

    def table(self) -> Table[Any]:
        """The game in play."""
        with self.db.reading() as session:
            return load_table(Context(session, self.desk).of(lobby.find_game(session, self.name)))

    def write(self, seat: str, text: str) -> None:
        """A letter of a seat's player arrives, and is dealt with."""
        self.written += 1
        with self.db.writing() as session:
            game = lobby.find_game(session, self.name)
            row = lobby.seat(session, game.id, seat)
            sender, to = row.address, address_of(Context(session, self.desk).of(game), row)
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = sender, to, "orders"
        message["Message-ID"] = f"<begun-{self.name}-{self.written}@example.test>"
        message.set_content(text)
        take_in(self.desk, bytes(message))
        moderate_all(self.desk)

    def new_mails(self) -> list[list[str]]:
        """Recipient, Subject and text of the mails queued since the last look."""
        with self.db.reading() as session:
            rows = [row for row in post.due(session, datetime(2027, 1, 1, tzinfo=UTC), 1000) if row.id > self.seen]
        self.seen = max([self.seen, *(row.id for row in rows)])
        return [_mail(row.envelope_to, row.raw) for row in rows]


def _mail(to: str, raw: bytes) -> list[str]:
    message = message_from_bytes(raw, policy=policy.default)
    assert isinstance(message, EmailMessage)
    text = message.get_body(("plain",))
    assert text is not None
    return [to, str(message["Subject"]), str(text.get_content())]
