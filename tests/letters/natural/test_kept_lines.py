"""What waits for a segment to come stays, whatever words the open question is answered with."""

from __future__ import annotations

import pytest

from pbem.moderator.playing.order_lines import carry_out_lines
from pbem.moderator.reading.line_kinds import Sorter
from tests.letters.natural.position import position

KEPT = ["march Edward IV York South Midlands", "march Scrope South Midlands"]


@pytest.mark.parametrize("line", ["go for Grey of Ruthin", "intrigue Grey of Ruthin"])
def test_an_answer_in_the_words_of_another_order_replaces_nothing(line: str) -> None:
    """"Go" is the word for a march, too, and marches wait for the campaigns."""
    table = position("warriors_of_england", "won_over").table.fork()
    (result,) = carry_out_lines(table, "york", Sorter(table, "york").letter(enumerate([line], 1)))
    assert (result.understood, result.notes.replaced) == ("intrigue Grey of Ruthin", ())
    assert [each.text for each in table.waiting["york"] if each.text in KEPT] == KEPT


def test_a_line_for_the_segment_comes_in_their_place() -> None:
    table = position("warriors_of_england", "won_over").table.fork()
    typed = ["go for Grey of Ruthin", "campaigns: march Scrope Northwest"]
    answer, march = carry_out_lines(table, "york", Sorter(table, "york").letter(enumerate(typed, 1)))
    assert (answer.understood, march.problem) == ("intrigue Grey of Ruthin", "")
    assert answer.notes.replaced == tuple(KEPT)  # the first line of an answer tells it for the letter
    assert [each.text for each in table.waiting["york"] if each.text.startswith("march")] == ["march Scrope Northwest"]
