"""One letter on its way through the moderator, once its writer is known."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.mail.letter import Letter
from pbem.moderator.desk.context import Context, GameContext
from pbem.moderator.desk.identify import Writer
from pbem.store.tables import LetterRow, SeatRow


@dataclass(frozen=True)
class LetterContext(GameContext):
    """A letter as it came (`letter`), as it is kept (`row`), and the seat that it speaks for."""

    seat: SeatRow
    letter: Letter
    row: LetterRow


def from_writer(context: Context, writer: Writer, letter: Letter, row: LetterRow) -> LetterContext:
    """A letter as one from this game and seat."""
    return LetterContext(context.session, context.desk, writer.game, writer.seat, letter, row, writes=context.writes)
