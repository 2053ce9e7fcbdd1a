"""Lines that came to nothing and are more than an answer says back: counted, and named by number."""

from __future__ import annotations

import pytest

from pbem.render.omitted_lines import MAX_CHARACTERS, MAX_LINES, bounded
from pbem.render.report import Outcome, ReceiptLine


def line(number: int, text: str = "march", outcome: Outcome = Outcome.REFUSED) -> ReceiptLine:
    return ReceiptLine(number, text, outcome)


LONG = "x" * MAX_CHARACTERS


@pytest.mark.parametrize(
    ("lines", "ranges"),
    [
        ([line(n) for n in range(1, MAX_LINES + 1)], ""),
        ([line(n) for n in range(1, MAX_LINES + 2)], ""),
        ([line(n) for n in range(1, MAX_LINES + 3)], f"{MAX_LINES + 1}-{MAX_LINES + 2}"),
        ([line(n, outcome=Outcome.DONE) for n in range(1, 501)], ""),
        ([line(1, LONG), line(2), line(3), line(4, outcome=Outcome.DONE), line(5)], "2-3, 5"),
        ([line(1), line(2, LONG), line(3), line(3), line(7)], "2-3, 7"),
    ],
)
def test_what_is_not_told_is_counted(lines: list[ReceiptLine], ranges: str) -> None:
    told, untold = bounded(lines, lambda each: each.outcome is not Outcome.DONE)
    assert untold.ranges == ranges
    assert len(told) + untold.count == len(lines)
    assert [each for each in lines if each.number not in untold.numbers] == list(told)
