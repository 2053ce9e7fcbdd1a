"""What the lines of a letter would come to: how each is understood, what it costs, and the odds. Nothing is carried out.

A line for the question that is open is read as it would be if it were sent. What stands behind it is read at a lookahead of
the seat's own segments, in which every roll comes out well and nobody else does anything; where that cannot be told, as
things stand now. All of it follows from the lines and from what the seat can see: no die is drawn, nothing is written down.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from pbem.effort import spend
from pbem.engine.decision import Assign, Decision, Menu, Pick, Seat
from pbem.engine.refusal import MET_A_FAULT, BadLine, Fault, NotAsked, WaitingLine
from pbem.engine.standing import StandingOrder, as_things_stand, firing
from pbem.engine.table import Table
from pbem.faults import note_fault
from pbem.i18n import Text
from pbem.orders.carry.behind import Behind
from pbem.orders.carry.contradictions import Contradictions
from pbem.orders.carry.execute import STEPS_A_LINE, carry_out, follow, understand
from pbem.orders.carry.letter import Typed, check_typed, put_aside, unread_with
from pbem.orders.carry.lookahead import Ahead, Unforeseen, fork_alone, tells_of_others
from pbem.orders.carry.nearest import Nearest
from pbem.orders.carry.stage import NOT_FORESEEN, Seen, Stage, forecast_of, seen_act
from pbem.orders.parse.branches import is_case
from pbem.orders.parse.caution import as_cautious
from pbem.orders.parse.parse import PREVIEW
from pbem.orders.place.placed import Act, Keep, PartialAnswer, Placed
from pbem.orders.place.segments import Cursor, given_by, under_way, waits_to_act
from pbem.orders.words.lexicon import plain_words
from pbem.orders.words.lines import line_of
from pbem.orders.words.vocabulary import WITHDRAW

PREVIEW_WORD = "preview"
SUPPOSED = Text("read as if everything above succeeds")

MAX_HELPED = 20
"""The most lines with a problem for which suggestions are looked for among all that the game has."""
BEYOND = Text("comes after all that a preview foresees: not tried")


@dataclass(frozen=True, slots=True)
class Foreseen:
    """One line: how it is understood, with its costs and odds in `words`; or its `problem` with the `nearest` lines.

    Not `tried`: the lookahead has ended above it, and `understood` says so. `only` is the one line that it can have meant.
    It would wait for the line at place `root` among them, which has a problem (None: for none). Of the `words` of a line
    that is kept its receipt has those that it `warns` by too.
    """

    number: int
    text: str
    understood: str = ""
    words: tuple[str, ...] = ()
    problem: str = ""
    nearest: tuple[str, ...] = ()
    costs: Mapping[str, int] = field(default_factory=dict)
    tried: bool = True
    only: str = ""
    root: int | None = None
    warns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Preview:
    """The lines in their order, the `faults` that the program has met, and what the question costs at least that they leave
    open (`due`).
    """

    lines: tuple[Foreseen, ...]
    faults: tuple[Fault, ...] = ()
    due: Mapping[str, int] = field(default_factory=dict)

    @property
    def costs(self) -> Mapping[str, int]:
        """What is certain to be paid if the letter is sent as it is, by what is paid with: a line that would be refused, or
        would wait for such a line, costs nothing.
        """
        total: Counter[str] = Counter(self.due)
        for line in self.lines:
            if not line.problem and line.root is None:
                total.update(line.costs)
        return dict(total)

    @property
    def refused(self) -> tuple[int, ...]:
        """The numbers of the lines with a problem that wait for no other one: what depends on them would not be carried
        out.
        """
        return tuple(line.number for line in self.lines if line.problem and line.root is None)


def preview(
    table: Table[Any],
    seat: Seat,
    lines: Iterable[tuple[int, str]],
    *,
    mends: bool = False,
    typed: Sequence[Typed] | None = None,
) -> Preview:
    """What these numbered lines would come to if `seat` sent them now, in a letter that `mends` slips or one that does not.
    How each was `typed` is told beside (None: as an order by itself).

    The Table stays as it is.
    """
    numbered = list(lines)
    reader = _Foresight(table, seat, [text for _, text in numbered], typed or [Typed()] * len(numbered), mends=mends)
    lines_ = [reader.line(place, number, text) for place, (number, text) in enumerate(numbered)]
    rooted = [_with_root(line, lines_) for line in lines_]
    return Preview(tuple(rooted), tuple(reader.faults), reader.due())


def _with_root(line: Foreseen, lines: Sequence[Foreseen]) -> Foreseen:
    """A line that would wait says so."""
    if line.root is None:
        return line
    return replace(
        line, words=(*line.words, Text("sent as it is, it depends on line {number}", number=lines[line.root].number))
    )


def is_preview(text: str) -> bool:
    """Whether a line asks for a preview of its letter."""
    return PREVIEW.match(text) is not None


def without_preview(text: str) -> str:
    """The order behind the word ("" where it stands alone)."""
    match = PREVIEW.match(text)
    return text[match.end() :].strip() if match else text.strip()


def _count(decision: Decision) -> int:
    """How many pairs make an answer of collected ones."""
    assert isinstance(decision.shape, Assign)
    return decision.shape.count


class _Foresight:
    """Reads order after order of a letter for one seat."""

    def __init__(self, table: Table[Any], seat: Seat, orders: Sequence[str], typed: Sequence[Typed], *, mends: bool) -> None:
        self.seat = seat
        self.orders = [order if each.fault is None else "" for order, each in zip(orders, typed, strict=True)]
        self.typed = typed
        self.unread: dict[str, Text] = {}
        self.contradictions = Contradictions(seat, self.orders)
        self.mends = mends
        self.faults: list[Fault] = []
        self.problems = 0
        self.table = table.for_reading()
        put_aside(self.table, seat, orders)
        self.behind = Behind(seat)
        self.answered: set[tuple[str, str]] = set()
        self.supposed = False
        self._begin(Cursor(self.table, seat))

    def _begin(self, cursor: Cursor) -> None:
        """Read on from where the Table stands, and at the lookahead if all that is asked is what it begins with."""
        self.cursor, self.nearest = cursor, Nearest(self.table, self.seat)
        self.stage = self._begin_stage()
        self.stage_began = 0 if self.stage is None else len(self.stage.table.entries)
        self.began = "" if self.stage is None else self.stage.ahead.segment()
        self.on_stage = self.stage is not None and self._opens(self.stage.ahead)
        if self.on_stage:
            self._cursor_on_stage()

    def _begin_stage(self) -> Stage | None:
        try:
            return Stage(self.table, self.seat, self.table.waiting.get(self.seat, []))
        except Unforeseen:
            return None

    def _opens(self, ahead: Ahead) -> bool:
        """Whether what the seat is asked is what the lookahead begins with."""
        open_ = self.table.open_to(self.seat)
        return bool(open_) and all(map(ahead.asks, open_))

    def _cursor_on_stage(self) -> None:
        if self.stage is not None:
            self.cursor = Cursor(self.stage.table, self.seat)
            self.nearest = Nearest(self.stage.table, self.seat)

    def line(self, place: int, number: int, text: str) -> Foreseen:
        """The order at `place` of the letter, on its line `number`."""
        self.cursor.cases_follow = place + 1 < len(self.orders) and is_case(self.orders[place + 1])
        spend(STEPS_A_LINE)
        supposed = (SUPPOSED,) if self.supposed else ()
        if (refused := self.typed[place].fault) is not None:
            self._refuse(place, self.orders[place])
            return Foreseen(number, text, words=supposed, problem=refused.problem, nearest=tuple(refused.nearest))
        try:
            root = self.contradictions.root(place)
            if root is None:
                root = self.behind.held_by(self.nearest.table, self.cursor, text)
            return replace(self._line(place, number, text, supposed), root=root)
        except Exception as fault:
            note_fault(fault, f"a preview of {text!r}")
            self.faults.append(Fault(self.seat, text, fault))
            if self.stage is not None:
                self._begin_again(self.stage.ahead)
            return Foreseen(number, text, words=supposed, problem=MET_A_FAULT)

    def _begin_again(self, ahead: Ahead) -> None:
        """A lookahead in which the rules have failed stands at its last question again."""
        ahead.back_to(ahead.table.entries)
        if self.on_stage:
            self._cursor_on_stage()

    def _line(self, place: int, number: int, text: str, supposed: tuple[str, ...]) -> Foreseen:
        text = self.nearest.mended(text, self.cursor) if self.mends else text
        if problem := self.unread.get(self.typed[place].sentence):
            return Foreseen(number, text, words=supposed, problem=problem)
        try:
            if again := self.contradictions.said_again(place):
                return Foreseen(number, text, again)
            self.orders[place] = text
            check_typed(self.nearest.table, self.seat, self.cursor, self.orders[place:], self.typed[place])
            self.contradictions.check(self.nearest.table, self.cursor, place)
            seen = self._read(text)
        except BadLine as bad:
            self.problems += 1
            self.unread |= unread_with(self.typed[place], text, bad)
            helped = self.problems <= MAX_HELPED
            nearest = as_cautious(text, self.nearest.to(text, self.cursor, bad) if helped else bad.nearest)
            meant = self.nearest.meant(text, self.cursor) if helped else ""
            self._refuse(place, text, meant)
            only = self.nearest.only(meant, nearest, self.cursor)
            return Foreseen(number, text, words=supposed, problem=bad.problem, nearest=nearest, only=only)
        self.behind.note_done(self.nearest.table, text)
        return replace(seen, number=number, text=text)

    def _refuse(self, place: int, text: str, meant: str = "") -> None:
        table = self.nearest.table
        self.behind.refuse(table, self.cursor, place, text)
        if meant:
            self.behind.meant(table, self.cursor, place, meant)

    def _read(self, text: str) -> Foreseen:
        withdraws = plain_words(text)[:1] == [WITHDRAW]
        if self.stage is not None and self.on_stage and not withdraws:
            if self.stage.table.over:
                return self._beyond(text)
            try:
                return self._read_on_stage(self.stage, text)
            except NotAsked:
                seen = self._meanwhile(self.stage, text)
                if seen is None:
                    raise
                return seen
        placed = understand(self.table, self.seat, text, cursor=None if withdraws else self.cursor)
        if not withdraws:
            follow(self.cursor, placed)
        if placed.segment is not None:
            seen = self._waits(self.stage, placed, kept_by(self.table, self.seat, placed))
            is_due = placed.segment == under_way(self.table, self.seat) and bool(self.table.open_to(self.seat))
            return replace(seen, words=(*seen.words, NOT_FORESEEN)) if is_due else seen
        if placed.order is not None:
            return Foreseen(0, text, placed.said, self._would_answer(self.table, placed.order))
        seen = self._of(self.table, placed)
        if isinstance(placed.action, PartialAnswer) and len(placed.action.pairs) < _count(placed.action.decision):
            self.table.draft(self.seat, placed.action.decision.key, placed.action.pairs)
        elif isinstance(placed.action, Act):
            self._do(placed)
        elif placed.decision is not None:
            self._note_answered(placed.decision)
        return seen

    def _do(self, placed: Placed) -> None:
        """Do an act, for the lines below stand behind it; but not where that could tell of others, or of dice."""
        ahead = fork_alone(self.table, self.seat)
        with suppress(BadLine):
            carry_out(ahead, self.seat, placed)
            if not tells_of_others(self.table, ahead, self.seat):
                self.table = ahead
                self._begin(self.cursor.at(ahead))
                self._enter_stage()

    def _beyond(self, text: str) -> Foreseen:
        """A line behind the end of the lookahead: it is kept, or stands, or is not tried."""
        with suppress(BadLine):
            placed = understand(self.table, self.seat, text, cursor=self.cursor.at(self.table))
            waits = placed.segment is not None and placed.segment != self.began
            if waits or placed.order is not None or placed.action is None:
                follow(self.cursor, placed)
                return Foreseen(0, "", placed.said)
        return Foreseen(0, text, BEYOND, tried=False)

    def _meanwhile(self, stage: Stage, text: str) -> Foreseen | None:
        """A line that is kept while somebody else is asked: the lookahead asks the seat again at once."""
        newest = next((entry.key for entry in reversed(stage.table.entries) if entry.seat == self.seat), "")
        if newest not in stage.hands_over:
            return None
        quiet = self.table.for_reading(asked=False)
        with suppress(BadLine):
            placed = understand(quiet, self.seat, text, cursor=self.cursor.at(quiet))
            if isinstance(placed.action, Keep) and self._will_be_known(stage, placed.action.line.segment):
                follow(self.cursor, placed)
                return self._waits(stage, placed, placed.action.line)
        return None

    def _will_be_known(self, stage: Stage, segment: str) -> bool:
        """Whether a segment that a line would be kept for can be told when its turn comes: all that the seat has answered
        until then is known, but not what others do.
        """
        answers = {entry.key: entry.answer for entry in stage.table.entries if entry.seat == self.seat}
        given = {**given_by(self.table, self.seat), **answers}
        return any(each.name == segment for each in self.table.rules.segments.of(self.table.state, self.seat, given))

    def _of(self, table: Table[Any], placed: Placed) -> Foreseen:
        forecast = forecast_of(table, self.seat, placed)
        return Foreseen(0, "", placed.said, forecast.lines(table.rules.previews.units), costs=forecast.costs)

    def _note_answered(self, decision: Decision) -> None:
        """Once every question that is open has an answer in the letter, what follows is for the seat's own segments."""
        self.answered.add((decision.key, decision.subject))
        self._enter_stage()

    def _enter_stage(self) -> None:
        if self.stage is not None and all((d.key, d.subject) in self.answered for d in self.table.open_to(self.seat)):
            self.on_stage = True
            self._cursor_on_stage()

    # At the lookahead

    def _read_on_stage(self, stage: Stage, text: str) -> Foreseen:
        here = stage.ahead.segment()
        placed = understand(stage.table, self.seat, text, cursor=self.cursor)
        if placed.segment is not None:
            if placed.segment and not self._will_be_known(stage, placed.segment):
                return Foreseen(0, text, BEYOND, tried=False)
            follow(self.cursor, placed)
            line = kept_by(stage.table, self.seat, placed)
            stage.table.wait(self.seat, [])
            return self._waits(stage, placed, line)
        seen = self._play(stage, placed)
        follow(self.cursor, placed)
        later = placed.order is None and here not in ("", self.began)
        return (
            replace(seen, understood=Text("for {here}: {understood}", here=here, understood=seen.understood))
            if later
            else seen
        )

    def _play(self, stage: Stage, placed: Placed) -> Foreseen:
        """What a line comes to, and the lookahead behind it."""
        would = self._would_answer(stage.table, placed.order) if placed.order is not None else ()
        seen = self._noted(stage.play(placed))
        return Foreseen(0, "", placed.said, (*would, *seen.words), costs=seen.costs)

    def _noted(self, seen: Seen) -> Seen:
        """What a line comes to; with it, what the lines behind it suppose."""
        self.supposed = self.supposed or seen.rolled
        if seen.lost and self.on_stage:
            self._cursor_on_stage()
        return seen

    def _waits(self, stage: Stage | None, placed: Placed, line: WaitingLine | None) -> Foreseen:
        """A line that is kept: what it would come to as things stand when the lookahead has come to its segment."""
        plain = Foreseen(0, "", placed.said)
        if line is not None and waits_to_act(self.table, line):
            seen = seen_act(self.table, self.seat, line)
            return replace(plain, words=seen.words, costs=seen.costs, warns=seen.warns)
        if stage is None or line is None:
            return plain
        seen = self._noted(stage.keep(line))
        return replace(plain, words=seen.words, costs=seen.costs, warns=seen.warns)

    def due(self) -> Mapping[str, int]:
        """What each answer costs at least to the question that the lookahead stands at, where it must be answered (a Menu
        need not: one can pass). Nothing where a line has a problem: then it may not come to this.
        """
        if self.problems or self.stage is None or not self.on_stage or len(self.stage.table.entries) == self.stage_began:
            return {}
        table = self.stage.table
        for decision in table.open_to(self.seat):
            if isinstance(decision.shape, Pick) and not isinstance(decision.shape, Menu):
                tell = table.rules.previews.forecast
                costs = [tell(table.state, self.seat, decision, answer).costs for answer in decision.shape.options()]
                return {what: least for what in costs[0] if (least := min(each.get(what, 0) for each in costs))}
        return {}

    # Standing orders

    def _would_answer(self, table: Table[Any], order: StandingOrder) -> tuple[str, ...]:
        """What a standing order would do with its question as that is open now."""
        asked = [d for d in table.open_to(self.seat) if d.key == order.key]
        if not asked and order.bound:
            return (_condition_words(*as_things_stand(table.rules, table.state, order, None)),)
        return tuple(line for decision in asked for line in self._answer_to(table, order, decision))

    def _answer_to(self, table: Table[Any], order: StandingOrder, decision: Decision) -> tuple[str, ...]:
        judged = as_things_stand(table.rules, table.state, order, decision)
        bound = (_condition_words(*judged),) if order.bound else ()
        answer = firing(table.rules, table.state, order, decision)
        if answer is None:
            return (*bound, Text("if it were asked now, it would leave the question to you"))
        lines = Text("; ").join(line_of(table, decision, answer[0]))
        forecast = table.rules.previews.forecast(table.state, self.seat, decision, answer[0])
        return (
            *bound,
            Text("if it were asked now, it would answer: {lines}", lines=lines),
            *forecast.lines(table.rules.previews.units),
        )


def _condition_words(holds: bool | None, why: str) -> str:
    """What is told of the condition of a standing order."""
    if holds is None:
        return Text("whether its condition holds is told when its question comes")
    return (
        Text("its condition holds as things stand ({why})", why=why)
        if holds
        else Text("its condition does not hold as things stand ({why})", why=why)
    )


def kept_by(table: Table[Any], seat: Seat, placed: Placed) -> WaitingLine | None:
    """Carry out a Placed that keeps a line, and give the line."""
    before = Counter(table.waiting.get(seat, []))
    carry_out(table, seat, placed)
    fresh = Counter(table.waiting.get(seat, [])) - before
    return next(iter(fresh), None)
