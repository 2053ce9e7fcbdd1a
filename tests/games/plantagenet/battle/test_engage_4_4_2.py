"""4.4.2 Engage and Flanking, compared with an independent reading over every array; the order of Engagements."""

from collections.abc import Iterator
from itertools import combinations, product

import pytest

from pbem.games.plantagenet.battle.battle import engage, engagement_place, strike_in_order
from pbem.games.plantagenet.components.box import Lord, Side
from pbem.games.plantagenet.components.state import COLUMNS, State
from tests.games.plantagenet.build import (
    HENRY,
    JASPER,
    LANCASTER,
    NORFOLK,
    NORTHUMBERLAND,
    OXFORD,
    RICHARD,
    YORK,
    Line,
    arm,
    field,
    fight,
    run,
    steady,
    told,
)

LINE_UP = {YORK: (NORTHUMBERLAND, RICHARD, NORFOLK), LANCASTER: (JASPER, HENRY, OXFORD)}
COLUMN_SETS = [frozenset(c) for size in (1, 2, 3) for c in combinations(range(3), size)]
ARRAYS = list(product(COLUMN_SETS, COLUMN_SETS))


def array(york: frozenset[int], lancaster: frozenset[int], attacker: Side = LANCASTER) -> State:
    """Lords in just these columns."""
    rows = {side: [lord if c in columns else None for c, lord in enumerate(LINE_UP[side])]
            for side, columns in ((YORK, york), (LANCASTER, lancaster))}  # fmt: skip
    return field(rows[YORK], rows[LANCASTER], attacker=attacker)


# The independent reading: columns are numbers; a graph is a set of pairs; what can be reached belongs together


def targets(column: int, enemy: frozenset[int]) -> list[int]:
    """Whom the Lord of `column` may fight, by the text alone."""
    if column in enemy:
        return [column]
    if column != 1:
        towards = [1, 2] if column == 0 else [1, 0]
        return [next(c for c in towards if c in enemy)]
    return sorted(enemy)


def readings(york: frozenset[int], lancaster: frozenset[int]) -> Iterator[tuple[dict[Lord, Lord], set[frozenset[Lord]]]]:
    """Every set of Engagements that the choices of an array allow, with who fights whom."""
    sides = ((YORK, york, lancaster), (LANCASTER, lancaster, york))
    seats = [(side, c, targets(c, enemy)) for side, own, enemy in sides for c in sorted(own)]
    for chosen in product(*(options for _, _, options in seats)):
        fights = {LINE_UP[side][c]: LINE_UP[side.enemy][target] for (side, c, _), target in zip(seats, chosen, strict=True)}
        yield fights, closed(fights)


def closed(fights: dict[Lord, Lord]) -> set[frozenset[Lord]]:
    """The sets of Lords connected by fights."""
    lords = set(fights) | set(fights.values())
    near = {a: {a} | {b for b in lords if fights.get(a) == b or fights.get(b) == a} for a in lords}
    for via, a in product(lords, lords):
        if via in near[a]:
            near[a] |= near[via]
    for _ in lords:
        near = {a: set().union(*(near[b] for b in near[a])) for a in lords}
    return {frozenset(group) for group in near.values()}


def flank_lines(york: frozenset[int], lancaster: frozenset[int], fights: dict[Lord, Lord], attacker: Side) -> list[Line]:
    """The answers that lead to `fights`."""
    lines: list[Line] = []
    for side, own, enemy in ((YORK, york, lancaster), (LANCASTER, lancaster, york)):
        if 1 in own and len(targets(1, enemy)) > 1:
            target = LINE_UP[side.enemy].index(fights[LINE_UP[side][1]])
            lines.append((side, "flank", COLUMNS[target]))
    return lines if attacker is LANCASTER else lines[::-1]


@pytest.mark.parametrize("attacker", list(Side))
def test_4_4_2_engagements_of_all_49_arrays_by_every_choice(attacker: Side) -> None:
    played = 0
    for york, lancaster in ARRAYS:
        for fights, expected in readings(york, lancaster):
            s = array(york, lancaster, attacker)
            run(engage(s), *flank_lines(york, lancaster, fights, attacker))
            assert {frozenset(e) for e in fight(s).engagements} == expected
            assert sum(map(len, fight(s).engagements)) == len(york) + len(lancaster)
            played += 1
    # 49 arrays, and a second choice in those where a lone centre faces two wings.
    assert played == 49 + sum(1 in a and b == {0, 2} for a, b in ARRAYS) + sum(1 in b and a == {0, 2} for a, b in ARRAYS)


def test_4_4_2_every_engagement_has_lords_of_both_sides_and_a_place_of_its_own() -> None:
    for york, lancaster in ARRAYS:
        for fights, _ in readings(york, lancaster):
            s = array(york, lancaster)
            run(engage(s), *flank_lines(york, lancaster, fights, LANCASTER))
            for engagement in fight(s).engagements:
                assert {s.box.lords[lord].side for lord in engagement} == set(Side)
            places = [engagement_place(s, e) for e in fight(s).engagements]
            assert places == sorted(set(places), key=COLUMNS.index)


def engagements(york: tuple[int, ...], lancaster: tuple[int, ...], *lines: Line) -> list[list[Lord]]:
    s = array(frozenset(york), frozenset(lancaster))
    run(engage(s), *lines)
    return fight(s).engagements


def test_4_4_2_full_fronts_make_three_engagements() -> None:
    assert engagements((0, 1, 2), (0, 1, 2)) == [[NORTHUMBERLAND, JASPER], [RICHARD, HENRY], [NORFOLK, OXFORD]]


def test_4_4_2_a_lord_without_an_enemy_opposite_flanks_the_closest() -> None:
    assert engagements((0, 1, 2), (1,)) == [[NORTHUMBERLAND, RICHARD, HENRY, NORFOLK]]
    assert engagements((0, 1), (1, 2)) == [[NORTHUMBERLAND, RICHARD, HENRY, OXFORD]]


def test_4_4_2_wings_at_opposite_ends_flank_each_other() -> None:
    assert engagements((0,), (2,)) == [[NORTHUMBERLAND, OXFORD]]


@pytest.mark.parametrize(("wing", "target"), [("left", JASPER), ("right", OXFORD)])
def test_4_4_2_an_unopposed_centre_chooses_left_or_right(wing: str, target: Lord) -> None:
    formed = engagements((1,), (0, 2), (YORK, "flank", wing))
    assert len(formed) == 1
    assert set(formed[0]) == {RICHARD, JASPER, OXFORD}
    assert target in formed[0]


def test_4_4_2_the_choice_may_join_a_fight_or_open_another() -> None:
    joined = engagements((0, 1), (0, 2), (YORK, "flank", "left"))
    apart = engagements((0, 1), (0, 2), (YORK, "flank", "right"))
    assert joined == [[NORTHUMBERLAND, JASPER, RICHARD, OXFORD]]
    assert apart == [[NORTHUMBERLAND, JASPER], [RICHARD, OXFORD]]


# The order


def disarmed(s: State) -> State:
    """Nobody can be hurt: the Forces give no Hits."""
    for lord in s.mats:
        arm(s, lord)
    steady(s)
    return s


@pytest.mark.parametrize("attacker", list(Side))
def test_4_4_2_the_attacker_names_the_order_of_all_engagements_first(attacker: Side) -> None:
    s = disarmed(array(frozenset({0, 1, 2}), frozenset({0, 1, 2}), attacker))
    run(engage(s))
    run(strike_in_order(s), (attacker, "order", ["right", "left", "centre"]))
    assert [(e.data["place"], e.data["step"]) for e in told(s, "hits")] == [
        (place, step) for place in ("right", "left", "centre") for step in ("missiles", "melee")
    ]


def test_4_4_2_a_single_engagement_needs_no_order() -> None:
    s = disarmed(array(frozenset({1}), frozenset({1})))
    run(engage(s))
    run(strike_in_order(s))
    assert len(told(s, "hits")) == 2
