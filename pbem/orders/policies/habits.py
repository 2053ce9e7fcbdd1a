"""Yes and no; who is always chosen, and who never."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from pbem.engine.decision import Decision, Json, Pick, PickSome, Seat, Shape
from pbem.engine.decision import Sequence as InOrder
from pbem.engine.game.setup import State
from pbem.engine.game.standing import NeverAlways, Policy, Wording
from pbem.engine.refusal import Misread
from pbem.i18n import Text
from pbem.orders.words.grammar import NO_WORDS, YES_WORDS
from pbem.orders.words.lexicon import Lexicon, alike, plain_words
from pbem.orders.words.vocabulary import ALWAYS, HABITS, NEVER, USUAL

S = TypeVar("S", bound=State)
Barred = Callable[[S, Decision, Json], list[Json]]
"""The pieces of answers that a policy says never."""


def options_of(shape: Shape) -> list[str]:
    """The options of a question that has some."""
    assert isinstance(shape, Pick | PickSome | InOrder)
    return list(shape.options())


def read_yes_no(_s: Any, _seat: Seat, text: str) -> bool:
    """ "yes" or "no", "always" or "never"."""
    word = " ".join(plain_words(text))
    if word not in (*YES_WORDS, *NO_WORDS, *HABITS):
        is_near = not word or bool(alike(word, ("yes", "no")))
        raise Misread(Text("the answer is yes or no"), ["yes", "no"] if is_near else [])
    return word in (*YES_WORDS, ALWAYS)


YES_OR_NO: Policy[Any] = Policy(
    read_yes_no, lambda _s, p: "yes" if p else "no", lambda _s, _d, p: p, Wording(alone="yes", plain=True)
)


def habit_of(text: str) -> tuple[str, str]:
    """ "always" or "never", where a text begins with one, and what is left of it."""
    first, _, rest = text.strip().partition(" ")
    word = "".join(plain_words(first))
    return (word, rest.strip()) if word in HABITS else ("", text)


def is_habit(policy: Json) -> bool:
    """Whether a policy says who is always chosen, and who never."""
    return isinstance(policy, dict)


def named_never(policy: Json) -> list[str]:
    """Who is never chosen."""
    return policy.get(NEVER, []) if is_habit(policy) else []


def never_chosen(_s: Any, decision: Decision, policy: Json) -> list[str]:
    """The open options that are never chosen."""
    return [option for option in options_of(decision.shape) if option in named_never(policy)]


def members(options: Sequence[str], policy: Mapping[str, list[str]]) -> list[str] | None:
    """Those of the options that are always chosen; None where one is neither always nor never."""
    always, never = (policy.get(habit, []) for habit in (ALWAYS, NEVER))
    if any(option not in always and option not in never for option in options):
        return None
    return [option for option in options if option in always]


def merged(old: Json, new: Json) -> Json:
    """Two orders of what is always or never chosen, in one; None for others."""
    if not isinstance(old, dict) or not isinstance(new, dict):
        return None
    named = [option for habit in new.values() for option in habit]
    both = {habit: [o for o in old.get(habit, []) if o not in named] + new.get(habit, []) for habit in (ALWAYS, NEVER)}
    return {habit: options for habit, options in both.items() if options}


def with_habits(policy: Policy[S], bars: Barred[S]) -> Policy[S]:
    """`policy`, which can also say who is always chosen and who never: such orders add up, and stand beside the others."""
    return replace(policy, habit=NeverAlways(is_habit, bars, merged))


@dataclass(frozen=True)
class Habits(Generic[S]):
    """Reads and writes who is always chosen and who never, by the names of a game."""

    lexicon: Callable[[S], Lexicon]

    def read(self, s: S, text: str, known: Sequence[str]) -> dict[str, list[str]] | None:
        """ "never warwick", "never warwick, always york"; None for other texts."""
        if not habit_of(text)[0]:
            return None
        names_by_habit: dict[str, list[str]] = {}
        habit = ""
        for part in text.split(","):
            habit_word, names = habit_of(part)
            habit = habit_word or habit
            names_by_habit.setdefault(habit, []).extend(self.lexicon(s).read_list(names, known))
        return names_by_habit

    def write(self, s: S, policy: Mapping[str, list[str]]) -> str:
        """ "never Warwick, always York"."""
        return ", ".join(f"{habit} {self.names(s, named)}" for habit, named in policy.items() if named)

    def names(self, s: S, ids: Sequence[str]) -> str:
        """Ids in words, separated by commas."""
        return ", ".join(map(self.lexicon(s).name, ids))


# What the reply form would offer


def or_usual(policy: Policy[S]) -> Policy[S]:
    """`policy`, which can also say "usual": the answer that the reply form offers is given."""

    def read(s: S, seat: Seat, text: str) -> Json:
        return USUAL if plain_words(text) == [USUAL] else policy.read(s, seat, text)

    def write(s: S, plan: Json) -> str:
        return USUAL if plan == USUAL else policy.write(s, plan)

    def answer(s: S, decision: Decision, plan: Json) -> Json:
        return policy.answer(s, decision, plan) if plan != USUAL else decision.default() if decision.default else None

    def closed(s: S, decision: Decision, plan: Json) -> list[str]:
        return [] if plan == USUAL else policy.closed(s, decision, plan)

    return replace(policy, read=read, write=write, answer=answer, closed=closed)
