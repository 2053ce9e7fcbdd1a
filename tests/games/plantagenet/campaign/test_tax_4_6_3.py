"""4.6.3 Tax."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbem.games.plantagenet.campaign.tax import Tax, tax
from pbem.games.plantagenet.components.board import Locale
from pbem.games.plantagenet.components.box import Lord
from pbem.games.plantagenet.components.reading_options import Doubled
from pbem.games.plantagenet.components.readings import PRESENT, readings
from pbem.games.plantagenet.components.state import Depletion, State, command_of
from pbem.games.plantagenet.game import RULES
from pbem.moderator.core.setups import load_setup
from pbem.resources import scenarios_dir
from tests.games.plantagenet.build import LANCASTER, YORK, run
from tests.games.plantagenet.card import act, active, assets, options, wear
from tests.games.plantagenet.scene import IA, II, III, capability, favour, position, put, vassal, worn


def henry(*vassals: str) -> State:
    """Henry VI at London without Coin, with Vassals."""
    s = position(IA)
    put(s, "henry_vi", "london", coin=0, provender=0, carts=0, ships=0)
    for name in vassals:
        vassal(s, name, "henry_vi", 3)
    return active(s, "henry_vi")


def salisbury(place: str = "york", ships: int = 0) -> State:
    """Salisbury, whose Seat is York, without Coin."""
    s = position(IA)
    put(s, "salisbury", place, coin=0, ships=ships)
    favour(s, YORK, "york", place)
    return active(s, "salisbury")


def test_4_6_3_the_own_seat_is_sure_and_free() -> None:
    """4.6.3: Coin by the table, Depleted, no Influence."""
    s = salisbury()
    act(s, "tax york")
    assert assets(s, "salisbury")["coin"] == 2
    assert wear(s, "york") is Depletion.DEPLETED
    assert s.influence == 0


def test_e8_a_vassals_seat_calls_for_a_check() -> None:
    """E8: St Albans, Seat of Essex: cost 1, die 1: 1 Coin, Depleted. Distance is free."""
    s = henry("essex")
    favour(s, LANCASTER, "st_albans")
    act(s, "tax st_albans", dice=[1])
    assert assets(s, "henry_vi") == {"coin": 1}
    assert wear(s, "st_albans") is Depletion.DEPLETED
    assert s.influence == -1


def test_4_6_3_a_failed_check_brings_and_depletes_nothing() -> None:
    """4.6.3: Deplete if Coin is added."""
    s = salisbury("london")
    act(s, "tax london", dice=[4])
    assert "coin" not in assets(s, "salisbury")
    assert wear(s, "london") is None
    assert s.influence == 1


def test_1_4_2_the_check_can_be_raised() -> None:
    """1.4.2: 1 for +1, 3 for +2; not beyond 5."""
    s = salisbury("london")
    assert options(s, "tax") == ["tax london", "tax london spend_1", "tax london spend_3"]
    act(s, "tax london spend_3", dice=[5])
    assert assets(s, "salisbury")["coin"] == 3
    assert s.influence == 4


def test_1_4_2_no_raise_beyond_five() -> None:
    """R25: Henry's Influence is 5."""
    s = henry("essex")
    favour(s, LANCASTER, "st_albans")
    assert options(s, "tax") == ["tax london", "tax st_albans"]


def test_4_6_3_special_strongholds_own_seat_and_vassals_seats() -> None:
    """4.6.3: Friendly Oxford is none of them."""
    s = henry()
    favour(s, LANCASTER, "oxford", "st_albans")
    assert options(s, "tax") == ["tax london"]


def test_4_6_3_every_special_stronghold() -> None:
    """4.6.3: London, Calais or Harlech."""
    s = position(II)
    put(s, "jasper_tudor_1", "harlech")
    active(s, "jasper_tudor_1")
    assert options(s, "tax") == ["tax harlech"]
    put(s, "warwick_l", "calais")
    assert options(active(s, "warwick_l"), "tax") == ["tax calais"]


def test_4_6_3_special_vassals_have_no_seat() -> None:
    """1.5.4: Trollope brings no place to Tax."""
    s = henry()
    capability(s, "henry_vi", "l19")
    assert options(s, "tax") == ["tax london"]


def test_4_6_3_not_where_exhausted() -> None:
    """4.6.3."""
    s = salisbury()
    worn(s, Depletion.EXHAUSTED, "york")
    assert not options(s, "tax")


def test_4_6_3_depleted_turns_exhausted() -> None:
    """4.6.3."""
    s = salisbury()
    worn(s, Depletion.DEPLETED, "york")
    act(s, "tax york")
    assert wear(s, "york") is Depletion.EXHAUSTED


def test_4_6_3_the_lord_must_be_at_a_friendly_locale() -> None:
    """4.6.3."""
    s = salisbury("lincoln")
    assert "tax york" in options(s)
    favour(s, None, "lincoln")
    assert not options(s, "tax")


def test_4_6_3_the_taxed_stronghold_is_friendly() -> None:
    """4.6.3: a Route of Friendly Locales including it."""
    s = salisbury("lincoln")
    favour(s, None, "york")
    assert not options(s, "tax")


def test_r40_no_enemy_lord_on_the_route() -> None:
    """R40: York - Lincoln - Peterborough with Somerset at Lincoln."""
    s = salisbury("peterborough")
    favour(s, YORK, "lincoln")
    assert options(s, "tax") == ["tax york"]
    put(s, "somerset_1", "lincoln")
    assert not options(s, "tax")


# By Sea


def test_r33_a_ship_links_ports_of_one_sea() -> None:
    """R33: from Friendly Scarborough by Newcastle to York, with a Ship of his own."""
    s = salisbury("lynn")
    favour(s, YORK, "scarborough")
    assert not options(s, "tax")
    put(s, "salisbury", "lynn", ships=1)
    assert options(s, "tax") == ["tax york"]


def test_r33_a_shared_ship_will_do() -> None:
    """R33."""
    s = salisbury("lynn")
    favour(s, YORK, "scarborough")
    put(s, "warwick_y", "lynn", ships=1)
    assert "tax york" in options(s)


def test_r33_from_an_exile_box() -> None:
    """4.6.3: Ports and/or an Exile box on the same Sea."""
    s = salisbury("burgundy", ships=1)
    favour(s, YORK, "scarborough")
    assert "tax york" in options(s)


def test_r33_not_between_seas_but_with_great_ships() -> None:
    """R35."""
    s = salisbury("lynn", ships=1)
    favour(s, YORK, "calais")
    assert "tax calais" not in options(s)
    capability(s, "salisbury", "y6")
    assert "tax calais" in options(s)


def blockaded() -> State:
    """Exeter at Plymouth with a Ship, his Seat Exeter cut off by land; Warwick blockades the Channel from Dover."""
    s = position(IA)
    put(s, "warwick_y", "dover")
    capability(s, "warwick_y", "y15")
    put(s, "exeter_1", "plymouth", coin=0, ships=1)
    favour(s, LANCASTER, "plymouth", "calais")
    return active(s, "exeter_1")


@pytest.mark.parametrize(("die", "rolls", "coin"), [(3, [], 0), (2, [1], 3)])
def test_r37_a_blockaded_route_needs_1_or_2_and_costs_influence_only_then(die: int, rolls: list[int], coin: int) -> None:
    """R37: the Command is spent whatever happens."""
    s = blockaded()
    act(s, "tax calais", dice=[die, *rolls])
    assert assets(s, "exeter_1").get("coin", 0) == coin
    assert s.influence == -len(rolls)
    assert command_of(s).spent == 1


def test_r37_a_land_route_avoids_the_blockade() -> None:
    """R37: Exeter is adjacent to Plymouth."""
    s = blockaded()
    favour(s, LANCASTER, "exeter")
    act(s, "tax exeter")
    assert assets(s, "exeter_1")["coin"] == 2


# Cards


@pytest.mark.parametrize("place", ["exeter", "launceston"])
def test_y29_stafford_branch_adds_a_coin_about_exeter(place: str) -> None:
    """y29."""
    s = position(II)
    put(s, "devon", "exeter", coin=0)
    favour(s, YORK, "launceston")
    vassal(s, "bonville", "devon", 5)
    capability(s, "devon", "y29")
    act(active(s, "devon"), f"tax {place}", dice=[1] if place != "exeter" else [])
    assert assets(s, "devon")["coin"] == 3


@pytest.mark.parametrize(("die", "coin"), [(1, 4), (6, 1)])
def test_y34_so_wise_so_young_adds_a_coin_even_when_the_check_fails(die: int, coin: int) -> None:
    """y34: a failure Depletes nothing."""
    s = position(II)
    put(s, "gloucester_1", "london", coin=0)
    capability(s, "gloucester_1", "y34")
    act(active(s, "gloucester_1"), "tax london", dice=[die])
    assert assets(s, "gloucester_1")["coin"] == coin
    assert wear(s, "london") is (Depletion.DEPLETED if die == 1 else None)


@pytest.mark.parametrize(("doubled", "coin"), [(Doubled.ALL, 8), (Doubled.YIELD, 7), (Doubled.TABLE, 7)])
def test_r69_tax_collectors_and_so_wise_so_young(doubled: Doubled, coin: int) -> None:
    """R69: Gloucester (2) at his Seat London: twice 3 and 1; twice 3, and 1."""
    s = position(III)
    s.readings = replace(PRESENT, collectors_double=doubled)
    put(s, "gloucester_2", "london", coin=0)
    capability(s, "gloucester_2", "y34")
    run(tax(s, Lord("gloucester_2"), Tax(Locale("london")), factor=2))
    assert assets(s, "gloucester_2")["coin"] == coin
    assert wear(s, "london") is Depletion.DEPLETED


@pytest.mark.parametrize(("doubled", "coin"), [(Doubled.ALL, 6), (Doubled.YIELD, 6), (Doubled.TABLE, 5)])
def test_r69_tax_collectors_and_stafford_branch(doubled: Doubled, coin: int) -> None:
    """R69: twice 2 and 1; twice 2, and 1."""
    s = position(II)
    s.readings = replace(PRESENT, collectors_double=doubled)
    put(s, "devon", "exeter", coin=0)
    capability(s, "devon", "y29")
    run(tax(s, Lord("devon"), Tax(Locale("exeter")), factor=2))
    assert assets(s, "devon")["coin"] == coin


@pytest.mark.parametrize(("doubled", "coin"), [(Doubled.ALL, 2), (Doubled.YIELD, 1), (Doubled.TABLE, 1)])
def test_r249_so_wise_so_young_brings_its_coin_when_the_collectors_check_fails(doubled: Doubled, coin: int) -> None:
    """R69, R249: nothing comes from the Stronghold, and nothing is Depleted."""
    s = position(III)
    s.readings = replace(PRESENT, collectors_double=doubled)
    put(s, "gloucester_2", "london", coin=0)
    favour(s, YORK, "london", "st_albans")
    vassal(s, "essex", "gloucester_2", 7)
    capability(s, "gloucester_2", "y34")
    run(tax(s, Lord("gloucester_2"), Tax(Locale("st_albans")), factor=2), dice=[6])
    assert assets(s, "gloucester_2")["coin"] == coin
    assert wear(s, "st_albans") is None


def test_which_reading_a_game_has_follows_from_its_options_and_when_it_began() -> None:
    chosen = load_setup(RULES, "iii", scenarios_dir(), {"tax_collectors": "table"})
    assert readings(chosen).collectors_double is Doubled.TABLE
    assert readings(replace(chosen, options={})).collectors_double is Doubled.ALL
    assert readings(replace(chosen, options={}, version=2)).collectors_double is Doubled.YIELD
