"""Games begun before play on as they did: the same proofs, the same answers to the same letters, the same readings.

A difference is a change that players of a game under way see. README.md says what to do about one.
"""

from __future__ import annotations

import json
from itertools import chain
from pathlib import Path

import pytest

from tests.begun import record
from tests.begun.program import at_work

LEAST_GAMES, LEAST_LINES = 15, 540


@pytest.mark.parametrize("name", record.games())
def test_a_game_begun_before_is_answered_as_it_was(name: str, tmp_path: Path) -> None:
    """Taken in, it is proved; each line alone is read as before; each letter brings the same entries, and mails that say the
    same.
    """
    document = record.archive_of(name)
    with at_work(tmp_path / "begun.sqlite") as program:
        assert program.is_proved(document) == ""
        program.take_in(document)
        assert program.reruns().startswith("EXACT")
        program.new_mails()
        table = program.table()
        assert list(record.readings(table, record.lines_of(name))) == record.read(name, record.READINGS).splitlines()
        program.take_reports()
        assert record.answers_to_letters(program, name) == record.read(name, record.TOLD).splitlines()
        last = max(entry["number"] for entry in document["entries"])
        told = record.entries_in_words(program.entries(last))
        assert told.splitlines() == record.read(name, record.ENTRIES).splitlines()
        assert program.is_proved(program.export()) == ""


def test_the_net_is_as_wide_as_it_was_made() -> None:
    """Nobody has taken games or lines out of it."""
    names = record.games()
    lines = set(chain.from_iterable(map(record.lines_of, names)))
    assert len(names) >= LEAST_GAMES
    assert len(lines) >= LEAST_LINES
    readings = [json.loads(line) for name in names for line in record.read(name, record.READINGS).splitlines()]
    assert {each["line"] for each in readings} == lines
