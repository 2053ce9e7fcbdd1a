"""1.5.3 Hidden Mats: what an enemy has left to do would tell his ratings, and with them the cards on his mat."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pbem.engine.event import Event
from pbem.games.plantagenet.campaign.command import command_action, command_card, open_command
from pbem.games.plantagenet.campaign.intercept import valour_roll
from pbem.games.plantagenet.components.board import Locale
from pbem.games.plantagenet.components.box import Card, Lord, Side
from pbem.games.plantagenet.components.declaring import needed, use_actions
from pbem.games.plantagenet.components.influence import ask_raise, check_influence
from pbem.games.plantagenet.components.lords import disband_lord
from pbem.games.plantagenet.components.readings import BEFORE, PRESENT, Readings
from pbem.games.plantagenet.components.state import Depletion, Phase, State, tell_own
from pbem.games.plantagenet.levy.muster import carry_out
from pbem.games.plantagenet.orders.verdict import verdict
from pbem.games.plantagenet.report.chronicle import attempt
from pbem.games.plantagenet.report.movements import arrows
from pbem.games.plantagenet.report.view import board_view
from tests.games.plantagenet.build import LANCASTER, YORK, Line, run, told
from tests.games.plantagenet.scene import IA, acting, active, battle_joined, capability, position, put, vassal, worn

MARCH, SOMERSET, ST_ALBANS = Lord("march"), Lord("somerset_1"), Locale("st_albans")


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


# What a die needs


def seen(s: State, seat: Side | None) -> list[tuple[str, dict[str, Any]]]:
    """The Events that a seat, or an observer, is told: name and data."""
    return [(event.name, event.data) for event in s.events if event.visible_to(seat)]


def marches_check(*cards: str, die: int, hidden_mats: bool = True, spend: int = 0, readings: Readings = PRESENT) -> State:
    """March (printed Influence 2) checks Influence with these cards on his mat."""
    s = replace(position(IA, hidden_mats=hidden_mats), readings=readings)
    capability(s, "march", *cards)
    run(check_influence(s, MARCH, "parley ely", spend=spend), dice=[die])
    return s


@pytest.mark.parametrize("seat", [LANCASTER, None])
@pytest.mark.parametrize("die", [1, 2, 4, 5, 6])
def test_1_5_3_a_check_that_the_cards_do_not_decide_is_told_the_same_with_and_without_them(
    seat: Side | None, die: int
) -> None:
    told = [seen(marches_check(*cards, die=die), seat) for cards in ((), ("y20",))]
    assert told[0] == told[1]
    assert [data["rating"] for name, data in told[0] if name == "check_seen"] == [2]


def test_1_5_3_a_card_is_declared_that_a_check_has_needed_and_what_was_paid_is_seen() -> None:
    s = marches_check("y20", die=3)
    assert [(name, data.get("cards")) for name, data in seen(s, LANCASTER)] == [
        ("influence", None),
        ("check_seen", None),
        ("declares", ["y20"]),
    ]
    raised = marches_check("y20", die=3, spend=1)
    assert [(name, data.get("rating")) for name, data in seen(raised, None)] == [("influence", None), ("check_seen", 3)]


def test_1_5_3_its_owner_is_told_what_a_check_has_needed() -> None:
    assert [data["rating"] for name, data in seen(marches_check("y20", die=2), YORK) if name == "check_needed"] == [3]


def test_1_5_3_the_fewest_cards_are_declared_and_of_as_many_the_weakest() -> None:
    lent = {Card("l11"): 1, Card("l24"): 2}
    assert [needed(lent, missing) for missing in (1, 2, 3)] == [["l11"], ["l24"], ["l11", "l24"]]


def test_1_5_3_open_mats_and_games_begun_before_are_told_what_a_check_needs() -> None:
    for s in (marches_check("y20", die=2, hidden_mats=False), marches_check("y20", die=2, readings=BEFORE)):
        assert [data["rating"] for name, data in seen(s, LANCASTER) if name == "check"] == [3]


def somersets_interception(*cards: str, die: int) -> State:
    """Somerset (printed Valour 2) rolls to Intercept with these cards on his mat."""
    s = position(IA, phase=Phase.CAMPAIGN, hidden_mats=True)
    capability(s, "somerset_1", *cards)
    run(valour_roll(s, SOMERSET, ST_ALBANS), dice=[die])
    return s


@pytest.mark.parametrize("die", [1, 2, 5, 6])
def test_1_5_3_an_intercept_that_the_cards_do_not_decide_is_told_the_same_with_and_without_them(die: int) -> None:
    told = [seen(somersets_interception(*cards, die=die), YORK) for cards in ((), ("l13",))]
    assert told[0] == told[1]
    assert [data["valour"] for _, data in told[0]] == [2]


def test_1_5_3_cards_are_declared_that_an_intercept_has_needed() -> None:
    assert [(name, data.get("cards")) for name, data in seen(somersets_interception("l13", die=4), YORK)] == [
        ("intercept_seen", None),
        ("declares", ["l13"]),
    ]
    assert seen(somersets_interception("l13", die=4), LANCASTER)[1][1]["valour"] == 4


def test_1_5_3_an_action_beyond_the_printed_command_has_its_card_declared_and_no_other() -> None:
    s = position(IA, phase=Phase.CAMPAIGN, hidden_mats=True)
    capability(s, "march", "y20")
    put(s, "march", "ludlow")
    open_command(s, MARCH)
    printed = s.box.lords[MARCH].command
    for _ in range(printed):
        run(command_action(s, MARCH, "forage"))
    assert told(s, "declares") == []
    run(command_action(s, MARCH, "parley hereford"), dice=[6])
    assert [event.data["cards"] for event in told(s, "declares")] == [["y20"]]


def test_1_5_3_an_entire_card_has_nothing_declared() -> None:
    s = position(IA, phase=Phase.CAMPAIGN, hidden_mats=True)
    capability(s, "march", "y20")
    open_command(s, MARCH)
    use_actions(s, 3, entire=True)
    assert told(s, "declares") == []


@pytest.mark.parametrize(("cards", "rating", "asked"), [((), 4, True), (("y20",), 5, True), ((), 5, False)])
def test_1_5_3_a_raise_is_asked_about_whether_cards_make_it_useless_or_not(
    cards: tuple[str, ...], rating: int, asked: bool
) -> None:
    s = position(IA, hidden_mats=True)
    capability(s, "march", *cards)
    lines: list[Line] = [(YORK, "spend", "0")] if asked else []
    assert run(ask_raise(s, MARCH, "essex", rating), *lines) == 0


@pytest.mark.parametrize("passed", [True, False])
def test_1_5_3_orders_arrows_and_figures_follow_from_what_is_told_of_hidden_mats(passed: bool) -> None:
    """What an order has come to, the arrow of a failed Intercept, and the odds in the last report."""
    rolled = {"side": "lancaster", "lord": "somerset_1", "to": "st_albans", "valour": 2, "die": 2, "passed": passed}
    tries = {"side": "lancaster", "lords": ["somerset_1"], "start": "london", "to": "st_albans"}
    intercepts = [Event("4.3.4", "intercepts", tries), Event("4.3.4", "intercept_seen", rolled)]
    marches = Event("4.3", "marches", {"side": "york", "lords": ["york"], "start": "cambridge", "to": "st_albans"})
    assert verdict([marches, *intercepts]) is not passed
    assert len(arrows(intercepts, position(IA).box.lords)) == passed
    assert verdict([Event("1.4.2", "check_seen", {"passed": passed})]) is passed
    needed = Event("4.3.4", "intercept_needed", rolled | {"valour": 4})
    assert [made.faces for made in map(attempt, [*intercepts, needed]) if made is not None] == [4]
