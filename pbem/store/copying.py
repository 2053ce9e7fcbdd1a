"""A whole database copied into an empty one, which may be of another kind."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from sqlalchemy import Connection, Table, func, insert, select

from pbem.store.database import Database
from pbem.store.dialect import kind_of
from pbem.store.errors import StoreError
from pbem.store.tables.log import EntryRow, EventRow, StrikeRow
from pbem.store.tables.row import Row

ROWS_AT_ONCE = 200
LOGS = tuple(str(table.__tablename__) for table in (EntryRow, StrikeRow, EventRow))
"""Tables whose texts must not change when they are copied."""


def copy_all(source: Database, target: Database) -> dict[str, int]:
    """Copy all rows of one moment, in one transaction: all of them, or nothing after an exception. At the end each row is
    read back and compared. Gives how many rows each table has.

    A NUL in a text, which PostgreSQL does not know, becomes U+FFFD; where the log has one the copy is refused. Raises
    StoreError for that, for a target that has rows, and for a copy that is not the same; AlreadyRunning for a daemon at work
    on either.
    """
    if source.location == target.location:
        raise StoreError(f"{target.location}: that is the database itself")
    locks = source.hold_daemon_lock(alone=True), target.hold_daemon_lock(alone=True)
    with locks[0], locks[1], source.reading() as reading, target.writing() as writing:
        old, new = reading.connection(), writing.connection()
        _refuse_rows(target, new)
        copied = {table.name: _copy(table, old, new) for table in Row.metadata.sorted_tables}
        for table in Row.metadata.sorted_tables:
            if _Rows.of(table, new) != copied[table.name]:
                raise StoreError(
                    f"{target.location}: the table {table.name} is not the same after the copy; nothing is kept"
                )
    return {name: rows.count for name, rows in copied.items()}


def _refuse_rows(target: Database, connection: Connection) -> None:
    for table in Row.metadata.sorted_tables:
        if connection.execute(select(func.count()).select_from(table)).scalar_one():
            raise StoreError(
                f"{target.location}: it is not empty, the table {table.name} has rows; copy into a new database"
            )


class _Rows:
    """How many rows a table has, and a fingerprint of all that is in them."""

    def __init__(self) -> None:
        self.count = 0
        self._hash = sha256()

    def add(self, row: tuple[Any, ...]) -> None:
        self.count += 1
        self._hash.update(repr(row).encode("utf-8", "surrogatepass"))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Rows) and (self.count, self._hash.digest()) == (other.count, other._hash.digest())

    __hash__ = None  # type: ignore[assignment]

    @classmethod
    def of(cls, table: Table, connection: Connection) -> _Rows:
        """Those that are in a database."""
        rows = cls()
        for row in _read(table, connection):
            rows.add(row)
        return rows


def _read(table: Table, connection: Connection) -> Iterator[tuple[Any, ...]]:
    """The rows of a table in the order of its key, not all in memory at once."""
    wanted = select(table).order_by(*table.primary_key.columns).execution_options(yield_per=ROWS_AT_ONCE)
    for row in connection.execute(wanted):
        yield tuple(row)


def _copy(table: Table, old: Connection, new: Connection) -> _Rows:
    rows, waiting = _Rows(), list[dict[str, Any]]()
    for row in _read(table, old):
        stored = tuple(kind_of(new).as_stored(value) if isinstance(value, str) else value for value in row)
        if stored != row and table.name in LOGS:
            raise StoreError(f"a row of the table {table.name} has a NUL in it, which the log there could not have")
        rows.add(stored)
        waiting.append(dict(zip(table.columns.keys(), stored, strict=True)))
        if len(waiting) == ROWS_AT_ONCE:
            new.execute(insert(table), waiting)
            waiting = []
    if waiting:
        new.execute(insert(table), waiting)
    return rows
