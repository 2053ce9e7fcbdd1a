"""One letter on its way through the moderator, once its writer is known."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.mail.letter import Letter
from pbem.moderator.desk.context import Context, GameContext
from pbem.store.tables import GameRow, LetterRow, SeatRow


@dataclass(frozen=True, slots=True)
class Writer:
    """A letter's game and seat."""

    game: GameRow
    seat: SeatRow

    @property
    def address(self) -> str:
        """The address registered for the seat, lower-cased."""
        return self.seat.address.lower()


@dataclass(frozen=True)
class LetterContext(GameContext):
    """A letter as it came (`letter`), as it is kept (`row`), and the seat that it speaks for."""

    seat: SeatRow
    letter: Letter
    row: LetterRow


def from_writer(context: Context, writer: Writer, letter: Letter, row: LetterRow) -> LetterContext:
    """A letter as one from this game and seat."""
    return LetterContext(context.session, context.desk, writer.game, writer.seat, letter, row, writes=context.writes)
