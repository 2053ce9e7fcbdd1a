"""4.3.4 Intercept, with Flank Attack (y2, l2) and Parliament's Truce (y12, l20) against it."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet.campaign import approach
from pbem.games.plantagenet.campaign.intercept import intercept_options
from pbem.games.plantagenet.campaign.march import March, march
from pbem.games.plantagenet.components.board import Locale
from pbem.games.plantagenet.components.box import PROVENDER, Card, Lord, Side
from pbem.games.plantagenet.components.state import State, place_of
from tests.games.plantagenet.build import LANCASTER, YORK, Line, run, told
from tests.games.plantagenet.scene import IA, IB, II, active, capability, hold, in_effect, position, put

YORK_LORD, MARCH, HENRY, SOMERSET = map(Lord, ("york", "march", "henry_vi", "somerset_1"))
BATTLE: Line = (LANCASTER, "exile", [])
QUIET: Line = (LANCASTER, "play", "none")

Fight = tuple[Locale, Side, frozenset[Side]]


@pytest.fixture
def battles(monkeypatch: pytest.MonkeyPatch) -> list[Fight]:
    """The Battles that ensue, which are not fought here."""
    fights: list[Fight] = []

    async def battle_at(_s: State, place: Locale, attacker: Side, ford: frozenset[Side]) -> None:
        fights.append((place, attacker, ford))

    monkeypatch.setattr(approach, "battle_at", battle_at)
    return fights


def near_london() -> State:
    """York about to March from Cambridge to St Albans; Somerset alone at London, Henry at Wells."""
    s = position(IA)
    put(s, "york", "cambridge")
    put(s, "henry_vi", "wells")
    active(s, "york")
    return s


def test_4_3_4_a_roll_of_valour_or_less_moves_the_lord_and_brings_battle(battles: list[Fight]) -> None:
    s = near_london()
    run(march(s, YORK_LORD, March(Locale("st_albans"))), (LANCASTER, "intercept", "somerset_1"), BATTLE, dice=[2])
    assert (place_of(s, SOMERSET), s.mats[SOMERSET].moved) == ("st_albans", True)
    assert battles == [("st_albans", YORK, frozenset())]


def test_4_3_4_a_roll_above_valour_has_no_effect_and_the_march_goes_on(battles: list[Fight]) -> None:
    s = near_london()
    run(march(s, YORK_LORD, March(Locale("st_albans"))), (LANCASTER, "intercept", "somerset_1"), dice=[3])
    assert (place_of(s, SOMERSET), s.mats[SOMERSET].moved, battles) == ("london", False, [])
    assert s.command is not None
    assert (s.command.ended, s.command.second_leg) == (False, [YORK_LORD])


def test_4_3_4_declining_is_free() -> None:
    s = near_london()
    run(march(s, YORK_LORD, March(Locale("st_albans"))), (LANCASTER, "intercept", "none"))
    assert place_of(s, YORK_LORD) == "st_albans"


def test_4_3_4_highway_and_road_reach_a_path_does_not() -> None:
    s = position(IA)
    put(s, "somerset_1", "chester")
    assert intercept_options(s, LANCASTER, Locale("shrewsbury")) == ["somerset_1"]
    assert intercept_options(s, LANCASTER, Locale("harlech")) == []


def test_4_3_4_lords_at_the_destination_itself_do_not_intercept() -> None:
    s = position(IA)
    assert intercept_options(s, LANCASTER, Locale("london")) == []


def test_4_3_4_each_leader_may_bring_a_group() -> None:
    s = position(IA)
    with_henry = ["henry_vi alone", "henry_vi all", "henry_vi somerset_1"]
    assert intercept_options(s, LANCASTER, Locale("st_albans")) == [*with_henry, "somerset_1"]


def test_4_3_4_an_intercept_by_road_takes_place_also_when_the_marchers_use_a_path(battles: list[Fight]) -> None:
    s = position(IA)
    put(s, "march", "york")
    put(s, "somerset_1", "shrewsbury")
    active(s, "march")
    run(march(s, MARCH, March(Locale("chester"))), (LANCASTER, "intercept", "somerset_1"), BATTLE, dice=[1])
    assert battles == [("chester", YORK, frozenset())]


def test_4_3_4_the_group_comes_along_on_the_leaders_roll(battles: list[Fight]) -> None:
    s = position(IA)
    put(s, "exeter_1", "london")
    put(s, "henry_vi", "wells")
    put(s, "york", "cambridge")
    active(s, "york")
    run(march(s, YORK_LORD, March(Locale("st_albans"))), (LANCASTER, "intercept", "somerset_1 all"), BATTLE, dice=[2])
    assert (place_of(s, Lord("exeter_1")), s.mats[Lord("exeter_1")].moved, len(battles)) == ("st_albans", True, 1)


def test_4_3_4_carts_limit_the_provender_of_interceptors(battles: list[Fight]) -> None:
    s = near_london()
    put(s, "somerset_1", "london", provender=3, carts=1)
    run(march(s, YORK_LORD, March(Locale("st_albans"))), (LANCASTER, "intercept", "somerset_1"), BATTLE, dice=[1])
    assert (s.mats[SOMERSET].assets[PROVENDER], len(battles)) == (1, 1)


@pytest.mark.parametrize("hidden", [False, True])
def test_1_5_3_no_question_tells_what_an_intercept_leaves_behind(battles: list[Fight], hidden: bool) -> None:
    """R275: who has most leaves most, unless a standing order says otherwise."""
    s = near_london()
    s.hidden_mats = hidden
    put(s, "somerset_1", "london", provender=4, carts=1)
    put(s, "exeter_1", "london", provender=1, carts=1)
    intercepts: Line = (LANCASTER, "intercept", "somerset_1 all")
    drops: list[Line] = [] if hidden else [(LANCASTER, "drop", {"somerset_1": 3})]
    run(march(s, YORK_LORD, March(Locale("st_albans"))), intercepts, *drops, BATTLE, dice=[1])
    assert [s.mats[lord].assets[PROVENDER] for lord in (Lord("exeter_1"), SOMERSET)] == [1, 1]
    assert len(battles) == 1


def test_l8_hay_wains_help_interceptors_haul(battles: list[Fight]) -> None:
    s = near_london()
    put(s, "somerset_1", "london", provender=3, carts=1)
    capability(s, "somerset_1", "l8")
    run(march(s, YORK_LORD, March(Locale("st_albans"))), (LANCASTER, "intercept", "somerset_1"), BATTLE, dice=[1])
    assert (s.mats[SOMERSET].assets[PROVENDER], len(battles)) == (2, 1)


def test_4_3_4_a_failed_intercept_discards_nothing() -> None:
    s = near_london()
    put(s, "somerset_1", "london", provender=3, carts=0)
    run(march(s, YORK_LORD, March(Locale("st_albans"))), (LANCASTER, "intercept", "somerset_1"), dice=[6])
    assert s.mats[SOMERSET].assets[PROVENDER] == 3


def test_4_3_4_every_arrival_allows_an_attempt() -> None:
    s = near_london()
    for to in ("st_albans", "bedford"):
        put(s, "somerset_1", "northampton" if to == "bedford" else "london")
        run(march(s, YORK_LORD, March(Locale(to))), (LANCASTER, "intercept", "somerset_1"), dice=[6])
    assert len(told(s, "intercept_roll")) == 2


def test_4_3_4_friends_of_the_marchers_at_the_destination_are_no_bar(battles: list[Fight]) -> None:
    s = near_london()
    put(s, "march", "st_albans")
    run(march(s, YORK_LORD, March(Locale("st_albans"))), (LANCASTER, "intercept", "somerset_1"), BATTLE, dice=[2])
    assert battles == [("st_albans", YORK, frozenset())]


def test_4_3_4_interceptors_may_join_lords_already_approached(battles: list[Fight]) -> None:
    """E13 York and March reach London by way of Oxford; Somerset at Guildford fails to join Henry, who chooses Battle."""
    s = position(IA)
    put(s, "york", "northampton")
    put(s, "march", "northampton")
    put(s, "somerset_1", "guildford")
    command = active(s, "york", 3)
    run(march(s, YORK_LORD, March(Locale("oxford"), ("all",))), (LANCASTER, "intercept", "none"))
    run(march(s, YORK_LORD, March(Locale("london"), ("all",))), (LANCASTER, "intercept", "somerset_1"), BATTLE, dice=[5])
    assert battles == [("london", YORK, frozenset())]
    assert (place_of(s, MARCH), place_of(s, SOMERSET), command.ended) == ("london", "guildford", True)


def test_4_3_4_no_question_where_nobody_is_near() -> None:
    s = position(IA)
    active(s, "march")
    run(march(s, MARCH, March(Locale("hereford"))))
    assert place_of(s, MARCH) == "hereford"


# Cards


def test_y25_no_lancastrian_intercepts_into_wales() -> None:
    s = position(IA)
    put(s, "somerset_1", "gloucester")
    active(s, "march")
    assert intercept_options(s, LANCASTER, Locale("hereford")) == ["somerset_1"]
    in_effect(s, "y25")
    assert intercept_options(s, LANCASTER, Locale("hereford")) == []


def test_6_0_shaky_allies_may_not_meet_by_intercept() -> None:
    s = position(II)
    put(s, "margaret", "dover")
    put(s, "warwick_l", "hastings")
    assert intercept_options(s, LANCASTER, Locale("dover")) == []
    put(s, "warwick_l", "dover")
    assert intercept_options(s, LANCASTER, Locale("hastings")) == ["warwick_l", "margaret alone"]


def test_y30_a_captain_brings_a_group() -> None:
    s = position(II)
    put(s, "devon", "pembroke")
    capability(s, "pembroke", "y30")
    put(s, "pembroke", "hereford")
    put(s, "devon", "hereford")
    assert intercept_options(s, YORK, Locale("ludlow")) == ["pembroke alone", "pembroke all", "pembroke devon", "devon"]


def test_l2_flank_attack_needs_no_roll_and_swaps_the_roles(battles: list[Fight]) -> None:
    s = near_london()
    hold(s, "l2")
    lines: list[Line] = [QUIET, (LANCASTER, "intercept", "somerset_1"), (LANCASTER, "play", "event_l2"), BATTLE]
    run(march(s, YORK_LORD, March(Locale("st_albans"))), *lines)
    assert battles == [("st_albans", LANCASTER, frozenset())]
    assert ("l2" in s.decks[LANCASTER], s.held[LANCASTER]) == (True, [])


def test_4_3_4_flank_attack_is_offered_to_a_side_that_holds_any_card(battles: list[Fight]) -> None:
    s = near_london()
    hold(s, "l7")
    lines: list[Line] = [QUIET, (LANCASTER, "intercept", "somerset_1"), (LANCASTER, "play", "none")]
    run(march(s, YORK_LORD, March(Locale("st_albans"))), *lines, dice=[6])
    assert battles == []


def test_y12_the_truce_answers_an_intercept_even_a_flank_attack(battles: list[Fight]) -> None:
    s = near_london()
    hold(s, "l2", "y12")
    quiet: list[Line] = [(YORK, "play", "none"), QUIET]
    lines: list[Line] = [
        (LANCASTER, "intercept", "somerset_1"),
        (LANCASTER, "play", "event_l2"),
        (YORK, "play", "event_y12"),
    ]
    run(march(s, YORK_LORD, March(Locale("st_albans"))), *quiet, *lines)
    assert (place_of(s, SOMERSET), place_of(s, YORK_LORD), battles) == ("london", "st_albans", [])
    assert "y12" in s.this_campaign
    assert s.command is not None
    assert (s.command.ended, s.command.spent, s.command.second_leg) == (False, 1, [YORK_LORD])


def test_y12_under_the_truce_nobody_intercepts() -> None:
    s = near_london()
    s.this_campaign.append(Card("y12"))
    run(march(s, YORK_LORD, March(Locale("st_albans"))))
    assert place_of(s, YORK_LORD) == "st_albans"


def test_4_3_4_exiled_and_calendar_lords_do_not_intercept() -> None:
    s = position(IB)
    put(s, "exeter_1", "scotland")
    assert intercept_options(s, LANCASTER, Locale("bamburgh")) == ["somerset_1"]


def test_3_1_3_a_side_without_a_truce_in_its_scenario_is_not_asked_for_one_against_an_intercept() -> None:
    s = position(II, turn=3)
    put(s, "warwick_l", "dover")
    put(s, "edward_iv", "rochester")
    hold(s, "l11")
    active(s, "warwick_l")
    run(march(s, Lord("warwick_l"), March(Locale("canterbury"))), QUIET, (YORK, "intercept", "edward_iv"), dice=[6])
    assert place_of(s, Lord("warwick_l")) == "canterbury"
