"""The players of games whose moderator is killed all the time, and what must be true in the end."""

from __future__ import annotations

import smtplib
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from sqlmodel import Session, select

from pbem.database_url import Location
from pbem.lab.play.demo import form_lines, orders_in
from pbem.mail.address import seat_address
from pbem.mail.writing import WHOLE_LINES
from pbem.moderator.seats.addresses import desk_token_of
from pbem.postoffice import HOST, PostOffice
from pbem.store.database import Database
from pbem.store.tables.log import EntryRow
from pbem.store.tables.mail import DeskLineRow, LetterRow, OutgoingRow
from tests.support.owner import ANN, BOB, MASTER, MODERATOR, SECRET

GAME = "bosworth-1"
"""The game of which the game master tells its players something; it is there from the beginning."""
DESK = seat_address(MODERATOR, desk_token_of(SECRET.encode(), MASTER))


@dataclass
class Players:
    """Ann and Bob, or others, at their mail programs, and the game master, who writes to their desk."""

    office: PostOffice
    names: tuple[str, ...] = (ANN, BOB)
    sent: dict[str, bytes] = field(default_factory=dict)
    """The letters that the mail server took, by Message-ID."""
    orders: dict[str, int] = field(default_factory=dict)
    """How many orders each of them had."""
    told: list[str] = field(default_factory=list)
    """What the game master had the players told, one after the other."""
    _fetched: Counter[str] = field(default_factory=Counter)
    _read: set[str] = field(default_factory=set)

    def answer(self) -> int:
        """Answer every mail that was not answered yet, a repeated one only once. Gives how many letters were sent."""
        letters = [letter for reader in self.names for mail in self._new_mails(reader) if (letter := self._reply(mail))]
        self.send(letters)
        return len(letters)

    def send(self, letters: Sequence[EmailMessage]) -> None:
        """Send letters, one after the other."""
        if letters:
            with smtplib.SMTP(HOST, self.office.smtp_port) as smtp:
                for letter in letters:
                    smtp.send_message(letter)
                    self.sent[letter["Message-ID"]] = letter.as_bytes()

    def command(self) -> None:
        """Write to the desk, twice: each letter has three lines, of which two are told to both players."""
        for _ in range(2):
            letter, number = EmailMessage(policy=WHOLE_LINES), len(self.told)
            lines = [f"word-{number}-is-out", f"word-{number + 1}-is-out"]
            letter["From"], letter["To"], letter["Subject"] = MASTER, DESK, "to the desk"
            letter["Message-ID"] = f"<desk-{number}@players.test>"
            letter.set_content("\n".join([f"tell {GAME} {lines[0]}", "status", f"tell {GAME} {lines[1]}"]))
            with smtplib.SMTP(HOST, self.office.smtp_port) as smtp:
                smtp.send_message(letter)
            self.sent[letter["Message-ID"]] = letter.as_bytes()
            self.told += lines

    def _new_mails(self, reader: str) -> list[EmailMessage]:
        fetched = mails(self.office, reader, self._fetched[reader])
        self._fetched[reader] += len(fetched)
        return fetched

    def _reply(self, mail: EmailMessage) -> EmailMessage | None:
        if mail["Message-ID"] in self._read:
            return None
        self._read.add(mail["Message-ID"])
        body = mail.get_body(("plain",))
        assert body is not None
        orders = orders_in(form_lines(str(body.get_content())))
        return self._letter(mail, orders) if orders else None

    def _letter(self, mail: EmailMessage, orders: list[str]) -> EmailMessage:
        letter = EmailMessage(policy=WHOLE_LINES)
        letter["From"], letter["To"], letter["Subject"] = mail["To"], mail["Reply-To"], f"Re: {mail['Subject']}"
        letter["Message-ID"] = f"<{len(self._read)}@players.test>"
        letter["In-Reply-To"] = mail["Message-ID"]
        letter.set_content("\n".join(orders))
        self.orders[letter["Message-ID"]] = len(orders)
        return letter


def mails(office: PostOffice, reader: str, first: int = 0) -> list[EmailMessage]:
    """All mail delivered to a reader from the `first` on, parsed."""
    parsed = [message_from_bytes(raw, policy=policy.default) for raw in office.messages(reader)[first:]]
    return [message for message in parsed if isinstance(message, EmailMessage)]


def left_over(database: Location) -> int:
    """What a kill left undone: letters and mails. The database itself must be whole."""
    db = Database.open(database)
    assert db.integrity() == []
    with db.reading() as session:
        undone = [row for row in rows(session, LetterRow) if row.status in ("new", "held")]
        waiting = [row for row in rows(session, OutgoingRow) if row.status == "waiting"]
    db.close()
    return len(undone) + len(waiting)


def rows(session: Session, table: type[Any]) -> list[Any]:
    """All rows of a table."""
    return list(session.exec(select(table).order_by(table.id)))


def check_letters(session: Session, players: Players) -> None:
    """Every letter that was sent is kept exactly once, as it was, dealt with, and the log names none other."""
    kept = rows(session, LetterRow)
    assert sorted(row.message_id for row in kept) == sorted(players.sent)
    assert Counter(row.status for row in kept) == {"done": len(players.sent)}
    assert all(_body(row.raw) == _body(players.sent[row.message_id]) for row in kept), "tokens are hidden in headers only"
    assert {row.letter_id for row in rows(session, EntryRow)} <= {row.id for row in kept}


def _body(raw: bytes) -> bytes:
    return raw.partition(b"\r\n\r\n")[2]


def check_mails(session: Session, office: PostOffice, players: Players) -> None:
    """Every mail queued was delivered, none but those; one delivered again is the same to the byte."""
    queued = {row.message_id: row for row in rows(session, OutgoingRow)}
    delivered: defaultdict[str, set[bytes]] = defaultdict(set)
    answered: defaultdict[str, set[str]] = defaultdict(set)
    for reader in (*players.names, MASTER):
        for mail, raw in zip(mails(office, reader), office.messages(reader), strict=True):
            assert queued[mail["Message-ID"]].envelope_to == reader
            delivered[mail["Message-ID"]].add(raw)
            answered[mail["In-Reply-To"]].add(mail["Message-ID"])
    assert delivered.keys() == queued.keys()
    assert [copies for copies in delivered.values() if len(copies) != 1] == []
    assert all(_body(next(iter(delivered[name]))) == _body(row.raw) for name, row in queued.items())
    assert {row.status for row in queued.values()} == {"sent"}
    assert [len(answered[letter]) for letter in players.sent] == [1] * len(players.sent)


def check_carried_out(session: Session, players: Players) -> None:
    """Every order was carried out, and once: a letter has one receipt, and its outcome counts all its lines."""
    letters = [row for row in rows(session, LetterRow) if row.message_id in players.orders]
    odd = [(row.outcome, row.raw) for row in letters if not row.outcome.endswith(_all_of(players.orders[row.message_id]))]
    assert odd == [], odd
    receipts = Counter(row.letter_id for row in rows(session, EntryRow) if row.kind == "receipt")
    twice = [(row.outcome, receipts[row.id]) for row in letters if receipts[row.id] != 1]
    assert twice == [], twice


def check_desk(session: Session, office: PostOffice, players: Players) -> None:
    """Every line to the desk was carried out, and once: what was to be told came to each player in one mail. Each answer
    has all lines, and nothing is left of them.
    """
    assert rows(session, DeskLineRow) == []
    for reader in (ANN, BOB):
        said = {mail["Message-ID"]: _text_of(mail) for mail in mails(office, reader)}
        heard = Counter(word for text in said.values() for word in players.told if f"{word}\n" in text)
        assert heard == Counter(players.told)
    answers = [_text_of(mail) for mail in mails(office, MASTER) if mail["In-Reply-To"] in players.sent]
    assert all(text.count("\n> ") + 1 == 3 and "Not done" not in text for text in answers), answers


def _text_of(mail: EmailMessage) -> str:
    body = mail.get_body(("plain",))
    assert body is not None
    return str(body.get_content()).replace("\r\n", "\n")


def _all_of(count: int) -> str:
    return f": {count} of {count} lines accepted"
