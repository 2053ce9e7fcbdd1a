"""Words of SQL that each kind of database has in its own way. A statement with them is put together once for all kinds."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, TypeAlias

from sqlalchemy import Executable, literal, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement
from sqlmodel import Session

SINGLE = select(literal(1)).subquery("single")
"""One row, to which what may not be there is joined."""
Insert: TypeAlias = sqlite.Insert | postgresql.Insert
"""An insert that can say what to do ON CONFLICT: both kinds have the same methods for that, each of its own class."""
_INSERTS: dict[str, Callable[[Any], Insert]] = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}


class Upsert:
    """An insert into a table with what is done on a conflict, made by `make` once for each kind of database."""

    def __init__(self, table: Any, make: Callable[[Any], Executable]) -> None:
        # Nothing of the new rows is asked back, and how many there are is counted: PostgreSQL would do the first alone.
        how = {"preserve_rowcount": True}
        self._of = cache(lambda kind: make(_INSERTS[kind](table).inline()).execution_options(**how))

    def of(self, session: Session) -> Executable:
        """The statement for the database of a session."""
        statement: Executable = self._of(session.connection().dialect.name)
        return statement


class unindexed(FunctionElement[Any]):  # noqa: N801 - it is read as a function, as those of SQLAlchemy are
    """A column that SQLite must not look up by an index, because another one is better; others know that by themselves."""

    inherit_cache = True

    def __init__(self, column: Any) -> None:
        super().__init__(column)
        self.type = column.type


@compiles(unindexed)
def _plain(element: unindexed, compiler: SQLCompiler, **how: Any) -> str:
    return compiler.process(element.clauses, **how)


@compiles(unindexed, "sqlite")
def _with_a_plus(element: unindexed, compiler: SQLCompiler, **how: Any) -> str:
    return f"+{compiler.process(element.clauses, **how)}"


class regency_in(FunctionElement[Any]):  # noqa: N801
    """What terms, a column of JSON, say of regencies, as text; NULL if nothing. An index has it in the same words."""

    inherit_cache = True


@compiles(regency_in, "sqlite")
def _extracted(element: regency_in, compiler: SQLCompiler, **how: Any) -> str:
    return f"json_extract({compiler.process(element.clauses, **how)}, '$.regency')"


@compiles(regency_in, "postgresql")
def _arrow(element: regency_in, compiler: SQLCompiler, **how: Any) -> str:
    return f"({compiler.process(element.clauses, **how)} ->> 'regency')"
