"""A world: one game in a database file of its own, with the moderator at work and a clock that stands still.

Nothing here is made for the test: letters are taken in and moderated, and the clock is minded, as the daemon does it, and
what is looked at is the outbox.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path
from shutil import copyfile
from typing import Any

from sqlmodel import col, select

from pbem import __version__
from pbem.engine.decision import Json, Seat
from pbem.engine.game.rules import Rules
from pbem.engine.log.entry import Entry, EntryKind
from pbem.engine.table import Table
from pbem.lab.leaks.compare import SentMail
from pbem.lab.leaks.dice import Unmixed
from pbem.lab.play.stage import MODERATOR, players_of
from pbem.mail.address import hash_of
from pbem.mail.letter import Draft
from pbem.mail.writing import WHOLE_LINES, write_letter
from pbem.moderator.clock.deadline_changes import credit_downtime
from pbem.moderator.clock.deadline_run import tick
from pbem.moderator.core.context import Context
from pbem.moderator.core.desk import Desk, HostMachine, LetterRules, MailRules, Player
from pbem.moderator.core.games import entry_of, load_table, save
from pbem.moderator.correcting.correction import undo
from pbem.moderator.intake.moderating import moderate_all, take_in
from pbem.moderator.reports.notify import mail_report
from pbem.moderator.reports.occasion import Occasion
from pbem.moderator.reports.past import report_of
from pbem.moderator.reports.public_report import greet, tell_observers
from pbem.moderator.seats.addresses import address_of
from pbem.render.templates.page import Page
from pbem.store.database import Database
from pbem.store.games import journal, lobby, timekeeping, watchers
from pbem.store.tables.games import GameRow
from pbem.store.tables.mail import OutgoingRow

BEGIN = datetime(2026, 8, 22, 12, tzinfo=UTC)
SECRET = b"the secret of our Message-IDs"
MANY = 100_000
WATCHER = Player("Philippe", "philippe@pbem.test")
SHOWN = "show@pbem.test"
EMPTY, DATABASES = "empty.sqlite", ("one.sqlite", "other.sqlite")


class DatabasePair:
    """Two databases for one twin after the other, emptied between them: what a database has to be made ready for, and has
    learnt to say, is kept.
    """

    def __init__(self, folder: Path) -> None:
        self._empty = folder / EMPTY
        Database.open(self._empty, lasting=False).close()
        for name in DATABASES:
            copyfile(self._empty, self._empty.with_name(name))
        self.databases = tuple(Database.open(self._empty.with_name(name), lasting=False) for name in DATABASES)

    def clear(self) -> None:
        """Empty both."""
        for database in self.databases:
            database.become(self._empty)


@dataclass(frozen=True)
class GameFacts:
    """What both worlds of a twin have: the game's name, scenario and options, its commitment, terms about time, and the
    newest entry `reported` to each of the `readers` before: those who compare notes, the first of whom is asked most.
    `opening`: the first mails are those of an opening; `pictures`: reports have the map as a picture.
    """

    name: str
    rules: str
    scenario: str
    options: Mapping[str, Json]
    commitment: str
    terms: Mapping[str, str]
    readers: tuple[Seat, ...]
    reported: int
    opening: bool
    watched: bool
    pictures: bool
    page: Page = field(repr=False)
    scenarios: Path


class World:
    """One game in an empty database. `table` is the game as its log leaves it; `key` what its dice will be thrown with."""

    def __init__(self, db: Database, ground: GameFacts, rules: Rules[Any], table: Table[Any], key: bytes) -> None:
        self.table = table
        self.players = players_of(rules, table.setup)
        self.ground = ground
        self.now = BEGIN
        self.db = db
        self.desk = Desk(
            db=self.db,
            games={rules.name: rules},
            scenarios=ground.scenarios,
            page=ground.page,
            mailbox=MODERATOR,
            secret=SECRET,
            now=lambda: self.now,
            letters=LetterRules(letters_per_hour=MANY),
            mails=MailRules(pictures=ground.pictures),
            machine=HostMachine(fate=Unmixed),
        )
        self._seen = 0
        self._begin(key)

    def _begin(self, key: bytes) -> None:
        """Write the game into the database, and a report to each reader as it would be written now; the others know all."""
        ground = self.ground
        with self.db.writing() as session:
            new = lobby.NewGame(
                name=ground.name,
                rules=ground.rules,
                scenario=ground.scenario,
                options=dict(ground.options),
                rules_version=self.table.rules.version,
                scenario_version="",
                code_version=__version__,
                key=key,
                auth="token",
            )
            seats = [_seat(ground.name, *each) for each in self.players.items()]
            game = lobby.create_game(session, new, seats, self.now)
            game.commitment = ground.commitment
            if ground.terms:
                timekeeping.set_terms(session, game.id, dict(ground.terms))
            save(session, game, self.table, 0, None, self.now)
            for seat in lobby.seats(session, game.id):
                seat.told = ground.reported if seat.name in ground.readers else self.table.next_number - 1
            context = Context(session, self.desk).of(game).at(self.table)
            for reader in ground.readers:
                mail_report(context, lobby.seat(session, game.id, reader), Occasion("open", opening=ground.opening))
            if ground.watched:
                watcher = watchers.add(
                    session, game.id, WATCHER.name, WATCHER.address, f"observer-{ground.name}", ground.reported
                )
                if ground.opening:
                    greet(context, watcher)
                else:
                    tell_observers(context, "open")

    def write(self, seat: Seat, lines: Sequence[str], number: int) -> None:
        """Letter `number` of the twin, from a seat: its player answers their newest mail."""
        letter = EmailMessage(policy=WHOLE_LINES)
        letter["From"], letter["To"] = self.players[seat].address, self._address(seat)
        letter["Subject"] = "Re: orders"
        if answered := self._newest(seat):
            letter["In-Reply-To"] = answered
        letter["Message-ID"] = f"<{self.ground.name}-{number}@players.test>"
        letter.set_content("\n".join(lines))
        take_in(self.desk, bytes(letter))
        moderate_all(self.desk)
        self._follow()

    def wait(self, by: timedelta, *, away: bool = False) -> None:
        """Time passes, and the moderator looks at the clock; they may have been `away` meanwhile."""
        if away:
            credit_downtime(self.desk, self.now)
        self.now += by
        if away:
            credit_downtime(self.desk, self.now)
        tick(self.desk, self.now)
        self._follow()

    def last_answer(self, seat: Seat) -> Entry | None:
        """The last entry with which the seat's player has answered something."""
        return next((e for e in reversed(self.table.entries) if e.seat == seat and e.kind is EntryKind.ANSWER), None)

    def take_back(self, seat: Seat) -> None:
        """The moderator takes back the seat's last answer and all that came after it."""
        if (last := self.last_answer(seat)) is not None:
            undo(self.desk, self.ground.name, "a slip of mine", to=last.number - 1)
            with self.db.reading() as session:
                self.table = load_table(Context(session, self.desk).of(self.row()))

    def new_mails(self) -> list[SentMail]:
        """What the readers, and an observer, have been written since the last look, in the order of the outbox."""
        with self.db.reading() as session:
            wanted = select(OutgoingRow).where(col(OutgoingRow.id) > self._seen).order_by(col(OutgoingRow.id))
            rows = list(session.exec(wanted))
        self._seen = max([self._seen, *(row.id for row in rows)])
        readers = self.ground.readers
        addresses = (*(self.players[reader].address for reader in readers), WATCHER.address)
        return [SentMail.from_row(row) for row in rows if row.seat in readers or row.envelope_to in addresses]

    def shown(self, who: Seat, turn: str | None) -> SentMail:
        """What `pbem show --as` writes of a Turn (None: now), as if it were a mail."""
        with self.db.reading() as session:
            context = Context(session, self.desk).of(lobby.find_game(session, self.ground.name))
            content = report_of(context, who, turn)
        draft = Draft(SHOWN, content.subject, content.text, content.page, SHOWN, SHOWN)
        return SentMail(SHOWN, SHOWN, "shown", self.now, self.now, write_letter(draft, MODERATOR, self.now))

    def row(self) -> GameRow:
        """The game as it is in the database."""
        with self.db.reading() as session:
            return lobby.find_game(session, self.ground.name)

    def _address(self, seat: Seat) -> str:
        with self.db.writing() as session:
            game = lobby.find_game(session, self.ground.name)
            return address_of(Context(session, self.desk).of(game), lobby.seat(session, game.id, seat))

    def _newest(self, seat: Seat) -> str:
        with self.db.reading() as session:
            is_own_report = (col(OutgoingRow.seat) == seat, col(OutgoingRow.kind) == "report")
            rows = select(OutgoingRow).where(*is_own_report).order_by(col(OutgoingRow.id).desc())
            newest = session.exec(rows).first()
        return newest.message_id if newest is not None else ""

    def _follow(self) -> None:
        """Take what has come into the log since."""
        with self.db.reading() as session:
            fresh = journal.read(session, self.row().id, above=self.table.next_number - 1)
        for entry in map(entry_of, fresh):
            self.table.replay(entry, check=False)


def _seat(game: str, seat: Seat, player: Player) -> lobby.NewSeat:
    return lobby.NewSeat(name=seat, player=player.name, address=player.address, token_hash=hash_of(f"{game} {seat}"))
