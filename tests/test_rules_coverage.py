"""Every numbered section of the rulebook has a function and a test, and the page that says so is true."""

import pytest

from tests.rules_coverage import PAGE, functions, page, proofs, sections

CODE = {number for number, _ in functions()}
TESTED = {number for number, _ in proofs()}


@pytest.mark.parametrize("section", sections())
def test_every_section_has_a_function_and_a_test(section: str) -> None:
    assert section in CODE
    assert section in TESTED


def test_the_page_is_what_the_sources_say() -> None:
    assert PAGE.read_text() == page()
