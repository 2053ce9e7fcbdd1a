"""A database on a PostgreSQL server.

There is one writer at a time, and who has read first learns that somebody else has written since, both as with SQLite
(turns). Readers wait for nobody. Several daemons share the work (claims).
"""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
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

from pbem.database_url import DatabaseUrl
from pbem.store.dialect import base, turns
from pbem.store.dialect.base import ABOUT_GAME, ENGINE, Beginnings, DaemonAtWork, Dialect, Trouble
from pbem.store.dialect.claims import KEEPALIVES, LOCKS, SCHEMA_LOCK, Claims
from pbem.store.errors import StoreError, Unwritable
from pbem.store.tables.row import Row

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

_CONNECT_SECONDS = 10
_HERE = ("", "localhost", "127.0.0.1", "::1")
_NUL, _INSTEAD = "\0", "\ufffd"
"""PostgreSQL's texts have no NUL, and letters can."""

_MIGRATE = ("BEGIN", f"SELECT pg_advisory_xact_lock({LOCKS}, {SCHEMA_LOCK})")
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
    *turns.NOTES,
)
_ENABLED = """
SELECT tgname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
WHERE relnamespace = current_schema()::regnamespace AND tgenabled IN ('O', 'A')
"""
_OID = "SELECT oid FROM pg_database WHERE datname = current_database()"


class Postgresql(Dialect):
    """The database that a URL names."""

    beginnings = Beginnings(
        reading=("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",),
        # The snapshot is taken with the first statement after it.
        reading_first=("BEGIN ISOLATION LEVEL REPEATABLE READ",),
        # Each statement sees what is committed: after the first, nobody else commits.
        writing=("BEGIN ISOLATION LEVEL READ COMMITTED", turns.CLAIM),
    )

    def __init__(self, url: DatabaseUrl) -> None:
        self._given = url
        try:
            self._url = make_url(url.url).set(drivername="postgresql+psycopg")
        except (ArgumentError, ValueError):
            raise StoreError(f"{url}: this is no URL of a database") from None  # its text may have the password
        self._claims = Claims(lambda: self.onlooker().connect())

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
        event.listen(engine, "savepoint", _claim_before_a_part)
        event.listen(engine, "engine_disposed", lambda _: self._claims.close())
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
    def hold_daemon_lock(self, *, alone: bool) -> Iterator[None]:
        with ExitStack() as held:
            try:
                held.enter_context(self._claims.be_daemon(alone=alone))
            except DBAPIError as error:
                raise self._cannot_open(error) from error
            yield

    def _keep_daemon_lock(self, _connection: object, _record: object) -> None:
        """A new connection is made after the server has ended the old ones, and with them the lock.

        Raises AlreadyRunning where somebody wants to be alone meanwhile.
        """
        self._claims.stay_daemon()

    def daemons(self) -> tuple[DaemonAtWork, ...]:
        return self._claims.daemons()

    def claim(self, work: str) -> AbstractContextManager[bool]:
        return self._claims.claim(work)

    def holds(self, work: str) -> bool:
        return self._claims.holds(work)

    @classmethod
    def broken_references(cls, connection: Connection) -> int:  # noqa: ARG003 - the server refuses them at once
        return 0

    @classmethod
    def damage(cls, connection: Connection) -> Iterator[str]:  # noqa: ARG003 - pages are the server's own business
        return iter(())

    @classmethod
    def lost_guards(cls, connection: Connection) -> Iterator[str]:
        enabled = set(connection.exec_driver_sql(_ENABLED).scalars())
        lost = sorted(TRIGGERS - enabled)
        yield from (f"the trigger {name} is missing: the log could be changed" for name in lost)
        deaf = sorted(turns.TRIGGERS - enabled)
        yield from (f"the trigger {name} is missing: two daemons could be at work on one game" for name in deaf)
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
    settings = KEEPALIVES | {
        "lock_timeout": f"{base.BUSY_SECONDS * 1000 or 1}ms",  # 0 would be forever
        "synchronous_commit": "on" if lasting else "off",
    }
    connection.execute("; ".join(f"SET {name} = '{value}'" for name, value in settings.items()))


def _prepare_passing(connection: Any, record: object) -> None:
    _prepare(connection, record, lasting=False)


def _begin(connection: Connection) -> None:
    beginning = connection.get_execution_options()["pbem_begin"]
    connection.info[_IS_FIRST] = beginning == Postgresql.beginnings.reading_first
    connection.info[_HAS_CLAIMED] = False
    connection.info[ABOUT_GAME] = None
    for statement in beginning:
        connection.exec_driver_sql(statement)


def _claim_before_writing(
    connection: Connection, _cursor: Any, _sql: str, _values: object, context: Any, _many: bool
) -> None:
    """Who has read first becomes the only writer with the first row they write, or learns that this does not go."""
    if context is not None and (context.isinsert or context.isupdate or context.isdelete):
        _claim(connection)


def _claim_before_a_part(connection: Connection, _name: str | None) -> None:
    """A claim that is made after a savepoint would be gone with it."""
    _claim(connection)


def _claim(connection: Connection) -> None:
    if connection.info.get(_IS_FIRST) and not connection.info[_HAS_CLAIMED]:
        connection.info[_HAS_CLAIMED] = True
        turns.become_writer(connection)


def _without_rows(context: ExceptionContext) -> None:
    """The server tells the row that it has refused after the first line of an error: it can have a key in it."""
    for error in (context.original_exception, context.sqlalchemy_exception):
        if error is not None:
            error.args = (_first_line(error), *error.args[1:])


def _first_line(error: BaseException | None) -> str:
    return str(error.args[0] if error is not None and error.args else error).partition("\n")[0].strip()
