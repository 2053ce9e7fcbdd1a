"""The pieces: a plate for each, plates of one place in a stack, stacks where there is room for them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from pbem.engine.picture import Piece
from pbem.render.picture import style
from pbem.render.picture.fonts import Face, text_width
from pbem.render.picture.free import beside, is_free, near, nearest_room
from pbem.render.picture.geometry import Box, Point, crossing

HEIGHT = 27.0
DISC = 12.0
"""The radius of the disc that the strength stands on."""
PADDING = 9.0
SIGN = 13.0
"""Room for the sign of one who has moved."""
BETWEEN = 4.0
TALL = 6
"""So many plates stand below each other at most."""
REACHES = (6.0, 14.0, 24.0, 36.0, 50.0, 66.0, 84.0, 104.0, 126.0, 150.0, 180.0, 215.0, 255.0)
LEADER_CROSSES, CROSSES = 45.0, 0.12
"""What it costs a stack that its leader crosses something, and to lie on a unit of a way."""
FAR = 340.0


@dataclass(frozen=True, slots=True)
class Plate:
    """A piece on the paper."""

    piece: Piece
    box: Box

    @property
    def disc(self) -> Point:
        """The middle of its disc."""
        return Point(self.box.x0 + self.box.height / 2, self.box.middle.y)


@dataclass(frozen=True, slots=True)
class Stack:
    """The pieces of one place. `anchor` is where the place itself is; `led`: a line leads there."""

    where: str
    box: Box
    plates: tuple[Plate, ...]
    anchor: Point
    led: bool


@dataclass(frozen=True, slots=True)
class Crowd:
    """Pieces that want room: at `anchor`, or `reach` away from it."""

    where: str
    pieces: tuple[Piece, ...]
    anchor: Point
    reach: float
    led: bool


def plate_width(piece: Piece) -> float:
    """How wide a piece's plate is."""
    sign = SIGN if piece.moved else 0.0
    return HEIGHT + PADDING + text_width(piece.name, style.PLATE_SIZE, Face.SEMIBOLD) + sign + 2


def columns(pieces: Sequence[Piece]) -> list[Sequence[Piece]]:
    """The pieces in columns of about one height."""
    number = -(-len(pieces) // TALL)
    tall = -(-len(pieces) // max(number, 1))
    return [pieces[start : start + tall] for start in range(0, len(pieces), tall)]


def size_of(pieces: Sequence[Piece]) -> tuple[float, float]:
    """Width and height of a stack."""
    parts = columns(pieces)
    width = sum(max(map(plate_width, part)) for part in parts) + BETWEEN * (len(parts) - 1)
    tall = max(map(len, parts))
    return width, tall * HEIGHT + (tall - 1) * BETWEEN


def lay_out(pieces: Sequence[Piece], box: Box) -> Iterator[Plate]:
    """The plates of a stack in its box."""
    x = box.x0
    for part in columns(pieces):
        width = max(map(plate_width, part))
        for row, piece in enumerate(part):
            yield Plate(piece, Box.sized(x, box.y0 + row * (HEIGHT + BETWEEN), width, HEIGHT))
        x += width + BETWEEN


def place_stacks(
    crowds: Iterable[Crowd], frame: Box, taken: Sequence[Box], ways: Sequence[tuple[Point, Point]]
) -> tuple[Stack, ...]:
    """A stack for each crowd, in the frame and clear of `taken` and of each other; large ones choose first."""
    placed: list[Stack] = []
    for crowd in sorted(crowds, key=lambda crowd: (-len(crowd.pieces), crowd.where)):
        obstacles = [*taken, *(stack.box.grown(2) for stack in placed)]
        box = _best(crowd, frame, obstacles, ways)
        placed.append(Stack(crowd.where, box, tuple(lay_out(crowd.pieces, box)), crowd.anchor, crowd.led))
    return tuple(sorted(placed, key=lambda stack: stack.where))


def _best(crowd: Crowd, frame: Box, taken: Sequence[Box], ways: Sequence[tuple[Point, Point]]) -> Box:
    width, height = size_of(crowd.pieces)
    window = Box.around(crowd.anchor, 2 * FAR, 2 * FAR)
    close, passing = near(window, taken), [leg for leg in ways if crossing(window, *leg)]
    best: tuple[float, Box] | None = None
    for reach in REACHES:
        if best is not None and best[0] <= reach:
            break
        for box in beside(crowd.anchor, crowd.reach + reach, width, height):
            if is_free(box, frame, close):
                cost = reach + _cost(crowd, box, close, passing)
                best = (cost, box) if best is None or cost < best[0] else best
    return best[1] if best is not None else nearest_room(crowd.anchor, width, height, frame, taken)


def _cost(crowd: Crowd, box: Box, taken: Sequence[Box], ways: Sequence[tuple[Point, Point]]) -> float:
    """What is crossed by the leader, and what the stack hides."""
    end = box.nearest(crowd.anchor)
    begin = crowd.anchor.toward(end, crowd.reach)
    crossed = sum(1 for other in taken if crossing(other, begin, end) > 1)
    return LEADER_CROSSES * crossed + CROSSES * sum(crossing(box, *leg) for leg in ways)
