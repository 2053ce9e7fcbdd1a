"""A picture as SVG: ground, ways, arrows, signs, names, pieces, then what stands around the map."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import chain

from pbem.engine.game.picture import Coast, GlobePoint, Haven, MapPlace, MapWay, Party, Picture, Piece, Water
from pbem.render.picture.alt import alt_text
from pbem.render.picture.board.arrows import course, draw_shaft
from pbem.render.picture.board.labels import HALO, LabelLine, Leg
from pbem.render.picture.board.pieces import draw_leader, draw_line, draw_plate, draw_pointer, halos
from pbem.render.picture.board.plates import Plate
from pbem.render.picture.board.projection import Projection
from pbem.render.picture.board.signs import draw_place
from pbem.render.picture.board.ways import draw_ground, draw_way
from pbem.render.picture.canvas import style, svg
from pbem.render.picture.canvas.fonts import Face
from pbem.render.picture.canvas.geometry import Box, Point, legs, longest
from pbem.render.picture.canvas.parts import ORIGIN, Drawing, at_origin, bounds, edges, on_pixel, part, text_window
from pbem.render.picture.layout import HEAD, Board, Run, Sheet, compose
from pbem.render.picture.margin.calendar import draw_calendar
from pbem.render.picture.margin.legend import draw_legend
from pbem.render.picture.margin.panels import Panel, SeaName, draw_panel, draw_sea
from pbem.render.picture.margin.tracks import draw_tracks

Borders = tuple[tuple[GlobePoint, ...], ...]
SCALE = style.PIXELS / style.WIDTH
"""Pixels to a unit of the whole map."""
BELOW = 2 * style.WIDTH
"""How far below the map the paper covers the land, so that the ground is the same for any height of the paper."""
ARROW, SIGN = 14.0, 28.0
"""How far arrows reach beyond their course, and places with a Battle and depleted ones beyond their shape."""


def draw_svg(picture: Picture) -> str:
    """The picture as SVG. It names its font but does not bring it."""
    sheet = compose(picture)
    markup = (part.placed for part in draw_parts(picture, sheet))
    return svg.document(sheet.width, sheet.height, alt_text(picture), markup)


def draw_parts(picture: Picture, sheet: Sheet) -> Iterator[Drawing]:
    """All that is on the paper, the lowest first."""
    yield _ground(picture, sheet)
    yield from draw_ways_to_havens(sheet)
    yield draw_legend(sheet.legend)
    yield from _head(picture)
    yield from draw_board(picture, sheet, SCALE)
    yield from draw_tracks(picture.tracks, sheet.tracks, picture.parties)
    yield Drawing(svg.rect(sheet.map, fill="none", stroke=style.CASING, stroke_width=2), edges(sheet.map, 3))
    yield from draw_calendar(sheet.calendar, picture.parties)
    border = Box(1.5, 1.5, sheet.width - 1.5, sheet.height - 1.5)
    yield Drawing(svg.rect(border, 3, fill="none", stroke=style.CASING, stroke_width=3), edges(border, 5))


def _ground(picture: Picture, sheet: Sheet) -> Drawing:
    """What is the same on all pictures of a board."""
    bottom = sheet.map.y1 + style.MARGIN
    ways = tuple(part for part in sheet.ways if not is_of_haven(part[0], sheet))
    window = Box(0, 0, sheet.width, bottom)
    return part(
        _ground_markup(sheet.projection, picture.coasts, picture.borders, ways, max(BELOW + bottom, sheet.height)), window
    )


@lru_cache(maxsize=4)
def _ground_markup(
    projection: Projection, coasts: tuple[Coast, ...], borders: Borders, ways: tuple[Run, ...], height: float
) -> str:
    drawn = (each for way, points in ways for each in draw_way(points, way.stroke, way.one_way))
    return "".join(chain(draw_ground(projection, coasts, borders), _surround(projection.frame, height), drawn))


def draw_ways_to_havens(sheet: Board) -> Iterator[Drawing]:
    """Those that begin or end at a haven's box, which is as large as what stands in it."""
    for way, points in sheet.ways:
        if is_of_haven(way, sheet):
            yield part(draw_way(points, way.stroke, way.one_way), bounds(points, longest(points) / 6 + 6))


def is_of_haven(way: MapWay, sheet: Board) -> bool:
    """Whether a way begins or ends at the box of a haven."""
    return way.start not in sheet.points or way.end not in sheet.points


def _surround(inner: Box, height: float) -> Iterator[str]:
    """Paper over what of the land lies beyond the map: a clip path would take a third of the time of the whole."""
    outer = Box(0, 0, style.WIDTH, height)
    for box in (
        Box(outer.x0, outer.y0, outer.x1, inner.y0),
        Box(outer.x0, inner.y1, outer.x1, outer.y1),
        Box(outer.x0, inner.y0, inner.x0, inner.y1),
        Box(inner.x1, inner.y0, outer.x1, inner.y1),
    ):
        yield svg.rect(box, fill=style.PAPER)


def _head(picture: Picture) -> Iterator[Drawing]:
    base = HEAD * 0.66
    left, right = Point(style.MARGIN + 6, base), Point(style.WIDTH - style.MARGIN - 6, base)
    title, subtitle = picture.title, picture.subtitle
    window = text_window(left, title, style.TITLE_SIZE, Face.BOLD)
    yield part(svg.text(left, title, style.TITLE_SIZE, style.INK, Face.BOLD), window)
    window = text_window(right, subtitle, style.SUBTITLE_SIZE, Face.SEMIBOLD, "end")
    yield part(svg.text(right, subtitle, style.SUBTITLE_SIZE, style.FAINT, Face.SEMIBOLD, "end"), window)


def draw_board(picture: Picture, sheet: Board, scale: float) -> Iterator[Drawing]:
    """What is on the ground of a map: seas, boxes, arrows, places, names, pieces; `scale` pixels to a unit.

    All but lines begin on a whole pixel: what looks the same has the same pixels, wherever it is.
    """
    parties = picture.parties
    for name in sheet.seas:
        yield _sea(name.water, at_origin(name.box))._replace(at=_corner(name.box, scale))
    for panel in sheet.panels:
        yield _panel(panel.haven, at_origin(panel.box), parties)._replace(at=_corner(panel.box, scale))
    courses = [course(arrow, sheet.anchor(arrow.start), sheet.anchor(arrow.end), parties) for arrow in picture.arrows]
    for arrow, points in zip(picture.arrows, courses, strict=True):
        yield part(draw_shaft(arrow, points, parties), bounds(points, ARROW))
    for stack in sheet.stacks:
        if stack.led:
            yield part(draw_leader(stack), bounds(stack.leader, 6))
    for place in picture.places:
        yield _place(place, parties)._replace(at=on_pixel(sheet.points[place.id], scale))
    lines = [*_legs_of_ways(tuple(points for _, points in sheet.ways)), *(leg for points in courses for leg in legs(points))]
    for label in sheet.labels:
        if label.leader is not None:
            yield part(draw_pointer(label.leader), bounds(label.leader, 2))
        for at, line, halo in halos(label, lines):
            yield _line(line, halo)._replace(at=on_pixel(at, scale))
    for plate in sheet.plates:
        yield _plate(plate.piece, at_origin(plate.box), parties)._replace(at=_corner(plate.box, scale))


def _corner(box: Box, scale: float) -> Point:
    return on_pixel(Point(box.x0, box.y0), scale)


@lru_cache(maxsize=8)
def _legs_of_ways(ways: tuple[tuple[Point, ...], ...]) -> tuple[Leg, ...]:
    return tuple(leg for points in ways for leg in legs(points))


# Most look as they did on the last picture.


@lru_cache(maxsize=128)
def _sea(water: Water, box: Box) -> Drawing:
    return part(draw_sea(SeaName(water, box)), box.grown(8))


@lru_cache(maxsize=128)
def _panel(haven: Haven, box: Box, parties: tuple[Party, ...]) -> Drawing:
    return part(draw_panel(Panel(haven, box, ()), parties), box.grown(3))


@lru_cache(maxsize=1024)
def _line(line: LabelLine, halo: bool) -> Drawing:
    return part(draw_line(line, halo), Box(0.0, -line.size, line.width, line.size / 2).grown(HALO))


@lru_cache(maxsize=1024)
def _place(place: MapPlace, parties: tuple[Party, ...]) -> Drawing:
    reach = 2 * style.radius_of(place) + SIGN
    return part(draw_place(place, ORIGIN, parties), Box.around(ORIGIN, reach, reach))


@lru_cache(maxsize=512)
def _plate(piece: Piece, box: Box, parties: tuple[Party, ...]) -> Drawing:
    return part(draw_plate(Plate(piece, box), parties), box.grown(5))
