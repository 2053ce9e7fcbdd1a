"""The stage for playing and measuring on one machine: embedded post office, database, desk."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from time import process_time
from typing import Any

from pbem.engine.decision import Seat
from pbem.engine.game.rules import Rules
from pbem.engine.game.setup import Setup
from pbem.games import GAMES
from pbem.lab.games import lab_of
from pbem.mail.imap.mailbox import Mailbox
from pbem.mail.server import Server
from pbem.moderator.core.desk import Desk, LetterRules, MailRules, Player
from pbem.moderator.core.setups import find_scenario, load_setup
from pbem.postoffice import HOST, OnDelivery, PostOffice
from pbem.render.templates.filters import written
from pbem.render.templates.page import Page
from pbem.resources import scenarios_dir, templates_dir
from pbem.store.database import Database

DOMAIN = "pbem.test"
MODERATOR = f"moderator@{DOMAIN}"
PASSWORD = "loopback"  # noqa: S105 - for mailboxes that exist on loopback as long as the stage
SMTP_PORT, IMAP_PORT = 8025, 8143
DATABASE, SECRET = "pbem.sqlite", "secret"
POLL = 0.05


@dataclass(frozen=True)
class Files:
    """What a game is played with beside its rules: the folder of scenarios, and the templates."""

    scenarios: Path
    page: Page = field(repr=False)

    @classmethod
    def delivered(cls) -> Files:
        """Those of the project."""
        return cls(scenarios_dir(), Page(templates_dir()))

    def setup(self, rules: Rules[Any], scenario: str = "") -> Setup:
        """The Setup of a scenario ("": of the one that the game is shown by) without options. Raises NoScenario."""
        chosen = scenario or lab_of(rules).showcase.scenario or next(iter(rules.scenarios))
        return load_setup(rules, find_scenario(rules, chosen), self.scenarios)


def players_of(rules: Rules[Any], setup: Setup) -> dict[Seat, Player]:
    """A player with a mailbox on the stage for each seat of a game that starts so."""
    names = {seat: lab_of(rules).showcase.players.get(seat, written(seat)) for seat in rules.seats(setup)}
    return {seat: Player(name, f"{name.lower().replace(' ', '-')}@{DOMAIN}") for seat, name in names.items()}


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
    imap = Server(HOST, office.imap_port, address, office.password_of(address), security="none")
    return Connections(imap, Server(HOST, office.smtp_port, security="none"), idle=idle)


@dataclass(frozen=True)
class StageSettings:
    """Which games can be played on a stage, by the templates and scenarios of which `files` (None: those delivered); reports
    with `pictures` or without. With `fixed_ports` the servers have the ports that by_hand_lines() tells, where these are
    free. The mailboxes of the `sealed` addresses have random passwords.
    """

    games: Mapping[str, Rules[Any]] = field(default_factory=lambda: GAMES)
    files: Files | None = None
    fixed_ports: bool = False
    pictures: bool = False
    sealed: Collection[str] = ()


USUAL = StageSettings()


@contextmanager
def stage(
    folder: Path, on_delivery: OnDelivery, players: Iterable[Player], settings: StageSettings = USUAL
) -> Iterator[tuple[Desk, PostOffice]]:
    """Post office with a mailbox for each of the `players`, database and desk. The same folder has the same secret again:
    answers to mails of a game that is resumed there are known.
    """
    folder.mkdir(parents=True, exist_ok=True)
    addresses = [MODERATOR, *(player.address for player in players)]
    boxes = {address: secrets.token_urlsafe() if address in settings.sealed else PASSWORD for address in addresses}
    db = Database.open(folder / DATABASE)
    try:
        with _office(boxes, on_delivery, fixed_ports=settings.fixed_ports) as office:
            desk = desk_over(db, settings.games, settings.files)
            yield replace(desk, mails=MailRules(pictures=settings.pictures), secret=_secret_in(folder)), office
    finally:
        db.close()


def _office(boxes: Mapping[str, str], on_delivery: OnDelivery, *, fixed_ports: bool) -> PostOffice:
    """A post office, open."""
    office = PostOffice(boxes, on_delivery=on_delivery)
    if fixed_ports:
        fixed = PostOffice(boxes, smtp_port=SMTP_PORT, imap_port=IMAP_PORT, on_delivery=on_delivery)
        with suppress(OSError):
            fixed.start()
            return fixed
    office.start()
    return office


def _secret_in(folder: Path) -> bytes:
    """The secret of a folder, drawn at random where it has none."""
    file = folder / SECRET
    if not file.is_file():
        file.touch(mode=0o600)
        file.write_bytes(secrets.token_bytes(16))
    return file.read_bytes()


@dataclass
class Processor:
    """Seconds of the processor that this process has worked: the moderator, and the embedded mail servers by themselves."""

    moderator: float = 0.0
    servers: float = 0.0

    @contextmanager
    def counted(self, office: PostOffice) -> Iterator[None]:
        """Add what is worked within."""
        began, served = process_time(), office.worked()
        try:
            yield
        finally:
            served = office.worked() - served
            self.servers += served
            self.moderator += process_time() - began - served


def desk_over(db: Database, games: Mapping[str, Rules[Any]] = GAMES, files: Files | None = None) -> Desk:
    """A desk over a database with a random secret; games, scenarios and templates are the project's if none are given."""
    known = files or Files.delivered()
    return Desk(
        db=db,
        games=games,
        scenarios=known.scenarios,
        page=known.page,
        mailbox=MODERATOR,
        secret=secrets.token_bytes(16),
        now=lambda: datetime.now(UTC),
        letters=LetterRules(letters_per_hour=100_000),
    )
