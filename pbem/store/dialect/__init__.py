"""What differs from one kind of database to another: a module a kind, behind one interface (base), and the words of SQL that
differ (sql). The rest of the store is the same for all.
"""

from __future__ import annotations

from sqlalchemy import Connection

from pbem.database_url import DatabaseUrl, Location
from pbem.store.dialect.base import Dialect
from pbem.store.dialect.postgresql import Postgresql
from pbem.store.dialect.sqlite import Sqlite

_KINDS: dict[str, type[Dialect]] = {"sqlite": Sqlite, "postgresql": Postgresql}


def dialect_at(location: Location) -> Dialect:
    """The database at a location, which is not looked at yet. Raises StoreError where what talks to it is not installed."""
    return Postgresql(location) if isinstance(location, DatabaseUrl) else Sqlite(location)


def kind_of(connection: Connection) -> type[Dialect]:
    """The kind of database that a connection talks to."""
    return _KINDS[connection.dialect.name]
