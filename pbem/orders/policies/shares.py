"""Questions that share something out, and those about an order: "all to york", "equally", "from york first, the others"."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic

from pbem.engine.decision import Assign, Decision, Json, PickSome, Seat, Split
from pbem.engine.decision import Sequence as InOrder
from pbem.engine.refusal import Misread
from pbem.engine.rules import Policy, Wording
from pbem.figures import is_number
from pbem.orders.policies.habits import S, options_of
from pbem.orders.policies.preferences import Named
from pbem.orders.words.lexicon import Lexicon, plain_words

EQUALLY, OTHERS = "equally", "others"
EVENLY = ("equally", "evenly", "even")
REST = re.compile(r"\b(?:then\s+)?(?:the\s+)?(?:others?|rest|remaining|anyone|anybody)\b", re.I)
LEADS = re.compile(r"^\s*(?:all\s+)?(?:to|from|of)\s+|^\s*all\s+(?=\S)|\bfirst\b|\bthen\b|\b(?:to|from)\b", re.I)
Answer = Callable[[Any, Decision, Json], Json]


@dataclass(frozen=True)
class Shares(Generic[S]):
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
            problem = "numbers are for the question when it is asked; an order for later says who comes first"
            raise Misread(problem, [OTHERS])
        rest, others = REST.subn(" ", text)
        names = LEADS.sub(" ", rest)
        found = self.lexicon(s).read_list(names, named(s, seat)) if plain_words(names) else []
        if not found and not others:
            raise Misread("name who comes first", [OTHERS])
        if len(set(found)) < len(found):
            raise Misread("one is named twice")
        return [*found, *([OTHERS] if others else [])]

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
        told = f"{lead} {self.lexicon(s).name(first)} first".strip()
        return ", ".join([told, *([self.write_order(s, rest)] if rest else [])])


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
