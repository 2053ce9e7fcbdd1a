"""7.0 Battles."""

import pytest

from pbem.games.warriors_of_england.battle.attack import attacks, count_misses, force_of
from pbem.games.warriors_of_england.battle.battle import battle, battles, begin
from pbem.games.warriors_of_england.battle.commanders import commanders
from pbem.games.warriors_of_england.battle.intrigue import intrigues, needed, targets
from pbem.games.warriors_of_england.battle.losses import flight, take_hits
from pbem.games.warriors_of_england.battle.withdrawal import may_withdraw, withdrawals, withdrawals_of
from pbem.games.warriors_of_england.components.board import LONDON, Area, NobleId
from pbem.games.warriors_of_england.components.nobles import at
from pbem.games.warriors_of_england.components.state import Phase, Shown, State, battle_of
from tests.games.warriors_of_england.scene import LANCASTER, YORK, position, put, run, troops, where

FIELD = Area("north_midlands")
TALBOT, AUDLEY, WARWICK, HASTINGS = map(NobleId, ("talbot", "audley", "warwick", "hastings"))


@pytest.fixture
def s() -> State:
    """The Battle Example: York has moved Neville and Hastings into North Midlands."""
    s = position(Phase.BATTLES)
    put(s, LANCASTER, FIELD, talbot=4, audley=2)
    put(s, YORK, FIELD, warwick=4, hastings=2)
    s.aggressor[FIELD] = YORK
    begin(s, FIELD)
    battle_of(s).commander = {LANCASTER: TALBOT, YORK: WARWICK}
    return s


def test_7_0_the_initiative_side_decides_the_order() -> None:
    s = position(Phase.BATTLES)
    put(s, YORK, "wales", herbert=4)
    put(s, LANCASTER, "wales", wiltshire=0)
    put(s, YORK, "east", norfolk=4)
    put(s, LANCASTER, "east", devon=0)
    flow = battles(s)
    (asked,) = flow.send(None)
    assert (asked.seat, asked.shape.options()) == (YORK, ["wales", "east"])
    flow.close()
    run(battle(s, Area("east")), dice=(6, 1, 1, 1, 1, 1, 3))
    assert [where(s, "devon")[0], where(s, "wiltshire")[0]] == ["covert_lancaster", "wales"]


def test_7_1_one_of_the_highest_rank_commands_and_of_several_the_owner_chooses(s: State) -> None:
    put(s, YORK, FIELD, salisbury=0)
    run(commanders(s), "salisbury")
    assert battle_of(s).commander == {LANCASTER: TALBOT, YORK: "salisbury"}


def test_7_2_the_example_hastings_is_out_of_reach_and_a_five_fails_against_audley(s: State) -> None:
    assert needed(s, LANCASTER, HASTINGS) == 0
    assert targets(s, LANCASTER) == []
    assert targets(s, YORK) == [AUDLEY]
    run(intrigues(s), "audley", dice=(5,))
    assert s.nobles[AUDLEY].by is LANCASTER


def test_7_2_a_noble_turns_with_his_troops_and_a_commander_is_replaced(s: State) -> None:
    battle_of(s).commander[LANCASTER] = AUDLEY
    run(intrigues(s), "audley", dice=(1,))
    assert (s.nobles[AUDLEY].by, s.nobles[AUDLEY].troops) == (YORK, 2)
    assert battle_of(s).commander[LANCASTER] == TALBOT


def test_7_2_who_has_nobody_left_fights_no_battle() -> None:
    s = position(Phase.BATTLES)
    put(s, YORK, FIELD, york=2)
    put(s, LANCASTER, FIELD, welles=1)
    run(battle(s, FIELD), "welles", dice=(2,))
    assert s.nobles[NobleId("welles")].by is YORK
    assert s.battle is None


def test_7_3_the_example_york_rolls_six_dice_with_one_more_each(s: State) -> None:
    assert force_of(s, YORK, at(s, FIELD, YORK)) == (6, 1)
    assert force_of(s, LANCASTER, at(s, FIELD, LANCASTER)) == (5, 0)
    run(attacks(s), dice=(1, 3, 5, 6, 5, 5, 1, 6, 3, 4, 6))
    assert battle_of(s).hits == {LANCASTER: 4, YORK: 2}


def test_7_4_the_other_side_attacks_with_what_it_had(s: State) -> None:
    run(attacks(s), dice=(6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6))
    assert battle_of(s).hits == {LANCASTER: 6, YORK: 5}


def test_7_3_misses_are_counted_and_a_hit_removes_the_marker(s: State) -> None:
    marks = []
    for hits in (0, 0, 0, 1, 0):
        count_misses(s, hits)
        marks.append((battle_of(s).missed, battle_of(s).third_miss))
    assert marks == [(1, False), (2, False), (2, True), (0, True), (1, False)]


def test_7_5_troops_first_then_nobles_and_the_commander_last(s: State) -> None:
    battle_of(s).hits[LANCASTER] = 7
    run(take_hits(s, LANCASTER, at(s, FIELD, LANCASTER)), dice=(2,))
    assert troops(s, "talbot", "audley") == [0, 0]
    assert where(s, "audley") == ("covert_lancaster", "reverse")
    assert where(s, "talbot")[0] == FIELD


@pytest.mark.parametrize(
    ("die", "london", "to"),
    [
        (1, None, "covert_lancaster"),
        (3, YORK, "covert_lancaster"),
        (4, None, "covert_lancaster"),
        (4, YORK, "tower"),
        (5, None, "covert_lancaster"),
        (5, YORK, "tower"),
        (6, YORK, "tower"),
    ],
)
def test_7_5_the_flight_table(s: State, die: int, london: object, to: str) -> None:
    battle_of(s).london = london
    run(flight(s, LANCASTER, TALBOT), dice=(die,))
    assert where(s, "talbot")[0] == to


def test_7_5_into_exile_where_the_owner_likes_and_a_second_death_is_the_last(s: State) -> None:
    run(flight(s, LANCASTER, TALBOT), "scotland", dice=(6,))
    assert where(s, "talbot")[0] == "scotland"
    s.nobles[HASTINGS].shown = Shown.REVERSE
    run(flight(s, YORK, HASTINGS), dice=(1,))
    assert where(s, "hastings")[0] == "out"


def test_7_6_the_example_talbot_withdraws_disgraced(s: State) -> None:
    for noble in ("talbot", "audley"):
        s.nobles[NobleId(noble)].troops = 1
    run(may_withdraw(s, LANCASTER), "withdraw west_midlands", dice=(4, 5, 3, 5, 5, 1, 2))
    assert (where(s, "talbot")[0], s.nobles[TALBOT].disgraced, troops(s, "talbot")) == ("west_midlands", True, [0])
    assert where(s, "audley") == ("covert_lancaster", "reverse")


def test_7_6_one_crosses_an_obstructed_border_and_the_rest_flee(s: State) -> None:
    ways = withdrawals_of(s, LANCASTER)
    assert {"withdraw northwest talbot", "withdraw northwest audley", "withdraw west_midlands"} <= set(ways)
    run(may_withdraw(s, LANCASTER), "withdraw northwest talbot", dice=(3, 1, 1, 1, 1, 1, 1))
    assert where(s, "audley")[0] == "covert_lancaster"
    assert where(s, "talbot")[0] == "northwest"


def test_7_6_nobody_withdraws_to_enemies(s: State) -> None:
    put(s, YORK, "west_midlands", herbert=0)
    assert "withdraw west_midlands" not in withdrawals_of(s, LANCASTER)


def test_7_7_after_a_third_miss_the_aggressor_can_be_forced_to_run(s: State) -> None:
    battle_of(s).missed, battle_of(s).third_miss = 2, True
    assert run(withdrawals(s), "stay", "stay", True, "withdraw yorkshire", dice=(1, 1, 1, 1, 1))
    assert where(s, "warwick")[0] == where(s, "hastings")[0] == "yorkshire"


def test_7_7_or_the_battle_goes_on_without_the_marker(s: State) -> None:
    battle_of(s).missed, battle_of(s).third_miss = 2, True
    assert not run(withdrawals(s), "stay", "stay", False)
    assert (battle_of(s).missed, battle_of(s).third_miss) == (0, False)


def test_7_7_with_nowhere_to_run_all_flee(s: State) -> None:
    battle_of(s).missed, battle_of(s).third_miss = 2, True
    for area, noble in zip(s.board.borders[FIELD], ("oxford", "clifford", "devon", "roos", "percy"), strict=True):
        put(s, LANCASTER, area, **{noble: 0})
    assert run(withdrawals(s), "stay", True, dice=(3, 3))
    assert where(s, "warwick")[0] == where(s, "hastings")[0] == "covert_york"
    assert LONDON not in s.control
