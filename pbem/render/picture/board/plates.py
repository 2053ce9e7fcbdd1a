"""The pieces: a plate for each, plates of one place in a stack, stacks where there is room for them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf

from pbem.engine.game.picture import Piece
from pbem.render.picture.board.labels import Name
from pbem.render.picture.canvas import style
from pbem.render.picture.canvas.fonts import Face, text_width
from pbem.render.picture.canvas.free import free_beside, near, nearest_room
from pbem.render.picture.canvas.geometry import Bounded, Box, Point, bounded, covered, crossing, passing

HEIGHT = 28.0
DISC = 12.0
"""The radius of the disc that the strength stands on."""
PADDING = 9.0
SIGN = 13.0
"""Room for the sign of one who has moved."""
BETWEEN = 4.0
TALL = 6
"""The most plates in one column."""
REACHES = (6.0, 14.0, 24.0, 36.0, 50.0, 66.0, 84.0, 104.0, 126.0, 150.0, 180.0, 215.0, 255.0)
LEADER_CROSSES, NAME_MOVES, NAME_LOST, CROSSES = 260.0, 8.0, 170.0, 0.10
"""What it costs a stack that its leader crosses something, that a name must move, or cannot, to lie on a unit of a way."""
CLOSE, AMBIGUOUS = 14.0, 80.0
"""The cost of being this near to another place."""
AT_HAND, AMBIGUOUS_AT_HAND = 12.0, 14.0
"""The same for a stack near its own place."""
FAR = 420.0
TIRING = 160.0
"""The less, the worse is far away than near."""


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
class PieceStack:
    """The pieces of one place. `anchor` is where that is, and how far its sign reaches; `led`: a line leads there."""

    where: str
    box: Box
    plates: tuple[Plate, ...]
    anchor: Point
    reach: float
    led: bool

    @property
    def leader(self) -> tuple[Point, Point]:
        """The line from the place to its pieces."""
        return leader_to(self.anchor, self.reach, self.box)


@dataclass(frozen=True, slots=True)
class Ground:
    """Where stacks can stand: in the frame, not on what is `taken`, better not on `names`, `ways` and `leaders`."""

    frame: Box
    taken: Sequence[Box]
    names: Sequence[Name]
    ways: Sequence[tuple[Point, Point]]
    leaders: Sequence[tuple[Point, Point]] = ()


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What of a ground can matter to a crowd: `strange` is what is taken and is not the place of the crowd."""

    taken: Sequence[Box]
    strange: Sequence[Box]
    names: Sequence[Name]
    ways: Sequence[Bounded]
    leaders: Sequence[Bounded]

    @classmethod
    def of(cls, crowd: Crowd, ground: Ground) -> Surroundings:
        """What is less than FAR away."""
        window = Box.around(crowd.anchor, 2 * FAR, 2 * FAR)
        taken = near(window, ground.taken)
        return cls(
            taken=taken,
            strange=[other for other in taken if not other.has(crowd.anchor)],
            names=[name for name in ground.names if window.meets(name.box)],
            ways=bounded(passing(window, ground.ways)),
            leaders=bounded(ground.leaders),
        )


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


def tall_of(number: int) -> int:
    """Plates per column by default."""
    return -(-number // -(-number // TALL))


def columns(pieces: Sequence[Piece], tall: int) -> list[Sequence[Piece]]:
    """The pieces split into columns of this length."""
    return [pieces[start : start + tall] for start in range(0, len(pieces), tall)]


def size_of(pieces: Sequence[Piece], tall: int) -> tuple[float, float]:
    """Width and height of a stack of columns."""
    parts = columns(pieces, tall)
    width = sum(max(map(plate_width, part)) for part in parts) + BETWEEN * (len(parts) - 1)
    highest = max(map(len, parts))
    return width, highest * HEIGHT + (highest - 1) * BETWEEN


def lay_out(pieces: Sequence[Piece], corner: Point, tall: int) -> Iterator[Plate]:
    """The plates of a stack from its left upper corner."""
    x = corner.x
    for part in columns(pieces, tall):
        width = max(map(plate_width, part))
        for row, piece in enumerate(part):
            yield Plate(piece, Box.sized(x, corner.y + row * (HEIGHT + BETWEEN), width, HEIGHT))
        x += width + BETWEEN


def place_stacks(crowds: Iterable[Crowd], ground: Ground) -> tuple[PieceStack, ...]:
    """A stack for each crowd, in the frame and clear of what is taken and of each other; large ones choose first."""
    placed: list[PieceStack] = []
    names = list(ground.names)
    for crowd in sorted(crowds, key=lambda crowd: (-len(crowd.pieces), crowd.where)):
        taken = [*ground.taken, *(stack.box.grown(3) for stack in placed)]
        leaders = [*ground.leaders, *(stack.leader for stack in placed if stack.led)]
        box, tall = _best(crowd, replace(ground, taken=taken, names=names, leaders=leaders))
        plates = tuple(lay_out(crowd.pieces, Point(box.x0, box.y0), tall))
        stack = PieceStack(crowd.where, box, plates, crowd.anchor, crowd.reach, crowd.led)
        placed.append(stack)
        names = [name.beside(box.grown(1), stack.leader) for name in names]
    return tuple(sorted(placed, key=lambda stack: stack.where))


def _best(crowd: Crowd, ground: Ground) -> tuple[Box, int]:
    """The best box, and how many plates stand below each other in it: stacks may be broad or tall."""
    close = Surroundings.of(crowd, ground)
    number = len(crowd.pieces)
    shapes = {size_of(crowd.pieces, tall): tall for tall in range(1, min(number, TALL) + 1) if number <= 3 * tall}
    widest, highest = (max(lengths, default=0.0) for lengths in zip(*shapes, strict=True)) if shapes else (0.0, 0.0)
    best: tuple[float, Box, int] | None = None
    for reach in REACHES:
        far = reach + reach * reach / TIRING
        if best is not None and best[0] <= far:
            break
        around = 2 * (crowd.reach + reach)
        taken = near(Box.around(crowd.anchor, around + 2 * widest, around + 2 * highest), close.taken)
        for (width, height), tall in shapes.items():
            for box in free_beside(crowd.anchor, crowd.reach + reach, width, height, ground.frame, taken):
                cost = _cost(crowd, box, close, far, best[0] if best else inf)
                best = (cost, box, tall) if best is None or cost < best[0] else best
    if best is not None:
        return best[1], best[2]
    tall = tall_of(number)
    return nearest_room(crowd.anchor, *size_of(crowd.pieces, tall), ground.frame, ground.taken), tall


def _cost(crowd: Crowd, box: Box, close: Surroundings, far: float, most: float) -> float:
    """How far it is, what the leader crosses, which names must move, and what is hidden of the ways; at least `most` where
    it is found to be no less: which names must move takes longest.
    """
    leader = leader_to(crowd.anchor, crowd.reach, box)
    start, end = leader
    x0, x1 = (start[0], end[0]) if start[0] < end[0] else (end[0], start[0])
    y0, y1 = (start[1], end[1]) if start[1] < end[1] else (end[1], start[1])
    along = [other for other in close.strange if x0 <= other[2] and other[0] <= x1 and y0 <= other[3] and other[1] <= y1]
    crossed = len([1 for other in along if crossing(other, start, end) > 1])
    crossed += len([1 for other in close.leaders if covered(box, (other,)) > 0])
    at_hand = leader[0].to(leader[1]) <= AT_HAND
    strange = (AMBIGUOUS_AT_HAND if at_hand else AMBIGUOUS) * len(near(box.grown(CLOSE), close.strange))
    least = LEADER_CROSSES * crossed + strange
    if far + least >= most:
        return far + least
    hidden = CROSSES * covered(box, close.ways)
    if far + (least + hidden) >= most:
        return far + (least + hidden)
    around = Box(min(x0, box.x0), min(y0, box.y0), max(x1, box.x1), max(y1, box.y1))
    names = sum([_moves(name, box, leader) for name in close.names if around.meets(name.box)])
    return far + (least + names + hidden)


def _moves(name: Name, box: Box, leader: tuple[Point, Point]) -> float:
    """What it costs that a name makes room: much where it has nowhere to go."""
    pushed = name.pushed(box, leader)
    if pushed is None:
        return NAME_LOST
    return NAME_MOVES + pushed if pushed else 0.0


def leader_to(anchor: Point, reach: float, box: Box) -> tuple[Point, Point]:
    """The line from the edge of a place's sign to a stack."""
    end = box.nearest(anchor)
    return anchor.toward(end, min(reach + 1, anchor.to(end))), end
