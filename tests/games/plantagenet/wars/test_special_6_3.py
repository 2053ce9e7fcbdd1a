"""6.3 Special rules of single Wars: Edward (l26), y28, Allied Networks, Shaky Allies, Foreign Haven, Ravaged Land."""

import pytest

from pbem.games.plantagenet.campaign.end_campaign import grow, shipwreck, waste
from pbem.games.plantagenet.cards.arts_of_war import IMMEDIATE_EVENTS, play_event
from pbem.games.plantagenet.components.board import Locale, Vassal
from pbem.games.plantagenet.components.box import PROVENDER, Card, Lord
from pbem.games.plantagenet.components.group import shaky_meeting
from pbem.games.plantagenet.components.haven import foreign_haven
from pbem.games.plantagenet.components.influence import loyalty
from pbem.games.plantagenet.components.lords import disband_lord, disband_vassal, muster_lord
from pbem.games.plantagenet.components.ratings import influence_of
from pbem.games.plantagenet.components.state import Depletion, Phase, State
from pbem.games.plantagenet.levy.exiles import boxes_for, muster_exile
from pbem.games.plantagenet.levy.muster import end_levy
from tests.games.plantagenet.build import LANCASTER, YORK, run
from tests.games.plantagenet.scene import favour, hold, on_calendar, put, vassal, worn
from tests.games.plantagenet.wars.war import DIES, box, dies, in_deck, in_war, state_of_wars, taken, war

MARGARET, WARWICK = Lord("margaret"), Lord("warwick_l")
EDWARD = Vassal("edward")


def queen_mustered(code: str = "IIY") -> State:
    """Margaret has come and Mustered at Lincoln."""
    s = war(code, "henry_vi")
    on_calendar(s, "margaret", s.turn)
    muster_lord(s, MARGARET, Locale("lincoln"), "3.4.2")
    return s


# l26


@pytest.mark.parametrize("code", ["IIY", "IIL"])
def test_6_3_margaret_musters_with_edward_free(code: str) -> None:
    s = queen_mustered(code)
    assert (s.mats[MARGARET].capabilities, s.mats[MARGARET].vassals) == (["l26"], ["edward"])
    assert s.aside == []


def test_6_3_i_margaret_musters_with_edward_too() -> None:
    s = war("I")
    dies(s, "henry_vi")
    assert s.aside == ["l26"]
    muster_lord(s, MARGARET, Locale("lincoln"), "3.4.2")
    assert s.mats[MARGARET].capabilities == ["l26"]


def test_3_3_1_margaret_musters_with_edward_out_of_exile() -> None:
    s = war("IIY", "henry_vi", turn=9)
    run(muster_exile(s, MARGARET), (LANCASTER, "exiles", "france"))
    assert s.mats[MARGARET].capabilities == ["l26"]


def leaves(s: State, how: str) -> None:
    """How Margaret can leave the map."""
    match how:
        case "disband":
            disband_lord(s, MARGARET, "3.2.4")
        case "exile":
            disband_lord(s, MARGARET, "4.3.5", exile=True)
        case "death":
            dies(s, "margaret")
        case "shipwreck":
            put(s, "margaret", "irish_sea")
            shipwreck(s, MARGARET)


@pytest.mark.parametrize("how", ["disband", "exile", "death", "shipwreck"])
def test_6_3_edward_is_set_aside_when_margaret_leaves(how: str) -> None:
    s = queen_mustered()
    leaves(s, how)
    assert s.aside == ["l26"]
    assert in_war(s, "l26") == []


def test_6_3_edward_is_set_aside_when_he_disbands_alone() -> None:
    s = queen_mustered()
    disband_vassal(s, EDWARD, "3.2.4")
    assert (s.aside, s.mats[MARGARET].capabilities) == (["l26"], [])


def test_6_3_edward_returns_when_she_musters_anew() -> None:
    s = queen_mustered()
    disband_lord(s, MARGARET, "3.2.4")
    muster_lord(s, MARGARET, Locale("lincoln"), "3.4.2")
    assert s.mats[MARGARET].capabilities == ["l26"]


@pytest.mark.parametrize("code", ["I", "IIY", "IIL", "IIIY", "IIIL"])
def test_6_3_henry_released_cannot_occur(code: str) -> None:
    assert in_deck(war(code), "l26") == []


# y28


@pytest.mark.parametrize("code", ["IIY", "IIL"])
def test_6_3_y28_is_set_aside_after_its_event(code: str) -> None:
    s = war(code, "york")
    s.drawn.append(taken(s, "y28"))
    run(play_event(s, YORK, s.drawn[0]))
    assert s.this_levy == ["y28"]
    end_levy(s)
    assert "y28" in s.aside
    assert in_war(s, "y28") == []
    assert state_of_wars(s).gloucester_as_heir


def test_6_3_y28_set_aside_neither_leaves_with_edward_iv_nor_joins_with_rutland() -> None:
    s = war("IIY", "york")
    s.this_levy.append(taken(s, "y28"))
    end_levy(s)
    dies(s, "edward_iv")
    assert "y28" in s.aside
    assert in_war(s, "y28") == []


def test_6_3_y28_goes_back_to_the_deck_in_a_third_war() -> None:
    s = war("IIIY", "york", "rutland")
    s.this_levy.append(taken(s, "y28"))
    end_levy(s)
    assert in_deck(s, "y28") == ["y28"]


# Exile boxes


@pytest.mark.parametrize(
    ("lords", "where"),
    [
        ("henry_vi somerset_1 somerset_2", "scotland"),
        ("margaret northumberland_l exeter_1 buckingham", "france"),
        ("york rutland", "ireland"),
        ("march warwick_y salisbury", "burgundy"),
    ],
)
def test_6_3_i_allied_networks(lords: str, where: str) -> None:
    s = war("I")
    assert [boxes_for(s, Lord(lord)) for lord in lords.split()] == [[where]] * len(lords.split())


@pytest.mark.parametrize("code", ["IIY", "IIL", "IIIY", "IIIL"])
def test_6_3_later_wars_have_one_exile_box_a_side(code: str) -> None:
    boxes = {locale: side for locale, (side, _) in war(code).sheet.exile_boxes.items()}
    assert boxes == {"burgundy": YORK, "france": LANCASTER}


# IIY


def test_6_3_iiy_margaret_and_warwick_never_enter_the_same_stronghold() -> None:
    s = war("IIY", "henry_vi")
    put(s, "warwick_l", "calais")
    assert shaky_meeting(s, [MARGARET], Locale("calais"))
    assert shaky_meeting(s, [MARGARET, WARWICK], Locale("dover"))
    assert not shaky_meeting(s, [MARGARET], Locale("dover"))
    assert not shaky_meeting(s, [MARGARET, WARWICK], Locale("france"))


def test_6_3_iil_knows_no_shaky_allies() -> None:
    assert not shaky_meeting(war("IIL"), [MARGARET, WARWICK], Locale("dover"))


def test_6_3_iiy_foreign_haven_shifts_lancastrians_to_this_turn_and_yorkists_to_the_next() -> None:
    s = war("IIY", turn=4)
    on_calendar(s, "oxford", 3)
    foreign_haven(s)
    assert (box(s, "henry_vi"), box(s, "oxford"), box(s, "gloucester_1")) == ((4, True), (3, False), (5, False))


@pytest.mark.parametrize("code", ["I", "IIL", "IIIY", "IIIL"])
def test_6_3_other_wars_know_no_foreign_haven(code: str) -> None:
    s = war(code)
    before = {lord: cylinder.box for lord, cylinder in s.lords.items()}
    foreign_haven(s)
    assert {lord: cylinder.box for lord, cylinder in s.lords.items()} == before


# Third Wars


@pytest.mark.parametrize(("code", "skipped"), [("IIIY", True), ("IIIL", True), ("IIY", False), ("IIL", False)])
def test_6_3_ravaged_land_skips_grow(code: str, skipped: bool) -> None:
    s = war(code)
    s.turn = next(box for box, row in s.board.calendar.items() if row.grow)
    worn(s, Depletion.DEPLETED, "ely")
    grow(s)
    assert (s.wear == {"ely": Depletion.DEPLETED}) is skipped


@pytest.mark.parametrize(("code", "skipped"), [("IIIY", True), ("IIIL", True), ("IIY", False), ("IIL", False)])
def test_6_3_ravaged_land_skips_waste(code: str, skipped: bool) -> None:
    s = war(code)
    s.turn = next(box for box, row in s.board.calendar.items() if row.waste)
    put(s, "oxford", "oxford", provender=8)
    run(waste(s))
    assert (s.mats[Lord("oxford")].assets[PROVENDER] == 8) is skipped


# Cards that meet in the Wars alone


def spider(*held: str) -> State:
    """War IIL with Margaret as King: l27 is in her deck, and York, with a Vassal, is in a Friendly London."""
    s = war("IIL", "henry_vi")
    s.phase = Phase.LEVY
    put(s, "york", "london")
    put(s, "somerset_1", "wells")
    favour(s, YORK, "london")
    vassal(s, "beaumont", "york", 5)
    hold(s, *held)
    return s


def test_3_1_3_yorkist_parade_may_be_played_before_the_checks_of_l27() -> None:
    s = spider("y20")
    best = influence_of(s, Lord("york")) + loyalty(s, Vassal("beaumont"), YORK)
    run(IMMEDIATE_EVENTS[Card("l27")](s), (YORK, "play", "event_y20"), dice=[best + 2])
    assert (s.this_levy, s.held[YORK]) == (["y20"], [])
    assert s.mats[Lord("york")].vassals == ["beaumont"]


def test_3_1_3_the_question_upon_l27_does_not_tell_who_holds_yorkist_parade() -> None:
    s = spider("y13")
    run(IMMEDIATE_EVENTS[Card("l27")](s), (YORK, "play", "none"), (YORK, "spend", "0"), dice=[DIES])
    s = spider()
    run(IMMEDIATE_EVENTS[Card("l27")](s), (YORK, "spend", "0"), dice=[DIES])
    s = spider("y20")
    s.mats[Lord("york")].vassals = []
    run(IMMEDIATE_EVENTS[Card("l27")](s))
    assert s.held[YORK] == ["y20"]
