"""Offers that cannot be carried out as things stand: each party is told why, as far as it follows from what they know."""

# mypy: disable-error-code="list-item, dict-item, comparison-overlap"

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from pathlib import Path

import pytest

from pbem.engine.game.setup import Setup
from pbem.games.kingmaker.components.ids import Phase
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.deals import doing, known
from pbem.games.kingmaker.deals.agreements import DEALS
from pbem.games.kingmaker.game import RULES
from tests.games.kingmaker.agreed import game_at, read, say
from tests.games.kingmaker.by_letter import PLAYERS, of
from tests.games.kingmaker.deals.test_deals_by_mail import position
from tests.games.kingmaker.questions.test_asked_turn_5 import own_turn
from tests.games.kingmaker.scene import hand, put, table
from tests.support.conversation import Conversation

NO_HEAD = "no head of a house has been claimed yet"
NOT_NOW = f"s things stand this cannot be carried out: {NO_HEAD}"


def unclaimed(setup: Setup) -> State:
    """Nobody can be allied yet."""
    s = position(setup)
    s.head_claimed = False
    return s


@pytest.fixture
def game(tmp_path: Path) -> Conversation:
    rules = replace(RULES, new_state=unclaimed, play=own_turn)
    return Conversation(tmp_path, scenario="three_players", game=rules.name, games={rules.name: rules}, players=PLAYERS)


def test_an_offer_says_to_all_its_parties_why_it_cannot_be_carried_out_now(game: Conversation) -> None:
    line = "offer Beth: Alliance of Beth and me"
    assert f"- a{NOT_NOW}" in of("red", game.write("red", f"preview\n{line}"))
    mails = game.write("red", line)
    assert f"- a{NOT_NOW}" in of("red", mails)
    assert f'"withdraw 1" ends it. A{NOT_NOW}.' in of("red", game.write("red", "status"))
    assert f'"counter 1: ...". A{NOT_NOW}.' in of("blue", mails)
    assert NO_HEAD not in of("green", mails)
    assert NO_HEAD not in of("green", game.write("green", "report"))


def test_who_agrees_to_it_while_others_have_to_answer_is_told_so_too(game: Conversation) -> None:
    line = "offer Beth and Carl: Alliance of Beth and me; I promise Carl peace until round 5"
    game.write("red", line)
    assert f"still to answer: Green - a{NOT_NOW}" in of("blue", game.write("blue", "accept 4"))


def test_what_can_be_carried_out_says_nothing_of_the_kind(game: Conversation) -> None:
    mails = game.write("red", "offer Beth: I give Scots Archers 1 to Beth; Grey gives Le Rose to me")
    assert "s things stand" not in of("red", mails) + of("blue", mails)


def test_r88_before_the_game_it_is_said_what_stands_in_the_way_when_it_has_begun() -> None:
    s = table(Phase.SETUP)
    clause = read(s, "Alliance of Beth and me")
    assert DEALS.known_objection(s, "p1", [clause]) == NO_HEAD
    s.head_claimed = True
    assert DEALS.known_objection(s, "p1", [clause]) == ""


def world(*held: str) -> State:
    """Blue holds some cards."""
    s = table(Phase.MOVEMENT)
    put(s, "p1", "field:york_area", "neville")
    put(s, "p2", "field:york_area", "grey")
    hand(s, "p1", "scots_archers_1")
    hand(s, "p2", *held)
    return s


HELD, NOT_HELD = ("burgundian_crossbowmen_1", "le_rose"), ("landsknechts_1", "le_rose")


@pytest.mark.parametrize("reader", ["p1", "p3"])
def test_12_6_worlds_in_which_another_holds_other_cards_look_alike(reader: str) -> None:
    s, twin = world(*HELD), world(*NOT_HELD)
    clauses = [read(s, "Beth gives Burgundian Crossbowmen 1 to me"), read(s, "I give Scots Archers 1 to Beth")]
    assert DEALS.objection(s, clauses) == ""
    assert DEALS.objection(twin, clauses) != ""
    assert DEALS.known_objection(s, reader, clauses) == DEALS.known_objection(twin, reader, clauses) == ""
    assert DEALS.known_objection(s, "p2", clauses) == ""
    assert "not in p2's hand" in DEALS.known_objection(twin, "p2", clauses)


def test_12_6_what_lies_open_or_is_in_ones_own_hand_is_in_no_other() -> None:
    s = world(*HELD)
    third = read(s, "Beth gives Flemish Crossbowmen 1 to me")
    hand(s, "p3", "flemish_crossbowmen_1")
    assert DEALS.known_objection(s, "p1", [third]) == ""
    assert "Flemish Crossbowmen 1 is not in p2's hand" in DEALS.known_objection(s, "p3", [third])
    held = read(s, "Beth gives Burgundian Crossbowmen 1 to me")
    s.players["p2"].hand.remove("burgundian_crossbowmen_1")
    s.crown_discard.append("burgundian_crossbowmen_1")
    assert "Burgundian Crossbowmen 1 is not in p2's hand" in DEALS.known_objection(s, "p1", [held])


def test_12_6_how_many_cards_are_in_a_hand_all_see() -> None:
    s = world("le_rose")
    clauses = [read(s, f"Beth gives {card} to me") for card in ("Burgundian Crossbowmen 1", "Flemish Crossbowmen 1")]
    assert DEALS.known_objection(s, "p1", clauses[:1]) == ""
    assert DEALS.known_objection(s, "p1", clauses) == "p2 has fewer hand cards than that"


def test_what_is_asked_changes_nothing() -> None:
    s = world(*NOT_HELD)
    before = deepcopy(s)
    DEALS.known_objection(s, "p1", [read(s, "Beth gives Burgundian Crossbowmen 1 to me")])
    assert s == before


def test_it_takes_one_copy_of_the_position_for_each_offer(monkeypatch: pytest.MonkeyPatch) -> None:
    s = world(*NOT_HELD)
    clauses = [read(s, "Beth gives Burgundian Crossbowmen 1 to me"), read(s, "I give Scots Archers 1 to Beth")]
    copies: list[object] = []

    def counted(thing: object) -> object:
        copies.append(thing)
        return deepcopy(thing)

    for module in (known, doing):
        monkeypatch.setattr(module, "copied", counted)
    DEALS.known_objection(s, "p1", clauses)
    assert len(copies) == 1


def test_it_is_said_by_name_whose_a_thing_is_not_any_more() -> None:
    s = world("landsknechts_1")
    put(s, "p1", "field:ely", "stanley", "le_rose")
    game = game_at(s, own_turn)
    say(game, "p1", "offer Beth: I lend Le Rose to Beth")
    offer = game.open_offers[0]
    del game.state.nobles["stanley"]
    assert DEALS.known_objection(game.state, "p2", offer.clauses) == "Le Rose is not p1's"
