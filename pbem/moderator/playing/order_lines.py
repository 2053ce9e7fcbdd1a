"""The lines of a letter, carried out at a Table."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from copy import copy
from dataclasses import replace
from itertools import islice, takewhile
from typing import Any

from pbem.effort import spend
from pbem.engine.log.cause import Cause, CauseKind, of_line
from pbem.engine.played_log import Diverged
from pbem.engine.refusal import MET_A_FAULT, BadLine, Fault, Faulty, Illegal, Misread
from pbem.engine.table import Table
from pbem.faults import note_fault
from pbem.i18n import Text
from pbem.moderator.core.line_results import LineNotes, LineReading, LineResult, OrderPlace
from pbem.moderator.deadlines.clock import Clock
from pbem.moderator.deadlines.time_words import apply_line, near_time_lines
from pbem.moderator.reading.form_lines import gives_up_unsaid
from pbem.moderator.reading.letter_lines import LetterLine, LetterLines, LineKind, held_back
from pbem.moderator.reading.letter_words import (
    ALWAYS_MENDING,
    MENDING_UNDERSTOOD,
    NEVER_MENDING,
    SLIPS,
    choose_news,
    is_news,
    set_lasting,
)
from pbem.moderator.reading.line_kinds import TOO_MANY, sort_orders
from pbem.moderator.reading.query_words import near_questions, order_words_of
from pbem.moderator.reading.report_questions import LetterCodes
from pbem.moderator.talk.agreements import warnings_since
from pbem.moderator.talk.deals import apply_deal
from pbem.moderator.talk.message_headers import MessageHeaders
from pbem.orders.carry.execute import STEPS_A_LINE
from pbem.orders.carry.letter import LetterOrders, Typed, check_typed, unread_with
from pbem.orders.carry.nearest import Nearest
from pbem.orders.carry.since import Since
from pbem.orders.parse.branches import is_case, lacks_order
from pbem.orders.parse.caution import as_cautious
from pbem.orders.parse.parse import MAX_LINES
from pbem.orders.reading.misread.slips import MAX_MEANT, in_quotes
from pbem.orders.words.vocabulary import STANDING

ORDERED = (LineKind.ORDER, LineKind.CODE)
MAX_WRITTEN = 2
PATTERN = re.compile(r"\b[A-Z]{2,}\b")
"""A placeholder for a name in the pattern of an order: "march LORD PLACE"."""
MAX_BESIDE = 20
"""How many lines about time and agreements a letter can have: each is an entry of the log for ever."""
TOO_MANY_BESIDE = Text(
    "a letter can have at most {max_beside} lines about time and agreements; this one is not carried out",
    max_beside=MAX_BESIDE,
)


def carry_out(
    table: Table[Any],
    seat: str,
    lines: Iterable[tuple[int, str]],
    clock: Clock | None = None,
    *,
    late_for: object = None,
) -> list[LineResult]:
    """Carry out numbered lines as they are written: see carry_out_lines."""
    return carry_out_lines(table, seat, sort_orders(table, seat, lines), clock, late_for=late_for)


def carry_out_lines(
    table: Table[Any],
    seat: str,
    lines: LetterLines,
    clock: Clock | None = None,
    *,
    late_for: object = None,
    since: Since | None = None,
    unseen: Collection[int] = (),
) -> list[LineResult]:
    """Carry out the orders in a letter's lines. Orders that depend on a refused one wait for it.

    After each line, waiting lines answer what it has opened, before the next line; but new orders replace those that waited
    for the same segment. Lines about time (with a `clock`) and questions are no orders of the game: they stop nothing, and
    nothing stops them. Slips are corrected if the letter allows it. Of a letter that is `late_for` the open questions of an
    older report, only lines that name their segment are carried out. An order is refused if what others have done `since`
    its writer's last report made it worse. An answer without a number does not answer an `unseen` offer (given by its
    entry).
    """
    parts = [line if clock is not None else _without_time(line) for line in lines.named[: MAX_LINES + 1]]
    late = held_back(table, seat, parts, late_for) if late_for is not None else [False] * len(parts)
    orders = ["" if is_late or line.kind not in ORDERED else line.text for line, is_late in zip(parts, late, strict=True)]
    letter = LetterOrders(table, seat, orders[:MAX_LINES], since)
    written = (line.word for line in parts[:MAX_LINES] if line.kind is LineKind.CODE)
    codes = LetterCodes(table, seat, lines.shown, written)
    player = _LinePlayer(letter, parts[:MAX_LINES], clock, codes, lines.heads, unseen, mends=lines.mends)
    results: list[LineResult] = []
    with table.because(Cause(CauseKind.LETTER)):
        for place, line in enumerate(player.lines):
            if (unread := player.unread(place, late=late[place])) is not None:
                results.append(unread)
                continue
            with table.because(of_line(line.name, line.typed, "" if line.kind in ORDERED else line.text)):
                results.append(player.carry_out(place))
        if len(parts) > MAX_LINES:
            results.append(LineResult(parts[MAX_LINES].number, parts[MAX_LINES].text, problem=TOO_MANY))
        letter.finish()
    results = [_as_typed(result, line) for result, line in zip(results, parts, strict=False)]
    return (
        [replace(results[0], notes=replace(results[0].notes, replaced=tuple(letter.replaced))), *results[1:]]
        if results
        else []
    )


def _without_time(line: LetterLine) -> LetterLine:
    """Without a clock a line about time is read as an order."""
    return replace(line, kind=LineKind.ORDER, word="") if line.kind is LineKind.TIME else line


def _as_typed(result: LineResult, line: LetterLine) -> LineResult:
    code = line.word if line.kind is LineKind.CODE else ""
    if result.text == line.typed:
        return replace(result, reading=LineReading(name=line.name))
    return replace(result, text=line.typed, reading=LineReading(result.text, code, line.name))


class _LinePlayer:
    """Carries out the lines of one letter, one after another. Without a `clock` none of them is about time; where the letter
    `mends`, its slips are corrected. `heads` has how players are named in offers, `unseen` which offers are new to the
    letter's writer.
    """

    def __init__(
        self,
        letter: LetterOrders,
        lines: Sequence[LetterLine],
        clock: Clock | None,
        codes: LetterCodes,
        heads: MessageHeaders | None,
        unseen: Collection[int],
        *,
        mends: bool,
    ) -> None:
        self.letter, self.lines, self.clock, self.codes, self.mends = letter, lines, clock, codes, mends
        self.heads, self.unseen = heads, unseen
        self.nearest = Nearest(letter.table, letter.seat)
        beside = [place for place, line in enumerate(lines) if line.kind in (LineKind.TIME, LineKind.DEAL)]
        self._too_many = frozenset(beside[MAX_BESIDE:])
        self._unread: dict[str, Text] = {}
        """The sentences of which a part was not understood: nothing that stands behind that in them is carried out."""

    def unread(self, place: int, *, late: bool) -> LineResult | None:
        """The result of a line that is not carried out: it comes too `late`, or is one too many about time and deals."""
        line = self.lines[place]
        if late:
            return LineResult(line.number, line.text, late=True)
        if place in self._too_many:
            return LineResult(line.number, line.text, problem=TOO_MANY_BESIDE, deals=line.kind is LineKind.DEAL)
        if problem := self._unread.get(typed_as(self.lines, place).sentence):
            return LineResult(line.number, line.text, problem=problem)
        return None

    def carry_out(self, place: int) -> LineResult:
        """Deal with a line; if the program fails at it, it is refused, the Table goes back to where it was, and the next
        line is read.
        """
        spend(STEPS_A_LINE)
        letter, line, table, cursor = self.letter, self.lines[place], self.letter.table, copy(self.letter.cursor)
        point = table.point
        try:
            if isinstance(line.fault, BadLine) and line.word:  # like a line that agrees on something, it holds nothing up
                return LineResult(line.number, line.text, problem=line.fault.problem, nearest=line.fault.nearest, deals=True)
            if line.fault is not None:
                raise line.fault
            if (done := self._no_order(place)) is not None:
                return done
            text, together = self._mended(place), _together(table, self.lines, place)
            self._check_may_act(place)
            check_typed(table, letter.seat, letter.cursor, letter.orders[place:], typed_as(self.lines, place))
            try:
                understood = letter.execute(place, together)
            except BadLine as bad:
                self._unread |= unread_with(typed_as(self.lines, place), text, bad)
                return self._refused(place, text, bad)
            return self._accepted(line.number, text, understood)
        except Diverged:
            raise
        except BadLine as bad:
            letter.refuse(place)
            problem, nearest = bad.problem, bad.nearest
        except Exception as fault:
            note_fault(fault, f"the line {line.text!r} of {letter.seat}")
            table.back_to(point)
            table.faults.append(Fault(letter.seat, line.text, fault))
            letter.cursor = cursor
            letter.refuse(place)
            problem, nearest = MET_A_FAULT, ()
        return LineResult(
            line.number, line.text, problem=problem, nearest=nearest, place=OrderPlace(letter.segment_at(place))
        )

    def _no_order(self, place: int) -> LineResult | None:
        """What becomes of a line that is no order, or waits for one that was refused. Raises BadLine for a bad code."""
        letter, line = self.letter, self.lines[place]
        if line.kind is LineKind.CODE:
            self.codes.check(line.word, line.typed)
        if self.clock is not None and line.kind is LineKind.TIME:
            return _time_line(self.clock, letter, line)
        if line.kind is LineKind.DEAL:
            return self._deal_line(line)
        if line.kind not in ORDERED:
            return question_line(line)
        if letter.table.offers.agreed_back() is not None:
            return LineResult(line.number, line.text)
        if (root := letter.waits_for(place)) is not None:
            stopped = _stopped_line(letter, self.nearest, line.number, line.text)
            segment, heading = letter.segment_at(place), letter.heading_above(place)
            return replace(stopped, place=OrderPlace(segment, heading, root))
        if line.kind is LineKind.CODE:
            self.codes.check_here(line.word, letter.cursor)
        return None

    def _deal_line(self, line: LetterLine) -> LineResult:
        number, text, letter = line.number, line.text, self.letter
        first = letter.table.next_number
        try:
            understood = apply_deal(self.clock, letter.table, letter.seat, line.word, text, self.heads, self.unseen)
            notes = LineNotes(warns=warnings_since(letter.table, letter.seat, first))
            return LineResult(number, text, understood=understood, deals=True, notes=notes)
        except BadLine as bad:
            return LineResult(number, text, problem=bad.problem, nearest=bad.nearest, deals=True)

    def _check_may_act(self, place: int) -> None:
        """Raise Illegal for an act of a player who has resigned."""
        table, seat = self.letter.table, self.letter.seat
        if table.rules.acts.exist and seat in table.offers.resigned and self.letter.is_act(place):
            raise Illegal(Text("you have resigned already"))

    def _mended(self, place: int) -> str:
        """An order as it is carried out: as typed, if that is legal. If a slip can mean several lines, a letter that mends
        slips gets the only legal one.
        """
        letter, line, text = self.letter, self.lines[place], self.lines[place].text
        mends = self.mends and line.kind is LineKind.ORDER
        as_typed = line.typed != text and line.kind is LineKind.ORDER and not (mends or line.is_part)
        if as_typed and self.nearest.acts(line.typed, letter.cursor):
            text = letter.orders[place] = line.typed
        if mends:
            text = letter.orders[place] = self.nearest.mended(text, letter.cursor)
        return text

    def _refused(self, place: int, text: str, bad: BadLine) -> LineResult:
        """An order that was refused, with the lines close to it that would do."""
        letter, nearest, number = self.letter, self.nearest, self.lines[place].number
        if isinstance(bad, Faulty):
            return LineResult(number, text, problem=bad.problem, place=OrderPlace(letter.segment_at(place)))
        if not nearest.can_help():
            return LineResult(
                number, text, problem=bad.problem, nearest=bad.nearest, place=OrderPlace(letter.segment_at(place))
            )
        about_time = self._near_time_lines(text) if isinstance(bad, Misread) else []
        orders = as_cautious(text, [*_with_next(self.lines, place), *nearest.to(text, letter.cursor, bad)])
        legal = [near for near in orders if ";" in near or nearest.would_do(near, letter.cursor)]
        legal = [near for near in legal if not gives_up_unsaid(letter.table, letter.seat, text, near)]
        by_seat = self.heads.with_seats(text) if self.heads is not None else ""
        if by_seat and nearest.would_do(by_seat, letter.cursor):
            legal.insert(0, by_seat)
        shown = dict.fromkeys([*near_questions(text, order_words_of(letter.table)), *about_time, *legal])
        written = [] if shown else [near for near in orders if PATTERN.search(near)]
        meant = nearest.meant(text, letter.cursor)
        if meant:
            letter.meant(place, meant)
        why, segment, heading = _why(bad, shown, written), letter.segment_at(place), letter.heading_above(place)
        result = LineResult(number, text, problem=why, nearest=tuple(shown), place=OrderPlace(segment, heading))
        return replace(result, meant=nearest.only(meant, result.nearest, letter.cursor))

    def _near_time_lines(self, text: str) -> list[str]:
        return [] if self.clock is None else near_time_lines(self.clock, self.letter.table, self.letter.seat, text)

    def _accepted(self, number: int, text: str, understood: str) -> LineResult:
        letter, clock = self.letter, self.clock
        lasts = clock is not None and understood.startswith(f"{STANDING} (") and clock.mends(letter.table, letter.seat)
        beside = (Text("for all your letters: {always_mending}", always_mending=ALWAYS_MENDING),) if lasts else ()
        warns = (*letter.warns, *beside)
        notes = LineNotes(warns=warns, again=letter.says_again)
        return LineResult(number, text, understood=understood, place=OrderPlace(kept_for=letter.kept_for), notes=notes)


def _together(table: Table[Any], lines: Sequence[LetterLine], place: int) -> int:
    """How many moves from this place on were typed as one ("Warwick and March to Kent"): all are carried out, or none."""
    moves, line = table.rules.orders.synonyms.moves, lines[place]

    def is_same(each: LetterLine) -> bool:
        return (each.number, each.typed) == (line.number, line.typed)

    if place and is_same(lines[place - 1]):
        return 1
    same = list(takewhile(is_same, islice(lines, place, None)))
    return len(same) if all(each.text.partition(" ")[0] in moves for each in same) else 1


def typed_as(lines: Sequence[LetterLine], place: int) -> Typed:
    """How the order at this place was typed; of several that were typed as one the first says how many there are."""
    line = lines[place]

    def is_same(each: LetterLine) -> bool:
        return each.is_part and (each.number, each.typed) == (line.number, line.typed)

    is_first = not (place and is_same(lines[place - 1]))
    parts = len(list(takewhile(is_same, islice(lines, place, None)))) if is_first else 1
    fault = line.fault if isinstance(line.fault, BadLine) else None
    return Typed(line.in_prose, max(1, parts), fault, f"{line.number} {line.typed}" if line.is_part else "")


def question_line(line: LetterLine) -> LineResult:
    """The result of a line that only asks, or allows slips to be mended."""
    understood = MENDING_UNDERSTOOD if line.word == SLIPS else Text("{word}: see below", word=line.word)
    return LineResult(line.number, line.text, understood=understood, asks=line.word)


def _with_next(lines: Sequence[LetterLine], place: int) -> list[str]:
    """The head of a branch that stands alone, joined to the order on the next line: what was probably meant."""
    head, behind = lines[place].text, lines[place + 1 : place + 2]
    if not lacks_order(head) or not behind or behind[0].kind is not LineKind.ORDER or is_case(behind[0].text):
        return []
    return [f"{head.rstrip(' :')}: {behind[0].text}"]


def _time_line(clock: Clock, letter: LetterOrders, line: LetterLine) -> LineResult:
    number, text = line.number, line.text
    if line.word in (ALWAYS_MENDING, NEVER_MENDING):
        return LineResult(number, text, understood=set_lasting(letter.table, letter.seat, line.word))
    try:
        if is_news(line.word):
            return LineResult(number, text, understood=choose_news(letter.table, letter.seat, line.word))
        return LineResult(number, text, understood=apply_line(clock, letter.table, letter.seat, line.word, text))
    except BadLine as bad:
        return LineResult(number, text, problem=bad.problem, nearest=bad.nearest)


def _why(bad: BadLine, nearest: Collection[str], written: Sequence[str]) -> str:
    """Why a line was not carried out, and how its order is `written` where no line close to it is legal."""
    if isinstance(bad, Misread) and not nearest and not written:
        return Text("I did not understand this line: {problem}", problem=bad.problem)
    if written:
        how = Text("Write it as: {written}", written=" or ".join(written[:MAX_WRITTEN]))
        sentence = Text("{problem} {how}") if bad.problem.endswith(".") else Text("{problem}. {how}")
        return sentence.filled(problem=bad.problem, how=how)
    return bad.problem


def _stopped_line(letter: LetterOrders, nearest: Nearest, number: int, text: str) -> LineResult:
    """A line after a refused one. A slip in it is reported too, so that one letter can correct them all."""
    slips = nearest.slips.found(text)
    if not slips or nearest.would_do(text, letter.cursor):
        return LineResult(number, text)
    sentence = (
        Text("I do not know what {slips} means here") if len(slips) == 1 else Text("I do not know what {slips} mean here")
    )
    problem = sentence.filled(slips=in_quotes(slips))
    return LineResult(number, text, problem=problem, nearest=tuple(nearest.slips.meant(text)[:MAX_MEANT]))
