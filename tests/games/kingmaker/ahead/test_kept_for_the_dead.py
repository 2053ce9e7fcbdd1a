"""A kept line whose Royal is dead, or whose Noble has fallen, ends at once, and its writer is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.games.kingmaker.components.ids import NobleId, Phase, RoyalId, Spot
from pbem.games.kingmaker.components.names import name_of
from pbem.games.kingmaker.components.nobles import attach
from pbem.games.kingmaker.components.state import State
from tests.games.kingmaker.by_letter import of, three, written
from tests.games.kingmaker.chapters.test_events_4 import plague
from tests.games.kingmaker.scene import conquer, on_top, put
from tests.support.conversation import Conversation


def with_margaret() -> State:
    """Margaret is with Neville of Red, whose turn it is; Pole of Green stands in a town that a plague can strike."""
    s = three(Phase.MOVEMENT)
    put(s, "red", "field:kenilworth_area", "neville")
    attach(s, RoyalId("margaret_of_anjou"), NobleId("neville"))
    put(s, "blue", "field:durham_area", "grey")
    put(s, "green", "field:york_area", "pole")
    put(s, "green", "in:wingfield", "stanley")
    return s


def waiting(talk: Conversation, seat: str) -> list[str]:
    """A seat's kept lines."""
    return [line.text for line in talk.table().waiting.get(seat, [])]


def test_a_line_for_a_dead_royal_ends_at_once_and_once(tmp_path: Path) -> None:
    talk = written(tmp_path, with_margaret)
    talk.write("green", "turn: move Pole Durham\nturn: crown Margaret\nturn: done")
    told = of("green", talk.write("red", "execute Margaret"))
    assert "crown Margaret of Anjou" in told
    assert "Margaret of Anjou is dead" in told
    assert waiting(talk, "green") == ["move Pole Durham"]
    assert "is dead" not in of("green", talk.write("blue", "report"))


def test_a_case_may_wait_for_that_death(tmp_path: Path) -> None:
    talk = written(tmp_path, with_margaret)
    talk.write("green", "turn: if Margaret is dead: move Pole Durham\nturn: move Stanley York if Margaret is dead")
    talk.write("red", "execute Margaret")
    assert waiting(talk, "green") == [
        "if Margaret of Anjou is dead: move Pole Durham",
        "move Stanley York if Margaret of Anjou is dead",
    ]


@pytest.mark.parametrize("line", ["move Howard York", "crown Margaret"])
def test_what_is_over_already_is_refused(line: str, tmp_path: Path) -> None:
    talk = written(tmp_path, with_margaret)
    talk.write("red", "execute Margaret")
    told = of("green", talk.write("green", f"turn: {line}"))
    assert "can never be carried out" in told
    assert waiting(talk, "green") == []


def test_a_line_of_a_noble_who_has_fallen_ends_at_once(tmp_path: Path) -> None:
    def struck() -> State:
        """Blue's turn begins with the plague of York."""
        s = with_margaret()
        put(s, "green", "field:york_area", "scrope")
        conquer(s, "york", "scrope")
        s.nobles[NobleId("scrope")].at = Spot("in:york")
        on_top(s, plague("york"))
        return s

    talk = written(tmp_path, struck)
    talk.write("green", "turn: move Stanley Durham\nturn: move Scrope Ludlow")
    assert len(waiting(talk, "green")) == 2
    talk.write("red", "done")
    talk.write("red", f"discard {name_of(talk.table().state, talk.table().state.players['red'].hand[0])}")
    told = of("green", talk.write("blue", "proceed"))
    assert "Scrope is not in play any more" in told
    assert waiting(talk, "green") == ["move Stanley Durham"]
