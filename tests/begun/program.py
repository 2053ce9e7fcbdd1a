"""All that the tests of begun games touch of the program: one place to change when a name or a module moves.

Nothing here says what is expected; it opens a real database file, lets letters in and gives back what was written.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from functools import cache
from itertools import cycle
from pathlib import Path
from typing import Any
from unittest.mock import patch

from sqlmodel import col, select

from pbem.games import GAMES
from pbem.mail.writing import WHOLE_LINES
from pbem.moderator.clock.deadline_changes import credit_downtime
from pbem.moderator.clock.deadline_run import tick
from pbem.moderator.core.context import Context
from pbem.moderator.core.desk import Desk, LetterRules, Player, Staff
from pbem.moderator.core.games import load_table
from pbem.moderator.correcting import by_hand, correction
from pbem.moderator.correcting.replaying import whole_lines
from pbem.moderator.desk.archive_files import rerun_game, verify_document
from pbem.moderator.desk.arrival import move_in
from pbem.moderator.intake.admission import take_in
from pbem.moderator.intake.moderating import moderate_all
from pbem.moderator.joining.opening import open_game
from pbem.moderator.playing.order_lines import carry_out
from pbem.moderator.seats.addresses import address_of
from pbem.moderator.seats.observers import add_observer
from pbem.orders.reading.known import known_at
from pbem.render import report
from pbem.render.content import Content
from pbem.render.templates.page import Page
from pbem.resources import scenarios_dir, templates_dir
from pbem.store.archive.transfer import export_game
from pbem.store.database import Database
from pbem.store.games import journal, lobby
from pbem.store.mail import outbox
from pbem.store.tables.mail import OutgoingRow
from tests.begun.structure import structure_of
from tests.support.empty import empty_database

MODERATOR = "moderator@example.test"
MASTER = "gm@example.test"
SEATS = ("york", "lancaster")
ADDRESSES = {"york": "ann@example.test", "lancaster": "bob@example.test", "observer": "clio@example.test"}
NAMES = {"york": "Ann", "lancaster": "Bob", "observer": "Clio"}
BEGAN = datetime(2026, 8, 22, 12, tzinfo=UTC)
"""When every game was opened."""
TAKEN_IN = datetime(2026, 11, 23, 12, tzinfo=UTC)
"""When every archive is taken in again."""
SECRET = b"s" * 16
LOOKS = timedelta(hours=4)
"""How often the moderator looks at the clock."""


@dataclass(frozen=True)
class Mail:
    """A mail in the outbox: to whom, its kind, its text, and its Message-ID."""

    to: str
    kind: str
    text: str
    id: str


@cache
def _page() -> Page:
    """The templates, read and compiled once for all games."""
    return Page(templates_dir())


class Program:
    """The moderator at work on a database file of its own, at a clock that stands still until it is moved."""

    def __init__(self, file: Path, now: datetime) -> None:
        self.now = now
        self.db = Database.open(empty_database(file), lasting=False)
        self.desk = Desk(
            db=self.db,
            games=GAMES,
            scenarios=scenarios_dir(),
            page=_page(),
            mailbox=MODERATOR,
            secret=SECRET,
            now=lambda: self.now,
            staff=Staff(gamemaster=MASTER),
            letters=LetterRules(letters_per_hour=1000),
        )
        self.game = ""
        self._reports: list[dict[str, Any]] = []
        self._seen = 0
        self._letters = 0

    # Games come and go

    def open(self, scenario: str, key: bytes, options: Mapping[str, Any], terms: Mapping[str, str]) -> None:
        """Open a game; the mails that tell of it wait in the outbox."""
        players = {seat: Player(NAMES[seat], ADDRESSES[seat]) for seat in SEATS}
        opened = open_game(
            self.desk, "plantagenet", scenario, players, auth="token", key=key, options=dict(options), terms=dict(terms)
        )
        self.game = opened.name

    def take_in(self, document: object) -> None:
        """Take in an exported game, as `pbem import` does."""
        self.game = move_in(self.desk, document).game.name

    def export(self) -> dict[str, Any]:
        """The game as one document, as `pbem export` writes it."""
        with self.db.reading() as session:
            return export_game(session, self._row(session).id)

    def is_proved(self, document: object) -> str:
        """What speaks against an archive, as `pbem verify` tells it ("": nothing, and it plays again EXACT)."""
        verdict = verify_document(document, self.desk.games, self.desk.scenarios)
        return "" if verdict.ok and verdict.exact else str(verdict.text())

    def reruns(self) -> str:
        """What `pbem rerun` says of the game: its first word is EXACT where nothing differs."""
        with self.db.reading() as session:
            return str(rerun_game(Context(session, self.desk).of(self._row(session))).text())

    # Letters and hours

    def write(self, sender: str, text: str, answers: str = "", *, by_thread: bool = False) -> list[Mail]:
        """A letter of a seat or the observer, in answer to the mail with that id; gives the mails that it caused.

        It goes to the seat's own address, or (`by_thread`) to the mailbox, so that only the mail it answers tells the seat.
        """
        self._letters += 1
        letter = EmailMessage(policy=WHOLE_LINES)
        letter["From"] = ADDRESSES[sender]
        letter["To"] = MODERATOR if by_thread or sender not in SEATS else self._address(sender)
        letter["Subject"] = "orders"
        if answers:
            letter["In-Reply-To"] = answers
        letter["Message-ID"] = f"<{self.game}-{self.now:%Y%m%d}-{self._letters}@example.test>"
        letter.set_content(text)
        take_in(self.desk, bytes(letter))
        moderate_all(self.desk)
        return self.new_mails()

    def wait(self, hours: float) -> list[Mail]:
        """Time passes with the moderator at work; gives the mails that it brought."""
        end = self.now + timedelta(hours=hours)
        while self.now < end:
            self.now = min(self.now + LOOKS, end)
            credit_downtime(self.desk, self.now, patience=LOOKS)
            tick(self.desk, self.now)
        return self.new_mails()

    def new_mails(self) -> list[Mail]:
        """The mails queued since the last look, in the order of the outbox."""
        with self.db.reading() as session:
            wanted = select(OutgoingRow).where(col(OutgoingRow.id) > self._seen).order_by(col(OutgoingRow.id))
            rows = list(session.exec(wanted))
        self._seen = max([self._seen, *(row.id for row in rows)])
        return [_mail(row) for row in rows]

    def note(self, written: report.Report) -> None:
        """A report has been written."""
        self._reports.append(structure_of(written))

    def take_reports(self) -> list[dict[str, Any]]:
        """The structure of the reports written since the last time."""
        taken, self._reports = self._reports, []
        return taken

    def reports(self, seat: str) -> list[str]:
        """The ids of the reports to a seat, the newest first."""
        with self.db.reading() as session:
            rows = outbox.mails_to(session, self._row(session).id, seat, "report")
            return [row.message_id for row in sorted(rows, key=lambda row: row.id, reverse=True)]

    # The moderator's own doing

    def hold(self, because: str) -> None:
        """Hold the game."""
        by_hand.hold(self.desk, self.game, because)

    def release(self) -> list[Mail]:
        """Let a held game go on; gives the mails that it caused, those to letters that were kept among them."""
        by_hand.release(self.desk, self.game)
        return self.new_mails()

    def undo(self, reason: str) -> None:
        """Take back what the last letter caused."""
        correction.undo(self.desk, self.game, reason)

    def let_watch(self) -> None:
        """Let the observer watch. Their thread is made by chance in the program, and fixed here."""
        letters = cycle("abcdefghijkmnpqrstuvwxyz23456789")
        with patch("pbem.moderator.seats.addresses.secrets.choice", lambda _: next(letters)):
            add_observer(self.desk, self.game, Player(NAMES["observer"], ADDRESSES["observer"]))

    def send_all(self) -> None:
        """Whatever waits in the outbox has been sent."""
        with self.db.writing() as session:
            for row in outbox.due(session, self.now + timedelta(days=1), 10_000):
                outbox.mark_sent(session, [row.id], self.now)

    # What there is

    def status(self) -> str:
        """playing, held or over."""
        with self.db.reading() as session:
            return str(self._row(session).status)

    def table(self) -> Any:
        """The game as its log leaves it."""
        with self.db.reading() as session:
            return load_table(Context(session, self.desk).of(self._row(session)))

    def entries(self, above: int) -> list[dict[str, Any]]:
        """The entries of the log with a higher number, those that were struck among them. Each tells all that waits or has
        been begun, as entries did when these games were made: what changes stands in the log.
        """
        with self.db.reading() as session:
            lines = [line for line, _ in whole_lines(session, self._row(session).id)]
        return [_plain(line) for line in lines if line.number > above]

    def next_number(self) -> int:
        """The number of the entry that comes next."""
        with self.db.reading() as session:
            return journal.next_number(session, self._row(session).id)

    def close(self) -> None:
        """Done with it."""
        self.db.close()

    def _row(self, session: Any) -> Any:
        return lobby.find_game(session, self.game)

    def _address(self, seat: str) -> str:
        with self.db.writing() as session:
            game = self._row(session)
            return address_of(Context(session, self.desk).of(game), lobby.seat(session, game.id, seat))


@contextmanager
def at_work(file: Path, now: datetime = TAKEN_IN) -> Iterator[Program]:
    """A Program, closed at the end."""
    program = Program(file, now)

    def write(page: Page, written: report.Report) -> Content:
        program.note(written)
        return write_report(page, written)

    write_report = report._write_report
    try:
        with patch.object(report, "_write_report", write):
            yield program
    finally:
        program.close()


class Aside:
    """A Table at which lines are read one by one, each as if it were the first. What is known of it counts for all."""

    def __init__(self, table: Any) -> None:
        known_at(table)
        self._table = table
        self._fork = table.fork()

    def read(self, seat: str, line: str) -> dict[str, Any]:
        """What one line of a seat would come to as the only one of its letter: how it was understood, or that there was a
        problem, and the nearest lines; and what it would write into the log first, whole.
        """
        fork, whole = self._fork, self._table.unfolding().whole
        found = [_result(result) for result in carry_out(fork, seat, [(1, line)])]
        fresh = fork.entries[len(self._table.entries) :]
        if fresh:  # a line that writes nothing into the log leaves everything as it was, and a fork takes its time
            self._fork = self._table.fork()
        return {"results": found, "entries": [_plain(whole(entry)) for entry in fresh[:MOST_ENTRIES]]}


MOST_ENTRIES = 3
"""So many of the entries that a line alone brings are looked at: its own, and the next ones."""


def _result(result: Any) -> dict[str, Any]:
    told = {
        "understood": result.understood,
        "refused": bool(result.problem),
        "nearest": list(result.nearest),
        "asks": bool(result.asks),
        "replaced": list(result.notes.replaced),
    }
    return {name: value for name, value in told.items() if value}


def _plain(entry: Any) -> dict[str, Any]:
    """An entry as it is compared. Its number follows from its place; what a kept line was shown to be, and notes as texts
    that can be translated, came later."""
    told = {name: getattr(entry, name) for name in ("kind", "seat", "key", "subject", "answer", "note")}
    return dict(json.loads(json.dumps(told), object_hook=_before_lines_were_shown))


def _before_lines_were_shown(told: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in told.items() if name not in ("shown", "said")}


def _mail(row: OutgoingRow) -> Mail:
    message = message_from_bytes(row.raw, policy=policy.default)
    assert isinstance(message, EmailMessage)
    body = message.get_body(("plain",))
    text = str(body.get_content()).replace("\r\n", "\n") if body is not None else ""
    return Mail(row.envelope_to, row.kind, text, row.message_id)


def mails_to(mails: Sequence[Mail], sender: str) -> list[Mail]:
    """Those of the mails that go to a seat's player."""
    return [mail for mail in mails if mail.to == ADDRESSES[sender]]
