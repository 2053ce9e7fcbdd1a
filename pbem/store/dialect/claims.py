"""What one process has to itself on a PostgreSQL server: advisory locks of a connection of its own.

The server releases them when the connection ends, however it does: a daemon that was killed loses all it had claimed at
once, one whose machine is gone after two minutes (KEEPALIVES).
"""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from threading import RLock

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from pbem.daemon_lock import AlreadyRunning
from pbem.store.claims import MAILBOX
from pbem.store.dialect.base import DaemonAtWork

LOCKS = 0x7062656D
"""The first number of our advisory locks that have two: "pbem" in ASCII. The second says which one it is."""
SCHEMA_LOCK, DAEMON_LOCK = 1, 2
KEEPALIVES = {"tcp_keepalives_idle": "60", "tcp_keepalives_interval": "10", "tcp_keepalives_count": "6"}
"""A process whose machine is gone keeps the others waiting no longer than two minutes."""
_LOCK_SECONDS = 2
"""The server may still be ending what a daemon that was killed had begun."""
_NOT_AVAILABLE = "55P03"


def key_of(work: str) -> int:
    """The number of a piece of work: 64 bits with a sign, as the server takes them."""
    return int.from_bytes(sha256(work.encode()).digest()[:8], "big", signed=True)


_HIGH, _LOW = divmod(key_of(MAILBOX) % (1 << 64), 1 << 32)
_DAEMONS = f"""
SELECT application_name, EXISTS (
    SELECT FROM pg_locks AS mailbox
    WHERE mailbox.pid = daemon.pid AND mailbox.locktype = 'advisory' AND mailbox.granted AND mailbox.objsubid = 1
        AND mailbox.classid = {_HIGH} AND mailbox.objid = {_LOW}
)
FROM pg_locks AS daemon JOIN pg_stat_activity USING (pid)
WHERE daemon.locktype = 'advisory' AND daemon.granted AND daemon.objsubid = 2
    AND daemon.classid = {LOCKS} AND daemon.objid = {DAEMON_LOCK}
    AND daemon.database = (SELECT oid FROM pg_database WHERE datname = current_database())
ORDER BY backend_start, pid
"""  # noqa: S608 - constants


def _daemons(connection: Connection) -> tuple[DaemonAtWork, ...]:
    rows = connection.exec_driver_sql(_DAEMONS).all()
    return tuple(DaemonAtWork(name or "another process", has_mailbox) for name, has_mailbox in rows)


class Claims:
    """What this process has claimed. `connect` opens a connection; all can be called in any thread."""

    def __init__(self, connect: Callable[[], Connection]) -> None:
        self._connect = connect
        self._lock = RLock()
        self._connection: Connection | None = None
        self._held = set[int]()
        self._daemon_lock = ""
        """The function that takes the daemon lock, while this process is a daemon."""

    @contextmanager
    def be_daemon(self, *, alone: bool) -> Iterator[None]:
        """Be one of the daemons, or the only one. Raises AlreadyRunning and DBAPIError."""
        with self._lock:
            if self._daemon_lock:
                raise AlreadyRunning(_own_name())
            self._close()
            self._daemon_lock = "pg_advisory_lock" if alone else "pg_advisory_lock_shared"
            try:
                self._open()
            except BaseException:
                self._daemon_lock = ""
                raise
        try:
            yield
        finally:
            with self._lock:
                self._daemon_lock = ""
                self._close()

    def stay_daemon(self) -> None:
        """Take the daemon lock again where its connection was lost. Raises as be_daemon does."""
        with self._lock:
            if self._daemon_lock and not self._is_alive():
                self._close()
                self._open()

    @contextmanager
    def claim(self, work: str) -> Iterator[bool]:
        """Have a piece of work to oneself, if nobody has it, another thread of ours neither."""
        key = key_of(work)
        by = self._take(key)
        try:
            yield by is not None
        finally:
            if by is not None:
                self._give_back(key, by)

    def holds(self, work: str) -> bool:
        """Whether a piece of work is still this process's: its connection may have been lost."""
        with self._lock:
            return key_of(work) in self._held and self._is_alive()

    def daemons(self) -> tuple[DaemonAtWork, ...]:
        """The daemons at work on the database, the oldest first."""
        with self._lock:
            if self._connection is not None:
                with suppress(SQLAlchemyError):
                    return _daemons(self._connection)
            self._close()
            self._open()
            assert self._connection is not None
            return _daemons(self._connection)

    def close(self) -> None:
        """Give back all."""
        with self._lock:
            self._close()

    def _take(self, key: int) -> Connection | None:
        """The connection by which it is ours now."""
        with self._lock:
            if (key in self._held and self._is_alive()) or not self._try(key):
                return None
            self._held.add(key)
            return self._connection

    def _try(self, key: int) -> bool:
        """Try it with a new connection where there is none, or it was lost, and all that was claimed with it."""
        if self._connection is not None:
            with suppress(SQLAlchemyError):
                return self._call("pg_try_advisory_lock", key)
        self._close()
        self._open()
        return self._call("pg_try_advisory_lock", key)

    def _give_back(self, key: int, by: Connection) -> None:
        with self._lock:
            if by is not self._connection:  # the server has given it back with that one
                return
            self._held.remove(key)
            try:
                self._call("pg_advisory_unlock", key)
            except SQLAlchemyError:
                self._close()

    def _call(self, function: str, key: int) -> bool:
        assert self._connection is not None
        return bool(self._connection.exec_driver_sql(f"SELECT {function}({key})").scalar_one())

    def _open(self) -> None:
        connection = self._connect()
        try:
            connection.exec_driver_sql("SELECT set_config('application_name', %s, false)", (_own_name(),))
            for name, value in KEEPALIVES.items():
                connection.exec_driver_sql(f"SET {name} = {value}")
            connection.exec_driver_sql(f"SET lock_timeout = '{_LOCK_SECONDS}s'")
            if self._daemon_lock:
                connection.exec_driver_sql(f"SELECT {self._daemon_lock}({LOCKS}, {DAEMON_LOCK})")
        except DBAPIError as error:
            is_taken = getattr(error.orig, "sqlstate", None) == _NOT_AVAILABLE
            others = _daemons(connection) if is_taken else ()
            connection.close()
            if is_taken:
                raise AlreadyRunning(", ".join(each.name for each in others) or "another process") from error
            raise
        self._connection = connection

    def _close(self) -> None:
        self._held.clear()
        if self._connection is not None:
            self._connection.invalidate()
            self._connection.close()
            self._connection = None

    def _is_alive(self) -> bool:
        try:
            return self._connection is not None and bool(self._connection.exec_driver_sql("SELECT 1").scalar_one())
        except SQLAlchemyError:
            return False


def _own_name() -> str:
    return f"process {os.getpid()} on {socket.gethostname()}"
