"""Conditions in a player's words: read, written again, and judged by what the seat can see."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pbem.engine.decision import Decision, Json, Pick
from pbem.engine.refusal import BadLine, Illegal
from pbem.games.plantagenet.campaign.intercept import INTERCEPT, intercept_options
from pbem.games.plantagenet.components.board import Locale
from pbem.games.plantagenet.components.box import Lord, Side
from pbem.games.plantagenet.components.state import Depletion, State
from pbem.games.plantagenet.components.subjects import Coming
from pbem.games.plantagenet.orders.situations import JUDGING, SITUATIONS
from pbem.games.plantagenet.orders.standpoint import Standpoint, standpoint
from tests.games.plantagenet.build import LANCASTER, YORK
from tests.games.plantagenet.scene import IA, active, battle_joined, favour, hold, lead, position, put, worn


def at_oxford(hidden_mats: bool = False) -> State:
    """Somerset with Henry VI on the way to Oxford; York (6 units) and March (3) are at Gloucester."""
    s = position(IA, hidden_mats=hidden_mats)
    put(s, "york", "gloucester", men_at_arms=2, militia=3, coin=1)
    put(s, "march", "gloucester", militia=2, provender=2)
    put(s, "somerset_1", "oxford", men_at_arms=2)
    put(s, "henry_vi", "oxford", militia=4)
    active(s, "somerset_1")
    return s


def interception() -> Decision:
    coming = Coming((Lord("somerset_1"), Lord("henry_vi")), Locale("oxford"))
    return Decision(YORK, INTERCEPT, coming, "", Pick(lambda: ["none"]))


@pytest.mark.parametrize(
    ("text", "condition", "written"),
    [
        ("they are fewer", ["fewer"], "they are fewer"),
        ("we are stronger than them", ["fewer"], "they are fewer"),
        ("they are more", ["more"], "they are more"),
        ("outnumbered", ["more"], "they are more"),
        ("outnumbered 2 to 1", ["outnumbered", 2, 1], "outnumbered 2 to 1"),
        ("they outnumber us three to two", ["outnumbered", 3, 2], "outnumbered 3 to 2"),
        ("we outnumber them 2:1", ["outnumber", 2, 1], "we outnumber them 2 to 1"),
        ("troops under 3", ["count", "we", "troops", "under", 3], "we have under 3 troops"),
        ("Warwick has fewer than five troops", ["count", "warwick_y", "troops", "under", 5], "Warwick has under 5 troops"),
        ("warwick's coin at least 2", ["count", "warwick_y", "coin", "at least", 2], "Warwick has at least 2 coin"),
        ("they have over 6 units", ["count", "they", "units", "over", 6], "they have over 6 units"),
        ("fewer than five troops", ["count", "we", "troops", "under", 5], "we have under 5 troops"),
        ("troops under twelve", ["count", "we", "troops", "under", 12], "we have under 12 troops"),
        ("we have no less than two coin", ["count", "we", "coin", "at least", 2], "we have at least 2 coin"),
        ("three or fewer troops", ["count", "we", "troops", "at most", 3], "we have at most 3 troops"),
        ("no coin", ["count", "we", "coin", "under", 1], "we have under 1 coin"),
        ("warwick has >= 3 coin", ["count", "warwick_y", "coin", "at least", 3], "Warwick has at least 3 coin"),
        ("a single coin or more or at ely", ["or", ["count", "we", "coin", "at least", 1], ["at", "ely"]], None),
        ("york has no provender", ["count", "york", "provender", "under", 1], "York has under 1 provender"),
        ("influence over 10", ["count", "", "influence", "over", 10], "influence over 10"),
        ("ely is friendly", ["favour", "friendly", "ely"], "Ely is friendly"),
        ("st. albans is not hostile", ["not", ["favour", "enemy", "st_albans"]], "St Albans is not enemy"),
        ("exhausted", ["wear", "exhausted", ""], "exhausted"),
        ("at York", ["at", "york"], "at York"),
        ("in wales", ["in", "wales"], "in Wales"),
        ("henry is there", ["there", "henry_vi"], "Henry VI is there"),
        ("warwick is alone", ["alone", "warwick_y"], "Warwick is alone"),
        ("york is near ely", ["stands", "york", ["near", "ely"]], "York is near Ely"),
        ("near ely and not outnumbered", ["and", ["near", "ely"], ["not", ["more"]]], "near Ely and they are not more"),
        ("at ely or at york", ["or", ["at", "ely"], ["at", "york"]], "at Ely or at York"),
    ],
)
def test_a_condition_is_read_and_written_again(text: str, condition: Json, written: str | None) -> None:
    s = position(IA)
    assert SITUATIONS.read(s, YORK, text, []) == condition
    assert written in (None, SITUATIONS.write(s, condition))
    assert SITUATIONS.read(s, YORK, SITUATIONS.write(s, condition), []) == condition


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("they are fwer", "they are fewer"),
        ("yrok is friendly", "York is friendly"),
        ("warwick is there or at ely and exhausted", "they are fewer"),
        ("warwcik is alone", "Warwick is alone"),
        ("outnumbered 1 to 2", "outnumbered 2 to 1"),
        ("tropps under 3", "troops under 3"),
    ],
)
def test_what_is_no_condition_has_the_nearest_one(text: str, near: str) -> None:
    with pytest.raises(BadLine) as caught:
        SITUATIONS.read(position(IA), YORK, text, [])
    assert near in caught.value.nearest


def test_what_a_condition_does_not_say_its_order_says() -> None:
    s = position(IA)
    assert SITUATIONS.read(s, YORK, "friendly", ["ely"]) == ["favour", "friendly", "ely"]
    assert SITUATIONS.read(s, YORK, "troops under 3", ["york", "ely"]) == ["count", "york", "troops", "under", 3]
    assert SITUATIONS.read(s, YORK, "troops under 3", ["york", "march"]) == ["count", "we", "troops", "under", 3]
    assert SITUATIONS.read(s, YORK, "coin under 3", ["somerset_1"]) == ["count", "we", "coin", "under", 3]
    assert SITUATIONS.read(s, YORK, "he has under 3 coin", ["york"]) == ["count", "york", "coin", "under", 3]
    assert SITUATIONS.read(s, YORK, "he has under 3 coin", ["ely"]) == ["count", "they", "coin", "under", 3]


@pytest.mark.parametrize(
    ("text", "rest", "condition"),
    [
        ("warwick at york", "warwick", ["at", "york"]),
        ("with warwick near St Albans", "with warwick", ["near", "st_albans"]),
        ("blocked ford for henry vi", "blocked ford", ["for", "henry_vi"]),
        ("somerset in wales for henry", "somerset", ["both", ["in", "wales"], ["for", "henry_vi"]]),
        ("warwick before lord rout", "warwick", ["moment", "before", "lord rout"]),
        ("warwick after the flee at york", "warwick", ["both", ["moment", "after", "flee"], ["at", "york"]]),
        ("before they go", "before they go", None),
        ("Sun in Splendour", "Sun in Splendour", None),
        ("at york: centre warwick, left york", "centre warwick, left york", ["at", "york"]),
    ],
)
def test_circumstances_are_taken_off_a_text(text: str, rest: str, condition: Json) -> None:
    assert SITUATIONS.circumstances(position(IA), YORK, text, False) == (rest, condition)


@pytest.mark.parametrize(
    ("moment", "those"),
    [
        ("before Flee", ["before flee"]),
        ("after Flee of york", ["after flee"]),
        ("left, missiles", ["before missiles"]),
        ("left, melee, Hits totalled", []),
        ("left, before melee Hit 1 of 3", ["before a hit"]),
        ("before a reroll by york", ["before a reroll"]),
        ("before Lord Rout", ["before lord rout"]),
    ],
)
def test_a_moment_of_a_round_is_known_by_its_name(moment: str, those: list[str]) -> None:
    s = position(IA)
    known = [
        "before flee",
        "after flee",
        "before missiles",
        "before melee",
        "before a hit",
        "before a reroll",
        "before lord rout",
    ]
    conditions = {text: SITUATIONS.read(s, YORK, text, []) for text in known}
    at = Standpoint("", moment=moment)
    assert [text for text, each in conditions.items() if JUDGING.judge(s, YORK, at, each).holds] == those
    assert {JUDGING.judge(s, YORK, Standpoint(""), each).holds for each in conditions.values()} == {None}


def test_an_order_about_places_begins_with_one() -> None:
    assert SITUATIONS.circumstances(position(IA), YORK, "at york", True) == ("at york", None)
    with pytest.raises(BadLine) as caught:
        SITUATIONS.circumstances(position(IA), YORK, "warwick at yrok", False)
    assert caught.value.nearest == ("warwick at York",)


def test_they_are_those_who_come_and_we_those_who_would_go() -> None:
    s = at_oxford()
    put(s, "buckingham", "oxford", militia=1)
    at = standpoint(s, YORK, interception(), "york alone")
    assert (at.place, at.ours, set(at.theirs)) == ("oxford", ("york",), {"somerset_1", "henry_vi", "buckingham"})
    assert set(standpoint(s, YORK, interception(), "york all").ours) == {"york", "march"}
    assert set(standpoint(s, YORK, interception(), "none").ours) == {"york", "march"}
    assert intercept_options(s, Side.YORK, "oxford")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("they are more", "they have 8 units, you have 6"),
        ("they are fewer", None),
        ("not outnumbered", None),
        ("they are not fewer", "they have 8 units, you have 6"),
        ("outnumbered 4 to 3", "they have 8 units, you have 6"),
        ("outnumbered 3 to 2", None),
        ("at oxford", "at Oxford"),
        ("near gloucester", "at Oxford"),
        ("in wales", None),
        ("not in wales", "at Oxford"),
        ("henry is there", "Henry VI is there"),
        ("york is there", "York is there"),
        ("march is there", None),
        ("york is at gloucester", "York is at Gloucester"),
        ("york is alone", "York is alone"),
        ("somerset is alone", None),
        ("they have over 7 units", "they have 8 units"),
        ("we have at least 5 troops", "you have 5 troops"),
        ("york has under 2 coin", "York has 1 coin"),
        ("march has no provender", None),
        ("oxford is enemy", "Oxford is Enemy"),
        ("friendly", None),
        ("exhausted", "Oxford is exhausted"),
        ("influence over 2", "influence 3"),
        ("at york or henry is there", "Henry VI is there"),
        ("at oxford and york is there", "at Oxford, York is there"),
        ("warwick has under 9 troops", None),
    ],
)
def test_a_condition_is_judged_at_its_question(text: str, why: str | None) -> None:
    s = at_oxford()
    favour(s, Side.LANCASTER, "oxford")
    worn(s, Depletion.EXHAUSTED, "oxford")
    lead(s, Side.YORK, 3)
    s.mats.pop("warwick_y", None)  # type: ignore[call-overload]
    assert SITUATIONS.holds(s, YORK, interception(), SITUATIONS.read(s, YORK, text, []), "york alone") == why


def test_vassals_and_the_retinue_are_units() -> None:
    s = at_oxford()
    s.mats["york"].vassals.append("norfolk")
    assert SITUATIONS.holds(s, YORK, interception(), ["more"], "york alone") == "they have 8 units, you have 7"


def test_in_a_battle_the_routed_do_not_count() -> None:
    s = position(IA)
    put(s, "york", "oxford", militia=2)
    put(s, "somerset_1", "oxford", militia=4)
    put(s, "henry_vi", "oxford", militia=4)
    fight = battle_joined(s, "oxford", LANCASTER)
    flee = Decision(YORK, "4.4.2 flee", "round 1", "", Pick(list))
    assert SITUATIONS.holds(s, YORK, flee, ["outnumbered", 3, 1]) == "they have 10 units, you have 3"
    fight.routed.append(fight.front[LANCASTER][1])
    assert SITUATIONS.holds(s, YORK, flee, ["outnumbered", 3, 1]) is None


# Secrets


@pytest.mark.parametrize("text", ["they are fewer", "outnumbered 2 to 1", "they have over 2 units", "somerset has no coin"])
def test_1_5_3_what_hidden_mats_hide_is_no_condition(text: str) -> None:
    s = at_oxford(hidden_mats=True)
    with pytest.raises(Illegal, match="Hidden Mats"):
        SITUATIONS.read(s, YORK, text, [])
    seen = at_oxford()
    condition = SITUATIONS.read(seen, YORK, text, [])
    for each in (condition, ["not", condition]):
        assert SITUATIONS.holds(s, YORK, interception(), each, "york alone") is None


def test_1_5_3_ones_own_mats_can_be_counted() -> None:
    s = at_oxford(hidden_mats=True)
    assert SITUATIONS.read(s, YORK, "york has under 2 coin", []) == ["count", "york", "coin", "under", 2]
    assert SITUATIONS.holds(s, YORK, interception(), ["count", "york", "coin", "under", 2]) == "York has 1 coin"


def other_hand(s: State) -> None:
    hold(s, "l11", "l20")


def other_plan(s: State) -> None:
    s.plans[LANCASTER] = ["henry_vi", "pass"]


def other_deck(s: State) -> None:
    s.decks[LANCASTER].reverse()


def other_mats(s: State) -> None:
    one, two = s.mats["somerset_1"], s.mats["henry_vi"]
    one.forces, two.forces = two.forces, one.forces
    one.assets, two.assets = {}, {"coin": 9}  # type: ignore[dict-item]


@pytest.mark.parametrize("change", [other_hand, other_plan, other_deck, other_mats])
def test_what_the_seat_cannot_see_changes_no_judgement(change: Callable[[State], None]) -> None:
    one, other = at_oxford(hidden_mats=True), at_oxford(hidden_mats=True)
    change(other)
    seen = at_oxford()
    texts = ("they are more", "outnumbered", "they have over 7 units", "somerset has no coin", "henry is there", "friendly")
    for text in texts:
        condition = SITUATIONS.read(seen, YORK, text, [])
        for each in (condition, ["not", condition]):
            found = [SITUATIONS.holds(s, YORK, interception(), each, "york alone") for s in (one, other)]
            assert found[0] == found[1]
