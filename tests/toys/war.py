"""A war of three houses by real mail, over sockets, with a clock that is set by hand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

from pbem.lab.legs.by_mail import ByMail, Office, read_report
from pbem.lab.play.stage import Files, StageSettings, players_of, stage
from pbem.moderator.clock.deadline_run import tick
from pbem.moderator.core.desk import Player
from pbem.moderator.joining.opening import open_game
from pbem.moderator.reports.past import content_of
from pbem.moderator.seats.observers import add_observer
from pbem.render.report import FORM_BEGIN
from tests.toys.border_war.game import RULES
from tests.toys.files import toy_files

PERCY, NEVILLE, SCOTLAND = SEATS = ("percy", "neville", "scotland")
OBSERVER, CLIO = "observer", Player("Clio", "clio@pbem.test")
BEGIN = datetime(2026, 8, 22, 12, tzinfo=UTC)
TERMS = {"deadline": "72h", "reminder": "24h", "grace": "24h", "no_show": "default"}
KEY = b"\x07" * 32


@dataclass(frozen=True)
class Mail:
    """A mail that somebody got: all that it says, and its pictures and files by name."""

    reader: str
    subject: str
    text: str
    html: str
    parts: tuple[str, ...]

    @property
    def flat(self) -> str:
        """The text without the ends of its lines."""
        return " ".join(self.text.split())


@dataclass
class Clock:
    """A clock that is set by hand."""

    now: datetime = BEGIN

    def __call__(self) -> datetime:
        return self.now


@dataclass
class War:
    """One game by mail. `mails` are all that came, in order."""

    by_mail: ByMail
    files: Files
    clock: Clock
    mails: list[Mail] = field(default_factory=list)
    archives: list[bytes] = field(default_factory=list)
    known_to_all: bool = False

    async def write(self, seat: str, *lines: str) -> None:
        """A letter, after which everybody reads their mail."""
        await self.by_mail.write(seat, lines)
        self.read()

    async def wait(self, hours: int) -> None:
        """Time passes, and the moderator looks at the clock."""
        self.clock.now += timedelta(hours=hours)
        tick(self.by_mail.office.desk, self.clock.now)
        await self.by_mail.office.daemon.empty_outbox()
        self.by_mail.follow()
        self.read()

    def read(self) -> None:
        """Everybody opens their mailbox; no mail has a card that its reader must not know."""
        for reader in (*SEATS, OBSERVER):
            inbox = self.by_mail.office.inboxes[reader]
            came = inbox.fetch_new()
            inbox.mark_done([uid for uid, _ in came])
            for _, raw in came:
                self._keep(reader, raw)

    def _keep(self, reader: str, raw: bytes) -> None:
        mail = message_from_bytes(raw, policy=policy.default)
        assert isinstance(mail, EmailMessage)
        told = content_of(raw)
        named = [part for part in mail.walk() if part.get_filename()]
        parts = tuple(str(part.get_filename()) for part in named)
        self.mails.append(Mail(reader, told.subject, told.text, told.html, parts))
        for part in named:
            if str(part.get_filename()).endswith(".gz"):
                self.archives.append(part.get_content())
        if FORM_BEGIN in told.text:
            self.by_mail.newest[reader] = read_report(raw)
        if self.known_to_all:
            return
        hands = self.by_mail.table.state.hands
        told_of = [news.event for news in self.by_mail.table.news if news.event.name == "card_given"]
        known = {event.data["card"] for event in told_of if event.visible_to(reader)}
        hidden = {card.title() for seat, cards in hands.items() if seat != reader for card in cards if card not in known}
        assert not [card for card in hidden if re.search(rf"\b{card}\b", told.text + told.html)], (reader, told.subject)

    def of(self, reader: str) -> list[Mail]:
        return [mail for mail in self.mails if mail.reader == reader]

    def newest(self, reader: str) -> Mail:
        return self.of(reader)[-1]


@contextmanager
def war_by_mail(folder: Path, scenario: str = "marches", *, known_to_all: bool = False, **terms: str) -> Iterator[War]:
    """A war that has just been opened, with an observer. Whoever plays it closes the sender. `known_to_all`: houses tell
    each other of their cards. `terms` are others than TERMS, or more.
    """
    files = toy_files()
    players = players_of(RULES, files.setup(RULES, scenario))
    everybody, games = players | {OBSERVER: CLIO}, {RULES.name: RULES}
    with stage(folder, lambda *_: None, everybody.values(), StageSettings(games=games, files=files, pictures=True)) as (
        desk,
        post,
    ):
        clock = Clock()
        with Office(replace(desk, now=clock), post, everybody) as office:
            game = open_game(office.desk, RULES.name, scenario, players, terms=TERMS | terms, key=KEY)
            add_observer(office.desk, game.name, CLIO)
            yield War(ByMail(office, game), files, clock, known_to_all=known_to_all)
