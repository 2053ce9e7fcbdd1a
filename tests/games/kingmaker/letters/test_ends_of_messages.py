"""A line "end" below a message: it ends that, or nobody knows, and nothing is carried out."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.games.kingmaker.components.ids import Phase
from pbem.games.kingmaker.components.state import State
from tests.games.kingmaker.by_letter import of, three, written
from tests.games.kingmaker.scene import put

QUOTE = "> Round 2, Movement phase. It is Red's turn.\n"
PASTED = (
    "  Neville (Earl of Warwick), 60 men, in the field at York: Landsknechts 1\n  Cromwell, 10 men, in the field at York\n"
)
FORM = "--- orders ---\nmove Neville Lincoln field\n--- end of orders ---\n"


def position() -> State:
    """Neville and Cromwell of Red at York, with nothing that holds them."""
    s = three()
    put(s, "red", "field:york_area", "neville", "landsknechts_1")
    put(s, "red", "field:york_area", "cromwell")
    put(s, "green", "field:london_area", "pole")
    return s


def stands(folder: Path, letter: str) -> tuple[bool, str, str]:
    """Whether a letter of Red's has changed nothing, and what Red and Blue are sent."""
    talk = written(folder, position)
    mails = talk.write("red", letter)
    s: State = talk.table().state
    moved = s.phase is not Phase.MOVEMENT or s.active != "red" or s.nobles["neville"].at != "field:york_area"
    return not moved, of("red", mails), of("blue", mails)


@pytest.mark.parametrize("between", [QUOTE, PASTED, "and what do you think?\n", "\n"])
def test_an_end_below_a_message_on_one_line_is_asked_about_where_no_order_stands_between(
    tmp_path: Path, between: str
) -> None:
    same, answer, message = stands(tmp_path, f"tell Beth: look at this\n{between}end\n")
    assert same
    assert ("| look at this" in message) is not between.startswith("and")  # that can be its rest
    assert "end: it can end the message above it, or be an order" in answer


def test_an_end_below_an_order_ends_no_turn(tmp_path: Path) -> None:
    """What cannot be taken back needs its own word."""
    _, answer, _ = stands(tmp_path, f"tell Beth: look at this\n{QUOTE}move Neville Lincoln field\nend\n")
    assert "end -> done" not in answer


@pytest.mark.parametrize("end", ["end", "Ende."])
def test_what_is_pasted_without_a_mark_is_part_of_the_message(tmp_path: Path, end: str) -> None:
    same, answer, message = stands(tmp_path, f"tell Beth\nlook:\n{PASTED}what now?\n{end}\n")
    assert same
    assert "| Cromwell, 10 men, in the field at York | what now?" in message
    assert "sent to Blue, at once, 24 words" in answer
    assert "there was no line" not in answer


@pytest.mark.parametrize(
    "letter",
    [
        f"tell Beth\nmy plan:\n{FORM}end\n",
        f"tell Beth: my plan\n{FORM}end\n",
        f"tell Beth\nmy plan:\n{''.join(f'> {line}' for line in PASTED.splitlines(keepends=True))}what now?\nend\n",
        f"tell Beth\nmy plan:\n-- \nAnna\n{PASTED}\nend\n",
    ],
)
def test_where_a_form_or_a_quote_stands_in_it_a_message_is_not_sent_and_nothing_is_done(tmp_path: Path, letter: str) -> None:
    same, answer, message = stands(tmp_path, letter)
    assert same
    assert "my plan" not in message
    assert 'it is not sent, and nothing down to the line "end" is carried out' in answer


def test_an_end_belongs_to_the_message_that_began_last(tmp_path: Path) -> None:
    letter = f"tell Carl\nhello\n{QUOTE}tell Beth\nlook at this\nend\nmove Neville Lincoln field\n"
    same, answer, message = stands(tmp_path, letter)
    assert not same
    assert "| look at this" in message
    assert "sent to Green" in answer
