"""The figures of a game by Turn as pictures: bars for a figure that leans to a side, lines for several.

Drawn with the elements of the map's picture, in its letters and colours; everything that tells two tracks apart is told by
shape too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil
from types import MappingProxyType

from pbem.engine.game.reports import Series
from pbem.render.colours import Colours, colours_of
from pbem.render.content import MailPicture
from pbem.render.final import Figures, Final
from pbem.render.final_words import FinalWords
from pbem.render.picture.canvas.fonts import Face, text_width
from pbem.render.picture.canvas.geometry import Box, Point
from pbem.render.picture.canvas.raster import to_png
from pbem.render.picture.canvas.style import FAINT, INK, PAPER, RULE
from pbem.render.picture.canvas.svg import circle, document, line, polygon, rect, text

WIDTH, HEIGHT = 900.0, 460.0
"""Units of the drawing."""
MARGIN, GAP = 22.0, 10.0
TITLE, TEXT, SMALL = 28.0, 22.0, 18.0
"""Sizes of letters: legible where a phone shows the picture at a third of its width."""
TOP, FOOT, LEGEND = 60.0, 40.0, 40.0
PART_LINE = 20.0
LEGEND_LINE = 66.0
BEYOND = 0.12
"""The part of a bar's length that is kept free for the number at its end."""
THICK, SIGN = 4.0, 8.0
COLOURS = (INK, "#a05a00", "#0a6a6a")
"""The lines of tracks that are nobody's."""
DASHES = ("none", "18 9", "2 9", "18 9 2 9", "9 9")
MAX_GUIDES = 7
STEPS = (1, 2, 5, 10, 20, 50)


def illustrated(final: Final, words: FinalWords, own: Colours = MappingProxyType({})) -> Final:
    """A last report with its charts as pictures, in these words; `own` are the colours of seats that are the game's."""
    seats = colours_of(final.dice.seats, own)
    drawn = (
        MailPicture(f"{each.chart.id}.png", chart_png(each, seats, words), chart_in_words(each, words))
        for each in final.figures
    )
    pairs = zip(final.figures, drawn, strict=True)
    return replace(final, figures=tuple(replace(each, picture=picture) for each, picture in pairs))


def chart_in_words(figures: Figures, words: FinalWords) -> str:
    """A chart for who does not see it: how each track begins and ends."""
    gettext = words.gettext
    tracks_in_words = [
        gettext("%(track)s: %(first)s at the start, %(last)s at the end")
        % {
            "track": words.track(track),
            "first": words.leaning(track, numbers[0]),
            "last": words.leaning(track, numbers[-1]),
        }
        for track, numbers in zip(figures.chart.tracks, zip(*figures.rows, strict=True), strict=True)
    ]
    heading = gettext("Chart: %s.") % words.heading(figures.chart, figures.word)
    return f"{heading} {'; '.join(tracks_in_words)}. {gettext('The numbers stand in a table.')}"


def chart_png(figures: Figures, seats: Colours, words: FinalWords) -> bytes:
    """A chart as a PNG. The same figures give the same bytes."""
    return to_png(chart_svg(figures, seats, words))


def chart_svg(figures: Figures, seats: Colours, words: FinalWords) -> str:
    """A chart as SVG: bars for one track that leans, a bar's colour and direction telling whose; else lines."""
    tracks = figures.chart.tracks
    bars = len(tracks) == 1 and bool(tracks[0].down)
    rows = 1 + round((HEIGHT - MARGIN - 8 - _legend(figures, words, MARGIN + LEGEND_LINE)[0].y) / LEGEND)
    plot = Plot.of(figures, 0.0 if bars else rows * LEGEND, words)
    title = words.heading(figures.chart, figures.word)
    heading = text(Point(WIDTH / 2, MARGIN + TITLE * 0.7), title, TITLE, INK, anchor="middle")
    inside = _bars(plot, figures, seats) if bars else _lines(plot, figures, seats, words)
    ground = rect(Box(0, 0, WIDTH, HEIGHT), fill=PAPER)
    return document(WIDTH, HEIGHT, title, [ground, heading, *_frame(plot, figures, words), *inside])


# The frame


@dataclass(frozen=True, slots=True)
class Plot:
    """Where numbers stand: the `box` they are drawn in, how many columns there are, and the `guides` across it."""

    box: Box
    columns: int
    guides: tuple[int, ...]

    @classmethod
    def of(cls, figures: Figures, below: float, words: FinalWords) -> Plot:
        """Room for lines with `below` units left under the names of the columns, or (0) for bars with their numbers."""
        numbers = [number for row in figures.rows for number in row]
        guides = guides_for([number if below else _with_its_figure(number) for number in numbers])
        widest = max(text_width(words.leaning(figures.chart.tracks[0], guide), TEXT) for guide in guides)
        top = TOP + PART_LINE * any(label is not None and label.part for label in figures.labels)
        box = Box(MARGIN + widest + GAP, top, WIDTH - MARGIN, HEIGHT - MARGIN - FOOT - below)
        return cls(box, len(figures.labels), guides)

    @property
    def column(self) -> float:
        """How wide a column is."""
        return self.box.width / self.columns

    def x(self, place: int) -> float:
        """The middle of a column."""
        return self.box.x0 + (place + 0.5) * self.column

    def y(self, number: float) -> float:
        """How high a number stands."""
        low, high = self.guides[0], self.guides[-1]
        return self.box.y1 - (number - low) / (high - low) * self.box.height


def _with_its_figure(number: int) -> int:
    """How far a bar reaches with the number at its end."""
    room = ceil(abs(number) * BEYOND)
    return number + room if number > 0 else number - room


def guides_for(numbers: Sequence[int]) -> tuple[int, ...]:
    """Round numbers that hold these and zero between them, as few as are easily read."""
    low, high = min(0, *numbers), max(0, *numbers)
    if low == high:
        return 0, 1
    step = next((step for step in STEPS if (high - low) / step < MAX_GUIDES), ceil((high - low) / MAX_GUIDES))
    return tuple(range(low // step * step, -(-high // step) * step + 1, step))


def _frame(plot: Plot, figures: Figures, words: FinalWords) -> Iterator[str]:
    """The guides with their numbers, and the names of the columns."""
    box = plot.box
    for guide in plot.guides:
        height = plot.y(guide)
        ends = (Point(box.x0, height), Point(box.x1, height))
        yield line(ends, stroke=RULE if guide else FAINT, stroke_width=2.0 if guide == 0 else 1.0)
        label_text = words.leaning(figures.chart.tracks[0], guide)
        yield text(Point(box.x0 - GAP, height + TEXT * 0.32), label_text, TEXT, INK, Face.REGULAR, "end")
    names = [words.column(label) for label in figures.labels]
    every = ceil(max(text_width(name, TEXT) for name in names) / plot.column)
    for place, name in enumerate(names):
        if place % every == 0:
            yield text(Point(plot.x(place), box.y1 + FOOT * 0.75), name, TEXT, INK, Face.REGULAR, "middle")
    yield from _parts(plot, figures)


def _parts(plot: Plot, figures: Figures) -> Iterator[str]:
    """Where a part of the game begins, in which Turns are numbered from 1 again: a line, with its name above it."""
    box, before = plot.box, ""
    for place, label in enumerate(figures.labels):
        if label is not None and label.part != before:
            before, left = label.part, plot.x(place) - plot.column / 2
            yield line((Point(left, box.y0), Point(left, box.y1)), stroke=RULE, stroke_width=1.5, stroke_dasharray="6 6")
            yield text(Point(left, box.y0 - SMALL * 0.4), label.part, SMALL, INK, Face.REGULAR)


# Bars


def _bars(plot: Plot, figures: Figures, seats: Colours) -> Iterator[str]:
    """A bar a column, up or down from zero, with its number at its end."""
    track, zero = figures.chart.tracks[0], plot.y(0)
    for place, (number, *_) in enumerate(figures.rows):
        if number:
            end, half = plot.y(number), plot.column * 0.4
            box = Box(plot.x(place) - half, min(zero, end), plot.x(place) + half, max(zero, end))
            yield rect(box, fill=seats[track.up if number > 0 else track.down])
            beyond = end - SMALL * 0.35 if number > 0 else end + SMALL * 0.95
            yield text(Point(plot.x(place), beyond), str(abs(number)), SMALL, INK, anchor="middle")


# Lines


def _square(at: Point, size: float, **style: str | float) -> str:
    return polygon([at.plus(-size, -size), at.plus(size, -size), at.plus(size, size), at.plus(-size, size)], **style)


def _diamond(at: Point, size: float, **style: str | float) -> str:
    far = size * 1.35
    return polygon([at.plus(0, -far), at.plus(far, 0), at.plus(0, far), at.plus(-far, 0)], **style)


def _triangle(at: Point, size: float, **style: str | float) -> str:
    return polygon([at.plus(0, -size * 1.2), at.plus(size * 1.2, size * 0.9), at.plus(-size * 1.2, size * 0.9)], **style)


def _cross(at: Point, size: float, **style: str | float) -> str:
    arm, far = size * 0.4, size * 1.2
    corners = [(-arm, -far), (arm, -far), (arm, -arm), (far, -arm), (far, arm), (arm, arm)]
    corners += [(-x, -y) for x, y in corners]
    return polygon([at.plus(x, y) for x, y in corners], **style)


SIGNS: tuple[Callable[..., str], ...] = (circle, _square, _diamond, _triangle, _cross)


def _lines(plot: Plot, figures: Figures, seats: Colours, words: FinalWords) -> Iterator[str]:
    """A line a track, with a sign at each number, and what the lines are below. The first lies on top."""
    tracks = figures.chart.tracks
    for which in reversed(range(len(tracks))):
        points = [Point(plot.x(place), plot.y(row[which])) for place, row in enumerate(figures.rows)]
        yield from _drawn(points, points, which, _line_colour(tracks[which], which, seats))
    for which, left in enumerate(_legend(figures, words, plot.box.x0)):
        right = left.plus(LEGEND_LINE, 0)
        yield from _drawn([left, right], [left.plus(LEGEND_LINE / 2, 0)], which, _line_colour(tracks[which], which, seats))
        yield text(right.plus(GAP, TEXT * 0.32), words.track(tracks[which]), TEXT, INK, Face.REGULAR)


def _legend(figures: Figures, words: FinalWords, left: float = MARGIN) -> list[Point]:
    """Where each track stands below the drawing, in as many rows as they need, the last at the foot."""
    places: list[tuple[float, int]] = []
    x, row = left, 0
    for track in figures.chart.tracks:
        whole = LEGEND_LINE + GAP + text_width(words.track(track), TEXT)
        if places and x + whole > WIDTH - MARGIN:
            x, row = left, row + 1
        places.append((x, row))
        x += whole + 3 * GAP
    return [Point(x, HEIGHT - MARGIN - 8 - (places[-1][1] - row) * LEGEND) for x, row in places]


def _drawn(points: Sequence[Point], signed: Sequence[Point], which: int, colour: str) -> Iterator[str]:
    yield line(
        points, stroke=colour, stroke_width=THICK, stroke_dasharray=DASHES[which % len(DASHES)], stroke_linecap="round"
    )
    yield from (SIGNS[which % len(SIGNS)](at, SIGN, fill=colour, stroke=PAPER, stroke_width=1.5) for at in signed)


def _line_colour(track: Series, which: int, seats: Colours) -> str:
    return COLOURS[which % len(COLOURS)] if track.down else seats[track.up]
