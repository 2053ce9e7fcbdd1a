"""The PNG pasted from parts: it looks like the drawing, and is the same whatever was drawn before, and for whom."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from hashlib import sha256
from io import BytesIO
from xml.etree import ElementTree

import pytest
from PIL import Image, ImageChops, ImageColor

from pbem.engine.game.picture import Picture
from pbem.render.picture.canvas import style, svg
from pbem.render.picture.canvas.geometry import Box, Point
from pbem.render.picture.canvas.raster import rasterised
from pbem.render.picture.closeup import frame, ground
from pbem.render.picture.closeup.ground import Ground, Tile
from pbem.render.picture.draw import draw, draw_svg, forget
from pbem.render.picture.drawing import SCALE, draw_parts
from pbem.render.picture.layout import compose
from pbem.render.picture.paste.byte_cache import WeightedCache
from pbem.render.picture.paste.palette import colours, palette
from pbem.render.picture.paste.paper import paste, sheet_of_paper
from pbem.render.picture.paste.sprites import Pixels, SpriteKey, sprite
from tests.render.picture.pictures import PICTURES

ANOTHER_RUN = """
from hashlib import sha256
from pbem.render.picture.draw import draw
from tests.render.picture.pictures import PICTURES
for name, picture in reversed(PICTURES.items()):
    print(name, sha256(draw(picture())).hexdigest(), sep=": ")
"""
ROUNDING = 24
"""Of 255: so much may soft edges differ that lie upon each other. A stroke cut off differs by far more."""


@pytest.fixture(params=list(PICTURES))
def picture(request: pytest.FixtureRequest) -> Picture:
    return PICTURES[request.param]()


def fingerprints() -> dict[str, str]:
    return {name: sha256(draw(picture())).hexdigest() for name, picture in PICTURES.items()}


def test_a_picture_is_the_same_to_the_byte_whatever_was_drawn_before() -> None:
    """In another process they are drawn in the opposite order; there strings have other hashes, too. The third time here
    everything has been drawn before.
    """
    done = subprocess.run([sys.executable, "-c", ANOTHER_RUN], capture_output=True, text=True, check=True)  # noqa: S603
    elsewhere = dict(line.split(": ") for line in done.stdout.splitlines())
    forget()
    assert fingerprints() == elsewhere
    forget()
    assert fingerprints() == elsewhere


def strong(picture: Picture, strength: str) -> Picture:
    return replace(picture, pieces=tuple(replace(piece, strength=strength) for piece in picture.pieces))


def test_what_one_reader_sees_does_not_get_into_the_picture_of_another() -> None:
    """The layout is shared between readers, and made for the one who knows more first."""
    shown = replace(PICTURES["a campaign"](), subtitle="One who knows, one who does not")
    knows, hidden = strong(shown, "97"), strong(shown, "?")
    known = draw_svg(knows)
    told = draw_svg(hidden)
    assert known.count(">97<") == len(shown.pieces)
    assert ">97<" not in told
    assert {plate.piece for plate in compose(hidden).plates} == set(hidden.pieces)
    assert [plate.box for plate in compose(hidden).plates] == [plate.box for plate in compose(knows).plates]


def pasted(picture: Picture) -> Image.Image:
    """The paper in all colours."""
    sheet = compose(picture)
    paper = sheet_of_paper(style.PIXELS, round(sheet.height * SCALE))
    paste(paper, draw_parts(picture, sheet), SCALE)
    return paper


def test_what_is_pasted_is_the_drawing_with_nothing_cut_off(picture: Picture) -> None:
    sheet = compose(picture)
    parts = tuple(draw_parts(picture, sheet))
    paper = pasted(picture)
    markup = "".join(part.placed for part in parts)
    assert markup in draw_svg(picture)
    at_once = rasterised(svg.window(0, 0, *paper.size, SCALE, markup)).convert("RGB")
    assert max(ImageChops.difference(paper, at_once).tobytes()) <= ROUNDING


def test_few_colours_look_like_all(picture: Picture) -> None:
    paper = pasted(picture)
    with Image.open(BytesIO(draw(picture))) as image:
        off = ImageChops.difference(paper, image.convert("RGB")).convert("L").histogram()
    assert sum(off[17:]) < 0.001 * sum(off)


def test_the_palette_has_all_colours_of_the_drawing(picture: Picture) -> None:
    found = ElementTree.fromstring(draw_svg(picture)).iter()  # noqa: S314 - our own drawing
    used = {each.get(key, "none") for each in found for key in ("fill", "stroke")} - {"none"}
    assert {ImageColor.getrgb(colour) for colour in used} <= set(colours())
    assert len(colours()) <= 256


# What is kept


def test_a_sprite_is_the_same_when_it_is_made_again() -> None:
    look = SpriteKey(svg.text(Point(20, 30), "Ely", 20, style.INK), Pixels(0, 0, 80, 40), SCALE)
    first = sprite(look)
    again = WeightedCache(sprite._make, sprite._weigh, 0)(look)
    assert first is not None
    assert again is not None
    assert sprite(look) is first
    assert first.opacity is not None
    assert again.opacity is not None
    assert (first.colours.tobytes(), first.opacity.tobytes(), first.at) == (
        again.colours.tobytes(), again.opacity.tobytes(), again.at,
    )  # fmt: skip


def test_markup_outside_its_window_and_none_leave_no_sprite() -> None:
    dot = svg.circle(Point(500, 500), 3, fill=style.INK)
    assert sprite(SpriteKey(dot, Pixels(0, 0, 50, 50), SCALE)) is None
    assert sprite(SpriteKey(dot, Pixels(9, 9, 9, 40), SCALE)) is None
    assert sprite(SpriteKey("", Pixels(0, 0, 50, 50), SCALE)) is None


def test_what_is_kept_weighs_no_more_than_it_may_and_the_longest_unused_goes_first() -> None:
    made: list[str] = []

    def make(key: str) -> str:
        made.append(key)
        return key * 2

    kept = WeightedCache(make, len, 12)
    assert [kept(key) for key in ("aa", "bb", "cc", "aa", "dd")] == ["aaaa", "bbbb", "cccc", "aaaa", "dddd"]
    assert (len(kept), kept.weight) == (3, 12)
    assert [kept(key) for key in ("aa", "cc", "bb")] == ["aaaa", "cccc", "bbbb"]
    assert made == ["aa", "bb", "cc", "dd", "bb"]
    assert kept("e" * 20) == "e" * 40
    assert (len(kept), kept.weight) == (0, 0)


def test_what_all_pictures_need_fits_in_what_is_kept() -> None:
    before = fingerprints()
    assert sprite.weight <= sprite._most
    made = len(sprite)
    forget()
    assert fingerprints() == before
    assert len(sprite) == made


def test_of_a_ground_what_is_shown_is_drawn_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    squares = (svg.rect(Box(x, x / 2, x + 20, x / 2 + 40), fill=style.SEA) for x in range(0, 600, 50))
    sheet = Ground(700, 520, svg.rect(Box(0, 0, 500, 400), fill=style.LAND) + "".join(squares))
    drawing = svg.window(0, 0, sheet.width, sheet.height, frame.SCALE, sheet.markup)
    whole = rasterised(drawing).convert("RGB").quantize(palette=palette(), dither=Image.Dither.NONE)
    drawn, draw_tile = list[Tile](), ground._tiles._make

    def drawn_tile(tile: Tile) -> bytes:
        drawn.append(tile)
        return draw_tile(tile)

    monkeypatch.setattr(ground._tiles, "_make", drawn_tile)
    for box in ((10, 63, 40, 65), (-5, -7, 30, 20), (600, 400, 800, 600), (200, 200, 300, 300)):
        cut = sheet.crop(box)
        assert cut.size == whole.crop(box).size
        assert cut.convert("RGB").tobytes() == whole.crop(box).convert("RGB").tobytes()
    assert [(tile.x, tile.y) for tile in drawn] == [(0, 0), (512, 256), (512, 512), (256, 0), (0, 256), (256, 256)]
