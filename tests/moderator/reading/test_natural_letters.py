"""Letters in a player's own words: who acts first, short answers, German; a Lord who does not act is refused by name."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.board import ASSIGN, to_the_plan
from tests.support.conversation import Conversation, to


@pytest.fixture
def ia(tmp_path: Path) -> Iterator[Conversation]:
    game = Conversation(tmp_path, scenario="ia")
    yield game
    game.db.close()


def levy(ia: Conversation) -> None:
    for seat in ("york", "lancaster"):
        ia.write(seat, ASSIGN[seat])
    if ia.asked() != "york":
        ia.write("lancaster", "done")


def test_a_name_alone_answers_the_one_question_asked(ia: Conversation) -> None:
    told = to("york", ia.write("york", "York\n")).flat
    assert "York -> assign York" in told


@pytest.mark.parametrize(("text", "given"), [("assign march\n\nYork\n", "March"), ("My answer:\n\nYork\n", "York")])
def test_a_side_that_signs_below_its_answer_is_passed_over_though_a_lord_is_called_so(
    ia: Conversation, text: str, given: str
) -> None:
    told = to("york", ia.write("york", text)).flat
    assert f"-> assign {given}" in told
    assert "did not understand" not in told
    assert ("York (not an order)" in told) is (given == "March")


def test_a_lord_may_be_named_first(ia: Conversation) -> None:
    levy(ia)
    told = to(
        "york", ia.write("york", "Hello Bob,\nYork musters and levies troops\nThen York levies a cart, please.\n")
    ).flat
    assert "-> muster York" in told
    assert "-> levy troops" in told
    assert "-> levy Carts" in told


def test_a_lord_who_does_not_act_is_refused_by_name(ia: Conversation) -> None:
    levy(ia)
    before = len(ia.table().entries)
    told = to("york", ia.write("york", "March levies troops\n")).flat
    assert "it is not March's turn to act. Nearest: muster March or: muster March; levy troops" in told
    assert len(ia.table().entries) == before
    ia.write("york", "muster york\n")
    told = to("york", ia.write("york", "March levies troops\n")).flat
    assert "York would act here, not March" in told


def test_orders_for_cards_to_come_may_name_their_lord(ia: Conversation) -> None:
    to_the_plan(ia)
    letter = "plan york, march, york, march\ncard 2: March marches to Ely\ncard 2: York forages\n"
    told = to("york", ia.write("york", letter)).flat
    assert "-> kept for March's card, the 2nd of Turn 1: march to Ely" in told
    assert "March would act here, not York" in told


def test_german_orders_are_said_back_in_the_standard_form(ia: Conversation) -> None:
    levy(ia)
    told = to("york", ia.write("york", "York mustert\nich hebe Truppen aus\nfertig\n")).flat
    assert "-> muster York" in told
    assert "-> levy troops" in told
    assert "-> done" in told


def test_talk_around_orders_stops_nothing(ia: Conversation) -> None:
    told = to(
        "york", ia.write("york", "That was a nice town; I liked it.\nMy wife goes to London tomorrow.\nassign York\n")
    ).flat
    assert "assign York -> assign York" in told
    assert "My wife goes to London tomorrow. (not an order)" in told


def test_two_who_are_named_act_together_or_not_at_all(ia: Conversation) -> None:
    levy(ia)
    ia.write("york", "muster york\n")
    before = len(ia.table().entries)
    told = to("york", ia.write("york", "York and March levy troops\n")).flat
    assert "York would act here, not March" in told
    assert len(ia.table().entries) == before


def test_who_is_named_beside_the_acting_lord_goes_along(ia: Conversation) -> None:
    to_the_plan(ia)
    letter = "plan york, march, york, march\ncard 1: York and Salisbury march to Cambridge\n"
    told = to("york", ia.write("york", letter)).flat
    assert "kept for York's card, the 1st of Turn 1: march to Cambridge with Salisbury" in told
