"""A game removed from the database, with all that belongs to it."""

from __future__ import annotations

from sqlalchemy import Connection, delete, select, text, update
from sqlmodel import Session, col

from pbem.store import lobby, progress
from pbem.store.tables import (
    DeletedGameRow,
    DeliveryRow,
    EntryRow,
    EventRow,
    GameRow,
    GatheringRow,
    GuestRow,
    LetterRow,
    MessageRow,
    ObserverRow,
    OutgoingRow,
    ProgressRow,
    SeatRow,
    StrikeRow,
    TermsRow,
)

GUARDED = ("entry", "strike")
OWN = (DeliveryRow, MessageRow, EventRow, StrikeRow, EntryRow, OutgoingRow, TermsRow, ProgressRow, ObserverRow, SeatRow)
"""The tables of which a game's rows go, each before those that it points to."""


def delete_game(session: Session, game_id: int) -> None:
    """Delete a game: log, Events, letters, mails, seats and all. No other game is touched, or gets its name.

    A log is append-only: its guards are taken off for the time of this transaction, and put back.
    """
    game = lobby.game(session, game_id)
    session.merge(DeletedGameRow(name=game.name, commitment=game.commitment))
    session.flush()
    connection = session.connection()
    progress.forget(session, game_id)
    letters = select(col(LetterRow.id)).where(col(LetterRow.game_id) == game_id)
    elsewhere = col(OutgoingRow.letter_id).in_(letters)  # such as notices to the game master
    connection.execute(update(OutgoingRow).where(elsewhere).values(letter_id=None))
    guards = _take_off_guards(connection)
    for table in OWN:
        connection.execute(delete(table).where(col(table.game_id) == game_id))
    gatherings = select(col(GatheringRow.id)).where(col(GatheringRow.game_id) == game_id)
    connection.execute(delete(GuestRow).where(col(GuestRow.gathering_id).in_(gatherings)))
    connection.execute(delete(GatheringRow).where(col(GatheringRow.game_id) == game_id))
    connection.execute(delete(LetterRow).where(col(LetterRow.game_id) == game_id))
    connection.execute(delete(GameRow).where(col(GameRow.id) == game_id))
    for statement in guards:
        connection.execute(text(statement))
    session.expire_all()


def _take_off_guards(connection: Connection) -> list[str]:
    """Drop the triggers that refuse deletion; gives the statements that make them again."""
    names = [f"{table}_guards_delete" for table in GUARDED]
    rows = connection.execute(
        text("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name IN (:first, :second)"),
        dict(zip(("first", "second"), names, strict=True)),
    ).all()
    for name, _ in rows:
        connection.execute(text(f"DROP TRIGGER {name}"))  # one of two constants
    return [sql for _, sql in rows]
