"""Bringing a database file to the schema of this code, after a copy of the old one."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from functools import cache
from itertools import count
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Connection, create_engine, inspect
from sqlalchemy.exc import DatabaseError
from sqlalchemy.pool import NullPool

from pbem.store.errors import StoreError, TooNew


def newest_revision() -> str:
    """The revision this code works with."""
    head = _scripts().get_current_head()
    assert head is not None
    return head


def migrate(path: Path, *, backup: bool = True, target: str = "head") -> Path | None:
    """Bring the file at `path` (made if missing, readable by its owner only) to `target`; one transaction.

    Returns the copy made of an older database, or None. Raises TooNew, and StoreError where the file is something else.
    """
    _touch(path)
    engine = create_engine(
        URL.create("sqlite", database=str(path)), poolclass=NullPool, connect_args={"isolation_level": None}
    )
    try:
        with engine.connect() as connection:
            # Rebuilding a table, SQLite's way to alter one, needs the foreign keys off; they are checked at the end.
            connection.exec_driver_sql("PRAGMA foreign_keys=OFF")
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            copy = _upgrade(connection, path, backup, target)
            connection.exec_driver_sql("COMMIT")
            return copy
    except DatabaseError as error:
        raise StoreError(f"{path}: cannot be opened as a database: {error.orig}") from error
    finally:
        engine.dispose()


def _touch(path: Path) -> None:
    try:
        path.touch(mode=0o600)
    except OSError as error:
        raise StoreError(f"{path}: cannot be written: {error.strerror}") from error


def _upgrade(connection: Connection, path: Path, backup: bool, target: str) -> Path | None:
    old = _revision(connection, path)
    if old == _scripts().as_revision_number(target):
        return None
    copy = _copy(path, old) if backup and old is not None else None
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, target)
    loose = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
    if loose:
        raise StoreError(f"{path}: {len(loose)} rows point to rows that are not there; nothing was changed")
    return copy


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    return config


@cache
def _scripts() -> ScriptDirectory:
    """The migrations, read once in a run: that takes longer than to open a database."""
    return ScriptDirectory.from_config(_config())


def _revision(connection: Connection, path: Path) -> str | None:
    revision = MigrationContext.configure(connection).get_current_revision()
    if revision is None and inspect(connection).get_table_names():
        raise StoreError(f"{path}: this database belongs to another program")
    known = {script.revision for script in _scripts().walk_revisions()}
    if revision is not None and revision not in known:
        raise TooNew(
            f"{path}: the database is at revision {revision}, newer than this program, which knows {newest_revision()}; "
            "install the newer version again, or use the copy it left beside the database"
        )
    return revision


def _copy(path: Path, revision: str) -> Path:
    """Copy the database beside itself, whole or not at all, and never over an earlier copy."""
    partial = path.with_name(f"{path.name}.partial")
    partial.unlink(missing_ok=True)
    partial.touch(mode=0o600)
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(partial)) as target:
        source.backup(target)
    copy = _free_name(path, revision)
    os.replace(partial, copy)
    return copy


def _free_name(path: Path, revision: str) -> Path:
    names = (f"{path.stem}.{revision}{'' if n == 1 else f'-{n}'}{path.suffix}" for n in count(1))
    return next(free for free in (path.with_name(name) for name in names) if not free.exists())
