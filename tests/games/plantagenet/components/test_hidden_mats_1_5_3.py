"""1.5.3 Hidden Mats: what an enemy has left to do would tell his ratings, and with them the cards on his mat."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet.campaign.command import command_card
from pbem.games.plantagenet.components.box import Lord
from pbem.games.plantagenet.components.lords import disband_lord
from pbem.games.plantagenet.components.state import Depletion, Phase, tell_own
from pbem.games.plantagenet.levy.muster import carry_out
from pbem.games.plantagenet.report.view import board_view
from tests.games.plantagenet.build import LANCASTER, YORK, run, told
from tests.games.plantagenet.scene import IA, acting, active, battle_joined, capability, position, put, vassal, worn


@pytest.mark.parametrize("hidden_mats", [False, True])
def test_1_5_3_lordship_left_is_hidden_with_the_mat(hidden_mats: bool) -> None:
    s = position(IA, hidden_mats=hidden_mats)
    acting(s, "york")
    assert "Lordship 3 left" in board_view(s, YORK).acting
    assert board_view(s, LANCASTER).acting == "York is acting in the Muster" + ("" if hidden_mats else ", Lordship 3 left")


@pytest.mark.parametrize("hidden_mats", [False, True])
def test_1_5_3_actions_left_are_hidden_with_the_mat(hidden_mats: bool) -> None:
    s = position(IA, phase=Phase.CAMPAIGN, hidden_mats=hidden_mats)
    active(s, "york", 2)
    assert board_view(s, YORK).acting == "York is Active, 2 of 2 actions left"
    assert board_view(s, LANCASTER).acting == "York is Active" + ("" if hidden_mats else ", 2 of 2 actions left")


def test_1_5_3_who_takes_his_levy_actions_with_what_lordship_is_told_to_his_side_only() -> None:
    s = position(IA, hidden_mats=True)
    acting(s, "york")
    run(carry_out(s, "muster march"))
    told = next(event for event in s.events if event.name == "levy_actions")
    assert told.visible_to(YORK)
    assert not told.visible_to(LANCASTER)


def test_1_5_3_in_a_battle_the_mats_of_those_who_fight_it_are_open_and_no_others() -> None:
    s = position(IA, phase=Phase.CAMPAIGN, hidden_mats=True)
    put(s, "york", "ely")
    put(s, "henry_vi", "ely")
    put(s, "somerset_1", "wells")
    battle_joined(s, "ely", YORK)
    assert {line.id: line.hidden for line in board_view(s, YORK).of(LANCASTER)} == {"henry_vi": False, "somerset_1": True}


def test_1_5_3_what_comes_to_a_hidden_mat_during_a_battle_elsewhere_is_told_to_its_owner_only() -> None:
    s = position(IA, phase=Phase.CAMPAIGN, hidden_mats=True)
    put(s, "york", "ely")
    put(s, "henry_vi", "ely")
    put(s, "somerset_1", "wells")
    battle_joined(s, "ely", YORK)
    for lord in ("henry_vi", "somerset_1"):
        tell_own(s, Lord(lord), "1.5.3", "asset", asset="coin", number=1)
    assert [event.data["lord"] for event in s.events if event.name == "asset" and event.visible_to(YORK)] == ["henry_vi"]


def test_1_5_3_a_card_that_only_passes_does_not_pass_by_itself_for_it_would_tell_what_is_missing() -> None:
    """Without a Ship nothing else is open in an Exhausted Exile box: with one he could Sail."""
    s = position(IA, 3, phase=Phase.CAMPAIGN, hidden_mats=True)
    put(s, "york", "ireland", ships=0)
    worn(s, Depletion.EXHAUSTED, "ireland")
    run(command_card(s, YORK, "york"), (YORK, "command", "pass"))
    assert told(s, "card_revealed")


def test_1_5_3_that_a_special_vassal_was_at_a_hidden_mat_is_not_told_when_its_lord_disbands() -> None:
    s = position(IA, hidden_mats=True)
    capability(s, "somerset_1", "l19")
    vassal(s, "essex", "somerset_1", 3)
    disband_lord(s, Lord("somerset_1"), "3.2.2")
    gone = [event for event in s.events if event.name == "vassal_disbands"]
    assert {event.data["vassal"] for event in gone if event.visible_to(LANCASTER)} == {"essex", "trollope"}
    assert [event.data["vassal"] for event in gone if event.visible_to(YORK)] == ["essex"]
