"""The share in the dice that a letter gives, before its lines are carried out."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.log.cause import Cause, CauseKind
from pbem.engine.log.entry import EntryKind
from pbem.engine.log.shares import POOLED, SALTED, Shares, share_of
from pbem.moderator.core.line_results import LineResult
from pbem.moderator.reading.letter_lines import LetterLine, LetterLines, LineKind
from pbem.moderator.reading.seat_letter import ReadLetter
from pbem.orders.parse.parse import MAX_LINES
from pbem.store.games import journal


def only_asks(line: LetterLine) -> bool:
    """Whether a line only asks, or allows slips to be mended: it is no order, and never refused."""
    return line.kind in (LineKind.QUESTION, LineKind.LETTER)


def _no_order(line: LetterLine) -> bool:
    return only_asks(line) or line.kind is LineKind.DEAL


def give_share(letter: ReadLetter) -> Shares | None:
    """Put the player's share in the dice in front of a letter that may get a receipt; gives the shares as they were before,
    None where none is wanted.

    In games without a pool it stands in front of the first letter whose first order, or line about time, is accepted as it
    is read. Whether it counts shows when the lines are carried out (share_counts): where not, it is taken out again;
    where something has followed already, the game is loaded again and the lines are carried out without it.
    """
    table, seat = letter.table, letter.context.seat.name
    if _first_order(letter.read.lines) is None or not table.shares.wants(seat):
        return None
    before = table.shares.fork()
    with table.because(Cause(CauseKind.LETTER)):
        table.salt(seat, _share_in(letter, table.shares.scheme))
    return before


def share_counts(letter: ReadLetter, results: Sequence[LineResult]) -> bool:
    lines = letter.read.lines
    if letter.table.shares.scheme == POOLED:
        return any(result.ordered for result in results)
    place = _first_order(lines)
    return place is not None and results[place].accepted and results[place].read == lines.acted_on[place].text


def _share_in(letter: ReadLetter, scheme: int) -> str:
    """The share in the dice that a letter gives. Where another letter under the same Message-ID has given that already, so
    that its dice may be known, it is that of the name the letter is kept under.
    """
    context = letter.context
    if scheme == SALTED:
        return share_of(context.letter.message_id, [line.text for line in letter.read.typed_lines])
    share = share_of(context.letter.message_id)
    given = journal.read_kind(context.session, context.game.id, EntryKind.SALT)
    return share_of(context.row.message_id) if any(line.answer == share for line, _ in given) else share


def _first_order(lines: LetterLines) -> int | None:
    """The place of the first line that does not only ask."""
    return next((place for place, line in enumerate(lines.acted_on[:MAX_LINES]) if not _no_order(line)), None)
