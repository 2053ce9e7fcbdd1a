"""Standing orders: answers given before the question.

They are in the log like everything else. An order holds while its scope's token is what it was when the order was given, so
no rule has to end it. Several orders for one question coexist if their circumstances differ. A newer one for the same
question, scope and circumstances replaces the older, except if they have different words that stand `beside` each other, or
name different things and add up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, TypeVar

from pbem.effort import spend
from pbem.engine.decision import Decision, Json, Menu, Seat
from pbem.engine.game.rules import Rules
from pbem.engine.game.setup import S
from pbem.engine.game.standing import Policy, Scope, Situations
from pbem.engine.log.entry import Entry
from pbem.engine.prospect import Prospect, Worsening, even_in_words, prospect_of, worse
from pbem.engine.writing import answer_texts
from pbem.i18n import Text

T = TypeVar("T")
MAX_STANDING = 60
"""The maximum number of a seat's standing orders: each is checked whenever its question comes up."""


@dataclass(frozen=True, slots=True)
class StandingOrder:
    """A standing order: for which question (`key`), what (`policy`, plain data), and how long (`scope`).

    - `where` limits it to circumstances, `condition` to a situation (both plain data of the game's Situations); if the
      condition does not hold, `otherwise` is done, if given. A `once` order ends when it has answered. A `habit` says what
      is always or never done; one that stands `beside` others is replaced by its own word only, and one that `adds` to
      others only by the same order. Nobody has typed one that `consents`: it holds while nobody writes for its seat.
    - `shown` is its preview when it was given, if it names what it is about (None: no preview was possible, or it is a
      general rule).
    - `even` lists the ways in which it may have become worse.
    - `number` is its number for its owner, set by the book.
    - `given` is its entry.
    """

    seat: Seat
    key: str
    verb: str
    policy: Json
    scope: Scope
    where: Json = None
    condition: Json = None
    otherwise: Json = None
    once: bool = False
    habit: bool = False
    beside: bool = False
    adds: bool = False
    consents: bool = False
    shown: Prospect | None = field(default=None, compare=False)
    even: tuple[str, ...] = field(default=(), compare=False)
    number: int = field(default=0, compare=False)
    given: int = field(default=0, compare=False)

    def as_answer(self) -> Json:
        """Its form in the log. What an order does not depend on is left out, as in logs from before orders could have
        conditions.
        """
        bound = {"where": self.where, "condition": self.condition, "otherwise": self.otherwise}
        values = {name: value for name, value in bound.items() if value is not None}
        values |= {name: True for name in ("once", "habit", "beside", "adds", "consents") if getattr(self, name)}
        values |= {"shown": self.shown.as_json()} if self.shown is not None else {}
        values |= {"even": list(self.even)} if self.even else {}
        return {"verb": self.verb, "policy": self.policy, "scope": [self.scope.name, self.scope.token], **values}

    @classmethod
    def from_entry(cls, entry: Entry) -> StandingOrder:
        """Reads it from the log."""
        values = dict(entry.answer)
        shown = values.pop("shown", None)
        given = cls(entry.seat, entry.key, scope=Scope(*values.pop("scope")), even=tuple(values.pop("even", ())), **values)
        return given if shown is None else replace(given, shown=Prospect.from_json(shown))

    @property
    def bound(self) -> bool:
        """Whether it depends on circumstances or a condition."""
        return self.where is not None or self.condition is not None

    def replaces(self, other: StandingOrder) -> bool:
        """Whether it replaces another order: same question, scope and circumstances, and the same kind."""
        if (self.seat, self.key, self.condition, self.where) != (other.seat, other.key, other.condition, other.where):
            return False
        same = (self.scope, self.once, self.habit) == (other.scope, other.once, other.habit)
        return same and not (
            (self.beside and other.beside and self.verb != other.verb)
            or (self.adds and other.adds and self.policy != other.policy)
        )


def policy_of(rules: Rules[S], order: StandingOrder) -> Policy[S]:
    """The Policy by which an order is applied and written."""
    policies = (w.policy for w in rules.vocabulary if (w.verb, w.key) == (order.verb, order.key))
    return next(policy for policy in policies if policy is not None)


LENGTHS = {
    "round": Text("this round"),
    "battle": Text("this battle"),
    "card": Text("this card"),
    "turn": Text("this turn"),
    "campaign": Text("this campaign"),
    "campaign+": Text("the campaign to come"),
    "war": Text("this war"),
    "game": Text("this game"),
}
"""How long orders hold, as complete phrases, so that they can be translated."""


def length_of(rules: Rules[Any], scope: Scope) -> str:
    """How long an order of this scope holds, in words."""
    lengths = {**LENGTHS, **rules.standing.lengths}
    if scope.coming:
        return lengths.get(f"{scope.name}+", Text("the {scope} to come", scope=scope.name))
    return lengths.get(scope.name, f"this {scope.name}")


def order_text(rules: Rules[S], s: S, order: StandingOrder) -> str:
    """An order as its owner can write it, without how long it holds."""
    policy, situations = policy_of(rules, order), rules.standing.situations
    words = [order.verb, *filter(None, [policy.write(s, order.policy)])]
    if situations is not None:
        words += [situations.write(s, order.where)] if order.where is not None else []
        words += _condition_words(situations, s, order.condition) if order.condition is not None else []
    if order.otherwise is not None and not policy.wording.fallback:
        words += ["else", policy.write(s, order.otherwise)]
    words += ["once"] if order.once else []
    return " ".join(words) + even_in_words(frozenset(map(Worsening, order.even)))


def _condition_words(situations: Situations[S], s: S, condition: Json) -> list[str]:
    """ "if they are fewer", "unless they are fewer"."""
    contrary = condition[0] == "not"
    return ["unless" if contrary else "if", situations.write(s, condition[1] if contrary else condition)]


class OrderFailed(Exception):
    """A standing order at which the program has failed; `__cause__` is the exception."""

    def __init__(self, order: StandingOrder) -> None:
        super().__init__(order.number)
        self.order = order


# Which one answers


def orders_for(rules: Rules[S], orders: Iterable[StandingOrder], key: str) -> list[StandingOrder]:
    """The orders for the question `key`: with that key, or with a word that answers that question too.

    Raises OrderFailed.
    """
    orders = list(orders)
    words = [word for word in rules.vocabulary if word.key == key] if orders else []
    verbs = {word.verb for word in words}

    def answers(order: StandingOrder) -> bool:
        policy = policy_of(rules, order)
        return any(word.verb == order.verb and word.policy is policy for word in words)

    return [each for each in orders if each.key == key or (each.verb in verbs and _safely(each, answers))]


def answering(
    rules: Rules[S], s: S, orders: Sequence[StandingOrder], decision: Decision
) -> tuple[StandingOrder, Json, str] | None:
    """The first of a seat's orders that can answer a question, with its answer and the text for its owner. An order never
    gives an answer that another one forbids; one that stands `beside` others forbids only to those after it. Raises
    OrderFailed.
    """
    own_orders = orders_for(rules, orders, decision.key)

    def bars(order: StandingOrder) -> list[Json]:
        return _safely(order, lambda order: barred_by(rules, s, order, decision))

    barred = [piece for order in own_orders if not order.beside for piece in bars(order)]
    for order in own_orders:
        fired = _safely(order, lambda order: firing(rules, s, order, decision))
        if fired is not None and not _holds_one(fired[0], barred):
            is_held = _safely(order, partial(worsening, rules, s, decision=decision, answer=fired[0]))
            return None if is_held else (order, *fired)
        barred += bars(order) if order.beside else []
    return None


def _safely(order: StandingOrder, ask: Callable[[StandingOrder], T]) -> T:
    """The result of `ask`. Raises OrderFailed for any exception in it."""
    spend(1)
    try:
        return ask(order)
    except Exception as fault:
        raise OrderFailed(order) from fault


def barred_by(rules: Rules[S], s: S, order: StandingOrder, decision: Decision) -> list[Json]:
    """The parts of an answer that an order forbids at this question."""
    policy, now = policy_of(rules, order), _now(rules, s, order, decision)
    return [] if now is None or policy.habit is None else policy.habit.forbids(s, decision, now[0])


def _holds_one(answer: Json, pieces: Sequence[Json]) -> bool:
    """Whether an answer contains one of the parts."""
    values = [*answer, *answer.values()] if isinstance(answer, dict) else answer if isinstance(answer, list) else [answer]
    return any(piece in pieces for piece in values)


def withheld(rules: Rules[S], s: S, orders: Sequence[StandingOrder], decision: Decision, answer: Json = None) -> str:
    """The text for the owner of orders that forbid something at a question but leave it open, or that are withheld because
    they have become worse; "" if there are none.

    With the only legal `answer`, it is about the order that cannot be kept.
    """
    for order in orders:
        habit, pieces = policy_of(rules, order).habit, barred_by(rules, s, order, decision)
        if habit is not None and pieces and (answer is None or _holds_one(answer, pieces)):
            text = f'"{order.number}. {order_text(rules, s, order)}"'
            sentence = (
                Text("{text} leaves this to you", text=text)
                if answer is None
                else Text("{text} cannot be kept here", text=text)
            )
            return Text("{said}: {exception}", said=sentence, exception=habit.exception) if habit.exception else sentence
        fired = firing(rules, s, order, decision) if answer is None and order.shown is not None else None
        if fired is not None and (now := worsening(rules, s, order, decision, fired[0])):
            return Text(
                '"{number}. {order_text}" leaves this to you: now {now}',
                number=order.number,
                order_text=order_text(rules, s, order),
                now=now,
            )
    return ""


def worsening(rules: Rules[S], s: S, order: StandingOrder, decision: Decision, answer: Json) -> str:
    """How an order has become worse since it was given, so that its owner is asked instead ("": it has not).

    A change of who does it, and from where, does not count: the order says so itself, or leaves it open. If nobody can be
    asked, the order is carried out anyway.
    """
    if order.shown is None or decision.automatic:
        return ""
    now = shown_as(rules, s, order, decision, answer)
    return Text("; ").join(worse(order.shown, now, rules.namer(s), {Worsening.WHO, *map(Worsening, order.even)}))


def shown_as(rules: Rules[S], s: S, order: StandingOrder, decision: Decision, answer: Json) -> Prospect:
    """The preview of an answer that an order gives."""
    forecast = rules.previews.forecast(s, order.seat, decision, answer)
    return prospect_of(rules.orders, s, order.seat, decision, answer, forecast)


def firing(rules: Rules[S], s: S, order: StandingOrder, decision: Decision) -> tuple[Json, str] | None:
    """An order's answer to a question, with the text for its owner; None if it does not answer.

    If a condition cannot be judged, neither the order nor its `otherwise` answers.
    """
    now = _now(rules, s, order, decision)
    if now is None:
        return None
    plan, why = now
    answer = policy_of(rules, order).answer(s, decision, plan)
    if answer is None or decision.shape.refusal(answer) is not None:
        return None
    return answer, _owner_text(rules, s, order, decision, answer, why)


def _now(rules: Rules[S], s: S, order: StandingOrder, decision: Decision) -> tuple[Json, str] | None:
    """The part of an order that applies to a question now, and why; None if neither does."""
    if not order.bound:
        return (order.policy, "") if policy_of(rules, order).bare(s, decision, order.policy) else None
    answer = policy_of(rules, order).answer(s, decision, order.policy)
    why = _in_force(rules, s, order, decision, answer)
    if why is not None:
        return order.policy, why
    if order.otherwise is None:
        return None
    why = _against(rules, s, order, decision, answer)
    return None if why is None else (order.otherwise, why)


def _in_force(rules: Rules[S], s: S, order: StandingOrder, decision: Decision, answer: Json) -> str | None:
    """Why an order with conditions applies now; None if it does not."""
    holds = _judge(rules, s, order, decision, answer)
    if order.where is not None and holds(order.where) is None:
        return None
    return holds(order.condition) if order.condition is not None else ""


def _against(rules: Rules[S], s: S, order: StandingOrder, decision: Decision, answer: Json) -> str | None:
    """Why an order's `otherwise` applies: its circumstances hold, but its condition does not. For an order with a `fallback`
    wording it also applies outside its circumstances.
    """
    holds = _judge(rules, s, order, decision, answer)
    if order.where is not None and holds(order.where) is None:
        return holds(["not", order.where]) if policy_of(rules, order).wording.fallback else None
    return holds(["not", order.condition]) if order.condition is not None else None


def as_things_stand(rules: Rules[S], s: S, order: StandingOrder, decision: Decision | None) -> tuple[bool | None, str]:
    """Whether the circumstances and the condition of an order hold at a question, and by what fact; without a question, as
    far as they do not depend on one. None if it is unknown.
    """
    situations = rules.standing.situations
    asked = [each for each in (order.where, order.condition) if each is not None]
    if situations is None or not asked:
        return None, ""
    condition = asked[0] if len(asked) == 1 else ["and", *asked]
    if decision is None:
        return situations.anywhere(s, order.seat, condition)
    holds = _judge(rules, s, order, decision, policy_of(rules, order).answer(s, decision, order.policy))
    holding = ((is_so, holds(each)) for is_so, each in ((True, condition), (False, ["not", condition])))
    return next(((is_so, why) for is_so, why in holding if why is not None), (None, ""))


def _judge(rules: Rules[S], s: S, order: StandingOrder, decision: Decision, answer: Json) -> Callable[[Json], str | None]:
    """The function that judges an order's conditions at a question."""
    situations = rules.standing.situations
    if situations is None:
        return lambda _condition: None
    return lambda condition: situations.holds(s, order.seat, decision, condition, answer)


def _owner_text(rules: Rules[S], s: S, order: StandingOrder, decision: Decision, answer: Json, why: str) -> str:
    """The text for an order's owner: the order; if it depends on something, the reason and the answer; with its number, if
    it has conditions.
    """
    policy = policy_of(rules, order)
    telling = policy.telling
    if order.bound or order.once:
        text = f"{order.number}. {order_text(rules, s, order)}"
    else:
        text = f"{order.verb} {policy.write(s, order.policy) if telling.done is None else telling.done(s, answer)}".strip()
        why = telling.why(s, decision, order.policy) if telling.why is not None else ""
    if telling.quiet or not (order.bound or order.once or policy.wording.conditions):
        return text
    answer_text = ", ".join(answer_texts(rules.namer(s), decision, answer)) or "none"
    line = answer_text if isinstance(decision.shape, Menu) else f"{order.verb} {answer_text}"
    came_to = f": {line}" if text != line else ""
    return f"{text}{f' ({why!s})' if why else ''}{came_to}"
