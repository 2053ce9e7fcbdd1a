"""6.2.2 Replace "in place": wherever the Lord is, with all that is his, and whatever is under way."""

import pytest

from pbem.games.plantagenet.battle.death_check import die
from pbem.games.plantagenet.components.box import COIN, Lord, Side
from pbem.games.plantagenet.components.state import Status, command_of, muster_of
from tests.games.plantagenet.build import LANCASTER, LONGBOWMEN, YORK
from tests.games.plantagenet.scene import acting, active, battle_joined, capability, on_calendar, put, vassal
from tests.games.plantagenet.wars.war import DIES, LIVES, box, check, dies, in_deck, rolled, routed, status, war, wrecked

EDWARD, MARCH, RICHARD = map(Lord, ("edward_iv", "march", "richard_iii"))


def test_6_2_2_the_lord_card_on_the_mat_in_use_is_swapped() -> None:
    s = war("IIY")
    put(s, "march", "ludlow", longbowmen=1, coin=7)
    capability(s, "march", "y7")
    vassal(s, "dudley", "march", 4)
    wrecked(s, "york")
    mat = s.mats[EDWARD]
    assert (mat.forces[LONGBOWMEN], mat.assets[COIN], mat.capabilities, mat.vassals) == (1, 7, ["y7"], ["dudley"])
    assert s.service == {"dudley": 4}
    assert MARCH not in s.mats


@pytest.mark.parametrize(("box_", "exile"), [(8, True), (3, False)])
def test_6_2_2_the_cylinder_on_the_calendar_is_swapped(box_: int, exile: bool) -> None:
    s = war("IIY")
    on_calendar(s, "march", box_, exile=exile)
    wrecked(s, "york")
    assert box(s, "edward_iv") == (box_, exile)


def test_6_2_2_the_cylinder_at_sea_is_swapped() -> None:
    s = war("IIY")
    put(s, "march", "irish_sea")
    wrecked(s, "york")
    assert (status(s, "edward_iv"), s.lords[EDWARD].where) == (Status.SEA, "irish_sea")


def test_6_2_2_command_cards_are_swapped_in_the_plan_too() -> None:
    s = war("IIY")
    s.plans = {YORK: ["march", "york", "pass", "march"], LANCASTER: ["warwick_l"]}
    wrecked(s, "york")
    assert s.plans == {YORK: ["edward_iv", "york", "pass", "edward_iv"], LANCASTER: ["warwick_l"]}


def test_6_2_2_the_command_card_in_use_is_swapped() -> None:
    s = war("IIY")
    active(s, "march", 3)
    command_of(s).spent = 1
    wrecked(s, "york")
    assert (command_of(s).lord, command_of(s).actions, command_of(s).spent) == (EDWARD, 3, 1)


def test_6_2_2_a_lord_who_fights_on_in_the_battle_is_swapped_there() -> None:
    s = war("IIY")
    for lord in ("york", "march", "warwick_l"):
        put(s, lord, "lynn")
    battle = battle_joined(s, "lynn", YORK)
    column = battle.front[YORK].index(MARCH)
    battle.routed.append(Lord("york"))
    die(s, Lord("york"))
    assert battle.front[YORK][column] == EDWARD
    assert (MARCH in battle.fighters, EDWARD in battle.fighters) == (False, True)


def test_6_2_2_a_lord_who_acts_in_a_muster_is_swapped_there() -> None:
    s = war("IIY")
    acting(s, "march")
    wrecked(s, "york")
    assert muster_of(s).lord == EDWARD


def test_6_2_2_seats_are_exchanged() -> None:
    s = war("IIY")
    before = len(s.seats)
    wrecked(s, "york")
    assert len(s.seats) == before - 1
    assert EDWARD in s.seats


def test_3_4_6_a_capability_that_the_new_card_may_not_hold_goes_back_to_the_deck() -> None:
    s = war("IIY", "york", "march")
    put(s, "gloucester_1", "gloucester")
    capability(s, "gloucester_1", "y35")
    dies(s, "rutland")
    assert s.mats[RICHARD].capabilities == []
    assert in_deck(s, "y35") == ["y35"]


# During a Death check


def test_6_2_2_march_becomes_edward_iv_before_his_own_death_roll() -> None:
    s = war("IIY")
    routed(s, "york", "march")
    check(s, dice=[DIES, LIVES])
    assert rolled(s) == ["york", "edward_iv"]
    assert box(s, "edward_iv") == (s.turn + 1, False)


def test_6_2_2_march_who_rolls_before_york_is_march() -> None:
    s = war("IIY")
    routed(s, "march", "york")
    check(s, dice=[LIVES, DIES])
    assert rolled(s) == ["march", "york"]
    assert status(s, "march") is Status.REPLACED
    assert box(s, "edward_iv") == (s.turn + 1, False)


def test_4_4_3_a_lord_replaced_after_he_fled_still_has_the_benefit() -> None:
    s = war("IIY")
    routed(s, "york", "march", fled=["march"])
    check(s, dice=[DIES, 4])
    assert status(s, "edward_iv") is Status.CALENDAR


def test_6_2_2_both_gone_in_one_check_rutland_is_king() -> None:
    s = war("IIY")
    routed(s, "york", "march", "rutland")
    check(s, dice=[DIES, DIES, LIVES])
    assert rolled(s) == ["york", "edward_iv", "rutland"]
    assert in_deck(s, "y20", "y21", "y28", "y35") == ["y20", "y21", "y28", "y35"]
    assert box(s, "pembroke") == (s.turn + 1, False)


def test_3_2_4_who_is_replaced_disbands_by_the_influence_of_the_new_card() -> None:
    s = war("IIY", turn=4)
    routed(s, "march", "york", attacker=Side.LANCASTER)
    check(s, dice=[LIVES, DIES])
    assert box(s, "edward_iv") == (5, False)
