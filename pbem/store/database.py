"""One SQLite file: opening, transactions, and a look at its health."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from pathlib import Path
from typing import Any, Self

from sqlalchemy import URL, Column, Connection, Engine, create_engine, event, exists, select
from sqlalchemy.exc import OperationalError
from sqlmodel import Session

from pbem.store.errors import Busy, Changed, NoRoom, Unwritable
from pbem.store.migrate import migrate
from pbem.store.tables import Row

__all__ = ["Database", "Session"]

DISK_TROUBLE = ("readonly database", "disk I/O error", "unable to open database")
"""SQLITE_READONLY, SQLITE_IOERR, SQLITE_CANTOPEN as SQLite tells them."""
BUSY_SECONDS = 10
TRIGGERS = frozenset(f"{table}_guards_{verb}" for table in ("entry", "strike") for verb in ("update", "delete", "insert"))
LOG_GAPS = """
SELECT game.name, count(*), min(number), max(number) FROM entry JOIN game ON game.id = entry.game_id {where}
GROUP BY game_id HAVING min(number) <> 1 OR max(number) <> count(*)
"""


class Database:
    """An open database. Rows read from a session stay readable after it; changing them then has no effect."""

    def __init__(self, path: Path, engine: Engine) -> None:
        self.path = path
        self._engine = engine
        self._reader = engine.execution_options(pbem_begin=("PRAGMA query_only=ON", "BEGIN"))
        self._planner = engine.execution_options(pbem_begin=("PRAGMA query_only=OFF", "BEGIN"))
        self._writer = engine.execution_options(pbem_begin=("PRAGMA query_only=OFF", "BEGIN IMMEDIATE"))
        self._together: ContextVar[Connection | None] = ContextVar("together", default=None)

    @classmethod
    def open(cls, path: Path, *, backup: bool = True, lasting: bool = True) -> Self:
        """Open the database at `path`, made if missing; an older one is migrated, by default after a copy of it.

        One that is not `lasting` survives no power cut. Raises TooNew for a newer one and StoreError for any other file.
        """
        migrate(path, backup=backup)
        return cls(path, _engine(path, _prepare if lasting else _prepare_passing))

    def close(self) -> None:
        """Close all connections; the last one folds the write-ahead log into the file."""
        self._engine.dispose()

    def become(self, path: Path) -> None:
        """Replace the whole content by that of another file; nobody may be reading or writing."""
        source, own = sqlite3.connect(path), self._engine.raw_connection()
        try:
            source.backup(own.driver_connection)  # type: ignore[arg-type]
        finally:
            own.close()
            source.close()

    @contextmanager
    def together(self) -> Iterator[None]:
        """All sessions that this thread opens within it are parts of one transaction: what they did is on the disk at its
        end, or nothing after an exception. What one has done the next one sees, and one that ends with an exception is
        undone alone.

        Raises what `writing` does.
        """
        try:
            with self._writer.connect() as connection:
                self._take_turn(connection.begin)
                joined = self._together.set(connection)
                try:
                    yield
                except BaseException:
                    connection.rollback()
                    raise
                else:
                    connection.commit()
                finally:
                    self._together.reset(joined)
        except OperationalError as error:
            self._raise_trouble(error)
            raise

    def _part(self, *, autoflush: bool = True) -> Session | None:
        """A session in the transaction that has begun with `together`, if one has: a savepoint of its own."""
        connection = self._together.get()
        if connection is None:
            return None
        how: dict[str, Any] = {"expire_on_commit": False, "autoflush": autoflush}
        return Session(connection, join_transaction_mode="create_savepoint", **how)

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A session that sees one moment of the database, whoever else writes, and cannot write."""
        with self._part() or Session(self._reader, expire_on_commit=False) as session:
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """A session that is the only writer: all it did is on the disk at the end, or nothing after an exception.

        Raises Busy when another process does not stop writing, NoRoom when the disk is full, Unwritable when it fails.
        """
        try:
            with self._part() or Session(self._writer, expire_on_commit=False) as session, session.begin():
                self._take_turn(session.connection)
                yield session
        except OperationalError as error:
            self._raise_trouble(error)
            raise

    @contextmanager
    def reading_first(self) -> Iterator[Session]:
        """A session that reads one moment of the database, and becomes the only writer with its first write.

        It becomes that only if nobody else has written since its first look, so what it writes follows from what it has
        read. All it did is on the disk at the end, or nothing after an exception. Nothing is written before a flush.
        Raises Changed when somebody else has written or is writing: look again. Raises NoRoom as `writing` does.
        """
        try:
            part = self._part(autoflush=False)
            with part or Session(self._planner, expire_on_commit=False, autoflush=False) as session, session.begin():
                yield session
        except OperationalError as error:
            self._raise_trouble(error)
            if "locked" not in str(error.orig):  # SQLITE_BUSY, SQLITE_BUSY_SNAPSHOT: "database is locked"
                raise
            raise Changed(f"{self.path}: somebody else has written meanwhile") from error

    def _raise_trouble(self, error: OperationalError) -> None:
        """Raise NoRoom or Unwritable where the disk is to blame, by what SQLite says."""
        if "is full" in str(error.orig):  # SQLITE_FULL: "database or disk is full"
            raise NoRoom(f"{self.path}: there is no room on the disk; make some, and try again") from error
        if any(words in str(error.orig) for words in DISK_TROUBLE):
            raise Unwritable(f"{self.path}: cannot be written: {error.orig}") from error

    def _take_turn(self, begin: Callable[[], object]) -> None:
        try:
            begin()
        except OperationalError as error:
            self._raise_trouble(error)
            if "locked" not in str(error.orig):
                raise
            raise Busy(f"{self.path}: another process has been writing for {BUSY_SECONDS} seconds; try again") from error

    def integrity(self) -> list[str]:
        """What is wrong with the file, one line a problem: pages, references, numbering and guards of the logs. All of it is
        read.
        """
        with self._reader.connect() as connection:
            return [*_damage(connection), *_loose_references(connection), *_gaps(connection), *_lost_guards(connection)]

    def integrity_of(self, games: Iterable[int]) -> list[str]:
        """The same of the guards and of the numbering of some logs, by the ids of their games. Only these are read."""
        with self._reader.connect() as connection:
            gaps = [line for game_id in games for line in _gaps(connection, game_id)]
            return [*gaps, *_lost_guards(connection)]


def _engine(path: Path, prepare: Callable[[Any, object], None]) -> Engine:
    engine = create_engine(
        URL.create("sqlite", database=str(path)),
        # SQLAlchemy says BEGIN, not the sqlite3 module, which would do so too late for a consistent read.
        connect_args={"isolation_level": None, "timeout": BUSY_SECONDS},
        # Keys, tokens and letters are among them, and an error's text goes into logs and mails.
        hide_parameters=True,
        json_serializer=partial(json.dumps, ensure_ascii=False, separators=(",", ":"), allow_nan=False),
    )
    event.listen(engine, "connect", prepare)
    event.listen(engine, "begin", _begin)
    return engine


def _prepare(connection: Any, _record: object) -> None:
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA foreign_keys=ON")
    # In WAL mode only FULL flushes at each commit: what was marked as done must survive a power cut.
    connection.execute("PRAGMA synchronous=FULL")


def _prepare_passing(connection: Any, record: object) -> None:
    _prepare(connection, record)
    connection.execute("PRAGMA synchronous=OFF")


def _begin(connection: Connection) -> None:
    for statement in connection.get_execution_options()["pbem_begin"]:
        connection.exec_driver_sql(statement)


def _damage(connection: Connection) -> list[str]:
    problems = connection.exec_driver_sql("PRAGMA integrity_check").scalars()
    return [f"damaged file: {line}" for line in problems if line != "ok"]


def _loose_references(connection: Connection) -> list[str]:
    """Found in the indexes alone: PRAGMA foreign_key_check reads every row of every log."""
    keys = [(key.parent, key.column) for table in Row.metadata.sorted_tables for key in table.foreign_keys]
    return [line for child, parent in keys for line in _loose(connection, child, parent)]


def _loose(connection: Connection, child: Column[Any], parent: Column[Any]) -> list[str]:
    (row,), known = child.table.primary_key.columns, exists().where(parent == child)
    # Unordered: SQLite would read the table for the order of its rows.
    orphans = connection.execute(select(row).where(child.is_not(None), ~known)).scalars()
    return [f"{child.table.name} row {each} points to a {parent.table.name} that is not there" for each in sorted(orphans)]


def _gaps(connection: Connection, game_id: int | None = None) -> list[str]:
    where, values = ("", ()) if game_id is None else ("WHERE entry.game_id = ?", (game_id,))
    gaps = connection.exec_driver_sql(LOG_GAPS.format(where=where), values)
    return [f"{name}: {many} log entries are numbered from {low} to {high}" for name, many, low, high in gaps]


def _lost_guards(connection: Connection) -> list[str]:
    names = connection.exec_driver_sql("SELECT name FROM sqlite_master WHERE type = 'trigger'").scalars()
    return [f"the trigger {name} is missing: the log could be changed" for name in sorted(TRIGGERS - set(names))]
