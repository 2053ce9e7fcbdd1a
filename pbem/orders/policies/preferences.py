"""What is preferred, "none" or "all"; who always and who never."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any, Generic

from pbem.engine.decision import Assign, Decision, Json, PickSome, Seat, Split
from pbem.engine.decision import Sequence as InOrder
from pbem.engine.game.standing import AnswerText, Policy, Wording
from pbem.engine.phrase import ALL, NONE, begins, words_of
from pbem.engine.refusal import Illegal, Misread
from pbem.figures import is_number
from pbem.i18n import Text
from pbem.orders.languages.words import alternatives, listed
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
        policy = Policy(reading, self.write, first_open, Wording(plain=True, places=places), AnswerText(self.chosen))
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
            raise Misread(Text('"always" needs a name behind it'))
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
        names = self._names(s, text, [*options, NONE, ALL], whole=whole)
        those = [name for one in names for name in words_of(one)]
        if len(those) > 1 and (alone := [word for word in (NONE, ALL) if word in those]):
            raise Misread(Text('"{alone}" stands alone', alone=alone[0]), alone)
        return those

    def _names(self, s: S, text: str, known: Sequence[str], *, whole: bool) -> list[str]:
        """Names, commas between them."""
        parts = [part.strip() for part in text.split(",") if plain_words(part)]
        read_parts = [self.lexicon(s).read_list(part, known) for part in parts]
        if not parts or not all(read_parts):
            raise Misread(Text('name what is wanted, or write "none"'))
        if whole and any(len(part_names) > 1 for part_names in read_parts):
            names = self.habits.names(s, [one for part_names in read_parts for one in part_names])
            raise Misread(Text("put commas between the names"), [names])
        return [" ".join(part_names) for part_names in read_parts]

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
    return next((options_named[0] for wanted in policy if (options_named := fitting(options, wanted))), None)


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
            raise Illegal(Text('this must be answered with a name: no order can say "none"'))
        return plan

    return replace(policy, read=named)


def each_time(policy: Policy[S]) -> Policy[S]:
    """`policy` for a question that is asked several times in a row: who is named is preferred each time, so it is one."""

    def named(s: S, seat: Seat, text: str) -> Json:
        read = policy.read(s, seat, text)
        if isinstance(read, list) and len(read) > 1:
            raise Misread(Text("the first who can is taken each time: write a line for each answer, with one name"))
        return read

    return replace(policy, read=named)


# Shares, and orders of several


EQUALLY, OTHERS = "equally", "others"
EVENLY = listed("evenly")
REST = re.compile(rf"\b{alternatives('the_rest')}\b", re.I)
LEADS = re.compile(alternatives("preferred_leads"), re.I)
Answer = Callable[[Any, Decision, Json], Json]


@dataclass(frozen=True)
class RankedPolicies(Generic[S]):
    """Policies of one game that name who comes first, with "others" at the end where the rest does not matter."""

    lexicon: Callable[[S], Lexicon]

    def sharing(self, named: Named[S], lead: str, answer: Answer | None = None) -> Policy[S]:
        """A policy that shares pieces out, written with "to" or "from" as its `lead`."""
        reading = self.read_shares if answer is None else self.read_order
        return Policy(partial(reading, named), partial(self.write_first, lead), answer or split, Wording(alone=OTHERS))

    def ordered(self, named: Named[S]) -> Policy[S]:
        """A policy that puts all options in an order."""
        return Policy(partial(self.read_order, named), self.write_order, in_order, Wording(plain=True))

    def read_order(self, named: Named[S], s: S, seat: Seat, text: str) -> list[str]:
        """Names in order of preference; "others" behind them, or alone, leaves the rest to their usual order."""
        if any(map(is_number, plain_words(text))):
            problem = Text("numbers are for the question when it is asked; an order for later says who comes first")
            raise Misread(problem, [OTHERS])
        rest, others = REST.subn(" ", text)
        names = LEADS.sub(" ", rest)
        names_read = self.lexicon(s).read_list(names, named(s, seat)) if plain_words(names) else []
        if not names_read and not others:
            raise Misread(Text("name who comes first"), [OTHERS])
        if len(set(names_read)) < len(names_read):
            raise Misread(Text("one is named twice"))
        return [*names_read, *([OTHERS] if others else [])]

    def read_shares(self, named: Named[S], s: S, seat: Seat, text: str) -> list[str]:
        """As read_order, or "equally"."""
        return [EQUALLY] if "".join(plain_words(text)) in EVENLY else self.read_order(named, s, seat, text)

    def write_order(self, s: S, policy: Json) -> str:
        """The names again."""
        return ", ".join("the others" if name == OTHERS else self.lexicon(s).name(name) for name in policy)

    def write_first(self, lead: str, s: S, policy: Json) -> str:
        """ "from York first, Warwick, the others"."""
        if policy[0] in (EQUALLY, OTHERS):
            return self.write_order(s, policy)
        first, *rest = policy
        leading = f"{lead} {self.lexicon(s).name(first)} first".strip()
        return ", ".join([leading, *([self.write_order(s, rest)] if rest else [])])


def ranked(options: Sequence[str], policy: Sequence[str]) -> list[str] | None:
    """The options in the order wanted; None where it is left open which of several comes first."""
    named = [option for option in policy if option in options]
    left = [option for option in options if option not in named]
    return [*named, *left] if OTHERS in policy or len(left) < 2 else None


def split(_s: Any, decision: Decision, policy: Json) -> dict[str, int] | None:
    """Pieces, to the one named first as many as they can take, then to the next; or as even as can be."""
    shape = decision.shape
    assert isinstance(shape, Split)
    limits = shape.limits()
    if policy == [EQUALLY]:
        return even(limits, shape.total)
    order = ranked(list(limits), policy) or [option for option in policy if option in limits]
    shares: dict[str, int] = {}
    for option in order:
        shares[option] = min(limits[option], shape.total - sum(shares.values()))
    return {option: number for option, number in shares.items() if number} if sum(shares.values()) == shape.total else None


def even(limits: Mapping[str, int], total: int) -> dict[str, int]:
    """As even shares as the limits allow, the first getting more."""
    shares = dict.fromkeys(limits, 0)
    while sum(shares.values()) < min(total, sum(limits.values())):
        open_ = [option for option in limits if shares[option] < limits[option]]
        shares[min(open_, key=lambda option: shares[option])] += 1
    return {option: number for option, number in shares.items() if number}


def in_order(_s: Any, decision: Decision, policy: Json) -> list[str] | None:
    """All options, those named first."""
    assert isinstance(decision.shape, InOrder)
    return ranked(options_of(decision.shape), policy)


def so_many(_s: Any, decision: Decision, policy: Json) -> list[str] | None:
    """As many options as are needed, those named first; None where too few are named."""
    shape = decision.shape
    assert isinstance(shape, PickSome)
    options = list(shape.options())
    order = ranked(options, policy) or [option for option in policy if option in options]
    return order[: shape.most] if len(order) >= shape.least else None


def gifts(_s: Any, decision: Decision, policy: Json) -> dict[str, str] | None:
    """Each takes as much as there is, those named first."""
    shape = decision.shape
    assert isinstance(shape, Assign)
    items = list(shape.items())
    given: dict[str, str] = {}
    for item in [*(item for item in policy if item in items), *(item for item in items if item not in policy)]:
        fitting = [bin_ for bin_ in shape.bins() if shape.pair_refusal(item, bin_, given) is None]
        if not fitting:
            return None
        given[item] = fitting[-1]
    return given
