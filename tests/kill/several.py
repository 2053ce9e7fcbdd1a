"""Several daemons on one PostgreSQL database, killed (SIGKILL) at random moments and started again, and what must be true.

Pairs of players send back the forms of all their games, and write each other messages between them. In the end everything
is compared: nothing is lost, nothing is done twice, and the letters of a game were dealt with in the order of the mailbox.

    PBEM_TEST_POSTGRESQL=1 python -m tests.kill.several --daemons 4 --games 200 --letters 2000 --kills 3

Daemons can also be stopped for some seconds in whatever they do (SIGSTOP: `--stops`), have a connection to the database cut,
in the midst of a transaction where there is one (`--cuts`), and see the server restarted (`--restarts`).

With `--measure` all letters are in the mailbox before the daemons begin, nobody is killed, and it is counted how long they
take, what they take of the processors, and for how much of the time somebody holds, or waits for, the right to write.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field
from email.message import EmailMessage
from pathlib import Path
from typing import IO

from sqlalchemy import Connection, create_engine
from sqlalchemy.pool import NullPool
from sqlmodel import Session

from pbem.config.loading import load_settings
from pbem.database_url import DatabaseUrl
from pbem.games import GAMES
from pbem.mail.writing import WHOLE_LINES
from pbem.moderator.core.context import Context
from pbem.moderator.core.desk import Desk, Player
from pbem.moderator.desk.archive_files import rerun_game, verify_document
from pbem.moderator.desk.from_settings import desk_from
from pbem.moderator.joining.opening import open_game
from pbem.postoffice import PostOffice
from pbem.resources import scenarios_dir
from pbem.store.archive.transfer import export_game
from pbem.store.errors import NotNow
from pbem.store.figures import letters_undone, mails_waiting
from pbem.store.games import lobby
from pbem.store.tables.games import GameRow
from pbem.store.tables.log import EntryRow
from pbem.store.tables.mail import LetterRow, MessageRow
from tests.kill.players import Players, check_carried_out, check_letters, check_mails, mails, rows
from tests.support import postgresql
from tests.support.owner import MASTER, MODERATOR, Owner

ROOT = Path(__file__).parents[2]
SETTINGS = {
    "PBEM_MAIL__LETTERS_PER_HOUR": "100000",
    "PBEM_MAIL__STRANGERS_PER_HOUR": "100000",
    "PBEM_MAIL__PICTURES": "false",
    "PBEM_IMAP__IDLE": "true",
    # The embedded server does not announce a letter that came between a search and IDLE.
    "PBEM_IMAP__POLL_SECONDS": "5",
}
PAIRS = 20
STOPPED_FOR = 12.0
"""Seconds that a daemon is stopped: longer than others wait for the right to write."""
MAX_PAUSE = 1.0
"""Seconds that a daemon which was killed is gone at most."""
MAILS_AT_ONCE = 10
WORD = "word"
HANGS = 60
"""Seconds without any progress after which a run has failed."""


@dataclass(frozen=True)
class Plan:
    """How many of each."""

    daemons: int
    games: int
    letters: int
    kills: int
    seed: int = 1485
    stops: int = 0
    cuts: int = 0
    restarts: int = 0

    @property
    def troubles(self) -> int:
        """How often something goes wrong."""
        return self.kills + self.stops + self.cuts + self.restarts

    def others(self) -> list[tuple[int, str]]:
        """The other troubles: after which letter, and what."""
        chance = random.Random(f"{self.seed} others")  # noqa: S311 - the same every time
        kinds = ["stop"] * self.stops + ["cut"] * self.cuts + ["restart"] * self.restarts
        return sorted((int(chance.uniform(0.05, 0.9) * self.letters), kind) for kind in kinds)

    def moments(self) -> list[tuple[int, float, int]]:
        """The kills: after which letter, how many seconds later, and which daemon; -1: the one that reads the mailbox."""
        chance = random.Random(self.seed)  # noqa: S311 - the same kills every time
        found = [
            (
                int(chance.uniform(0.05, 0.9) * self.letters),
                chance.uniform(0, 0.5),
                chance.randrange(self.daemons) if n else -1,
            )
            for n in range(self.kills)
        ]
        return sorted(found)


class Mortal:
    """A daemon that is started again and again."""

    def __init__(self, config: Path, lives: subprocess.Popen[str]) -> None:
        assert lives.stdin is not None
        assert lives.stdout is not None
        self._config = config
        self._begin: IO[str] = lives.stdin
        self._told: IO[str] = lives.stdout
        self.process = 0

    def begin(self) -> None:
        self._begin.write(json.dumps([str(self._config), "", 1]) + "\n")
        self._begin.flush()
        self.process = int(self._told.readline())

    def seconds(self) -> float:
        """The processor time that it has taken."""
        fields = Path(f"/proc/{self.process}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def kill(self) -> None:
        """End it if it lives."""
        if self.process:
            with suppress(ProcessLookupError):
                os.kill(self.process, signal.SIGKILL)

    def end(self, by: signal.Signals) -> int:
        """End it by a signal. Gives how it ended."""
        os.kill(self.process, by)
        self.process = 0
        return int(self._told.readline())


@contextmanager
def mortals(config: Path, count: int) -> Iterator[list[Mortal]]:
    """Daemons with one configuration, all begun; those that live are stopped at the end."""
    command = [sys.executable, "-m", "tests.kill.mortal"]
    with config.with_name("stderr").open("a") as stderr, ExitStack() as ending:
        found = []
        for _ in range(count):
            lives = subprocess.Popen(  # noqa: S603
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=stderr, text=True, cwd=ROOT
            )
            found.append(Mortal(config, ending.enter_context(lives)))
        try:
            for each in found:
                each.begin()
            yield found
            assert [each.end(signal.SIGTERM) for each in found] == [0] * count
        finally:  # else a test that fails would wait for them for ever
            for each in found:
                each.kill()


@dataclass
class Writers(Players):
    """Pairs of players who send back each form, and messages before and behind it, until enough letters are sent."""

    most: int = 0
    seed: int = 0
    behind: int = 2
    """Fewer messages than this are behind the orders that answer a mail."""
    words: list[str] = field(default_factory=list)
    """The messages, in the order they were sent."""

    def __post_init__(self) -> None:
        self._chance = random.Random(self.seed)  # noqa: S311

    def answer(self) -> int:
        """Answer each new mail that has a form. Gives how many letters were sent."""
        before = len(self.sent)
        for reader in self.names:
            for mail in self._new_mails(reader):
                self.send(self._letters(mail))
        return len(self.sent) - before

    def _letters(self, mail: EmailMessage) -> list[EmailMessage]:
        answers_message = str(mail["In-Reply-To"]).startswith(f"<{WORD}-")  # it has the form that they have answered
        if answers_message or mail["Message-ID"] in self._read or len(self.sent) >= self.most:
            return []
        orders = self._reply(mail)
        if orders is None:
            return []
        before = [self._message(mail) for _ in range(self._chance.randrange(2))]
        behind = [self._message(mail) for _ in range(self._chance.randrange(self.behind))]
        return [*before, orders, *behind]

    def _message(self, mail: EmailMessage) -> EmailMessage:
        word = f"{WORD}-{len(self.words)}-is-out"
        self.words.append(word)
        letter = EmailMessage(policy=WHOLE_LINES)
        letter["From"], letter["To"], letter["Subject"] = mail["To"], mail["Reply-To"], f"Re: {mail['Subject']}"
        letter["Message-ID"] = f"<{word}@players.test>"
        letter["In-Reply-To"] = mail["Message-ID"]
        letter.set_content(f"tell all: {word}")
        return letter


@dataclass(frozen=True)
class Found:
    """What a run took, and how many mails came twice."""

    letters: int
    seconds: float
    twice: int


def run(plan: Plan, folder: Path) -> Found:
    """Let the daemons and the players work until all letters are answered; raises AssertionError where anything is wrong."""
    names = tuple(f"p{number}@pbem.test" for number in range(2 * min(PAIRS, plan.games)))
    with PostOffice(dict.fromkeys((MODERATOR, MASTER, *names), "rose")) as office:
        owner = Owner.at(folder, office)
        players = Writers(office, names, most=plan.letters, seed=plan.seed)
        desk = desk_from(load_settings(folder / "pbem.toml"))
        with closing(desk.db):
            _open_games(desk, plan.games, names)
            with mortals(folder / "pbem.toml", plan.daemons) as daemons:
                seconds = _work(plan, desk, players, daemons)
                _wait_for(desk, plan.daemons)
                assert owner.pbem("status").stdout.count("(reads the mailbox)") == (plan.daemons > 1)
                assert len(desk.db.daemons()) == plan.daemons
            assert desk.db.daemons() == ()
            _check(desk, players)
        logged = (folder / "stderr").read_text()
        assert "Traceback" not in logged, logged[logged.find("Traceback") - 500 :]
        came = sum(len(office.messages(name)) for name in names)
        twice = came - len({mail["Message-ID"] for name in names for mail in mails(office, name)})
        assert twice <= (plan.kills + plan.daemons * plan.restarts + plan.cuts) * MAILS_AT_ONCE, f"{twice} mails came twice"
        return Found(len(players.sent), seconds, twice)


@dataclass(frozen=True)
class Measured:
    """Letters, and what they took: seconds, seconds of the daemons' processor time, and the share of the time in which
    somebody held, or waited for, the right to write.
    """

    letters: int
    seconds: float
    processor: float
    writing: float


def measure(plan: Plan, folder: Path) -> Measured:
    """Let daemons answer letters that lie in the mailbox when they begin."""
    names = tuple(f"p{number}@pbem.test" for number in range(2 * min(PAIRS, plan.games)))
    with PostOffice(dict.fromkeys((MODERATOR, MASTER, *names), "rose")) as office:
        owner = Owner.at(folder, office)
        each = max(plan.letters // (2 * plan.games), 1)
        players = Writers(office, names, most=plan.letters, seed=plan.seed, behind=2 * each)
        desk = desk_from(load_settings(folder / "pbem.toml"))
        with closing(desk.db):
            _open_games(desk, plan.games, names)
            owner.pbem("once")
            players.answer()
            with mortals(folder / "pbem.toml", plan.daemons) as daemons:
                found = _watch(desk, players, daemons)
            _check(desk, players)
        return found


def _watch(desk: Desk, players: Writers, daemons: Sequence[Mortal]) -> Measured:
    assert isinstance(desk.db.location, DatabaseUrl)
    engine = create_engine(desk.db.location.url, poolclass=NullPool, isolation_level="AUTOCOMMIT")
    with engine.connect() as onlooker:
        while not _count(onlooker, "letter"):
            time.sleep(0.01)
        began, before, looks, writing = time.monotonic(), sum(each.seconds() for each in daemons), 0, 0
        while _count(onlooker, "letter") < len(players.sent) or _count(onlooker, "letter WHERE status = 'new'"):
            for _ in range(50):
                looks += 1
                writing += _count(onlooker, "pg_stat_activity WHERE backend_xid IS NOT NULL AND pid <> pg_backend_pid()") > 0
                time.sleep(0.005)
        while _count(onlooker, "outgoing WHERE status = 'waiting'"):
            time.sleep(0.05)
        taken = sum(each.seconds() for each in daemons) - before
        return Measured(len(players.sent), time.monotonic() - began, taken, writing / looks)


def _count(onlooker: Connection, what: str) -> int:
    return int(onlooker.exec_driver_sql(f"SELECT count(*) FROM {what}").scalar_one())  # noqa: S608 - constants


def _open_games(desk: Desk, count: int, names: Sequence[str]) -> None:
    for number in range(count):
        first = 2 * number % len(names)
        seats = zip(("york", "lancaster"), names[first : first + 2], strict=True)
        open_game(desk, "plantagenet", "bosworth", {seat: Player.named("", name) for seat, name in seats})


def _work(plan: Plan, desk: Desk, players: Writers, daemons: Sequence[Mortal]) -> float:
    """Kill and let work until all is done. Gives the seconds from the first letter on."""
    moments, again, others = plan.moments(), list[tuple[float, Mortal]](), plan.others()
    trouble = Trouble(desk, random.Random(plan.seed))  # noqa: S311
    chance = random.Random(plan.seed)  # noqa: S311
    due: float | None = None
    began = moved = 0.0
    before = (-1, -1, -1)
    while True:
        players.answer()
        now = time.monotonic()
        began = began or (now if players.sent else 0.0)
        if moments and due is None and len(players.sent) >= moments[0][0]:
            due = now + moments[0][1]
        if due is not None and now >= due:
            mortal = _meant(moments.pop(0)[2], desk, daemons)
            due = None
            if all(each is not mortal for _, each in again):
                assert mortal.end(signal.SIGKILL) == -signal.SIGKILL
                again.append((now + chance.uniform(0, MAX_PAUSE), mortal))
        for moment, each in [*again]:
            if now >= moment:
                each.begin()
                again.remove((moment, each))
        while others and len(players.sent) >= others[0][0] and not trouble.is_on:
            trouble.begin(others.pop(0)[1], [each for each in daemons if each.process])
        trouble.end()
        try:
            with desk.db.reading() as session:
                state = len(players.sent), letters_undone(session).count, mails_waiting(session).count
                are_over = all(game.status == "over" for game in rows(session, GameRow))
        except NotNow:  # our own connection was one of those that were cut
            continue
        if state != before or trouble.is_on:
            before, moved = state, now
        # By their dice all battles can end before so many letters are written.
        done = (len(players.sent) >= plan.letters or are_over) and not (
            ((moments or others) and not are_over) or again or trouble.is_on
        )
        if done and state[1:] == (0, 0) and _are_in(desk, players) and not players.answer():
            return now - began
        assert now - moved < HANGS, f"nothing happens any more: {state}, and {'no game' if are_over else 'a game'} goes on"
        time.sleep(0.02)


class Trouble:
    """Daemons that are stopped, connections that are cut, and a server that is restarted."""

    def __init__(self, desk: Desk, chance: random.Random) -> None:
        assert isinstance(desk.db.location, DatabaseUrl)
        self._database = postgresql.name_of(desk.db.location)
        self._chance = chance
        self._stopped: tuple[int, float] | None = None
        self.cut = 0
        """Connections that were cut."""

    @property
    def is_on(self) -> bool:
        """Whether a daemon is stopped."""
        return self._stopped is not None

    def begin(self, kind: str, daemons: Sequence[Mortal]) -> None:
        """Let something go wrong."""
        if kind == "restart":
            postgresql.server().stop()
            postgresql.server().start()
        elif kind == "cut":
            self._cut()
        elif daemons:
            process = self._chance.choice(daemons).process
            os.kill(process, signal.SIGSTOP)
            self._stopped = process, time.monotonic() + STOPPED_FOR

    def end(self) -> None:
        """Let go on what has been stopped for long enough."""
        if self._stopped is not None and time.monotonic() >= self._stopped[1]:
            with suppress(ProcessLookupError):
                os.kill(self._stopped[0], signal.SIGCONT)
            self._stopped = None

    def _cut(self) -> None:
        """Cut one connection, of those that write, or have claimed something, if there are any just now."""
        for wanted in ("backend_xid IS NOT NULL", "left(application_name, 8) = 'process '", "true"):
            found = postgresql.server().execute(
                "postgres",
                "SELECT pg_terminate_backend(pid) FROM (SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid() "  # noqa: S608
                f"AND datname = '{self._database}' AND {wanted} ORDER BY random() LIMIT 1) AS one",
            )
            if found:
                self.cut += 1
                return


def _wait_for(desk: Desk, count: int) -> None:
    """Wait until so many daemons are at work: one may just have been started again."""
    until = time.monotonic() + HANGS
    while len(desk.db.daemons()) != count or not any(each.has_mailbox for each in desk.db.daemons()):
        assert time.monotonic() < until, "a daemon does not come back"
        time.sleep(0.05)


def _meant(number: int, desk: Desk, daemons: Sequence[Mortal]) -> Mortal:
    reads = {each.name.split()[1] for each in desk.db.daemons() if each.has_mailbox}
    return next((each for each in daemons if number < 0 and str(each.process) in reads), daemons[number])


def _are_in(desk: Desk, players: Writers) -> bool:
    with desk.db.reading() as session:
        return len(rows(session, LetterRow)) == len(players.sent)


def _check(desk: Desk, players: Writers) -> None:
    with desk.db.reading() as session:
        check_letters(session, players)
        check_carried_out(session, players)
        check_mails(session, players.office, players)
        check_order(session, players)
        for game in lobby.games(session):
            assert rerun_game(Context(session, desk).of(game)).text().startswith("EXACT")
            assert verify_document(export_game(session, game.id), GAMES, scenarios_dir()).ok
    assert desk.db.integrity() == []


def check_order(session: Session, players: Writers) -> None:
    """Each message was told once; entries and messages of a game are in the order in which their letters were sent."""
    place = {message_id: number for number, message_id in enumerate(players.sent)}
    sent_as = {row.id: place[row.message_id] for row in rows(session, LetterRow)}
    done = defaultdict[tuple[str, int], list[int]](list)
    messages = rows(session, MessageRow)
    assert sorted(row.text.strip() for row in messages) == sorted(players.words)
    for kind, found in (("message", messages), ("entry", rows(session, EntryRow))):
        for row in found:
            if row.letter_id is not None:
                done[kind, row.game_id].append(sent_as[row.letter_id])
    assert [(which, order) for which, order in done.items() if order != sorted(order)] == []


USUAL = {"daemons": 4, "games": 200, "letters": 2000, "kills": 3, "seed": 1485, "stops": 0, "cuts": 0, "restarts": 0}


def main() -> None:
    """Run one plan of the command line, and say what it took."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    for name, usual in USUAL.items():
        parser.add_argument(f"--{name}", type=int, default=usual)
    parser.add_argument("--measure", action="store_true")
    given = vars(parser.parse_args())
    measures, plan = given.pop("measure"), Plan(**given)
    assert postgresql.IS_ON, "set PBEM_TEST_POSTGRESQL"
    os.environ.update(SETTINGS)
    with tempfile.TemporaryDirectory() as folder:
        if measures:
            print(plan.daemons, "daemons:", measure(plan, Path(folder)))
            return
        found = run(plan, Path(folder))
    print(f"{plan}: {found.letters} letters in {found.seconds:.0f} s, {found.letters / found.seconds:.1f} a second")
    print(f"nothing lost, nothing done twice, order kept; mails that came twice, the same to the byte: {found.twice}")


if __name__ == "__main__":
    main()
