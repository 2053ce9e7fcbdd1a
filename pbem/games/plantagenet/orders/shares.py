"""Standing orders for questions that share something out: "all to york", "equally", "from york first, the others"."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from pbem.engine.decision import Assign, Decision, Json, PickSome, Seat, Split
from pbem.engine.decision import Sequence as InOrder
from pbem.engine.order import Misread
from pbem.engine.rules import Policy
from pbem.games.plantagenet.components.state import COLUMNS, State
from pbem.games.plantagenet.orders.policies import lexicon, options_of, unit_kinds
from pbem.games.plantagenet.orders.preferences import Named, no_stronghold, not_mine, places, refusing
from pbem.orders.words.lexicon import plain_words

EQUALLY, OTHERS = "equally", "others"
EVENLY = ("equally", "evenly", "even")
REST = re.compile(r"\b(?:then\s+)?(?:the\s+)?(?:others?|rest|remaining|anyone|anybody)\b", re.I)
LEADS = re.compile(r"^\s*(?:all\s+)?(?:to|from|of)\s+|^\s*all\s+(?=\S)|\bfirst\b|\bthen\b|\b(?:to|from)\b", re.I)


def lords_named(s: State, _seat: Seat) -> list[str]:
    """Lords."""
    return list(s.lords)


def columns_named(_s: State, _seat: Seat) -> list[str]:
    """The columns of an Array."""
    return list(COLUMNS)


def kinds_named(s: State, seat: Seat) -> list[str]:
    """Kinds of units."""
    return [kind for kind in unit_kinds(s, seat) if " " not in kind]


def vassals_named(s: State, _seat: Seat) -> list[str]:
    """Vassals."""
    return list(s.box.vassals)


# Read and written: those named, in their order, with "others" at the end where the rest does not matter


def read_order(named: Named, s: State, seat: Seat, text: str) -> list[str]:
    """Names in order of preference; "others" behind them, or alone, leaves the rest to their usual order."""
    if any(word.isdigit() for word in plain_words(text)):
        raise Misread("numbers are for the question when it is asked; an order for later says who comes first", ["others"])
    rest, others = REST.subn(" ", text)
    found = lexicon(s).read_list(LEADS.sub(" ", rest), named(s, seat)) if plain_words(LEADS.sub(" ", rest)) else []
    if not found and not others:
        raise Misread("name who comes first", ["others"])
    if len(set(found)) < len(found):
        raise Misread("one is named twice")
    return [*found, *([OTHERS] if others else [])]


def read_shares(named: Named, s: State, seat: Seat, text: str) -> list[str]:
    """As read_order, or "equally"."""
    return [EQUALLY] if "".join(plain_words(text)) in EVENLY else read_order(named, s, seat, text)


def write_order(s: State, policy: Json) -> str:
    """The names again."""
    return ", ".join("the others" if name == OTHERS else lexicon(s).name(name) for name in policy)


def write_first(lead: str, s: State, policy: Json) -> str:
    """ "from York first, Warwick, the others"."""
    if policy[0] in (EQUALLY, OTHERS):
        return write_order(s, policy)
    first, *rest = policy
    return ", ".join([f"{lead} {lexicon(s).name(first)} first".strip(), *([write_order(s, rest)] if rest else [])])


# Applied


def ranked(options: Sequence[str], policy: Sequence[str]) -> list[str] | None:
    """The options in the order wanted; None where it is left open which of several comes first."""
    named = [option for option in policy if option in options]
    left = [option for option in options if option not in named]
    return [*named, *left] if OTHERS in policy or len(left) < 2 else None


def split(_s: State, decision: Decision, policy: Json) -> dict[str, int] | None:
    """Pieces, to the one named first as many as he can take, then to the next; or as even as can be."""
    shape = decision.shape
    assert isinstance(shape, Split)
    limits = shape.limits()
    if policy == [EQUALLY]:
        return even(limits, shape.total)
    named = [option for option in policy if option in limits]
    order = ranked(list(limits), policy) or named
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


def in_order(_s: State, decision: Decision, policy: Json) -> list[str] | None:
    """All options, those named first."""
    assert isinstance(decision.shape, InOrder)
    return ranked(options_of(decision.shape), policy)


def so_many(_s: State, decision: Decision, policy: Json) -> list[str] | None:
    """As many options as are needed, those named first; None where too few are named."""
    shape = decision.shape
    assert isinstance(shape, PickSome)
    options = list(shape.options())
    named = [option for option in policy if option in options]
    order = ranked(options, policy) or named
    return order[: shape.most] if len(order) >= shape.least else None


def gifts(_s: State, decision: Decision, policy: Json) -> dict[str, str] | None:
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


def giver_first(_s: State, decision: Decision, policy: Json) -> str | None:
    """Of the pairs of giver and receiver the one whose giver comes first; None where it is open who receives."""
    pairs = [option.split(" ") for option in options_of(decision.shape)]
    givers = ranked(list(dict.fromkeys(giver for giver, _ in pairs)), policy)
    named = [giver for giver in policy if any(giver == pair[0] for pair in pairs)]
    first = givers[0] if givers else named[0] if named else None
    receivers = [receiver for giver, receiver in pairs if giver == first]
    return f"{first} {receivers[0]}" if len(receivers) == 1 or (receivers and OTHERS in policy) else None


# An Array


def read_array(s: State, seat: Seat, text: str) -> list[list[str]]:
    """Positions and Lords in pairs: [["centre", "warwick_y"], ...]."""
    found = lexicon(s).read_list(text, [*COLUMNS, *s.lords])
    pairs = [[one, other] if one in COLUMNS else [other, one] for one, other in zip(found[::2], found[1::2], strict=False)]
    right = all(column in COLUMNS and lord not in COLUMNS for column, lord in pairs)
    if not pairs or len(found) % 2 or not right:
        raise Misread("pairs are needed: a position, and who stands there", ["array centre LORD, left LORD, right LORD"])
    for column, lord in pairs:
        if problem := not_mine(s, seat, lord):
            raise Misread(problem)
        if [column for column, _ in pairs].count(column) > 1 or [each for _, each in pairs].count(lord) > 1:
            raise Misread("a Lord or a position is named twice")
    return pairs


def write_array(s: State, policy: Json) -> str:
    """The pairs again."""
    return ", ".join(f"{lexicon(s).name(column)} {lexicon(s).name(lord)}" for column, lord in policy)


def array(_s: State, decision: Decision, policy: Json) -> dict[str, str] | None:
    """The positions that are open, each with its Lord; None where that does not make a whole Array."""
    shape = decision.shape
    assert isinstance(shape, Assign)
    given: dict[str, str] = {}
    for column, lord in policy:
        if len(given) < shape.count and shape.pair_refusal(column, lord, given) is None:
            given[column] = lord
    return given if shape.refusal(given) is None else None


# The kinds of orders


def sharing(named: Named, lead: str, answer: Callable[[State, Decision, Json], Json] = split) -> Policy[State]:
    """A policy that names who comes first."""
    reading = read_shares if answer is split else read_order
    return Policy(partial(reading, named), partial(write_first, lead), answer, bare="others")


TO_LORDS, FROM_LORDS = (refusing(sharing(lords_named, lead), not_mine) for lead in ("to", "from"))
GIVERS = refusing(sharing(lords_named, "from", giver_first), not_mine)
TO_COLUMNS = sharing(columns_named, "to")
TROOPS_LOST = sharing(kinds_named, "")
GIFTS = refusing(sharing(lambda s, seat: [*lords_named(s, seat), *kinds_named(s, seat)], "to", gifts), not_mine)
ORDERED: Policy[State] = Policy(partial(read_order, lords_named), write_order, in_order, plain=True)
FIRST_LORDS = refusing(ORDERED, not_mine)
FIRST_PLACES = refusing(replace(ORDERED, read=partial(read_order, places), answer=so_many, places=True), no_stronghold)
FIRST_VASSALS = replace(ORDERED, read=partial(read_order, vassals_named), answer=so_many)
ARRAY: Policy[State] = Policy(read_array, write_array, array, plain=True)
