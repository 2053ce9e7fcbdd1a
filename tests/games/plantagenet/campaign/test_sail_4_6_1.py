"""4.6.1 Sail."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet.campaign.command import can_act
from pbem.games.plantagenet.components.box import Card, Lord
from pbem.games.plantagenet.components.state import State, command_of
from tests.games.plantagenet.build import LANCASTER, YORK, told
from tests.games.plantagenet.card import act, active, assets, options, where
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
    vassal,
)


def warwick(place: str, ships: int = 2) -> State:
    """Warwick for York, seven Forces units, so that he needs both his Ships."""
    s = position(IA)
    put(s, "warwick_y", place, ships=ships, provender=0, carts=0)
    return active(s, "warwick_y")


def destinations(s: State) -> set[str]:
    """Where the Active Lord can Sail, alone."""
    return {option.split()[1] for option in options(s, "sail")}


CHANNEL = {"dorchester", "exeter", "plymouth", "truro", "southampton", "dover", "hastings", "calais"}
IRISH = {"bristol", "pembroke", "harlech"}
NORTH = {"newcastle", "scarborough", "ravenspur", "lynn", "ipswich"}


# Where to (ruling R5)


def test_r5_from_a_port_to_ports_of_its_sea_into_it_and_into_adjacent_seas() -> None:
    """R5: never straight to a Port of another Sea."""
    seas = {"english_channel", "irish_sea", "north_sea"}
    assert destinations(warwick("calais")) == CHANNEL - {"calais"} | seas


def test_r5_the_north_sea_and_the_irish_sea_are_not_adjacent() -> None:
    """R5."""
    assert destinations(warwick("newcastle")) == NORTH - {"newcastle"} | {"north_sea", "english_channel"}


def test_r5_from_an_exile_box_as_from_a_port() -> None:
    """R5, R14: Burgundy opens on the North Sea."""
    assert destinations(warwick("burgundy")) == NORTH | {"north_sea", "english_channel"}


def test_r5_at_sea_to_ports_of_it_into_adjacent_seas_and_to_their_ports() -> None:
    """R5."""
    assert destinations(warwick("north_sea")) == NORTH | CHANNEL | {"english_channel"}
    assert destinations(warwick("english_channel")) == CHANNEL | IRISH | NORTH | {"irish_sea", "north_sea"}


def test_r5_great_ships_change_nothing_in_where_to() -> None:
    """R5, R35."""
    s = warwick("newcastle")
    capability(s, "warwick_y", "y6")
    assert destinations(s) == NORTH - {"newcastle"} | {"north_sea", "english_channel"}


def test_4_6_1_not_from_inland() -> None:
    """4.6.1: a Port, an Exile box or at Sea."""
    assert not options(warwick("arundel"), "sail")


def test_4_6_1_not_to_a_port_with_an_enemy_lord() -> None:
    """4.6.1."""
    s = warwick("calais")
    put(s, "henry_vi", "dover")
    assert "dover" not in destinations(s)


# Ships


@pytest.mark.parametrize(("ships", "sails"), [(2, True), (1, False), (0, False)])
def test_r6_a_ship_for_six_forces_units(ships: int, sails: bool) -> None:
    """R6: Warwick's Retinue and six Troops are seven."""
    assert bool(options(warwick("calais", ships), "sail")) is sails


def test_r6_vassals_count() -> None:
    """R6: Retinue, five Troops and a Vassal."""
    s = position(IA)
    put(s, "york", "newcastle", ships=1, men_at_arms=2, longbowmen=3)
    assert options(active(s, "york"), "sail")
    vassal(s, "suffolk", "york", 3)
    assert not options(s, "sail")


def test_r6_great_ships_carry_twice_as_much() -> None:
    """y6: twelve Forces units, four Provender and four Carts a Ship; Hay Wains (l8) do nothing for Sail."""
    s = warwick("calais", 1)
    put(s, "warwick_y", "calais", provender=5, carts=5)
    capability(s, "warwick_y", "y6")
    act(s, "sail english_channel")
    assert assets(s, "warwick_y") == {"coin": 2, "provender": 4, "carts": 4, "ships": 1}


def test_l8_hay_wains_do_nothing_for_sail() -> None:
    """Two Carts a Ship."""
    s = position(IA)
    put(s, "exeter_1", "plymouth", ships=1, carts=3, provender=0)
    capability(s, "exeter_1", "l8")
    act(active(s, "exeter_1"), "sail english_channel")
    assert assets(s, "exeter_1")["carts"] == 2


def test_e20_what_a_ship_cannot_carry_is_dropped() -> None:
    """E20: York at Newcastle, one Ship, six Forces, two Carts, five Provender: three are dropped."""
    s = position(IA)
    put(s, "york", "newcastle", ships=1, carts=2, provender=5, men_at_arms=2, longbowmen=3)
    active(s, "york")
    assert {"lynn", "scarborough", "north_sea"} <= destinations(s)
    act(s, "sail north_sea")
    assert assets(s, "york") == {"coin": 2, "provender": 2, "carts": 2, "ships": 1}
    active(s, "york")
    assert "harlech" not in destinations(s)
    act(s, "sail english_channel")
    act(active(s, "york"), "sail harlech")
    assert where(s, "york") == "harlech"


# Groups


def test_4_6_1_a_marshal_sails_with_others_and_shares_ships() -> None:
    """4.6.1: York's six Forces and Warwick's seven need three Ships."""
    s = position(IA)
    put(s, "york", "calais", ships=1, men_at_arms=2, longbowmen=3)
    put(s, "warwick_y", "calais", ships=1)
    assert "sail dover all" not in options(active(s, "york"))
    put(s, "warwick_y", "calais", ships=2)
    act(s, "sail dover all")
    assert (where(s, "york"), where(s, "warwick_y")) == ("dover", "dover")
    assert s.mats[Lord("york")].moved
    assert s.mats[Lord("warwick_y")].moved


def test_4_6_1_ships_of_those_who_stay_do_not_serve() -> None:
    """4.6.1: Sharing Ships among the Group."""
    s = position(IA)
    put(s, "york", "calais", ships=0)
    put(s, "warwick_y", "calais", ships=2)
    active(s, "york")
    assert not [option for option in options(s, "sail") if option.endswith("alone")]


def test_4_6_1_a_lieutenant_takes_no_marshal() -> None:
    """4.6.1, 4.3.1: as if a Group March."""
    s = warwick("calais")
    put(s, "york", "calais", ships=2)
    put(s, "march", "calais", ships=2)
    assert {option.split()[2] for option in options(s, "sail")} == {"alone", "all", "march"}
    act(s, "sail dover all")
    assert (where(s, "march"), where(s, "york")) == ("dover", "calais")


def test_4_6_1_the_owner_chooses_what_is_left_behind() -> None:
    """1.7.2: from whose mat."""
    s = position(IA)
    put(s, "york", "calais", ships=2, provender=4, carts=0, men_at_arms=5)
    put(s, "march", "calais", ships=0, provender=2, carts=0, men_at_arms=5)
    act(active(s, "york"), "sail dover all", (YORK, "drop", {"york": 1, "march": 1}))
    assert (assets(s, "york")["provender"], assets(s, "march")["provender"]) == (3, 1)


# The move


def test_4_6_1_sailing_lords_are_marked_moved_and_the_card_is_spent() -> None:
    """4.6.1."""
    s = warwick("calais")
    act(s, "sail dover")
    assert s.mats[Lord("warwick_y")].moved
    assert not can_act(s, Lord("warwick_y"))
    assert told(s, "sails")[0].data["where"] == "dover"


@pytest.mark.parametrize(("card", "lord"), [("y6", "warwick_y"), ("l6", "exeter_1")])
def test_y6_l6_seamanship_makes_sail_one_action(card: str, lord: str) -> None:
    """y6 l6: the rest of the card stays free, for further Sails too."""
    s = position(IA)
    put(s, lord, "calais", ships=2, provender=0, carts=0)
    in_effect(s, card)
    active(s, lord)
    act(s, "sail english_channel")
    act(s, "sail dover")
    assert where(s, lord) == "dover"


def test_y6_seamanship_is_not_for_the_enemy() -> None:
    """y6: Yorkist Sails."""
    s = position(IA)
    put(s, "exeter_1", "calais", ships=2, provender=0, carts=0)
    in_effect(s, "y6")
    act(active(s, "exeter_1"), "sail english_channel")
    assert not can_act(s, Lord("exeter_1"))


def test_l21_french_fleet_keeps_yorkists_ashore() -> None:
    """l21: even with Seamanship."""
    s = warwick("calais")
    in_effect(s, "l21", "y6")
    assert not options(s, "sail")


def test_l21_french_fleet_does_not_bind_lancastrians() -> None:
    """l21."""
    s = position(IA)
    put(s, "exeter_1", "calais", ships=2)
    in_effect(s, "l21")
    assert options(active(s, "exeter_1"), "sail")


def test_y25_owain_glyndwr_bars_sails_to_wales() -> None:
    """y25: Pembroke and Harlech; Bristol is open."""
    s = position(II)
    put(s, "jasper_tudor_1", "irish_sea", ships=2)
    in_effect(s, "y25")
    assert destinations(active(s, "jasper_tudor_1")) & IRISH == {"bristol"}


def test_r117_shaky_allies_do_not_land_where_the_other_is() -> None:
    """R117: Margaret may not Sail to Warwick; a Sea is open to both."""
    s = position(II)
    put(s, "margaret", "english_channel", ships=2)
    put(s, "warwick_l", "calais")
    assert "calais" not in destinations(active(s, "margaret"))


def test_1_7_3_ships_stay_on_the_mat() -> None:
    """4.6.1: the Ships that carry him come along."""
    s = warwick("calais")
    act(s, "sail dover")
    assert assets(s, "warwick_y")["ships"] == 2


# Naval Blockade


def exeter_under_blockade(place: str) -> State:
    """Exeter, with Warwick blockading the Channel from Calais."""
    s = position(IA)
    put(s, "warwick_y", "calais")
    capability(s, "warwick_y", "y15")
    put(s, "exeter_1", place, ships=2, provender=0, carts=0)
    return active(s, "exeter_1")


@pytest.mark.parametrize(
    ("start", "end"), [("plymouth", "dover"), ("plymouth", "english_channel"), ("north_sea", "dover"), ("france", "dover")]
)
def test_r37_a_sail_from_or_to_a_blockaded_port_needs_1_or_2(start: str, end: str) -> None:
    """R37: one that fails spends the card and moves nobody."""
    s = exeter_under_blockade(start)
    act(s, f"sail {end}", dice=[3])
    assert where(s, "exeter_1") == start
    assert not can_act(s, Lord("exeter_1"))
    s = exeter_under_blockade(start)
    act(s, f"sail {end}", dice=[2])
    assert where(s, "exeter_1") == end


@pytest.mark.parametrize(
    ("start", "end"), [("france", "english_channel"), ("north_sea", "english_channel"), ("newcastle", "english_channel")]
)
def test_r37_no_blockade_at_sea_or_from_an_exile_box(start: str, end: str) -> None:
    """R37: not Exile box to Sea, nor Sea to Sea; a Port of another Sea is not barred."""
    s = exeter_under_blockade(start)
    act(s, f"sail {end}")
    assert where(s, "exeter_1") == end


# High Admiral


def high_admiral() -> State:
    """Exeter at Sea with the card, March at Dover."""
    s = position(IA)
    put(s, "exeter_1", "english_channel", ships=2, provender=0, carts=0)
    put(s, "march", "dover")
    capability(s, "exeter_1", "l29")
    return active(s, "exeter_1")


def test_l29_high_admiral_approaches_by_sail() -> None:
    """l29, R79: an Approach without Intercept; the card ends."""
    s = high_admiral()
    put(s, "york", "canterbury")
    act(s, "sail dover", (YORK, "exile", ["march"]))
    assert where(s, "exeter_1") == "dover"
    assert s.lords[Lord("march")].exile
    assert command_of(s).ended


def test_l29_not_under_parliaments_truce() -> None:
    """l29: Truce stops it."""
    s = high_admiral()
    s.this_campaign.append(Card("y12"))
    assert "dover" not in destinations(s)


def test_l29_only_for_who_has_the_card() -> None:
    """l29."""
    s = high_admiral()
    s.mats[Lord("exeter_1")].capabilities = []
    assert "dover" not in destinations(s)


def test_r77_a_truce_against_high_admiral_sends_him_back_to_sea() -> None:
    """R77, R223: the action is spent, and he has Moved."""
    s = high_admiral()
    hold(s, "y12")
    act(s, "sail dover", (YORK, "play", "event_y12"))
    assert where(s, "exeter_1") == "english_channel"
    assert s.mats[Lord("exeter_1")].moved


# Surprise Landing and Rebel Supply Depot


def tudor(*cards: str, place: str = "english_channel") -> State:
    """Henry Tudor about to land, the cards held."""
    s = position(III)
    on_calendar(s, "norfolk", 5)
    put(s, "gloucester_2", "london")
    put(s, "henry_tudor", place, ships=2, provender=0, carts=0)
    hold(s, *cards)
    return active(s, "henry_tudor")


def test_l33_surprise_landing_gives_one_march_for_nothing() -> None:
    """l33: right after a Sail to a Port; the card is spent otherwise."""
    s = tudor("l33")
    act(s, "sail southampton", (LANCASTER, "play", "event_l33"))
    assert set(options(s)) == {"march arundel", "march salisbury", "march winchester", "pass"}
    act(s, "march arundel")
    assert where(s, "henry_tudor") == "arundel"
    assert not can_act(s, Lord("henry_tudor"))


def test_l33_a_leader_may_take_lords_who_are_there() -> None:
    """l33: any Lancastrian Lords there, whether they Sailed or not."""
    s = tudor("l33")
    put(s, "oxford", "southampton")
    act(s, "sail southampton", (LANCASTER, "play", "event_l33"))
    act(s, "march arundel all")
    assert where(s, "oxford") == "arundel"


def test_l33_one_march_may_cover_two_highways() -> None:
    """l33: Bristol - Gloucester - Hereford."""
    s = tudor("l33", place="irish_sea")
    act(s, "sail bristol", (LANCASTER, "play", "event_l33"))
    act(s, "march gloucester")
    assert "march hereford" in options(s)
    act(s, "march hereford")
    assert not can_act(s, Lord("henry_tudor"))


@pytest.mark.parametrize(("place", "port"), [("irish_sea", "pembroke"), ("english_channel", "calais")])
def test_l33_not_where_only_paths_or_no_ways_lead_on(place: str, port: str) -> None:
    """l33: not along a Path; at Calais it gives nothing."""
    s = tudor("l33", place=place)
    act(s, f"sail {port}")
    assert s.held[LANCASTER] == ["l33"]


def test_l33_another_action_forgoes_it() -> None:
    """l33: right after the Sail; with Seamanship the card goes on."""
    s = tudor("l33")
    in_effect(s, "l6")
    act(s, "sail southampton", (LANCASTER, "play", "event_l33"))
    act(s, "forage", dice=[6])
    assert not command_of(s).free_march


def test_l28_rebel_supply_depot_after_a_sail() -> None:
    """l28."""
    s = tudor("l28")
    act(s, "sail southampton", (LANCASTER, "play", "event_l28"))
    assert assets(s, "henry_tudor")["provender"] == 4
    assert command_of(s).depot == ["henry_tudor"]


def test_l28_l33_not_at_sea() -> None:
    """Ports only."""
    s = tudor("l28", "l33", place="north_sea")
    act(s, "sail english_channel")
    assert where(s, "henry_tudor") == "english_channel"


def test_l33_a_side_that_could_hold_it_is_asked() -> None:
    """3.1.3: else the Enemy would see that it does not hold it."""
    s = tudor("l13")
    act(s, "sail southampton", (LANCASTER, "play", "none"))
    assert s.held[LANCASTER] == ["l13"]


def test_l28_yorkists_are_not_asked() -> None:
    """The windows are Lancastrian."""
    s = warwick("calais")
    hold(s, "y13")
    favour(s, YORK, "dover")
    act(s, "sail dover")
    assert s.held[YORK] == ["y13"]
