"""The tables. A change here needs a migration; a test compares the two.

Times are aware datetimes outside and UTC text in the database; secrets are kept out of the rows' repr. Raw mail is the last
column of its table, because SQLite walks through all of it to reach a column behind it.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, ClassVar

from sqlalchemy import (
    JSON,
    BigInteger,
    CheckConstraint,
    Dialect,
    Index,
    MetaData,
    String,
    TypeDecorator,
    UniqueConstraint,
    text,
)
from sqlmodel import Field, SQLModel

GAME_STATUS = ("playing", "held", "over")
LETTER_STATUS = ("new", "done", "held", "dead")
OUTGOING_STATUS = ("waiting", "sent", "refused")
GATHERING_STATUS = ("gathering", "begun", "off")
LEFT_STATUS = ("withheld", "done")
GUEST_STATUS = ("invited", "asked", "accepted", "declined", "dropped")
ZERO, NONE = {"server_default": "0"}, {"server_default": ""}
"""For columns that older rows did not have."""
AUTH = ("token", "token+sender", "dkim")
AT_ONCE = datetime.min.replace(tzinfo=UTC)
"""A moment that has always come."""
HAS_TEXT = "length(raw) > 0"
"""Rows whose raw mail is not forgotten. SQLite takes an index over these only where a query says it in the same words."""
IS_SIGNED = "auth = 'dkim'"
"""Games that ask for signatures; the same holds for these."""
IS_UNREACHED, IS_ACTED_FOR = "(bounces > 0 OR auto_replied IS NOT NULL)", "acting_turn <> ''"
"""Seats whose players are not reached, and those for whose players somebody acts."""
IS_URGENT = "urgency > 1"
"""Mails that go before all that players are written."""


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


def _partial(name: str, column: str, condition: str) -> Index:
    """An index of the rows for which a condition holds, which all kinds of databases have in the same words."""
    return Index(name, column, sqlite_where=text(condition), postgresql_where=text(condition))


def _one_of(column: str, values: tuple[str, ...]) -> CheckConstraint:
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


class GameRow(Row, table=True):
    """A game. `key` is 32 secret bytes in hex until the game is over; `commitment` is their SHA-256 in hex.

    Of a sandbox nothing is ever sent; one that is archived stands in no list any more. `moderator` is the address of the
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
        _partial("ix_game_signed", "status", IS_SIGNED),
        _one_of("status", GAME_STATUS),
        _one_of("auth", AUTH),
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
        _partial("ix_seat_unreached", "game_id", IS_UNREACHED),
        _partial("ix_seat_acted_for", "game_id", IS_ACTED_FOR),
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


class LetterRow(Row, table=True):
    """A letter received. `digest` is the SHA-256 of the raw letter in hex and outlives `raw` (see post.forget_raw).

    `size` is that of the letter on the server in bytes: of a stranger's letter, `raw` has the header only. `answers`
    is the Message-ID of our mail that it answers, `typed` the SHA-256 in hex of the lines its writer typed ("": not known).
    `look_at` is when the key of its signature is looked up again, while it is held for that; else NULL. `for_game` is the
    game that it seemed to be for when it came (0: none is known), until `game_id` says which it was for.
    """

    __tablename__ = "letter"
    __table_args__ = (
        UniqueConstraint("message_id"),
        Index(None, "game_id"),
        Index(None, "status"),
        Index(None, "sender", "received"),
        Index(None, "game_id", "seat", "received"),
        _partial("ix_letter_with_text", "received", HAS_TEXT),
        _one_of("status", LETTER_STATUS),
    )

    id: int = Field(default=None, primary_key=True)
    message_id: str
    received: datetime = Field(sa_type=UtcTime)
    sender: str
    game_id: int | None = Field(default=None, foreign_key="game.id")
    seat: str | None = None
    status: str = "new"
    outcome: str = ""
    digest: str
    size: int = Field(default=0, sa_column_kwargs=ZERO)
    answers: str = Field(default="", sa_column_kwargs=NONE)
    typed: str = Field(default="", sa_column_kwargs=NONE)
    look_at: datetime | None = Field(default=None, sa_type=UtcTime, nullable=True)
    for_game: int = Field(default=0, sa_column_kwargs=ZERO)
    raw: bytes = Field(repr=False)


class DeskLineRow(Row, table=True):
    """A line of a letter to the game master's desk, the `place`th of it, until the letter is answered; `told` is what became
    of it, NULL: it is not carried out yet.
    """

    __tablename__ = "desk_line"
    __table_args__ = (UniqueConstraint("letter_id", "place"),)

    id: int = Field(default=None, primary_key=True)
    letter_id: int = Field(foreign_key="letter.id")
    place: int
    line: str
    told: str | None = None


class EntryRow(Row, table=True):
    """One line of a game's log. Triggers refuse every change: an entry is struck (StrikeRow), never edited.

    `cause` says why it stands there (engine/log/cause), NULL: it was written before entries did.
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


class OutgoingRow(Row, table=True):
    """A mail to be sent, or sent; `letter_id` is the letter that caused it.

    `asked` has a mark for each question that a report puts to its reader (see moderator.late); None: it is no report, or
    an older one. Of several that are due the most urgent go first; `refused_since` is when a server first did not take it
    for a reason of its own.
    """

    __tablename__ = "outgoing"
    __table_args__ = (
        UniqueConstraint("message_id"),
        Index(None, "game_id", "seat", "kind"),
        Index(None, "letter_id"),
        Index(None, "envelope_to"),
        Index(None, "status", "next_attempt"),
        _partial("ix_outgoing_urgent", "urgency", IS_URGENT),
        Index(None, "sent"),
        _partial("ix_outgoing_with_text", "queued", HAS_TEXT),
        _one_of("status", OUTGOING_STATUS),
    )

    id: int = Field(default=None, primary_key=True)
    game_id: int | None = Field(default=None, foreign_key="game.id")
    seat: str | None = None
    message_id: str
    envelope_to: str
    kind: str
    queued: datetime = Field(sa_type=UtcTime)
    status: str = "waiting"
    attempts: int = 0
    next_attempt: datetime = Field(sa_type=UtcTime)
    last_error: str = ""
    sent: datetime | None = Field(default=None, sa_type=UtcTime)
    letter_id: int | None = Field(default=None, foreign_key="letter.id")
    asked: Any = Field(default=None, sa_type=MaybeJson, nullable=True)
    urgency: int = Field(default=0, sa_column_kwargs=ZERO)
    refused_since: datetime | None = Field(default=None, sa_type=UtcTime, nullable=True)
    raw: bytes = Field(repr=False)


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
    """Where a game stands, for lists: what its log comes to at entry `last`, whose fingerprint is `after`, by these rules.

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


class MessageRow(Row, table=True):
    """What a player has written to others. `readers` are the seats it is for, NULL: everybody, observers too; `place` is
    which of its letter's it is, an `unsigned` one is shown without its `seat`.
    """

    __tablename__ = "message"
    __table_args__ = (UniqueConstraint("letter_id", "place"), Index(None, "game_id", "seat", "written"))

    id: int = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id")
    letter_id: int | None = Field(default=None, foreign_key="letter.id")
    place: int
    seat: str
    readers: Any = Field(default=None, sa_type=MaybeJson, nullable=True)
    unsigned: bool
    text: str
    written: datetime = Field(sa_type=UtcTime)


class DeliveryRow(Row, table=True):
    """A message on its way to a `reader`, a seat or an observer's thread; `told` is when the mail with it was queued."""

    __tablename__ = "delivery"
    __table_args__ = (UniqueConstraint("message_id", "reader"), Index(None, "game_id", "told"))

    id: int = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id")
    message_id: int = Field(foreign_key="message.id")
    reader: str
    told: datetime | None = Field(default=None, sa_type=UtcTime, nullable=True)


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
        _one_of("status", GATHERING_STATUS),
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
        _one_of("status", GUEST_STATUS),
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


class HeartbeatRow(Row, table=True):
    """When the moderator was last seen at work: one row, changed once a minute at most.

    `boot` and `uptime` (seconds) say how long the machine had run then. While `doubt` stands the clock said, at that moment,
    something that cannot be right unless it says so again.
    """

    __tablename__ = "heartbeat"

    id: int = Field(default=None, primary_key=True)
    beat: datetime = Field(sa_type=UtcTime)
    doubt: datetime | None = Field(default=None, sa_type=UtcTime)
    boot: str = Field(default="", sa_column_kwargs=NONE)
    uptime: float = Field(default=0.0, sa_column_kwargs=ZERO)


class WayOutRow(Row, table=True):
    """While no mail gets out: since when, how often it was tried, when it is tried next, what was said. One row at most."""

    __tablename__ = "way_out"

    id: int = Field(default=None, primary_key=True)
    since: datetime = Field(sa_type=UtcTime)
    attempts: int = 0
    next_attempt: datetime = Field(sa_type=UtcTime)
    last_error: str = ""


class WarnedRow(Row, table=True):
    """When an address was last told of a letter that nobody can be sure who wrote (see store.mail.warned); lower-cased."""

    __tablename__ = "warned"

    address: str = Field(primary_key=True)
    warned: datetime = Field(sa_type=UtcTime)


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


class LeftRow(Row, table=True):
    """A letter that lies in the mailbox: the server does not give it ("withheld"), or it is dealt with and cannot be moved
    ("done"). `words` are the server's own, `tries` says how often they were heard, `next_try` when it is tried again,
    `told` whether the game master knows.
    """

    __tablename__ = "left_letter"
    __table_args__ = (UniqueConstraint("validity", "uid"), _one_of("status", LEFT_STATUS))

    id: int = Field(default=None, primary_key=True)
    validity: int = Field(sa_type=BigInteger)
    uid: int = Field(sa_type=BigInteger)
    status: str
    since: datetime = Field(sa_type=UtcTime)
    tries: int = 0
    next_try: datetime = Field(sa_type=UtcTime)
    told: bool = False
    words: str = ""
