"""Lines that give an answer before its question: standing orders, given, listed and withdrawn."""

from __future__ import annotations

from dataclasses import replace
from difflib import get_close_matches
from functools import partial
from typing import Any

from pbem.engine.entry import NOT_ANSWERS
from pbem.engine.lines import example_lines
from pbem.engine.order import Ambiguous, BadLine, Illegal, Misread, NotAsked
from pbem.engine.reader import STANDING, WITHDRAW, Deed, Reader, cut_verb
from pbem.engine.rules import Policy, Scope, Word
from pbem.engine.standing import StandingOrder, policy_of


class StandingLines:
    """Reads the lines of one seat that give or withdraw standing orders."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader

    def early(self, word: Word[Any], policy: Policy[Any], text: str) -> Deed:
        """An order given before its question, without saying how long it holds."""
        return self._keep(word, policy, self._early_scope(word), text)

    def _keep(self, word: Word[Any], policy: Policy[Any], scope: Scope, text: str) -> Deed:
        try:
            plan = policy.read(self.reader.table.state, self.reader.seat, text)
        except NotAsked as bad:
            raise NotAsked(bad.problem, self.reader.open_lines()) from None
        except BadLine as bad:
            lines = [
                near if near.startswith(f"{word.verb} ") else f"{word.verb} {self.reader.grammar.lexicon.name(near)}"
                for near in bad.nearest
            ]
            raise type(bad)(self.reader.in_words(bad.problem), lines or [word.usage]) from None
        self._check_open(word, policy, plan)
        order = StandingOrder(self.reader.seat, word.key, word.verb, plan, scope)
        kept = f"{self._order_text(order)} (kept for this {scope.name}{self._kept_how(word, order)})"
        return Deed(kept, partial(self.reader.table.instruct, order), order=order)

    def _early_scope(self, word: Word[Any]) -> Scope:
        """How long an order holds that is given before its question, without saying how long."""
        scopes = self.reader.table.scopes()
        return next((scope for scope in scopes if scope.name in word.holds), scopes[0])

    def _check_open(self, word: Word[Any], policy: Policy[Any], plan: Any) -> None:
        """Refuse what names something that its open question does not offer: it would be answered without that."""
        decision = next((d for d in self.reader.table.open_to(self.reader.seat) if d.key == word.key), None)
        if decision is not None and (closed := policy.closed(self.reader.table.state, decision, plan)):
            names = ", ".join(map(self.reader.grammar.lexicon.name, closed))
            raise Illegal(f"not open to you now: {names}", example_lines(self.reader.table, decision))

    def _order_text(self, order: StandingOrder) -> str:
        return f"{order.verb} {policy_of(self.reader.table.rules, order).write(self.reader.table.state, order.policy)}"

    def _kept_how(self, word: Word[Any], order: StandingOrder) -> str:
        """What to say about an order that replaces another one, or comes too late for its scope."""
        same = [
            o for o in self.reader.table.standing_orders(self.reader.seat) if (o.key, o.scope) == (order.key, order.scope)
        ]
        replaced = [self._order_text(o) for o in same if o.policy != order.policy]
        late = ", which has asked it already" if word.once and self._comes_late(order) else ""
        return late + (f", in place of {replaced[0]}" if replaced else "")

    def _comes_late(self, order: StandingOrder) -> bool:
        """Whether the order's question has been asked in its scope, the narrowest of several."""
        table, narrowest = self.reader.table, self.reader.table.scopes()[0]
        if (
            order.scope != narrowest
            or len(table.scopes()) == 1
            or order.key in [d.key for d in table.open_to(self.reader.seat)]
        ):
            return False
        turn = table.rules.turn(table.state)
        answers = [e for e in table.entries if e.kind not in NOT_ANSWERS and e.turn == turn]
        return any((e.seat, e.key) == (self.reader.seat, order.key) for e in answers)

    def standing(self, text: str) -> Deed:
        """A line that says how long its order holds, or leaves that to the game."""
        scopes = self.reader.table.scopes()
        first, rest = cut_verb(text)
        named = next((s for s in scopes if s.name == first), None)
        begins = f"{STANDING} {first}" if named is not None else STANDING
        verb, policy_text = cut_verb(rest if named is not None else text)
        word = self._standing_word(verb)
        assert word.policy is not None
        try:
            deed = self._keep(word, word.policy, named or scopes[min(1, len(scopes) - 1)], policy_text)
        except NotAsked:
            raise
        except BadLine as bad:
            raise type(bad)(bad.problem, [f"{begins} {near}" for near in bad.nearest]) from None
        return replace(deed, text=f"{STANDING} {deed.text}")

    def _standing_word(self, verb: str) -> Word[Any]:
        """The Word with a policy that `verb` stands for."""
        able = [w for w in self.reader.table.rules.words(self.reader.table.state) if w.policy is not None]
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

    def withdraw(self, text: str) -> Deed:
        """A line that ends a standing order."""
        verb, rest = cut_verb(text)
        if verb == STANDING:
            verb, _ = cut_verb(rest)
        mine = {o.verb: o for o in self.reader.table.standing_orders(self.reader.seat)}
        fitting = [v for v in mine if v.startswith(verb)]
        if not verb or len(fitting) != 1:
            have = [f"{WITHDRAW} {v}" for v in mine]
            unknown = f'you have no standing order "{verb}"' if verb else "you have no standing order"
            raise Misread("name the standing order that ends" if fitting else unknown, have)
        order = mine[fitting[0]]
        end = partial(self.reader.table.withdraw, self.reader.seat, order.key, order.verb)
        return Deed(f"{WITHDRAW} {order.verb}", end)
