"""4.4.1 the order of the sides, Valour; 4.4.2 Flee; 4.4.3 ending the Battle."""

import pytest

from pbem.games.plantagenet.battle.battle import battle, battle_over, battle_round, flee, place_valour, winner
from pbem.games.plantagenet.checks import checks
from pbem.games.plantagenet.components.box import Side
from tests.games.plantagenet.build import (
    HENRY,
    JASPER,
    LANCASTER,
    NORFOLK,
    OXFORD,
    RICHARD,
    YORK,
    arm,
    duel,
    field,
    fight,
    forces,
    give,
    run,
    stand,
    told,
)


def test_4_4_1_valour_markers_equal_the_rating() -> None:
    s = field((None, NORFOLK, None), (None, HENRY, OXFORD))
    place_valour(s)
    assert [s.mats[lord].valour for lord in (NORFOLK, HENRY, OXFORD)] == [2, 1, 2]


def test_4_4_1_expert_counsellors_add_two_markers() -> None:
    s = duel(NORFOLK, HENRY)
    give(s, HENRY, "l13")
    place_valour(s)
    assert s.mats[HENRY].valour == 3


def test_4_4_2_who_flees_routs_at_once_and_is_marked_fled() -> None:
    s = field((None, RICHARD, None), (JASPER, HENRY, OXFORD))
    run(flee(s, LANCASTER), (LANCASTER, "flee", [JASPER, OXFORD]))
    assert fight(s).routed == fight(s).fled == [JASPER, OXFORD]
    assert forces(s, OXFORD) == {"retinue": 1, "men_at_arms": 2, "longbowmen": 2, "militia": 2}
    assert [e.data["lord"] for e in told(s, "flees")] == [JASPER, OXFORD]


@pytest.mark.parametrize("attacker", list(Side))
def test_4_4_2_the_defender_declares_before_the_attacker(attacker: Side) -> None:
    s = field((NORFOLK, RICHARD, None), (None, HENRY, OXFORD), attacker=attacker)
    everybody = {YORK: [NORFOLK, RICHARD], LANCASTER: [HENRY, OXFORD]}
    run(battle_round(s), stand(attacker.enemy), (attacker, "flee", everybody[attacker]))
    assert fight(s).fled == everybody[attacker]


def test_4_4_2_when_a_whole_side_flees_the_battle_ends_before_the_other_declares() -> None:
    s = field((NORFOLK, RICHARD, None), (None, HENRY, OXFORD))
    assert run(battle(s), (YORK, "flee", [RICHARD, NORFOLK])) is LANCASTER
    assert told(s, "engagements") == []


def test_4_4_2_when_the_attackers_all_flee_nobody_strikes() -> None:
    s = field((NORFOLK, RICHARD, None), (None, HENRY, OXFORD))
    assert run(battle(s), stand(YORK), (LANCASTER, "flee", [HENRY, OXFORD])) is YORK
    assert told(s, "hits") == []


def test_4_4_2_a_lord_in_reserve_may_flee() -> None:
    s = field((None, RICHARD, None), (None, HENRY, None), reserve=(NORFOLK,))
    run(flee(s, YORK), (YORK, "flee", [NORFOLK]))
    assert fight(s).routed == [NORFOLK]


def test_4_4_2_a_routed_lord_is_not_asked_again() -> None:
    s = field((NORFOLK, RICHARD, None), (None, HENRY, None))
    fight(s).routed = [NORFOLK]
    with pytest.raises(AssertionError, match="not open to you now"):
        run(flee(s, YORK), (YORK, "flee", [NORFOLK]))


def test_4_4_3_the_side_with_unrouted_lords_wins() -> None:
    s = field((None, RICHARD, None), (None, HENRY, None), reserve=(NORFOLK,))
    assert not battle_over(s)
    fight(s).routed = [RICHARD]
    assert not battle_over(s)
    fight(s).routed = [RICHARD, HENRY]
    assert battle_over(s)
    assert winner(s) is YORK


def test_4_4_3_if_all_lords_rout_both_sides_lose() -> None:
    s = duel()
    arm(s, NORFOLK, retinue=1, longbowmen=1)
    arm(s, OXFORD, retinue=1, longbowmen=1)
    lines = [
        stand(YORK),
        stand(LANCASTER),
        (YORK, "hit", f"{NORFOLK} longbowmen"),
        (YORK, "reroll", False),
        (LANCASTER, "hit", f"{OXFORD} longbowmen"),
        (LANCASTER, "reroll", False),
    ]
    # A second Missile Hit and three in Melee fall on each Retinue, which stands.
    assert run(battle(s), *lines, dice=[6, 1, 6, 1, *[1] * 6]) is None
    assert winner(s) is None
    assert fight(s).round == 1
    assert [e.data["lord"] for e in told(s, "lord_routs")] == [NORFOLK, OXFORD]


def test_the_checks_find_a_fled_lord_who_has_not_routed() -> None:
    s = duel()
    fight(s).fled.append(NORFOLK)
    assert checks(s)[-1] == "norfolk Fled but has not Routed"
