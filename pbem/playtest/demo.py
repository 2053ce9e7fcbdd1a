"""`pbem play`: a whole battle by mail on this machine, through real servers, with nobody at the keyboard but the reader.

The embedded post office stands for the internet, the daemon for the moderator. Two scripted players read their mail over
IMAP and answer over SMTP: York writes a letter a Round (and makes a slip in his first), Lancaster gives standing orders
with his Array and never has to write again.
"""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import make_msgid
from itertools import count
from pathlib import Path
from typing import Any

from pbem.daemon import Daemon
from pbem.mail.imap import Mailbox
from pbem.mail.smtp import Sender
from pbem.mail.writing import WHOLE_LINES
from pbem.moderator.control.opening import open_game
from pbem.moderator.desk.desk import Desk
from pbem.moderator.desk.players import Player
from pbem.moderator.reports.past import content_of
from pbem.playtest.stage import DATABASE, IMAP_PORT, MODERATOR, PASSWORD, PLAYERS, SMTP_PORT, Connections, embedded, stage
from pbem.postoffice import HOST, PostOffice
from pbem.render.filters import plural
from pbem.render.report import FORM_BEGIN, FORM_END
from pbem.store import lobby

LIMIT_SECONDS = 120

Say = Callable[[str], None]
Answer = Callable[[str], str | None]


class NotFinished(Exception):
    """The scripted game did not come to its end."""


@dataclass(frozen=True)
class Played:
    """What a demonstration leaves: the game's result, the letters written by each seat, and where everything lies."""

    game: str
    winner: str | None
    letters: dict[str, int]
    mails: int
    folder: Path


# The scripted players


def form_lines(text: str) -> list[str]:
    """The reply form of a report, comments included."""
    _, _, rest = text.partition(FORM_BEGIN)
    form, _, _ = rest.partition(FORM_END)
    return [line.strip() for line in form.splitlines() if line.strip()]


def orders_in(text: str) -> list[str]:
    """The prefilled lines of a report's form."""
    return [line for line in form_lines(text) if not line.startswith("#")]


def slip_then_form(text: str) -> str | None:
    """York: the form as it stands, except for a slip in his very first letter."""
    lines = orders_in(text)
    if "give" in text.partition(FORM_BEGIN)[2] and "not known here" not in text:
        lines = [re.sub(r"^(give .*) Norfolk$", r"\1 Norflok", line) for line in lines]
    return "\n".join(lines) or None


def standing_orders_at_once(text: str) -> str | None:
    """Lancaster: the form, and every standing order that it suggests."""
    lines = orders_in(text)
    suggested = [line.removeprefix("#").strip() for line in form_lines(text)]
    return "\n".join([*lines, *(line for line in suggested if line.startswith("standing "))]) if lines else None


STYLES: dict[str, Answer] = {"york": slip_then_form, "lancaster": standing_orders_at_once}


class ScriptedPlayer:
    """A player at his mail program: reads his mailbox over IMAP, answers over SMTP."""

    def __init__(self, seat: str, player: Player, mail: Connections, say: Say) -> None:
        self.seat = seat
        self.written = 0
        self._player = player
        self._mail = mail
        self._sender = Sender(mail.smtp)
        self._answer = STYLES[seat]
        self._say = say

    async def play(self) -> None:
        """Answer what is asked until a report says that the game is over."""
        mailbox = self._mail.mailbox()
        await asyncio.to_thread(mailbox.__enter__)
        try:
            while not await self._read_mail(mailbox):
                await asyncio.to_thread(mailbox.wait, 1.0)
        finally:
            await asyncio.to_thread(mailbox.__exit__, None, None, None)
            await self._sender.close()

    async def _read_mail(self, mailbox: Mailbox) -> bool:
        """Read and answer what has come; whether it was the last report."""
        for uid, raw in await asyncio.to_thread(mailbox.fetch_new):
            report = message_from_bytes(raw, policy=policy.default)
            assert isinstance(report, EmailMessage)
            await asyncio.to_thread(mailbox.mark_done, [uid])
            self._say(f"  {self._player.name} reads: {report['Subject']}")
            text = _text_of(report)
            if "The game is over" in text.partition("\n\n")[0]:
                return True
            if (lines := self._answer(text)) is not None:
                await self._write(report, text, lines)
        return False

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


def _text_of(message: EmailMessage) -> str:
    body = message.get_body(("plain",))
    assert body is not None
    return str(body.get_content())


# The stage


def play(folder: Path, say: Say = print) -> Played:
    """Play a Bosworth game to its end in `folder` (made if missing), and leave mails and database there.

    Raises NotFinished if it does not end within two minutes.
    """
    mails = _MailFolder(folder / "mails")
    with stage(folder, mails.keep, pictures=True) as (desk, office):
        say(f"SMTP on {HOST}:{office.smtp_port}, IMAP on {HOST}:{office.imap_port}, moderator is {MODERATOR}")
        game = open_game(desk, "plantagenet", "bosworth", PLAYERS)
        say(f"The game {game.name} is open: {', '.join(f'{p.name} plays {seat}' for seat, p in PLAYERS.items())}")
        players = scripted(office, PLAYERS, say)
        asyncio.run(run_game(desk, embedded(office, MODERATOR), players, say))
        with desk.db.reading() as session:
            ended = lobby.find_game(session, game.name)
    return Played(game.name, ended.result["winner"], {p.seat: p.written for p in players}, mails.count, folder)


def host_by_hand(folder: Path, seat: str | None, say: Say = print) -> None:
    """Keep the servers open for the reader's own mail program, with a new game, until interrupted.

    The reader plays `seat` against the scripted other one, or both seats (None).
    """
    with stage(folder, _MailFolder(folder / "mails").keep, fixed_ports=True, pictures=True) as (desk, office):
        game = open_game(desk, "plantagenet", "bosworth", PLAYERS)
        for line in by_hand_lines(office.smtp_port, office.imap_port):
            say(line)
        say(f"The game {game.name} is open; its first letters are in the mailboxes. Ctrl-C ends it.")
        others = scripted(office, [s for s in PLAYERS if seat not in (None, s)], say)
        asyncio.run(run_game(desk, embedded(office, MODERATOR), others, say, limit=None))


def scripted(office: PostOffice, seats: Iterable[str], say: Say) -> list[ScriptedPlayer]:
    """The scripted players of some seats."""
    return [ScriptedPlayer(seat, PLAYERS[seat], embedded(office, PLAYERS[seat].address), say) for seat in seats]


def new_folder(root: Path) -> Path:
    """The first of root/1, root/2 and so on that is not there."""
    return next(folder for n in count(1) if not (folder := root / str(n)).exists())


def ending_lines(played: Played) -> list[str]:
    """Who has won, where to look, and how to play on by hand."""
    wrote = " and ".join(f"{PLAYERS[seat].name} {plural(n, 'letter')}" for seat, n in played.letters.items())
    return [
        "",
        f"{f'{played.winner.title()} wins' if played.winner else 'A draw'}: {wrote}, {played.mails} mails in all.",
        f"  every mail, as .eml and as a page:  {played.folder / 'mails'}",
        f"  the last report:                    {max((played.folder / 'mails').glob('*.html'))}",
        f"  the database:                       {played.folder / DATABASE}",
        "",
        "To fight the next battle yourself, against a scripted Lancaster, with your own mail program:",
        f"  {sys.argv[0]} play --by-hand york",
        *(f"  {line}" for line in by_hand_lines()),
    ]


def by_hand_lines(smtp_port: int = SMTP_PORT, imap_port: int = IMAP_PORT) -> list[str]:
    """How to set up a mail program."""
    logins = ", ".join(f"{p.address} ({seat})" for seat, p in PLAYERS.items())
    return [
        f"Incoming mail: IMAP, {HOST} port {imap_port}, no encryption.",
        f"Outgoing mail: SMTP, {HOST} port {smtp_port}, no encryption and no login.",
        f"Accounts: {logins}; the password of each is {PASSWORD}.",
    ]


async def run_game(
    desk: Desk, moderator: Connections, players: list[ScriptedPlayer], say: Say, *, limit: float | None = LIMIT_SECONDS
) -> None:
    """Moderator and players side by side, until the players have read that the game is over; without a `limit`, for ever.

    Raises NotFinished when it takes longer than `limit` seconds.
    """
    async with Sender(moderator.smtp) as sender:
        daemon = Daemon(desk, moderator.mailbox, sender, lambda line: say(f"Moderator: {line}"))
        working = asyncio.create_task(daemon.serve(poll_seconds=1.0))
        playing = asyncio.gather(*(player.play() for player in players))
        try:
            await asyncio.wait_for(_first_to_end(working, playing, forever=limit is None), limit)
        except TimeoutError as late:
            raise NotFinished(f"the game has not ended after {limit} seconds") from late
        finally:
            daemon.stop()
            playing.cancel()
            await asyncio.gather(working, playing, return_exceptions=True)


async def _first_to_end(working: asyncio.Future[None], playing: asyncio.Future[list[None]], *, forever: bool) -> None:
    """Wait for the players, or for the moderator alone; a failure of either comes out."""
    waiting: list[asyncio.Future[Any]] = [working] if forever else [working, playing]
    done, _ = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    for task in done:
        task.result()


class _MailFolder:
    """Every mail delivered, as .eml and as a page or text that opens by itself."""

    def __init__(self, folder: Path) -> None:
        self.count = 0
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def keep(self, raw: bytes, recipient: str) -> None:
        """Write one mail."""
        self.count += 1
        message = message_from_bytes(raw, policy=policy.default)
        assert isinstance(message, EmailMessage)
        writer, reader = (str(a).partition("@")[0].rpartition("<")[2] for a in (message["From"], recipient))
        stem = self._folder / f"{self.count:03d}-{writer}-to-{reader.partition('+')[0]}"
        stem.with_suffix(".eml").write_bytes(raw)
        if message.get_body(("html",)) is not None:
            stem.with_suffix(".html").write_text(content_of(raw).page, encoding="utf-8")
        stem.with_suffix(".txt").write_text(f"Subject: {message['Subject']}\n\n{_text_of(message)}", encoding="utf-8")
