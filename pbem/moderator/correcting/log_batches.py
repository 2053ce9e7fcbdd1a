"""A log as a row of batches: what each letter, the clock and the game master have done at a stretch.

Letters that the game master writes for a seat are kept and carried out like any other, and marked as theirs. Lines of them
that are read as no orders are each told by name.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from email.message import EmailMessage
from itertools import groupby
from typing import Any

from pbem.engine.agreements.offers import is_done
from pbem.engine.decision import Seat
from pbem.engine.log.changes import has_waited, whole_log
from pbem.engine.log.entry import NOT_OF_THE_GAME, Entry, EntryKind
from pbem.engine.table import Table
from pbem.mail.address import new_message_id
from pbem.mail.writing import WHOLE_LINES
from pbem.moderator.core.context import GameContext
from pbem.moderator.core.games import entry_of
from pbem.moderator.intake.identify import BY_GAMEMASTER
from pbem.moderator.playing.order_lines import carry_out_lines
from pbem.moderator.reading.line_kinds import sort_orders
from pbem.moderator.reading.seat_letter import Read
from pbem.moderator.talk.seat_log import ONCE_MORE, says_left, seats_left
from pbem.orders.words.lines import example_lines
from pbem.store.database import Session
from pbem.store.errors import NotFound
from pbem.store.games import journal, lobby
from pbem.store.games.journal import LogLine
from pbem.store.mail import inbox
from pbem.store.tables.mail import LetterRow

SOMEBODYS = (
    EntryKind.ANSWER,
    EntryKind.ACT,
    EntryKind.TIMEOUT,
    EntryKind.INSTRUCTION,
    EntryKind.RULING,
    EntryKind.ENDED,
)


@dataclass(frozen=True)
class LogBatch:
    """Entries that one letter has made (`letter_id`; None: the clock or the game master), and when."""

    letter_id: int | None
    entries: tuple[Entry, ...]
    written: datetime

    @property
    def first(self) -> int:
        """The number of its first entry."""
        return self.entries[0].number

    @property
    def counts(self) -> bool:
        """Whether it has done anything in the game."""
        return any(entry.kind not in NOT_OF_THE_GAME for entry in self.entries)

    @property
    def is_somebodys(self) -> bool:
        """Whether it is more than what follows by itself: a letter's, the clock's answers, a ruling. Orders that end because
        a seat is handed over are nobody's.
        """
        left = seats_left(self.entries)
        ended = [entry for entry in self.entries if entry.kind is EntryKind.INSTRUCTION and entry.seat in left]
        follow = (has_waited(entry) or is_done(entry) for entry in self.entries)
        ordered = [entry for entry, follows in zip(self.entries, follow, strict=True) if entry not in ended and not follows]
        return any(entry.kind in SOMEBODYS for entry in ordered)

    @property
    def hands_over(self) -> list[Seat]:
        """The seats that another player has been given by it."""
        return seats_left(entry for entry in self.entries if says_left(entry) and entry.note != ONCE_MORE)


def whole_lines(session: Session, game_id: int) -> list[tuple[LogLine, bool]]:
    """The log of a game in order, each line with whether it is struck. What they say of lines that wait and answers begun is
    whole: it can be done again where others wait.
    """
    lines = journal.read_all(session, game_id)
    strikes = [(strike.first, strike.last) for strike in journal.strikes(session, game_id)]
    whole = whole_log((entry_of(line) for line, _ in lines), strikes)
    return [(replace(line, answer=entry.answer), struck) for (line, struck), entry in zip(lines, whole, strict=True)]


def live_lines(session: Session, game_id: int) -> list[LogLine]:
    """The lines that count of those."""
    return [line for line, struck in whole_lines(session, game_id) if not struck]


def log_batches(lines: Iterable[LogLine]) -> list[LogBatch]:
    """The batches that whole lines of a log are, in their order. What nobody's letter did at different times are several."""
    grouped = groupby(lines, key=lambda line: (line.letter_id, line.written if line.letter_id is None else None))
    runs = [(letter_id, list(run)) for (letter_id, _), run in grouped]
    return [LogBatch(letter_id, tuple(map(entry_of, run)), run[0].written) for letter_id, run in runs]


def begins(batches: Sequence[LogBatch], letter_id: int) -> int:
    """The number of the first entry of a letter. Raises NotFound where it has changed nothing that stands."""
    for batch in batches:
        if batch.letter_id == letter_id:
            return batch.first
    known = ", ".join(str(batch.letter_id) for batch in batches if batch.letter_id is not None and batch.counts)
    raise NotFound(f"letter {letter_id} has no entries that count; letters that have: {known or 'none'}")


# Letters of the game master's

NONCE_BYTES = 8


def written_letter(context: GameContext, seat: Seat, content: bytes, *, is_mail: bool = False) -> LetterRow:
    """Keep a letter of the game master's for a seat: order lines in UTF-8, or a whole mail (`is_mail`). Raises NotFound.

    It is not dealt with here. Its Message-ID tells that it is theirs, and nobody else can make one.
    """
    session, desk, game = context.session, context.desk, context.game
    name, sender = lobby.seat(session, game.id, seat).name, desk.gamemaster_of(game) or desk.mailbox
    nonce = secrets.token_hex(NONCE_BYTES)
    message_id = new_message_id(desk.secret, desk.host, game.name, name, BY_GAMEMASTER, nonce)
    raw = content if is_mail else _mail(sender, desk.mailbox, content, message_id)
    letter, _ = inbox.accept(session, raw, message_id, sender, desk.now())
    letter.game_id, letter.seat = game.id, name
    session.flush()
    return letter


def _mail(sender: str, to: str, lines: bytes, message_id: str) -> bytes:
    mail = EmailMessage(policy=WHOLE_LINES)
    mail["From"], mail["To"], mail["Subject"], mail["Message-ID"] = sender, to, "orders", message_id
    mail.set_content(lines.decode("utf-8", "replace").replace("\r\n", "\n"))
    return bytes(mail)


# Lines left out

SUBJECT = "subject"
"""Where a letter without lines is read: what is there is ours."""
NEAREST = 3
"""Lines that would do which are named."""


def unread_lines(table: Table[Any], seat: Seat, read: Read, *, is_mail: bool) -> tuple[str, ...]:
    """What is left out of a letter, with the nearest lines that would do, or some that answer what is asked: of a whole
    mail what its writer may have meant, else every line. `table` is as it was before the letter, and stays so.
    """
    lines = read.worth_telling if is_mail else read.left_out if read.source != SUBJECT else ()
    return tuple(f'"{line.text}" is {line.why}{_nearest(table, seat, line.text)}' for line in lines if _says(line.text))


def _says(text: str) -> bool:
    return any(map(str.isalnum, text))


def _nearest(table: Table[Any], seat: Seat, text: str) -> str:
    trial = table.fork()
    results = carry_out_lines(trial, seat, sort_orders(trial, seat, [(1, text)]))
    near = dict.fromkeys(near for result in results for near in result.nearest)
    near = near or dict.fromkeys(line for asked in table.open_to(seat) for line in example_lines(table, asked, NEAREST))
    return f" (nearest: {'; '.join([*near][:NEAREST])})" if near else ""
