"""Removes from the database: a game with all that belongs to it, and the raw text of old letters and mails."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ColumnElement, delete, exists, func, or_, select, text, update
from sqlmodel import Session, col

from pbem.store.dialect import kind_of
from pbem.store.dialect.sql import unindexed
from pbem.store.games import lobby, progress
from pbem.store.mail.inbox import NOBODYS
from pbem.store.tables.games import DeletedGameRow, GameRow, ObserverRow, ProgressRow, SeatRow, TermsRow
from pbem.store.tables.joining import GatheringRow, GuestRow
from pbem.store.tables.log import EntryRow, EventRow, StrikeRow
from pbem.store.tables.mail import HAS_TEXT, DeliveryRow, DeskLineRow, LetterRow, MessageRow, OutgoingRow

OWN = (DeliveryRow, MessageRow, EventRow, StrikeRow, EntryRow, OutgoingRow, TermsRow, ProgressRow, ObserverRow, SeatRow)
"""The tables with rows of a game, each before those that it refers to."""


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
    with kind_of(connection).without_guards(connection):
        for table in OWN:
            connection.execute(delete(table).where(col(table.game_id) == game_id))
    gatherings = select(col(GatheringRow.id)).where(col(GatheringRow.game_id) == game_id)
    connection.execute(delete(GuestRow).where(col(GuestRow.gathering_id).in_(gatherings)))
    connection.execute(delete(GatheringRow).where(col(GatheringRow.game_id) == game_id))
    connection.execute(delete(LetterRow).where(col(LetterRow.game_id) == game_id))
    connection.execute(delete(GameRow).where(col(GameRow.id) == game_id))
    session.expire_all()


def forget_raw(session: Session, before: datetime, most: int) -> int:
    """Delete closed rows older than `before`, at most `most` of each kind; gives how many.

    The raw text of letters done or rejected and of mails sent or refused is emptied. Letters that belong to no seat and that
    nothing else refers to are deleted. New and held letters and mails in the outbox stay.
    """
    settled = (col(LetterRow.status).in_(("done", "dead")), col(LetterRow.received) < before)
    strangers = select(col(LetterRow.id)).where(*settled, *NOBODYS, ~_is_spoken_of()).limit(most)
    gone = session.connection().execute(delete(LetterRow).where(col(LetterRow.id).in_(strangers))).rowcount
    letters = select(col(LetterRow.id)).where(col(LetterRow.received) < before, _SETTLED, _WITH_TEXT)
    mails = select(col(OutgoingRow.id)).where(
        col(OutgoingRow.queued) < before,
        _SENT_OR_REFUSED,
        func.coalesce(col(OutgoingRow.sent), col(OutgoingRow.queued)) < before,
        _WITH_TEXT,
    )
    return gone + sum(
        session.connection().execute(update(table).where(col(table.id).in_(ids.limit(most))).values(raw=b"")).rowcount
        for table, ids in ((LetterRow, letters), (OutgoingRow, mails))
    )


# With a + before it SQLite does not look for the status by its index, which has every letter of years.
_SETTLED = unindexed(col(LetterRow.status)).in_(("done", "dead"))
_SENT_OR_REFUSED = unindexed(col(OutgoingRow.status)).in_(("sent", "refused"))
_WITH_TEXT = text(HAS_TEXT)


def _is_spoken_of() -> ColumnElement[bool]:
    """Whether an entry, a mail or a line to the desk names a letter."""
    named = (exists().where(col(table.letter_id) == col(LetterRow.id)) for table in (EntryRow, OutgoingRow, DeskLineRow))
    return or_(*named)
