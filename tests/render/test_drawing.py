"""Boxes and filters: the small pieces that letters are made of."""

import pytest

from pbem.render.templates.filters import (
    boxes,
    dice,
    entire,
    fill,
    headings,
    listing,
    paragraphs,
    plural,
    quoted,
    row,
    sentence,
    span,
    written,
)


def test_boxes_stand_side_by_side_and_are_as_high_as_the_highest() -> None:
    assert boxes(["A\nlonger text", "B"], 12).splitlines() == [
        "+----------+  +----------+",
        "| A        |  | B        |",
        "| longer   |  |          |",
        "|   text   |  |          |",
        "+----------+  +----------+",
    ]


def test_an_empty_cell_leaves_its_place_free() -> None:
    assert boxes(["", "B"], 6).splitlines() == ["        +----+", "        | B  |", "        +----+"]
    assert boxes([], 6) == ""


def test_headings_stand_above_the_middle_of_boxes() -> None:
    assert headings(["A", "B"], 5) == "  A      B"


def test_a_row_keeps_its_figures_aligned() -> None:
    assert row("Militia", 2, "-") == "Militia       2    -"
    assert row("Vassal Thomas Stanley", 1, 0).splitlines() == ["Vassal", "Thomas", "Stanley       1    0"]


def test_a_paragraph_is_filled_but_no_word_is_cut() -> None:
    long = "x" * 90
    assert fill(f"a {long}", "  ", "    ") == f"  a\n    {long}"
    assert paragraphs("a\nb\n\n\n c \n") == ["a b", "c"]


def test_what_somebody_wrote_is_shown_on_one_line() -> None:
    assert quoted(" a\tb\x07c ") == "a b c"
    assert quoted("x" * 301) == "x" * 300 + " [...]"
    assert entire(" a\x07c " + "x" * 1000) == "a c " + "x" * 1000


@pytest.mark.parametrize(("top", "text"), [(0, "nothing"), (1, "1"), (4, "1-4")])
def test_a_range_of_faces(top: int, text: str) -> None:
    assert span(top) == text


def test_words() -> None:
    assert written("richard_duke") == "Richard Duke"
    assert sentence("left") == "Left"
    assert [listing(names) for names in (["A"], ["A", "B"], ["A", "B", "C"])] == ["A", "A and B", "A, B and C"]
    assert [plural(1, "Hit"), plural(0, "Hit"), plural(2, "reply", "replies")] == ["1 Hit", "0 Hits", "2 replies"]


def test_dice_are_drawn_and_the_rest_is_escaped() -> None:
    assert str(dice("<[4]> [7]")).count("<b ") == 1
    assert str(dice("<[4]> [7]")).startswith("&lt;<b ")
