"""6.1.1 Surrender: just before the last Heir of the first or second War rolls for Death."""

import pytest

from pbem.games.plantagenet.battle.death_check import death_check, may_surrender
from pbem.games.plantagenet.campaign.end_campaign import disembark
from pbem.games.plantagenet.components.box import Lord
from pbem.games.plantagenet.components.state import State, Status
from pbem.games.plantagenet.wars.ending import WarOver
from tests.games.plantagenet.build import LANCASTER, YORK, Line, run, told
from tests.games.plantagenet.scene import capability, put
from tests.games.plantagenet.wars.war import (
    DIES,
    FIELD,
    LIVES,
    check,
    dies,
    ended,
    rolled,
    routed,
    state_of_wars,
    status,
    war,
)

CONCEDE, FIGHT_ON = True, False
ALL_BUT_YORK = ("march", "rutland", "gloucester")
ALL_BUT_HENRY = ("margaret", "somerset_1", "somerset_2")


def surrender(side: str, answer: bool) -> Line:
    """The answer to the question."""
    return (YORK if side == "york" else LANCASTER), "surrender", answer


def conceded(s: State, *lines: Line, dice: tuple[int, ...] = ()) -> None:
    """A Death check in which a side concedes."""
    with pytest.raises(WarOver):
        check(s, *lines, dice=dice)


@pytest.mark.parametrize(
    ("code", "lost", "lord", "side"),
    [
        ("I", ("york", "march"), "rutland", "york"),
        ("IIY", ALL_BUT_YORK, "york", "york"),
        ("IIY", ALL_BUT_HENRY, "henry_vi", "lancaster"),
        ("IIL", ALL_BUT_YORK, "york", "york"),
        ("IIL", ALL_BUT_HENRY, "henry_vi", "lancaster"),
    ],
)
def test_6_1_1_the_last_heirs_side_concedes_before_the_roll_and_the_heir_lives(
    code: str, lost: tuple[str, ...], lord: str, side: str
) -> None:
    s = war(code, *lost)
    routed(s, lord)
    conceded(s, surrender(side, CONCEDE))
    winner = LANCASTER if side == "york" else YORK
    assert ended(s) == (winner, "surrender", None)
    assert rolled(s) == []
    assert status(s, lord) is Status.MAP
    assert lord not in state_of_wars(s).removed


def test_6_1_1_who_does_not_concede_rolls() -> None:
    s = war("IIY", *ALL_BUT_YORK)
    routed(s, "york")
    check(s, surrender("york", FIGHT_ON), dice=[LIVES])
    assert rolled(s) == ["york"]
    assert ended(s) is None


def test_6_1_1_who_does_not_concede_may_lose_all() -> None:
    s = war("IIY", *ALL_BUT_YORK)
    routed(s, "york")
    conceded(s, surrender("york", FIGHT_ON), dice=(DIES,))
    assert ended(s) == (LANCASTER, "dynastic", LANCASTER)


def test_6_1_1_the_death_of_another_in_the_same_check_makes_one_the_last() -> None:
    s = war("IIY", "york", "gloucester")
    routed(s, "edward_iv", "rutland")
    conceded(s, surrender("york", CONCEDE), dice=(DIES,))
    assert rolled(s) == ["edward_iv"]
    assert status(s, "rutland") is Status.MAP


def test_6_1_1_no_roll_is_made_after_a_surrender() -> None:
    s = war("IIY", *ALL_BUT_YORK)
    routed(s, "devon", "york", "somerset_1", attacker=LANCASTER)
    conceded(s, surrender("york", CONCEDE), dice=(LIVES,))
    assert rolled(s) == ["devon"]
    assert status(s, "somerset_1") is Status.MAP


@pytest.mark.parametrize("lord", ["york", "march"])
def test_6_1_1_with_two_heirs_left_there_is_no_question(lord: str) -> None:
    s = war("IIY", "rutland", "gloucester")
    run(may_surrender(s, Lord(lord)))
    assert told(s, "surrenders") == []


def test_6_1_1_another_lords_roll_brings_no_question() -> None:
    s = war("IIY", *ALL_BUT_YORK)
    run(may_surrender(s, Lord("devon")))
    assert told(s, "surrenders") == []


def test_6_1_1_lancaster_has_more_heirs_listed_in_war_i_than_it_can_lose() -> None:
    s = war("I")
    dies(s, "henry_vi")
    run(may_surrender(s, Lord("somerset_1")))
    assert told(s, "surrenders") == []


@pytest.mark.parametrize(("code", "lord"), [("IIIY", "margaret"), ("IIIL", "henry_vi")])
def test_6_1_1_there_is_none_in_a_third_war(code: str, lord: str) -> None:
    s = war(code)
    routed(s, lord)
    check(s, dice=[LIVES])
    assert rolled(s) == [lord]


def test_6_1_1_there_is_none_before_disembark() -> None:
    s = war("IIY", *ALL_BUT_YORK)
    put(s, "york", "irish_sea")
    with pytest.raises(WarOver):
        run(disembark(s), dice=[LIVES])
    assert ended(s) == (LANCASTER, "dynastic", LANCASTER)


def test_6_1_1_there_is_none_where_no_die_is_rolled() -> None:
    s = war("IIY", "york", "march", "rutland", *ALL_BUT_HENRY)
    put(s, "richard_iii", FIELD)
    routed(s, "henry_vi")
    capability(s, "richard_iii", "y33")
    with pytest.raises(WarOver):
        run(death_check(s, YORK))
    assert ended(s) == (YORK, "war", None)
