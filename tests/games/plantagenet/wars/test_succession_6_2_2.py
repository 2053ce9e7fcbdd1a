"""6.2.2, 6.3 Succession in play: who comes, where to, and which cards leave and join."""

from collections.abc import Callable

import pytest

from pbem.games.plantagenet.components.box import Lord, Side
from pbem.games.plantagenet.components.lords import disband_lord
from pbem.games.plantagenet.components.state import State, Status, battle_of
from pbem.games.plantagenet.wars.heirs import king, left
from tests.games.plantagenet.scene import capability, hold, in_effect, on_calendar, put
from tests.games.plantagenet.wars.war import (
    DIES,
    box,
    check,
    dies,
    in_deck,
    in_war,
    routed,
    state_of_wars,
    status,
    taken,
    war,
    where,
    wrecked,
)

HENRYS, MARGARETS = ("l17", "l18", "l20", "l21"), ("l27", "l28", "l31")
"""IIY: the cards while Henry VI, and while Margaret, is present."""


# War I


@pytest.mark.parametrize("loss", [dies, wrecked])
def test_6_3_i_the_removal_of_henry_vi_brings_margaret_to_the_next_box(loss: Callable[[State, str], None]) -> None:
    s = war("I", turn=4)
    loss(s, "henry_vi")
    assert box(s, "margaret") == (5, False)
    assert Lord("margaret") in s.seats
    assert in_war(s, "l15", "l17") == []
    assert in_deck(s, "l27", "l31") == ["l27", "l31"]
    assert king(s) == "margaret"


def test_6_3_i_what_came_when_henry_was_removed_stays_when_margaret_is() -> None:
    s = war("I")
    dies(s, "henry_vi", "margaret")
    assert in_deck(s, "l27", "l31") == ["l27", "l31"]
    assert king(s) == "somerset_1"


def test_6_3_i_somerset_1_brings_somerset_2_whether_or_not_highest_heir() -> None:
    s = war("I", turn=3)
    dies(s, "somerset_1")
    assert box(s, "somerset_2") == (4, False)
    assert status(s, "henry_vi") is Status.MAP
    assert status(s, "margaret") is Status.SET_ASIDE


def test_6_3_i_no_yorkist_is_replaced_or_added() -> None:
    s = war("I")
    before = set(in_war(s, *(f"y{number}" for number in range(1, 38))))
    dies(s, "york")
    assert (status(s, "march"), status(s, "edward_iv")) == (Status.MAP, None)
    assert set(in_war(s, *(f"y{number}" for number in range(1, 38)))) == before


@pytest.mark.parametrize("place", ["deck", "hand", "mat", "this Levy", "this Campaign", "next Levy"])
def test_6_2_2_cards_leave_from_wherever_they_are(place: str) -> None:
    s = war("IIY")
    lay(s, "y19", place)
    wrecked(s, "york")
    assert in_war(s, "y19") == []
    assert s.aside == ["l26"]


def lay(s: State, card: str, place: str) -> None:
    """A card in one of the places where it can be."""
    match place:
        case "hand":
            hold(s, card)
        case "mat":
            capability(s, "march", card)
        case "this Levy":
            s.this_levy.append(taken(s, card))
        case "this Campaign":
            s.this_campaign.append(taken(s, card))
        case "next Levy":
            s.next_levy.append(taken(s, card))


def test_6_2_2_a_card_played_in_the_battle_under_way_leaves_too() -> None:
    s = war("IIY")
    routed(s, "york", attacker=Side.YORK)
    battle_of(s).events.append(taken(s, "y19"))
    check(s, dice=[DIES])
    assert in_war(s, "y19") == []


@pytest.mark.parametrize("leave", ["disband", "exile"])
def test_6_2_2_mere_disband_or_exile_is_no_removal(leave: str) -> None:
    s = war("I")
    disband_lord(s, Lord("henry_vi"), "3.2.4", exile=leave == "exile")
    assert status(s, "margaret") is Status.SET_ASIDE
    assert state_of_wars(s).removed == []
    assert in_war(s, "l15", "l17") == ["l15", "l17"]


# IIY, Yorkists


def test_6_3_iiy_york_removed_edward_iv_is_king_with_his_cards() -> None:
    s = war("IIY")
    dies(s, "york")
    assert (where(s, "edward_iv"), status(s, "march")) == ("ludlow", Status.REPLACED)
    assert in_war(s, "y14", "y18", "y19", "y20") == []
    assert in_deck(s, "y23", "y24", "y28", "y31") == ["y23", "y24", "y28", "y31"]
    assert (Lord("march") in s.seats, Lord("edward_iv") in s.seats) == (False, True)
    assert left(s, Side.YORK) == ["march", "rutland", "gloucester"]


def test_6_3_iiy_york_and_march_removed_rutland_is_king_where_he_is() -> None:
    s = war("IIY")
    dies(s, "york", "edward_iv")
    assert where(s, "rutland") == "canterbury"
    assert in_war(s, "y23", "y24", "y31") == []
    assert in_deck(s, "y20", "y21", "y28", "y35") == ["y20", "y21", "y28", "y35"]


def test_6_2_2_a_card_that_both_heirs_name_stays_where_it_is() -> None:
    s = war("IIY")
    dies(s, "york")
    in_effect(s, "y28")
    dies(s, "edward_iv")
    assert s.this_levy == ["y28"]


def test_6_3_iiy_gloucester_as_king_is_richard_iii_in_place() -> None:
    s = war("IIY", turn=3)
    put(s, "gloucester_1", "gloucester")
    dies(s, "york", "edward_iv", "rutland")
    assert (where(s, "richard_iii"), status(s, "gloucester_1")) == ("gloucester", Status.REPLACED)
    assert in_war(s, "y20", "y21", "y28") == []
    assert in_deck(s, "y32", "y33", "y34", "y35") == ["y32", "y33", "y34", "y35"]


def test_6_3_iiy_march_removed_while_york_is_king_changes_no_card() -> None:
    s = war("IIY")
    before = {side: list(deck) for side, deck in s.decks.items()}
    dies(s, "march")
    assert s.decks == before
    dies(s, "york")
    assert status(s, "edward_iv") is None
    assert in_deck(s, "y20", "y21", "y28", "y35") == ["y20", "y21", "y28", "y35"]


@pytest.mark.parametrize("lost", [("rutland", "gloucester_1"), ("york", "edward_iv"), ("march", "rutland")])
def test_6_3_iiy_pembroke_comes_as_soon_as_two_heirs_remain(lost: tuple[str, str]) -> None:
    s = war("IIY", turn=6)
    dies(s, lost[0])
    assert status(s, "pembroke") is Status.SET_ASIDE
    dies(s, lost[1])
    assert box(s, "pembroke") == (7, False)
    assert Lord("pembroke") in s.seats


def test_6_3_iiy_an_heir_lost_in_the_first_war_counts_for_pembroke() -> None:
    s = war("IIY", "march", turn=6)
    assert status(s, "pembroke") is Status.SET_ASIDE
    dies(s, "rutland")
    assert box(s, "pembroke") == (7, False)


def test_6_3_iiy_pembroke_is_added_once() -> None:
    s = war("IIY", "march", "rutland")
    dies(s, "pembroke", "york")
    assert status(s, "pembroke") is Status.DEAD


# IIY, Lancastrians


def test_6_3_iiy_henry_vi_removed_margaret_comes_without_exile_mark() -> None:
    s = war("IIY", turn=9)
    assert box(s, "henry_vi") == (9, True)
    assert in_war(s, *HENRYS, *MARGARETS) == list(HENRYS)
    dies(s, "henry_vi")
    assert box(s, "margaret") == (10, False)
    assert in_war(s, *HENRYS, *MARGARETS) == list(MARGARETS)


def test_6_3_iiy_a_margaret_who_waits_on_the_calendar_is_present() -> None:
    s = war("IIY", "henry_vi")
    assert box(s, "margaret") == (9, True)
    assert in_deck(s, *MARGARETS) == list(MARGARETS)


def test_6_3_iiy_margaret_removed_a_somerset_is_highest() -> None:
    s = war("IIY", "henry_vi")
    put(s, "somerset_1", "wells")
    capability(s, "somerset_1", "l27")
    dies(s, "margaret")
    assert in_deck(s, "l20", "l21") == ["l20", "l21"]
    assert in_war(s, "l28", "l31") == []
    assert s.mats[Lord("somerset_1")].capabilities == ["l27"]


def test_6_3_iiy_somerset_1_brings_somerset_2_to_the_next_box() -> None:
    s = war("IIY", turn=9)
    assert box(s, "somerset_1") == (9, True)
    dies(s, "somerset_1")
    assert box(s, "somerset_2") == (10, False)
    assert in_war(s, "l27") == []


def test_6_3_iiy_a_dead_margaret_or_somerset_2_does_not_come() -> None:
    s = war("IIY", "margaret", "somerset_2")
    dies(s, "henry_vi")
    assert (status(s, "margaret"), status(s, "somerset_2")) == (None, None)
    assert left(s, Side.LANCASTER) == ["somerset_1"]


def test_6_2_2_a_special_vassal_leaves_with_his_card() -> None:
    s = war("IIY")
    put(s, "warwick_l", "calais")
    capability(s, "warwick_l", "l21")
    dies(s, "henry_vi")
    assert (s.mats[Lord("warwick_l")].vassals, s.mats[Lord("warwick_l")].capabilities) == ([], [])
    assert in_war(s, "l21") == []


# IIL


def test_6_3_iil_henry_vi_removed_margaret_is_king() -> None:
    s = war("IIL", turn=5)
    dies(s, "henry_vi")
    assert box(s, "margaret") == (6, False)
    assert king(s) == "margaret"
    assert in_war(s, "l15", "l17") == []
    assert in_deck(s, "l27", "l31") == ["l27", "l31"]


def test_6_3_iil_margaret_removed_somerset_is_king() -> None:
    s = war("IIL", "henry_vi")
    put(s, "margaret", "london")
    capability(s, "somerset_1", "l27")
    dies(s, "margaret")
    assert in_war(s, "l31") == []
    assert in_deck(s, "l16") == ["l16"]
    assert s.mats[Lord("somerset_1")].capabilities == ["l27"]


@pytest.mark.parametrize("lost", [(), ("henry_vi", "margaret")])
def test_6_3_iil_somerset_2_replaces_somerset_1_king_or_not_where_his_disband_brings_him(lost: tuple[str, ...]) -> None:
    s = war("IIL", *lost, turn=5)
    s.plans[Side.LANCASTER] = ["oxford", "somerset_1", "pass", "somerset_1"]
    dies(s, "somerset_1")
    assert box(s, "somerset_2") == (6, False)
    assert (Lord("somerset_1") in s.seats, Lord("somerset_2") in s.seats) == (False, True)
    assert s.plans[Side.LANCASTER] == ["oxford", "somerset_2", "pass", "somerset_2"]


def test_6_3_i_somerset_2_is_only_added_and_takes_no_command_cards() -> None:
    s = war("I")
    s.plans[Side.LANCASTER] = ["somerset_1"]
    dies(s, "somerset_1")
    assert s.plans[Side.LANCASTER] == ["somerset_1"]


def test_6_2_2_example_y20_in_iil_stays_where_it_is() -> None:
    s = war("IIL")
    put(s, "rutland", "ely")
    capability(s, "rutland", "y20")
    dies(s, "york")
    assert s.mats[Lord("rutland")].capabilities == ["y20"]
    assert in_war(s, "y14") == []
    assert in_deck(s, "y21") == ["y21"]


def test_6_3_iil_march_then_rutland_then_gloucester_is_highest() -> None:
    s = war("IIL", "york")
    assert in_deck(s, "y20", "y21") == ["y20", "y21"]
    dies(s, "march")
    assert in_deck(s, "y20", "y21") == ["y20", "y21"]
    dies(s, "rutland")
    assert in_war(s, "y20", "y21") == []
    assert in_deck(s, "y25", "y30") == ["y25", "y30"]
    assert status(s, "gloucester_1") is Status.CALENDAR


def test_6_3_iil_the_loss_of_another_heir_than_the_highest_changes_nothing() -> None:
    s = war("IIL")
    before = {side: list(deck) for side, deck in s.decks.items()}
    dies(s, "march", "gloucester_1")
    assert s.decks == before


# Third Wars


def test_6_3_iiiy_the_removal_of_an_heir_affects_only_the_setup() -> None:
    s = war("IIIY")
    before = {side: list(deck) for side, deck in s.decks.items()}
    assert (where(s, "york"), where(s, "march")) == ("london", "ludlow")
    dies(s, "york")
    assert (where(s, "march"), status(s, "edward_iv")) == ("ludlow", None)
    assert s.decks == before
    assert king(s) == "march"


def test_6_3_iiil_the_removal_of_an_heir_affects_only_the_setup() -> None:
    s = war("IIIL")
    before = {side: list(deck) for side, deck in s.decks.items()}
    dies(s, "york")
    assert status(s, "march") is Status.MAP
    assert s.decks == before


# The Calendar


def test_2_2_3_after_box_15_a_new_arrival_waits_off_the_calendar() -> None:
    s = war("IIY", turn=15)
    dies(s, "henry_vi")
    assert box(s, "margaret") == (16, False)


def test_6_2_2_other_lords_are_nobodys_heirs() -> None:
    s = war("IIY")
    on_calendar(s, "devon", 1)
    dies(s, "devon", "clarence")
    assert state_of_wars(s).removed == []
