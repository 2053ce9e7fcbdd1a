"""A letter with the line `preview`: the answer says what its lines would do, and nothing else happens.

It writes no entry, no salt and no receipt, and unreported news stays unreported. A player can send one at any time, also
while nothing is asked, the game is on hold, or over.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from pbem.engine.decision import Seat
from pbem.engine.game.forecast import costs_in_words
from pbem.engine.refusal import MET_A_FAULT, BadLine, Fault
from pbem.engine.table import Table
from pbem.i18n import Text
from pbem.moderator.playing.order_lines import typed_as
from pbem.moderator.reading.form_lines import FormEntry, form_of, with_nearest
from pbem.moderator.reading.letter_lines import LetterLine, LetterLines, LineKind
from pbem.moderator.reading.letter_words import ALWAYS_MENDING, MENDING_UNDERSTOOD, NEVER_MENDING, SLIPS, is_news
from pbem.moderator.reading.line_kinds import Numbered, sort_orders
from pbem.moderator.reading.report_questions import LetterCodes
from pbem.moderator.talk.agreements import warnings_since
from pbem.moderator.talk.deal_words import WHOLE
from pbem.moderator.talk.deals import state_terms
from pbem.moderator.talk.message_headers import MessageHeaders
from pbem.orders.carry.preview import Foreseen, Preview, preview
from pbem.orders.parse.parse import MAX_LINES
from pbem.render.omitted_lines import OmittedLines, bounded
from pbem.render.preview import PreviewLine, PreviewPage, render_preview
from pbem.render.templates.page import Page

LASTING = Text("lasts: a preview does not change it, send it in a letter without preview")
AGREED = Text("between players: a preview does not try it, send it in a letter without preview")
OFFERS = Text("{offer} (in a letter without preview; now nobody is told)")
ABOUT_TIME = Text("about time: a preview does not try it, send it in a letter without preview")
LEFT_OUT = Text("this answer is too long to say more of it: send a preview of fewer lines")
MAX_CHARACTERS = 20_000
"""Characters that a preview says of the lines without a problem; what it says of others is bounded apart."""
MAX_BEGINNING = 60


def preview_letter(page: Page, game: str, table: Table[Any], seat: Seat, lines: Iterable[Numbered]) -> tuple[str, str, str]:
    """Subject, text and HTML of the answer to a preview of numbered lines."""
    return preview_lines(page, game, table, seat, sort_orders(table, seat, lines))


def preview_lines(
    page: Page,
    game: str,
    table: Table[Any],
    seat: Seat,
    lines: LetterLines,
    left_out: Sequence[tuple[str, str]] = (),
    unsent: Sequence[tuple[str, str]] = (),
) -> tuple[str, str, str]:
    """Subject, text and HTML of the answer to a preview of a letter's lines, as many as are read of one.

    `left_out` are those that are no orders, `unsent` the heads of its messages, each with why. What the program fails at is
    noted at the Table.
    """
    read = [_offering(table, seat, line, lines.heads) for line in _with_codes(table, seat, lines)]
    orders = [(line.number, line.text) for line in read if _is_order(line)]
    typed = [typed_as(read, place) for place, line in enumerate(read) if _is_order(line)]
    faults = [(line, line.fault) for line in read if line.fault is not None]
    table.faults += [Fault(seat, line.text, fault) for line, fault in faults if not isinstance(fault, BadLine)]
    foreseen = preview(table, seat, orders, mends=lines.mends, typed=typed)
    table.faults += foreseen.faults
    foreseen_lines = iter(foreseen.lines)
    shown = [_shown(line, foreseen_lines) for line in read]
    costs = costs_in_words(foreseen.costs, table.rules.previews.units)
    shown_lines, untold = bounded(_not_too_long(shown), lambda line: bool(line.problem))
    numbers = set(untold.numbers)
    entries = form_of(table, _entries(read, shown, foreseen))
    form = with_nearest(each for each, line in zip(entries, shown, strict=True) if line.number not in numbers)
    refused = OmittedLines(foreseen.refused)
    return render_preview(
        page, PreviewPage(game, seat, shown_lines, costs, refused, left_out, unsent, untold, form, lines.halts)
    )


def _with_codes(table: Table[Any], seat: Seat, lines: LetterLines) -> Sequence[LetterLine]:
    """The lines, up to the limit of a letter, each code replaced by its line, or with the reason why it is none."""
    typed_lines = lines.acted_on[:MAX_LINES]
    codes = LetterCodes(table, seat, lines.shown, (line.word for line in typed_lines if line.kind is LineKind.CODE))
    return [line if line.kind is not LineKind.CODE else _meant(codes, line) for line in typed_lines]


def _offering(table: Table[Any], seat: Seat, line: LetterLine, heads: MessageHeaders | None) -> LetterLine:
    """An offer as it would be understood, or with the reason why it is none: it is tried at a copy. Answers to offers are
    not tried, nor whether others agree in advance, as the results could reveal what others have.
    """
    if line.kind is not LineKind.DEAL or line.word not in WHOLE:
        return line
    read = table.for_reading()
    first = read.next_number
    try:
        sentence = state_terms(read, seat, line.word, line.text, heads)
    except BadLine as bad:
        return replace(line, text=line.typed, kind=LineKind.FAULT, fault=bad)
    return replace(line, meaning=OFFERS.filled(offer=sentence), warns=warnings_since(read, seat, first))


def _meant(codes: LetterCodes, line: LetterLine) -> LetterLine:
    try:
        codes.check(line.word, line.typed)
    except BadLine as bad:
        return replace(line, text=line.typed, kind=LineKind.FAULT, fault=bad)
    return replace(line, kind=LineKind.ORDER)


def _entries(lines: Sequence[LetterLine], shown: Sequence[PreviewLine], foreseen: Preview) -> list[FormEntry]:
    """The lines for the form."""
    orders = [place for place, line in enumerate(lines) if _is_order(line)]
    seen = dict(zip(orders, foreseen.lines, strict=True))
    entries = []
    for place, line in enumerate(shown):
        order = seen.get(place)
        only, root = (order.only, order.root) if order is not None else ("", None)
        text, root = line.mended or line.text, None if root is None else orders[root]
        entries.append(FormEntry(text, bool(line.problem), only, line.nearest, root))
    return entries


def _not_too_long(lines: Iterable[PreviewLine]) -> list[PreviewLine]:
    """The lines; of those without a problem that make the answer too long, only how they begin. The form has all of them."""
    told, size = list[PreviewLine](), 0
    for line in lines:
        if not line.problem:
            size += len(line.text) + len(line.mended) + len(line.understood) + sum(map(len, line.words))
        is_short = size <= MAX_CHARACTERS or line.problem
        told.append(line if is_short else PreviewLine(line.number, line.text[:MAX_BEGINNING], LEFT_OUT, tried=False))
    return told


def _is_order(line: LetterLine) -> bool:
    """Whether it is an order of the game, or a line that can be one and is refused: what depends on it waits."""
    return (isinstance(line.fault, BadLine) and not line.word) or not _no_order(line)


def _no_order(line: LetterLine) -> str:
    """What is said of a line that is no order of the game ("": it is one)."""
    if line.kind is LineKind.LETTER and line.word == SLIPS:
        return MENDING_UNDERSTOOD
    if isinstance(line.fault, BadLine):
        return line.fault.problem
    if line.word in (ALWAYS_MENDING, NEVER_MENDING) or is_news(line.word):
        return LASTING
    if line.meaning:
        return line.meaning
    if line.kind is LineKind.DEAL:
        return AGREED
    return ABOUT_TIME if line.kind is LineKind.TIME else MET_A_FAULT if line.kind is LineKind.FAULT else ""


def _shown(line: LetterLine, foreseen_lines: Iterable[Foreseen]) -> PreviewLine:
    if line.word and isinstance(line.fault, BadLine):
        return PreviewLine(line.number, line.text, problem=line.fault.problem, nearest=line.fault.nearest)
    why_no_order = _no_order(line)
    shown = (
        PreviewLine(
            line.number,
            line.text,
            why_no_order,
            line.warns,
            tried=line.kind not in (LineKind.TIME, LineKind.DEAL, LineKind.FAULT),
        )
        if not _is_order(line)
        else _foreseen(next(iter(foreseen_lines)))
    )
    typed = f"{line.word}: {shown.text}" if line.word and line.kind is LineKind.ORDER else line.typed
    return shown if shown.text == line.typed else replace(shown, text=typed, mended=shown.text)


def _foreseen(line: Foreseen) -> PreviewLine:
    return PreviewLine(line.number, line.text, line.understood, line.words, line.problem, line.nearest, tried=line.tried)
