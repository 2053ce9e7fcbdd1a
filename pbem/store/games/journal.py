"""The log of a game: lines are added and struck, never changed. And the events the lines made happen."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from hashlib import sha256
from typing import Any, TypeAlias, cast

from sqlalchemy import ColumnElement, bindparam, column, exists, func, insert, select, text
from sqlalchemy.orm import Mapped
from sqlmodel import Session, col

from pbem.engine.log.entry import EntryKind
from pbem.store.errors import Duplicate, NotFound, StoreError
from pbem.store.games import progress
from pbem.store.mail.inbox import EARLIER_OF_SEAT
from pbem.store.once import forget, once, recall, remember
from pbem.store.tables.log import EntryRow, EventRow, StrikeRow
from pbem.store.tables.mail import LetterRow
from pbem.store.tables.row import UtcTime

Json: TypeAlias = Any  # None, bool, int, float, str, and lists and str-keyed dicts of them


@dataclass(frozen=True, slots=True, kw_only=True)
class JournalLine:
    """One line to be written: `answer` is plain JSON data, `after` the fingerprint of the position after it, `cause` why it
    is written (None: not recorded).
    """

    number: int
    kind: str
    seat: str
    key: str
    subject: str
    answer: Json
    after: str
    turn: str = ""
    note: str = ""
    cause: Json = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LogLine(JournalLine):
    """A line of the log, with the letter that caused it (if one did) and the time it was written."""

    letter_id: int | None
    written: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class EventLine:
    """Event number `place` (0, 1, ...) of an entry; entry 0 is the opening. `seen_by` None is everyone."""

    entry_number: int
    place: int
    rule: str
    name: str
    data: dict[str, Json]
    seen_by: frozenset[str] | None = None


@dataclass(frozen=True, slots=True)
class LogVersion:
    """The version of a log, as entries and strikes are only ever added: the number of the `newest` live entry (0: none),
    that of the `next` one, how many `strikes` there are, and a hash of all that the newest entry says.
    """

    newest: int
    next: int
    strikes: int
    digest: str


_MARK = text("""
SELECT
    coalesce((SELECT max(number) FROM entry WHERE game_id = :game), 0) + 1 AS next,
    (SELECT count(*) FROM strike WHERE game_id = :game) AS strikes,
    coalesce((SELECT after FROM entry WHERE game_id = :game ORDER BY number DESC LIMIT 1), '') AS newest_after,
    number,
    kind, seat, key, subject, CAST(answer AS TEXT) AS answer, after, turn, note, CAST(cause AS TEXT) AS cause, written
FROM (SELECT 1) AS single LEFT JOIN (
    SELECT * FROM entry WHERE game_id = :game AND NOT EXISTS (
        SELECT 1 FROM strike WHERE strike.game_id = entry.game_id AND entry.number BETWEEN strike.first AND strike.last
    ) ORDER BY number DESC LIMIT 1
) AS newest_live ON 1 = 1
""")
_MARK_COLUMNS = ("next", "strikes", "newest_after", "number", "kind", "seat", "key", "subject", "answer", "after", "turn")
_MARKED = _MARK.columns(*map(column, (*_MARK_COLUMNS, "note", "cause", "written"))).subquery("mark")


_compact = partial(json.dumps, ensure_ascii=False, separators=(",", ":"))


def _struck(number: Mapped[int]) -> ColumnElement[bool]:
    """Whether the entry of this number is struck."""
    of_game = col(StrikeRow.game_id) == bindparam("game")
    return exists().where(of_game, number.between(col(StrikeRow.first), col(StrikeRow.last)))


# What every letter asks is put together once: that takes SQLAlchemy longer than SQLite takes to answer.
_ENTRIES = col(EntryRow.game_id) == bindparam("game")
_IS_STRUCK = _struck(col(EntryRow.number))
_HIGHEST = select(func.max(col(EntryRow.number))).where(_ENTRIES)
_LOG = (
    select(*(col(getattr(EntryRow, name)) for name in LogLine.__dataclass_fields__))
    .where(_ENTRIES)
    .order_by(col(EntryRow.number))
)
_LIVE = _LOG.where(col(EntryRow.number) > bindparam("above"), ~_IS_STRUCK)
_WHOLE = _LOG.add_columns(_IS_STRUCK)
_OF_KINDS = _WHOLE.where(col(EntryRow.kind).in_(bindparam("kinds", expanding=True)))
NOTES = (EntryKind.CLOCK, EntryKind.SALT, EntryKind.CHOICE)
"""Kinds of lines that a letter asks for: all are read together, once in a transaction."""
_NOTES, _VERSION = "notes", "version"
_LINES_SINCE = select(func.count()).where(
    _ENTRIES,
    col(EntryRow.seat) == bindparam("seat"),
    col(EntryRow.kind).in_(bindparam("kinds", expanding=True)),
    col(EntryRow.written) >= bindparam("lines_since"),
)
_LETTERS_SINCE = select(func.count()).where(*EARLIER_OF_SEAT, col(LetterRow.received) >= bindparam("letters_since"))
_LETTERS_AND_LINES = select(_LETTERS_SINCE.scalar_subquery(), _LINES_SINCE.scalar_subquery(), *_MARKED.c)
_STRIKES = select(StrikeRow).where(col(StrikeRow.game_id) == bindparam("game")).order_by(col(StrikeRow.id))
_EVENTS = (
    select(*(col(getattr(EventRow, name)) for name in EventLine.__dataclass_fields__))
    .where(
        col(EventRow.game_id) == bindparam("game"),
        col(EventRow.entry_number) > bindparam("above"),
        ~_struck(col(EventRow.entry_number)),
    )
    .order_by(col(EventRow.entry_number), col(EventRow.place))
)


def next_number(session: Session, game_id: int) -> int:
    """The number of the next entry: one above the highest ever given, struck or not."""
    return progress.newest(session, game_id)[0] + 1


def append(
    session: Session,
    game_id: int,
    lines: Iterable[JournalLine],
    letter_id: int | None,
    now: datetime,
    *,
    is_followed: bool = False,
) -> list[LogLine]:
    """Add `lines`, caused by the letter `letter_id` if by any, and return them as the log has them.

    The stored progress of the game is deleted, unless the same transaction stores the new one (`is_followed`). Raises
    Duplicate, and adds nothing, when their numbers do not go on from next_number().
    """
    given = list(lines)
    first = next_number(session, game_id)
    for expected, line in enumerate(given, first):
        if line.number != expected:
            raise Duplicate(f"entry {line.number} of game {game_id}: the log goes on with entry {expected}; restore anew")
    kept = [_stamped(line, letter_id, now) for line in given]
    _insert(session, EntryRow, [{"game_id": game_id} | _fields(line) for line in kept])
    if kept:
        remember(session, progress.NEWEST, game_id, (kept[-1].number, kept[-1].after))
        _go_on(session, game_id, kept)
    if not is_followed:
        progress.forget(session, game_id)
    return kept


def _go_on(session: Session, game_id: int, kept: Sequence[LogLine]) -> None:
    """What has been read of a log in this transaction goes on with the lines that it has got."""
    newest, version, notes = kept[-1], recall(session, _VERSION, game_id), notes_read(session, game_id)
    if isinstance(version, LogVersion):
        fresh = LogVersion(newest.number, newest.number + 1, version.strikes, _digest_of(_columns(newest)))
        remember(session, _VERSION, game_id, fresh)
    if notes is not None:
        know_notes(session, game_id, [*notes, *((_as_read(line), False) for line in kept if line.kind in NOTES)])


def _columns(line: LogLine) -> list[Any]:
    """A line as _MARK reads it."""
    answer, cause = _compact(line.answer), None if line.cause is None else _compact(line.cause)
    place = [line.number, line.kind, line.seat, line.key, line.subject]
    return [*place, answer, line.after, line.turn, line.note, cause, UtcTime.text(line.written)]


_TEXTS = ("kind", "seat", "key", "subject", "after", "turn", "note")


def _as_read(line: LogLine) -> LogLine:
    """A line as it is read again: it has no Texts then, and lists in the place of tuples."""
    texts: dict[str, Any] = {name: str(getattr(line, name)) for name in _TEXTS}
    written = datetime.fromisoformat(UtcTime.text(line.written))
    answer, cause = (json.loads(_compact(each)) for each in (line.answer, line.cause))
    return replace(line, **texts, answer=answer, cause=cause, written=written)


def _stamped(line: JournalLine, letter_id: int | None, now: datetime) -> LogLine:
    return LogLine(**_fields(line), letter_id=letter_id, written=now)


def read(session: Session, game_id: int, above: int = 0) -> list[LogLine]:
    """The live log in order, beyond entry `above`: every line that is not struck."""
    return [_line(row) for row in session.connection().execute(_LIVE, {"game": game_id, "above": above})]


def read_all(session: Session, game_id: int) -> list[tuple[LogLine, bool]]:
    """The whole log in order, each line with whether it is struck."""
    return [(_line(row[:-1]), bool(row[-1])) for row in session.connection().execute(_WHOLE, {"game": game_id})]


def read_kind(session: Session, game_id: int, kind: str) -> list[tuple[LogLine, bool]]:
    """The lines of one kind in order, each with whether it is struck."""
    if kind not in NOTES:
        return _of_kinds(session, game_id, [kind])
    notes = once(session, _NOTES, game_id, lambda: _of_kinds(session, game_id, NOTES))
    return [(line, struck) for line, struck in notes if line.kind == kind]


def _of_kinds(session: Session, game_id: int, kinds: Collection[str]) -> list[tuple[LogLine, bool]]:
    rows = session.connection().execute(_OF_KINDS, {"game": game_id, "kinds": list(kinds)})
    return [(_line(row[:-1]), bool(row[-1])) for row in rows]


Notes: TypeAlias = Sequence[tuple[LogLine, bool]]
"""The lines of the kinds of NOTES in order, each with whether it is struck."""


def notes_read(session: Session, game_id: int) -> Notes | None:
    """The present notes of a game, if they are known in this transaction."""
    return cast("Notes | None", recall(session, _NOTES, game_id))


def know_notes(session: Session, game_id: int, notes: Notes) -> None:
    """Give a session the notes of a game that were read at the present version of its log."""
    remember(session, _NOTES, game_id, notes)


def mark(session: Session, game_id: int) -> LogVersion:
    """The present mark of a game's live log, by its newest entry: however long the log is, it is found at once. It is
    read once in a transaction, and goes on with what that writes.
    """
    return once(session, _VERSION, game_id, lambda: _read_mark(session, game_id))


def _read_mark(session: Session, game_id: int) -> LogVersion:
    return _mark_in(session, game_id, session.connection().execute(_MARK, {"game": game_id}).one())


def _mark_in(session: Session, game_id: int, columns: Sequence[Any]) -> LogVersion:
    """The mark that a row of _MARK says."""
    next_, strikes_, after, *said = columns
    remember(session, progress.NEWEST, game_id, (next_ - 1, after))
    return LogVersion(said[0] or 0, next_, strikes_, _digest_of(said))


def _digest_of(columns: list[Any]) -> str:
    return sha256(_compact(columns[1:]).encode()).hexdigest()


def last_written(session: Session, game_id: int, without: Iterable[str] = ()) -> datetime | None:
    """When the newest live line of a game was written, but for those of these kinds; None if there is none."""
    wanted = select(col(EntryRow.written)).where(_ENTRIES, ~_IS_STRUCK, col(EntryRow.kind).not_in(list(without)))
    newest = wanted.order_by(col(EntryRow.number).desc()).limit(1)
    return session.connection().execute(newest, {"game": game_id}).scalar_one_or_none()


def letters_and_lines(
    session: Session, letter: LetterRow, letters_since: datetime, kinds: Iterable[str], lines_since: datetime
) -> tuple[int, int]:
    """How many letters of the seat of `letter` came at `letters_since` or later, up to and with it, without those refused;
    and how many lines of these kinds were written for it at `lines_since` or later, struck or not.

    It counts itself, and need not be written down as one of that seat yet. The mark of the game's log is read with it: who
    deals with the letter asks for that next.
    """
    which = {"game": letter.game_id, "seat": letter.seat, "letter": letter.id, "kinds": list(kinds)}
    since = {"letters_since": letters_since, "lines_since": lines_since}
    letters, lines, *columns = session.connection().execute(_LETTERS_AND_LINES, which | since).one()
    if letter.game_id is not None:
        remember(session, _VERSION, letter.game_id, _mark_in(session, letter.game_id, columns))
    return letters + (letter.received >= letters_since), lines


def strike(session: Session, game_id: int, first: int, reason: str, now: datetime) -> StrikeRow:
    """Strike entry `first` and all after it: they stay, marked, and count no more.

    Raises NotFound when none of them is live.
    """
    last = session.connection().execute(_HIGHEST.where(~_IS_STRUCK), {"game": game_id}).scalar_one() or 0
    if first < 1 or last < first:
        raise NotFound(f"no entry that counts stands after {first - 1}; the last one is {last}")
    row = StrikeRow(game_id=game_id, first=first, last=last, reason=reason, struck=now)
    session.add(row)
    session.flush()
    forget(session, _NOTES, game_id)
    forget(session, _VERSION, game_id)
    progress.forget(session, game_id)
    return row


def strikes(session: Session, game_id: int) -> list[StrikeRow]:
    """All strikes of a game, in the order they were made."""
    return list(session.scalars(_STRIKES, {"game": game_id}))


def append_events(session: Session, game_id: int, events: Sequence[EventLine]) -> None:
    """Add what entries made happen. Raises StoreError for an entry that is not in the log (0, the opening, always is)."""
    numbers = {event.entry_number for event in events}
    last = next_number(session, game_id) - 1
    if not all(0 <= number <= last for number in numbers):
        raise StoreError(f"events of entries {sorted(numbers)} of game {game_id}, whose last entry is {last}")
    rows = [_fields(event) | {"game_id": game_id, "seen_by": _listed(event.seen_by)} for event in events]
    _insert(session, EventRow, rows)


def events_since(session: Session, game_id: int, entry_number: int) -> list[EventLine]:
    """The events of all live entries above `entry_number`, in order; -1 begins with the opening."""
    return [_event(row) for row in session.connection().execute(_EVENTS, {"game": game_id, "above": entry_number})]


def _fields(row: JournalLine | EventLine) -> dict[str, Any]:
    """The fields by name. dataclasses.asdict would copy every answer, piece by piece."""
    return {name: getattr(row, name) for name in type(row).__dataclass_fields__}


def _line(row: Sequence[Any]) -> LogLine:
    return LogLine(**dict(zip(LogLine.__dataclass_fields__, row, strict=True)))


def _event(row: Sequence[Any]) -> EventLine:
    *plain, seen_by = row
    seen = None if seen_by is None else frozenset(seen_by)
    return EventLine(**dict(zip(EventLine.__dataclass_fields__, [*plain, seen], strict=True)))


def _listed(seen_by: frozenset[str] | None) -> list[str] | None:
    return None if seen_by is None else sorted(seen_by)


def _insert(session: Session, table: type[EntryRow] | type[EventRow], rows: list[dict[str, Any]]) -> None:
    if rows:
        session.connection().execute(insert(table), rows)
