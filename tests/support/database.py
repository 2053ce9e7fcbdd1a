"""The file of a database."""

from __future__ import annotations

from pathlib import Path

from pbem.store.database import Database


def file_of(db: Database) -> Path:
    """Where a database of SQLite's is; that of a server has no file."""
    assert db.path is not None
    return db.path
