"""10-12 Royals, the end of a turn, Crown cards."""

# mypy: disable-error-code="list-item, dict-item, comparison-overlap"

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pbem.engine.refusal import Illegal
from pbem.games.kingmaker.components.ids import DEAD, Phase
from pbem.games.kingmaker.components.state import Peace, State
from pbem.games.kingmaker.control import owner
from pbem.games.kingmaker.hands.award import award_card, entries, play_noble
from pbem.games.kingmaker.hands.exchange import show, trade, transfer
from pbem.games.kingmaker.hands.gifts import give_place
from pbem.games.kingmaker.prestige import prestige
from pbem.games.kingmaker.royals import execute_royal, hand_over, reallocate
from pbem.games.kingmaker.turn_end import claim, draw_two, end_turn, step_out
from pbem.games.kingmaker.victory import time_out
from tests.games.kingmaker.scene import DECKS, by_rule, conquer, hand, next_crown, put, shuffled, table

OFFICES = ("treasurer_of_england", "marshal_of_england", "admiral_of_england", "captain_of_calais")


def strong(s: State) -> State:
    """p1 of four players has 11 points: the sole King 5, and six cards."""
    put(s, "p1", "field:york_area", "neville", "henry_vi", "chancellor_of_england")
    for noble, office in zip(("pole", "percy", "mowbray", "talbot"), OFFICES, strict=True):
        put(s, "p1", "field:york_area", noble, office)
    s.nobles["pole"].cards.append("archbishop_of_york")
    s.crown_deck.remove("archbishop_of_york")
    return s


def test_13_3_the_prestige_victory_card_is_claimed_and_wins_at_the_end_of_the_next_turn() -> None:
    """L. 531-534."""
    s = strong(table(Phase.END, 4))
    s.display.remove("city_of_york")
    s.nobles["pole"].cards.append("city_of_york")
    assert prestige(s, "p1") == 12
    s.peace = Peace("london_area", "p2")
    with pytest.raises(Illegal, match="cannot claim"):
        claim(s)
    s.peace = None
    claim(s)
    s.phase = Phase.NO_DISCARD
    for _ in range(4):
        end_turn(s)
        assert s.result is None
        s.phase = Phase.NO_DISCARD
    end_turn(s)
    assert s.result == {"kind": "prestige", "winners": ["p1"]}


def test_13_3_below_the_number_the_card_goes_back() -> None:
    s = strong(table(Phase.END, 4))
    claim(s)
    s.phase = Phase.POLITICS
    execute_royal(s, "p1", "henry_vi")
    assert s.claim is None


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        (("archbishop_of_york", "bishop_of_durham", "bishop_of_carlisle", "bishop_of_lincoln"), 1 + 3),
        (("archbishop_of_york", "archbishop_of_canterbury", "bishop_of_lincoln"), 2),
        (("bishop_of_durham", "bishop_of_carlisle", "bishop_of_lincoln", "bishop_of_norwich"), 0),
        (("city_of_london", "city_of_york", "city_of_bristol", "city_of_norwich"), 8),
        (("chancellor_of_england", *OFFICES, "chancellor_of_cornwall", "chancellor_of_lancaster"), 7 + 4),
        ((*OFFICES, "chancellor_of_cornwall", "chancellor_of_lancaster", "chamberlain_of_chester"), 7),
        (("major_battle_1", "major_siege_1"), 3),
    ],
)
def test_13_5_points_and_dominion(cards: tuple[str, ...], points: int) -> None:
    """L. 546-560."""
    s = table()
    put(s, "p1", "field:york_area", "neville")
    s.nobles["neville"].cards = list(cards)
    assert prestige(s, "p1") == points


def test_13_5_only_the_best_royal_on_the_mainland_counts() -> None:
    s = table()
    put(s, "p1", "field:york_area", "neville", "margaret_of_anjou", "edward_of_westminster")
    assert prestige(s, "p1") == 2
    s.nobles["neville"].at = "field:calais_area"
    for royal in ("margaret_of_anjou", "edward_of_westminster"):
        s.royals[royal].at = "field:calais_area"
    assert prestige(s, "p1") == 0


def test_13_4_the_last_royal_crowned_wins_and_10_7_without_any_all_lose() -> None:
    s = table(Phase.POLITICS)
    put(s, "p1", "field:york_area", "neville", "henry_vi", "margaret_of_anjou")
    for royal in s.royals:
        if royal not in ("henry_vi", "margaret_of_anjou"):
            s.royals[royal].at = DEAD
    execute_royal(s, "p1", "margaret_of_anjou")
    assert s.result == {"kind": "royalty", "winners": ["p1"]}
    t = table(Phase.POLITICS)
    put(t, "p1", "field:york_area", "neville", "henry_vi")
    for royal in t.royals:
        t.royals[royal].at = DEAD if royal != "henry_vi" else t.royals[royal].at
    t.royals["henry_vi"].crowned = False
    execute_royal(t, "p1", "henry_vi")
    assert t.result == {"kind": "all_lose", "winners": []}


@pytest.mark.parametrize(("chancellor", "winners"), [("p3", ["p3"]), (None, ["p1", "p2"])])
def test_13_6_a_tie_goes_to_the_chancellor_of_england(chancellor: str | None, winners: list[str]) -> None:
    """L. 541, R42: tied or not."""
    s = table()
    put(s, "p1", "field:york_area", "pole", "treasurer_of_england", "archbishop_of_york")
    put(s, "p2", "field:york_area", "percy", "marshal_of_england", "archbishop_of_canterbury")
    s.nobles["pole"].cards.remove("city_of_york")
    if chancellor:
        put(s, chancellor, "field:york_area", "mowbray", "chancellor_of_england")
    time_out(s)
    assert s.result == {"kind": "minor", "winners": winners}


def test_11_2_the_discard_is_shuffled_when_the_deck_is_empty() -> None:
    s = table(Phase.END)
    s.crown_deck, s.crown_discard = ["pole"], ["grey", "roos"]
    drawn, asked = shuffled(draw_two(s, DECKS))
    assert (drawn, asked, s.phase) == (["pole", "roos"], ["crown deck"], Phase.POLITICS)


@pytest.mark.parametrize("left", [0, 1])
def test_11_5_who_draws_fewer_than_two_discards_none(left: int) -> None:
    s = table(Phase.END)
    s.crown_deck = ["pole"][:left]
    shuffled(draw_two(s, DECKS))
    assert s.phase is Phase.NO_DISCARD
    with pytest.raises(Illegal, match="discard none"):
        end_turn(s, "pole")
    end_turn(s)
    assert (s.active, s.phase) == ("p2", Phase.EVENT)


def test_11_5_one_card_of_the_hand_is_discarded_and_11_4_one_kept_for_it() -> None:
    s = table(Phase.END)
    next_crown(s, "landsknechts_1", "landsknechts_2")
    put(s, "p1", "field:york_area", "roos")
    by_rule(draw_two(s, DECKS))
    award_card(s, "p1", "landsknechts_1", "roos")
    with pytest.raises(Illegal, match="keep one card"):
        award_card(s, "p1", "landsknechts_2", "roos")
    with pytest.raises(Illegal, match="must keep one hand card"):
        trade(s, "p1", "p2", ["landsknechts_2"], [])
    with pytest.raises(Illegal, match="discard one card"):
        end_turn(s)
    end_turn(s, "landsknechts_2")
    assert s.crown_discard == ["landsknechts_2"]


def test_11_3_nobles_step_outside_but_not_besieged_ones() -> None:
    s = table(Phase.END)
    put(s, "p1", "in:wingfield", "pole", "henry_vi")
    with pytest.raises(Illegal, match="after cards have been drawn"):
        step_out(s, ["pole"])
    s.phase = Phase.POLITICS
    put(s, "p2", "field:wingfield_area", "percy", "marshal_of_england")
    s.besieged["wingfield"] = "p2"
    with pytest.raises(Illegal, match="besieged"):
        step_out(s, ["pole"])
    s.besieged = {}
    step_out(s, ["pole"])
    assert s.royals["henry_vi"].at == "field:wingfield_area"


def both_houses() -> State:
    """p1 has held Royals of both houses since an earlier turn; Roos of p2 is in the same Area, inside Wingfield."""
    s = table(Phase.NO_DISCARD)
    put(s, "p1", "field:wingfield_area", "neville", "henry_vi", "richard_duke_of_york")
    put(s, "p2", "in:wingfield", "pole")
    s.turn += 3
    return s


def test_10_6_royals_of_both_houses_are_settled_by_the_end_of_the_next_turn() -> None:
    """L. 583."""
    s = both_houses()
    with pytest.raises(Illegal, match="both houses"):
        end_turn(s)
    with pytest.raises(Illegal, match="same open field"):
        reallocate(s, "richard_duke_of_york", "pole", True)
    with pytest.raises(Illegal, match="must agree"):
        hand_over(s, "p1", "richard_duke_of_york", "pole", False)
    hand_over(s, "p1", "richard_duke_of_york", "pole", True)
    assert s.royals["richard_duke_of_york"].at == "in:wingfield"
    end_turn(s)


def test_10_6_nobody_is_handed_across_the_wall_of_a_besieged_place() -> None:
    """K55."""
    s = both_houses()
    s.besieged["wingfield"] = "p3"
    with pytest.raises(Illegal, match="besieged place"):
        hand_over(s, "p1", "richard_duke_of_york", "pole", True)


# 12 Crown cards


def test_12_1_a_noble_enters_at_home_or_at_the_nearest_friendly_place_on_the_same_land() -> None:
    """R9, R73."""
    s = table()
    hand(s, "p1", "herbert", "stanley")
    assert entries(s, "p1", "herbert") == ["in:raglan", "in:pembroke"]
    holder = put(s, "p2", "field:london_area", "percy")
    for home in ("raglan", "pembroke", "lathom"):
        conquer(s, home, holder)
    assert entries(s, "p1", "herbert") == ["field:raglan_area"]
    assert entries(s, "p1", "stanley") == ["in:peel"]
    conquer(s, "peel", holder)
    put(s, "p1", "field:london_area", "talbot")
    assert entries(s, "p1", "herbert") == ["in:goodrich"]
    assert entries(s, "p1", "stanley") == ["in:sheffield"]
    assert play_noble(s, "p1", "herbert") == "in:goodrich"


@pytest.mark.parametrize(("phase", "why"), [(Phase.OVER, "is over"), (Phase.SETUP, "has not begun")])
def test_3_free_acts_are_for_a_game_under_way(phase: Phase, why: str) -> None:
    s = table()
    put(s, "p1", "field:york_area", "roos", "landsknechts_1", "henry_vi")
    put(s, "p1", "field:york_area", "grey")
    hand(s, "p1", "landsknechts_2", "pole")
    s.phase = phase
    deeds: list[Callable[[], Any]] = [
        lambda: award_card(s, "p1", "landsknechts_2", "roos"),
        lambda: play_noble(s, "p1", "pole"),
        lambda: transfer(s, "landsknechts_1", "grey"),
        lambda: trade(s, "p1", "p2", ["pole"], []),
        lambda: reallocate(s, "henry_vi", "grey", True),
        lambda: execute_royal(s, "p1", "henry_vi"),
        lambda: hand_over(s, "p1", "henry_vi", "grey", True),
        lambda: give_place(s, "p1", "helmsley", "p2", True),
    ]
    for deed in deeds:
        with pytest.raises(Illegal, match=why):
            deed()


def test_12_3_a_see_is_replaced_and_discarded() -> None:
    s = table()
    put(s, "p1", "field:york_area", "pole", "bishop_of_durham")
    hand(s, "p1", "bishop_of_carlisle")
    award_card(s, "p1", "bishop_of_carlisle", "pole")
    assert (s.nobles["pole"].cards, s.crown_discard) == (["bishop_of_carlisle"], ["bishop_of_durham"])


def test_1_6_whom_a_card_makes_too_strong_for_his_place_steps_outside() -> None:
    """L. 610; K24."""
    s = table()
    put(s, "p1", "in:warkworth", "percy", "marshal_of_england")
    hand(s, "p1", "landsknechts_1")
    award_card(s, "p1", "landsknechts_1", "percy")
    assert s.nobles["percy"].at == "field:alnwick_area"


@pytest.mark.parametrize(
    ("card", "to", "agreed", "why"),
    [
        ("landsknechts_1", "grey", False, "both must agree"),
        ("landsknechts_1", "stanley", True, "same open field"),
        ("earl_of_kent", "grey", True, "not transferable"),
        ("landsknechts_2", "grey", True, "with no Noble"),
    ],
)
def test_12_2_what_is_not_transferred(card: str, to: str, agreed: bool, why: str) -> None:
    """L. 620-625."""
    s = table()
    put(s, "p1", "field:york_area", "roos", "landsknechts_1", "earl_of_kent")
    put(s, "p2", "field:york_area", "grey")
    put(s, "p1", "in:york", "pole", "archbishop_of_york")
    put(s, "p1", "in:york", "stanley")
    with pytest.raises(Illegal, match=why):
        transfer(s, card, to, agreed)
    transfer(s, "landsknechts_1", "grey", True)
    assert s.nobles["grey"].cards == ["landsknechts_1"]


def test_12_5_traded_cards_change_hands_and_are_marked() -> None:
    s = table()
    hand(s, "p1", "landsknechts_1", "grey")
    hand(s, "p2", "landsknechts_2")
    with pytest.raises(Illegal, match="not in p1's hand"):
        trade(s, "p1", "p2", ["landsknechts_2"], [])
    trade(s, "p1", "p2", ["landsknechts_1"], ["landsknechts_2"])
    assert (s.players["p1"].hand, s.players["p2"].hand) == (["grey", "landsknechts_2"], ["landsknechts_1"])
    assert s.stamps.traded == ["landsknechts_1", "landsknechts_2"]


def test_12_6_cards_are_shown_to_those_named_alone() -> None:
    """L. 588, R69."""
    s = table()
    hand(s, "p1", "landsknechts_1", "grey")
    s.events.clear()
    assert show(s, "p1", ["grey"], ["p3"]) == {"p3": ["grey"]}
    assert [event.seen_by for event in s.events] == [frozenset({"p1", "p3"})]


def test_12_4_a_place_is_given_by_marker_and_passed_on_until_its_card_is_lost() -> None:
    """L. 628, R66."""
    s = table()
    put(s, "p1", "field:york_area", "talbot")
    put(s, "p2", "field:york_area", "grey")
    put(s, "p3", "field:york_area", "roos")
    assert give_place(s, "p1", "goodrich", "p2", True) == "talbot"
    assert give_place(s, "p2", "goodrich", "p3", True) == "talbot"
    assert owner(s, "goodrich") == "p3"
    del s.nobles["talbot"]
    put(s, "p1", "field:york_area", "pole")
    assert (owner(s, "goodrich"), s.gifts) == (None, {})


@pytest.mark.parametrize(
    ("item", "why"),
    [
        ("hereford", "not a place that can be held"),
        ("coventry", "card of its own"),
        ("leeds", "with a Royal"),
        ("peel", "by conquest"),
        ("wingfield", "not yours"),
        ("le_rose_piece", "card of its own"),
    ],
)
def test_12_4_what_is_not_given(item: str, why: str) -> None:
    s = table()
    put(s, "p1", "field:york_area", "talbot", "town_of_coventry", "le_rose", "margaret_of_anjou")
    put(s, "p2", "field:york_area", "pole")
    conquer(s, "peel", "talbot")
    with pytest.raises(Illegal, match=why):
        give_place(s, "p1", item, "p2", True)


def test_2_8_a_timed_game_ends_with_its_last_round() -> None:
    """L. 292: all have had the same number of turns."""
    s = table(Phase.NO_DISCARD)
    s.rounds = 2
    put(s, "p2", "field:york_area", "pole", "treasurer_of_england")
    for _ in range(2):
        end_turn(s)
        assert s.result is None
        s.phase = Phase.NO_DISCARD
    end_turn(s)
    assert s.result == {"kind": "minor", "winners": ["p2"]}


def test_3_a_round_ends_with_the_last_seats_turn() -> None:
    """R53: its stamps are wiped then, not before."""
    s = table(Phase.NO_DISCARD)
    s.stamps.moved, s.stamps.attacked = ["pole"], ["pole"]
    seen: list[Any] = []
    for _ in range(3):
        end_turn(s)
        seen.append((s.active, s.round, s.stamps.earlier_moved))
        s.phase = Phase.NO_DISCARD
    assert seen == [("p2", 2, ["pole"]), ("p3", 2, ["pole"]), ("p1", 3, [])]


def test_10_6_who_holds_one_house_passes_a_royal_on_in_the_same_spot_only() -> None:
    """L. 579, 583: in the same spot to anybody, beyond it only while both houses are held."""
    s = both_houses()
    execute_royal(s, "p1", "henry_vi")
    with pytest.raises(Illegal, match="both houses"):
        hand_over(s, "p1", "richard_duke_of_york", "pole", True)
    s.nobles["pole"].at = s.royals["richard_duke_of_york"].at
    reallocate(s, "richard_duke_of_york", "pole", True)
    assert s.royals["richard_duke_of_york"].noble == "pole"
