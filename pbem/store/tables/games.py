"""Games, who sits at them and watches them, and how far their clocks are."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Index, UniqueConstraint, text
from sqlmodel import Field

from pbem.store.tables.mail import AUTH, IS_SIGNED
from pbem.store.tables.row import AT_ONCE, NONE, ZERO, MaybeJson, Row, UtcTime, one_of, partial_index

GAME_STATUS = ("playing", "held", "over")
IS_UNREACHED, IS_ACTED_FOR = "(bounces > 0 OR auto_replied IS NOT NULL)", "acting_turn <> ''"
"""Seats whose players are not reached, and those for whose players somebody acts."""


class GameRow(Row, table=True):
    """A game. `key` is 32 secret bytes in hex until the game is over; `commitment` is their SHA-256 in hex.

    Of a sandbox nothing is ever sent; one that is archived is in no list any more. `moderator` is the address of the
    game master whose game it is; empty: the owner's.
    """

    __tablename__ = "game"
    __table_args__ = (
        UniqueConstraint("name"),
        Index("ix_game_lower_name", text("lower(name)")),
        Index("ix_game_long_name", text("length(name)"), text("lower(name)")),
        Index("ix_game_lower_moderator", text("lower(moderator)")),
        Index(None, "status"),
        Index(None, "status", "rules", "scenario", "scenario_version"),
        Index("ix_game_listed", "id", sqlite_where=text("is_archived = 0"), postgresql_where=text("NOT is_archived")),
        partial_index("ix_game_signed", "status", IS_SIGNED),
        one_of("status", GAME_STATUS),
        one_of("auth", AUTH),
    )

    id: int = Field(default=None, primary_key=True)
    name: str
    rules: str
    scenario: str
    options: Any = Field(sa_type=JSON, nullable=False)
    rules_version: int
    scenario_version: str
    code_version: str
    key: str = Field(repr=False)
    commitment: str
    status: str
    held_because: str = ""
    result: Any = Field(default=None, sa_type=MaybeJson, nullable=True)
    auth: str
    created: datetime = Field(sa_type=UtcTime)
    finished: datetime | None = Field(default=None, sa_type=UtcTime)
    is_sandbox: bool = Field(default=False, sa_column_kwargs=ZERO)
    is_archived: bool = Field(default=False, sa_column_kwargs=ZERO)
    moderator: str = Field(default="", sa_column_kwargs=NONE)


class SeatRow(Row, table=True):
    """A player's place. `told` is the highest entry number reported to them: 0 is the opening, -1 nothing yet.

    `bounces` counts the mails that came back since the player last wrote, `bounced` is when the first of them did;
    `auto_replied` is since when a program has answered for them, until they write. `token_hash` is the SHA-256 in hex of the
    token in their address, `token_number` says which it is (0: it was given before tokens had numbers), and
    `former_token_hash` that of one that still opens the seat. While the game master acts for a player, `kept_player` and
    `kept_address` are theirs, and `acting_turn` is the Turn for which that is.
    """

    __tablename__ = "seat"
    __table_args__ = (
        UniqueConstraint("game_id", "name"),
        UniqueConstraint("token_hash"),
        Index(None, "former_token_hash"),
        Index("ix_seat_lower_address", text("lower(address)")),
        partial_index("ix_seat_unreached", "game_id", IS_UNREACHED),
        partial_index("ix_seat_acted_for", "game_id", IS_ACTED_FOR),
    )

    id: int = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id")
    name: str
    player: str
    address: str
    token_hash: str = Field(repr=False)
    salt: str | None = Field(default=None, repr=False)
    receipt: str = ""
    told: int = -1
    bounces: int = Field(default=0, sa_column_kwargs=ZERO)
    bounced: datetime | None = Field(default=None, sa_type=UtcTime)
    auto_replied: datetime | None = Field(default=None, sa_type=UtcTime)
    token_number: int = Field(default=0, sa_column_kwargs=ZERO)
    former_token_hash: str | None = Field(default=None, repr=False)
    kept_player: str = Field(default="", sa_column_kwargs=NONE)
    kept_address: str = Field(default="", sa_column_kwargs=NONE)
    acting_turn: str = Field(default="", sa_column_kwargs=NONE)


class ObserverRow(Row, table=True):
    """Somebody who watches a game. `thread` is what their letters are called in our Message-IDs, another one each time that
    they are added; `told` is the highest entry number reported to them.
    """

    __tablename__ = "observer"
    __table_args__ = (
        UniqueConstraint("game_id", "address"),
        UniqueConstraint("thread"),
        Index("ix_observer_lower_address", text("lower(address)")),
    )

    id: int = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id")
    name: str
    address: str
    thread: str
    told: int


class TermsRow(Row, table=True):
    """What the players of a game have agreed on about time, as texts by name; a game without deadlines has no row.

    `look_at` is when its clock has something to do next: NULL for nothing, AT_ONCE where that has to be found out. It
    follows from the terms and the log (store.games.progress).
    """

    __tablename__ = "terms"
    __table_args__ = (
        UniqueConstraint("game_id"),
        Index(None, "look_at"),
        Index(
            "ix_terms_regency",
            "game_id",
            sqlite_where=text("json_extract(texts, '$.regency') IS NOT NULL"),
            postgresql_where=text("(texts ->> 'regency') IS NOT NULL"),
        ),
    )

    id: int = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id")
    texts: Any = Field(sa_type=JSON, nullable=False)
    look_at: datetime | None = Field(
        default=AT_ONCE, sa_type=UtcTime, nullable=True, sa_column_kwargs={"server_default": UtcTime.text(AT_ONCE)}
    )


class ProgressRow(Row, table=True):
    """Where a game is, for lists: what its log comes to at entry `last`, whose fingerprint is `after`, by these rules.

    `waits` has a seat with an open question each: its name, until when its orders are due (ISO text) or None, and whether
    the game waits beyond that; `due` is the first of these times. `zone` is that of the game. It is gone as soon as the log
    has changed (store.games.progress).
    """

    __tablename__ = "progress"
    __table_args__ = (Index(None, "due"),)

    game_id: int = Field(primary_key=True, foreign_key="game.id")
    rules_version: int
    last: int
    after: str
    turn: str
    waits: Any = Field(sa_type=JSON, nullable=False)
    zone: str
    due: datetime | None = Field(default=None, sa_type=UtcTime, nullable=True)


class DeletedGameRow(Row, table=True):
    """The name of a game that was deleted, and the SHA-256 of its key: letters to it may still come, and must not be taken
    for another game's.
    """

    __tablename__ = "deleted_game"
    __table_args__ = (
        Index("ix_deleted_game_lower_name", text("lower(name)")),
        Index("ix_deleted_game_long_name", text("length(name)"), text("lower(name)")),
    )

    name: str = Field(primary_key=True)
    commitment: str
