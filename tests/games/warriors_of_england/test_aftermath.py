"""8.0 to 14.0 Control, Levy, Tower, new Nobles, victory, Henry VI."""

import pytest

from pbem.games.warriors_of_england.aftermath.control import control
from pbem.games.warriors_of_england.aftermath.henry import henry
from pbem.games.warriors_of_england.aftermath.levy import levied_by, levies
from pbem.games.warriors_of_england.aftermath.placing import placing, reinforcements, selections
from pbem.games.warriors_of_england.aftermath.tower import trials
from pbem.games.warriors_of_england.components.board import LONDON, Area, NobleId
from pbem.games.warriors_of_england.components.nobles import to_box, to_tower
from pbem.games.warriors_of_england.components.state import Phase, Shown
from pbem.games.warriors_of_england.victory import end_turn, score
from tests.games.warriors_of_england.scene import LANCASTER, YORK, in_cup, position, put, run, troops, where


def test_8_0_the_example_warwick_gains_north_midlands_and_a_disgraced_talbot_tries_nothing() -> None:
    s = position(Phase.CONTROL)
    put(s, YORK, "north_midlands", warwick=3, hastings=1)
    put(s, LANCASTER, "west_midlands", talbot=0)
    s.nobles[NobleId("talbot")].disgraced = True
    run(control(s), dice=(1,))
    assert s.control == {"north_midlands": YORK}
    assert not s.nobles[NobleId("talbot")].disgraced


def test_8_0_a_noble_at_home_needs_no_die_and_a_failure_takes_control_away() -> None:
    s = position(Phase.CONTROL)
    put(s, LANCASTER, "north_midlands", talbot=0)
    put(s, YORK, "wales", hastings=0)
    s.control = {Area("north_midlands"): YORK, Area("wales"): LANCASTER}
    s.aggressor = {Area("wales"): YORK}
    run(control(s), dice=(2,))
    assert (s.control, s.aggressor) == ({"north_midlands": LANCASTER}, {})


def test_8_0_only_a_royal_heir_takes_london_and_an_infirm_henry_does_not() -> None:
    s = position(Phase.CONTROL)
    put(s, LANCASTER, "london", henry_vi=0, oxford=0)
    s.nobles[NobleId("henry_vi")].shown = Shown.REVERSE
    run(control(s))
    assert s.control == {}
    put(s, LANCASTER, "london", margaret=0)
    run(control(s))
    assert s.control == {LONDON: LANCASTER}


def test_9_0_the_example_two_troops_first_to_hastings_then_to_warwick() -> None:
    s = position(Phase.LEVY)
    put(s, YORK, "north_midlands", warwick=3, hastings=1)
    put(s, LANCASTER, "west_midlands", talbot=0)
    s.control = {Area("north_midlands"): YORK}
    run(levies(s))
    assert troops(s, "warwick", "hastings", "talbot") == [4, 2, 0]


def test_9_0_nobody_levies_in_london_and_full_nobles_are_passed_over() -> None:
    s = position(Phase.LEVY)
    put(s, LANCASTER, "london", margaret=1)
    put(s, LANCASTER, "france", devon=2, oxford=3)
    s.control = {LONDON: LANCASTER}
    assert levied_by(s, LANCASTER, Area("france")) == ["oxford"]
    run(levies(s))
    assert troops(s, "margaret", "devon", "oxford") == [1, 2, 4]


def test_10_0_own_and_green_nobles_are_pardoned_and_the_enemys_executed() -> None:
    s = position(Phase.TOWER, value=5)
    put(s, LANCASTER, "london", margaret=1)
    s.control = {LONDON: LANCASTER}
    for noble in ("york", "audley", "oxford"):
        put(s, YORK, "wales", **{noble: 0})
        to_tower(s, NobleId(noble))
    run(trials(s), "york", "audley", "oxford", dice=(5, 5, 4))
    assert where(s, "york") == ("covert_york", "reverse")
    assert where(s, "audley")[0] == "covert_lancaster"
    assert where(s, "oxford")[0] == "tower"
    assert s.vp == 2


def test_10_0_there_are_two_trials_fewer_than_the_initiative_value() -> None:
    s = position(Phase.TOWER, value=2)
    put(s, LANCASTER, "london", margaret=1)
    s.control = {LONDON: LANCASTER}
    to_tower(s, NobleId("york"))
    run(trials(s))
    assert where(s, "york")[0] == "tower"


def test_11_1_own_first_then_green_then_the_enemys() -> None:
    s = position(Phase.DRAFT)
    in_cup(s, "oxford", "audley", "hastings", "lovell", "percy")
    run(reinforcements(s), "take hastings", drawn=("oxford", "hastings", "audley", "lovell"))
    assert [where(s, noble)[0] for noble in ("oxford", "hastings", "audley", "lovell")] == [
        "covert_lancaster",
        "covert_york",
        "covert_lancaster",
        "covert_york",
    ]


def test_11_1_an_enemy_noble_is_given_or_put_back() -> None:
    s = position(Phase.DRAFT)
    in_cup(s, "hastings", "lovell")
    s.nobles[NobleId("hastings")].at = s.nobles[NobleId("lovell")].at = Area("drawn")
    assert selections(s, LANCASTER) == ["return hastings", "give hastings", "return lovell", "give lovell"]
    in_cup(s, "hastings", "lovell")
    run(reinforcements(s), "return hastings", drawn=("hastings", "lovell"))
    assert [where(s, noble)[0] for noble in ("hastings", "lovell")] == ["cup", "covert_york"]


def test_11_2_a_noble_comes_home_with_one_troop_and_alone_among_enemies_he_is_the_aggressor() -> None:
    s = position(Phase.PLACING, value=2)
    s.plays = {YORK: 2, LANCASTER: 1}
    put(s, LANCASTER, "yorkshire", clifford=2)
    for noble in ("hastings", "edward_iv"):
        to_box(s, NobleId(noble), YORK)
    run(placing(s), "place hastings", "place edward_iv burgundy")
    assert (where(s, "hastings")[0], where(s, "edward_iv")[0]) == ("yorkshire", "burgundy")
    assert troops(s, "hastings", "edward_iv") == [1, 1]
    assert s.aggressor == {"yorkshire": YORK}


def test_12_0_regions_count_and_exiles_cost() -> None:
    s = position(Phase.SCORE)
    s.control = {LONDON: LANCASTER, Area("yorkshire"): YORK}
    put(s, LANCASTER, "france", oxford=0, devon=0)
    put(s, YORK, "burgundy", hastings=0)
    score(s)
    assert s.vp == (3 - 2) - (2 - 1)


@pytest.mark.parametrize(
    ("turn", "vp", "winner", "how"),
    [(3, 15, LANCASTER, "points"), (3, -16, YORK, "points"), (9, 4, LANCASTER, "most"), (9, -1, YORK, "most")],
)
def test_13_0_fifteen_points_win_and_after_nine_turns_the_most(turn: int, vp: int, winner: object, how: str) -> None:
    s = position(Phase.END)
    s.turn, s.vp = turn, vp
    end_turn(s)
    assert s.result == {"winner": winner, "how": how}


def test_13_0_a_tie_goes_to_more_royal_heirs_at_home_or_to_nobody() -> None:
    s = position(Phase.END)
    s.turn = 9
    end_turn(s)
    assert s.result == {"winner": None, "how": "heirs"}
    s.result = None
    put(s, YORK, "west_midlands", york=1)
    s.control = {Area("west_midlands"): YORK}
    end_turn(s)
    assert s.result == {"winner": YORK, "how": "heirs"}


def test_14_0_a_low_die_turns_henry_and_he_loses_london() -> None:
    s = position(Phase.HENRY)
    put(s, LANCASTER, "london", henry_vi=2)
    s.control = {LONDON: LANCASTER}
    run(henry(s), dice=(3,))
    assert where(s, "henry_vi")[1] == "face"
    run(henry(s), dice=(2,))
    assert (where(s, "henry_vi")[1], s.control) == ("reverse", {})


def test_14_0_in_the_tower_he_is_infirm_and_dead_he_rolls_no_more() -> None:
    s = position(Phase.HENRY)
    put(s, LANCASTER, "london", henry_vi=2)
    to_tower(s, NobleId("henry_vi"))
    run(henry(s))
    assert where(s, "henry_vi") == ("tower", "reverse")
    run(henry(position(Phase.HENRY)))
