"""The orders on one line of a letter: `;` stands between them, and a heading in front belongs to all behind it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from pbem.orders.languages.words import alternatives
from pbem.orders.words.headings import HeadingWords

MOST_LINES = 500
"""A letter is read up to so many orders."""
LONGEST = 1000
"""So many characters one order may have: the work of reading it can grow with their square."""
_COMMAS = re.compile(r",(?:\s?,)+")
COMMENT = re.compile(r"(?:^|(?<=[\s;]))#.*", re.DOTALL)
PREVIEW = re.compile(rf"[^\w:;]*(?:pre(?:v(?:i(?:ew?)?)?)?|{alternatives('preview')})\b\s*:?", re.IGNORECASE)
BRANCH = re.compile(rf"[^\w:;]*(?:if\b[^:;]*:|{alternatives('else')}\b\s*:?)", re.IGNORECASE)
I_WILL = r"I(?:'ll|[’]ll|\s+will)?(?=\s+\w{3})"
COURTESY = rf"(?:{alternatives('leads')}|{I_WILL})\b(?!\s*:),?"
LEADS = re.compile(rf"(?:[^\w;:?]*(?:\(?[0-9]{{1,2}}[.)](?=\s)|{COURTESY}))+\s*(?=\S)", re.IGNORECASE)
"""What a list or a courteous writer puts in front of an order: "2.", "please", "then", "I will"."""
BETWEEN = re.compile(r"(\s*[,.]\s*(?:and\s+)?(?:then\s+)?|\s+(?:and\s+)?then\s+|\s+and\s+)", re.IGNORECASE)
"""What people write between two orders."""


def parts_of(line: str, headings: HeadingWords) -> list[str]:
    """The orders of `line`, without comments; [] where there is none.

    A heading (`preview`, `card 2:`, `levy:`, `if it fails:`, `else`) is repeated before each order up to the end of the
    line, or to the next heading of its level or a wider one. Of more orders than a letter can have the rest is left out, of
    a heading that is longer than an order can be what is too much. A run of spaces or commas is one: what reads them would
    begin at each of them anew.
    """
    levels = (PREVIEW, headings.front, BRANCH)
    leading, parts = [""] * len(levels), []
    for part in _COMMAS.sub(",", " ".join(COMMENT.sub("", line).split())).split(";"):
        rest = _bare(part)
        for level, heading in enumerate(levels):
            if found := heading.match(rest):
                leading[level:] = [found[0].strip()[: LONGEST + 1]] + [""] * (len(levels) - level - 1)
                rest = rest[found.end() :]
        if part.strip():
            parts.append(" ".join(" ".join([*leading, _bare(rest)]).split()))
        if len(parts) > MOST_LINES:
            break
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


def numbered_parts(lines: Iterable[tuple[int, str]], headings: HeadingWords) -> list[tuple[int, str]]:
    """The orders of a letter's lines, each with the number of its line. A line without any stays as it is."""
    return [(number, part) for number, line in lines for part in parts_of(line, headings) or [line]]
