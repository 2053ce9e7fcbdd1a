"""8, 13.3, 13.4 A coronation and a claim by letters alone: what the question says of them, and what all are told."""

from __future__ import annotations

from pathlib import Path

from pbem.games.kingmaker.components.ids import DEAD, NobleId, Phase, RoyalId, Spot
from pbem.games.kingmaker.components.nobles import attach
from pbem.games.kingmaker.components.state import State
from tests.games.kingmaker.by_letter import of, three, written
from tests.games.kingmaker.scene import conquer, put


def with_archbishop() -> State:
    """Red can crown Margaret in London, for Henry is dead and Edward is younger."""
    s = three(Phase.CORONATION)
    put(s, "red", "field:london_area", "neville", "archbishop_of_canterbury")
    conquer(s, "london", "neville")
    put(s, "blue", "field:york_area", "grey")
    put(s, "green", "field:durham_area", "pole")
    margaret = RoyalId("margaret_of_anjou")
    _dies(s, RoyalId("henry_vi"))
    s.royals[margaret].at = s.nobles[NobleId("neville")].at
    attach(s, margaret, NobleId("neville"))
    return s


def _dies(s: State, royal: RoyalId) -> None:
    s.royals[royal].at, s.royals[royal].crowned = Spot(DEAD), False


def the_last() -> State:
    """All other Royals are dead as well."""
    s = with_archbishop()
    for royal in s.royals:
        if royal != "margaret_of_anjou":
            _dies(s, royal)
    return s


def test_the_question_says_what_a_coronation_brings(tmp_path: Path) -> None:
    talk = written(tmp_path, with_archbishop)
    told = of("red", talk.write("red", "report"))
    assert "With Margaret of Anjou crowned your prestige is 6; now it is 3." in told
    talk.write("red", "crown Margaret")
    assert talk.table().state.royals[RoyalId("margaret_of_anjou")].crowned


def test_the_last_royal_crowned_wins_and_all_are_told(tmp_path: Path) -> None:
    talk = written(tmp_path, the_last)
    assert "Margaret of Anjou is the last Royal alive: who crowns them wins the game." in of(
        "red", talk.write("red", "report")
    )
    mails = talk.write("red", "crown Margaret")
    for seat in ("red", "blue", "green"):
        assert "The game is over: Red wins (the last living Royal is crowned and controlled)." in of(seat, mails)
