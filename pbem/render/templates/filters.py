"""The filters templates may use: plain functions from text to text."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from itertools import zip_longest
from typing import Any

from markupsafe import Markup, escape

WIDTH = 76
MAX_QUOTE_LENGTH = 300
MAX_ENTIRE_LENGTH = 6_000
_ONE_LINE = re.compile(r"\S(?:[^\t\n\v\f\r]*\S)?")
_LINE_STYLE = "font-size:.92em;white-space:nowrap"
_DIE_STYLE = "color:#111111;background:#fffdf2;border:1px solid #555555;border-radius:4px;padding:1px 6px"


def fill(text: str, indent: str = "", hanging: str | None = None, width: int = WIDTH) -> str:
    """`text` as one paragraph of lines of at most `width` columns; later ones begin with `hanging` (None: as the first)."""
    if len(indent) + len(text) <= width and _ONE_LINE.fullmatch(text):  # most lines do
        return indent + text
    later = indent if hanging is None else hanging
    return textwrap.fill(
        text, width, initial_indent=indent, subsequent_indent=later, break_long_words=False, break_on_hyphens=False
    )


def paragraphs(text: str) -> list[str]:
    """The paragraphs of `text`, each on one line; a blank line parts them."""
    return [" ".join(block.split()) for block in re.split(r"\n\s*\n", text) if block.strip()]


def quoted(text: str, most: int = MAX_QUOTE_LENGTH) -> str:
    """What somebody wrote, fit to be shown on one line: no control characters, at most 300 signs."""
    shown = "".join(c if c.isprintable() else " " for c in text).strip()
    return shown if len(shown) <= most else shown[:most].rstrip() + " [...]"


def entire(text: str) -> str:
    """The same of what a reader acts on and must see to its end: an offer that they may accept, a line that they may send
    again. At most 6,000 signs: six times as many as a line of orders may have.
    """
    return quoted(text, MAX_ENTIRE_LENGTH)


def written(option: str) -> str:
    """An id such as a seat's as people write it: "richard_duke" is Richard Duke."""
    return option.replace("_", " ").title()


def sentence(text: str) -> str:
    """`text` with a capital letter in front; the rest stays."""
    return text[:1].upper() + text[1:]


def possessive(name: str) -> str:
    """Norfolk's."""
    return f"{name}'s"


def each(items: Sequence[Any], function: Callable[[Any], str]) -> list[str]:
    """What `function` (a macro, or what gives names) makes of each of `items`."""
    return [function(item) for item in items]


def listing(names: Sequence[str], conjunction: str = " and ") -> str:
    """A, B and C."""
    return conjunction.join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def span(top: int) -> str:
    """The faces from 1 to `top`."""
    return {0: "nothing", 1: "1"}.get(top, f"1-{top}")


def face(number: int) -> str:
    """A die: [4]."""
    return f"[{number}]"


def plural(number: int, one: str, many: str | None = None) -> str:
    """1 Hit, 2 Hits."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def facts(data: Any, names: Callable[[str], str]) -> list[tuple[str, str]]:
    """The items of a mapping or the fields of a dataclass, as names and values in words; ids are told by `names`."""
    return [(written(str(what)), _in_words(value, names)) for what, value in _items(data).items()]


def _in_words(value: Any, names: Callable[[str], str]) -> str:
    """A value on one line: "Old Mill", "3", "yes", "Red 2, Blue 1", "none"."""
    match value:
        case None | "":
            return "none"
        case bool():
            return "yes" if value else "no"
        case str():
            return names(value)
        case Mapping():
            return ", ".join(f"{names(str(key))} {_in_words(each, names)}" for key, each in value.items()) or "none"
        case Sequence() | set() | frozenset():
            return ", ".join(_in_words(each, names) for each in value) or "none"
    return ", ".join(f"{what} {text}" for what, text in facts(value, names)) if is_dataclass(value) else str(value)


def _items(data: Any) -> Mapping[Any, Any]:
    if isinstance(data, Mapping):
        return data
    if is_dataclass(data):
        return {field.name: getattr(data, field.name) for field in fields(data)}
    return {"position": data}


def dice(text: str) -> Markup:
    """HTML of `text` in which every [4] is drawn as a die."""
    return Markup(re.sub(r"\[([1-6])\]", rf'<b style="{_DIE_STYLE}">\1</b>', str(escape(text))))  # noqa: S704 - escaped


def lines_to_write(text: str) -> Markup:
    """HTML of `text` in which short quoted words, such as a line that a player may write, are set apart and not broken."""
    return Markup(re.sub(r"&#34;([^&]{1,40})&#34;", rf'"<code style="{_LINE_STYLE}">\1</code>"', str(escape(text))))  # noqa: S704 - escaped


FILTERS: dict[str, Callable[..., Any]] = {
    f.__name__: f
    for f in (
        fill,
        paragraphs,
        quoted,
        entire,
        written,
        sentence,
        possessive,
        each,
        listing,
        span,
        face,
        plural,
        facts,
        dice,
        lines_to_write,
    )
}


# Boxes of text, side by side: how an Array or a row of mats is drawn in a plain letter

GAP = "  "


def boxes(cells: Sequence[str], width: int) -> str:
    """The `cells` (lines of text each, an empty one leaves its place free) as boxes `width` columns wide in one row."""
    contents = [_cell_lines(cell, width - 4) for cell in cells]
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


def _cell_lines(cell: str, width: int) -> list[str]:
    return [part for line in cell.strip("\n").splitlines() for part in _fitted(line.rstrip(), width)]


def _fitted(line: str, width: int) -> list[str]:
    return [line] if len(line) <= width else textwrap.wrap(line, width, subsequent_indent="  ")


def _box(lines: Sequence[str], width: int, height: int) -> list[str]:
    if not lines:
        return [" " * width] * (height + 2)
    edge = "+" + "-" * (width - 2) + "+"
    padded = [*lines, *[""] * (height - len(lines))]
    return [edge, *(f"| {line.ljust(width - 4)} |" for line in padded), edge]
