"""The drawing itself: all that is in the picture, nothing else, the same every time, legible."""

from __future__ import annotations

import re
from dataclasses import replace
from io import BytesIO
from itertools import combinations
from xml.etree import ElementTree

import pytest
from PIL import Image

from pbem.engine.game.picture import Picture
from pbem.render.picture.alt import MAX_LENGTH
from pbem.render.picture.canvas import style
from pbem.render.picture.canvas.raster import to_png
from pbem.render.picture.canvas.style import contrast
from pbem.render.picture.draw import alt_text, draw, draw_svg, forget
from tests.render.picture.pictures import PICTURES

READABLE = 4.5
"""WCAG 2.2 AA for writing of any size."""
TELLS_APART = 3.0
"""The same for what is no writing."""


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
        height = float(ElementTree.fromstring(draw_svg(picture)).attrib["viewBox"].split()[3])  # noqa: S314
        assert image.height == pytest.approx(height * style.PIXELS / style.WIDTH, abs=1)
    assert len(png) < 160_000


def test_what_is_no_svg_is_an_error_that_can_be_caught() -> None:
    with pytest.raises(ValueError, match="no SVG"):
        to_png("nonsense")


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
    for ground in (style.LAND, style.SEA, style.PAPER):
        for colour in (*(livery.fill for livery in style.LIVERIES), style.INK, style.CASING, style.ROAD):
            assert contrast(colour, ground) >= TELLS_APART, (colour, ground)


COLOUR_BLIND = {
    "protanopia": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "deuteranopia": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "tritanopia": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}
"""How red, green and blue are seen without one kind of cones (Machado, Oliveira and Fernandes, 2009)."""


@pytest.mark.parametrize("sight", COLOUR_BLIND)
def test_the_colours_of_the_sides_differ_for_the_colour_blind(sight: str) -> None:
    """By their shapes and letters they differ anyhow."""
    york, lancaster = (_seen(livery.fill, sight) for livery in style.LIVERIES[:2])
    assert sum((one - other) ** 2 for one, other in zip(york, lancaster, strict=True)) ** 0.5 > 70


@pytest.mark.parametrize("sight", COLOUR_BLIND)
def test_no_two_of_five_colours_are_the_same_to_the_colour_blind(sight: str) -> None:
    seen = [_seen(livery.fill, sight) for livery in style.LIVERIES]
    apart = (sum((a - b) ** 2 for a, b in zip(*pair, strict=True)) ** 0.5 for pair in combinations(seen, 2))
    assert min(apart) > 35


def _seen(colour: str, sight: str) -> list[float]:
    channels = [int(colour[start : start + 2], 16) for start in (1, 3, 5)]
    return [sum(share * channel for share, channel in zip(row, channels, strict=True)) for row in COLOUR_BLIND[sight]]


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
        assert len(alt_text(shown)) <= MAX_LENGTH


def test_maps_of_many_games_are_drawn_once() -> None:
    """The reports of one game have the same map as before, whatever has been drawn for others meanwhile."""
    forget()
    maps = [replace(next(iter(PICTURES.values()))(), subtitle=f"game {number}") for number in range(12)]
    for _ in range(2):
        for each in maps:
            draw(each)
    assert draw.cache_info().misses == len(maps)
