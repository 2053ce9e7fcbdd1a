"""The figures of a game by Turn as a picture: pygal draws the SVG, the picture's rasteriser makes a PNG of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pygal  # type: ignore[import-untyped]
from pygal.style import Style  # type: ignore[import-untyped]

from pbem.engine.annals import Track
from pbem.engine.decision import Seat
from pbem.render.content import Shown
from pbem.render.final import Figures, Final, leaning
from pbem.render.picture.fonts import FAMILY
from pbem.render.picture.raster import to_png
from pbem.render.picture.style import FAINT, INK, LIVERIES, PAPER, RULE

WIDTH, HEIGHT = 900, 460
"""Units of the drawing, and pixels of the PNG."""
TEXT, TITLE = 22, 26
"""Sizes of letters: legible where a phone shows the picture at a third of its width."""
THICK = 4
LINES = ((INK, "solid", "none"), ("#a05a00", "dashed", "16 10"), ("#0a6a6a", "dotted", "1 9"))
"""Lines differ in colour and in dashes: the colour, and what the dashes are called in the legend."""
MOST_GUIDES = 7
STEPS = (1, 2, 5, 10, 20, 50)
_CSS = f"""inline:
.axis .guide.line, .axis .major.guide.line {{ stroke: {RULE}; stroke-width: 1; stroke-dasharray: none; }}
.axis .line, .axis .major.line {{ stroke: {FAINT}; stroke-width: 2; stroke-dasharray: none; }}
.series .line.reactive {{ stroke-width: {THICK}; stroke-opacity: 1; }}
.series .rect.reactive {{ stroke-width: 0; }}
.dot {{ stroke-dasharray: none; }}
"""


def illustrated(final: Final) -> Final:
    """A last report with its charts as pictures."""
    seats = final.dice.seats
    drawn = (Shown(f"{each.chart.id}.png", chart_png(each, seats), each.alt) for each in final.figures)
    pairs = zip(final.figures, drawn, strict=True)
    return replace(final, figures=tuple(replace(each, picture=picture) for each, picture in pairs))


def chart_png(figures: Figures, seats: Sequence[Seat]) -> bytes:
    """A chart as a PNG; `seats` in the order of their colours. The same figures give the same bytes."""
    return to_png(chart_svg(figures, seats))


def chart_svg(figures: Figures, seats: Sequence[Seat]) -> str:
    """A chart as SVG: bars for one track that leans, a bar's colour telling whose; else lines."""
    tracks = figures.chart.tracks
    if len(tracks) == 1 and tracks[0].down:
        return _bars(figures, tracks[0], seats)
    return _lines(figures, seats)


def _bars(figures: Figures, track: Track, seats: Sequence[Seat]) -> str:
    numbers = [row[0] for row in figures.rows]
    chart = _chart(pygal.StackedBar, figures, [_colour(seats, seat) for seat in (track.up, track.down)])
    chart.show_legend = False  # the guides name the sides
    chart.add(track.up.title(), [number if number > 0 else None for number in numbers])
    chart.add(track.down.title(), [number if number < 0 else None for number in numbers])
    return _drawn(chart)


def _lines(figures: Figures, seats: Sequence[Seat]) -> str:
    drawn = [(track, LINES[place % len(LINES)]) for place, track in enumerate(figures.chart.tracks)]
    colours = [colour if track.down else _colour(seats, track.up) for track, (colour, _, _) in drawn]
    chart = _chart(pygal.Line, figures, colours)
    for place, (track, (_, called, dashes)) in enumerate(drawn):
        style = {"width": THICK, "dasharray": dashes, "linecap": "round"}
        chart.add(f"{track.name} ({called})", [row[place] for row in figures.rows], stroke_style=style, dots_size=7)
    return _drawn(chart)


def _colour(seats: Sequence[Seat], seat: Seat) -> str:
    return LIVERIES[seats.index(seat) % len(LIVERIES)].fill


def _chart(kind: Callable[..., Any], figures: Figures, colours: Sequence[str]) -> Any:
    style = Style(
        background=PAPER,
        plot_background=PAPER,
        foreground=INK,
        foreground_strong=INK,
        foreground_subtle=FAINT,
        colors=tuple(colours),
        opacity="1",
        font_family=FAMILY,
        label_font_size=TEXT,
        major_label_font_size=TEXT,
        legend_font_size=TEXT,
        title_font_size=TITLE,
    )
    chart = kind(
        style=style,
        css=["file://style.css", "file://graph.css", _CSS],
        js=[],
        no_prefix=True,
        width=WIDTH,
        height=HEIGHT,
        margin=16,
        legend_at_bottom=True,
        legend_box_size=20,
        legend_at_bottom_columns=len(colours),
        truncate_label=-1,
        truncate_legend=-1,
    )
    chart.title = f"{figures.chart.title} by {figures.word}"
    chart.x_labels = [str(label or "start") for label in figures.labels]
    chart.y_labels = _guides([number for row in figures.rows for number in row])
    track = figures.chart.tracks[0]
    chart.value_formatter = lambda number: leaning(track, round(number))
    return chart


def _guides(numbers: Sequence[int]) -> list[int]:
    """Round numbers around these, zero among them, for the guides: as few as are easily read."""
    low, high = min(0, *numbers), max(0, *numbers)
    step = next((step for step in STEPS if (high - low) / step < MOST_GUIDES), STEPS[-1])
    return list(range(low // step * step, -(-high // step) * step + 1, step)) if high > low else [0, 1]


def _drawn(chart: Any) -> str:
    return str(chart.render(is_unicode=True))
