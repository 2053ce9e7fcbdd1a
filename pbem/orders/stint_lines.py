"""Lines that wait for their question, each for its stint: orders, repeated orders, and the cases behind them."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import partial
from typing import Any

from pbem.engine.decision import Decision
from pbem.engine.entry import Kind
from pbem.engine.order import Ambiguous, BadLine, Illegal, Misread, NotAsked, WaitingLine
from pbem.engine.rules import Stint, Word
from pbem.orders.branches import ELSE, FAILS, GO_ON, OUTCOMES, SUCCEEDS, Case, Loop, loop_of
from pbem.orders.course import NOWHERE, Course, Place, closes, has_answered, is_over, stints_of, with_line, words_of
from pbem.orders.headings import Heading, cut_heading, line_for, stint_under
from pbem.orders.lexicon import plain_words
from pbem.orders.menu import strange_words
from pbem.orders.reader import STANDING, WITHDRAW, Deed, Reader

ALL_LINES = (["orders"], ["all", "orders"], ["my", "orders"], ["waiting", "orders"], ["lines"])


class StintLines:
    """Keeps the lines of one seat for the stints they were written for. `kind` is WAITED for a line that has waited."""

    def __init__(self, reader: Reader, kind: Kind, course: Course) -> None:
        self.reader = reader
        self.table = reader.table
        self.seat = reader.seat
        self.kind = kind
        self.course = course

    # Headings

    def cut_heading(self, line: str) -> tuple[Heading | None, str]:
        """The heading in front of a line, and the rest. A Plan needs none, and behind one not its order word."""
        heading, rest = cut_heading(line, self.table.rules.stint_kinds)
        if heading is None:
            return self._names_its_stint(line), line
        if heading.number or not rest:
            return heading, rest
        bare = heading.kind in self._kinds_closed() and self.reader.cut(rest)[0] != heading.kind
        return heading, f"{heading.kind} {rest}" if bare else rest

    def _names_its_stint(self, line: str) -> Heading | None:
        """The heading that an order stands for which is all of its stint: a Plan that can be written."""
        verb = self.reader.cut(line)[0]
        if verb not in self._kinds_closed():
            return None
        there = next((stint.name for stint in stints_of(self.table, self.seat) if stint.heading == verb), None)
        return Heading(verb, 0, "", implied=True) if there not in (None, self.course.headed) else None

    def _kinds_closed(self) -> list[str]:
        """The kinds of stints that an order word of the same name closes."""
        kinds = self.table.rules.stint_kinds
        return [word.verb for word in self.table.rules.words(self.table.state) if word.closes and word.verb in kinds]

    # Lines that wait

    def may_wait(self, words: list[Word[Any]]) -> bool:
        """Whether a line can be kept: nothing is asked of the seat, and its question can still come.

        Behind a line that waits every other one waits, or they would change places.
        """
        if self.kind is Kind.WAITED or self.table.over or self.table.open_to(self.seat):
            return False
        return any(word.waits or word.own for word in words) or bool(self.table.waiting.get(self.seat))

    def is_for_later(self, words: list[Word[Any]], text: str) -> bool:
        """Whether a line is for a stint to come, by its heading, or belongs behind others that wait for their stint.

        Raises Illegal for an order that its heading's stint does not know. A standing order below the lines of a stint is
        none of them.
        """
        if self.kind is Kind.WAITED or self.table.over:
            return False
        stint, lasts = self._headed(), any(word.policy is not None for word in words)
        if stint is not None and self.course.named and not any(word.answers for word in words):
            raise Misread(f'"{words[0].verb}" is always a standing order: write it without a heading')
        if stint is not None and (self.course.named or not lasts or any(word.own for word in words)):
            own = self._own_in(stint, words, text)
            asked = any(self.reader.asking(word) for word in own)
            if stint.name != stints_of(self.table, self.seat)[0].name or (own and not asked):
                return True
        if lasts:
            return False
        first = self.course.stint_of(*words)
        waits = first is not None and any(line.stint == first.name for line in self.table.waiting.get(self.seat, []))
        return waits and first is not None and not self.comes_before(words, first.name)

    def comes_before(self, words: Sequence[Word[Any]], stint: str) -> bool:
        """Whether an order answers what its stint asks before it comes to the lines that wait for it."""
        waiting = [words_of(self.table, w) for w in self.table.waiting.get(self.seat, []) if w.stint == stint]
        asked = {decision.key for decision in self.table.open_to(self.seat)}
        answers = {word.key for word in words if word.own} & asked
        return bool(answers) and all(line and not answers & {word.key for word in line} for line in waiting)

    def _headed(self) -> Stint | None:
        """The stint that a heading has named, if it is still to come."""
        return next((each for each in stints_of(self.table, self.seat) if each.name == self.course.headed), None)

    def _own_in(self, stint: Stint, words: Sequence[Word[Any]], text: str) -> list[Word[Any]]:
        """The Words that answer in a stint; none for what others bring. Raises Illegal for an order of another stint."""
        own = [word for word in words if word.own]
        fitting = [word for word in own if word.key in stint.keys]
        if own and not fitting:
            lines = self.lines_for_later(own, text) or [own[0].usage]
            raise Illegal(f'"{own[0].verb}" is no order for {stint.name}', lines)
        return fitting

    def lines_for_later(self, words: Sequence[Word[Any]], text: str, but: str = "") -> list[str]:
        """An order as it can be written for the stints to come, `but` for that one, with their headings."""
        keys, lexicon = {word.key for word in words if word.own}, self.reader.grammar.lexicon
        bare = not text and words[0].usage != words[0].verb
        stints = stints_of(self.table, self.seat)[has_answered(self.table, self.seat, keys) :]
        there = [stint for stint in stints if keys & stint.keys and not bare and stint.name != but]
        return [f"{line_for(stint, lexicon)}: {words[0].verb} {text}".rstrip() for stint in there][:3]

    def wait(self, words: list[Word[Any]], text: str) -> Deed:
        """Keep a line until its question opens."""
        stint = self._stint_to_wait_for(words)
        self._check_not_closed(stint, words, text)
        line = f"{words[0].verb} {self._check(stint, words, text)}".strip()
        place = Place(ordered=stint, order=line) if any(word.own or word.waits for word in words) else Place()
        return Deed(
            self._said(line, stint, {word.key for word in words}),
            self._adding(WaitingLine(line, stint)),
            stint=stint,
            place=place,
        )

    def _check_not_closed(self, stint: str, words: Sequence[Word[Any]], text: str) -> None:
        """Refuse an order behind one that ends its stint."""
        lines = [line for line in self.table.waiting.get(self.seat, []) if stint and line.stint == stint]
        last = next((line.text for line in lines if closes(self.table, line)), "")
        if last:
            raise Illegal(f'nothing can come behind "{last}" for {stint}', self.lines_for_later(words, text, stint))

    def _said(self, line: str, stint: str, keys: Collection[str]) -> str:
        """How a line that answers these questions is said back when it is kept. Where they are asked in its stint it only
        waits for those before it.
        """
        now, asked = stints_of(self.table, self.seat)[:1], {decision.key for decision in self.table.open_to(self.seat)}
        if any(each.name == stint and each.keys & asked & set(keys) for each in now):
            return line
        return f"kept for {stint}: {line}" if stint else f"kept until it is asked: {line}"

    def _adding(self, line: WaitingLine) -> partial[None]:
        """The keeping of a line behind those that wait for its stint."""
        return partial(self._add, line)

    def _add(self, line: WaitingLine) -> None:
        self.table.wait(self.seat, with_line(self.table, self.seat, line))

    def _stint_to_wait_for(self, words: Sequence[Word[Any]]) -> str:
        """The stint a line is kept for. One that no stint can bring goes with those before it."""
        own = [word for word in words if word.own]
        if self._headed() is not None:
            return self.course.headed
        if not own:
            return self.course.here if self.table.waiting.get(self.seat) else ""
        stint = self.course.stint_of(*own)
        if stint is None:
            raise NotAsked(f'"{own[0].verb}" is not asked of you now, and cannot wait yet')
        if is_over(self.table, self.seat, stint.name):
            raise Illegal(f"this line was for {stint.name}, which is over")
        return stint.name

    def check_stint(self, word: Word[Any]) -> None:
        """Refuse an order that answers the question, but was written for another stint."""
        stint = self.course.stint_of(word) if word.own and self.kind is not Kind.WAITED else None
        now = stints_of(self.table, self.seat)
        if stint is not None and stint.name != now[0].name:
            gone = is_over(self.table, self.seat, stint.name)
            raise Illegal(f"this line was for {stint.name}, which is {'over' if gone else 'still to come'}")

    def too_late_to_close(self, words: list[Word[Any]]) -> Deed | None:
        """What to say to a line that only ends a stint which is over already."""
        closing = next((word for word in words if word.closes), None)
        stint = self.course.stint_of(closing) if closing is not None and self.kind is not Kind.WAITED else None
        if closing is None or stint is None or not is_over(self.table, self.seat, stint.name):
            return None
        return Deed(f"{closing.verb} ({stint.name} is over already)", _nothing)

    # Checks of what is written ahead

    def _check(self, stint: str, words: Sequence[Word[Any]], text: str) -> str:
        """Refuse at once what can never be carried out in a stint to come. Gives `text` with its names in full."""
        self._check_names(words, text)
        lexicon, known = self.reader.grammar.lexicon, list(self.reader.grammar.known())
        there = next((each for each in stints_of(self.table, self.seat) if each.name == stint), None)
        if there is None:
            return lexicon.in_full(text, known)
        own = self._own_in(there, words, text)
        for decision in self.table.rules.foreseen(self.table.state, self.seat):
            if decision.key in [word.key for word in own]:
                return self._foreseen(decision, own[0], text)
        ids = lexicon.named_in(text, known)
        if own and (why := self.table.rules.why_never(self.table.state, self.seat, there, own[0].verb, ids)):
            raise Illegal(f'"{f"{own[0].verb} {text}".strip()}" can never be carried out: {why}', [own[0].usage])
        return lexicon.in_full(text, known)

    def _foreseen(self, decision: Decision, word: Word[Any], text: str) -> str:
        """An answer written ahead in full. Raises BadLine where its question, which can be told, will not take it."""
        grammar = self.reader.grammar
        try:
            answer = grammar.read(decision, text)
        except BadLine as bad:
            lines = [f"{word.verb} {each}" for each in grammar.examples(decision, 1)]
            raise type(bad)(bad.problem, lines) from None
        if wrong := decision.shape.refusal(answer):
            raise Illegal(self.reader.in_words(wrong), [f"{word.verb} {each}" for each in grammar.examples(decision, 1)])
        return grammar.write(decision, answer)[0]

    def _check_names(self, words: Sequence[Word[Any]], text: str) -> None:
        """Refuse a slip at once. What the line's words are used with is no slip."""
        known = list(self.reader.grammar.known())
        usual = {word for w in words for word in plain_words(w.usage)}
        for token, near in strange_words(self.reader.grammar.lexicon, text, known).items() if known else ():
            if token not in usual:
                verb = words[0].verb
                lines = [f"{verb} {re.sub(rf'(?i){token}', name, text)}" for name in near]
                raise Misread(f'"{token}" is not known here', lines or [w.usage for w in words])

    # Repeated orders

    def loop(self, loop: Loop, once: Deed) -> Deed:
        """Keep an order that is repeated: `once` is what it would do one time. Raises Misread for a goal not known."""
        stint = once.stint if once.stint is not None else once.place.ordered
        if stint is None:
            raise Misread(f'"{loop.order}" cannot be repeated', [loop.order])
        order = once.place.order
        meant = Loop(order, self._goal(loop.goal, order), loop.most)
        keys = {word.key for word in self.reader.words(self.reader.cut(order)[0])}
        said = self._said(str(meant), stint, keys) if stint else str(meant)
        place = Place(ordered=stint, order=order)
        doing = self._adding(WaitingLine(str(meant), stint, most=loop.most))
        return Deed(said, doing, once.decision, once.answer, stint=stint, branches=True, place=place)

    def _goal(self, goal: str, order: str) -> str:
        return goal if goal == SUCCEEDS else self.condition(goal, order)

    def condition(self, text: str, order: str) -> str:
        """A condition in its own words. Raises Misread where the game knows no such condition."""
        situations = self.table.rules.situations
        if situations is None:
            raise Misread(f'"{text}" is no case', [f"if {outcome}: ..." for outcome in OUTCOMES])
        about = self.about(order)
        return situations.write(self.table.state, situations.read(self.table.state, self.seat, text, about))

    def about(self, order: str) -> list[str]:
        """The ids that an order names."""
        return self.reader.grammar.lexicon.named_in(self.reader.cut(order)[1], list(self.reader.grammar.known()))

    # Cases

    def case(self, case: Case) -> Deed:
        """Keep a branch behind its order, until it is known which of them comes. Raises BadLine for what cannot be one."""
        bound = self.course.place.ordered is not None and self.course.headed in ("", self.course.place.ordered)
        before = self.course.place if bound else NOWHERE
        self._check_place(case, before)
        stint = self.course.headed or self.course.here if before.ordered is None else before.ordered
        when = case.when if case.when in (*OUTCOMES, ELSE) else self.condition(case.when, before.order)
        meant = Case(when, self._body(case, stint))
        place = Place(stint, before.order, (*before.cases, when))
        if stint and is_over(self.table, self.seat, stint):
            return Deed(f"{meant} ({stint} is over)", _nothing, branches=True, place=place)
        return Deed(str(meant), self._adding(WaitingLine(str(meant), stint)), stint=stint, branches=True, place=place)

    def _check_place(self, case: Case, before: Place) -> None:
        """Refuse a branch where none can stand: a mere condition may open a stint, an outcome follows an order.

        Right behind an order `else go on` says that the next one comes whatever has become of it.
        """
        goes_on = bool(before.order) and case.body == GO_ON
        if case.when == ELSE and not before.cases and not goes_on:
            raise Misread('"else" follows an "if"', [f"if {FAILS}: {case.body}"] if before.order else [case.body])
        if ELSE in before.cases and case.when != ELSE:
            raise Misread('no case can follow "else"', [case.body])
        if before.ordered is None and case.when in OUTCOMES:
            raise Misread("there is no order before this case", [case.body])

    def _body(self, case: Case, stint: str) -> str:
        """What stands behind a case, as it is meant. Raises BadLine for what is no order of its stint.

        An order to end a stint of another kind says that nothing is to be done: in a Levy, `else pass` goes on.
        """
        if case.body == GO_ON:
            return GO_ON
        try:
            loop = loop_of(case.body)
            loop = loop and loop._replace(goal=self._goal(loop.goal, loop.order))
            order = loop.order if loop is not None else case.body
            words, text = self._order_of(order)
            there = next((each for each in stints_of(self.table, self.seat) if each.name == stint), None)
            if there is not None and not text and all(word.closes and word.key not in there.keys for word in words):
                return GO_ON
            meant = f"{words[0].verb} {self._check(stint, words, text)}".strip()
        except BadLine as bad:
            near = [line for line in bad.nearest if cut_heading(line, self.table.rules.stint_kinds)[0] is None]
            raise type(bad)(bad.problem, [f"{case.head}: {line}" for line in near or [GO_ON]]) from None
        return str(loop._replace(order=meant)) if loop is not None else meant

    def _order_of(self, line: str) -> tuple[list[Word[Any]], str]:
        verb, text = self.reader.cut(line)
        words = self.reader.words(verb)
        if not any(word.own or word.waits for word in words):
            raise Misread(f'"{verb}" cannot stand behind a case', [GO_ON])
        self.reader.refuse_several(words, line)
        return words, text

    # Withdrawn

    def withdraw(self, text: str) -> Deed | None:
        """Give up the lines that wait for a stint, or all; None for a line that withdraws something else."""
        lines = self.table.waiting.get(self.seat, [])
        if lines and plain_words(text) == ["all"]:
            ways = [f"{WITHDRAW} orders", f"{WITHDRAW} {STANDING} all"]
            raise Ambiguous('"all" can mean what waits for its moment, or your standing orders', ways)
        if plain_words(text) in ALL_LINES:
            gone = lines
        else:
            heading, _ = cut_heading(f"{text.strip().rstrip(':')}:", self.table.rules.stint_kinds)
            if heading is None:
                return None
            stint = stint_under(heading, stints_of(self.table, self.seat), self.reader.grammar.lexicon)
            gone = [line for line in lines if line.stint == stint.name]
        if not gone:
            waiting = {line.stint for line in lines}
            have = [each.heading for each in stints_of(self.table, self.seat) if each.name in waiting]
            raise NotAsked(f"no lines of yours wait for {text.strip()}", [f"{WITHDRAW} {each}" for each in have])
        kept = [line for line in lines if line not in gone]
        said = "; ".join(line.text for line in gone)
        return Deed(f"{WITHDRAW} {text.strip()} ({said})", partial(self.table.wait, self.seat, kept))


def _nothing() -> None:
    """Nothing is to be done."""
