"""What the moderator's lists show of the whole database: counts, newest times, the schema's version."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from alembic.runtime.migration import MigrationContext
from sqlalchemy import URL, create_engine, func, select
from sqlalchemy.exc import DatabaseError
from sqlalchemy.pool import NullPool
from sqlmodel import Session, col

from pbem.store.errors import StoreError
from pbem.store.tables import EntryRow, IdentityRow, LetterRow, OutgoingRow


@dataclass(frozen=True, slots=True)
class Traffic:
    """How many letters came for a game, and when the last did."""

    letters: int
    last: datetime | None


def traffic(session: Session) -> dict[int, Traffic]:
    """The letters that were found to be for games, by the ids of these; a game without letters is missing."""
    game, came = col(LetterRow.game_id), col(LetterRow.received)
    counted = session.connection().execute(select(game, func.count(), func.max(came)).group_by(game))
    return {game_id: Traffic(letters, last) for game_id, letters, last in counted.all() if game_id is not None}


def last_written(session: Session) -> datetime | None:
    """When the newest entry of any game was written."""
    return session.connection().execute(select(func.max(col(EntryRow.written)))).scalar_one()


def newest_letter(session: Session) -> LetterRow | None:
    """The letter that came last."""
    return session.scalars(select(LetterRow).order_by(col(LetterRow.id).desc()).limit(1)).first()


def mails_waiting(session: Session, before: datetime) -> int:
    """How many mails queued before a time are still not sent."""
    late = (col(OutgoingRow.status) == "waiting", col(OutgoingRow.queued) < before)
    return session.connection().execute(select(func.count()).where(*late)).scalar_one()


def mails_refused(session: Session) -> int:
    """How many mails a server refused for good."""
    refused = col(OutgoingRow.status) == "refused"
    return session.connection().execute(select(func.count()).select_from(OutgoingRow).where(refused)).scalar_one()


def kept_mark(path: Path) -> str:
    """What a database file, which is not touched, is called in its mailbox; "" for one that has no name or is not there."""
    url = URL.create("sqlite", database=f"file:{path}", query={"mode": "ro", "uri": "true"})
    engine = create_engine(url, poolclass=NullPool)
    try:
        with engine.connect() as connection:
            return connection.scalar(select(col(IdentityRow.mark))) or ""
    except DatabaseError:
        return ""
    finally:
        engine.dispose()


def revision_of(path: Path) -> str | None:
    """The schema's revision of a database file, which is not touched; None for an empty one. Raises StoreError."""
    # Without mode=ro a look would create the write-ahead log of a database that another user owns.
    url = URL.create("sqlite", database=f"file:{path}", query={"mode": "ro", "uri": "true"})
    engine = create_engine(url, poolclass=NullPool)
    try:
        with engine.connect() as connection:
            return MigrationContext.configure(connection).get_current_revision()
    except DatabaseError as error:
        raise StoreError(f"{path}: cannot be read as a database: {error.orig}") from error
    finally:
        engine.dispose()
