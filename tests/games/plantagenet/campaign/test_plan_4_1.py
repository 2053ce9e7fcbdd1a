"""4.1 Plan."""

from __future__ import annotations

import pytest

from pbem.engine.decision import Together
from pbem.games.plantagenet.campaign.plan import begin_campaign, command_deck, plan, plan_cards, usual_plan
from pbem.games.plantagenet.components.state import Status
from tests.games.plantagenet.build import LANCASTER, YORK, run, told
from tests.games.plantagenet.card import assets
from tests.games.plantagenet.scene import IA, II, III, capability, gone, on_calendar, position, put


@pytest.mark.parametrize(("turn", "cards"), [(1, 4), (2, 6), (3, 7), (4, 6), (5, 4), (13, 7)])
def test_4_1_the_calendar_box_says_how_many_cards(turn: int, cards: int) -> None:
    """4.1: January-March 4, April/May 6, June/July 7, August/September 6, October-December 4."""
    assert plan_cards(position(IA, turn)) == cards


def test_r61_three_cards_a_lord_on_the_map_or_not_and_four_pass() -> None:
    """R61."""
    s = position(IA)
    deck = command_deck(s, YORK)
    assert deck == {"york": 3, "march": 3, "salisbury": 3, "warwick_y": 3, "rutland": 3, "pass": 4}


@pytest.mark.parametrize("status", [Status.DEAD, Status.SHIPWRECKED, Status.REMOVED, Status.REPLACED])
def test_4_1_1_lords_out_of_the_game_have_no_command_cards(status: Status) -> None:
    """4.4.3: their Command cards are removed."""
    s = position(IA)
    gone(s, "salisbury", status)
    assert "salisbury" not in command_deck(s, YORK)


def test_4_1_1_a_captive_keeps_his_command_cards() -> None:
    """6.0 Capture of the King."""
    s = position(IA)
    gone(s, "henry_vi", Status.CAPTIVE)
    assert command_deck(s, LANCASTER)["henry_vi"] == 3


def test_4_1_1_one_version_of_a_lord_has_the_cards() -> None:
    """R61: Richard III stands aside until Gloucester is crowned."""
    deck = command_deck(position(III), YORK)
    assert "gloucester_2" in deck
    assert "richard_iii" not in deck


def test_4_1_both_sides_plan_at_once() -> None:
    """4.1: secretly and at the same time."""
    asked = plan(position(IA)).send(None)
    assert [decision.key for decision in asked] == ["4.1 plan", "4.1 plan"]
    assert Together(asked).decisions == asked


def test_4_1_2_stacks_keep_their_order_and_stay_hidden() -> None:
    """4.1.2: the top card is the first; nothing is told of the contents."""
    s = position(IA)
    yorkist, lancastrian = ["march", "york", "pass", "york"], ["pass", "pass", "henry_vi", "buckingham"]
    run(plan(s), (YORK, "plan", yorkist), (LANCASTER, "plan", lancastrian))
    assert s.plans == {YORK: yorkist, LANCASTER: lancastrian}
    assert [(event.name, event.data) for event in s.events] == [("plans_made", {"cards": 4})]


def test_4_1_1_the_usual_plan_takes_turns_with_leaders_first() -> None:
    """4.1.1: Lords who might become Active."""
    s = position(IA)
    assert usual_plan(s, YORK) == ["york", "march", "york", "march"]
    assert usual_plan(s, LANCASTER) == ["henry_vi", "somerset_1", "henry_vi", "somerset_1"]


def test_4_1_1_pass_fills_the_usual_plan() -> None:
    """4.1.1: too few Lords on the map."""
    s = position(IA, 3)
    on_calendar(s, "march", 5)
    assert usual_plan(s, YORK) == ["york", "york", "york", "pass", "pass", "pass", "pass"]


def test_4_1_1_a_side_without_lords_passes_throughout() -> None:
    """Ruling: Pass cards enough for a Plan."""
    s = position(IA, 3)
    for lord in ("york", "march", "salisbury", "warwick_y", "rutland"):
        gone(s, lord)
    assert usual_plan(s, YORK) == ["pass"] * 7


def test_l22_stafford_estates_give_at_the_start_of_each_campaign() -> None:
    """l22: 1 Coin and 1 Provender, wherever he is on the map."""
    s = position(IA)
    put(s, "buckingham", "coventry", coin=0, provender=1, carts=0)
    capability(s, "buckingham", "l22")
    s.cards_played = 9
    run(begin_campaign(s))
    assert assets(s, "buckingham") == {"coin": 1, "provender": 2}
    assert s.cards_played == 0


def test_l22_is_of_no_use_on_no_mat() -> None:
    """l22."""
    s = position(II)
    run(begin_campaign(s))
    assert not told(s, "asset")
