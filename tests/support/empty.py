"""An empty database for a test: the file that migrations make, made once and copied, as they take a tenth of a second."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from pbem.store.database import Database


def empty_database(path: Path) -> Path:
    """Write an empty database of this code's schema to `path`, as the first start of the program would; returns `path`."""
    path.touch(mode=0o600)
    path.write_bytes(empty_bytes())
    return path


@cache
def empty_bytes() -> bytes:
    """What is in such a file."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "empty.sqlite"
        Database.open(path).close()
        return path.read_bytes()
