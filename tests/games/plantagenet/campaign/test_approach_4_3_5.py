"""4.3.5 Approach: Exile or Battle, and what may cancel it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbem.games.plantagenet.campaign import approach as chapter
from pbem.games.plantagenet.campaign.approach import approach
from pbem.games.plantagenet.campaign.march import March, march
from pbem.games.plantagenet.components.board import Locale, Vassal
from pbem.games.plantagenet.components.box import CARTS, HANDGUNNERS, PROVENDER, Card, Lord, Side
from pbem.games.plantagenet.components.readings import PRESENT, Readings
from pbem.games.plantagenet.components.state import State, Status, command_of, place_of
from tests.games.plantagenet.build import LANCASTER, YORK, Line, run, told
from tests.games.plantagenet.scene import (
    IA,
    II,
    active,
    capability,
    favour,
    hold,
    lead,
    on_calendar,
    position,
    put,
    vassal,
)

YORK_LORD, MARCH, RUTLAND = map(Lord, ("york", "march", "rutland"))
HENRY, SOMERSET, WARWICK, EDWARD = map(Lord, ("henry_vi", "somerset_1", "warwick_l", "edward_iv"))
QUIET: dict[Side, Line] = {side: (side, "play", "none") for side in Side}

Fight = tuple[Locale, Side, frozenset[Side]]


@pytest.fixture(autouse=True)
def battles(monkeypatch: pytest.MonkeyPatch) -> list[Fight]:
    """The Battles that ensue, which are not fought here."""
    fights: list[Fight] = []

    async def battle_at(_s: State, place: Locale, attacker: Side, ford: frozenset[Side]) -> None:
        fights.append((place, attacker, ford))

    monkeypatch.setattr(chapter, "battle_at", battle_at)
    return fights


def somerset_to_oxford() -> State:
    """Somerset about to March from Gloucester to Oxford, where York and March with Shrewsbury are."""
    s = position(IA)
    put(s, "york", "oxford", carts=4, provender=3)
    put(s, "march", "oxford", carts=1, provender=1)
    vassal(s, "shrewsbury", "march", 3)
    put(s, "somerset_1", "gloucester", carts=2, provender=2)
    favour(s, LANCASTER, "oxford")
    active(s, "somerset_1")
    return s


def york_to_london() -> State:
    """York and March about to March from St Albans to London, where Henry VI is; Somerset is at Wells."""
    s = position(IA)
    put(s, "york", "st_albans")
    put(s, "march", "st_albans")
    put(s, "somerset_1", "wells")
    active(s, "york")
    return s


# Exile or Battle


def test_4_3_5_who_does_not_choose_exile_gives_battle(battles: list[Fight]) -> None:
    s = somerset_to_oxford()
    run(march(s, SOMERSET, March(Locale("oxford"))), (YORK, "exile", []))
    assert battles == [("oxford", LANCASTER, frozenset())]
    assert (command_of(s).ended, s.mats[SOMERSET].moved, s.approach) == (True, True, None)


def test_4_3_5_example_e18_both_go_into_exile(battles: list[Fight]) -> None:
    s = somerset_to_oxford()
    lead(s, YORK, 10)
    capability(s, "york", "y5")
    run(march(s, SOMERSET, March(Locale("oxford"))), (YORK, "exile", ["york", "march"]))
    assert (s.influence, battles, command_of(s).ended) == (-2, [], True)
    assert [(s.lords[lord].box, s.lords[lord].exile) for lord in (YORK_LORD, MARCH)] == [(2, True), (5, True)]
    assert (s.mats[SOMERSET].assets[CARTS], s.mats[SOMERSET].assets[PROVENDER]) == (7, 6)
    assert s.disbanded[Vassal("shrewsbury")] == 5
    assert "y5" in s.decks[YORK]


def test_4_3_5_exile_is_chosen_lord_by_lord(battles: list[Fight]) -> None:
    s = somerset_to_oxford()
    run(march(s, SOMERSET, March(Locale("oxford"))), (YORK, "exile", ["march"]))
    assert (s.lords[MARCH].status, place_of(s, YORK_LORD)) == (Status.CALENDAR, "oxford")
    assert battles == [("oxford", LANCASTER, frozenset())]


def test_4_3_5_spoils_of_exile_are_halved_for_each_lord_apart_where_neutral() -> None:
    s = somerset_to_oxford()
    favour(s, None, "oxford")
    run(march(s, SOMERSET, March(Locale("oxford"))), (YORK, "exile", ["york", "march"]))
    assert (s.mats[SOMERSET].assets[CARTS], s.mats[SOMERSET].assets[PROVENDER]) == (2 + 2 + 1, 2 + 2 + 1)


def test_4_3_5_no_spoils_where_the_exile_is_favoured() -> None:
    s = somerset_to_oxford()
    favour(s, YORK, "oxford")
    run(march(s, SOMERSET, March(Locale("oxford"))), (YORK, "exile", ["york", "march"]))
    assert (s.mats[SOMERSET].assets[CARTS], s.mats[SOMERSET].assets[PROVENDER]) == (2, 2)


def test_4_3_5_the_approaching_group_shares_the_spoils_of_exile() -> None:
    s = york_to_london()
    favour(s, YORK, "london")
    put(s, "henry_vi", "london", carts=1, provender=2)
    lines: list[Line] = [(LANCASTER, "exile", ["henry_vi"]), (YORK, "spoils", {"march": 1}), (YORK, "spoils", {"march": 2})]
    run(march(s, YORK_LORD, March(Locale("london"), ("all",))), *lines)
    assert (s.mats[MARCH].assets[CARTS], s.mats[MARCH].assets[PROVENDER]) == (2, 3)


def test_4_3_5_interceptors_may_choose_exile_too(battles: list[Fight]) -> None:
    s = york_to_london()
    put(s, "somerset_1", "guildford")
    lines: list[Line] = [(LANCASTER, "intercept", "somerset_1"), (LANCASTER, "exile", ["henry_vi", "somerset_1"])]
    run(march(s, YORK_LORD, March(Locale("london"), ("alone",))), *lines, dice=[1])
    assert (s.lords[SOMERSET].exile, s.lords[HENRY].exile, battles) == (True, True, [])


def test_y14_burgundians_have_come_before_the_battle(battles: list[Fight]) -> None:
    s = position(IA)
    put(s, "york", "canterbury")
    put(s, "somerset_1", "dover")
    capability(s, "york", "y14")
    active(s, "york")
    run(march(s, YORK_LORD, March(Locale("dover"))), (LANCASTER, "exile", []))
    assert (s.mats[YORK_LORD].forces[HANDGUNNERS], len(battles)) == (2, 1)


# England is my Home, Blocked Ford


def test_y8_who_is_at_home_in_england_disbands_to_the_next_turn_at_no_cost() -> None:
    s = somerset_to_oxford()
    capability(s, "march", "y8")
    before = s.influence
    run(march(s, SOMERSET, March(Locale("oxford"))), (YORK, "exile", ["march"]))
    assert (s.lords[MARCH].box, s.lords[MARCH].exile, s.influence) == (2, False, before)
    assert (s.mats[SOMERSET].assets[CARTS], s.mats[SOMERSET].assets[PROVENDER]) == (2, 2)


def test_l11_blocked_ford_bars_exile_and_england_is_my_home(battles: list[Fight]) -> None:
    s = somerset_to_oxford()
    capability(s, "march", "y8")
    hold(s, "l11")
    run(march(s, SOMERSET, March(Locale("oxford"))), QUIET[LANCASTER], (LANCASTER, "play", "event_l11"))
    assert battles == [("oxford", LANCASTER, frozenset({YORK}))]
    assert ("l11" in s.decks[LANCASTER], place_of(s, MARCH)) == (True, "oxford")


def test_y11_blocked_ford_answers_an_intercept_as_well(battles: list[Fight]) -> None:
    s = york_to_london()
    hold(s, "y11")
    put(s, "somerset_1", "guildford")
    lines: list[Line] = [QUIET[YORK], (LANCASTER, "intercept", "somerset_1"), QUIET[YORK], (YORK, "play", "event_y11")]
    run(march(s, YORK_LORD, March(Locale("london"), ("alone",))), *lines, dice=[1])
    assert battles == [("london", YORK, frozenset({LANCASTER}))]


# King's Parley


def test_l15_kings_parley_sends_the_approach_back_and_ends_the_card(battles: list[Fight]) -> None:
    s = york_to_london()
    capability(s, "henry_vi", "l15")
    run(march(s, YORK_LORD, March(Locale("london"), ("all",))), (LANCASTER, "parley", True))
    assert (place_of(s, YORK_LORD), place_of(s, MARCH), command_of(s).ended) == ("st_albans", "st_albans", True)
    assert (s.mats[YORK_LORD].moved, s.mats[HENRY].capabilities, "l15" in s.decks[LANCASTER]) == (False, [], True)
    assert battles == []


def test_l15_only_earlier_movement_on_the_card_makes_them_moved() -> None:
    s = york_to_london()
    capability(s, "henry_vi", "l15")
    put(s, "march", "cambridge")
    put(s, "york", "cambridge")
    run(march(s, YORK_LORD, March(Locale("st_albans"), ("alone",))), (LANCASTER, "intercept", "none"))
    put(s, "rutland", "st_albans")
    run(march(s, YORK_LORD, March(Locale("london"), ("rutland",))), (LANCASTER, "parley", True))
    assert (s.mats[YORK_LORD].moved, s.mats[RUTLAND].moved) == (True, False)


def test_l15_declined_the_approach_goes_on(battles: list[Fight]) -> None:
    s = york_to_london()
    capability(s, "henry_vi", "l15")
    run(march(s, YORK_LORD, March(Locale("london"), ("all",))), (LANCASTER, "parley", False), (LANCASTER, "exile", []))
    assert (len(battles), s.mats[HENRY].capabilities) == (1, ["l15"])


def test_l15_answers_an_approach_that_henrys_own_intercept_brought(battles: list[Fight]) -> None:
    s = position(IA)
    put(s, "york", "cambridge")
    put(s, "somerset_1", "wells")
    capability(s, "henry_vi", "l15", "l13")
    active(s, "york")
    lines: list[Line] = [(LANCASTER, "intercept", "henry_vi"), (LANCASTER, "parley", True)]
    run(march(s, YORK_LORD, March(Locale("st_albans"))), *lines, dice=[2])
    assert (place_of(s, HENRY), place_of(s, YORK_LORD), battles) == ("st_albans", "cambridge", [])
    assert s.mats[HENRY].moved


def test_l15_needs_henry_vi_at_the_place(battles: list[Fight]) -> None:
    s = york_to_london()
    capability(s, "henry_vi", "l15")
    put(s, "henry_vi", "wells")
    put(s, "somerset_1", "london")
    run(march(s, YORK_LORD, March(Locale("london"), ("all",))), (LANCASTER, "exile", []))
    assert len(battles) == 1


@pytest.mark.parametrize("card", ["l15", "l1"])
def test_l15_with_hidden_mats_who_is_asked_first_does_not_tell_what_lies_at_henrys_mat(
    card: str, battles: list[Fight]
) -> None:
    """1.5.3: York holds an Event and Lancaster none, so without the card York would be asked first."""
    s = york_to_london()
    s.hidden_mats = True
    s.mats[HENRY].capabilities = [Card(card)]
    hold(s, "y11")
    lines: list[Line] = [QUIET[YORK], (LANCASTER, "parley", False), QUIET[YORK], (LANCASTER, "exile", [])]
    run(march(s, YORK_LORD, March(Locale("london"), ("all",))), *lines)
    assert len(battles) == 1


def test_l15_with_hidden_mats_nothing_comes_of_a_parley_without_the_card(battles: list[Fight]) -> None:
    s = york_to_london()
    s.hidden_mats = True
    hold(s, "y11")
    lines: list[Line] = [QUIET[YORK], (LANCASTER, "parley", True), QUIET[YORK], (LANCASTER, "exile", [])]
    run(march(s, YORK_LORD, March(Locale("london"), ("all",))), *lines)
    assert (len(battles), told(s, "kings_parley")) == (1, [])


# Parliament's Truce


def test_l20_the_truce_answers_an_approach_and_the_card_goes_on(battles: list[Fight]) -> None:
    s = york_to_london()
    hold(s, "l20")
    run(march(s, YORK_LORD, March(Locale("london"), ("all",))), QUIET[LANCASTER], (LANCASTER, "play", "event_l20"))
    assert (place_of(s, YORK_LORD), place_of(s, MARCH), battles) == ("st_albans", "st_albans", [])
    command = command_of(s)
    assert (command.spent, command.ended, command.second_leg, "l20" in s.this_campaign) == (1, False, [], True)
    assert (s.approach, told(s, "turns_back")[0].data["lords"]) == (None, ["york", "march"])


def test_y12_the_approaching_side_may_play_the_truce_against_interceptors(battles: list[Fight]) -> None:
    s = york_to_london()
    put(s, "henry_vi", "wells")
    put(s, "somerset_1", "guildford")
    hold(s, "y12")
    lines: list[Line] = [(LANCASTER, "intercept", "somerset_1"), (YORK, "play", "none"), (YORK, "play", "event_y12")]
    run(march(s, YORK_LORD, March(Locale("london"), ("all",))), QUIET[YORK], *lines, dice=[1])
    assert (place_of(s, YORK_LORD), place_of(s, SOMERSET), battles) == ("st_albans", "london", [])


def test_4_3_5_interceptors_go_back_too_where_friends_of_the_marchers_stand() -> None:
    s = york_to_london()
    put(s, "henry_vi", "wells")
    put(s, "somerset_1", "guildford")
    put(s, "march", "london")
    hold(s, "l20")
    lines: list[Line] = [(LANCASTER, "intercept", "somerset_1"), QUIET[LANCASTER], (LANCASTER, "play", "event_l20")]
    run(march(s, YORK_LORD, March(Locale("london"))), QUIET[LANCASTER], *lines, dice=[1])
    places = [place_of(s, lord) for lord in (YORK_LORD, MARCH, SOMERSET)]
    assert (places, s.mats[SOMERSET].moved) == (["st_albans", "london", "guildford"], False)


def test_y14_no_burgundians_come_to_a_port_whose_approach_was_cancelled() -> None:
    s = position(IA)
    put(s, "york", "canterbury")
    put(s, "somerset_1", "dover")
    capability(s, "york", "y14")
    hold(s, "l20")
    active(s, "york")
    run(march(s, YORK_LORD, March(Locale("dover"))), QUIET[LANCASTER], (LANCASTER, "play", "event_l20"))
    assert (s.handgunners_given, place_of(s, YORK_LORD)) == (False, "canterbury")


@pytest.mark.parametrize(("readings", "come"), [(PRESENT, 2), (replace(PRESENT, interceptors_arrive=False), 0)])
def test_y14_burgundians_come_to_interceptors_who_stay_as_the_truce_cancels_the_approach(
    readings: Readings, come: int
) -> None:
    """R140: the marchers alone go back (R77)."""
    s = position(IA)
    s.readings = readings
    put(s, "somerset_1", "hastings")
    put(s, "york", "canterbury")
    capability(s, "york", "y14")
    hold(s, "l20")
    active(s, "somerset_1")
    lines: list[Line] = [(YORK, "intercept", "york"), QUIET[LANCASTER], (LANCASTER, "play", "event_l20")]
    run(march(s, SOMERSET, March(Locale("dover"))), *lines, dice=[1])
    assert (place_of(s, SOMERSET), place_of(s, YORK_LORD)) == ("hastings", "dover")
    assert s.mats[YORK_LORD].forces.get(HANDGUNNERS, 0) == come


def test_4_3_5_truce_and_ford_are_offered_to_a_side_that_holds_any_card(battles: list[Fight]) -> None:
    s = york_to_london()
    hold(s, "l7", "y1")
    quiet = [QUIET[YORK], QUIET[LANCASTER]]
    run(
        march(s, YORK_LORD, March(Locale("london"), ("all",))),
        *quiet,
        QUIET[LANCASTER],
        QUIET[YORK],
        (LANCASTER, "exile", []),
    )
    assert len(battles) == 1


def test_4_3_5_a_lord_who_sailed_in_goes_back_to_sea() -> None:
    s = position(IA)
    put(s, "exeter_1", "lynn")
    put(s, "york", "lynn")
    active(s, "exeter_1")
    s.this_campaign.append(Card("l20"))
    exeter = Lord("exeter_1")
    run(approach(s, Locale("lynn"), [exeter], {exeter: "north_sea"}, {exeter}))
    assert (s.lords[exeter].status, s.lords[exeter].where) == (Status.SEA, "north_sea")


def test_3_1_3_a_side_without_a_truce_in_its_scenario_is_not_asked_for_one(battles: list[Fight]) -> None:
    s = position(II, turn=3)
    put(s, "warwick_l", "dover")
    put(s, "edward_iv", "canterbury")
    hold(s, "l11")
    active(s, "edward_iv")
    run(march(s, EDWARD, March(Locale("dover"))), QUIET[LANCASTER], (LANCASTER, "exile", []))
    assert len(battles) == 1


# Foreign Haven


def test_6_0_foreign_haven_brings_everybody_back_when_warwick_goes_into_exile() -> None:
    s = position(II, turn=3)
    put(s, "warwick_l", "dover")
    put(s, "edward_iv", "canterbury")
    on_calendar(s, "devon", 2)
    active(s, "edward_iv")
    run(march(s, EDWARD, March(Locale("dover"))), (LANCASTER, "exile", ["warwick_l"]))
    boxes = {lord: cylinder.box for lord, cylinder in s.lords.items() if cylinder.status is Status.CALENDAR}
    assert boxes == {
        "devon": 2,
        "gloucester_1": 4,
        "northumberland_y1": 4,
        "warwick_l": 3,
        "margaret": 3,
        "somerset_2": 3,
        "exeter_2": 3,
        "oxford": 3,
    }
    assert (s.lords[WARWICK].exile, s.lords[Lord("margaret")].exile) == (True, True)


def test_6_0_foreign_haven_needs_warwick() -> None:
    s = position(II, turn=3)
    put(s, "clarence", "dover")
    put(s, "edward_iv", "canterbury")
    active(s, "edward_iv")
    run(march(s, EDWARD, March(Locale("dover"))), (LANCASTER, "exile", ["clarence"]))
    assert s.lords[Lord("margaret")].box == 9
