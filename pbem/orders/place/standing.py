"""Lines that give, list or withdraw standing orders: answers given before their question."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from difflib import get_close_matches
from typing import Any, TypeAlias

from pbem.engine.decision import Decision, Json
from pbem.engine.game.orders import Word
from pbem.engine.game.standing import NO_PLACE, Policy, Scope
from pbem.engine.log.entry import NOT_ANSWERS
from pbem.engine.phrase import NONE, words_of
from pbem.engine.refusal import Ambiguous, BadLine, Illegal, Misread, NotAsked
from pbem.engine.standing import StandingOrder, firing, length_of, order_text
from pbem.figures import is_number
from pbem.i18n import Text
from pbem.orders.languages.words import alternatives
from pbem.orders.parse.branches import case_of
from pbem.orders.parse.parse import IF, Clauses, cut_clauses
from pbem.orders.place.placed import End, Placed, Stand
from pbem.orders.place.position import Position
from pbem.orders.words.grammar import NONE_WORDS, YES_WORDS
from pbem.orders.words.lexicon import CUT_SHORT, plain_words, telling
from pbem.orders.words.lines import example_lines
from pbem.orders.words.vocabulary import ALWAYS, HABITS, STANDING, USUAL, WITHDRAW, cut_verb, words_named

_JOINT = re.compile(alternatives("joints"), re.IGNORECASE)
"""Stands between the numbers of several."""

ALL = "all"
Lasting: TypeAlias = "Callable[[Word[Any], Json], Scope]"
"""How long an order holds whose line does not say so, by its order word and what it says."""


class StandingOrders:
    """Places the standing orders of one seat."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.table = position.table
        self.seat = position.seat
        self.situations = position.rules.standing.situations

    # What a line can be

    def must_stand(self, word: Word[Any], text: str) -> bool:
        """Whether a line that could also wait for its question says that it stands, or cannot be read as an answer."""
        if word.policy is None:
            return False
        try:
            clauses = self._clauses(word.policy, text)
            self._what(word, word.policy, clauses)
        except BadLine:
            return False
        return not word.policy.wording.plain or clauses.stand or plain_words(clauses.what) == [USUAL]

    def is_slip(self, word: Word[Any], decision: Decision, text: str, *, doubtful: bool) -> bool:
        """Whether a line that an open question has refused is no order for it either: it is in the words of an answer, does
        not say that it stands, and would not answer, or is `doubtful`.
        """
        policy = word.policy
        if policy is None or not policy.wording.plain or self._says_it_stands(policy, text, doubtful=doubtful):
            return False
        try:
            order = self._read(word, policy, text, self._early_scope)
        except BadLine:
            return True
        return doubtful or firing(self.table.rules, self.table.state, order, decision) is None

    def _says_it_stands(self, policy: Policy[Any], text: str, *, doubtful: bool) -> bool:
        """Whether a line says how long it holds, when, where, or what is always or never done. Of a `doubtful` one where may
        be whom: exile for Pembroke.
        """
        if cut_verb(text)[0] in HABITS or (policy.wording.conditions and IF.search(f" {text}")):
            return True
        try:
            clauses = self._clauses(policy, text)
            return clauses.stand or (not doubtful and self._cut_where(policy, clauses.what)[1] is not None)
        except BadLine:
            return False

    def as_standing(self, word: Word[Any], text: str) -> list[str]:
        """The line that gives an order that stands, if the text can be one."""
        assert word.policy is not None
        try:
            self._read(word, word.policy, text, self._usual_scope)
        except BadLine:
            return []
        return [f"{STANDING} {word.verb} {text}".strip()]

    # Given

    def early(self, words: list[Word[Any]], text: str) -> Placed:
        """An order given before its question, without saying how long it holds."""
        return self._first_that_reads(words, text, self._early_scope)

    def standing(self, text: str) -> Placed:
        """A line that says how long its order holds, or leaves that to the game; alone it lists those in force."""
        first, rest = cut_verb(text)
        if not first:
            return self._listed()
        if ":" in text and (case := case_of(text)) is not None and case.when:
            raise Misread(
                Text("the condition of an order that stands is behind it"), [f"{STANDING} {case.body} if {case.when}"]
            )
        names = {*self.table.rules.standing.scope_names, *(s.name for s in self.table.scopes())}
        named = first if first in names and not self._is_order(first, rest) else ""
        return self._standing(rest if named else text, named, f"{STANDING} {first}" if named else STANDING)

    def _is_order(self, first: str, rest: str) -> bool:
        """Whether a word that also names a scope is the order itself: no other order word comes after it."""
        verbs = {word.verb for word in self.position.vocabulary.words if word.policy is not None}
        return first in verbs and self.position.vocabulary.cut(rest)[0] not in (verbs | set(HABITS))

    def habit(self, habit: str, text: str) -> Placed:
        """A line such as "never pillage london": an order that stands."""
        return self._standing(f"{habit} {text}", "", STANDING)

    def _standing(self, text: str, scope: str, begins: str) -> Placed:
        """An order that holds for the scope of that name, or the usual one (""). Lines near to it begin with `begins`."""
        lasting: Lasting = self._usual_scope if not scope else lambda word, _plan: self._scope(scope, word)
        verb, words = self.position.vocabulary.cut(text)
        if (habit := verb) in HABITS:
            verb, order = self.position.vocabulary.cut(words)
            words = f"{habit} {order}"
        able: list[Word[Any]] = []
        try:
            able = self._standing_words(verb)
            placed = self._first_that_reads(able, words, lasting)
        except NotAsked:
            raise
        except BadLine as bad:
            if habit == ALWAYS and (plain := [line for w in able for line in self.as_standing(w, order)]):
                raise Misread(
                    Text('"{habit}" does not go with "{verb} {order}"', habit=habit, verb=verb, order=order),
                    list(dict.fromkeys(plain)),
                ) from None
            raise type(bad)(bad.problem, [f"{begins} {near}" for near in bad.nearest]) from None
        return replace(placed, said=Text("{standing} {said}", standing=STANDING, said=placed.said))

    def _standing_words(self, verb: str) -> list[Word[Any]]:
        """The Words with a policy that `verb` stands for."""
        able = [w for w in self.position.vocabulary.words if w.policy is not None]
        fitting = words_named(verb, able, self.position.vocabulary.final)
        verbs = list(dict.fromkeys(w.verb for w in fitting))
        if len(verbs) == 1:
            return fitting
        if fitting:
            raise Ambiguous(
                Text('"{verb}" can mean {either}', verb=verb, either=Text(" or ").join(verbs)), [w.usage for w in fitting]
            )
        if told := self.position.no_order(verb):
            raise Misread(told)
        close = get_close_matches(verb, [w.verb for w in able], n=2, cutoff=0.6)
        usages = [w.usage for w in able if not close or w.verb in close]
        if not close and self.position.vocabulary.named(verb):
            raise Illegal(
                Text(
                    '"{verb}" is not an order that can stand, and none forbids it: write it where it is to be done',
                    verb=verb,
                )
            )
        raise Misread(Text('"{verb}" cannot stand as an order for later', verb=verb), usages[:3])

    def _first_that_reads(self, words: list[Word[Any]], text: str, usual: Lasting) -> Placed:
        """Several questions can have one order word: the first that the line fits, those of this phase before others."""
        refused: list[BadLine] = []
        able = [word for word in words if word.policy is not None]
        for word in sorted(able, key=lambda word: self._usual_scope(word, None).coming):
            try:
                order = self._order(word, text, usual)
                ended = self._against(order) if cut_verb(text)[0] in HABITS else ()
                return Placed(self._kept(word, order, ended), Stand(order, ended))
            except Illegal:
                raise
            except BadLine as bad:
                refused.append(bad)
        raise refused[0]

    def _order(self, word: Word[Any], text: str, usual: Lasting) -> StandingOrder:
        """The order that a line gives. Raises BadLine with lines that begin with its order word."""
        assert word.policy is not None
        try:
            order = self._read(word, word.policy, text, usual)
        except NotAsked as bad:
            raise NotAsked(bad.problem, self.position.open_lines()) from None
        except BadLine as bad:
            lines = [self._whole_line(word, near) for near in bad.nearest]
            problem = self.position.in_words(bad.problem)
            says_yes_or_no = word.policy.wording.alone == YES_WORDS[0]
            if says_yes_or_no and not lines:  # something else can have been meant than what the order word is for
                problem = Text(
                    '{problem}. "{verb}" is about this: {about}', problem=problem, verb=word.verb, about=word.about
                )
            raise type(bad)(problem, lines or [word.usage]) from None
        if not order.bound:
            self._check_open(word, word.policy, order.policy)
        return self._merged(word.policy, order)

    def _whole_line(self, word: Word[Any], near: str) -> str:
        """What would do, as a line: it may be the name of an option only."""
        verb, _, rest = near.partition(" ")
        if rest and verb in {w.verb for w in self.table.rules.vocabulary}:
            return near
        is_written = near != near.lower() or "if" in near.split()
        return f"{word.verb} {near if is_written else self.position.lexicon.name(near)}"

    def _check_open(self, word: Word[Any], policy: Policy[Any], plan: Any) -> None:
        """Refuse what names something that its open question does not offer: it would be answered without that."""
        decision = next((d for d in self.position.open if d.key == word.key), None)
        if decision is not None and (closed := policy.closed(self.table.state, decision, plan)):
            names = ", ".join(map(self.position.lexicon.name, closed))
            raise Illegal(Text("not open to you now: {names}", names=names), example_lines(self.table, decision))

    def _merged(self, policy: Policy[Any], order: StandingOrder) -> StandingOrder:
        """The order, with what one that it would replace says besides."""
        old = next((o for o in self.table.replaced_by(order) if o.verb == order.verb), None)
        both = policy.habit.merge(old.policy, order.policy) if old is not None and policy.habit is not None else None
        return order if both is None else replace(order, policy=both)

    # Read

    def _read(self, word: Word[Any], policy: Policy[Any], text: str, usual: Lasting) -> StandingOrder:
        s, seat, clauses = self.table.state, self.seat, self._clauses(policy, text)
        plan, where, about = self._what(word, policy, clauses)
        condition = self._condition(word, clauses, about) if clauses.if_ else None
        otherwise = policy.read(s, seat, clauses.otherwise) if clauses.otherwise is not None else None
        if policy.wording.fallback and otherwise is None:
            otherwise = policy.read(s, seat, policy.wording.fallback)
            if where is None and condition is None:
                raise Misread(
                    Text('"{verb}" needs to be told when: for whom, where, or "if ..."', verb=word.verb), [word.usage]
                )
        scope = self._scope(clauses.scope, word) if clauses.scope else usual(word, plan)
        habit = policy.habit is not None and policy.habit.says(plan)
        order = StandingOrder(seat, word.key, word.verb, plan, scope, where, condition, otherwise)
        return replace(order, once=clauses.once, habit=habit, beside=policy.wording.beside, adds=policy.wording.adds)

    def _clauses(self, policy: Policy[Any], text: str) -> Clauses:
        """The clauses of a text. Behind conditions of the policy's own there can be another one."""
        names, s = self.table.rules.standing.scope_names, self.table.state
        if self.situations is not None and not self._has_own(policy, text):
            for found in reversed(list(IF.finditer(text))):
                if policy.conditional(s, self.seat, what := text[: found.start()]):
                    return replace(cut_clauses(text[found.start() :], names, conditions=False), what=what.strip())
            return cut_clauses(text, names, conditions=False)
        return cut_clauses(text, names, conditions=True)

    def _has_own(self, policy: Policy[Any], text: str) -> bool:
        """Whether the conditions in a text are read by the policy itself."""
        what = cut_clauses(text, self.table.rules.standing.scope_names, conditions=True).what
        return policy.wording.conditions or policy.conditional(self.table.state, self.seat, what)

    def _what(self, word: Word[Any], policy: Policy[Any], clauses: Clauses) -> tuple[Json, Json, list[str]]:
        """What is to be done, in what circumstances, and the ids that say so."""
        try:
            what, where = self._cut_where(policy, clauses.what)
        except BadLine as bad:
            raise type(bad)(bad.problem, [f"{word.verb} {near}" for near in bad.nearest]) from None
        bound = where is not None or bool(clauses.if_)
        plan = policy.read(self.table.state, self.seat, policy.wording.alone if bound and not what else what)
        if plan == [NONE] and NONE_WORDS.issuperset(plain_words(what)) and what and NONE not in plain_words(word.usage):
            raise Misread(Text('"{verb}" takes no "none"', verb=word.verb), [word.usage])
        if isinstance(plan, list) and NONE in plan[:-1]:
            raise Misread(Text('"{alone}" stands alone', alone=NONE))  # a correction: "charity Norfolk, no, Warwick"
        named = self.position.vocabulary.named_in(what)
        self._refuse_other_name(plan, what)
        return plan, where, named if policy.wording.places else [f"{NO_PLACE}{name}" for name in named]

    def _refuse_other_name(self, plan: Json, what: str) -> None:
        """A word cut short for what is meant may be the whole name of something else: fight York. Raises Ambiguous."""
        vocabulary, lexicon = self.position.vocabulary, self.position.lexicon
        ids = [one for each in plan if isinstance(each, str) for one in words_of(each)] if isinstance(plan, list) else []
        said = [word for word in telling(plain_words(what)) if vocabulary.is_name(word)]
        for word in said:
            fits = [lexicon.fit([word], one) for one in ids]
            if fits and 0 < max(fits) <= CUT_SHORT:
                raise Ambiguous(Text('"{token}" is the name of {other}', token=word, other=word.capitalize()))

    def _cut_where(self, policy: Policy[Any], text: str) -> tuple[str, Json]:
        """What is to be done, and in what circumstances."""
        if self.situations is None or self._has_own(policy, text):
            return text, None
        return self.situations.circumstances(self.table.state, self.seat, text, policy.wording.places)

    def _condition(self, word: Word[Any], clauses: Clauses, about: list[str]) -> Json:
        assert self.situations is not None
        try:
            condition = self.situations.read(self.table.state, self.seat, clauses.if_, about)
        except BadLine as bad:
            begins = " ".join([word.verb, *clauses.what.split(), "unless" if clauses.unless else "if"])
            raise type(bad)(bad.problem, [f"{begins} {near}" for near in bad.nearest]) from None
        return ["not", condition] if clauses.unless else condition

    # How long

    def _scope(self, name: str, word: Word[Any]) -> Scope:
        """The scope of that name that can still ask. Raises Illegal where none runs, or is to come."""
        scopes = self.table.scopes()
        found = [scope for scope in scopes if scope.name == name]
        if not found:
            raise Illegal(
                Text(
                    "there is no {name} now; an order can stand for {scopes}",
                    name=name,
                    scopes=Text(" or ").join(length_of(self.table.rules, scope) for scope in scopes),
                )
            )
        return next((scope for scope in found if self._can_ask(scope, word)), found[0])

    def _can_ask(self, scope: Scope, word: Word[Any]) -> bool:
        """Whether a word's question can still come in a scope."""
        return not scope.usual or self.table.rules.standing.can_come(self.table.state, word.key)

    def _early_scope(self, word: Word[Any], plan: Json) -> Scope:
        """How long an order holds that is given before its question, without saying how long: the first of the word's own
        scopes, or the narrowest, if that can ask it.
        """
        scopes = [scope for scope in self.table.scopes() if not scope.coming]
        usual = self._usual_scope(word, plan)
        return usual if usual.coming else next((scope for scope in scopes if scope.name in word.holds), scopes[0])

    def _usual_scope(self, word: Word[Any], plan: Json) -> Scope:
        """How long an order holds that stands, without saying how long: the phase, or the coming one that asks it."""
        scopes = self.table.scopes()
        usual = next((scope for scope in scopes if scope.usual), scopes[min(1, len(scopes) - 1)])
        within = word.within or word.holds
        if plan is not None and word.policy is not None and word.policy.within is not None:
            within = word.policy.within(self.table.state, plan)
        order = [usual, *(scope for scope in scopes if scope != usual)]
        return next((scope for scope in order if scope.name in within and self._can_ask(scope, word)), usual)

    # Said back

    def _text(self, order: StandingOrder) -> str:
        return order_text(self.table.rules, self.table.state, order)

    def _against(self, order: StandingOrder) -> tuple[StandingOrder, ...]:
        """What is in force and would answer otherwise before an order that says what is always or never done."""
        if order.bound or order.habit or order.beside:
            return ()
        rank = {scope: place for place, scope in enumerate(self.table.scopes())}
        mine = [o for o in self.table.orders_of(self.seat) if (o.key, o.verb) == (order.key, order.verb) and not o.habit]
        return tuple(o for o in mine if rank[o.scope] <= rank[order.scope] and not order.replaces(o))

    def _kept(self, word: Word[Any], order: StandingOrder, ended: Sequence[StandingOrder] = ()) -> str:
        """What to say about an order that is taken, may replace others, or come too late for its scope."""
        same = [self._text(o) for o in (*self.table.replaced_by(order), *ended)]
        replaced = [text for text in same if text != self._text(order)]
        late = word.once and self._comes_late(order)
        text, length = self._text(order), length_of(self.table.rules, order.scope)
        if late and replaced:
            return Text(
                "{text} (kept for {length}, which has asked it already, in place of {replaced})",
                text=text,
                length=length,
                replaced="; ".join(replaced),
            )
        if late:
            return Text("{text} (kept for {length}, which has asked it already)", text=text, length=length)
        return (
            Text(
                "{text} (kept for {length}, in place of {replaced})", text=text, length=length, replaced="; ".join(replaced)
            )
            if replaced
            else Text("{text} (kept for {length})", text=text, length=length)
        )

    def _comes_late(self, order: StandingOrder) -> bool:
        """Whether the order's question has been asked in its scope, the narrowest of several."""
        table, scopes = self.table, self.table.scopes()
        if order.scope != scopes[0] or len(scopes) == 1 or order.key in self.position.open_keys:
            return False
        turn = table.rules.turn(table.state)
        answers = [e for e in table.entries if e.kind not in NOT_ANSWERS and e.turn == turn]
        return any((e.seat, e.key) == (self.seat, order.key) for e in answers)

    def _listed(self) -> Placed:
        """The orders in force, each with its number."""
        mine = self.table.orders_of(self.seat)
        lines = [f"{o.number}. {self._text(o)} ({o.scope.name})" for o in mine]
        return Placed(f"{STANDING} ({'; '.join(lines)})" if lines else Text("standing (you have no standing order)"))

    # Withdrawn

    def withdraw(self, text: str) -> Placed:
        """A line that ends standing orders: by an order word, by number, or all."""
        verb, rest = cut_verb(text)
        verb, rest = cut_verb(rest) if verb == STANDING else (verb, rest)
        mine = self.table.orders_of(self.seat)
        if len(numbers := _numbers_in(text)) > 1:
            return self._withdraw_each(numbers, mine)
        exact, begun = {o.verb for o in mine if o.verb == verb}, {o.verb for o in mine if verb and o.verb.startswith(verb)}
        verbs = exact or begun
        ended = mine if verb == ALL else [o for o in mine if is_number(verb) and o.number == int(verb)]
        if not ended and len(verbs) == 1:
            ended = [o for o in mine if o.verb in verbs]
        if ended and plain_words(rest):
            ended = self._told_apart(ended, f"{verb} {rest}")
        if not ended:
            have = list(dict.fromkeys(f"{WITHDRAW} {o.verb}" for o in mine))
            unknown = Text('you have no standing order "{verb}"', verb=verb) if verb else Text("you have no standing order")
            raise Misread(Text("name the standing order that ends") if verbs or (not verb and mine) else unknown, have)
        return Placed(f"{WITHDRAW} {'; '.join(map(self._text, ended))}", End(tuple(ended)))

    def _withdraw_each(self, numbers: Sequence[int], mine: Sequence[StandingOrder]) -> Placed:
        """Several standing orders ended by their numbers. Raises Misread where one of them is none."""
        known = {order.number for order in mine}
        if unknown := [number for number in numbers if number not in known]:
            have = [f"{WITHDRAW} {number}" for number in numbers if number in known]
            raise Misread(Text('you have no standing order "{verb}"', verb=unknown[0]), ["; ".join(have)] if have else [])
        ended = tuple(order for order in mine if order.number in numbers)
        return Placed(f"{WITHDRAW} {'; '.join(map(self._text, ended))}", End(ended))

    def _told_apart(self, orders: list[StandingOrder], text: str) -> list[StandingOrder]:
        """Of these orders the one that a line names in all its words. Raises Misread where it names none."""
        said = plain_words(text)
        found = [order for order in orders if said in (plain_words(self._text(order)), [ALL, *plain_words(order.verb)])]
        if not found:
            lines = [f"{WITHDRAW} {STANDING} {order.number}" for order in orders]
            raise Misread(Text('you have no standing order "{verb}"', verb=text), lines)
        return found


def _numbers_in(text: str) -> list[int]:
    """The numbers of a line that withdraws nothing else: "1, 2", "1, withdraw 2"; [] for any other."""
    words = [word for word in plain_words(text) if word not in (WITHDRAW, STANDING) and not _JOINT.fullmatch(word)]
    return [int(word) for word in words] if all(map(is_number, words)) else []
