"""4.8.3 Victory Check; 5.1 Campaign, 5.2 Threshold and 5.3 Scenario End Victory."""

import pytest

from pbem.engine.decision import Json
from pbem.games.plantagenet.campaign.tides import tides_of_war
from pbem.games.plantagenet.components.box import Side
from pbem.games.plantagenet.components.state import State
from pbem.games.plantagenet.report.outlook import outlook
from pbem.games.plantagenet.victory import victory_check

from .build import LANCASTER, YORK, run, told
from .scene import IA, IB, IC, II, III, favour, gone, lead, on_calendar, position, put
from .wars.war import war


def outcome(s: State) -> Json:
    victory_check(s)
    return s.result and (s.result["winner"], s.result["how"])


def nobody(s: State, side: Side) -> None:
    for lord in [lord for lord in s.lords if s.box.lords[lord].side is side]:
        gone(s, lord)


# 5.1


def test_5_1_a_side_without_lords_loses_whatever_the_influence() -> None:
    s = position(IA)
    nobody(s, YORK)
    lead(s, YORK, 45)
    assert outcome(s) == (LANCASTER, "campaign")
    assert told(s, "game_won")[0].data == {"side": LANCASTER, "how": "campaign"}


def test_5_1_example_e19_an_exile_in_the_very_next_box_saves_a_side() -> None:
    s = position(IA)
    nobody(s, YORK)
    on_calendar(s, "york", 2, exile=True)
    assert outcome(s) is None


@pytest.mark.parametrize(("box", "exile"), [(1, True), (3, True), (2, False)])
def test_5_1_other_boxes_and_lords_unmarked_do_not_save(box: int, exile: bool) -> None:
    s = position(IA)
    nobody(s, YORK)
    on_calendar(s, "york", box, exile=exile)
    assert outcome(s) == (LANCASTER, "campaign")


def test_5_1_there_is_no_box_after_the_fifteenth() -> None:
    s = position(IA, 15)
    nobody(s, YORK)
    on_calendar(s, "york", 16, exile=True)
    lead(s, YORK, 30)
    assert outcome(s) == (LANCASTER, "campaign")


def test_5_1_a_lord_in_an_exile_box_is_on_the_map() -> None:
    s = position(IA)
    nobody(s, YORK)
    put(s, "york", "ireland")
    assert outcome(s) is None


def test_5_1_a_draw_if_it_applies_to_both() -> None:
    s = position(IA)
    nobody(s, YORK)
    nobody(s, LANCASTER)
    assert outcome(s) == (None, "campaign")
    assert told(s, "game_drawn")


def test_5_1_comes_before_the_threshold() -> None:
    s = position(IA)
    nobody(s, YORK)
    lead(s, YORK, 40)
    assert outcome(s) == (LANCASTER, "campaign")


# 5.2


@pytest.mark.parametrize(
    ("scenario", "turn", "threshold"),
    [
        (IA, 1, 40),
        (IA, 5, 40),
        (IA, 6, 35),
        (IA, 11, 30),
        (IC, 5, 25),
        (II, 5, 40),
        (II, 10, 35),
        (II, 14, 30),
        (III, 3, 45),
    ],
)
def test_5_2_the_threshold_of_the_turn_just_played(scenario: str, turn: int, threshold: int) -> None:
    """R112."""
    s = position(scenario, turn)
    printed = s.sheet.thresholds[turn]
    assert printed == threshold
    for side in Side:
        s = position(scenario, turn)
        lead(s, side, threshold - 1)
        assert outcome(s) is None
        lead(s, side, threshold)
        assert outcome(s) == (side, "threshold")


# 5.3


@pytest.mark.parametrize(("scenario", "turn"), [(IA, 15), (IC, 7), (II, 15), (III, 9)])
def test_5_3_the_last_turn_goes_to_the_side_with_more_influence(scenario: str, turn: int) -> None:
    s = position(scenario, turn)
    lead(s, YORK, 1)
    assert outcome(s) == (YORK, "scenario end")


def test_5_3_a_tie_is_a_draw() -> None:
    s = position(IC, 7)
    lead(s, YORK, 0)
    assert outcome(s) == (None, "scenario end")


def test_5_3_not_before_the_last_turn() -> None:
    s = position(IC, 6)
    lead(s, YORK, 10)
    assert outcome(s) is None


# 6.0 Test of Arms


@pytest.mark.parametrize("winner", [YORK, LANCASTER, None])
def test_6_0_test_of_arms_favour_at_york_decides_and_influence_does_not(winner: Side | None) -> None:
    s = position(IB)
    favour(s, winner, "york")
    lead(s, LANCASTER, 30)
    assert outcome(s) == (winner, "test of arms")


def test_6_0_test_of_arms_comes_after_campaign_victory() -> None:
    """R114."""
    s = position(IB)
    favour(s, YORK, "york")
    nobody(s, YORK)
    assert outcome(s) == (LANCASTER, "campaign")


# As things stand


@pytest.mark.parametrize("points", [-45, -39, 0, 39, 45])
def test_5_2_a_seat_is_told_how_the_check_would_end_as_things_stand(points: int) -> None:
    s = position(II, 4)
    lead(s, LANCASTER, points)
    york, lancaster, both = outlook(s, YORK), outlook(s, LANCASTER), outlook(s, None)
    run(tides_of_war(s))
    if (ended := outcome(s)) is None:
        assert (york, lancaster, both) == ("", "", "")
    else:
        assert f"{ended[0].title()} wins" in both
        assert ("you win" in york, "you lose" in lancaster) == (ended[0] is YORK, ended[0] is YORK)


def test_5_1_whose_last_lord_is_gone_is_told_that_it_loses() -> None:
    s = position(IA)
    assert outlook(s, YORK) == ""
    nobody(s, YORK)
    assert "you lose at the Victory check of this Turn" in outlook(s, YORK)


def test_6_0_of_a_war_it_is_told_too() -> None:
    s = war("I")
    s.turn = s.sheet.last_turn
    assert "wins at the Victory check" in outlook(s, None)
