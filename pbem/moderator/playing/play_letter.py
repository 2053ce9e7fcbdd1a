"""A player's letter when it is read, and what became of it.

The messages of a letter on their way to their readers, in a mail of their own or with a report.

What a player's letter is for: a preview, answers to its questions, or orders to be carried out and told of.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from pbem.engine.cause import Cause, CauseKind
from pbem.engine.changes import whole_log
from pbem.engine.decision import Seat
from pbem.engine.entry import EntryKind
from pbem.engine.shares import POOLED, SALTED, share_of
from pbem.engine.table import Diverged
from pbem.mail.address import read_message_id
from pbem.moderator.core.context import LetterContext, TableContext
from pbem.moderator.core.games import load_table, write_log
from pbem.moderator.core.line_results import TALKS, LineResult, lines_carried_out
from pbem.moderator.deadlines.clock import set_clocks
from pbem.moderator.deadlines.time_sentences import written
from pbem.moderator.playing.order_lines import carry_out_lines, question_line
from pbem.moderator.playing.previews import preview_lines
from pbem.moderator.playing.taking_back import strike_from
from pbem.moderator.reading.asking import ADDRESS, ONE_ADDRESS, REPORT, RESEND, address_in
from pbem.moderator.reading.letter_words import SLIPS
from pbem.moderator.reading.line_kinds import LetterLine, LetterLines, LineKind
from pbem.moderator.reading.older_reports import is_late
from pbem.moderator.reading.seat_letter import Read
from pbem.moderator.reports.answer_letters import answer_questions, send_again
from pbem.moderator.reports.notes import why_left_out
from pbem.moderator.reports.notices import answer_letter, name_of, notice, queue_message, report_fault, tell_gamemaster
from pbem.moderator.reports.notify import Occasion, tell_all
from pbem.moderator.seats.addresses import ask_address, why_not_asked
from pbem.moderator.talk.deals import Offer, given_ahead, is_agreed_back, last_order
from pbem.moderator.talk.messages import (
    IN_PREVIEW,
    NOT_AGAIN,
    Spoken,
    comes_at_once,
    fresh_for,
    has_said_much,
    keep,
    mark_told,
    question_ids,
    said_to,
    speak,
    terms_of,
)
from pbem.orders.foresight.preview import PREVIEW_WORD
from pbem.orders.parse.parse import MOST_LINES
from pbem.replay.receipts import give_receipt
from pbem.store import journal, lobby, post, press
from pbem.store.tables import LetterRow, MessageRow


@dataclass(frozen=True)
class Verdict:
    """What became of a letter: a status, unless it is settled already, and one line why. `at_table` is its game, if that was
    looked at.
    """

    status: post.Settled | None
    outcome: str
    at_table: TableContext | None = None


@dataclass(frozen=True)
class Parsed:
    """A letter as it was read for its seat, and its game at a Table; where that has `diverged` there is none."""

    context: LetterContext
    read: Read
    at_table: TableContext | None
    diverged: Diverged | None = None

    @property
    def is_too_long(self) -> bool:
        """Whether a letter is longer than is read: then only its header may be here."""
        row = self.context.row
        return max(row.size, len(row.raw)) > self.context.desk.max_letter_bytes

    @property
    def lines(self) -> Sequence[LetterLine]:
        """Its lines that are answered one by one, as many as are read of a letter."""
        return self.read.lines.acted_on[:MOST_LINES]

    @property
    def asks_only(self) -> bool:
        """Whether each of its lines is a question, and it has no message."""
        return not self.read.passages and all(line.kind is LineKind.QUESTION for line in self.lines)

    @property
    def whose(self) -> str:
        """Its game and seat."""
        return f"{self.context.game.name} {self.context.seat.name}"

    @property
    def oddity(self) -> str:
        """Why a letter has no order lines: the name of the note that explains it, or "" for one that has some."""
        if self.read.typed_lines or self.read.passages:
            return ""
        if self.read.form:
            return self.read.form
        if self.context.letter.unreadable:
            return "unreadable"
        return "attachment" if self.context.letter.attachments else "empty"

    def settled(self, status: post.Settled, outcome: str) -> Verdict:
        """What became of it."""
        return Verdict(status, outcome, self.at_table)


def deliver(context: LetterContext, spoken: Spoken, reported: Iterable[Seat] = ()) -> None:
    """Send the signed messages of a letter in a mail of their own, where they are to come at once, to those who have not got
    a report with them; and keep the others until there is one.
    """
    _ask_gamemaster(context, spoken)
    if comes_at_once(context, terms_of(context)) and not has_said_much(context):
        for seat in lobby.seats(context.session, context.game.id):
            mine = fresh_for(spoken.signed, seat.name)
            if mine and seat.name not in reported:
                said = [said_to(context.page_for(seat.name).words, message, seat.name) for message in mine]
                queue_message(context, seat, said, name_of(context.desk, context.row, "message"), context.row.id)
                mark_told(context, seat.name, [message.key for message in mine])
    keep(context, [message for message in spoken.sent if message.unsigned])


def _ask_gamemaster(context: LetterContext, spoken: Spoken) -> None:
    """Write to the game master what a letter asks of them."""
    known = sum(id_.rpartition("-")[0] == context.seat.name for id_ in question_ids(_others(context)))
    for number, message in enumerate((each for each in spoken.sent if each.asks), known + 1):
        facts: dict[str, Any] = {"seat": context.seat.name, "id": f"{context.seat.name}-{number}", "question": message.text}
        occasion = f"{name_of(context.desk, context.row, 'question')}-{number}"
        tell_gamemaster(context, context.game, "question", occasion, letter_id=context.row.id, **facts)


def _others(context: LetterContext) -> list[MessageRow]:
    """The messages of the game, without those of this letter, which may be written already."""
    return [row for row in press.all_of(context.session, context.game.id) if row.letter_id != context.row.id]


log = logging.getLogger(__name__)


def deal_with(parsed: Parsed) -> Verdict:
    """Do what a letter is for, and say what became of it. Raises Diverged where its game cannot be restored."""
    context, game = parsed.context, parsed.context.game
    at_table = None if parsed.is_too_long else parsed.at_table
    if at_table is not None and parsed.read.lines.previews:
        return _preview(parsed, at_table)
    if at_table is not None and game.status != "playing" and (parsed.read.passages or any(map(_only_asks, parsed.lines))):
        return _answer_while_stopped(parsed, at_table)
    if game.status == "over":
        notice(context, "over")
        return parsed.settled("done", f"{game.name} is over")
    if game.status == "held":
        notice(context, "held")
        return parsed.settled("held", f"{game.name} is held: {game.held_because}")
    if parsed.is_too_long:
        notice(context, "too_long")
        return parsed.settled("done", f"{context.row.size} bytes are too many")
    if at_table is None:
        assert parsed.diverged is not None
        raise parsed.diverged
    if (twin := _twin(parsed)) is not None:
        notice(context, "again", when=f"{twin.received:%d %b %Y %H:%M} UTC")
        return parsed.settled("done", f"repeats letter {twin.id}, not carried out again")
    return _play(parsed, at_table)


def _only_asks(line: LetterLine) -> bool:
    """Whether a line only asks, or allows slips to be mended: it is no order, and never refused."""
    return line.kind in (LineKind.QUESTION, LineKind.LETTER)


def _no_order(line: LetterLine) -> bool:
    return _only_asks(line) or line.kind is LineKind.DEAL


# Previews and questions


def _preview(parsed: Parsed, at_table: TableContext) -> Verdict:
    """Say what the lines would come to, and answer those that ask. Nothing is carried out, nothing counts as told."""
    context, lines = parsed.context, parsed.read.lines
    questions = [question_line(line) for line in parsed.lines if line.kind is LineKind.QUESTION]
    if questions := [*questions, *speak(context, parsed.read.passages, IN_PREVIEW).results]:
        _answer(parsed, at_table, _with_addresses(parsed, questions))
    rest = replace(lines, all=tuple(line for line in parsed.lines if line.kind is not LineKind.QUESTION))
    try:
        page = context.page_for(context.seat.name)
        left_out = [(each.text, why_left_out(page.words, each.why)) for each in parsed.read.worth_telling]
        content = preview_lines(page, context.game.name, at_table.table, context.seat.name, rest, left_out)
    except Exception as fault:  # a rule's fault on a trial run: the game itself is sound and goes on
        log.exception("letter %s", context.row.id)
        return _no_preview(parsed, f"{type(fault).__name__}: {fault}")
    answer_letter(context, PREVIEW_WORD, content)
    return parsed.settled("done", f"{parsed.whose}: a preview")


def _no_preview(parsed: Parsed, fault: str) -> Verdict:
    """The Table at which the rules have failed is of no more use."""
    notice(parsed.context, "no_preview")
    report_fault(parsed.context, fault, kind="preview_fault")
    return Verdict("done", f"{parsed.whose}: no preview: {fault}")


def _answer_while_stopped(parsed: Parsed, at_table: TableContext) -> Verdict:
    """Answer the questions of a letter to a game that is held or over.

    Its orders are told why they are not carried out; those to a held game are kept.
    """
    over = parsed.context.game.status == "over"
    why = "the game is over" if over else "the game is on hold: this line is kept until it goes on"
    results = [
        question_line(line) if _only_asks(line) else LineResult(line.number, line.typed, problem=why)
        for line in parsed.lines
    ]
    spoken = speak(parsed.context, parsed.read.passages, NOT_AGAIN if _twin(parsed) is not None else "")
    told = _answer(parsed, at_table, [*_with_addresses(parsed, results), *spoken.results])
    deliver(parsed.context, spoken)
    return parsed.settled("done" if over or all(result.asks for result in results) else "held", told)


def _not_now(line: LetterLine, why: str) -> LineResult:
    return LineResult(line.number, line.typed, problem=why)


def _answer(parsed: Parsed, at_table: TableContext, results: Sequence[LineResult], stale: str = "") -> str:
    """Write a letter with answers alone, and say in a line what became of the letter."""
    context = parsed.context
    id_ = name_of(context.desk, context.row, "answers")
    occasion = Occasion(
        id_,
        context.row.id,
        context.seat.name,
        context.letter.message_id,
        results,
        stale=stale,
        left_out=parsed.read.worth_telling,
        asks_nobody=parsed.read.asks_nobody,
        source=parsed.read.source,
    )
    _send_besides(parsed, at_table, results)
    answer_questions(context, at_table, occasion)
    return f"{parsed.whose}: {sum(bool(result.asks) for result in results)} questions answered"


def _with_addresses(parsed: Parsed, results: Sequence[LineResult]) -> list[LineResult]:
    """The results; a new address to which no mail will go is refused: of several but the first every one."""
    asked = [place for place, result in enumerate(results) if result.asks == ADDRESS and _address_of(result) is not None]
    told = list(results)
    for place in asked:
        told[place] = _refused_address(parsed, told[place], is_first=place == asked[0])
    return told


def _address_of(result: LineResult) -> str | None:
    """The address that a line names, if it is one."""
    return address_in(result.read.partition(" ")[2])


def _refused_address(parsed: Parsed, result: LineResult, *, is_first: bool) -> LineResult:
    why = why_not_asked(parsed.context, _address_of(result) or "") if is_first else ONE_ADDRESS
    return replace(result, understood="", problem=why, asks=TALKS) if why else result


def _send_besides(parsed: Parsed, at_table: TableContext, results: Sequence[LineResult]) -> None:
    """What lines ask for that comes in a mail of its own: the newest report once more, a mail to a new address."""
    if any(result.asks == RESEND for result in results):
        send_again(parsed.context, at_table)
    for result in results:
        if result.asks == ADDRESS and (address := _address_of(result)) is not None:
            ask_address(parsed.context, address)


# Orders


def _twin(parsed: Parsed) -> LetterRow | None:
    """The letter that came before with the same lines, in answer to the same mail, unless this one means them anew."""
    meant = parsed.read.means_again or parsed.read.means_now
    return None if meant or parsed.asks_only else post.same_letter(parsed.context.session, parsed.context.row)


def _play(parsed: Parsed, at_table: TableContext) -> Verdict:
    """Carry out the lines of a letter, and tell everybody what has come of it."""
    late_for, stale = _late_for(parsed, at_table), _stale(parsed, at_table)
    at_table, first, results = _carry_out(parsed, at_table, late_for)
    parsed = replace(parsed, at_table=at_table)
    spoken = speak(parsed.context, parsed.read.passages)
    results = [*_with_addresses(parsed, results), *spoken.results]
    if only_questions(results) and not wants_report(results):
        told = _answer(parsed, at_table, results, stale)
        deliver(parsed.context, spoken)
        return parsed.settled("done", told)
    if (wanted := is_agreed_back(at_table.table)) is not None:
        return _take_back(parsed, at_table, results, first, wanted, spoken)
    receipt = _give_receipt(parsed, at_table, results)
    _write(parsed, at_table, first)
    _send_besides(parsed, at_table, results)
    occasion = replace(_occasion(parsed, results, receipt, stale, first), messages=spoken.signed)
    deliver(parsed.context, spoken, tell_all(at_table, occasion))
    good = sum(result.accepted for result in results)
    return parsed.settled("done", f"{parsed.whose}: {good} of {len(results)} lines accepted")


def _take_back(
    parsed: Parsed, at_table: TableContext, results: Sequence[LineResult], first: int, wanted: Offer, spoken: Spoken
) -> Verdict:
    """All have agreed that a player's last order is taken back: it is, and all are told."""
    context, number = parsed.context, last_order(at_table.table, wanted.seat)
    _write(parsed, at_table, first)
    context.writes.release()
    about = replace(_occasion(parsed, results, "", "", 0), messages=spoken.signed)
    whole = whole_log(at_table.table.entries)
    kept = [entry for entry in whole if entry.number >= number and given_ahead(entry, wanted.seat)]
    why = f"{written(wanted.seat)} has asked to take the last order back, and all agree"
    strike_from(context, number, why, about, kept)
    deliver(context, spoken, at_table.table.seats)
    return parsed.settled("done", f"{parsed.whose}: agreed to take an order back")


def _late_for(parsed: Parsed, at_table: TableContext) -> object:
    """What was asked in the report that this letter answers, if it is too late for that; else None."""
    answered = parsed.read.answered
    if answered is None or parsed.read.means_now:
        return None
    then = post.asked_by(parsed.context.session, answered)
    return then if is_late(at_table.table, parsed.context.seat.name, then) else None


def _stale(parsed: Parsed, at_table: TableContext) -> str:
    """The turn of the report that this letter answers, if the game has gone on since; else ""."""
    context, table = parsed.context, at_table.table
    ours = (read_message_id(context.desk.secret, reference) for reference in context.letter.references)
    answered = next((parts for parts in ours if parts is not None), ())
    turn = answered[3] if len(answered) > 3 else ""
    return turn if turn != table.rules.turn(table.state) else ""


def _carry_out(parsed: Parsed, at_table: TableContext, late_for: object) -> tuple[TableContext, int, list[LineResult]]:
    """The lines carried out: the Table at which they have been, the number of the first entry, and what became of each.

    The player's share in the dice stands in front of each letter that gets a receipt; in games without a pool in front of
    the first whose first order, or line about time, is accepted as it is read. Whether it does shows when it is carried
    out: where it does not, the share is taken out again; where something has followed already, the game is loaded again
    and the lines are carried out without it.
    """
    context, lines = parsed.context, parsed.read.lines
    seat, first = context.seat.name, at_table.table.next_number
    place = _first_order(lines)
    shares = at_table.table.shares
    if place is None or not shares.wants(seat):
        return at_table, first, _carry_out_at(at_table, seat, lines, late_for)
    before = shares.fork()
    with at_table.table.because(Cause(CauseKind.LETTER)):
        at_table.table.salt(seat, _share_in(parsed, shares.scheme))
    results = _carry_out_at(at_table, seat, lines, late_for)
    as_read = results[place].accepted and results[place].read == lines.acted_on[place].text
    counts = any(result.ordered for result in results) if shares.scheme == POOLED else as_read
    if not counts and not at_table.table.without_share(before):
        at_table = context.at(load_table(context))
        results = _carry_out_at(at_table, seat, lines, late_for)
    return at_table, first, results


def _share_in(parsed: Parsed, scheme: int) -> str:
    """The share in the dice that a letter gives. Where another letter under the same Message-ID has given that already, so
    that its dice may be known, it is that of the name the letter is kept under.
    """
    context = parsed.context
    if scheme == SALTED:
        return share_of(context.letter.message_id, [line.text for line in parsed.read.typed_lines])
    share = share_of(context.letter.message_id)
    given = journal.read_kind(context.session, context.game.id, EntryKind.SALT)
    return share_of(context.row.message_id) if any(line.answer == share for line, _ in given) else share


def _first_order(lines: LetterLines) -> int | None:
    """The place of the first line that does not only ask."""
    return next((place for place, line in enumerate(lines.acted_on[:MOST_LINES]) if not _no_order(line)), None)


def _carry_out_at(at_table: TableContext, seat: str, lines: LetterLines, late_for: object) -> list[LineResult]:
    return carry_out_lines(at_table.table, seat, lines, at_table.clock, late_for=late_for)


def _give_receipt(parsed: Parsed, at_table: TableContext, results: Sequence[LineResult]) -> str:
    """The receipt of this letter, "" if none of its orders was carried out."""
    orders = [result.understood for result in results if result.ordered]
    if not orders:
        return ""
    context, seat = parsed.context, parsed.context.seat
    lines = lines_carried_out(results)
    receipt = give_receipt(at_table.table, context.game.commitment, seat.name, seat.receipt, orders, lines)
    context.writes.do(partial(lobby.set_receipt, context.session, seat.id, receipt))
    return receipt


def _write(parsed: Parsed, at_table: TableContext, first: int) -> None:
    """Write the letter's entries, before its mails. At the end of a game at once: the last report is made of the archive."""
    context, table = parsed.context, at_table.table
    if not any(entry.number >= first for entry in table.entries):
        return
    set_clocks(at_table.clock, table)
    context.writes.do(partial(write_log, context.session, context.game, table, first, context.row.id, at_table.clock))
    if table.over:
        context.writes.release()


def _occasion(parsed: Parsed, results: Sequence[LineResult], receipt: str, stale: str, first: int) -> Occasion:
    """Why reports go out: what is told of this letter."""
    context, late = parsed.context, any(result.late for result in results)
    return Occasion(
        name_of(context.desk, context.row, "letter"),
        context.row.id,
        context.seat.name,
        context.letter.message_id,
        results,
        receipt,
        parsed.oddity,
        "" if late else stale,
        began=first,
        late=late,
        left_out=parsed.read.worth_telling,
        asks_nobody=parsed.read.asks_nobody,
        source=parsed.read.source,
        by_gamemaster=context.by_gamemaster,
    )


def only_questions(results: Sequence[LineResult]) -> bool:
    """Whether the lines only ask, at least one of them: `mend slips` by itself asks nothing."""
    return all(result.asks for result in results) and any(result.asks != SLIPS for result in results)


def wants_report(results: Sequence[LineResult]) -> bool:
    """Whether a line asks for the whole report."""
    return any(result.asks == REPORT for result in results)
