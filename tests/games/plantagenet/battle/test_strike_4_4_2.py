"""4.4.2 Strike: Total Hits, Apply Hits, Protection, Valour Rerolls, Forces Rout; Lord Rout."""

from itertools import product

import pytest

from pbem.games.plantagenet.battle.battle import battle_round, lord_rout
from pbem.games.plantagenet.battle.forces import protection
from pbem.games.plantagenet.battle.strike import hit_options, strike, strike_step, take_hit, total_hits
from pbem.games.plantagenet.components.board import Unit
from pbem.games.plantagenet.components.box import Lord, Side, Strike
from pbem.games.plantagenet.components.state import Mat, State
from pbem.games.plantagenet.components.units import vassal_unit
from tests.games.plantagenet.build import (
    HENRY,
    JASPER,
    LANCASTER,
    MILITIA,
    NORFOLK,
    OXFORD,
    RETINUE,
    RICHARD,
    YORK,
    arm,
    box,
    duel,
    field,
    fight,
    forces,
    hit,
    hits,
    reroll,
    run,
    stand,
    steady,
    told,
)

MISSILES, MELEE = Strike.MISSILES, Strike.MELEE
ALL_UNITS = ("retinue", "vassal", "men_at_arms", "longbowmen", "militia", "mercenaries", "handgunners")


def total(s: State, side: Side, step: Strike) -> int:
    return run(total_hits(s, fight(s).engagements[0], side, step))


# Total Hits


@pytest.mark.parametrize(
    ("unit", "melee", "missiles"),
    [
        ("retinue", 3, 0),
        ("men_at_arms", 1, 0),
        ("longbowmen", 0, 2),
        ("handgunners", 1, 2),
    ],
)
def test_1_6_hits_of_the_forces_table(unit: str, melee: int, missiles: int) -> None:
    s = duel()
    arm(s, NORFOLK, **{unit: 1})
    assert (total(s, YORK, MELEE), total(s, YORK, MISSILES)) == (melee, missiles)


@pytest.mark.parametrize("unit", ["militia", "mercenaries"])
@pytest.mark.parametrize(("number", "expected"), [(0, 0), (1, 1), (2, 1), (3, 2), (4, 2), (7, 4)])
def test_4_4_2_halves_are_rounded_up(unit: str, number: int, expected: int) -> None:
    s = duel()
    arm(s, NORFOLK, **{unit: number})
    assert total(s, YORK, MELEE) == total(s, YORK, MISSILES) == expected


def test_4_4_2_a_vassal_gives_two_melee_hits() -> None:
    s = duel()
    arm(s, NORFOLK, "fauconberg", "essex")
    assert (total(s, YORK, MELEE), total(s, YORK, MISSILES)) == (4, 0)


def test_4_4_2_halves_of_all_lords_of_a_side_are_rounded_once() -> None:
    s = field((None, NORFOLK, None), (JASPER, HENRY, OXFORD))
    fight(s).engagements = [[NORFOLK, JASPER, HENRY, OXFORD]]
    for lord in (JASPER, HENRY, OXFORD):
        arm(s, lord, militia=1)
    assert total(s, LANCASTER, MELEE) == total(s, LANCASTER, MISSILES) == 2


def test_4_4_2_routed_units_do_not_strike() -> None:
    s = duel()
    arm(s, NORFOLK, men_at_arms=2)
    s.mats[NORFOLK].routed = {Unit("men_at_arms"): 5}
    assert total(s, YORK, MELEE) == 2


def test_4_4_2_lords_of_another_engagement_do_not_count() -> None:
    s = field((RICHARD, NORFOLK, None), (JASPER, HENRY, None))
    fight(s).engagements = [[NORFOLK, HENRY], [RICHARD, JASPER]]
    assert total(s, YORK, MELEE) == 6


def test_4_4_2_printed_lords_at_bosworth() -> None:
    s = field((None, RICHARD, NORFOLK), (JASPER, HENRY, None))
    fight(s).engagements = [[RICHARD, NORFOLK, JASPER, HENRY]]
    assert [total(s, side, step) for side in Side for step in (MISSILES, MELEE)] == [13, 14, 11, 12]


def test_4_4_2_london_the_example_of_the_background_book() -> None:
    york, march, henry = map(Lord, ("york", "march", "henry_vi"))
    s = duel(york, henry)
    s.mats[march] = Mat({})
    fight(s).engagements = [[york, march, henry]]
    arm(s, york, retinue=1, men_at_arms=2, longbowmen=3, militia=3)
    arm(s, march, "shrewsbury", retinue=1, men_at_arms=1, longbowmen=2, militia=1)
    arm(s, henry, "essex", retinue=1, men_at_arms=2, longbowmen=2, militia=4)
    assert (total(s, YORK, MISSILES), total(s, LANCASTER, MISSILES)) == (12, 6)
    for lord in (york, march, henry):
        s.mats[lord].forces[MILITIA] = 0
    assert (total(s, YORK, MELEE), total(s, LANCASTER, MELEE)) == (11, 7)


# Protection


@pytest.mark.parametrize(
    ("unit", "top"),
    list(zip(ALL_UNITS, (4, 4, 3, 1, 1, 3, 3), strict=True)),
)
def test_4_4_2_protection_of_each_unit(unit: str, top: int) -> None:
    s = duel()
    for step, die in product(Strike, range(1, 7)):
        arm(s, NORFOLK, **{unit: 1} if unit != "vassal" else {})
        s.mats[NORFOLK].vassals = []
        struck = Unit(unit)
        if unit == "vassal":
            arm(s, NORFOLK, "essex")
            struck = vassal_unit(s.mats[NORFOLK].vassals[0])
        run(take_hit(s, NORFOLK, struck, step), dice=[die])
        survives = bool(forces(s, NORFOLK) or s.mats[NORFOLK].vassals)
        assert survives is (die <= top)
        assert protection(s, NORFOLK, struck, step) == top


def test_4_4_2_a_routed_unit_slides_to_the_routed_section() -> None:
    s = duel()
    arm(s, NORFOLK, "essex", retinue=1, militia=2)
    run(take_hit(s, NORFOLK, Unit("militia"), MELEE), dice=[2])
    run(take_hit(s, NORFOLK, Unit("vassal_essex"), MELEE), dice=[5])
    mat = s.mats[NORFOLK]
    assert (mat.forces[MILITIA], mat.routed, mat.vassals, mat.routed_vassals) == (1, {"militia": 1}, [], ["essex"])
    assert [e.data["unit"] for e in told(s, "unit_routs")] == ["militia", "vassal_essex"]


# Valour Rerolls


def test_4_4_2_a_marker_buys_one_reroll_of_a_failed_roll() -> None:
    s = duel()
    steady(s, 2)
    run(take_hit(s, NORFOLK, Unit("militia"), MELEE), reroll(YORK), dice=[4, 1])
    assert (s.mats[NORFOLK].valour, forces(s, NORFOLK)["militia"]) == (1, 2)


def test_4_4_2_a_failed_roll_is_rerolled_once_only() -> None:
    s = duel()
    steady(s, 2)
    run(take_hit(s, NORFOLK, Unit("militia"), MELEE), reroll(YORK), dice=[4, 4])
    assert (s.mats[NORFOLK].valour, forces(s, NORFOLK)["militia"]) == (1, 1)


def test_4_4_2_the_owner_may_keep_his_valour() -> None:
    s = duel()
    steady(s, 1)
    run(take_hit(s, NORFOLK, Unit("militia"), MELEE), reroll(YORK, False), dice=[4])
    assert (s.mats[NORFOLK].valour, forces(s, NORFOLK)["militia"]) == (1, 1)


def test_4_4_2_a_saved_unit_and_a_lord_without_valour_are_not_asked() -> None:
    s = duel()
    steady(s, 1)
    run(take_hit(s, NORFOLK, Unit("militia"), MELEE), dice=[1])
    steady(s, 0)
    run(take_hit(s, NORFOLK, Unit("militia"), MELEE), dice=[2])
    assert forces(s, NORFOLK)["militia"] == 1


def test_4_4_2_valour_serves_the_lords_own_forces_only() -> None:
    s = field((RICHARD, NORFOLK, None), (None, OXFORD, None))
    s.mats[RICHARD].valour = 2
    run(take_hit(s, NORFOLK, Unit("militia"), MELEE), dice=[2])
    assert s.mats[RICHARD].valour == 2


# Apply Hits


def test_4_4_2_the_owner_names_a_unit_hit_by_hit_of_any_of_his_lords_there() -> None:
    s = field((RICHARD, NORFOLK, None), (None, OXFORD, None))
    fight(s).engagements = [[RICHARD, NORFOLK, OXFORD]]
    for lord in (RICHARD, NORFOLK):
        arm(s, lord, retinue=1, militia=2)
    arm(s, OXFORD, men_at_arms=3)
    lines = [hit(YORK, RICHARD, "militia"), hit(YORK, NORFOLK, "militia"), hit(YORK, RICHARD, "retinue")]
    run(strike_step(s, fight(s).engagements[0], "left", MELEE), *lines, dice=[6, 6, 4, *[1] * 8])
    assert (forces(s, RICHARD), forces(s, NORFOLK)) == ({"retinue": 1, "militia": 1}, {"retinue": 1, "militia": 1})
    assert forces(s, OXFORD) == {"men_at_arms": 3}


def test_4_4_2_only_unrouted_units_there_can_absorb() -> None:
    s = field((RICHARD, NORFOLK, None), (None, OXFORD, None))
    arm(s, NORFOLK, "essex", men_at_arms=1, militia=0)
    arm(s, RICHARD, retinue=1, militia=1)
    assert hit_options(s, [RICHARD, NORFOLK]) == [
        f"{RICHARD} retinue",
        f"{RICHARD} militia",
        f"{NORFOLK} vassal_essex",
        f"{NORFOLK} men_at_arms",
    ]


@pytest.mark.parametrize("attacker", list(Side))
def test_4_4_2_totals_are_fixed_before_the_defender_then_the_attacker_rolls(attacker: Side) -> None:
    s = duel(attacker=attacker)
    for lord in (NORFOLK, OXFORD):
        arm(s, lord, men_at_arms=1)
    run(strike_step(s, [NORFOLK, OXFORD], "centre", MELEE), dice=[6, 5])
    assert [e.data["side"] for e in told(s, "unit_routs")] == [attacker.enemy, attacker]
    assert [(e.data["york"], e.data["lancaster"]) for e in told(s, "hits")] == [(1, 1)]


def test_4_4_2_melee_comes_after_missile_rout() -> None:
    s = duel()
    arm(s, NORFOLK, retinue=1, longbowmen=2)
    arm(s, OXFORD, retinue=1, militia=3)
    missiles = [*hits(YORK, NORFOLK, "longbowmen", 2), *hits(LANCASTER, OXFORD, "militia", 3)]
    run(strike(s, [NORFOLK, OXFORD], "centre"), *missiles, dice=[6, 6, 6, 6, 6, 1, *[1] * 6])
    assert [(e.data["york"], e.data["lancaster"]) for e in told(s, "hits")] == [(2, 4), (3, 3)]


def test_4_4_2_excess_hits_are_lost() -> None:
    s = duel()
    arm(s, NORFOLK, militia=2)
    arm(s, OXFORD, longbowmen=4)
    run(strike_step(s, [NORFOLK, OXFORD], "centre", MISSILES), dice=[6, 1, 6, 1])
    assert [e.data for e in told(s, "hits_lost")] == [{"side": YORK, "place": "centre", "step": "missiles", "hits": 5}]


# Lord Rout


@pytest.mark.parametrize(
    ("vassals", "left", "routs"),
    [
        ((), {"retinue": 1, "militia": 1}, False),
        ((), {"retinue": 1, "militia": 0}, True),
        (("essex",), {"retinue": 1}, True),
        ((), {"retinue": 0, "men_at_arms": 9}, True),
        (("essex",), {}, True),
    ],
)
def test_4_4_2_a_lord_routs_without_troops_or_retinue(vassals: tuple[str, ...], left: dict[str, int], routs: bool) -> None:
    s = duel()
    arm(s, NORFOLK, *vassals, **left)
    s.mats[NORFOLK].routed = {RETINUE: 1 - left.get("retinue", 0)}
    lord_rout(s)
    assert (NORFOLK in fight(s).routed) is routs


def test_4_4_2_lords_rout_at_the_end_of_the_round_only() -> None:
    s = field((None, RICHARD, None), (None, JASPER, OXFORD))
    arm(s, RICHARD, retinue=1, longbowmen=1)
    arm(s, JASPER, retinue=1, men_at_arms=1)
    arm(s, OXFORD, men_at_arms=1, retinue=1)
    lines = [stand(YORK), stand(LANCASTER)]
    # Both Missile Hits fall on the Retinue of Jasper Tudor: it Routs, and his Men-at-Arms fight on.
    lines += [hit(LANCASTER, JASPER, "retinue"), hit(LANCASTER, OXFORD, "retinue")]
    lines += [hit(YORK, RICHARD, "longbowmen")]
    lines += [hit(LANCASTER, JASPER, "men_at_arms"), hit(LANCASTER, OXFORD, "retinue"), hit(LANCASTER, OXFORD, "retinue")]
    run(battle_round(s), *lines, dice=[6, 1, 6, 1, 1, 1, 1, 1, 1, 1])
    assert told(s, "hits")[1].data["york"] == 5
    names = [e.name for e in s.events]
    assert names.index("lord_routs") > names.index("unit_routs")
    assert fight(s).routed == [RICHARD, JASPER]
    assert fight(s).fled == []


def test_4_4_2_units_of_the_box_are_those_of_the_tests() -> None:
    assert tuple(box().units) == ALL_UNITS
