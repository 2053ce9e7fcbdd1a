"""What members write: mostly a line or two of the reply form, sometimes a letter of many orders, and odd letters."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from email.message import EmailMessage
from enum import StrEnum
from random import Random
from typing import Any

from pbem.doctor.random_play import DeadEnd, PlayPolicy, RandomPlayer
from pbem.engine.table import Table
from pbem.figures import is_number
from pbem.lab.fuzz.lines import random_order
from pbem.lab.legs.bot import Bot
from pbem.lab.legs.by_mail import MailedReport
from pbem.lab.legs.profile import Profile
from pbem.lab.play.board import DatabaseBoard
from pbem.lab.play.demo import form_lines, orders_in
from pbem.lab.soak.members import DAY, Member
from pbem.lab.soak.office import MEMBERS
from pbem.mail.writing import WHOLE_LINES

FORM_SHARE, LONG_SHARE, AHEAD_SHARE, STANDING_SHARE, TALK_SHARE = 0.5, 0.06, 0.1, 0.06, 0.05
"""How often the form is sent as it is, a letter has all that its writer plans, lines for later, a standing order, a
message."""
ODD_SHARES = {"empty": 0.004, "too big": 0.002, "resign": 0.004, "extend": 0.01, "status": 0.02}
TOO_BIG = 1_100_000
QUOTED_SHARE = 0.5
MAX_LINES = 60


class Odd(StrEnum):
    """Letters that are not only orders."""

    NONE = ""
    EMPTY = "empty"
    TOO_BIG = "too big"
    RESIGN = "resign"


@dataclass
class Hand:
    """One seat of one game in the hands of a member: the newest mail, whether it asks something, when it is answered, and
    how many mails have come since they were asked.
    """

    game: str
    seat: str
    member: Member
    rng: Random
    newest: bytes | None = None
    asks: bool = False
    again: bool = False
    write_at: datetime | None = None
    heard: datetime | None = None
    wrote: datetime | None = None
    resigns: bool = False

    def read(self, raw: bytes, now: datetime, *, asks: bool) -> None:
        """A mail has come."""
        again = self.asks and self.wrote is None
        self.newest, self.heard = raw, now
        if not (asks or again):
            return
        self.asks, self.wrote = True, None
        if not again or self.write_at is None:
            self.write_at = self.member.writes_at(now, again=again)

    def lines(self, report: MailedReport, board: DatabaseBoard) -> list[str]:
        """The lines of their next letter."""
        chance = self.rng
        if self.resigns:
            self.resigns = False
            return ["resign yes"]
        text, lines = report.text, list[str]()
        if chance.random() < TALK_SHARE:
            lines.append(f"tell all: the {chance.randint(1, 99)}th greeting of {self.member.name}.")
        form = orders_in(form_lines(text))[:MAX_LINES]
        if form and chance.random() < FORM_SHARE:
            return [*lines, *form]
        return [*lines, *self._from_the_board(board.table(), board)]

    def _from_the_board(self, table: Table[Any], board: DatabaseBoard) -> list[str]:
        chance = self.rng
        if not table.open_to(self.seat):
            return ["report"]
        if chance.random() < LONG_SHARE:
            with suppress(DeadEnd):
                player = RandomPlayer.of_policy(f"{chance.random()}", PlayPolicy.SURVIVE, table.rules)
                return Bot(self.seat, Profile.PLANNER, player).letter(table)[:MAX_LINES]
        lines = board.legal_lines(self.seat)
        if chance.random() < AHEAD_SHARE:
            lines += table.rules.orders.ahead(table.state, self.seat)
        if chance.random() < STANDING_SHARE and (order := random_order(table, chance)):
            lines.append(order)
        return lines

    def odd(self) -> Odd:
        """Whether the next letter is an odd one."""
        roll = self.rng.random()
        for kind in (Odd.EMPTY, Odd.TOO_BIG, Odd.RESIGN):
            if (roll := roll - ODD_SHARES[kind]) < 0:
                return kind
        return Odd.NONE


def text_of(hand: Hand, kind: Odd, report: MailedReport, board: DatabaseBoard) -> str:
    """The text of a letter of this kind."""
    match kind:
        case Odd.EMPTY:
            return ""
        case Odd.TOO_BIG:
            return "All about my day.\n" * (TOO_BIG // 18)
        case Odd.RESIGN:
            hand.resigns = True
            return "resign\n"
    lines = hand.lines(report, board)
    for word, line in (("extend", "extend 12h"), ("status", "status")):
        if hand.rng.random() < ODD_SHARES[word]:
            lines.append(line)
    return "\n".join([*lines, *_quoted(report, hand.rng)])


def _quoted(report: MailedReport, chance: Random) -> list[str]:
    if chance.random() >= QUOTED_SHARE:
        return []
    return ["", "The moderator wrote:", *(f"> {line}" for line in report.text.splitlines())]


def absence_line(now: datetime, until: datetime) -> str:
    """How somebody says that they go away tomorrow."""
    first = (now + DAY).date()
    return f"absent {first} to {max(first, (until - timedelta(hours=12)).date())}"


def letter_of(hand: Hand, number: int, report: MailedReport, text: str, now: datetime) -> bytes:
    """A letter in answer to a report, as a mail program sends it."""
    reply = EmailMessage(policy=WHOLE_LINES)
    reply["From"], reply["To"] = f"{hand.member.name} <{hand.member.address}>", report.reply_to
    reply["Subject"], reply["In-Reply-To"] = f"Re: {report.subject}", report.message_id
    reply["Date"], reply["Message-ID"] = now, letter_id(number)
    reply.set_content(text)
    return bytes(reply)


def letter_id(number: int) -> str:
    """What a letter is called; `number_of` reads it again."""
    return f"<letter-{number}@{MEMBERS}>"


def number_of(message_id: str) -> int | None:
    """The number of a letter of a member's, None for any other Message-ID."""
    name = message_id.strip().removeprefix("<letter-").removesuffix(f"@{MEMBERS}>")
    return int(name) if is_number(name) else None
