"""Whether a player can be reached: mails that came back, programs that answer for them."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta

from sqlalchemy import bindparam, func, select, text
from sqlmodel import Session, col

from pbem.store.dialect.sql import unindexed
from pbem.store.tables.games import IS_UNREACHED, GameRow, SeatRow
from pbem.store.tables.mail import LetterRow

_UNREACHED = select(SeatRow).where(text(IS_UNREACHED)).order_by(col(SeatRow.game_id), col(SeatRow.id))
_UNREACHED_THERE = _UNREACHED.where(col(SeatRow.game_id).in_(bindparam("games", expanding=True)))
_UNREACHED_GOING_ON = _UNREACHED.join(GameRow, col(GameRow.id) == col(SeatRow.game_id)).where(
    unindexed(col(GameRow.status)).in_(("playing", "held"))
)


def count_bounce(session: Session, seat: SeatRow, now: datetime) -> None:
    """Count a mail to this seat that came back; the date is that of the first one since its player last wrote."""
    seat.bounced = seat.bounced if seat.bounces else now
    seat.bounces += 1
    session.flush()


def note_auto_reply(session: Session, seat: SeatRow, now: datetime) -> None:
    """A program answers for the player of this seat, since now if it did not do so before."""
    seat.auto_replied = seat.auto_replied or now
    session.flush()


def has_written(session: Session, seat: SeatRow) -> None:
    """The player of this seat has written: what came back before no longer counts."""
    if seat.bounces or seat.auto_replied:
        seat.bounces, seat.bounced, seat.auto_replied = 0, None, None
        session.flush()


def seats_at(session: Session, addresses: tuple[str, ...]) -> list[SeatRow]:
    """The seats of the players at these addresses, whatever their case, in the games that are not over."""
    wanted = sorted({address.lower() for address in addresses})
    going_on = select(SeatRow).join(GameRow, col(GameRow.id) == col(SeatRow.game_id))
    not_over = unindexed(col(GameRow.status)) != "over"
    there = going_on.where(not_over, func.lower(col(SeatRow.address)).in_(wanted))
    return list(session.scalars(there.order_by(col(SeatRow.id))))


def unreached(session: Session, games: Collection[int] | None = None) -> list[SeatRow]:
    """The seats whose mail comes back or for whose players a program answers, in the order of their games: those of these
    games, or of all that go on.
    """
    if games is None:
        return list(session.scalars(_UNREACHED_GOING_ON))
    return list(session.scalars(_UNREACHED_THERE, {"games": list(games)}))


def letters_before(session: Session, letter: LetterRow, span: timedelta, count: int) -> list[LetterRow]:
    """The last `count` letters of the same seat and sender before `letter` and within `span` of it, newest first."""
    same = (col(LetterRow.game_id) == letter.game_id, col(LetterRow.seat) == letter.seat, col(LetterRow.id) < letter.id)
    wanted = select(LetterRow).where(
        *same, col(LetterRow.sender) == letter.sender, col(LetterRow.received) >= letter.received - span
    )
    return list(session.scalars(wanted.order_by(col(LetterRow.id).desc()).limit(count)))
