"""Plates, stacks and labels as markup."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.engine.game.picture import Party
from pbem.render.picture.board.labels import ICON, Icon, Label, LabelLine, Leg, livery_of, place_of
from pbem.render.picture.board.plates import DISC, HEIGHT, PieceStack, Plate
from pbem.render.picture.board.signs import icon, ring, side_shape
from pbem.render.picture.canvas import style, svg
from pbem.render.picture.canvas.fonts import Face
from pbem.render.picture.canvas.geometry import Box, Point, passing

AROUND = 6.0
"""The distance at which a line disturbs a name; ways are bent, and some run that far from the straight line."""


def draw_plate(plate: Plate, parties: tuple[Party, ...]) -> str:
    """A piece: round ends for the first side, square ones for others; strength in the side's shape, its rank around it."""
    piece, box = plate.piece, plate.box
    livery = livery_of(piece.side, parties)
    place = place_of(piece.side, parties) or 0
    round_ = place == 0
    edge = style.BATTLE if piece.active else style.PAPER
    parts = [svg.rect(box.grown(2.5), HEIGHT / 2 + 2 if round_ else 4, fill=style.INK)] if piece.active else []
    parts.append(svg.rect(box, HEIGHT / 2 if round_ else 2, fill=livery.fill, stroke=edge, stroke_width=2))
    parts.append(side_shape(plate.disc, DISC - 2, place, fill=style.NEUTRAL))
    parts.append(ring(plate.disc, DISC - 1, piece.ring))
    parts.append(svg.text(plate.disc.plus(0, 5.5), piece.strength, 16, livery.ink, Face.BOLD, "middle"))
    base = Point(box.x0 + HEIGHT + 3, box.middle.y + 5.6)
    parts.append(svg.text(base, piece.name, style.PLATE_SIZE, livery.upon))
    if piece.moved:
        parts.append(_moved(Point(box.x1 - 11, box.middle.y), livery.upon))
    return "".join(parts)


def _moved(at: Point, fill: str) -> str:
    """Two chevrons at the end of a plate."""
    look: dict[str, str | float] = {"stroke": fill, "stroke_width": 2, "stroke_linejoin": "round"}
    return "".join(svg.line([at.plus(x - 2, -5), at.plus(x + 2, 0), at.plus(x - 2, 5)], **look) for x in (-2.5, 2.5))


def draw_leader(stack: PieceStack) -> str:
    """The line from a stack to its place."""
    if not stack.led:
        return ""
    ends = stack.leader
    lines = svg.line(ends, stroke=style.PAPER, stroke_width=5) + svg.line(ends, stroke=style.INK, stroke_width=2.4)
    return lines + svg.circle(ends[0], 3, fill=style.INK)


def draw_pointer(ends: Leg) -> str:
    """The line from a place's sign to its name, where that is far."""
    return svg.line(ends, stroke=style.FAINT, stroke_width=1.2)


def halos(label: Label, lines: Sequence[Leg]) -> Iterator[tuple[Point, LabelLine, bool]]:
    """Each line of a label, where it begins, and whether it lies on one of the `lines`, and so has a halo: those take a
    tenth of the time of the whole picture, so no other has.
    """
    crossed = passing(label.box.grown(AROUND), lines)
    for at, line in label.lines():
        around = Box.sized(at.x, at.y - line.size, line.width, line.height).grown(AROUND)
        yield at, line, bool(crossed) and bool(passing(around, crossed))


def draw_line(line: LabelLine, halo: bool) -> str:
    """A line of a label from the origin on, behind its sign."""
    room = 0.0 if line.icon is Icon.NONE else ICON
    sign = icon(line.icon, Point(ICON / 2 - 1.5, -line.size * 0.33), line.size, line.fill) if room else ""
    return sign + svg.label(Point(room, 0), line.text, line.size, line.fill, style.LAND if halo else "")
