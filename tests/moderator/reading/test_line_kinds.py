"""What each line of a letter is, and that it is told once."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from pbem.moderator.reading import line_kinds, line_tests
from pbem.moderator.reading.letter_lines import LetterLine, LetterLines, LineKind
from pbem.moderator.reading.letter_words import MENDING, SLIPS
from pbem.moderator.reading.line_kinds import Sorter, sort_orders
from tests.support.conversation import YORK_SETUP, Conversation

TABLE = {
    "give y32 richard": (LineKind.ORDER, ""),
    "giev y32 richard": (LineKind.ORDER, ""),
    "array left nobody at all": (LineKind.ORDER, ""),
    "help give": (LineKind.QUESTION, "help"),
    "stat": (LineKind.QUESTION, "status"),
    "map": (LineKind.QUESTION, "map"),
    "history 2": (LineKind.QUESTION, "history"),
    "resend": (LineKind.QUESTION, "resend"),
    "extend 24h": (LineKind.TIME, "extend"),
    "away tomorrow": (LineKind.TIME, "absent"),
    "zone Europe/Paris": (LineKind.TIME, "zone"),
    "mend slips": (LineKind.LETTER, SLIPS),
    "mned slips": (LineKind.LETTER, SLIPS),
    "ok": (LineKind.LETTER, "ok"),
    "Okay, thanks": (LineKind.LETTER, "ok"),
    "now please": (LineKind.LETTER, "now"),
    "again": (LineKind.LETTER, "again"),
    "Hi, a lovely day here in the garden": (LineKind.TALK, ""),
    "---": (LineKind.TALK, ""),
}


def sort(talk: Conversation, *lines: str) -> LetterLines:
    return Sorter(talk.table(), "york").letter(enumerate(lines, 1))


@pytest.mark.parametrize("line", TABLE)
def test_a_line_by_itself(talk: Conversation, line: str) -> None:
    found = sort(talk, line)
    assert [(each.number, each.typed, each.kind, each.word) for each in found.all] == [(1, line, *TABLE[line])]
    assert not found.previews


def test_a_line_of_several_parts_is_several_lines(talk: Conversation) -> None:
    found = sort(talk, "give y32 richard; help; extend 24h", "status").all
    assert [(each.number, each.kind, each.text) for each in found] == [
        (1, LineKind.ORDER, "give y32 richard"),
        (1, LineKind.QUESTION, "help"),
        (1, LineKind.TIME, "extend 24h"),
        (2, LineKind.QUESTION, "status"),
    ]


def test_words_of_the_whole_letter_and_talk_are_not_answered_one_by_one(talk: Conversation) -> None:
    found = sort(talk, "Hi, what a lovely day it is", "now", MENDING, "status", "give y32 richard")
    assert found.letter_words == {"now", SLIPS}
    assert [each.typed for each in found.acted_on] == [MENDING, "status", "give y32 richard"]


def test_a_letter_that_allows_it_is_read_mended_and_keeps_what_was_typed(talk: Conversation) -> None:
    slipped, right = "standnig flee none", "standing flee none"
    assert sort_orders(talk.table(), "york", [(1, slipped)]).all == (
        LetterLine(1, slipped, slipped, LineKind.ORDER, in_prose=True),
    )
    found = sort_orders(talk.table(), "york", [(1, slipped), (2, MENDING)])
    assert found.mends
    assert found.all == (
        LetterLine(1, slipped, right, LineKind.ORDER, in_prose=True),
        LetterLine(2, MENDING, MENDING, LineKind.LETTER, SLIPS),
    )


def test_what_stands_behind_preview_is_an_order_even_if_it_looks_like_a_question(talk: Conversation) -> None:
    found = sort(talk, "preview", "preview: help", "status", "preview extend 24h")
    assert found.previews
    assert [(each.text, each.kind, each.word) for each in found.all] == [
        ("", LineKind.LETTER, "preview"),
        ("help", LineKind.ORDER, ""),
        ("status", LineKind.QUESTION, "status"),
        ("extend 24h", LineKind.TIME, "extend"),
    ]
    assert "" not in [each.text for each in found.acted_on]


def test_preview_within_a_line_makes_no_preview_of_the_letter(talk: Conversation) -> None:
    found = sort(talk, "give y32 richard; preview")
    assert not found.previews
    assert [each.text for each in found.acted_on] == ["give y32 richard", "preview"]


@pytest.mark.parametrize("lead", ["", f"{MENDING}\n", "preview\n"])
def test_each_line_of_a_letter_is_told_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lead: str) -> None:
    talk = Conversation(tmp_path)
    told: Counter[str] = Counter()

    def counted(words: line_tests.LineWords, text: str, whole: Any = line_kinds.kind_of) -> Any:
        told[text] += 1
        return whole(words, text)

    monkeypatch.setattr(line_kinds, "kind_of", counted)
    talk.write("york", f"{lead}{YORK_SETUP}status\nhelp give\nextend 24h\nHi, what a lovely day it is\n")
    lines = ["give y32 richard", "give y36 norfolk", "give y1 northumberland", "give y2 norfolk"]
    lines += ["array left norfolk, centre richard, right northumberland", "status", "help give", "extend 24h"]
    lines += ["what a lovely day it is"]  # behind the greeting
    assert told == Counter(lines)
    talk.db.close()
