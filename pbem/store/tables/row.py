"""What the rows of all tables have in common, and how times and JSON are kept."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, ClassVar

from sqlalchemy import JSON, CheckConstraint, Dialect, Index, MetaData, String, TypeDecorator, text
from sqlmodel import SQLModel

ZERO, NONE = {"server_default": "0"}, {"server_default": ""}
"""For columns that older rows did not have."""
AT_ONCE = datetime.min.replace(tzinfo=UTC)
"""A moment that has always come."""


class UtcTime(TypeDecorator[datetime]):
    """An aware datetime, kept as ISO text in UTC of fixed width, so that text order is time order."""

    impl = String
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> str | None:  # noqa: ARG002
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"{value!r} has no time zone")
        return self.text(value)

    @staticmethod
    def text(moment: datetime) -> str:
        """An aware datetime as it is kept."""
        return moment.astimezone(UTC).isoformat(timespec="microseconds")

    def process_result_value(self, value: str | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        return None if value is None else datetime.fromisoformat(value)


class MaybeJson(TypeDecorator[Any]):
    """JSON, or nothing: None is SQL's NULL and not JSON's null."""

    impl = JSON
    cache_ok = True

    def __init__(self) -> None:
        super().__init__(none_as_null=True)


def partial_index(name: str, column: str, condition: str) -> Index:
    """An index of the rows for which a condition holds, which all kinds of databases have in the same words."""
    return Index(name, column, sqlite_where=text(condition), postgresql_where=text(condition))


def one_of(column: str, values: tuple[str, ...]) -> CheckConstraint:
    listed = ", ".join(f"'{value}'" for value in values)
    return CheckConstraint(f"{column} IN ({listed})", name=column)


class Row(SQLModel):
    """Base of all tables; constraints have names so that later migrations can speak of them."""

    metadata: ClassVar[MetaData] = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
