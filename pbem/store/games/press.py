"""Messages between players: stored, found, delivered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, bindparam, false, func, null, or_, select, update
from sqlmodel import Session, col

from pbem.engine.agreements.offers import HANDED_OVER
from pbem.engine.log.entry import EntryKind
from pbem.store.games.lobby import SPOKEN
from pbem.store.once import forget, once, recall
from pbem.store.tables.log import EntryRow
from pbem.store.tables.mail import DeliveryRow, MessageRow, OutgoingRow

_OF_GAME = select(MessageRow).where(col(MessageRow.game_id) == bindparam("game")).order_by(col(MessageRow.id))
_TO_READERS = (
    select(MessageRow, col(DeliveryRow.reader))
    .join(DeliveryRow, col(DeliveryRow.message_id) == col(MessageRow.id))
    .where(col(DeliveryRow.game_id) == bindparam("game"), col(DeliveryRow.told).is_(None))
    .order_by(col(MessageRow.id))
)
_UNTOLD = "undelivered messages"
_TO_READER = (col(DeliveryRow.game_id) == bindparam("game"), col(DeliveryRow.reader) == bindparam("reader"))
_RECEIVED = select(col(DeliveryRow.message_id)).where(*_TO_READER, col(DeliveryRow.told).is_not(None))
_FOR_ALL = col(MessageRow.readers).is_(null())
_LEFT_SINCE = (
    select(col(EntryRow.id))
    .where(
        col(EntryRow.game_id) == col(MessageRow.game_id),
        col(EntryRow.seat) == bindparam("reader"),
        col(EntryRow.kind) == str(EntryKind.OFFER),
        col(EntryRow.key) == HANDED_OVER,
        col(EntryRow.note) == "",
        col(EntryRow.written) >= col(MessageRow.written),
    )
    .exists()
)
"""A seat has been left by its player since a message was written; an entry with a note says so once more, or of a player who
stays.
"""
_READABLE = (
    select(MessageRow)
    .where(
        col(MessageRow.game_id) == bindparam("game"),
        or_(col(MessageRow.seat) == bindparam("reader"), col(MessageRow.id).in_(_RECEIVED)),
        or_(_FOR_ALL, ~_LEFT_SINCE),
    )
    .order_by(col(MessageRow.id).desc())
    .limit(bindparam("limit"))
)


def is_answered(session: Session, letter_id: int) -> bool:
    """Whether a letter's messages are stored already, or were refused in an answer while its game was on hold."""
    stored = select(col(MessageRow.id)).where(col(MessageRow.letter_id) == letter_id)
    answers = select(col(OutgoingRow.id)).where(col(OutgoingRow.letter_id) == letter_id, col(OutgoingRow.kind) == "answers")
    return bool(session.scalars(select(or_(stored.exists(), answers.exists()))).one())


def by_letter(session: Session, game_id: int, letter_id: int) -> list[MessageRow]:
    """The messages of a letter to players of a game, in their order."""
    of_letter = (col(MessageRow.game_id) == game_id, col(MessageRow.letter_id) == letter_id)
    return list(session.scalars(select(MessageRow).where(*of_letter).order_by(col(MessageRow.place))))


def add(session: Session, row: MessageRow, readers: Iterable[str]) -> None:
    """Store a message to be delivered to these readers."""
    session.add(row)
    session.flush()
    session.add_all([DeliveryRow(game_id=row.game_id, message_id=row.id, reader=reader) for reader in readers])
    session.flush()
    forget(session, _UNTOLD, row.game_id)
    forget(session, SPOKEN, row.game_id)


def written_since(session: Session, game_id: int, seat: str, since: datetime) -> int:
    """How many messages the player of a seat has written since then; those of a player before count for nothing."""
    counted = select(func.count()).select_from(MessageRow).where(*_since(game_id, since))
    return session.scalars(counted, {"reader": seat}).one()


def readers_since(
    session: Session, game_id: int, seat: str, since: datetime, *, besides: int | None
) -> list[list[str] | None]:
    """Of each signed message that the player of a seat has written since then whom it is for (None: everybody), `besides`
    those of the letter with this number. A limit on their number must not show who wrote an unsigned one.
    """
    of_others = func.coalesce(col(MessageRow.letter_id), 0) != besides
    signed = col(MessageRow.unsigned).is_(false())
    readers = select(col(MessageRow.readers)).where(*_since(game_id, since), of_others, signed)
    what = f"readers since {since.isoformat()} by {seat} besides {besides}"
    return once(session, what, game_id, lambda: list(session.scalars(readers, {"reader": seat})))


def bytes_since(session: Session, game_id: int, seat: str, since: datetime) -> int:
    """How many bytes of messages (in UTF-8) the player of a seat has written since then."""
    texts = session.scalars(select(col(MessageRow.text)).where(*_since(game_id, since)), {"reader": seat})
    return sum(len(text.encode()) for text in texts)


def _since(game_id: int, since: datetime) -> tuple[ColumnElement[bool], ...]:
    by_them = col(MessageRow.seat) == bindparam("reader")
    return (col(MessageRow.game_id) == game_id, by_them, col(MessageRow.written) > since, ~_LEFT_SINCE)


def undelivered(session: Session, game_id: int, reader: str) -> list[MessageRow]:
    """The messages to a reader that no mail has delivered yet, in the order they were written."""
    if recall(session, SPOKEN, game_id) is False:
        return []
    untold = once(
        session, _UNTOLD, game_id, lambda: [(row, to) for row, to in session.execute(_TO_READERS, {"game": game_id})]
    )
    return [row for row, to in untold if to == reader]


def mark_delivered(
    session: Session, game_id: int, reader: str, keys: Collection[tuple[int | None, int]], now: datetime
) -> None:
    """Note that a mail to the reader has these messages, each named by its letter and its place in it."""
    ids = [row.id for row in undelivered(session, game_id, reader) if (row.letter_id, row.place) in keys]
    delivered = (col(DeliveryRow.message_id).in_(ids), col(DeliveryRow.reader) == reader)
    session.connection().execute(update(DeliveryRow).where(*delivered).values(told=now))
    forget(session, _UNTOLD, game_id)


def all_of(session: Session, game_id: int) -> list[MessageRow]:
    """All messages of a game, in the order they were written."""
    return list(session.scalars(_OF_GAME, {"game": game_id}))


def readable(session: Session, game_id: int, seat: str, limit: int) -> Sequence[MessageRow]:
    """The newest messages that a seat has written or received in a mail, oldest first. Of those from before its player took
    it over only what everybody reads.
    """
    if recall(session, SPOKEN, game_id) is False:
        return []
    return list(session.scalars(_READABLE, {"game": game_id, "reader": seat, "limit": limit}))[::-1]


def was_left_since(session: Session, row: MessageRow, seat: str) -> bool:
    """Whether a seat has been taken over by another player since a message was written."""
    return (
        session.scalars(
            select(col(MessageRow.id)).where(col(MessageRow.id) == row.id, _LEFT_SINCE), {"reader": seat}
        ).first()
        is not None
    )


def taken_over_since(session: Session, game_id: int, since: datetime) -> frozenset[str]:
    """The seats that another player has taken over since then."""
    handed_over = (col(EntryRow.kind) == str(EntryKind.OFFER), col(EntryRow.key) == HANDED_OVER, col(EntryRow.note) == "")
    of_game = (col(EntryRow.game_id) == game_id, col(EntryRow.written) >= since)
    return frozenset(session.scalars(select(col(EntryRow.seat)).where(*of_game, *handed_over)))


def withhold_private(session: Session, game_id: int, reader: str, now: datetime) -> Counter[str]:
    """Deliver the private messages that wait for a reader to nobody any more. Gives the number of each writer's."""
    rows = [row for row in undelivered(session, game_id, reader) if row.readers is not None]
    mark_delivered(session, game_id, reader, [(row.letter_id, row.place) for row in rows], now)
    return Counter(row.seat for row in rows)


def deliveries(session: Session, game_id: int) -> list[DeliveryRow]:
    """The deliveries of a game's messages, done and pending."""
    wanted = select(DeliveryRow).where(col(DeliveryRow.game_id) == game_id)
    return list(session.scalars(wanted.order_by(col(DeliveryRow.id))))
