"""What a report says of its reader's letter, line by line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from pbem.engine.decision import Seat
from pbem.engine.event import Event
from pbem.engine.log.waiting import WAITING_STOPPED
from pbem.engine.refusal import BadLine
from pbem.engine.table import Table
from pbem.moderator.core.context import TableContext
from pbem.moderator.core.line_results import TALKS, LineResult
from pbem.moderator.reading.asking import NOT_ANSWERED, first_questions
from pbem.moderator.reading.form_lines import OwnLetter, as_offered
from pbem.moderator.reading.letter_words import SLIPS
from pbem.moderator.reading.line_kinds import TOO_MANY
from pbem.moderator.reports.notes import why_left_out
from pbem.moderator.reports.occasion import Occasion
from pbem.orders.carry.execute import understand
from pbem.orders.parse.branches import is_case
from pbem.orders.words.codes import codes_in
from pbem.render.report import (
    FormLine,
    Outcome,
    Receipt,
    ReceiptLine,
)
from pbem.render.untold import bounded
from pbem.store.tables.games import SeatRow


def receipt_of(context: TableContext, seat: SeatRow, occasion: Occasion, news: Iterable[Event]) -> Receipt:
    """What became of the reader's letter, if that is answered, and of their lines that waited."""
    table, name, letter = context.table, seat.name, occasion.letter
    if not occasion.answers(name):
        return Receipt(newest=seat.receipt, mend=_to_mend(occasion, name, news))
    lines, untold = bounded(() if occasion.newcomer else _receipt_lines(letter.results), _came_to_nothing)
    refused = any(result.is_refused for result in letter.results)
    own = OwnLetter(table, name, letter.results, untold.numbers) if refused and not table.over else None
    ready, words = lines_ready(table, name, occasion), context.page_for(name).words
    unread = set(untold.numbers)
    late = [result.read for result in letter.results if result.late and not ready and result.number not in unread]
    return Receipt(
        lines=lines,
        untold=untold,
        number=letter.receipt,
        newest=letter.receipt or seat.receipt,
        letter=own.lines if own is not None else (),
        again=own.segments if own is not None else frozenset(),
        ready=ready,
        mend=_to_mend(occasion, name, news, late),
        left_out=tuple((each.text, why_left_out(words, each.why)) for each in letter.left_out),
        talks=letter.talks_to_nobody,
        left_orders=tuple(occasion.left_orders),
        newcomer=bool(occasion.newcomer),
    )


def lines_ready(table: Table[Any], seat: Seat, occasion: Occasion) -> tuple[FormLine, ...]:
    """The lines of the letter that came too late, for the reply form to send them again: where the first of them would do
    nothing now, they are about what is over, and none is offered.
    """
    late = tuple(result.read for result in occasion.letter.results if result.late)
    try:
        return as_offered(table, late) if late and understand(table, seat, late[0]) else ()
    except BadLine:
        return ()


def _to_mend(occasion: Occasion, seat: Seat, news: Iterable[Event], late: Sequence[str] = ()) -> tuple[str, ...]:
    """The reader's lines that came to nothing: given up after they had waited, too `late`, or lost by a correction."""
    stopped = [event.data for event in news if event.name == WAITING_STOPPED]
    given_up = [line for told in stopped for line in (told["line"], *told["dropped"])]
    lost = [line for line, _ in occasion.change.lines_lost.get(seat, ())]
    return (*(line for line in given_up if not is_case(line)), *late, *lost)


def _receipt_lines(results: Sequence[LineResult]) -> tuple[ReceiptLine, ...]:
    """The lines of a letter in the order in which they were written, whatever was done first. Questions that get no answer,
    for there are too many, are refused.
    """
    too_many = set(first_questions(asking_lines(results))[1])
    told = [
        replace(result, understood="", problem=NOT_ANSWERED) if (result.asks, result.read) in too_many else result
        for result in results
    ]
    lines = [_receipt_line(result, results) for result in told]
    return tuple(sorted(lines, key=lambda line: line.number))


def _came_to_nothing(line: ReceiptLine) -> bool:
    """Whether a line can be among those that are only counted; the one at which the reading ended is told."""
    return line.outcome is not Outcome.DONE and line.problem != TOO_MANY


def _receipt_line(result: LineResult, results: Sequence[LineResult]) -> ReceiptLine:
    outcome = Outcome.DONE if result.accepted else Outcome.REFUSED if result.problem else Outcome.NOT_DONE
    behind = 0 if result.place.waits_for is None else results[result.place.waits_for].number
    text, mended = result.text, result.reading.mended
    if result.reading.code and (result.accepted or codes_in(text)):
        text, mended = f"{result.reading.code}: {mended}", ""
    return ReceiptLine(
        result.number,
        text,
        outcome,
        result.understood,
        result.problem,
        result.nearest,
        mended=mended,
        behind=behind,
        warns=result.notes.warns,
    )


def asking_lines(results: Iterable[LineResult]) -> list[tuple[str, str]]:
    """The lines that ask something of us, each with the word of its question."""
    return [(result.asks, result.read) for result in results if result.asks not in ("", SLIPS, TALKS)]
