"""4.6.2 Forage."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet.components.state import Depletion, State
from tests.games.plantagenet.build import LANCASTER, YORK
from tests.games.plantagenet.card import act, active, assets, options, wear
from tests.games.plantagenet.scene import IA, IC, capability, favour, position, put, worn


def york_at(place: str) -> State:
    """York with no Provender."""
    s = position(IA)
    put(s, "york", place, provender=0, coin=0, carts=0)
    return active(s, "york")


def test_4_6_2_sure_where_friendly_with_no_enemy_near() -> None:
    """4.6.2: one Provender, Depleted."""
    s = york_at("ely")
    act(s, "forage")
    assert assets(s, "york") == {"provender": 1}
    assert wear(s, "ely") is Depletion.DEPLETED


@pytest.mark.parametrize(("die", "provender"), [(4, 1), (5, 0)])
def test_e7_neutral_needs_1_to_4(die: int, provender: int) -> None:
    """4.6.2; E7 has a 2 at Northampton."""
    s = york_at("northampton")
    act(s, "forage", dice=[die])
    assert assets(s, "york").get("provender", 0) == provender
    assert wear(s, "northampton") is (Depletion.DEPLETED if provender else None)


@pytest.mark.parametrize(("die", "provender"), [(3, 1), (4, 0)])
def test_4_6_2_an_enemy_locale_needs_1_to_3(die: int, provender: int) -> None:
    """4.6.2: regardless of Favour."""
    s = york_at("northampton")
    favour(s, LANCASTER, "northampton")
    act(s, "forage", dice=[die])
    assert assets(s, "york").get("provender", 0) == provender


@pytest.mark.parametrize("side", [YORK, None])
@pytest.mark.parametrize(("die", "provender"), [(3, 1), (4, 0)])
def test_4_6_2_an_adjacent_enemy_lord_makes_it_1_to_3(side: object, die: int, provender: int) -> None:
    """4.6.2: at Friendly and Neutral Locales alike."""
    s = york_at("ely")
    favour(s, side, "ely")
    put(s, "henry_vi", "lynn")
    act(s, "forage", dice=[die])
    assert assets(s, "york").get("provender", 0) == provender


def test_r68_adjacent_by_any_kind_of_way_but_not_across_sea() -> None:
    """R68: a Path counts, a Sea does not."""
    s = position(IA)
    put(s, "march", "pembroke", provender=0)
    favour(s, YORK, "pembroke")
    put(s, "henry_vi", "bristol")
    act(active(s, "march"), "forage")
    put(s, "henry_vi", "cardiff")
    act(s, "forage", dice=[6])
    assert assets(s, "march")["provender"] == 1


def test_r68_scotland_is_adjacent() -> None:
    """R68, R31: March forages at Friendly Carlisle with Somerset in the Scotland box."""
    s = position(IC)
    put(s, "march", "carlisle", provender=0)
    favour(s, YORK, "carlisle")
    put(s, "somerset_1", "scotland")
    act(active(s, "march"), "forage", dice=[4])
    assert "provender" not in assets(s, "march")


def test_r68_a_friendly_exile_box_is_sure_and_depletes() -> None:
    """4.6.2: including an Exile box."""
    s = position(IC)
    put(s, "somerset_1", "scotland", provender=0)
    act(active(s, "somerset_1"), "forage")
    assert assets(s, "somerset_1")["provender"] == 1
    assert wear(s, "scotland") is Depletion.DEPLETED


def test_4_6_2_depleted_turns_exhausted_and_then_no_more() -> None:
    """4.6.2: any Locale that is not yet Exhausted."""
    s = york_at("ely")
    worn(s, Depletion.DEPLETED, "ely")
    act(s, "forage")
    assert wear(s, "ely") is Depletion.EXHAUSTED
    assert not options(s, "forage")


# y13 Scourers


def scourers(place: str) -> State:
    """York with the card."""
    s = york_at(place)
    capability(s, "york", "y13")
    return s


def test_y13_scourers_add_a_provender() -> None:
    """y13: Depleted once only."""
    s = scourers("ely")
    act(s, "forage")
    assert assets(s, "york")["provender"] == 2
    assert wear(s, "ely") is Depletion.DEPLETED


def test_y13_scourers_find_one_even_when_the_roll_fails() -> None:
    """y13: and Deplete nothing."""
    s = scourers("northampton")
    act(s, "forage", dice=[5])
    assert assets(s, "york")["provender"] == 1
    assert wear(s, "northampton") is None


def test_y13_scourers_may_not_forage_where_exhausted() -> None:
    """y13."""
    s = scourers("ely")
    worn(s, Depletion.EXHAUSTED, "ely")
    assert not options(s, "forage")
