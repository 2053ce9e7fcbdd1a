"""11.4 The last card of a hand is kept to discard: nothing advises to play it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.games.kingmaker.components.ids import Card, Phase
from pbem.games.kingmaker.components.state import State
from tests.games.kingmaker.by_letter import of, three, written
from tests.games.kingmaker.scene import put


def at_the_end() -> State:
    """Red's turn comes to its end; two Mercenaries are left to draw."""
    s = three(Phase.END)
    put(s, "red", "field:york_area", "neville")
    put(s, "blue", "field:london_area", "grey")
    put(s, "green", "field:london_area", "pole")
    s.crown_deck = [Card("scots_archers_1"), Card("scots_archers_2")]
    s.crown_discard = []
    return s


@pytest.mark.parametrize("line", ["give Scots Archers 1 to Neville", "give Scots Archers 1 Neville"])
def test_11_4_what_is_kept_is_not_advised_to_be_played(tmp_path: Path, line: str) -> None:
    talk = written(tmp_path, at_the_end)
    shown = of("red", talk.write("red", "play Scots Archers 2 Neville"))
    s: State = talk.table().state
    assert s.players["red"].hand == ["scots_archers_1"]
    assert "cannot be played now: you keep one card to discard" in shown
    told = of("red", talk.write("red", line))
    assert "No card can be played now: you keep one card to discard" in told
    assert "play Scots Archers 1 Neville" not in told
