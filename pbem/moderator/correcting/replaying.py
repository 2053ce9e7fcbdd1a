"""Carries out a log again at a Table whose past differs from it, batch by batch: what one letter, the clock or the game
master did in one go.

A letter is read again as it was typed. The lines that were carried out then, which its receipt names, are carried out again.
Receipts of older logs do not name them: then the letter is carried out at the original position to find them. If that is
impossible (its text is deleted, part of it was taken back, the rules have changed) its entries are taken as they are, like
those of the clock and the game master. Dice and everything else that follows are computed again: the same letter rolls the
same dice.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby
from typing import Any

from pbem.effort import spend
from pbem.engine.agreements.offers import OFFERED, deal_number, is_done, is_of_deal, is_signature
from pbem.engine.decision import Seat
from pbem.engine.log.cause import Cause, CauseKind, lines_told
from pbem.engine.log.changes import has_waited, note_said, whole_log
from pbem.engine.log.entry import NOT_OF_THE_GAME, Entry, EntryKind
from pbem.engine.log.waiting import STOPPED, WAITING
from pbem.engine.played_log import Diverged
from pbem.engine.refusal import BadLine, Illegal, WaitingLine
from pbem.engine.standing import StandingOrder
from pbem.engine.table import Table
from pbem.i18n import Text
from pbem.mail.reading import read_letter
from pbem.moderator.core.context import GameContext, LetterContext
from pbem.moderator.core.games import entry_of
from pbem.moderator.core.line_results import LineResult, lines_carried_out
from pbem.moderator.deadlines.clock import open_clock
from pbem.moderator.playing.order_lines import carry_out_lines
from pbem.moderator.reading.letter_lines import WHOLE, LetterLines, LineKind, is_late, is_past
from pbem.moderator.reading.seat_letter import Read, read_for_seat
from pbem.moderator.talk.seat_log import ONCE_MORE, is_handover, leave, seats_left
from pbem.orders.carry.consents import follows_from_silence
from pbem.orders.carry.waiting import carry_on
from pbem.orders.words.lexicon import Lexicon
from pbem.replay.receipts import give_receipt
from pbem.store.database import Session
from pbem.store.errors import NotFound
from pbem.store.games import journal, lobby
from pbem.store.games.journal import LogLine
from pbem.store.mail import inbox, outbox
from pbem.store.tables.mail import LetterRow

log = logging.getLogger(__name__)

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
        """Whether somebody caused it (a letter, the clock's answers, a ruling). Else it follows by itself, like orders that
        end because a seat is handed over, or hold because nobody writes for one.
        """
        left = seats_left(self.entries)
        ended = [entry for entry in self.entries if entry.kind is EntryKind.INSTRUCTION and entry.seat in left]
        follow = (has_waited(entry) or is_done(entry) or follows_from_silence(entry) for entry in self.entries)
        ordered = [entry for entry, follows in zip(self.entries, follow, strict=True) if entry not in ended and not follows]
        return any(entry.kind in SOMEBODYS for entry in ordered)

    @property
    def hands_over(self) -> list[Seat]:
        """The seats that it gives to another player."""
        return seats_left(entry for entry in self.entries if is_handover(entry) and entry.note != ONCE_MORE)


def whole_lines(session: Session, game_id: int) -> list[tuple[LogLine, bool]]:
    """The log of a game in order, each line with whether it is struck. Entries about waiting lines and unfinished answers
    are made complete, so that they can be done again where other lines wait.
    """
    lines = journal.read_all(session, game_id)
    strikes = [(strike.first, strike.last) for strike in journal.strikes(session, game_id)]
    whole = whole_log((entry_of(line) for line, _ in lines), strikes)
    return [(replace(line, answer=entry.answer), struck) for (line, struck), entry in zip(lines, whole, strict=True)]


def live_lines(session: Session, game_id: int) -> list[LogLine]:
    """The lines of the same log that are not struck."""
    return [line for line, struck in whole_lines(session, game_id) if not struck]


def log_batches(lines: Iterable[LogLine]) -> list[LogBatch]:
    """Groups the complete lines of a log into batches, in order. Entries without a letter are several batches if their times
    differ.
    """
    grouped = groupby(lines, key=lambda line: (line.letter_id, line.written if line.letter_id is None else None))
    runs = [(letter_id, list(run)) for (letter_id, _), run in grouped]
    return [LogBatch(letter_id, tuple(map(entry_of, run)), run[0].written) for letter_id, run in runs]


def begins(batches: Sequence[LogBatch], letter_id: int) -> int:
    """The number of the first entry of a letter. Raises NotFound if none of its changes still counts."""
    for batch in batches:
        if batch.letter_id == letter_id:
            return batch.first
    known = ", ".join(str(batch.letter_id) for batch in batches if batch.letter_id is not None and batch.counts)
    raise NotFound(f"letter {letter_id} has no entries that count; letters that have: {known or 'none'}")


# Carried out again

CARRIED_OUT = (LineKind.ORDER, LineKind.CODE, LineKind.DEAL, LineKind.LETTER)
"""Lines that are carried out again. Lines about time are not: these still hold when moves are taken back."""

STEPS_TO_READ = 2000
"""The work of reading a letter, and comparing it with those it answers (pbem.effort)."""


@dataclass(frozen=True, slots=True)
class Dropped:
    """A line that was carried out and now cannot be: its text, seat and letter, and the reason."""

    seat: Seat
    line: str
    problem: str
    letter_id: int | None = None

    def __str__(self) -> str:
        letter = "" if self.letter_id is None else f", letter {self.letter_id}"
        return f"{self.seat}{letter}: {self.line}: {self.problem}"


@dataclass
class LetterReplayer:
    """Carries out the batches after a point of a log again at a `table`. `letters` maps the number of an entry to the letter
    that made it. `original_table` is the position by the log itself; None if no letter needs it, or once the rules no longer
    lead there.
    """

    context: GameContext
    table: Table[Any]
    letters: dict[int, int]
    original_table: Table[Any] | None = None

    def take(self, batch: LogBatch) -> list[Dropped]:
        """Carry out one batch again; gives the lines that now cannot be carried out."""
        first = self.table.next_number
        self.take_salts(batch)
        letter = self._letter_of(batch)
        counted = None if letter is None else self._carried_out(letter, batch)
        fallen = self._entries(batch) if letter is None or counted is None else self._letter(letter, batch, counted)
        self.note_letter(first, batch.letter_id)
        self.follow(batch)
        return fallen

    def take_salts(self, batch: LogBatch) -> None:
        """Keep a player's share in the dice where it was: the dice would change otherwise."""
        for entry in batch.entries:
            if entry.kind is EntryKind.SALT:
                with self.table.because(Cause(CauseKind.AGAIN, entry=entry.number)):
                    self.table.salt(entry.seat, entry.answer)

    def note_letter(self, first: int, letter_id: int | None) -> None:
        """Note that the entries from `first` on are those of a letter."""
        if letter_id is not None:
            self.letters.update(dict.fromkeys(range(first, self.table.next_number), letter_id))

    def follow(self, batch: LogBatch) -> None:
        """Advance the original position by this batch."""
        if self.original_table is None:
            return
        try:
            for entry in batch.entries:
                self.original_table.replay(entry)
        except Diverged:
            self.original_table = None

    # Letters

    def read(self, row: LetterRow, table: Table[Any], at: datetime) -> tuple[LetterContext, Read]:
        """A letter of the game as it is read at a Table, at the time it came."""
        spend(STEPS_TO_READ)
        desk = replace(self.context.desk, now=lambda: at)
        seat = lobby.seat(self.context.session, self.context.game.id, row.seat or "")
        letter = read_letter(row.raw)
        context = LetterContext(self.context.session, desk, self.context.game, seat, letter, row)
        return context, read_for_seat(context, table)

    def _letter_of(self, batch: LogBatch) -> LetterRow | None:
        """The letter of a batch, if it can be read again and no part of it is struck."""
        if batch.letter_id is None or not any(entry.kind is EntryKind.RECEIPT for entry in batch.entries):
            return None
        row = inbox.letter(self.context.session, batch.letter_id)
        return row if row.raw and row.seat else None

    def _letter(self, row: LetterRow, batch: LogBatch, counted: Collection[str]) -> list[Dropped]:
        """Carry out the lines of a letter again that were carried out then. Its offers and agreements keep their numbers,
        because other letters name them.
        """
        seat = row.seat or ""
        context, read = self.read(row, self.table, batch.written)
        late = self._asked_in(row, read, is_past, self.table)
        signatures = [entry for entry in batch.entries if is_signature(entry)]
        signed = {entry.cause.line for entry in signatures if entry.cause is not None}
        lines = _only(read.lines, [name for name in counted if name not in signed])
        results = carry_out_lines(self.table, seat, lines, self.clock_at(batch.written), late_for=late)
        self.give_receipt(context.seat.id, seat, results)
        fallen = [_fallen(seat, result, row.id) for result in results if not result.accepted]
        return [*fallen, *self._entries(replace(batch, entries=tuple(signatures)))]

    def _carried_out(self, row: LetterRow, batch: LogBatch) -> Collection[str] | None:
        """The names of a letter's lines that were carried out then; None if unknown."""
        return recorded(batch) or self._carried_out_at_the_past(row, batch)

    def _carried_out_at_the_past(self, row: LetterRow, batch: LogBatch) -> Collection[str] | None:
        """The same, found by carrying the letter out at the original position; None if its receipt says otherwise."""
        if self.original_table is None:
            return None
        past, seat = self.original_table.fork(), row.seat or ""
        for entry in batch.entries:
            if entry.kind is EntryKind.SALT:
                past.salt(entry.seat, entry.answer)
        _, read = self.read(row, past, batch.written)
        lines = _only(read.lines, [line.name for line in read.lines.named])
        late = self._asked_in(row, read, is_late, past)
        try:
            then = carry_out_lines(past, seat, lines, self.clock_at(batch.written), late_for=late)
        except Exception as fault:  # the rules have changed and may fail here; if they do, the table shows it
            log.debug("letter %s at the past: %s", row.id, fault)
            return None
        about_time = sum(line.kind is LineKind.TIME for line in read.lines.all)
        is_so = _is_receipt(then, _ordered_in(batch), about_time)
        return [result.reading.name for result in then if result.accepted] if is_so else None

    def _asked_in(
        self, row: LetterRow, read: Read, is_over: Callable[[Table[Any], Seat, object], bool], table: Table[Any]
    ) -> object:
        """What the report asked that a letter answered, if that is over at a Table."""
        if read.answered is None or read.means_now:
            return None
        then = outbox.asked_by(self.context.session, read.answered)
        return then if is_over(table, row.seat or "", then) else None

    def clock_at(self, now: datetime) -> Any:
        """The clock of the game, at a time."""
        return open_clock(self.context.session, self.context.game.id, now)

    def give_receipt(self, seat_id: int, seat: Seat, results: Sequence[LineResult]) -> None:
        """Bind what was carried out to the seat's chain of receipts."""
        if orders := [result.understood for result in results if result.ordered]:
            newest = lobby.seat(self.context.session, self.context.game.id, seat).receipt
            lines = lines_carried_out(results)
            receipt = give_receipt(self.table, self.context.game.commitment, seat, newest, orders, lines)
            lobby.set_receipt(self.context.session, seat_id, receipt)

    # Entries

    def _entries(self, batch: LogBatch) -> list[Dropped]:
        fallen: list[Dropped] = []
        for entry in batch.entries:
            with self.table.because(Cause(CauseKind.AGAIN, entry=entry.number)):
                try:
                    take_entry(self.table, entry)
                except BadLine as bad:
                    fallen.append(Dropped(entry.seat, self._in_words(entry), bad.problem, batch.letter_id))
                carry_on(self.table)
        return fallen

    def _in_words(self, entry: Entry) -> str:
        table = self.table
        if is_of_deal(entry):
            return f"{entry.key} {entry.subject}"
        lexicon = Lexicon(lambda id_: table.rules.names(table.state, id_))
        answer = entry.answer
        words = lexicon.name(answer) if isinstance(answer, str) else "" if answer is None else str(answer)
        return f"{entry.key} {words}".strip()


def take_entry(table: Table[Any], entry: Entry) -> None:
    """Repeat an entry, unless it is a consequence of others. Raises BadLine if that is impossible now."""
    answer: Any = entry.answer
    match entry.kind:
        case EntryKind.ANSWER | EntryKind.TIMEOUT:
            table.answer(entry.seat, entry.key, answer, entry.kind, subject=entry.subject, note=entry.note)
        case EntryKind.ACT if not entry.note and not is_done(entry):
            table.act(entry.seat, entry.key, answer, subject=entry.subject)
        case EntryKind.DRAFT:
            table.draft(entry.seat, entry.key, answer, subject=entry.subject)
        case EntryKind.INSTRUCTION if answer is None or "number" in answer:
            table.withdraw(entry.seat, entry.key, entry.subject, None if answer is None else answer["number"])
        case EntryKind.INSTRUCTION:
            table.instruct(StandingOrder.from_entry(entry))
        case EntryKind.WAITING if entry.key == WAITING:
            table.wait(entry.seat, list(map(WaitingLine.from_json, answer)))
        case EntryKind.WAITING if entry.key == STOPPED:
            _stop_waiting(table, entry)
        case EntryKind.OFFER if is_handover(entry):
            leave(table, entry.seat, entry.note)
        case EntryKind.OFFER if is_of_deal(entry):
            _agree_again(table, entry)
        case EntryKind.OFFER:
            table.remark(EntryKind.OFFER, entry.seat, entry.key, entry.subject, answer, entry.note)
        case EntryKind.ENDED:
            table.end(entry.seat, entry.key, answer["winner"])
        case EntryKind.RULING:
            table.rule(entry.subject, entry.note)


def _agree_again(table: Table[Any], entry: Entry) -> None:
    """Offer, sign, refuse or withdraw again, under the same number; the rest follows by itself. Raises Illegal."""
    if not is_signature(entry):
        return
    number = deal_number(entry.subject)
    if number and entry.key != OFFERED and table.offers.named(number) is None:
        raise Illegal(Text("offer {number} is open no longer", number=number))
    table.note_again(entry)
    table.settle()


def _stop_waiting(table: Table[Any], entry: Entry) -> None:
    """Give up the waiting lines that the same entry gave up when moves were taken back, if they still wait."""
    waiting, given_up = table.waiting.get(entry.seat, []), [entry.subject, *entry.answer["dropped"]]
    if any(line.text == entry.subject for line in waiting):
        waiting_still = [line for line in waiting if line.text not in given_up]
        table.stop_waiting(entry.seat, entry.subject, note_said(entry), entry.answer["dropped"], waiting_still)


def _fallen(seat: Seat, result: LineResult, letter_id: int) -> Dropped:
    unnamed = "what its report asked for is over, and it names no segment" if result.late else ""
    behind = "it stands behind a line that could not be carried out"
    return Dropped(seat, result.text, result.problem or unnamed or behind, letter_id)


def recorded(batch: LogBatch) -> frozenset[str]:
    """The names of a letter's lines that were carried out, by its receipts; empty if these do not say."""
    causes = [entry.cause for entry in batch.entries if entry.kind is EntryKind.RECEIPT]
    return frozenset().union(*(lines_told(cause.line) for cause in causes if cause is not None and cause.line))


def _only(lines: LetterLines, names: Collection[str]) -> LetterLines:
    """The lines of a letter with these names, of the kinds that are carried out again, and its words about the letter
    itself.
    """
    counted = [line for line in lines.named if line.name in names and line.kind in CARRIED_OUT]
    return replace(lines, all=(*counted, *(line for line in lines.all if line.word in WHOLE)), previews=False)


def _ordered_in(batch: LogBatch) -> list[str]:
    """The orders of a letter that were carried out, by its receipt."""
    answers: list[Any] = [entry.answer for entry in batch.entries if entry.kind is EntryKind.RECEIPT]
    return [order for answer in answers for order in answer["orders"]]


def _is_receipt(results: Sequence[LineResult], ordered: Sequence[str], about_time: int) -> bool:
    """Whether results are what a receipt says, which has lines about time besides."""
    counted = Counter(result.understood for result in results if result.ordered)
    return counted <= Counter(ordered) and len(ordered) - counted.total() <= about_time
