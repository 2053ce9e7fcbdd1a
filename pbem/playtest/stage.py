"""The stage for playing and measuring on one machine: embedded post office, database, desk."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from pbem.games import GAMES
from pbem.mail.imap import Mailbox
from pbem.mail.server import Server
from pbem.moderator.desk.desk import Desk
from pbem.moderator.desk.players import Player
from pbem.postoffice import HOST, OnDelivery, PostOffice
from pbem.render.page import Page
from pbem.resources import scenarios_dir, templates_dir
from pbem.store.database import Database

MODERATOR = "moderator@pbem.test"
PLAYERS = {"york": Player("Cecily", "cecily@pbem.test"), "lancaster": Player("Jasper", "jasper@pbem.test")}
PASSWORD = "roses"  # noqa: S105 - for mailboxes that exist on loopback as long as the stage
SMTP_PORT, IMAP_PORT = 8025, 8143
DATABASE = "pbem.sqlite"
POLL = 0.05


@dataclass(frozen=True)
class Connections:
    """How one account reads and sends its mail."""

    imap: Server
    smtp: Server
    idle: bool = True

    def mailbox(self) -> Mailbox:
        """Its inbox."""
        return Mailbox(self.imap, idle=self.idle, poll=POLL)


def embedded(office: PostOffice, address: str, *, idle: bool = False) -> Connections:
    """An account of the embedded post office.

    By default it is looked into often: its server does not tell an idle client of mail that came while it began to idle.
    """
    imap = Server(HOST, office.imap_port, address, PASSWORD, security="none")
    return Connections(imap, Server(HOST, office.smtp_port, security="none"), idle=idle)


@contextmanager
def stage(
    folder: Path, on_delivery: OnDelivery, *, fixed_ports: bool = False, pictures: bool = False
) -> Iterator[tuple[Desk, PostOffice]]:
    """Post office, database and desk, reports with `pictures` or without; the ports by_hand_lines() tells, or free ones."""
    folder.mkdir(parents=True, exist_ok=True)
    boxes = dict.fromkeys([MODERATOR, *(p.address for p in PLAYERS.values())], PASSWORD)
    ports = {"smtp_port": SMTP_PORT, "imap_port": IMAP_PORT} if fixed_ports else {}
    db = Database.open(folder / DATABASE)
    try:
        with PostOffice(boxes, on_delivery=on_delivery, **ports) as office:
            yield replace(desk_over(db), pictures=pictures), office
    finally:
        db.close()


def desk_over(db: Database) -> Desk:
    """A desk over a database, with the project's own games and templates and a secret by chance."""
    return Desk(
        db=db,
        games=GAMES,
        scenarios=scenarios_dir(),
        page=Page(templates_dir()),
        mailbox=MODERATOR,
        secret=secrets.token_bytes(16),
        now=lambda: datetime.now(UTC),
        letters_per_hour=100_000,
    )
