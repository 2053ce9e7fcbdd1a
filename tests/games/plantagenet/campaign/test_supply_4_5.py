"""4.5 Supply."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet.components.state import Depletion, State
from tests.games.plantagenet.build import LANCASTER, YORK
from tests.games.plantagenet.card import act, active, assets, options, wear
from tests.games.plantagenet.scene import IA, IC, II, capability, favour, position, put, vassal, worn


def exeter(carts: int = 0, ships: int = 0) -> State:
    """Devon at Exeter, to be Supplied."""
    s = position(II)
    put(s, "devon", "exeter", provender=0, coin=0, carts=carts, ships=ships)
    return s


def somerset(carts: int) -> State:
    """E12: Somerset at Friendly Guildford, Winchester Friendly too."""
    s = position(IA)
    put(s, "somerset_1", "guildford", provender=0, coin=0, carts=carts)
    favour(s, LANCASTER, "guildford", "winchester")
    return active(s, "somerset_1")


# Stronghold Sources


def test_e8_from_the_lords_own_place_without_carts() -> None:
    """E8: Henry VI draws 3 Provender from London and Depletes it."""
    s = position(IA)
    put(s, "henry_vi", "london", provender=0, coin=0, carts=0)
    act(active(s, "henry_vi"), "supply london")
    assert assets(s, "henry_vi") == {"provender": 3}
    assert wear(s, "london") is Depletion.DEPLETED


def test_4_5_2_a_depleted_source_is_exhausted() -> None:
    """4.5.2."""
    s = position(IA)
    worn(s, Depletion.DEPLETED, "london")
    act(active(s, "henry_vi"), "supply london")
    assert wear(s, "london") is Depletion.EXHAUSTED


@pytest.mark.parametrize(("carts", "provender"), [(4, 2), (2, 2), (1, 1)])
def test_e12_one_way_off_a_cart_for_each_provender(carts: int, provender: int) -> None:
    """E12."""
    s = somerset(carts)
    act(s, "supply winchester")
    assert assets(s, "somerset_1")["provender"] == provender


def test_4_5_1_two_ways_off_two_carts_for_each_provender() -> None:
    """4.5.2 example: four Carts, two Ways, two Provender."""
    s = somerset(4)
    favour(s, LANCASTER, "salisbury")
    act(s, "supply salisbury")
    assert assets(s, "somerset_1")["provender"] == 2


def test_r67_not_where_nothing_would_arrive() -> None:
    """R67: no Cart, or too few for the distance."""
    assert "supply winchester" not in options(somerset(0))
    s = somerset(1)
    favour(s, LANCASTER, "salisbury")
    assert "supply salisbury" not in options(s)


def test_4_5_the_lord_must_be_at_a_friendly_locale() -> None:
    """4.5: Guildford Neutral, Winchester Friendly."""
    s = somerset(4)
    favour(s, None, "guildford")
    assert not options(s, "supply")


def test_4_5_1_an_exhausted_stronghold_is_no_source() -> None:
    """4.5.1: but a Route leads through it."""
    s = somerset(4)
    favour(s, LANCASTER, "salisbury")
    worn(s, Depletion.EXHAUSTED, "winchester")
    assert "supply winchester" not in options(s)
    assert "supply salisbury" in options(s)


def test_r40_the_route_is_free_of_enemy_lords() -> None:
    """R40: a Yorkist at Winchester bars it as a Source and as a way on."""
    s = somerset(4)
    favour(s, LANCASTER, "salisbury")
    put(s, "march", "winchester")
    assert options(s, "supply") == ["supply guildford", "supply london"]


def test_r40_the_route_is_a_chain_of_friendly_locales() -> None:
    """R40: Neutral Winchester breaks it."""
    s = somerset(4)
    favour(s, LANCASTER, "salisbury")
    favour(s, None, "winchester")
    assert "supply salisbury" not in options(s)


def test_r34_supply_does_not_cross_a_sea_by_route() -> None:
    """R34: Ships link no Strongholds for Supply from them."""
    s = exeter(carts=4, ships=2)
    favour(s, YORK, "southampton")
    assert "supply southampton" not in options(active(s, "devon"))


def test_4_5_1_carts_are_shared() -> None:
    """1.5.3: York's Carts serve March."""
    s = position(IA)
    put(s, "york", "ely", carts=2)
    put(s, "march", "ely", provender=0, coin=0, carts=0)
    favour(s, YORK, "cambridge")
    act(active(s, "march"), "supply cambridge")
    assert assets(s, "march") == {"provender": 1}


# Port Sources


def test_4_5_2_a_port_gives_a_provender_a_ship_and_is_not_depleted() -> None:
    """4.5.2: at the Lord's own Port, Exhausted or not."""
    s = exeter(ships=2)
    worn(s, Depletion.EXHAUSTED, "exeter")
    act(active(s, "devon"), "supply exeter ships")
    assert assets(s, "devon") == {"provender": 2, "ships": 2}
    assert wear(s, "exeter") is Depletion.EXHAUSTED


def test_4_5_2_ships_are_shared_beyond_two() -> None:
    """4.5.2: so may total more than two."""
    s = exeter(ships=2)
    put(s, "pembroke", "exeter", ships=1)
    act(active(s, "devon"), "supply exeter ships")
    assert assets(s, "devon")["provender"] == 3


def test_4_5_2_without_ships_a_port_is_just_a_stronghold() -> None:
    """4.5.1."""
    assert options(active(exeter(), "devon"), "supply") == ["supply exeter"]


def test_4_5_2_a_port_reached_overland_needs_carts() -> None:
    """R34: Wells - Exeter is one Way, and one Cart."""
    s = exeter(carts=1, ships=2)
    put(s, "devon", "wells")
    favour(s, YORK, "wells")
    act(active(s, "devon"), "supply exeter ships")
    assert assets(s, "devon")["provender"] == 1


# Exile boxes


def exile(ships: int, carts: int = 0) -> State:
    """Somerset in the Scotland box."""
    s = position(IC)
    put(s, "somerset_1", "scotland", provender=0, coin=0, ships=ships, carts=carts)
    return active(s, "somerset_1")


def test_r34_from_an_exile_box_through_any_port_of_its_sea_without_carts() -> None:
    """R34: by Ship, no Way count."""
    s = exile(ships=2)
    assert options(s, "supply") == ["supply newcastle ships", "supply scarborough ships"]
    act(s, "supply newcastle ships")
    assert assets(s, "somerset_1") == {"provender": 2, "ships": 2}


def test_r34_not_through_a_port_with_an_enemy_lord() -> None:
    """R34."""
    s = exile(ships=2)
    put(s, "march", "newcastle")
    assert options(s, "supply") == ["supply scarborough ships"]


def test_r34_from_scotland_by_path_with_carts() -> None:
    """4.5.1 exception."""
    s = exile(ships=0, carts=1)
    assert options(s, "supply") == ["supply bamburgh", "supply carlisle"]


def test_r34_an_exile_box_is_never_a_source() -> None:
    """4.5.1 note."""
    assert not [option for option in options(exile(ships=2, carts=4), "supply") if "scotland" in option]


def test_r34_from_other_exile_boxes_by_ship_only() -> None:
    """4.5.1."""
    s = position(II)
    put(s, "warwick_l", "france", ships=0, carts=4)
    assert not options(active(s, "warwick_l"), "supply")


# Cards


def test_r67_harbingers_double_what_arrives() -> None:
    """R67: after the limit of the Carts, London at 1 Way with 2 Carts is 2, doubled 4."""
    s = somerset(2)
    capability(s, "somerset_1", "l7")
    act(s, "supply london")
    assert assets(s, "somerset_1")["provender"] == 4


def test_y7_harbingers_double_supply_by_ship() -> None:
    """y7."""
    s = exeter(ships=1)
    capability(s, "devon", "y7")
    act(active(s, "devon"), "supply exeter ships")
    assert assets(s, "devon")["provender"] == 2


def test_l8_hay_wains_count_carts_twice_also_when_shared() -> None:
    """l8: the one Cart of Somerset serves Henry as two."""
    s = somerset(1)
    put(s, "henry_vi", "guildford", provender=0, carts=0)
    capability(s, "somerset_1", "l8")
    act(active(s, "henry_vi"), "supply winchester")
    assert assets(s, "henry_vi")["provender"] == 2


def test_l8_borrowed_carts_count_once() -> None:
    """l8: Henry's card does nothing for Somerset's Cart."""
    s = somerset(1)
    put(s, "henry_vi", "guildford", provender=0, carts=0)
    capability(s, "henry_vi", "l8")
    act(active(s, "henry_vi"), "supply winchester")
    assert assets(s, "henry_vi")["provender"] == 1


def test_y6_great_ships_bring_two_each() -> None:
    """y6, R35: only that Lord's own Ships count double."""
    s = exeter(ships=1)
    put(s, "pembroke", "exeter", ships=1)
    capability(s, "devon", "y6")
    act(active(s, "devon"), "supply exeter ships")
    assert assets(s, "devon")["provender"] == 3


def test_r35_great_ships_open_the_ports_of_every_sea_to_an_exile() -> None:
    """R35: for Supply from an Exile box."""
    s = exile(ships=1)
    assert "supply pembroke ships" not in options(s)
    capability(s, "somerset_1", "l6")
    assert "supply pembroke ships" in options(s)


@pytest.mark.parametrize(("source", "provender"), [("exeter", 3), ("plymouth", 2), ("bristol", 2)])
def test_y29_stafford_branch_adds_one_about_exeter(source: str, provender: int) -> None:
    """y29: Exeter and the Strongholds adjacent to it."""
    s = exeter(carts=12)
    capability(s, "devon", "y29")
    favour(s, YORK, "plymouth", "wells", "bristol")
    act(active(s, "devon"), f"supply {source}")
    assert assets(s, "devon")["provender"] == provender


def test_y29_stafford_branch_stays_within_the_carts() -> None:
    """R67: first the card, then the Carts."""
    s = exeter(carts=1)
    capability(s, "devon", "y29")
    favour(s, YORK, "wells")
    act(active(s, "devon"), "supply wells")
    assert assets(s, "devon")["provender"] == 1


def test_y29_stafford_branch_adds_nothing_by_ship() -> None:
    """y29: not when he uses the place as a Port."""
    s = exeter(ships=1)
    capability(s, "devon", "y29")
    act(active(s, "devon"), "supply exeter ships")
    assert assets(s, "devon")["provender"] == 1


def test_l10_chamberlains_spare_the_seats_of_own_vassals() -> None:
    """l10: no Depletion at St Albans, Seat of Essex; London Depletes."""
    s = position(IA)
    put(s, "henry_vi", "london", carts=4)
    favour(s, LANCASTER, "st_albans")
    vassal(s, "essex", "henry_vi", 3)
    capability(s, "henry_vi", "l10")
    active(s, "henry_vi")
    act(s, "supply st_albans")
    act(s, "supply london")
    assert (wear(s, "st_albans"), wear(s, "london")) == (None, Depletion.DEPLETED)


def test_l9_quartermasters_do_not_touch_supply() -> None:
    """l9: Supply still Depletes."""
    s = position(IA)
    capability(s, "henry_vi", "l9")
    act(active(s, "henry_vi"), "supply london")
    assert wear(s, "london") is Depletion.DEPLETED


# Naval Blockade


def blockaded() -> State:
    """Exeter (2) at the Port of Exeter; Warwick for York blockades the Channel from Calais."""
    s = position(IA)
    put(s, "warwick_y", "calais")
    capability(s, "warwick_y", "y15")
    put(s, "exeter_1", "exeter", provender=0, coin=0, carts=0, ships=2)
    favour(s, LANCASTER, "exeter")
    return active(s, "exeter_1")


@pytest.mark.parametrize(("die", "provender"), [(2, 2), (3, 0)])
def test_y15_supply_through_a_blockaded_port_needs_1_or_2(die: int, provender: int) -> None:
    """y15: the action is spent whatever happens."""
    s = blockaded()
    act(s, "supply exeter ships", dice=[die])
    assert assets(s, "exeter_1").get("provender", 0) == provender
    assert s.command is not None
    assert s.command.spent == 1


def test_y15_supply_from_a_stronghold_that_happens_to_be_a_port() -> None:
    """y15: that is not using a Port."""
    s = blockaded()
    act(s, "supply exeter")
    assert assets(s, "exeter_1")["provender"] == 2
