"""A letter after it has been read, and the parts needed to write a mail. Plain data, no behaviour."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

OWN_MARK = "X-Pbem"
"""The header field of all that we send."""
SUBJECT = "subject"
"""The source of text that stood in the Subject of a letter."""
ATTACHMENT = "attachment"
"""The source of text that stood in a text file."""

AutoSubmitted = Literal["auto-replied", "auto-generated"]


@dataclass(frozen=True)
class OrderLine:
    """One line the player meant as an order.

    `number` is the player's own count from 1: of the lines they typed (blank and comment lines count, quoted lines do
    not), or, for an edited reply form, of the lines after the form's first marker. One that is `quoted` stood in quotation
    marks, which are left out, as its `comment` is. `announced` is the line above that announces somebody else's words.
    """

    number: int
    text: str
    quoted: bool = field(default=False, compare=False)
    comment: str = field(default="", compare=False)
    announced: str = field(default="", compare=False)


@dataclass(frozen=True)
class Letter:
    """An incoming letter. Addresses are bare and lower-cased, Message-IDs keep their angle brackets (RFC 5322 3.6.4).

    No value has lone surrogates in it, none of the header's control characters, and all are bounded (see reading.Limits).
    """

    message_id: str
    sender: str = ""
    sender_name: str = ""
    recipients: tuple[str, ...] = ()
    subject: str = ""
    references: tuple[str, ...] = ()
    """In-Reply-To, then References, newest first."""
    date: datetime | None = None
    automatic: str = ""
    """Why it counts as automatic ("": a person wrote it). Automatic letters are not answered (RFC 3834 2)."""
    vacation: bool = False
    """An out-of-office reply or another automatic answer."""
    bounce_of: tuple[str, ...] = ()
    """Addresses this letter reports as permanently undeliverable."""
    bounced_ids: tuple[str, ...] = ()
    """Message-IDs of the mail that a bounce returns."""
    diagnosis: str = ""
    """The server's reply that a bounce gives as its reason: code and text (RFC 3464 2.3.6)."""
    text: str = ""
    """The text that is searched for orders; quotes are marked with `> `, lines end with a line feed."""
    html: str = ""
    """The same from the HTML part, if the letter has both plain text and HTML."""
    struck: tuple[str, ...] = ()
    """Lines that are struck out in the HTML, wholly or in part, with the struck text; they are not orders."""
    unseen: tuple[str, ...] = ()
    """Hidden lines of the HTML; they are not orders either."""
    source: str = ""
    """What `text` was taken from: "plain", "html", "attachment" (a text file), SUBJECT, "" for nothing."""
    attached: str = ""
    """The text of the first attached text file."""
    cut: bool = False
    """`text` was cut off at a limit."""
    offered: str = ""
    """The Subject without its prefixes; "" for an answer to a letter of ours."""
    attachments: int = 0
    unreadable: str = ""
    """Why nothing can be read ("encrypted", "too many parts")."""
    doubt: str = ""
    """Why the sender may be forged."""
    lines: tuple[OrderLine, ...] = ()
    """The orders in `text`, once it has been read for its seat."""


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
    """The METHOD of the calendar file (RFC 6047 2.4)."""
    pictures: tuple[Inline, ...] = ()
    attachments: tuple[Attachment, ...] = ()
