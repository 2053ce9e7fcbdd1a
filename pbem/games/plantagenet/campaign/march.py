"""4.3 March: a step along a Way, alone or with a Group, and its consequences on arrival."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.event import tell
from pbem.engine.phrase import Phrase
from pbem.games.plantagenet.campaign.approach import approach
from pbem.games.plantagenet.campaign.intercept import intercept
from pbem.games.plantagenet.components.board import Locale, Way
from pbem.games.plantagenet.components.box import Lord, Side
from pbem.games.plantagenet.components.card_ids import Capabilities, Events
from pbem.games.plantagenet.components.declaring import use_actions
from pbem.games.plantagenet.components.group import Moves, group_from, group_words, haul, may_enter, move, settle
from pbem.games.plantagenet.components.held import any_moment, truce
from pbem.games.plantagenet.components.options import Group
from pbem.games.plantagenet.components.state import (
    State,
    command_of,
    enemy_there,
    has_capability,
    in_force,
    locale_of,
    place_of,
    side_of,
)


class March(Phrase, form="march {to}[ {group}]"):
    """4.3 Where to, and with whom."""

    to: Locale
    group: Group = ()


def march_options(s: State, lord: Lord) -> list[March]:
    """4.3 The Marches open to the Active Lord: where to, and with which Group."""
    here = locale_of(s, lord)
    if here is None:
        return []
    steps = [(to, words) for to in s.board.ways[here] for words in group_words(s, lord, marching(s))]
    return [March(to, words) for to, words in steps if may_march(s, lord, to, words)]


def may_march(s: State, lord: Lord, to: Locale, words: Group) -> bool:
    """4.3 Whether the Lord can March to a neighbouring Stronghold with the Group named by `words`."""
    group = group_from(s, lord, words, marching(s))
    barred = truce(s) and enemy_there(s, side_of(s, lord), to)
    return not barred and may_enter(s, group, to) and price(s, group, to) is not None


def marching(s: State) -> list[Lord] | None:
    """4.3.3 The Group that can make the free second Highway step; None if there is none."""
    return command_of(s).second_leg or None


def price(s: State, group: Sequence[Lord], to: Locale) -> int | None:
    """4.3.3 March Speed: the number of actions for the step; None if they are not available.

    A second Highway right after the first is free for the same Group or part of it (ruling R64); a Path takes an entire,
    unspent card (R62). Surprise Landing (l33) gives one free March, but not along a Path.
    """
    command = command_of(s)
    left = command.actions - command.spent
    way = way_for(s, group, to)
    if way is Way.PATH:
        return command.actions if left and not command.spent else None
    if command.free_march or (way is Way.HIGHWAY and set(group) <= set(command.second_leg)):
        return 0
    return 1 if left > 0 else None


def way_for(s: State, group: Sequence[Lord], to: Locale) -> Way:
    """4.3.3 The Way to a neighbour; Roads count as Highways for a Lord who Marches alone under y11 or l8.

    Ruling: whether he Marches alone is asked step by step, so that he may leave his companions after a first Highway.
    """
    way = s.board.ways[place_of(s, group[0])][to]
    return Way.HIGHWAY if way is Way.ROAD and len(group) == 1 and hurries(s, group[0]) else way


def hurries(s: State, lord: Lord) -> bool:
    """y11 Whether Roads count as Highways for a Lord alone: Yorkists Never Wait at his mat, or Forced Marches (l8) for any
    Lancastrian.
    """
    forced = in_force(s, Events.FORCED_MARCHES) and side_of(s, lord) is Side.LANCASTER
    return forced or has_capability(s, lord, Capabilities.YORKISTS_NEVER_WAIT)


async def march(s: State, lord: Lord, order: March) -> None:
    """4.3 March: the Lord and his Group Haul what they can and move; the enemy may Intercept; they may Approach.

    Ruling: whom Parliament's Truce sends back has not Marched along a first Highway, so a second costs an action (R276).
    """
    to, group = order.to, group_from(s, lord, order.group, marching(s))
    second_leg = spend(s, group, to)
    await haul(s, group)
    tell(s, "4.3", "marches", side=side_of(s, lord), lords=list(group), start=place_of(s, lord), to=to)
    approached = await arrive(s, group, to)
    if not approached or (s.readings.highway_after_truce and not command_of(s).ended):
        command_of(s).second_leg = second_leg


def spend(s: State, group: list[Lord], to: Locale) -> list[Lord]:
    """4.3.3 Spends the actions for the step. Returns the Group that may continue along a second Highway."""
    command, cost, way = command_of(s), price(s, group, to), way_for(s, group, to)
    assert cost is not None
    begins = command.free_march or cost
    use_actions(s, cost, entire=way is Way.PATH)
    command.second_leg, command.free_march = [], False
    return group if begins and way is Way.HIGHWAY else []


async def arrive(s: State, group: list[Lord], to: Locale) -> bool:
    """4.3.4-4.3.5 The sequence of an arrival (ruling R75). Returns whether there was an Approach."""
    side = side_of(s, group[0])
    moves = move(s, group, to)
    s.approach = to if enemy_there(s, side, to) else None
    await any_moment(s)
    band = await intercept(s, group, to)
    if enemy_there(s, side, to):
        if band is not None:
            moves = Moves(moves.came_from | band.moves.came_from, moves.first_move | band.moves.first_move)
        await approach(s, to, group, *moves, swapped=band is not None and band.flank)
        return True
    settle(s, group, to)
    return False
