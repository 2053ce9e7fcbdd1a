"""Whether mails get out: how many went lately, and since when a server takes none.

While it takes none only one mail is tried at a time, after growing pauses; the others keep their place.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import and_, bindparam, func, select, true
from sqlmodel import Session, col

from pbem.store.dialect.sql import SINGLE
from pbem.store.mail.outbox import COUNT_DUE, DUE_MAIL, IS_DUE, URGENT_FIRST, DueMail, moment
from pbem.store.once import once, remember
from pbem.store.tables.games import GameRow, SeatRow
from pbem.store.tables.mail import OutgoingRow, WayOutRow

FIRST_PAUSE = timedelta(minutes=1)
MAX_PAUSE = timedelta(minutes=30)

_CLOSED = select(WayOutRow)
_CLOSED_AND_DUE = select(WayOutRow, COUNT_DUE.scalar_subquery()).select_from(SINGLE).outerjoin(WayOutRow, true())
_CLOSED_AND_URGENT = (
    select(WayOutRow, *DUE_MAIL, SeatRow, GameRow)
    .select_from(SINGLE)
    .outerjoin(WayOutRow, true())
    .outerjoin(OutgoingRow, and_(*IS_DUE))
    .outerjoin(SeatRow, and_(col(SeatRow.game_id) == col(OutgoingRow.game_id), col(SeatRow.name) == col(OutgoingRow.seat)))
    .outerjoin(GameRow, col(GameRow.id) == col(SeatRow.game_id))
    .order_by(URGENT_FIRST, col(OutgoingRow.id))
    .limit(bindparam("most"))
)
_WAY_OUT = "way out"


def closed(session: Session) -> WayOutRow | None:
    """Since when no mail gets out, and why; None while mails do. It is read once in a transaction."""
    return once(session, _WAY_OUT, 0, lambda: session.scalars(_CLOSED).first())


def closed_and_due(session: Session, now: datetime) -> tuple[WayOutRow | None, int]:
    """The same, and how many mails are due."""
    row, due = session.execute(_CLOSED_AND_DUE, moment(now)).one()
    remember(session, _WAY_OUT, 0, row)
    return row, due


def closed_and_urgent(session: Session, now: datetime, limit: int) -> tuple[WayOutRow | None, list[DueMail]]:
    """The same, and those mails that are due, each with its seat, the most urgent first.

    No mail overtakes another of its game to its address: what an urgent one waits after is as urgent.
    """
    rows = session.execute(_CLOSED_AND_URGENT, moment(now) | {"most": limit}).all()
    remember(session, _WAY_OUT, 0, rows[0][0])
    return rows[0][0], [DueMail(*row[1:]) for row in rows if row[1] is not None]


def close(session: Session, now: datetime, error: str) -> WayOutRow:
    """No mail was taken, for a reason that is about them all: the next is tried after a pause, twice as long each time."""
    row = closed(session) or WayOutRow(since=now, next_attempt=now)
    row.since = min(row.since, now)  # it was noted by a clock that was wrong
    row.next_attempt = now + min(FIRST_PAUSE * (1 << min(row.attempts, 10)), MAX_PAUSE)
    row.attempts += 1
    row.last_error = error
    session.add(row)
    session.flush()
    remember(session, _WAY_OUT, 0, row)
    return row


def open_again(session: Session) -> None:
    """A mail was taken."""
    if (row := closed(session)) is not None:
        session.delete(row)
        session.flush()
        remember(session, _WAY_OUT, 0, None)


def sent_within(session: Session, since: datetime, until: datetime) -> int:
    """How many mails were sent after a moment, and not after another."""
    within = (col(OutgoingRow.sent) > since, col(OutgoingRow.sent) <= until)
    return session.connection().execute(select(func.count()).select_from(OutgoingRow).where(*within)).scalar_one()


def count_waiting(session: Session) -> int:
    """How many mails wait to be sent."""
    waiting = select(func.count()).select_from(OutgoingRow).where(col(OutgoingRow.status) == "waiting")
    return session.connection().execute(waiting).scalar_one()
