"""What the lines of a letter would come to: how each is understood, what it costs, and the odds. Nothing is carried out.

A line for the question that is open is read as it would be if it were sent. What stands behind it is read at a rehearsal of
the seat's own stints, in which every roll comes out well and nobody else does anything; where that cannot be told, as things
stand now. All of it follows from the lines and from what the seat can see: no die is drawn, nothing is written down.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pbem.engine.course import Course
from pbem.engine.decision import Decision, Seat
from pbem.engine.entry import Kind
from pbem.engine.forecast import Forecast
from pbem.engine.lines import line_of
from pbem.engine.obey import understand
from pbem.engine.order import BadLine
from pbem.engine.parts import PREVIEW
from pbem.engine.reader import Deed
from pbem.engine.rehearsal import Ahead, Unforeseen
from pbem.engine.standing import StandingOrder, policy_of
from pbem.engine.table import Table

PREVIEW_WORD = "preview"
READ_ON = "what is below is read as if this succeeds"
UNHINDERED = "what is below is read as if the Enemy lets this pass"
SUPPOSED = "read as if everything above succeeds"
NOT_FORESEEN = "what comes of it cannot be told: what is below is read as if this line were not there"


@dataclass(frozen=True, slots=True)
class Foreseen:
    """One line: how it is understood, with its costs and odds in `words`; or its `problem` with the `nearest` lines."""

    number: int
    text: str
    understood: str = ""
    words: tuple[str, ...] = ()
    problem: str = ""
    nearest: tuple[str, ...] = ()
    costs: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Preview:
    """The lines in their order, and what those without a problem cost together for certain."""

    lines: tuple[Foreseen, ...]

    @property
    def costs(self) -> Mapping[str, int]:
        """By what is paid with."""
        total: Counter[str] = Counter()
        for line in self.lines:
            total.update(line.costs)
        return {what: total[what] for what in sorted(total, key=lambda what: what.endswith("action"))}

    @property
    def stops_at(self) -> int | None:
        """The number of the first line with a problem: in a letter those behind it would not be carried out."""
        return next((line.number for line in self.lines if line.problem), None)


def preview(table: Table[Any], seat: Seat, lines: Iterable[tuple[int, str]]) -> Preview:
    """What these numbered lines would come to if `seat` sent them now. The Table stays as it is."""
    reader = _Foresight(table, seat)
    return Preview(tuple(reader.line(number, text) for number, text in lines))


def is_preview(text: str) -> bool:
    """Whether a line asks for a preview of its letter."""
    return PREVIEW.match(text) is not None


def without_preview(text: str) -> str:
    """The order behind the word ("" where it stands alone)."""
    found = PREVIEW.match(text)
    return text[found.end() :].strip() if found else text.strip()


class _Foresight:
    """Reads line after line for one seat."""

    def __init__(self, table: Table[Any], seat: Seat) -> None:
        self.seat = seat
        self.table = table.aside()
        self.course = Course(self.table, seat)
        self.ahead = self._begin_ahead()
        self.began = "" if self.ahead is None else self.ahead.stint()
        self.on_stage = self._opens_ahead()
        self.answered: set[tuple[str, str]] = set()
        self.supposed = False

    def _begin_ahead(self) -> Ahead | None:
        rehearsal = self.table.rules.rehearsal
        if rehearsal is None or self.table.over:
            return None
        try:
            return Ahead(self.table, self.seat, rehearsal)
        except Unforeseen:
            return None

    def _opens_ahead(self) -> Course | None:
        """The letter's course at the rehearsal, once what the seat is asked is what it begins with."""
        open_ = self.table.open_to(self.seat)
        if self.ahead is None or not open_ or not all(map(self.ahead.asks, open_)):
            return None
        return Course(self.ahead.table, self.seat)

    def line(self, number: int, text: str) -> Foreseen:
        """One line of the letter."""
        supposed = (SUPPOSED,) if self.supposed else ()
        try:
            seen = self._read(text)
        except BadLine as bad:
            return Foreseen(number, text, words=supposed, problem=bad.problem, nearest=bad.nearest)
        return replace(seen, number=number, text=text)

    def _read(self, text: str) -> Foreseen:
        if self.ahead is not None and self.on_stage is not None:
            return self._on_stage(self.ahead, self.on_stage, text)
        deed = understand(self.table, self.seat, text, course=self.course)
        if deed.closes:
            self.course.close()
        if deed.stint is not None:
            return self._waiting(deed)
        if deed.order is not None:
            return Foreseen(0, text, deed.text, self._would_answer(self.table, deed.order))
        if deed.decision is None:
            return Foreseen(0, text, deed.text)
        seen = self._of(self.table, deed)
        self._note_answered(deed.decision)
        return seen

    def _of(self, table: Table[Any], deed: Deed) -> Foreseen:
        told = forecast_of(table, self.seat, deed)
        return Foreseen(0, "", deed.text, told.lines, costs=told.costs)

    def _note_answered(self, decision: Decision) -> None:
        """Once every question that is open has an answer in the letter, what follows is for the seat's own stints."""
        self.answered.add((decision.key, decision.subject))
        if self.ahead is not None and all((d.key, d.subject) in self.answered for d in self.table.open_to(self.seat)):
            self.on_stage = Course(self.ahead.table, self.seat)

    # At the rehearsal

    def _on_stage(self, ahead: Ahead, course: Course, text: str) -> Foreseen:
        here = ahead.stint()
        deed = understand(ahead.table, self.seat, text, course=course)
        if deed.order is not None:
            seen = Foreseen(0, text, deed.text, self._would_answer(ahead.table, deed.order))
        else:
            seen = self._of(ahead.table, deed)
        if deed.stint is not None:
            return seen
        more = self._carry_out(ahead, deed)
        if deed.closes:
            course.close()
        if NOT_FORESEEN in more:
            self.on_stage = Course(ahead.table, self.seat) if self.on_stage is not None else None
        elif here and deed.decision is not None and not deed.closes:
            asked = tuple(d.prompt for d in ahead.table.open_to(self.seat)[:1])
            more += asked if ahead.stint() == here else (f"{here} is over with it",)
        later = f"for {here}: " if here not in ("", self.began) else ""
        return replace(seen, understood=later + seen.understood, words=seen.words + more)

    def _carry_out(self, ahead: Ahead, deed: Deed) -> tuple[str, ...]:
        """Carry out what was read at the rehearsal; what to say about the lines behind it."""
        before = len(ahead.table.entries)
        try:
            ahead.carry_out(deed.do)
        except Unforeseen:
            return (NOT_FORESEEN,)
        fresh = ahead.table.entries[before:]
        rolled = any(entry.kind is Kind.ROLL for entry in fresh)
        self.supposed = self.supposed or rolled
        passed = any(entry.kind is Kind.ANSWER and entry.seat != self.seat for entry in fresh)
        return (*([READ_ON] if rolled else []), *([UNHINDERED] if passed else []))

    # Lines that wait

    def _waiting(self, deed: Deed) -> Foreseen:
        """A line that is kept: what it would come to as things stand now."""
        deed.do()
        kept = self.table.waiting[self.seat][-1]
        seen = Foreseen(0, "", deed.text)
        ahead = self.ahead
        if ahead is None or not kept.stint or not ahead.skip_to(kept.stint):
            return seen
        try:
            come = self._on_stage(ahead, Course(ahead.table, self.seat), kept.text)
        except BadLine as bad:
            return replace(seen, words=(f"as things stand now it could not be carried out: {bad.problem}",))
        return replace(come, understood=deed.text)

    # Standing orders

    def _would_answer(self, table: Table[Any], order: StandingOrder) -> tuple[str, ...]:
        """What a standing order would do with its question as that is open now."""
        asked = [d for d in table.open_to(self.seat) if d.key == order.key]
        return tuple(line for decision in asked for line in self._answer_to(table, order, decision))

    def _answer_to(self, table: Table[Any], order: StandingOrder, decision: Decision) -> tuple[str, ...]:
        answer = policy_of(table.rules, order).answer(table.state, decision, order.policy)
        if answer is None or decision.shape.refusal(answer) is not None:
            return ("as asked now, it leaves the question to you",)
        lines = "; ".join(line_of(table, decision, answer))
        told = table.rules.forecast(table.state, self.seat, decision, answer)
        return (f"as asked now, it answers: {lines}", *told.lines)


def forecast_of(table: Table[Any], seat: Seat, deed: Deed) -> Forecast:
    """What the answer that a line gives would come to."""
    if deed.decision is None or deed.answer is None:
        return Forecast()
    return table.rules.forecast(table.state, seat, deed.decision, deed.answer)
