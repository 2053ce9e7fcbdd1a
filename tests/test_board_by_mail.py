"""Games on the board played by two scripted correspondents through real IMAP and SMTP, from the first letter on."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from pbem.daemon import Daemon
from pbem.engine.decision import Json
from pbem.engine.table import Table
from pbem.engine.trial import Taste
from pbem.games.plantagenet import battle, pay, plan
from pbem.games.plantagenet.game import RULES
from pbem.mail.imap import Mailbox
from pbem.mail.smtp import Sender
from pbem.moderator.desk import Desk
from pbem.moderator.opening import open_game
from pbem.moderator.play import load_table
from pbem.moderator.proof import rerun_game
from pbem.postoffice import PostOffice
from pbem.stage import MODERATOR, PLAYERS, embedded, stage
from pbem.store import lobby
from pbem.store.tables import GameRow
from tests.correspondents import Correspondent

KEY = b"\x15" * 32
IB, IA = "ib_towton", "ia_henry_vi"
TASTE = Taste(
    {
        "levy lord": 8,
        "levy troops": 2,
        "parley": 2,
        "done": 0.1,
        "tax": 4,
        "supply": 5,
        "forage": 4,
        "march": 3,
        "pass": 0.3,
    },
    {pay.DISBAND: 1, pay.VASSALS: 1, battle.FLEE: 1, plan.PLAN: 0.9},
)


@dataclass
class Played:
    """A game by mail: what was asked and written, and how it stands."""

    table: Table[Any]
    status: str
    result: Json
    exact: bool
    letters: Counter[str] = field(default_factory=Counter)
    refused: list[str] = field(default_factory=list)
    subjects: dict[str, list[str]] = field(default_factory=dict)

    @property
    def turn(self) -> int:
        """The Turn it has come to."""
        return int(self.table.state.turn)


class ByMail:
    """One game between a daemon and two mail programs."""

    def __init__(self, desk: Desk, office: PostOffice, scenario: str, open_mailboxes: ExitStack) -> None:
        self.desk = desk
        self.game = open_game(desk, RULES.name, scenario, PLAYERS, key=KEY)
        self.sender = Sender(embedded(office, MODERATOR).smtp)
        self.moderator = open_mailboxes.enter_context(embedded(office, MODERATOR).mailbox())
        boxes = {seat: embedded(office, player.address).mailbox() for seat, player in PLAYERS.items()}
        self.inboxes = {seat: open_mailboxes.enter_context(box) for seat, box in boxes.items()}
        self.daemon = Daemon(desk, lambda: self.moderator, self.sender)
        self.newest: dict[str, EmailMessage] = {}
        self.subjects: dict[str, list[str]] = {seat: [] for seat in PLAYERS}
        self.refused: list[str] = []
        self.written = 0

    def table(self) -> Table[Any]:
        """The game as its log leaves it."""
        with self.desk.db.reading() as session:
            return load_table(session, self.desk, self.row())

    def row(self) -> GameRow:
        """The game in the database."""
        with self.desk.db.reading() as session:
            return lobby.find_game(session, self.game.name)

    def read(self, seat: str) -> None:
        """A player opens his mailbox."""
        inbox: Mailbox = self.inboxes[seat]
        for uid, raw in inbox.fetch_new():
            report = message_from_bytes(raw, policy=policy.default)
            assert isinstance(report, EmailMessage)
            inbox.mark_done([uid])
            self.newest[seat] = report
            self.subjects[seat].append(str(report["Subject"]))
            text = text_of(report)
            self.refused += [line for line in text.splitlines() if line[4:8] == "--  " and line[:3].strip().isdigit()]

    async def write(self, seat: str, lines: list[str]) -> None:
        """He answers the newest report, and the daemon looks into its mailbox."""
        report = self.newest[seat]
        self.written += 1
        reply = EmailMessage(policy=policy.SMTP)
        reply["From"], reply["To"] = PLAYERS[seat].address, report["Reply-To"]
        reply["Subject"], reply["In-Reply-To"] = f"Re: {report['Subject']}", report["Message-ID"]
        reply["Message-ID"] = f"<letter-{self.written}@pbem.test>"
        quoted = "\n".join(f"> {line}" for line in text_of(report).splitlines())
        reply.set_content("\n".join([*lines, "", "The moderator wrote:", quoted]))
        await self.sender.send(bytes(reply), PLAYERS[seat].address, str(report["Reply-To"]))
        await self.daemon.once(self.moderator)

    async def play(self, writers: dict[str, Correspondent], turns: int, slip: str) -> None:
        """Letters until the game is over or has come to its end of `turns`. York's first letter is a slip."""
        await self.daemon.empty_outbox()
        self.read("york")
        await self.write("york", [slip])
        while not (table := self.table()).over and table.state.turn <= turns:
            seat = next(seat for seat in writers if table.open_to(seat))
            self.read(seat)
            assert "Your orders, please" in str(self.newest[seat]["Subject"])
            await self.write(seat, writers[seat].letter(table))
        for seat in writers:
            self.read(seat)
        await self.sender.close()


def text_of(report: EmailMessage) -> str:
    """The plain text of a report."""
    body = report.get_body(("plain",))
    assert body is not None
    return str(body.get_content())


def by_mail(folder: Path, scenario: str, seed: str, turns: int = 15, slip: str = "asign york") -> Played:
    """A game played by mail for so many Turns."""
    with stage(folder, lambda _raw, _recipient: None) as (desk, office), ExitStack() as mailboxes:
        mail = ByMail(desk, office, scenario, mailboxes)
        writers = {seat: Correspondent(seat, TASTE, seed) for seat in PLAYERS}
        asyncio.run(mail.play(writers, turns, slip))
        row = mail.row()
        with desk.db.reading() as session:
            exact = rerun_game(session, desk, row).exact
        letters = Counter({seat: writer.letters for seat, writer in writers.items()})
        return Played(mail.table(), row.status, row.result, exact, letters, mail.refused, mail.subjects)


@pytest.fixture(scope="module")
def towton(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """Ib from the first letter to the last."""
    return by_mail(tmp_path_factory.mktemp("towton"), IB, "towton")


def test_towton_is_played_from_the_first_letter_to_its_end(towton: Played) -> None:
    assert towton.status == "over"
    assert towton.result == {"winner": "lancaster", "how": "test of arms"}
    for seat in PLAYERS:
        assert towton.subjects[seat][-1].endswith("] Lancaster wins")


def test_no_letter_was_refused_but_the_slip(towton: Played) -> None:
    assert towton.refused == ['  1 --  asign york: "asign" is not an order.']


def test_a_turn_takes_few_letters(towton: Played) -> None:
    """Capability, Levy and Plan, four cards, and what the other side asks in between."""
    assert max(towton.letters.values()) <= 10


def test_the_game_is_what_its_log_gives_again(towton: Played) -> None:
    assert towton.exact


def test_five_turns_of_henry_vi(tmp_path: Path) -> None:
    played = by_mail(tmp_path, IA, "henry", turns=5)
    assert played.turn == 6
    assert played.refused == ['  1 --  asign york: "asign" is not an order.']
    assert played.exact
    assert max(played.letters.values()) <= 9 * 5
