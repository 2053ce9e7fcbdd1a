"""A game between database and Table: loading it, carrying out lines, saving what came of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import sha256
from typing import Any

from sqlmodel import Session

from pbem.engine.dice import Fate
from pbem.engine.entry import Entry, Kind
from pbem.engine.letters import LetterLines
from pbem.engine.order import BadLine, Misread
from pbem.engine.parts import MOST_LINES, numbered_parts
from pbem.engine.spelling import MOST_MEANT, Spelling, in_quotes
from pbem.engine.table import Rolled, Table
from pbem.moderator.asking import near_questions, order_words_of, question_in, words_of
from pbem.moderator.clock.clock import Clock, open_clock, wind
from pbem.moderator.clock.progress import keep_progress
from pbem.moderator.clock.words import heed, near_time_lines, time_word
from pbem.moderator.desk import Desk
from pbem.moderator.late import held_back
from pbem.moderator.mending import SLIPS, UNDERSTOOD, allows_mending, as_read, is_mend
from pbem.render.report import Status
from pbem.store import journal, lobby
from pbem.store.tables import GameRow

MOST_WRITTEN = 2


@dataclass(frozen=True, slots=True)
class LineResult:
    """What became of one line of a letter: understood, refused with problem and nearest lines, or not executed.

    A line that `asks` (with this word of a question) is no order: it is answered, and changes nothing. The first line of a
    letter has the waiting lines that its orders have `replaced`. A line with a slip may have been read as `mended`. One that
    came too `late` is not executed.
    """

    number: int
    text: str
    understood: str = ""
    problem: str = ""
    nearest: tuple[str, ...] = ()
    asks: str = ""
    replaced: tuple[str, ...] = ()
    mended: str = ""
    late: bool = False

    @property
    def read(self) -> str:
        """The line as it was read."""
        return self.mended or self.text

    @property
    def accepted(self) -> bool:
        """Whether the line was carried out."""
        return bool(self.understood)

    @property
    def ordered(self) -> bool:
        """Whether it was an order, and was carried out."""
        return self.accepted and not self.asks


def load_table(
    session: Session,
    desk: Desk,
    game: GameRow,
    audit: Callable[[Rolled], None] | None = None,
    until: int | None = None,
) -> Table[Any]:
    """The game as its live log left it, or after entry `until`. Raises Diverged when the rules no longer lead there."""
    log = journal.read(session, game.id)
    entries = (entry_of(line) for line in log if until is None or line.number <= until)
    fate = Fate(bytes.fromhex(game.key))
    table = Table.restore(desk.rules_of(game), desk.setup_of(game), fate, entries, audit)
    table.next_number = journal.next_number(session, game.id)
    return table


def status_of(game: GameRow, table: Table[Any]) -> Status:
    """Where a game stands at a Table, which can be one of its past: then it was being played."""
    status = Status(game.status)
    return Status.PLAYING if status is Status.OVER and not table.over else status


def entry_of(line: journal.LogLine) -> Entry:
    """A stored line as the engine knows it."""
    return Entry(
        line.number, Kind(line.kind), line.seat, line.key, line.subject, line.answer, line.after, line.turn, line.note
    )


def line_of_log(e: Entry) -> journal.Line:
    """An entry as the store knows it."""
    return journal.Line(
        number=e.number,
        kind=e.kind,
        seat=e.seat,
        key=e.key,
        subject=e.subject,
        answer=e.answer,
        after=e.after,
        turn=e.turn,
        note=e.note,
    )


def save(session: Session, game: GameRow, table: Table[Any], first: int, letter_id: int | None, now: datetime) -> None:
    """Write what has happened from entry `first` on: entries, Events, salts, and the end of the game.

    Where the game has deadlines, the clock of a seat that is asked something new starts now. Where the game
    stands and when its clock is due is kept with it.
    """
    clock = open_clock(session, game.id, now)
    wind(clock, table)
    fresh = [e for e in table.entries if e.number >= first]
    journal.append(session, game.id, [line_of_log(e) for e in fresh], letter_id, now)
    save_events(session, game, table, first)
    seats = {row.name: row for row in lobby.seats(session, game.id)}
    for seat, salt in table.salts.items():
        if seats[seat].salt is None:
            lobby.set_salt(session, seats[seat].id, salt)
    if table.over and game.status != "over":
        lobby.finish(session, game.id, table.rules.result(table.state), now)
    keep_progress(session, game.id, clock, table)


def save_events(session: Session, game: GameRow, table: Table[Any], first: int) -> None:
    """Write the Events of the entries from `first` on (0: those of the opening too)."""
    places: Counter[int] = Counter()
    lines = []
    for news in table.news:
        if news.number >= first:
            e = news.event
            lines.append(
                journal.EventLine(
                    entry_number=news.number,
                    place=places[news.number],
                    rule=e.rule,
                    name=e.name,
                    data=e.data,
                    seen_by=e.seen_by,
                )
            )
            places[news.number] += 1
    journal.append_events(session, game.id, lines)


def carry_out(
    table: Table[Any],
    seat: str,
    lines: Iterable[tuple[int, str]],
    clock: Clock | None = None,
    *,
    late_for: object = None,
) -> list[LineResult]:
    """Carry out the orders of numbered lines, up to the first that cannot be; those after it are not executed.

    What a line opens to a seat with waiting lines, these answer before the next one; but orders come in the place of those
    that waited for the same stint. Lines about time (with a `clock`) and those that only ask are no orders of the game: they
    stop nothing, and nothing stops them. Where the letter allows it, slips are mended. Of a letter that is `late_for` what
    an older report asked (its marks), only the lines that name their stint are carried out.
    """
    typed = numbered_parts(lines)
    parts = as_read(table, seat, typed)
    late = held_back(table, seat, [text for _, text in parts], late_for) if late_for is not None else [False] * len(parts)
    orders = ["" if held or is_no_order(table, clock, *part) else part[1] for part, held in zip(parts, late, strict=True)]
    letter = LetterLines(table, seat, orders)
    results = _results(letter, parts[:MOST_LINES], late, clock, mends=allows_mending(text for _, text in typed))
    if len(parts) > MOST_LINES:
        problem = f"a letter is read up to {MOST_LINES} orders; this one and those after it are not executed"
        results.append(LineResult(*parts[MOST_LINES], problem=problem))
    letter.finish()
    results = [_as_typed(result, text) for result, (_, text) in zip(results, typed, strict=False)]
    return [replace(results[0], replaced=tuple(letter.replaced)), *results[1:]] if results else []


def _as_typed(result: LineResult, text: str) -> LineResult:
    return result if result.text == text else replace(result, text=text, mended=result.text)


def is_no_order(table: Table[Any], clock: Clock | None, number: int, text: str) -> bool:
    """Whether a line only asks, or (with a `clock`) is about time."""
    return question_line(table, number, text) is not None or (clock is not None and is_about_time(table, text))


def _results(
    letter: LetterLines, parts: Sequence[tuple[int, str]], late: Sequence[bool], clock: Clock | None, *, mends: bool
) -> list[LineResult]:
    """What becomes of each order of a letter; nothing of those that come too `late`."""
    table, seat = letter.table, letter.seat
    spelling = Spelling(table, seat)
    results: list[LineResult] = []
    for place, (number, text) in enumerate(parts):
        if late[place]:
            results.append(LineResult(number, text, late=True))
        elif clock is not None and is_about_time(table, text):
            results.append(_time_line(clock, table, seat, number, text))
        elif (question := question_line(table, number, text)) is not None:
            results.append(question)
        elif letter.is_stopped(place):
            results.append(_stopped_line(letter, spelling, number, text))
        else:
            results.append(_one_line(letter, spelling, place, number, text, mends=mends))
    return results


def question_line(table: Table[Any], number: int, text: str) -> LineResult | None:
    """A line that only asks, or allows slips to be mended, which is no order; None for any other."""
    if is_mend(text):
        return LineResult(number, text, understood=UNDERSTOOD, asks=SLIPS)
    word = question_in(text, order_words_of(table))
    return LineResult(number, text, understood=f"{word}: see below", asks=word) if word else None


def is_about_time(table: Table[Any], text: str) -> bool:
    """Whether a line asks for more time, or tells of days away or a zone: no order of the game."""
    return bool(time_word(text, words_of(table)))


def _time_line(clock: Clock, table: Table[Any], seat: str, number: int, text: str) -> LineResult:
    try:
        return LineResult(number, text, understood=heed(clock, table, seat, text))
    except BadLine as bad:
        return LineResult(number, text, problem=bad.problem, nearest=bad.nearest)


def _one_line(letter: LetterLines, spelling: Spelling, place: int, number: int, text: str, *, mends: bool) -> LineResult:
    """One order. Of several lines that a slip can have meant, a letter that `mends` has the only one that would do."""
    if mends:
        text = letter.orders[place] = spelling.mended_here(text, letter.course)
    try:
        understood = letter.obey(place)
    except BadLine as bad:
        about_time = near_time_lines(text) if isinstance(bad, Misread) else []
        orders = spelling.nearest(text, letter.course, bad)
        legal = [near for near in orders if ";" in near or spelling.understood(near, letter.course)]
        nearest = dict.fromkeys([*near_questions(text, order_words_of(letter.table)), *about_time, *legal])
        written = [] if nearest else [near for near in orders if any(map(str.isupper, near))]
        return LineResult(number, text, problem=_why(bad, nearest, written), nearest=tuple(nearest))
    return LineResult(number, text, understood=understood)


def _why(bad: BadLine, nearest: Collection[str], written: Sequence[str]) -> str:
    """Why a line was not carried out, and how its order is `written` where no line close to it is legal."""
    if isinstance(bad, Misread) and not nearest and not written:
        return f"I did not understand this line: {bad.problem}"
    if written:
        return f"{bad.problem.rstrip('.')}. It is written: {' or '.join(written[:MOST_WRITTEN])}"
    return bad.problem


def _stopped_line(letter: LetterLines, spelling: Spelling, number: int, text: str) -> LineResult:
    """A line behind a refused one. A slip in it is told too, so that one letter can mend them all."""
    slips = spelling.slips(text)
    if not slips or spelling.understood(text, letter.course):
        return LineResult(number, text)
    problem = f"{in_quotes(slips)} {'is' if len(slips) == 1 else 'are'} not known here"
    return LineResult(number, text, problem=problem, nearest=tuple(spelling.meant(text)[:MOST_MEANT]))


def salt_from(message_id: str, texts: Sequence[str]) -> str:
    """A player's share in the dice: 32 hex digits of the SHA-256 over his Message-ID and his lines."""
    return sha256("\n".join([message_id, *texts]).encode()).hexdigest()[:32]
