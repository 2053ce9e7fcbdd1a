"""Acts below a heading: they wait for the turn that it names, as all lines below it do."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.games.kingmaker.asking.event import EVENT
from pbem.games.kingmaker.components.ids import NobleId, Phase
from pbem.games.kingmaker.components.state import State
from tests.games.kingmaker.by_letter import of, three, written
from tests.games.kingmaker.scene import hand, put

STANLEY = NobleId("stanley")


def others_turn() -> State:
    """Red's turn; Green holds cards for Stanley."""
    s = three(Phase.MOVEMENT)
    put(s, "red", "field:york_area", "neville")
    put(s, "blue", "field:london_area", "grey")
    put(s, "green", "field:york_area", "stanley")
    put(s, "green", "field:york_area", "pole")
    hand(s, "green", "archbishop_of_york", "bishop_of_durham")
    return s


@pytest.mark.parametrize(
    "letter",
    [
        "turn: play Archbishop of York Stanley; move Stanley field of London",
        "turn: play Archbishop of York Stanley\nplay Bishop of Durham Pole",
        "turn:\nplay Archbishop of York Stanley\nmove Stanley field of London",
        "turn 2: play Archbishop of York Stanley",
    ],
)
def test_an_act_below_the_heading_of_a_turn_to_come_waits_for_it(tmp_path: Path, letter: str) -> None:
    talk = written(tmp_path, others_turn)
    told = of("green", talk.write("green", letter))
    s: State = talk.table().state
    assert s.nobles[STANLEY].cards == []
    assert "kept for your turn in round 2: play Archbishop of York Stanley" in told
    for line in ("done", "discard newest", "done", "discard newest"):
        talk.write(talk.table().open()[0].seat, line)
        if talk.table().open()[0].key == EVENT:
            talk.write(talk.table().open()[0].seat, "proceed")
    assert talk.table().state.active == "green"
    assert talk.table().state.nobles[STANLEY].cards[:1] == ["archbishop_of_york"]


def test_without_a_heading_it_is_done_at_once(tmp_path: Path) -> None:
    talk = written(tmp_path, others_turn)
    talk.write("green", "play Archbishop of York Stanley")
    assert talk.table().state.nobles[STANLEY].cards[:1] == ["archbishop_of_york"]


def test_below_the_heading_of_the_turn_under_way_it_is_done_at_once(tmp_path: Path) -> None:
    talk = written(tmp_path, others_turn)
    talk.write("red", "turn: heed events")
    assert "red" in talk.table().state.watching


def test_what_is_done_in_turns_of_allies_alone_is_refused_for_an_own_turn(tmp_path: Path) -> None:
    talk = written(tmp_path, others_turn)
    told = of("green", talk.write("green", "turn: command Stanley London"))
    assert "can never be carried out" in told
    assert not talk.table().waiting.get("green")
