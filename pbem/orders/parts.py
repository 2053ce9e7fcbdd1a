"""The orders on one line of a letter: `;` stands between them, and a heading in front belongs to all behind it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

MOST_LINES = 500
"""A letter is read up to so many orders."""
COMMENT = re.compile(r"(?:^|(?<=[\s;]))#.*", re.DOTALL)
PREVIEW = re.compile(r"[^\w:;]*pre(?:v(?:i(?:ew?)?)?)?\b\s*:?", re.IGNORECASE)
STINT = re.compile(
    r"[^\w:;]*(?:[^:;]{0,60}\bcard\s*\d*\b[^:;]{0,60}"
    r"|(?:(?:the|my|this|next|coming)\s+)*(?:levy|plan)(?:\s+(?:orders|for|of|turn|next|the|\d+))*)\s*:",
    re.IGNORECASE,
)
ELSE = ("else", "otherwise")
BRANCH = re.compile(rf"[^\w:;]*(?:if\b[^:;]*:|(?:{'|'.join(ELSE)})\b\s*:?)", re.IGNORECASE)
LEADS = re.compile(
    r"(?:[^\w;:?]*(?:\(?\d{1,2}[.)](?=\s)|(?:please|pls|kindly|and|then|also)\b(?!\s*:),?))+\s*(?=\S)", re.IGNORECASE
)
"""What a list or a courteous writer puts in front of an order: "2.", "please", "then"."""
BETWEEN = re.compile(r"(\s*[,.]\s*(?:and\s+)?(?:then\s+)?|\s+(?:and\s+)?then\s+|\s+and\s+)", re.IGNORECASE)
"""What people write between two orders."""
LEVELS = (PREVIEW, STINT, BRANCH)
"""The headings, the widest first: each stands inside the ones before it."""


def parts_of(line: str) -> list[str]:
    """The orders of `line`, without comments; [] where there is none.

    A heading (`preview`, `card 2:`, `levy:`, `if it fails:`, `else`) is repeated before each order up to the end of the
    line, or to the next heading of its level or a wider one.
    """
    headings, parts = [""] * len(LEVELS), []
    for part in COMMENT.sub("", line).split(";"):
        rest = _bare(part)
        for level, heading in enumerate(LEVELS):
            if found := heading.match(rest):
                headings[level:] = [found[0].strip()] + [""] * (len(LEVELS) - level - 1)
                rest = rest[found.end() :]
        if part.strip():
            parts.append(" ".join(" ".join([*headings, _bare(rest)]).split()))
    return parts


def _bare(order: str) -> str:
    """An order without what leads to it."""
    lead = LEADS.match(order)
    return order[lead.end() :] if lead else order


def run_together(order: str, begins: Callable[[str], bool]) -> list[str]:
    """The orders that commas or "then" part on what should be one; `begins` tells whether a piece begins an order."""
    first, *rest = BETWEEN.split(order)
    orders = [first]
    for between, piece in zip(rest[::2], rest[1::2], strict=True):
        if begins(piece):
            orders.append(piece)
        else:
            orders[-1] += between + piece
    return orders


def numbered_parts(lines: Iterable[tuple[int, str]]) -> list[tuple[int, str]]:
    """The orders of a letter's lines, each with the number of its line. A line without any stays as it is."""
    return [(number, part) for number, line in lines for part in parts_of(line) or [line]]
