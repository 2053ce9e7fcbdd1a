"""`pbem play`: a whole game by mail on this machine, through real servers, with nobody at the keyboard but the reader.

The embedded post office stands for the internet, the daemon for the moderator. Scripted players read their mail over IMAP
and answer over SMTP, each with the pen that the game gives them.
"""

from __future__ import annotations

import asyncio
import re
import sys
import time
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import make_msgid, parseaddr
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

from pbem.daemon import Daemon
from pbem.engine.ending import Ending, ending_in_words, ending_of
from pbem.engine.game.rules import Rules
from pbem.engine.game.setup import Setup
from pbem.lab.games import lab_of
from pbem.lab.play.board import DatabaseBoard
from pbem.lab.play.stage import (
    DATABASE,
    IMAP_PORT,
    MODERATOR,
    PASSWORD,
    SMTP_PORT,
    Connections,
    Files,
    StageSettings,
    embedded,
    players_of,
    stage,
)
from pbem.lab.showcase import Pen
from pbem.mail.imap.mailbox import Mailbox
from pbem.mail.smtp import Sender
from pbem.mail.writing import WHOLE_LINES
from pbem.moderator.core.desk import Desk, Player
from pbem.moderator.correcting.by_hand import release
from pbem.moderator.joining.opening import BadOpening, open_game
from pbem.moderator.reports.past import content_of
from pbem.postoffice import HOST, PostOffice
from pbem.render.report import FORM_BEGIN, FORM_END
from pbem.render.templates.filters import listing, plural, sentence
from pbem.store.games import lobby
from pbem.store.games.lists import GamesPage, page_of_games
from pbem.store.mail import outbox

QUIET_SECONDS = 120
"""A scripted game with no news for this time does not end."""
KEPT_REPORTS = 20
"""The reports of each seat that are in its mailbox again when a game is resumed."""
CLOSING = "To play the next game yourself, with your own mail program:\n  {command} --by-hand {seat}"

Say = Callable[[str], None]
T = TypeVar("T")


class NotFinished(Exception):
    """The scripted game did not come to its end."""


@dataclass(frozen=True)
class Played:
    """What a demonstration leaves: the game's result, the letters written by each seat, and where everything lies."""

    game: str
    ending: Ending
    letters: dict[str, int]
    mails: int
    folder: Path


# The scripted players


def form_lines(text: str) -> list[str]:
    """The reply form of a report, comments included."""
    _, _, rest = text.partition(FORM_BEGIN)
    form, _, _ = rest.partition(FORM_END)
    return [line.strip() for line in form.splitlines() if line.strip()]


def orders_in(form: list[str]) -> list[str]:
    """The prefilled lines of a form."""
    return [line for line in form if not line.startswith("#")]


def as_it_stands(words: Collection[str]) -> Pen:
    """The pen of one who sends the form as it is; where it has nothing filled in, the first of its comments that begins
    with one of these order words.
    """

    def pen(form: list[str], _report: str) -> list[str]:
        shown = [line.removeprefix("#").strip() for line in form]
        return orders_in(form) or [line for line in shown if line.partition(" ")[0] in words][:1]

    return pen


def pen_of(rules: Rules[Any], seat: str) -> Pen:
    """How a scripted player writes."""
    return lab_of(rules).showcase.pens.get(seat) or as_it_stands({word.verb for word in rules.vocabulary if word.answers})


class ScriptedPlayer:
    """A player at a mail program: reads the mailbox over IMAP, answers over SMTP with a pen.

    Where the pen has nothing to write, or what it wrote has answered nothing, the player looks at the `board` (if there is
    one) for lines that answer: nobody waits for a player who has no more to say.
    """

    def __init__(
        self, seat: str, player: Player, mail: Connections, say: Say, pen: Pen, board: DatabaseBoard | None = None
    ) -> None:
        self.seat = seat
        self.written = 0
        self._board = board
        self._answered = -1  # the number of questions answered when the last letter was written
        self._player = player
        self._mail = mail
        self._sender = Sender(mail.smtp)
        self._pen = pen
        self._say = say

    async def play(self) -> None:
        """Answer what is asked until a report says that the game is over."""
        mailbox = self._mail.mailbox()
        try:
            await _in_thread(mailbox.__enter__)
            while not await self._read_mail(mailbox):
                await _in_thread(mailbox.wait, 1.0)
        finally:
            await _in_thread(mailbox.__exit__, None, None, None)
            await self._sender.close()

    async def _read_mail(self, mailbox: Mailbox) -> bool:
        """Read and answer what has come; whether it was the last report."""
        for uid, raw in await _in_thread(mailbox.fetch_new):
            report = message_from_bytes(raw, policy=policy.default)
            assert isinstance(report, EmailMessage)
            await _in_thread(mailbox.mark_done, [uid])
            self._say(f"  {self._player.name} reads: {report['Subject']}")
            text = _text_of(report)
            if "The game is over" in text.partition("\n\n")[0]:
                return True
            if lines := await asyncio.to_thread(self._lines, text):
                await self._write(report, text, "\n".join(lines))
        return False

    def _lines(self, report: str) -> list[str]:
        """What to write in answer to a report; nothing where the seat is not asked."""
        if self._board is None:
            return self._pen(form_lines(report), report)
        if self.seat not in self._board.asked():
            return []
        answered = self._board.answered()
        lines = self._pen(form_lines(report), report) if answered != self._answered else []
        self._answered = answered
        return lines or self._board.legal_lines(self.seat)

    async def _write(self, report: EmailMessage, text: str, lines: str) -> None:
        reply = EmailMessage(policy=WHOLE_LINES)
        reply["From"] = f"{self._player.name} <{self._player.address}>"
        reply["To"], reply["Subject"] = report["Reply-To"], f"Re: {report['Subject']}"
        reply["Date"], reply["Message-ID"] = datetime.now(UTC), make_msgid(domain="pbem.test")
        reply["In-Reply-To"] = report["Message-ID"]
        quoted = "\n".join(f"> {line}" for line in text.splitlines())
        reply.set_content(f"{lines}\n\nOn a day in August, the moderator wrote:\n{quoted}\n")
        self.written += 1
        self._say(f"  {self._player.name} writes: {lines.splitlines()[0]} ... ({len(lines.splitlines())} lines)")
        await self._sender.send(bytes(reply), self._player.address, str(report["Reply-To"]))


async def _in_thread(work: Callable[..., T], *arguments: Any) -> T:
    """What `work` gives. Cancelled, it ends only when the thread has: no mailbox is closed while it is being read."""
    thread = asyncio.create_task(asyncio.to_thread(work, *arguments))
    try:
        return await asyncio.shield(thread)
    except asyncio.CancelledError:
        await asyncio.wait([thread])
        raise


def _text_of(message: EmailMessage) -> str:
    """The text of a mail; that of a person can have HTML alone, or none, or be in a charset that there is not."""
    body = message.get_body(("plain", "html"))
    try:
        return "" if body is None else str(body.get_content())
    except (LookupError, ValueError):
        return ""


# The stage


def play(folder: Path, rules: Rules[Any], say: Say = print, *, files: Files | None = None, scenario: str = "") -> Played:
    """Play a game as its Sample says, or another `scenario`, to its end in `folder` (made if missing), and leave mails and
    database there.

    Raises NotFinished if the Sample's stands still for two minutes, NoScenario for one that there is not.
    """
    mails, show = _MailFolder(folder / "mails"), Show.of(rules, files, scenario)
    quiet, options = (None, {}) if scenario else (QUIET_SECONDS, dict(lab_of(rules).showcase.options))
    with show.stage(folder, mails) as (desk, office):
        say(f"SMTP on {HOST}:{office.smtp_port}, IMAP on {HOST}:{office.imap_port}, moderator is {MODERATOR}")
        game = open_game(desk, rules.name, show.setup.scenario, show.players, options=options)
        say(f"The game {game.name} is open: {', '.join(f'{p.name} plays {seat}' for seat, p in show.players.items())}")
        players = show.scripted(office, show.players, say, DatabaseBoard(desk, game.name))
        asyncio.run(run_game(desk, embedded(office, MODERATOR), players, say, quiet=quiet))
        with desk.db.reading() as session:
            ended = lobby.find_game(session, game.name)
    return Played(game.name, ending_of(ended.result), {p.seat: p.written for p in players}, mails.count, folder)


def host_by_hand(folder: Path, rules: Rules[Any], seat: str | None, say: Say = print, *, scenario: str = "") -> None:
    """Keep the servers open for the reader's own mail program until interrupted, with the game that is being played in this
    folder, or a new one. The terminal tells whose letter the game waits for.

    The reader plays `seat` against the others, which are scripted, or all seats (None). Neither the terminal nor the folder
    of mails shows what the others write and read, and their mailboxes stay shut. Raises BadOpening for a seat that there is
    not, NoScenario for such a scenario.
    """
    show = Show.of(rules, scenario=scenario)
    if seat is not None and seat not in show.players:
        raise BadOpening(f"{rules.title} has no seat {seat!r}; it has {', '.join(show.players)}")
    others = {each: player for each, player in show.players.items() if seat not in (None, each)}
    players_by_hand = {each: player for each, player in show.players.items() if each not in others}
    sealed = {player.address for player in others.values()} | ({MODERATOR} if others else set())
    mails = _MailFolder(folder / "mails", [player.address for player in players_by_hand.values()])
    with show.stage(folder, mails, fixed_ports=True, sealed=sealed) as (desk, office):
        name = resumed(desk, office, rules, show.players, mails)
        begun = f"The game {name} goes on" if name else "The game {} is open; its first letters are in the mailboxes"
        if name and DatabaseBoard(desk, name).held_because():
            # Nobody else can: a game that is shown has no game master.
            for line in release(desk, name):
                say(f"Moderator: {line}")
        name = name or open_game(desk, rules.name, show.setup.scenario, show.players).name
        board = DatabaseBoard(desk, name)
        for line in by_hand_lines(players_by_hand, office.smtp_port, office.imap_port):
            say(line)
        say(f"{begun.format(name)}. Ctrl-C ends it; the same folder resumes it.")
        if others:
            names = listing([player.name for player in others.values()])
            say(f"What {names} writes is not shown; {DATABASE} in {folder} holds it.")
        scripted = show.scripted(office, others, _silent, board)
        notice = WaitingNotice(board, show.players, players_by_hand, say)
        moderator = embedded(office, MODERATOR)
        heard = _followed(_sparing(say, name, others), notice.look_again)
        asyncio.run(run_game(desk, moderator, scripted, heard, quiet=None, beside=notice.watch))


def resumed(desk: Desk, office: PostOffice, rules: Rules[Any], players: Mapping[str, Player], mails: _MailFolder) -> str:
    """The game that is being played in the folder, its letters back in the mailboxes ("": there is none). Raises BadOpening
    where that is another game than this one.
    """
    with desk.db.reading() as session:
        game = next(iter(page_of_games(session, GamesPage(most=1, going_on=True))), None)
        if game is None:
            return ""
        if game.rules != rules.name:
            raise BadOpening(f"{game.name} of {game.rules} is being played in this folder: take another one")
        sent = [
            (row.raw, row.envelope_to)
            for seat in players
            for row in outbox.mails_to(session, game.id, seat, "report")[:KEPT_REPORTS][::-1]
            if row.status == "sent" and row.raw
        ]
        name = game.name
    for raw, recipient in [*sent, *mails.letters_to(MODERATOR)]:
        office.deliver(raw, recipient, quietly=True)
    return name


class WaitingNotice:
    """Says in the terminal whose letter the game waits for, since when, and of those who play by hand for what question."""

    def __init__(self, board: DatabaseBoard, players: Mapping[str, Player], by_hand: Collection[str], say: Say) -> None:
        self._board = board
        self._players = players
        self._by_hand = by_hand
        self._say = say
        self._seen = 0
        self._said = ""
        self._since = ""

    def look_again(self) -> None:
        """Say it again: other lines have come below it."""
        self._seen = 0

    async def watch(self) -> None:
        """Say it as often as it changes, until cancelled."""
        while True:
            await asyncio.to_thread(self._look)
            await asyncio.sleep(1.0)

    def _look(self) -> None:
        newest = self._board.newest()
        if newest != self._seen:
            seen, self._seen = self._seen, newest
            sentence = "The game is over. Ctrl-C ends the servers." if self._board.is_over() else self._waits()
            if sentence != self._said:
                self._since = f"{datetime.now().astimezone():%H:%M:%S}"
            if sentence != self._said or not seen:
                self._said = sentence
                self._say(sentence if self._board.is_over() else f"{sentence} (since {self._since})")

    def _waits(self) -> str:
        if why := self._board.held_because():
            return f"The game is on hold: {why}. Ctrl-C, then the same folder again, lets it go on"
        asked = self._board.asked()
        whom = [
            f"{self._players[seat].name} ({seat})" + (f": {' / '.join(prompts)}" if seat in self._by_hand else "")
            for seat, prompts in asked.items()
        ]
        return f"Waiting for a letter of {'; '.join(whom)}" if whom else "Waiting for nobody's letter"


def _silent(_line: str) -> None:
    """For a scripted player who must not be overheard."""


def _sparing(say: Say, game: str, others: Mapping[str, Player]) -> Say:
    """Tells of the others' letters only that they have come."""

    def told(line: str) -> None:
        theirs = [player for seat, player in others.items() if f"{game} {seat}:" in line]
        say(f"Moderator: a letter of {theirs[0].name}" if theirs else line)

    return told


def _followed(say: Say, then: Callable[[], None]) -> Say:
    """Says a line, and does something then."""

    def told(line: str) -> None:
        say(line)
        then()

    return told


@dataclass(frozen=True)
class Show:
    """The game that is shown: its rules, the Setup that it is shown by, its files, who plays."""

    rules: Rules[Any]
    setup: Setup
    files: Files
    players: Mapping[str, Player]

    @classmethod
    def of(cls, rules: Rules[Any], files: Files | None = None, scenario: str = "") -> Show:
        """As the game's Sample has it, or another scenario. Raises NoScenario."""
        known = files or Files.delivered()
        setup = known.setup(rules, scenario)
        return cls(rules, setup, known, players_of(rules, setup))

    def stage(
        self, folder: Path, mails: _MailFolder, *, fixed_ports: bool = False, sealed: Collection[str] = ()
    ) -> AbstractContextManager[tuple[Desk, PostOffice]]:
        """A stage for this game alone, with pictures; the mailboxes of the `sealed` addresses stay shut."""
        games = {self.rules.name: self.rules}
        settings = StageSettings(games, self.files, fixed_ports, pictures=True, sealed=sealed)
        return stage(folder, mails.keep, self.players.values(), settings)

    def scripted(self, office: PostOffice, seats: Iterable[str], say: Say, board: DatabaseBoard) -> list[ScriptedPlayer]:
        """The scripted players of some seats."""
        players = ((seat, self.players[seat]) for seat in seats)
        return [
            ScriptedPlayer(seat, player, embedded(office, player.address), say, pen_of(self.rules, seat), board)
            for seat, player in players
        ]


def new_folder(root: Path) -> Path:
    """The first of root/1, root/2 and so on that is not there."""
    return next(folder for n in count(1) if not (folder := root / str(n)).exists())


def ending_lines(played: Played, rules: Rules[Any], files: Files | None = None) -> list[str]:
    """Who has won, where to look, and how to play on by hand."""
    players = Show.of(rules, files).players
    command = f"{sys.argv[0]} play {rules.name}"
    wrote = listing([f"{players[seat].name} {plural(n, 'letter')}" for seat, n in played.letters.items()])
    return [
        "",
        f"{sentence(ending_in_words(played.ending))}: {wrote}, {played.mails} mails in all.",
        f"  every mail, as .eml and as a page:  {played.folder / 'mails'}",
        f"  the last report:                    {max((played.folder / 'mails').glob('*.html'))}",
        f"  the database:                       {played.folder / DATABASE}",
        "",
        *(lab_of(rules).showcase.closing or CLOSING).format(command=command, seat=next(iter(players))).splitlines(),
        *(f"  {line}" for line in by_hand_lines(players)),
    ]


def by_hand_lines(players: Mapping[str, Player], smtp_port: int = SMTP_PORT, imap_port: int = IMAP_PORT) -> list[str]:
    """How to set up a mail program."""
    logins = ", ".join(f"{p.address} ({seat})" for seat, p in players.items())
    return [
        f"Incoming mail: IMAP, {HOST} port {imap_port}, no encryption.",
        f"Outgoing mail: SMTP, {HOST} port {smtp_port}, no encryption and no login.",
        f"Accounts: {logins}; the password of each is {PASSWORD}.",
    ]


async def run_game(
    desk: Desk,
    moderator: Connections,
    players: list[ScriptedPlayer],
    say: Say,
    *,
    quiet: float | None = QUIET_SECONDS,
    beside: Callable[[], Awaitable[None]] | None = None,
) -> None:
    """Moderator and players side by side, until the players have read that the game is over; for ever where `quiet`
    is None. What is done `beside` ends with them.

    Raises NotFinished when the moderator has said nothing for `quiet` seconds.
    """
    heard = time.monotonic()

    def tell(line: str) -> None:
        nonlocal heard
        heard = time.monotonic()
        say(f"Moderator: {line}")

    async with Sender(moderator.smtp) as sender:
        daemon = Daemon(desk, moderator.mailbox, sender, tell)
        working = asyncio.create_task(daemon.serve(poll_seconds=1.0))
        besides = [beside()] if beside is not None else []
        tasks = [asyncio.ensure_future(each) for each in (*(player.play() for player in players), *besides)]
        playing = asyncio.gather(*tasks)
        try:
            await _first_to_end(working, playing, lambda: None if quiet is None else heard + quiet - time.monotonic())
        finally:
            daemon.stop()
            # One by one: where one of them has failed, the group has ended and cancels none of the others.
            for task in tasks:
                task.cancel()
            await asyncio.gather(working, playing, *tasks, return_exceptions=True)


async def _first_to_end(
    working: asyncio.Future[None], playing: asyncio.Future[list[None]], patience: Callable[[], float | None]
) -> None:
    """Wait for the players as long as there is `patience` (seconds), or, where that is None, for the moderator; a failure of
    either comes out at once. Raises NotFinished where it has run out.
    """
    waiting: set[asyncio.Future[Any]] = {working, playing}
    while True:
        left = patience()
        if left is not None and left <= 0:
            raise NotFinished("the game stands still")
        done, waiting = await asyncio.wait(waiting, timeout=left, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
        if working in done or (done and left is not None):
            return


class _MailFolder:
    """Every mail delivered, as .eml and as a page or text that opens by itself; of those not to or from `readers`, if there
    are any, none.
    """

    def __init__(self, folder: Path, readers: Collection[str] = ()) -> None:
        self._folder = folder
        self._readers = readers
        folder.mkdir(parents=True, exist_ok=True)
        self.count = len(list(folder.glob("*.eml")))

    def letters_to(self, address: str) -> list[tuple[bytes, str]]:
        """The mails kept that an address got, each with the recipient it was delivered to, oldest first."""
        letters = []
        for file in sorted(self._folder.glob(f"*-to-{address.partition('@')[0]}.eml")):
            raw = file.read_bytes()
            recipient = str(message_from_bytes(raw, policy=policy.default)["Delivered-To"])
            letters.append((re.sub(rb"\A(?:Return-Path|Delivered-To):.*\r\n(?:Delivered-To:.*\r\n)?", b"", raw), recipient))
        return letters

    def keep(self, raw: bytes, recipient: str) -> None:
        """Write one mail."""
        message = message_from_bytes(raw, policy=policy.default)
        assert isinstance(message, EmailMessage)
        if self._readers and not any(each in (parseaddr(str(message["From"]))[1], recipient) for each in self._readers):
            return
        self.count += 1
        writer, reader = (str(a).partition("@")[0].rpartition("<")[2] for a in (message["From"], recipient))
        stem = self._folder / f"{self.count:03d}-{writer}-to-{reader.partition('+')[0]}"
        stem.with_suffix(".eml").write_bytes(raw)
        if parseaddr(str(message["From"]))[1] == MODERATOR and message.get_body(("html",)) is not None:
            stem.with_suffix(".html").write_text(content_of(raw).page, encoding="utf-8")
        stem.with_suffix(".txt").write_text(f"Subject: {message['Subject']}\n\n{_text_of(message)}", encoding="utf-8")
