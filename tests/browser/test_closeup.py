"""The two pictures of the map in a letter: on a phone the closeup and the whole map below it, on a desk the map alone."""

from __future__ import annotations

import re
from typing import Any

import pytest

from pbem.render.picture.canvas import style
from pbem.render.picture.closeup.frame import WIDTH
from tests.browser.chromium import Sheet
from tests.support.specimens import letter

NARROW, PHONE, DESK = 360, 400, 1280
SMALLEST = 10
"""Of the letters of a picture on a phone, in CSS pixels."""
LEAST_ON_DESK = 700
"""The width of the whole map there, in CSS pixels."""
LETTERS = (
    "report",
    "levy",
    "battle",
    "warriors report",
    "warriors battle",
    "warriors draw",
    "observer",
    "warriors observer",
)
WITHOUT_CSS = re.compile(r' style="[^"]*"')
MARKED_UP = re.compile(r"<!--.*?-->", re.DOTALL)


def pictures(sheet: Sheet, html: str, width: int) -> dict[str, dict[str, Any]]:
    """The boxes of the map and its closeup on a page so wide, in CSS pixels."""
    sheet.show(html, width, "light")
    boxes = sheet.page.locator("img").evaluate_all(
        "all => all.map(each => ({alt: each.alt, ...each.getBoundingClientRect().toJSON()}))"
    )
    kinds = {"Map of": "map", "Closeup of": "closeup"}
    return {kind: box for start, kind in kinds.items() for box in boxes if box["alt"].startswith(start)}


@pytest.mark.parametrize("name", LETTERS)
@pytest.mark.parametrize("width", [NARROW, PHONE])
def test_on_a_phone_the_closeup_comes_first_and_can_be_read(sheet: Sheet, name: str, width: int) -> None:
    shown = pictures(sheet, letter(name).content.page, width)
    closeup, map_ = shown["closeup"], shown["map"]
    assert style.SMALL_SIZE * closeup["width"] / WIDTH >= SMALLEST
    assert closeup["bottom"] <= map_["top"]
    assert map_["width"] > 0
    assert closeup["right"] <= width


@pytest.mark.parametrize("name", LETTERS)
def test_on_a_desk_the_whole_map_is_shown_alone(sheet: Sheet, name: str) -> None:
    shown = pictures(sheet, letter(name).content.page, DESK)
    assert shown["map"]["width"] > LEAST_ON_DESK
    assert (shown["closeup"]["width"], shown["closeup"]["height"]) == (0, 0)


def test_without_css_and_comments_both_are_shown_the_closeup_first(sheet: Sheet) -> None:
    bare = MARKED_UP.sub("", WITHOUT_CSS.sub("", letter("report").content.page))
    shown = pictures(sheet, bare, DESK)
    assert shown["closeup"]["width"] == 440
    assert shown["map"]["width"] == 736
    assert shown["closeup"]["bottom"] <= shown["map"]["top"]


def test_outlook_is_given_the_map_alone() -> None:
    page = letter("report").content.html
    for_outlook = re.sub(r"<!--\[if !mso\]><!-->.*?<!--<!\[endif\]-->", "", page, flags=re.DOTALL)
    assert 'alt="Closeup of' in page
    assert 'alt="Closeup of' not in for_outlook
    assert 'alt="Map of' in for_outlook


def test_a_letter_asking_for_the_map_is_answered_with_both(sheet: Sheet) -> None:
    assert set(pictures(sheet, letter("warriors questions").content.page, PHONE)) == {"closeup", "map"}
