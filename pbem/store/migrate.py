"""Bringing a database to the schema of this code, where it is a file after a copy of the old one."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect

from pbem.database_url import Location
from pbem.store.dialect import dialect_at
from pbem.store.dialect.base import Dialect
from pbem.store.errors import StoreError, TooNew


def newest_revision() -> str:
    """The revision this code works with."""
    head = _scripts().get_current_head()
    assert head is not None
    return head


def migrate(location: Location, *, backup: bool = True, target: str = "head") -> Path | None:
    """Bring the database at `location` to `target`; one transaction. A file is made if missing, readable by its owner only.

    Returns the copy made of an older file, or None. Raises TooNew, and StoreError where there is something else.
    """
    dialect = dialect_at(location)
    with dialect.migrating() as connection:
        return _upgrade(connection, dialect, backup, target)


def _upgrade(connection: Connection, dialect: Dialect, backup: bool, target: str) -> Path | None:
    old = _revision(connection, dialect.location)
    if old == _scripts().as_revision_number(target):
        return None
    if old is None and dialect.create(connection):
        MigrationContext.configure(connection).stamp(_scripts(), target)
        return None
    copy = dialect.copy_before(old) if backup and old is not None else None
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, target)
    if loose := dialect.broken_references(connection):
        raise StoreError(f"{dialect.location}: {loose} rows point to rows that are not there; nothing was changed")
    return copy


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    return config


@cache
def _scripts() -> ScriptDirectory:
    """The migrations, read once in a run: that takes longer than to open a database."""
    return ScriptDirectory.from_config(_config())


def _revision(connection: Connection, where: Location) -> str | None:
    revision = MigrationContext.configure(connection).get_current_revision()
    if revision is None and inspect(connection).get_table_names():
        raise StoreError(f"{where}: this database belongs to another program")
    known = {script.revision for script in _scripts().walk_revisions()}
    if revision is not None and revision not in known:
        raise TooNew(
            f"{where}: the database is at revision {revision}, newer than this program, which knows {newest_revision()}; "
            "install the newer version again, or use the copy it left beside the database"
        )
    return revision
