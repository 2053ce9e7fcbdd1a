"""Every reading that the code names stands in the rulings, once."""

import re
from pathlib import Path

import pbem.games.warriors_of_england

CODE = Path(pbem.games.warriors_of_england.__file__).parent
RULINGS = (Path(__file__).parents[3] / "docs" / "rulings" / "warriors_of_england.md").read_text()
NUMBERS = re.findall(r"\*\*([A-Z]\d+)\*\* \*(\w+)\*", RULINGS)


def named() -> set[str]:
    """The readings that docstrings name."""
    texts = [path.read_text() for path in CODE.rglob("*.py")]
    lines = [line for text in texts for line in re.findall(r"Ruling:.*|\([JW]\d+\)", text)]
    return {number for line in lines for number in re.findall(r"\b[JW]\d+\b", line)}


def test_each_reading_of_the_code_stands_in_the_notes() -> None:
    assert len(named()) >= 18
    assert named() <= {number for number, _ in NUMBERS}


def test_each_is_given_once_and_says_what_it_stands_on() -> None:
    numbers = [number for number, _ in NUMBERS]
    assert len(set(numbers)) == len(numbers)
    assert {on for _, on in NUMBERS} <= {"text", "reading", "house"}
