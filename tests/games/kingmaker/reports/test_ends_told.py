"""What is over is told: a loan to all, a promise to its parties, with where the cards are that it names."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pbem.engine.event import Event
from pbem.engine.log.entry import fingerprint
from pbem.games.kingmaker.components.ids import NobleId, Phase, Place, Spot
from pbem.games.kingmaker.components.state import Conquest, State
from pbem.games.kingmaker.deals.clauses import Promised
from pbem.games.kingmaker.deals.writing import facts, so_far
from pbem.games.kingmaker.events.event import Response, take_effect, turn_up
from pbem.games.kingmaker.events.plague import plague
from pbem.games.kingmaker.game import RULES
from pbem.games.kingmaker.housekeeping import settle
from pbem.games.kingmaker.movement.ships import end_loan
from pbem.games.kingmaker.report.headline import headline
from pbem.games.kingmaker.report.view import view
from pbem.games.kingmaker.report.where import label
from pbem.games.kingmaker.setup.options import new_state
from pbem.moderator.core.setups import load_setup
from pbem.render.templates.page import Page
from pbem.resources import scenarios_dir, templates_dir
from tests.games.kingmaker.by_letter import of, three, written
from tests.games.kingmaker.scene import DECKS, by_rule, hand, put


def with_a_ship() -> State:
    """Red's turn: Blue has a ship at Plymouth."""
    s = three()
    put(s, "red", "field:london_area", "neville")
    put(s, "blue", "field:york_area", "grey", "le_rose", "earl_of_kent", "warden_of_the_cinque_ports")
    hand(s, "green", "scots_archers_1")
    return s


def test_r63_a_loan_that_ends_in_a_port_is_told(tmp_path: Path) -> None:
    talk = written(tmp_path, with_a_ship)
    talk.write("blue", "offer Anna: I lend Le Rose to Anna")
    talk.write("red", "accept")
    mails = talk.write("red", "sail Le Rose Dartmouth")
    assert "The loan of Le Rose of Blue to Red is over." in of("red", mails)
    assert "The loan of Le Rose of Blue to Red is over." in of("blue", mails)


def test_r63_a_loan_that_is_not_used_is_told_when_the_turn_is_over(tmp_path: Path) -> None:
    talk = written(tmp_path, with_a_ship)
    talk.write("blue", "offer Anna: I lend Le Rose to Anna")
    talk.write("red", "accept")
    talk.write("red", "done")
    talk.write("red", "ok")
    assert talk.table().state.phase is Phase.POLITICS
    first = next(iter(talk.table().state.players["red"].hand))
    mails = talk.write("red", f"discard {first.replace('_', ' ')}")
    assert "The loan of Le Rose of Blue to Red is over." in of("blue", mails)


@pytest.mark.parametrize(("version", "brief"), [(0, False), (3, True), (4, False)])
def test_games_that_began_before_go_on_as_they_were_told(version: int, brief: bool) -> None:
    s = new_state(replace(load_setup(RULES, "three_players", scenarios_dir()), version=version))
    assert s.readings.told_briefly is brief
    put(s, "blue", "field:york_area", "grey", "le_rose", "earl_of_kent", "warden_of_the_cinque_ports")
    ship = next(ship for ship, each in s.board.cards.ships.items() if each.card == "le_rose")
    s.loans[ship] = "red"
    s.events.clear()
    end_loan(s, ship)
    assert [event.name for event in s.events] == ([] if brief else ["loan_over"])
    s.round = 3
    told = facts(s, Promised("red", "to award the Cinque Ports to Neville", 3).as_json())
    assert ("Warden" in told) is not brief


def test_a_promise_about_a_card_says_where_that_is() -> None:
    s = with_a_ship()
    clause = Promised("red", "to award the Cinque Ports to Neville", 3).as_json()
    told = str(so_far(s, clause))
    assert "Warden of the Cinque Ports is with Grey of Blue" in told
    assert "Neville is in the open field of London" in told
    assert facts(s, clause) == ""
    s.round = 3
    assert str(facts(s, clause)).startswith("round 3 has begun; Warden of the Cinque Ports is with Grey of Blue")


def test_of_hidden_cards_and_of_places_that_cards_are_named_for_nothing_is_said() -> None:
    s = with_a_ship()
    s.round = 3
    assert facts(s, Promised("red", "to give the Scots Archers 1 to Blue", 3).as_json()) == "round 3 has begun"
    assert facts(s, Promised("red", "peace", 3).as_json()) == "round 3 has begun"
    assert "Bishop" not in facts(s, Promised("red", "not to attack Norwich", 3).as_json())


def told(s: State, *events: Event) -> str:
    """The story that Events tell, on one line."""
    phrases = Page(templates_dir()).phrases("kingmaker")
    chapters = phrases.story(events or s.events, lambda name: label(s, name))
    return " ".join(line for chapter in chapters for line in chapter.lines)


@pytest.mark.parametrize(("version", "briefly"), [(0, False), (4, True), (5, False)])
def test_games_that_began_before_tell_of_places_and_calls_as_they_did(version: int, briefly: bool) -> None:
    s = new_state(replace(load_setup(RULES, "three_players", scenarios_dir()), version=version))
    assert s.readings.causes_untold is briefly
    assert fingerprint(s) == fingerprint(replace(s, held_places={}))
    s.phase = Phase.MOVEMENT
    put(s, "blue", "field:york_area", "neville", "earl_of_kent")
    s.conquered[Place("harlech")] = Conquest("blue", NobleId("neville"))
    settle(s)
    s.events.clear()
    del s.nobles[NobleId("neville")]
    settle(s)
    assert ("Blue no longer holds Harlech." in told(s)) is briefly
    assert ("Middleham" in told(s)) is not briefly
    assert "Harlech" in told(s)


def test_9_1_all_places_that_fall_are_told_with_who_is_expelled_and_why() -> None:
    s = with_a_ship()
    put(s, "red", "in:dover", "stanley", "constable_of_dover_castle")
    s.events.clear()
    s.nobles[NobleId("stanley")].cards.clear()
    settle(s)
    (places,) = (event.data["places"] for event in s.events if event.name == "lost_places")
    assert "Red no longer holds " in told(s)
    assert "dover" in places
    assert "Expelled into the field, as their place is no longer friendly: Stanley from Dover." in told(s)
    s.events.clear()
    settle(s)
    assert not s.events


def test_1_7_who_walks_out_of_an_open_town_holds_it_no_longer_and_a_conquest_is_told_once() -> None:
    s = with_a_ship()
    put(s, "red", "in:cardigan", "stanley")
    s.events.clear()
    s.nobles[NobleId("stanley")].at = Spot("field:cardigan_area")
    s.conquered[Place("harlech")] = Conquest("blue", NobleId("grey"))
    s.held_places[Place("harlech")] = "red"
    settle(s)
    assert [event.data for event in s.events] == [{"seat": "red", "places": ["cardigan"]}]


def test_4_2_a_call_says_whose_noble_it_is_that_he_must_go_and_to_his_player_first() -> None:
    s = with_a_ship()
    card = next(card for card, each in s.board.cards.events.items() if any(c.who == "earl_of_kent" for c in each.calls))
    s.phase, s.event_deck = Phase.EVENT, [card, next(iter(s.event_deck))]
    s.events.clear()
    by_rule(turn_up(s, DECKS))
    assert "Earl of Kent (Grey of Blue)" in told(s)
    assert "Earl of Kent" in view(s, "blue").event
    assert "(Grey of Blue)" in view(s, "red").event
    assert "Who is called must go" in told(s)
    s.events.clear()
    by_rule(take_effect(s, Response(), DECKS))
    assert "The Event card calls away of Blue's Nobles: Grey to " in told(s)
    assert told(s, *headline(s, "blue", s.events)).startswith("Your Nobles called away by an Event card: Grey to ")
    assert "Your Nobles" not in told(s, *headline(s, "green", s.events))


def test_4_6_who_dies_of_the_plague_is_told_so() -> None:
    s = with_a_ship()
    put(s, "red", "in:york", "stanley", "city_of_york")
    s.events.clear()
    by_rule(plague(s, [Place("york")], {}, DECKS))
    assert told(s).startswith("The plague strikes York. Richard of York is dead. Stanley of Red is killed")
    assert "Dead of the plague: Richard of York and Stanley." in told(s, *headline(s, "green", s.events))
    s.events.clear()
    by_rule(plague(s, [Place("norwich")], {}, DECKS))
    assert not s.events
