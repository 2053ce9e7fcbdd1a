"""The mailbox: its owner, and the letters that the server does not deliver or that could not be moved."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta

from sqlalchemy import bindparam, delete, func, or_, select, update
from sqlmodel import Session, col

from pbem.store.tables.mail import LEFT_STATUS, LeftRow
from pbem.store.tables.service import IdentityRow

WITHHELD, DONE = LEFT_STATUS
UIDS_AT_ONCE = 500
FIRST_PAUSE, MAX_PAUSE = timedelta(minutes=2), timedelta(days=1)
"""A letter is tried again after the first pause, then after one twice as long, and so on up to the longest."""

_IDENTITY = select(IdentityRow)
_LEFT = select(LeftRow).where(col(LeftRow.validity) == bindparam("validity"))
_IS_UNREPORTED = (col(LeftRow.status) == WITHHELD) & ~col(LeftRow.told) & (col(LeftRow.tries) > 1)
_UNREPORTED = select(LeftRow).where(_IS_UNREPORTED).order_by(col(LeftRow.uid))
_LEFT_OR_UNREPORTED = select(LeftRow, _IS_UNREPORTED).where(
    or_(col(LeftRow.validity) == bindparam("validity"), _IS_UNREPORTED)
)


def identity(session: Session) -> IdentityRow | None:
    """What this database is called in its mailbox; None for one that has never had a name."""
    return session.scalars(_IDENTITY).first()


def set_identity(session: Session, mark: str, place: tuple[str, str, str], *, copied_from: str = "") -> IdentityRow:
    """Give this database a name; `place` is the host, path and inode of its file."""
    host, path, inode = place
    row = identity(session) or IdentityRow(mark=mark, host=host, path=path, inode=inode)
    row.mark, row.copied_from = mark, copied_from
    row.host, row.path, row.inode = host, path, inode
    session.add(row)
    session.flush()
    return row


def all_left_in(session: Session, validity: int) -> tuple[dict[int, LeftRow], bool]:
    """The letters that lie in a mailbox, by UID, and whether there are `unreported` ones, in this mailbox or before it was
    made again.
    """
    rows = session.execute(_LEFT_OR_UNREPORTED, {"validity": validity}).all()
    left_rows: dict[int, LeftRow] = {row.uid: row for row, _ in rows if row.validity == validity}
    return left_rows, any(is_unreported for _, is_unreported in rows)


def left(session: Session, validity: int, uids: Collection[int]) -> dict[int, LeftRow]:
    """Those of these letters that lie in a mailbox, by UID."""
    listed, found = list(uids), dict[int, LeftRow]()
    for at in range(0, len(listed), UIDS_AT_ONCE):
        few = _LEFT.where(col(LeftRow.uid).in_(listed[at : at + UIDS_AT_ONCE]))
        found |= {row.uid: row for row in session.scalars(few, {"validity": validity})}
    return found


def all_left(session: Session, status: str) -> list[LeftRow]:
    """All letters that lie in the mailbox for one reason."""
    return list(session.scalars(select(LeftRow).where(col(LeftRow.status) == status).order_by(col(LeftRow.id))))


def count_left(session: Session, status: str) -> int:
    """How many letters lie in the mailbox for one reason."""
    return session.scalar(select(func.count()).select_from(LeftRow).where(col(LeftRow.status) == status)) or 0


def leave(session: Session, validity: int, status: str, words: dict[int, str], now: datetime) -> None:
    """Note that the server does not give or move the letters with these UIDs, with its `words`."""
    known = left(session, validity, words)
    for uid, said in words.items():
        row = known.get(uid) or LeftRow(validity=validity, uid=uid, status=status, since=now, next_try=now)
        if row.status != status:
            row.status, row.since, row.tries = status, now, 0
        row.words = said
        row.next_try = now + min(FIRST_PAUSE * 2 ** min(row.tries, 20), MAX_PAUSE)
        row.tries += 1
        session.add(row)
    session.flush()


def is_due(row: LeftRow, now: datetime) -> bool:
    """Whether it is time to try a letter again; also where the time was noted by a clock that was wrong."""
    return not now < row.next_try <= now + MAX_PAUSE


def forget_left(session: Session, validity: int, uids: Iterable[int]) -> None:
    """Delete the rows of these letters: they have left the mailbox, or will be read."""
    for row in left(session, validity, list(uids)).values():
        session.delete(row)
    session.flush()


def forget_old_left(session: Session, before: datetime) -> None:
    """Delete rows that were last tried long ago: those letters are gone."""
    session.connection().execute(delete(LeftRow).where(col(LeftRow.next_try) < before))
    session.expire_all()


def unreported(session: Session) -> list[LeftRow]:
    """The letters that the server has withheld more than once and that the game master does not know of."""
    return list(session.scalars(_UNREPORTED))


def reported_uids(session: Session) -> set[int]:
    """The UIDs reported to the game master, under any UIDVALIDITY."""
    return set(session.scalars(select(col(LeftRow.uid)).where(col(LeftRow.told))))


def mark_reported(session: Session, rows: Iterable[LeftRow]) -> None:
    """Note that the game master knows of these."""
    ids = [row.id for row in rows]
    session.connection().execute(update(LeftRow).where(col(LeftRow.id).in_(ids)).values(told=True))
    session.expire_all()
