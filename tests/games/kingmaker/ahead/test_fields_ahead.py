"""An open field that a line for later names is that field, whoever stands there alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.games.kingmaker.components.state import Force, State
from tests.games.kingmaker.by_letter import of, three, written
from tests.games.kingmaker.scene import put
from tests.support.conversation import Conversation


def position() -> State:
    """Blue's turn; in each of three fields a Noble stands alone of his Faction."""
    s = three()
    s.active, s.turn = "blue", 5
    put(s, "red", "field:york_area", "neville", "landsknechts_1")
    put(s, "red", "field:lancaster_area", "cromwell")
    put(s, "blue", "field:lincoln_area", "holland")
    put(s, "green", "field:london_area", "pole")
    return s


def kept(talk: Conversation) -> list[str]:
    """What Red's lines for later say."""
    return [line.text for line in talk.table().waiting.get("red", [])]


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("move Neville Lincoln field", "move Neville Lincoln field"),
        ("turn: move Neville London field", "move Neville London field"),
        ("move Neville to the field at Lincoln", "move Neville to Lincoln field"),
        ("move Neville Lancaster field", "move Neville Lancaster field"),
        ("move Neville York field", "move Neville York field"),
        ("attack Blue at Lincoln field", "attack Blue at Lincoln field even if it is an attack"),
    ],
)
def test_a_field_named_ahead_is_nobody_who_stands_there(tmp_path: Path, line: str, meant: str) -> None:
    talk = written(tmp_path, position)
    talk.write("red", line)
    assert kept(talk) == [meant]


def test_a_renewed_force_is_led_ahead_in_an_allys_turn(tmp_path: Path) -> None:
    """R115, R117"""

    def allied() -> State:
        s = position()
        put(s, "blue", "field:york_area", "grey")
        s.alliances.append(["blue", "red"])
        s.forces.append(Force("neville", ["grey", "neville"], 4, s.phase, renewed=True))  # type: ignore[list-item]
        return s

    talk = written(tmp_path, allied)
    assert "kept for your turn in round 3" in of("red", talk.write("red", "lead Neville Lincoln field"))
    assert kept(talk) == ["lead Neville Lincoln field"]
