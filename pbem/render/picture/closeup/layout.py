"""Where everything stands on a closeup."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from pbem.engine.game.picture import MapPlace, Picture, Piece
from pbem.render.picture.board.arrows import Course, bent, course
from pbem.render.picture.board.labels import Label, LabelledSpot, Room, place_labels, usual_labels, writing_of
from pbem.render.picture.board.minor import minor_labels
from pbem.render.picture.board.plates import Ground, place_stacks
from pbem.render.picture.board.projection import Projection
from pbem.render.picture.canvas import style
from pbem.render.picture.canvas.free import near
from pbem.render.picture.canvas.geometry import Box, Point, crossing, legs
from pbem.render.picture.canvas.parts import bounds
from pbem.render.picture.closeup.frame import LARGEST, Frame, frame_for, parts_of, whole_scale
from pbem.render.picture.layout import Board, crowds, panels_of, run, with_pieces
from pbem.render.picture.margin.panels import Panel, SeaName, place_sea

EDGE = 7.0
"""Between the edge of the paper and what stands on it."""
MIN_SCALE, CLOSER = 0.85, 1.3
"""The scale of a part at least, by that of the whole map; and how much larger the parts are that one too full falls into."""
MANY, SMALLER = 3, 0.65
"""The most parts of the usual size; with more, how small parts may be. Less is asked of these."""
TRIES = ((1.0, False), (1.0, True), (1.25, True), (1.6, True))
"""How much higher than usual the paper of a part is, and whether what it is not about gives way, until it is good enough;
the last only where it cannot be divided.
"""
FULL = 8
"""At more places than these pieces are not all shown on a paper."""
CUT = 4.0
"""How near to the end of a name the middle of a place may be."""
HIDDEN = 0.4
"""The share of a movement that pieces may lie on."""
MAX_LAYOUTS = 16
"""The layouts of a division that are judged before the best so far is taken: with more, a letter would wait too long,
and what it is not about gives way at once.
"""
FAR = 45.0
"""A leader line of this length is too long."""
SIGN = "sign "
"""What the signs of places are called among the things on a closeup."""
APART = 4.0
"""Between the signs of two places, at least where nothing is going on at one of them."""


@dataclass(frozen=True, kw_only=True)
class Closeup(Board):
    """A part of the board on its own paper. `picture` is what of the whole is on it, `focus` what it is about."""

    paper: Box
    picture: Picture
    focus: frozenset[str]

    @property
    def courses(self) -> list[Course]:
        """The movements, as they are drawn."""
        arrows, parties = self.picture.arrows, self.picture.parties
        return [course(arrow, self.anchor(arrow.start), self.anchor(arrow.end), parties) for arrow in arrows]


def compose_closeups(picture: Picture, focus: frozenset[str]) -> tuple[Closeup, ...]:
    """The parts of a picture that hold the places `focus`, laid out, the weightiest first; none where that is empty.

    It is worked out without the strengths of pieces, so that it can give none away.
    """
    blank = replace(picture, pieces=tuple(replace(piece, strength="") for piece in picture.pieces), subtitle="")
    pieces = {piece.id: piece for piece in picture.pieces}
    return tuple(_told(closeup, pieces) for closeup in _composed(blank, focus))


def forget_layouts() -> None:
    """Forget the layouts made."""
    _composed.cache_clear()


def _told(closeup: Closeup, pieces: Mapping[str, Piece]) -> Closeup:
    shown = tuple(pieces[piece.id] for piece in closeup.picture.pieces)
    return with_pieces(replace(closeup, picture=replace(closeup.picture, pieces=shown)), pieces)


@lru_cache(maxsize=8)
def _composed(picture: Picture, focus: frozenset[str]) -> tuple[Closeup, ...]:
    """The first division with few parts; that with the fewest where none has."""
    divisions: list[tuple[Closeup, ...]] = []
    known: dict[tuple[frozenset[str], Frame, bool], Closeup] = {}
    for least, enough in ((MIN_SCALE, is_plain), (SMALLER, is_named), (SMALLER, is_clear)):
        divisions.append(_without_doubles(_Division(picture, least, enough, known).of(focus)))
        if len(divisions[-1]) <= MANY:
            break
    return min(divisions, key=len)


def _without_doubles(closeups: Sequence[Closeup]) -> tuple[Closeup, ...]:
    """The parts without those of which another one shows all that they are about."""
    distinct = list(closeups)
    for closeup in reversed(closeups):
        for number, other in enumerate(distinct):
            if other is not closeup and closeup in distinct and _shows_all(other, closeup):
                distinct[number] = replace(other, focus=other.focus | closeup.focus)
                distinct.remove(closeup)
                break
    return tuple(distinct)


def _shows_all(closeup: Closeup, other: Closeup) -> bool:
    named = {label.spot.place for label in closeup.labels}
    whole = {place for place, box in closeup.signs.items() if place in named and closeup.paper.holds(box)}
    whole |= {panel.haven.id for panel in closeup.panels} | {sea.water.id for sea in closeup.seas}
    return other.focus <= whole and set(other.picture.arrows) <= set(closeup.picture.arrows)


@dataclass(slots=True)
class _Division:
    """How the board is divided: into parts of a scale of `least` or more that are good `enough`; any is, once none of the
    layouts that may be tried is `left`.
    """

    picture: Picture
    least: float
    enough: Callable[[Closeup], bool]
    known: dict[tuple[frozenset[str], Frame, bool], Closeup]
    """What has been laid out, in this division or another."""
    left: int = MAX_LAYOUTS

    def of(self, focus: frozenset[str]) -> tuple[Closeup, ...]:
        """The parts that hold the places `focus`."""
        parts = parts_of(self.picture, focus, self.least)
        return tuple(closeup for part in parts for closeup in self._divided(part, self.least, len(parts) == 1))

    def _divided(self, part: frozenset[str], least: float, alone: bool) -> Iterator[Closeup]:
        """A part of the board; where it is not good enough, the smaller parts that it falls into."""
        closeup = self._fitted(part, alone, TRIES[:3])
        if self._will_do(closeup):
            yield closeup
            return
        larger = least * CLOSER
        smaller = parts_of(self.picture, part, larger)
        if len(smaller) > 1:
            for each in smaller:
                yield from self._divided(each, larger, False)
        elif larger < LARGEST:
            yield from self._divided(part, larger, alone)
        else:
            yield self._fitted(part, alone, TRIES)

    def _fitted(self, part: frozenset[str], alone: bool, tries: Sequence[tuple[float, bool]]) -> Closeup:
        """The part on the lowest paper on which it is good enough; on the highest where it is on none."""
        for stretch, yielding in tries if self.left else tries[-1:]:
            frame = frame_for(self.picture, part, alone, stretch)
            if not yielding and is_full(self.picture, frame):
                continue
            closeup = self._laid_out(part, frame, yielding)
            if self._will_do(closeup):
                break
        return closeup

    def _laid_out(self, part: frozenset[str], frame: Frame, yielding: bool) -> Closeup:
        key = part, frame, yielding
        if key not in self.known:
            self.known[key] = _laid_out(self.picture, part, frame, yielding)
        return self.known[key]

    def _will_do(self, closeup: Closeup) -> bool:
        """Whether a layout is taken."""
        if not self.left:
            return True
        self.left -= 1
        return self.enough(closeup)


def _laid_out(picture: Picture, focus: frozenset[str], frame: Frame, yielding: bool) -> Closeup:
    """As the whole map is laid out. Names of places where nothing is going on give way; `yielding`: so do their signs, and
    the pieces that stand outside the focus.
    """
    picture = _without_strangers(picture, focus) if yielding else picture
    projection, room = frame.projection, frame.paper.grown(-EDGE)
    points = {place.id: projection.point(place.at) for place in picture.places}
    seen = _seen(picture, focus, frame)
    busy = _busy(picture, focus)
    signs = {p.id: Box.around(points[p.id], 2 * style.radius_of(p), 2 * style.radius_of(p)) for p in seen.places}
    quiet = {p.id for p in seen.places if p.minor and p.id not in busy}
    firm = {place: box for place, box in signs.items() if place in busy or not (yielding or place in quiet)}
    panels, seas, fixed = _boxes(seen, projection, room, firm)
    runs = ((way, tuple(run(way, projection, points, panels))) for way in seen.ways)
    ways = tuple((way, through) for way, through in runs if bounds(through, 0).meets(frame.paper))
    lines = tuple(leg for _, through in ways for leg in legs(through))
    moves = tuple(_moves(seen, signs, panels, seas))
    spots = {p.id: _spot(p, points[p.id], p.id in busy, picture) for p in seen.places}
    written = {place: spot for place, spot in spots.items() if place not in quiet}
    usual = usual_labels(tuple(written[place] for place in firm), room, tuple(fixed), lines)
    stacks = place_stacks(
        crowds(seen, {where: points[where] for where in firm}, firm, seas), Ground(room, fixed, usual.names, lines, moves)
    )
    taken = tuple(stack.box.grown(1) for stack in stacks)
    kept = firm | {place: box for place, box in signs.items() if place in firm or not near(box, [*fixed, *taken])}
    fixed += [box.grown(2) for place, box in kept.items() if place not in firm]
    seen = replace(seen, places=tuple(place for place in seen.places if place.id in kept))
    usual = usual_labels(tuple(written[place] for place in kept if place in written), room, tuple(fixed), lines)
    leaders = (*moves, *(stack.leader for stack in stacks if stack.led))
    free = Room(room, tuple(fixed), taken, leaders)
    labels = tuple(_without_idle(place_labels(usual.choices, free, usual.labels), busy, [*fixed, *taken]))
    labels += tuple(minor_labels([spots[place] for place in kept if place in quiet], free, labels, lines))
    return Closeup(
        projection=projection,
        points=points,
        signs=kept,
        ways=ways,
        panels=panels,
        seas=seas,
        labels=labels,
        stacks=stacks,
        paper=frame.paper,
        picture=seen,
        focus=focus,
    )


def _boxes(
    seen: Picture, projection: Projection, room: Box, signs: Mapping[str, Box]
) -> tuple[tuple[Panel, ...], tuple[SeaName, ...], list[Box]]:
    """Havens and the names of seas, clear of these signs; and all that is taken then."""
    panels = tuple(panels_of(seen, projection, room, list(signs.values())))
    fixed = [*(box.grown(2) for box in signs.values()), *(panel.box.grown(4) for panel in panels)]
    seas = tuple(place_sea(water, projection.point(water.at), room, fixed) for water in seen.waters)
    return panels, seas, [*fixed, *(sea.box for sea in seas)]


def _moves(
    seen: Picture, signs: Mapping[str, Box], panels: Sequence[Panel], seas: Sequence[SeaName]
) -> Iterator[tuple[Point, Point]]:
    """The movements as short straight pieces, which others should not lie on."""
    ends = {**signs, **{panel.haven.id: panel.box for panel in panels}, **{sea.water.id: sea.box for sea in seas}}
    for arrow in seen.arrows:
        yield from bent(course(arrow, ends[arrow.start], ends[arrow.end], seen.parties))


def _seen(picture: Picture, focus: Collection[str], frame: Frame) -> Picture:
    """What of a picture is on the paper: the focus, and what else has room there."""
    inner = frame.paper.grown(-EDGE - CUT)
    point = frame.projection.point
    busy = _busy(picture, focus)
    places = tuple(_apart([p for p in picture.places if p.id in focus or inner.has(point(p.at))], busy, frame))
    havens = tuple(h for h in picture.havens if h.id in focus)
    waters = tuple(w for w in picture.waters if w.id in focus)
    shown = {each.id for each in replace(picture, places=places, havens=havens, waters=waters).sites}
    on_land = {place.id for place in picture.places} | {haven.id for haven in havens}
    return replace(
        picture,
        places=places,
        havens=havens,
        waters=waters,
        ways=tuple(way for way in picture.ways if {way.start, way.end} <= on_land),
        pieces=tuple(piece for piece in picture.pieces if piece.where in shown),
        arrows=tuple(arrow for arrow in picture.arrows if {arrow.start, arrow.end} <= shown),
    )


def is_full(picture: Picture, frame: Frame) -> bool:
    """Whether pieces are at more places on the paper than can be shown."""
    places = {piece.where for piece in picture.pieces}
    shown = (place for place in picture.places if place.id in places and frame.paper.has(frame.projection.point(place.at)))
    return len(list(shown)) > FULL


def _without_strangers(picture: Picture, focus: Collection[str]) -> Picture:
    """A picture without the pieces that have nothing to do with what a part is about: the whole map shows them."""
    return replace(picture, pieces=tuple(piece for piece in picture.pieces if piece.where in focus or piece.active))


def _busy(picture: Picture, focus: Collection[str]) -> frozenset[str]:
    """Where something is going on: in the focus, where pieces stand, and where a movement begins or ends."""
    ends = (end for arrow in picture.arrows for end in (arrow.start, arrow.end))
    return frozenset([*focus, *ends, *(piece.where for piece in picture.pieces)])


def _apart(places: Sequence[MapPlace], busy: Collection[str], frame: Frame) -> Iterator[MapPlace]:
    """The places without those where nothing is going on that are too near to others."""
    kept: list[Box] = []
    for place in sorted(places, key=lambda place: place.id not in busy):
        reach = 2 * style.radius_of(place) + APART
        sign = Box.around(frame.projection.point(place.at), reach, reach)
        if place.id in busy or not near(sign, kept):
            kept.append(sign)
            yield place


def _spot(place: MapPlace, at: Point, busy: bool, picture: Picture) -> LabelledSpot:
    """A place's name; where something is going on, with all its notes."""
    shown = place if busy else replace(place, homes=(), waiting=(), notes=())
    return LabelledSpot(place.id, at, style.radius_of(place), writing_of(shown, picture.parties))


def _without_idle(labels: Sequence[Label], busy: Collection[str], taken: Sequence[Box]) -> Iterator[Label]:
    """The labels without those of quiet places that lie on something, or far from their sign."""
    for label in labels:
        others = [other.box for other in labels if other is not label and other.spot.place in busy]
        lost = label.leader is not None or any(label.box.meets(box) for box in (*taken, *others))
        if label.spot.place in busy or not lost:
            yield label


def is_clear(composed: Closeup) -> bool:
    """Whether nothing lies on anything else, but for the signs of places that do so at every scale."""
    boxes = list(things(composed).items())
    for n, one in enumerate(boxes):
        x0, y0, x1, y1 = one[1]
        for other in boxes[:n]:  # each with each: asked so often that it calls nothing
            box = other[1]
            meets = x0 < box[2] and box[0] < x1 and y0 < box[3] and box[1] < y1
            if meets and not _always_meet(one, other, composed):
                return False
    return True


def _always_meet(one: tuple[str, Box], other: tuple[str, Box], composed: Closeup) -> bool:
    """Whether these are the signs of two places that are too near to each other at the largest scale, too."""
    if not (one[0].startswith(SIGN) and other[0].startswith(SIGN)):
        return False
    larger = LARGEST * whole_scale(composed.picture) / composed.projection.scale
    apart = one[1].middle.to(other[1].middle) * larger
    return apart < (one[1].width + other[1].width) / 2


def is_named(composed: Closeup) -> bool:
    """Whether it is clear, and each name is plainly that of its place."""
    return is_clear(composed) and not any(_is_lost(label, composed) for label in composed.labels)


def is_plain(composed: Closeup) -> bool:
    """Whether it is clear and named, and the movements can be seen."""
    stacks = [stack.box for stack in composed.stacks]
    for points in composed.courses:
        hidden = sum(crossing(box, *leg) for leg in bent(points) for box in stacks)
        if hidden > HIDDEN * points[0].to(points[2]) or any(box.has(points[2]) for box in stacks):
            return False
    return is_named(composed)


def _is_lost(label: Label, composed: Closeup) -> bool:
    """Whether a name is far from its sign, or something lies between the two."""
    if label.leader is None:
        return False
    between = [box for place, box in composed.signs.items() if place != label.spot.place]
    between += [stack.box for stack in composed.stacks]
    return label.leader[0].to(label.leader[1]) > FAR or any(crossing(box, *label.leader) for box in between)


def things(composed: Closeup) -> Mapping[str, Box]:
    """The boxes of all that stands on a closeup and should lie on nothing else, by what it is."""
    return {
        **{f"{SIGN}{place}": box for place, box in composed.signs.items()},
        **{f"box {panel.haven.id}": panel.box for panel in composed.panels},
        **{f"sea {sea.water.id}": sea.box for sea in composed.seas},
        **{f"pieces {stack.where}": stack.box for stack in composed.stacks},
        **{f"name {label.spot.place}": label.box for label in composed.labels},
    }
