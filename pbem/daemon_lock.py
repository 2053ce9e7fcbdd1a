"""The lock that keeps a second daemon off a database. The system releases it with the process, even after a crash."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class AlreadyRunning(Exception):
    """Another daemon works on this database; the message has its process number."""

    def __init__(self, process: str) -> None:
        super().__init__(f"another `pbem serve` is at work on this database ({process}); stop it first")
        self.process = process


def lock_of(database: Path) -> Path:
    """The lock file: it holds the process number of the daemon."""
    return database.with_name(f"{database.name}.daemon")


@contextmanager
def hold_lock(database: Path) -> Iterator[None]:
    """Hold the lock of a database. Raises AlreadyRunning, and OSError if the file cannot be written."""
    with lock_of(database).open("a+", encoding="ascii") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise AlreadyRunning(_process_of(lock_of(database))) from error
        file.truncate(0)
        file.write(str(os.getpid()))
        file.flush()
        yield
        file.truncate(0)


def daemon_at(database: Path) -> str:
    """The daemon that works on a database ("process 4711"), or "". Nothing is written."""
    try:
        with lock_of(database).open("r", encoding="ascii") as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return _process_of(lock_of(database))
    except OSError:
        return ""
    return ""


def _process_of(path: Path) -> str:
    number = path.read_text(encoding="ascii").strip()
    return f"process {number}" if number else "another process"
