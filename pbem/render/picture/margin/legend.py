"""What the signs mean, below everything else."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from pbem.engine.game.picture import Arrow, Going, Party, Piece, PlaceShape, Ring, SignNames, Stroke, Worn
from pbem.render.picture.board.arrows import draw_shaft
from pbem.render.picture.board.pieces import draw_plate
from pbem.render.picture.board.plates import HEIGHT, Plate, plate_width
from pbem.render.picture.board.signs import anchor, battle, disc, home, outline, shield, worn
from pbem.render.picture.board.ways import draw_border, draw_way
from pbem.render.picture.canvas import style, svg
from pbem.render.picture.canvas.fonts import Face, text_width
from pbem.render.picture.canvas.geometry import Box, Point
from pbem.render.picture.canvas.parts import Drawing, part
from pbem.render.picture.margin.tracks import goal_mark

SIZE = 15.5
ROW = 34.0
SIGN = 40.0
GAP = 15.0
TOP = 10.0

Draw = Callable[[Point], str]


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """A sign, `width` wide, and what it is called. It is drawn around the middle of its room."""

    words: str
    width: float
    draw: Draw

    @property
    def whole(self) -> float:
        """Sign and words."""
        return self.width + 6 + text_width(self.words, SIZE, Face.REGULAR)


@dataclass(frozen=True, slots=True)
class LegendPlan:
    """The entries on the paper, each with the point where it begins."""

    box: Box
    entries: tuple[tuple[Point, LegendEntry], ...]


@lru_cache(maxsize=32)
def plan_legend(words: SignNames, parties: tuple[Party, ...], top: float) -> LegendPlan:
    """The legend across the paper, from `top` down, in as many rows as it needs."""
    left, right = style.MARGIN + GAP, style.WIDTH - style.MARGIN - GAP / 2
    x, y, placed = left, top + TOP + ROW / 2, []
    for entry in (each for each in _entries(words, parties) if each.words):
        if x + entry.whole > right:
            x, y = left, y + ROW
        placed.append((Point(x, y), entry))
        x += entry.whole + GAP
    return LegendPlan(Box(style.MARGIN, top, style.WIDTH - style.MARGIN, y + ROW / 2 + TOP), tuple(placed))


@lru_cache(maxsize=32)
def draw_legend(plan: LegendPlan) -> Drawing:
    return part(_drawn(plan), plan.box.grown(3))


def _drawn(plan: LegendPlan) -> Iterator[str]:
    yield svg.rect(plan.box, 4, fill=style.LAND, stroke=style.RULE, stroke_width=1.5)
    for at, entry in plan.entries:
        yield entry.draw(at.plus(entry.width / 2, 0))
        yield svg.text(at.plus(entry.width + 6, 5.5), entry.words, SIZE, style.INK, Face.REGULAR)


def _entries(words: SignNames, parties: tuple[Party, ...]) -> Iterator[LegendEntry]:
    for party in parties:
        yield LegendEntry(party.name, 22, _disc(party, parties))
    for shape, name in words.shapes:
        yield LegendEntry(name, 30, _shape(shape))
    for wear_, name in words.wears:
        yield LegendEntry(name, 16, _wear(wear_))
    yield LegendEntry(words.goal, 8, goal_mark)
    yield LegendEntry(words.battle, 34, lambda at: battle(at, 15))
    yield LegendEntry(words.port, 16, lambda at: anchor(at, 7))
    for stroke, name in words.strokes:
        yield LegendEntry(name, SIGN, _stroke(stroke))
    yield LegendEntry(words.border, SIGN, _border)
    yield _plate(words.piece, parties, Ring.NONE)
    for ring, name in words.rings:
        yield _plate(name, parties, ring)
    yield _plate(words.moved, parties, Ring.NONE, moved=True)
    yield _plate(words.active, parties, Ring.NONE, active=True)
    yield LegendEntry(words.home, 16, lambda at: home(at, 7, style.INK))
    yield LegendEntry(words.waiting, 16, lambda at: shield(at, 7))
    for going, name in words.goings:
        yield LegendEntry(name, SIGN + 10, _going(going, parties))


def _disc(party: Party, parties: tuple[Party, ...]) -> Draw:
    return lambda at: disc(at, 11, party.seat, parties)


def _shape(shape: PlaceShape) -> Draw:
    return lambda at: outline(shape, at, style.RADII[shape], fill=style.NEUTRAL, stroke=style.INK, stroke_width=1.6)


def _wear(how: Worn) -> Draw:
    return lambda at: worn(how, at)


def _stroke(stroke: Stroke) -> Draw:
    return lambda at: "".join(draw_way([at.plus(-SIGN / 2, 0), at.plus(SIGN / 2, 0)], stroke, False))


def _border(at: Point) -> str:
    return draw_border([[at.plus(-SIGN / 2, 0), at.plus(SIGN / 2, 0)]])


def _plate(name: str, parties: tuple[Party, ...], ring: Ring, moved: bool = False, active: bool = False) -> LegendEntry:
    piece = Piece("", "", parties[0].seat, "", "5", ring, moved, active)
    width = plate_width(piece)
    return LegendEntry(name, width, lambda at: draw_plate(Plate(piece, Box.around(at, width, HEIGHT)), parties))


def _going(going: Going, parties: tuple[Party, ...]) -> Draw:
    arrow = Arrow(parties[1].seat, "", "", going)
    return lambda at: draw_shaft(arrow, _ends(at), parties)


def _ends(at: Point) -> Sequence[Point]:
    return at.plus(-25, 4), at.plus(0, -4), at.plus(25, 2)
