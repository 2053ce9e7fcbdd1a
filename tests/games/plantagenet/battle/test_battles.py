"""Battles of a Round or two, played from the Array to the end, every answer and die in its order."""

from pbem.games.plantagenet.battle.battle import battle
from pbem.games.plantagenet.components.state import State
from tests.games.plantagenet.build import (
    HENRY,
    JASPER,
    LANCASTER,
    NORFOLK,
    NORTHUMBERLAND,
    OXFORD,
    RICHARD,
    YORK,
    arm,
    field,
    fight,
    forces,
    give,
    hit,
    hits,
    reroll,
    run,
    stand,
    told,
)

NOBODY_FLEES = (stand(YORK), stand(LANCASTER))


def totals(s: State) -> list[tuple[int, int]]:
    """The Hits on York and on Lancaster, Strike step by Strike step."""
    return [(e.data["york"], e.data["lancaster"]) for e in told(s, "hits")]


def test_two_against_one_add_their_halves() -> None:
    s = field((NORTHUMBERLAND, RICHARD, None), (None, HENRY, None))
    arm(s, NORTHUMBERLAND, retinue=1, militia=1)
    arm(s, RICHARD, retinue=1, longbowmen=1, militia=2)
    arm(s, HENRY, retinue=1, longbowmen=1)
    lines = [
        *NOBODY_FLEES,
        # Missiles: York 2 + 1/2 + 1 makes 4; Henry Tudor gives 2.
        hit(YORK, RICHARD, "militia"),
        hit(YORK, NORTHUMBERLAND, "militia"),
        reroll(YORK),
        hit(LANCASTER, HENRY, "retinue"),
        hit(LANCASTER, HENRY, "longbowmen"),
        reroll(LANCASTER, False),
        # Melee: two Retinues and a Militia and a half against a Retinue.
        *hits(YORK, RICHARD, "retinue", 3),
    ]
    dice = [1, 5, 1, 4, 6, 1, 1, 1, 2, 3, *[1] * 8]
    assert run(battle(s), *lines, dice=dice) is YORK
    assert totals(s) == [(2, 4), (3, 8)]
    assert fight(s).engagements == [[NORTHUMBERLAND, RICHARD, HENRY]]
    assert (forces(s, NORTHUMBERLAND), s.mats[NORTHUMBERLAND].valour) == ({"retinue": 1, "militia": 1}, 0)
    assert forces(s, HENRY) == {"retinue": 1}


def test_a_marshal_flees_and_a_wing_takes_his_place() -> None:
    s = field((NORFOLK, RICHARD, NORTHUMBERLAND), (None, HENRY, None))
    for lord in (NORFOLK, NORTHUMBERLAND):
        arm(s, lord, retinue=1, longbowmen=1)
    arm(s, HENRY, retinue=1, militia=1)
    lines = [
        (YORK, "flee", [RICHARD]),
        stand(LANCASTER),
        (YORK, "centre", "right"),
        hit(YORK, NORTHUMBERLAND, "retinue"),
        hit(LANCASTER, HENRY, "militia"),
        reroll(LANCASTER, False),
        *hits(YORK, NORFOLK, "retinue", 3),
    ]
    dice = [3, 6, *[1] * 3, *[1] * 3, *[2] * 6]
    assert run(battle(s), *lines, dice=dice) is YORK
    assert fight(s).front[YORK] == [NORFOLK, NORTHUMBERLAND, None]
    assert totals(s) == [(1, 4), (3, 6)]
    assert (fight(s).fled, [e.data["lord"] for e in told(s, "lord_routs")]) == ([RICHARD], [HENRY])


def test_a_reserve_advances_and_a_wing_fills_the_centre_of_a_fallen_lord() -> None:
    s = field((NORTHUMBERLAND, RICHARD, None), (None, HENRY, None), reserve=(NORFOLK,))
    for lord in (NORTHUMBERLAND, RICHARD, NORFOLK):
        arm(s, lord, retinue=1, men_at_arms=1)
    arm(s, HENRY, retinue=1, men_at_arms=2)
    lines = [
        # Round 1: the Reserve slides to the right by itself; all Melee is one Engagement.
        *NOBODY_FLEES,
        hit(YORK, RICHARD, "retinue"),
        reroll(YORK),
        hit(YORK, RICHARD, "men_at_arms"),
        *hits(YORK, NORFOLK, "retinue", 3),
        *hits(LANCASTER, HENRY, "retinue", 12),
        # Round 2: Richard III has Routed with his Men-at-Arms on the field.
        *NOBODY_FLEES,
        (YORK, "centre", "left"),
        *hits(YORK, NORFOLK, "retinue", 5),
        hit(LANCASTER, HENRY, "retinue"),
        reroll(LANCASTER),
    ]
    # The Men-at-Arms are all that is left to Henry Tudor then, and both fail.
    dice = [6, 5, 3, 4, 4, 4, *[4] * 12, *[4] * 5, 5, 5, 6, 6]
    assert run(battle(s), *lines, dice=dice) is YORK
    assert totals(s) == [(0, 0), (5, 12), (0, 0), (5, 8)]
    assert [e.data["lord"] for e in told(s, "lord_routs")] == [RICHARD, HENRY]
    assert [e.data["hits"] for e in told(s, "hits_lost")] == [5]
    assert fight(s).front[YORK] == [None, NORTHUMBERLAND, NORFOLK]


def test_vanguard_and_culverins_on_the_right_while_the_others_wait() -> None:
    s = field((NORTHUMBERLAND, RICHARD, NORFOLK), (JASPER, HENRY, OXFORD))
    give(s, NORFOLK, "y36", "y1")
    give(s, HENRY, "l1")
    arm(s, NORFOLK, retinue=1, militia=1)
    arm(s, OXFORD, retinue=1, militia=3)
    lines = [
        (YORK, "culverins", [NORFOLK]),
        (LANCASTER, "culverins", [HENRY]),
        *NOBODY_FLEES,
        (YORK, "vanguard", True),
        # Missiles: a die of 2 and half a Hit make 3; a Hit and a half make 2. Henry Tudor's guns stay silent.
        *hits(YORK, NORFOLK, "retinue", 2),
        *hits(LANCASTER, OXFORD, "militia", 3),
        # Melee: 3 1/2 against 4 1/2.
        *hits(YORK, NORFOLK, "retinue", 5),
        *hits(LANCASTER, OXFORD, "retinue", 4),
        # Round 2, all together: whoever is left goes home.
        stand(YORK),
        (LANCASTER, "flee", [JASPER, HENRY, OXFORD]),
    ]
    assert run(battle(s), *lines, dice=[2, *[1] * 14]) is YORK
    assert totals(s) == [(2, 3), (5, 4)]
    assert [e.data["lord"] for e in told(s, "culverins_fire")] == [NORFOLK]
    assert (s.mats[NORFOLK].capabilities, s.mats[HENRY].capabilities) == (["y36"], [])


def test_a_final_charge_costs_the_king_his_retinue_and_the_field_his_enemy() -> None:
    s = field((None, RICHARD, None), (None, HENRY, None))
    give(s, RICHARD, "y32")
    give(s, HENRY, "l35")
    arm(s, RICHARD, retinue=1, men_at_arms=1)
    arm(s, HENRY, "thomas_stanley", men_at_arms=1, retinue=1)
    lines = [
        *NOBODY_FLEES,
        # Melee 4 against 6: the charge makes it 7. The Retinue takes its Hit before the other six.
        (YORK, "final charge", True),
        reroll(YORK),
        hit(LANCASTER, HENRY, "vassal_thomas_stanley"),
        reroll(LANCASTER, False),
        hit(LANCASTER, HENRY, "men_at_arms"),
        reroll(LANCASTER),
    ]
    # Then only the Men-at-Arms of Richard III are left to take Hits, and the Retinue of Henry Tudor.
    dice = [6, 5, 3, 3, 3, 3, 3, 3, 5, 4, 4, 1, 2, 3, 4, 4]
    assert run(battle(s), *lines, dice=dice) is None
    assert totals(s) == [(0, 0), (6, 4)]
    assert [e.data["lord"] for e in told(s, "lord_routs")] == [RICHARD, HENRY]
    assert (forces(s, RICHARD), forces(s, HENRY)) == ({"men_at_arms": 1}, {"retinue": 1})
    assert s.mats[HENRY].routed_vassals == ["thomas_stanley"]


def test_piquiers_stand_to_the_third_rout_and_no_longer() -> None:
    s = field((None, NORFOLK, None), (None, OXFORD, None))
    give(s, OXFORD, "l34")
    arm(s, NORFOLK, retinue=1, longbowmen=3)
    arm(s, OXFORD, retinue=1, militia=5)
    lines = [
        *NOBODY_FLEES,
        *hits(YORK, NORFOLK, "retinue", 3),
        # The first two fail on 5, the third fails on 5 and rerolls at 1-4, then fails again; now they stand on 1 only.
        hit(LANCASTER, OXFORD, "militia"),
        reroll(LANCASTER, False),
        hit(LANCASTER, OXFORD, "militia"),
        reroll(LANCASTER, False),
        hit(LANCASTER, OXFORD, "militia"),
        reroll(LANCASTER),
        hit(LANCASTER, OXFORD, "militia"),
        reroll(LANCASTER),
        hit(LANCASTER, OXFORD, "militia"),
        hit(LANCASTER, OXFORD, "militia"),
        # Melee: 3 1/2 from Oxford's last Militia and his Retinue.
        *hits(YORK, NORFOLK, "retinue", 4),
        *hits(LANCASTER, OXFORD, "retinue", 3),
        (YORK, "flee", [NORFOLK]),
    ]
    dice = [1, 1, 1, 5, 5, 5, 4, 5, 6, 1, 2, *[1] * 7]
    assert run(battle(s), *lines, dice=dice) is LANCASTER
    assert [e.data["top"] for e in told(s, "protection") if e.data["unit"] == "militia"] == [4, 4, 4, 4, 1, 1]
    assert [e.data["top"] for e in told(s, "reroll")] == [4, 4]
    assert totals(s) == [(3, 6), (4, 3)]
    assert forces(s, OXFORD) == {"retinue": 1, "militia": 1}


def test_guns_and_chevaliers_an_attack_by_york() -> None:
    s = field((None, RICHARD, None), (None, JASPER, None), attacker=YORK)
    give(s, JASPER, "l36", "l5")
    arm(s, RICHARD, retinue=1, longbowmen=1, militia=1)
    arm(s, JASPER, retinue=1, men_at_arms=2)
    lines = [
        stand(LANCASTER),
        stand(YORK),
        # Lancaster defends and rolls first: Men-at-Arms 1-3 against Missiles, 1-4 in Melee, where they give two Hits each.
        hit(LANCASTER, JASPER, "men_at_arms"),
        reroll(LANCASTER),
        hit(LANCASTER, JASPER, "men_at_arms"),
        hit(LANCASTER, JASPER, "men_at_arms"),
        *hits(LANCASTER, JASPER, "men_at_arms", 4),
        hit(YORK, RICHARD, "militia"),
        reroll(YORK),
        hit(YORK, RICHARD, "longbowmen"),
        reroll(YORK),
    ]
    dice = [4, 3, 3, 1, 4, 4, 4, 4, 6, 2, 6, 2, *[4] * 5]
    assert run(battle(s), *lines, dice=dice) is LANCASTER
    assert totals(s) == [(0, 3), (7, 4)]
    assert [e.data["top"] for e in told(s, "protection")[:7]] == [3, 3, 3, 4, 4, 4, 4]
    assert [e.data["lord"] for e in told(s, "lord_routs")] == [RICHARD]
