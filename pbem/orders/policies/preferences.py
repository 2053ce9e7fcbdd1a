"""What is preferred, "none" or "all"; who always and who never."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any, Generic

from pbem.engine.decision import Decision, Json, Seat
from pbem.engine.phrase import ALL, NONE, begins, words_of
from pbem.engine.refusal import Illegal, Misread
from pbem.engine.rules import Policy, Telling, Wording
from pbem.orders.policies.habits import (
    Barred,
    Habits,
    S,
    is_habit,
    members,
    named_never,
    options_of,
    with_habits,
)
from pbem.orders.words.grammar import NONE_WORDS
from pbem.orders.words.lexicon import Lexicon, plain_words
from pbem.orders.words.vocabulary import ALWAYS, NEVER

Named = Callable[[S, Seat], list[str]]
"""The ids that an order can name."""
Objection = Callable[[S, Seat, str], str | None]
"""Why an id can never be part of an answer."""


@dataclass(frozen=True)
class Preferences(Generic[S]):
    """Policies of one game that name options."""

    lexicon: Callable[[S], Lexicon]

    @cached_property
    def habits(self) -> Habits[S]:
        """Reads always and never."""
        return Habits(self.lexicon)

    def prefer(self, named: Named[S], *, whole: bool = True, places: bool = False) -> Policy[S]:
        """A policy of alternatives, the first preferred."""
        reading = partial(self.read, named, whole=whole)
        policy = Policy(reading, self.write, first_open, Wording(plain=True, places=places), Telling(self.chosen))
        return with_habits(policy, never_wanted)

    def those(self, named: Named[S], *, whole: bool = False, places: bool = False) -> Policy[S]:
        """A policy that names all that are chosen."""
        reading = partial(self.read_those, named, whole=whole)
        policy = Policy(reading, self.write, those_open, Wording(alone=ALL, plain=True, places=places), closed=not_open)
        return with_habits(policy, never_wanted)

    def read(self, named: Named[S], s: S, seat: Seat, text: str, *, whole: bool = True) -> Json:
        """Alternatives, the first preferred, commas between them. Or {"never": [...]}.

        Each names one thing; where not the `whole` of an option is one name, it names how that begins ("york march").
        """
        words = plain_words(text)
        if is_none(words):
            return [NONE]
        if words == [ALWAYS]:
            raise Misread('"always" needs a name behind it')
        known = named(s, seat)
        if habits := self.habits.read(s, text, [option for option in known if option != NONE]):
            return habits if NEVER in habits else habits[ALWAYS]
        return self._names(s, text, known, whole=whole)

    def read_those(self, named: Named[S], s: S, seat: Seat, text: str, *, whole: bool = False) -> Json:
        """Those wanted, "all" or "none"; or who always and who never: {"always": [...], "never": [...]}.

        Where names are not told apart by their numbers (`whole`), no commas are needed.
        """
        words = plain_words(text)
        if is_none(words):
            return [NONE]
        if words == [ALWAYS]:
            return [ALL]
        options = [option for option in named(s, seat) if option != NONE]
        if habits := self.habits.read(s, text, options):
            return habits
        found = self._names(s, text, [*options, NONE, ALL], whole=whole)
        those = [name for one in found for name in words_of(one)]
        if len(those) > 1 and (alone := [word for word in (NONE, ALL) if word in those]):
            raise Misread(f'"{alone[0]}" stands alone', alone)
        return those

    def _names(self, s: S, text: str, known: Sequence[str], *, whole: bool) -> list[str]:
        """Names, commas between them."""
        parts = [part.strip() for part in text.split(",") if plain_words(part)]
        read_parts = [self.lexicon(s).read_list(part, known) for part in parts]
        if not parts or not all(read_parts):
            raise Misread('name what is wanted, or write "none"')
        if whole and any(len(found) > 1 for found in read_parts):
            names = self.habits.names(s, [one for found in read_parts for one in found])
            raise Misread("put commas between the names", [names])
        return [" ".join(found) for found in read_parts]

    def write(self, s: S, policy: Json) -> str:
        """The alternatives again."""
        return self.habits.write(s, policy) if isinstance(policy, dict) else self.habits.names(s, policy)

    def chosen(self, s: S, answer: Json) -> str:
        """The one alternative that came true."""
        return self.write(s, [answer])


def is_none(words: list[str]) -> bool:
    """Whether the words say "none", or "never"."""
    return len(words) == 1 and (words[0] in NONE_WORDS or words[0] == NEVER)


# Applied


def fitting(options: Sequence[str], wanted: str) -> list[str]:
    """The options that are, or begin with, what is wanted."""
    return [option for option in options if begins(option, wanted)]


def never_wanted(_s: Any, decision: Decision, policy: Json) -> list[str]:
    """The open options that name what is never wanted."""
    return [option for option in options_of(decision.shape) if set(words_of(option)) & set(named_never(policy))]


def first_open(s: S, decision: Decision, policy: Json, barred: Barred[Any] = never_wanted) -> str | None:
    """Of the open options the one preferred, or the only one left when what is never wanted is gone; None when none of them
    is named.

    Also where only none is open: an order that passed there automatic would show the others where something else could have
    been played.
    """
    options = options_of(decision.shape)
    if isinstance(policy, dict):
        out = barred(s, decision, policy)
        left = [option for option in options if option not in out]
        return left[0] if len(left) == 1 and out else None
    return next((found[0] for wanted in policy if (found := fitting(options, wanted))), None)


def not_open(_s: Any, decision: Decision, policy: Json) -> list[str]:
    """What is named and is no open option."""
    options = [NONE, ALL, *options_of(decision.shape)]
    return [] if is_habit(policy) else [named for named in policy if named not in options]


def those_open(_s: Any, decision: Decision, policy: Json) -> list[str] | None:
    """The open options that are named; all of them for "all". None where one is neither always nor never chosen."""
    options = options_of(decision.shape)
    if isinstance(policy, dict):
        return members(options, policy)
    return options if ALL in policy else [option for wanted in policy for option in fitting(options, wanted)]


# What an order must not say


def refusing(policy: Policy[S], *objections: Objection[S]) -> Policy[S]:
    """`policy`, refused where it names what can never be an answer."""

    def checked(s: S, seat: Seat, text: str) -> Json:
        plan = policy.read(s, seat, text)
        named = [option for habit in plan.values() for option in habit] if isinstance(plan, dict) else plan
        words = [word for option in named for word in words_of(option)]
        wrong = [problem for objection in objections for word in words if (problem := objection(s, seat, word))]
        if wrong:
            raise Illegal(wrong[0])
        return plan

    return replace(policy, read=checked)


def must(policy: Policy[S]) -> Policy[S]:
    """`policy` for a question that only a name answers: no order can say that nobody does."""

    def named(s: S, seat: Seat, text: str) -> Json:
        plan = policy.read(s, seat, text)
        if plan == [NONE]:
            raise Illegal('this must be answered with a name: no order can say "none"')
        return plan

    return replace(policy, read=named)
