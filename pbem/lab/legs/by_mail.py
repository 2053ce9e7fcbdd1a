"""One game between a moderator and its players' mail programs, over real IMAP and SMTP."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from pbem.daemon import Daemon
from pbem.engine.decision import Seat
from pbem.engine.log.entry import Entry
from pbem.engine.table import Table
from pbem.lab.play.stage import MODERATOR, Processor, embedded
from pbem.mail.imap.mailbox import Mailbox
from pbem.mail.smtp import Sender
from pbem.mail.writing import WHOLE_LINES
from pbem.moderator.core.context import Context
from pbem.moderator.core.desk import Desk, Player
from pbem.moderator.core.games import entry_of, load_table
from pbem.postoffice import PostOffice
from pbem.render.report import Outcome
from pbem.store.games import journal, lobby
from pbem.store.tables.games import GameRow

ASKING = "Your move"
"""What the subject of a mail says that asks for orders."""
RECEIPT = re.compile(r"^ {0,2}(?P<number>[0-9]{1,3}) (?P<outcome>ok|--|\.\.)  ")

MENDED = re.compile(
    r"^ {0,2}(?P<number>[0-9]{1,3}) (?:ok|--|\.\.)  (?:(?!\n {0,2}[0-9]).)*? \(read\s+as:\s(?P<read>.*?)\)\s*(?:->|:|\(not)",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class MailedReport:
    """A mail from the moderator, as its reader sees it."""

    subject: str
    text: str
    reply_to: str
    message_id: str

    @property
    def asks(self) -> bool:
        """Whether it asks for orders."""
        return ASKING in self.subject

    @property
    def outcomes(self) -> dict[int, Outcome]:
        """By the number of a line of the letter that it answers, what became of it."""
        matches = [match for line in self.text.splitlines() if (match := RECEIPT.match(line))]
        return {int(match["number"]): Outcome(match["outcome"]) for match in matches}

    @property
    def mended(self) -> dict[int, str]:
        """By the number of a line with slips, as what it was read."""
        return {int(match["number"]): match["read"] for match in MENDED.finditer(self.text.replace("\r", ""))}


def read_report(raw: bytes) -> MailedReport:
    """A mail's plain text and where to answer it."""
    mail = message_from_bytes(raw, policy=policy.default)
    assert isinstance(mail, EmailMessage)
    body = mail.get_body(("plain",))
    assert body is not None
    return MailedReport(str(mail["Subject"]), str(body.get_content()), str(mail["Reply-To"]), str(mail["Message-ID"]))


class Office:
    """A post office with a moderator at work in it, and the mailboxes of its players: use it as a context manager.

    `work` is what the moderator and the servers have worked.
    """

    def __init__(self, desk: Desk, office: PostOffice, players: Mapping[Seat, Player]) -> None:
        self.desk = desk
        self.players = players
        self._office = office
        self.work = Processor()
        self._open = ExitStack()

    def __enter__(self) -> Office:
        moderator = embedded(self._office, MODERATOR)
        self.sender = Sender(moderator.smtp)
        self.moderator = self._open.enter_context(moderator.mailbox())
        boxes = {seat: embedded(self._office, player.address).mailbox() for seat, player in self.players.items()}
        self.inboxes: Mapping[Seat, Mailbox] = {seat: self._open.enter_context(box) for seat, box in boxes.items()}
        self.daemon = Daemon(self.desk, lambda: self.moderator, self.sender, lambda _: None)
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    async def moderate(self) -> None:
        """Let the moderator look into their mailbox, and answer what is there."""
        with self.work.counted(self._office):
            await self.daemon.once(self.moderator)


class ByMail:
    """One game in an Office: what its players read and write, and the game as its log leaves it.

    `see` is shown every new entry, with the game as it was before.
    """

    def __init__(self, office: Office, game: GameRow, see: Callable[[Table[Any], Entry], None] = lambda *_: None) -> None:
        self.office = office
        self._see = see
        self.name = game.name
        self.newest: dict[Seat, MailedReport] = {}
        self.letters = 0
        with office.desk.db.reading() as session:
            self.table: Table[Any] = load_table(Context(session, office.desk).of(game))

    @property
    def row(self) -> GameRow:
        """The game in the database."""
        with self.office.desk.db.reading() as session:
            return lobby.find_game(session, self.name)

    def read(self, seat: Seat) -> list[MailedReport]:
        """A player opens their mailbox."""
        inbox = self.office.inboxes[seat]
        came = inbox.fetch_new()
        inbox.mark_done([uid for uid, _ in came])
        reports = [read_report(raw) for _, raw in came]
        if reports:
            self.newest[seat] = reports[-1]
        return reports

    async def write(self, seat: Seat, lines: Sequence[str]) -> None:
        """They answer the newest report, quoting it below, and the moderator looks into their mailbox."""
        report, address = self.newest[seat], self.office.players[seat].address
        self.letters += 1
        reply = EmailMessage(policy=WHOLE_LINES)
        reply["From"], reply["To"] = address, report.reply_to
        reply["Subject"], reply["In-Reply-To"] = f"Re: {report.subject}", report.message_id
        reply["Message-ID"] = f"<{self.name}-letter-{self.letters}@pbem.test>"
        quoted = "\n".join(f"> {line}" for line in report.text.splitlines())
        reply.set_content("\n".join([*lines, "", "The moderator wrote:", quoted]))
        await self.office.sender.send(bytes(reply), address, report.reply_to)
        await self.office.moderate()
        self.follow()

    def follow(self) -> None:
        """Take what has come into the log since."""
        with self.office.desk.db.reading() as session:
            fresh = journal.read(session, self.row.id, above=self.table.next_number - 1)
        for entry in map(entry_of, fresh):
            self._see(self.table, entry)
            self.table.replay(entry, check=False)
