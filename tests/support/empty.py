"""An empty database for a test: what migrations make, made once and copied, as they take a tenth of a second. It is a file,
or on a server (tests.support.postgresql).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from pbem.database_url import DatabaseUrl, Location
from pbem.store.database import Database
from pbem.store.dialect import dialect_at
from tests.support import postgresql


def empty_database(path: Path) -> Location:
    """Write an empty database of this code's schema to `path`, as the first start of the program would; returns `path`, or
    the URL of the one that is in its place.
    """
    return database_with(path, _empty_template() if postgresql.IS_ON else empty_bytes())


def database_with(path: Path, content: bytes | str) -> Location:
    """The same with what is in another database (content_of)."""
    if postgresql.IS_ON:
        return postgresql.new_database(str(content))
    path.touch(mode=0o600)
    fill(path, content)
    return path


def open_made(location: Location) -> Database:
    """Open a database that was made here. It has this code's schema: to find that out takes longer than all else."""
    dialect = dialect_at(location)
    return Database(dialect, dialect.engine(lasting=False))


@cache
def empty_bytes() -> bytes:
    """What is in such a file."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "empty.sqlite"
        Database.open(path).close()
        return path.read_bytes()


@cache
def _empty_template() -> str:
    url = postgresql.new_database()
    Database.open(url).close()
    return postgresql.keep(url)


def content_of(location: Location) -> bytes | str:
    """What is in a database, which nobody may be using: for `fill`."""
    return postgresql.keep(location) if isinstance(location, DatabaseUrl) else location.read_bytes()


def fill(location: Location, content: bytes | str) -> None:
    """Replace what is in a database, which nobody may be using."""
    if isinstance(location, DatabaseUrl):
        postgresql.fill(location, str(content))
    else:
        assert isinstance(content, bytes)
        location.write_bytes(content)


def is_as_made(location: Location) -> bool:
    """Whether there is nothing in a database yet."""
    if isinstance(location, DatabaseUrl):
        return execute(location, "SELECT count(*) FROM game", "SELECT count(*) FROM identity") == [(0,), (0,)]
    return location.is_file() and location.read_bytes() == empty_bytes()


def change_log(location: Location, statement: str) -> None:
    """Change a log as nobody can: without the guards of its entries, which are there again then."""
    if isinstance(location, DatabaseUrl):
        off, on = (f"ALTER TABLE entry {verb} TRIGGER USER" for verb in ("DISABLE", "ENABLE"))
        execute(location, off, statement, on)
        return
    guards = execute(location, "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'entry'")
    execute(location, *(f"DROP TRIGGER {name}" for name, _ in guards), statement, *(str(sql) for _, sql in guards))


def execute(location: Location, *statements: str) -> list[Sequence[object]]:
    """Carry out statements as somebody else who uses the database, and commit them. Gives their rows."""
    if isinstance(location, DatabaseUrl):
        return postgresql.server().execute(postgresql.name_of(location), *statements)
    with closing(sqlite3.connect(location)) as connection, connection:
        return [row for statement in statements for row in connection.execute(statement).fetchall()]
