"""What an entry changes of lines that wait and answers begun: the change alone, whole again, older forms beside it."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.engine.log.changes import (
    MAX_AHEAD,
    addition_of,
    change_of,
    draft_after,
    lines_after,
    note_said,
    whole_log,
    with_said,
)
from pbem.engine.log.entry import Entry, EntryKind
from pbem.engine.refusal import WaitingLine
from pbem.i18n import Text

LINES = st.lists(st.tuples(st.sampled_from("abcdef"), st.sampled_from(["", "levy"])).map(lambda told: WaitingLine(*told)))
DRAFTS = st.dictionaries(st.sampled_from("abcd"), st.sampled_from("xy"), max_size=4)


def waiting(number: int, told: object, kind: EntryKind = EntryKind.WAITING) -> Entry:
    return Entry(number, kind, "york", "waiting", "york", told, "")


@given(LINES, LINES)
def test_a_change_leads_to_the_lines_it_was_made_of(before: list[WaitingLine], after: list[WaitingLine]) -> None:
    assert lines_after(before, json.loads(json.dumps(change_of(before, after)))) == after


@given(DRAFTS, DRAFTS)
def test_an_addition_leads_to_the_draft_it_was_made_of(before: dict[str, str], after: dict[str, str]) -> None:
    assert list(draft_after(before, addition_of(before, after)).items()) == list(after.items())


def test_a_line_more_takes_as_many_bytes_whatever_waits() -> None:
    lines = [WaitingLine(f"parley place {number}", "the Levy of Turn 1") for number in range(100, 100 + MAX_AHEAD)]
    sizes = [len(json.dumps(change_of(lines[:n], lines[: n + 1]))) for n in (10, MAX_AHEAD - 1)]
    assert max(sizes) - min(sizes) < 5


def test_lines_of_an_older_log_are_written_anew() -> None:
    """There a line was taken off the others before it was carried out; it is not any more."""
    before = lines_after([], [["march ely", "card 1"], "done"])
    assert [line.taken for line in before] == [True, True]
    after = lines_after(before, change_of(before, before))
    assert after == [line._replace(taken=False) for line in before]


@pytest.mark.parametrize("told", [{"now": [[0, 3]]}, {"now": [[1, 1]]}, {"now": [[-1, 1]]}, {"now": [[0, 2]] * MAX_AHEAD}])
def test_a_change_of_lines_that_are_not_there_or_too_many_is_refused(told: object) -> None:
    with pytest.raises(ValueError, match="wait"):
        lines_after([WaitingLine("a"), WaitingLine("b")], told)


def test_a_log_is_made_whole_across_what_was_taken_back() -> None:
    log = [
        waiting(1, [{"line": "a"}]),
        waiting(2, {"now": [[0, 1], {"line": "b"}]}),
        waiting(3, {"now": [[1, 2]]}),
        waiting(4, {"now": [{"line": "c"}, [0, 1]]}),  # behind the strike of 2 and 3
        waiting(5, None, EntryKind.WAITED),
        waiting(6, {"now": [[0, 1], {"line": "d"}]}),
        waiting(7, {"now": [[7, 9]]}),  # says nothing that can be
    ]
    told = [entry.answer for entry in whole_log(log, [(2, 3)])]
    texts = [[line["line"] for line in answer] if isinstance(answer, list) else answer for answer in told]
    assert texts == [["a"], ["a", "b"], ["b"], ["c", "a"], None, ["a", "d"], {"now": [[7, 9]]}]


WHY = Text("it was for {segment}", segment=Text("the Levy of Turn {turn}", turn=3))


def noted(answer: object, note: str) -> str:
    """The note of an entry that has gone through the database."""
    return note_said(
        Entry(1, EntryKind.WAITING, "york", "stopped", "york", json.loads(json.dumps(answer)), "", note=str(note))
    )


def test_a_note_that_was_a_text_is_one_again() -> None:
    read = noted(with_said({"kept": []}, WHY), WHY)
    assert read == WHY
    assert isinstance(read, Text)
    assert (read.template, read.fields["segment"].fields) == (WHY.template, {"turn": 3})


@pytest.mark.parametrize(
    "said",
    [
        ["it was for {segment.said.__globals__}", {"segment": ["x"]}],
        ["it was for {segment}", {}],
        ["it was for {segment}", {"segment": "another"}],
        ["it was for {segment}"],
        "it was for",
        {"a": 1},
        7,
    ],
)
def test_a_note_of_another_form_stays_plain(said: object) -> None:
    assert type(noted({"kept": [], "said": said}, "it was for nothing")) is str


def test_an_older_entry_has_a_plain_note() -> None:
    assert type(noted({"kept": []}, WHY)) is str
    assert type(noted([], WHY)) is str
