"""5.4 Recruiting: blocks come from the pool onto the map."""

from __future__ import annotations

from pbem.engine.event import tell
from pbem.games.richard_iii.components.blocks import is_friendly, is_open, is_vacant, side_of
from pbem.games.richard_iii.components.board import REBEL, Area, BlockId, Kind, Side
from pbem.games.richard_iii.components.options import Recruit
from pbem.games.richard_iii.components.state import POOL, State

RULE = "5.4"


def places_for(s: State, block: BlockId) -> list[Area]:
    """5.4 The areas where a block of the pool can be placed, by its kind (rulings R16, R17)."""
    facts, side = s.board.blocks[block], side_of(s, block)
    areas = s.board.areas
    match facts.kind:
        case Kind.BOMBARD:
            return [area for area, place in areas.items() if place.city and is_friendly(s, area, side)]
        case Kind.REBEL:
            return [area for area, place in areas.items() if place.exile is None and is_vacant(s, area)]
        case Kind.HEIR if side is s.king_side:
            return [area for area, place in areas.items() if place.crown and is_open(s, area, side)]
        case Kind.HEIR:
            return s.board.exiles(side)
        case Kind.MERCENARY if len(facts.homes) == 1:
            return []
    return [area for area in areas if area in facts.homes and is_open(s, area, side) and areas[area].exile is not side.enemy]


def in_pool(s: State, side: Side) -> list[BlockId]:
    """5.4 The upright blocks of a side's pool."""
    pool = [block for block, piece in s.blocks.items() if piece.at == POOL and not piece.face_down]
    return [block for block in pool if side_of(s, block) is side]


def may_recruit(s: State, side: Side) -> bool:
    """5.1 No event card allows recruiting (ruling R4)."""
    return s.ap > 0 and not s.board.cards[s.cards[side]].is_event


def recruit_options(s: State, side: Side) -> list[Recruit]:
    """5.4 Each block of the pool with each possible area."""
    if not may_recruit(s, side):
        return []
    return [Recruit(block, area) for block in in_pool(s, side) for area in places_for(s, block)]


def recruit(s: State, block: BlockId, area: Area) -> None:
    """5.4 Places a block on the map at full strength; it cannot move in this turn."""
    side, piece = side_of(s, block), s.blocks[block]
    s.ap -= 1
    piece.at, piece.steps, piece.moved = area, s.board.blocks[block].strength, True
    way = f"recruits {area}" if block != REBEL else f"rebel {area}"
    s.moves[way] = s.moves.get(way, 0) + 1
    tell(s, RULE, "recruits", seen_by=frozenset({side.value}), side=side, block=block, area=area)
