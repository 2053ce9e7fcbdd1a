"""The terms of games, and when the moderator was last at work."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import bindparam, select, true
from sqlmodel import Session, col

from pbem.store.dialect.sql import SINGLE, regency_in, unindexed
from pbem.store.games import progress
from pbem.store.games.lobby import ACTED_FOR, TERMS
from pbem.store.mail.inbox import LOOKED_AT_LATER
from pbem.store.once import forget, once
from pbem.store.tables.games import GameRow, TermsRow
from pbem.store.tables.service import HeartbeatRow

EVERY = timedelta(minutes=1)
"""A heartbeat is written again only after this time: the mailbox may be polled far more often."""

SURE = timedelta(days=1)

_BEAT = "heartbeat"
_HEARTBEAT = select(HeartbeatRow)
_BEGINNING = (
    select(HeartbeatRow, ACTED_FOR.exists(), LOOKED_AT_LATER.order_by(None).exists())
    .select_from(SINGLE)
    .outerjoin(HeartbeatRow, true())
)
_WITH_TERMS = (
    select(col(TermsRow.game_id))
    .join(GameRow, col(GameRow.id) == col(TermsRow.game_id))
    .where(col(GameRow.status) == "playing")
    .order_by(col(TermsRow.game_id))
)
_WITH_REGENCIES = (
    select(col(TermsRow.game_id))
    .join(GameRow, col(GameRow.id) == col(TermsRow.game_id))
    .where(regency_in(col(TermsRow.texts)).is_not(None), unindexed(col(GameRow.status)) == "playing")
    .order_by(col(TermsRow.game_id))
)
_TERMS = select(TermsRow).where(col(TermsRow.game_id) == bindparam("game"))


def terms(session: Session, game_id: int) -> dict[str, str] | None:
    """The terms of a game as texts by name, or None for a game that never had any."""
    row = _terms_row(session, game_id)
    return None if row is None else dict(row.texts)


def set_terms(session: Session, game_id: int, texts: dict[str, str]) -> None:
    """Replace the terms of a game."""
    row = _terms_row(session, game_id) or TermsRow(game_id=game_id, texts=texts)
    row.texts = texts
    session.add(row)
    session.flush()
    forget(session, TERMS, game_id)
    progress.forget(session, game_id)


def games_with_terms(session: Session) -> list[int]:
    """The ids of the games being played that have terms."""
    return list(session.scalars(_WITH_TERMS))


def games_with_regencies(session: Session) -> list[int]:
    """The ids of the games being played whose terms say something of regencies, which most leave as they are usual."""
    return list(session.scalars(_WITH_REGENCIES))


@dataclass(frozen=True, slots=True)
class Beat:
    """When the moderator was last at work, how long the machine had run then, and since when the clock is in `doubt`."""

    at: datetime
    boot: str = ""
    uptime: timedelta = timedelta(0)
    doubt: datetime | None = None


def last_beat(session: Session) -> datetime | None:
    """When the moderator was last at work, or None if they never were."""
    last = heartbeat(session)
    return None if last is None else last.at


def heartbeat(session: Session) -> Beat | None:
    """The last heartbeat, with what it says of the clock."""
    return _beat_of(session.scalars(_HEARTBEAT).first())


class Beginning(NamedTuple):
    """The last heartbeat, whether somebody acts for a player of a game that is played, and whether letters wait for keys."""

    last: Beat | None
    is_acted_for: bool
    wait_for_keys: bool


def beginning(session: Session) -> Beginning:
    """What each look into the mailbox begins with, asked at once."""
    row, is_acted_for, wait_for_keys = session.execute(_BEGINNING).one()
    return Beginning(_beat_of(row), bool(is_acted_for), bool(wait_for_keys))


def is_fresh(last: Beat | None, now: datetime) -> bool:
    """Whether the heartbeat is too young to be replaced."""
    return last is not None and last.doubt is None and timedelta(0) <= now - last.at < EVERY


def _beat_of(row: HeartbeatRow | None) -> Beat | None:
    return None if row is None else Beat(row.beat, row.boot, timedelta(seconds=row.uptime), row.doubt)


def beat(session: Session, now: Beat) -> None:
    """Note when the moderator is at work."""
    row = session.scalars(_HEARTBEAT).first() or HeartbeatRow(beat=now.at)
    row.beat, row.boot, row.uptime, row.doubt = now.at, now.boot, now.uptime.total_seconds(), now.doubt
    session.add(row)
    session.flush()
    forget(session, _BEAT, 0)


def is_in_doubt(session: Session) -> bool:
    """Whether the clock gave an unlikely time that is not yet confirmed; until then nothing is due."""
    last = heartbeat(session)
    return last is not None and last.doubt is not None


def sure_time(session: Session, now: datetime) -> datetime:
    """`now`, or while the clock is in doubt the last moment at which it was not."""
    last = once(session, _BEAT, 0, lambda: heartbeat(session))
    return now if last is None or last.doubt is None else last.at


def is_sure(session: Session, now: datetime) -> bool:
    """Whether the clock can be trusted with irreversible actions: it is not in doubt, and has not gone on by more than SURE
    since the moderator was last at work.
    """
    last = heartbeat(session)
    return last is None or (last.doubt is None and abs(now - last.at) <= SURE)


def _terms_row(session: Session, game_id: int) -> TermsRow | None:
    return once(session, TERMS, game_id, lambda: session.scalars(_TERMS, {"game": game_id}).first())
