"""1.4 to 1.8: Influence, Lords, Vassals, Forces, Assets, markers."""

import pytest

from pbem.games.plantagenet.campaign.feed import feed
from pbem.games.plantagenet.campaign.plan import command_deck
from pbem.games.plantagenet.components.assets import add_asset, gain_troops, pool, ships_allowed
from pbem.games.plantagenet.components.board import Locale, Unit, Vassal
from pbem.games.plantagenet.components.box import CARTS, PROVENDER, SHIPS, Card, Lord, Side
from pbem.games.plantagenet.components.capabilities import give_capability
from pbem.games.plantagenet.components.group import haul
from pbem.games.plantagenet.components.influence import check_influence, gain, loyalty, useful_raises
from pbem.games.plantagenet.components.lords import disband_if_bare, disband_lord, muster_lord, place, remove_lord
from pbem.games.plantagenet.components.ratings import (
    command_rating,
    influence_of,
    is_lieutenant,
    is_marshal,
    lordship_of,
    valour_of,
)
from pbem.games.plantagenet.components.state import Cylinder, Status
from tests.games.plantagenet.build import run
from tests.games.plantagenet.scene import IA, II, III, capability, favour, lead, position, put, vassal

YORK, LANCASTER = Side.YORK, Side.LANCASTER
MARCH, SALISBURY, HENRY = Lord("march"), Lord("salisbury"), Lord("henry_vi")
RUTLAND, DUKE = Lord("rutland"), Lord("york")


@pytest.mark.parametrize(
    ("before", "side", "points", "after"), [(-3, YORK, -4, 1), (44, LANCASTER, 5, 45), (-45, YORK, 1, -45)]
)
def test_1_4_1_the_marker_slides_over_to_the_other_side_and_stops_at_45(
    before: int, side: Side, points: int, after: int
) -> None:
    s = position(IA)
    s.influence = before
    gain(s, side, points, "1.4.1", "test")
    assert s.influence == after


@pytest.mark.parametrize(
    ("die", "spend", "passed"), [(1, 0, True), (2, 0, True), (3, 0, False), (3, 1, True), (4, 3, True), (6, 3, False)]
)
def test_1_4_2_a_check_is_rolled_against_the_rating_and_the_raise(die: int, spend: int, passed: bool) -> None:
    """March has Influence 2: 1 point adds 1, 3 points add 2; a 1 succeeds, a 6 fails."""
    s = position(IA)
    lead(s, YORK, 10)
    assert run(check_influence(s, MARCH, "try", spend=spend), dice=[die]) is passed
    assert s.influence == -10 + 1 + spend


def test_1_4_2_a_1_always_succeeds_and_a_6_always_fails() -> None:
    s = position(IA)
    assert run(check_influence(s, MARCH, "try", modifier=-5), dice=[1]) is True
    assert run(check_influence(s, HENRY, "try", modifier=5), dice=[6]) is False


def test_1_4_2_a_raise_beyond_5_is_not_offered() -> None:
    """R25."""
    assert [list(useful_raises(rating)) for rating in (2, 3, 4, 5)] == [[0, 1, 3], [0, 1, 3], [0, 1], [0]]


def test_1_4_2_loyalty_adds_for_its_own_colour_and_subtracts_for_the_other() -> None:
    s = position(IA)
    assert (loyalty(s, Vassal("beaumont"), LANCASTER), loyalty(s, Vassal("beaumont"), YORK)) == (2, -2)
    assert loyalty(s, Vassal("essex"), YORK) == 0


def test_1_5_1_rings_make_marshals_and_lieutenants() -> None:
    """R11."""
    s = position(II)
    assert [is_marshal(s, Lord(lord)) for lord in ("edward_iv", "warwick_l")] == [True, False]
    assert is_lieutenant(s, Lord("warwick_l"))
    assert not is_lieutenant(s, Lord("clarence"))


def test_1_5_1_a_lord_who_disbands_returns_everything_but_keeps_his_seat() -> None:
    s = position(IA)
    capability(s, "march", "y1")
    vassal(s, "shrewsbury", "march", 3)
    disband_lord(s, MARCH, "1.5.1")
    assert s.lords[MARCH] == Cylinder(Status.CALENDAR, box=5)
    assert "y1" in s.decks[YORK]
    assert s.disbanded == {"shrewsbury": 5}
    assert MARCH not in s.mats
    assert MARCH in s.seats


def test_1_5_1_a_lord_removed_takes_his_seat_off_the_map() -> None:
    s = position(IA)
    remove_lord(s, MARCH, Status.DEAD, "1.5.1")
    assert s.lords[MARCH] == Cylinder(Status.DEAD)
    assert MARCH not in s.seats


def test_1_5_2_cards_change_ratings() -> None:
    s = position(IA)
    capability(s, "march", "y20")
    assert (influence_of(s, MARCH), command_rating(s, MARCH)) == (3, 3)
    put(s, "salisbury", "york")
    favour(s, YORK, "york")
    capability(s, "salisbury", "y22")
    assert (influence_of(s, SALISBURY), lordship_of(s, SALISBURY)) == (4, s.box.lords[SALISBURY].lordship + 1)
    favour(s, None, "york")
    assert influence_of(s, SALISBURY) == 3


def test_1_5_2_valour_of_a_card_lasts_while_its_special_vassal_does() -> None:
    s = position(IA)
    capability(s, "somerset_1", "l19", "l13")
    assert valour_of(s, Lord("somerset_1")) == s.box.lords[Lord("somerset_1")].valour + 3


def test_1_5_3_a_lord_who_musters_has_what_his_card_shows() -> None:
    s = position(IA)
    muster_lord(s, RUTLAND, Locale("canterbury"), "1.5.3")
    card = s.box.lords[RUTLAND]
    assert (s.mats[RUTLAND].forces, s.mats[RUTLAND].assets) == (dict(card.forces), dict(card.assets))


def test_1_6_nobody_musters_troops_beyond_the_pool() -> None:
    """R55."""
    s = position(IA)
    left = pool(s, Unit("militia"))
    assert gain_troops(s, MARCH, {Unit("militia"): left + 5}, "1.6") == {"militia": left}
    assert gain_troops(s, DUKE, {Unit("militia"): 1}, "1.6") == {}


def test_1_6_a_lord_without_troops_disbands_at_once_outside_battle() -> None:
    """R131: Retinue and Vassals keep nobody."""
    s = position(IA)
    put(s, "march", "ludlow", longbowmen=0)
    vassal(s, "shrewsbury", "march", 3)
    assert disband_if_bare(s, MARCH, "1.6")
    assert not disband_if_bare(s, DUKE, "1.6")
    assert s.lords[MARCH].status is Status.CALENDAR


def test_1_7_1_assets_have_no_limit_but_ships_have() -> None:
    """R137, 1.7.3: two Ships a Lord."""
    s = position(IA)
    assert add_asset(s, MARCH, CARTS, 30, "1.7.1") == 30
    assert add_asset(s, MARCH, SHIPS, 3, "1.7.3") == 2
    assert ships_allowed(s, MARCH) == 0


def test_1_7_2_provender_is_discarded_only_as_far_as_the_move_needs() -> None:
    s = position(IA)
    put(s, "march", "ludlow", provender=4, carts=3)
    run(haul(s, [MARCH]))
    assert s.mats[MARCH].assets[PROVENDER] == 3


def test_1_7_3_no_more_than_nine_lords_have_ships() -> None:
    """R54: who has one may take his second."""
    s = position(II)
    lords = list(s.lords)
    for lord in lords:
        put(s, lord, "london" if s.box.lords[lord].side is YORK else "calais", ships=0)
    for lord in lords[:9]:
        put(s, lord, s.lords[lord].where, ships=1)
    assert [ships_allowed(s, lord) for lord in (lords[0], lords[9])] == [1, 0]


def test_1_7_and_1_8_moved_fought_markers_come_off_after_feed() -> None:
    s = position(IA)
    put(s, "march", "ludlow", provender=3)
    s.mats[MARCH].moved = True
    run(feed(s))
    assert (s.mats[MARCH].moved, s.mats[MARCH].assets[PROVENDER]) == (False, 2)


def test_1_9_2_a_command_deck_has_three_cards_a_lord_and_four_pass() -> None:
    """R61."""
    s = position(III)
    assert command_deck(s, LANCASTER) == {"pass": 4, "henry_tudor": 3, "jasper_tudor_2": 3, "oxford": 3}


def test_2_2_3_a_cylinder_beyond_box_15_waits_off_the_calendar() -> None:
    """R132."""
    s = position(IA, turn=14)
    disband_lord(s, MARCH, "3.2.4")
    assert s.lords[MARCH].box == 16


@pytest.mark.parametrize(("where", "exile"), [("york", False), ("burgundy", True)])
def test_1_6_a_lord_for_whom_the_pool_has_no_troops_disbands_as_he_musters(where: str, exile: bool) -> None:
    """R131; no penalty, and with an Exile marker only from an Exile box."""
    s = position(IA, turn=3)
    for unit, kind in s.box.units.items():
        if kind.troop:
            gain_troops(s, DUKE, {unit: kind.pool}, "1.6")
    muster_lord(s, SALISBURY, Locale(where), "3.4.2")
    assert s.lords[SALISBURY] == Cylinder(Status.CALENDAR, box=6, exile=exile)
    assert (SALISBURY in s.mats, s.influence) == (False, 0)


def test_1_5_4_no_two_vassals_are_called_alike() -> None:
    """One Lord can have both Stanleys, and has to name the one who absorbs a Hit."""
    called = [facts.name for facts in position(IA).box.vassals.values()]
    assert len(set(called)) == len(called)


def test_3_4_6_burgundians_come_once_to_each_holder_of_the_card() -> None:
    """R225: y14."""
    s = position(IA)
    put(s, "march", "exeter")
    put(s, "york", "plymouth")
    handgunners = Unit("handgunners")
    give_capability(s, Card("y14"), MARCH)
    s.mats[MARCH].forces[handgunners] = 0
    place(s, MARCH, Locale("exeter"))
    assert s.mats[MARCH].forces[handgunners] == 0
    disband_lord(s, MARCH, "3.2.4")
    give_capability(s, Card("y14"), DUKE)
    assert s.mats[DUKE].forces[handgunners] == 2
