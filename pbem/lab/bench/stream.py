"""Figures of a daemon under a stream of letters: how long a player of another game waits, and how long the daemon itself
works. Mail servers, daemon and whoever writes are processes of their own, so that the daemon's time is told apart from
theirs. Its seconds of work are counted as well as those that pass: on a machine that has other work only these say much.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import re
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from threading import Event, Thread
from time import monotonic, process_time, sleep
from typing import Any

from pbem.daemon import Daemon
from pbem.engine.game.rules import Rules
from pbem.games import GAMES
from pbem.lab.bench.bench import Measured, letters_for
from pbem.lab.play.stage import DATABASE, MODERATOR, PASSWORD, POLL, Files, desk_over
from pbem.mail.imap.mailbox import Mailbox
from pbem.mail.server import Server
from pbem.mail.smtp import Sender
from pbem.moderator.core.desk import Desk
from pbem.postoffice import HOST, PostOffice
from pbem.store.database import Database

SECONDS = 20.0
PAUSE = 0.3
"""Seconds between an answer and the next letter that is timed."""
PATIENCE = 120.0
"""The seconds to wait for an answer, or for the daemon's end."""
PROBE = "timed-"
_HEADER = 20_000
_ID, _ANSWERED = (
    re.compile(rb"^%s:\s*<(%s[0-9]+)@" % (name, PROBE.encode()), re.IGNORECASE | re.MULTILINE)
    for name in (b"Message-ID", b"In-Reply-To")
)
_SPAWN = multiprocessing.get_context("spawn")
Body = tuple[str, bytes]
"""The Content-Type of a letter, and what it holds."""


@dataclass(frozen=True)
class Stream:
    """Letters of `body`: how many a second, from one player in each of how many games, or from a mail server (`returns`)."""

    body: Callable[[], Body]
    rate: float
    games: int = 1
    returns: bool = False


def _filled(line: bytes, size: int) -> bytes:
    return line * (size // len(line))


def _words(size: int) -> Body:
    return "text/plain", _filled(b"move from north to south and then further\r\n", size)


def _page(size: int) -> Body:
    plain, page = _words(size // 2)[1], _filled(b"<p><s>move</s> <i>south</i></p>\r\n", size // 2)
    inner = b"--b\r\n\r\n" + plain + b"--b\r\nContent-Type: text/html\r\n\r\n" + page + b"--b--\r\n"
    return "multipart/alternative; boundary=b", inner


def _parts(size: int) -> Body:
    part = b"--b\r\n" + _filled(b"X: y\r\n", size // 200) + b"\r\nmove south\r\n"
    return "multipart/mixed; boundary=b", _filled(part, size) + b"--b--\r\n"


def _returned(size: int) -> Body:
    status = (
        b"Reporting-MTA: dns; mx.test\r\n\r\nFinal-Recipient: rfc822; nobody@mx.test\r\nAction: failed\r\nStatus: 5.1.1\r\n"
    )
    inner = b"--b\r\nContent-Type: text/html\r\n\r\n" + _filled(b"<p><b>x</b></p>\r\n", size)
    return (
        "multipart/report; report-type=delivery-status; boundary=b",
        inner + b"--b\r\nContent-Type: message/delivery-status\r\n\r\n" + status + b"--b--\r\n",
    )


STREAMS: Mapping[str, Stream] = {
    "nothing": Stream(partial(_words, 1), 0.0),
    "letters of 20 MB": Stream(partial(_words, 20_000_000), 1.0),
    "letters of 900 kB": Stream(partial(_words, 900_000), 2.0),
    "pages of 900 kB": Stream(partial(_page, 900_000), 2.0),
    "200 parts in 900 kB": Stream(partial(_parts, 900_000), 2.0),
    "bounces of 210 kB": Stream(partial(_returned, 210_000), 14.0, returns=True),
    "six games at once": Stream(partial(_page, 900_000), 3.0, games=6),
}


def bench_streams(rules: Rules[Any], names: Sequence[str] = (), seconds: float = SECONDS) -> dict[str, dict[str, float]]:
    """The figures of these streams (all, where none is named), each lasting `seconds`. Raises KeyError for another name."""
    measured = Measured.of(rules, Files.delivered())
    return {name: bench_stream(measured, STREAMS[name], seconds) for name in names or STREAMS}


def bench_stream(measured: Measured, stream: Stream, seconds: float) -> dict[str, float]:
    """A player's letters, answered one after the other while letters of a stream come to other games."""
    with TemporaryDirectory(prefix="pbem-bench-") as folder, _servers(measured) as office:
        db = Database.open(Path(folder) / DATABASE)
        try:
            desk = _desk(db, measured)
            game = measured.open(desk)
            attacked = [measured.open(desk) for _ in range(stream.games)]
            writers = [next(letters_for(desk, name, lambda *_: "report")) for name in attacked]
            probe = next(letters_for(desk, game, lambda *_: "report"))
        finally:
            db.close()
        with _daemon(Path(folder), measured, office, desk.secret) as daemon:
            return _figures(office, daemon, stream, writers, probe, seconds)


def _figures(
    office: _Office, daemon: _Process, stream: Stream, writers: Sequence[Letter], probe: Letter, seconds: float
) -> dict[str, float]:
    office.answer(probe, 0)  # everything is loaded now
    before, stop, sent = daemon.worked(), Event(), list[str]()
    began = monotonic()
    pouring = Thread(target=_pour, args=(office, stream, writers, stop, sent))
    pouring.start()
    delays = []
    for number in count(1):
        sleep(PAUSE)
        delays.append(office.answer(probe, number))
        if monotonic() - began > seconds:
            break
    passed, worked = monotonic() - began, daemon.worked() - before
    stop.set()
    pouring.join()
    return {
        "letters_of_the_stream": len(sent),
        "letters_timed": len(delays),
        "median_seconds_to_the_answer": median(delays),
        "longest_seconds_to_the_answer": max(delays),
        "seconds_of_work_a_second": worked / passed,
        "seconds_to_end": daemon.end(),
    }


def _pour(office: _Office, stream: Stream, writers: Sequence[Letter], stop: Event, sent: list[str]) -> None:
    """Deliver letters at the rate of a stream, or as fast as the servers take them."""
    if not stream.rate:
        return
    kind, body = stream.body()
    began = monotonic()
    for number in count():
        if stop.wait(max(0.0, began + number / stream.rate - monotonic())):
            return
        writer, to, _ = writers[number % len(writers)]
        sender, recipient = ("mailer-daemon@mx.test", MODERATOR) if stream.returns else (writer, to)
        office.deliver(
            _letter(sender, recipient, kind, body, f"stream-{number}"), recipient, "" if stream.returns else sender
        )
        sent.append(recipient)


Letter = tuple[str, str, bytes]
"""Whose a letter is, to which address, and its bytes."""


def _letter(sender: str, to: str, kind: str, body: bytes, name: str) -> bytes:
    head = f"From: {sender}\r\nTo: {to}\r\nSubject: orders\r\nMessage-ID: <{name}@pbem.test>\r\nMIME-Version: 1.0\r\n"
    return f"{head}Content-Type: {kind}\r\n\r\n".encode() + body


# Processes


@dataclass
class _Process:
    """A process of ours, and a line to it."""

    process: Any
    line: Connection

    def worked(self) -> float:
        """The seconds of work of its processor so far."""
        self.line.send(None)
        return float(self.line.recv())

    def end(self) -> float:
        """Tell it to end as the system does. Gives how many seconds it takes; one that takes too long is killed."""
        began = monotonic()
        self.process.terminate()
        self.process.join(PATIENCE)
        if self.process.is_alive():
            self.process.kill()
        return monotonic() - began


@dataclass
class _Office:
    """The mail servers' process: lines by which it is given the letters of a stream and those that are timed, and one by
    which it tells of the latter and of their answers.
    """

    imap: int
    smtp: int
    stream: Connection
    timed: Connection
    seen: Connection

    def deliver(self, raw: bytes, to: str, sender: str) -> None:
        """Put a letter of the stream into a mailbox; it waits there when this returns."""
        _hand_over(self.stream, raw, to, sender)

    def answer(self, probe: Letter, number: int) -> float:
        """Deliver a letter. Gives how many seconds its answer takes, PATIENCE for one that does not come."""
        sender, to, _ = probe
        _hand_over(self.timed, _letter(sender, to, "text/plain", b"report\r\n", f"{PROBE}{number}"), to, sender)
        arrived = self._time_of(number)
        return self._time_of(number) - arrived

    def _time_of(self, number: int) -> float:
        while self.seen.poll(PATIENCE):
            name, moment = self.seen.recv()
            if name == f"{PROBE}{number}":
                return float(moment)
        return monotonic() + PATIENCE


def _hand_over(line: Connection, raw: bytes, to: str, sender: str) -> None:
    line.send((to, sender))
    line.send_bytes(raw)
    line.recv()


@contextmanager
def _servers(measured: Measured) -> Iterator[_Office]:
    boxes = dict.fromkeys([MODERATOR, *(player.address for player in measured.players.values())], PASSWORD)
    ports, stream, timed, seen = lines = [_Line(*_SPAWN.Pipe()) for _ in range(4)]
    theirs = [line.theirs for line in lines]
    process = _SPAWN.Process(target=_run_servers, args=(boxes, *theirs), daemon=True)
    process.start()
    try:
        imap, smtp = ports.ours.recv()
        yield _Office(imap, smtp, stream.ours, timed.ours, seen.ours)
    finally:
        process.kill()
        process.join()


@dataclass
class _Line:
    ours: Connection
    theirs: Connection


def _run_servers(
    boxes: Mapping[str, str], ports: Connection, stream: Connection, timed: Connection, seen: Connection
) -> None:
    def tell(raw: bytes, recipient: str) -> None:
        pattern = _ID if recipient.partition("@")[0].startswith(MODERATOR.partition("@")[0]) else _ANSWERED
        if match := pattern.search(raw[:_HEADER]):
            seen.send((match[1].decode(), monotonic()))

    def take(line: Connection) -> None:
        while True:
            to, sender = line.recv()
            office.deliver(line.recv_bytes(), to, sender)
            line.send(None)

    with PostOffice(boxes, on_delivery=tell) as office:
        ports.send((office.imap_port, office.smtp_port))
        Thread(target=take, args=(stream,), daemon=True).start()
        take(timed)


@contextmanager
def _daemon(folder: Path, measured: Measured, office: _Office, secret: bytes) -> Iterator[_Process]:
    line = _Line(*_SPAWN.Pipe())
    args = (folder, measured.rules.name, measured.files.scenarios, office.imap, office.smtp, secret, line.theirs)
    process = _SPAWN.Process(target=_run_daemon, args=args, daemon=True)
    process.start()
    try:
        yield _Process(process, line.ours)
    finally:
        process.kill()
        process.join()


def _run_daemon(folder: Path, game: str, scenarios: Path, imap: int, smtp: int, secret: bytes, line: Connection) -> None:
    Thread(target=_tell_work, args=(line,), daemon=True).start()
    db = Database.open(folder / DATABASE)
    try:
        desk = _desk(db, Measured.of(GAMES[game], replace(Files.delivered(), scenarios=scenarios)))
        asyncio.run(_serve(replace(desk, secret=secret), imap, smtp))
    finally:
        db.close()


def _tell_work(line: Connection) -> None:
    with suppress(EOFError):
        while True:
            line.recv()
            line.send(process_time())


async def _serve(desk: Desk, imap: int, smtp: int) -> None:
    server = Server(HOST, imap, MODERATOR, PASSWORD, security="none")
    async with Sender(Server(HOST, smtp, security="none")) as sender:
        daemon = Daemon(desk, lambda: Mailbox(server, idle=False, poll=POLL), sender)
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, daemon.stop)
        await daemon.serve(1.0)


def _desk(db: Database, measured: Measured) -> Desk:
    """A desk that refuses no letter for being one too many."""
    desk = desk_over(db, {measured.rules.name: measured.rules}, measured.files)
    return replace(desk, letters=replace(desk.letters, strangers_per_hour=100_000))
