"""6.3 The set-up of each War by what has become of the Heirs."""

import pytest

from pbem.games.plantagenet.components.box import Lord, Side
from pbem.games.plantagenet.components.state import State, Status
from pbem.games.plantagenet.wars.heirs import king, left
from tests.games.plantagenet.build import LANCASTER, YORK
from tests.games.plantagenet.wars.war import box, in_deck, in_war, status, war, where

YORKISTS = ("york", "march", "rutland", "gloucester")


def lords(s: State, side: Side) -> dict[str, str]:
    """The side's Mustered Lords and where they are."""
    return {lord: s.lords[lord].where for lord in s.mats if s.box.lords[lord].side is side}


def but(*remain: str) -> tuple[str, ...]:
    """The Yorkist Heirs lost, if these remain."""
    return tuple(person for person in YORKISTS if person not in remain)


# IIY


def test_6_3_iiy_york_is_king_at_london_and_march_at_ludlow() -> None:
    s = war("IIY")
    assert lords(s, YORK) == {"york": "london", "march": "ludlow", "rutland": "canterbury"}
    assert s.favour["canterbury"] is YORK
    assert (box(s, "devon"), box(s, "gloucester_1"), box(s, "northumberland_y1")) == ((1, False), (9, False), (9, False))
    assert in_deck(s, "y14", "y18", "y19", "y20", "y23", "y28") == ["y14", "y18", "y19", "y20"]


def test_6_3_iiy_without_york_edward_iv_is_king_at_london() -> None:
    s = war("IIY", "york")
    assert lords(s, YORK) == {"edward_iv": "london", "rutland": "canterbury"}
    assert in_deck(s, "y14", "y23", "y24", "y28", "y31") == ["y23", "y24", "y28", "y31"]


def test_6_3_iiy_without_york_and_march_rutland_is_king_at_london_not_canterbury() -> None:
    s = war("IIY", "york", "march")
    assert lords(s, YORK) == {"rutland": "london", "pembroke": "pembroke"}
    assert "canterbury" not in s.favour
    assert in_deck(s, "y20", "y21", "y28", "y35") == ["y20", "y21", "y28", "y35"]


@pytest.mark.parametrize("lost", [("march", "rutland"), ("york", "rutland")])
def test_6_3_iiy_with_two_heirs_left_pembroke_is_there(lost: tuple[str, str]) -> None:
    assert where(war("IIY", *lost), "pembroke") == "pembroke"
    assert status(war("IIY", lost[0]), "pembroke") is Status.SET_ASIDE


@pytest.mark.parametrize(
    ("lost", "present"),
    [
        ((), {"henry_vi", "somerset_1"}),
        (("henry_vi",), {"margaret", "somerset_1"}),
        (("somerset_1",), {"henry_vi", "somerset_2"}),
        (("henry_vi", "margaret"), {"somerset_1"}),
    ],
)
def test_6_3_iiy_lancastrian_heirs_in_box_9_marked_exile(lost: tuple[str, ...], present: set[str]) -> None:
    s = war("IIY", *lost)
    heirs = {"henry_vi", "margaret", "somerset_1", "somerset_2"}
    there = {lord for lord in heirs if status(s, lord) is Status.CALENDAR}
    assert there == present
    assert {box(s, lord) for lord in there} == {(9, True)}


# IIL


@pytest.mark.parametrize(
    ("lost", "crowned"),
    [((), "henry_vi"), (("henry_vi", "margaret"), "somerset_1"), (("henry_vi", "margaret", "somerset_1"), "somerset_2")],
)
def test_6_3_iil_the_highest_heir_is_king_at_london(lost: tuple[str, ...], crowned: str) -> None:
    s = war("IIL", *lost)
    assert king(s) == crowned
    assert where(s, crowned) == "london"


def test_6_3_iil_margaret_as_king_is_added_to_box_1() -> None:
    s = war("IIL", "henry_vi")
    assert king(s) == "margaret"
    assert box(s, "margaret") == (1, False)
    assert s.aside == ["l26"]
    assert in_deck(s, "l15", "l17", "l27", "l31") == ["l27", "l31"]
    assert where(s, "somerset_1") == "wells"


def test_6_3_iil_margaret_as_king_sets_up_at_london_in_the_other_reading() -> None:
    s = war("IIL", "henry_vi", margaret_king_at_london=True)
    assert king(s) == "margaret"
    assert where(s, "margaret") == "london"
    assert s.aside == []
    assert "l26" in s.mats[Lord("margaret")].capabilities
    assert where(s, "somerset_1") == "wells"
    assert box(war("IIL", "henry_vi", "somerset_1"), "margaret") == (1, False)


def test_6_3_iil_margaret_who_is_not_king_is_set_aside_in_both_readings() -> None:
    assert status(war("IIL", margaret_king_at_london=True), "margaret") == status(war("IIL"), "margaret")


def test_6_3_iil_yorkist_heirs_wait_in_box_7_marked_exile() -> None:
    s = war("IIL", "march")
    assert {box(s, lord) for lord in ("york", "rutland", "gloucester_1")} == {(7, True)}
    assert status(s, "march") is None
    assert {lord: lords(s, YORK)[lord] for lord in ("warwick_y", "salisbury", "pembroke")} == {
        "warwick_y": "calais",
        "salisbury": "york",
        "pembroke": "pembroke",
    }


# IIIY


def test_6_3_iiiy_all_remain_york_is_king_and_march_his_heir() -> None:
    s = war("IIIY")
    assert lords(s, YORK) == {"york": "london", "march": "ludlow", "norfolk": "arundel"}
    assert in_deck(s, "y14", "y21", "y20", "y36", "y37", "y16") == ["y14", "y21", "y20", "y36"]
    assert left(s, YORK) == ["york", "march"]


def test_6_3_iiiy_first_step_y28_removes_rutland_where_gloucester_remains_too() -> None:
    s = war("IIIY", *but("rutland", "gloucester"), named=True)
    assert lords(s, YORK) == {"richard_iii": "london", "northumberland_y2": "carlisle", "norfolk": "arundel"}
    assert in_deck(s, "y32", "y33", "y37", "y16") == ["y32", "y33", "y37"]


def test_6_3_iiiy_y28_leaves_rutland_where_gloucester_is_lost() -> None:
    s = war("IIIY", *but("york", "rutland"), named=True)
    assert lords(s, YORK) == {"york": "london", "rutland": "canterbury", "norfolk": "arundel"}


def test_6_3_iiiy_second_step_for_rutland_alone_warwick_is_king() -> None:
    s = war("IIIY", *but("rutland"))
    assert lords(s, YORK) == {"warwick_y": "london", "salisbury": "york", "norfolk": "arundel"}
    assert in_deck(s, "y16", "y17", "y22", "y37") == ["y16", "y17", "y22"]
    assert left(s, YORK) == ["warwick_y"]


@pytest.mark.parametrize(("remains", "card"), [("york", "york"), ("march", "edward_iv"), ("gloucester", "richard_iii")])
def test_6_3_iiiy_third_step_for_exactly_one_northumberland_comes(remains: str, card: str) -> None:
    s = war("IIIY", *but(remains))
    assert lords(s, YORK) == {card: "london", "northumberland_y2": "carlisle", "norfolk": "arundel"}
    assert in_deck(s, "y37") == ["y37"]


@pytest.mark.parametrize(
    ("remain", "usual", "other"),
    [
        (("york",), True, True),
        (("york", "rutland"), False, True),
        (("march", "rutland"), False, True),
        (("rutland", "gloucester"), False, True),
        (("york", "march"), False, False),
        (("york", "march", "rutland"), False, False),
        (("rutland",), False, False),
    ],
)
def test_6_3_iiiy_third_step_rutland_is_not_counted_in_the_other_reading(
    remain: tuple[str, ...], usual: bool, other: bool
) -> None:
    for read, comes in ((False, usual), (True, other)):
        s = war("IIIY", *but(*remain), northumberland_with_rutland=read)
        assert (lords(s, YORK).get("northumberland_y2") == "carlisle") is comes
        assert (in_deck(s, "y37") == ["y37"]) is comes


def test_6_3_iiiy_y28_leaves_gloucester_alone_in_both_readings() -> None:
    for read in (False, True):
        s = war("IIIY", *but("rutland", "gloucester"), named=True, northumberland_with_rutland=read)
        assert lords(s, YORK)["northumberland_y2"] == "carlisle"


@pytest.mark.parametrize(
    ("remain", "there", "cards"),
    [
        (("york", "march"), {"york": "london", "march": "ludlow"}, {"y14", "y21", "y20"}),
        (("york", "rutland"), {"york": "london", "rutland": "canterbury"}, {"y14", "y21", "y20"}),
        (("york", "gloucester"), {"york": "london", "gloucester_1": "gloucester"}, {"y14", "y21", "y34"}),
        (("march", "rutland"), {"edward_iv": "london", "rutland": "canterbury"}, {"y23", "y24", "y31"}),
        (("march", "gloucester"), {"edward_iv": "london", "gloucester_1": "gloucester"}, {"y23", "y24", "y34", "y28"}),
        (("rutland", "gloucester"), {"rutland": "london", "gloucester_2": "london"}, {"y20", "y21", "y34"}),
    ],
)
def test_6_3_iiiy_king_and_heir_with_their_cards(remain: tuple[str, ...], there: dict[str, str], cards: set[str]) -> None:
    s = war("IIIY", *but(*remain))
    assert lords(s, YORK) == {**there, "norfolk": "arundel"}
    rose = {card for card in s.decks[YORK] if int(card[1:]) > 13}
    assert rose == {*cards, "y36"}


@pytest.mark.parametrize(
    ("lost", "heir", "place"),
    [
        ((), "margaret", "france"),
        (("margaret",), "henry_tudor", "france"),
        (("margaret", "york"), "warwick_l", "calais"),
        (("margaret", "york", "march"), "henry_tudor", "france"),
    ],
)
def test_6_3_iiiy_the_lancastrian_heir(lost: tuple[str, ...], heir: str, place: str) -> None:
    s = war("IIIY", *lost)
    assert lords(s, LANCASTER) == dict.fromkeys((heir, "oxford", "jasper_tudor_2"), place)
    assert left(s, LANCASTER) == [heir]


def test_6_3_iiiy_margaret_has_edward_from_the_start() -> None:
    s = war("IIIY")
    assert s.mats[Lord("margaret")].capabilities == ["l26"]
    assert s.mats[Lord("margaret")].vassals == ["edward"]


def test_6_3_iiiy_favour_at_the_seats_of_those_who_are_there_only() -> None:
    s = war("IIIY")
    favoured = {"london": YORK, "ely": YORK, "ludlow": YORK, "arundel": YORK, "oxford": LANCASTER, "pembroke": LANCASTER}
    assert s.favour == favoured


# IIIL


@pytest.mark.parametrize(
    ("lost", "crowned", "cards"),
    [
        ((), "henry_vi", {"l15", "l17"}),
        (("henry_vi",), "margaret", {"l27", "l31"}),
        (("henry_vi", "margaret"), "somerset_1", {"l18", "l20", "l27"}),
        (("henry_vi", "margaret", "somerset_1"), "somerset_1", {"l18", "l20", "l27"}),
    ],
)
def test_6_3_iiil_the_highest_is_king_somerset_2_with_the_card_of_1(
    lost: tuple[str, ...], crowned: str, cards: set[str]
) -> None:
    s = war("IIIL", *lost)
    assert lords(s, LANCASTER) == {crowned: "london", "oxford": "oxford", "jasper_tudor_2": "pembroke"}
    rose = {card for card in s.decks[LANCASTER] if int(card[1:]) > 13}
    assert rose == {*cards, "l25", "l34", "l36"}


@pytest.mark.parametrize(
    ("remain", "there", "cards"),
    [
        (("york", "march", "rutland", "gloucester"), {"york", "march"}, {"y14", "y18", "y20"}),
        (("york", "rutland", "gloucester"), {"york", "rutland"}, {"y14", "y18", "y20"}),
        (("york", "gloucester"), {"york", "gloucester_1"}, {"y14", "y18", "y34"}),
        (("york",), {"york", "salisbury"}, {"y14", "y18", "y17", "y22"}),
        (("gloucester",), {"gloucester_2", "salisbury"}, {"y35", "y17", "y22"}),
    ],
)
def test_6_3_iiil_yorkist_succession(remain: tuple[str, ...], there: set[str], cards: set[str]) -> None:
    s = war("IIIL", *but(*remain))
    assert lords(s, YORK) == dict.fromkeys([*there, "norfolk"], "burgundy")
    rose = {card for card in s.decks[YORK] if int(card[1:]) > 13}
    assert rose == {*cards, "y36"}


def test_6_3_iiil_y28_leaves_gloucester_alone_whoever_is_higher() -> None:
    s = war("IIIL", named=True)
    assert lords(s, YORK) == dict.fromkeys(["gloucester_2", "salisbury", "norfolk"], "burgundy")
    assert left(s, YORK) == ["gloucester"]


def test_6_3_iiil_y28_means_nothing_where_gloucester_is_lost() -> None:
    s = war("IIIL", "gloucester", named=True)
    assert left(s, YORK) == ["york", "march"]


@pytest.mark.parametrize("remain", [("march", "rutland", "gloucester"), ("rutland", "gloucester"), ("march",), ("rutland",)])
def test_6_3_iiil_with_neither_york_nor_gloucester_highest_warwick_alone_remains(remain: tuple[str, ...]) -> None:
    s = war("IIIL", *but(*remain))
    assert lords(s, YORK) == dict.fromkeys(["warwick_y", "salisbury", "norfolk"], "calais")
    assert in_deck(s, "y16", "y17", "y22") == ["y16", "y17", "y22"]
    assert left(s, YORK) == ["warwick_y"]


def test_6_3_iiil_london_is_the_kings_though_it_is_a_yorkists_seat() -> None:
    s = war("IIIL", *but("gloucester"))
    assert s.favour["london"] is LANCASTER


# Lost Heirs


@pytest.mark.parametrize("code", ["IIIY", "IIIL"])
@pytest.mark.parametrize(
    ("lost", "points"),
    [
        ((), 0),
        (("march",), 8),
        (("henry_vi",), -8),
        (("march", "rutland", "henry_vi"), 8),
        (("henry_vi", "margaret", "somerset_1", "york"), -16),
    ],
)
def test_6_3_each_heir_lost_costs_8_points_once(code: str, lost: tuple[str, ...], points: int) -> None:
    assert war(code, *lost).influence == points


def test_6_3_who_is_removed_by_the_setup_costs_nothing() -> None:
    assert war("IIIY", "york", "march", named=True).influence == 16
    assert war("IIIL", "york").influence == 8


def test_6_3_lost_heirs_cost_nothing_before_the_third_war() -> None:
    assert war("IIY", "york", "henry_vi").influence == war("IIY").influence
    assert war("IIL", "york").influence == 0


# Turns


@pytest.mark.parametrize(
    ("code", "first", "last"), [("I", 1, 15), ("IIY", 1, 15), ("IIL", 1, 15), ("IIIY", 3, 9), ("IIIL", 4, 9)]
)
def test_6_3_first_and_last_turn(code: str, first: int, last: int) -> None:
    s = war(code)
    assert (s.turn, s.sheet.first_turn, s.sheet.last_turn) == (first, first, last)


def test_6_3_cards_of_other_wars_are_not_there() -> None:
    assert in_war(war("IIY"), "l4", "y15", "y16") == []
    assert in_war(war("IIL"), "l4", "l22", "y18") == []
