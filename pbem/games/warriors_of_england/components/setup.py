"""3.0 The position before the first choice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.engine.game.setup import Setup
from pbem.games.warriors_of_england.components.board import Area, Board, Colour, Side
from pbem.games.warriors_of_england.components.corrected import check_files
from pbem.games.warriors_of_england.components.state import CUP, OFF, Noble, Shown, State


def unpack(files: Mapping[str, Any]) -> Mapping[str, Any]:
    """The printed facts of the game. Raises BadFiles if the files contain faults."""
    check_files(files)
    return {"board": Board(files)}


def new_state(setup: Setup) -> State:
    """3.0 The standard Nobles are on the map, the neutral ones in the cup, the others aside."""
    board: Board = setup.data["board"]
    return State(board, {noble: _start(counter.setup, counter.face.colour) for noble, counter in board.nobles.items()})


def _start(facts: Mapping[str, Any] | None, colour: Colour) -> Noble:
    if facts is None:
        return Noble(CUP if colour is Colour.GREEN else OFF)
    return Noble(Area(facts["region"]), Shown(facts["side"]), Side(facts["controller"]), facts["troops"])
