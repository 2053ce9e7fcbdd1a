"""What is wrong with a position is named; and what things are called."""

# mypy: disable-error-code="list-item, dict-item, comparison-overlap"

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pbem.games.kingmaker.checks import checks
from pbem.games.kingmaker.components.ids import Phase
from pbem.games.kingmaker.components.names import name_of, names_of
from pbem.games.kingmaker.components.state import Force, Ship, State
from tests.games.kingmaker.scene import put, table


def sound() -> State:
    """A position without a fault."""
    s = table()
    put(s, "p1", "in:wingfield", "pole", "treasurer_of_england", "le_rose", "henry_vi")
    put(s, "p2", "field:york_area", "roos")
    return s


def test_a_sound_position_has_no_fault() -> None:
    assert list(checks(sound())) == []


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (lambda s: s.crown_deck.append("pole"), "pole is in 2 places"),
        (lambda s: s.event_deck.remove("E001"), "E001 is in 0 places"),
        (lambda s: (s.crown_deck.remove("grey"), s.chancery.append("grey")), "grey lies in Chancery"),
        (lambda s: setattr(s, "tile_above", 99), "99 cards lie above the tile"),
        (lambda s: s.nobles["roos"].cards.append("marshal_of_england"), "roos holds marshal_of_england"),
        (lambda s: setattr(s.nobles["roos"], "at", "in:wingfield"), "roos is in wingfield, which is not friendly"),
        (lambda s: setattr(s.nobles["roos"], "at", "field:atlantis_area"), "roos is at field:atlantis_area"),
        (lambda s: setattr(s.nobles["roos"], "at", "aboard:le_rose_piece"), "roos is aboard le_rose_piece"),
        (lambda s: setattr(s.royals["henry_vi"], "at", "in:london"), "henry_vi does not stand with pole"),
        (
            lambda s: setattr(s.royals["margaret_of_anjou"], "at", "aboard:le_rose_piece"),
            "margaret_of_anjou is alone aboard",
        ),
        (lambda s: setattr(s.royals["margaret_of_anjou"], "crowned", True), "margaret_of_anjou is crowned before a senior"),
        (lambda s: setattr(s.ships["le_rose_piece"], "at", "port:derby"), "le_rose_piece is at port:derby"),
        (lambda s: s.ships.update(calais_ship=Ship("port:calais")), "calais_ship has lost its card"),
        (lambda s: setattr(s.ships["le_rose_piece"], "group", "le_rose_piece"), "le_rose_piece carries nobody"),
        (lambda s: s.besieged.update(wingfield="p1"), "p1 besieges wingfield, which is friendly"),
        (lambda s: s.alliances.extend([["p1", "p2"], ["p1", "p3"]]), "p1 is in two Alliances"),
        (lambda s: s.forces.append(Force("pole", ["pole", "roos"], 1, Phase.EVENT)), "the Force of pole is not together"),
    ],
)
def test_each_fault_is_named(spoil: Callable[[Any], Any], told: str) -> None:
    s = sound()
    spoil(s)
    assert any(fault.startswith(told) for fault in checks(s)), list(checks(s))


@pytest.mark.parametrize(
    ("what", "name"),
    [
        ("pole", "Pole"),
        ("city_of_york", "City of York"),
        ("henry_vi", "Henry VI"),
        ("in:wingfield", "Wingfield"),
        ("field:york_area", "the open field of York"),
        ("aboard:le_rose_piece", "aboard Le Rose"),
        ("port:boston", "the port of Boston"),
        ("sea:the_wash", "The Wash"),
        ("E084", "Clamour for Parliament"),
        ("no_such_thing", "no such thing"),
    ],
)
def test_everything_has_a_name(what: str, name: str) -> None:
    assert name_of(table(), what) == name


def test_names_stand_in_a_row() -> None:
    assert names_of(table(), ["pole", "roos"]) == "Pole, Roos"
