"""Letters as newcomers write them by hand: what gives something up waits, and nothing is done that was not shown."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.board import opened, to_the_plan
from tests.support.conversation import LANCASTER_SETUP, YORK_SETUP, Conversation, Mail, to

HIS = "plan henry, somerset, henry, somerset\ncard 1: pass\ncard 2: pass\ncard 3: pass\ncard 4: pass"


@pytest.fixture
def card(tmp_path: Path) -> Iterator[Conversation]:
    """Ia at York's first card."""
    with opened(tmp_path) as talk:
        to_the_plan(talk)
        talk.once("first card by hand", first_card)
        yield talk


def first_card(talk: Conversation) -> list[Mail]:
    talk.write("york", "plan york, march, york, march")
    return talk.write("lancaster", HIS)


def test_what_ends_a_card_that_opens_within_the_letter_waits_for_its_refused_line(card: Conversation) -> None:
    told = to("york", card.write("york", "forage; forage\ncard 2: parley london if possible; forage; pass")).flat
    assert "2 .. card 2: forage (not carried out: it depends on line 2)" in told
    assert "2 .. card 2: pass (not carried out: it depends on line 2)" in told


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("card 4: march Shrewsbury, Worcester, Hereford", "a March goes one Way: Worcester is a line of its own"),
        ("march Peterborough, Cambridge", "a March goes one Way: Cambridge is a line of its own"),
        ("card 2 (March): march to Hereford and parley there", "several orders on a line need a ; between them"),
    ],
)
def test_several_orders_in_one_are_refused_at_once(card: Conversation, line: str, why: str) -> None:
    assert why in to("york", card.write("york", line)).flat


def test_no_suggestion_gives_up_what_its_writer_did_not_say(card: Conversation) -> None:
    told = to("york", card.write("york", "muster edward")).flat.partition("== Your reply")[0]
    assert "or: forage" in told
    assert "or: pass" not in told


def test_where_a_march_ahead_comes_from_may_be_said(card: Conversation) -> None:
    assert "kept for March's card" in to("york", card.write("york", "card 2: march Hereford from Ludlow")).flat


def test_a_lord_of_several_names_may_be_named_by_one_ahead(tmp_path: Path) -> None:
    talk = Conversation(tmp_path, scenario="II")
    told = to("york", talk.write("york", "levy:\nmuster edward\nlevy lord edward")).flat
    assert "kept for the Levy of Turn 1: muster Edward" in told
    assert "can never be" not in told


def test_a_card_beside_questions_is_not_played(tmp_path: Path) -> None:
    talk = Conversation(tmp_path, scenario="1460", game="richard_iii")
    assert "to play it, send it by itself" in to("york", talk.write("york", "help actions\ncard Force March")).flat
    assert "ok card Force March" in to("york", talk.write("york", "card Force March")).flat


def test_what_ends_a_phase_waits_for_a_refused_order_for_its_battles(tmp_path: Path) -> None:
    talk = Conversation(tmp_path, scenario="1460", game="richard_iii")
    talk.write("york", "card 4")
    talk.write("lancaster", "card 4")
    told = to("york", talk.write("york", "sail Warwick Kent\nretreat Warwick in round 3\ndone")).flat
    assert ".. done (not carried out: it depends on line 2)" in told


def test_never_ends_what_says_otherwise(tmp_path: Path) -> None:
    talk = Conversation(tmp_path)
    talk.write("lancaster", LANCASTER_SETUP)
    talk.write("york", f"{YORK_SETUP}charge yes if they are fewer")
    told = to("york", talk.write("york", "never charge")).flat
    assert "in place of charge yes if they are fewer" in told
    assert [order.policy for order in talk.table().book.of("york")] == [False]
