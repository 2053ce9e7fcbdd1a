"""The log of a game: entries, what was struck of them, and the Events they led to."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, CheckConstraint, Index, UniqueConstraint
from sqlmodel import Field

from pbem.store.tables.row import MaybeJson, Row, UtcTime


class EntryRow(Row, table=True):
    """One line of a game's log. Triggers refuse every change: an entry is struck (StrikeRow), never edited.

    `cause` says why the log has it (engine/log/cause), NULL: it was written before entries did.
    """

    __tablename__ = "entry"
    __table_args__ = (UniqueConstraint("game_id", "number"), Index(None, "letter_id"))

    id: int = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id")
    number: int
    kind: str
    seat: str
    key: str
    subject: str
    answer: Any = Field(sa_type=JSON, nullable=False)
    after: str
    turn: str
    note: str
    letter_id: int | None = Field(default=None, foreign_key="letter.id")
    written: datetime = Field(sa_type=UtcTime)
    cause: Any = Field(default=None, sa_type=MaybeJson, nullable=True)


class StrikeRow(Row, table=True):
    """Entries `first` to `last` no longer count. Append-only like the log itself."""

    __tablename__ = "strike"
    __table_args__ = (Index(None, "game_id"), CheckConstraint("first <= last", name="range"))

    id: int = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id")
    first: int
    last: int
    reason: str
    struck: datetime = Field(sa_type=UtcTime)


class EventRow(Row, table=True):
    """Something an entry made happen, the `place`th of it. Entry 0 is the opening; `seen_by` NULL is everyone."""

    __tablename__ = "event"
    __table_args__ = (UniqueConstraint("game_id", "entry_number", "place"),)

    id: int = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id")
    entry_number: int
    place: int
    rule: str
    name: str
    data: Any = Field(sa_type=JSON, nullable=False)
    seen_by: Any = Field(default=None, sa_type=MaybeJson, nullable=True)
