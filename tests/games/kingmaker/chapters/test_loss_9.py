"""9 Loss of Nobles: killed, captured, ransomed, executed; Rally."""

# mypy: disable-error-code="list-item, dict-item, comparison-overlap"

from __future__ import annotations

import pytest

from pbem.engine.refusal import Illegal
from pbem.games.kingmaker.combat.captives import execute, ransom
from pbem.games.kingmaker.components.ids import NobleId, Phase
from pbem.games.kingmaker.components.state import Captive, State
from pbem.games.kingmaker.housekeeping import settle
from pbem.games.kingmaker.loss import kill
from tests.games.kingmaker.scene import DECKS, by_rule, conquer, next_crown, put, table


def test_9_3_five_crown_cards_lost_are_worth_two_and_the_city_card_nothing() -> None:
    """L. 635: Berkeley, Earl of Kent, Chancellor of the Duchy of Cornwall, Lancaster, a ship, and York."""
    s = table(Phase.COMBAT)
    cards = ("earl_of_kent", "chancellor_of_cornwall", "town_of_lancaster", "le_rose", "city_of_york")
    put(s, "p2", "field:york_area", "berkeley_noble", *cards)
    next_crown(s, "stanley", "percy", "pole")
    assert by_rule(kill(s, ["berkeley_noble"], DECKS)) == {"p2": ["stanley", "percy"]}
    assert sorted(s.chancery) == ["chancellor_of_cornwall", "earl_of_kent"]
    assert sorted(s.crown_discard) == ["berkeley_noble", "le_rose", "town_of_lancaster"]
    assert "city_of_york" in s.display


def test_9_1_the_chancellors_death_costs_all_chancellor_cards() -> None:
    """L. 493."""
    s = table()
    put(s, "p2", "field:york_area", "pole", "chancellor_of_england")
    s.players["p1"].chancellors, s.players["p2"].chancellors = ["E088"], ["E089"]
    by_rule(kill(s, ["pole"], DECKS))
    assert s.event_discard == ["E088", "E089"]


def test_9_1_whoever_is_in_a_place_that_turns_neutral_steps_outside() -> None:
    s = table()
    put(s, "p2", "field:york_area", "pole")
    put(s, "p2", "in:wingfield", "roos", "henry_vi")
    by_rule(kill(s, ["pole"], DECKS))
    settle(s)
    assert (s.nobles["roos"].at, s.royals["henry_vi"].at) == ("field:wingfield_area", "field:wingfield_area")


def captive() -> State:
    """Talbot of p2 is p1's captive at York, where Grey and Roos of p1 are."""
    s = table(Phase.COMBAT)
    put(s, "p1", "field:york_area", "grey", "bishop_of_durham")
    put(s, "p1", "field:york_area", "roos", "bishop_of_carlisle")
    talbot = put(s, "p2", "field:york_area", "talbot", "treasurer_of_england", "bishop_of_norwich", "town_of_coventry")
    s.nobles[talbot].cards.append("major_siege_1")
    s.display.remove("major_siege_1")
    conquer(s, "peel", talbot)
    unit = s.nobles.pop(NobleId(talbot))
    s.captives[talbot] = Captive("p2", "p1", "york_area", unit.cards)
    return s


def test_9_2_a_captive_holds_no_place_and_has_it_again_when_ransomed() -> None:
    """R27e, l. 489: what the captor keeps is awarded in the combat's Area."""
    s = captive()
    settle(s)
    ransom(s, "talbot", "goodrich", {"town_of_coventry": "grey"})
    assert (s.nobles["talbot"].at, s.conquered["peel"].noble) == ("in:goodrich", "talbot")
    assert "town_of_coventry" in s.nobles["grey"].cards


@pytest.mark.parametrize("card", ["treasurer_of_england", "major_siege_1", "landsknechts_1"])
def test_9_2_title_office_and_major_cards_stay_with_the_ransomed(card: str) -> None:
    with pytest.raises(Illegal, match="stays with the ransomed"):
        ransom(captive(), "talbot", "goodrich", {card: "grey"})


def test_9_2_a_see_that_fits_nobody_is_discarded_unless_it_replaces_one() -> None:
    """L. 491."""
    s = captive()
    next_crown(s, "percy", "stanley", "pole")
    drawn = by_rule(execute(s, ["talbot"], {"town_of_coventry": "roos"}, DECKS))
    assert drawn == {"p2": ["percy", "stanley"]}
    assert sorted(s.crown_discard) == ["bishop_of_norwich", "talbot"]
    assert (s.chancery, "major_siege_1" in s.display, s.conquered) == (["treasurer_of_england"], True, {})
    t = captive()
    by_rule(execute(t, ["talbot"], {"bishop_of_norwich": "grey"}, DECKS))
    assert "bishop_of_norwich" in t.nobles["grey"].cards
    assert "bishop_of_durham" in t.crown_discard


def test_9_2_two_sees_of_captives_fit_one_noble_only_once() -> None:
    s = captive()
    s.nobles["grey"].cards.remove("bishop_of_durham")
    s.crown_deck.append("bishop_of_durham")
    s.crown_deck.remove("bishop_of_lincoln")
    s.captives["talbot"].cards.append("bishop_of_lincoln")
    by_rule(execute(s, ["talbot"], {}, DECKS))
    assert "bishop_of_norwich" in s.nobles["grey"].cards
    assert "bishop_of_lincoln" in s.crown_discard
