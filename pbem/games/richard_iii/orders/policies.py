"""Standing orders: preferences for battles, supply and the Political Turn."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache, partial

from pbem.engine.decision import Decision, Json, PickSome, Seat
from pbem.engine.game.standing import NeverAlways, Policy, Wording
from pbem.engine.phrase import NONE
from pbem.engine.refusal import BadLine, Misread
from pbem.games.richard_iii.battle.combat import worth
from pbem.games.richard_iii.components.blocks import side_of
from pbem.games.richard_iii.components.board import NOBODY, BlockId, Board, Side
from pbem.games.richard_iii.components.names import names_on
from pbem.games.richard_iii.components.options import DONE, Charge, Fire, Hold, Regroup, Retreat, Turn
from pbem.games.richard_iii.components.state import State
from pbem.i18n import Text
from pbem.orders.languages.words import alternatives, listed_words
from pbem.orders.policies.habits import YES_OR_NO, options_of, or_usual
from pbem.orders.policies.preferences import Preferences
from pbem.orders.words.lexicon import Lexicon, plain_words

ANY = "any"
ANYBODY = listed_words("anybody")
AND = re.compile(rf"\b{alternatives('list_joints')}\b", re.IGNORECASE)
WHEN = re.compile(
    rf"\s*,?\s*\b(?:(?P<after>{alternatives('after_a_round')})|{alternatives('from_a_round')})\s+"
    rf"{alternatives('battle_round')}\s+(?P<number>[0-9])\b(?:\s+{alternatives('onwards')})?",
    re.IGNORECASE,
)
"""Finds a round without "if"."""
ARTICLES = listed_words("articles")
KING, PRETENDER = listed_words("king"), listed_words("pretender")
ORDINAL = re.compile(rf"\s+{alternatives('to_begin_with')}\s*$", re.IGNORECASE)


def lexicon(s: State) -> Lexicon:
    return _lexicon_of(s.board)


@lru_cache(maxsize=2)
def _lexicon_of(board: Board) -> Lexicon:
    return Lexicon(partial(names_on, board))


PREFERENCES: Preferences[State] = Preferences(lexicon)


def in_own_words(policy: Policy[State]) -> Policy[State]:
    """The same policy, with names that may be joined by "and". A round without "if" is refused, with the right condition."""

    def read(s: State, seat: Seat, text: str) -> Json:
        if (when := WHEN.search(text)) is not None:
            least = int(when["number"]) + bool(when["after"])
            example = f"{text[: when.start()]} {text[when.end() :]} if round at least {least}"
            raise Misread(Text('say from which round on behind "if"'), [" ".join(example.split())])
        parts = ORDINAL.sub("", AND.sub(",", text)).split(",")
        return policy.read(s, seat, ",".join(_titled(s, part) for part in parts))

    return replace(policy, read=read)


def _titled(s: State, part: str) -> str:
    """A part of a list, with "King" or "Pretender" replaced by the person's name."""
    title = {word for word in plain_words(part) if word not in ARTICLES}
    block = NOBODY
    if len(title) == 1:
        block = s.king if title <= KING else s.pretender if title <= PRETENDER else NOBODY
    return part if block == NOBODY else lexicon(s).name(block)


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


# Battles


def fires(_s: State, decision: Decision, _plan: Json) -> str | None:
    """6.4 Fires, with the block that the question offers."""
    return next(iter(Fire.among(options_of(decision.shape))), None)


def holds(_s: State, decision: Decision, plan: Json) -> str | None:
    """6.2 Passes, with the block named or any."""
    orders = [order for order in Hold.among(options_of(decision.shape)) if plan == [ANY] or order.block in plan]
    return orders[0] if orders else None


def charges(_s: State, decision: Decision, plan: Json) -> str | None:
    """6.5 The senior heir charges the first engaged block named, or any if none is named."""
    orders = Charge.among(options_of(decision.shape))
    if plan == [ANY]:
        return orders[0] if orders else None
    return next((order for target in plan for order in orders if order.target == target), None)


def turns(_s: State, decision: Decision, plan: Json) -> str | None:
    """6.9 Tries to turn the first engaged block named, by whichever block can roll."""
    orders = Turn.among(options_of(decision.shape))
    return next((order for target in plan for order in orders if order.target == target), None)


def retreats(_s: State, decision: Decision, plan: Json) -> str | None:
    """6.6 Retreats to the first possible area named."""
    orders = Retreat.among(options_of(decision.shape))
    return next((order for area in plan for order in orders if order.to == area), None)


def forbidden_turns(_s: State, decision: Decision, plan: Json) -> list[Json]:
    """6.9 With "none", forbids all rolls, whatever wider orders say."""
    return list(Turn.among(options_of(decision.shape))) if plan == [NONE] else []


def spared(s: State, decision: Decision, plan: Json) -> str | None:
    """6.4 The least valuable block that is not named takes the hits; if all are named, the last one named."""
    blocks = list(map(BlockId, options_of(decision.shape)))
    bare = [block for block in blocks if block not in plan]
    if len(bare) == len(blocks):
        return None
    return min(bare, key=lambda block: worth(s, block)) if bare else max(blocks, key=plan.index)


def regroups(_s: State, decision: Decision, plan: Json) -> str | None:
    """6.7 All blocks go to the first possible area named; with "none" all stay."""
    if plan == [NONE]:
        return DONE
    orders = Regroup.among(options_of(decision.shape))
    return next((order for area in plan for order in orders if order.to == area), DONE)


def first_of(_s: State, decision: Decision, plan: Json) -> list[str] | None:
    """7.1, 8.5 The blocks named first, then those of the default."""
    assert isinstance(decision.shape, PickSome)
    assert decision.default is not None
    named = [block for block in plan if block in decision.shape.options()]
    order = [*named, *(block for block in decision.default() if block not in named)]
    return order[: decision.shape.most] if named else None


# Read


def read_any(named: list[str], s: State, text: str) -> Json:
    """Reads names; no names mean anybody."""
    if not set(plain_words(text)) - ANYBODY:
        return [ANY]
    return PREFERENCES.read(lambda _s, _seat: named, s, "", text, whole=False)


def read_ways(s: State, seat: Seat, text: str) -> Json:
    """6.6 Reads areas. Raises BadLine if a block is named, which belongs after "if"."""
    try:
        return PREFERENCES.read(areas, s, seat, text)
    except BadLine as bad:
        try:
            (block,) = PREFERENCES.read(own_blocks, s, seat, text)
        except (BadLine, ValueError):
            raise bad from None
        raise Misread(
            Text('it names areas to go to, and who goes there only behind "if"'), [f"AREA if {lexicon(s).name(block)} acts"]
        ) from None


def write_any(s: State, plan: Json) -> str:
    return "" if plan == [ANY] else PREFERENCES.write(s, plan)


def nothing_more(_s: State, _seat: Seat, text: str) -> Json:
    """Reads an order without arguments. Raises Misread if there are any."""
    if plain_words(text):
        raise Misread(Text("this order takes nothing else"))
    return [ANY]


PREFER_AREAS = in_own_words(or_usual(PREFERENCES.prefer(areas, places=True)))
PREFER_ENEMIES = in_own_words(or_usual(PREFERENCES.prefer(enemy_blocks)))
FIGHT = PREFER_AREAS
FIRE: Policy[State] = Policy(nothing_more, lambda _s, _p: "", fires, Wording(plain=True, beside=True))
HOLD: Policy[State] = in_own_words(
    Policy(
        lambda s, seat, text: read_any(own_blocks(s, seat), s, text),
        write_any,
        holds,
        Wording(alone="", plain=True, beside=True),
    )
)
CHARGE: Policy[State] = in_own_words(
    Policy(
        lambda s, seat, text: read_any(enemy_blocks(s, seat), s, text),
        write_any,
        charges,
        Wording(alone="", plain=True, beside=True),
    )
)
NEVER = NeverAlways[State](lambda _plan: False, forbidden_turns, lambda _old, _new: None)
"""Like any order it is replaced by a newer one of its word."""
TURN: Policy[State] = in_own_words(
    Policy(partial(PREFERENCES.read, enemy_blocks), PREFERENCES.write, turns, Wording(plain=True, beside=True), habit=NEVER)
)
RETREAT: Policy[State] = in_own_words(
    Policy(read_ways, PREFERENCES.write, retreats, Wording(plain=True, places=True, beside=True))
)
SPARE: Policy[State] = in_own_words(
    Policy(partial(PREFERENCES.read, own_blocks), PREFERENCES.write, spared, Wording(plain=True))
)
REGROUP: Policy[State] = in_own_words(
    Policy(partial(PREFERENCES.read, areas), PREFERENCES.write, regroups, Wording(plain=True, places=True))
)
FIRST: Policy[State] = in_own_words(
    Policy(partial(PREFERENCES.read, own_blocks), PREFERENCES.write, first_of, Wording(plain=True))
)
WHETHER: Policy[State] = YES_OR_NO
