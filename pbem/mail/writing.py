"""Writing letters (RFC 5322, MIME, RFC 3834)."""

import re
from base64 import encodebytes
from datetime import datetime
from email import message_from_bytes, policy
from email.headerregistry import HeaderRegistry
from email.message import EmailMessage
from email.utils import format_datetime
from functools import lru_cache
from hashlib import sha256

from pbem.values import one_line

from .address import SEAT
from .letter import OWN_MARK, Draft, Inline


class ParsedOnce(HeaderRegistry):
    """Headers in classes that are made once and parsed once: the standard library does both anew whenever a part is asked
    for its type.
    """

    __getitem__ = lru_cache(64)(HeaderRegistry.__getitem__)
    __call__ = lru_cache(256)(HeaderRegistry.__call__)


WHOLE_LINES = policy.SMTP.clone(max_line_length=998, header_factory=ParsedOnce())
"""How mail is written: the standard library's own policies fold long Message-IDs by encoding them, and a reply could not be
told by them any more."""

MAX_SUBJECT = 300


def write_letter(draft: Draft, sender: str, date: datetime) -> bytes:
    """The message with CRLF line ends, 7 bits, ready for SMTP. Raises ValueError if a header other than the Subject is not
    plain ASCII on one line; the Subject can have anything in it, and comes as one line that says so.

    Text and HTML are alternatives (RFC 2046 5.1.4), with the pictures related to them (RFC 2387), and files attached. The
    same draft at the same `date` gives the same bytes: its boundaries follow from the Message-ID.
    """
    message = _body(draft)
    for name, value in _headers(draft, sender, date).items():
        if name != "Subject":
            _check(name, value)
        message[name] = value
    if draft.calendar is not None:
        parts = {"method": draft.calendar_method}
        message.add_attachment(
            draft.calendar, subtype="calendar", params=parts, filename="deadline.ics", cte="quoted-printable"
        )
    for attached in draft.attachments:
        maintype, _, subtype = attached.type.partition("/")
        message.add_attachment(attached.data, maintype=maintype, subtype=subtype, filename=attached.name)
    for number, part in enumerate(part for part in message.walk() if part.is_multipart()):
        part.set_boundary(f"=={sha256(f'{draft.message_id} {number}'.encode()).hexdigest()[:32]}==")
    raw = message.as_bytes(policy=WHOLE_LINES)
    for picture in draft.pictures:
        raw = raw.replace(_stand_in(picture), encodebytes(picture.png).rstrip().replace(b"\n", b"\r\n"), 1)
    return raw


def _whole(text: str) -> str:
    """A text without lone surrogates, which cannot be encoded."""
    return text.encode("utf-8", "replace").decode()


def _stand_in(picture: Inline) -> bytes:
    """A line in place of a picture while the message is put together, which takes long for each line of one.

    No text has it: "=" is always encoded there (RFC 2045 6.7).
    """
    return f"=picture={sha256(picture.png).hexdigest()}=".encode()


def _check(name: str, value: str) -> None:
    """Raise ValueError for what is no plain ASCII on one line, or has an encoded word, which would be decoded (RFC 2047)."""
    if not (value.isascii() and value.isprintable()) or "=?" in value:
        raise ValueError(f"{name} cannot be written: {value!r}")


def _subject(text: str) -> str:
    """A text that anybody may have written as a Subject. What looks like an encoded word (RFC 2047) would be decoded, and
    could bring a line end, and a header of its own, with it.
    """
    return one_line(" ".join(text.split()), MAX_SUBJECT).replace("=?", "= ?")


def _body(draft: Draft) -> EmailMessage:
    """Text, and HTML with its pictures if there is any."""
    body = EmailMessage(WHOLE_LINES)
    body.set_content(_whole(draft.text), cte="quoted-printable")
    if draft.html is not None:
        body.add_alternative(_whole(draft.html), subtype="html", cte="quoted-printable")
    if not draft.pictures:
        return body
    related = EmailMessage(WHOLE_LINES)
    related["Content-Type"] = f'multipart/related; type="{body.get_content_type()}"'
    del body["MIME-Version"]
    related.attach(body)
    for picture in draft.pictures:
        related.add_related(b"", "image", "png", cid=f"<{picture.cid}>", filename=picture.name, disposition="inline")
        (*_, part) = related.iter_parts()
        part.set_payload(_stand_in(picture).decode() + "\n")
    related["MIME-Version"] = "1.0"
    return related


def copy_letter(raw: bytes, to: str, message_id: str, date: datetime) -> bytes:
    """A letter of ours as it was, to be sent again: to this address, with another Message-ID and date."""
    message = message_from_bytes(raw, policy=WHOLE_LINES)
    for name, value in {"To": to, "Date": format_datetime(date), "Message-ID": message_id}.items():
        _check(name, value)
        message.replace_header(name, value)
    return message.as_bytes()


_WAITING = re.compile(rb"^(Reply-To:)[^\r\n]*\+%s@[^\r\n]*" % SEAT.encode(), re.MULTILINE | re.IGNORECASE)


def with_reply_to(raw: bytes, address: str) -> bytes:
    """A letter of ours with the address that it waits for (`box+seat@host`) in its Reply-To; another is left as it is."""
    header, blank, body = raw.partition(b"\r\n\r\n")
    rewritten = _WAITING.sub(lambda match: match[1] + b" " + address.encode("ascii"), header, count=1)
    return rewritten + blank + body


def _headers(draft: Draft, sender: str, date: datetime) -> dict[str, str]:
    headers = {
        "From": sender,
        "To": draft.to,
        "Reply-To": draft.reply_to,
        "Subject": _subject(draft.subject),
        "Date": format_datetime(date),
        "Message-ID": draft.message_id,
        "Auto-Submitted": draft.auto_submitted,
        OWN_MARK: "1",
    }
    if draft.in_reply_to:
        headers["In-Reply-To"] = draft.in_reply_to
    if draft.references:
        headers["References"] = " ".join(draft.references)
    return headers
