"""Who has been told of a letter that nobody can be sure who wrote: whoever knows an address can cause such a mail."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import delete
from sqlmodel import Session, col

from pbem.store.tables import WarnedRow

EVERY = timedelta(hours=1)


def may_warn(session: Session, address: str, now: datetime) -> bool:
    """Whether an address, whatever its case, has been told nothing of the kind within the hour before `now`."""
    row = session.get(WarnedRow, address.lower())
    return row is None or not row.warned <= now < row.warned + EVERY


def note_warned(session: Session, address: str, now: datetime) -> None:
    """Note that an address is told now; of others what is older than an hour is forgotten."""
    known = address.lower()
    old = delete(WarnedRow).where(col(WarnedRow.warned) <= now - EVERY, col(WarnedRow.address) != known)
    session.connection().execute(old)
    row = session.get(WarnedRow, known) or WarnedRow(address=known, warned=now)
    row.warned = now
    session.add(row)
    session.flush()
