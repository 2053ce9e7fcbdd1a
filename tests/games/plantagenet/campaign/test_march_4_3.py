"""4.3 March: Groups (4.3.1), Haul (4.3.2), March Speed (4.3.3)."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet.campaign.march import March, march, march_options
from pbem.games.plantagenet.components.assets import carts_of
from pbem.games.plantagenet.components.board import Locale
from pbem.games.plantagenet.components.box import CARTS, COIN, HANDGUNNERS, PROVENDER, Card, Lord
from pbem.games.plantagenet.components.group import group_from, group_words, haul
from pbem.games.plantagenet.components.state import State, place_of
from tests.games.plantagenet.build import LANCASTER, YORK, Line, run, told
from tests.games.plantagenet.scene import IA, IB, II, active, capability, in_effect, on_calendar, position, put

YORK_LORD, MARCH, SOMERSET, EXETER, HENRY = map(Lord, ("york", "march", "somerset_1", "exeter_1", "henry_vi"))
EDWARD, PEMBROKE, WARWICK, MARGARET = map(Lord, ("edward_iv", "pembroke", "warwick_l", "margaret"))


def go(s: State, lord: Lord, words: str, *lines: Line) -> None:
    """The Lord Marches, if that is open to him."""
    order = March.read(f"march {words}")
    assert order in march_options(s, lord)
    run(march(s, lord, order), *lines)


def destinations(s: State, lord: Lord) -> set[str]:
    """Where the Lord can March, whomever he takes along."""
    return {str(option.to) for option in march_options(s, lord)}


# 4.3.1 Group March


def test_4_3_1_a_marshal_takes_anybody_a_lieutenant_anybody_but_marshals() -> None:
    s = position(IA)
    put(s, "exeter_1", "london")
    assert group_words(s, HENRY) == [("alone",), ("all",), (SOMERSET,), (EXETER,), (SOMERSET, EXETER)]
    assert group_words(s, SOMERSET) == [("alone",), ("all",), (EXETER,)]
    assert group_from(s, SOMERSET, ("all",)) == [SOMERSET, EXETER]
    assert group_words(s, EXETER) == [()]


def test_4_3_1_a_marshal_takes_another_marshal_along() -> None:
    s = position(II)
    on_calendar(s, "gloucester_2", 1)
    put(s, "gloucester_2", "london")
    assert group_from(s, EDWARD, group_words(s, EDWARD)[1]) == [EDWARD, Lord("gloucester_2")]


def test_4_3_1_captain_leads_only_while_no_other_leader_is_with_him() -> None:
    s = position(II)
    put(s, "devon", "pembroke")
    capability(s, "pembroke", "y30")
    assert group_words(s, PEMBROKE) == [("alone",), ("all",), ("devon",)]
    put(s, "edward_iv", "pembroke")
    assert group_words(s, PEMBROKE) == [()]


def test_4_3_1_all_who_march_are_marked_and_the_others_stay() -> None:
    s = position(IA)
    put(s, "march", "ely")
    put(s, "rutland", "ely")
    active(s, "york")
    go(s, YORK_LORD, "cambridge march")
    assert [lord for lord, mat in s.mats.items() if mat.moved] == ["york", "march"]
    assert (place_of(s, MARCH), place_of(s, Lord("rutland"))) == ("cambridge", "ely")
    assert told(s, "marches")[0].data["lords"] == ["york", "march"]


# 4.3.2 Haul


def test_4_3_2_haul_discards_provender_beyond_the_groups_carts_but_no_coin() -> None:
    s = position(IA)
    put(s, "york", "ely", provender=4, carts=1, coin=9)
    run(haul(s, [YORK_LORD]))
    assert (s.mats[YORK_LORD].assets[PROVENDER], s.mats[YORK_LORD].assets[COIN]) == (1, 9)


def test_4_3_2_haul_counts_no_carts_of_lords_who_stay_behind() -> None:
    s = position(IA)
    put(s, "york", "ely", provender=2, carts=0)
    put(s, "march", "ely", provender=0, carts=2)
    run(haul(s, [YORK_LORD]))
    assert s.mats[YORK_LORD].assets[PROVENDER] == 0


def test_4_3_2_haul_shares_the_carts_of_the_group_and_the_owner_says_who_drops() -> None:
    s = position(IA)
    put(s, "york", "ely", provender=3, carts=1)
    put(s, "march", "ely", provender=2, carts=2)
    run(haul(s, [YORK_LORD, MARCH]), (YORK, "drop", {"march": 2}))
    assert [s.mats[lord].assets[PROVENDER] for lord in (YORK_LORD, MARCH)] == [3, 0]


def test_4_3_2_haul_asks_nobody_when_everything_must_go() -> None:
    s = position(IA)
    for lord in ("york", "march"):
        put(s, lord, "ely", provender=1, carts=0)
    run(haul(s, [YORK_LORD, MARCH]))
    assert [s.mats[lord].assets[PROVENDER] for lord in (YORK_LORD, MARCH)] == [0, 0]


def test_4_3_2_hay_wains_count_the_lords_own_carts_twice_for_the_group() -> None:
    s = position(IA)
    put(s, "somerset_1", "london", carts=2)
    put(s, "henry_vi", "london", carts=3)
    capability(s, "somerset_1", "l8")
    assert carts_of(s, [HENRY, SOMERSET]) == 7
    assert s.mats[SOMERSET].assets[CARTS] == 2


# 4.3.3 March Speed


def test_4_3_3_a_second_highway_is_free() -> None:
    s = position(IA)
    command = active(s, "march")
    go(s, MARCH, "hereford")
    assert (command.spent, command.second_leg) == (1, [MARCH])
    go(s, MARCH, "gloucester")
    assert (command.spent, command.second_leg) == (1, [])


def test_4_3_3_the_second_highway_may_lead_back() -> None:
    s = position(IA)
    command = active(s, "march", 1)
    go(s, MARCH, "hereford")
    go(s, MARCH, "ludlow")
    assert (place_of(s, MARCH), command.spent, march_options(s, MARCH)) == ("ludlow", 1, [])


def test_4_3_3_a_road_takes_an_action_and_brings_no_second_step() -> None:
    s = position(IA)
    command = active(s, "march", 1)
    go(s, MARCH, "shrewsbury")
    assert (command.spent, command.second_leg, march_options(s, MARCH)) == (1, [], [])


def test_4_3_3_a_road_after_a_highway_is_not_free() -> None:
    """E10 Gloucester to Northampton by way of Oxford."""
    s = position(IA)
    put(s, "henry_vi", "wells")
    put(s, "somerset_1", "wells")
    put(s, "march", "gloucester")
    command = active(s, "march")
    go(s, MARCH, "oxford")
    go(s, MARCH, "northampton")
    assert (place_of(s, MARCH), command.spent) == ("northampton", 2)


def test_4_3_3_with_no_action_left_the_free_step_takes_highways_only() -> None:
    s = position(IA)
    put(s, "march", "northampton")
    active(s, "march", 1)
    go(s, MARCH, "leicester")
    assert destinations(s, MARCH) == {"northampton", "nottingham"}


def test_4_3_3_a_path_takes_the_entire_unspent_card() -> None:
    s = position(IA)
    put(s, "march", "chester")
    command = active(s, "march", 3)
    assert "harlech" in destinations(s, MARCH)
    command.spent = 1
    assert destinations(s, MARCH) == {"shrewsbury"}
    command.spent = 0
    go(s, MARCH, "york")
    assert (command.spent, march_options(s, MARCH)) == (3, [])


def test_4_3_3_the_second_step_is_for_the_same_group_or_fewer() -> None:
    s = position(IA)
    put(s, "rutland", "cambridge")
    put(s, "march", "ely")
    command = active(s, "york", 1)
    go(s, YORK_LORD, "cambridge all")
    assert march_options(s, YORK_LORD) == [
        f"march {to} {words}" for to in ("ely", "st_albans") for words in ("alone", "all", "march")
    ]
    go(s, YORK_LORD, "st_albans all", (LANCASTER, "intercept", "none"))
    assert (place_of(s, MARCH), place_of(s, Lord("rutland")), command.spent) == ("st_albans", "cambridge", 1)


def test_4_3_3_who_joins_for_the_second_step_costs_an_action() -> None:
    s = position(IA)
    put(s, "rutland", "cambridge")
    put(s, "march", "ely")
    command = active(s, "york", 2)
    go(s, YORK_LORD, "cambridge all")
    go(s, YORK_LORD, "ely march rutland")
    assert (command.spent, command.second_leg) == (2, [YORK_LORD, MARCH, Lord("rutland")])


def test_4_3_3_scotland_can_be_left_but_not_entered() -> None:
    s = position(IB)
    put(s, "somerset_1", "scotland")
    put(s, "exeter_1", "carlisle")
    active(s, "somerset_1")
    assert destinations(s, SOMERSET) == {"bamburgh", "carlisle"}
    active(s, "exeter_1")
    assert destinations(s, EXETER) == {"appleby", "hexham"}


def test_4_3_nobody_marches_off_the_map_or_at_sea() -> None:
    s = position(IA)
    put(s, "york", "north_sea")
    active(s, "york")
    assert march_options(s, YORK_LORD) == []
    on_calendar(s, "york", 3)
    assert march_options(s, YORK_LORD) == []


# Cards and scenario rules


@pytest.mark.parametrize(("lord", "card"), [("march", "y11"), ("somerset_1", "l8")])
def test_y11_l8_roads_are_highways_for_one_who_marches_alone(lord: str, card: str) -> None:
    s = position(IA)
    put(s, "york", "ludlow")
    put(s, lord, "coventry")
    capability(s, lord, card) if lord == "march" else in_effect(s, card)
    command = active(s, lord, 1)
    go(s, Lord(lord), "northampton")
    go(s, Lord(lord), "peterborough")
    assert (place_of(s, Lord(lord)), command.spent) == ("peterborough", 1)


def test_y11_a_road_is_a_road_for_a_group() -> None:
    s = position(IA)
    put(s, "york", "coventry")
    put(s, "march", "coventry")
    capability(s, "york", "y11")
    command = active(s, "york", 1)
    go(s, YORK_LORD, "northampton all")
    assert command.second_leg == []


def test_l8_does_nothing_for_york() -> None:
    s = position(IA)
    in_effect(s, "l8")
    command = active(s, "march", 1)
    go(s, MARCH, "shrewsbury")
    assert command.second_leg == []


def test_y14_burgundians_join_at_a_port_passed_through() -> None:
    s = position(IA)
    put(s, "york", "norwich")
    capability(s, "york", "y14")
    active(s, "york")
    go(s, YORK_LORD, "lynn")
    assert (s.mats[YORK_LORD].forces[HANDGUNNERS], s.handgunners_given) == (2, True)


def test_y25_no_lancastrian_marches_into_wales() -> None:
    s = position(IA)
    put(s, "somerset_1", "gloucester")
    active(s, "somerset_1")
    assert "hereford" in destinations(s, SOMERSET)
    in_effect(s, "y25")
    assert destinations(s, SOMERSET) == {"bristol", "oxford", "worcester"}
    put(s, "march", "gloucester")
    active(s, "march")
    assert "hereford" in destinations(s, MARCH)


def test_y12_under_the_truce_nobody_marches_to_enemy_lords() -> None:
    s = position(IA)
    put(s, "york", "st_albans")
    active(s, "york")
    assert "london" in destinations(s, YORK_LORD)
    s.this_campaign.append(Card("l20"))
    assert "london" not in destinations(s, YORK_LORD)


def test_6_0_shaky_allies_keep_margaret_and_warwick_apart() -> None:
    s = position(II)
    put(s, "margaret", "dover")
    put(s, "warwick_l", "canterbury")
    active(s, "warwick_l")
    assert "dover" not in destinations(s, WARWICK)
    put(s, "warwick_l", "dover")
    active(s, "margaret")
    assert {option for option in march_options(s, MARGARET) if option.startswith("march hastings")} == {
        "march hastings alone"
    }


# Examples of the Background Book


def test_example_e7_ely_to_northampton_in_two_actions() -> None:
    s = position(IA)
    capability(s, "somerset_1", "l19")
    command = active(s, "york", 3)
    go(s, YORK_LORD, "cambridge")
    run(march(s, YORK_LORD, March(Locale("st_albans"))), (LANCASTER, "intercept", "somerset_1"), dice=[5])
    assert told(s, "intercept_roll")[0].data["valour"] == 3
    go(s, YORK_LORD, "bedford")
    go(s, YORK_LORD, "northampton")
    assert (place_of(s, YORK_LORD), command.spent) == ("northampton", 2)


def test_example_e9_ludlow_to_gloucester_in_one_action() -> None:
    s = position(IA)
    command = active(s, "march", 3)
    go(s, MARCH, "hereford")
    go(s, MARCH, "gloucester")
    assert (place_of(s, MARCH), command.spent) == ("gloucester", 1)
