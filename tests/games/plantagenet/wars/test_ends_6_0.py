"""6.0 How a War ends, and the campaign: War Victory, Dynastic Victory, Automatic War Victory, 5.1 to 5.3 in a War."""

import pytest

from pbem.engine.decision import Json
from pbem.games.plantagenet.campaign.end_campaign import end_campaign
from pbem.games.plantagenet.components.box import Side
from pbem.games.plantagenet.components.state import State, Status
from pbem.games.plantagenet.victory import victory_check
from pbem.games.plantagenet.wars.ending import WarOver
from tests.games.plantagenet.build import LANCASTER, YORK, run
from tests.games.plantagenet.card import act, active
from tests.games.plantagenet.scene import lead, on_calendar, put
from tests.games.plantagenet.wars.war import (
    DIES,
    LIVES,
    check,
    dies,
    ended,
    last_dies,
    rolled,
    routed,
    state_of_wars,
    status,
    war,
)

FIGHT_ON = False


# Automatic War Victory


@pytest.mark.parametrize("order", [("henry_vi", "somerset_1"), ("somerset_1", "henry_vi")])
def test_6_3_i_henry_vi_and_somerset_1_removed_york_wins_the_war_only(order: tuple[str, str]) -> None:
    s = war("I")
    dies(s, order[0])
    assert ended(s) is None
    last_dies(s, order[1])
    assert ended(s) == (YORK, "automatic war", None)


@pytest.mark.parametrize(("first", "second"), [("henry_vi", "margaret"), ("somerset_1", "somerset_2")])
def test_6_3_i_other_pairs_of_lancastrian_heirs_end_nothing(first: str, second: str) -> None:
    s = war("I")
    dies(s, first, second)
    assert ended(s) is None


def test_6_3_i_york_march_and_rutland_removed_lancaster_wins_the_war_only() -> None:
    s = war("I")
    dies(s, "york", "march")
    assert ended(s) is None
    last_dies(s, "rutland", (YORK, "surrender", FIGHT_ON))
    assert ended(s) == (LANCASTER, "automatic war", None)


def test_6_3_i_who_wins_at_once_sees_no_succession() -> None:
    s = war("I")
    dies(s, "henry_vi")
    last_dies(s, "somerset_1")
    assert status(s, "somerset_2") is Status.SET_ASIDE


# War Victory, Dynastic Victory


@pytest.mark.parametrize("code", ["IIY", "IIL"])
def test_6_0_lancaster_without_heirs_loses_the_second_war_only(code: str) -> None:
    s = war(code, "margaret", "somerset_1", "somerset_2")
    last_dies(s, "henry_vi", (LANCASTER, "surrender", FIGHT_ON))
    assert ended(s) == (YORK, "war", None)


@pytest.mark.parametrize("code", ["IIY", "IIL"])
def test_6_0_york_without_heirs_loses_the_campaign_in_the_second_war(code: str) -> None:
    s = war(code, "york", "march", "rutland")
    lord = "richard_iii" if code == "IIY" else "gloucester_1"
    last_dies(s, lord, (YORK, "surrender", FIGHT_ON))
    assert ended(s) == (LANCASTER, "dynastic", LANCASTER)


@pytest.mark.parametrize(("code", "heir", "winner"), [("IIIY", "margaret", YORK), ("IIIL", "henry_vi", YORK)])
def test_6_0_who_loses_the_third_war_by_heirs_has_lost_the_campaign(code: str, heir: str, winner: Side) -> None:
    s = war(code)
    last_dies(s, heir)
    assert ended(s) == (winner, "war", winner)


def test_6_0_york_has_two_heirs_to_lose_in_a_third_war() -> None:
    s = war("IIIL")
    dies(s, "york")
    last_dies(s, "march")
    assert ended(s) == (LANCASTER, "war", LANCASTER)


def test_6_0_warwick_is_an_heir_where_the_third_war_names_him() -> None:
    s = war("IIIL", "york")
    last_dies(s, "warwick_y")
    assert ended(s) == (LANCASTER, "war", LANCASTER)


def test_6_3_iiil_somerset_2_who_had_the_card_of_somerset_1_is_lost() -> None:
    s = war("IIIL", "henry_vi", "margaret", "somerset_1")
    last_dies(s, "somerset_1")
    assert ended(s) == (YORK, "war", YORK)
    assert state_of_wars(s).removed == ["henry_vi", "margaret", "somerset_1", "somerset_2"]


def test_6_2_2_warwick_may_die_in_the_second_war() -> None:
    s = war("IIL")
    dies(s, "warwick_y")
    assert ended(s) is None


# At once


def test_6_0_a_war_that_ends_in_a_death_check_stops_the_other_rolls() -> None:
    s = war("IIIY")
    routed(s, "margaret", "oxford", "york", attacker=YORK)
    with pytest.raises(WarOver):
        check(s, dice=[DIES])
    assert rolled(s) == ["margaret"]
    assert (status(s, "oxford"), status(s, "york")) == (Status.MAP, Status.MAP)


def test_6_0_the_side_that_rolls_first_loses_where_both_could() -> None:
    s = war("IIIY", "york", "march", "rutland")
    routed(s, "richard_iii", "margaret", attacker=LANCASTER)
    with pytest.raises(WarOver):
        check(s, dice=[DIES])
    assert ended(s) == (LANCASTER, "war", LANCASTER)


def test_6_0_a_war_that_ends_in_a_battle_stops_the_command_card() -> None:
    s = war("IIIY")
    put(s, "margaret", "lynn")
    put(s, "york", "ely")
    active(s, "york", 2)
    with pytest.raises(WarOver):
        act(s, "march lynn", (LANCASTER, "exile", []), (LANCASTER, "flee", ["margaret"]), dice=[DIES])
    assert rolled(s) == ["margaret"]
    assert ended(s) == (YORK, "war", YORK)


def test_6_0_a_shipwreck_that_ends_the_war_stops_the_turn() -> None:
    s = war("IIIY", turn=4)
    for lord in ("margaret", "oxford", "york"):
        put(s, lord, "irish_sea")
    with pytest.raises(WarOver):
        run(end_campaign(s), dice=[LIVES])
    assert ended(s) == (YORK, "war", YORK)
    assert status(s, "oxford") is Status.SEA
    assert s.turn == 4


# 5.1 to 5.3


def checked(s: State) -> Json:
    """4.8.3 What the Victory Check says."""
    try:
        victory_check(s)
    except WarOver:
        return ended(s)
    return None


def nobody(s: State, *sides: Side) -> None:
    """No Lord of these sides on the map."""
    for lord in [lord for lord in s.mats if s.box.lords[lord].side in sides]:
        on_calendar(s, lord, 16)
    for cylinder in s.lords.values():
        cylinder.exile = False


@pytest.mark.parametrize(("code", "wins"), [("I", None), ("IIY", None), ("IIL", None), ("IIIY", YORK), ("IIIL", YORK)])
def test_5_1_campaign_victory_wins_the_war_and_with_the_third_the_campaign(code: str, wins: Side | None) -> None:
    s = war(code)
    nobody(s, LANCASTER)
    assert checked(s) == (YORK, "campaign", wins)


@pytest.mark.parametrize("code", ["I", "IIY", "IIL", "IIIY", "IIIL"])
def test_5_1_both_sides_without_lords_the_king_wins(code: str) -> None:
    s = war(code)
    nobody(s, YORK, LANCASTER)
    assert checked(s) == (s.king, "campaign, tie", s.king if code.startswith("III") else None)


@pytest.mark.parametrize(("code", "points"), [("I", 40), ("IIY", 40), ("IIL", 40), ("IIIY", 45), ("IIIL", 45)])
def test_5_2_the_threshold_of_each_war(code: str, points: int) -> None:
    s = war(code)
    lead(s, LANCASTER, points - 1)
    assert checked(s) is None
    lead(s, LANCASTER, points)
    assert checked(s) == (LANCASTER, "threshold", LANCASTER if code.startswith("III") else None)


@pytest.mark.parametrize(("code", "last"), [("I", 15), ("IIY", 15), ("IIL", 15), ("IIIY", 9), ("IIIL", 9)])
def test_5_3_more_influence_wins_a_war_at_its_last_turn(code: str, last: int) -> None:
    s = war(code, turn=last - 1)
    lead(s, YORK, 1)
    assert checked(s) is None
    s.turn = last
    assert checked(s) == (YORK, "scenario end", YORK if code.startswith("III") else None)


@pytest.mark.parametrize(("code", "last"), [("I", 15), ("IIY", 15), ("IIL", 15), ("IIIY", 9), ("IIIL", 9)])
def test_5_3_a_tie_is_the_kings(code: str, last: int) -> None:
    s = war(code, turn=last)
    lead(s, YORK, 0)
    assert checked(s) == (s.king, "scenario end, tie", s.king if code.startswith("III") else None)
