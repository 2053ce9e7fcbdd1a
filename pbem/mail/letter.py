"""What a letter is once it has been read, and what is needed to write one. Plain data, no behaviour."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

AutoSubmitted = Literal["auto-replied", "auto-generated"]


@dataclass(frozen=True)
class OrderLine:
    """One line the player meant as an order.

    `number` is the player's own count from 1: of the lines he typed (blank and comment lines count, quoted lines do
    not), or, for an edited reply form, of the lines after the form's first marker.
    """

    number: int
    text: str


@dataclass(frozen=True)
class Letter:
    """An incoming letter. Addresses are bare and lower-cased, Message-IDs keep their angle brackets (RFC 5322 3.6.4)."""

    message_id: str
    sender: str = ""
    sender_name: str = ""
    recipients: tuple[str, ...] = ()
    subject: str = ""
    references: tuple[str, ...] = ()
    """In-Reply-To, then References, newest first."""
    lines: tuple[OrderLine, ...] = ()
    automatic: bool = False
    """Sent by a program (RFC 3834 2): must not be answered."""
    bounce_of: tuple[str, ...] = ()
    """Addresses this letter reports as permanently undeliverable."""
    attachments: int = 0
    struck: tuple[str, ...] = ()
    """Lines that the HTML of the letter strikes out."""
    text: str = ""
    """The plain text `lines` was taken from; quotes are marked with `> `."""
    date: datetime | None = None


@dataclass(frozen=True)
class Inline:
    """A picture that the HTML of a letter shows by its `cid` (RFC 2392), without the scheme; `name` is that of its file."""

    cid: str
    name: str
    png: bytes


@dataclass(frozen=True)
class Attachment:
    """A file that goes with a letter; `type` is its media type ("application/gzip")."""

    name: str
    type: str
    data: bytes


@dataclass(frozen=True)
class Draft:
    """An outgoing letter."""

    to: str
    subject: str
    text: str
    html: str | None
    message_id: str
    reply_to: str
    in_reply_to: str | None = None
    references: tuple[str, ...] = ()
    """Oldest first, as the References header has them (RFC 5322 3.6.4)."""
    auto_submitted: AutoSubmitted = "auto-generated"
    calendar: str | None = None
    """An .ics file (RFC 5545), to be attached."""
    calendar_method: str = "PUBLISH"
    """What it is to do: the METHOD that stands in it (RFC 6047 2.4)."""
    pictures: tuple[Inline, ...] = ()
    attachments: tuple[Attachment, ...] = ()
