"""One line of a letter, read and carried out at a Table.

Every line is either carried out, and then what was understood is said back, or refused with a BadLine that says what is
wrong and gives the nearest lines that would do. One that comes before its question is kept: as a standing order, or among
the lines that wait. Reading a line changes nothing: what it would do is a Deed.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from pbem.engine.decision import Assign, Decision, Menu, Pick, PickSome, Seat
from pbem.engine.entry import Kind
from pbem.engine.means import IN_WORDS, Means
from pbem.engine.order import Ambiguous, BadLine, Illegal, Misread, NotAsked
from pbem.engine.rules import Word
from pbem.engine.table import Table
from pbem.orders.branches import case_of, loop_of
from pbem.orders.course import Course, Place, stints_of
from pbem.orders.grammar import Grammar
from pbem.orders.headings import Heading
from pbem.orders.lexicon import plain_words
from pbem.orders.lines import example_lines, line_of, lines_for
from pbem.orders.reader import CLEAR, STANDING, WITHDRAW, Deed, Reader, standing_for
from pbem.orders.standing_lines import HABITS, StandingLines
from pbem.orders.stint_lines import StintLines

LONGEST_LINE = 1000


def obey(table: Table[Any], seat: Seat, line: str, kind: Kind = Kind.ANSWER, course: Course | None = None) -> str:
    """Carry out `line` for `seat` and give back what was understood. Raises BadLine; then nothing has happened.

    `kind` is WAITED for a line that has waited; it does not wait again. `course` is that of the letter, if there is one.
    """
    course = course or Course(table, seat)
    deed = understand(table, seat, line, kind, course)
    deed.do()
    follow(course, deed)
    return deed.text


def follow(course: Course, deed: Deed) -> None:
    """Take the course of a letter on behind one of its lines."""
    course.follow(deed.heading, deed.place, closed=deed.closes)


def understand(table: Table[Any], seat: Seat, line: str, kind: Kind = Kind.ANSWER, course: Course | None = None) -> Deed:
    """What `line` would do now. Raises BadLine as `obey` does; nothing happens."""
    deed = _Clerk(table, seat, kind, course or Course(table, seat)).read(line)
    if table.without:
        _refuse_means(table, seat, deed)
    return deed


def _refuse_means(table: Table[Any], seat: Seat, deed: Deed) -> None:
    """Raise Illegal for a line of a kind that the game is played without."""
    now = [stint.name for stint in stints_of(table, seat)[:1] if table.open_to(seat)]
    used = {
        Means.STANDING: deed.order is not None,
        Means.BRANCHES: deed.branches,
        Means.AHEAD: deed.stint is not None and deed.stint not in now,
    }
    for means, uses in used.items():
        if uses and means in table.without:
            raise Illegal(f"this game is played without {IN_WORDS[means]}")


class _Clerk:
    """Reads one line for one seat."""

    def __init__(self, table: Table[Any], seat: Seat, kind: Kind, course: Course) -> None:
        self.table = table
        self.seat = seat
        self.kind = kind
        self.reader = Reader(table, seat)
        self.grammar = self.reader.grammar
        self.standing = StandingLines(self.reader)
        self.course = course
        self.stints = StintLines(self.reader, kind, course)

    def read(self, line: str) -> Deed:
        """What a line would do."""
        if len(line) > LONGEST_LINE:
            raise Misread(f"this line is too long, no order has more than {LONGEST_LINE} characters")
        if (about_stints := self._stint_line(line)) is not None:
            return about_stints
        verb, text = self.reader.cut(line)
        if not verb:
            raise Misread("there is no order on this line")
        special = {STANDING: self.standing.standing, WITHDRAW: self.standing.withdraw, CLEAR: self._clear}
        meant = [s for s in special if s.startswith(verb)]
        if len(meant) == 1 and not standing_for(verb, self.table.rules.words(self.table.state)):
            return special[meant[0]](text)
        if verb in HABITS:
            return self.standing.habit(verb, text)
        words = self.reader.words(verb)
        self.reader.refuse_several(words, line)
        deed = self.stints.too_late_to_close(words) or self._order(words, text)
        return replace(deed, closes=any(word.closes for word in words))

    # Lines about stints

    def _stint_line(self, line: str) -> Deed | None:
        """A line under a heading, a branch, a repeated order, or one that withdraws what waits; None for any other."""
        heading, rest = self.stints.cut_heading(line)
        if heading is not None:
            return self._under(heading, rest)
        if (case := case_of(line)) is not None:
            return self.stints.case(case)
        if (loop := loop_of(line)) is not None:
            verb, text = self.reader.cut(loop.order)
            return self.stints.loop(loop, self._order(self.reader.words(verb), text))
        verb, text = self.reader.cut(line)
        return self.stints.withdraw(text) if verb == WITHDRAW else None

    def _under(self, heading: Heading, rest: str) -> Deed:
        """A line behind a heading. What only ends a stint may come when it is over: its last action can have ended it."""
        if rest and self.course.is_past(heading):
            deed = self.stints.too_late_to_close(self.reader.words(self.reader.cut(rest)[0]))
            if deed is not None:
                return replace(deed, closes=True)
        course = self.course.under(heading)
        if not rest:
            return Deed(course.headed, _nothing, heading=course.headed)
        try:
            deed = _Clerk(self.table, self.seat, self.kind, course).read(rest)
            return deed if heading.implied else replace(deed, heading=course.headed)
        except BadLine as bad:
            if heading.implied:
                raise
            lines = [near if self.stints.cut_heading(near)[0] else f"{heading.name}: {near}" for near in bad.nearest]
            raise type(bad)(bad.problem, lines) from None

    def _order(self, words: list[Word[Any]], text: str) -> Deed:
        """An order with what it means for the lines behind it. One that has branches waits for its moment if it must."""
        try:
            deed = self._answer_or_keep(words, text)
        except (Illegal, NotAsked):
            if not self.course.cases_follow or self.kind is Kind.WAITED or not any(word.own for word in words):
                raise
            return self.stints.wait(words, text)
        word = next((word for word in words if deed.decision is not None and word.key == deed.decision.key), None)
        if word is None or deed.place.ordered is not None or not (word.own or word.waits):
            return deed
        stint = self.course.stint_of(word) if word.own else None
        return replace(deed, place=Place(ordered=stint.name if stint is not None else "", order=deed.text))

    # A line that answers, or is kept until its question opens

    def _answer_or_keep(self, words: list[Word[Any]], text: str) -> Deed:
        if self.stints.is_for_later(words, text):
            return self.stints.wait(words, text)
        refused: BadLine | None = None
        pairs = [(word, decision) for word in words for decision in self.reader.asking(word)]
        for word, decision in pairs:
            try:
                self.stints.check_stint(word)
                return self._answer(word, decision, text)
            except BadLine as bad:
                refused = refused or bad
        if isinstance(refused, Illegal):
            raise refused
        self._check_reason(words, text)
        doubtful = isinstance(refused, Ambiguous)
        slips = [word for word, decision in pairs if self.standing.is_slip(word, decision, text, doubtful=doubtful)]
        words = [word for word in words if word not in slips]
        may_wait = refused is None and self.stints.may_wait(words)
        plain = may_wait and any(w.waits for w in words) and not any(self.standing.must_stand(w, text) for w in words)
        if any(word.policy is not None for word in words) and not plain:
            try:
                return self.standing.early(words, text)
            except Illegal:
                raise
            except BadLine as bad:
                refused = refused or bad
        if may_wait:
            return self.stints.wait(words, text)
        if refused is not None:
            lines = [line for word in slips for line in self.standing.as_standing(word, text)]
            raise type(refused)(refused.problem, [*refused.nearest, *lines])
        raise self._not_asked(words, text)

    def _not_asked(self, words: list[Word[Any]], text: str) -> BadLine:
        verb, keys = words[0].verb, {word.key for word in words}
        for decision in self.reader.questions():
            if isinstance(decision.shape, Menu) and decision.key in keys:
                problem = f'"{verb}" is not open to you now'
                return Illegal(self.reader.with_reason(decision, words[0], text, problem), self.reader.open_lines())
        later = self.stints.lines_for_later(words, text)
        return NotAsked(f'"{verb}" is not asked of you now', [*later, *self.reader.open_lines()])

    def _answer(self, word: Word[Any], decision: Decision, text: str) -> Deed:
        try:
            answer = self.grammar.read(decision, f"{word.verb} {text}" if isinstance(decision.shape, Menu) else text)
        except BadLine as bad:
            closed = isinstance(bad, Illegal) and isinstance(decision.shape, Menu)
            problem = self.reader.with_reason(decision, word, text, bad.problem) if closed else bad.problem
            raise type(bad)(problem, self._nearest(word, decision, text, bad)) from None
        if isinstance(decision.shape, Assign):
            return self._collect(word, decision, decision.shape, answer)
        if wrong := decision.shape.refusal(answer):
            raise Illegal(self.reader.in_words(wrong), example_lines(self.table, decision))
        line = line_of(self.table, decision, answer)[0]
        note = line if self.kind is Kind.WAITED else ""
        give = partial(self.table.answer, self.seat, decision.key, answer, self.kind, subject=decision.subject, note=note)
        return Deed(line, give, decision, answer)

    def _check_reason(self, words: list[Word[Any]], text: str) -> None:
        """Refuse an order of an open Menu that the game can say why is not there: nobody means it for later unsaid."""
        able = [word for word in words if word.policy is not None]
        for decision in self.table.open_to(self.seat):
            menu = next((word for word in words if word.own and word.key == decision.key), None)
            if able and menu is not None and (problem := self.reader.with_reason(decision, menu, text, "")):
                line = f"{STANDING} {menu.verb} {text}"
                raise Illegal(f'"{menu.verb} {text}" is not open to you now{problem}', [line, *self.reader.open_lines()])

    def _collect(self, word: Word[Any], decision: Decision, shape: Assign, pairs: dict[str, str]) -> Deed:
        draft = self.table.draft_of(decision)
        whole = len(pairs) == shape.count
        begun = {} if whole else {item: bin_ for item, bin_ in draft.items() if item not in pairs}
        for item, bin_ in pairs.items():
            if wrong := shape.pair_refusal(item, bin_, begun):
                raise Illegal(self.reader.in_words(wrong), self._open_pairs(word, shape, item, begun))
            begun[item] = bin_
        if len(begun) > shape.count:
            lines = [CLEAR] if draft else lines_for(self.table, decision)[:3]
            raise Illegal(f"only {shape.count} can be given", lines or [word.usage])
        anew = len(begun) < shape.count and any(d is decision for d, _ in self.table.given_by(self.seat))
        written = f"{word.verb} " + ", ".join(self.grammar.write(decision, pairs))
        said = f"{written} (your earlier answer stands until this one is whole)" if anew else written
        return Deed(said, partial(self.table.draft, self.seat, decision.key, begun, subject=decision.subject), decision)

    def _open_pairs(self, word: Word[Any], shape: Assign, item: str, so_far: dict[str, str]) -> list[str]:
        """Lines for other bins that `item` fits, or for other items."""
        name = self.grammar.lexicon.name
        for items in ([item], [i for i in shape.items() if i not in so_far]):
            pairs = [(i, b) for i in items for b in shape.bins() if shape.pair_refusal(i, b, so_far) is None]
            if pairs:
                return [f"{word.verb} {name(i)} {name(b)}" for i, b in pairs[:3]]
        return [word.usage]

    def _nearest(self, word: Word[Any], decision: Decision, text: str, bad: BadLine) -> list[str]:
        """The line with the doubtful name put right, or legal lines for the question."""
        options = list(bad.nearest)
        if isinstance(decision.shape, Menu):
            return options
        if isinstance(decision.shape, Assign):
            pairs = _mended(self.grammar, plain_words(text), options, decision.shape, self.table.draft_of(decision))
            return [f"{word.verb} {pair}" for pair in pairs] or lines_for(self.table, decision)[:3] or [word.usage]
        if options and isinstance(decision.shape, Pick | PickSome):
            return [f"{word.verb} {self.grammar.lexicon.name(o)}" for o in options]
        return example_lines(self.table, decision) or [word.usage]

    def _clear(self, text: str) -> Deed:
        """Forget the beginning of an answer."""
        drafts = [d for d in self.reader.questions() if self.table.draft_of(d)]
        if not drafts:
            raise NotAsked("there is nothing to clear", self.reader.open_lines())

        def clear() -> None:
            for decision in drafts:
                self.table.draft(self.seat, decision.key, {}, subject=decision.subject)

        return Deed(" ".join([CLEAR, *plain_words(text)]), clear)


def _nothing() -> None:
    """Nothing is to be done."""


def _mended(grammar: Grammar, tokens: list[str], options: list[str], shape: Assign, so_far: dict[str, str]) -> list[str]:
    """Pairs that could have been meant: one half readable, the other one of `options`; only those that fit."""
    items, bins, name = list(shape.items()), list(shape.bins()), grammar.lexicon.name
    readable = [o for token in tokens if len(fit := grammar.lexicon.matches([token], items + bins)) == 1 for o in fit]
    pairs = [(item, bin_) for item in items for bin_ in bins if {item, bin_} & set(options) and {item, bin_} & set(readable)]
    return [f"{name(i)} {name(b)}" for i, b in pairs if i != b and shape.pair_refusal(i, b, so_far) is None][:3]
