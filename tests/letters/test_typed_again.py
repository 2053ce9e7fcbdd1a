"""A player who types what our report gives as an example, or has in its form, has typed it: it is read, line by line."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbem.games import GAMES
from pbem.mail.typed.orders import LineSigns, read_orders
from pbem.mail.typed.sent import Sent, sent_of
from pbem.moderator.reading.line_tests import prefixes_of_games
from tests.letters.corpus import report_names, report_raw

SIGNS = LineSigns(prefixes_of_games(GAMES).exact)
SHIFTS = range(8)
"""Letters in front of our report: what is found of it must not depend on where in it something stands."""


def shifted(sent: Sent, letters: int) -> Sent:
    """The report, as if the name of its game were longer."""
    return replace(sent, text="x" * letters + "\n" + sent.text)


@pytest.mark.parametrize("letters", SHIFTS)
@pytest.mark.parametrize("name", report_names())
def test_the_lines_of_the_form_typed_without_it_are_read(name: str, letters: int) -> None:
    report = shifted(sent_of(report_raw(name)), letters)
    typed = list(report.orders)
    assert [line.text for line in read_orders("\n".join(typed), [report], SIGNS).lines] == typed
    assert [[line.text for line in read_orders(each, [report], SIGNS).lines] for each in typed] == [[each] for each in typed]


EXAMPLES = """You may write: give Culverins and Falconets (y1) Richard III
or: give Culverins and Falconets (y2) Northumberland
or: give Final Charge (y32) Richard III
"""


@pytest.mark.parametrize("letters", SHIFTS)
def test_one_of_several_examples_typed_is_read(letters: int) -> None:
    report = shifted(Sent(EXAMPLES), letters)
    for line in EXAMPLES.splitlines():
        typed = line.partition(": ")[2]
        assert [order.text for order in read_orders(typed, [report], SIGNS).lines] == [typed]


ECHO = """== Your letter ==

  1 ok tell blue: Hi Bob, shall we swap the town of Leicester for
        Shrewsbury soon, or no more of it? -> sent to Blue, at once
"""


@pytest.mark.parametrize("letters", SHIFTS)
def test_a_line_that_ends_otherwise_than_one_over_two_lines_of_ours_is_read(letters: int) -> None:
    typed = ["tell blue: Hi Bob, shall we swap the town of Leicester for Shrewsbury in round 3?", "march York"]
    found = read_orders("\n".join(typed), [shifted(Sent(ECHO), letters)], SIGNS)
    assert [line.text for line in found.lines] == typed


PREVIEWED = """Not sent:
    tell yellow: Last chance, Dan: Edward to me or we fight.   (a preview
      sends nothing: write the message in a letter without it)
"""


@pytest.mark.parametrize("letters", SHIFTS)
@pytest.mark.parametrize("below", ["accept 1", "apologise", "march York", "a"])
def test_a_line_that_was_previewed_is_read_whatever_stands_below_it(letters: int, below: str) -> None:
    """What stands behind it in our mail can begin as the next line does."""
    typed = ["tell yellow: Last chance, Dan: Edward to me or we fight.", below]
    found = read_orders("\n".join(typed), [shifted(Sent(PREVIEWED), letters)], SIGNS)
    assert [line.text for line in found.lines] == typed
