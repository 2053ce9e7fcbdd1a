"""Addresses warned about letters of doubtful origin: anybody who knows an address can cause such a mail."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import delete
from sqlmodel import Session, col

from pbem.store.tables.mail import WarnedRow

EVERY = timedelta(hours=1)


def when_to_warn(session: Session, address: str, now: datetime, *, wait: bool = False) -> datetime | None:
    """When an address, whatever its case, may be told something of the kind: now, if it was told nothing within the hour;
    else never, or (`wait`) when that hour is over, unless something waits for that already.
    """
    row = session.get(WarnedRow, address.lower())
    if row is None or row.warned + EVERY <= now or row.warned > now + EVERY:  # noted by a clock that was wrong
        return now
    return row.warned + EVERY if wait and row.warned <= now else None


def note_warned(session: Session, address: str, when: datetime, now: datetime) -> None:
    """Note `when` an address is told; of others what is older than an hour is forgotten."""
    known = address.lower()
    old = delete(WarnedRow).where(col(WarnedRow.warned) <= now - EVERY, col(WarnedRow.address) != known)
    session.connection().execute(old)
    row = session.get(WarnedRow, known) or WarnedRow(address=known, warned=when)
    row.warned = when
    session.add(row)
    session.flush()
