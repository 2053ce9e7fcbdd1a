"""The drawing itself: all that is in the picture, nothing else, the same every time, legible."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace
from hashlib import sha256
from io import BytesIO
from xml.etree import ElementTree

import pytest
from PIL import Image

from pbem.engine.picture import Picture
from pbem.render.picture import style
from pbem.render.picture.alt import MOST
from pbem.render.picture.draw import alt_text, draw, draw_svg, forget
from pbem.render.picture.raster import to_png
from pbem.render.picture.style import contrast
from tests.render.picture.pictures import PICTURES

READABLE = 4.5
"""WCAG 2.2 AA for writing of any size."""
TELLS_APART = 3.0
"""The same for what is no writing."""
ANOTHER_RUN = """
from hashlib import sha256
from pbem.render.picture.draw import draw
from tests.render.picture.pictures import PICTURES
print(sha256(draw(PICTURES["a campaign"]())).hexdigest())
"""


@pytest.fixture(params=list(PICTURES))
def picture(request: pytest.FixtureRequest) -> Picture:
    return PICTURES[request.param]()


def words_of(svg: str) -> list[str]:
    found = ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")  # noqa: S314 - our own drawing
    return [each.text or "" for each in found]


def test_all_that_is_in_the_picture_is_written(picture: Picture) -> None:
    words = words_of(draw_svg(picture))
    named = [each.name for group in (picture.places, picture.havens, picture.waters, picture.pieces) for each in group]
    noted = [note.text for place in picture.places for note in (*place.homes, *place.waiting)]
    standing = [stander.name for year in picture.years for period in year.periods for stander in period.standers]
    for name in [*named, *noted, *standing]:
        assert words.count(name) >= [*named, *noted, *standing].count(name), name


def test_the_drawing_needs_nothing_from_elsewhere(picture: Picture) -> None:
    svg = draw_svg(picture)
    assert set(re.findall(r"https?://[^\"]*", svg)) == {"http://www.w3.org/2000/svg"}
    assert not re.search(r"href|url\(|<image|<script|<style|<foreignObject", svg)


def test_the_png_is_small_and_shows_the_whole_drawing(picture: Picture) -> None:
    png = draw(picture)
    with Image.open(BytesIO(png)) as image:
        assert (image.format, image.width) == ("PNG", style.PIXELS)
        height = float(ElementTree.fromstring(draw_svg(picture)).attrib["height"])  # noqa: S314
        assert image.height == pytest.approx(height * style.PIXELS / style.WIDTH, abs=1)
    assert len(png) < 160_000


def test_the_same_picture_gives_the_same_bytes() -> None:
    """Also in another process, where hashes of strings differ, and without what this one has kept."""
    done = subprocess.run([sys.executable, "-c", ANOTHER_RUN], capture_output=True, text=True, check=True)  # noqa: S603
    forget()
    assert sha256(draw(PICTURES["a campaign"]())).hexdigest() == done.stdout.strip()


def test_what_moved_and_where_they_fought_can_be_seen() -> None:
    shown = PICTURES["a campaign"]()
    still = replace(shown, arrows=(), places=tuple(replace(place, battle=False) for place in shown.places))
    assert len(shown.arrows) == 11
    assert draw(shown) != draw(still)
    assert draw_svg(shown).count(f'fill="{style.BATTLE}"') == draw_svg(still).count(f'fill="{style.BATTLE}"') + 1


def test_names_are_data() -> None:
    shown = PICTURES["Ia"]()
    odd = '<b>"Jack" & Jill</b>\x0b'
    svg = draw_svg(replace(shown, pieces=tuple(replace(piece, name=odd) for piece in shown.pieces)))
    assert words_of(svg).count('<b>"Jack" & Jill</b>') == len(shown.pieces)
    assert to_png(svg)


def test_without_a_coast_there_is_still_a_map() -> None:
    shown = PICTURES["Ia"]()
    assert "York" in words_of(draw_svg(replace(shown, coasts=())))


# Colours


@pytest.mark.parametrize(("ink", "ground"), [(ink, ground) for ink, grounds in style.READ_ON for ground in grounds])
def test_writing_can_be_read(ink: str, ground: str) -> None:
    assert contrast(ink, ground) >= READABLE


def test_no_writing_has_a_colour_that_is_not_looked_after(picture: Picture) -> None:
    found = ElementTree.fromstring(draw_svg(picture)).iter("{http://www.w3.org/2000/svg}text")  # noqa: S314
    assert {each.attrib["fill"] for each in found} <= {ink for ink, _ in style.READ_ON}


def test_signs_stand_out_from_the_ground_and_from_each_other() -> None:
    york, lancaster = style.LIVERIES
    for ground in (style.LAND, style.SEA, style.PAPER):
        for colour in (york.fill, lancaster.fill, style.INK, style.CASING, style.ROAD):
            assert contrast(colour, ground) >= TELLS_APART, (colour, ground)


@pytest.mark.parametrize("weights", [(0.11, 0.9, -0.01), (0.3, 0.59, 0.11)], ids=["without red", "without colour"])
def test_the_sides_differ_without_red_and_green(weights: tuple[float, float, float]) -> None:
    """Seen by somebody without the red cones, roughly, and in grey, they differ in lightness; in shape they do anyhow."""
    shades = [
        sum(w * int(side.fill[i : i + 2], 16) for w, i in zip(weights, (1, 3, 5), strict=True)) for side in style.LIVERIES
    ]
    blues = [int(side.fill[5:7], 16) for side in style.LIVERIES]
    assert abs(shades[0] - shades[1]) > 4 or abs(blues[0] - blues[1]) > 80


def test_contrast_is_counted_as_wcag_counts_it() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


# In words


def test_the_picture_in_words_says_who_stands_where() -> None:
    assert alt_text(PICTURES["Ia"]()) == (
        "Map of Plantagenet Ia Henry VI: Turn 1, Levy (Jan-Mar 1459). Influence even. "
        "York: York 6 at Ely; March 4 at Ludlow. Lancaster: Henry VI 8, Somerset 4 at London."
    )


def test_the_picture_in_words_is_never_long(picture: Picture) -> None:
    many = replace(
        picture, pieces=tuple(replace(piece, name=f"{piece.name} of the long name") for piece in picture.pieces) * 3
    )
    for shown in (picture, many):
        assert len(alt_text(shown)) <= MOST
