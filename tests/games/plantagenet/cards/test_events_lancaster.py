"""3.1.3 The Lancastrian Events that take effect when they are drawn."""

import pytest

from pbem.games.plantagenet.cards.arts_of_war import IMMEDIATE_EVENTS
from pbem.games.plantagenet.components.board import LONDON
from pbem.games.plantagenet.components.box import COIN, LONGBOWMEN, MILITIA, PROVENDER, Card, Lord, Side
from pbem.games.plantagenet.components.state import State, Status
from tests.games.plantagenet.build import LANCASTER, YORK, Line, run, told
from tests.games.plantagenet.scene import IA, IC, II, III, capability, favour, lead, on_calendar, position, put, vassal


def draw(s: State, card: str, *lines: Line, dice: list[int] | None = None) -> None:
    """The Event takes effect."""
    run(IMMEDIATE_EVENTS[Card(card)](s), *lines, dice=dice or [])


def force(s: State, lord: str) -> dict[str, int]:
    """The Troops on a mat."""
    return {unit: n for unit, n in s.mats[Lord(lord)].forces.items() if n and s.box.units[unit].troop}


def nobody(s: State, side: Side) -> None:
    """All the side's Lords on the Calendar."""
    for lord in [lord for lord in s.mats if s.box.lords[lord].side is side]:
        on_calendar(s, lord, 9)


# l14


def test_l14_each_lord_may_gain_men_at_arms_militia_or_both() -> None:
    s = position(IA, turn=2)
    put(s, "henry_vi", "scotland", longbowmen=1)
    put(s, "somerset_1", "london", longbowmen=1)
    put(s, "exeter_1", "exeter", longbowmen=1)
    draw(s, "l14", (LANCASTER, "troops", {"henry_vi": "both", "somerset_1": "militia", "exeter_1": "none"}))
    assert force(s, "henry_vi") == {"longbowmen": 1, "men_at_arms": 1, "militia": 1}
    assert force(s, "somerset_1") == {"longbowmen": 1, "militia": 1}
    assert force(s, "exeter_1") == {"longbowmen": 1}


def test_l14_the_pool_limits_it() -> None:
    s = position(IA, turn=2)
    put(s, "henry_vi", "london", men_at_arms=34)
    put(s, "somerset_1", "london", longbowmen=1)
    put(s, "york", "ely", longbowmen=1)
    put(s, "march", "ludlow", longbowmen=1)
    question = IMMEDIATE_EVENTS[Card("l14")](s).send(None)[0]
    assert question.shape.refusal({"henry_vi": "both", "somerset_1": "men_at_arms"}) is not None
    assert question.default() == {"henry_vi": "both", "somerset_1": "militia"}


# l15 l19


def test_l15_york_loses_influence_for_each_vassal_special_ones_included() -> None:
    s = position(IC, turn=6)
    capability(s, "warwick_y", "l23")
    vassal(s, "dudley", "march", 8)
    vassal(s, "beaumont", "somerset_1", 8)
    lead(s, YORK, 10)
    draw(s, "l15")
    assert s.influence == -10 + len(s.mats[Lord("warwick_y")].vassals) + 1


def test_l19_the_markers_of_yorkist_vassals_move_to_this_turns_box() -> None:
    s = position(IA, turn=4)
    vassal(s, "dudley", "york", 6)
    vassal(s, "fauconberg", "march", 16)
    vassal(s, "beaumont", "henry_vi", 5)
    draw(s, "l19")
    assert s.service == {"dudley": 4, "fauconberg": 4, "beaumont": 5}


# l22


def test_l22_one_lord_at_a_port_gains_up_to_two_of_each() -> None:
    s = position(IA, turn=2)
    put(s, "henry_vi", "calais", longbowmen=1)
    put(s, "somerset_1", "dover", longbowmen=1)
    draw(s, "l22", (LANCASTER, "lord", "somerset_1"), (LANCASTER, "troops", {"men_at_arms": "0", "militia": "2"}))
    assert force(s, "somerset_1") == {"longbowmen": 1, "militia": 2}
    assert force(s, "henry_vi") == {"longbowmen": 1}


def test_l22_may_be_declined() -> None:
    s = position(IA, turn=2)
    put(s, "henry_vi", "calais", longbowmen=1)
    draw(s, "l22", (LANCASTER, "lord", "none"))
    assert force(s, "henry_vi") == {"longbowmen": 1}


def test_l22_not_for_lords_inland_or_in_exile_boxes() -> None:
    s = position(IA, turn=2)
    put(s, "henry_vi", "scotland")
    put(s, "somerset_1", "wells")
    draw(s, "l22")
    assert s.events == []


def test_l22_the_pool_limits_it() -> None:
    s = position(IA, turn=2)
    put(s, "henry_vi", "dover", men_at_arms=34)
    put(s, "somerset_1", "wells", longbowmen=1)
    for lord, where in (("york", "ely"), ("march", "ludlow")):
        put(s, lord, where, longbowmen=1)
    flow = IMMEDIATE_EVENTS[Card("l22")](s)
    flow.send(None)
    question = flow.send(("henry_vi",))[0]
    assert question.shape.refusal({"men_at_arms": "2", "militia": "2"}) is not None
    assert question.default() == {"men_at_arms": "1", "militia": "2"}


# l23 l24


@pytest.mark.parametrize("card", ["l23", "l24"])
def test_l23_l24_york_pays_two_influence_or_loses_the_favour(card: str) -> None:
    s = position(II, turn=2)
    lead(s, YORK, 10)
    lines = [(LANCASTER, "propaganda", ["ely", "london", "exeter"]), (YORK, "keep", ["london"])]
    draw(s, card, *lines)
    assert s.influence == -8
    assert s.favour[LONDON] is YORK
    assert not {"ely", "exeter"} & set(s.favour)


def test_l23_names_exactly_three_or_all_there_are() -> None:
    s = position(II, turn=2)
    question = IMMEDIATE_EVENTS[Card("l23")](s).send(None)[0]
    assert question.shape.refusal(["ely", "london"]) is not None
    assert question.shape.refusal(["ely", "london", "calais"]) is not None
    s.favour = {LONDON: YORK}
    draw(s, "l23", (YORK, "keep", []))
    assert s.favour == {}
    draw(s, "l23")


def test_l23_may_name_london_for_york() -> None:
    """R36: Events work there, and both markers go."""
    s = position(II, turn=2)
    s.favour = {LONDON: YORK}
    s.london_for_york = True
    draw(s, "l23", (YORK, "keep", []))
    assert not s.london_for_york


# l25


def test_l25_yorkist_lords_in_wales_lose_two_troops_each() -> None:
    s = position(II, turn=2)
    put(s, "pembroke", "pembroke", men_at_arms=1, longbowmen=3, militia=2)
    put(s, "edward_iv", "harlech", men_at_arms=2, militia=1)
    put(s, "devon", "gloucester", militia=3)
    lines = [(LANCASTER, "lose", {"men_at_arms": 2}), (LANCASTER, "lose", {"men_at_arms": 1, "militia": 1})]
    draw(s, "l25", *lines)
    assert force(s, "edward_iv") == {"militia": 1}
    assert force(s, "pembroke") == {"longbowmen": 3, "militia": 1}
    assert force(s, "devon") == {"militia": 3}
    assert told(s, "favour") == []


def test_l25_one_left_without_troops_disbands() -> None:
    s = position(II, turn=2)
    put(s, "pembroke", "pembroke", militia=2)
    draw(s, "l25")
    assert s.lords[Lord("pembroke")].status is Status.CALENDAR
    assert s.lords[Lord("pembroke")].box == 2 + 6 - 2


def test_l25_with_no_yorkist_lord_in_wales_two_markers_go() -> None:
    s = position(II, turn=2)
    put(s, "pembroke", "exeter")
    favour(s, YORK, "hereford", "ludlow", "pembroke")
    draw(s, "l25", (LANCASTER, "remove", ["ludlow", "hereford"]))
    assert not {"ludlow", "hereford"} & set(s.favour)
    draw(s, "l25")
    assert "pembroke" not in s.favour
    draw(s, "l25")
    assert len(told(s, "favour")) == 3


# l26


@pytest.mark.parametrize(("side", "points"), [(LANCASTER, 5), (YORK, 0), (None, 0)])
def test_l26_five_influence_if_london_is_lancastrian(side: Side | None, points: int) -> None:
    """R19."""
    s = position(II, turn=2)
    favour(s, side, "london")
    lead(s, LANCASTER, 3)
    draw(s, "l26")
    assert s.influence == 3 + points


# l27


def test_l27_a_failed_check_disbands_the_vassal() -> None:
    s = position(II, turn=2)
    vassal(s, "dudley", "pembroke", 5)
    vassal(s, "worcester", "edward_iv", 5)
    lead(s, YORK, 10)
    draw(s, "l27", (YORK, "spend", "1"), dice=[5, 4])
    assert s.mats[Lord("edward_iv")].vassals == ["worcester"]
    assert s.mats[Lord("pembroke")].vassals == []
    assert s.influence == -10 + 2 + 1


def test_l27_names_two_of_more() -> None:
    s = position(II, turn=2)
    for name in ("dudley", "worcester", "essex"):
        vassal(s, name, "edward_iv", 5)
    draw(s, "l27", (LANCASTER, "vassals", ["essex", "dudley"]), dice=[6, 6])
    assert s.mats[Lord("edward_iv")].vassals == ["worcester"]


@pytest.mark.parametrize(("name", "stays"), [("bonville", True), ("devon", False)])
def test_l27_loyalty_modifies_the_check(name: str, stays: bool) -> None:
    """R28. Pembroke's 2 becomes 3 for a Yorkist Vassal and 1 for a Lancastrian one."""
    s = position(II, turn=2)
    vassal(s, name, "pembroke", 5)
    draw(s, "l27", (YORK, "spend", "0"), dice=[3])
    assert (name in s.mats[Lord("pembroke")].vassals) is stays


def test_l27_hastings_takes_his_card_along() -> None:
    s = position(II, turn=2)
    capability(s, "edward_iv", "y24")
    draw(s, "l27", dice=[6])
    assert s.mats[Lord("edward_iv")].capabilities == []
    assert "y24" in s.decks[YORK]


def test_l27_without_vassals_nothing_is_asked() -> None:
    s = position(II, turn=2)
    draw(s, "l27")
    assert s.influence == 0


# l29


def test_l29_needs_a_lancastrian_near_and_no_yorkist() -> None:
    s = position(II, turn=2)
    nobody(s, YORK)
    nobody(s, LANCASTER)
    s.favour = {}
    favour(s, YORK, "oxford", "newcastle", "london", "ravenspur", "bristol", "wells")
    put(s, "warwick_l", "oxford")
    put(s, "clarence", "york")
    put(s, "edward_iv", "london")
    draw(s, "l29")
    assert set(s.favour) == {"oxford", "london", "bristol", "wells"}


def test_l29_two_of_several() -> None:
    s = position(II, turn=2)
    nobody(s, YORK)
    favour(s, YORK, "newcastle", "ravenspur", "lincoln")
    draw(s, "l29", (LANCASTER, "remove", ["newcastle", "lincoln"]))
    assert "ravenspur" in s.favour
    assert not {"newcastle", "lincoln"} & set(s.favour)


def test_l29_scotland_is_adjacent_to_carlisle() -> None:
    """R31."""
    s = position(IA, turn=2)
    nobody(s, YORK)
    nobody(s, LANCASTER)
    s.favour = {}
    favour(s, YORK, "carlisle")
    put(s, "henry_vi", "scotland")
    draw(s, "l29")
    assert s.favour == {}


# l30


def test_l30_each_lord_on_the_map_gains_a_coin_and_a_provender() -> None:
    s = position(II, turn=2)
    put(s, "warwick_l", "france", coin=0, provender=0)
    put(s, "edward_iv", "london", coin=0, provender=0)
    draw(s, "l30")
    assert s.mats[Lord("warwick_l")].assets[COIN] == s.mats[Lord("warwick_l")].assets[PROVENDER] == 1
    assert s.mats[Lord("edward_iv")].assets[COIN] == 0


# l31


def test_l31_up_to_three_shifts_in_the_north_two_of_them_at_one_place() -> None:
    s = position(II, turn=2)
    favour(s, YORK, "carlisle")
    put(s, "edward_iv", "carlisle")
    lines = [(LANCASTER, "shift", where) for where in ("carlisle", "carlisle", "hexham")]
    draw(s, "l31", *lines)
    assert {locale for locale in s.board.areas["north"] if s.favour.get(locale) is LANCASTER} == {"carlisle", "hexham"}


def test_l31_may_stop_early() -> None:
    s = position(II, turn=2)
    draw(s, "l31", (LANCASTER, "shift", "hexham"), (LANCASTER, "shift", "none"))
    assert len(told(s, "favour")) == 1


def test_l31_a_lancastrian_north_is_not_asked_about() -> None:
    s = position(II, turn=2)
    favour(s, LANCASTER, *s.board.areas["north"])
    draw(s, "l31")
    assert s.events == []


# l32


def test_l32_round_henry_tudor_all_becomes_lancastrian() -> None:
    s = position(III, turn=4)
    put(s, "henry_tudor", "york")
    put(s, "norfolk", "lincoln")
    favour(s, LANCASTER, "york")
    favour(s, YORK, "newcastle")
    favour(s, None, "lincoln", "chester", "ravenspur", "scarborough")
    draw(s, "l32")
    near = ("newcastle", "chester", "ravenspur", "scarborough")
    assert [s.favour.get(locale) for locale in s.board.locales if locale in near] == [LANCASTER] * 4
    assert "lincoln" not in s.favour


def test_l32_next_to_london_takes_both_markers_off() -> None:
    """R36."""
    s = position(III, turn=4)
    put(s, "henry_tudor", "st_albans")
    put(s, "gloucester_2", "york")
    favour(s, LANCASTER, "st_albans")
    s.london_for_york = True
    draw(s, "l32")
    assert s.favour[LONDON] is LANCASTER
    assert not s.london_for_york


@pytest.mark.parametrize(("where", "side"), [("york", YORK), ("york", None), ("france", None)])
def test_l32_not_from_an_unfriendly_place_or_an_exile_box(where: str, side: Side | None) -> None:
    s = position(III, turn=4)
    put(s, "henry_tudor", where)
    favour(s, side, "york")
    before = dict(s.favour)
    draw(s, "l32")
    assert s.favour == before
    on_calendar(s, "henry_tudor", 6)
    draw(s, "l32")
    assert s.favour == before


def test_l25_with_hidden_mats_the_owner_learns_what_is_lost() -> None:
    s = position(II, turn=2, hidden_mats=True)
    put(s, "pembroke", "pembroke", longbowmen=3, militia=1)
    draw(s, "l25", (LANCASTER, "lose", {"longbowmen": 2}))
    assert force(s, "pembroke") == {LONGBOWMEN: 1, MILITIA: 1}
    assert [event.visible_to(YORK) for event in told(s, "troops_lost")] == [True]
