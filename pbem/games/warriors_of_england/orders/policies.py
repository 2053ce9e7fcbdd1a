"""Standing orders for everything but campaigns: what is preferred, or "usual"."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from pbem.engine.decision import Decision, Json, Pick, PickSome, Seat, Split
from pbem.engine.phrase import NONE, words_of
from pbem.engine.rules import Policy, Wording
from pbem.games.warriors_of_england.components.names import names
from pbem.games.warriors_of_england.components.options import STAY
from pbem.games.warriors_of_england.components.state import State
from pbem.orders.policies.habits import YES_OR_NO
from pbem.orders.policies.preferences import Preferences, is_none
from pbem.orders.policies.usual import or_usual
from pbem.orders.words.lexicon import Lexicon, plain_words

Answer = Callable[[State, Decision, Json], Json]


def lexicon(s: State) -> Lexicon:
    """The names of this game."""
    return Lexicon(partial(names, s))


PREFERENCES: Preferences[State] = Preferences(lexicon)


def nobles(s: State, _seat: Seat) -> list[str]:
    """Nobles, or "none"."""
    return [NONE, *s.board.nobles]


def areas(s: State, _seat: Seat) -> list[str]:
    """Areas, or "none"."""
    return [NONE, *s.board.areas]


def options_of(decision: Decision) -> Sequence[str]:
    """The options of a question that has some."""
    assert isinstance(decision.shape, Pick | PickSome)
    return decision.shape.options()


# Applied


def naming(_s: State, decision: Decision, plan: Json) -> str | None:
    """Of the open options the first that is about what is named first."""
    for wanted in plan:
        found = [option for option in options_of(decision) if wanted in words_of(option)[1:]]
        if found:
            return found[0]
    return None


def first_hit(_s: State, decision: Decision, plan: Json) -> list[str] | None:
    """7.5.3 Those named first, then the others as they stand."""
    assert isinstance(decision.shape, PickSome)
    options = list(decision.shape.options())
    order = [*(noble for noble in plan if noble in options), *(noble for noble in options if noble not in plan)]
    return order[: decision.shape.most]


def first_troops(_s: State, decision: Decision, plan: Json) -> dict[str, int]:
    """7.5.2 From those named first, one after another, then from the others."""
    assert isinstance(decision.shape, Split)
    limits, left = decision.shape.limits(), decision.shape.total
    order = [*(noble for noble in plan if noble in limits), *(noble for noble in limits if noble not in plan)]
    lost: dict[str, int] = {}
    for noble in order:
        lost[noble] = min(limits[noble], left - sum(lost.values()))
    return {noble: number for noble, number in lost.items() if number}


def withdrawing(s: State, decision: Decision, plan: Json) -> str | None:
    """7.6 Stay, or go to the first area named that is open, with the best who can."""
    if plan == [NONE]:
        return STAY if STAY in options_of(decision) else None
    return naming(s, decision, plan)


# Read


def read_withdrawal(s: State, seat: Seat, text: str) -> Json:
    """7.6 Areas, the first preferred; "none", "no" or "stay" is to stay."""
    words = plain_words(text)
    if is_none(words) or words in (["no"], [STAY]):
        return [NONE]
    return PREFERENCES.read(areas, s, seat, text)


# The kinds of orders


def menu(named: Callable[[State, Seat], list[str]], answer: Answer = naming) -> Policy[State]:
    """A policy for a question whose options begin with an order word."""
    return or_usual(Policy(partial(PREFERENCES.read, named), PREFERENCES.write, answer, Wording(plain=True)))


PREFER_NOBLES, PREFER_AREAS = or_usual(PREFERENCES.prefer(nobles)), or_usual(PREFERENCES.prefer(areas, places=True))
BY_NOBLE = menu(nobles)
WITHDRAW: Policy[State] = or_usual(Policy(read_withdrawal, PREFERENCES.write, withdrawing, Wording(plain=True, places=True)))
LOSE, HIT = menu(nobles, first_troops), menu(nobles, first_hit)
WHETHER: Policy[State] = or_usual(YES_OR_NO)
