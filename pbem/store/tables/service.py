"""The service itself: that it lives, what it tells of its servers, and whose database this is."""

from __future__ import annotations

from datetime import datetime

from sqlmodel import Field

from pbem.store.tables.row import NONE, ZERO, Row, UtcTime


class HeartbeatRow(Row, table=True):
    """When the moderator was last seen at work: one row, changed once a minute at most.

    `boot` and `uptime` (seconds) say how long the machine had run then. While `doubt` is the clock said, at that moment,
    something that cannot be right unless it says so again.
    """

    __tablename__ = "heartbeat"

    id: int = Field(default=None, primary_key=True)
    beat: datetime = Field(sa_type=UtcTime)
    doubt: datetime | None = Field(default=None, sa_type=UtcTime)
    boot: str = Field(default="", sa_column_kwargs=NONE)
    uptime: float = Field(default=0.0, sa_column_kwargs=ZERO)


class ServiceRow(Row, table=True):
    """How the mailbox, the way out and the work itself do (store.mail.services); times may be NULL: never, or it does well.

    `told` is when the game master was told of the trouble that lasts, `last_told` when of any. The work counts the lines at
    which the program itself has failed.
    """

    __tablename__ = "service"

    name: str = Field(primary_key=True)
    last_ok: datetime | None = Field(default=None, sa_type=UtcTime, nullable=True)
    failing_since: datetime | None = Field(default=None, sa_type=UtcTime, nullable=True)
    error: str = ""
    error_at: datetime | None = Field(default=None, sa_type=UtcTime, nullable=True)
    told: datetime | None = Field(default=None, sa_type=UtcTime, nullable=True)
    last_told: datetime | None = Field(default=None, sa_type=UtcTime, nullable=True)
    lines_failed: int = Field(default=0, sa_column_kwargs={"server_default": "0"})


class IdentityRow(Row, table=True):
    """What this database is called in its mailbox: one row. `mark` is random; `host`, `path` and `inode` say where the file
    was when it got it, so that a copy elsewhere is known for one: `copied_from` is then the mark that it came with.
    `claimed` is when the game master last said that the mailbox is this database's.
    """

    __tablename__ = "identity"

    id: int = Field(default=None, primary_key=True)
    mark: str
    host: str
    path: str
    inode: str
    copied_from: str = Field(default="", sa_column_kwargs=NONE)
    claimed: datetime | None = Field(default=None, sa_type=UtcTime, nullable=True)
