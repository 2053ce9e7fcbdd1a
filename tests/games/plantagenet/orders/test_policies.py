"""Standing orders of a Battle: read, written again, and applied."""

import pytest

from pbem.engine.decision import Decision, Json, Pick, PickSome, Sequence, YesNo
from pbem.engine.game.standing import Policy
from pbem.engine.refusal import BadLine
from pbem.games.plantagenet.components.box import Side
from pbem.games.plantagenet.components.state import State
from pbem.games.plantagenet.orders import policies
from pbem.games.plantagenet.orders.fleeing import FLEE
from pbem.games.plantagenet.orders.words import segment
from pbem.orders.policies.habits import YES_OR_NO
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
    army,
    field,
    fight,
    give,
)

ALL = army(RICHARD, NORTHUMBERLAND, NORFOLK, HENRY, JASPER, OXFORD)


@pytest.mark.parametrize(
    ("policy", "text", "plan", "written"),
    [
        (YES_OR_NO, "y", True, "yes"),
        (policies.LORDS, "all", [RICHARD, NORTHUMBERLAND, NORFOLK], "Richard III, Northumberland, Norfolk"),
        (policies.LORDS, "none", [], "none"),
        (policies.LORDS, "norf and rich", [NORFOLK, RICHARD], "Norfolk, Richard III"),
        (FLEE, "none", [], "none"),
        (FLEE, "norfolk", [[NORFOLK, "", 0]], "Norfolk"),
        (
            FLEE,
            "norfolk if troops under 3; richard if valour below 1, northumb if maa less than 2",
            [[NORFOLK, "troops", 3], [RICHARD, "valour", 1], [NORTHUMBERLAND, "men_at_arms", 2]],
            "Norfolk if troops under 3, Richard III if valour under 1, Northumberland if Men-at-Arms under 2",
        ),
        (
            policies.ABSORB,
            "billmen, norfolk longb, retinue",
            ["militia", f"{NORFOLK} longbowmen", "retinue"],
            "Militia, Norfolk Longbowmen, Retinue",
        ),
        (policies.REROLL, "none", [], "none"),
        (policies.REROLL, "ret maa", ["retinue", "men_at_arms"], "Retinue, Men-at-Arms"),
        (policies.ENGAGEMENT_ORDER, "right, middle", ["right", "centre"], "right, centre"),
    ],
)
def test_a_policy_is_read_and_written_again(policy: Policy[State], text: str, plan: Json, written: str) -> None:
    assert policy.read(ALL, YORK, text) == plan
    assert policy.write(ALL, plan) == written
    assert policy.read(ALL, YORK, written) == plan


def test_reroll_all_is_every_kind() -> None:
    plan = policies.REROLL.read(ALL, YORK, "all")
    assert policies.REROLL.write(ALL, plan) == "all"
    assert set(plan) == set(ALL.box.units)


@pytest.mark.parametrize(
    ("policy", "text"),
    [
        (YES_OR_NO, "perhaps"),
        (policies.LORDS, ""),
        (policies.LORDS, "oxford"),
        (FLEE, ""),
        (FLEE, "norfolk if tired"),
        (FLEE, "norfolk, norfolk if troops under 2"),
        (FLEE, "norfolk richard"),
        (policies.ABSORB, ""),
        (policies.ABSORB, "oxford militia"),
        (policies.REROLL, ""),
        (policies.REROLL, "yes"),
        (policies.REROLL, "no"),
        (FLEE, f"norfolk if troops under {'1' * 5000}"),
        (policies.ENGAGEMENT_ORDER, ""),
        (policies.ENGAGEMENT_ORDER, "left left"),
    ],
)
def test_what_is_no_policy_is_refused(policy: Policy[State], text: str) -> None:
    with pytest.raises(BadLine):
        policy.read(ALL, YORK, text)


@pytest.mark.parametrize(
    ("text", "nearest"),
    [
        ("norfolk if tropps under 3", "flee Norfolk if troops under 3"),
        ("norfolk if m under 3", "flee Norfolk if Militia under 3"),
        ("norfolk if troops = 3", "flee Norfolk if troops under 3"),
    ],
)
def test_a_condition_with_a_slip_has_a_line_that_would_do(text: str, nearest: str) -> None:
    with pytest.raises(BadLine) as caught:
        FLEE.read(ALL, YORK, text)
    assert nearest in caught.value.nearest
    assert FLEE.read(ALL, YORK, nearest.removeprefix("flee "))


def ready() -> State:
    s = field((NORTHUMBERLAND, RICHARD, NORFOLK), (JASPER, HENRY, OXFORD))
    arm(s, NORFOLK, "essex", retinue=1, men_at_arms=1, militia=2)
    arm(s, RICHARD, retinue=1, militia=3)
    return s


def applied(policy: Policy[State], s: State, decision: Decision, text: str) -> Json:
    return policy.answer(s, decision, policy.read(s, YORK, text))


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("militia", f"{RICHARD} militia"),
        ("norfolk militia, militia", f"{NORFOLK} militia"),
        ("longbowmen, men-at-arms", f"{NORFOLK} men_at_arms"),
        ("vassal", f"{NORFOLK} vassal_essex"),
        ("norfolk vassal", f"{NORFOLK} vassal_essex"),
        ("richard vassal", None),
        ("longbowmen", None),
    ],
)
def test_absorb_takes_the_first_kind_there_is_and_of_several_lords_the_one_with_most(text: str, unit: str | None) -> None:
    options = [f"{NORFOLK} {u}" for u in ("retinue", "vassal_essex", "men_at_arms", "militia")]
    options += [f"{RICHARD} retinue", f"{RICHARD} militia"]
    decision = Decision(YORK, "4.4.2 hit", "", "", Pick(lambda: options))
    assert applied(policies.ABSORB, ready(), decision, text) == unit


@pytest.mark.parametrize(
    ("text", "unit", "answer"),
    [
        ("all", "militia", True),
        ("all", "vassal_essex", True),
        ("none", "retinue", False),
        ("retinue", "retinue", True),
        ("retinue", "militia", False),
        ("norfolk vassal", "vassal_essex", True),
        ("richard militia", "militia", False),
    ],
)
def test_reroll_says_yes_for_the_kinds_listed(text: str, unit: str, answer: bool) -> None:
    decision = Decision(YORK, "4.4.2 reroll", f"{NORFOLK} {unit} melee", "", YesNo())
    assert applied(policies.REROLL, ready(), decision, text) is answer


@pytest.mark.parametrize(
    ("text", "flees"),
    [
        ("norfolk if troops under 4", [NORFOLK]),
        ("norfolk if troops under 3", []),
        ("norfolk if vassal under 2, richard if militia under 3", [NORFOLK]),
        ("norfolk if valour under 1", [NORFOLK]),
        ("northumberland", []),
        ("none", []),
    ],
)
def test_flee_tests_each_lord_who_can(text: str, flees: list[str]) -> None:
    decision = Decision(YORK, "4.4.2 flee", "round 1", "", PickSome(lambda: [RICHARD, NORFOLK], 0, 2))
    assert applied(FLEE, ready(), decision, text) == flees


@pytest.mark.parametrize(
    ("text", "order"),
    [("right", ["right", "left"]), ("centre, left", ["left", "right"]), ("right, left", ["right", "left"])],
)
def test_an_order_of_engagements_names_those_that_count(text: str, order: list[str]) -> None:
    decision = Decision(YORK, "4.4.2 order", "round 1", "", Sequence(lambda: ["left", "right"]))
    assert applied(policies.ENGAGEMENT_ORDER, ready(), decision, text) == order


@pytest.mark.parametrize(("text", "wing"), [("right", "right"), ("centre, left", "left"), ("centre", None)])
def test_a_wing_is_the_first_that_is_open(text: str, wing: str | None) -> None:
    decision = Decision(YORK, "4.4.2 flank", "round 1", "", Pick(lambda: ["left", "right"]))
    assert applied(policies.WING, ready(), decision, text) == wing


def test_culverins_are_spent_by_those_who_are_able() -> None:
    decision = Decision(YORK, "4.4.1 culverins", YORK, "", PickSome(lambda: [NORFOLK], 0, 1))
    assert applied(policies.LORDS, ready(), decision, "all") == [NORFOLK]
    assert applied(policies.LORDS, ready(), decision, "richard") == []


# The lines a form offers


def test_the_segment_offers_what_can_still_come_up() -> None:
    s = ready()
    give(s, RICHARD, "y32")
    give(s, NORFOLK, "y36")
    assert [line.split()[0] for line in segment(s, YORK)] == ["flee", "vanguard", "charge", "absorb", "reroll"]
    assert [line.split()[0] for line in segment(s, LANCASTER)] == ["flee", "order", "absorb", "reroll"]
    fight(s).round = 2
    fight(s).routed = [RICHARD]
    assert [line.split()[0] for line in segment(s, YORK)] == ["flee", "centre", "charge", "absorb", "reroll"]


def test_4_4_3_a_battle_that_is_over_offers_no_orders_for_a_round() -> None:
    s = ready()
    assert segment(s, YORK)
    fight(s).routed = [HENRY, JASPER, OXFORD]
    assert segment(s, YORK) == ()


@pytest.mark.parametrize("side", list(Side))
def test_a_finished_game_offers_nothing(side: Side) -> None:
    s = ready()
    s.result = {"winner": None}
    assert segment(s, side) == ()
