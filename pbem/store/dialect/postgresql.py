"""A database on a PostgreSQL server.

One row, that of the table `writer_turn`, stands for the right to write: whoever writes changes it first, and holds its lock
until the end of the transaction. So there is one writer at a time, and who has read first learns that somebody else has
written since (SQLSTATE 40001), both as with SQLite. Readers wait for nobody.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import Any
from urllib.parse import quote

from sqlalchemy import (
    Connection,
    DefaultClause,
    Engine,
    ExceptionContext,
    MetaData,
    String,
    create_engine,
    event,
    make_url,
    text,
)
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.pool import NullPool

from pbem.daemon_lock import AlreadyRunning
from pbem.database_url import DatabaseUrl
from pbem.store.dialect import base
from pbem.store.dialect.base import ENGINE, Beginnings, Dialect, Trouble
from pbem.store.errors import StoreError, Unwritable
from pbem.store.tables import Row

GUARDED = ("entry", "strike")
VERBS = ("update", "delete", "truncate")
TRIGGERS = frozenset(f"{table}_guards_{verb}" for table in GUARDED for verb in VERBS)

LOCKED = ("55P03", "57014")
"""lock_not_available, query_canceled."""
CHANGED = ("40001", "40P01")
"""serialization_failure, deadlock_detected."""
FULL = "53100"
"""disk_full."""
UNWRITABLE = ("08", "25006", "53", "57P", "58")
"""Connections lost; a server that is a standby, has no resources, shuts down or starts, or whose disk fails."""

_LOCKS = 0x7062656D
"""The first number of our advisory locks: "pbem" in ASCII. The second says which one it is."""
_SCHEMA_LOCK, _DAEMON_LOCK = 1, 2
_CONNECT_SECONDS = 10
_LOCK_SECONDS = 2
"""The server may still be ending what a daemon that was killed had begun."""
_HERE = ("", "localhost", "127.0.0.1", "::1")
_NUL, _INSTEAD = "\0", "\ufffd"
"""PostgreSQL's texts have no NUL, and letters can."""

_MIGRATE = ("BEGIN", f"SELECT pg_advisory_xact_lock({_LOCKS}, {_SCHEMA_LOCK})")
_CLAIM = "UPDATE writer_turn SET number = number + 1"
_CLAIM_AT_ONCE = f"{_CLAIM} WHERE id = (SELECT id FROM writer_turn FOR UPDATE NOWAIT)"  # noqa: S608 - a constant
_IS_FIRST, _HAS_CLAIMED = "pbem_reads_first", "pbem_has_claimed"

_NEXT_ID = """
CREATE FUNCTION next_id(of_table text) RETURNS integer LANGUAGE plpgsql VOLATILE AS $$ DECLARE free_id integer; BEGIN
    EXECUTE 'SELECT coalesce(max(id), 0) + 1 FROM ' || quote_ident(of_table) INTO free_id;
    RETURN free_id;
END $$
"""
"""There is one writer: nobody else takes the number."""
_GUARDS = (
    """
    CREATE FUNCTION refuse_change_of_log() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        RAISE EXCEPTION USING ERRCODE = 'integrity_constraint_violation',
            MESSAGE = TG_TABLE_NAME || ' is append-only: nothing in the log is changed or removed';
    END $$
    """,
    *(
        f"CREATE TRIGGER {table}_guards_{verb} BEFORE {verb.upper()} ON {table} "
        f"FOR EACH {'STATEMENT' if verb == 'truncate' else 'ROW'} EXECUTE FUNCTION refuse_change_of_log()"
        for table in GUARDED
        for verb in VERBS
    ),
    "CREATE TABLE writer_turn (id integer PRIMARY KEY DEFAULT 1 CHECK (id = 1), number bigint NOT NULL)",
    "INSERT INTO writer_turn (number) VALUES (0)",
)
_ENABLED = """
SELECT tgname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
WHERE relnamespace = current_schema()::regnamespace AND tgenabled IN ('O', 'A')
"""
_DAEMON = f"""
SELECT application_name FROM pg_locks JOIN pg_stat_activity USING (pid)
WHERE locktype = 'advisory' AND granted AND classid = {_LOCKS} AND objid = {_DAEMON_LOCK}
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""  # noqa: S608 - constants
_OID = "SELECT oid FROM pg_database WHERE datname = current_database()"


class Postgresql(Dialect):
    """The database that a URL names."""

    beginnings = Beginnings(
        reading=("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",),
        # The snapshot is taken with the first statement after it.
        reading_first=("BEGIN ISOLATION LEVEL REPEATABLE READ",),
        # Each statement sees what is committed: after the first, nobody else commits.
        writing=("BEGIN ISOLATION LEVEL READ COMMITTED", _CLAIM),
    )

    def __init__(self, url: DatabaseUrl) -> None:
        self._given = url
        try:
            self._url = make_url(url.url).set(drivername="postgresql+psycopg")
        except (ArgumentError, ValueError):
            raise StoreError(f"{url}: this is no URL of a database") from None  # its text may have the password
        self._lock = Lock()
        self._daemon: Connection | None = None

    @property
    def location(self) -> DatabaseUrl:
        return self._given

    @property
    def place(self) -> tuple[str, str, str]:
        host = self._url.host or ""
        with self._looking() as connection:
            oid = connection.exec_driver_sql(_OID).scalar_one()
        return socket.gethostname() if host in _HERE else host, f"{self._url.port or ''}/{self._url.database}", str(oid)

    def engine(self, *, lasting: bool) -> Engine:
        engine = self._make(pool_pre_ping=True)
        event.listen(engine, "connect", _prepare if lasting else _prepare_passing)
        event.listen(engine, "connect", self._keep_daemon_lock)
        event.listen(engine, "begin", _begin)
        event.listen(engine, "before_cursor_execute", _claim_before_writing)
        event.listen(engine, "rollback_savepoint", _claim_again)
        return engine

    def onlooker(self) -> Engine:
        return self._make(poolclass=NullPool)

    def _make(self, **how: Any) -> Engine:
        arguments = {
            "autocommit": True,  # BEGIN is said by us
            "application_name": "pbem",
            "client_encoding": "utf8",
            "connect_timeout": _CONNECT_SECONDS,
        }
        try:
            given = {name: value for name, value in arguments.items() if name not in self._url.query}
            engine = create_engine(self._url, connect_args=given, use_native_hstore=False, **ENGINE, **how)
        except ModuleNotFoundError as missing:
            say = "psycopg, which talks to PostgreSQL, is not installed: pip install 'pbem[postgresql]'"
            raise StoreError(f"{self._given}: {say}") from missing
        event.listen(engine, "handle_error", _without_rows)
        return engine

    @contextmanager
    def _looking(self) -> Iterator[Connection]:
        """A connection of its own. Raises StoreError where there is none."""
        engine = self.onlooker()
        try:
            with engine.connect() as connection:
                yield connection
        except DBAPIError as error:
            raise self._cannot_open(error) from error
        finally:
            engine.dispose()

    def _cannot_open(self, error: DBAPIError) -> StoreError:
        kind = StoreError if self.trouble(error) is None else Unwritable
        return kind(f"{self._given}: cannot be opened as a database: {self.words(error)}")

    @contextmanager
    def migrating(self) -> Iterator[Connection]:
        with self._looking() as connection:
            _refuse_other_encodings(self._given, connection)
            for statement in _MIGRATE:
                connection.exec_driver_sql(statement)
            yield connection
            connection.exec_driver_sql("COMMIT")

    def create(self, connection: Connection) -> bool:
        connection.exec_driver_sql(_NEXT_ID)
        _tables().create_all(connection, checkfirst=False)
        for statement in _GUARDS:
            connection.exec_driver_sql(statement)
        return True

    def copy_before(self, revision: str) -> Path | None:  # noqa: ARG002 - pg_dump makes copies, not we
        return None

    def become(self, path: Path, engine: Engine) -> None:  # noqa: ARG002
        raise StoreError(f"{self._given}: only a database in a file can become another")

    def trouble(self, error: DBAPIError) -> Trouble | None:
        state = getattr(error.orig, "sqlstate", None)
        if state is None:  # no answer of the server: there is no connection to it
            return Trouble.UNWRITABLE if type(error.orig).__name__ in ("OperationalError", "ConnectionTimeout") else None
        if state in LOCKED:
            return Trouble.LOCKED
        if state in CHANGED:
            return Trouble.CHANGED
        if state == FULL:
            return Trouble.FULL
        return Trouble.UNWRITABLE if state.startswith(UNWRITABLE) else None

    def words(self, error: DBAPIError) -> str:
        said = _first_line(error.orig)
        password = self._given.password
        for shown in filter(None, {password, quote(password, safe="")}):
            said = said.replace(shown, "***")
        return said

    @contextmanager
    def hold_daemon_lock(self) -> Iterator[None]:
        with self._lock:
            self._daemon = self._lock_as_daemon()
        try:
            yield
        finally:
            with self._lock:
                held, self._daemon = self._daemon, None
            held.invalidate()
            held.close()

    def _lock_as_daemon(self) -> Connection:
        """A connection that has the lock; the server releases it when the connection ends, however it does."""
        engine = self.onlooker()
        try:
            connection = engine.connect()
        except DBAPIError as error:
            raise self._cannot_open(error) from error
        name = f"process {os.getpid()} on {socket.gethostname()}"
        try:
            connection.exec_driver_sql("SELECT set_config('application_name', %s, false)", (name,))
            connection.exec_driver_sql(f"SET lock_timeout = '{_LOCK_SECONDS}s'")
            connection.exec_driver_sql(f"SELECT pg_advisory_lock({_LOCKS}, {_DAEMON_LOCK})")
        except DBAPIError as error:
            connection.close()
            if self.trouble(error) is not Trouble.LOCKED:
                raise self._cannot_open(error) from error
            raise AlreadyRunning(self.daemon() or "another process") from error
        return connection

    def _keep_daemon_lock(self, _connection: object, _record: object) -> None:
        """A new connection is made after the server has ended the old ones, and with them the lock.

        Raises AlreadyRunning where another daemon has begun meanwhile.
        """
        with self._lock:
            if self._daemon is None or _is_alive(self._daemon):
                return
            lost = self._daemon
            self._daemon = self._lock_as_daemon()
            lost.close()

    def daemon(self) -> str:
        with self._looking() as connection:
            return connection.exec_driver_sql(_DAEMON).scalar() or ""

    @classmethod
    def broken_references(cls, connection: Connection) -> int:  # noqa: ARG003 - the server refuses them at once
        return 0

    @classmethod
    def damage(cls, connection: Connection) -> Iterator[str]:  # noqa: ARG003 - pages are the server's own business
        return iter(())

    @classmethod
    def lost_guards(cls, connection: Connection) -> Iterator[str]:
        lost = sorted(TRIGGERS - set(connection.exec_driver_sql(_ENABLED).scalars()))
        yield from (f"the trigger {name} is missing: the log could be changed" for name in lost)
        if connection.exec_driver_sql("SELECT count(*) FROM writer_turn").scalar_one() != 1:
            yield "the row of writer_turn is missing: two could write at once"

    @classmethod
    @contextmanager
    def without_guards(cls, connection: Connection) -> Iterator[None]:
        for table in GUARDED:
            connection.exec_driver_sql(f"ALTER TABLE {table} DISABLE TRIGGER {table}_guards_delete")
        yield
        for table in GUARDED:
            connection.exec_driver_sql(f"ALTER TABLE {table} ENABLE TRIGGER {table}_guards_delete")

    @classmethod
    def size(cls, connection: Connection) -> int:
        return int(connection.exec_driver_sql("SELECT pg_database_size(current_database())").scalar_one())

    @classmethod
    def as_stored(cls, text: str) -> str:
        return text.replace(_NUL, _INSTEAD)


def _tables() -> MetaData:
    """The tables with texts that are compared byte by byte, as in SQLite, whatever the database's language is: times and
    the numbers of games depend on it. And a new row has the number after the highest, as there: a sequence would leave
    out those of letters that were tried and undone.
    """
    copies = MetaData(naming_convention=Row.metadata.naming_convention)
    for table in Row.metadata.sorted_tables:
        for column in table.to_metadata(copies).columns:
            if issubclass(column.type._type_affinity or object, String):
                column.type = String(collation="C")
            elif column.name == "id":
                column.server_default = DefaultClause(text(f"next_id('{table.name}')"))
    return copies


def _refuse_other_encodings(where: DatabaseUrl, connection: Connection) -> None:
    encoding = connection.exec_driver_sql("SHOW server_encoding").scalar_one()
    if encoding != "UTF8":
        raise StoreError(f"{where}: its encoding is {encoding}; make a database with: createdb --encoding UTF8")


def _prepare(connection: Any, _record: object, *, lasting: bool = True) -> None:
    from psycopg.types.string import StrDumperUnknown  # noqa: PLC0415 - it is there if there is a connection

    class WithoutNul(StrDumperUnknown):
        def dump(self, obj: str) -> Any:
            return super().dump(Postgresql.as_stored(obj))

    connection.adapters.register_dumper(str, WithoutNul)
    settings = {
        "lock_timeout": f"{base.BUSY_SECONDS * 1000 or 1}ms",  # 0 would be forever
        "synchronous_commit": "on" if lasting else "off",
        # A writer whose machine is gone keeps the others waiting no longer than two minutes.
        "tcp_keepalives_idle": "60",
        "tcp_keepalives_interval": "10",
        "tcp_keepalives_count": "6",
    }
    connection.execute("; ".join(f"SET {name} = '{value}'" for name, value in settings.items()))


def _prepare_passing(connection: Any, record: object) -> None:
    _prepare(connection, record, lasting=False)


def _begin(connection: Connection) -> None:
    beginning = connection.get_execution_options()["pbem_begin"]
    connection.info[_IS_FIRST] = beginning == Postgresql.beginnings.reading_first
    connection.info[_HAS_CLAIMED] = False
    for statement in beginning:
        connection.exec_driver_sql(statement)


def _claim_before_writing(
    connection: Connection, _cursor: Any, _sql: str, _values: object, context: Any, _many: bool
) -> None:
    """Who has read first becomes the only writer with the first row they write, or learns that this does not go."""
    writes = context is not None and (context.isinsert or context.isupdate or context.isdelete)
    if writes and connection.info.get(_IS_FIRST) and not connection.info[_HAS_CLAIMED]:
        connection.info[_HAS_CLAIMED] = True
        connection.exec_driver_sql(_CLAIM_AT_ONCE)


def _claim_again(connection: Connection, _name: str, _context: object) -> None:
    """A claim that was made after a savepoint is gone with it; made twice it does no harm."""
    connection.info[_HAS_CLAIMED] = False


def _without_rows(context: ExceptionContext) -> None:
    """The server tells the row that it has refused after the first line of an error: it can have a key in it."""
    for error in (context.original_exception, context.sqlalchemy_exception):
        if error is not None:
            error.args = (_first_line(error), *error.args[1:])


def _first_line(error: BaseException | None) -> str:
    return str(error.args[0] if error is not None and error.args else error).partition("\n")[0].strip()


def _is_alive(connection: Connection) -> bool:
    try:
        connection.exec_driver_sql("SELECT 1")
    except DBAPIError:
        return False
    return True
