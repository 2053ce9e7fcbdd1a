"""A PostgreSQL server for the tests: with PBEM_TEST_POSTGRESQL in the environment their databases are on it instead of in
files. It is started with the first one and ends with the run; what is committed on it is never flushed.
"""

from __future__ import annotations

import atexit
import os
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from itertools import count
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine
from sqlalchemy.pool import NullPool

from pbem.database_url import DatabaseUrl

IS_ON = bool(os.environ.get("PBEM_TEST_POSTGRESQL"))
USER = "postgres"
SETTINGS = {
    "listen_addresses": "",
    "fsync": "off",
    "full_page_writes": "off",
    "synchronous_commit": "off",
    "autovacuum": "off",
    "max_connections": "300",
    "shared_buffers": "32MB",
}
MEMORY, ROOM = Path("/dev/shm"), 4 << 30  # noqa: S108 - the folder there is new and our own
"""A database is made for each test, and copied file by file: in memory that takes a fifth of the time, if there is room."""
COPY = "CREATE DATABASE {} TEMPLATE {} STRATEGY FILE_COPY"
_NUMBERS = count(1)
_MADE: list[str] = []


class Server:
    """A server in a folder of its own, which is reached by a socket there."""

    settings: Mapping[str, str] = SETTINGS

    def __init__(self) -> None:
        has_room = MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOM
        self.folder = Path(tempfile.mkdtemp(prefix="pbem-postgresql-", dir=MEMORY if has_room else None))
        self._data = self.folder / "data"
        if os.getuid() == 0:
            shutil.chown(self.folder, USER)
        self._run("initdb", "--pgdata", str(self._data), "--username", USER, "--auth", "trust", "--encoding", "UTF8")
        self.prepare(self._data)
        self.start()
        atexit.register(self._end)

    def prepare(self, data: Path) -> None:
        """What has to stand in its folder before it starts: nothing."""

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(programs() / program), *arguments]
        if os.getuid() == 0:  # a server refuses to run as root
            command = ["runuser", "-u", USER, "--", *command]
        done = subprocess.run(command, capture_output=True, text=True, cwd=self.folder, check=False)  # noqa: S603
        assert done.returncode == 0, done.stdout + done.stderr

    def start(self) -> None:
        options = " ".join(f"-c {name}={value!r}" for name, value in self.settings.items())
        where = ("--pgdata", str(self._data), "--log", str(self.folder / "log"), "--wait")
        self._run("pg_ctl", "start", *where, "--options", f"-k {self.folder} {options}")

    def stop(self, mode: str = "fast") -> None:
        self._run("pg_ctl", "stop", "--pgdata", str(self._data), "--mode", mode, "--wait")

    def _end(self) -> None:
        self.stop("immediate")
        shutil.rmtree(self.folder)

    def url(self, name: str) -> DatabaseUrl:
        return DatabaseUrl(f"postgresql+psycopg://{USER}@/{name}?host={self.folder}")

    def execute(self, name: str, *statements: str) -> list[Sequence[object]]:
        """Carry out statements in a database, each by itself. Gives their rows."""
        with self._engine(name).connect() as connection:
            return [row for statement in statements for row in _rows(connection, statement)]

    def _engine(self, name: str) -> Engine:
        """To make and to drop databases somebody stays connected: to connect takes as long as either."""
        return self._to_make_others if name == USER else self._to(name, poolclass=NullPool)

    @cached_property
    def _to_make_others(self) -> Engine:
        return self._to(USER, pool_pre_ping=True)

    def _to(self, name: str, **more: Any) -> Engine:
        return create_engine(self.url(name).url, isolation_level="AUTOCOMMIT", **more)


def _rows(connection: Connection, statement: str) -> list[Sequence[object]]:
    result = connection.exec_driver_sql(statement)
    return [tuple(row) for row in result] if result.returns_rows else []


@cache
def server() -> Server:
    """The server of this run."""
    return Server()


def programs() -> Path:
    """The folder of the newest PostgreSQL that is installed."""
    known = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: float(path.parent.name))
    found = shutil.which("initdb")
    assert known or found, "PBEM_TEST_POSTGRESQL is set, and there is no PostgreSQL: apt-get install postgresql"
    return known[-1] if known else Path(str(found)).parent


def new_database(template: str = "template0") -> DatabaseUrl:
    """A database with what is in another one, which nobody may be using; it is dropped at the end of the test."""
    name = f"test_{next(_NUMBERS)}"
    server().execute("postgres", COPY.format(name, template))
    _MADE.append(name)
    return server().url(name)


def keep(url: DatabaseUrl) -> str:
    """Keep what is in a database, which nobody may be using, for the whole run: the name of a template."""
    name = f"kept_{next(_NUMBERS)}"
    server().execute("postgres", COPY.format(name, name_of(url)))
    return name


def fill(url: DatabaseUrl, template: str) -> None:
    """Replace what is in a database by what has been kept."""
    name = name_of(url)
    server().execute("postgres", f"DROP DATABASE {name} WITH (FORCE)", COPY.format(name, template))


def name_of(url: DatabaseUrl) -> str:
    return url.url.rpartition("/")[2] if "?" not in url.url else url.url.partition("?")[0].rpartition("/")[2]


def drop_made() -> None:
    """Drop the databases of the last test."""
    while _MADE:
        server().execute("postgres", f"DROP DATABASE IF EXISTS {_MADE.pop()} WITH (FORCE)")
