"""3.4.1 Parley in Levy, 4.6.4 in Campaign, and the cards that shape it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from pbem.games.plantagenet.components.board import Locale
from pbem.games.plantagenet.components.box import Lord, Side
from pbem.games.plantagenet.components.state import Phase, State, muster_of
from pbem.games.plantagenet.levy.muster import end_levy, levy_action
from pbem.games.plantagenet.levy.parley import Parley, parley, parley_options
from tests.games.plantagenet.build import LANCASTER, YORK, run, told
from tests.games.plantagenet.scene import (
    IA,
    III,
    acting,
    capability,
    favour,
    in_effect,
    lead,
    position,
    put,
)

HENRY_VI, MARCH, RICHARD_OF_YORK = map(Lord, ("henry_vi", "march", "york"))


def targets(s: State, lord: str, campaign: bool = False) -> list[str]:
    """The Strongholds open to a Lord's Parley."""
    return list(dict.fromkeys(option.split()[1] for option in parley_options(s, Lord(lord), campaign)))


def tries(s: State, lord: str, choice: str, dice: Sequence[int] = ()) -> None:
    """One Levy action."""
    run(levy_action(s, Lord(lord), choice), dice=dice)


def spent(s: State, side: Side, since: int = 0) -> int:
    """The Influence that a side has spent."""
    return since - s.influence if side is LANCASTER else s.influence - since


@pytest.fixture
def henry() -> State:
    """Ia with Henry VI taking his Levy actions at London."""
    s = position(IA)
    acting(s, "henry_vi")
    return s


# Routes and targets


def test_3_4_1_a_route_is_a_chain_of_friendly_locales_to_the_target(henry: State) -> None:
    assert set(targets(henry, "henry_vi")) == {"st_albans", "oxford", "guildford", "rochester"}
    favour(henry, LANCASTER, "st_albans")
    assert {"bedford", "cambridge", "ipswich"} <= set(targets(henry, "henry_vi"))


def test_3_4_1_no_enemy_lord_stands_at_the_target_or_on_the_route(henry: State) -> None:
    favour(henry, LANCASTER, "st_albans")
    put(henry, "york", "st_albans")
    assert not {"st_albans", "bedford"} & set(targets(henry, "henry_vi"))


def test_3_4_1_at_a_place_not_friendly_only_parley_there() -> None:
    s = position(IA)
    put(s, "york", "peterborough", ships=1)
    acting(s, "york")
    assert targets(s, "york") == ["peterborough"]
    tries(s, "york", "parley peterborough", dice=[3])
    assert spent(s, YORK) == 1
    assert "leicester" in targets(s, "york")


def test_3_4_1_friendly_strongholds_need_no_parley(henry: State) -> None:
    favour(henry, LANCASTER, "st_albans", "oxford", "guildford", "rochester")
    assert not {"london", "st_albans", "oxford"} & set(targets(henry, "henry_vi"))


def test_3_4_1_depletion_breaks_no_route_and_enemy_favour_does(henry: State) -> None:
    favour(henry, YORK, "st_albans")
    assert "st_albans" in targets(henry, "henry_vi")
    assert "bedford" not in targets(henry, "henry_vi")


# The check


def test_3_4_1_e3_march_parleys_shrewsbury() -> None:
    s = position(IA)
    capability(s, "march", "y20")
    acting(s, "march")
    tries(s, "march", "parley shrewsbury spend_1", dice=[4])
    assert s.favour[Locale("shrewsbury")] is YORK
    assert spent(s, YORK) == 3
    assert muster_of(s).spent == 1


def test_3_4_1_e4_henry_parleys_st_albans(henry: State) -> None:
    tries(henry, "henry_vi", "parley st_albans", dice=[3])
    assert henry.favour[Locale("st_albans")] is LANCASTER
    assert spent(henry, LANCASTER) == 2


def test_3_4_1_a_failure_costs_the_action_and_the_influence_only(henry: State) -> None:
    tries(henry, "henry_vi", "parley st_albans", dice=[6])
    assert "st_albans" not in henry.favour
    assert (spent(henry, LANCASTER), muster_of(henry).spent) == (2, 1)


def test_3_4_1_success_takes_enemy_favour_off_first(henry: State) -> None:
    favour(henry, YORK, "oxford")
    tries(henry, "henry_vi", "parley oxford", dice=[2])
    assert "oxford" not in henry.favour


def test_1_4_2_each_way_costs_one_more(henry: State) -> None:
    favour(henry, LANCASTER, "st_albans", "bedford")
    tries(henry, "henry_vi", "parley northampton", dice=[2])
    assert spent(henry, LANCASTER) == 4


def test_1_4_2_a_raise_of_no_use_is_not_offered(henry: State) -> None:
    assert "parley oxford spend_1" not in parley_options(henry, HENRY_VI, campaign=False)
    acting(henry, "march")
    march = parley_options(henry, MARCH, campaign=False)
    assert {"parley hereford", "parley hereford spend_1", "parley hereford spend_3"} <= set(march)


# By sea


def test_3_4_1_a_ship_links_the_ports_of_a_sea() -> None:
    s = position(IA)
    put(s, "somerset_1", "plymouth")
    favour(s, LANCASTER, "plymouth")
    acting(s, "somerset_1")
    assert "dover" not in targets(s, "somerset_1")
    put(s, "somerset_1", "plymouth", ships=1)
    assert {"dover", "calais", "hastings"} <= set(targets(s, "somerset_1"))
    assert not {"bristol", "lynn"} & set(targets(s, "somerset_1"))
    tries(s, "somerset_1", "parley dover", dice=[1])
    assert spent(s, LANCASTER) == 2


def test_3_4_1_a_shared_ship_serves_and_a_port_may_be_a_middle_leg() -> None:
    s = position(IA)
    put(s, "henry_vi", "winchester", ships=0)
    put(s, "somerset_1", "winchester", ships=1)
    favour(s, LANCASTER, "winchester", "southampton")
    acting(s, "henry_vi")
    assert "dover" in targets(s, "henry_vi")
    tries(s, "henry_vi", "parley dover", dice=[1])
    assert spent(s, LANCASTER) == 3


def test_3_4_1_from_an_exile_box_by_ship_to_the_ports_of_its_sea_only() -> None:
    s = position(IA)
    put(s, "york", "ireland", ships=1)
    acting(s, "york")
    assert set(targets(s, "york")) == {"bristol", "harlech", "pembroke"}
    put(s, "york", "ireland", ships=0)
    assert targets(s, "york") == []


@pytest.mark.parametrize("card", ["y6"])
def test_great_ships_make_all_ports_one_way_apart(card: str) -> None:
    s = position(IA)
    put(s, "york", "ireland", ships=1)
    capability(s, "york", card)
    acting(s, "york")
    assert {"bristol", "lynn", "dover"} <= set(targets(s, "york"))
    tries(s, "york", "parley lynn", dice=[1])
    assert spent(s, YORK) == 2


def test_great_ships_need_a_ship_of_the_lord_who_has_them() -> None:
    s = position(IA)
    put(s, "york", "ireland", ships=0)
    put(s, "rutland", "ireland", ships=1)
    capability(s, "york", "y6")
    acting(s, "york")
    assert "lynn" not in targets(s, "york")


# London for York


def test_y15_london_with_two_markers_is_closed_to_lancastrian_parley(henry: State) -> None:
    put(henry, "henry_vi", "st_albans")
    put(henry, "somerset_1", "wells")
    favour(henry, LANCASTER, "st_albans")
    favour(henry, YORK, "london")
    assert "london" in targets(henry, "henry_vi")
    henry.london_for_york = True
    assert "london" not in targets(henry, "henry_vi")


@pytest.mark.parametrize("card", ["l17", "l18"])
def test_y15_a_parley_that_an_event_grants_or_helps_may_target_london(card: str) -> None:
    s = position(IA)
    put(s, "henry_vi", "st_albans")
    put(s, "somerset_1", "wells")
    favour(s, LANCASTER, "st_albans")
    favour(s, YORK, "london")
    s.london_for_york = True
    in_effect(s, card)
    acting(s, "henry_vi")
    options = [option for option in parley_options(s, HENRY_VI, campaign=False) if "london" in option]
    assert options == (["parley london"] if card == "l17" else ["parley london event_l18"])
    tries(s, "henry_vi", options[0], dice=[1] if card == "l17" else [])
    assert "london" not in s.favour
    assert not s.london_for_york


def test_l17_lordship_may_keep_the_extra_parleys_for_london() -> None:
    s = position(IA)
    put(s, "henry_vi", "st_albans")
    put(s, "somerset_1", "wells")
    favour(s, LANCASTER, "st_albans")
    favour(s, YORK, "london")
    s.london_for_york = True
    in_effect(s, "l17")
    acting(s, "henry_vi")
    tries(s, "henry_vi", "parley bedford lordship", dice=[1])
    assert muster_of(s).free == {"l17 henry_vi": 2}
    assert "parley london lordship" not in parley_options(s, HENRY_VI, campaign=False)


# Cards that grant or help


@pytest.mark.parametrize(
    ("card", "lord", "scenario", "number"), [("l17", "henry_vi", IA, 2), ("y28", "gloucester_2", III, 3)]
)
def test_extra_parleys_spend_no_lordship(card: str, lord: str, scenario: str, number: int) -> None:
    s = position(scenario)
    in_effect(s, card)
    put(s, lord, "london")
    acting(s, lord)
    for _ in range(number):
        tries(s, lord, "parley oxford" if scenario == IA else "parley st_albans", dice=[6])
    assert muster_of(s).spent == 0
    tries(s, lord, "parley oxford" if scenario == IA else "parley st_albans", dice=[6])
    assert muster_of(s).spent == 1


def test_l17_is_for_henry_alone_and_on_the_map() -> None:
    s = position(IA)
    in_effect(s, "l17")
    assert acting(s, "somerset_1").free == {"l17 henry_vi": 2}


def test_y28_serves_richard_iii_too() -> None:
    s = position(III)
    s.mats.pop(Lord("gloucester_2"))
    put(s, "richard_iii", "london")
    in_effect(s, "y28")
    assert acting(s, "richard_iii").free == {"y28 richard_iii": 3}


@pytest.mark.parametrize(("card", "lord", "place"), [("y18", "march", "shrewsbury"), ("l18", "henry_vi", "oxford")])
def test_a_vote_succeeds_without_a_roll_for_one_less_once_a_lord(card: str, lord: str, place: str) -> None:
    s = position(IA)
    in_effect(s, card)
    acting(s, lord)
    tries(s, lord, f"parley {place} event_{card}")
    assert s.favour[Locale(place)] is s.box.lords[Lord(lord)].side
    assert abs(s.influence) == 1
    assert muster_of(s).spent == 1
    assert not any(card in option for option in parley_options(s, Lord(lord), campaign=False))


def test_y18_never_costs_less_than_nothing() -> None:
    s = position(IA)
    put(s, "york", "peterborough")
    in_effect(s, "y18")
    acting(s, "york")
    tries(s, "york", "parley peterborough event_y18")
    assert s.influence == 0


def test_l18_helps_an_extra_parley_of_l17(henry: State) -> None:
    in_effect(henry, "l17", "l18")
    acting(henry, "henry_vi")
    tries(henry, "henry_vi", "parley oxford event_l18")
    assert muster_of(henry).spent == 0
    assert muster_of(henry).free == {"l17 henry_vi": 1, "l18 henry_vi": 0, "l18 somerset_1": 1}


def test_y14_adds_one_to_yorkist_parleys_in_levy_only() -> None:
    s = position(IA)
    in_effect(s, "y14")
    acting(s, "march")
    tries(s, "march", "parley hereford", dice=[3])
    assert s.favour[Locale("hereford")] is YORK
    end_levy(s)
    s.phase = Phase.CAMPAIGN
    assert not run(parley(s, MARCH, Parley(Locale("worcester")), campaign=True), dice=[3])


def test_l11_adds_one_to_parleys(henry: State) -> None:
    put(henry, "exeter_1", "oxford")
    favour(henry, LANCASTER, "oxford")
    capability(henry, "exeter_1", "l11")
    acting(henry, "exeter_1")
    tries(henry, "exeter_1", "parley newbury", dice=[3])
    assert henry.favour[Locale("newbury")] is LANCASTER


def test_y34_makes_every_lancastrian_parley_cost_one_more() -> None:
    s = position(III)
    in_effect(s, "y34")
    put(s, "oxford", "oxford")
    acting(s, "oxford")
    tries(s, "oxford", "parley newbury", dice=[1])
    assert spent(s, LANCASTER) == 3


# Jack Cade


def cade() -> State:
    """York holds Wales, and March is there; the other Yorkist is far off."""
    s = position(IA)
    favour(s, YORK, *s.board.areas["wales"])
    in_effect(s, "y4")
    return s


def test_y4_lords_in_or_next_to_a_dominated_area_get_two_free_parleys() -> None:
    s = cade()
    put(s, "salisbury", "gloucester")
    assert acting(s, "march").free == {"y4 march": 2, "y4 salisbury": 2}


def test_y4_a_free_parley_costs_nothing_and_needs_no_roll() -> None:
    s = cade()
    acting(s, "march")
    tries(s, "march", "parley worcester event_y4")
    assert s.favour[Locale("worcester")] is YORK
    assert (s.influence, muster_of(s).spent, muster_of(s).free) == (0, 0, {"y4 march": 1})


def test_y4_domination_is_favour_at_every_stronghold_as_the_muster_opens() -> None:
    s = cade()
    favour(s, None, "harlech")
    assert acting(s, "march").free == {}
    favour(s, YORK, "harlech")
    acting(s, "march")
    favour(s, None, "harlech")
    assert "parley worcester event_y4" in parley_options(s, MARCH, campaign=False)


def test_y4_succession_is_of_no_use_on_a_free_parley() -> None:
    s = cade()
    in_effect(s, "y18")
    acting(s, "march")
    words = {tuple(option.split()[2:]) for option in parley_options(s, MARCH, campaign=False)}
    assert {("event_y4",), ("event_y18",), ()} <= words
    assert not any({"event_y4", "event_y18"} <= set(word) for word in words)


# 4.6.4 Campaign


def campaign(lord: str, where: str, **assets: int) -> State:
    """A Campaign with a Lord somewhere."""
    s = position(IA, phase=Phase.CAMPAIGN)
    put(s, lord, where, **assets)
    return s


def test_4_6_4_only_the_own_place_and_its_neighbours() -> None:
    s = campaign("henry_vi", "london")
    favour(s, LANCASTER, "st_albans")
    assert set(targets(s, "henry_vi", campaign=True)) == {"oxford", "guildford", "rochester"}


def test_4_6_4_by_ship_ports_of_the_same_sea_are_neighbours() -> None:
    s = campaign("york", "ireland", ships=1)
    assert set(targets(s, "york", campaign=True)) == {"bristol", "harlech", "pembroke"}


def test_4_6_4_at_ones_own_place_it_succeeds_and_is_free() -> None:
    s = campaign("march", "gloucester")
    assert parley_options(s, MARCH, campaign=True) == ["parley gloucester"]
    assert run(parley(s, MARCH, Parley(Locale("gloucester")), campaign=True))
    assert s.favour[Locale("gloucester")] is YORK
    assert s.influence == 0


def test_4_6_4_e9_a_neighbour_takes_a_check() -> None:
    s = campaign("march", "gloucester")
    favour(s, YORK, "gloucester")
    capability(s, "march", "y20")
    run(parley(s, MARCH, Parley(Locale("hereford"), spend=1), campaign=True), dice=[2])
    assert s.favour[Locale("hereford")] is YORK
    assert spent(s, YORK) == 3


def test_4_6_4_y34_costs_at_the_own_place_too() -> None:
    s = position(III, phase=Phase.CAMPAIGN)
    put(s, "oxford", "newbury")
    in_effect(s, "y34")
    run(parley(s, Lord("oxford"), Parley(Locale("newbury")), campaign=True))
    assert spent(s, LANCASTER) == 1


def test_y29_dorset_parleys_for_devon_at_exeter() -> None:
    s = position("ii_warwicks_rebellion", phase=Phase.CAMPAIGN)
    put(s, "devon", "exeter")
    favour(s, YORK, "exeter")
    favour(s, None, "wells")
    in_effect(s, "y29")
    assert "parley wells" in parley_options(s, Lord("devon"), campaign=True)
    assert "parley wells spend_1" not in parley_options(s, Lord("devon"), campaign=True)
    before = s.influence
    run(parley(s, Lord("devon"), Parley(Locale("wells")), campaign=True))
    assert s.favour[Locale("wells")] is YORK
    assert s.influence == before
    put(s, "devon", "dorchester")
    favour(s, YORK, "dorchester")
    assert "parley salisbury spend_1" in parley_options(s, Lord("devon"), campaign=True)


def test_a_parley_is_told_with_its_distance(henry: State) -> None:
    tries(henry, "henry_vi", "parley st_albans", dice=[3])
    assert [event.data["ways"] for event in told(henry, "parley")] == [1]


def test_3_4_1_the_track_never_stops_spending(henry: State) -> None:
    lead(henry, YORK, 45)
    tries(henry, "henry_vi", "parley st_albans", dice=[3])
    assert henry.influence == -45
