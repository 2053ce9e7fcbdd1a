"""Letters in, letters out: a desk on a real database file, with a frozen clock, and players who write to it."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from secrets import choice as fair_choice
from typing import Any

from sqlmodel import col, select

from pbem.engine.decision import Json
from pbem.engine.game.rules import Rules
from pbem.engine.table import Table
from pbem.games import GAMES
from pbem.lab.play.stage import Files
from pbem.mail.writing import WHOLE_LINES
from pbem.moderator.clock.deadline_changes import credit_downtime
from pbem.moderator.clock.deadline_run import tick
from pbem.moderator.core.context import Context
from pbem.moderator.core.desk import CachedGame, Desk, GameCache, LetterRules, MailRules, Player, Staff
from pbem.moderator.core.games import cacheable, load_table
from pbem.moderator.intake.moderating import moderate_all, take_in
from pbem.moderator.joining.opening import open_game
from pbem.moderator.seats.addresses import address_of
from pbem.orders.reading.known import known_at
from pbem.render.report import FORM_BEGIN, FORM_END
from pbem.render.templates.page import Page
from pbem.resources import scenarios_dir, templates_dir
from pbem.store.games import lobby, timekeeping
from pbem.store.mail import inbox, outbox
from pbem.store.tables.games import GameRow, SeatRow, TermsRow
from pbem.store.tables.mail import LetterRow, OutgoingRow
from tests.support.empty import content_of, database_with, empty_database, fill, open_made

USUAL_GAMES = GAMES
MODERATOR = "moderator@example.test"
PLAYERS = {"york": Player("Ann", "ann@example.test"), "lancaster": Player("Bob", "bob@example.test")}
NOON = datetime(2026, 8, 22, 12, tzinfo=UTC)
KEY = b"\x07" * 32
BATTLE_KEY = b"\x0b" * 32
"""With it a Bosworth of the letters below lasts two Rounds and Lancaster wins it."""

YORK_SETUP = (
    "give y32 richard\ngive y36 norfolk\ngive y1 northumberland\ngive y2 norfolk\n"
    "array left norfolk, centre richard, right northumberland\n"
)
LANCASTER_SETUP = "give l5 oxford, l13 jasper, l34 henry, l36 henry\narray left oxford, centre henry, right jasper\n"
COMMON = (
    "flee none\ncentre left, right\nabsorb militia, longbowmen, men-at-arms, vassal, retinue\nreroll all\nculverins all\n"
)
YORK_ROUND = f"{COMMON}vanguard no\ncharge no\n"
LANCASTER_ROUND = f"{COMMON}order left, centre, right\n"
ROUNDS = {"york": YORK_ROUND, "lancaster": LANCASTER_ROUND}


@dataclass(frozen=True)
class Mail:
    """A mail the moderator queued."""

    to: str
    subject: str
    text: str
    html: str
    message_id: str
    raw: bytes
    kind: str

    @property
    def lasting(self) -> bytes:
        """The mail without what the clock and chance write into it: its Date and its MIME boundaries."""
        return re.sub(rb"={15}\d+==|\r\nDate: [^\r]*", b"", self.raw)

    @property
    def flat(self) -> str:
        """The text on one line."""
        return " ".join(self.text.split())


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.time = NOON

    def __call__(self) -> datetime:
        return self.time

    def move(self, **by: float) -> None:
        """Let time pass."""
        self.time += timedelta(**by)


ESCAPED_TWICE = re.compile(r".{,40}&amp;(?:#39|#34|amp|lt|gt|quot);.{,40}")
TICK = timedelta(hours=1)
"""How often the moderator looks at the clock."""


@dataclass(frozen=True)
class Kept:
    """How far a conversation has come: its database, the last mails, and what it has counted."""

    content: bytes | str
    name: str
    mails: tuple[Mail, ...]
    seen: int
    written: int
    time: datetime
    game: CachedGame | None = field(default=None, compare=False)
    """The game as the last letter has left it in memory; None: the next one loads it."""


KEPT: dict[str, Kept] = {}
"""Games as they were opened or begun before, by the way: their first letters take a quarter of a second each time."""


class Conversation:
    """One game, its players' letters and the moderator's answers.

    What has been opened the same way before goes on from a copy of that; with `games` or `files` of its own if these are
    `same_as` those of all other conversations that give this name. The game of a copy is `in_memory` as after a letter: then
    what lines can mean there is worked out once for all copies. Else its first letter loads it.
    """

    def __init__(
        self,
        folder: Path,
        *,
        scenario: str = "bosworth",
        options: dict[str, Json] | None = None,
        games: Mapping[str, Rules[Any]] | None = None,
        auth: str = "token",
        key: bytes | None = None,
        letters_per_hour: int = 1000,
        terms: Mapping[str, str] | None = None,
        pictures: bool = False,
        game: str = "plantagenet",
        files: Files | None = None,
        players: Mapping[str, Player] = PLAYERS,
        same_as: str = "",
        in_memory: bool = True,
    ) -> None:
        self.key = key or (BATTLE_KEY if scenario == "bosworth" else KEY)
        self.clock = Clock()
        self.players = players
        self._seen = 0
        self._written = 0
        self.does_without = False
        """Whether something that letters can do without is meant to fail."""
        usual = same_as or (games is None and files is None and GAMES is USUAL_GAMES and secrets.choice is fair_choice)
        way = (scenario, options, auth, self.key, terms, pictures, game, sorted(players.items()), same_as, in_memory)
        self._way = repr(way) if usual else ""
        self._in_memory = in_memory
        file = folder / "test.sqlite"
        self._file = database_with(file, KEPT[self._way].content) if self._way in KEPT else empty_database(file)
        self.db = open_made(self._file)
        self.desk = Desk(
            db=self.db,
            games=games or GAMES,
            scenarios=files.scenarios if files else scenarios_dir(),
            page=files.page if files else Page(templates_dir()),
            mailbox=MODERATOR,
            secret=b"s" * 16,
            now=self.clock,
            staff=Staff(gamemaster="gm@example.test"),
            letters=LetterRules(letters_per_hour=letters_per_hour),
            mails=MailRules(pictures=pictures),
        )
        self._first_desk = self.desk
        if self._way in KEPT:
            self._open_from(KEPT[self._way])
            return
        self.name = open_game(self.desk, game, scenario, players, auth=auth, key=self.key, options=options, terms=terms).name
        self.opening = self.new_mails()
        if self._way:
            KEPT[self._way] = self._kept(self.opening)

    def _so_far(self, mails: list[Mail]) -> Kept:
        self.db.close()
        return Kept(content_of(self._file), self.name, tuple(mails), self._seen, self._written, self.clock())

    def _kept(self, mails: list[Mail]) -> Kept:
        game = self._cacheable() if self._in_memory else None
        return replace(self._so_far(mails), game=game)

    def _cacheable(self) -> CachedGame | None:
        """The game for those who go on from here: they play at forks of its Table, and share what is known of that."""
        with self.db.reading() as session:
            context = Context(session, self.desk).of(lobby.find_game(session, self.name))
            game = cacheable(context.at(load_table(context)))
        if game is not None:
            known_at(game.table)
        return game

    def _go_on_from(self, kept: Kept) -> None:
        self._seen, self._written, self.clock.time = kept.seen, kept.written, kept.time
        if kept.game is not None:
            self.desk.tables.keep(replace(kept.game, table=kept.game.table.fork()))

    def _open_from(self, kept: Kept) -> None:
        self.name, self.opening = kept.name, list(kept.mails)
        self._go_on_from(kept)

    def start_again(self) -> None:
        """Go back to where it was opened, as a conversation opened the usual way has been kept."""
        self.db.close()
        kept = KEPT[self._way]
        fill(self._file, kept.content)
        self.desk = replace(self._first_desk, tables=GameCache())
        self._open_from(kept)

    @property
    def _is_shared(self) -> bool:
        """Whether somebody else has the database open, once it is closed here; on a server nothing is told apart so."""
        return not isinstance(self._file, Path) or Path(f"{self._file}-wal").exists()

    def once(self, name: str, play: Callable[[Conversation], list[Mail]]) -> list[Mail]:
        """What `play` does; as it did it the first time, where this conversation is as its opening or a `once` left it.

        Not for a test that replaces what plays, or counts what is in memory.
        """
        if not self._way or self.desk != self._first_desk or self._is_shared:
            return play(self)
        here = self._so_far([])
        before = next((way for way, kept in KEPT.items() if replace(kept, mails=()) == here), None)
        if before is None:
            return play(self)
        way = f"{before} {name}"
        if way not in KEPT:
            mails = play(self)
            KEPT[way] = self._kept(mails)
            return mails
        kept = KEPT[way]
        fill(self._file, kept.content)
        self._go_on_from(kept)
        return list(kept.mails)

    def write(
        self,
        seat: str,
        text: str,
        *,
        sender: str | None = None,
        to: str | None = None,
        change: Callable[[EmailMessage], object] | None = None,
    ) -> list[Mail]:
        """A letter from a player; gives the mails it caused. `change` may do anything to the message before it goes."""
        self._written += 1
        message = EmailMessage(policy=WHOLE_LINES)
        message["From"] = sender or self.players[seat].address
        message["To"] = to or self.address(seat)
        message["Subject"] = "orders"
        message["Message-ID"] = f"<letter-{self._written}@example.test>"
        message.set_content(text)
        if change is not None:
            change(message)
        return self.deliver(bytes(message))

    def deliver(self, raw: bytes) -> list[Mail]:
        """Raw bytes arrive in the mailbox."""
        take_in(self.desk, raw)
        moderate_all(self.desk)
        return self.new_mails()

    def tick(self, **by: float) -> list[Mail]:
        """Time passes with the moderator at work; gives the mails it caused."""
        end = self.clock() + timedelta(**by)
        while self.clock() < end:
            if (idle := self._idle_until(end)) > self.clock():
                self._pass_to(idle)
            self._pass_to(min(self.clock() + TICK, end))
            tick(self.desk, self.clock())
        return self.new_mails()

    def _pass_to(self, moment: datetime) -> None:
        """The moderator is at work until then, and nothing comes of it."""
        patience = moment - self.clock()
        self.clock.time = moment
        credit_downtime(self.desk, moment, patience)

    def _idle_until(self, end: datetime) -> datetime:
        """The last of the hours from now on in which no clock has anything to do."""
        with self.db.reading() as session:
            looks = session.exec(select(TermsRow.look_at).where(col(TermsRow.look_at).is_not(None))).all()
            idle = None if timekeeping.is_in_doubt(session) else min([end, *looks]) - self.clock()
        hours = 0 if idle is None else max(0, -(-idle // TICK) - 1)
        return self.clock() + hours * TICK

    def new_mails(self) -> list[Mail]:
        """The mails queued since the last look."""
        with self.db.reading() as session:
            fresh = select(OutgoingRow).where(col(OutgoingRow.id) > self._seen, col(OutgoingRow.status) == "waiting")
            rows = [row for row in session.exec(fresh.order_by(col(OutgoingRow.id))) if self._is_due(row)]
        self._seen = max([self._seen, *(row.id for row in rows)])
        mails = [_mail(row.envelope_to, row.raw, row.kind) for row in rows]
        assert self.does_without or not [mail.flat for mail in mails if mail.kind == "nicety_fault"]
        assert not [found.group() for mail in mails if (found := ESCAPED_TWICE.search(mail.html))]
        return mails

    def _is_due(self, mail: OutgoingRow) -> bool:
        """Whether a mail goes out within a day; see outbox.due."""
        return not timedelta(days=1) < mail.next_attempt - self.clock() <= timedelta(days=1) + outbox.FARTHEST

    def see_again(self) -> None:
        """The next look at new mails begins with the first."""
        self._seen = 0

    def address(self, seat: str) -> str:
        """Where a player writes to."""
        with self.db.writing() as session:
            game = lobby.find_game(session, self.name)
            return address_of(Context(session, self.desk).of(game), lobby.seat(session, game.id, seat))

    def seat(self, name: str) -> SeatRow:
        """A seat as it stands in the database."""
        with self.db.reading() as session:
            return lobby.seat(session, self.game().id, name)

    def game(self) -> GameRow:
        """The game as it stands in the database."""
        with self.db.reading() as session:
            return lobby.find_game(session, self.name)

    def table(self) -> Table[Any]:
        """The game as its log leaves it."""
        with self.db.reading() as session:
            return load_table(Context(session, self.desk).of(self.game()))

    def asked(self) -> str:
        """A seat that is asked something, "" if the game is over."""
        return next((seat for seat in PLAYERS if self.table().open_to(seat)), "")

    def letter(self, number: int) -> LetterRow:
        """A letter as it stands in the database, counted from 1."""
        with self.db.reading() as session:
            return inbox.letter(session, number)

    def set_up(self) -> list[Mail]:
        """Both sides choose and array; gives the mails that the reveal causes."""
        return self.once("set up", set_up)

    def play_to_the_end(self) -> list[Mail]:
        """Letters a Round until there is a result; gives the last mails."""
        return self.once("to the end", play_to_the_end)


def set_up(talk: Conversation) -> list[Mail]:
    """Both sides choose and array, letter by letter."""
    talk.write("york", YORK_SETUP)
    return talk.write("lancaster", LANCASTER_SETUP)


def play_to_the_end(talk: Conversation) -> list[Mail]:
    """Letters a Round until there is a result; gives the last mails."""
    mails: list[Mail] = []
    for _ in range(40):
        for seat in PLAYERS:
            if talk.game().status == "over":
                return mails
            mails = talk.write(seat, ROUNDS[seat])
    raise AssertionError("no end after 40 Rounds")


def _mail(to: str, raw: bytes, kind: str) -> Mail:
    message = message_from_bytes(raw, policy=policy.default)
    assert isinstance(message, EmailMessage)
    text, html = message.get_body(("plain",)), message.get_body(("html",))
    assert text is not None
    page = str(html.get_content()) if html is not None else ""
    return Mail(to, str(message["Subject"]), str(text.get_content()), page, str(message["Message-ID"]), raw, kind)


def form(mail: Mail) -> str:
    """A mail's reply form, as a player copies it."""
    _, _, rest = mail.text.partition(FORM_BEGIN)
    return rest.partition(FORM_END)[0]


def offered(mail: Mail) -> str:
    """The orders that a mail's reply form offers, as a player writes them down: its lines, or what ends the segment."""
    lines = [line.strip() for line in form(mail).splitlines()]
    ends = [line.removeprefix("# ") for line in lines if line in ("# done", "# pass")]
    live = [line for line in lines if line and not line.startswith("#")]
    return "\n".join(live or ends[:1])


def to(seat: str, mails: list[Mail]) -> Mail:
    """The one mail of these that goes to a seat's player."""
    (mail,) = [m for m in mails if m.to == PLAYERS[seat].address]
    return mail
