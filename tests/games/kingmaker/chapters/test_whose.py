"""Conditions on who calls a Parliament, and whose a Royal, a Noble or a place is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pbem.engine.refusal import Ambiguous
from pbem.games.kingmaker.components.ids import DEAD, RoyalId, Spot
from pbem.games.kingmaker.components.state import Peace, State
from pbem.games.kingmaker.orders.situations import SITUATIONS
from tests.games.kingmaker.by_letter import of, written
from tests.games.kingmaker.letters.test_parliament_by_mail import with_percy
from tests.games.kingmaker.questions.test_attendance_refused import calling
from tests.games.kingmaker.scene import BOARD


def read(s: State, text: str) -> Any:
    """A condition of Green's, which reads the same as it is written again."""
    condition = SITUATIONS.read(s, "green", text, ())
    assert SITUATIONS.read(s, "green", SITUATIONS.write(s, condition), ()) == condition
    return condition


def holds(s: State, text: str) -> bool:
    """Whether it holds for Green."""
    return SITUATIONS.holds(s, "green", None, read(s, text)) is not None


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("Margaret is nobody's", "nobody holds Margaret of Anjou"),
        ("Margaret is uncontrolled", "nobody holds Margaret of Anjou"),
        ("Margaret niemandem gehört", "nobody holds Margaret of Anjou"),
        ("the King is Red's", "Red holds the King"),
        ("ich den König habe", "I hold the King"),
        ("I hold York", "I hold York"),
        ("Blue holds Grey", "Blue holds Grey"),
        ("Warwick is held by the enemy", "they hold Warwick"),
        ("London Rot gehört", "Red holds London"),
        ("Margaret is alive", "Margaret of Anjou is not dead"),
        ("Margaret tot ist", "Margaret of Anjou is dead"),
        ("Red has called a Parliament", "Red calls a Parliament"),
        ("Rot ein Parlament einberuft", "Red calls a Parliament"),
        ("a Parliament is called by Blue", "Blue calls a Parliament"),
        ("a Parliament is called", "anybody calls a Parliament"),
    ],
)
def test_a_condition_is_read_in_peoples_words(text: str, means: str) -> None:
    s = calling()
    assert SITUATIONS.write(s, read(s, text)) == means


@pytest.mark.parametrize("text", ["York is nobody's", "York is neutral", "York is Red's"])
def test_a_name_of_a_place_and_of_a_royal_is_asked_about(text: str) -> None:
    with pytest.raises(Ambiguous) as bad:
        read(calling(), text)
    assert [near.partition(" hold")[2].lstrip("s ") for near in bad.value.nearest] == ["York", "Richard of York"]


def test_whose_a_royal_is() -> None:
    s = calling()
    assert holds(s, "Margaret is nobody's")
    assert holds(s, "Red holds the King")
    assert holds(s, "they hold Henry VI")
    assert not holds(s, "I hold the King")
    assert not holds(s, "Henry is dead")
    s.royals[RoyalId("margaret_of_anjou")].at = Spot(DEAD)
    assert holds(s, "Margaret is dead")
    assert not holds(s, "Margaret is nobody's")
    assert holds(s, "Neville is Red's")
    assert holds(s, "Howard is nobody's")


def test_a_parliament_is_called_from_its_summons_to_the_end_of_the_peace() -> None:
    s = calling()
    assert not holds(s, "anybody calls a Parliament")
    s.summoned = next(each for each in s.nobles if s.nobles[each].owner == "blue")
    assert holds(s, "Red calls a Parliament")
    assert not holds(s, "Blue calls a Parliament")
    s.summoned, s.peace = None, Peace(next(iter(BOARD.within)), "blue")
    assert holds(s, "Blue calls a Parliament")
    assert not holds(s, "I call a Parliament")


def test_attendance_can_hang_on_who_calls_the_parliament(tmp_path: Path) -> None:
    talk = written(tmp_path, with_percy)
    assert "kept for this round" in of("green", talk.write("green", "attend Pole if Red calls a Parliament"))
    talk.write("red", "summon Grey")
    told = of("green", talk.write("green", "report"))
    assert "attend Pole if Red calls a Parliament (Red calls a Parliament): attend Pole" in told


def test_a_comma_behind_a_condition_is_offered_as_a_colon(tmp_path: Path) -> None:
    told = of("green", written(tmp_path, calling).write("green", "turn: if Margaret is nobody's, move Pole Kenilworth"))
    assert "a colon belongs between" in told
    assert "if Margaret is nobody's: move Pole Kenilworth" in told


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("summon Grey", "as things stand now it could not be carried out: the sole King's player calls Parliaments"),
        ("crown Margaret", "as things stand now it could not be carried out: you do not control Margaret of Anjou"),
        ("summon Pole", '"summon Pole" can never be carried out: Pole is yours'),
        ("summon Margaret", '"summon Margaret" can never be carried out: name the rival Noble'),
    ],
)
def test_what_cannot_be_done_as_things_stand_is_said_when_it_is_kept(line: str, told: str, tmp_path: Path) -> None:
    talk = written(tmp_path, calling)
    assert told in of("green", talk.write("green", f"turn: {line}"))
    assert told in of("green", talk.write("green", f"preview\nturn: {line}"))


def test_of_what_can_be_done_and_of_a_condition_nothing_is_said(tmp_path: Path) -> None:
    talk = written(tmp_path, calling)
    told = of("red", talk.write("red", "next turn: summon Grey"))
    told += of("green", talk.write("green", "turn: summon Grey if I hold the King"))
    assert told.count("kept for your turn in round") == 2
    assert "as things stand now it could not be carried out" not in told
