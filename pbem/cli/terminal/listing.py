"""What a command shows, for people as a table, or as one JSON document: both are made of the same rows."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from textwrap import wrap
from typing import Annotated, Any

import typer

from pbem.cli.terminal import saying
from pbem.cli.terminal.saying import plain

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON; docs/cli.md names the keys.")]
MAX_GRID_ROWS = 500
MIN_COLUMN = 8
"""A column narrower than this, or than its longest word, cannot be read."""
GAP = 2


def print_json(facts: Any) -> None:
    """One JSON document; times are ISO 8601 in UTC."""
    print(json.dumps(facts, ensure_ascii=False, indent=1, default=_as_text))


def _as_text(value: object) -> str:
    return value.astimezone(UTC).isoformat(timespec="seconds") if isinstance(value, datetime) else str(value)


def print_rows(rows: Sequence[Mapping[str, Any]], headings: Mapping[str, str], nothing: str = "") -> None:
    """Rows as a table with these columns (key: heading), or below each other where the terminal is too narrow for it.

    Rows that are `struck` are dim. `nothing` is printed where there are none.
    """
    if not rows:
        if nothing:
            saying.say(nothing)
        return
    cells = [[cell(row[key]) for key in headings] for row in rows]
    width = saying.console().width
    widths = [max(map(len, column)) for column in zip(headings.values(), *cells, strict=True)]
    if len(rows) > MAX_GRID_ROWS:
        _print_aligned([[*headings.values()], *cells], widths)
    elif sum(_least(column) for column in zip(headings.values(), *cells, strict=True)) + GAP * len(headings) > width:
        _print_stacked(cells, [*headings.values()], width)
    else:
        _print_grid(cells, [*headings.values()], [bool(row.get("struck")) for row in rows])


def _least(column: Sequence[str]) -> int:
    """How narrow a column can be: its longest word must fit."""
    words = [len(word) for text in column for word in text.split()]
    return max(words, default=0) if max(words, default=0) == max(map(len, column)) else max(MIN_COLUMN, *words)


def cell(value: Any) -> str:
    """A value as people read it in a table."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else ""
    if isinstance(value, datetime):
        return f"{value:%Y-%m-%d %H:%M}"
    return plain(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))


def _print_grid(cells: Sequence[Sequence[str]], headings: Sequence[str], struck: Sequence[bool]) -> None:
    from rich.table import Table as Grid

    grid = Grid(box=None, pad_edge=False, header_style="bold")
    for heading in headings:
        grid.add_column(heading, overflow="fold")
    for row, is_struck in zip(cells, struck, strict=True):
        grid.add_row(*row, style="dim" if is_struck else "")
    saying.say(grid)


def _print_aligned(rows: Sequence[Sequence[str]], widths: Sequence[int]) -> None:
    """Many rows as lines of text, columns under each other, not folded at the edge of the terminal."""
    lines = ("  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)) for row in rows)
    saying.say("\n".join(line.rstrip() for line in lines))


def _print_stacked(cells: Sequence[Sequence[str]], headings: Sequence[str], width: int) -> None:
    """A paragraph a row: the first cell stands out, the others have their heading in front."""
    lines = []
    for row in cells:
        lines.append(f"{headings[0]} {row[0]}")
        fields_shown = [f"{heading}: {text}" for heading, text in zip(headings[1:], row[1:], strict=True) if text]
        for part in fields_shown:
            lines += wrap(part, width, initial_indent="  ", subsequent_indent="    ")
    saying.say("\n".join(lines))
