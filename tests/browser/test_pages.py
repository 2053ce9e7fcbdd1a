"""Every kind of letter in a browser: accessible by WCAG 2 A and AA, in light and dark, on a desk and on a phone."""

from __future__ import annotations

import re
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT, AxeResults

from tests.browser.chromium import CANVAS, DESK, PHONE, SCHEMES, Scheme, Sheet
from tests.support.specimens import NAMES, letter

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]
MORE = ["heading-order", "empty-heading"]
RULES: dict[str, Any] = {"runOnly": TAGS, "rules": {rule: {"enabled": True} for rule in MORE}, "resultTypes": ["violations"]}
COLOURS = ["color-contrast", "link-in-text-block"]
"""The only rules whose answer a colour scheme changes. They take nine tenths of the time."""
OF_COLOURS = {"runOnly": {"type": "rule", "values": COLOURS}, "resultTypes": ["violations"]}
BUT_COLOURS = {**RULES, "rules": {**RULES["rules"], **{rule: {"enabled": False} for rule in COLOURS}}}
SHOWN: tuple[tuple[int, Scheme, dict[str, Any]], ...] = (
    (PHONE, "light", RULES),
    (PHONE, "dark", OF_COLOURS),
    (DESK, "light", BUT_COLOURS),
)
"""Each width and each scheme, with the rules that can find something new there: no colour hangs on a width."""
MOST_BYTES = 100_000
SMALLEST = 12
"""Of letters, in CSS pixels."""
WIDTH_WANTED = "document.documentElement.scrollWidth"
CUT_OFF = """[...document.querySelectorAll('body *')]
    .filter(each => each.clientWidth && each.scrollWidth > each.clientWidth + 1)
    .map(each => each.outerHTML.slice(0, 120))"""
TOO_SMALL = """least => [...document.querySelectorAll('body *')]
    .filter(each => [...each.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim()))
    .filter(each => parseFloat(getComputedStyle(each).fontSize) < least)
    .map(each => each.outerHTML.slice(0, 120))"""


def violations(sheet: Sheet, rules: dict[str, Any] = RULES) -> AxeResults:
    """What axe finds in a page as it is shown. Its script outlasts what the page shows: to read it anew takes longer than
    most of its rules.
    """
    sheet.page.add_style_tag(content=CANVAS)
    if not sheet.page.evaluate("'axe' in window"):
        sheet.page.evaluate(AXE_SCRIPT)
    return AxeResults(sheet.page.evaluate("rules => axe.run(rules)", rules))


@pytest.mark.parametrize("name", NAMES)
def test_it_is_accessible(sheet: Sheet, name: str) -> None:
    sheet.show(letter(name).content.page, PHONE, "light")
    sheet.unfold()
    for width, scheme, rules in SHOWN:
        sheet.turn(width, scheme)
        found = violations(sheet, rules)
        assert found.violations_count == 0, f"{width} {scheme}: {found.generate_report()}"


@pytest.mark.parametrize("name", NAMES)
def test_it_fits_a_phone_and_can_be_read_there(sheet: Sheet, name: str) -> None:
    sheet.show(letter(name).content.page, PHONE, "light")
    sheet.unfold()
    assert sheet.page.evaluate(WIDTH_WANTED) <= PHONE
    assert sheet.page.evaluate(CUT_OFF) == []
    assert sheet.page.evaluate(TOO_SMALL, SMALLEST) == []


@pytest.mark.parametrize("name", NAMES)
def test_it_is_small_and_fetches_and_runs_nothing(sheet: Sheet, name: str) -> None:
    assert len(letter(name).content.html.encode()) < MOST_BYTES
    sheet.show(letter(name).content.page, DESK, "light")
    assert sheet.page.locator("script, iframe, object, embed, link").count() == 0
    assert sheet.fetched == []
    drawn = sheet.page.locator("img").evaluate_all("all => all.map(each => each.naturalWidth > 0 && each.alt !== '')")
    assert drawn == [True] * len(letter(name).content.pictures)


@pytest.mark.parametrize("name", NAMES)
def test_what_is_shown_hangs_on_nothing_but_the_scheme_and_paper(name: str) -> None:
    page = letter(name).content.page
    assert set(re.findall(r"@(?:media|container|supports)([^{]*)", page)) <= {" (prefers-color-scheme: dark) ", " print "}


BAND = "getComputedStyle(document.querySelector('.band')).backgroundColor"
STYLED = re.compile(r"<style>.*?</style>", re.DOTALL)


@pytest.mark.parametrize("name", ["report", "battle", "opening", "warriors report"])
def test_a_program_that_drops_the_style_block_shows_the_same_page(sheet: Sheet, name: str) -> None:
    page = letter(name).content.page
    sheet.show(page, PHONE, "light")
    with_block = sheet.page.evaluate(BAND), sheet.page.evaluate(WIDTH_WANTED), sheet.page.locator("h1").bounding_box()
    assert STYLED.search(page)
    sheet.show(STYLED.sub("", page), PHONE, "light")
    without = sheet.page.evaluate(BAND), sheet.page.evaluate(WIDTH_WANTED), sheet.page.locator("h1").bounding_box()
    assert with_block == without
    assert without[0] not in ("rgba(0, 0, 0, 0)", "rgb(255, 255, 255)")


def test_on_paper_it_keeps_its_band_and_its_width(sheet: Sheet) -> None:
    sheet.show(letter("report").content.page, DESK, "light")
    on_screen = sheet.page.evaluate(BAND)
    sheet.page.emulate_media(media="print")
    try:
        assert sheet.page.evaluate(BAND) == on_screen
        assert sheet.page.evaluate("getComputedStyle(document.querySelector('.band')).printColorAdjust") == "exact"
        assert sheet.page.evaluate(WIDTH_WANTED) <= DESK
    finally:
        sheet.page.emulate_media(media="screen")


# What the checks find


def test_an_address_from_elsewhere_is_found(sheet: Sheet) -> None:
    sheet.show('<img src="https://example.org/seen.png" alt="seen">', DESK, "light")
    assert sheet.fetched == ["https://example.org/seen.png"]


def test_a_page_that_is_too_wide_is_found(sheet: Sheet) -> None:
    sheet.show(f"<p style='width:{PHONE + 1}px'>wide</p><div style='overflow-x:auto'>{'wide' * 90}</div>", PHONE, "light")
    assert sheet.page.evaluate(WIDTH_WANTED) > PHONE
    assert "overflow-x" in str(sheet.page.evaluate(CUT_OFF))


@pytest.mark.parametrize("scheme", SCHEMES)
def test_letters_that_are_too_pale_are_found(sheet: Sheet, scheme: Scheme) -> None:
    page = letter("opening").content.page.replace("<body style=", '<body style="color:#777777" data-was=')
    sheet.show(page, DESK, scheme)
    assert [violation["id"] for violation in violations(sheet).response["violations"]] == ["color-contrast"]
