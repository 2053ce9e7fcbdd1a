"""A letter and the log, apart from the letter's lines: the report that it answers and what has happened since, its player's
share in the dice, the note that they have written, its entries and its receipt; and entries that are struck when moves are
taken back.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import takewhile
from typing import Any

from pbem.engine.log.cause import Cause, CauseKind
from pbem.engine.log.entry import Entry, EntryKind
from pbem.engine.log.shares import POOLED, SALTED, Shares, share_of
from pbem.engine.refusal import BadLine
from pbem.engine.table import Table
from pbem.mail.address import read_message_id
from pbem.moderator.core.context import GameContext
from pbem.moderator.core.games import entry_of, load_table, save, write_log
from pbem.moderator.core.line_results import LineResult, lines_carried_out
from pbem.moderator.deadlines.clock import consent_for_silent, hear, open_clock, set_clocks
from pbem.moderator.deadlines.time_words import ABSENT, SAID, time_word
from pbem.moderator.reading.letter_lines import TOLD, LetterLine, LetterLines, LineKind, is_late
from pbem.moderator.reading.line_kinds import NO_ORDER
from pbem.moderator.reading.query_words import tells_status
from pbem.moderator.reading.seat_letter import ReadLetter
from pbem.moderator.reports.notify import tell_all
from pbem.moderator.reports.occasion import AnsweredLetter, Change, Occasion, retracted_lines
from pbem.moderator.reports.public_report import take_back
from pbem.moderator.talk.agreements import end_offers
from pbem.moderator.talk.seat_log import leave_again, seats_left
from pbem.orders.carry.since import Since, since
from pbem.orders.carry.waiting import stop_outrun
from pbem.orders.parse.parse import MAX_LINES
from pbem.replay.receipts import give_receipt
from pbem.store.games import journal, lobby
from pbem.store.mail import inbox, outbox
from pbem.store.tables.games import SeatRow
from pbem.store.tables.log import StrikeRow
from pbem.store.tables.mail import LetterRow


def duplicate_of(letter: ReadLetter) -> LetterRow | None:
    """The letter that came before with the same lines, in answer to the same mail, unless this one means them again."""
    meant = letter.read.means_again or letter.read.means_now
    return None if meant or letter.asks_only else inbox.same_letter(letter.context.session, letter.context.row)


def hear_player(letter: ReadLetter) -> None:
    """Note that a player has written: their letter has an order (good or bad), a question or a message. One with other words
    alone, or that says only that its writer is away, can be a program's.
    """
    without_order = (isinstance(line.fault, BadLine) and line.fault.problem == NO_ORDER for line in letter.lines)
    texts = dict.fromkeys(line.text for line, is_talk in zip(letter.lines, without_order, strict=True) if not is_talk)
    is_meant = any(time_word(text) not in (ABSENT, SAID) and not tells_status(text) for text in texts)
    if letter.read.message_blocks or is_meant:
        with letter.table.because(Cause(CauseKind.LETTER)):
            hear(letter.at_table.clock, letter.table, letter.context.seat.name)


def report_if_late(letter: ReadLetter) -> object:
    """What was asked in the report that this letter answers, if it is too late for that; else None."""
    answered = letter.read.answered
    if answered is None or letter.read.means_now:
        return None
    then = outbox.asked_by(letter.context.session, answered)
    return then if is_late(letter.table, letter.context.seat.name, then) else None


def since_report(letter: ReadLetter, table: Table[Any]) -> Since | None:
    """What the report that this letter answers (else the newest) told, if others have done something since."""
    if not (table.rules.acts.exist or table.rules.deals.exist) or letter.read.means_now:
        return None
    seat, answered = letter.context.seat, letter.read.answered
    asked = None if answered is None else outbox.asked_by(letter.context.session, answered)
    return since(table, seat.name, asked.get(TOLD, seat.told) if isinstance(asked, dict) else seat.told)


def unseen_offers(letter: ReadLetter) -> frozenset[int]:
    """The entries of open offers that are newer than the mail that this letter answers; if it names none, newer than the
    last mail to its writer.
    """
    context, made = letter.context, frozenset(offer.entry for offer in letter.table.open_offers)
    if not made or all(line.kind is not LineKind.DEAL for line in letter.lines):
        return frozenset()
    session, game_id, row, mail = context.session, context.game.id, context.row, letter.read.answered
    if mail is None or mail.message_id not in context.letter.references:
        mail = next(iter(outbox.newest_mails(session, game_id, context.seat.name, row.received, 1, row.id)), None)
    if mail is None:
        return made
    lines = journal.read(session, game_id, min(made) - 1)
    return frozenset(line.number for line in lines if line.number in made and line.written > mail.queued)


def stale_turn(letter: ReadLetter) -> str:
    """The turn of the report that this letter answers, if the game has gone on since; else ""."""
    context, table = letter.context, letter.table
    ours = (read_message_id(context.desk.secret, reference) for reference in context.letter.references)
    answered = next((parts for parts in ours if parts is not None), ())
    turn = answered[3] if len(answered) > 3 else ""
    return turn if turn != table.rules.turn(table.state) else ""


def receipt_for(letter: ReadLetter, results: Sequence[LineResult]) -> str:
    """The receipt of this letter, "" if none of its orders was carried out."""
    orders = [result.understood for result in results if result.ordered]
    if not orders:
        return ""
    context, seat = letter.context, letter.context.seat
    lines = lines_carried_out(results)
    receipt = give_receipt(letter.table, context.game.commitment, seat.name, seat.receipt, orders, lines)
    context.writes.do(partial(lobby.set_receipt, context.session, seat.id, receipt))
    return receipt


def write_entries(letter: ReadLetter, first: int) -> None:
    """Write the letter's entries, before its mails; at the end of a game without delay, as the last report contains the
    archive.
    """
    context, table, clock = letter.context, letter.table, letter.at_table.clock
    if not any(entry.number >= first for entry in table.entries):
        return
    behind = table.next_number
    set_clocks(clock, table)
    answers = (entry.number for entry in table.entries if entry.number >= behind and entry.kind is EntryKind.TIMEOUT)
    write_some(letter, first, next(answers, table.next_number))  # what the clock answers at once is not the letter's
    if table.over:
        context.writes.flush(context.session)


def write_some(letter: ReadLetter, first: int, ends: int) -> None:
    """Write the entries from number `first` on: the letter's are those before `ends`."""
    context, table = letter.context, letter.table
    if table.next_number > first:
        letters, clock = dict.fromkeys(range(first, ends), context.row.id), letter.at_table.clock
        context.writes.do(partial(write_log, context.session, context.game, table, first, letters, clock))


def only_asks(line: LetterLine) -> bool:
    """Whether a line only asks, or allows slips to be mended: it is no order, and never refused."""
    return line.kind in (LineKind.QUESTION, LineKind.LETTER)


def _no_order(line: LetterLine) -> bool:
    return only_asks(line) or line.kind is LineKind.DEAL


def give_share(letter: ReadLetter) -> Shares | None:
    """Write the player's share in the dice before the entries of a letter that may get a receipt; gives the shares before
    that, None if no share is needed.

    In games without a pool it comes before the first letter whose first order, or line about time, is accepted. Whether it
    counts shows when the lines are carried out (share_counts): if not, it is removed again; if other entries have followed
    it, the game is loaded again and the lines are carried out without it.
    """
    table, seat = letter.table, letter.context.seat.name
    if _first_order(letter.read.lines) is None or not table.shares.wants(seat):
        return None
    before = table.shares.fork()
    with table.because(Cause(CauseKind.LETTER)):
        table.salt(seat, _share_in(letter, table.shares.scheme))
    return before


def share_counts(letter: ReadLetter, results: Sequence[LineResult]) -> bool:
    lines = letter.read.lines
    if letter.table.shares.scheme == POOLED:
        return any(result.ordered for result in results)
    place = _first_order(lines)
    return place is not None and results[place].accepted and results[place].read == lines.acted_on[place].text


def _share_in(letter: ReadLetter, scheme: int) -> str:
    """The share in the dice that a letter gives. If another letter with the same Message-ID has given that share, so that
    its dice may be known, the share is made of the name under which this letter is stored.
    """
    context = letter.context
    if scheme == SALTED:
        return share_of(context.letter.message_id, [line.text for line in letter.read.typed_lines])
    share = share_of(context.letter.message_id)
    given = journal.read_kind(context.session, context.game.id, EntryKind.SALT)
    return share_of(context.row.message_id) if any(line.answer == share for line, _ in given) else share


def _first_order(lines: LetterLines) -> int | None:
    """The place of the first line that does not only ask."""
    return next((place for place, line in enumerate(lines.acted_on[:MAX_LINES]) if not _no_order(line)), None)


def strike_from(
    context: GameContext, first: int, reason: str, about: AnsweredLetter | None = None, kept: Iterable[Entry] = ()
) -> StrikeRow:
    """Strike the log from entry `first` on, and write to all players. Orders of a player who has left since do not become
    valid again; the orders for later in `kept` stay valid.

    Offers made since then that are not in `kept` end, and their numbers are not used again. `about` is the letter that asked
    for it, for the mail to its sender. Everything is written to the database. Raises NotFound if there is nothing to strike.
    """
    session, game, now = context.session, context.game, context.desk.now()
    first = behind_first_shares(context, first)
    gone_by = [entry_of(line) for line in journal.read(session, game.id, first - 1)]
    left = seats_left(gone_by)
    before = journal.events_since(session, game.id, first - 1)
    strike = journal.strike(session, game.id, first, reason, now)
    rolls = journal.read_kind(session, game.id, EntryKind.ROLL)
    had_rolls = any(strike.first <= line.number <= strike.last for line, _ in rolls)
    if game.status == "over":
        lobby.reopen(session, game.id)
    table = load_table(context)
    with table.because(Cause(CauseKind.UNDO)):
        keep_salts(table, lobby.seats(session, game.id))
        leave_again(table, left)
        consent_for_silent(open_clock(session, game.id, now), table)
        stay = list(kept)
        end_offers(table, (entry for entry in gone_by if entry not in stay))
        for entry in stay:
            with table.because(Cause(CauseKind.AGAIN, entry=entry.number)):
                table.note_again(entry)
        table.settle()
        stop_outrun(table, "moves have been taken back")
    set_clocks(open_clock(session, game.id, now), table, anew=True)
    save(session, game, table, strike.last + 1, None, now)
    at_table, retracted = context.at(table), dict[str, tuple[str, ...]]()
    for seat in lobby.seats(session, game.id):
        retracted[seat.name] = retracted_lines(at_table, seat.name, seat.told, before)
        seat.told = min(seat.told, first - 1)
    # Not the numbers of the entries: they count secret ones too, and Message-IDs are seen by all.
    id_ = f"undo-{len(journal.strikes(session, game.id))}"
    change = Change(taken_back=reason, fall_anew=had_rolls, retracted=retracted)
    tell_all(at_table, Occasion(id_, about or AnsweredLetter(), change))
    take_back(at_table, first, reason, id_, before)
    return strike


def behind_first_shares(context: GameContext, first: int) -> int:
    """`first`, or the entry after the shares in the dice that players gave by taking part. These are never struck: else the
    key alone would determine what is dealt when the game begins again.
    """
    given = takewhile(
        lambda line: line.kind == EntryKind.SALT and line.letter_id is None, journal.read(context.session, context.game.id)
    )
    return max(first, *(line.number + 1 for line in given), 1)


def keep_salts(table: Table[Any], seats: Iterable[SeatRow]) -> None:
    """Keep salts in games without a pool: else a struck roll would give another result when it is made again."""
    for seat in seats:
        if seat.salt is not None and table.shares.scheme == SALTED:
            table.salt(seat.name, seat.salt)
