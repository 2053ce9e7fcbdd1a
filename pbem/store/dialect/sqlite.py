"""A database in a file of SQLite's."""

from __future__ import annotations

import os
import socket
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from itertools import count
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, text
from sqlalchemy.exc import DatabaseError, DBAPIError
from sqlalchemy.pool import NullPool

from pbem.daemon_lock import daemon_at, hold_lock
from pbem.store.dialect import base
from pbem.store.dialect.base import ENGINE, Beginnings, DaemonAtWork, Dialect, Trouble
from pbem.store.dialect.left_journal import check_journal
from pbem.store.errors import StoreError

DISK_TROUBLE = ("readonly database", "disk I/O error", "unable to open database")
"""SQLITE_READONLY, SQLITE_IOERR, SQLITE_CANTOPEN as SQLite tells them."""
MIN_VERSION = (3, 35)
"""The first version of SQLite with RETURNING, by which an insert says whether its row is new."""
_BEGIN = "BEGIN"
"""A transaction that takes its lock with its first write only."""
GUARDED = ("entry", "strike")
ALLOWED = "allowed"
"""What a connection was last told that it may do, among what is known of it."""
TRIGGERS = frozenset(f"{table}_guards_{verb}" for table in GUARDED for verb in ("update", "delete", "insert"))


class Sqlite(Dialect):
    """The database in the file at `path`."""

    beginnings = Beginnings(
        reading=("PRAGMA query_only=ON", _BEGIN),
        reading_first=("PRAGMA query_only=OFF", _BEGIN),
        writing=("PRAGMA query_only=OFF", "BEGIN IMMEDIATE"),
    )

    def __init__(self, path: Path) -> None:
        """Raises StoreError where Python's SQLite is too old."""
        if sqlite3.sqlite_version_info < MIN_VERSION:
            needed = ".".join(map(str, MIN_VERSION))
            raise StoreError(
                f"{path}: this Python has SQLite {sqlite3.sqlite_version}, and pbem needs {needed} or newer: install pbem "
                "for a newer Python, or name a PostgreSQL database (database in pbem.toml)"
            )
        self._path = path

    @property
    def location(self) -> Path:
        return self._path

    @property
    def place(self) -> tuple[str, str, str]:
        return socket.gethostname(), str(self._path.resolve()), str(self._path.stat().st_ino)

    def engine(self, *, lasting: bool) -> Engine:
        return working_engine(self._path, _prepare if lasting else _prepare_passing)

    def onlooker(self) -> Engine:
        # Without mode=ro a look would create the write-ahead log of a database that another user owns.
        url = URL.create("sqlite", database=f"file:{self._path}", query={"mode": "ro", "uri": "true"})
        return create_engine(url, poolclass=NullPool)

    @contextmanager
    def migrating(self) -> Iterator[Connection]:
        self._touch()
        if not daemon_at(self._path):
            check_journal(self._path)
        url = URL.create("sqlite", database=str(self._path))
        engine = create_engine(url, poolclass=NullPool, connect_args={"isolation_level": None})
        try:
            with engine.connect() as connection:
                # Rebuilding a table, SQLite's way to alter one, needs the foreign keys off; they are checked at the end.
                connection.exec_driver_sql("PRAGMA foreign_keys=OFF")
                connection.exec_driver_sql("BEGIN IMMEDIATE")
                yield connection
                connection.exec_driver_sql("COMMIT")
        except DatabaseError as error:
            raise StoreError(f"{self._path}: cannot be opened as a database: {error.orig}") from error
        finally:
            engine.dispose()

    def _touch(self) -> None:
        """Make the file if it is missing, readable by its owner only."""
        try:
            self._path.touch(mode=0o600)
        except OSError as error:
            raise StoreError(f"{self._path}: cannot be written: {error.strerror}") from error

    def create(self, connection: Connection) -> bool:  # noqa: ARG002 - the migrations make it
        return False

    def copy_before(self, revision: str) -> Path | None:
        """Copy the database beside itself, whole or not at all, and never over an earlier copy."""
        partial = self._path.with_name(f"{self._path.name}.partial")
        partial.unlink(missing_ok=True)
        partial.touch(mode=0o600)
        with closing(sqlite3.connect(self._path)) as source, closing(sqlite3.connect(partial)) as target:
            source.backup(target)
        copy = self._free_name(revision)
        os.replace(partial, copy)
        return copy

    def _free_name(self, revision: str) -> Path:
        path = self._path
        names = (f"{path.stem}.{revision}{'' if n == 1 else f'-{n}'}{path.suffix}" for n in count(1))
        return next(free for free in (path.with_name(name) for name in names) if not free.exists())

    def become(self, path: Path, engine: Engine) -> None:
        source, own = sqlite3.connect(path), engine.raw_connection()
        try:
            source.backup(own.driver_connection)  # type: ignore[arg-type]
        finally:
            own.close()
            source.close()

    def trouble(self, error: DBAPIError) -> Trouble | None:
        said = str(error.orig)
        if "is full" in said:  # SQLITE_FULL: "database or disk is full"
            return Trouble.FULL
        if any(words in said for words in DISK_TROUBLE):
            return Trouble.UNWRITABLE
        # SQLITE_BUSY, SQLITE_BUSY_SNAPSHOT: "database is locked", whether somebody writes or has written.
        return Trouble.LOCKED if "locked" in said else None

    def words(self, error: DBAPIError) -> str:
        return str(error.orig)

    @contextmanager
    def hold_daemon_lock(self, *, alone: bool) -> Iterator[None]:  # noqa: ARG002 - there is never more than one
        with hold_lock(self._path):
            yield

    def daemons(self) -> tuple[DaemonAtWork, ...]:
        process = daemon_at(self._path)
        return (DaemonAtWork(process, has_mailbox=True),) if process else ()

    def claim(self, work: str) -> AbstractContextManager[bool]:  # noqa: ARG002 - one daemon has all the work
        return nullcontext(True)

    def holds(self, work: str) -> bool:  # noqa: ARG002
        return True

    @classmethod
    def broken_references(cls, connection: Connection) -> int:
        return len(connection.exec_driver_sql("PRAGMA foreign_key_check").all())

    @classmethod
    def damage(cls, connection: Connection) -> Iterator[str]:
        problems = connection.exec_driver_sql("PRAGMA integrity_check").scalars()
        yield from (f"damaged file: {line}" for line in problems if line != "ok")

    @classmethod
    def lost_guards(cls, connection: Connection) -> Iterator[str]:
        names = connection.exec_driver_sql("SELECT name FROM sqlite_master WHERE type = 'trigger'").scalars()
        lost = sorted(TRIGGERS - set(names))
        yield from (f"the trigger {name} is missing: the log could be changed" for name in lost)

    @classmethod
    @contextmanager
    def without_guards(cls, connection: Connection) -> Iterator[None]:
        """The triggers are dropped, and made again by their own words."""
        names = [f"{table}_guards_delete" for table in GUARDED]
        rows = connection.execute(
            text("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name IN (:first, :second)"),
            dict(zip(("first", "second"), names, strict=True)),
        ).all()
        for name, _ in rows:
            connection.execute(text(f"DROP TRIGGER {name}"))  # one of two constants
        yield
        for _, statement in rows:
            connection.execute(text(statement))

    @classmethod
    def size(cls, connection: Connection) -> int:
        pages, bytes_a_page = (connection.exec_driver_sql(f"PRAGMA {of}").scalar_one() for of in ("page_count", "page_size"))
        return int(pages) * int(bytes_a_page)

    @classmethod
    def as_stored(cls, text: str) -> str:
        return text


def working_engine(path: Path, prepare: Callable[[Any, object], None]) -> Engine:
    """The engine of a file, whose connections are prepared by `prepare`."""
    engine = create_engine(
        URL.create("sqlite", database=str(path)),
        # SQLAlchemy says BEGIN, not the sqlite3 module, which would do so too late for a consistent read.
        connect_args={"isolation_level": None, "timeout": base.BUSY_SECONDS},
        **ENGINE,
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
    """What a connection may do is said to it where it could do something else before. What nobody can keep waiting goes to
    SQLite at once: SQLAlchemy would take ten times as long about it.
    """
    allowed, begin = connection.get_execution_options()["pbem_begin"]
    own: Any = connection.connection.driver_connection
    if connection.info.get(ALLOWED) != allowed:
        own.execute(allowed)
        connection.info[ALLOWED] = allowed
    if begin == _BEGIN:
        own.execute(begin)
    else:
        connection.exec_driver_sql(begin)
