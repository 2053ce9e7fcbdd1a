"""Conditions where there are allies: they are no enemies, and can be counted."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbem.engine.refusal import BadLine
from pbem.orders.conditions.judging import situations
from pbem.orders.conditions.reading import Judged
from tests.toys.border_war.conditions import ATOMS, SITUATIONS
from tests.toys.border_war.game import RULES
from tests.toys.border_war.play import ask
from tests.toys.border_war.position import State
from tests.toys.files import toy_files


@pytest.fixture
def war() -> State:
    """Percy and Neville are allied."""
    s = RULES.new_state(toy_files().setup(RULES, "marches"))
    s.allies = ["percy", "neville"]
    return s


def holds(s: State, seat: str, text: str) -> Judged:
    """Whether a condition holds, and by what."""
    return Judged(*SITUATIONS.anywhere(s, seat, SITUATIONS.read(s, seat, text, ())))


@pytest.mark.parametrize(
    ("seat", "text", "found", "why"),
    [
        ("percy", "enemies are at durham", False, "no enemy is at Durham"),
        ("scotland", "enemies are at durham", True, "enemies are at Durham"),
        ("percy", "allies are at durham", True, "allies are at Durham"),
        ("percy", "an ally is at Carlisle", True, "allies are at Carlisle"),
        ("percy", "no ally is at kelso", True, "no ally is at Kelso"),
        ("percy", "Verbündete sind in Durham", True, "allies are at Durham"),
        ("percy", "allies are at alnwick", False, "no ally is at Alnwick"),
        ("scotland", "there are allies at durham", False, "no ally is at Durham"),
        ("percy", "durham is empty", False, "somebody is at Durham"),
    ],
)
def test_allies_are_no_enemies(war: State, seat: str, text: str, found: bool, why: str) -> None:
    assert tuple(holds(war, seat, text)) == (found, why)


def test_once_they_part_they_are_enemies(war: State) -> None:
    war.allies = []
    assert holds(war, "percy", "enemies are at durham")[0]
    assert not holds(war, "percy", "allies are at durham")[0]


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("our allies are in durham", "allies are at Durham"),
        ("allies are there", "allies are there"),
        ("no allies are at durham", "allies are not at Durham"),
        ("allies have at least 3 riders", "allies have at least 3 Riders"),
    ],
)
def test_conditions_about_allies_are_written_again(war: State, text: str, written: str) -> None:
    condition = SITUATIONS.read(war, "percy", text, ())
    assert SITUATIONS.write(war, condition) == written
    assert SITUATIONS.read(war, "percy", written, ()) == condition


def test_what_allies_have_is_counted_where_they_meet(war: State) -> None:
    war.bands["salisbury"].where = war.bands["douglas"].where = war.bands["hotspur"].where
    war.underway = "douglas"
    condition = SITUATIONS.read(war, "percy", "allies have at least 3 riders", ())
    assert SITUATIONS.holds(war, "percy", ask(war, "percy", 0), condition) == "allies have 3 Riders"
    war.bands["salisbury"].strength = 2
    assert SITUATIONS.holds(war, "percy", ask(war, "percy", 0), condition) is None


def test_without_allies_in_a_game_nobody_writes_of_them(war: State) -> None:
    with pytest.raises(BadLine):
        situations(replace(ATOMS, ally=None)).read(war, "percy", "allies are at durham", ())
