"""Lines that were written before their questions, carried out once these open: whole segments, repetitions, branches."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from pbem.effort import spend
from pbem.engine.decision import Assign, Seat
from pbem.engine.game.defaults import no_op
from pbem.engine.log.entry import Entry, EntryKind
from pbem.engine.noting import NotingTable
from pbem.engine.played_log import Diverged
from pbem.engine.prospect import even_in_words
from pbem.engine.refusal import MET_A_FAULT, BadLine, Fault, WaitingLine
from pbem.engine.table import Table
from pbem.faults import note_fault
from pbem.i18n import Text
from pbem.orders.carry.execute import STEPS_A_LINE, carry_out, understand
from pbem.orders.carry.judged import case_holds, condition_holds, judged
from pbem.orders.carry.stage import allowed_in, changes, prospect_of
from pbem.orders.parse.branches import (
    CANNOT,
    ELSE,
    FAILS,
    GO_ON,
    OUTCOMES,
    SUCCEEDS,
    Case,
    Loop,
    case_of,
    cut_even,
    is_case,
    loop_of,
    tries,
)
from pbem.orders.parse.parse import Provided
from pbem.orders.place.placed import Placed
from pbem.orders.place.segments import (
    can_act,
    closes,
    has_answered,
    is_act,
    is_due,
    provided_in,
    segments_of,
    waits_to_act,
    why_over,
    words_of,
)
from pbem.orders.words.menu import written
from pbem.orders.words.vocabulary import vocabulary_of

BY_THE_PLAYER = (EntryKind.ANSWER, EntryKind.WAITED)
HOW = {FAILS: Text("failed"), SUCCEEDS: Text("succeeded"), CANNOT: Text("could not be done")}
Lines = list[WaitingLine]


def carry_on(table: Table[Any], held: Mapping[Seat, Collection[str]] | None = None) -> None:
    """Carry out the waiting lines of every seat that is asked something, in their order, and acts that wait to be open; not
    lines for segments `held`.

    One that cannot be carried out ends the waiting of the lines for its segment: those behind it were written for another
    course of things. So does one whose segment is over, unless it only closes that. Lines for other segments wait on.
    """
    held = held or {}
    while any(_step(table, seat, held.get(seat, ())) for seat in tuple(table.waiting)):
        pass


def _step(table: Table[Any], seat: Seat, held: Collection[str]) -> bool:
    """Carry on with one line of a seat. Where the program fails at it, it is given up as one that cannot be carried out."""
    spend(STEPS_A_LINE)
    carrier = _Carrier(table, seat, held)
    point = table.point
    try:
        return carrier.step()
    except Diverged:
        raise
    except Exception as fault:
        table.back_to(point)
        carrier.give_up(fault)
        return True


def next_step(table: NotingTable, seat: Seat) -> list[Entry]:
    """What the waiting lines of a seat would write into the log now; [] where the turn of none has come."""
    if seat in table.waiting:
        carrier = _Carrier(table, seat, ())
        try:
            carrier.step()
        except Exception as fault:
            table.noted.clear()
            carrier.give_up(fault)
    return table.noted


def stop_outrun(table: Table[Any], problem: str) -> None:
    """Give up the waiting lines of every seat that is asked something: its question is not the one they were meant for."""
    for seat, lines in table.waiting.items():
        if lines and table.open_to(seat):
            table.stop_waiting(seat, lines[0].text, problem, [line.text for line in lines[1:]])


def drop_lines(table: Table[Any], seat: Seat, segments: set[str] | None = None) -> list[str]:
    """Put the seat's waiting lines aside, all or those for these segments, and give them. What waits to be done unasked is
    for none.
    """
    lines = table.waiting.get(seat, [])
    dropped = [line for line in lines if segments is None or (line.segment in segments and not waits_to_act(table, line))]
    if dropped:
        table.wait(seat, [line for line in lines if line not in dropped])
    return [line.text for line in dropped]


class _Carrier:
    """What one seat's waiting lines come to now. `run` are those whose turn it is or will be next, `others` the rest."""

    def __init__(self, table: Table[Any], seat: Seat, held: Collection[str]) -> None:
        self.table = table
        self.seat = seat
        self.held = held
        self.run: Lines = []
        self.others: Lines = []

    def step(self) -> bool:
        """Carry on with one line, if the turn of one has come. Gives whether anything has changed."""
        lines = self.table.waiting[self.seat]
        if not lines or self.table.over:
            return False
        if self._ends_for_good(lines) or self._acts(lines):
            return True
        segments = [segment.name for segment in segments_of(self.table, self.seat)]
        late = next((line.segment for line in lines if line.segment and line.segment not in segments), None)
        if late is None and not self.table.open_to(self.seat):
            return False
        turn = {late} if late is not None else {"", *segments[:1]}
        due = [line.segment in turn and not waits_to_act(self.table, line) for line in lines]
        self._set_apart(lines, due)
        if late is None and (not self.run or self.run[0].segment in self.held or not self._is_due(self.run[0])):
            return False
        with self.table.because(self.table.kept_line(self.seat, self.run[0])):
            if late is not None:
                self._end_segment(late)
            else:
                self._bring_forward(lines)
                self._one(self.run[0], self.run[1:])
        return True

    def _ends_for_good(self, lines: Lines) -> bool:
        """Give up the first line that can never be carried out any more, whenever its turn would come."""
        for line in lines:
            if problem := self._why_no_more(line):
                self._set_apart(lines, [each.segment == line.segment for each in lines])
                before = self.run[: self.run.index(line._replace(taken=False))]
                behind, self.others = self.run[len(before) + 1 :], [*before, *self.others]
                with self.table.because(self.table.kept_line(self.seat, line)):
                    self._stop(line, behind, problem)
                return True
        return False

    def _why_no_more(self, line: WaitingLine) -> str | None:
        """Why no position to come can take an order, as the game tells it; a case may wait for what stands against it."""
        text = cut_even(line.text)[0]
        if self.table.rules.segments.why_no_more is no_op or is_case(text):
            return None
        provided, vocabulary = provided_in(self.table, line), vocabulary_of(self.table)
        verb, rest = vocabulary.cut(provided.order if provided is not None else text)
        return self.table.rules.segments.why_no_more(self.table.state, self.seat, verb, vocabulary.named_in(rest))

    def _acts(self, lines: Lines) -> bool:
        """Do what the first of the lines is for that wait until they can be done, if that moment has come."""
        due = [self._can_be_done(line) for line in lines]
        if not any(due):
            return False
        first = due.index(True)
        self._set_apart(lines, [place == first for place in range(len(lines))])
        with self.table.because(self.table.kept_line(self.seat, self.run[0])):
            self._bring_forward(lines)
            self._order(self.run[0].text, self.run[0], [])
        return True

    def _can_be_done(self, line: WaitingLine) -> bool:
        """Whether a line waits for the moment in which its act is open, and that has come."""
        return waits_to_act(self.table, line) and can_act(self.table, self.seat, words_of(self.table, line))

    def _set_apart(self, lines: Lines, due: Sequence[bool]) -> None:
        """Part the lines into those that are `due` and the others."""
        plain = [line._replace(taken=False) for line in lines]
        self.run = [line for line, is_due in zip(plain, due, strict=True) if is_due]
        self.others = [line for line, is_due in zip(plain, due, strict=True) if not is_due]

    def _bring_forward(self, lines: Lines) -> None:
        """In the log the line carried out is the first of all."""
        if [*self.run, *self.others] != lines:
            self.table.wait(self.seat, [*self.run, *self.others])

    def give_up(self, fault: Exception) -> None:
        """Give up the line whose turn it is, at which the program has failed, and those behind it for its segment."""
        lines = [line._replace(taken=False) for line in self.table.waiting[self.seat]]
        line = next((each for each in self.run if each in lines), lines[0])
        behind = lines[lines.index(line) + 1 :]
        self.others = lines[: lines.index(line)]
        problem = fault.problem if isinstance(fault, BadLine) else MET_A_FAULT
        if not isinstance(fault, BadLine):
            note_fault(fault, f"the waiting line {line.text!r} of {self.seat}")
            self.table.faults.append(Fault(self.seat, line.text, fault))
        with self.table.because(self.table.kept_line(self.seat, line)):
            self._stop(line, behind, problem)

    # One line

    def _one(self, line: WaitingLine, behind: Lines) -> None:
        if is_case(line.text):
            self._choose([line, *behind], *self._last_order())
        elif line.most and (loop := loop_in(line)) is not None:
            self._repeat(loop, line, behind)
        elif self._is_passed_by(line):
            self.table.branch(
                self.seat, [*behind, *self.others], Text("{line}: not needed, it was not asked of you", line=line.text)
            )
        elif (provided := provided_in(self.table, line)) is not None:
            self._provided(provided, line, behind)
        else:
            self._order(line.text, line, behind)

    def _is_due(self, line: WaitingLine) -> bool:
        """Whether a line's turn has come. What its segment asks before that is put to the player, and the line waits on."""
        return is_due(self.table, self.seat, line) and (not self._is_not_asked(line) or self._is_passed_by(line))

    def _is_not_asked(self, line: WaitingLine) -> bool:
        """Whether a line answers nothing that its segment asks now, and does nothing that can be done unasked."""
        words = words_of(self.table, line)
        if is_act(self.table, line):
            acts, state = self.table.rules.acts, self.table.state
            return not can_act(self.table, self.seat, words) or (bool(line.segment) and acts.unseen(state, self.seat))
        asked = {decision.key for decision in self.table.open_to(self.seat)}
        return bool(line.segment and words) and not any(word.key in asked for word in words)

    def _is_passed_by(self, line: WaitingLine) -> bool:
        """Whether the segment has gone on from what a line answers: all of it has been asked, or is another's to bring."""
        keys = {word.key for word in words_of(self.table, line) if word.own}
        if is_act(self.table, line):
            return False
        return self._is_not_asked(line) and (not keys or has_answered(self.table, self.seat, keys))

    def _order(self, text: str, line: WaitingLine, behind: Lines) -> None:
        """Carry an order out, or give its segment's lines up; a case behind it may say what then."""
        try:
            placed = understand(self.table, self.seat, text, EntryKind.WAITED)
        except BadLine as bad:
            self._cannot(text, line, behind, bad.problem)
            return
        if problem := self._other_now(line, placed):
            self._stop(line, behind, problem)
            return
        if placed.decision is None or isinstance(placed.decision.shape, Assign):
            self.table.wait(self.seat, [*behind, *self.others])
        carry_out(self.table, self.seat, placed, EntryKind.WAITED)

    def _other_now(self, line: WaitingLine, placed: Placed) -> str:
        """Why an order is held and its writer asked again: it is worse now than it was shown when it was given ("": it is
        not).
        """
        change = changes(self.table, self.seat, line, prospect_of(self.table, self.seat, placed))
        return Text("now {told}. It is not done: send it again if you still want it", told=change) if change else ""

    def _cannot(self, order: str, line: WaitingLine, behind: Lines, problem: str) -> None:
        cases, _ = _chain(behind)
        if any(case.when in (CANNOT, ELSE) for case, _ in cases):
            self._choose(behind, CANNOT, order, Text("could not be done ({problem})", problem=problem))
        else:
            self._stop(line, behind, problem)

    def _stop(self, line: WaitingLine, behind: Lines, problem: str) -> None:
        """Give up a line and those behind it for its segment; the others wait on."""
        dropped = [each for each in behind if self._depends(each, line)]
        waiting_on = [*(each for each in behind if not self._depends(each, line)), *self.others]
        self.table.stop_waiting(self.seat, line.text, problem, [each.text for each in dropped], waiting_on)

    def _depends(self, line: WaitingLine, other: WaitingLine) -> bool:
        """Whether a line was written for what another one brings: what only waits for its moment is for nothing."""
        return line.segment == other.segment and not any(waits_to_act(self.table, each) for each in (line, other))

    # Orders with a condition behind them

    def _provided(self, provided: Provided, line: WaitingLine, behind: Lines) -> None:
        """Carry an order out if its condition holds where it goes. Else a case behind it says what then; or another order
        with a condition, which is judged by itself; where neither does, its segment's lines stop.
        """
        try:
            placed = understand(self.table, self.seat, provided.order, EntryKind.WAITED)
        except BadLine as bad:
            self._cannot(provided.order, line, behind, bad.problem)
            return
        holds, why = judged(self.table, self.seat, provided, placed)
        cases, rest = _chain(behind)
        if holds:
            order = line._replace(text=f"{provided.order}{even_in_words(allowed_in(self.table, self.seat, line))}")
            others = rest if cases and cases[0][0].when == ELSE else behind
            heading = Text("{clause} ({why}): {order}", clause=provided.clause, why=why, order=provided.order)
            self.table.branch(self.seat, [order, *others, *self.others], heading)
        elif cases:
            self._choose(behind, "", provided.order, Text("was not to be done ({why})", why=why))
        elif behind and provided_in(self.table, behind[0]) is not None:
            self.table.branch(
                self.seat, [*behind, *self.others], Text("{line}: not to be done ({why})", line=line.text, why=why)
            )
        else:
            self._stop(line, behind, Text("its condition does not hold ({why})", why=why))

    # Repeated orders

    def _repeat(self, loop: Loop, line: WaitingLine, behind: Lines) -> None:
        """Once more, unless the goal is reached, the limit is, or the order is not open any more."""
        after = Text("after {tries}", tries=tries(line.made))
        if (reached := self._reached(loop, line)) is not None:
            self._end_loop(loop, SUCCEEDS, Text(" ").join([reached, after]) if line.made else reached, behind)
        elif line.made >= line.most:
            self._end_loop(loop, FAILS, Text("failed {after}", after=after), behind)
        elif not line.made:
            self._order(loop.order, line, behind)
        else:
            try:
                placed = understand(self.table, self.seat, loop.order, EntryKind.WAITED)
                if problem := self._other_now(line, placed):
                    self._stop(line, behind, problem)
                    return
                carry_out(self.table, self.seat, placed, EntryKind.WAITED)
            except BadLine as bad:
                self._end_loop(loop, FAILS, Text("failed {after} ({problem})", after=after, problem=bad.problem), behind)

    def _reached(self, loop: Loop, line: WaitingLine) -> str | None:
        """Why the goal of a repeated order is reached, or None."""
        if loop.goal == SUCCEEDS:
            return HOW[SUCCEEDS] if line.made and self._last_order()[0] == SUCCEEDS else None
        holds = self._holds(loop.goal, loop.order)
        return Text("{how} ({holds})", how=HOW[SUCCEEDS], holds=holds) if holds is not None else None

    def _end_loop(self, loop: Loop, outcome: str, how: str, behind: Lines) -> None:
        if behind and is_case(behind[0].text):
            self._choose(behind, outcome, loop.order, how)
        else:
            note = Text("{order}, until {goal}: {how}", order=loop.order, goal=loop.goal, how=how)
            self.table.branch(self.seat, [*behind, *self.others], note)

    # Cases

    def _choose(self, lines: Lines, outcome: str, order: str, how: str) -> None:
        """Put the orders of the case that has come in the place of all the cases; where there is none, stop."""
        cases, behind = _chain(lines)
        chosen, why = self._case(cases, outcome, order)
        if chosen is None:
            self._stop(
                lines[0],
                behind,
                Text("there is no case for it: {order} {how}", order=order, how=how)
                if order
                else Text("none of its cases has come"),
            )
            return
        body = _body(cases, chosen, lines[0].segment)
        note = Text(" ").join([order, how])
        if chosen not in OUTCOMES and why:
            note = Text("{chosen} ({why})", chosen=chosen, why=why)
        if chosen == ELSE:
            note = Text("{order} {how}, else", order=order, how=how) if order else Text("else")
        orders = "; ".join(line.text for line in body) or GO_ON
        self.table.branch(self.seat, [*body, *behind, *self.others], Text("{told}: {orders}", told=note, orders=orders))

    def _case(self, cases: Sequence[tuple[Case, WaitingLine]], outcome: str, order: str) -> tuple[str | None, str]:
        """Which case has come first, and why it holds if it is a condition."""
        for case, _ in cases:
            if case.when in (outcome, ELSE):
                return case.when, ""
            if case.when not in OUTCOMES and (judged_case := case_holds(self.table, self.seat, case, order))[0]:
                return case.when, judged_case[1]
        return None, ""

    def _holds(self, condition: str, order: str) -> str | None:
        """Why a condition holds now, or None; one that cannot be read any more does not."""
        holds, why = condition_holds(self.table, self.seat, condition, order)
        return why if holds else None

    def _last_order(self) -> tuple[str, str, str]:
        """How the seat's last order of its own came out, the order in words, and the outcome in words."""
        keys = {word.key for word in self.table.rules.words(self.table.state) if word.own or word.waits}
        done = (e for e in reversed(self.table.entries) if e.seat == self.seat and e.kind in BY_THE_PLAYER and e.key in keys)
        entry = next(done, None)
        if entry is None:
            return "", "", ""
        outcome = SUCCEEDS if self._verdict(entry) else FAILS
        lexicon = vocabulary_of(self.table).grammar.lexicon
        order = entry.note or (written(lexicon, entry.answer) if isinstance(entry.answer, str) else entry.key)
        return outcome, order, HOW[outcome]

    def _verdict(self, entry: Entry) -> bool:
        """Whether what an order tried has come true, by the Events it brought; it has, where nothing was rolled for."""
        after = [e for e in self.table.entries if e.number >= entry.number]
        last = next((e.number for e in after if not e.turn.startswith(entry.turn)), self.table.next_number)
        news = (n.event for n in self.table.news if entry.number <= n.number < last)
        return self.table.rules.segments.verdict([event for event in news if event.visible_to(self.seat)]) is not False

    # The end of a segment

    def _end_segment(self, segment: str) -> None:
        """What is left of a segment's lines when it is over is told, but for what only closes it or was not to be done."""
        left = [line for line in self._left() if not closes(self.table, line)]
        if left:
            self._stop(left[0], left[1:], why_over(self.table, self.seat, segment))
        else:
            self.table.wait(self.seat, self.others)

    def _left(self) -> Lines:
        """The lines of a segment that is over which would still have been carried out."""
        first, *behind = self.run
        outcome, order, _ = self._last_order()
        if first.made and (loop := loop_in(first)) is not None:
            reached = self._reached(loop, first) is not None
            outcome, order = SUCCEEDS if reached else FAILS, loop.order
            unfinished = [] if reached or first.made >= first.most else [first]
        elif is_case(first.text):
            unfinished, behind = [], self.run
        else:
            return self.run
        cases, rest = _chain(behind)
        chosen, _ = self._case(cases, outcome, order)
        return [*unfinished, *(_body(cases, chosen, first.segment) if chosen is not None else []), *rest]


def _chain(lines: Lines) -> tuple[list[tuple[Case, WaitingLine]], Lines]:
    """The cases that lines begin with, each with its line, and the lines behind them."""
    cases: list[tuple[Case, WaitingLine]] = []
    for place, line in enumerate(lines):
        case = case_of(line.text) if line.segment == lines[0].segment else None
        if case is None:
            return cases, lines[place:]
        cases.append((case, line))
    return cases, []


def loop_in(line: WaitingLine) -> Loop | None:
    """The repetition that a line is."""
    return loop_of(cut_even(line.text)[0])


def _body(cases: Sequence[tuple[Case, WaitingLine]], when: str, segment: str) -> Lines:
    """The orders of a case, each for its segment and with what it was shown to be."""
    lines = [
        line._replace(text=case.body, segment=segment) for case, line in cases if case.when == when and case.body != GO_ON
    ]
    return [line._replace(most=loop.most) if (loop := loop_in(line)) is not None else line for line in lines]
