"""The worked examples of the rulebook, in its order.

The tests from 6.1 to 9.0 are one story: Lancaster's Talbot and Tuchet (`audley`) against York's Richard Neville (`warwick`)
and Edward Hastings. The last test plays it in one piece.
"""

from __future__ import annotations

import pytest

from pbem.games.warriors_of_england.aftermath.control import control
from pbem.games.warriors_of_england.aftermath.levy import levied_by, levies, levy_areas, levy_limit
from pbem.games.warriors_of_england.battle.attack import attacks, force_of
from pbem.games.warriors_of_england.battle.battle import battle, battles, begin
from pbem.games.warriors_of_england.battle.commanders import commanders
from pbem.games.warriors_of_england.battle.intrigue import intrigues, needed, targets
from pbem.games.warriors_of_england.battle.losses import losses
from pbem.games.warriors_of_england.battle.withdrawal import may_withdraw, withdrawals_of
from pbem.games.warriors_of_england.campaign.campaign import campaign, marches
from pbem.games.warriors_of_england.components.board import Area, Border, NobleId, Side
from pbem.games.warriors_of_england.components.nobles import at, side_up
from pbem.games.warriors_of_england.components.state import DRAWN, Phase, State, battle_of
from pbem.games.warriors_of_england.setup import choices, choose, setup
from pbem.games.warriors_of_england.victory import score
from tests.games.warriors_of_england.scene import LANCASTER, YORK, position, put, run, set_up, troops, where

NORTH, WEST, YORKSHIRE, NORTHWEST = map(Area, ("north_midlands", "west_midlands", "yorkshire", "northwest"))
TALBOT, TUCHET, NEVILLE, HASTINGS = map(NobleId, ("talbot", "audley", "warwick", "hastings"))
FIRST_ROUND = (1, 3, 5, 6, 5, 5, 1, 6, 3, 4, 6)
"""York's six dice before the 1 that is added to each, which the example tells with it: 2 4 6 7 6 6. Then Lancaster's."""
PURSUIT = (4, 5, 3, 5, 5, 1)
"""York's dice before the 1 is added: 5 6 4 6 6 2."""


@pytest.fixture
def campaigning() -> State:
    """The Campaign Example: Talbot with four Troops and Tuchet with two in North Midlands, York in Yorkshire."""
    s = position(Phase.CAMPAIGNS)
    put(s, LANCASTER, NORTH, talbot=4, audley=2)
    put(s, YORK, YORKSHIRE, warwick=4, hastings=2)
    return s


@pytest.fixture
def fighting(campaigning: State) -> State:
    """The Battle Example, when commanders have been named."""
    s = campaigning
    run(campaign(s, YORK), "march hastings warwick north_midlands")
    s.phase = Phase.BATTLES
    begin(s, NORTH)
    run(commanders(s))
    return s


@pytest.fixture
def withdrawing(fighting: State) -> State:
    """The Withdraw Example: after the first round, with two Troops of Lancaster's left."""
    run(attacks(fighting), dice=FIRST_ROUND)
    run(losses(fighting), {"talbot": 3, "audley": 1}, {"warwick": 1, "hastings": 1})
    return fighting


# 3.0


def test_3_0_york_ends_up_with_three_neutral_nobles_and_lancaster_with_two() -> None:
    """3.0 In brackets: of five neutral Nobles drawn York ends up with 3 and Lancaster with 2, each with 2 Troops."""
    s = set_up()
    drawn = ("audley", "stanley", "kildare", "rivers", "scrope")
    run(setup(s), "choose rivers", "choose stanley", "choose audley", "choose kildare", drawn=drawn)
    assert [noble for noble in drawn if s.nobles[NobleId(noble)].by is YORK] == ["audley", "rivers", "scrope"]
    assert [noble for noble in drawn if s.nobles[NobleId(noble)].by is LANCASTER] == ["stanley", "kildare"]
    assert troops(s, *drawn) == [2] * 5


def test_3_0_richard_neville_goes_to_a_friendly_noble_or_abroad() -> None:
    """3.0 If Richard Neville, the 2-star Noble with a crown, is drawn: to a region with a friendly Noble, or abroad."""
    s = set_up()
    for noble in (NEVILLE, TUCHET):
        s.nobles[noble].at = DRAWN
    assert (side_up(s, NEVILLE).stars, s.board.nobles[NEVILLE].home) == (2, "crown")
    ways = {side: [str(way.area) for way in choices(s, side) if way.noble == NEVILLE] for side in (YORK, LANCASTER)}
    assert ways == {YORK: ["west_midlands", "burgundy"], LANCASTER: ["london", "south_midlands", "scotland", "france"]}
    run(choose(s, YORK), "choose warwick burgundy")
    assert (where(s, "warwick"), troops(s, "warwick")) == (("burgundy", "face"), [2])


# 6.0


def test_6_1_both_march_over_the_clear_border(campaigning: State) -> None:
    """6.1 Campaign Example: Talbot and Tuchet go together, with their Troops, over the clear border to West Midlands."""
    s = campaigning
    assert s.board.borders[NORTH][WEST] is Border.CLEAR
    run(campaign(s, LANCASTER), "march talbot audley west_midlands")
    assert [where(s, "talbot")[0], where(s, "audley")[0]] == [WEST, WEST]
    assert troops(s, "talbot", "audley") == [4, 2]


def test_6_1_only_one_marches_over_the_obstructed_border(campaigning: State) -> None:
    """6.1 Campaign Example: into the Northwest, over the obstructed border, only one of the two can go."""
    found = {str(march) for march in marches(campaigning, LANCASTER) if march.to == NORTHWEST}
    assert campaigning.board.borders[NORTH][NORTHWEST] is Border.OBSTRUCTED
    assert found == {"march talbot northwest", "march audley northwest"}


def test_6_1_the_two_do_not_split_up_in_one_campaign(campaigning: State) -> None:
    """6.1 Campaign Example: if both move in one campaign, they move to one region; another takes another campaign."""
    s = campaigning
    run(campaign(s, LANCASTER), "march talbot west_midlands")
    assert [where(s, "talbot")[0], where(s, "audley")[0]] == [WEST, NORTH]
    run(campaign(s, LANCASTER), "march audley northwest")
    assert where(s, "audley")[0] == NORTHWEST


# 7.0


def test_6_3_york_marches_into_north_midlands_and_is_the_aggressor(campaigning: State) -> None:
    """7.0 Battle Example, first paragraph: Neville and Hastings come from Yorkshire to enemies: York's Aggressor marker."""
    run(campaign(campaigning, YORK), "march hastings warwick north_midlands")
    assert campaigning.aggressor == {NORTH: YORK}
    assert troops(campaigning, "warwick", "hastings") == [4, 2]


def test_7_1_talbot_and_neville_command(fighting: State) -> None:
    """7.1 Battle Example: Talbot and Neville, of 2 stars, command; the 1-star Nobles cannot, and nobody is asked."""
    assert battle_of(fighting).aggressor is YORK
    assert battle_of(fighting).commander == {LANCASTER: TALBOT, YORK: NEVILLE}


def test_7_2_hastings_is_out_of_talbots_reach(fighting: State) -> None:
    """7.2 Battle Example: Lancaster is first; 2 stars less 1, less 1 for the white Hastings, is 0: no die succeeds."""
    assert (side_up(fighting, HASTINGS).colour, needed(fighting, LANCASTER, HASTINGS)) == ("york", 0)
    assert targets(fighting, LANCASTER) == []


@pytest.mark.parametrize(("die", "holder"), [(5, LANCASTER), (2, LANCASTER), (1, YORK)])
def test_7_2_neville_needs_a_one_for_tuchet(fighting: State, die: int, holder: object) -> None:
    """7.2 Battle Example: Neville's 2 stars less Tuchet's 1 leave 1; York rolls a 5 and fails, a 1 would succeed."""
    assert needed(fighting, YORK, TUCHET) == 1
    run(intrigues(fighting), "audley", dice=(die,))
    assert (fighting.nobles[TUCHET].by, troops(fighting, "audley")) == (holder, [2])


def test_7_3_york_rolls_six_dice_with_one_added_for_four_hits(fighting: State) -> None:
    """7.3 Battle Example: 8 Nobles and Troops, Leadership 6: six dice. Battle 3 against 2: 2 4 6 7 6 6 are four hits."""
    assert force_of(fighting, YORK, at(fighting, NORTH, YORK)) == (6, 1)
    run(attacks(fighting), dice=FIRST_ROUND)
    assert battle_of(fighting).hits[LANCASTER] == 4
    assert battle_of(fighting).missed == 0


def test_7_4_lancaster_rolls_five_dice_with_nothing_added_for_two_hits(fighting: State) -> None:
    """7.4 Battle Example: 8 Nobles and Troops, Leadership 5: five dice. Battle 2 against 3: 1 6 3 4 6 are two hits."""
    assert force_of(fighting, LANCASTER, at(fighting, NORTH, LANCASTER)) == (5, 0)
    run(attacks(fighting), dice=FIRST_ROUND)
    assert battle_of(fighting).hits[YORK] == 2


def test_7_3_2_the_difference_of_three_and_one_is_added() -> None:
    """7.3.2 Battle 3 against 1: 2 is added to each die, so a 4 hits and a 3 does not; the lesser commander adds nothing."""
    s = position(Phase.BATTLES)
    put(s, YORK, NORTH, warwick=1)
    put(s, LANCASTER, NORTH, audley=1)
    s.aggressor[NORTH] = YORK
    begin(s, NORTH)
    run(commanders(s))
    assert [force_of(s, side, at(s, NORTH, side)) for side in (YORK, LANCASTER)] == [(2, 2), (2, 0)]
    run(attacks(s), dice=(4, 3, 5, 6))
    assert battle_of(s).hits == {LANCASTER: 1, YORK: 1}


def test_7_5_both_sides_lose_troops(fighting: State) -> None:
    """7.5 Battle Example: Lancaster loses four Troops of six, York two, one of each Noble."""
    run(attacks(fighting), dice=FIRST_ROUND)
    run(losses(fighting), {"talbot": 3, "audley": 1}, {"warwick": 1, "hastings": 1})
    assert sum(troops(fighting, "talbot", "audley")) == 2
    assert troops(fighting, "warwick", "hastings") == [3, 1]


def test_7_6_either_side_may_withdraw_or_both_fight_on(fighting: State) -> None:
    """7.6 Battle Example: the side that is not the Aggressor is asked first; if neither goes there is another round."""
    s = fighting
    s.battle = None
    answers = ("audley", {"talbot": 3, "audley": 1}, {"warwick": 1, "hastings": 1}, "stay", "stay")
    second = (6, 6, 6, 6, 1, 1, 1, 1, 1, 1)
    run(battle(s, NORTH), *answers, dice=(5, *FIRST_ROUND, *second, 3, 3))
    told = [(event.name, event.data["side"]) for event in s.events if event.name in ("attacks", "stays")]
    attack_each = [("attacks", YORK), ("attacks", LANCASTER)]
    assert told == [*attack_each, ("stays", LANCASTER), ("stays", YORK), *attack_each]


def test_7_6_only_one_could_withdraw_to_the_northwest(withdrawing: State) -> None:
    """7.6 Withdraw Example: both can go to West Midlands; over the obstructed border to the Northwest only one."""
    ways = [str(way) for way in withdrawals_of(withdrawing, LANCASTER)]
    assert "withdraw west_midlands" in ways
    assert {way for way in ways if "northwest" in way} == {"withdraw northwest talbot", "withdraw northwest audley"}


def test_7_6_york_attacks_once_more_and_tuchet_falls(withdrawing: State) -> None:
    """7.6 Withdraw Example: six dice, 5 6 4 6 6 2, three hits, no answer; two Troops go, then Tuchet, killed by a 2.

    Flipped, he comes to the Covert Box of Lancaster. Talbot comes to West Midlands without Troops, disgraced.
    """
    s, before = withdrawing, len(withdrawing.events)
    run(may_withdraw(s, LANCASTER), "withdraw west_midlands", dice=(*PURSUIT, 2))
    told = [event.data for event in s.events[before:] if event.name == "attacks"]
    assert [(each["side"], each["bonus"], each["hits"]) for each in told] == [(YORK, 1, 3)]
    assert where(s, "audley") == ("covert_lancaster", "reverse")
    assert (where(s, "talbot"), troops(s, "talbot")) == ((WEST, "face"), [0])
    assert [noble for noble, each in s.nobles.items() if each.disgraced] == [TALBOT]
    assert troops(s, "warwick", "hastings") == [3, 1]


def test_7_6_4_up_to_two_withdraw_and_the_others_flee_before_the_attack() -> None:
    """7.6.4 Of three two withdraw over a clear border; the third rolls on the Flight Table first, his Troops are lost."""
    s = position(Phase.BATTLES)
    put(s, LANCASTER, NORTH, talbot=1, audley=1, roos=2)
    put(s, YORK, NORTH, york=1)
    s.aggressor[NORTH] = YORK
    begin(s, NORTH)
    run(commanders(s))
    assert "withdraw west_midlands" not in withdrawals_of(s, LANCASTER)
    run(may_withdraw(s, LANCASTER), "withdraw west_midlands talbot audley", dice=(3, 1, 1))
    assert [event.name for event in s.events if event.name in ("flight", "attacks")] == ["flight", "attacks"]
    assert (where(s, "roos")[0], troops(s, "roos")) == ("covert_lancaster", [0])
    assert [where(s, "talbot")[0], where(s, "audley")[0]] == [WEST, WEST]


def test_7_6_5_who_may_withdraw_to_a_region_that_a_battle_cleared_of_enemies() -> None:
    """7.6.5 An enemy-controlled region can be withdrawn to where an earlier battle has cleared out all enemy Nobles."""
    s = position(Phase.BATTLES, initiative=LANCASTER)
    put(s, LANCASTER, WEST, margaret=5)
    put(s, YORK, WEST, lovell=0)
    put(s, LANCASTER, NORTH, talbot=1)
    put(s, YORK, NORTH, york=1)
    s.control, s.aggressor = {WEST: YORK}, {WEST: LANCASTER, NORTH: YORK}
    begin(s, NORTH)
    assert "withdraw west_midlands" not in withdrawals_of(s, LANCASTER)
    s.battle = None
    west, north = (6, 1, 1, 1, 1, 1, 1, 3), (1, 1, 1, 1, 1, 1)
    run(battles(s), "west_midlands", "none", "withdraw west_midlands", dice=west + north)
    assert (where(s, "lovell")[0], where(s, "talbot")[0], s.control) == ("covert_york", WEST, {WEST: YORK})


# 8.0, 9.0


@pytest.mark.parametrize(("die", "control_of"), [(1, {NORTH: YORK}), (2, {NORTH: YORK}), (3, {})])
def test_8_0_neville_gains_north_midlands_with_two_or_less(die: int, control_of: dict[Area, Side]) -> None:
    """8.0 Control Example: Neville has 2 stars, so a 2 or less is needed; York rolls a 1 and gains North Midlands."""
    s = position(Phase.CONTROL)
    put(s, YORK, NORTH, warwick=3, hastings=1)
    run(control(s), dice=(die,))
    assert s.control == control_of


def test_8_0_a_disgraced_talbot_rolls_for_nothing() -> None:
    """8.0 Control Example: Talbot stands in the uncontrolled West Midlands, but disgraced: there is no attempt, no die."""
    s = position(Phase.CONTROL)
    put(s, LANCASTER, WEST, talbot=0)
    s.nobles[TALBOT].disgraced = True
    run(control(s))
    assert s.control == {}
    run(control(s), dice=(2,))
    assert s.control == {WEST: LANCASTER}


def test_9_0_the_first_troop_goes_to_hastings_and_the_second_to_neville() -> None:
    """9.0 Levy Example: Neville's 2 stars allow two Troops: one to Hastings, who has fewest, then one to Neville."""
    s = position(Phase.LEVY)
    put(s, YORK, NORTH, warwick=3, hastings=1)
    s.control = {NORTH: YORK}
    assert (levy_limit(s, YORK, NORTH), levied_by(s, YORK, NORTH)) == (2, [HASTINGS])
    s.nobles[HASTINGS].troops = 2
    assert levied_by(s, YORK, NORTH) == [NEVILLE]
    s.nobles[HASTINGS].troops = 1
    run(levies(s))
    assert troops(s, "warwick", "hastings") == [4, 2]


def test_9_0_there_is_no_levy_in_an_uncontrolled_region() -> None:
    """9.0 Levy Example: West Midlands is uncontrolled, so Lancaster levies nothing for Talbot there."""
    s = position(Phase.LEVY)
    put(s, LANCASTER, WEST, talbot=0)
    run(levies(s))
    assert (levy_areas(s, LANCASTER), troops(s, "talbot")) == ([], [0])


def test_12_0_exile_is_to_be_in_a_friendly_foreign_area() -> None:
    """12.0 In brackets: a Noble in exile, who costs 1 VP, is one in a Friendly Foreign Area; Calais and Ireland are not."""
    s = position(Phase.SCORE)
    put(s, LANCASTER, "france", oxford=0)
    put(s, LANCASTER, "calais", trollope=0)
    put(s, LANCASTER, "ireland", wiltshire=0)
    score(s)
    assert s.vp == -1


def test_all_examples_in_one_piece(campaigning: State) -> None:
    """6.3 to 9.0: the Battle, Withdraw, Control and Levy Examples, one after the other from York's campaign on."""
    s = campaigning
    run(campaign(s, YORK), "march hastings warwick north_midlands")
    answers = ("audley", {"talbot": 3, "audley": 1}, {"warwick": 1, "hastings": 1}, "withdraw west_midlands")
    run(battles(s), *answers, dice=(5, *FIRST_ROUND, *PURSUIT, 2))
    assert s.nobles[TALBOT].disgraced
    run(control(s), dice=(1,))
    assert (s.control, s.aggressor, s.nobles[TALBOT].disgraced) == ({NORTH: YORK}, {}, False)
    run(levies(s))
    assert troops(s, "warwick", "hastings", "talbot") == [4, 2, 0]
