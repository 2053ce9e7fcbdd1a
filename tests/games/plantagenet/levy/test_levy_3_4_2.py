"""3.4.2 Levy Lord, 3.4.3 Levy Vassal, 3.4.5 Levy Transport, 3.4.6 Levy Capability."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from pbem.games.plantagenet.components.board import Locale, Vassal
from pbem.games.plantagenet.components.box import CARTS, SHIPS, Card, Lord
from pbem.games.plantagenet.components.readings import BEFORE, PRESENT, Readings
from pbem.games.plantagenet.components.state import Depletion, State, Status, locale_of, muster_of
from pbem.games.plantagenet.levy.levy import levy_options, seats_for
from pbem.games.plantagenet.levy.muster import levy_action
from pbem.games.plantagenet.orders.reasons_levy import why_no_ship
from tests.games.plantagenet.build import LANCASTER, YORK, forces, run
from tests.games.plantagenet.scene import (
    IA,
    II,
    III,
    acting,
    capability,
    favour,
    gone,
    in_effect,
    on_calendar,
    position,
    put,
    worn,
)


def offered(s: State, lord: str, what: str) -> list[str]:
    """What the Lord can Levy of a kind."""
    start = f"levy {what}"
    return [option.removeprefix(start).strip() for option in levy_options(s, Lord(lord)) if option.startswith(start)]


def levies(s: State, lord: str, what: str, dice: Sequence[int] = ()) -> None:
    """One Levy action."""
    run(levy_action(s, Lord(lord), f"levy {what}"), dice=dice)


def where(s: State, lord: str) -> str | None:
    """Where a Lord is."""
    return locale_of(s, Lord(lord))


def levying(lord: str, turn: int = 2, scenario: str = IA) -> State:
    """A Lord taking his Levy actions."""
    s = position(scenario, turn)
    acting(s, lord)
    return s


# 3.4.2 Levy Lord


def test_3_4_2_ready_lords_stand_in_the_current_or_a_lower_box() -> None:
    assert offered(levying("henry_vi", turn=1), "henry_vi", "lord") == []
    assert offered(levying("henry_vi", turn=2), "henry_vi", "lord") == ["northumberland_l"]
    assert offered(levying("henry_vi", turn=3), "henry_vi", "lord")[-1].startswith("exeter_1")


def test_3_4_2_a_lord_marked_exile_is_not_levied() -> None:
    s = position(IA, 2)
    on_calendar(s, "northumberland_l", 2, exile=True)
    acting(s, "henry_vi")
    assert offered(s, "henry_vi", "lord") == []


def test_3_4_2_he_musters_at_his_seat_which_becomes_friendly() -> None:
    s = levying("henry_vi")
    favour(s, YORK, "carlisle")
    levies(s, "henry_vi", "lord northumberland_l", dice=[3])
    assert where(s, "northumberland_l") == "carlisle"
    assert s.favour[Locale("carlisle")] is LANCASTER
    assert s.influence == -1
    assert forces(s, Lord("northumberland_l")) == dict(s.box.lords[Lord("northumberland_l")].forces)


def test_3_4_2_a_failure_leaves_him_on_the_calendar() -> None:
    s = levying("henry_vi")
    levies(s, "henry_vi", "lord northumberland_l", dice=[6])
    assert s.lords[Lord("northumberland_l")].status is Status.CALENDAR
    assert (s.influence, muster_of(s).spent) == (-1, 1)


def test_3_4_2_at_a_place_not_friendly_no_lord_is_levied() -> None:
    s = levying("henry_vi")
    favour(s, None, "london")
    assert levy_options(s, Lord("henry_vi")) == []


def e5() -> State:
    """Salisbury at Peterborough, York on the Calendar, Somerset at Ely, York's Seat."""
    s = position(IA, 2)
    on_calendar(s, "york", 1)
    put(s, "salisbury", "peterborough")
    put(s, "somerset_1", "ely")
    favour(s, YORK, "peterborough", "york")
    acting(s, "salisbury")
    return s


def test_3_4_2_e5_with_his_seat_taken_he_musters_at_a_friendly_seat_of_another() -> None:
    s = e5()
    favour(s, None, "ludlow")
    levies(s, "salisbury", "lord york spend_3", dice=[5])
    assert where(s, "york") == "york"
    assert s.favour[Locale("york")] is YORK
    assert s.influence == 4


def test_3_4_2_the_owner_chooses_among_several_such_seats() -> None:
    s = e5()
    assert offered(s, "salisbury", "lord") == [
        f"york {place}{spend}" for place in ("ludlow", "york") for spend in ("", " spend_1", " spend_3")
    ]
    levies(s, "salisbury", "lord york ludlow", dice=[1])
    assert where(s, "york") == "ludlow"


def test_3_4_2_without_a_seat_free_of_enemies_he_cannot_be_levied() -> None:
    s = e5()
    favour(s, None, "york", "ludlow")
    assert offered(s, "salisbury", "lord") == []


def test_3_4_2_the_seat_of_a_lord_out_of_the_game_is_none() -> None:
    s = e5()
    favour(s, None, "ludlow")
    gone(s, "salisbury")
    s.seats.remove(Lord("salisbury"))
    put(s, "march", "peterborough")
    acting(s, "march")
    assert offered(s, "march", "lord") == []


def test_3_4_2_friends_on_a_seat_do_not_bar_it() -> None:
    s = e5()
    favour(s, None, "ludlow")
    put(s, "march", "york")
    assert offered(s, "salisbury", "lord")[0] == "york"


def test_3_4_2_from_an_exile_box_too() -> None:
    s = position(IA, 2)
    put(s, "york", "ireland")
    acting(s, "york")
    assert offered(s, "york", "lord") == ["salisbury"]


def test_6_0_shaky_allies_margaret_does_not_muster_where_warwick_is() -> None:
    s = position(II, 1)
    on_calendar(s, "margaret", 1)
    put(s, "warwick_l", "london")
    put(s, "edward_iv", "ely")
    favour(s, None, "calais", "york", "harlech", "wells", "oxford")
    favour(s, LANCASTER, "coventry", "exeter", "london")
    assert seats_for(s, Lord("margaret")) == ["exeter"]
    put(s, "warwick_l", "calais")
    assert seats_for(s, Lord("margaret")) == ["london"]


def test_y15_london_with_two_markers_stays_yorkist_when_a_lancastrian_musters_there() -> None:
    s = position(IA, 2)
    on_calendar(s, "henry_vi", 2)
    put(s, "somerset_1", "wells")
    favour(s, YORK, "london")
    s.london_for_york = True
    acting(s, "somerset_1")
    levies(s, "somerset_1", "lord henry_vi", dice=[1])
    assert where(s, "henry_vi") == "london"
    assert s.favour[Locale("london")] is YORK
    assert s.london_for_york


# 3.4.3 Levy Vassal


def test_3_4_3_the_seat_must_be_friendly_and_free_of_enemies() -> None:
    s = levying("henry_vi")
    assert offered(s, "henry_vi", "vassal") == []
    favour(s, LANCASTER, "st_albans", "lincoln")
    assert offered(s, "henry_vi", "vassal") == ["beaumont", "essex"]
    put(s, "york", "lincoln")
    assert offered(s, "henry_vi", "vassal") == ["essex"]


def test_3_4_3_e4_essex_for_henry() -> None:
    s = levying("henry_vi", turn=1)
    favour(s, LANCASTER, "st_albans")
    levies(s, "henry_vi", "vassal essex", dice=[3])
    assert s.mats[Lord("henry_vi")].vassals == ["essex"]
    assert s.service[Vassal("essex")] == 2
    assert "essex" not in s.ready
    assert s.influence == -1


def test_3_4_3_e3_loyalty_counts_against_the_other_side() -> None:
    s = position(IA, 1)
    capability(s, "march", "y20")
    favour(s, YORK, "shrewsbury")
    acting(s, "march")
    assert offered(s, "march", "vassal") == ["shrewsbury", "shrewsbury spend_1", "shrewsbury spend_3"]
    levies(s, "march", "vassal shrewsbury", dice=[3])
    assert s.mats[Lord("march")].vassals == []


def test_3_4_3_loyalty_counts_for_its_own_side() -> None:
    s = levying("march")
    favour(s, YORK, "dover")
    levies(s, "march", "vassal fauconberg", dice=[4])
    assert s.mats[Lord("march")].vassals == ["fauconberg"]


def test_3_4_3_a_disbanded_vassal_is_not_to_be_had() -> None:
    s = levying("henry_vi")
    favour(s, LANCASTER, "st_albans")
    s.ready.remove(Vassal("essex"))
    assert offered(s, "henry_vi", "vassal") == []


def test_y17_alice_montagu_one_box_further() -> None:
    s = position(IA, 2)
    put(s, "salisbury", "york")
    favour(s, YORK, "york", "st_albans")
    capability(s, "salisbury", "y17")
    acting(s, "salisbury")
    levies(s, "salisbury", "vassal essex", dice=[1])
    assert s.service[Vassal("essex")] == 4


def parliament_blocked(*more: str) -> State:
    """y7 in force in III, Henry Tudor at Oxford."""
    s = position(III)
    put(s, "henry_tudor", "oxford")
    put(s, "jasper_tudor_2", "pembroke")
    favour(s, LANCASTER, "st_albans")
    in_effect(s, "y7", *more)
    acting(s, "henry_tudor")
    return s


def test_y7_lancastrians_levy_no_vassals() -> None:
    s = parliament_blocked()
    assert offered(s, "henry_tudor", "vassal") == []
    assert "l35" not in offered(s, "henry_tudor", "capability")
    acting(s, "norfolk")
    favour(s, YORK, "lincoln")
    assert offered(s, "norfolk", "vassal")


def test_y7_two_roses_is_no_event_and_does_not_help() -> None:
    s = parliament_blocked()
    capability(s, "henry_tudor", "l32")
    assert offered(s, "henry_tudor", "vassal") == []


def test_l37_beats_y7_and_needs_no_roll() -> None:
    s = parliament_blocked("l37")
    assert offered(s, "henry_tudor", "vassal") == ["essex"]
    levies(s, "henry_tudor", "vassal essex")
    assert s.mats[Lord("henry_tudor")].vassals == ["essex"]
    assert s.influence == -1


@pytest.mark.parametrize(("readings", "open_"), [(PRESENT, False), (BEFORE, True)])
def test_l37_opens_no_card_of_a_special_vassal_who_does_not_muster_by_levy_vassal(readings: Readings, open_: bool) -> None:
    """R250."""
    s = parliament_blocked("l37")
    s.readings = readings
    assert ("l35" in offered(s, "henry_tudor", "capability")) is open_


def test_l35_event_beats_y7_for_henry_tudor_wherever_he_and_the_vassal_are() -> None:
    s = parliament_blocked("l35")
    put(s, "henry_tudor", "newbury")
    put(s, "norfolk", "st_albans")
    favour(s, YORK, "st_albans")
    assert {words.split()[0] for words in offered(s, "henry_tudor", "vassal")} == set(s.ready)
    assert offered(s, "henry_tudor", "carts") == []
    levies(s, "henry_tudor", "vassal essex", dice=[2])
    assert s.mats[Lord("henry_tudor")].vassals == ["essex"]
    acting(s, "jasper_tudor_2")
    assert offered(s, "jasper_tudor_2", "vassal") == []


def test_l32_two_roses_never_fail_and_still_cost() -> None:
    s = position(III)
    put(s, "henry_tudor", "oxford")
    favour(s, LANCASTER, "dover")
    capability(s, "henry_tudor", "l32")
    acting(s, "henry_tudor")
    assert offered(s, "henry_tudor", "vassal") == ["fauconberg"]
    levies(s, "henry_tudor", "vassal fauconberg")
    assert s.influence == -1
    assert muster_of(s).spent == 1


def test_l34_yorkist_vassals_cost_two_more() -> None:
    s = position(III)
    favour(s, YORK, "st_albans")
    in_effect(s, "l34")
    acting(s, "norfolk")
    levies(s, "norfolk", "vassal essex", dice=[6])
    assert s.influence == 3
    put(s, "oxford", "oxford")
    acting(s, "oxford")
    favour(s, LANCASTER, "st_albans")
    levies(s, "oxford", "vassal essex", dice=[6])
    assert s.influence == 2


# 3.4.5 Levy Transport


def test_3_4_5_two_carts_even_at_an_exhausted_stronghold() -> None:
    s = levying("york")
    worn(s, Depletion.EXHAUSTED, "ely")
    levies(s, "york", "carts")
    assert s.mats[Lord("york")].assets[CARTS] == 4
    assert s.wear[Locale("ely")] is Depletion.EXHAUSTED


def test_3_4_5_a_ship_at_a_port_or_in_an_exile_box() -> None:
    s = levying("york")
    assert offered(s, "york", "ship") == []
    put(s, "york", "ireland")
    assert offered(s, "york", "ship") == [""]
    put(s, "york", "lynn")
    favour(s, YORK, "lynn")
    levies(s, "york", "ship")
    assert s.mats[Lord("york")].assets[SHIPS] == 1


def test_3_4_5_two_ships_a_lord() -> None:
    s = levying("york")
    put(s, "york", "ireland", ships=2)
    assert offered(s, "york", "ship") == []
    assert why_no_ship(s, Lord("york"), ["ship"]) == "no more Ships are to be had"


def test_3_4_5_nine_lords_with_ships() -> None:
    s = position(IA, 2)
    for lord in s.lords:
        put(s, lord, "dover", ships=1)
    put(s, "york", "ireland", ships=0)
    acting(s, "york")
    assert offered(s, "york", "ship") == []
    put(s, "rutland", "ireland", ships=1)
    put(s, "march", "ireland", ships=0)
    put(s, "exeter_1", "london", ships=0)
    assert offered(s, "york", "ship") == [""]


# 3.4.6 Levy Capability


def test_3_4_6_e2_york_takes_burgundians_away_from_a_port() -> None:
    s = levying("york")
    levies(s, "york", "capability y14")
    assert s.mats[Lord("york")].capabilities == ["y14"]
    assert "y14" not in s.decks[YORK]
    assert "handgunners" not in forces(s, Lord("york"))


def test_3_4_6_badge_title_and_two_cards() -> None:
    s = position(IA)
    capability(s, "york", "y1")
    acting(s, "york")
    assert not {"y2", "y1", "y15"} & set(offered(s, "york", "capability"))
    assert "y14" in offered(s, "york", "capability")
    capability(s, "york", "y3")
    assert offered(s, "york", "capability") == []


def test_3_4_6_a_card_in_force_or_held_is_not_in_the_deck() -> None:
    s = levying("york")
    in_effect(s, "y6")
    s.held[YORK].append(Card("y9"))
    s.decks[YORK].remove(Card("y9"))
    assert not {"y6", "y9"} & set(offered(s, "york", "capability"))


def test_3_4_6_a_special_vassal_comes_with_his_card() -> None:
    s = levying("somerset_1")
    levies(s, "somerset_1", "capability l19")
    assert s.mats[Lord("somerset_1")].vassals == ["trollope"]


@pytest.mark.parametrize("card", ["y32", "y33"])
def test_3_4_6_gloucester_may_not_have_richards_cards(card: str) -> None:
    s = levying("gloucester_2", turn=3, scenario=III)
    assert card not in offered(s, "gloucester_2", "capability")
