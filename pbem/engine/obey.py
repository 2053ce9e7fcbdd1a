"""One line of a letter, carried out at a Table.

Every line is either carried out, and then what was understood is said back, or refused with a BadLine that says what is
wrong and gives the nearest lines that would do. One that comes before its question is kept: as a standing order, or among
the lines that wait.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any, NoReturn

from pbem.engine.course import Course, is_over, stints_of
from pbem.engine.decision import Assign, Decision, Menu, Pick, PickSome, Seat
from pbem.engine.entry import NOT_ANSWERS, Kind
from pbem.engine.grammar import Grammar
from pbem.engine.lexicon import plain_words
from pbem.engine.menu import MOST_NEAR, strange_words, verbs_in
from pbem.engine.order import Ambiguous, BadLine, Illegal, Misread, NotAsked, WaitingLine
from pbem.engine.rules import Policy, Scope, Word
from pbem.engine.standing import StandingOrder, policy_of
from pbem.engine.table import Table

STANDING = "standing"
WITHDRAW = "withdraw"
CLEAR = "clear"
LONGEST_LINE = 1000


def obey(table: Table[Any], seat: Seat, line: str, kind: Kind = Kind.ANSWER, course: Course | None = None) -> str:
    """Carry out `line` for `seat` and give back what was understood. Raises BadLine; then nothing has happened.

    `kind` is WAITED for a line that has waited; it does not wait again. `course` is that of the letter, if there is one.
    """
    return _Clerk(table, seat, kind, course or Course(table, seat)).take(line)


def lines_for(table: Table[Any], decision: Decision) -> list[str]:
    """The lines that give the default answer to `decision`, or what is missing of one begun; [] without a default."""
    if decision.default is None:
        return []
    answer = decision.default()
    if isinstance(decision.shape, Assign) and (draft := table.draft_of(decision)):
        answer = _completion(decision.shape, draft, answer)
    return line_of(table, decision, answer)


def _completion(shape: Assign, draft: dict[str, str], default: dict[str, str]) -> dict[str, str]:
    """The pairs that make a whole answer of `draft`: those of the default where they fit, else the first that do."""
    whole = dict(draft)
    others = [(item, bin_) for item in shape.items() for bin_ in shape.bins()]
    for item, bin_ in [*default.items(), *others]:
        if len(whole) < shape.count and item not in whole and shape.pair_refusal(item, bin_, whole) is None:
            whole[item] = bin_
    return {item: bin_ for item, bin_ in whole.items() if item not in draft}


def line_of(table: Table[Any], decision: Decision, answer: Any) -> list[str]:
    """The lines that give `answer` to `decision`."""
    return _with_verb(table, decision, Grammar(table.rules, table.state).write(decision, answer))


def example_lines(table: Table[Any], decision: Decision, most: int = 4) -> list[str]:
    """Lines that answer `decision`, the default first; for a Menu one for each of its order words."""
    texts = Grammar(table.rules, table.state).examples(decision, most)
    return _with_verb(table, decision, texts)


def _with_verb(table: Table[Any], decision: Decision, texts: Iterable[str]) -> list[str]:
    if isinstance(decision.shape, Menu):
        return list(texts)
    verb = verb_for(table, decision)
    return [f"{verb} {text}" for text in texts]


def verb_for(table: Table[Any], decision: Decision) -> str:
    """The order word that answers `decision`; of a Menu, whose options begin with theirs, what it is called."""
    if isinstance(decision.shape, Menu):
        return decision.key.partition(" ")[2]
    return next(w.verb for w in table.rules.vocabulary if w.key == decision.key and w.answers)


def verbs_for(table: Table[Any], decision: Decision) -> list[str]:
    """Every order word that answers `decision`."""
    if isinstance(decision.shape, Menu):
        return verbs_in(decision.shape.options())
    return [verb_for(table, decision)]


class _Clerk:
    """Reads one line for one seat."""

    def __init__(self, table: Table[Any], seat: Seat, kind: Kind, course: Course) -> None:
        self.table = table
        self.seat = seat
        self.kind = kind
        self.course = course
        self.grammar = Grammar(table.rules, table.state)

    def take(self, line: str) -> str:
        """Carry out a line."""
        if len(line) > LONGEST_LINE:
            raise Misread(f"this line is too long, no order has more than {LONGEST_LINE} characters")
        verb, text = _cut_verb(line)
        if not verb:
            raise Misread("there is no order on this line")
        special = {STANDING: self._standing, WITHDRAW: self._withdraw, CLEAR: self._clear}
        meant = [s for s in special if s.startswith(verb)]
        if len(meant) == 1 and not any(v.startswith(verb) for v in self.grammar.verbs):
            return special[meant[0]](text)
        words = self._words(verb)
        understood = self._too_late_to_close(words) or self._answer_or_keep(words, text)
        if any(word.closes for word in words):
            self.course.close()
        return understood

    # Order words

    def _words(self, verb: str) -> list[Word[Any]]:
        """The Words that `verb` stands for; an abbreviation may be settled by what is open."""
        vocabulary = self.table.rules.words(self.table.state)
        whole = [w for w in vocabulary if w.verb == verb]
        fitting = whole or [w for w in vocabulary if w.verb.startswith(verb)]
        verbs = sorted({w.verb for w in fitting})
        if len(verbs) < 2:
            return fitting or self._no_such(verb)
        asked = [w for w in fitting if self._asking(w)]
        if len({w.verb for w in asked}) == 1:
            return asked
        raise Ambiguous(f'"{verb}" can mean {" or ".join(verbs)}', list(dict.fromkeys(w.usage for w in fitting)))

    def _no_such(self, verb: str) -> NoReturn:
        raise Misread(f'"{verb}" is not an order', self._nearest_verbs(verb))

    def _nearest_verbs(self, verb: str) -> list[str]:
        known = [*self.grammar.verbs, STANDING, WITHDRAW, CLEAR]
        close = get_close_matches(verb, known, n=2, cutoff=0.6)
        usage = {w.verb: w.usage for w in self.table.rules.words(self.table.state)}
        return [usage.get(v, v) for v in close] or self._open_lines()

    def _questions(self) -> list[Decision]:
        return [*self.table.open_to(self.seat), *(d for d, _ in self.table.given_by(self.seat))]

    def _asking(self, word: Word[Any]) -> list[Decision]:
        """The questions that a line with this order word can answer now, those without an answer first."""
        mine = [d for d in self._questions() if d.key == word.key and word.answers]
        return [d for d in mine if not isinstance(d.shape, Menu) or word.verb in verbs_for(self.table, d)]

    def _open_lines(self) -> list[str]:
        lines: list[str] = []
        for decision in self.table.open_to(self.seat):
            if isinstance(decision.shape, Assign):
                lines += lines_for(self.table, decision)[:2]
            else:
                lines += example_lines(self.table, decision, MOST_NEAR if isinstance(decision.shape, Menu) else 2)
        return lines

    # A line that answers, or is kept until its question opens

    def _answer_or_keep(self, words: list[Word[Any]], text: str) -> str:
        refused: BadLine | None = None
        pairs = [(word, decision) for word in words for decision in self._asking(word)]
        for word, decision in pairs:
            try:
                self._check_stint(word)
                return self._answer(word, decision, text)
            except BadLine as bad:
                refused = refused or bad
        if isinstance(refused, Illegal):
            raise refused
        self._check_reason(words, text)
        may_wait = refused is None and self._may_wait(words)
        for word in words:
            if word.policy is not None:
                try:
                    return self._keep(word, word.policy, self._early_scope(word), text)
                except Illegal:
                    raise
                except BadLine as bad:
                    refused = refused or bad
        if may_wait:
            return self._wait(words, text)
        raise refused or self._not_asked(words, text)

    def _not_asked(self, words: list[Word[Any]], text: str) -> BadLine:
        verb, keys = words[0].verb, {word.key for word in words}
        for decision in self._questions():
            if isinstance(decision.shape, Menu) and decision.key in keys:
                problem = f'"{verb}" is not open to you now'
                return Illegal(self._with_reason(decision, words[0], text, problem), self._open_lines())
        return NotAsked(f'"{verb}" is not asked of you now', self._open_lines())

    def _answer(self, word: Word[Any], decision: Decision, text: str) -> str:
        try:
            answer = self.grammar.read(decision, f"{word.verb} {text}" if isinstance(decision.shape, Menu) else text)
        except BadLine as bad:
            closed = isinstance(bad, Illegal) and isinstance(decision.shape, Menu)
            problem = self._with_reason(decision, word, text, bad.problem) if closed else bad.problem
            raise type(bad)(problem, self._nearest(word, decision, text, bad)) from None
        if isinstance(decision.shape, Assign):
            return self._collect(word, decision, decision.shape, answer)
        if wrong := decision.shape.refusal(answer):
            raise Illegal(self._in_words(wrong), example_lines(self.table, decision))
        line = line_of(self.table, decision, answer)[0]
        note = line if self.kind is Kind.WAITED else ""
        self.table.answer(self.seat, decision.key, answer, self.kind, subject=decision.subject, note=note)
        return line

    def _with_reason(self, decision: Decision, word: Word[Any], text: str, problem: str) -> str:
        """The problem, with what the game can say about it."""
        ids = self.grammar.lexicon.named_in(text, list(self.grammar.known()))
        reason = self.table.rules.why_not(self.table.state, decision, word.verb, ids)
        return f"{problem}: {reason}" if reason else problem

    def _check_reason(self, words: list[Word[Any]], text: str) -> None:
        """Refuse an order of an open Menu that the game can say why is not there: nobody means it for later unsaid."""
        able = [word for word in words if word.policy is not None]
        for decision in self.table.open_to(self.seat):
            menu = next((word for word in words if word.own and word.key == decision.key), None)
            if able and menu is not None and (problem := self._with_reason(decision, menu, text, "")):
                line = f"{STANDING} {menu.verb} {text}"
                raise Illegal(f'"{menu.verb} {text}" is not open to you now{problem}', [line, *self._open_lines()])

    # Lines that wait

    def _may_wait(self, words: list[Word[Any]]) -> bool:
        """Whether a line can be kept: nothing is asked of the seat, and its question can still come.

        Behind a line that waits every other one waits, or they would change places.
        """
        if self.kind is Kind.WAITED or self.table.over or self.table.open_to(self.seat):
            return False
        return any(word.waits or word.own for word in words) or bool(self.table.waiting.get(self.seat))

    def _wait(self, words: list[Word[Any]], text: str) -> str:
        line = f"{words[0].verb} {text}".strip()
        self._check_names(words, text)
        stint = self._stint_to_wait_for(words)
        self.table.wait(self.seat, [*self.table.waiting.get(self.seat, []), WaitingLine(line, stint)])
        return f"kept for {stint}: {line}" if stint else f"kept until it is asked: {line}"

    # Stints

    def _stint_to_wait_for(self, words: list[Word[Any]]) -> str:
        """The stint a line is kept for. One that no stint can bring goes with those before it."""
        own = [word for word in words if word.own]
        if not own:
            return self.course.here if self.table.waiting.get(self.seat) else ""
        stints = [stint.name for word in own if (stint := self.course.stint_of(word)) is not None]
        if not stints:
            raise NotAsked(f'"{own[0].verb}" is not asked of you now, and cannot wait yet')
        if is_over(self.table, self.seat, stints[0]):
            raise Illegal(f"this line was for {stints[0]}, which is over")
        return stints[0]

    def _check_stint(self, word: Word[Any]) -> None:
        """Refuse an order that answers the question, but was written for another stint."""
        stint = self.course.stint_of(word) if word.own and self.kind is not Kind.WAITED else None
        now = stints_of(self.table, self.seat)
        if stint is not None and stint.name != now[0].name:
            over = is_over(self.table, self.seat, stint.name)
            raise Illegal(f"this line was for {stint.name}, which is {'over' if over else 'still to come'}")

    def _too_late_to_close(self, words: list[Word[Any]]) -> str | None:
        """What to say to a line that only ends a stint which is over already."""
        closing = next((word for word in words if word.closes), None)
        stint = self.course.stint_of(closing) if closing is not None and self.kind is not Kind.WAITED else None
        if closing is None or stint is None or not is_over(self.table, self.seat, stint.name):
            return None
        return f"{closing.verb} ({stint.name} is over already)"

    def _check_names(self, words: list[Word[Any]], text: str) -> None:
        """Refuse a slip at once. What the line's words are used with is no slip."""
        known = list(self.grammar.known())
        usual = {word for w in words for word in plain_words(w.usage)}
        for token, near in strange_words(self.grammar.lexicon, text, known).items() if known else ():
            if token not in usual:
                verb = words[0].verb
                lines = [f"{verb} {re.sub(rf'(?i){token}', name, text)}" for name in near]
                raise Misread(f'"{token}" is not known here', lines or [w.usage for w in words])

    def _collect(self, word: Word[Any], decision: Decision, shape: Assign, pairs: dict[str, str]) -> str:
        draft = self.table.draft_of(decision)
        whole = len(pairs) == shape.count
        partial = {} if whole else {item: bin_ for item, bin_ in draft.items() if item not in pairs}
        for item, bin_ in pairs.items():
            if wrong := shape.pair_refusal(item, bin_, partial):
                raise Illegal(self._in_words(wrong), self._open_pairs(word, shape, item, partial))
            partial[item] = bin_
        if len(partial) > shape.count:
            lines = [CLEAR] if draft else lines_for(self.table, decision)[:3]
            raise Illegal(f"only {shape.count} can be given", lines or [word.usage])
        anew = len(partial) < shape.count and any(d is decision for d, _ in self.table.given_by(self.seat))
        self.table.draft(self.seat, decision.key, partial, subject=decision.subject)
        written = f"{word.verb} " + ", ".join(self.grammar.write(decision, pairs))
        return f"{written} (your earlier answer stands until this one is whole)" if anew else written

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

    def _in_words(self, problem: str) -> str:
        """A shape speaks of option ids in quotes; people read names."""
        return re.sub(r"'([a-z0-9_ ]+)'", lambda m: self.grammar.lexicon.name(m[1]), problem)

    # Standing orders

    def _keep(self, word: Word[Any], policy: Policy[Any], scope: Scope, text: str) -> str:
        try:
            plan = policy.read(self.table.state, self.seat, text)
        except NotAsked as bad:
            raise NotAsked(bad.problem, self._open_lines()) from None
        except BadLine as bad:
            lines = [
                near if near.startswith(f"{word.verb} ") else f"{word.verb} {self.grammar.lexicon.name(near)}"
                for near in bad.nearest
            ]
            raise type(bad)(self._in_words(bad.problem), lines or [word.usage]) from None
        self._check_open(word, policy, plan)
        order = StandingOrder(self.seat, word.key, word.verb, plan, scope)
        kept = f"{self._order_text(order)} (kept for this {scope.name}{self._kept_how(word, order)})"
        self.table.instruct(order)
        return kept

    def _early_scope(self, word: Word[Any]) -> Scope:
        """How long an order holds that is given before its question, without saying how long."""
        scopes = self.table.scopes()
        return next((scope for scope in scopes if scope.name in word.holds), scopes[0])

    def _check_open(self, word: Word[Any], policy: Policy[Any], plan: Any) -> None:
        """Refuse what names something that its open question does not offer: it would be answered without that."""
        decision = next((d for d in self.table.open_to(self.seat) if d.key == word.key), None)
        if decision is not None and (closed := policy.closed(self.table.state, decision, plan)):
            names = ", ".join(map(self.grammar.lexicon.name, closed))
            raise Illegal(f"not open to you now: {names}", example_lines(self.table, decision))

    def _order_text(self, order: StandingOrder) -> str:
        return f"{order.verb} {policy_of(self.table.rules, order).write(self.table.state, order.policy)}"

    def _kept_how(self, word: Word[Any], order: StandingOrder) -> str:
        """What to say about an order that replaces another one, or comes too late for its scope."""
        same = [o for o in self.table.standing_orders(self.seat) if (o.key, o.scope) == (order.key, order.scope)]
        replaced = [self._order_text(o) for o in same if o.policy != order.policy]
        late = ", which has asked it already" if word.once and self._comes_late(order) else ""
        return late + (f", in place of {replaced[0]}" if replaced else "")

    def _comes_late(self, order: StandingOrder) -> bool:
        """Whether the order's question has been asked in its scope, the narrowest of several."""
        table, narrowest = self.table, self.table.scopes()[0]
        if order.scope != narrowest or len(table.scopes()) == 1 or order.key in [d.key for d in table.open_to(self.seat)]:
            return False
        turn = table.rules.turn(table.state)
        answers = [e for e in table.entries if e.kind not in NOT_ANSWERS and e.turn == turn]
        return any((e.seat, e.key) == (self.seat, order.key) for e in answers)

    def _standing(self, text: str) -> str:
        scopes = self.table.scopes()
        first, rest = _cut_verb(text)
        named = next((s for s in scopes if s.name == first), None)
        begins = f"{STANDING} {first}" if named is not None else STANDING
        verb, policy_text = _cut_verb(rest if named is not None else text)
        word = self._standing_word(verb)
        assert word.policy is not None
        try:
            return f"{STANDING} " + self._keep(word, word.policy, named or scopes[min(1, len(scopes) - 1)], policy_text)
        except NotAsked:
            raise
        except BadLine as bad:
            raise type(bad)(bad.problem, [f"{begins} {near}" for near in bad.nearest]) from None

    def _standing_word(self, verb: str) -> Word[Any]:
        """The Word with a policy that `verb` stands for."""
        able = [w for w in self.table.rules.words(self.table.state) if w.policy is not None]
        fitting = [w for w in able if w.verb == verb] or [w for w in able if verb and w.verb.startswith(verb)]
        if len(fitting) == 1:
            return fitting[0]
        usages = [f"{STANDING} {w.usage}" for w in fitting]
        if fitting:
            raise Ambiguous(f'"{verb}" can mean {" or ".join(w.verb for w in fitting)}', usages)
        close = get_close_matches(verb, [w.verb for w in able], n=2, cutoff=0.6)
        usages = [f"{STANDING} {w.usage}" for w in able if not close or w.verb in close]
        problem = f'"{verb}" cannot stand as an order for later' if verb else f'"{STANDING}" needs an order after it'
        raise Misread(problem, usages[:3])

    def _withdraw(self, text: str) -> str:
        verb, rest = _cut_verb(text)
        if verb == STANDING:
            verb, _ = _cut_verb(rest)
        mine = {o.verb: o for o in self.table.standing_orders(self.seat)}
        fitting = [v for v in mine if v.startswith(verb)]
        if not verb or len(fitting) != 1:
            have = [f"{WITHDRAW} {v}" for v in mine]
            unknown = f'you have no standing order "{verb}"' if verb else "you have no standing order"
            raise Misread("name the standing order that ends" if fitting else unknown, have)
        order = mine[fitting[0]]
        self.table.withdraw(self.seat, order.key, order.verb)
        return f"{WITHDRAW} {order.verb}"

    def _clear(self, text: str) -> str:
        """Forget the beginning of an answer."""
        drafts = [d for d in self._questions() if self.table.draft_of(d)]
        if not drafts:
            raise NotAsked("there is nothing to clear", self._open_lines())
        for decision in drafts:
            self.table.draft(self.seat, decision.key, {}, subject=decision.subject)
        return " ".join([CLEAR, *plain_words(text)])


def _cut_verb(line: str) -> tuple[str, str]:
    """The first word of a line, folded, and the rest as written."""
    head, _, rest = line.strip().partition(" ")
    words = plain_words(head)
    return (words[0], " ".join([*words[1:], rest]).strip()) if words else ("", "")


def _mended(grammar: Grammar, tokens: list[str], options: list[str], shape: Assign, so_far: dict[str, str]) -> list[str]:
    """Pairs that could have been meant: one half readable, the other one of `options`; only those that fit."""
    items, bins, name = list(shape.items()), list(shape.bins()), grammar.lexicon.name
    readable = [o for token in tokens if len(fit := grammar.lexicon.matches([token], items + bins)) == 1 for o in fit]
    pairs = [(item, bin_) for item in items for bin_ in bins if {item, bin_} & set(options) and {item, bin_} & set(readable)]
    return [f"{name(i)} {name(b)}" for i, b in pairs if i != b and shape.pair_refusal(i, b, so_far) is None][:3]
