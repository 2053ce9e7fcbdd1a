"""What the store asks of a kind of database: each has a class that answers it, chosen by where the database is."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from enum import Enum, auto
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from pbem.database_url import Location

BUSY_SECONDS = 10
"""How long a writer waits for another."""
ABOUT_GAME = "pbem_about_game"
"""The key, in the information of a connection, of the game that its transaction is about."""
ENGINE: dict[str, Any] = {
    # Keys, tokens and letters are among them, and an error's text goes into logs and mails.
    "hide_parameters": True,
    "json_serializer": partial(json.dumps, ensure_ascii=False, separators=(",", ":"), allow_nan=False),
}
"""Options that the engines of all kinds are made with."""


class Trouble(Enum):
    """Why a statement was not carried out, where that is no fault of the statement."""

    LOCKED = auto()
    """Somebody else is writing."""
    CHANGED = auto()
    """Somebody else has written since this transaction began to read."""
    FULL = auto()
    UNWRITABLE = auto()


@dataclass(frozen=True, slots=True)
class Beginnings:
    """The statements that begin a transaction: one that reads, one that reads first (`Database.reading_first`), one that
    writes.
    """

    reading: tuple[str, ...]
    reading_first: tuple[str, ...]
    writing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DaemonAtWork:
    """A daemon at work on a database: its name ("process 4711 on host"), and whether it is the one to read the mailbox."""

    name: str
    has_mailbox: bool


class Dialect(ABC):
    """One database of a kind. What needs only an open connection is a class method."""

    beginnings: ClassVar[Beginnings]

    @property
    @abstractmethod
    def location(self) -> Location:
        """Where the database is. As text it has no password."""

    @property
    @abstractmethod
    def place(self) -> tuple[str, str, str]:
        """What distinguishes a database from a copy: its machine, its path or name there, and a mark that no copy has."""

    @property
    def path(self) -> Path | None:
        """Its file, None where a server has it."""
        return self.location if isinstance(self.location, Path) else None

    @abstractmethod
    def engine(self, *, lasting: bool) -> Engine:
        """What opens connections for work; with the execution option `pbem_begin`, a tuple of Beginnings, a transaction
        begins so. Without `lasting` what is committed need not survive a power cut.
        """

    @abstractmethod
    def onlooker(self) -> Engine:
        """What opens a connection to look at a database that may be missing, or another program's: nothing is made."""

    @abstractmethod
    def migrating(self) -> AbstractContextManager[Connection]:
        """A connection in a transaction that changes the schema, kept at its end; a file is made if it is missing.

        Raises StoreError where there is no database, or something else.
        """

    @abstractmethod
    def create(self, connection: Connection) -> bool:
        """Make the tables and guards of this code in an empty database, and return True; False leaves that to the steps of
        the migration.
        """

    @abstractmethod
    def copy_before(self, revision: str) -> Path | None:
        """Copy a database that is going to be migrated; returns the copy, None where the owner has to make it."""

    @abstractmethod
    def become(self, path: Path, engine: Engine) -> None:
        """Replace the whole content by that of a file. Raises StoreError where that does not go."""

    @abstractmethod
    def trouble(self, error: DBAPIError) -> Trouble | None:
        """Why the statement was not carried out, if the fault is not its own."""

    @abstractmethod
    def words(self, error: DBAPIError) -> str:
        """What the database itself has said, on one line, without a password or a value of a row."""

    @abstractmethod
    def hold_daemon_lock(self, *, alone: bool) -> AbstractContextManager[None]:
        """Be a daemon at work on this database: keep off others where there can be one only, or all of them (`alone`).
        Raises AlreadyRunning, OSError and StoreError.
        """

    @abstractmethod
    def daemons(self) -> tuple[DaemonAtWork, ...]:
        """The daemons at work on this database."""

    @abstractmethod
    def claim(self, work: str) -> AbstractContextManager[bool]:
        """Have a piece of work (store.claims) to oneself, if no other process has it: gives whether that is so. A process
        that has ended, however it did, has none. Raises AlreadyRunning, and what a statement raises.
        """

    @abstractmethod
    def holds(self, work: str) -> bool:
        """Whether this process still has its claims: all of them are lost with their connection."""

    @classmethod
    @abstractmethod
    def broken_references(cls, connection: Connection) -> int:
        """How many references a migration has broken."""

    @classmethod
    @abstractmethod
    def damage(cls, connection: Connection) -> Iterator[str]:
        """What is wrong with the pages of a database, a line each."""

    @classmethod
    @abstractmethod
    def lost_guards(cls, connection: Connection) -> Iterator[str]:
        """The missing protections of the log against changes, a line each."""

    @classmethod
    @abstractmethod
    def without_guards(cls, connection: Connection) -> AbstractContextManager[None]:
        """Within it rows of logs can be deleted. It belongs to a transaction, as the rows do."""

    @classmethod
    @abstractmethod
    def size(cls, connection: Connection) -> int:
        """How many bytes a database takes on the disk."""

    @classmethod
    @abstractmethod
    def as_stored(cls, text: str) -> str:
        """A text as it comes back once it is stored."""
