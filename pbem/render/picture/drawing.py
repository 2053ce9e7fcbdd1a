"""A picture as SVG: ground, ways, arrows, signs, names, pieces, then what stands around the map."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from pbem.engine.picture import Picture
from pbem.render.picture import style, svg
from pbem.render.picture.alt import alt_text
from pbem.render.picture.arrows import course, draw_arrow
from pbem.render.picture.calendar import draw_calendar
from pbem.render.picture.fonts import Face
from pbem.render.picture.geometry import Box, Point, legs
from pbem.render.picture.labels import Leg
from pbem.render.picture.layout import HEAD, Sheet, compose
from pbem.render.picture.legend import draw_legend
from pbem.render.picture.panels import draw_panel, draw_sea
from pbem.render.picture.pieces import draw_label, draw_leader, draw_plate
from pbem.render.picture.signs import draw_place
from pbem.render.picture.tracks import draw_tracks
from pbem.render.picture.ways import draw_ground, draw_way


def draw_svg(picture: Picture) -> str:
    """The picture as SVG. It names its font but does not bring it."""
    sheet = compose(picture)
    return _document(sheet, alt_text(picture), chain(_ground(picture, sheet), _upper(picture, sheet)))


def draw_layers(picture: Picture) -> tuple[str, str]:
    """The picture as two drawings: the ground, which stays the same from letter to letter, and what lies on it."""
    sheet = compose(picture)
    return _document(sheet, "", _ground(picture, sheet)), _document(sheet, alt_text(picture), _upper(picture, sheet))


def _document(sheet: Sheet, title: str, parts: Iterable[str]) -> str:
    return svg.document(sheet.width, sheet.height, title, parts)


def _ground(picture: Picture, sheet: Sheet) -> Iterator[str]:
    yield from draw_ground(sheet.projection, picture.coasts)
    yield from _surround(sheet)
    for way, points in sheet.ways:
        yield from draw_way(points, way.stroke, way.one_way)
    yield from draw_legend(sheet.legend)


def _upper(picture: Picture, sheet: Sheet) -> Iterator[str]:
    yield from _head(picture)
    yield from _map(picture, sheet)
    yield from draw_tracks(picture.tracks, sheet.tracks, picture.parties)
    yield svg.rect(sheet.map, fill="none", stroke=style.CASING, stroke_width=2)
    yield from draw_calendar(sheet.calendar, picture.parties)
    yield svg.rect(Box(1.5, 1.5, sheet.width - 1.5, sheet.height - 1.5), 3, fill="none", stroke=style.CASING, stroke_width=3)


def _surround(sheet: Sheet) -> Iterator[str]:
    """Paper over what of the land lies beyond the map: a clip path would take a third of the time of the whole."""
    inner, outer = sheet.map, Box(0, 0, sheet.width, sheet.height)
    for box in (
        Box(outer.x0, outer.y0, outer.x1, inner.y0),
        Box(outer.x0, inner.y1, outer.x1, outer.y1),
        Box(outer.x0, inner.y0, inner.x0, inner.y1),
        Box(inner.x1, inner.y0, outer.x1, inner.y1),
    ):
        yield svg.rect(box, fill=style.PAPER)


def _head(picture: Picture) -> Iterator[str]:
    base = HEAD * 0.66
    yield svg.text(Point(style.MARGIN + 6, base), picture.title, style.TITLE_SIZE, style.INK, Face.BOLD)
    right = Point(style.WIDTH - style.MARGIN - 6, base)
    yield svg.text(right, picture.subtitle, style.SUBTITLE_SIZE, style.FAINT, Face.SEMIBOLD, "end")


def _map(picture: Picture, sheet: Sheet) -> Iterator[str]:
    for name in sheet.seas:
        yield draw_sea(name)
    for panel in sheet.panels:
        yield from draw_panel(panel, picture.parties)
    for arrow in picture.arrows:
        yield draw_arrow(arrow, sheet.anchor(arrow.start), sheet.anchor(arrow.end), picture.parties)
    for stack in sheet.stacks:
        yield draw_leader(stack)
    for place in picture.places:
        yield from draw_place(place, sheet.points[place.id], picture.parties)
    lines = [*(leg for _, points in sheet.ways for leg in legs(points)), *_courses(picture, sheet)]
    for label in sheet.labels:
        yield from draw_label(label, lines)
    for plate in sheet.plates:
        yield draw_plate(plate, picture.parties)


def _courses(picture: Picture, sheet: Sheet) -> Iterator[Leg]:
    """The arrows, bend by bend."""
    for arrow in picture.arrows:
        yield from legs(course(arrow, sheet.anchor(arrow.start), sheet.anchor(arrow.end), picture.parties))
