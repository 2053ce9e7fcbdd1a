"""4.4.1 Battle Array, and the Troops that Capabilities lend for one Battle."""

from typing import Any

import pytest

from pbem.games.plantagenet.battle.array import array, begin_battle
from pbem.games.plantagenet.battle.battle import reposition
from pbem.games.plantagenet.battle.temporary import lend_troops, return_troops
from pbem.games.plantagenet.components.assets import pool
from pbem.games.plantagenet.components.board import Locale
from pbem.games.plantagenet.components.box import Lord, Side
from pbem.games.plantagenet.components.state import State
from tests.games.plantagenet.build import LANCASTER, MEN_AT_ARMS, YORK, fight, forces, run, told
from tests.games.plantagenet.scene import IA, IB, II, III, battle_joined, capability, favour, position, put

NO_FORD: frozenset[Side] = frozenset()


def meeting(york: str, lancaster: str, attacker: Side = YORK, where: str = "oxford") -> State:
    """Lords of both sides at one Stronghold of scenario Ia, about to Array."""
    s = position(IA)
    for lord in (*york.split(), *lancaster.split()):
        put(s, lord, where)
    begin_battle(s, Locale(where), attacker, NO_FORD)
    return s


def front(s: State, side: Side) -> list[str | None]:
    """Left, centre, right."""
    return list(fight(s).front[side])


def stands(side: Side, left: str = "", centre: str = "", right: str = "") -> tuple[Side, str, Any]:
    """The line that Arrays."""
    places = {"left": left, "centre": centre, "right": right}
    return side, "array", {column: lord for column, lord in places.items() if lord}


# Who stands where


def test_one_against_one_meet_in_the_centre_and_nobody_is_asked() -> None:
    s = meeting("york", "henry_vi")
    run(array(s))
    assert (front(s, YORK), front(s, LANCASTER)) == ([None, "york", None], [None, "henry_vi", None])
    assert fight(s).fighters == ["henry_vi", "york"]


def test_the_defender_arrays_before_the_attacker() -> None:
    s = meeting("york march", "henry_vi somerset_1", attacker=LANCASTER)
    run(array(s), stands(YORK, "march", "york"), stands(LANCASTER, "henry_vi", "somerset_1"))
    assert front(s, LANCASTER) == ["henry_vi", "somerset_1", None]


def test_two_lords_fill_the_centre_and_a_wing() -> None:
    s = meeting("york march", "henry_vi", attacker=LANCASTER)
    with pytest.raises(AssertionError, match="centre must be filled"):
        run(array(s), stands(YORK, "march", "", "york"))


def test_a_lord_stands_in_one_place() -> None:
    s = meeting("york march", "henry_vi", attacker=LANCASTER)
    with pytest.raises(AssertionError, match="York already stands left"):
        run(array(s), (YORK, "array", {"left": "york", "centre": "york"}))


def test_the_attackers_second_lord_stands_opposite_the_defenders_wing() -> None:
    s = meeting("york march", "henry_vi somerset_1")
    defence = stands(LANCASTER, "", "henry_vi", "somerset_1")
    with pytest.raises(AssertionError, match="not yours to give"):
        run(array(s), defence, stands(YORK, "march", "york"))


def test_the_attacker_with_two_lords_chooses_between_two_wings_or_none() -> None:
    s = meeting("york march", "henry_vi")
    run(array(s), stands(YORK, "", "york", "march"))
    assert front(s, YORK) == [None, "york", "march"]
    s = meeting("york march", "henry_vi somerset_1 buckingham")
    run(array(s), stands(LANCASTER, "somerset_1", "henry_vi", "buckingham"), stands(YORK, "", "york", "march"))
    assert front(s, YORK) == [None, "york", "march"]


def test_three_lords_fill_the_front_and_the_others_are_in_reserve() -> None:
    s = meeting("york march salisbury rutland", "henry_vi")
    run(array(s), stands(YORK, "rutland", "march", "york"))
    assert front(s, YORK) == ["rutland", "march", "york"]
    assert fight(s).reserve[YORK] == ["salisbury"]
    assert fight(s).fighters == ["henry_vi", "rutland", "march", "york", "salisbury"]


def test_three_lords_may_not_leave_a_position_empty() -> None:
    s = meeting("york march salisbury", "henry_vi")
    with pytest.raises(AssertionError, match="3 are needed"):
        run(array(s), stands(YORK, "march", "york"))


def test_only_the_lords_at_the_stronghold_take_part() -> None:
    s = position(IA)
    put(s, "york", "london")
    begin_battle(s, Locale("london"), YORK, NO_FORD)
    assert fight(s).reserve == {YORK: ["york"], LANCASTER: ["henry_vi", "somerset_1"]}
    assert fight(s).favour is LANCASTER


# 6.0 Norfolk is Late


def towton(*york: str) -> State:
    s = position(IB)
    for lord in (*york, "exeter_1"):
        put(s, lord, "york")
    return s


def test_6_0_norfolk_is_late_and_stays_in_reserve_through_round_1() -> None:
    s = towton("march", "norfolk")
    begin_battle(s, Locale("york"), YORK, NO_FORD)
    run(array(s))
    assert (front(s, YORK), fight(s).reserve[YORK]) == ([None, "march", None], ["norfolk"])
    run(reposition(s))
    assert fight(s).reserve[YORK] == ["norfolk"]
    fight(s).round = 2
    run(reposition(s), (YORK, "advance", "norfolk right"))
    assert front(s, YORK) == [None, "march", "norfolk"]


def test_6_0_norfolk_is_late_in_the_first_such_battle_only() -> None:
    s = towton("march", "norfolk")
    begin_battle(s, Locale("york"), YORK, NO_FORD)
    assert fight(s).late == "norfolk"
    begin_battle(s, Locale("york"), YORK, NO_FORD)
    assert fight(s).late is None


def test_6_0_norfolk_alone_is_not_late_and_may_be_late_afterwards() -> None:
    s = towton("norfolk")
    begin_battle(s, Locale("york"), YORK, NO_FORD)
    assert fight(s).late is None
    put(s, "march", "york")
    begin_battle(s, Locale("york"), YORK, NO_FORD)
    assert fight(s).late == "norfolk"


# Temporary Troops


def lent(scenario: str, lord: str, card: str, where: str, side: Side | None = None) -> dict[str, int]:
    """What a card lends a Lord in a Battle at a Stronghold of that Favour."""
    s = position(scenario)
    put(s, lord, where)
    favour(s, side, where)
    capability(s, lord, card)
    before = forces(s, Lord(lord))
    begin_battle(s, Locale(where), YORK, NO_FORD)
    lend_troops(s)
    after = forces(s, Lord(lord))
    gained = {unit: number - before.get(unit, 0) for unit, number in after.items() if number != before.get(unit, 0)}
    assert gained == s.mats[Lord(lord)].temporary
    return gained


MUSTERED = {"men_at_arms": 2, "longbowmen": 1}


@pytest.mark.parametrize(
    ("scenario", "lord", "card", "where", "side", "troops"),
    [
        (IA, "march", "y3", "oxford", YORK, MUSTERED),
        (IA, "march", "y3", "oxford", None, {}),
        (IA, "march", "y3", "oxford", LANCASTER, {}),
        (IA, "somerset_1", "l3", "oxford", LANCASTER, MUSTERED),
        (II, "pembroke", "y25", "ludlow", None, {"longbowmen": 2}),
        (II, "pembroke", "y25", "gloucester", None, {}),
        (II, "jasper_tudor_1", "l25", "harlech", None, {"longbowmen": 2}),
        (II, "northumberland_y1", "y27", "hexham", None, {"militia": 4}),
        (II, "northumberland_y1", "y27", "york", None, {}),
        (III, "gloucester_2", "y35", "hexham", None, {"militia": 3}),
        (III, "gloucester_2", "y35", "dover", None, {"militia": 3}),
        (III, "gloucester_2", "y35", "ludlow", None, {"militia": 3}),
        (III, "gloucester_2", "y35", "oxford", None, {}),
        (III, "henry_tudor", "l33", "dover", LANCASTER, {"men_at_arms": 2}),
        (III, "henry_tudor", "l33", "dover", YORK, {}),
        (III, "henry_tudor", "l33", "lynn", LANCASTER, {}),
    ],
)
def test_temporary_troops(
    scenario: str, lord: str, card: str, where: str, side: Side | None, troops: dict[str, int]
) -> None:
    assert lent(scenario, lord, card, where, side) == troops


def test_philibert_lends_one_way_from_a_friendly_channel_port() -> None:
    s = position(III)
    put(s, "oxford", "canterbury")
    capability(s, "oxford", "l33")
    begin_battle(s, Locale("canterbury"), LANCASTER, NO_FORD)
    favour(s, LANCASTER, "dover")
    lend_troops(s)
    assert s.mats[Lord("oxford")].temporary == {"men_at_arms": 2}


@pytest.mark.parametrize(
    ("hexham", "enemy", "troops"), [(YORK, "", {"men_at_arms": 2}), (None, "", {}), (YORK, "carlisle", {})]
)
def test_percys_north_needs_a_yorkist_route_to_carlisle(hexham: Side | None, enemy: str, troops: dict[str, int]) -> None:
    s = position(III)
    put(s, "northumberland_y2", "newcastle", ships=0)
    capability(s, "northumberland_y2", "y37")
    favour(s, None, "newcastle", "appleby", "carlisle", "bamburgh")
    favour(s, hexham, "hexham")
    if enemy:
        put(s, "oxford", enemy)
    begin_battle(s, Locale("newcastle"), YORK, NO_FORD)
    lend_troops(s)
    assert s.mats[Lord("northumberland_y2")].temporary == troops


@pytest.mark.parametrize(("cards", "troops"), [(["y37"], {}), (["y37", "y6"], {"men_at_arms": 2})])
def test_percys_north_goes_from_sea_to_sea_with_great_ships(cards: list[str], troops: dict[str, int]) -> None:
    s = position(III)
    put(s, "northumberland_y2", "bristol", ships=1)
    capability(s, "northumberland_y2", *cards)
    favour(s, YORK, "newcastle", "hexham")
    begin_battle(s, Locale("bristol"), YORK, NO_FORD)
    lend_troops(s)
    assert s.mats[Lord("northumberland_y2")].temporary == troops


def test_1_6_temporary_troops_come_from_the_pool() -> None:
    s = position(IA)
    put(s, "march", "oxford", men_at_arms=28)
    favour(s, YORK, "oxford")
    capability(s, "march", "y3")
    assert pool(s, MEN_AT_ARMS) == 1
    begin_battle(s, Locale("oxford"), YORK, NO_FORD)
    lend_troops(s)
    assert s.mats[Lord("march")].temporary == {"men_at_arms": 1, "longbowmen": 1}


def test_temporary_troops_go_as_far_as_they_are_left() -> None:
    s = position(IA)
    put(s, "march", "oxford", longbowmen=1, militia=2)
    favour(s, YORK, "oxford")
    capability(s, "march", "y3")
    battle_joined(s, "oxford", YORK)
    lend_troops(s)
    put(s, "march", "oxford", men_at_arms=1, longbowmen=2)
    return_troops(s, Lord("march"))
    assert forces(s, Lord("march")) == {"retinue": 1, "longbowmen": 1}
    assert s.mats[Lord("march")].temporary == {}
    assert told(s, "troops_lost")[-1].data["troops"] == {"men_at_arms": 1, "longbowmen": 1}
