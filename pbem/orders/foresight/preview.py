"""What the lines of a letter would come to: how each is understood, what it costs, and the odds. Nothing is carried out.

A line for the question that is open is read as it would be if it were sent. What stands behind it is read at a lookahead of
the seat's own segments, in which every roll comes out well and nobody else does anything; where that cannot be told, as
things stand now. All of it follows from the lines and from what the seat can see: no die is drawn, nothing is written down.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pbem.effort import spend
from pbem.engine.decision import Assign, Decision, Seat
from pbem.engine.entry import EntryKind
from pbem.engine.forecast import Forecast
from pbem.engine.refusal import MET_A_FAULT, BadLine, Fault, NotAsked, WaitingLine
from pbem.engine.standing import StandingOrder, policy_of
from pbem.engine.table import Table
from pbem.marks import N_
from pbem.orders.carry.execute import STEPS_A_LINE, carry_out, follow, understand
from pbem.orders.carry.letter import put_aside
from pbem.orders.carry.nearest import Nearest
from pbem.orders.foresight.lookahead import Ahead, Unforeseen
from pbem.orders.parse.branches import SUCCEEDS, Case, Loop, case_of, is_case, loop_of, times
from pbem.orders.parse.parse import PREVIEW
from pbem.orders.place.placed import Draft, Placed
from pbem.orders.place.segments import Cursor
from pbem.orders.words.lexicon import plain_words
from pbem.orders.words.lines import line_of
from pbem.orders.words.vocabulary import WITHDRAW

PREVIEW_WORD = "preview"
READ_ON = "what is below is read as if this succeeds"
UNHINDERED = "what is below is read as if the Enemy lets this pass"
SUPPOSED = "read as if everything above succeeds"
NOT_FORESEEN = "what comes of it cannot be told: what is below is read as if this line were not there"

MOST_HELPED = 20
"""For so many lines with a problem the nearest legal ones are looked for among all that the game has."""
BEYOND = "comes after all that a preview foresees: not tried"


@dataclass(frozen=True, slots=True)
class Foreseen:
    """One line: how it is understood, with its costs and odds in `words`; or its `problem` with the `nearest` lines.

    Not `tried`: the lookahead has ended above it, and `understood` says so.
    """

    number: int
    text: str
    understood: str = ""
    words: tuple[str, ...] = ()
    problem: str = ""
    nearest: tuple[str, ...] = ()
    costs: Mapping[str, int] = field(default_factory=dict)
    tried: bool = True


@dataclass(frozen=True, slots=True)
class Preview:
    """The lines in their order, what those without a problem cost for certain together, and the `faults` that the program
    has met.
    """

    lines: tuple[Foreseen, ...]
    faults: tuple[Fault, ...] = ()

    @property
    def costs(self) -> Mapping[str, int]:
        """By what is paid with."""
        total: Counter[str] = Counter()
        for line in self.lines:
            total.update(line.costs)
        return dict(total)

    @property
    def stops_at(self) -> int | None:
        """The number of the first line with a problem: in a letter those behind it would not be carried out."""
        return next((line.number for line in self.lines if line.problem), None)


def preview(table: Table[Any], seat: Seat, lines: Iterable[tuple[int, str]], *, mends: bool = False) -> Preview:
    """What these numbered lines would come to if `seat` sent them now, in a letter that `mends` slips or one that does not.

    The Table stays as it is.
    """
    numbered = list(lines)
    reader = _Foresight(table, seat, [text for _, text in numbered], mends=mends)
    lines_ = tuple(reader.line(place, number, text) for place, (number, text) in enumerate(numbered))
    return Preview(lines_, tuple(reader.faults))


def is_preview(text: str) -> bool:
    """Whether a line asks for a preview of its letter."""
    return PREVIEW.match(text) is not None


def without_preview(text: str) -> str:
    """The order behind the word ("" where it stands alone)."""
    found = PREVIEW.match(text)
    return text[found.end() :].strip() if found else text.strip()


def _count(decision: Decision) -> int:
    """How many pairs make an answer of collected ones."""
    assert isinstance(decision.shape, Assign)
    return decision.shape.count


class _Foresight:
    """Reads order after order of a letter for one seat."""

    def __init__(self, table: Table[Any], seat: Seat, orders: Sequence[str], *, mends: bool) -> None:
        self.seat = seat
        self.orders = orders
        self.mends = mends
        self.faults: list[Fault] = []
        self.problems = 0
        self.table = table.for_reading()
        put_aside(self.table, seat, orders)
        self.cursor = Cursor(self.table, seat)
        self.nearest = Nearest(self.table, seat)
        self.ahead = self._begin_ahead()
        self.began = "" if self.ahead is None else self.ahead.segment()
        self.on_stage = self.ahead is not None and self._opens(self.ahead)
        self.answered: set[tuple[str, str]] = set()
        self.supposed = False
        if self.on_stage:
            self._cursor_on_stage()

    def _begin_ahead(self) -> Ahead | None:
        lookahead = self.table.rules.previews.lookahead
        if lookahead is None or self.table.over:
            return None
        try:
            return Ahead(self.table, self.seat, lookahead)
        except Unforeseen:
            return None

    def _opens(self, ahead: Ahead) -> bool:
        """Whether what the seat is asked is what the lookahead begins with."""
        open_ = self.table.open_to(self.seat)
        return bool(open_) and all(map(ahead.asks, open_))

    def _cursor_on_stage(self) -> None:
        if self.ahead is not None:
            self.cursor = Cursor(self.ahead.table, self.seat)
            self.nearest = Nearest(self.ahead.table, self.seat)

    def line(self, place: int, number: int, text: str) -> Foreseen:
        """The order at `place` of the letter, on its line `number`."""
        self.cursor.cases_follow = place + 1 < len(self.orders) and is_case(self.orders[place + 1])
        spend(STEPS_A_LINE)
        supposed = (SUPPOSED,) if self.supposed else ()
        try:
            return self._line(number, text, supposed)
        except Exception as fault:
            self.faults.append(Fault(self.seat, text, fault))
            if self.ahead is not None:
                self._begin_again(self.ahead)
            return Foreseen(number, text, words=supposed, problem=MET_A_FAULT)

    def _begin_again(self, ahead: Ahead) -> None:
        """A lookahead in which the rules have failed stands at its last question again."""
        ahead.back_to(ahead.table.entries)
        if self.on_stage:
            self._cursor_on_stage()

    def _line(self, number: int, text: str, supposed: tuple[str, ...]) -> Foreseen:
        text = self.nearest.mended(text, self.cursor) if self.mends else text
        try:
            seen = self._read(text)
        except BadLine as bad:
            self.problems += 1
            nearest = self.nearest.to(text, self.cursor, bad) if self.problems <= MOST_HELPED else bad.nearest
            return Foreseen(number, text, words=supposed, problem=bad.problem, nearest=nearest)
        return replace(seen, number=number, text=text)

    def _read(self, text: str) -> Foreseen:
        withdraws = plain_words(text)[:1] == [WITHDRAW]
        if self.ahead is not None and self.on_stage and not withdraws:
            try:
                return self._read_on_stage(self.ahead, text)
            except NotAsked:
                if not self.ahead.table.over:
                    raise
                return Foreseen(0, text, BEYOND, tried=False)
        placed = understand(self.table, self.seat, text, cursor=None if withdraws else self.cursor)
        if not withdraws:
            follow(self.cursor, placed)
        if placed.segment is not None:
            return self._waits(self.ahead, placed, kept_by(self.table, self.seat, placed))
        if placed.order is not None:
            return Foreseen(0, text, placed.said, self._would_answer(self.table, placed.order))
        seen = self._of(self.table, placed)
        if isinstance(placed.action, Draft) and len(placed.action.pairs) < _count(placed.action.decision):
            self.table.draft(self.seat, placed.action.decision.key, placed.action.pairs)
        elif placed.decision is not None:
            self._note_answered(placed.decision)
        return seen

    def _of(self, table: Table[Any], placed: Placed) -> Foreseen:
        told = forecast_of(table, self.seat, placed)
        return Foreseen(0, "", placed.said, told.lines(table.rules.previews.units), costs=told.costs)

    def _note_answered(self, decision: Decision) -> None:
        """Once every question that is open has an answer in the letter, what follows is for the seat's own segments."""
        self.answered.add((decision.key, decision.subject))
        if self.ahead is not None and all((d.key, d.subject) in self.answered for d in self.table.open_to(self.seat)):
            self.on_stage = True
            self._cursor_on_stage()

    # At the lookahead

    def _read_on_stage(self, ahead: Ahead, text: str) -> Foreseen:
        here = ahead.segment()
        placed = understand(ahead.table, self.seat, text, cursor=self.cursor)
        if placed.segment is not None:
            follow(self.cursor, placed)
            line = kept_by(ahead.table, self.seat, placed)
            ahead.table.wait(self.seat, [])
            return self._waits(ahead, placed, line)
        seen = self._play(ahead, placed)
        follow(self.cursor, placed)
        later = placed.order is None and here not in ("", self.began)
        return replace(seen, understood=N_(f"for {here}: {seen.understood}")) if later else seen

    def _play(self, ahead: Ahead, placed: Placed) -> Foreseen:
        """What a line comes to, and the lookahead behind it."""
        here = ahead.segment()
        if placed.order is not None:
            seen = Foreseen(0, "", placed.said, self._would_answer(ahead.table, placed.order))
        else:
            seen = self._of(ahead.table, placed)
        more = self._carry_out(ahead, placed)
        if here and placed.decision is not None and not placed.closes and NOT_FORESEEN not in more:
            asked = tuple(d.prompt for d in ahead.table.open_to(self.seat)[:1])
            more += asked if ahead.segment() == here else (f"{here} is over with it",)
        return replace(seen, words=seen.words + more)

    def _carry_out(self, ahead: Ahead, placed: Placed) -> tuple[str, ...]:
        """Carry out what was read at the lookahead; what to say about the lines behind it."""
        before = len(ahead.table.entries)
        try:
            ahead.carry_out(placed)
        except Unforeseen:
            if self.on_stage:
                self._cursor_on_stage()
            return (NOT_FORESEEN,)
        fresh = ahead.table.entries[before:]
        rolled = any(entry.kind is EntryKind.ROLL for entry in fresh)
        self.supposed = self.supposed or rolled
        passed = any(entry.kind is EntryKind.ANSWER and entry.seat != self.seat for entry in fresh)
        return (*([READ_ON] if rolled else []), *([UNHINDERED] if passed else []))

    # Lines that wait: for a later segment, to be repeated, or for a case

    def _waits(self, ahead: Ahead | None, placed: Placed, line: WaitingLine | None) -> Foreseen:
        """A line that is kept: what it would come to as things stand when the lookahead has come to its segment."""
        plain = Foreseen(0, "", placed.said)
        if ahead is None or line is None or not line.segment or not ahead.skip_to(line.segment):
            return plain
        if (case := case_of(line.text)) is not None:
            return replace(plain, words=self._in_case(ahead, case))
        loop = loop_of(line.text)
        try:
            seen = self._again_and_again(ahead, loop) if loop is not None else self._once(ahead, line.text)
        except BadLine as bad:
            return replace(plain, words=(f"as things stand now it could not be carried out: {bad.problem}",))
        return replace(seen, understood=placed.said)

    def _once(self, ahead: Ahead, text: str) -> Foreseen:
        return self._play(ahead, understand(ahead.table, self.seat, text))

    def _again_and_again(self, ahead: Ahead, loop: Loop) -> Foreseen:
        """A repeated order. Its goal is taken to be reached as soon as it can be: when it is not open any more."""
        seen = self._once(ahead, loop.order)
        words = (f"each time, and at most {times(loop.most)}:", *seen.words)
        costs, here = Counter(seen.costs), ahead.segment()
        for _ in range(1, loop.most if loop.goal != SUCCEEDS else 1):
            if ahead.segment() != here:
                break
            try:
                costs.update(self._once(ahead, loop.order).costs)
            except BadLine:
                break
        return replace(seen, words=words, costs=dict(costs))

    def _in_case(self, ahead: Ahead, case: Case) -> tuple[str, ...]:
        """What a branch would cost. Since all succeeds at the lookahead, only what stands behind a success happens there."""
        loop = loop_of(case.body)
        try:
            placed = understand(ahead.table, self.seat, loop.order if loop is not None else case.body)
        except BadLine:
            return ()
        told = forecast_of(ahead.table, self.seat, placed).lines(ahead.table.rules.previews.units)
        if case.when == SUCCEEDS and placed.segment is None:
            self._carry_out(ahead, placed)
        return tuple(f"in that case: {line}" for line in told)

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
        told = table.rules.previews.forecast(table.state, self.seat, decision, answer)
        return (f"as asked now, it answers: {lines}", *told.lines(table.rules.previews.units))


def kept_by(table: Table[Any], seat: Seat, placed: Placed) -> WaitingLine | None:
    """Carry out a Placed that keeps a line, and give the line."""
    before = Counter(table.waiting.get(seat, []))
    carry_out(table, seat, placed)
    fresh = Counter(table.waiting.get(seat, [])) - before
    return next(iter(fresh), None)


def forecast_of(table: Table[Any], seat: Seat, placed: Placed) -> Forecast:
    """What the answer that a line gives would come to."""
    if placed.decision is None or placed.answer is None:
        return Forecast()
    return table.rules.previews.forecast(table.state, seat, placed.decision, placed.answer)
