"""Whether the services work that the moderator needs: the mailbox (IMAP), the way out (SMTP), and its own work."""

from __future__ import annotations

from datetime import datetime

from sqlmodel import Session

from pbem.store.tables.service import ServiceRow

SERVICES = IMAP, SMTP, WORK = ("imap", "smtp", "work")
MAX_ERROR = 500
"""Characters of an error that are kept."""


def service(session: Session, name: str) -> ServiceRow:
    """The row of a service; an empty one if it was never used."""
    return session.get(ServiceRow, name) or ServiceRow(name=name)


def note_works(session: Session, name: str, now: datetime) -> None:
    """Note that a service works. The time of the last message about it stays."""
    row = service(session, name)
    row.last_ok = now
    row.failing_since = row.told = None
    _keep(session, row)


def note_fails(session: Session, name: str, now: datetime, error: str) -> None:
    """A service has just failed, with what it said."""
    row = service(session, name)
    row.failing_since = min(row.failing_since or now, now)
    row.error, row.error_at = error[:MAX_ERROR], now
    _keep(session, row)


def count_failed_lines(session: Session, more: int) -> None:
    """Count lines at which the program itself has just failed, with its work."""
    row = service(session, WORK)
    row.lines_failed += more
    _keep(session, row)


def note_reported(session: Session, name: str, now: datetime, *, over: bool = False) -> None:
    """Note that the game master was just told that a service fails or, with `over`, works again."""
    row = service(session, name)
    row.told, row.last_told = None if over else now, now
    _keep(session, row)


def _keep(session: Session, row: ServiceRow) -> None:
    session.add(row)
    session.flush()
