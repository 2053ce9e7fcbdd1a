"""A database: opening, transactions, and a look at its health."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any, Self

from sqlalchemy import Column, Connection, Engine, event, exists, select, text
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.exc import DBAPIError
from sqlmodel import Session

from pbem.database_url import Location
from pbem.store.dialect import dialect_at
from pbem.store.dialect.base import ABOUT_GAME, BUSY_SECONDS, DaemonAtWork, Dialect, Trouble
from pbem.store.errors import Busy, Changed, NoRoom, NotNow, Unwritable
from pbem.store.migrate import migrate
from pbem.store.tables.row import Row

__all__ = ["DaemonAtWork", "Database", "Session", "be_about"]

LOG_GAPS = """
SELECT min(game.name), count(*), min(number), max(number) FROM entry JOIN game ON game.id = entry.game_id {where}
GROUP BY game_id HAVING min(number) <> 1 OR max(number) <> count(*)
"""


class Database:
    """An open database. Rows read from a session stay readable after it; changing them then has no effect."""

    def __init__(self, dialect: Dialect, engine: Engine) -> None:
        self._dialect = dialect
        self._engine = engine
        self._failures: ContextVar[list[DBAPIError] | None] = ContextVar("failures", default=None)
        event.listen(engine, "handle_error", self._note_failure)
        begin = dialect.beginnings
        self._reader = engine.execution_options(pbem_begin=begin.reading)
        self._planner = engine.execution_options(pbem_begin=begin.reading_first)
        self._writer = engine.execution_options(pbem_begin=begin.writing)
        self._together: ContextVar[Connection | None] = ContextVar("together", default=None)

    @classmethod
    def open(cls, location: Location, *, backup: bool = True, lasting: bool = True) -> Self:
        """Open the database at `location`; a file is made if missing, and an older database is migrated, by default after a
        copy of its file.

        One that is not `lasting` survives no power cut. Raises TooNew for a newer one and StoreError for anything else.
        """
        migrate(location, backup=backup)
        dialect = dialect_at(location)
        return cls(dialect, dialect.engine(lasting=lasting))

    @property
    def path(self) -> Path | None:
        """Its file; None where a server has it."""
        return self._dialect.path

    @property
    def location(self) -> Location:
        """Where it is. As text it has no password."""
        return self._dialect.location

    @property
    def place(self) -> tuple[str, str, str]:
        """What distinguishes it from a copy: its machine, its path or name there, and a mark that a copy cannot have. Raises
        StoreError and OSError.
        """
        return self._dialect.place

    def close(self) -> None:
        """Close all connections; with the last one SQLite folds the write-ahead log into the file."""
        self._engine.dispose()

    def become(self, path: Path) -> None:
        """Replace the whole content by that of another file; nobody may be reading or writing. Raises StoreError where a
        server has it.
        """
        self._dialect.become(path, self._engine)

    def hold_daemon_lock(self, *, alone: bool = False) -> AbstractContextManager[None]:
        """Be a daemon at work here. SQLite has one, PostgreSQL any number, unless one wants to be `alone`. Raises
        AlreadyRunning, StoreError and OSError.
        """
        return self._dialect.hold_daemon_lock(alone=alone)

    def daemons(self) -> tuple[DaemonAtWork, ...]:
        """The daemons at work here. Raises Unwritable."""
        with self._troubles(Busy):
            return self._dialect.daemons()

    @contextmanager
    def claim(self, work: str) -> Iterator[bool]:
        """Have a piece of work (store.claims) to oneself, if no other process has it: gives whether that is so.

        Raises Unwritable and AlreadyRunning.
        """
        with ExitStack() as claimed:
            with self._troubles(Busy):
                is_ours = claimed.enter_context(self._dialect.claim(work))
            yield is_ours

    def holds(self, work: str) -> bool:
        """Whether this process has claimed a piece of work and has it still."""
        return self._dialect.holds(work)

    def size(self) -> int:
        """How many bytes it takes on the disk."""
        with self._reader.connect() as connection:
            return self._dialect.size(connection)

    @contextmanager
    def together(self) -> Iterator[None]:
        """All sessions that this thread opens within it are parts of one transaction: what they did is on the disk at its
        end, or nothing after an exception. What one has done the next one sees, and one that ends with an exception is
        undone alone.

        Raises what `writing` does.
        """
        with self._troubles(Busy), self._writer.connect() as connection:
            connection.begin()
            joined = self._together.set(connection)
            try:
                yield
                self._raise_failure()
            except BaseException:
                connection.rollback()
                raise
            else:
                connection.commit()
            finally:
                self._together.reset(joined)

    def _part(self, *, autoflush: bool = True) -> Session | None:
        """A session in the transaction that has begun with `together`, if one has: a savepoint of its own."""
        connection = self._together.get()
        if connection is None:
            return None
        how: dict[str, Any] = {"expire_on_commit": False, "autoflush": autoflush}
        return Session(connection, join_transaction_mode="create_savepoint", **how)

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A session that sees one moment of the database, whoever else writes, and cannot write.

        Raises Unwritable where there is no way to it.
        """
        with self._troubles(Busy), self._part() or Session(self._reader, expire_on_commit=False) as session:
            yield session
            self._raise_failure()

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """A session that is the only writer: all it did is on the disk at the end, or nothing after an exception.

        Raises Busy when another process does not stop writing, NoRoom when the disk is full, Unwritable when it fails.
        """
        with self._troubles(Busy), self._part() or Session(self._writer, expire_on_commit=False) as session, session.begin():
            session.connection()
            yield session
            self._raise_failure()

    @contextmanager
    def reading_first(self) -> Iterator[Session]:
        """A session that reads one moment of the database, and becomes the only writer with its first write.

        It becomes that only if nobody else has written since its first look, so what it writes follows from what it has
        read; of a session that is about one game (be_about) it is enough where nobody has written about that. All it did is
        on the disk at the end, or nothing after an exception. Nothing is written before a flush. Raises Changed when
        somebody else has written or is writing: look again. Raises NoRoom as `writing` does.
        """
        part = self._part(autoflush=False)
        with (
            self._troubles(Changed),
            part or Session(self._planner, expire_on_commit=False, autoflush=False) as session,
            session.begin(),
        ):
            yield session
            self._raise_failure()

    @contextmanager
    def _troubles(self, locked: type[NotNow]) -> Iterator[None]:
        """Say what is the matter in terms of the store, `locked` where somebody else is writing.

        The caller may go on after any other fault, as with a letter that cannot be read. After a failure of the database
        itself the transaction is rolled back, and the failure is never mistaken for a missing row.
        """
        noted = self._failures.set([])
        try:
            yield
        except NotNow:
            raise
        except Exception as error:
            failure = error if isinstance(error, DBAPIError) else next(iter(self._failures.get() or ()), None)
            if failure is None or (trouble := self._dialect.trouble(failure)) is None:
                raise
            has_changed = trouble is Trouble.LOCKED and locked is Changed
            raise self._said(Trouble.CHANGED if has_changed else trouble, failure) from error
        finally:
            self._failures.reset(noted)

    def _note_failure(self, context: ExceptionContext) -> None:
        """Keep that the database has failed in this transaction; one that is looked at before it begins is opened again."""
        failures, error, engine = self._failures.get(), context.sqlalchemy_exception, context.engine
        is_ours = engine is not None and engine.pool is self._engine.pool and not context.is_pre_ping
        if is_ours and failures is not None and isinstance(error, DBAPIError) and self._dialect.trouble(error) is not None:
            failures.append(error)

    def _raise_failure(self) -> None:
        """Raise what somebody has caught who goes on after any fault."""
        if failures := self._failures.get():
            raise failures[0]

    def _said(self, trouble: Trouble, error: DBAPIError) -> NotNow:
        match trouble:
            case Trouble.FULL:
                return NoRoom(f"{self.location}: there is no room on the disk; make some, and try again")
            case Trouble.UNWRITABLE:
                return Unwritable(f"{self.location}: cannot be written: {self._dialect.words(error)}")
            case Trouble.CHANGED:
                return Changed(f"{self.location}: somebody else has written meanwhile")
            case Trouble.LOCKED:
                return Busy(f"{self.location}: another process has been writing for {BUSY_SECONDS} seconds; try again")

    def integrity(self) -> list[str]:
        """What is wrong with the database, one line a problem: pages, references, numbering and guards of the logs. All of
        it is read. The pages of a server are its own business.
        """
        with self._reader.connect() as connection:
            found = [*self._dialect.damage(connection), *_loose_references(connection), *_gaps(connection)]
            return [*found, *self._dialect.lost_guards(connection)]

    def integrity_of(self, games: Iterable[int]) -> list[str]:
        """The same of the guards and of the numbering of some logs, by the ids of their games. Only these are read."""
        with self._reader.connect() as connection:
            gaps = [line for game_id in games for line in _gaps(connection, game_id)]
            return [*gaps, *self._dialect.lost_guards(connection)]


def be_about(session: Session, game_id: int) -> None:
    """Say of a session that reads first that what it is going to write follows from this game, and from what belongs to no
    game. SQLite has one number for all that is written, and asks for more.
    """
    session.connection().info[ABOUT_GAME] = game_id


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
    where = "" if game_id is None else "WHERE entry.game_id = :game"
    gaps = connection.execute(text(LOG_GAPS.format(where=where)), {} if game_id is None else {"game": game_id})
    return [f"{name}: {many} log entries are numbered from {low} to {high}" for name, many, low, high in gaps]
