"""The boxes beside the map, and the names of the seas."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pbem.engine.game.picture import Haven, Party, Piece, Water, Worn
from pbem.render.picture.board.labels import livery_of
from pbem.render.picture.board.plates import Plate, lay_out, size_of, tall_of
from pbem.render.picture.board.signs import disc, worn
from pbem.render.picture.canvas import style, svg
from pbem.render.picture.canvas.fonts import Face, text_width
from pbem.render.picture.canvas.free import nearest_room
from pbem.render.picture.canvas.geometry import Box, Point

HEAD = 46.0
PADDING = 8.0
MIN_WIDTH = 118.0
SIGN = 34.0
SPACING = 2.0
"""Between the letters of a sea's name."""


@dataclass(frozen=True, slots=True)
class Panel:
    """A haven on the paper, with the pieces in it."""

    haven: Haven
    box: Box
    plates: tuple[Plate, ...]


@dataclass(frozen=True, slots=True)
class SeaName:
    """A sea's name on the paper."""

    water: Water
    box: Box


def place_panel(haven: Haven, pieces: Sequence[Piece], at: Point, room: Box, taken: Sequence[Box]) -> Panel:
    """The box of a haven where there is room near a point, large enough for the pieces in it."""
    tall = tall_of(len(pieces)) if pieces else 1
    width, height = size_of(pieces, tall) if pieces else (0.0, 0.0)
    words = SIGN + text_width(haven.name, style.NAME_SIZE + 1, Face.BOLD)
    wide = max(width, MIN_WIDTH, words) + 2 * PADDING
    box = nearest_room(at, wide, HEAD + height + PADDING, room, taken)
    return Panel(haven, box, tuple(lay_out(pieces, Point(box.x0 + PADDING, box.y0 + HEAD), tall)))


def place_sea(water: Water, at: Point, room: Box, taken: Sequence[Box]) -> SeaName:
    """The name of a sea where there is room near a point."""
    size, spacing = _letters(water)
    width = text_width(water.name, size, Face.ITALIC) + spacing * len(water.name)
    return SeaName(water, nearest_room(at, width, size * 1.1, room, taken))


def _letters(water: Water) -> tuple[float, float]:
    """The size of the letters of a sea's name, and the room between them."""
    return (style.MINOR_SEA_SIZE, SPACING / 4) if water.minor else (style.SEA_SIZE, SPACING)


def draw_sea(name: SeaName) -> str:
    """A sea's name."""
    size, spacing = _letters(name.water)
    at = Point(name.box.middle.x, name.box.y0 + size * 0.82)
    return svg.text(at, name.water.name, size, style.SEA_INK, Face.ITALIC, "middle", letter_spacing=spacing)


def draw_panel(panel: Panel, parties: tuple[Party, ...]) -> Iterator[str]:
    """A haven's box, with the sign of the side that may use it."""
    box, haven = panel.box, panel.haven
    used = bool(haven.side)
    edge = livery_of(haven.side, parties).ink if used else style.RULE
    yield svg.rect(box, 6, fill=style.PAPER, stroke=edge, stroke_width=2.5)
    if used:
        yield disc(Point(box.x0 + 18, box.y0 + 20), 10, haven.side, parties)
    left = box.x0 + (SIGN if used else 12)
    ink = style.INK if used else style.FAINT
    yield svg.text(Point(left, box.y0 + 21), haven.name, style.NAME_SIZE + 1, ink, Face.BOLD)
    if haven.worn is not Worn.NONE:
        yield worn(haven.worn, Point(box.x1 - 14, box.y0 + 32))
    yield svg.text(Point(left, box.y0 + 38), haven.note, style.SMALL_SIZE, style.FAINT, Face.REGULAR)
