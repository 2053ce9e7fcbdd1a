"""What ends the turn stands last: it is not done above a line that can be an order for that turn."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.games.kingmaker.components.ids import Phase
from pbem.games.kingmaker.components.state import State
from tests.games.kingmaker.by_letter import of, three, written
from tests.games.kingmaker.scene import hand, put


def position() -> State:
    """Red's turn: Neville and Cromwell at York beside Grey of Blue."""
    s = three()
    put(s, "red", "field:york_area", "neville", "landsknechts_1")
    put(s, "red", "field:york_area", "cromwell")
    put(s, "blue", "field:york_area", "grey")
    put(s, "green", "field:london_area", "pole")
    hand(s, "red", "scots_archers_1", "le_rose")
    return s


@pytest.mark.parametrize(
    "below",
    [
        "move Neville Lincoln field",
        "move Neville Lincoln field if Grey is at York",
        "move Neville Lincoln field if York is mine",
        "if it fails: move Neville Lincoln field",
        "mvoe Neville Lincoln field",
        "move Nevil Lincon field",
        "attack Blue at Yrok",
        "attack Green at London",
        "attack Blue at York until it succeeds",
        "attack Blue at York until it succeeds, at most 2",
        "discard Le Rose\nmove Neville Lincoln field if Grey is at York",
    ],
)
@pytest.mark.parametrize("done", ["done", "turn: done"])
def test_done_is_not_done_above_what_can_be_an_order_for_the_turn(tmp_path: Path, done: str, below: str) -> None:
    talk = written(tmp_path, position)
    told = of("red", talk.write("red", f"{done}\n{below}"))
    s: State = talk.table().state
    assert (s.phase, s.nobles["neville"].at) == (Phase.MOVEMENT, "field:york_area")
    assert f'nothing behind "{done}" would be carried out' in told


@pytest.mark.parametrize(
    "below",
    [
        "else go on",
        "else go on\ndiscard Le Rose",
        "discard Le Rose",
        "next turn: move Neville Lincoln field",
        "play Le Rose Neville",
        "standing add all",
        "done",
    ],
)
def test_done_is_done_above_what_is_for_something_else(tmp_path: Path, below: str) -> None:
    talk = written(tmp_path, position)
    talk.write("red", f"done\n{below}")
    s: State = talk.table().state
    assert s.phase is not Phase.MOVEMENT
