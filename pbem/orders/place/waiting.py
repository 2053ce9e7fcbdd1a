"""Lines that wait for their question, each for its segment."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Any, Final

from pbem.engine.decision import Decision
from pbem.engine.game.orders import Word
from pbem.engine.game.segments import Segment
from pbem.engine.log.entry import EntryKind
from pbem.engine.refusal import Ambiguous, BadLine, Illegal, Misread, NotAsked, WaitingLine
from pbem.figures import has_digit, is_number
from pbem.i18n import Text
from pbem.orders.languages.words import around, listed
from pbem.orders.parse.branches import ELSE, FAILS, GO_ON, OUTCOMES, SUCCEEDS, Case, Loop, loop_of
from pbem.orders.parse.parse import IF, Order, Provided
from pbem.orders.place.answers import ActsToCome, alone
from pbem.orders.place.placed import Act, Keep, Leave, PartialAnswer, Placed
from pbem.orders.place.position import Position, keys_of
from pbem.orders.place.segments import (
    NO_CONTEXT,
    Cursor,
    LineContext,
    acts_alone,
    can_act,
    closes,
    has_answered,
    heading_of,
    is_over,
    segment_under,
    takes_condition,
    under_way,
    waits_to_act,
    words_of,
)
from pbem.orders.words.headings import Heading, cut_heading
from pbem.orders.words.lexicon import SMALL_WORDS, plain_words, telling
from pbem.orders.words.menu import strange_words
from pbem.orders.words.vocabulary import STANDING, WITHDRAW

ALL_LINES = (["orders"], ["all", "orders"], ["my", "orders"], ["waiting", "orders"], ["lines"])
MAX_ORDER_WORDS: Final = 12
"""Words of an order behind a condition that are looked at for whom the condition is about."""


class WaitingLines:
    """Places the lines of one seat that are kept. `kind` is WAITED for a line that has waited: it does not wait again."""

    def __init__(self, position: Position, cursor: Cursor, kind: EntryKind) -> None:
        self.position = position
        self.table = position.table
        self.seat = position.seat
        self.cursor = cursor
        self.has_waited = kind is EntryKind.WAITED
        self.can_wait = not self.has_waited and not self.table.over

    # What a line can be

    def is_for_later(self, words: list[Word[Any]], text: str) -> bool:
        """Whether a line is for a segment to come, by its heading, or belongs behind others that wait for their segment.

        Raises Illegal for an order that its heading's segment does not know. A standing order below the lines of a segment
        is none of them.
        """
        if not self.can_wait:
            return False
        lasts = any(word.policy is not None for word in words)
        if (segment := self.position.segment(self.cursor.headed)) is not None:
            if self.cursor.named and not any(word.answers for word in words):
                raise Misread(Text('"{verb}" is always a standing order: write it without a heading', verb=words[0].verb))
            if self.cursor.named or not lasts or any(word.own for word in words):
                own_words = self._own_in(segment, words, text)
                asked = any(self.position.asking(word) for word in own_words)
                if segment is not self.position.segments[0] or (own_words and not asked) or self._is_early(words, segment):
                    return True
        return not lasts and self._belongs_behind(words)

    def _is_early(self, words: Sequence[Word[Any]], segment: Segment) -> bool:
        """Whether a line can only do something unasked, and the segment that its heading names has not begun."""
        return acts_alone(words) and under_way(self.table, self.seat) != segment.name

    def _belongs_behind(self, words: list[Word[Any]]) -> bool:
        """Whether earlier lines wait for the segment that an order is for, and it does not come before them."""
        first = self.cursor.segment_of(*words)
        waits = first is not None and any(line.segment == first.name for line in self.position.waiting)
        return waits and first is not None and not self.comes_before(words, first.name)

    def comes_before(self, words: Sequence[Word[Any]], segment: str) -> bool:
        """Whether an order answers what its segment asks before it comes to the lines that wait for it."""
        answers = {word.key for word in words if word.own} & self.position.open_keys
        if not answers:
            return False
        waiting = (keys_of(words_of(self.table, w)) for w in self.position.waiting if w.segment == segment)
        return all(keys and not answers & keys for keys in waiting)

    def may_wait(self, words: list[Word[Any]]) -> bool:
        """Whether a line can be kept: nothing is asked of the seat, and its question can still come.

        Behind a line that waits every other one waits, or they would change places; but for acts, which belong to no place.
        """
        if not self.can_wait or self.position.open or acts_alone(words):
            return False
        return any(word.waits or word.own for word in words) or self._others_wait()

    def _others_wait(self) -> bool:
        """Whether lines of the seat wait for what it will be asked."""
        return not all(waits_to_act(self.table, line) for line in self.position.waiting)

    def may_act_later(self, words: Sequence[Word[Any]]) -> bool:
        """Whether a line can be kept until its act is open: at this moment it is not."""
        is_act = self.table.rules.acts.exist and any(word.act for word in words)
        return self.can_wait and is_act and not can_act(self.table, self.position.seat, words)

    def check_segment(self, word: Word[Any]) -> None:
        """Refuse an order that answers the question, but was written for another segment."""
        segment = self.cursor.segment_of(word) if word.own and not self.has_waited else None
        if segment is not None and segment.name != self.position.segments[0].name:
            why_over = is_over(self.table, self.seat, segment.name)
            raise Illegal(
                Text(
                    "this line was for {segment}, which is {over}",
                    segment=segment.name,
                    over="over" if why_over else Text("still to come"),
                )
            )

    def too_late_to_close(self, words: list[Word[Any]]) -> Placed | None:
        """What to say to a line that only ends a segment which is over already."""
        closing = next((word for word in words if word.closes), None)
        segment = self.cursor.segment_of(closing) if closing is not None and not self.has_waited else None
        if closing is None or segment is None or not is_over(self.table, self.seat, segment.name):
            return None
        return Placed(Text("{verb} ({segment} is over already)", verb=closing.verb, segment=segment.name))

    def implied_heading(self, verb: str) -> Heading | None:
        """The heading that an order stands for which is all of its segment: a Plan that can be written."""
        if verb not in self.position.vocabulary.closing_kinds:
            return None
        there = next((each.name for each in self.position.segments if each.heading == verb), None)
        return Heading(verb, 0, "", implied=True) if there not in (None, self.cursor.headed) else None

    def _own_in(self, segment: Segment, words: Sequence[Word[Any]], text: str) -> list[Word[Any]]:
        """The Words that answer in a segment; none for what others bring. Raises Illegal for an order of another segment."""
        own_words = [word for word in words if word.own]
        fitting = [word for word in own_words if word.key in segment.keys]
        if own_words and not fitting:
            lines = self.lines_for_later(own_words, text) or [own_words[0].usage]
            raise Illegal(
                Text('"{verb}" is not an order for {segment}', verb=own_words[0].verb, segment=segment.name), lines
            )
        return fitting

    def lines_for_later(self, words: Sequence[Word[Any]], text: str, but: str = "") -> list[str]:
        """An order as it can be written for the segments to come, `but` for that one, with their headings."""
        keys = {word.key for word in words if word.own}
        bare = not text and words[0].usage != words[0].verb
        segments = self.position.segments[has_answered(self.table, self.seat, keys) :]
        there = [each for each in segments if keys & each.keys and not bare and each.name != but]
        return [f"{heading_of(each, self.position.lexicon)!s}: {words[0].verb} {text}".rstrip() for each in there][:3]

    # Kept

    def keep(self, words: list[Word[Any]], text: str) -> Placed:
        """Keep a line until its question opens. Raises BadLine for one that can never be carried out."""
        segment = self._segment_for(words)
        self._check_not_closed(segment, words, text)
        line = f"{words[0].verb} {self.checked(segment, words, text)}".strip()
        mark = LineContext(segment, line) if any(word.own or word.waits for word in words) else NO_CONTEXT
        return Placed(self.said(line, segment, keys_of(words)), Keep(WaitingLine(line, segment)), mark=mark)

    def keep_act(self, words: list[Word[Any]], text: str) -> Placed:
        """Keep a line until its act is open. Raises BadLine for one that can never be done, and for an order word alone: it
        would be whatever is open then.
        """
        if not telling(plain_words(text)) and all(word.usage != word.verb for word in words):
            raise Misread(
                Text('"{verb}" alone cannot wait: say all of it', verb=words[0].verb), [word.usage for word in words]
            )
        text = self.checked("", words, text)
        line, to_come = f"{words[0].verb} {text}".strip(), ActsToCome(self.table, self.seat)
        if to_come.acts:
            placed = to_come.act([word for word in words if word.act], text)
            assert isinstance(placed.action, Act)
            line = placed.action.line
        return Placed(Text("kept until it can be done: {line}", line=line), Keep(WaitingLine(line)))

    def _segment_for(self, words: Sequence[Word[Any]]) -> str:
        """The segment a line is kept for. One that no segment can bring goes with those before it."""
        own_words = [word for word in words if word.own]
        if self.position.segment(self.cursor.headed) is not None:
            return self.cursor.headed
        if not own_words:
            return self.cursor.here if self._others_wait() else ""
        segment = self.cursor.segment_of(*own_words)
        if segment is None:
            raise NotAsked(Text('nothing asks for "{verb}" now, and it cannot wait yet', verb=own_words[0].verb))
        if is_over(self.table, self.seat, segment.name):
            raise Illegal(Text("this line was for {segment}, which is over", segment=segment.name))
        return segment.name

    def _check_not_closed(self, segment: str, words: Sequence[Word[Any]], text: str) -> None:
        """Refuse an order behind one that ends its segment."""
        lines = [line for line in self.position.waiting if segment and line.segment == segment]
        last = next((line.text for line in lines if closes(self.table, line)), "")
        if last:
            raise Illegal(
                Text('nothing can come behind "{last}" for {segment}', last=last, segment=segment),
                self.lines_for_later(words, text, segment),
            )

    def said(self, line: str, segment: str, keys: Collection[str]) -> str:
        """How a line that answers these questions is said back when it is kept. Where they are asked in its segment it only
        waits for those before it.
        """
        now = self.position.now
        if now is not None and now.name == segment and now.keys & self.position.open_keys & set(keys):
            return line
        return (
            Text("kept for {segment}: {line}", segment=segment, line=line)
            if segment
            else Text("kept until it is asked: {line}", line=line)
        )

    # Checks of what is written ahead

    def checked(self, segment: str, words: Sequence[Word[Any]], text: str) -> str:
        """`text` with its names in full. Raises BadLine for what can never be carried out in a segment to come."""
        text = self._without_remarks(words, text)
        quiet = {*SMALL_WORDS, *listed("thanks")}
        says_more = any((word,) not in around().quiet and word not in quiet for word in plain_words(text))
        if says_more and all(word.usage == word.verb for word in words):
            raise Misread(alone(words[0].verb), [words[0].verb])
        self._check_names(words, text)
        self._check_says_enough(words, text)
        vocabulary, there = self.position.vocabulary, self.position.segment(segment)
        own_words = self._own_in(there, words, text) if there is not None else []
        if there is not None and own_words:
            for decision in self.table.rules.segments.foreseen(self.table.state, self.seat):
                if decision.key in keys_of(own_words):
                    return self._foreseen(decision, own_words[0], text)
        if there is not None:
            word = (own_words or words)[0]
            ids = vocabulary.named_in(text)
            if why := self.table.rules.segments.why_never(self.table.state, self.seat, there, word.verb, ids):
                more = f"{word.verb} {text}".strip()
                raise Illegal(Text('"{more}" can never be carried out: {why}', more=more, why=why), [word.usage])
        return self.position.lexicon.in_full(text, vocabulary.known)

    def _without_remarks(self, words: Sequence[Word[Any]], text: str) -> str:
        """`text` without what is true of every such order, and may be said at its end."""
        remarks = self.table.rules.orders.synonyms.beside.get(words[0].verb, ()) if words else ()
        alternatives = "|".join(map(re.escape, sorted(remarks, key=len, reverse=True)))
        return re.sub(rf",?\s+(?:{alternatives})[\s.!]*$", "", text, flags=re.IGNORECASE) if alternatives else text

    def _foreseen(self, decision: Decision, word: Word[Any], text: str) -> str:
        """An answer written ahead in full. Raises BadLine where its question, which can be told, will not take it."""
        grammar = self.position.grammar
        lines = [f"{word.verb} {each}" for each in grammar.examples(decision, 1)]
        try:
            answer = grammar.read(decision, text)
        except BadLine as bad:
            raise type(bad)(bad.problem, lines) from None
        if wrong := decision.shape.refusal(answer):
            chosen = [f"{word.verb} {each}" for each in grammar.as_chosen(decision, answer, word.usage)]
            raise Illegal(self.position.in_words(wrong), chosen or lines)
        return grammar.write(decision, answer)[0]

    def _check_names(self, words: Sequence[Word[Any]], text: str) -> None:
        """Refuse a slip at once. What the line's words are used with is no slip."""
        known = self.position.vocabulary.known
        usual = {word for w in words for word in plain_words(w.usage)}
        for token, near in strange_words(self.position.lexicon, text, known).items() if known else ():
            if token not in usual:
                lines = [f"{words[0].verb} {re.sub(rf'(?i){token}', name, text)}" for name in near]
                raise Misread(
                    Text('I do not know what "{token}" means here', token=token), lines or [w.usage for w in words]
                )

    def _check_says_enough(self, words: Sequence[Word[Any]], text: str) -> None:
        """Refuse what no question can ever be answered with: a mere number, where nothing is counted or called by it, and an
        order word alone that chooses among several and can stand.
        """
        telling_words = telling(plain_words(text))
        usages = [word.usage for word in words]
        is_number_alone = bool(telling_words) and all(map(is_number, telling_words)) and not any(map(has_digit, usages))
        if is_number_alone and not self.position.vocabulary.named_in(text):
            raise Misread(Text('"{text}" names nothing: a number on its own says nothing here', text=text.strip()), usages)
        chooses = any(word.own and word.policy is not None for word in words)
        if not telling_words and chooses and all(word.usage != word.verb for word in words):
            raise Misread(Text('"{verb}" alone cannot wait: say all of it', verb=words[0].verb), usages)

    # Withdrawn

    def withdraw(self, text: str) -> Placed | None:
        """Give up the lines that wait for a segment, or all; None for a line that withdraws something else."""
        lines = self.position.waiting
        if lines and plain_words(text) == ["all"]:
            ways = [f"{WITHDRAW} orders", f"{WITHDRAW} {STANDING} all"]
            raise Ambiguous(Text('"all" can mean what waits for its moment, or your standing orders'), ways)
        withdrawn = lines if plain_words(text) in ALL_LINES else self._lines_under(text)
        withdrawn = self._acts_named(text) if withdrawn is None else withdrawn
        if withdrawn is None:
            return None
        if not withdrawn:
            waiting = {line.segment for line in lines}
            have = [each.heading for each in self.position.segments if each.name in waiting]
            raise NotAsked(
                Text("no lines of yours wait for {text}", text=text.strip()), [f"{WITHDRAW} {each}" for each in have]
            )
        texts = "; ".join(line.text for line in withdrawn)
        return Placed(
            Text("{withdraw} {text} ({said})", withdraw=WITHDRAW, text=text.strip(), said=texts),
            Leave(tuple(line for line in lines if line not in withdrawn)),
        )

    def ways_to_withdraw_acts(self) -> list[str]:
        """The lines that take back what waits to be done unasked, one each."""
        return [f"{WITHDRAW} {line.text}" for line in self.position.waiting if waits_to_act(self.table, line)]

    def _acts_named(self, text: str) -> list[WaitingLine] | None:
        """The act that waits to be done whose order word stands in a text, with names of its own; None where none does.

        Raises Ambiguous where it can be several.
        """
        verb, rest = self.position.vocabulary.cut(text)
        known = {word.verb for word in self.position.vocabulary.named(verb)}
        named = set(self.position.vocabulary.named_in(rest))
        lines = [line for line in self.position.waiting if waits_to_act(self.table, line)]
        with_verb = [line for line in lines if line.text.partition(" ")[0] in known]
        fitting = [
            line for line in with_verb if named <= set(self.position.vocabulary.named_in(line.text.partition(" ")[2]))
        ]
        if len(fitting) > 1:
            raise Ambiguous(Text("which of them?"), [f"{WITHDRAW} {line.text}" for line in fitting])
        return fitting or None

    def _lines_under(self, text: str) -> list[WaitingLine] | None:
        """The lines that wait for the segment that a text names; None where it names none."""
        heading, _ = cut_heading(f"{text.strip().rstrip(':')}:", self.position.vocabulary.headings)
        if heading is None:
            return None
        now = under_way(self.table, self.seat)
        segment = segment_under(heading, self.position.segments, self.position.lexicon, now)
        return [line for line in self.position.waiting if line.segment == segment.name]


# Repeated orders, and the cases behind an order


class Branches:
    """Places the branches of one seat."""

    def __init__(self, waiting: WaitingLines) -> None:
        self.waiting = waiting
        self.position = waiting.position
        self.cursor = waiting.cursor

    # Repeated orders

    def loop(self, loop: Loop, once: Placed) -> Placed:
        """Keep an order that is repeated: `once` is what it would do one time. Raises Misread for a goal not known."""
        segment = once.segment if once.segment is not None else once.mark.ordered
        if segment is None or not once.mark.order:
            raise Misread(Text('"{order}" cannot be repeated', order=loop.order), [loop.order])
        if self._only_closes(loop.order):
            raise Misread(Text('"{order}" cannot be repeated', order=loop.order), [loop.order])
        order = once.mark.order
        meant = str(Loop(order, self._goal(loop.goal, order), loop.most))
        keys = keys_of(self.position.words(self.position.vocabulary.cut(order)[0]))
        confirmation = self.waiting.said(meant, segment, keys) if segment else meant
        return Placed(
            confirmation, Keep(WaitingLine(meant, segment, most=loop.most)), branches=True, mark=LineContext(segment, order)
        )

    # Conditions behind an order

    def provided(self, provided: Provided, once: Placed) -> Placed:
        """Keep an order with a condition behind it: `once` is what it would do. Raises Misread for a condition not known."""
        segment = once.segment if once.segment is not None else once.mark.ordered
        order = once.mark.order
        if segment is None or not order or isinstance(once.action, PartialAnswer):
            raise Misread(Text('"{order}" takes no condition', order=provided.order), [provided.order])
        meant = provided._replace(order=order, condition=self._condition(provided.condition, order))
        confirmation = self.waiting.said(
            str(meant), segment, keys_of(self.position.words(self.position.vocabulary.cut(order)[0]))
        )
        mark = LineContext(segment, order, (meant.condition,))
        return Placed(confirmation, Keep(WaitingLine(str(meant), segment)), branches=True, mark=mark)

    def _only_closes(self, order: str) -> bool:
        """Whether an order only ends its segment."""
        words = self.position.words(self.position.vocabulary.cut(order)[0])
        return all(word.closes for word in words)

    def _goal(self, goal: str, order: str) -> str:
        return goal if goal == SUCCEEDS else self._condition(goal, order)

    def _condition(self, text: str, order: str) -> str:
        """A condition in its own words. Raises Misread where the game knows no such condition."""
        situations, state = self.position.rules.standing.situations, self.position.state
        if situations is None:
            raise Misread(Text('"{text}" is not a case', text=text), [f"if {outcome}: ..." for outcome in OUTCOMES])
        ordered = self.position.vocabulary.cut(order)[1].split()[:MAX_ORDER_WORDS]
        about = self.position.vocabulary.named_in(" ".join(ordered))
        return situations.write(state, situations.read(state, self.position.seat, text, about))

    # Cases

    def case(self, case: Case) -> Placed:
        """Keep a branch behind its order, until it is known which of them comes. Raises BadLine for what cannot be one."""
        mark, headed = self.cursor.mark, self.cursor.headed
        before = mark if mark.ordered is not None and headed in ("", mark.ordered) else NO_CONTEXT
        self._check_place(case, before)
        segment = headed or self.cursor.here if before.ordered is None else before.ordered
        when = case.when if case.when in (*OUTCOMES, ELSE) else self._condition(case.when, before.order or case.body)
        meant = str(Case(when, self._body(case, segment)))
        mark = LineContext(segment, before.order, (*before.cases, when))
        if segment and is_over(self.position.table, self.position.seat, segment):
            return Placed(Text("{meant} ({segment} is over)", meant=meant, segment=segment), branches=True, mark=mark)
        return Placed(meant, Keep(WaitingLine(meant, segment)), branches=True, mark=mark)

    def _check_place(self, case: Case, before: LineContext) -> None:
        """Refuse a branch where none can stand: a mere condition may open a segment, an outcome follows an order.

        Right behind an order `else go on` says that the next one comes whatever has become of it.
        """
        goes_on = bool(before.order) and case.body == GO_ON
        if case.when == ELSE and not before.cases and not goes_on:
            raise Misread(Text('"else" follows an "if"'), [f"if {FAILS}: {case.body}"] if before.order else [case.body])
        if ELSE in before.cases and case.when != ELSE:
            raise Misread(Text('no case can follow "else"'), [case.body])
        if before.ordered is None and case.when in OUTCOMES:
            raise Misread(Text("there is no order before this case"), [case.body])

    def _body(self, case: Case, segment: str) -> str:
        """What stands behind a case, as it is meant. Raises BadLine for what is no order of its segment."""
        if case.body == GO_ON:
            return GO_ON
        try:
            return self._meant(case.body, segment)
        except BadLine as bad:
            headings = self.position.vocabulary.headings
            near = [line for line in bad.nearest if cut_heading(line, headings)[0] is None]
            raise type(bad)(bad.problem, [f"{case.head}: {line}" for line in near or [GO_ON]]) from None

    def _meant(self, body: str, segment: str) -> str:
        """The order of a case in full.

        One that ends a segment of another kind says that nothing is to be done: in a Levy, `else pass` goes on.
        """
        loop = loop_of(body)
        loop = loop and loop._replace(goal=self._goal(loop.goal, loop.order))
        words, text = self._order_of(loop.order if loop is not None else body)
        if takes_condition(words) and IF.search(f" {text}"):
            raise Misread(Text('a condition cannot stand inside another: join them by "and"'))
        there = self.position.segment(segment)
        if there is not None and not text and all(word.closes and word.key not in there.keys for word in words):
            return GO_ON
        meant = f"{words[0].verb} {self.waiting.checked(segment, words, text)}".strip()
        return str(loop._replace(order=meant)) if loop is not None else meant

    def _order_of(self, line: str) -> tuple[list[Word[Any]], str]:
        verb, text = self.position.vocabulary.cut(line)
        words = self.position.words(verb)
        if not any(word.own or word.waits for word in words):
            raise Misread(Text('"{verb}" cannot stand behind a case', verb=verb), [GO_ON])
        return self.position.words_of(Order(verb, text, line)), text
