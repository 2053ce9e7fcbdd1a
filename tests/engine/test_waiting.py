"""The lines that wait, as entries tell of them."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.engine.log.cause import Cause, CauseKind
from pbem.engine.log.changes import KEPT
from pbem.engine.log.entry import Entry, EntryKind
from pbem.engine.log.waiting import BRANCH_TAKEN, BRANCHED, STOPPED, WAITING, WAITING_STOPPED, WaitingBook
from pbem.engine.refusal import WaitingLine

RED, BLUE = "red", "blue"
TAX, MARCH = WaitingLine("tax", "card 1"), WaitingLine("march ely", "card 2")


def entry(number: int, answer: Any, key: str = WAITING, *, note: str = "", cause: Cause | None = None) -> Entry:
    """An entry about the lines of red."""
    return Entry(number, EntryKind.WAITING, RED, key, "march ely", answer, "", "", note, cause)


def test_an_entry_tells_what_waits_after_it() -> None:
    book = WaitingBook()
    assert book.take(entry(1, book.change(RED, [TAX, MARCH]))) is None
    assert book.take(entry(2, book.change(RED, [MARCH]))) is None
    assert book.of == {RED: [MARCH]}
    with pytest.raises(ValueError, match="there are no lines 0 to 5 of 1 that wait"):
        book.take(entry(3, {"now": [[0, 5]]}))
    assert book.of == {RED: [MARCH]}


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (
            entry(2, {KEPT: {"now": [[0, 1]]}, "dropped": ["done"]}, STOPPED, note="no such place"),
            (WAITING_STOPPED, {"line": "march ely", "problem": "no such place", "dropped": ["done"]}),
        ),
        (entry(2, {"now": [[0, 1]]}, BRANCHED, note="parley failed"), (BRANCH_TAKEN, {"told": "parley failed"})),
        (
            entry(2, [TAX.as_json()], note="of an older log"),
            (WAITING_STOPPED, {"line": "march ely", "problem": "of an older log", "dropped": ["tax", "march ely"]}),
        ),
    ],
    ids=["given up", "a branch", "an older log"],
)
def test_the_owner_is_told_of_lines_that_are_given_up_and_of_branches(given: Entry, told: object) -> None:
    book = WaitingBook()
    book.take(entry(1, book.change(RED, [TAX, MARCH])))
    assert book.take(given) == told
    assert book.of == {RED: [TAX]}


def test_a_line_is_of_the_entry_that_kept_it_first() -> None:
    book = WaitingBook()
    book.take(entry(1, book.change(RED, [TAX])))
    book.take(entry(2, book.change(RED, [TAX, MARCH])))
    assert (book.cause(RED, TAX).entry, book.cause(RED, MARCH).entry) == (1, 2)
    book.take(entry(3, book.change(RED, [])))
    book.take(entry(4, book.change(RED, [TAX]), cause=Cause(CauseKind.ASIDE)))
    assert book.cause(RED, TAX).entry == 1
    book.take(entry(5, book.change(RED, [])))
    book.take(entry(6, book.change(RED, [TAX])))
    assert book.cause(RED, TAX).entry == 6
    assert book.cause(BLUE, TAX).entry == 0


def test_the_first_line_is_carried_out_and_one_that_is_repeated_goes_on_counting() -> None:
    book = WaitingBook({RED: [WaitingLine("tax", most=2), MARCH]})
    book.carry_out_first(RED)
    assert book.of[RED] == [WaitingLine("tax", most=2, made=1), MARCH]
    book.of[RED] = [MARCH]
    book.carry_out_first(RED)
    book.carry_out_first(RED)
    assert book.of[RED] == []


def test_a_copy_goes_on_by_itself() -> None:
    book = WaitingBook({RED: [TAX]})
    other = book.copy()
    other.take(entry(1, [MARCH.as_json()]))
    other.of[BLUE] = [TAX]
    assert (book.of, book.kept_by) == ({RED: [TAX]}, {})
    other.forget_all()
    assert other.of == {}
