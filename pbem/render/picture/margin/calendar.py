"""The calendar below the map: a row a year, with what stands in its boxes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from pbem.engine.game.picture import Party, Period, Stander, Year
from pbem.render.picture.board.labels import livery_of
from pbem.render.picture.board.signs import disc, shield
from pbem.render.picture.canvas import style, svg
from pbem.render.picture.canvas.fonts import Face, text_width
from pbem.render.picture.canvas.geometry import Box, Point
from pbem.render.picture.canvas.parts import Drawing, edges, part, text_window

YEAR_WIDTH = 62.0
HEAD = 25.0
CHIP = 24.0
CHIP_SIZE = 15.5
NOTE_SIZE = 13.5
GAP = 6.0
SIGN = 20.0
MIN_WIDTH = 26.0


@dataclass(frozen=True, slots=True)
class Chip:
    """What stands in a box of the calendar, on the paper."""

    stander: Stander
    box: Box


@dataclass(frozen=True, slots=True)
class Cell:
    """A box of the calendar on the paper."""

    period: Period
    box: Box
    chips: tuple[Chip, ...]


@dataclass(frozen=True, slots=True)
class YearRow:
    """A year on the paper."""

    year: Year
    box: Box
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class CalendarPlan:
    """The calendar on the paper."""

    box: Box
    rows: tuple[YearRow, ...]


def plan_calendar(years: Sequence[Year], top: float) -> CalendarPlan:
    """The calendar across the whole paper, from `top` down; its rows are as high as they must be."""
    rows, y = [], top
    for year in years:
        row = _row(year, y)
        rows.append(row)
        y = row.box.y1
    return CalendarPlan(Box(style.MARGIN, top, style.WIDTH - style.MARGIN, y), tuple(rows))


def _row(year: Year, top: float) -> YearRow:
    left, right = style.MARGIN + YEAR_WIDTH, style.WIDTH - style.MARGIN
    width = (right - left) / len(year.periods)
    chips = [
        tuple(_chips(period, left + number * width, left + (number + 1) * width, top + HEAD))
        for number, period in enumerate(year.periods)
    ]
    bottom = max([top + HEAD + MIN_WIDTH, *(chip.box.y1 + GAP for each in chips for chip in each)])
    cells = [
        Cell(period, Box(left + number * width, top, left + (number + 1) * width, bottom), chips[number])
        for number, period in enumerate(year.periods)
    ]
    return YearRow(year, Box(style.MARGIN, top, right, bottom), tuple(cells))


def _chips(period: Period, left: float, right: float, top: float) -> Iterator[Chip]:
    """One behind the other, in as many lines as they need."""
    x, y = left + GAP, top + 2
    for stander in period.standers:
        width = chip_width(stander)
        if x + width > right - GAP and x > left + GAP:
            x, y = left + GAP, y + CHIP
        yield Chip(stander, Box.sized(x, y, min(width, right - left - 2 * GAP), CHIP - 2))
        x += width + GAP


def chip_width(stander: Stander) -> float:
    """How wide a chip is."""
    note = text_width(f" {stander.note}", NOTE_SIZE, Face.REGULAR) if stander.note else 0.0
    return SIGN + text_width(stander.name, CHIP_SIZE, Face.SEMIBOLD) + note + 3


def draw_calendar(plan: CalendarPlan, parties: tuple[Party, ...]) -> Iterator[Drawing]:
    """The calendar: a part for each year's name and for each box."""
    for row in plan.rows:
        middle = Point(row.box.x0 + YEAR_WIDTH / 2, row.box.y0 + 20)
        window = text_window(middle, row.year.name, 20, Face.BOLD, "middle")
        yield part(svg.text(middle, row.year.name, 20, style.INK, Face.BOLD, "middle"), window)
        for cell in row.cells:
            yield _part_of(cell, parties)
    yield Drawing(svg.rect(plan.box, fill="none", stroke=style.CASING, stroke_width=1.5), edges(plan.box, 3))


@lru_cache(maxsize=512)
def _part_of(cell: Cell, parties: tuple[Party, ...]) -> Drawing:
    return part(_cell(cell, parties), cell.box.grown(2))


def _cell(cell: Cell, parties: tuple[Party, ...]) -> Iterator[str]:
    period, box = cell.period, cell.box
    ground = style.NOW if period.now else style.NEUTRAL if period.played else style.PAPER
    yield svg.rect(box, fill=ground, stroke=style.RULE, stroke_width=1)
    if period.now:
        yield svg.rect(box.grown(-2), fill="none", stroke=style.CASING, stroke_width=3)
    base = Point(box.x0 + 8, box.y0 + 19)
    ink = style.INK if period.played else style.FAINT
    yield svg.text(base, period.label, 18, ink, Face.BOLD)
    after = base.plus(text_width(period.label, 18, Face.BOLD) + 6, 0)
    yield svg.text(after, period.months, 15, style.FAINT, Face.REGULAR)
    if period.printed:
        yield svg.text(Point(box.x1 - 8, base.y), period.printed, 14.5, style.FAINT, Face.ITALIC, "end")
    for chip in cell.chips:
        yield from _chip(chip, parties)


def _chip(chip: Chip, parties: tuple[Party, ...]) -> Iterator[str]:
    stander, at = chip.stander, Point(chip.box.x0 + 8, chip.box.middle.y)
    livery = livery_of(stander.side, parties)
    yield disc(at, 8, stander.side, parties) if stander.side else shield(at, 7)
    start = Point(chip.box.x0 + SIGN, chip.box.middle.y + 5)
    yield svg.text(start, stander.name, CHIP_SIZE, livery.ink if stander.side else style.LOCAL)
    if stander.note:
        after = start.plus(text_width(f"{stander.name} ", CHIP_SIZE), 0)
        yield svg.text(after, stander.note, NOTE_SIZE, style.FAINT, Face.REGULAR)
