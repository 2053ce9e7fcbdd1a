"""How the game stands: a scale a track, either a balance of the first two sides, one to the left and the other to the right,
or a side's own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.engine.game.picture import Party, Track
from pbem.render.picture.board.labels import livery_of, place_of
from pbem.render.picture.board.signs import disc, side_shape
from pbem.render.picture.canvas import style, svg
from pbem.render.picture.canvas.fonts import Face, text_width
from pbem.render.picture.canvas.geometry import Box, Point
from pbem.render.picture.canvas.parts import Drawing, part

HEAD = 30.0
ROW = 37.0
NAME = 92.0
SCALE = 190.0
PADDING = 12.0
MARKER = 11.0
BELOW = 8.0
"""How far a goal's number reaches below its row."""


def tracks_size(tracks: Sequence[Track]) -> tuple[float, float]:
    """Width and height of the panel; a game without tracks has none."""
    if not tracks:
        return 0.0, 0.0
    return 2 * PADDING + NAME + SCALE + 2 * MARKER, HEAD + ROW * len(tracks) + 6


def draw_tracks(tracks: Sequence[Track], box: Box, parties: tuple[Party, ...]) -> Iterator[Drawing]:
    """The panel: its head, and a part for each track."""
    if not tracks:
        return
    left = box.x0 + PADDING + NAME + MARKER
    balance = any(not track.side for track in tracks)
    yield part(_head(box, left, parties[:2] if balance else (), parties), box.grown(3))
    for number, track in enumerate(tracks):
        at = Point(left, box.y0 + HEAD + ROW * number + ROW / 2)
        drawn = _own_track if track.side else _track
        yield part(drawn(track, at, parties), Box(box.x0, at.y - ROW / 2, box.x1, at.y + ROW / 2 + BELOW))


def _head(box: Box, left: float, ends: Sequence[Party], parties: tuple[Party, ...]) -> Iterator[str]:
    yield svg.rect(box, 6, fill=style.PAPER, stroke=style.CASING, stroke_width=1.5)
    for party, x, anchor in zip(ends, (left, left + SCALE), ("start", "end"), strict=bool(ends)):
        y = box.y0 + 21
        width = text_width(party.name, 16, Face.BOLD)
        first = x + 20 if anchor == "start" else x - 20 - width
        yield disc(Point(x + 8 if anchor == "start" else x - 8, y - 5.5), 9, party.seat, parties)
        yield svg.text(Point(first, y), party.name, 16, livery_of(party.seat, parties).ink, Face.BOLD)


def _track(track: Track, at: Point, parties: tuple[Party, ...]) -> Iterator[str]:
    middle = at.plus(SCALE / 2, 0)
    yield svg.text(Point(at.x - MARKER - NAME, at.y + 5.5), track.name, 17, style.INK)
    yield svg.line([at, at.plus(SCALE, 0)], stroke=style.RULE, stroke_width=5, stroke_linecap="round")
    yield svg.line([middle.plus(0, -9), middle.plus(0, 9)], stroke=style.FAINT, stroke_width=2)
    if track.goal is not None:
        for sign in (-1, 1):
            goal = middle.plus(sign * _share(track.goal, track.most), 0)
            yield goal_mark(goal)
            yield svg.text(goal.plus(0, 22), str(track.goal), 13.5, style.FAINT, Face.REGULAR, "middle")
    side = parties[0] if track.net < 0 else parties[1]
    livery = livery_of(side.seat if track.net else "", parties)
    spot = middle.plus(_share(track.net, track.most), 0)
    if track.net:
        yield svg.line([middle, spot], stroke=livery.fill, stroke_width=5)
    look: dict[str, str | float] = {"fill": livery.fill, "stroke": style.INK, "stroke_width": 1.3}
    yield side_shape(spot, MARKER + 1, 0 if side is parties[0] or not track.net else 1, **look)
    yield svg.text(spot.plus(0, 5), str(abs(track.net)), 14.5, livery.upon, Face.BOLD, "middle")


def _own_track(track: Track, at: Point, parties: tuple[Party, ...]) -> Iterator[str]:
    """A side's own scale, from 0 at the left."""
    livery, end = livery_of(track.side, parties), at.plus(SCALE, 0)
    yield svg.text(Point(at.x - MARKER - NAME, at.y + 5.5), track.name, 17, livery.ink)
    yield svg.line([at, end], stroke=style.RULE, stroke_width=5, stroke_linecap="round")
    if track.goal is not None:
        goal = at.plus(SCALE * min(track.goal / track.most, 1.0), 0)
        yield goal_mark(goal)
        yield svg.text(goal.plus(0, 22), str(track.goal), 13.5, style.FAINT, Face.REGULAR, "middle")
    spot = at.plus(SCALE * max(min(track.net / track.most, 1.0), 0.0), 0)
    yield svg.line([at, spot], stroke=livery.fill, stroke_width=5)
    look: dict[str, str | float] = {"fill": livery.fill, "stroke": style.INK, "stroke_width": 1.3}
    yield side_shape(spot, MARKER + 1, place_of(track.side, parties) or 0, **look)
    yield svg.text(spot.plus(0, 5), str(track.net), 14.5, livery.upon, Face.BOLD, "middle")


def goal_mark(at: Point) -> str:
    """What wins, on a scale."""
    return svg.line([at.plus(0, -10), at.plus(0, 10)], stroke=style.WORN, stroke_width=2.5)


def _share(net: int, most: int) -> float:
    """How far from the middle of the scale a number stands."""
    return max(min(net / most, 1.0), -1.0) * SCALE / 2
