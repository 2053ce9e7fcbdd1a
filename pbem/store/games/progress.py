"""Facts that follow from a game's log, stored for whoever looks at many games: its position in words, and when its clock is
due.

Whatever changes a log or a game's terms or status takes both back in the same transaction (`forget`); who plays the game on
writes them again. So what is here is true, or not here: then it has to be found out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeAlias

from sqlalchemy import Row, and_, bindparam, delete, func, select, update
from sqlmodel import Session, col

from pbem.store.dialect.sql import Upsert, unindexed
from pbem.store.once import once
from pbem.store.tables.games import GameRow, ProgressRow, TermsRow
from pbem.store.tables.log import EntryRow, StrikeRow
from pbem.store.tables.row import AT_ONCE

Wait: TypeAlias = tuple[str, datetime | None, bool]
"""A seat with an open question, when its orders are due, and whether the game waits beyond that."""

_LOOK = select(col(TermsRow.look_at)).where(col(TermsRow.game_id) == bindparam("game"))
_PROGRESS = select(ProgressRow.__table__, func.coalesce(col(EntryRow.after), "").label("now")).outerjoin(  # type: ignore[attr-defined]
    EntryRow, and_(col(EntryRow.game_id) == col(ProgressRow.game_id), col(EntryRow.number) == col(ProgressRow.last))
)
_OF_GAMES = _PROGRESS.where(col(ProgressRow.game_id).in_(bindparam("games", expanding=True)))
_OVERDUE = _PROGRESS.join(GameRow, col(GameRow.id) == col(ProgressRow.game_id)).where(
    col(ProgressRow.due) < bindparam("now"), unindexed(col(GameRow.status)) == "playing"
)
_FORGET = delete(ProgressRow).where(col(ProgressRow.game_id) == bindparam("game"))
_SET_LOOK = update(TermsRow).where(col(TermsRow.game_id) == bindparam("game")).values(look_at=bindparam("moment"))
_KEEP = Upsert(
    ProgressRow,
    lambda insert: insert.on_conflict_do_update(
        index_elements=["game_id"],
        set_={each.name: insert.excluded[each.name] for each in insert.table.columns if not each.primary_key},
    ),
)
NEWEST = "newest entry"
_NEWEST = (
    select(col(EntryRow.number), col(EntryRow.after))
    .where(col(EntryRow.game_id) == bindparam("game"))
    .order_by(col(EntryRow.number).desc())
    .limit(1)
)


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a game stands by the rules of some version: its Turn, for whom it waits, and the zone of its times."""

    rules_version: int
    turn: str
    waits: tuple[Wait, ...]
    zone: str


def forget(session: Session, game_id: int) -> None:
    """Forget what follows from a game's log: it has to be found out again."""
    session.connection().execute(_FORGET, {"game": game_id})
    set_look(session, game_id, AT_ONCE)


def set_look(session: Session, game_id: int, moment: datetime | None) -> None:
    """Keep when the clock of a game has something to do next, None for nothing; a game without terms has no clock."""
    session.connection().execute(_SET_LOOK, {"game": game_id, "moment": moment})


def look(session: Session, game_id: int) -> datetime | None:
    """When the clock of a game has something to do next, as stored; None if never."""
    return session.connection().execute(_LOOK, {"game": game_id}).scalar_one_or_none()


def due_games(session: Session, now: datetime) -> list[int]:
    """The ids of the games being played whose clocks have something to do by `now`, or may have."""
    wanted = select(col(TermsRow.game_id)).join(GameRow, col(GameRow.id) == col(TermsRow.game_id))
    # Unordered, and with a + before the status: SQLite would begin with all games that have terms, or that are played.
    due = (col(TermsRow.look_at) <= now, unindexed(col(GameRow.status)) == "playing")
    return sorted(session.scalars(wanted.where(*due)))


def keep(session: Session, game_id: int, progress: Progress) -> None:
    """Store the position of a game at the end of its log, in words."""
    last, after = newest(session, game_id)
    waits = [[seat, None if due is None else due.isoformat(), on] for seat, due, on in progress.waits]
    due = min((due for _, due, _ in progress.waits if due is not None), default=None)
    values = {
        "rules_version": progress.rules_version,
        "turn": progress.turn,
        "waits": waits,
        "zone": progress.zone,
        "due": due,
    }
    session.connection().execute(_KEEP.of(session), {"game_id": game_id, "last": last, "after": after} | values)


def known(session: Session, games: Collection[int]) -> dict[int, Progress]:
    """The stored progress of these games by their ids, without games that have none or whose newest entry is another than
    the stored one.
    """
    return _by_id(session.connection().execute(_OF_GAMES, {"games": list(games)}))


def overdue(session: Session, now: datetime) -> dict[int, Progress]:
    """The same for the games being played in which some orders were due before `now`, in no order."""
    return _by_id(session.connection().execute(_OVERDUE, {"now": now}))


def _by_id(rows: Iterable[Row[Any]]) -> dict[int, Progress]:
    return {row.game_id: _progress(row) for row in rows if row.after == row.now}


def log_version(session: Session, game_id: int) -> tuple[int, str, int]:
    """The version of a log: its last entry, the fingerprint there, and the last strike."""
    last_strike = select(func.max(col(StrikeRow.id))).where(col(StrikeRow.game_id) == game_id)
    return *newest(session, game_id), session.connection().execute(last_strike).scalar_one() or 0


def _progress(row: Row[Any]) -> Progress:
    waits = tuple((seat, None if due is None else datetime.fromisoformat(due), on) for seat, due, on in row.waits)
    return Progress(row.rules_version, row.turn, waits, row.zone)


def newest(session: Session, game_id: int) -> tuple[int, str]:
    """The number of the newest entry of a log, struck or not, and the fingerprint there; (0, "") for an empty log."""
    return once(session, NEWEST, game_id, lambda: _read_newest(session, game_id))


def _read_newest(session: Session, game_id: int) -> tuple[int, str]:
    row = session.connection().execute(_NEWEST, {"game": game_id}).first()
    return (0, "") if row is None else (row.number, row.after)
