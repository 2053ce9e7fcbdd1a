"""Boxes of text, side by side: how an Array or a row of mats is drawn in a plain letter."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from itertools import zip_longest

GAP = "  "


def boxes(cells: Sequence[str], width: int) -> str:
    """The `cells` (lines of text each, an empty one leaves its place free) as boxes `width` columns wide in one row."""
    contents = [_lines(cell, width - 4) for cell in cells]
    height = max(map(len, contents), default=0)
    drawn = [_box(lines, width, height) for lines in contents]
    return "\n".join(GAP.join(parts).rstrip() for parts in zip_longest(*drawn, fillvalue=" " * width))


def headings(titles: Sequence[str], width: int) -> str:
    """Titles centred above boxes of `width`."""
    return GAP.join(title.center(width) for title in titles).rstrip()


def row(name: str, up: object, down: object, width: int = 20) -> str:
    """A name with two right-aligned figures; a longer name runs over more lines, the figures on the last."""
    tail = f"{up!s:>4}{down!s:>5}"
    lines = textwrap.wrap(name, width - len(tail))
    return "\n".join([*lines[:-1], lines[-1].ljust(width - len(tail)) + tail])


def _lines(cell: str, width: int) -> list[str]:
    return [part for line in cell.strip("\n").splitlines() for part in _fitted(line.rstrip(), width)]


def _fitted(line: str, width: int) -> list[str]:
    return [line] if len(line) <= width else textwrap.wrap(line, width, subsequent_indent="  ")


def _box(lines: Sequence[str], width: int, height: int) -> list[str]:
    if not lines:
        return [" " * width] * (height + 2)
    edge = "+" + "-" * (width - 2) + "+"
    padded = [*lines, *[""] * (height - len(lines))]
    return [edge, *(f"| {line.ljust(width - 4)} |" for line in padded), edge]
