"""3.4 Muster: who acts when, what ends it; Loyalty and Trust, Jack Cade, The King's Name, King Richard."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from pbem.engine.log.entry import fingerprint
from pbem.engine.phrase import read_one
from pbem.games.plantagenet.components.board import Locale
from pbem.games.plantagenet.components.box import CARTS, Card, Lord
from pbem.games.plantagenet.components.readings import BEFORE
from pbem.games.plantagenet.components.state import State, Status, locale_of, muster_of
from pbem.games.plantagenet.levy.muster import ACTIONS, levy_action, muster, muster_options, muster_side, open_muster
from pbem.games.plantagenet.levy.muster import kings_name as kings_name_asked
from tests.games.plantagenet.build import LANCASTER, YORK, Line, run, told
from tests.games.plantagenet.scene import (
    IA,
    II,
    III,
    acting,
    capability,
    favour,
    gone,
    hold,
    in_effect,
    on_calendar,
    position,
    put,
)

HENRY, SOMERSET, MARCH, DUKE = map(Lord, ("henry_vi", "somerset_1", "march", "york"))
GLOUCESTER, RICHARD, TUDOR = map(Lord, ("gloucester_2", "richard_iii", "henry_tudor"))


def york(choice: str) -> Line:
    """A line of the Yorkist's Muster."""
    return YORK, "muster", choice


def lancaster(choice: str) -> Line:
    """A line of the Lancastrian's Muster."""
    return LANCASTER, "muster", choice


def carts(s: State, lord: Lord) -> int:
    """A Lord's Carts."""
    return s.mats[lord].assets[CARTS]


# Order


def test_3_4_rebels_then_the_kings_side_lord_by_lord() -> None:
    s = position(IA)
    run(
        muster(s),
        york("muster march"),
        york("levy carts"),
        york("muster york"),
        york("levy carts"),
        york("done"),
        lancaster("muster somerset_1"),
        lancaster("levy carts"),
        lancaster("done"),
    )
    assert [event.data["lord"] for event in told(s, "levy_actions")] == ["march", "york", "somerset_1"]
    assert [event.data["side"] for event in told(s, "muster_begins")] == [YORK, LANCASTER]


def test_3_4_no_standing_order_of_the_rebels_wastes_an_event_after_their_muster() -> None:
    """y20 Yorkist Parade would be lost; in the Campaign it serves the next Levy (R139)."""
    s = position(IA)
    put(s, "york", "london")
    put(s, "henry_vi", "wells")
    put(s, "somerset_1", "wells")
    hold(s, "y20")
    london = (york("muster york"), york("parley london"), york("parley london"), york("done"))
    run(muster(s), (YORK, "play", "none"), *london, lancaster("done"), dice=[1, 1])
    assert (s.favour[Locale("london")], s.held[YORK]) == (YORK, ["y20"])


def test_3_4_a_lord_completes_his_actions_before_the_next() -> None:
    s = position(IA)
    with pytest.raises(AssertionError, match="not open"):
        run(muster_side(s, YORK), york("muster march"), york("muster york"), york("muster march"))


def test_3_4_the_last_action_closes_the_lord() -> None:
    s = position(IA)
    run(
        muster_side(s, YORK),
        york("muster march"),
        york("levy carts"),
        york("levy carts"),
        york("muster york"),
        york("levy carts"),
        york("levy carts"),
        york("levy carts"),
    )
    assert (carts(s, MARCH), carts(s, DUKE)) == (5, 8)


def test_3_4_a_lord_brought_in_during_the_segment_does_not_act() -> None:
    s = position(IA, 2)
    acting(s, "henry_vi")
    run(levy_action(s, HENRY, "levy lord northumberland_l"), dice=[1])
    assert locale_of(s, Lord("northumberland_l")) == "carlisle"
    assert "northumberland_l" not in muster_of(s).able


def test_3_4_lords_at_sea_or_off_the_map_do_not_act() -> None:
    s = position(IA)
    put(s, "march", "irish_sea")
    open_muster(s, YORK)
    assert muster_of(s).able == [DUKE]


def test_3_4_who_may_act_is_settled_as_the_segment_opens_for_both_sides() -> None:
    s = position(II)
    on_calendar(s, "edward_iv", 5, exile=True)
    favour(s, YORK, "ely")
    hold(s, "y24")
    assert s.rebel is LANCASTER
    lines = [
        (YORK, "play", "none"),
        (YORK, "play", "none"),
        lancaster("done"),
        (YORK, "play", "none"),
        york("play event_y24"),
        (YORK, "place", "ely"),
    ]
    with pytest.raises(AssertionError, match="'muster edward_iv' is not open"):
        run(muster(s), *lines, york("muster edward_iv"))
    assert locale_of(s, Lord("edward_iv")) == "ely"


def test_3_4_sun_in_splendour_is_asked_about_as_the_muster_opens_so_that_edward_may_act() -> None:
    s = position(II)
    on_calendar(s, "edward_iv", 5, exile=True)
    favour(s, YORK, "ely")
    hold(s, "y24")
    lines = [(YORK, "play", "none"), (YORK, "play", "event_y24"), (YORK, "place", "ely"), lancaster("done")]
    run(muster(s), *lines, york("muster edward_iv"), york("done"))
    assert locale_of(s, Lord("edward_iv")) == "ely"


def test_3_4_in_games_begun_before_york_is_not_asked_as_the_muster_opens() -> None:
    s = position(II)
    s.readings = BEFORE
    on_calendar(s, "edward_iv", 5)
    hold(s, "y24")
    run(muster(s), lancaster("done"), york("done"))
    assert s.held[YORK] == ["y24"]


def test_3_4_e2_york_at_ely() -> None:
    s = position(IA)
    run(
        muster_side(s, YORK),
        york("muster york"),
        york("levy carts"),
        york("levy troops"),
        york("levy capability y14"),
        york("done"),
    )
    mat = s.mats[DUKE]
    assert (mat.assets[CARTS], mat.forces["longbowmen"], mat.forces["militia"]) == (4, 3, 3)
    assert mat.capabilities == ["y14"]


def test_3_4_at_an_unfriendly_place_parley_first_then_everything() -> None:
    s = position(IA)
    put(s, "march", "gloucester")
    acting(s, "march")
    assert [option.split()[0] for option in muster_options(s)] == ["parley"] * 3 + ["muster", "done"]
    run(levy_action(s, MARCH, "parley gloucester"), dice=[1])
    assert "levy troops" in muster_options(s)


def test_3_4_after_muster_this_levy_events_go_back_to_their_decks() -> None:
    s = position(IA)
    in_effect(s, "y14", "l9", "y22")
    s.loyalty_and_trust = MARCH
    run(muster(s), york("done"), lancaster("done"))
    assert s.this_levy == []
    assert not s.loyalty_and_trust
    assert s.muster is None
    assert {"y14", "y22"} <= set(s.decks[YORK])
    assert "l9" in s.decks[LANCASTER]


# Lordship


def test_y22_loyalty_and_trust_gives_one_lord_three_more() -> None:
    s = position(IA)
    in_effect(s, "y22")
    run(
        muster_side(s, YORK),
        york("muster march"),
        york("levy carts"),
        york("levy carts"),
        york("loyalty march"),
        york("levy carts"),
        york("levy carts"),
        york("levy carts"),
        york("done"),
    )
    assert carts(s, MARCH) == 11
    assert "loyalty york" not in muster_options_of(s, YORK)


def muster_options_of(s: State, side: Any) -> list[str]:
    """The Menu as a side's Muster opens."""
    open_muster(s, side)
    return muster_options(s)


def test_y22_is_for_york() -> None:
    s = position(IA)
    in_effect(s, "y22")
    assert "loyalty march" in muster_options_of(s, YORK)
    assert not any(option.startswith("loyalty") for option in muster_options_of(s, LANCASTER))


def test_y22_fair_arbiter_switches_on_as_salisburys_place_turns_friendly() -> None:
    s = position(IA)
    put(s, "salisbury", "peterborough")
    capability(s, "salisbury", "y22")
    acting(s, "salisbury")
    salisbury = Lord("salisbury")
    run(levy_action(s, salisbury, "parley peterborough"), dice=[1])
    for _ in range(2):
        run(levy_action(s, salisbury, "levy carts"))
    assert muster_of(s).lord == salisbury
    run(levy_action(s, salisbury, "levy carts"))
    assert muster_of(s).lord is None


def test_y33_edward_v_three_more_for_gloucester_not_for_richard() -> None:
    s = position(III)
    in_effect(s, "y33")
    acting(s, "gloucester_2")
    muster_of(s).spent = 5
    assert "levy carts" in muster_options(s)
    run(muster_side(s, YORK), york("muster gloucester_2"), york("king_richard"), york("done"))
    acting(s, "richard_iii")
    muster_of(s).spent = 3
    assert "levy carts" not in muster_options(s)


# Jack Cade


def test_y4_the_free_parleys_come_before_the_end() -> None:
    s = position(IA)
    favour(s, YORK, *s.board.areas["wales"])
    in_effect(s, "y4")
    open_muster(s, YORK)
    assert "done" not in muster_options(s)
    run(
        muster_side(s, YORK),
        york("muster march"),
        york("parley worcester event_y4"),
        york("parley gloucester event_y4"),
        york("done"),
    )
    assert s.influence == 0


def test_y4_without_a_target_the_rest_is_lost() -> None:
    s = position(IA)
    favour(s, YORK, *s.board.locales)
    in_effect(s, "y4")
    run(muster_side(s, YORK), york("muster march"), york("done"))
    assert told(s, "parley") == []


# The King's Name


def kings_name() -> State:
    """y32 in force, Henry Tudor at Oxford."""
    s = position(III)
    put(s, "henry_tudor", "oxford")
    favour(s, LANCASTER, "st_albans")
    in_effect(s, "y32")
    acting(s, "henry_tudor")
    return s


@pytest.mark.parametrize(
    ("choice", "dice", "cost"),
    [
        ("parley newbury", [1], 2),
        ("levy vassal essex spend_1", [1], 2),
        ("levy troops", [], 0),
        ("levy carts", [], 0),
        ("levy capability l35", [], 0),
    ],
)
def test_y32_undoes_all_that_was_gained_and_nothing_that_was_spent(choice: str, dice: list[int], cost: int) -> None:
    s = kings_name()
    before = deepcopy(s)
    run(levy_action(s, TUDOR, choice), (YORK, "kings_name", True), dice=dice)
    assert (s.influence, muster_of(s).spent) == (1 - cost, 1)
    s.influence, s.muster, s.events, before.events, before.muster = before.influence, None, [], [], None
    assert fingerprint(s) == fingerprint(before)


def test_y32_undoes_a_lord_and_the_favour_of_his_seat() -> None:
    s = kings_name()
    on_calendar(s, "jasper_tudor_2", 3)
    favour(s, YORK, "pembroke")
    run(levy_action(s, TUDOR, "levy lord jasper_tudor_2"), (YORK, "kings_name", True), dice=[1])
    assert s.lords[Lord("jasper_tudor_2")].status is Status.CALENDAR
    assert s.favour[Locale("pembroke")] is YORK


def test_y32_undoes_the_free_levy_troops_of_stanley_l35() -> None:
    s = kings_name()
    run(levy_action(s, TUDOR, "levy capability l35"), (YORK, "kings_name", True))
    run(levy_action(s, TUDOR, "levy troops"), (YORK, "kings_name", False))
    assert TUDOR not in muster_of(s).able


@pytest.mark.parametrize(
    ("choice", "kind"),
    [("levy ship", "Levy Transport"), ("levy capability l35", "Levy Capability"), ("parley oxford", "Parley")],
)
def test_y32_york_is_told_the_kind_of_action_also_where_mats_are_hidden(choice: str, kind: str) -> None:
    question = kings_name_asked(kings_name(), TUDOR, read_one(ACTIONS, choice)).send(None)[0]
    assert f"to undo Henry Tudor's {kind}?" in question.prompt
    assert "l35" not in question.prompt


def test_y32_is_not_asked_after_a_failure() -> None:
    s = kings_name()
    run(levy_action(s, TUDOR, "parley newbury"), dice=[6])
    assert s.influence == -2


def test_y32_york_may_let_it_stand() -> None:
    s = kings_name()
    run(levy_action(s, TUDOR, "levy carts"), (YORK, "kings_name", False))
    assert carts(s, TUDOR) == s.box.lords[TUDOR].assets[CARTS] + 2


def test_y32_needs_gloucester_on_the_map_and_not_as_richard() -> None:
    s = kings_name()
    gone(s, "gloucester_2")
    run(levy_action(s, TUDOR, "levy carts"))
    put(s, "richard_iii", "london")
    run(levy_action(s, TUDOR, "levy carts"))
    assert told(s, "kings_name") == []


def test_y32_does_not_touch_york() -> None:
    s = kings_name()
    acting(s, "norfolk")
    run(levy_action(s, Lord("norfolk"), "levy carts"))
    assert told(s, "kings_name") == []


# King Richard


def test_6_0_king_richard_replaces_gloucester_at_london() -> None:
    s = position(III)
    capability(s, "gloucester_2", "y34", "y1")
    run(
        muster_side(s, YORK),
        york("muster gloucester_2"),
        york("levy carts"),
        york("king_richard"),
        york("levy troops"),
        york("levy troops"),
        york("done"),
    )
    assert locale_of(s, RICHARD) == "london"
    assert s.lords[GLOUCESTER].status is Status.REPLACED
    assert GLOUCESTER not in s.mats
    assert s.mats[RICHARD].capabilities == ["y1"]
    assert "y34" in s.decks[YORK]
    assert carts(s, RICHARD) == s.box.lords[GLOUCESTER].assets[CARTS] + 2
    assert RICHARD in s.seats
    assert GLOUCESTER not in s.seats
    assert [event.data["lord"] for event in told(s, "levy_actions")] == ["gloucester_2"]


def test_6_0_king_richard_keeps_what_cards_grant() -> None:
    s = position(III)
    in_effect(s, "y28")
    run(
        muster_side(s, YORK),
        york("muster gloucester_2"),
        york("king_richard"),
        york("parley st_albans"),
        york("done"),
        dice=[6],
    )
    assert s.influence == 2


def test_6_0_king_richard_only_at_london_and_in_that_scenario() -> None:
    s = position(III)
    assert "king_richard" in muster_options_of(s, YORK)
    assert "king_richard" not in muster_options_of(s, LANCASTER)
    put(s, "gloucester_2", "york")
    assert "king_richard" not in muster_options_of(s, YORK)
    assert "king_richard" not in muster_options_of(position(II), YORK)


# Held Events


def test_3_1_3_held_events_of_any_time_stand_in_the_menu() -> None:
    s = position(IA)
    hold(s, "y13", "y11")
    assert [option for option in muster_options_of(s, YORK) if option.startswith("play")] == ["play event_y13"]
    run(muster_side(s, YORK), york("play event_y13"), york("done"))
    assert s.held[YORK] == [Card("y11")]
