"""Numbers are read in the digits 0 to 9, wherever anybody can write one."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

import pytest

from pbem.figures import is_number

ROOT = Path(__file__).parents[1]
ANY_DIGIT = re.compile(r"\.(?:isdigit|isdecimal|isnumeric)\b|str\.(?:isdigit|isdecimal|isnumeric)|(?<!\\W)\\d(?!eleted)")
EVIDENCE = "pbem/mail/typed/quoting.py"
"""Tells the lines in which programs of all languages announce a quote; it reads no number."""


def test_no_source_takes_other_characters_for_digits() -> None:
    sources = [path for path in (ROOT / "pbem").rglob("*.py") if path.relative_to(ROOT).as_posix() != EVIDENCE]
    assert [path.name for path in sources if ANY_DIGIT.search(path.read_text("utf-8"))] == []


@pytest.mark.parametrize("text", ["²", "٣", "③", "½", "", "-1", "1_0", " 1", "1" * 10, "Ⅳ"])
def test_what_is_no_number(text: str) -> None:
    assert not is_number(text)


def test_what_is_a_number_is_read_by_int() -> None:
    digits = [chr(number) for number in range(0x20000) if unicodedata.category(chr(number)) in ("Nd", "Nl", "No")]
    assert [digit for digit in digits if is_number(digit)] == list("0123456789")
    assert is_number("0123")
