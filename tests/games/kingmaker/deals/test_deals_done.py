"""What all have signed is carried out, all of it or nothing; others learn what they may."""

# mypy: disable-error-code="list-item, dict-item, comparison-overlap"

from __future__ import annotations

import pytest

from pbem.engine.refusal import BadLine
from pbem.engine.table import Table
from pbem.games.kingmaker.asking.assembling import awards
from pbem.games.kingmaker.asking.ending import end_of_turn
from pbem.games.kingmaker.asking.event import window
from pbem.games.kingmaker.components.ids import DEAD, Phase
from pbem.games.kingmaker.components.nobles import fighting_men
from pbem.games.kingmaker.components.state import Parliament, State
from pbem.games.kingmaker.report.view import view
from tests.games.kingmaker.agreed import acts, agree, game_at, say, told
from tests.games.kingmaker.asked import events
from tests.games.kingmaker.questions.test_asked_turn_5 import own_turn
from tests.games.kingmaker.scene import hand, put, table


def turn(players: int = 5, phase: Phase = Phase.MOVEMENT) -> State:
    """p1's turn; p1 and p2 stand together at York, p3 in London."""
    s = table(phase, players)
    s.head_claimed = True
    put(s, "p1", "field:york_area", "neville", "landsknechts_1", "bishop_of_durham", "earl_of_salisbury")
    put(s, "p2", "field:york_area", "grey", "le_rose", "bishop_of_norwich")
    put(s, "p3", "field:london_area", "pole")
    hand(s, "p1", "scots_archers_1", "hastings")
    hand(s, "p2", "scots_archers_2")
    hand(s, "p3", "flemish_crossbowmen_1")
    return s


def at_turn(s: State) -> Table[State]:
    """The game at p1's question."""
    return game_at(s, own_turn, end_of_turn)


# Each kind of clause, done


def test_12_5_hand_cards_of_three_change_hands_at_once_and_others_see_how_many() -> None:
    s = turn()
    game = at_turn(s)
    clauses = "I give Scots Archers 1 to Beth; Beth gives Scots Archers 2 to Carl; Carl gives Flemish Crossbowmen 1 to me"
    assert "is carried out" in agree(game, clauses, "p2", "p3")
    assert [sorted(game.state.players[seat].hand) for seat in ("p1", "p2", "p3")] == [
        ["flemish_crossbowmen_1", "hastings"],
        ["scots_archers_1"],
        ["scots_archers_2"],
    ]
    told = [news.event for news in game.news if news.event.visible_to("p4")]
    assert [event.data["given"] for event in told if event.name == "hands_traded"] == [1, 1, 1]
    assert not [event for event in told if event.name == "traded" or event.rule == "deal"]
    other = at_turn(s)
    agree(other, clauses.replace("Scots Archers 1", "Hastings"), "p2", "p3")
    assert other.state.players != game.state.players
    assert view(other.state, "p4") == view(game.state, "p4")


def test_12_5_traded_men_do_not_fight_in_this_turn() -> None:
    """R68"""
    s = turn()
    game = at_turn(s)
    agree(game, "Beth gives Scots Archers 2 to me", "p2")
    before = fighting_men(game.state, "neville", attacks=True)
    game.act("p1", "12.1 play", "play scots_archers_2 neville")
    assert fighting_men(game.state, "neville", attacks=True) == before


def test_12_2_two_nobles_exchange_their_sees() -> None:
    s = turn()
    game = at_turn(s)
    agree(game, "I give Bishop of Durham to Grey; Beth gives Bishop of Norwich to Neville; Beth gives Le Rose to me", "p2")
    assert {"bishop_of_norwich", "le_rose"} < {*game.state.nobles["neville"].cards}
    assert "bishop_of_durham" in game.state.nobles["grey"].cards


def test_10_4_a_royal_passes_also_while_an_event_card_lies_open() -> None:
    """L. 579."""
    game = showing()
    agree(game, "I give Henry VI to Grey", "p2")
    assert game.state.royals["henry_vi"].noble == "grey"


def showing() -> Table[State]:
    """An Event card lies open; Roos of p1 has the King."""
    s = turn()
    put(s, "p1", "field:york_area", "roos", "henry_vi")
    s.royals["henry_vi"].at, s.royals["henry_vi"].noble = "field:york_area", "roos"
    s.phase, s.showing = Phase.EVENT, "E001"
    return game_at(s, lambda state: window(state, "E001"))


def test_631_639_648_what_may_be_done_at_any_time_does_not_wait_while_an_event_card_lies_open() -> None:
    """R88."""
    game = showing()
    told = agree(game, "I give Scots Archers 1 to Beth; Beth lends Le Rose to me", "p2")
    assert "as soon as that is possible" not in told
    assert "scots_archers_1" in game.state.players["p2"].hand
    assert list(game.state.loans.values()) == ["p1"]
    agree(game, "alliance of Beth and me; force of Neville and Grey under Neville", "p2")
    assert game.state.alliances == [["p1", "p2"]]
    assert [force.commander for force in game.state.forces] == ["neville"]
    assert game.state.showing == "E001"


def test_625_awarded_cards_wait_until_the_event_has_taken_effect_and_all_of_their_offer() -> None:
    game = showing()
    told = agree(game, "I give Bishop of Durham to Grey; I give Scots Archers 1 to Beth", "p2")
    assert "as soon as that is possible" in told
    assert "bishop_of_durham" not in game.state.nobles["grey"].cards
    assert "scots_archers_1" in game.state.players["p1"].hand
    game.state.phase = Phase.MOVEMENT
    game.settle()
    assert "bishop_of_durham" in game.state.nobles["grey"].cards
    assert "scots_archers_1" in game.state.players["p2"].hand


def test_12_4_5_9_places_and_ships_change_markers_and_are_lent() -> None:
    s = turn()
    game = at_turn(s)
    place = next(item for item in game.state.board.cards.crown["earl_of_salisbury"].places)
    agree(game, f"I give the place {game.state.board.names[place]} to Beth; Beth lends Le Rose to me", "p2")
    assert game.state.gifts[place].player == "p2"
    assert list(game.state.loans.values()) == ["p1"]


def test_13_1_an_alliance_and_a_force_in_one_offer() -> None:
    s = turn()
    game = at_turn(s)
    told = agree(game, "Force of Neville and Grey under Neville; alliance of Beth and me", "p2")
    assert "is carried out" in told
    assert (game.state.alliances, [force.commander for force in game.state.forces]) == ([["p1", "p2"]], ["neville"])


def test_13_2_a_force_can_be_renewed_while_its_factions_are_allied() -> None:
    """R117. It says so in the log, and to who reads it."""
    s = turn()
    game = at_turn(s)
    agree(game, "alliance of Beth and me; Force of Grey and Neville under Neville, renewed while allied", "p2")
    assert [(force.commander, force.renewed) for force in game.state.forces] == [("neville", True)]
    assert any(entry.answer["clauses"][-1][-1] is True for entry in game.entries if entry.key == "offered")


def test_13_1_a_third_joins_with_all_three_signatures_and_one_house_dies() -> None:
    s = turn()
    put(s, "p3", "field:london_area", "roos", "henry_vi")
    s.royals["richard_duke_of_york"].at, s.royals["richard_duke_of_york"].noble = "field:york_area", "grey"
    game = at_turn(s)
    agree(game, "alliance of Beth and me", "p2")
    with pytest.raises(BadLine, match="say which house"):
        say(game, "p3", "offer Anna, Beth: alliance with Anna and Beth")
    with pytest.raises(BadLine, match="whom it is not for: P2"):
        say(game, "p3", "offer Anna: alliance with Anna and Beth without York")
    agree(game, "alliance with Anna and Beth without York", "p1", "p2", seat="p3")
    assert (game.state.alliances, game.state.royals["richard_duke_of_york"].at) == ([["p1", "p2", "p3"]], DEAD)


@pytest.mark.parametrize(("players", "line"), [(2, "alliance with Beth"), (3, "alliance of Anna, Beth and Carl")])
def test_13_1_too_many_are_refused_at_once(players: int, line: str) -> None:
    with pytest.raises(BadLine, match="at most"):
        say(at_turn(turn(players) if players > 2 else table(players=2)), "p1", f"offer all: {line}")


def test_7_5_an_office_passes_in_a_parliament_with_the_callers_consent() -> None:
    s = turn()
    put(s, "p2", "field:london_area", "mowbray", "marshal_of_england")
    s.phase = Phase.PARLIAMENT
    s.crown_deck.remove("treasurer_of_england")
    s.active, s.parliament = "p3", Parliament("p3", "london_area", ["neville", "mowbray"], ["treasurer_of_england"])
    s.clamours = ["E026"]
    put(s, "p3", "field:london_area", "stafford_noble")
    game = game_at(s, awards)
    with pytest.raises(BadLine, match="whom it is not for: P3"):
        say(game, "p1", "offer Beth: Beth gives Marshal of England to Neville")
    assert "is carried out" in agree(game, "Beth gives Marshal of England to Neville", "p2", "p3")
    assert "marshal_of_england" in game.state.nobles["neville"].cards
    game.state.parliament = None
    with pytest.raises(BadLine, match="no Noble of p2 can take"):
        say(game, "p1", "offer Beth: I give Marshal of England to Beth")


# Refused, as a whole


def test_nothing_is_done_of_what_cannot_be_done_as_a_whole() -> None:
    """R47 Two offers for one card: the first to be signed has it."""
    s = turn()
    game = at_turn(s)
    say(game, "p1", "offer Beth, Carl: I give Scots Archers 1 to Beth; Carl gives Flemish Crossbowmen 1 to me")
    say(game, "p1", "offer Carl: I give Scots Archers 1 to Carl")
    number = max(offer.number for offer in game.open_offers)
    others = next(offer.number for offer in game.open_offers if offer.number != number)
    newest = game.offers.named(number)
    assert newest is not None
    first, second = (number, others) if len(newest.parties) == 2 else (others, number)
    say(game, "p3", f"accept {first}")
    say(game, "p2", f"accept {second}")
    answer = told(game, "p3", f"accept {second}")
    assert "as things stand this cannot be carried out: Scots Archers 1 is not in p1's hand" in answer
    assert "flemish_crossbowmen_1" in game.state.players["p3"].hand
    assert len(acts(game)) == 1


@pytest.mark.parametrize(
    ("clauses", "why"),
    [
        ("Beth gives Flemish Crossbowmen 1 to me", "is not in p2's hand"),
        ("I give Scots Archers 1 to Beth; I give Scots Archers 1 to Beth", "is given twice"),
        ("Force of Neville and Grey under Grey", "allied Nobles only"),
        ("Neville gives Bishop of Durham to Grey; alliance of Beth and me; alliance of Beth and me", "is allied already"),
    ],
)
def test_what_cannot_be_done_is_refused_with_its_reason(clauses: str, why: str) -> None:
    s = turn()
    game = at_turn(s)
    assert why in agree(game, clauses, "p2")
    assert (acts(game), game.state.alliances, "bishop_of_durham" in game.state.nobles["neville"].cards) == ([], [], True)


def test_a_card_of_ones_own_that_one_does_not_hold_is_refused_at_once() -> None:
    for line, why in (
        ("I give Scots Archers 2 to Beth", "you do not have Scots Archers 2"),
        ("Beth gives Hastings to Carl", "p2 does not have Hastings"),
        ("Beth gives Pole to me", "p2 does not have Pole"),
        ("I give Scots Archers 1 to Grey", "passes to a player, not to Grey"),
        ("I give Landsknechts 1 to Pole; hm", "nothing to agree on"),
        ("I promise peace", "until which round"),
        ("I promise peace until round 2", "a round to come"),
        ("ransom Neville", "nobody is captive"),
        ("x" * 251, "250 characters"),
    ):
        with pytest.raises(BadLine, match=why):
            say(at_turn(turn()), "p1", f"offer all: {line}")


def test_of_another_hand_nothing_is_told_by_what_can_be_read() -> None:
    """12.6 Whether Beth holds a card or it lies in the deck, her part of an offer reads the same."""
    s = turn()
    held = say(at_turn(s), "p1", "offer Beth: Beth gives Scots Archers 2 to me")
    s = turn()
    s.players["p2"].hand.remove("scots_archers_2")
    s.crown_deck.append("scots_archers_2")
    assert say(at_turn(s), "p1", "offer Beth: Beth gives Scots Archers 2 to me") == held


# Promises and ends


def test_a_promise_binds_nobody_and_its_round_sets_the_facts_beside_it() -> None:
    s = turn()
    game = at_turn(s)
    agree(game, "I promise not to attack York until round 4; Beth grants me passage of York until round 3", "p2")
    assert [promise.clause[0] for promise in game.offers.promises] == ["promise", "passage"]
    game.state.round = 3
    game.settle()
    assert [event["facts"] for event in events(game, "promise_due")] == ["round 3 has begun; York is nobody's"]
    assert len(game.offers.promises) == 1


def test_an_offer_ends_with_the_offerers_next_turn_or_as_it_says() -> None:
    s = turn()
    game = at_turn(s)
    assert "(open until p1's next turn)" in say(game, "p1", "offer Beth: alliance with Beth")
    assert "(open until round 3)" in say(game, "p2", "offer Carl until round 3: alliance with Carl")
    assert "(open until p4's next turn)" in say(game, "p3", "offer Dora until P4's turn: alliance with Dora")
    with pytest.raises(BadLine, match="a round to come"):
        say(game, "p2", "offer Carl until round 2: alliance with Carl")
    for turn_, left in ((game.state.turn + 2, 3), (game.state.turn + 3, 2), (game.state.turn + 5, 1)):
        game.state.turn = turn_
        game.settle()
        assert len(game.open_offers) == left
