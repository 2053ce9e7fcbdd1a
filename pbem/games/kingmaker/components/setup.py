"""2.1 The position before the first question."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.engine.decision import Seat
from pbem.engine.game.setup import Setup
from pbem.games.kingmaker.components.board import Board


def unpack(files: Mapping[str, Any]) -> Mapping[str, Any]:
    """The printed facts common to all games, merged with those of a scenario."""
    return {"board": Board(files), "scenario": files["scenario"]}


def seats(setup: Setup) -> tuple[Seat, ...]:
    """1.1 The players of a scenario, clockwise."""
    return tuple(setup.data["scenario"]["seats"])
