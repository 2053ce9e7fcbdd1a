"""`card NAME`: what is printed on a card, for whoever asks; `card 2:` is still a heading."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.games import GAMES
from pbem.games.plantagenet.components.box import Card, Side
from pbem.games.plantagenet.report.card_text import card_text, cards_of
from pbem.moderator.reading.letter_lines import LineKind
from pbem.moderator.reading.line_kinds import kind_of
from pbem.moderator.reading.line_tests import LineWords
from pbem.orders.words.headings import headings_of
from tests.games.plantagenet.scene import IA, II, III, hold, position
from tests.support.conversation import Conversation, Mail, to

RULES = GAMES["plantagenet"]
ORDERS = frozenset(name for word in RULES.vocabulary for name in (word.verb, *word.synonyms))
WORDS = LineWords(ORDERS, ORDERS, headings_of(RULES))


@pytest.fixture
def board(tmp_path: Path) -> Iterator[Conversation]:
    """Henry VI just opened."""
    talk = Conversation(tmp_path, scenario="ia_henry_vi")
    yield talk
    talk.db.close()


def told(board: Conversation, line: str, seat: str = "york") -> str:
    """What the answer to a line says of it, as one line."""
    mail: Mail = to(seat, board.write(seat, f"{line}\n"))
    return " ".join(mail.text.partition("== You asked:")[2].partition("--- orders")[0].split())


@pytest.mark.parametrize("line", ["card y19", "card Welshmen", "card caltrops", "card weLsh", "Card Y19"])
def test_a_card_is_told_by_its_number_its_capability_or_its_event(board: Conversation, line: str) -> None:
    said = told(board, line)
    assert "Event Caltrops: a Held Event: kept in the hand until it is played; played at the start of a Battle" in said
    assert "each Round's Melee adds 2 Hits on the Lancastrians" in said
    assert "Capability Welshmen, for York, March" in said


def test_both_sides_read_the_same_and_nothing_of_where_a_card_is(board: Conversation) -> None:
    assert told(board, "card l15") == told(board, "card l15", "lancaster")
    s, other = position(IA), position(IA)
    hold(other, "l15")
    other.decks[Side.YORK] = []
    assert [card_text(s, card) for card in cards_of(s)] == [card_text(other, card) for card in cards_of(other)]


def test_where_several_fit_they_are_listed(board: Conversation) -> None:
    said = told(board, "card culverins")
    assert "Several cards fit" in said
    assert all(f"card {card} # Culverins and Falconets" in said for card in ("y1", "y2", "l1", "l2"))
    assert "No card of this scenario is called so" in told(board, "card xyzzy")
    assert "Name the card" in told(board, "card")


def test_help_with_the_name_of_a_card_brings_it(board: Conversation) -> None:
    assert "Capability Harbingers" not in told(board, "help harbingers")
    assert "card y7 # Harbingers" in told(board, "help harbingers")
    assert "Capability Welshmen, for York, March" in told(board, "help welshmen")


@pytest.mark.parametrize("line", ["card 2", "card 2: march ely", "card 3 york: forage", "card 2 york"])
def test_a_heading_is_still_one(line: str) -> None:
    assert kind_of(WORDS, line) == (LineKind.ORDER, "")


@pytest.mark.parametrize("line", ["card y2", "card two roses", "card great ships", "card"])
def test_anything_else_behind_card_asks(line: str) -> None:
    assert kind_of(WORDS, line) == (LineKind.QUESTION, "card")


@pytest.mark.parametrize("scenario", [IA, II, III, "bosworth"])
def test_every_card_of_a_scenario_tells_both_halves(scenario: str) -> None:
    s = position(scenario)
    for card in map(Card, cards_of(s)):
        event, capability = card_text(s, card)
        assert s.box.cards[card].event.effect in event.lines
        assert s.box.cards[card].effect in capability.lines


def test_a_game_without_cards_says_so(tmp_path: Path) -> None:
    talk = Conversation(tmp_path, scenario="campaign", game="warriors_of_england")
    assert "no cards" in told(talk, "card warwick", "lancaster")
    talk.db.close()
