"""A position that is followed by Events alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from pbem.games.richard_iii.components.board import NOBODY, Area, BlockId, Board, Kind, Side
from pbem.games.richard_iii.components.state import AWAY, REMOVED, Block

Data = Mapping[str, Any]


@dataclass
class Shadow:
    """The position as the Events tell it."""

    board: Board
    blocks: dict[BlockId, Block]
    king_side: Side = Side.LANCASTER
    king: BlockId = NOBODY
    pretender: BlockId = NOBODY
    hands: dict[Side, list[str]] = field(default_factory=dict)
    cards: Data = field(default_factory=dict)
    result: Mapping[str, Any] | None = None


def senior_of(shadow: Shadow, side: Side) -> BlockId:
    """3.21 The senior heir of a side that is its own."""
    heirs = [b for b, facts in shadow.board.blocks.items() if facts.kind is Kind.HEIR and facts.side is side]
    alive = [b for b in heirs if shadow.blocks[b].at not in (REMOVED, AWAY)]
    return min(alive, key=lambda b: shadow.board.blocks[b].rank, default=NOBODY)


def remove(shadow: Shadow, block: BlockId) -> None:
    """6.8 Out of the game, and the twin too."""
    for each in (block, shadow.board.blocks[block].twin):
        if each:
            shadow.blocks[each] = Block(REMOVED, 0)


def goes(shadow: Shadow, block: str, start: str, to: str) -> Iterator[str]:
    """A block goes from where it stands to an area."""
    piece = shadow.blocks[BlockId(block)]
    if piece.at != start or piece.face_down:
        yield f"{block} goes from {start} and is at {piece.at}"
    piece.at = Area(to)


def placed(shadow: Shadow, data: Data) -> None:
    """A block comes onto the map at full strength."""
    block = BlockId(data["block"])
    shadow.blocks[block] = Block(Area(data["area"]), shadow.board.blocks[block].strength)


def stands(shadow: Shadow, block: BlockId, area: Area, side: Side) -> bool:
    """Whether a block stands upright in an area, for this side."""
    piece = shadow.blocks[block]
    return piece.at == area and not piece.face_down and (shadow.board.blocks[block].side or shadow.king_side.enemy) is side
