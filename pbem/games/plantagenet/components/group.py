"""4.3.1-4.3.2 Groups: who moves together, where they may go, what they can carry; used by March, Intercept and Sail."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from itertools import combinations
from typing import NamedTuple

from pbem.engine.decision import Decision, Split
from pbem.engine.phrase import ALL, Phrase
from pbem.games.plantagenet.components.assets import carts_of, own, take_asset
from pbem.games.plantagenet.components.board import WALES, Locale
from pbem.games.plantagenet.components.box import MARGARET, PROVENDER, WARWICK_L, Lord, Side
from pbem.games.plantagenet.components.card_ids import Events
from pbem.games.plantagenet.components.lords import place
from pbem.games.plantagenet.components.options import ALONE, Group
from pbem.games.plantagenet.components.ratings import companions
from pbem.games.plantagenet.components.state import (
    Cylinder,
    State,
    Status,
    area_of,
    in_force,
    lords_at,
    place_of,
    side_of,
)
from pbem.i18n import Text

DROP = "4.3.2 drop"

SHAKY_ALLIES = frozenset({"shaky_allies", "shaky_allies_war"})
UNEASY = frozenset({MARGARET, WARWICK_L})


class Leaving(Phrase, form="{lord} leaves {start}"):
    """4.3.2 The subject of a question: the Lord who leads a Group away, and from where."""

    lord: Lord
    start: Locale


# Who


def group_words(s: State, lord: Lord, marching: Collection[Lord] | None = None) -> list[Group]:
    """4.3.1 The ways to name the Lord's Group: nothing if nobody could come along, else "alone", "all" or the Lords.

    While a Group is `marching`, "all" means that Group; Lords who should join it must be named.
    """
    others = companions(s, lord)
    if not others:
        return [()]
    named = (c for size in range(1, len(others) + 1) for c in combinations(others, size))
    return [(ALONE,), *([(ALL,)] if _everybody(others, marching) else []), *named]


def group_from(s: State, lord: Lord, words: Group, marching: Collection[Lord] | None = None) -> list[Lord]:
    """4.3.1 The Group named by `group_words`, the Lord himself first."""
    if words == (ALL,):
        return [lord, *_everybody(companions(s, lord), marching)]
    return [lord, *(Lord(word) for word in words if word != ALONE)]


def _everybody(able: list[Lord], marching: Collection[Lord] | None) -> list[Lord]:
    return able if marching is None else [lord for lord in able if lord in marching]


# Where


def may_enter(s: State, group: Collection[Lord], locale: Locale) -> bool:
    """Whether cards and scenario let these Lords enter a Locale by March, Intercept or Sail (rulings R73, R117)."""
    return not owain_glyndwr(s, group, locale) and not shaky_meeting(s, group, locale)


def owain_glyndwr(s: State, group: Collection[Lord], locale: Locale) -> bool:
    """y25 Owain Glyndwr: no Lancastrian may go to a Stronghold in Wales."""
    lancastrian = any(side_of(s, lord) is Side.LANCASTER for lord in group)
    return in_force(s, Events.OWAIN_GLYNDWR) and lancastrian and area_of(s, locale) == WALES


def shaky_meeting(s: State, group: Collection[Lord], locale: Locale) -> bool:
    """6.0 Shaky Allies: whether Margaret and Warwick would be in the same Stronghold, which they never enter together or
    where the other is.
    """
    if not SHAKY_ALLIES & s.sheet.special_rules or not s.board.locales[locale].stronghold:
        return False
    return bool(UNEASY & set(group)) and {*group, *lords_at(s, locale)} >= UNEASY


# Carrying


def too_much(s: State, group: Collection[Lord]) -> int:
    """4.3.2 The Provender of these Lords beyond what their Carts can Haul (0 or less: none)."""
    return sum(own(s, lord, PROVENDER) for lord in group) - carts_of(s, group)


async def haul(s: State, group: Sequence[Lord], *, unasked: bool = False) -> None:
    """4.3.2, 1.7.2 Haul: Discards the Provender that exceeds the Carts of the Group; Lords who stay behind do not lend
    theirs. If the owner is `unasked`, standing orders say whose; by default most comes from the Lord who has most.
    """
    carried = {str(lord): n for lord in group if (n := own(s, lord, PROVENDER))}
    excess = too_much(s, group)
    if excess <= 0:
        return
    dropped = carried
    if excess < sum(carried.values()):
        prompt = Text("Your Carts cannot Haul {excess} Provender: which Lords leave how much behind?", excess=excess)
        shape = Split(lambda: carried, excess)
        subject = Leaving(group[0], place_of(s, group[0]))
        default = partial(richest_first, carried, excess)
        dropped = await Decision(side_of(s, group[0]), DROP, subject, prompt, shape, default, automatic=unasked)
    for lord, number in dropped.items():
        take_asset(s, Lord(lord), PROVENDER, number, "4.3.2", "Haul")


def richest_first(holdings: Mapping[str, int], number: int) -> dict[str, int]:
    """How `number` pieces are taken from `holdings`, the largest first."""
    shares: dict[str, int] = {}
    for lord in sorted(holdings, key=lambda lord: -holdings[lord]):
        share = min(holdings[lord], number)
        number -= share
        if share:
            shares[lord] = share
    return shares


# Moving


class Moves(NamedTuple):
    """4.3 The moves of one step, which can still be undone: where each Lord came from, and which of them were not marked
    Moved-Fought before.
    """

    came_from: dict[Lord, Locale]
    first_move: set[Lord]


def move(s: State, group: Sequence[Lord], to: Locale) -> Moves:
    """4.3, 1.8 Moves the Lords and marks them Moved-Fought. Effects of the new place come when they stay (`settle`)."""
    moves = Moves({lord: place_of(s, lord) for lord in group}, {lord for lord in group if not s.mats[lord].moved})
    for lord in group:
        s.lords[lord] = Cylinder(Status.MAP, to)
        s.mats[lord].moved = True
    return moves


def settle(s: State, group: Sequence[Lord], where: Locale) -> None:
    """4.3 The step is final: effects of the place apply now (Burgundians, ruling R140)."""
    for lord in group:
        place(s, lord, where)
