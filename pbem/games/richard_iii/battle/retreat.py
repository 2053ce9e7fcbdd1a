"""6.6, 6.7 Retreats and regroups."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pbem.engine.decision import Decision, Menu
from pbem.engine.event import tell
from pbem.games.richard_iii.battle.combat import worth
from pbem.games.richard_iii.components.blocks import at, is_barred, is_friendly, is_open, side_of
from pbem.games.richard_iii.components.board import Area, BlockId, Side
from pbem.games.richard_iii.components.options import DONE, Regroup
from pbem.games.richard_iii.components.state import Battle, BorderEntry, State, battle_of, border, first_player
from pbem.i18n import Text

RULE, REGROUPING = "6.6", "6.7"
REGROUP = f"{REGROUPING} regroup"


class Way(NamedTuple):
    """Where a block can go, and over which sea ("": by land)."""

    to: Area
    zone: str = ""


def ways(s: State, block: BlockId) -> Iterator[Way]:
    """Where a block can leave a battle to: adjacent areas (for a block that attacked by sea, those on that sea) that are
    friendly or vacant and not barred, over borders that are not full (ruling R8, R11).
    """
    side, here = side_of(s, block), s.blocks[block].at
    if block in s.by_sea:
        zone = s.by_sea[block]
        areas = [to for to, place in s.board.areas.items() if zone in place.coast and to != here]
        yield from (Way(to, zone) for to in areas if is_open(s, to, side) and not is_barred(s, to, side))
        return
    for to, facts in s.board.borders[here].items():
        full = s.crossed.get(border(here, to), 0) >= facts.limit
        if not full and is_open(s, to, side) and not is_barred(s, to, side):
            yield Way(to)


def retreats(s: State, block: BlockId) -> list[Way]:
    """6.6 Where a block can retreat: not over a border that the enemy used to enter this battle; P2 may use one that both
    used (ruling R26).
    """
    side, here = side_of(s, block), s.blocks[block].at
    return [way for way in ways(s, block) if way.zone or not _is_cut_off(s, side, here, way.to)]


def _is_cut_off(s: State, side: Side, here: Area, to: Area) -> bool:
    theirs, ours = (BorderEntry(each, to, here) in s.entered for each in (side.enemy, side))
    return theirs and not (ours and side is not first_player(s))


def retreat(s: State, block: BlockId, way: Way) -> None:
    """6.6 A block retreats from its battle."""
    side, here = side_of(s, block), s.blocks[block].at
    _go(s, block, way)
    tell(s, RULE, "retreats", block=block, side=side, start=here, to=way.to)


def _go(s: State, block: BlockId, way: Way) -> None:
    here = s.blocks[block].at
    if not way.zone:
        name = border(here, way.to)
        s.crossed[name] = s.crossed.get(name, 0) + 1
    s.blocks[block].at = way.to
    s.by_sea.pop(block, None)
    s.came.pop(block, None)
    if s.battle is not None:
        s.battle.drop(block)


# Regroup


def regroup_ways(s: State, block: BlockId) -> list[Way]:
    """6.7 Where a block can regroup: one area, over any border (ruling R27)."""
    return list(ways(s, block))


def regroup_options(s: State, blocks: list[BlockId]) -> list[Regroup]:
    """6.7 The blocks of the winner that can still regroup, each with each area."""
    return [Regroup(block, way.to) for block in blocks for way in regroup_ways(s, block)]


async def regroup(s: State, side: Side) -> None:
    """6.7 The winner moves any of their blocks to adjacent areas, each once."""
    battle = battle_of(s)
    s.crossed = {}
    left, moved = at(s, battle.where, side), dict[str, int]()
    while options := regroup_options(s, left):
        answer = await regroup_question(s, side, options)
        if answer == DONE:
            break
        order = Regroup.read(answer)
        way = next(way for way in regroup_ways(s, order.block) if way.to == order.to)
        left.remove(order.block)
        _go(s, order.block, way)
        moved[order.to] = moved.get(order.to, 0) + 1
        tell(s, REGROUPING, "regroups", seen_by=frozenset({side.value}), block=order.block, side=side, to=order.to)
    if moved:
        tell(s, REGROUPING, "regrouped", side=side, area=battle.where, moves=[[to, n] for to, n in sorted(moved.items())])


def regroup_question(s: State, side: Side, options: list[Regroup]) -> Decision:
    """6.7 Which block regroups; D21 by default those that the area cannot feed."""
    shape = Menu(lambda: [*options, DONE])
    where = battle_of(s).where
    question = Text("You have won in {areas}. Which block regroups?", areas=s.board.areas[where].name)
    return Decision(side, REGROUP, where, question, shape, lambda: _surplus(s, side, options), automatic=True)


def _surplus(s: State, side: Side, options: list[Regroup]) -> str:
    """D21 The default: the weakest block above the supply limit, to the friendly area with most room."""
    where = battle_of(s).where
    if len(at(s, where, side)) <= s.board.areas[where].limit:
        return DONE
    kind = [o for o in options if is_friendly(s, o.to, side) and _room(s, o.to, side) > 0]
    weakest = min((o.block for o in kind), key=lambda b: (s.blocks[b].steps, worth(s, b)), default=None)
    ways = [o for o in kind if o.block == weakest]
    return max(ways, key=lambda o: (_room(s, o.to, side), o.to), default=DONE)


def _room(s: State, area: Area, side: Side) -> int:
    return s.board.areas[area].limit - len(at(s, area, side))


def winner(battle: Battle) -> Side | None:
    """6.2 The only side left in the area, Reserves included; None while both are there."""
    left = [side for side in Side if battle.engaged[side] or battle.reserve[side]]
    return left[0] if len(left) == 1 else None
