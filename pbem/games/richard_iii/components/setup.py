"""4.0 The position before the first deal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.engine.game.setup import Setup
from pbem.games.richard_iii.components.board import Area, BlockId, Board, Facts, Side
from pbem.games.richard_iii.components.state import AWAY, MINOR, POOL, Block, State


def unpack(files: Mapping[str, Any]) -> Mapping[str, Any]:
    """The printed facts of the game."""
    return {"board": Board(files), "scenario": files["scenario"]}


def new_state(setup: Setup) -> State:
    """4.1-4.6 All blocks at full strength in their starting areas, or waiting off the map."""
    board, facts = setup.data["board"], setup.data["scenario"]
    blocks = {block: _start(each) for block, each in board.blocks.items()}
    king, pretender = BlockId(facts["king"]), BlockId(facts["pretender"])
    return State(board, blocks, king, pretender, Side(facts["king_side"]), facts["campaigns"])


def _start(facts: Facts) -> Block:
    place = {"pool": POOL, "minor": MINOR, "enemy": AWAY}.get(facts.start) or Area(facts.start)
    return Block(place, 0 if place == AWAY else facts.strength)
