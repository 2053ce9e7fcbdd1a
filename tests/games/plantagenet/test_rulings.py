"""Every reading of our own that stands in the code stands in the rulings too."""

import re
from pathlib import Path

import pytest

import pbem.games.plantagenet

CODE = Path(pbem.games.plantagenet.__file__).parent
RULINGS = Path(__file__).parents[3] / "docs" / "rulings" / "plantagenet.md"
MARK = re.compile(r"Ruling: (.+?)(?:\n\s*\n|\"\"\")", re.S)


def one_line(text: str) -> str:
    """Without line breaks, signs and case, so that both may wrap as they like."""
    return " ".join(re.findall(r"\w+", text.lower()))


def marked() -> list[str]:
    """The text of each `Ruling:` in the code."""
    return [one_line(found) for path in sorted(CODE.rglob("*.py")) for found in MARK.findall(path.read_text())]


def test_the_marks_are_found() -> None:
    assert len(marked()) == sum(path.read_text().count("Ruling:") for path in CODE.rglob("*.py")) >= 4


@pytest.mark.parametrize("ruling", marked())
def test_each_ruling_of_the_code_stands_in_the_notes(ruling: str) -> None:
    notes = one_line(RULINGS.read_text())
    assert ruling.removeprefix("it is ") in notes


def test_the_numbers_are_given_once_and_each_says_what_it_stands_on() -> None:
    text = RULINGS.read_text()
    numbers = re.findall(r"^\*\*(R\d+)\*\*", text, re.M)
    assert len(set(numbers)) == len(numbers)
    entries = re.findall(r"^\*\*R\d+\*\* \*(\w+)\*", text, re.M)
    assert set(entries) <= {"erratum", "text", "reading", "house"}
    assert len(entries) >= 16
