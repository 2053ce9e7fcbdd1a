"""Standing orders: what is preferred in battles, in supply and in the Political Turn."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from pbem.engine.decision import Decision, Json, Pick, PickSome, Seat
from pbem.engine.phrase import NONE
from pbem.engine.refusal import Misread
from pbem.engine.rules import Policy, Wording
from pbem.games.richard_iii.components.blocks import side_of
from pbem.games.richard_iii.components.board import Side
from pbem.games.richard_iii.components.names import names
from pbem.games.richard_iii.components.options import DONE, Charge, Fire, Hold, Regroup, Retreat, Turn
from pbem.games.richard_iii.components.state import State
from pbem.orders.policies.habits import YES_OR_NO
from pbem.orders.policies.preferences import Preferences
from pbem.orders.policies.usual import or_usual
from pbem.orders.words.lexicon import Lexicon, plain_words

ANY = "any"


def lexicon(s: State) -> Lexicon:
    """The names of this game."""
    return Lexicon(partial(names, s))


PREFERENCES: Preferences[State] = Preferences(lexicon)


def areas(s: State, _seat: Seat) -> list[str]:
    """Areas, or "none"."""
    return [NONE, *s.board.areas]


def own_blocks(s: State, seat: Seat) -> list[str]:
    """The blocks of a side, or "none"."""
    return [NONE, *(block for block in s.board.blocks if side_of(s, block) == Side(seat))]


def enemy_blocks(s: State, seat: Seat) -> list[str]:
    """The blocks of the other side, or "none"."""
    return [NONE, *(block for block in s.board.blocks if side_of(s, block) != Side(seat))]


def cards(s: State, _seat: Seat) -> list[str]:
    """The kinds of cards."""
    return list(s.board.cards)


def options_of(decision: Decision) -> Sequence[str]:
    """The options of a question that has some."""
    assert isinstance(decision.shape, Pick | PickSome)
    return decision.shape.options()


# Battles


def fires(_s: State, decision: Decision, _plan: Json) -> str | None:
    """6.4 Fire, with the block that the question leaves."""
    return next(iter(Fire.among(options_of(decision))), None)


def holds(_s: State, decision: Decision, plan: Json) -> str | None:
    """6.2 A block that is named, or any, passes."""
    found = [order for order in Hold.among(options_of(decision)) if plan == [ANY] or order.block in plan]
    return found[0] if found else None


def charges(_s: State, decision: Decision, plan: Json) -> str | None:
    """6.5 The senior heir charges the first who is named and engaged, or anybody."""
    found = Charge.among(options_of(decision))
    if plan == [ANY]:
        return found[0] if found else None
    return next((order for target in plan for order in found if order.target == target), None)


def turns(_s: State, decision: Decision, plan: Json) -> str | None:
    """6.9 Whoever can roll tries the first who is named and engaged."""
    found = Turn.among(options_of(decision))
    return next((order for target in plan for order in found if order.target == target), None)


def retreats(_s: State, decision: Decision, plan: Json) -> str | None:
    """6.6 A block goes to the first area named that is open."""
    found = Retreat.among(options_of(decision))
    return next((order for area in plan for order in found if order.to == area), None)


def spared(_s: State, decision: Decision, plan: Json) -> str | None:
    """6.4 The hits go to one who is not named, or else to the last who is."""
    found = list(options_of(decision))
    bare = [block for block in found if block not in plan]
    assert decision.default is not None
    if len(bare) == len(found):
        return None
    return str(bare[0]) if bare else max(found, key=plan.index)


def regroups(_s: State, decision: Decision, plan: Json) -> str | None:
    """6.7 All go to the first area named that is open; "none": all stay."""
    if plan == [NONE]:
        return DONE
    found = Regroup.among(options_of(decision))
    return next((order for area in plan for order in found if order.to == area), DONE)


def first_of(_s: State, decision: Decision, plan: Json) -> list[str] | None:
    """7.1, 8.5 Those named first, then the others as they stand."""
    assert isinstance(decision.shape, PickSome)
    options = list(decision.shape.options())
    order = [*(block for block in plan if block in options), *(block for block in options if block not in plan)]
    return order[: decision.shape.most] if any(block in plan for block in options) else None


# Read


def read_any(named: list[str], s: State, text: str) -> Json:
    """Names, or nothing for anybody."""
    if not plain_words(text):
        return [ANY]
    return PREFERENCES.read(lambda _s, _seat: named, s, "", text, whole=False)


def write_any(s: State, plan: Json) -> str:
    """The names again."""
    return "" if plan == [ANY] else PREFERENCES.write(s, plan)


def nothing_more(_s: State, _seat: Seat, text: str) -> Json:
    """An order that takes nothing else."""
    if plain_words(text):
        raise Misread("this order takes nothing else")
    return [ANY]


PREFER_AREAS = or_usual(PREFERENCES.prefer(areas, places=True))
PREFER_ENEMIES = or_usual(PREFERENCES.prefer(enemy_blocks))
FIGHT = PREFER_AREAS
FIRE: Policy[State] = Policy(nothing_more, lambda _s, _p: "", fires, Wording(plain=True))
HOLD: Policy[State] = Policy(
    lambda s, seat, text: read_any(own_blocks(s, seat), s, text), write_any, holds, Wording(alone="", plain=True)
)
CHARGE: Policy[State] = Policy(
    lambda s, seat, text: read_any(enemy_blocks(s, seat), s, text), write_any, charges, Wording(alone="", plain=True)
)
TURN: Policy[State] = Policy(partial(PREFERENCES.read, enemy_blocks), PREFERENCES.write, turns, Wording(plain=True))
RETREAT: Policy[State] = Policy(
    partial(PREFERENCES.read, areas), PREFERENCES.write, retreats, Wording(plain=True, places=True)
)
SPARE: Policy[State] = Policy(partial(PREFERENCES.read, own_blocks), PREFERENCES.write, spared, Wording(plain=True))
REGROUP: Policy[State] = Policy(
    partial(PREFERENCES.read, areas), PREFERENCES.write, regroups, Wording(plain=True, places=True)
)
FIRST: Policy[State] = Policy(partial(PREFERENCES.read, own_blocks), PREFERENCES.write, first_of, Wording(plain=True))
WHETHER: Policy[State] = YES_OR_NO
