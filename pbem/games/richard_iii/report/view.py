"""What leaves the State: a seat sees its own blocks, and of the enemy's only their number in each area.

Blocks in a battle under way are open, and all blocks after the game. Lists of enemy blocks are sorted by area, so that their
order reveals nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

from pbem.engine.decision import Seat
from pbem.games.richard_iii.components.blocks import at, is_contested, people, side_of
from pbem.games.richard_iii.components.board import REBEL, Area, BlockId, Side
from pbem.games.richard_iii.components.names import names
from pbem.games.richard_iii.components.state import MINOR, PHASES, POOL, REMOVED, State, battle_of
from pbem.i18n import Text


@dataclass(frozen=True)
class BlockView:
    """A block that the reader may see."""

    name: str
    combat: str
    steps: int
    most: int
    loyalty: int
    role: str


@dataclass(frozen=True)
class AreaView:
    """An area. `own`: own blocks by name; `other`: the number of the enemy's, or those that are open."""

    id: Area
    name: str
    own: tuple[BlockView, ...]
    other: int
    open: tuple[BlockView, ...]
    rebel: bool
    face_down: tuple[str, ...]
    contested: bool
    limit: int
    facts: tuple[str, ...]


@dataclass(frozen=True)
class SideView:
    """The public facts of a side: the size of its pool, the dead, and the minors."""

    side: Side
    role: str
    holder: str
    pool: int
    face_down: tuple[str, ...]
    minors: tuple[str, ...]
    dead: tuple[str, ...]
    played: tuple[str, ...]


@dataclass(frozen=True)
class View:
    """The position as a seat may see it. An observer has no hand, and sees numbers only."""

    seat: Seat
    campaign: int
    turn: int
    phase: str
    first: Side | None
    hand: tuple[str, ...]
    pool: tuple[BlockView, ...]
    areas: tuple[AreaView, ...]
    sides: tuple[SideView, ...]
    counts: dict[str, dict[str, int]]


def view(s: State, seat: Seat) -> View:
    """The position for a seat, "" for an observer."""
    own = Side(seat) if seat else None
    hand = tuple(names(s, card)[0] for card in sorted(s.hands[own])) if own else ()
    return View(
        seat,
        s.campaign,
        s.turn,
        PHASES[s.phase],
        s.p1,
        hand,
        tuple(block_view(s, block) for block in _pool(s, own)) if own else (),
        tuple(area_view(s, area, own) for area in s.board.areas if _is_told(s, area)),
        tuple(side_view(s, side) for side in Side),
        {area: {side.value: len(at(s, area, side)) for side in Side} for area in s.board.areas if _is_told(s, area)},
    )


def _is_told(s: State, area: Area) -> bool:
    return any(piece.at == area for piece in s.blocks.values())


def _pool(s: State, side: Side) -> list[BlockId]:
    return [b for b, piece in s.blocks.items() if piece.at == POOL and not piece.face_down and side_of(s, b) is side]


def area_view(s: State, area: Area, own: Side | None) -> AreaView:
    """One area."""
    place = s.board.areas[area]
    own_blocks = at(s, area, own) if own else []
    others = [block for block in at(s, area) if block not in own_blocks]
    shown = others if s.result is not None else _engaged(s, area, others)
    facts = [*([Text("crown area")] if place.crown else []), *([place.city.title()] if place.city else [])]
    facts += [Text("exile of {exile}", exile=place.exile.title())] if place.exile else []
    return AreaView(
        area,
        place.name,
        tuple(block_view(s, block) for block in own_blocks),
        len(others),
        tuple(block_view(s, block) for block in shown),
        REBEL in others,
        tuple(names(s, b)[0] for b, piece in s.blocks.items() if piece.at == area and piece.face_down),
        is_contested(s, area),
        place.limit,
        tuple(facts),
    )


def _engaged(s: State, area: Area, blocks: list[BlockId]) -> list[BlockId]:
    """6.2 Those of some blocks in an area that are engaged there."""
    if s.battle is None or s.battle.where != area:
        return []
    return [block for block in blocks if any(block in each for each in battle_of(s).engaged.values())]


def block_view(s: State, block: BlockId) -> BlockView:
    facts = s.board.blocks[block]
    role = "King" if block == s.king else "Pretender" if block == s.pretender else ""
    combat = f"{facts.initiative}{facts.firepower}"
    return BlockView(names(s, block)[0], combat, s.blocks[block].steps, facts.strength, facts.loyalty, role)


def side_view(s: State, side: Side) -> SideView:
    """The public facts of a side. A dead person with a twin is listed with the side they began on."""
    is_king = side is s.king_side
    holder = s.king if is_king else s.pretender
    blocks = [block for block in s.board.blocks if side_of(s, block) is side]
    down = [b for b in blocks if s.blocks[b].at == POOL and s.blocks[b].face_down]
    dead = [b for b in people(s) if s.board.blocks[b].side is side and s.blocks[b].at == REMOVED]
    return SideView(
        side,
        "King" if is_king else "Pretender",
        names(s, holder)[0] if holder else "",
        len(_pool(s, side)),
        tuple(names(s, block)[0] for block in down),
        tuple(names(s, block)[0] for block in blocks if s.blocks[block].at == MINOR),
        tuple(names(s, block)[0] for block in dead),
        tuple(names(s, card)[0] for card in s.played[side]),
    )
