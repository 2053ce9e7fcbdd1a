"""Corrects a game: goes back to a letter, replaces it, leaves it out or inserts one, and carries out all later ones again.

The old entries stay in the log, struck. A dry run does the same in a transaction that is rolled back, so it reports exactly
what will be done.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from pbem import values
from pbem.engine.decision import Seat
from pbem.engine.event import Event
from pbem.engine.log.cause import Cause, CauseKind
from pbem.engine.log.entry import NOT_OF_THE_GAME, Entry, EntryKind
from pbem.engine.log.shares import POOLED, SALTED, share_of
from pbem.engine.played_log import Diverged, News
from pbem.engine.table import Table
from pbem.moderator.core.context import Context, GameContext, transaction
from pbem.moderator.core.desk import Desk
from pbem.moderator.core.games import entry_of, load_table, rolls_taken_back, write_log
from pbem.moderator.core.line_results import LineResult
from pbem.moderator.correcting.aftermath import CarriedOutAgain, CorrectionReport, PositionBefore, compare
from pbem.moderator.correcting.by_hand import CannotCorrect, played, unread_lines, why_refused, written_letter
from pbem.moderator.correcting.replaying import (
    Dropped,
    LetterReplayer,
    LogBatch,
    begins,
    live_lines,
    log_batches,
    recorded,
    whole_lines,
)
from pbem.moderator.deadlines.clock import open_clock, set_clocks, stamp
from pbem.moderator.playing.letter_log import behind_first_shares, keep_salts, strike_from
from pbem.moderator.playing.order_lines import carry_out_lines
from pbem.moderator.reports.notify import tell_all
from pbem.moderator.reports.occasion import Change, Occasion, retracted_lines
from pbem.moderator.reports.public_report import take_back
from pbem.moderator.talk.seat_log import leave_again
from pbem.replay.audit import changes, follow
from pbem.store.database import Session
from pbem.store.errors import NotFound
from pbem.store.games import journal, lobby
from pbem.store.mail import inbox
from pbem.store.tables.games import GameRow
from pbem.store.tables.mail import LetterRow

NOTHING_TO_UNDO = NOT_OF_THE_GAME - {EntryKind.OFFER}


@dataclass(frozen=True, slots=True)
class Insertion:
    """A letter that takes the place of another, or (`seat` given) is inserted before it; its content is lines, or a whole
    mail.
    """

    content: bytes
    is_mail: bool = False
    seat: Seat = ""


class KeyIsOut(Exception):
    """The game has ended and its key is published: whoever plays on could know the dice beforehand."""


def _game(session: Session, name: str, *, after_the_end: bool) -> GameRow:
    game = lobby.find_game(session, name)
    if game.status == "over" and not after_the_end:
        meant = "--after-the-end does it on the command line; or open a new game"
        raise KeyIsOut(f"{name} is over and the key of its dice is published: {meant}")
    return game


# Taking back, and giving back


def last_letters_first(lines: list[journal.LogLine]) -> int:
    """The number of the first entry of the newest letter in the live log that changed the game or an agreement between
    players. What that letter said about time stays.

    Raises NotFound where no letter has.
    """
    letters = [line.letter_id for line in lines if line.letter_id is not None and line.kind not in NOTHING_TO_UNDO]
    if not letters:
        raise NotFound("no letter has changed this game yet")
    return next(line.number for line in lines if line.letter_id == letters[-1])


def undo(
    desk: Desk, name: str, reason: str, *, to: int | None = None, after_the_end: bool = False, commit: bool = True
) -> CorrectionReport:
    """Strike the log after entry `to`, or what the last letter caused, and write to all players. Without `commit` only
    report the result. Raises NotFound, KeyIsOut, BadValue.
    """
    reason = values.reason(reason)
    with transaction(desk, commit=commit) as session:
        context = Context(session, desk).of(_game(session, name, after_the_end=after_the_end))
        lines = journal.read(session, context.game.id)
        first = last_letters_first(lines) if to is None else behind_first_shares(context, to + 1)
        before = PositionBefore.of(context, first, _table_or_none(context))
        strike = strike_from(context, first, reason)
        comparison = compare(context, before, load_table(context), strike.last + 1)
        return CorrectionReport(name, commit, (strike.first, strike.last), **comparison)


def redo(desk: Desk, name: str, reason: str, *, commit: bool = True) -> CorrectionReport:
    """Carry out again what was struck last, unless anything has been done since.

    Raises NotFound, CannotCorrect, BadValue.
    """
    reason = values.reason(reason)
    with transaction(desk, commit=commit) as session:
        context = Context(session, desk).of(_game(session, name, after_the_end=False))
        strikes = journal.strikes(session, context.game.id)
        if not strikes:
            raise NotFound(f"nothing has been taken back in {name}")
        last, earlier = strikes[-1], strikes[:-1]
        lines = whole_lines(session, context.game.id)
        since = log_batches(line for line, struck in lines if line.number > last.last and not struck)
        if any(batch.is_somebodys for batch in since):
            raise CannotCorrect(f"since moves of {name} were taken back others have been made: they stand")
        again = [
            line
            for line, _ in lines
            if last.first <= line.number <= last.last
            and not any(strike.first <= line.number <= strike.last for strike in earlier)
        ]
        work = _Work(context, reason, commit, left=[seat for batch in since for seat in batch.hands_over])
        return work.run(journal.next_number(session, context.game.id), log_batches(again), None)


# Corrected


@dataclass(frozen=True, slots=True)
class Correction:
    """What the correction changes: it leaves out a `letter` (`without`), or puts another in its place or before it
    (`insert`). Without a letter it only applies the present rules, from where they differ from the log.
    """

    letter: int | None = None
    insert: Insertion | None = None
    without: bool = False

    @property
    def replaces(self) -> bool:
        """Whether its letter is left out or replaced."""
        return self.letter is not None and (self.without or (self.insert is not None and not self.insert.seat))


PRESENT_RULES = Correction()


def rework(
    desk: Desk,
    name: str,
    reason: str,
    correction: Correction = PRESENT_RULES,
    *,
    after_the_end: bool = False,
    commit: bool = False,
) -> CorrectionReport:
    """Go back to where a correction begins, make it, and carry out all later letters again.

    Raises NotFound where there is no such letter, CannotCorrect where nothing differs or the corrected letter has a line
    that is refused or no order (only with `commit`: a dry run tells it; a whole mail may have lines that are no orders), and
    BadValue for a reason that is no line.
    """
    reason = values.reason(reason)
    with transaction(desk, commit=commit) as session:
        context = Context(session, desk).of(_game(session, name, after_the_end=after_the_end))
        batches = log_batches(live_lines(session, context.game.id))
        letter, insert = correction.letter, correction.insert
        first, why = _where_rules_differ(context, batches) if letter is None else (begins(batches, letter), "")
        later, replaced = [batch for batch in batches if batch.first >= first], None
        if correction.replaces:
            replaced, later = later[0], [batch for batch in later if batch.letter_id != letter]
        work = _Work(context, reason, commit, why)
        if insert is not None:
            work.insert, work.is_mail = _inserted_letter(context, insert, letter), insert.is_mail
        return work.run(first, later, replaced)


def _inserted_letter(context: GameContext, insert: Insertion, letter: int | None) -> LetterRow:
    seat = insert.seat or (inbox.letter(context.session, letter).seat or "" if letter is not None else "")
    return written_letter(context, seat, insert.content, is_mail=insert.is_mail)


def _where_rules_differ(context: GameContext, batches: Sequence[LogBatch]) -> tuple[int, str]:
    """The first entry of the batch at which the present rules differ from the log (in a question, a position, a missing
    choice, an Event), and what differs. Raises CannotCorrect.
    """
    table = _new_table(context)
    for batch in batches:
        for entry in batch.entries:
            if (divergence := follow(table, entry)) is not None:
                return batch.first, f"the present rules differ from entry {entry.number} on: {divergence.problem}"
    stored = journal.events_since(context.session, context.game.id, 0)
    news_told = [News(line.entry_number, Event(line.rule, line.name, line.data, line.seen_by)) for line in stored]
    now = [news for news in table.news if news.number]
    for number, line in changes(news_told, now):
        first = next(batch.first for batch in reversed(batches) if batch.first <= number)
        return first, f"by the present rules entry {number} is told otherwise: {line}"
    raise CannotCorrect(f"the log of {context.game.name} is exact under the present rules: there is nothing to correct")


def _new_table(context: GameContext, entries: Sequence[Entry] = ()) -> Table[Any]:
    desk, game = context.desk, context.game
    made = rolls_taken_back(context)
    return Table.restore(
        desk.rules_of(game), desk.setup_of(game), desk.machine.fate(bytes.fromhex(game.key)), entries, made=made
    )


def _table_or_none(context: GameContext) -> Table[Any] | None:
    try:
        return load_table(context)
    except Diverged:
        return None


@dataclass
class _Work:
    """The correction of one game. `why` says where the rules differ, if they are the reason. `left` has the seats whose
    player has changed since the first letter carried out again. The letter `insert` is a whole mail (`is_mail`) or lines;
    `unread` has its lines that are no orders.
    """

    context: GameContext
    reason: str
    commit: bool
    why: str = ""
    insert: LetterRow | None = None
    is_mail: bool = False
    unread: tuple[str, ...] = ()
    left: Sequence[Seat] = ()

    def run(self, first: int, later: Sequence[LogBatch], replaced: LogBatch | None) -> CorrectionReport:
        """Strike from entry `first` on, carry out the inserted letter and those `later`, write everything, and tell all
        readers.
        """
        context, session, game = self.context, self.context.session, self.context.game
        before = PositionBefore.of(context, first, _table_or_none(context))
        live = [entry_of(line) for line in journal.read(session, game.id) if line.number < first]
        struck = self._strike(first)
        table = _new_table(context, live)
        table.next_number = since = journal.next_number(session, game.id)
        replayer = LetterReplayer(context, table, {}, self._past(live, later))
        if replaced is not None and table.shares.scheme == SALTED:
            replayer.take_salts(replaced)
        refused = played("the letter that is put in", table, partial(self._carry_out_inserted, replayer))
        if replaced is not None:
            replayer.follow(replaced)
        fallen = [each for batch in later for each in played(_whose(batch), table, partial(replayer.take, batch))]
        with table.because(Cause(CauseKind.UNDO)):
            leave_again(table, self.left)
        self._write(table, since, replayer, before, fallen)
        comparison = compare(context, before, table, since)
        comparison["notes"] = (*filter(None, [self.why]), *comparison["notes"])
        return CorrectionReport(
            game.name,
            self.commit,
            struck,
            CarriedOutAgain(
                sum(batch.letter_id is not None for batch in later),
                tuple(f"line {result.number}: {result.text}: {why_refused(result)}" for result in refused),
                tuple(fallen),
                self.unread,
            ),
            **comparison,
        )

    def _strike(self, first: int) -> tuple[int, int] | None:
        session, game = self.context.session, self.context.game
        if not journal.read(session, game.id, first - 1):
            return None
        strike = journal.strike(session, game.id, first, self.reason, self.context.desk.now())
        return strike.first, strike.last

    def _past(self, live: Sequence[Entry], later: Sequence[LogBatch]) -> Table[Any] | None:
        """The position before the entries that are carried out again, if the lines of a letter must be looked up there."""
        if all(batch.letter_id is None or recorded(batch) for batch in later):
            return None
        try:
            return _new_table(self.context, live)
        except Diverged:
            return None

    def _carry_out_inserted(self, replayer: LetterReplayer) -> list[LineResult]:
        """Carry out the inserted letter; gives its lines that were refused. Raises CannotCorrect."""
        if self.insert is None:
            return []
        row, table, first = self.insert, replayer.table, replayer.table.next_number
        now = self.context.desk.now()
        at, read = replayer.read(row, table, now)
        self.unread = unread_lines(table, at.seat.name, read, is_mail=self.is_mail)
        if table.shares.scheme == POOLED:  # a share of its own, so that knowing the old dice is of no use
            table.salt(at.seat.name, share_of(at.letter.message_id))
        results = carry_out_lines(table, at.seat.name, read.lines, replayer.clock_at(now))
        replayer.give_receipt(at.seat.id, at.seat.name, results)
        replayer.note_letter(first, row.id)
        refused = [result for result in results if not result.accepted]
        if self.unread and not self.is_mail and (self.commit or not results):
            raise CannotCorrect(f"a line of the letter is left out: {self.unread[0]}")
        if not results:
            raise CannotCorrect("the letter to insert has no orders")
        if refused and self.commit:
            raise CannotCorrect(f'the line "{refused[0].text}" of the letter is refused: {why_refused(refused[0])}')
        row.answers, row.typed = "", read.typed
        inbox.settle(self.context.session, row.id, "done", f"put in by the game master: {self.reason}")
        return refused

    def _write(
        self, table: Table[Any], since: int, replayer: LetterReplayer, before: PositionBefore, fallen: Sequence[Dropped]
    ) -> None:
        context, session, game = self.context, self.context.session, self.context.game
        with table.because(Cause(CauseKind.UNDO)):
            keep_salts(table, lobby.seats(session, game.id))
            table.settle()
        if game.status == "over":
            lobby.reopen(session, game.id)
        clock = open_clock(session, game.id, context.desk.now())
        set_clocks(clock, table, anew=True)
        write_log(session, game, table, since, replayer.letters, clock)
        for seat in lobby.seats(session, game.id):
            seat.told = min(seat.told, before.first - 1)
        session.flush()
        _tell(context, table, before, self.reason, fallen, fall_anew=self.insert is not None)


def _whose(batch: LogBatch) -> str:
    return f"entry {batch.first}" if batch.letter_id is None else f"letter {batch.letter_id}"


def _tell(
    context: GameContext,
    table: Table[Any],
    before: PositionBefore,
    reason: str,
    fallen: Sequence[Dropped],
    *,
    fall_anew: bool,
) -> None:
    """Write to everybody: the reason, what no longer counts, what has happened instead, and which of their lines were
    dropped.
    """
    # Not the numbers of the entries: they count secret ones too, and Message-IDs are seen by all.
    id_ = f"corrected-{len(journal.strikes(context.session, context.game.id))}-{stamp(context.desk.now())}"
    at_table = context.at(table)
    lines = {seat: [(each.line, each.problem) for each in fallen if each.seat == seat] for seat in table.seats}
    retracted = {seat: retracted_lines(at_table, seat, number, before.events) for seat, number in before.told.items()}
    change = Change(corrected=reason, fall_anew=fall_anew, lines_lost=lines, retracted=retracted)
    tell_all(at_table, Occasion(id_, change=change))
    take_back(at_table, before.first, reason, id_, before.events, corrected=True)
