"""Games that gather their players, and those who were asked."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Index, UniqueConstraint, text
from sqlmodel import Field

from pbem.store.tables.row import NONE, Row, UtcTime, one_of

GATHERING_STATUS = ("gathering", "begun", "off")
GUEST_STATUS = ("invited", "asked", "accepted", "declined", "dropped")


class GatheringRow(Row, table=True):
    """A game that is not open yet: its players are asked first. It keeps what the game will be opened with.

    `by_lot`: seats are drawn, else they are given as the guests wish. `is_open`: strangers may ask to join by mail. `key`
    will be the game's; `game_id` is the game once it has begun.
    """

    __tablename__ = "gathering"
    __table_args__ = (
        Index("ix_gathering_lower_name", text("lower(name)")),
        Index("ix_gathering_long_name", text("length(name)"), text("lower(name)")),
        Index(None, "status"),
        Index(None, "game_id"),
        one_of("status", GATHERING_STATUS),
    )

    id: int = Field(default=None, primary_key=True)
    name: str
    rules: str
    scenario: str
    options: Any = Field(sa_type=JSON, nullable=False)
    terms: Any = Field(sa_type=JSON, nullable=False)
    auth: str
    by_lot: bool
    is_open: bool
    key: str = Field(repr=False)
    status: str = "gathering"
    created: datetime = Field(sa_type=UtcTime)
    game_id: int | None = Field(default=None, foreign_key="game.id")


class GuestRow(Row, table=True):
    """Somebody who is asked to play, or has asked to. `seat` is the one that is kept for them, `wish` the one they have
    asked for ("": none); `since` is when their status last changed. `token_hash` is that of the token in their address,
    `share` the one in the dice that they have given by accepting.
    """

    __tablename__ = "guest"
    __table_args__ = (
        UniqueConstraint("gathering_id", "address"),
        UniqueConstraint("token_hash"),
        Index("ix_guest_lower_address", text("lower(address)")),
        one_of("status", GUEST_STATUS),
    )

    id: int = Field(default=None, primary_key=True)
    gathering_id: int = Field(foreign_key="gathering.id")
    name: str
    address: str
    seat: str = ""
    wish: str = ""
    status: str
    since: datetime = Field(sa_type=UtcTime)
    token_hash: str = Field(repr=False)
    share: str = Field(default="", repr=False, sa_column_kwargs=NONE)
