"""What kept lines come to, foretold: a lookahead of the seat's own segments, in which its lines are carried out one after
another, each for its segment. Previews are made of it, and what an order was shown to be when it was given.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias
from weakref import WeakKeyDictionary

from pbem.effort import UNLIMITED, limited, spend
from pbem.engine.decision import Seat
from pbem.engine.event import Event
from pbem.engine.game.forecast import Caution, Forecast, Meeting
from pbem.engine.log.entry import NOT_OF_THE_GAME, Entry, EntryKind
from pbem.engine.prospect import Prospect, Worsening, worse
from pbem.engine.prospect import prospect_of as prospect_of_answer
from pbem.engine.refusal import BadLine, WaitingLine
from pbem.engine.table import Table
from pbem.faults import note_fault
from pbem.i18n import Text
from pbem.orders.carry.execute import STEPS_A_LINE, meeting_at, understand
from pbem.orders.carry.judged import case_holds, judged
from pbem.orders.carry.lookahead import MAX_STEPS, Ahead, Unforeseen
from pbem.orders.parse.branches import (
    ELSE,
    IN_AN_ATTACK,
    OUTCOMES,
    SUCCEEDS,
    Case,
    Kinds,
    Loop,
    case_of,
    cut_even,
    loop_of,
    times,
)
from pbem.orders.parse.parse import IF, Provided
from pbem.orders.place.answers import ActsToCome
from pbem.orders.place.placed import Act, Placed
from pbem.orders.place.segments import closes, provided_in, segments_of, waits_to_act
from pbem.orders.words.vocabulary import vocabulary_of

READ_ON = Text("what is below is read as if this succeeds")
UNHINDERED = Text("what is below is read as if the Enemy lets this pass")
NOT_FORESEEN = Text("its outcome cannot be foreseen: the lines below are checked as if this line were not there")
NOT_NOW = Text("as things stand now it could not be carried out: {problem}")

MAX_BACK = 20
"""How often the lookahead may go back to an earlier segment: a letter that jumps about more has less of it foretold."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What a line comes to: its costs and odds in `words`, those of them by which its writer is warned, whatever else is
    said (`warns`), and what it is `shown` to be. `rolled`: what is below supposes that it succeeds; `lost`: what comes of it
    cannot be told.
    """

    words: tuple[str, ...] = ()
    costs: Mapping[str, int] = field(default_factory=dict)
    shown: Prospect | None = None
    warns: tuple[str, ...] = ()
    rolled: bool = False
    lost: bool = False


Played: TypeAlias = tuple[WaitingLine, Seen | None]
"""A line that the lookahead has come to, and what it comes to (None: its segment is over before)."""


class Stage:
    """The lookahead of one seat, with the lines that are kept for its segments. Raises Unforeseen where there is none."""

    def __init__(self, table: Table[Any], seat: Seat, kept: Iterable[WaitingLine] = ()) -> None:
        lookahead = table.rules.previews.lookahead
        if lookahead is None or table.over:
            raise Unforeseen
        self.seat = seat
        self.hands_over, self._tells_ends = lookahead.hands_over, lookahead.tells_ends
        self.ahead = Ahead(table, seat, lookahead)
        self.seen: dict[WaitingLine, Seen] = {}
        self._kept = [line for line in kept if line.segment]
        self._played: dict[str, list[Played]] = {}
        self._ends: dict[str, list[Entry]] = {}
        self._over: set[str] = set()
        self._back, self._is_whole = 0, True
        self._unmet = False

    @property
    def table(self) -> Table[Any]:
        """The Table of the lookahead."""
        return self.ahead.table

    # Lines that are carried out

    def play(self, placed: Placed) -> Seen:
        """What an order comes to that was read at the lookahead, which goes on behind it."""
        forecast, here = forecast_of(self.table, self.seat, placed), self.ahead.segment()
        shown = prospect_of(self.table, self.seat, placed, forecast)
        warns = tuple(line for line in forecast.words if isinstance(line, Meeting | Caution))
        seen = Seen(forecast.lines(self.table.rules.previews.units), forecast.costs, shown, warns)
        seen = self._carry_out(placed, seen)
        if not here or placed.decision is None or isinstance(placed.action, Act) or placed.closes or seen.lost:
            return seen
        if self.ahead.segment() == here:
            next_ = tuple(d.prompt for d in self.table.open_to(self.seat)[:1])
        else:
            next_ = (Text("{here} is over with it", here=here),) if self._tells_ends or self.ahead.segment() else ()
        return replace(seen, words=(*seen.words, *next_))

    def _carry_out(self, placed: Placed, seen: Seen) -> Seen:
        """Carry out what was read; with it, what to say about the lines behind it."""
        before, events_before = len(self.table.entries), len(self.table.news)
        try:
            self.ahead.carry_out(placed)
        except Unforeseen:
            return replace(seen, words=(*seen.words, NOT_FORESEEN), lost=True)
        seen = self._with_what_it_brings(placed, seen, [news.event for news in self.table.news[events_before:]])
        fresh = self.table.entries[before:]
        rolled = any(entry.kind is EntryKind.ROLL for entry in fresh)
        passed = any(entry.kind is EntryKind.ANSWER and entry.seat != self.seat for entry in fresh)
        notes = (*([READ_ON] if rolled else []), *([UNHINDERED] if passed else []))
        return replace(seen, words=(*seen.words, *notes), rolled=rolled)

    def _with_what_it_brings(self, placed: Placed, seen: Seen, events: Sequence[Event]) -> Seen:
        """What follows by itself from an answer: its writer is warned of it."""
        if placed.decision is None or placed.answer is None:
            return seen
        brings, asked = self.table.rules.previews.brings, self.table.open_to(self.seat)
        brought = brings(self.table.state, self.seat, placed.decision, placed.answer, events, asked)
        costs = {what: seen.costs.get(what, 0) + brought.costs.get(what, 0) for what in (*seen.costs, *brought.costs)}
        return replace(seen, words=(*seen.words, *brought.words), costs=costs, warns=(*seen.warns, *brought.words))

    # Lines that are kept

    def keep(self, line: WaitingLine) -> Seen:
        """What a line comes to that is kept behind those of its segment, when the lookahead has come to it."""
        if line.segment and self._reach(line.segment):
            return self._note(line, self._tried(line))
        if line.segment in self._over:
            self._played[line.segment].append((line, None))
        else:
            self._is_whole = False
        return beyond(self.table, self.seat, line)

    def course(self) -> Mapping[WaitingLine, Seen]:
        """What all kept lines come to, as far as the lookahead reaches."""
        for line in list(self._kept):
            if line in self._kept:
                self._reach(line.segment)
        return self.seen

    @property
    def whole_course(self) -> Foreseen | None:
        """The same of the lines that it was given one by one; None where it has not come to all of them."""
        return Foreseen(self._played) if self._is_whole and not self._kept else None

    def _note(self, line: WaitingLine, seen: Seen) -> Seen:
        self.seen[line] = seen
        self._played.setdefault(line.segment, []).append((line, seen))
        self._ends[line.segment] = list(self.table.entries)
        if self.ahead.segment() not in (line.segment, ""):
            self._over.add(line.segment)
        return seen

    def _reach(self, segment: str) -> bool:
        """Come to a segment, behind the lines that are kept for it: forward, by the lines kept for those before it and by
        the defaults of the questions that these leave open; or back to where the lookahead was there. False where it cannot
        be found, or is over behind these lines.
        """
        if segment in self._over:
            return False
        if segment in self._ends and self.ahead.segment() != segment:
            if self._back >= MAX_BACK:
                return False
            self._go_back(segment)
            return self.ahead.segment() == segment
        for _ in range(MAX_STEPS):
            here = self.ahead.segment()
            if not here:
                break
            self._ends.setdefault(here, list(self.table.entries))
            played = self._play_kept(here)
            if here == segment:
                break
            if not (played or self.ahead.answer_defaults()):
                return False
        return self.ahead.segment() == segment

    def _play_kept(self, segment: str) -> bool:
        """Carry out what is kept for a segment: what is left when it is over is not carried out for another one. Gives
        whether there was anything.
        """
        lines = [each for each in self._kept if each.segment == segment]
        for line in lines:
            self._kept.remove(line)
            if segment in self._over:
                self._played[segment].append((line, None))
            else:
                self._note(line, self._tried(line))
        return bool(lines)

    def _go_back(self, segment: str) -> None:
        """Stand behind the lines of a segment again; those of the segments after it are still to come."""
        self._back += 1
        names = list(self._ends)
        later = names[names.index(segment) + 1 :]
        again = [line for name in later for line, _ in self._played.pop(name, [])]
        self._kept = [*again, *self._kept]
        for name in later:
            del self._ends[name]
            self._over.discard(name)
        self.ahead.back_to(self._ends[segment])

    def _tried(self, line: WaitingLine) -> Seen:
        spend(STEPS_A_LINE)
        text, _ = cut_even(line.text)
        if (case := case_of(text)) is not None:
            return self._in_case(case)
        self._unmet = False
        loop, provided = loop_of(text), provided_in(self.table, line)
        try:
            if provided is not None:
                return self._provided(provided)
            return self._again_and_again(loop) if loop is not None else self._once(text)
        except BadLine as bad:
            if closes(self.table, line):  # what it would end is over
                return Seen(shown=named_prospect(self.table, self.seat, text))
            problem = (NOT_NOW.filled(problem=bad.problem),)
            return Seen(problem, shown=named_prospect(self.table, self.seat, text), warns=problem)

    def _once(self, text: str) -> Seen:
        return self.play(understand(self.table, self.seat, text, shows=False))

    def _provided(self, provided: Provided) -> Seen:
        """An order with a condition behind it: it happens if that holds as foreseen, and a case behind it if not."""
        placed = understand(self.table, self.seat, provided.order, shows=False)
        holds, why = judged(self.table, self.seat, provided, placed)
        condition = as_foreseen(provided.clause, holds, why)
        if holds:
            seen = self.play(placed)
            return replace(seen, words=(condition, *seen.words))
        self._unmet = True
        cost = forecast_of(self.table, self.seat, placed)
        words = tuple(Text("in that case: {line}", line=line) for line in cost.lines(self.table.rules.previews.units))
        return Seen((condition, *words), shown=prospect_of(self.table, self.seat, placed, cost), warns=(condition,))

    def _again_and_again(self, loop: Loop) -> Seen:
        """A repeated order. Its goal is taken to be reached as soon as it can be: when it is not open any more."""
        seen = self._once(loop.order)
        words = (Text("each time, and at most {times}:", times=times(loop.most)), *seen.words)
        costs, here = Counter(seen.costs), self.ahead.segment()
        for _ in range(1, loop.most if loop.goal != SUCCEEDS else 1):
            if self.ahead.segment() != here:
                break
            try:
                costs.update(self._once(loop.order).costs)
            except BadLine:
                break
        return replace(seen, words=words, costs=dict(costs))

    def _in_case(self, case: Case) -> Seen:
        """What a branch would cost. Since all succeeds at the lookahead, only what stands behind a success happens there,
        and behind an order whose condition does not hold what comes else.
        """
        loop = loop_of(case.body)
        order = loop.order if loop is not None else case.body
        outcome = () if case.when in (*OUTCOMES, ELSE) else case_holds(self.table, self.seat, case, "")
        judged_ = (as_foreseen(case.head, *outcome),) if outcome else ()
        try:
            placed = understand(self.table, self.seat, order, shows=False)
        except BadLine:
            return Seen(judged_, shown=named_prospect(self.table, self.seat, order))
        forecast = forecast_of(self.table, self.seat, placed)
        words = (
            *judged_,
            *(Text("in that case: {line}", line=line) for line in forecast.lines(self.table.rules.previews.units)),
        )
        shown = prospect_of(self.table, self.seat, placed, forecast) or named_prospect(self.table, self.seat, order)
        warns = tuple(Text("in that case: {line}", line=line) for line in forecast.words if isinstance(line, Meeting))
        seen = Seen(words, shown=shown, warns=warns)
        comes = case.when == SUCCEEDS or (case.when == ELSE and self._unmet)
        if comes and placed.segment is None:
            return replace(self._carry_out(placed, seen), words=words)
        return seen


class Foresight:
    """What the lines of a letter are shown to be that are kept, one after another. The lookahead begins anew where something
    has been carried out since.
    """

    def __init__(self, table: Table[Any], seat: Seat) -> None:
        self.table = table
        self.seat = seat
        self._stage: Stage | None = None
        self._began = 0

    def of(self, line: WaitingLine, replaced: Collection[str] = ()) -> Seen:
        """What a line is shown to be that is about to be kept; lines for the segments `replaced` do not count."""
        if waits_to_act(self.table, line):
            return seen_act(self.table, self.seat, line)
        if self._stage is None or self._began != _moment(self.table):
            try:
                self._stage = Stage(self.table, self.seat, self._kept(replaced))
            except Unforeseen:
                self._stage = None
                return beyond(self.table, self.seat, line)
            self._began = _moment(self.table)
        return self._stage.keep(line)

    def leave(self) -> None:
        """Leave what it has shown for the report on the letter (other_now)."""
        whole = self._stage.whole_course if self._stage is not None and not self.table.faults else None
        if whole is not None:
            _left.setdefault(self.table, {})[self.seat] = self._began, whole

    def _kept(self, replaced: Collection[str]) -> list[WaitingLine]:
        return [line for line in self.table.waiting.get(self.seat, []) if line.segment not in replaced]


@dataclass(frozen=True, slots=True)
class Foreseen:
    """What kept lines come to, by segments and in the order in which they come there."""

    played: Mapping[str, Sequence[Played]]

    def of(self, lines: Iterable[WaitingLine]) -> Mapping[WaitingLine, Seen] | None:
        """The same of these lines; None where a lookahead with them would go another way."""
        by_segment = dict[str, list[WaitingLine]]()
        for line in lines:
            by_segment.setdefault(line.segment, []).append(line)
        if {segment: _without_shown(some) for segment, some in by_segment.items()} != {
            segment: _without_shown(line for line, _ in pairs) for segment, pairs in self.played.items()
        }:
            return None
        pairs = (
            (line, seen)
            for name, some in by_segment.items()
            for line, (_, seen) in zip(some, self.played[name], strict=True)
        )
        return {line: seen for line, seen in pairs if seen is not None}


def _without_shown(lines: Iterable[WaitingLine]) -> list[WaitingLine]:
    """Kept lines without what they were shown to be when they were given."""
    return [line._replace(shown=None) for line in lines]


_left: WeakKeyDictionary[Table[Any], dict[Seat, tuple[int, Foreseen]]] = WeakKeyDictionary()
"""What the last letters have foreseen, and the moment at which the lookahead began, by their Tables."""
_UNMOVED = NOT_OF_THE_GAME | {EntryKind.WAITING}


def _moment(table: Table[Any]) -> int:
    """What a lookahead begins with: the number of the newest entry that can have moved the game (0: there is none)."""
    return next((each.number for each in reversed(table.entries) if each.kind not in _UNMOVED), 0)


MAX_FORETOLD = 60
"""The most kept lines that are foretold for a mail."""


def seen_act(table: Table[Any], seat: Seat, line: WaitingLine) -> Seen:
    """What a line comes to that waits until it can be done, as things stand and behind those that wait already. Where and
    by whom it is done is no part of that: it names all that it needs, and may happen long after.
    """
    to_come = ActsToCome(table, seat, line)
    if not to_come.acts:
        return Seen(shown=named_prospect(table, seat, line.text))
    try:
        placed = to_come.read(line.text)
    except BadLine as bad:
        problem = (NOT_NOW.filled(problem=bad.problem),)
        return Seen(problem, warns=problem)
    assert placed.decision is not None
    rules, state = table.rules, to_come.state
    told_of = rules.previews.forecast(state, seat, placed.decision, placed.answer)
    shown = prospect_of_answer(rules.orders, state, seat, placed.decision, placed.answer, told_of)
    warns = tuple(line for line in told_of.words if isinstance(line, Meeting | Caution))
    return Seen(told_of.lines(rules.previews.units), told_of.costs, replace(shown, who=(), start=""), warns)


def beyond(table: Table[Any], seat: Seat, line: WaitingLine) -> Seen:
    """What can be told of a kept line to which no lookahead comes: whom it would meet by the places that it names, and what
    the game knows against it as things stand. A condition may wait for just that to change, and a case as well.
    """
    shown, text = named_prospect(table, seat, line.text), cut_even(line.text)[0]
    segment = next((each for each in segments_of(table, seat) if each.name == line.segment), None)
    if segment is None or case_of(text) is not None or loop_of(text) is not None or IF.search(text):
        return Seen(shown=shown)
    vocabulary = vocabulary_of(table)
    verb, rest = vocabulary.cut(text)
    problem = table.rules.segments.why_not_now(table.state, seat, segment, verb, vocabulary.named_in(rest))
    warns = (NOT_NOW.filled(problem=problem),) if problem else ()
    return Seen(warns, shown=shown, warns=warns)


def other_now(table: Table[Any], seat: Seat) -> Mapping[WaitingLine, str]:
    """Of the kept lines of a seat that are worse now than they were shown when they were given: in what.

    It is told in the mails of other letters too, so none of them is charged with the work, and a lookahead at which the
    program fails tells nothing: the line will be dealt with when its moment comes.
    """
    lines = [line for line in table.waiting.get(seat, []) if line.segment or waits_to_act(table, line)][:MAX_FORETOLD]
    if all(line.shown is None for line in lines):
        return {}
    try:
        with limited(UNLIMITED):
            seen = {line: seen_act(table, seat, line) for line in lines if not line.segment}
            seen |= _course(table, seat, [line for line in lines if line.segment])
    except (BadLine, Unforeseen):
        return {}
    except Exception as fault:
        note_fault(fault, f"the kept lines of {seat}")
        return {}
    changes_by_line = {line: changes(table, seat, line, each.shown) for line, each in seen.items()}
    return {line: text for line, text in changes_by_line.items() if text}


def _course(table: Table[Any], seat: Seat, lines: Sequence[WaitingLine]) -> Mapping[WaitingLine, Seen]:
    """What lines that are kept for segments come to: as their letter has just foreseen, where nothing has moved since."""
    began, foreseen = _left.get(table, {}).pop(seat, (0, None))
    seen = foreseen.of(lines) if foreseen is not None and began == _moment(table) else None
    if seen is None:
        return Stage(table, seat, lines).course() if lines else {}
    return seen


# What an order comes to


def forecast_of(table: Table[Any], seat: Seat, placed: Placed) -> Forecast:
    """What the answer that a line gives would come to."""
    if placed.decision is None or placed.answer is None:
        return Forecast()
    return table.rules.previews.forecast(table.state, seat, placed.decision, placed.answer)


def prospect_of(table: Table[Any], seat: Seat, placed: Placed, forecast: Forecast | None = None) -> Prospect | None:
    """What an order is that gives a whole answer; None for another. `forecast` is its own, where that is known."""
    if placed.decision is None or placed.answer is None:
        return None
    forecast = forecast_of(table, seat, placed) if forecast is None else forecast
    return prospect_of_answer(table.rules.orders, table.state, seat, placed.decision, placed.answer, forecast)


def as_foreseen(clause: str, holds: bool | None, why: str) -> str:
    """What is told of a condition that is judged beforehand."""
    if holds is None:
        return Text("{clause}: {why} now; it is judged when its turn comes", clause=clause, why=why)
    return (
        Text("{clause}: as foreseen it holds ({why})", clause=clause, why=why)
        if holds
        else Text("{clause}: as foreseen it does not hold ({why})", clause=clause, why=why)
    )


def allowed_in(table: Table[Any], seat: Seat, line: WaitingLine) -> Kinds:
    """In what the order of a kept line may be worse than it was shown: its line says so, or has a condition about the
    enemies whom it would meet.
    """
    provided, situations = provided_in(table, line), table.rules.standing.situations
    if provided is not None and situations is not None:
        about = vocabulary_of(table).named_in(provided.order.partition(" ")[2])
        with suppress(BadLine):
            if situations.of_enemies(situations.read(table.state, seat, provided.condition, about)):
                return cut_even(line.text)[1] | IN_AN_ATTACK
    return cut_even(line.text)[1]


def changes(table: Table[Any], seat: Seat, line: WaitingLine, now: Prospect | None) -> str:
    """In what the order of a kept line is worse `now` than it was shown when it was given ("": in nothing)."""
    if line.shown is None or now is None:
        return ""
    allowed = allowed_in(table, seat, line)
    if line.made:  # what it was shown to cost was its first try
        allowed |= {Worsening.COSTS}
    return Text("; ").join(worse(line.shown, now, vocabulary_of(table).grammar.lexicon.name, allowed))


def named_prospect(table: Table[Any], seat: Seat, text: str) -> Prospect:
    """What can be told of an order by the places that it names alone, but for those in its condition."""
    return meeting_at(table, seat, vocabulary_of(table).named_in(IF.split(cut_even(text)[0])[0]))
