"""A letter with the line `preview`: answered with what its lines would come to, and nothing else happens.

It is no answer and no order: no entry, no salt, no receipt, and what its writer has not been told yet stays news. It can be
written at any time, also while nothing is asked, the game is held, or over.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from pbem.engine.decision import Seat
from pbem.engine.forecast import costs_in_words
from pbem.engine.refusal import MET_A_FAULT, BadLine, Fault
from pbem.engine.table import Table
from pbem.moderator.lines.kinds import LetterLine, LetterLines, LineKind, Numbered, sort_orders
from pbem.moderator.lines.mending import SLIPS, UNDERSTOOD
from pbem.orders.foresight.preview import Foreseen, preview
from pbem.orders.parse.parse import MOST_LINES
from pbem.render.preview import PreviewLine, PreviewPage, render_preview
from pbem.render.templates.page import Page

ABOUT_TIME = "about time: a preview does not try it, send it in a letter without preview"


def preview_letter(page: Page, game: str, table: Table[Any], seat: Seat, lines: Iterable[Numbered]) -> tuple[str, str, str]:
    """Subject, text and HTML of the answer to a preview of numbered lines."""
    return preview_lines(page, game, table, seat, sort_orders(table, seat, lines))


def preview_lines(
    page: Page, game: str, table: Table[Any], seat: Seat, lines: LetterLines, left_out: Sequence[tuple[str, str]] = ()
) -> tuple[str, str, str]:
    """Subject, text and HTML of the answer to a preview of a letter's lines, as many as are read of one.

    `left_out` are those that are no orders, each with why. What the program fails at is noted at the Table.
    """
    told = lines.acted_on[:MOST_LINES]
    orders = [(line.number, line.text) for line in told if not _no_order(line)]
    faults = [(line, line.fault) for line in told if line.fault is not None]
    table.faults += [Fault(seat, line.text, fault) for line, fault in faults if not isinstance(fault, BadLine)]
    foreseen = preview(table, seat, orders, mends=lines.mends)
    table.faults += foreseen.faults
    found = iter(foreseen.lines)
    shown = [_shown(line, found) for line in told]
    costs = costs_in_words(foreseen.costs, table.rules.previews.units)
    return render_preview(page, PreviewPage(game, seat, shown, costs, foreseen.stops_at, left_out))


def _no_order(line: LetterLine) -> str:
    """What is said of a line that is no order of the game ("": it is one)."""
    if line.kind is LineKind.LETTER and line.word == SLIPS:
        return UNDERSTOOD
    if isinstance(line.fault, BadLine):
        return line.fault.problem
    return ABOUT_TIME if line.kind is LineKind.TIME else MET_A_FAULT if line.kind is LineKind.FAULT else ""


def _shown(line: LetterLine, found: Iterable[Foreseen]) -> PreviewLine:
    said = _no_order(line)
    shown = (
        PreviewLine(line.number, line.text, said, tried=line.kind not in (LineKind.TIME, LineKind.FAULT))
        if said
        else _foreseen(next(iter(found)))
    )
    return shown if shown.text == line.typed else replace(shown, text=line.typed, mended=shown.text)


def _foreseen(line: Foreseen) -> PreviewLine:
    return PreviewLine(line.number, line.text, line.understood, line.words, line.problem, line.nearest, tried=line.tried)
