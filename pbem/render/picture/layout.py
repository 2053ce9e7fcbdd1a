"""Where everything stands on the paper, before a stroke is drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeVar

from pbem.engine.game.picture import MapPlace, MapWay, Picture, Piece
from pbem.render.picture.board.arrows import edge_toward
from pbem.render.picture.board.labels import Label, LabelledSpot, Room, place_labels, usual_labels, writing_of
from pbem.render.picture.board.minor import minor_labels
from pbem.render.picture.board.plates import Crowd, Ground, PieceStack, Plate, place_stacks
from pbem.render.picture.board.projection import Projection
from pbem.render.picture.canvas import style
from pbem.render.picture.canvas.geometry import Box, Point, legs
from pbem.render.picture.margin.calendar import CalendarPlan, plan_calendar
from pbem.render.picture.margin.legend import LegendPlan, plan_legend
from pbem.render.picture.margin.panels import Panel, SeaName, place_panel, place_sea
from pbem.render.picture.margin.tracks import tracks_size

HEAD = 62.0
EDGE = 8.0
"""Between the edge of the map and what stands in it."""


B = TypeVar("B", bound="Board")
Run = tuple[MapWay, tuple[Point, ...]]
"""A way, and the points it runs through."""


@dataclass(frozen=True, kw_only=True)
class Board:
    """What stands on a map. `points` are the places, by id; `signs` the boxes of their signs; `ways` run through points."""

    projection: Projection
    points: Mapping[str, Point]
    signs: Mapping[str, Box]
    ways: tuple[Run, ...]
    panels: tuple[Panel, ...]
    seas: tuple[SeaName, ...]
    labels: tuple[Label, ...]
    stacks: tuple[PieceStack, ...]

    @property
    def map(self) -> Box:
        """The frame of the map."""
        return self.projection.frame

    @property
    def plates(self) -> list[Plate]:
        """All pieces."""
        groups = [*(stack.plates for stack in self.stacks), *(panel.plates for panel in self.panels)]
        return [plate for plates in groups for plate in plates]

    def anchor(self, where: str) -> Box:
        """What an arrow to a place, haven or sea points at."""
        boxes = {panel.haven.id: panel.box for panel in self.panels} | {sea.water.id: sea.box for sea in self.seas}
        return boxes.get(where) or self.signs[where]


@dataclass(frozen=True, kw_only=True)
class Sheet(Board):
    """The whole paper: the map, and what stands around it."""

    width: float
    height: float
    tracks: Box
    calendar: CalendarPlan
    legend: LegendPlan


def compose(picture: Picture) -> Sheet:
    """The layout of a picture. It is worked out once for all readers who see the same but for the strengths of pieces."""
    blank = replace(picture, pieces=tuple(replace(piece, strength="") for piece in picture.pieces), subtitle="", scenes=())
    return with_pieces(_composed(blank), {piece.id: piece for piece in picture.pieces})


def with_pieces(sheet: B, pieces: Mapping[str, Piece]) -> B:
    """A layout with these pieces in the place of those of the same ids."""

    def named(plates: Sequence[Plate]) -> tuple[Plate, ...]:
        return tuple(replace(plate, piece=pieces[plate.piece.id]) for plate in plates)

    panels = tuple(replace(panel, plates=named(panel.plates)) for panel in sheet.panels)
    stacks = tuple(replace(stack, plates=named(stack.plates)) for stack in sheet.stacks)
    return replace(sheet, panels=panels, stacks=stacks)


@lru_cache(maxsize=16)
def _composed(picture: Picture) -> Sheet:
    """The layout of a picture whose pieces have no strength, so that it can give none away. Signs come first, then boxes,
    names, and the pieces in what room is left.
    """
    projection = Projection.fit(picture.corners, style.MARGIN, HEAD, style.WIDTH - 2 * style.MARGIN)
    room = projection.frame.grown(-EDGE)
    points = {place.id: projection.point(place.at) for place in picture.places}
    signs = {p.id: Box.around(points[p.id], 2 * style.radius_of(p), 2 * style.radius_of(p)) for p in picture.places}
    width, height = tracks_size(picture.tracks)
    tracks = Box.sized(room.x1 - width, room.y0, width, height)
    panels = tuple(panels_of(picture, projection, room, [*signs.values(), tracks]))
    fixed = [*(box.grown(2) for box in signs.values()), tracks, *(panel.box.grown(4) for panel in panels)]
    seas = tuple(place_sea(water, projection.point(water.at), room, fixed) for water in picture.waters)
    fixed += [sea.box for sea in seas]
    ways = tuple((way, tuple(run(way, projection, points, panels))) for way in picture.ways)
    pieces_of_ways = tuple(leg for _, points_of in ways for leg in legs(points_of))
    spots = tuple(spot_of(p, points[p.id], picture) for p in picture.places if not p.minor)
    minor = tuple(spot_of(p, points[p.id], picture) for p in picture.places if p.minor)
    usual = usual_labels(spots, room, tuple(fixed), pieces_of_ways)
    stacks = place_stacks(crowds(picture, points, signs, seas), Ground(room, fixed, usual.names, pieces_of_ways))
    taken = tuple(stack.box.grown(1) for stack in stacks)
    leaders = tuple(stack.leader for stack in stacks if stack.led)
    free = Room(room, tuple(fixed), taken, leaders)
    labels = place_labels(usual.choices, free, usual.labels)
    labels += tuple(minor_labels(minor, free, labels, pieces_of_ways))
    below = projection.frame.y1 + style.MARGIN
    calendar = plan_calendar(picture.years, below)
    legend = plan_legend(picture.words, picture.parties, calendar.box.y1 + style.MARGIN)
    bottom = legend.box.y1 + style.MARGIN
    return Sheet(
        width=style.WIDTH,
        height=bottom,
        projection=projection,
        points=points,
        signs=signs,
        ways=ways,
        panels=panels,
        seas=seas,
        labels=labels,
        stacks=stacks,
        tracks=tracks,
        calendar=calendar,
        legend=legend,
    )


def spot_of(place: MapPlace, at: Point, picture: Picture) -> LabelledSpot:
    """What is written beside a place."""
    return LabelledSpot(place.id, at, style.radius_of(place), writing_of(place, picture.parties))


def at_place(pieces: Sequence[Piece], where: str) -> tuple[Piece, ...]:
    """The pieces at one place, those of one side together."""
    here = [piece for piece in pieces if piece.where == where]
    sides = list(dict.fromkeys(piece.side for piece in here))
    return tuple(sorted(here, key=lambda piece: sides.index(piece.side)))


def panels_of(picture: Picture, projection: Projection, room: Box, taken: Sequence[Box]) -> Iterator[Panel]:
    """The boxes of the havens, in the room and clear of what is taken and of each other."""
    placed = list(taken)
    for haven in picture.havens:
        pieces = at_place(picture.pieces, haven.id)
        panel = place_panel(haven, pieces, projection.point(haven.at), room, placed)
        placed.append(panel.box.grown(6))
        yield panel


def run(way: MapWay, projection: Projection, points: Mapping[str, Point], panels: Sequence[Panel]) -> Iterator[Point]:
    """The points of a way; from a haven it begins at the edge of its box."""
    bends = [projection.point(spot) for spot in way.bends]
    boxes = {panel.haven.id: panel.box for panel in panels}
    for end, toward in ((way.start, way.end), (way.end, way.start)):
        if end in points:
            yield points[end]
        else:
            yield edge_toward(boxes[end], points[toward])
        if end == way.start:
            yield from bends


def crowds(
    picture: Picture, points: Mapping[str, Point], signs: Mapping[str, Box], seas: Sequence[SeaName]
) -> Iterator[Crowd]:
    """The pieces of each place and sea, which want room there."""
    for where, at in points.items():
        if pieces := at_place(picture.pieces, where):
            yield Crowd(where, pieces, at, signs[where].width / 2, True)
    for sea in seas:
        if pieces := at_place(picture.pieces, sea.water.id):
            yield Crowd(sea.water.id, pieces, sea.box.middle, sea.box.height / 2, False)
