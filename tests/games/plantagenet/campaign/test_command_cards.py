"""Command actions that only cards give: y10, y8, l4, l30."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbem.games.plantagenet.campaign.command import actions_left, can_act
from pbem.games.plantagenet.components.box import Lord
from pbem.games.plantagenet.components.readings import PRESENT
from pbem.games.plantagenet.components.state import Depletion, State
from tests.games.plantagenet.build import LANCASTER, YORK, told
from tests.games.plantagenet.card import act, active, assets, options, wear, where
from tests.games.plantagenet.scene import IA, IC, II, capability, favour, in_effect, on_calendar, position, put, worn

# y10 Agitators


def agitator() -> State:
    """York at Ely."""
    s = position(IA)
    capability(s, "york", "y10")
    return active(s, "york")


def test_y10_agitators_deplete_and_then_exhaust_a_neighbour() -> None:
    """y10: may be repeated; no Assets."""
    s = agitator()
    before = assets(s, "york")
    act(s, "agitate lynn")
    assert wear(s, "lynn") is Depletion.DEPLETED
    act(s, "agitate lynn")
    assert wear(s, "lynn") is Depletion.EXHAUSTED
    assert assets(s, "york") == before
    assert not can_act(s, Lord("york"))


def test_y10_not_friendly_ones_nor_exhausted_ones() -> None:
    """y10: Enemy Lords make no difference."""
    s = agitator()
    favour(s, YORK, "lynn")
    favour(s, LANCASTER, "cambridge")
    worn(s, Depletion.EXHAUSTED, "peterborough")
    put(s, "henry_vi", "cambridge")
    assert options(s, "agitate") == ["agitate bury_st_edmunds", "agitate cambridge"]


def test_y10_not_exile_boxes() -> None:
    """y10: Scotland is adjacent to Carlisle."""
    s = position(IC)
    put(s, "march", "carlisle")
    capability(s, "march", "y10")
    assert "agitate scotland" not in options(active(s, "march"))


def test_y10_only_with_the_card() -> None:
    """y10."""
    assert not options(active(position(IA), "york"), "agitate")


# l4 Heralds


def herald(place: str = "dover") -> State:
    """Henry VI at a Port, Turn 3."""
    s = position(IA, 3)
    put(s, "henry_vi", place)
    capability(s, "henry_vi", "l4")
    on_calendar(s, "march", 7, exile=True)
    return active(s, "henry_vi")


def test_l4_heralds_move_a_cylinder_to_the_next_box() -> None:
    """l4: for a check, with its Exile marker; the whole card."""
    s = herald()
    act(s, "heralds march", dice=[5])
    assert (s.lords[Lord("march")].box, s.lords[Lord("march")].exile) == (4, True)
    assert s.influence == -1
    assert not can_act(s, Lord("henry_vi"))


def test_l4_a_failed_check_moves_nobody() -> None:
    """l4."""
    s = herald()
    act(s, "heralds march", dice=[6])
    assert s.lords[Lord("march")].box == 7


def test_r133_heralds_move_either_side_right_or_left() -> None:
    """R133: Northumberland from box 2, Salisbury from 2; R132: from beyond the end."""
    s = herald()
    on_calendar(s, "rutland", 16)
    called = {option.split()[1] for option in options(s, "heralds")}
    assert called == {"northumberland_l", "exeter_1", "buckingham", "march", "salisbury", "warwick_y", "rutland"}
    act(s, "heralds northumberland_l", dice=[1])
    assert s.lords[Lord("northumberland_l")].box == 4


@pytest.mark.parametrize("reached", [True, False])
def test_r132_a_cylinder_off_the_calendar_is_reached_or_stays(reached: bool) -> None:
    """R132: straight to the next Turn's box, or, by the option off_calendar, not at all; box 15 is on the Calendar."""
    s = herald()
    s.readings = replace(PRESENT, off_calendar_reached=reached)
    on_calendar(s, "rutland", 16)
    on_calendar(s, "warwick_y", 15)
    called = {option.split()[1] for option in options(s, "heralds")}
    assert ("rutland" in called, "warwick_y" in called) == (reached, True)
    if reached:
        act(s, "heralds rutland", dice=[1])
        assert s.lords[Lord("rutland")].box == s.turn + 1


def test_l4_heralds_at_a_port_stronghold_only() -> None:
    """l4: whatever its Favour; not inland, not in an Exile box."""
    assert not options(herald("london"), "heralds")
    assert not options(herald("scotland"), "heralds")


def test_r62_heralds_need_an_unspent_card() -> None:
    """R62."""
    s = herald()
    act(s, "forage", dice=[6])
    assert not options(s, "heralds")


def test_1_4_2_heralds_can_be_raised() -> None:
    """l4: the usual cost of a check."""
    s = position(II, 3)
    put(s, "exeter_2", "plymouth")
    capability(s, "exeter_2", "l4")
    act(active(s, "exeter_2"), "heralds oxford spend_3", dice=[4])
    assert s.lords[Lord("oxford")].box == 4
    assert s.influence == position(II, 3).influence - 4


# l30 Merchants


def merchant() -> State:
    """Warwick for Lancaster at Exeter."""
    s = position(II)
    put(s, "warwick_l", "exeter")
    capability(s, "warwick_l", "l30")
    return active(s, "warwick_l")


def test_l30_merchants_clear_two_markers() -> None:
    """l30, R19: his own place is included; an Exhausted marker goes altogether; one action."""
    s = merchant()
    worn(s, Depletion.EXHAUSTED, "exeter")
    worn(s, Depletion.DEPLETED, "wells", "plymouth")
    act(s, "merchants", (LANCASTER, "clear", ["exeter", "wells"]), dice=[5])
    assert (wear(s, "exeter"), wear(s, "wells"), wear(s, "plymouth")) == (None, None, Depletion.DEPLETED)
    assert s.influence == position(II).influence - 1
    assert actions_left(s) == 1


def test_l30_one_if_there_is_one() -> None:
    """l30: and none further off."""
    s = merchant()
    worn(s, Depletion.DEPLETED, "plymouth", "truro")
    act(s, "merchants", dice=[1])
    assert (wear(s, "plymouth"), wear(s, "truro")) == (None, Depletion.DEPLETED)


def test_l30_not_without_markers() -> None:
    """l30."""
    s = merchant()
    worn(s, Depletion.DEPLETED, "truro")
    assert not options(s, "merchants")


def test_l30_a_failed_check_clears_nothing() -> None:
    """l30."""
    s = merchant()
    worn(s, Depletion.DEPLETED, "plymouth")
    act(s, "merchants", dice=[6])
    assert wear(s, "plymouth") is Depletion.DEPLETED
    assert not told(s, "wear_cleared")


# y8 Exile Pact


def pact(lord: str = "york", place: str = "ely") -> State:
    """The Event in force in Ia, where each Lord has his own Exile box."""
    s = position(IA)
    put(s, lord, place)
    in_effect(s, "y8")
    return active(s, lord)


def test_y8_exile_pact_moves_the_lord_with_his_mat() -> None:
    """y8: one action, no Influence, no Moved marker."""
    s = pact()
    before = assets(s, "york")
    act(s, "exile ireland")
    assert where(s, "york") == "ireland"
    assert assets(s, "york") == before
    assert not s.mats[Lord("york")].moved
    assert (s.influence, actions_left(s)) == (0, 1)


@pytest.mark.parametrize(("lord", "box"), [("york", "ireland"), ("march", "burgundy")])
def test_y8_only_the_box_the_scenario_allows_him(lord: str, box: str) -> None:
    """y8, Allied Networks."""
    assert options(pact(lord), "exile") == [f"exile {box}"]


@pytest.mark.parametrize("place", ["ireland", "irish_sea"])
def test_y8_from_sea_too_and_even_for_nothing(place: str) -> None:
    """y8, R39, R224."""
    assert options(pact(place=place), "exile") == ["exile ireland"]


def test_y8_not_for_lancastrians() -> None:
    """y8."""
    assert not options(pact("henry_vi", "london"), "exile")
