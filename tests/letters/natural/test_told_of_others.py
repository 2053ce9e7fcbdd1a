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
