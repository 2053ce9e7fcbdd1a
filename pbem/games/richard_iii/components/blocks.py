"""Positions of blocks, control of areas, and heirs."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.games.richard_iii.components.board import Area, BlockId, Kind, Side
from pbem.games.richard_iii.components.state import AWAY, MINOR, POOL, REMOVED, State


def side_of(s: State, block: BlockId) -> Side:
    """3.26 The side that a block fights for: the Rebel for the Pretender."""
    return s.board.blocks[block].side or s.pretender_side


def on_map(s: State, block: BlockId) -> bool:
    """Whether a block is upright in an area."""
    piece = s.blocks[block]
    return piece.at in s.board.areas and not piece.face_down


def at(s: State, area: Area, side: Side | None = None) -> list[BlockId]:
    """The upright blocks in an area, of one side or both."""
    here = [block for block, piece in s.blocks.items() if piece.at == area and not piece.face_down]
    return here if side is None else [block for block in here if side_of(s, block) is side]


def of_side(s: State, side: Side) -> list[BlockId]:
    """The upright blocks of a side on the map."""
    return [block for block in s.blocks if on_map(s, block) and side_of(s, block) is side]


def areas_of(s: State, side: Side) -> set[Area]:
    """2.1 The areas with upright blocks of a side."""
    return {s.blocks[block].at for block in of_side(s, side)}


def holders(s: State, area: Area) -> set[Side]:
    """2.1 The sides with upright blocks in an area."""
    return {side_of(s, block) for block in at(s, area)}


def is_friendly(s: State, area: Area, side: Side) -> bool:
    """2.1 Whether only a side's own blocks are there."""
    return holders(s, area) == {side}


def is_vacant(s: State, area: Area) -> bool:
    """2.1 Whether there is no upright block."""
    return not holders(s, area)


def is_open(s: State, area: Area, side: Side) -> bool:
    """2.1 Whether an area is friendly or vacant."""
    return side.enemy not in holders(s, area)


def is_enemy(s: State, area: Area, side: Side) -> bool:
    """2.1 Whether only enemy blocks are there."""
    return holders(s, area) == {side.enemy}


def is_contested(s: State, area: Area) -> bool:
    """2.1 Whether blocks of both sides are there."""
    return len(holders(s, area)) > 1


def is_barred(s: State, area: Area, side: Side) -> bool:
    """2.7 Whether it is the enemy's exile area, which is never entered (ruling R8)."""
    return s.board.areas[area].exile is side.enemy


def to_pool(s: State, block: BlockId) -> None:
    """8.1, 8.3, 8.5 Puts a block into the pool, upright and at full strength."""
    s.blocks[block].at, s.blocks[block].steps = POOL, s.board.blocks[block].strength


def heirs_of(s: State, side: Side) -> list[BlockId]:
    """3.21 The living heirs of a side who are with it now, minors included; the senior first."""
    heirs = [b for b, facts in s.board.blocks.items() if facts.kind is Kind.HEIR and facts.side is side]
    return sorted((b for b in heirs if s.blocks[b].at not in (REMOVED, AWAY)), key=lambda b: s.board.blocks[b].rank)


def minors_of(s: State, side: Side) -> list[BlockId]:
    """4.5 The minors of a side, the senior first."""
    return [heir for heir in heirs_of(s, side) if s.blocks[heir].at == MINOR]


def is_heir(s: State, block: BlockId) -> bool:
    """3.21 Whether a block is an heir."""
    return s.board.blocks[block].kind is Kind.HEIR


def seniors(s: State, blocks: Iterable[BlockId]) -> list[BlockId]:
    """3.21 The heirs among blocks, the senior first."""
    return sorted((b for b in blocks if is_heir(s, b)), key=lambda b: s.board.blocks[b].rank)


def is_dead(s: State, block: BlockId) -> bool:
    """2.2 Whether a person is out of the game, on whichever side they were."""
    twin = s.board.blocks[block].twin
    return s.blocks[block].at == REMOVED and (not twin or s.blocks[twin].at == REMOVED)


def shields_of(s: State, heir: BlockId) -> list[Area]:
    """2.2 The shield areas that an heir may use now; the special shields of other persons only once these are dead."""
    facts = s.board.blocks[heir]
    areas = list(facts.homes)
    for other, theirs in s.board.blocks.items():
        if theirs.kind is Kind.HEIR and theirs.side is facts.side and other != heir and is_dead(s, other):
            areas += [area for area in theirs.homes if area not in areas]
    return areas


# Who is meant by a name


def people(s: State) -> list[BlockId]:
    """All blocks except bombards, which have no names; of twins, who are one person, the one in play at first."""
    facts = s.board.blocks.items()
    return [block for block, each in facts if each.kind is not Kind.BOMBARD and each.start != AWAY]


def in_play(s: State, person: str) -> BlockId:
    """The twin that is in play, or was last."""
    twin = s.board.blocks[BlockId(person)].twin
    return twin if twin and s.blocks[BlockId(person)].at == AWAY else BlockId(person)
