"""Every card has a function and a test, and the page that says so is true."""

import pytest

from tests.cards import PAGE, cards, constants, functions, games, page, played


def test_the_games_with_cards() -> None:
    assert games() == ["plantagenet", "richard_iii"]


@pytest.mark.parametrize("game", games())
def test_every_card_is_a_constant_by_its_title(game: str) -> None:
    assert constants(game) == {card.constant: card.id for card in cards(game)}


@pytest.mark.parametrize("game", games())
def test_every_card_has_a_function_and_a_test(game: str) -> None:
    assert [card.label for card in cards(game) if not card.plain and not functions(game).get(card.constant)] == []
    assert [card.label for card in cards(game) if not played(game).get(card.label)] == []


def test_the_page_is_what_the_sources_say() -> None:
    assert PAGE.read_text() == page()
