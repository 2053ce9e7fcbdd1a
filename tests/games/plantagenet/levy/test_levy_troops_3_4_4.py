"""3.4.4 Levy Troops, and the cards that shape it."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet.components.assets import own
from pbem.games.plantagenet.components.board import Locale
from pbem.games.plantagenet.components.box import COIN, MERCENARIES, Lord
from pbem.games.plantagenet.components.state import Depletion, State, muster_of
from pbem.games.plantagenet.levy.levy import levy_options
from pbem.games.plantagenet.levy.levy_troops import troops_options
from pbem.games.plantagenet.levy.muster import levy_action
from tests.games.plantagenet.build import LANCASTER, YORK, Line, forces, run
from tests.games.plantagenet.scene import (
    IA,
    III,
    acting,
    capability,
    favour,
    in_effect,
    position,
    put,
    vassal,
    worn,
)


def at(lord: str, where: str, *cards: str, scenario: str = IA, **figures: int) -> State:
    """A Lord with just these Troops and cards, taking his Levy actions at a Friendly place."""
    s = position(scenario)
    put(s, lord, where, **figures)
    if where in s.board.areas or s.board.locales[Locale(where)].stronghold:
        favour(s, s.box.lords[Lord(lord)].side, where)
    capability(s, lord, *cards)
    acting(s, lord)
    return s


def ways(s: State, lord: str) -> list[str]:
    """How the Lord can Levy Troops."""
    return [option.removeprefix("levy troops").strip() for option in troops_options(s, Lord(lord))]


def levies(s: State, lord: str, how: str = "", *lines: Line) -> None:
    """Levy Troops."""
    run(levy_action(s, Lord(lord), f"levy troops {how}".strip()), *lines)


def wear(s: State, locale: str) -> Depletion | None:
    """The marker at a Locale."""
    return s.wear.get(Locale(locale))


# The rule


@pytest.mark.parametrize(
    ("where", "troops"),
    [
        ("york", {"longbowmen": 1, "militia": 1}),
        ("derby", {"militia": 2}),
        ("bamburgh", {"men_at_arms": 1, "longbowmen": 1}),
        ("london", {"men_at_arms": 1, "longbowmen": 1, "militia": 1}),
        ("calais", {"men_at_arms": 2, "longbowmen": 1}),
        ("harlech", {"men_at_arms": 1, "longbowmen": 2}),
    ],
)
def test_3_4_4_troops_of_the_strongholds_table(where: str, troops: dict[str, int]) -> None:
    s = at("march", where, handgunners=1)
    levies(s, "march")
    assert forces(s, Lord("march")) == {"retinue": 1, "handgunners": 1} | troops


def test_3_4_4_e2_ely_is_depleted_then_exhausted() -> None:
    s = at("york", "ely")
    levies(s, "york")
    assert (forces(s, Lord("york"))["longbowmen"], forces(s, Lord("york"))["militia"]) == (3, 3)
    assert wear(s, "ely") is Depletion.DEPLETED
    levies(s, "york")
    assert wear(s, "ely") is Depletion.EXHAUSTED
    assert muster_of(s).spent == 2
    assert ways(s, "york") == []


def test_3_4_4_only_at_a_friendly_place() -> None:
    s = at("york", "ely")
    favour(s, None, "ely")
    assert ways(s, "york") == []


def test_3_4_4_not_in_an_exile_box() -> None:
    assert ways(at("york", "ireland"), "york") == []


def test_1_6_the_pool_limits_the_levy() -> None:
    s = at("york", "derby")
    put(s, "march", "ludlow", militia=44)
    put(s, "york", "derby", men_at_arms=1)
    put(s, "henry_vi", "london", men_at_arms=1)
    put(s, "somerset_1", "london", men_at_arms=1)
    levies(s, "york")
    assert forces(s, Lord("york"))["militia"] == 1
    assert wear(s, "derby") is Depletion.DEPLETED


# Capabilities


def test_y12_soldiers_of_fortune_for_a_coin() -> None:
    s = at("york", "ely", "y12", coin=2)
    assert ways(s, "york") == ["", "mercenaries"]
    levies(s, "york", "mercenaries")
    assert forces(s, Lord("york"))["mercenaries"] == 2
    assert forces(s, Lord("york"))["militia"] == 3
    assert own(s, Lord("york"), COIN) == 1


def test_y12_needs_a_coin_and_mercenaries_in_the_pool() -> None:
    s = at("york", "ely", "y12", coin=0)
    assert ways(s, "york") == [""]
    put(s, "york", "ely", coin=1)
    put(s, "march", "ludlow", mercenaries=6)
    assert ways(s, "york") == [""]
    put(s, "march", "ludlow", mercenaries=5)
    levies(s, "york", "mercenaries")
    assert forces(s, Lord("york"))["mercenaries"] == 1


def test_y12_the_coin_may_be_shared_and_the_owner_says_by_whom() -> None:
    s = at("york", "ely", "y12", coin=1)
    put(s, "march", "ely", coin=1)
    assert ways(s, "york") == ["", "mercenaries york", "mercenaries march"]
    levies(s, "york", "mercenaries march")
    assert (own(s, Lord("york"), COIN), own(s, Lord("march"), COIN)) == (1, 0)


def test_y16_beloved_warwick_five_militia_instead_and_it_depletes() -> None:
    s = at("warwick_y", "calais", "y16")
    before = forces(s, Lord("warwick_y"))
    assert ways(s, "warwick_y") == ["", "warwick"]
    levies(s, "warwick_y", "warwick")
    assert forces(s, Lord("warwick_y")) == before | {"militia": before.get("militia", 0) + 5}
    assert wear(s, "calais") is Depletion.DEPLETED


def test_y16_beloved_warwick_goes_with_soldiers_of_fortune() -> None:
    s = at("warwick_y", "calais", "y16", "y12", coin=1)
    assert "warwick mercenaries" in ways(s, "warwick_y")
    levies(s, "warwick_y", "warwick mercenaries")
    assert forces(s, Lord("warwick_y"))["mercenaries"] == 2


@pytest.mark.parametrize(("where", "open_"), [("ireland", True), ("bristol", True), ("lynn", False), ("ely", False)])
def test_y18_irishmen_in_ireland_or_at_a_port_on_the_irish_sea(where: str, open_: bool) -> None:
    s = at("york", where, "y18")
    assert ("irishmen" in ways(s, "york")) is open_


def test_y18_irishmen_five_militia_without_depletion_but_not_where_exhausted() -> None:
    s = at("york", "ireland", "y18", men_at_arms=1)
    levies(s, "york", "irishmen")
    assert forces(s, Lord("york"))["militia"] == 5
    assert wear(s, "ireland") is None
    worn(s, Depletion.EXHAUSTED, "ireland")
    assert ways(s, "york") == []


@pytest.mark.parametrize(("lord", "where", "card"), [("edward_iv", "london", "y31"), ("henry_vi", "london", "l9")])
def test_woodvilles_and_quartermasters_do_not_deplete(lord: str, where: str, card: str) -> None:
    s = at(lord, where, card, scenario="ii_warwicks_rebellion" if card == "y31" else IA)
    levies(s, lord)
    assert wear(s, where) is None
    worn(s, Depletion.EXHAUSTED, where)
    assert ways(s, lord) == []


def test_l10_chamberlains_do_not_deplete_the_seat_of_an_own_vassal() -> None:
    s = at("henry_vi", "st_albans", "l10")
    levies(s, "henry_vi")
    assert wear(s, "st_albans") is Depletion.DEPLETED
    vassal(s, "essex", "henry_vi", 2)
    levies(s, "henry_vi")
    assert wear(s, "st_albans") is Depletion.DEPLETED


def test_l12_commission_of_array_from_a_friendly_neighbour() -> None:
    s = at("henry_vi", "london", "l12")
    put(s, "somerset_1", "wells")
    assert ways(s, "henry_vi") == [""]
    favour(s, LANCASTER, "oxford", "st_albans")
    put(s, "york", "st_albans")
    assert ways(s, "henry_vi") == ["", "from oxford"]
    before = forces(s, Lord("henry_vi"))
    levies(s, "henry_vi", "from oxford")
    assert forces(s, Lord("henry_vi"))["longbowmen"] == before["longbowmen"] + 1
    assert (wear(s, "oxford"), wear(s, "london")) == (Depletion.DEPLETED, None)


def test_l12_the_neighbour_must_not_be_exhausted_the_own_place_may() -> None:
    s = at("henry_vi", "london", "l12")
    favour(s, LANCASTER, "oxford", "guildford")
    worn(s, Depletion.EXHAUSTED, "london", "guildford")
    assert ways(s, "henry_vi") == ["from oxford"]


def test_l12_not_from_an_exile_box() -> None:
    s = at("henry_vi", "scotland", "l12")
    favour(s, LANCASTER, "carlisle", "bamburgh")
    assert ways(s, "henry_vi") == []


def test_l35_stanley_one_levy_of_troops_without_lordship() -> None:
    s = at("henry_tudor", "oxford", "l35", scenario=III)
    levies(s, "henry_tudor")
    assert muster_of(s).spent == 0
    muster_of(s).spent = 2
    assert levy_options(s, Lord("henry_tudor")) == []


def test_l35_stanley_is_of_use_when_lordship_is_gone_and_in_the_levy_he_comes() -> None:
    s = at("henry_tudor", "oxford", scenario=III)
    muster_of(s).spent = 1
    run(levy_action(s, Lord("henry_tudor"), "levy capability l35"))
    assert muster_of(s).lord == "henry_tudor"
    assert levy_options(s, Lord("henry_tudor")) == ["levy troops"]
    levies(s, "henry_tudor")
    assert muster_of(s).lord is None


# Events


def test_y16_the_commons_one_or_two_militia_more() -> None:
    s = at("york", "ely")
    in_effect(s, "y16")
    assert ways(s, "york") == ["", "militia_1", "militia_2"]
    levies(s, "york", "militia_2")
    assert forces(s, Lord("york"))["militia"] == 5
    acting(s, "henry_vi")
    assert ways(s, "henry_vi") == [""]


def test_l9_rising_wages_no_coin_no_action() -> None:
    s = at("york", "ely", coin=1)
    in_effect(s, "l9")
    levies(s, "york")
    assert own(s, Lord("york"), COIN) == 0
    assert ways(s, "york") == []
    acting(s, "henry_vi")
    put(s, "henry_vi", "london", coin=0)
    assert ways(s, "henry_vi") == [""]


def test_l9_rising_wages_come_on_top_of_mercenaries_and_cards() -> None:
    s = at("york", "ireland", "y18", "y12", coin=1)
    in_effect(s, "l9")
    assert ways(s, "york") == ["irishmen"]
    put(s, "york", "ireland", coin=2)
    levies(s, "york", "irishmen mercenaries")
    assert own(s, Lord("york"), COIN) == 0


def test_l9_rising_wages_the_owner_says_who_pays() -> None:
    s = at("york", "ely", coin=1)
    put(s, "march", "ely", coin=1)
    in_effect(s, "l9")
    levies(s, "york", "", (YORK, "wages", "march"))
    assert (own(s, Lord("york"), COIN), own(s, Lord("march"), COIN)) == (1, 0)


def test_l9_rising_wages_are_not_paid_with_the_coin_that_hires() -> None:
    s = at("york", "ely", "y12", coin=1)
    put(s, "march", "ely", coin=1)
    in_effect(s, "l9")
    levies(s, "york", "mercenaries york")
    assert (own(s, Lord("york"), COIN), own(s, Lord("march"), COIN)) == (0, 0)
    assert forces(s, Lord("york"))[MERCENARIES] == 2
