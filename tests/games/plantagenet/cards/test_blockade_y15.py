"""y15 Naval Blockade."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet.components.blockade import blockaded_sea
from pbem.games.plantagenet.components.board import Locale
from pbem.games.plantagenet.components.box import SHIPS, Card, Lord
from pbem.games.plantagenet.components.state import State, muster_of
from pbem.games.plantagenet.levy.muster import levy_action
from pbem.games.plantagenet.levy.parley import parley_options
from tests.games.plantagenet.build import LANCASTER, YORK, run
from tests.games.plantagenet.scene import IA, acting, capability, favour, position, put

SOMERSET = Lord("somerset_1")


def blockade(lord: str = "somerset_1", where: str = "plymouth") -> State:
    """Warwick at Calais with Naval Blockade, a Lancastrian with a Ship on the Channel."""
    s = position(IA, 3)
    put(s, "warwick_y", "calais")
    capability(s, "warwick_y", "y15")
    put(s, lord, where, ships=1)
    favour(s, LANCASTER, where)
    acting(s, lord)
    return s


@pytest.mark.parametrize(
    ("where", "sea"), [("calais", "english_channel"), ("lynn", "north_sea"), ("london", None), ("burgundy", None)]
)
def test_y15_the_sea_of_the_port_where_warwick_is(where: str, sea: str | None) -> None:
    s = blockade()
    put(s, "warwick_y", where)
    assert blockaded_sea(s, LANCASTER) == sea
    assert blockaded_sea(s, YORK) is None


def test_y15_not_while_warwick_is_at_sea_or_gone() -> None:
    s = blockade()
    put(s, "warwick_y", "english_channel")
    assert blockaded_sea(s, LANCASTER) is None
    s.mats.pop(Lord("warwick_y"))
    assert blockaded_sea(s, LANCASTER) is None


@pytest.mark.parametrize(("die", "ships"), [(1, 2), (2, 2), (3, 1)])
def test_y15_levy_of_a_ship_at_a_port_passes_on_one_or_two(die: int, ships: int) -> None:
    s = blockade()
    run(levy_action(s, SOMERSET, "levy ship"), dice=[die])
    assert s.mats[SOMERSET].assets[SHIPS] == ships
    assert muster_of(s).spent == 1


def test_y15_a_ship_in_an_exile_box_needs_no_roll() -> None:
    s = blockade()
    put(s, "exeter_1", "france")
    acting(s, "exeter_1")
    run(levy_action(s, Lord("exeter_1"), "levy ship"))
    assert s.mats[Lord("exeter_1")].assets[SHIPS] == 1


def test_y15_a_parley_by_sea_that_is_stopped_costs_no_influence() -> None:
    s = blockade()
    run(levy_action(s, SOMERSET, "parley dover"), dice=[3])
    assert (s.influence, muster_of(s).spent) == (0, 1)


def test_y15_a_parley_by_sea_that_passes_checks_influence() -> None:
    s = blockade()
    run(levy_action(s, SOMERSET, "parley dover"), dice=[2, 3])
    assert s.favour[Locale("dover")] is LANCASTER
    assert s.influence == -2


def test_y15_a_neighbour_by_way_is_reached_without_the_sea() -> None:
    s = blockade()
    run(levy_action(s, SOMERSET, "parley exeter"), dice=[3])
    assert s.favour[Locale("exeter")] is LANCASTER


def test_y15_the_longer_way_by_land_is_offered_where_the_sea_is_barred() -> None:
    s = blockade()
    favour(s, LANCASTER, "exeter")
    options = parley_options(s, SOMERSET, campaign=False)
    assert {"parley dorchester", "parley dorchester by_way"} <= set(options)
    assert "parley dover by_way" not in options
    assert "parley truro by_way" not in options
    run(levy_action(s, SOMERSET, "parley dorchester by_way"), dice=[3])
    assert s.favour[Locale("dorchester")] is LANCASTER
    assert s.influence == -3


def test_y15_another_sea_is_open() -> None:
    s = blockade(where="bristol")
    run(levy_action(s, SOMERSET, "parley harlech"), dice=[3])
    assert s.favour[Locale("harlech")] is LANCASTER


def test_y15_great_ships_do_not_pass_it() -> None:
    s = blockade(where="bristol")
    capability(s, "somerset_1", "l6")
    run(levy_action(s, SOMERSET, "parley dover"), dice=[4])
    assert s.influence == 0
    acting(s, "somerset_1")
    run(levy_action(s, SOMERSET, "parley lynn"), dice=[3])
    assert s.favour[Locale("lynn")] is LANCASTER


def test_y15_york_is_free() -> None:
    s = blockade()
    put(s, "march", "dover", ships=1)
    favour(s, YORK, "dover")
    acting(s, "march")
    run(levy_action(s, Lord("march"), "parley hastings"), dice=[1])
    assert s.favour[Locale("hastings")] is YORK


def test_y15_great_ships_lead_from_an_exile_box_of_that_sea_to_the_ports_of_another() -> None:
    """R35, and no use of a Port on the blockaded Sea: no roll but the check's."""
    s = blockade("exeter_1", "france")
    capability(s, "exeter_1", "l6")
    run(levy_action(s, Lord("exeter_1"), "parley lynn"), dice=[1])
    assert s.favour[Locale("lynn")] is LANCASTER


@pytest.mark.parametrize("card", ["y15", "y1"])
def test_y15_with_hidden_mats_the_way_round_is_offered_whether_warwick_has_the_card_or_not(card: str) -> None:
    """1.5.3: what is open to a Lancastrian must not tell him what lies at Warwick's mat."""
    s = blockade()
    s.hidden_mats = True
    s.mats[Lord("warwick_y")].capabilities = [Card(card)]
    favour(s, LANCASTER, "exeter")
    assert {"parley dorchester", "parley dorchester by_way"} <= set(parley_options(s, SOMERSET, campaign=False))
    run(levy_action(s, SOMERSET, "parley dorchester"), dice=[2, 3] if card == "y15" else [3])
    assert s.favour[Locale("dorchester")] is LANCASTER


def test_y15_with_hidden_mats_no_way_round_where_warwick_could_not_blockade() -> None:
    s = blockade()
    s.hidden_mats = True
    put(s, "warwick_y", "lynn")
    favour(s, LANCASTER, "exeter")
    assert "parley dorchester by_way" not in parley_options(s, SOMERSET, campaign=False)
