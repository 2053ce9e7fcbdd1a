"""Lines that tell of somebody, or ask, and order nothing; and talk that holds back what ends something below it."""

from __future__ import annotations

import pytest

from tests.letters.natural.position import position
from tests.letters.natural.reading import effect


@pytest.mark.parametrize(
    ("game", "at", "line"),
    [
        ("kingmaker", "add", "Landsknechts from Mowbray"),
        ("kingmaker", "march", "Zieht Grey nach Lincoln"),
        ("kingmaker", "siege", "besiege and attack Blue"),
        ("plantagenet", "pay", "Essex pays"),
        ("plantagenet", "pay", "Essex will pay"),
        ("plantagenet", "command", "March at Rochester"),
        ("plantagenet", "command", "Rochester marches"),
        ("plantagenet", "intercept", "Henry VI intercepts March"),
        ("richard_iii", "card", "a surprise"),
        ("richard_iii", "land", "York marches on Chester"),
        ("richard_iii", "plague", "London has the plague"),
        ("richard_iii", "sail", "Segelt Warwick nach Kent"),
        ("warriors_of_england", "campaign", "William to Wales"),
        ("warriors_of_england", "campaign", "London to York"),
        ("warriors_of_england", "draft", "give to Clarence"),
    ],
)
def test_what_is_told_or_asked_does_nothing(game: str, at: str, line: str) -> None:
    assert effect(position(game, at), [line]).is_nothing


@pytest.mark.parametrize(
    ("game", "at", "talk", "end"),
    [
        ("kingmaker", "red_begins", "Mowbray takes all the others with him", "done"),
        ("warriors_of_england", "six_impulses", "York moves with whoever he likes", "pass"),
    ],
)
def test_talk_that_may_be_an_order_holds_back_what_ends_something_below_it(game: str, at: str, talk: str, end: str) -> None:
    found = effect(position(game, at), [talk, end])
    assert found.is_nothing
    assert found.refused is not None
    assert "it may be an order" in found.refused.problem
    assert not effect(position(game, at), ["Greetings from sunny Spain", end]).is_nothing


def test_to_fight_on_is_to_stay() -> None:
    at = position("warriors_of_england", "withdraw")
    assert effect(at, ["we fight on"]).same_as(effect(at, ["stay"]))


def test_an_answer_replaces_nothing_that_waits() -> None:
    at = position("warriors_of_england", "won_over")
    assert effect(at, ["go for Grey of Ruthin"]).same_as(effect(at, ["intrigue Grey of Ruthin"]))


@pytest.mark.parametrize(
    ("line", "whom"),
    [
        ("Dear all, Grey moves to Lincoln.", "all"),
        ("Dear Blue, Grey moves to Lincoln", "Blue"),
        ("Hallo Blue, move Grey Lincoln", "Blue"),
        ("Hi everybody, move Grey to Lincoln", "everybody"),
        ("Dear friends, move Grey to Lincoln", "all"),
        ("Gentlemen, move Grey to Lincoln", "all"),
        ("Hallo zusammen, move Grey Lincoln", "all"),
    ],
)
def test_what_is_written_to_other_players_is_no_order(line: str, whom: str) -> None:
    found = effect(position("kingmaker", "march"), [line])
    assert found.is_nothing
    assert found.suggested[0].startswith(f"tell {whom}: ")


@pytest.mark.parametrize(
    "line",
    [
        "Dear Moderator, move Grey to Lincoln",
        "Dear game master, move Grey to Lincoln",
        "Lieber Moderator, move Grey Lincoln",
        "Hi, Grey to Lincoln",
    ],
)
def test_the_moderator_may_be_greeted_on_the_line_of_an_order(line: str) -> None:
    at = position("kingmaker", "march")
    assert effect(at, [line]).same_as(effect(at, ["move Grey Lincoln"]))


@pytest.mark.parametrize(
    "line", ["Dear Moderator, always mend slips please.", "Always mend slips, please.", "Hi, status please"]
)
def test_words_about_a_letter_and_questions_may_be_polite(line: str) -> None:
    found = effect(position("kingmaker", "march"), [line])
    assert found.refused is None
    assert found.did or found.told


def test_a_turn_told_beside_a_message_is_no_talk() -> None:
    turn = "Grey goes to Lincoln and stays inside the walls. No combat. I am done."
    found = effect(position("kingmaker", "march"), ["tell all: Hello, friends!", turn])
    assert found.refused is not None
    assert "move Grey Lincoln field" in found.suggested
    assert effect(position("kingmaker", "march"), ["tell all: Hello, friends!", "A sunny day here."]).refused is None


@pytest.mark.parametrize(
    "line",
    ["Dear Bob, card 2 AP", "Dear all, card 2 AP", "Dear players, card 2 AP", "Hi all, card 2 AP", "Folks, card 2 AP"],
)
def test_of_two_players_neither_orders_what_is_written_to_the_other(line: str) -> None:
    found = effect(position("richard_iii", "card"), [line])
    assert found.is_nothing
    assert found.refused is not None
    assert found.suggested[0].startswith("tell ")


@pytest.mark.parametrize("head", ["old orders", "my old answer", "his answer", "their choice", "My last order"])
def test_an_answer_of_another_or_of_another_time_is_none(head: str) -> None:
    at = position("richard_iii", "card")
    assert effect(at, [f"{head}: card 2 AP"]).is_nothing
    assert effect(at, ["my answer: card 2 AP"]).same_as(effect(at, ["card 2 AP"]))


def test_a_greeting_asks_nothing() -> None:
    found = effect(position("richard_iii", "card"), ["Hi Lancaster! card 2 AP"])
    assert found.is_nothing
    assert found.refused is not None


@pytest.mark.parametrize(
    ("game", "at", "line", "end"),
    [
        ("richard_iii", "attack", "Clarence attack South Yorks, if the odds are better than even", "done"),
        ("richard_iii", "lancaster_two", "Somerset attack Pembroke, if the odds are better than even", "done"),
        ("kingmaker", "turn", "Secretly Scrope should go to London and grab Henry before Beth", "done"),
        ("kingmaker", "turn", "Then take Scrope and Clifford and Mowbray over the sea from Calais to Kent", "done"),
        ("kingmaker", "turn", "Scrope rides to York and takes Richard prisoner", "done"),
        ("warriors_of_england", "campaign", "Scrope march to South Midlands if the odds are over 90%", "pass"),
    ],
)
def test_an_order_with_a_condition_or_in_own_words_holds_an_end(game: str, at: str, line: str, end: str) -> None:
    found = effect(position(game, at), [line, end])
    assert found.is_nothing
    assert found.refused is not None
    assert not effect(position(game, at), [end]).is_nothing


@pytest.mark.parametrize(
    ("game", "at", "line", "end"),
    [
        ("kingmaker", "turn", "Grey sits in London I see", "done"),
        ("kingmaker", "turn", "Holland should go to London before Beth", "done"),
        ("richard_iii", "attack", "Somerset was lucky in Wales", "done"),
        ("richard_iii", "attack", "Exeter attacks me in South Yorks, if he is clever", "done"),
    ],
)
def test_what_is_told_of_the_past_or_of_the_enemy_holds_nothing(game: str, at: str, line: str, end: str) -> None:
    assert not effect(position(game, at), [line, end]).is_nothing


def test_no_suggestion_is_about_another_piece_than_the_one_named() -> None:
    found = effect(position("richard_iii", "attack"), ["Warwick attack Pembroke, if the odds are better than even", "done"])
    assert found.refused is not None
    assert not any("Calais Mercenary" in each for each in found.suggested)
