"""2.0 to 6.0 Map, counters, set-up, Initiative, campaigns."""

import pytest

from pbem.games.warriors_of_england.campaign.campaign import campaign, campaigns, marches
from pbem.games.warriors_of_england.campaign.initiative import initiative
from pbem.games.warriors_of_england.components.board import LONDON, Area, Border, NobleId, Side
from pbem.games.warriors_of_england.components.nobles import room, side_up
from pbem.games.warriors_of_england.components.state import Phase, Shown, covert
from pbem.games.warriors_of_england.game import RULES
from pbem.games.warriors_of_england.setup import setup
from pbem.games.warriors_of_england.turns import turn
from pbem.lab.play.random_games import play_at_random
from pbem.moderator.core.setups import load_setup
from pbem.resources import scenarios_dir
from tests.games.warriors_of_england.scene import LANCASTER, YORK, position, put, run, set_up, troops, where


def test_2_1_thirteen_regions_and_three_foreign_areas() -> None:
    board = set_up().board
    assert (len(board.regions), len(board.foreign), len(board.nobles)) == (13, 3, 40)
    assert board.abroad(LANCASTER) == ["scotland", "france"]
    assert board.borders[Area("north_midlands")][Area("northwest")] is Border.OBSTRUCTED
    assert all(board.borders[to][area] is kind for area, ways in board.borders.items() for to, kind in ways.items())


def test_2_2_1_both_sides_of_a_counter_have_their_own_ratings() -> None:
    s, buckingham = set_up(), NobleId("buckingham")
    assert (side_up(s, buckingham).name, side_up(s, buckingham).colour) == ("Humphrey Stafford", "lancaster")
    s.nobles[buckingham].shown = Shown.REVERSE
    assert (side_up(s, buckingham).name, side_up(s, buckingham).colour) == ("Henry Stafford", "neutral")


def test_2_2_2_two_troops_a_star() -> None:
    s = position()
    put(s, YORK, "west_midlands", york=4, hastings=2)
    assert [room(s, NobleId(noble)) for noble in ("york", "hastings")] == [2, 0]


def test_3_0_york_chooses_first_and_a_noble_with_a_crown_is_placed_at_once() -> None:
    s = set_up()
    drawn = ("warwick", "audley", "stanley", "kildare", "rivers")
    choices = ("choose warwick west_midlands", "choose audley", "choose stanley", "choose kildare", "choose rivers")
    run(setup(s), *choices[:4], drawn=drawn)
    assert where(s, "warwick") == ("west_midlands", "face")
    assert troops(s, "warwick", "audley", "rivers") == [2, 2, 2]
    assert [s.nobles[NobleId(noble)].by for noble in drawn] == [YORK, LANCASTER, YORK, LANCASTER, YORK]
    assert s.aggressor == {"west_midlands": YORK}
    assert s.control == {
        "london": LANCASTER,
        "ireland": LANCASTER,
        "northwest": YORK,
        "south_midlands": LANCASTER,
        "southeast": YORK,
    }
    assert where(s, "edward_iv")[0] == where(s, "grey_ruthin")[0] == "cup"


@pytest.mark.parametrize(
    ("before", "dice", "side", "value"),
    [(None, (4, 2), LANCASTER, 3), (None, (3, 3), YORK, 4), (YORK, (5, 5), LANCASTER, 6), (LANCASTER, (1, 6), YORK, 2)],
)
def test_5_0_the_higher_die_has_it_and_the_lower_counts(
    before: Side | None, dice: tuple[int, int], side: Side, value: int
) -> None:
    s = position(Phase.INITIATIVE)
    s.initiative = before
    run(initiative(s), dice=dice)
    assert (s.initiative, s.value) == (side, value)
    assert s.impulses == {side: value, side.enemy: value - 1}


def test_6_1_two_nobles_cross_a_clear_border_and_one_an_obstructed_one_or_the_sea() -> None:
    s = position()
    put(s, LANCASTER, "north_midlands", talbot=4, audley=2)
    found = marches(s, LANCASTER)
    assert "march talbot audley west_midlands" in found
    assert "march talbot northwest" in found
    assert "march talbot audley northwest" not in found


def test_6_1_sides_alternate_and_a_pass_is_an_impulse() -> None:
    s = position(value=2)
    put(s, YORK, "yorkshire", hastings=1)
    put(s, LANCASTER, "wales", jasper_tudor=1)
    run(campaigns(s), "march hastings northeast", "pass", "march hastings yorkshire")
    assert where(s, "hastings")[0] == "yorkshire"
    assert s.impulses == {YORK: 0, LANCASTER: 0}


def test_6_2_as_many_must_stay_as_there_are_enemies() -> None:
    s = position()
    put(s, YORK, "yorkshire", hastings=1, salisbury=1, montagu=0)
    put(s, LANCASTER, "yorkshire", clifford=1)
    assert "march salisbury hastings northeast" in marches(s, YORK)
    put(s, LANCASTER, "yorkshire", roos=1)
    assert "march salisbury hastings northeast" not in marches(s, YORK)
    assert "march hastings northeast" in marches(s, YORK)
    put(s, LANCASTER, "yorkshire", devon=1)
    assert marches(s, YORK) == []


def test_6_2_only_friendly_foreign_areas_can_be_entered() -> None:
    s = position()
    put(s, LANCASTER, "calais", talbot=1)
    assert [march.to for march in marches(s, LANCASTER)] == ["southeast", "france"]


def test_6_2_an_infirm_henry_does_not_march() -> None:
    s = position()
    put(s, LANCASTER, "london", henry_vi=2)
    s.nobles[NobleId("henry_vi")].shown = Shown.REVERSE
    assert marches(s, LANCASTER) == []


def test_6_3_who_comes_alone_to_enemies_is_the_aggressor() -> None:
    s = position()
    put(s, YORK, "yorkshire", warwick=4, hastings=2)
    put(s, LANCASTER, "north_midlands", talbot=4, audley=2)
    run(campaign(s, YORK), "march hastings warwick north_midlands")
    assert s.aggressor == {"north_midlands": YORK}
    put(s, LANCASTER, "east", oxford=1)
    run(campaign(s, LANCASTER), "march oxford north_midlands")
    assert s.aggressor == {"north_midlands": YORK}


def test_8_0_8_london_is_lost_when_its_heir_leaves() -> None:
    s = position()
    put(s, LANCASTER, "london", margaret=1)
    s.control[LONDON] = LANCASTER
    run(campaign(s, LANCASTER), "march margaret east")
    assert LONDON not in s.control


def test_4_0_a_turn_goes_from_initiative_to_the_next() -> None:
    s = position()
    put(s, YORK, "west_midlands", york=6)
    s.initiative, s.nobles[NobleId("york")].by = None, YORK
    run(turn(s), "pass", "pass", dice=(1, 2))
    assert (s.turn, s.vp, s.control) == (2, -2, {"west_midlands": YORK})
    assert [event.name for event in s.events][:2] == ["turn_begins", "initiative"]


def test_4_10_a_game_lasts_nine_turns_at_most() -> None:
    games = [play_at_random(RULES, load_setup(RULES, "campaign", scenarios_dir()), f"t{n}") for n in range(12)]
    assert all(game.over and game.state.turn <= 9 for game in games)
    assert covert(YORK) == "covert_york"
