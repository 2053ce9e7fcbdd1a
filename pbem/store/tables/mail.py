"""Letters that came in, mails that go out, and what players write to each other."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, Index, UniqueConstraint
from sqlmodel import Field

from pbem.store.tables.row import NONE, ZERO, MaybeJson, Row, UtcTime, one_of, partial_index

LETTER_STATUS = ("new", "done", "held", "dead")
OUTGOING_STATUS = ("waiting", "sent", "refused")
LEFT_STATUS = ("withheld", "done")
AUTH = ("token", "token+sender", "dkim")
HAS_TEXT = "length(raw) > 0"
"""Rows whose raw mail is not forgotten. SQLite takes an index over these only where a query says it in the same words."""
IS_SIGNED = "auth = 'dkim'"
"""Games that ask for signatures; the same holds for these."""
IS_URGENT = "urgency > 1"
"""Mails that go before all that players are written."""


class LetterRow(Row, table=True):
    """A letter received. `digest` is the SHA-256 of the raw letter in hex and outlives `raw` (see games.removal.forget_raw).

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
        partial_index("ix_letter_with_text", "received", HAS_TEXT),
        one_of("status", LETTER_STATUS),
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


class OutgoingRow(Row, table=True):
    """A mail to be sent, or sent; `letter_id` is the letter that caused it.

    `asked` has a mark for each question that a report puts to its reader (see moderator/reading/report_questions); None: it
    is no report, or an older one. Of several that are due the most urgent go first; `refused_since` is when a server first
    did not take it for a reason of its own.
    """

    __tablename__ = "outgoing"
    __table_args__ = (
        UniqueConstraint("message_id"),
        Index(None, "game_id", "seat", "kind"),
        Index(None, "letter_id"),
        Index(None, "envelope_to"),
        Index(None, "status", "next_attempt"),
        partial_index("ix_outgoing_urgent", "urgency", IS_URGENT),
        Index(None, "sent"),
        partial_index("ix_outgoing_with_text", "queued", HAS_TEXT),
        one_of("status", OUTGOING_STATUS),
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


class LeftRow(Row, table=True):
    """A letter that stays in the mailbox: the server does not give it ("withheld"), or it is dealt with and cannot be moved
    ("done"). `words` are the server's own, `tries` says how often they were heard, `next_try` when it is tried again,
    `told` whether the game master knows.
    """

    __tablename__ = "left_letter"
    __table_args__ = (UniqueConstraint("validity", "uid"), one_of("status", LEFT_STATUS))

    id: int = Field(default=None, primary_key=True)
    validity: int = Field(sa_type=BigInteger)
    uid: int = Field(sa_type=BigInteger)
    status: str
    since: datetime = Field(sa_type=UtcTime)
    tries: int = 0
    next_try: datetime = Field(sa_type=UtcTime)
    told: bool = False
    words: str = ""
