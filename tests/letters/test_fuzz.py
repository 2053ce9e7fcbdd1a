"""Damaged letters break nothing; letters made to keep the reading of orders busy take no longer than they are long."""

from __future__ import annotations

import sys
from types import FrameType
from typing import Any

import pytest

from pbem.games import GAMES
from pbem.mail.typed import orders
from pbem.mail.typed.orders import LineSigns, read_orders
from pbem.mail.typed.sent import sent_of
from pbem.moderator.reading.line_tests import prefixes_of_games
from tests.letters.corpus import report_raw
from tests.letters.fuzz import fuzz

SENT = sent_of(report_raw("card"))
REPORT = SENT.text
LINES = REPORT.splitlines()
WORDS = prefixes_of_games(GAMES).exact
LONG_WORD = max(REPORT.split(), key=len)
SIZE = 16_000
CHUNK = 1000

HEAPS: dict[str, str] = {
    "thanks": "Thanks,\n",
    "quoted nothing": "> \n",
    "stars": "* * *\n",
    "form begins": "--- orders ---\n",
    "forms": "--- orders ---\nmarch ely\n--- end of orders ---\n",
    "form ends": "--- end of orders ---\n",
    "headings": "card 2:\n",
    "headings with orders": "card 2:\nmarch ely\n",
    "attributions": "On Monday X wrote:\n",
    "dated attributions": "On Monday 3 May 2024 at 10:12, a@x.org wrote:\n",
    "attributions and quotes": "On Monday 3 May 2024 at 10:12, a@x.org wrote:\n> a\n",
    "header blocks": "From: a\nSent: b\n",
    "header blocks with our Subject": f"From: a@x.org\nSent: 1.1.2024\n{SENT.facts[0]}\n\n",
    "header blocks and gaps": "From: a\nSent: 1.1.2024\n\n",
    "a word of ours": f"{LONG_WORD} ",
    "a word of ours a line": f"{LONG_WORD}\n",
    "a line of ours": f"{max(LINES, key=len)}\n",
    "our report": REPORT,
    "our report quoted": "".join(f"> {line}\n" for line in LINES),
    "every second line of ours": "".join(f"{line}\n" for line in LINES[::2]),
    "ours and theirs by turns": "".join(f"{line}\nmarch ely\n" for line in LINES),
    "our lines backwards": "".join(f"{line[::-1]}\n" for line in LINES),
    "our report upside down": "".join(f"{line}\n" for line in LINES[::-1]),
    "our form": "--- orders ---\n" + "\n".join(SENT.form) + "\n--- end of orders ---\n",
    "our form without its end": "--- orders ---\n" + "\n".join(SENT.form) + "\n",
    "rulers": "_" * 30 + "\n",
    "signatures": "-- \n",
    "disclaimers": "This message is confidential\n",
    "long orders": "march ely " * 8 + "\n",
    "bullets": "- - - march ely\n",
    "comments": "march ely # and so on\n",
    "one line": "x",
    "colons": ":",
    "blanks": " \n",
}
"""What stands in a letter over and over."""


@pytest.fixture
def without_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that what grows is looked through, and not only cut off."""
    monkeypatch.setattr(orders, "_MAX_TEXT_LENGTH", 10**9)
    monkeypatch.setattr(orders, "_MAX_LINES", 10**9)


def heap(name: str, size: int) -> str:
    """A text of about so many characters."""
    unit = HEAPS[name]
    return unit * max(1, round(size / len(unit)))


@pytest.mark.usefixtures("without_limits")
@pytest.mark.parametrize("name", HEAPS)
def test_twice_as_long_a_text_takes_no_four_times_the_work(name: str) -> None:
    small, large = heap(name, SIZE), heap(name, 2 * SIZE)
    growth = len(large) / len(small)
    assert work_of(large) < 1.25 * growth * work_of(small) + 2_000


def work_of(text: str) -> int:
    """How many functions the reading of a text calls."""
    count = 0

    def note(frame: FrameType, event: str, argument: Any) -> None:  # noqa: ARG001
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(note)
    try:
        read_orders(text, [SENT], LineSigns(WORDS))
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("name", HEAPS)
def test_the_longest_of_texts_is_read_to_the_limits(name: str) -> None:
    found = read_orders(heap(name, 300_000), [SENT], LineSigns(WORDS))
    assert len(found.lines) <= 5000
    assert len(found.left_out) <= 200
    assert all(line.text.strip() for line in found.lines)


@pytest.mark.long
@pytest.mark.parametrize("chunk", range(3))
def test_no_damage_breaks_the_reading_of_an_answer(chunk: int) -> None:
    """`make fuzz-letters` reads many more."""
    figures = fuzz(range(chunk * CHUNK, (chunk + 1) * CHUNK))
    assert figures.faults == []
    assert figures.count == CHUNK
