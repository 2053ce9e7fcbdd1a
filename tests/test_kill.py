"""`pbem serve` killed again and again in the midst of its work: no letter is lost, applied twice, or left unanswered.

Two scripted players send back the forms of all their games; after every kill another game is opened, so that there is always
work to be killed at. In the end everything is compared: what the players sent, the database, what they got.
"""

from __future__ import annotations

import os
import random
import signal
import smtplib
import subprocess
import sys
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import Session, select

from pbem.config import load_settings
from pbem.demo import orders_in
from pbem.games import GAMES
from pbem.mail.writing import WHOLE_LINES
from pbem.moderator.from_settings import desk_from
from pbem.moderator.proof import rerun_game, verify_document
from pbem.postoffice import HOST, PostOffice
from pbem.resources import scenarios_dir
from pbem.store import lobby
from pbem.store.archive import export_game
from pbem.store.database import Database
from pbem.store.tables import EntryRow, LetterRow, OutgoingRow
from tests.owner import ANN, BOB, Owner

ROOT = Path(__file__).parent.parent
KILLS = 10
LONGEST_LIFE = 0.7
"""Seconds from the moderator's first words to his end; in half of them he is through with what waits."""
SEED = 1485


@dataclass
class Players:
    """Ann and Bob at their mail programs."""

    office: PostOffice
    sent: dict[str, bytes] = field(default_factory=dict)
    """The letters that the mail server took, by Message-ID."""
    _read: set[str] = field(default_factory=set)

    def answer(self) -> int:
        """Answer every mail that was not answered yet, a repeated one only once. Gives how many letters were sent."""
        letters = [letter for reader in (ANN, BOB) for mail in mails(self.office, reader) if (letter := self._reply(mail))]
        if letters:
            with smtplib.SMTP(HOST, self.office.smtp_port) as smtp:
                for letter in letters:
                    smtp.send_message(letter)
                    self.sent[letter["Message-ID"]] = letter.as_bytes()
        return len(letters)

    def _reply(self, mail: EmailMessage) -> EmailMessage | None:
        if mail["Message-ID"] in self._read:
            return None
        self._read.add(mail["Message-ID"])
        body = mail.get_body(("plain",))
        assert body is not None
        orders = orders_in(str(body.get_content()))
        return self._letter(mail, orders) if orders else None

    def _letter(self, mail: EmailMessage, orders: list[str]) -> EmailMessage:
        letter = EmailMessage(policy=WHOLE_LINES)
        letter["From"], letter["To"], letter["Subject"] = mail["To"], mail["Reply-To"], f"Re: {mail['Subject']}"
        letter["Message-ID"] = f"<{len(self._read)}@players.test>"
        letter["In-Reply-To"] = mail["Message-ID"]
        letter.set_content("\n".join(orders))
        return letter


def mails(office: PostOffice, reader: str) -> list[EmailMessage]:
    """All mail delivered to a reader, parsed."""
    parsed = [message_from_bytes(raw, policy=policy.default) for raw in office.messages(reader)]
    return [message for message in parsed if isinstance(message, EmailMessage)]


def serve_and_kill(owner: Owner, players: Players, life: float) -> None:
    """Let the moderator and the players work side by side, and kill the moderator `life` seconds after his first words."""
    command = [sys.executable, "-m", "pbem", "--config", str(owner.folder / "pbem.toml"), "serve"]
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
    with (
        owner.folder.joinpath("stderr").open("a") as stderr,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=stderr, text=True, env=environment) as served,  # noqa: S603
    ):
        assert served.stdout is not None
        assert "moderating moderator@pbem.test" in served.stdout.readline()
        end = time.monotonic() + life
        while (left := end - time.monotonic()) > 0:
            players.answer()
            time.sleep(min(left, 0.01))
        served.kill()
    assert served.returncode == -signal.SIGKILL


def left_over(database: Path) -> int:
    """What a kill left undone: letters and mails. The file itself must be whole."""
    db = Database.open(database)
    assert db.integrity() == []
    with db.reading() as session:
        undone = [row for row in rows(session, LetterRow) if row.status == "new"]
        waiting = [row for row in rows(session, OutgoingRow) if row.status == "waiting"]
    db.close()
    return len(undone) + len(waiting)


def play_to_the_end(owner: Owner, players: Players) -> None:
    """Nobody is killed any more."""
    owner.pbem("once")
    while players.answer():
        owner.pbem("once")


def rows(session: Session, table: type[Any]) -> list[Any]:
    return list(session.exec(select(table).order_by(table.id)))


@pytest.fixture
def killed(owner: Owner, monkeypatch: pytest.MonkeyPatch) -> tuple[Owner, Players]:
    """Games played to their ends by a moderator who was killed all the time."""
    monkeypatch.setenv("PBEM_MAIL__LETTERS_PER_HOUR", "100000")
    players, chance, interrupted = Players(owner.office), random.Random(SEED), 0  # noqa: S311 - the same kills every time
    for _ in range(3):
        owner.open_game()
    for _ in range(KILLS):
        owner.open_game()
        serve_and_kill(owner, players, chance.uniform(0, LONGEST_LIFE))
        interrupted += left_over(owner.folder / "games.sqlite") > 0
    assert interrupted >= KILLS // 4, "hardly any kill met the moderator at work"
    play_to_the_end(owner, players)
    return owner, players


def test_no_letter_is_lost_repeated_or_unanswered(killed: tuple[Owner, Players]) -> None:
    owner, players = killed
    desk = desk_from(load_settings(owner.folder / "pbem.toml"))
    with desk.db.reading() as session:
        check_letters(session, players)
        check_mails(session, owner.office, players)
        for game in lobby.games(session):
            assert (game.name, game.status) == (game.name, "over")
            assert rerun_game(session, desk, game).text().startswith("EXACT")
            assert verify_document(export_game(session, game.id), GAMES, scenarios_dir()).ok
    assert desk.db.integrity() == []
    desk.db.close()
    assert "Traceback" not in owner.folder.joinpath("stderr").read_text()


def check_letters(session: Session, players: Players) -> None:
    """Every letter that was sent is kept exactly once, as it was, dealt with, and the log names none other."""
    kept = rows(session, LetterRow)
    assert sorted(row.message_id for row in kept) == sorted(players.sent)
    assert Counter(row.status for row in kept) == {"done": len(players.sent)}
    assert all(row.raw.endswith(players.sent[row.message_id]) for row in kept)
    assert {row.letter_id for row in rows(session, EntryRow)} <= {row.id for row in kept}


def check_mails(session: Session, office: PostOffice, players: Players) -> None:
    """Every mail queued was delivered, none but those; one delivered again is the same to the byte."""
    queued = {row.message_id: row for row in rows(session, OutgoingRow)}
    delivered: defaultdict[str, set[bytes]] = defaultdict(set)
    answered: defaultdict[str, set[str]] = defaultdict(set)
    for reader in (ANN, BOB):
        for mail, raw in zip(mails(office, reader), office.messages(reader), strict=True):
            assert queued[mail["Message-ID"]].envelope_to == reader
            delivered[mail["Message-ID"]].add(raw)
            answered[mail["In-Reply-To"]].add(mail["Message-ID"])
    assert delivered.keys() == queued.keys()
    assert [copies for copies in delivered.values() if len(copies) != 1] == []
    assert all(next(iter(delivered[name])).endswith(row.raw) for name, row in queued.items())
    assert {row.status for row in queued.values()} == {"sent"}
    assert [len(answered[letter]) for letter in players.sent] == [1] * len(players.sent)
