"""4.2 Command."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet.campaign.command import actions_left, can_act, command_card, commands, open_command
from pbem.games.plantagenet.campaign.landing import rebel_supply_depot
from pbem.games.plantagenet.components.board import Locale
from pbem.games.plantagenet.components.box import Lord, Side
from pbem.games.plantagenet.components.readings import BEFORE, PRESENT, Readings
from pbem.games.plantagenet.components.state import Depletion, Phase, State, command_of
from tests.games.plantagenet.build import LANCASTER, YORK, Line, run, told
from tests.games.plantagenet.card import act, active, assets, options, wear, where
from tests.games.plantagenet.scene import (
    IA,
    II,
    III,
    capability,
    favour,
    hold,
    in_effect,
    on_calendar,
    position,
    put,
)


def planned(york: list[str], lancaster: list[str], scenario: str = IA) -> State:
    """A Campaign with its Plans made."""
    s = position(scenario, phase=Phase.CAMPAIGN)
    s.plans = {YORK: york, LANCASTER: lancaster}
    return s


def passes(side: Side) -> Line:
    """The Active Lord Passes."""
    return side, "command", "pass"


# Cards


def test_4_2_the_sides_alternate_rebels_first() -> None:
    """4.2: one Rebel card, then one of the King's side, until both Plans are played."""
    s = planned(["york", "march"], ["henry_vi", "pass"])
    run(commands(s), passes(YORK), passes(LANCASTER), passes(YORK))
    shown = [(event.data["number"], event.data.get("lord", event.data.get("card"))) for event in s.events]
    assert shown == [(1, "york"), (2, "henry_vi"), (3, "march"), (4, "pass")]
    assert s.cards_played == 4
    assert s.command is None


def test_4_2_3_the_card_of_a_lord_off_the_map_is_a_pass() -> None:
    """4.2.3, R61."""
    s = planned(["salisbury"], ["exeter_1"])
    run(commands(s))
    assert [event.data["card"] for event in told(s, "card_passed")] == ["salisbury", "exeter_1"]


def test_4_2_who_left_the_map_during_the_campaign_does_not_act() -> None:
    """4.2.3: what counts is where he is when the card is turned up."""
    s = planned(["march"], ["pass"])
    on_calendar(s, "march", 5, exile=True)
    run(commands(s))
    assert len(told(s, "card_passed")) == 2


def test_4_7_lords_who_moved_feed_after_the_card() -> None:
    """4.7: after each Command card of either side."""
    s = planned(["march"], ["pass"])
    put(s, "march", "ludlow", provender=2, carts=2, coin=0)
    run(commands(s), (YORK, "command", "march hereford"), passes(YORK))
    assert assets(s, "march") == {"provender": 1, "carts": 2}
    assert not s.mats[Lord("march")].moved


# Actions


def test_4_2_1_actions_number_up_to_the_command_rating() -> None:
    """4.2.1: the same Command as often as there are actions."""
    s = planned(["york"], ["pass"])
    forages = (YORK, "command", "forage")
    run(command_card(s, YORK, "york"), forages, forages)
    assert assets(s, "york")["provender"] == 4
    assert not can_act(s, Lord("york"))


def test_4_6_5_pass_ends_the_card() -> None:
    """4.6.5."""
    s = active(position(IA), "york")
    act(s, "pass")
    assert not can_act(s, Lord("york"))


def test_4_6_5_the_default_is_pass() -> None:
    """4.6.5: it does no harm."""
    s = position(IA, phase=Phase.CAMPAIGN)
    (decision,) = command_card(s, YORK, "york").send(None)
    assert decision.default is not None
    assert decision.default() == "pass"
    assert decision.key == "4.2 command"


def test_4_2_2_the_menu_has_the_commands() -> None:
    """4.2.2: March, Supply, Forage, Tax, Parley and Pass for York at Ely."""
    s = active(position(IA), "york")
    assert {option.split()[0] for option in options(s)} == {"march", "supply", "forage", "tax", "parley", "pass"}


def test_r39_at_sea_a_lord_sails_or_passes() -> None:
    """R38, R39."""
    s = position(IA)
    put(s, "warwick_y", "north_sea", ships=2)
    assert {option.split()[0] for option in options(active(s, "warwick_y"))} == {"sail", "pass"}


def test_r62_a_whole_card_is_an_unspent_one() -> None:
    """R62: Sail is not open once anything has been done."""
    s = position(IA)
    put(s, "warwick_y", "calais", ships=2)
    favour(s, YORK, "calais")
    active(s, "warwick_y")
    assert options(s, "sail")
    act(s, "forage")
    assert not options(s, "sail")


def test_r62_a_whole_card_leaves_nothing() -> None:
    """R62."""
    s = position(IA)
    put(s, "warwick_y", "calais", ships=2)
    act(active(s, "warwick_y"), "sail english_channel")
    assert not can_act(s, Lord("warwick_y"))


# March speed, as far as the Menu has to do with it


def test_4_3_3_a_second_highway_is_free_when_the_actions_are_used_up() -> None:
    """4.3.3, R64: and nothing else is."""
    s = position(IA)
    put(s, "march", "ludlow", provender=0)
    act(active(s, "march", 1), "march hereford")
    assert can_act(s, Lord("march"))
    assert set(options(s)) == {"march gloucester", "march ludlow", "pass"}
    act(s, "march gloucester")
    assert not can_act(s, Lord("march"))


def test_4_3_3_any_other_action_closes_the_second_highway() -> None:
    """4.3.3: immediately."""
    s = position(IA)
    put(s, "march", "ludlow", provender=0)
    act(active(s, "march", 2), "march hereford")
    act(s, "forage", dice=[6])
    assert not can_act(s, Lord("march"))


def test_e7_a_card_of_york() -> None:
    """E7: two Highways an action, twice; an Intercept fails at St Albans; Forage at Neutral Northampton; Feed 2."""
    s = planned(["york"], ["pass"])
    put(s, "york", "ely", provender=2, carts=4, men_at_arms=2, longbowmen=3, militia=3)
    capability(s, "york", "y5")
    capability(s, "somerset_1", "l19")
    to_st_albans = (YORK, "command", "march cambridge"), (YORK, "command", "march st_albans")
    to_northampton = (YORK, "command", "march bedford"), (YORK, "command", "march northampton")
    intercept = (LANCASTER, "intercept", "somerset_1")
    run(commands(s), *to_st_albans, intercept, *to_northampton, (YORK, "command", "forage"), dice=[5, 2])
    assert where(s, "york") == "northampton"
    assert wear(s, "northampton") is Depletion.DEPLETED
    assert assets(s, "york")["provender"] == 1


def test_e9_a_card_of_march() -> None:
    """E9: Ludlow - Hereford - Gloucester; Parley there, sure and free; Parley Hereford from Gloucester."""
    s = position(IA)
    capability(s, "march", "y20")
    active(s, "march")
    act(s, "march hereford")
    act(s, "march gloucester")
    act(s, "parley gloucester")
    assert s.influence == 0
    act(s, "parley hereford spend_1", dice=[2])
    assert s.influence == 3
    assert s.favour[Locale("gloucester")] is YORK
    assert s.favour[Locale("hereford")] is YORK
    assert not can_act(s, Lord("march"))


def test_e10_a_road_after_a_highway_is_a_second_action() -> None:
    """E10: Gloucester - Oxford - Northampton."""
    s = position(IA)
    put(s, "march", "gloucester", provender=0)
    active(s, "march")
    act(s, "march oxford", (LANCASTER, "intercept", "none"))
    assert actions_left(s) == 1
    act(s, "march northampton")
    assert actions_left(s) == 0


# Cards that change the Command rating


@pytest.mark.parametrize(("place", "actions"), [("ely", 3), ("northampton", 2)])
def test_e6_bourchier_adds_an_action_at_a_friendly_city(place: str, actions: int) -> None:
    """E6, y5."""
    s = position(IA)
    capability(s, "york", "y5")
    favour(s, YORK, place)
    put(s, "york", place)
    open_command(s, Lord("york"))
    assert command_of(s).actions == actions


def test_y5_the_extra_action_stays_when_he_marches_away() -> None:
    """R63: fixed when the card is revealed."""
    s = position(IA)
    capability(s, "york", "y5")
    put(s, "york", "ely", provender=0)
    act(active(s, "york"), "march cambridge")
    assert actions_left(s) == 2


def neville() -> State:
    """Clarence with Warwick at Friendly York."""
    s = position(II)
    put(s, "warwick_l", "york")
    put(s, "clarence", "york", provender=0)
    capability(s, "clarence", "l24")
    return active(s, "clarence")


def test_l24_the_added_action_goes_when_clarence_parts_from_warwick() -> None:
    """l24: Clarence has Command 1, with the card 2."""
    s = neville()
    assert actions_left(s) == 2
    act(s, "march ravenspur")
    assert actions_left(s) == 0
    assert not can_act(s, Lord("clarence"))


def test_l24_the_last_action_may_part_them() -> None:
    """l24: that action may still be the extra one."""
    s = neville()
    act(s, "forage")
    act(s, "march ravenspur")
    assert where(s, "clarence") == "ravenspur"
    assert (command_of(s).spent, command_of(s).actions) == (2, 1)


def test_l10_a_yorkist_parley_takes_the_whole_card() -> None:
    """l10 New Act of Parliament."""
    s = position(IA)
    in_effect(s, "l10")
    active(s, "york")
    assert "parley cambridge" in options(s)
    act(s, "forage")
    assert not options(s, "parley")


def test_l10_nothing_follows_a_yorkist_parley() -> None:
    """l10."""
    s = position(IA)
    in_effect(s, "l10")
    act(active(s, "york"), "parley cambridge", dice=[1])
    assert not can_act(s, Lord("york"))


def test_l10_lancastrian_parley_is_an_action() -> None:
    """l10 binds the Yorkists."""
    s = position(IA)
    in_effect(s, "l10")
    act(active(s, "henry_vi"), "parley st_albans", dice=[1])
    assert actions_left(s) == 1


# Held Events


def test_r70_a_held_event_costs_no_action_and_closes_nothing() -> None:
    """R70: Parliament's Truce in the middle of a March."""
    s = position(IA)
    put(s, "march", "ludlow", provender=0)
    act(active(s, "march", 1), "march hereford")
    hold(s, "y12")
    act(s, "play event_y12")
    assert "y12" in s.this_campaign
    assert "march gloucester" in options(s)


# Rebel Supply Depot


def depot() -> State:
    """Henry Tudor and Oxford have come to the Port of Southampton, with the card held."""
    s = position(III)
    on_calendar(s, "norfolk", 5)
    put(s, "henry_tudor", "southampton", provender=0, carts=2)
    put(s, "oxford", "southampton", provender=0, carts=2)
    hold(s, "l28")
    return active(s, "henry_tudor")


def test_l28_rebel_supply_depot_gives_four_provender_to_those_who_moved() -> None:
    """l28, R103: they are excused from this card's Feed."""
    s = depot()
    movers = [Lord("henry_tudor"), Lord("oxford")]
    lines = (LANCASTER, "play", "event_l28"), (LANCASTER, "depot", {"henry_tudor": 3, "oxford": 1})
    run(rebel_supply_depot(s, movers, Locale("southampton")), *lines)
    assert (assets(s, "henry_tudor")["provender"], assets(s, "oxford")["provender"]) == (3, 1)
    assert command_of(s).depot == movers
    assert "l28" in s.decks[LANCASTER]


@pytest.mark.parametrize(("readings", "left"), [(PRESENT, []), (BEFORE, ["henry_tudor"])])
def test_l28_ends_a_march_in_the_middle_of_two_highways(readings: Readings, left: list[str]) -> None:
    """The March must have ended at the Port: the free second Highway is gone."""
    s = depot()
    s.readings = readings
    command_of(s).second_leg = [Lord("henry_tudor")]
    run(rebel_supply_depot(s, [Lord("henry_tudor")], Locale("southampton")), (LANCASTER, "play", "none"))
    assert command_of(s).second_leg == ["henry_tudor"]
    run(rebel_supply_depot(s, [Lord("henry_tudor")], Locale("southampton")), (LANCASTER, "play", "event_l28"))
    assert command_of(s).second_leg == left


def test_l28_only_the_movers_have_a_share() -> None:
    """R103: Oxford was there before."""
    s = depot()
    run(rebel_supply_depot(s, [Lord("henry_tudor")], Locale("southampton")), (LANCASTER, "play", "event_l28"))
    assert assets(s, "henry_tudor")["provender"] == 4
    assert command_of(s).depot == ["henry_tudor"]


def test_l28_movers_who_have_gone_have_no_share() -> None:
    """Ruling: an Approach at the Port is settled first."""
    s = depot()
    on_calendar(s, "henry_tudor", 5)
    run(rebel_supply_depot(s, [Lord("henry_tudor")], Locale("southampton")))
    assert s.held[LANCASTER] == ["l28"]


def test_l28_is_not_offered_inland() -> None:
    """l28: Port Strongholds only."""
    s = depot()
    put(s, "henry_tudor", "salisbury")
    run(rebel_supply_depot(s, [Lord("henry_tudor")], Locale("salisbury")))
    put(s, "henry_tudor", "france")
    run(rebel_supply_depot(s, [Lord("henry_tudor")], Locale("france")))
    assert "l28" in s.held[LANCASTER]


def test_l28_a_march_to_a_port_opens_its_window() -> None:
    """l28: March or Sail; it need not be played."""
    s = depot()
    put(s, "henry_tudor", "salisbury", provender=0)
    active(s, "henry_tudor")
    act(s, "march southampton", (LANCASTER, "play", "none"), (LANCASTER, "play", "none"))
    assert s.held[LANCASTER] == ["l28"]
