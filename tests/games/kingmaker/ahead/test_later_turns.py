"""Headings that name a turn: what is for a later one is never done now."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.games.kingmaker.components.ids import Phase
from pbem.games.kingmaker.components.state import State
from tests.games.kingmaker.by_letter import of, three, written
from tests.games.kingmaker.scene import hand, put
from tests.support.conversation import Conversation


def position(active: str = "red", turn: int = 4) -> State:
    """Round 2; Neville and Cromwell of Red at York beside Grey of Blue."""
    s = three()
    s.active, s.turn = active, turn
    put(s, "red", "field:york_area", "neville", "landsknechts_1")
    put(s, "red", "field:york_area", "cromwell")
    put(s, "blue", "field:york_area", "grey")
    put(s, "green", "field:london_area", "pole")
    hand(s, "red", "scots_archers_1")
    return s


def kept(talk: Conversation) -> list[tuple[str, str]]:
    """Red's lines for later, each with what it is for."""
    return [(line.segment, line.text.partition(" even")[0]) for line in talk.table().waiting.get("red", [])]


@pytest.mark.parametrize("heading", ["next turn: ", "turn 3: ", "next turn:\n", "my next turn: "])
@pytest.mark.parametrize(
    "line", ["attack Blue at York", "move Neville Lincoln field", "done", "play Scots Archers 1 Neville"]
)
def test_in_ones_own_turn_a_line_for_a_later_one_waits(tmp_path: Path, heading: str, line: str) -> None:
    talk = written(tmp_path, position)
    talk.write("red", f"{heading}{line}")
    s: State = talk.table().state
    assert kept(talk) == [("your turn in round 3", line)]
    assert (s.phase, s.fight, s.nobles["neville"].at, s.active) == (Phase.MOVEMENT, None, "field:york_area", "red")
    assert s.players["red"].hand == ["scots_archers_1"]


@pytest.mark.parametrize("heading", ["turn 1: ", "turn 9: "])
def test_a_turn_that_does_not_come_is_refused_by_its_number(tmp_path: Path, heading: str) -> None:
    talk = written(tmp_path, position)
    told = of("red", talk.write("red", f"{heading}done"))
    assert f'there is no "{heading[:-2]}" of yours to come; you can write for turn or turn 3' in told
    assert talk.table().state.phase is Phase.MOVEMENT


@pytest.mark.parametrize("heading", ["turn 2: ", "this turn: ", "turn: "])
def test_the_turn_under_way_is_named_too(tmp_path: Path, heading: str) -> None:
    talk = written(tmp_path, position)
    talk.write("red", f"{heading}move Neville Lincoln field")
    assert talk.table().state.nobles["neville"].at == "field:lincoln_area"


def test_behind_done_the_next_turn_is_the_one_after(tmp_path: Path) -> None:
    talk = written(tmp_path, position)
    talk.write("red", "move Neville Lincoln field\ndone\nnext turn: move Cromwell Lincoln field\ndone")
    s: State = talk.table().state
    assert s.nobles["neville"].at == "field:lincoln_area"
    assert kept(talk) == [("your turn in round 3", "move Cromwell Lincoln field"), ("your turn in round 3", "done")]


def test_in_anothers_turn_the_next_is_the_first_to_come(tmp_path: Path) -> None:
    talk = written(tmp_path, lambda: position("blue", 5))
    talk.write("red", "next turn: move Neville Lincoln field\nturn 4: move Cromwell Lincoln field")
    assert kept(talk) == [
        ("your turn in round 3", "move Neville Lincoln field"),
        ("your turn in round 4", "move Cromwell Lincoln field"),
    ]
    talk.write("red", "withdraw turn 4")
    assert kept(talk) == [("your turn in round 3", "move Neville Lincoln field")]
