"""Every numbered section of a game's rulebook has a function and a test, and the page that says so is true."""

import pytest

from tests.rules_coverage import PAGE, functions, games, page, proofs, sections

CODE = {game: {number for number, _ in functions(game)} for game in games()}
TESTED = {game: {number for number, _ in proofs(game)} for game in games()}


@pytest.mark.parametrize(("game", "section"), [(game, section) for game in games() for section in sections(game)])
def test_every_section_has_a_function_and_a_test(game: str, section: str) -> None:
    assert section in CODE[game]
    assert section in TESTED[game]


def test_the_page_is_what_the_sources_say() -> None:
    assert PAGE.read_text() == page()
