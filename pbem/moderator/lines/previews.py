"""A letter with the line `preview`: answered with what its lines would come to, and nothing else happens.

It is no answer and no order: no entry, no salt, no receipt, and what its writer has not been told yet stays news. It can be
written at any time, also while nothing is asked, the game is held, or over.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from pbem.engine.decision import Seat
from pbem.engine.forecast import costs_in_words
from pbem.engine.table import Table
from pbem.moderator.lines.mending import UNDERSTOOD, allows_mending, as_read, is_mend
from pbem.moderator.lines.play import is_about_time
from pbem.orders.foresight.preview import Foreseen, is_preview, preview, without_preview
from pbem.orders.parse.parts import MOST_LINES, numbered_parts
from pbem.orders.words.vocabulary import vocabulary_of
from pbem.render.page import Page
from pbem.render.preview import PreviewLine, PreviewPage, render_preview

Numbered = tuple[int, str]
ABOUT_TIME = "about time, heeded in a letter without preview"


def wants_preview(lines: Iterable[str]) -> bool:
    """Whether one of a letter's lines asks for a preview of all of them."""
    return any(map(is_preview, lines))


def lines_to_preview(table: Table[Any], lines: Iterable[Numbered]) -> list[Numbered]:
    """The orders of a letter's numbered lines, without the word itself; as many as are read of a letter."""
    orders = [(number, without_preview(part)) for number, part in numbered_parts(lines, vocabulary_of(table).headings)]
    return [(number, text) for number, text in orders if text][:MOST_LINES]


def preview_letter(page: Page, game: str, table: Table[Any], seat: Seat, lines: Iterable[Numbered]) -> tuple[str, str, str]:
    """Subject, text and HTML of the answer to a preview of numbered lines."""
    typed = lines_to_preview(table, lines)
    written = as_read(table, seat, typed)
    apart = {place: said for place, (_, text) in enumerate(written) if (said := _no_order(table, text))}
    mends = allows_mending(text for _, text in typed)
    foreseen = preview(table, seat, [line for place, line in enumerate(written) if place not in apart], mends=mends)
    orders = iter(foreseen.lines)
    shown = [
        PreviewLine(number, text, apart[place]) if place in apart else _line(next(orders))
        for place, (number, text) in enumerate(written)
    ]
    shown = [
        line if line.text == text else replace(line, text=text, mended=line.text)
        for line, (_, text) in zip(shown, typed, strict=True)
    ]
    return render_preview(page, PreviewPage(game, seat, shown, costs_in_words(foreseen.costs), foreseen.stops_at))


def _no_order(table: Table[Any], text: str) -> str:
    """What is said of a line that is no order of the game ("": it is one)."""
    if is_mend(text):
        return UNDERSTOOD
    return ABOUT_TIME if is_about_time(table, text) else ""


def _line(line: Foreseen) -> PreviewLine:
    return PreviewLine(line.number, line.text, line.understood, line.words, line.problem, line.nearest)
