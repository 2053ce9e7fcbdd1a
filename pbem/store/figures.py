"""What the moderator's lists show of the whole database: counts, newest times, the schema's version."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from alembic.runtime.migration import MigrationContext
from sqlalchemy import ColumnElement, Connection, func, select
from sqlalchemy.exc import DatabaseError
from sqlmodel import Session, col

from pbem.database_url import Location
from pbem.store.dialect import dialect_at
from pbem.store.dialect.base import Dialect
from pbem.store.errors import StoreError
from pbem.store.tables.log import EntryRow
from pbem.store.tables.mail import LetterRow, OutgoingRow
from pbem.store.tables.service import IdentityRow


@dataclass(frozen=True, slots=True)
class Traffic:
    """How many letters came for a game, and when the last did."""

    letters: int
    last: datetime | None


def traffic(session: Session, games: Collection[int]) -> dict[int, Traffic]:
    """The letters that were found to be for these games, by their ids; a game without letters is missing."""
    game, came = col(LetterRow.game_id), col(LetterRow.received)
    counted = select(game, func.count(), func.max(came)).where(game.in_(list(games))).group_by(game)
    rows = session.connection().execute(counted)
    return {game_id: Traffic(letters, last) for game_id, letters, last in rows if game_id is not None}


NEWEST = 1000
"""The newest entries by number, among which the one written last is looked up: imported games have old entries with high
numbers.
"""


def last_written(session: Session) -> datetime | None:
    """When the newest entry of any game was written."""
    newest = select(col(EntryRow.written)).order_by(col(EntryRow.id).desc()).limit(NEWEST).subquery()
    last: datetime | None = session.connection().execute(select(func.max(newest.c.written))).scalar_one()
    return last


def newest_letter(session: Session) -> LetterRow | None:
    """The letter that came last."""
    return session.scalars(select(LetterRow).order_by(col(LetterRow.id).desc()).limit(1)).first()


@dataclass(frozen=True, slots=True)
class Backlog:
    """How many letters or mails still wait, and since when the oldest does."""

    count: int
    oldest: datetime | None


def mails_waiting(session: Session) -> Backlog:
    """The mails that are still to be sent."""
    return _undone(session, func.min(col(OutgoingRow.queued)), col(OutgoingRow.status) == "waiting")


def letters_undone(session: Session) -> Backlog:
    """The letters that are new or held."""
    return _undone(session, func.min(col(LetterRow.received)), col(LetterRow.status).in_(("new", "held")))


def _undone(session: Session, oldest: ColumnElement[Any], which: ColumnElement[bool]) -> Backlog:
    count, moment = session.connection().execute(select(func.count(), oldest).where(which)).one()
    return Backlog(count, moment)


def mails_late(session: Session, before: datetime) -> int:
    """How many mails queued before a time are still not sent."""
    late = (col(OutgoingRow.status) == "waiting", col(OutgoingRow.queued) < before)
    return session.connection().execute(select(func.count()).where(*late)).scalar_one()


def mails_refused(session: Session) -> int:
    """How many mails a server refused for good."""
    refused = col(OutgoingRow.status) == "refused"
    return session.connection().execute(select(func.count()).select_from(OutgoingRow).where(refused)).scalar_one()


def kept_mark(location: Location) -> str:
    """What a database, which is not touched, is called in its mailbox; "" for one that has no name or is not there."""
    try:
        with _looking(dialect_at(location)) as connection:
            return connection.scalar(select(col(IdentityRow.mark))) or ""
    except (DatabaseError, StoreError):
        return ""


def revision_of(location: Location) -> str | None:
    """The schema's revision of a database, which is not touched; None for an empty one. Raises StoreError."""
    dialect = dialect_at(location)
    try:
        with _looking(dialect) as connection:
            return MigrationContext.configure(connection).get_current_revision()
    except DatabaseError as error:
        raise StoreError(f"{dialect.location}: cannot be read as a database: {dialect.words(error)}") from error


@contextmanager
def _looking(dialect: Dialect) -> Iterator[Connection]:
    engine = dialect.onlooker()
    try:
        with engine.connect() as connection:
            yield connection
    finally:
        engine.dispose()
