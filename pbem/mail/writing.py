"""Writing letters (RFC 5322, MIME, RFC 3834)."""

import re
from binascii import b2a_base64
from collections.abc import Iterable, Iterator
from datetime import datetime
from email import message_from_bytes, policy
from email.headerregistry import HeaderRegistry
from email.message import EmailMessage
from email.quoprimime import body_encode
from email.utils import format_datetime
from functools import lru_cache
from hashlib import sha256
from itertools import count
from typing import Any

from pbem.values import one_line

from .address import SEAT
from .letter import OWN_MARK, Attachment, Draft, Inline


class ParsedOnce(HeaderRegistry):
    """Headers in classes that are made once and parsed once: the standard library does both again whenever a part is asked
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

    It is the message that the EmailMessage of the standard library makes, to the byte (tests/mail/reading/test_by_library),
    put together here: that one parses each header again whenever it is asked for, and takes four times as long.
    """
    headers = _headers(draft, sender, date)
    for name, value in headers.items():
        if name != "Subject":
            _check(name, value)
    written = "".join(_header(name, value) for name, value in headers.items())
    enclosed = [*_calendar(draft), *map(_attached, draft.attachments)]
    boundaries = (f"=={sha256(f'{draft.message_id} {number}'.encode()).hexdigest()[:32]}==" for number in count())
    if enclosed:
        boundary = next(boundaries)
        kind, body = _body(draft, boundaries)
        mixed = f'Content-Type: multipart/mixed; boundary="{boundary}"\r\n'
        return f"{VERSION}{written}{mixed}\r\n".encode() + _joined(boundary, [kind.encode() + b"\r\n" + body, *enclosed])
    kind, body = _body(draft, boundaries)
    first = f"{VERSION}{kind}" if draft.html is not None and not draft.pictures else f"{kind}{VERSION}"
    return f"{first}{written}\r\n".encode() + body


VERSION = "MIME-Version: 1.0\r\n"
QUOTED = "Content-Transfer-Encoding: quoted-printable\r\n"


def _body(draft: Draft, boundaries: Iterator[str]) -> tuple[str, bytes]:
    """Text, and HTML with its pictures if there is any: the headers of its content, and the content."""
    boundary = next(boundaries) if draft.pictures else ""
    kind, body = _alternatives(draft, boundaries)
    if not draft.pictures:
        return kind, body
    pictures = map(_picture, draft.pictures)
    media = kind.removeprefix("Content-Type: ").partition(";")[0]
    related = f'Content-Type: multipart/related; type="{media}"; boundary="{boundary}"\r\n'
    return related, _joined(boundary, [kind.encode() + b"\r\n" + body, *pictures])


def _alternatives(draft: Draft, boundaries: Iterator[str]) -> tuple[str, bytes]:
    """Text alone, or text and HTML: the headers of its content, and the content."""
    plain = f'Content-Type: text/plain; charset="utf-8"\r\n{QUOTED}'
    if draft.html is None:
        return plain, quoted(draft.text)
    boundary = next(boundaries)
    html = f'Content-Type: text/html; charset="utf-8"\r\n{QUOTED}{VERSION}\r\n'
    parts = [f"{plain}\r\n".encode() + quoted(draft.text), html.encode() + quoted(draft.html)]
    return f'Content-Type: multipart/alternative; boundary="{boundary}"\r\n', _joined(boundary, parts)


def _joined(boundary: str, parts: Iterable[bytes]) -> bytes:
    """The parts of a multipart (RFC 2046 5.1.1)."""
    line = f"--{boundary}".encode()
    return line + b"\r\n" + (b"\r\n" + line + b"\r\n").join(parts) + b"\r\n" + line + b"--\r\n"


def _picture(picture: Inline) -> bytes:
    shown = _header("Content-Disposition", f'inline; filename="{picture.name}"')
    kind = "Content-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n"
    head = f"{kind}{shown}Content-ID: <{picture.cid}>\r\n{VERSION}\r\n"
    letters = b2a_base64(picture.png, newline=False)
    lines = [letters[at : at + BASE64_LINE] for at in range(0, len(letters), BASE64_LINE)]
    return head.encode("ascii") + b"\r\n".join(lines) + b"\r\n"


BASE64_LINE = 76
"""Letters on a line (RFC 2045 6.8)."""
_ODD = re.compile(rb"[^\t\n -~]")
MAX_QUOTED = 997
"""Bytes on a line that is not folded (RFC 5322 2.1.1)."""


def quoted(text: str) -> bytes:
    """A text as quoted-printable (RFC 2045 6.7). Few of our lines need more than their odd characters encoded."""
    lines = b"\n".join(_whole(text).encode().splitlines()) + b"\n"
    encoded = _ODD.sub(lambda odd: b"=%02X" % odd[0][0], lines.replace(b"=", b"=3D"))
    if b" \n" in encoded or b"\t\n" in encoded or max(map(len, encoded.split(b"\n"))) > MAX_QUOTED:
        encoded = body_encode(lines.decode("latin-1"), WHOLE_LINES.max_line_length or 0).encode("ascii")
    return encoded.replace(b"\n", b"\r\n")


_PLAIN_HEADER = re.compile(r"[!-~](?:[ -~]{0,700}[!-~])?")


@lru_cache(256)
def _header(name: str, value: str) -> str:
    """A header field. What is plain and short stays as it is; the standard library encodes and folds the rest."""
    if _PLAIN_HEADER.fullmatch(value):
        return f"{name}: {value}\r\n"
    return str(WHOLE_LINES.fold(name, WHOLE_LINES.header_factory(name, value)))


def _calendar(draft: Draft) -> Iterator[bytes]:
    if draft.calendar is not None:
        parts = {"method": draft.calendar_method}
        yield _enclosed(draft.calendar, subtype="calendar", params=parts, filename="deadline.ics", cte="quoted-printable")


def _attached(file: Attachment) -> bytes:
    maintype, _, subtype = file.type.partition("/")
    return _enclosed(file.data, maintype=maintype, subtype=subtype, filename=file.name)


def _enclosed(content: str | bytes, **look: Any) -> bytes:
    part = EmailMessage(WHOLE_LINES)
    part.set_content(content, disposition="attachment", **look)
    return part.as_bytes()


def _whole(text: str) -> str:
    """A text without lone surrogates, which cannot be encoded."""
    return text.encode("utf-8", "replace").decode()


def _check(name: str, value: str) -> None:
    """Raise ValueError for what is no plain ASCII on one line, or has an encoded word, which would be decoded (RFC 2047)."""
    if not (value.isascii() and value.isprintable()) or "=?" in value:
        raise ValueError(f"{name} cannot be written: {value!r}")


def _subject(text: str) -> str:
    """A text that anybody may have written as a Subject. What looks like an encoded word (RFC 2047) would be decoded, and
    could bring a line end, and a header of its own, with it.
    """
    return one_line(" ".join(text.split()), MAX_SUBJECT).replace("=?", "= ?")


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
