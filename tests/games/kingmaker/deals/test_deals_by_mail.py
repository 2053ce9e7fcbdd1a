"""An agreement by letter: offered and accepted by name, carried out at once; a third learns little."""

# mypy: disable-error-code="list-item, dict-item, comparison-overlap"

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from pbem.engine.game.setup import Setup
from pbem.games.kingmaker.components.ids import Phase
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.game import RULES
from pbem.games.kingmaker.setup.start import new_table
from pbem.moderator.core.context import Context
from pbem.moderator.desk.archive_files import rerun_game
from tests.games.kingmaker.by_letter import PLAYERS, of
from tests.games.kingmaker.questions.test_asked_turn_5 import own_turn
from tests.games.kingmaker.scene import BOARD, hand, put
from tests.support.conversation import Conversation


def position(_setup: Setup) -> State:
    """Red's Movement phase in round 2; Neville of Red and Grey of Blue stand at York."""
    s = new_table(BOARD, [*PLAYERS], False)
    s.phase, s.round, s.turn, s.head_claimed = Phase.MOVEMENT, 2, 4, True
    s.event_deck = list(BOARD.cards.events)
    put(s, "red", "field:york_area", "neville", "landsknechts_1")
    put(s, "blue", "field:york_area", "grey", "le_rose")
    hand(s, "red", "scots_archers_1")
    return s


@pytest.fixture
def game(tmp_path: Path) -> Conversation:
    """A game that stands at a position made by hand."""
    rules = replace(RULES, new_state=position, play=own_turn)
    return Conversation(tmp_path, scenario="three_players", game=rules.name, games={rules.name: rules}, players=PLAYERS)


def test_two_agree_by_letter_and_a_third_learns_that_a_card_changed_hands(game: Conversation) -> None:
    mails = game.write(
        "red", "offer Beth: I give Scots Archers 1 to Beth; Grey gives Le Rose to me; I promise peace until round 4"
    )
    clauses = "Red gives the hand card Scots Archers 1 to Blue; Blue gives the card Le Rose to Neville"
    assert f'{clauses}; Red promises "peace" until round 4 (a promise, which binds nobody)' in of("red", mails)
    assert 'Write "accept 1"' in of("blue", mails)
    assert not of("green", mails)
    mails = game.write("blue", "accept 1")
    assert f"agreement 1 is carried out: {clauses}" in of("blue", mails)
    third = of("green", game.write("green", "report"))
    assert "Red gives 1 hand card to Blue" in third
    assert re.search(r"Neville of Red receives:? Le Rose", third), third[third.find("Neville of") :][:200]
    assert "promise" not in third
    assert "greement 1" not in third
    with game.desk.db.reading() as session:
        assert rerun_game(Context(session, game.desk).of(game.game())).exact


def test_what_is_no_clause_is_refused_with_the_nearest_right_one(game: Conversation) -> None:
    mails = game.write("red", "offer Beth: I give Scots Archers 1 to Grey")
    assert "that passes to a player, not to Grey. Nearest: ... to Blue" in of("red", mails)
    assert not game.table().open_offers


def test_allies_are_named_together(game: Conversation) -> None:
    game.write("red", "offer Beth: Alliance of Beth and me; Force of Grey and Neville under Grey")
    game.write("blue", "accept 1")
    assert game.table().state.alliances == [["blue", "red"]]
    assert "to Blue" in of("red", game.write("red", "offer allies: I give Scots Archers 1 to Beth"))


@pytest.mark.parametrize(
    "line", ["biete Blau an: ich verspreche Frieden bis Runde 4", "offer the Blues: I promise peace until round 4"]
)
def test_a_player_is_named_by_what_their_colour_is_called_too(game: Conversation, line: str) -> None:
    assert "Red offers you (offer" in of("blue", game.write("red", line))


def test_a_message_goes_to_a_colour_in_german(game: Conversation) -> None:
    mails = game.write("red", "tell Grün: Willst du Frieden?")
    assert "Willst du Frieden?" in of("green", mails)
    assert not of("blue", mails)


def test_what_is_to_be_until_a_round_is_shown_as_a_promise(game: Conversation) -> None:
    told = of("red", game.write("red", "offer Beth: peace until round 5"))
    assert "that is nothing to agree on in this game" in told
    assert "I promise peace until round 5" in told


@pytest.mark.parametrize(
    ("line", "told", "near"),
    [
        ("accept 1 if Carl agrees", "an answer to an offer is the whole line", "accept 1"),
        ("yes to offer 1", 'an offer is answered by "accept" or "refuse" and its number', "accept 1"),
        ("I accept Anna's offer.", 'an offer is answered by "accept" or "refuse" and its number', "accept 1"),
        ("refuse Anna", 'an offer is answered by "accept" or "refuse" and its number', "refuse 1"),
        ("I agree to Red's offer", 'an offer is answered by "accept" or "refuse" and its number', "agree 1"),
        ("ich nehme Annas Angebot an", 'an offer is answered by "accept" or "refuse" and its number', "accept 1"),
        ("accept Carl's offer", 'an offer is answered by "accept" or "refuse" and its number', "accept 1"),
        ("Agreed to 1.", 'an offer is answered by "accept" or "refuse" and its number', "accept 1"),
        ("accept if Dora accepts", 'an offer is answered by "accept" or "refuse" and its number', "accept 1"),
        ("accept 1 and 3", "an answer is about one offer", "accept 1; accept 3"),
        ("counter: I promise peace until round 4", "say which offer it answers", "counter 1: I promise peace until round 4"),
    ],
)
def test_an_answer_that_is_not_whole_is_refused_by_name(game: Conversation, line: str, told: str, near: str) -> None:
    game.write("red", "offer Beth: I promise peace until round 4")
    said = of("blue", game.write("blue", f"{line}\ntell Carl: what do you think?"))
    assert f"{line.removeprefix('I ')}: {told}" in said
    assert f"Nearest: {near}" in said
    assert [each for each in game.table().open_offers if not each.agreed]


def test_the_notice_of_an_offer_says_how_the_like_is_agreed_to_in_advance(game: Conversation) -> None:
    told = of("blue", game.write("red", "offer Beth and Carl: I promise peace until round 4"))
    assert 'To agree to such an offer before it comes: "standing accept Red: ..."' in told


def test_the_notice_of_an_offer_says_that_an_acceptance_fits(game: Conversation) -> None:
    clauses = "Grey gives Le Rose to Neville; Carl promises peace until round 4"
    game.write("blue", f"standing accept Anna and Carl: {clauses}")
    mails = game.write("red", f"offer Beth and Carl: {clauses}")
    assert "Your acceptance 1 agrees to it as soon as all others agree" in of("blue", mails)
    assert "Your acceptance" not in of("green", mails)
