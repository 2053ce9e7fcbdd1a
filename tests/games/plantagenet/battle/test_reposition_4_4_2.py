"""4.4.2 Reposition: Rout, Advance, Center."""

import pytest

from pbem.games.plantagenet.battle.array import remove_routed
from pbem.games.plantagenet.battle.battle import advance, fill_centre, reposition
from pbem.games.plantagenet.components.box import Lord, Side
from tests.games.plantagenet.build import (
    HENRY,
    JASPER,
    LANCASTER,
    NORFOLK,
    NORTHUMBERLAND,
    OXFORD,
    RICHARD,
    YORK,
    Row,
    field,
    fight,
    run,
    told,
)


def test_4_4_2_routed_lords_leave_front_and_reserve() -> None:
    s = field((NORFOLK, RICHARD, None), (None, HENRY, None), reserve=(NORTHUMBERLAND,))
    fight(s).routed = [NORFOLK, NORTHUMBERLAND]
    remove_routed(s, YORK)
    assert (fight(s).front[YORK], fight(s).reserve[YORK]) == ([None, RICHARD, None], [])


def test_4_4_2_a_reserve_slides_where_its_owner_wants() -> None:
    s = field((None, RICHARD, None), (None, HENRY, None), reserve=(NORFOLK,))
    run(advance(s, YORK), (YORK, "advance", f"{NORFOLK} right"))
    assert fight(s).front[YORK] == [None, RICHARD, NORFOLK]
    assert fight(s).reserve[YORK] == []


def test_4_4_2_reserves_advance_one_to_a_position() -> None:
    s = field((None, RICHARD, None), (None, HENRY, None), reserve=(NORFOLK, NORTHUMBERLAND))
    run(advance(s, YORK), (YORK, "advance", f"{NORTHUMBERLAND} left"))
    assert fight(s).front[YORK] == [NORTHUMBERLAND, RICHARD, NORFOLK]


def test_4_4_2_the_only_place_takes_the_only_reserve_without_a_question() -> None:
    s = field((NORTHUMBERLAND, None, RICHARD), (None, HENRY, None), reserve=(NORFOLK,))
    run(advance(s, YORK))
    assert fight(s).front[YORK] == [NORTHUMBERLAND, NORFOLK, RICHARD]


def test_4_4_2_a_full_front_leaves_reserves_where_they_are() -> None:
    s = field((NORTHUMBERLAND, RICHARD, NORFOLK), (None, HENRY, None))
    fight(s).reserve[YORK] = [Lord("march")]
    run(advance(s, YORK))
    assert fight(s).front[YORK] == [NORTHUMBERLAND, RICHARD, NORFOLK]
    assert fight(s).reserve[YORK] == [Lord("march")]


@pytest.mark.parametrize(
    ("row", "filled"),
    [
        ((NORFOLK, None, None), [None, NORFOLK, None]),
        ((None, None, NORFOLK), [None, NORFOLK, None]),
        ((NORFOLK, RICHARD, None), [NORFOLK, RICHARD, None]),
        ((None, None, None), [None, None, None]),
    ],
)
def test_4_4_2_an_empty_centre_is_filled_from_the_wing_there_is(row: Row, filled: list[object]) -> None:
    s = field(row, (None, HENRY, None))
    run(fill_centre(s, YORK))
    assert fight(s).front[YORK] == filled


@pytest.mark.parametrize(("wing", "filled"), [("left", [None, NORFOLK, RICHARD]), ("right", [NORFOLK, RICHARD, None])])
def test_4_4_2_the_owner_chooses_the_wing(wing: str, filled: list[object]) -> None:
    s = field((NORFOLK, None, RICHARD), (None, HENRY, None))
    run(fill_centre(s, YORK), (YORK, "centre", wing))
    assert fight(s).front[YORK] == filled


def test_4_4_2_a_reserve_in_the_centre_leaves_the_wings_alone() -> None:
    s = field((NORFOLK, None, None), (None, HENRY, None), reserve=(RICHARD,))
    run(reposition(s), (YORK, "advance", f"{RICHARD} centre"))
    assert fight(s).front[YORK] == [NORFOLK, RICHARD, None]


def test_4_4_2_reserves_advance_before_a_wing_fills_the_centre() -> None:
    s = field((NORFOLK, None, None), (None, HENRY, None), reserve=(RICHARD,))
    run(reposition(s), (YORK, "advance", f"{RICHARD} right"), (YORK, "centre", "right"))
    assert fight(s).front[YORK] == [NORFOLK, RICHARD, None]


@pytest.mark.parametrize("attacker", list(Side))
def test_4_4_2_the_defender_goes_first_in_each_step(attacker: Side) -> None:
    s = field((NORFOLK, None, RICHARD), (JASPER, None, OXFORD), attacker=attacker)
    lines = {YORK: (YORK, "centre", "left"), LANCASTER: (LANCASTER, "centre", "right")}
    run(reposition(s), lines[attacker.enemy], lines[attacker])
    assert [e.data["side"] for e in told(s, "fills_centre")] == [attacker.enemy, attacker]
    assert fight(s).front == {YORK: [None, NORFOLK, RICHARD], LANCASTER: [JASPER, OXFORD, None]}


@pytest.mark.parametrize("attacker", list(Side))
def test_4_4_2_both_sides_advance_defender_first_before_either_fills_its_centre(attacker: Side) -> None:
    # One Reserve each, who leaves the centre to a wing.
    s = field((NORFOLK, None, None), (JASPER, None, None), reserve=(RICHARD, HENRY), attacker=attacker)
    advances = {YORK: (YORK, "advance", f"{RICHARD} right"), LANCASTER: (LANCASTER, "advance", f"{HENRY} right")}
    centres = {YORK: (YORK, "centre", "left"), LANCASTER: (LANCASTER, "centre", "left")}
    order = (attacker.enemy, attacker)
    run(reposition(s), *[lines[side] for lines in (advances, centres) for side in order])
    assert [e.data["side"] for name in ("advances", "fills_centre") for e in told(s, name)] == [*order, *order]
    assert fight(s).front == {YORK: [None, NORFOLK, RICHARD], LANCASTER: [None, JASPER, HENRY]}
