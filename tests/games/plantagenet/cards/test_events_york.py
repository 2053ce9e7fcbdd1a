"""3.1.3 The Yorkist Events that take effect when they are drawn."""

import pytest

from pbem.games.plantagenet.cards.arts_of_war import IMMEDIATE_EVENTS
from pbem.games.plantagenet.cards.events_york import taxes_of
from pbem.games.plantagenet.components.board import LONDON, Vassal
from pbem.games.plantagenet.components.box import COIN, MILITIA, PROVENDER, Card, Lord
from pbem.games.plantagenet.components.lords import shift_box
from pbem.games.plantagenet.components.state import Depletion, State, Status, lords_of
from tests.games.plantagenet.build import LANCASTER, YORK, Line, run, told
from tests.games.plantagenet.scene import (
    IA,
    II,
    III,
    capability,
    favour,
    gone,
    lead,
    on_calendar,
    position,
    put,
    vassal,
    worn,
)


def draw(s: State, card: str, *lines: Line, dice: list[int] | None = None) -> None:
    """The Event takes effect."""
    run(IMMEDIATE_EVENTS[Card(card)](s), *lines, dice=dice or [])


def coin(s: State, lord: str) -> int:
    """A Lord's Coin."""
    return s.mats[Lord(lord)].assets[COIN]


# y10


def test_y10_each_lord_taxes_once_for_twice_the_coin() -> None:
    s = position(IA, turn=2)
    put(s, "york", "ely", coin=0)
    put(s, "march", "ludlow", coin=0)
    influence = s.influence
    draw(s, "y10", (YORK, "tax", "york ely"), (YORK, "tax", "march ludlow"))
    assert coin(s, "york") == 2 * s.board.row(s.box.lords[Lord("york")].seat).tax
    assert coin(s, "march") == 2 * s.board.row(s.box.lords[Lord("march")].seat).tax
    assert s.wear == {"ely": Depletion.DEPLETED, "ludlow": Depletion.DEPLETED}
    assert s.influence == influence


def test_y10_is_optional_lord_by_lord() -> None:
    s = position(IA, turn=2)
    draw(s, "y10", (YORK, "tax", "march ludlow"), (YORK, "tax", "none"))
    assert set(s.wear) == {"ludlow"}


def test_y10_an_earlier_tax_may_exhaust_a_later_lords_target() -> None:
    s = position(IA, turn=2)
    favour(s, YORK, "london", "ely")
    for lord in ("henry_vi", "somerset_1"):
        on_calendar(s, lord, 2)
    put(s, "york", "london")
    put(s, "march", "london")
    worn(s, Depletion.DEPLETED, "london")
    assert "march london" in taxes_of(s, lords_of(s, YORK))
    draw(s, "y10", (YORK, "tax", "york london"), dice=[1])
    assert s.wear[LONDON] is Depletion.EXHAUSTED
    assert taxes_of(s, [Lord("march")]) == []


def test_y10_nobody_is_asked_when_nobody_can_tax() -> None:
    s = position(IA, turn=2)
    worn(s, Depletion.EXHAUSTED, "ely", "ludlow")
    draw(s, "y10")
    assert s.wear == {"ely": Depletion.EXHAUSTED, "ludlow": Depletion.EXHAUSTED}


# y15 y21


def test_y15_london_takes_a_second_marker_if_it_favours_york() -> None:
    s = position(IA, turn=2)
    draw(s, "y15")
    assert not s.london_for_york
    favour(s, YORK, "london")
    draw(s, "y15")
    draw(s, "y15")
    assert s.london_for_york
    assert len(told(s, "london_for_york")) == 1


def test_y21_london_shifts_a_step_toward_york_even_with_lancastrians_there() -> None:
    s = position(IA, turn=2)
    draw(s, "y21")
    assert LONDON not in s.favour
    draw(s, "y21")
    assert s.favour[LONDON] is YORK
    s.london_for_york = True
    draw(s, "y21")
    assert s.london_for_york


# y17


def test_y17_each_yorkist_vassals_marker_moves_one_box_right() -> None:
    s = position(IA, turn=2)
    vassal(s, "dudley", "york", 3)
    vassal(s, "fauconberg", "march", 15)
    vassal(s, "beaumont", "henry_vi", 3)
    draw(s, "y17")
    draw(s, "y17")
    assert s.service == {"dudley": 5, "fauconberg": 16, "beaumont": 3}
    assert shift_box(s.service[Vassal("fauconberg")], -1) == 15


def test_y17_special_vassals_have_no_marker() -> None:
    s = position(II, turn=2)
    capability(s, "edward_iv", "y24")
    draw(s, "y17")
    assert s.service == {}


# y23


def test_y23_each_lord_on_the_map_gains_a_coin_and_a_provender() -> None:
    s = position(II, turn=2)
    put(s, "pembroke", "burgundy", coin=1, provender=2)
    put(s, "edward_iv", "london", coin=0, provender=0)
    draw(s, "y23")
    for lord, amounts in (("pembroke", (2, 3)), ("edward_iv", (1, 1))):
        assets = s.mats[Lord(lord)].assets
        assert (assets[COIN], assets[PROVENDER]) == amounts
    assert set(s.mats) == {"edward_iv", "pembroke", "warwick_l", "clarence", "jasper_tudor_1"}
    assert s.mats[Lord("clarence")].assets[COIN] == s.box.lords[Lord("clarence")].assets[COIN]


# y26


def test_y26_a_passed_check_disbands_clarence() -> None:
    s = position(II, turn=2)
    before = s.influence
    draw(s, "y26", (YORK, "clarence", True), dice=[5])
    assert s.lords[Lord("clarence")].status is Status.CALENDAR
    assert s.lords[Lord("clarence")].box == 2 + 6 - 1
    assert s.influence == before + 1


def test_y26_a_failed_check_leaves_him() -> None:
    s = position(II, turn=2)
    draw(s, "y26", (YORK, "clarence", True), dice=[6])
    assert Lord("clarence") in s.mats


def test_y26_york_may_let_it_be() -> None:
    s = position(II, turn=2)
    before = s.influence
    draw(s, "y26", (YORK, "clarence", False))
    assert Lord("clarence") in s.mats
    assert s.influence == before


@pytest.mark.parametrize("absent", ["edward_iv", "clarence"])
def test_y26_needs_both_on_the_map(absent: str) -> None:
    s = position(II, turn=2)
    on_calendar(s, absent, 4)
    draw(s, "y26")
    gone(s, absent)
    draw(s, "y26")
    assert told(s, "check") == []


# y27


def test_y27_influence_for_strongholds_and_lords_in_the_north() -> None:
    s = position(II, turn=2)
    favour(s, YORK, "carlisle", "hexham")
    favour(s, LANCASTER, "newcastle")
    put(s, "edward_iv", "newcastle")
    put(s, "pembroke", "pembroke")
    lead(s, YORK, 40)
    draw(s, "y27")
    assert s.influence == -43
    lead(s, YORK, 44)
    draw(s, "y27")
    assert s.influence == -45


# y31


def test_y31_each_lord_may_gain_up_to_two_militia() -> None:
    s = position(II, turn=2)
    put(s, "edward_iv", "london", militia=1)
    put(s, "pembroke", "burgundy", militia=1)
    draw(s, "y31", (YORK, "troops", {"edward_iv": "2", "pembroke": "0"}))
    assert s.mats[Lord("edward_iv")].forces[MILITIA] == 3
    assert s.mats[Lord("pembroke")].forces[MILITIA] == 1


def test_y31_the_pool_limits_it() -> None:
    s = position(II, turn=2)
    put(s, "edward_iv", "london", militia=20)
    put(s, "pembroke", "pembroke", militia=20)
    for lord in ("warwick_l", "clarence", "jasper_tudor_1"):
        put(s, lord, s.lords[Lord(lord)].where, militia=1)
    question = IMMEDIATE_EVENTS[Card("y31")](s).send(None)[0]
    assert question.shape.refusal({"edward_iv": "2", "pembroke": "1"}) is not None
    assert question.shape.refusal({"edward_iv": "2", "pembroke": "0"}) is None
    assert question.default() == {"edward_iv": "2", "pembroke": "0"}


def test_an_event_of_york_without_yorkist_lords_does_nothing() -> None:
    s = position(III, turn=4)
    for lord in ("gloucester_2", "northumberland_y2", "norfolk"):
        gone(s, lord)
    for card in ("y10", "y17", "y23", "y26", "y31"):
        draw(s, card)
    assert s.events == []
