"""Causes of entries: their size, their form in the log, and how lines are named."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.engine.log.cause import Cause, CauseKind, line_names, lines_told, of_line, told_lines


@pytest.mark.parametrize("typed", ["march ely", "x" * 2_000, "ä" * 2_000, "\x00\u2028" * 2_000])
def test_a_cause_is_one_short_text(typed: str) -> None:
    cause = of_line("500.500", typed, typed)
    told = json.dumps(cause.as_json(), ensure_ascii=False)
    assert sum(map(len, [cause.line, cause.typed, cause.standard])) <= 1_000
    assert told.isprintable()
    assert Cause.from_json(json.loads(told)) == cause


def test_what_there_is_not_stands_not_in_the_log() -> None:
    assert Cause(CauseKind.CLOCK).as_json() == {"kind": "clock"}
    assert Cause.from_json(None) is None


@given(st.lists(st.integers(1, 60), max_size=80), st.data())
def test_the_lines_that_a_receipt_names_are_found_again(numbers: list[int], data: st.DataObject) -> None:
    names = line_names(sorted(numbers))
    assert len(set(names)) == len(names)
    chosen = [name for name in names if data.draw(st.booleans())]
    told = told_lines(chosen)
    assert len(told) <= 900
    assert lines_told(told) == (frozenset(chosen) if told else {""})


@pytest.mark.parametrize(
    ("told", "lines"),
    [
        ("1-3, 3.2, 5", {"1", "2", "3", "3.2", "5"}),
        ("0-99999", {"0-99999"}),
        ("3-1", {"3-1"}),
        (", , -", {"", "-"}),
        ("\u0663-\u0665", {"\u0663-\u0665"}),
    ],
)
def test_what_names_no_lines_names_none_that_there_are(told: str, lines: set[str]) -> None:
    assert lines_told(told) == lines


def test_lines_that_would_be_too_many_to_name_are_not_named() -> None:
    assert told_lines(map(str, range(1, 1_000, 2))) == ""
    assert told_lines(map(str, range(1, 501))) == "1-500"
