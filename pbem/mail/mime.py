"""Reading and writing letters (RFC 5322, MIME, RFC 3834)."""

import logging
import re
from collections.abc import Collection, Iterator
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.errors import MessageError
from email.header import decode_header, make_header
from email.message import EmailMessage, Message
from email.utils import format_datetime, getaddresses, parsedate_to_datetime
from hashlib import sha256

from flufl.bounce import scan_message

from .letter import Draft, Letter
from .reading.orders import read_orders
from .reading.sent import FORM_BEGIN, FORM_END
from .reading.text import html_to_text, unflow

__all__ = ["FORM_BEGIN", "FORM_END", "copy_letter", "read_letter", "write_letter"]

_log = logging.getLogger(__name__)

_RECIPIENT_FIELDS = ("To", "Cc", "Delivered-To", "X-Original-To", "Envelope-To", "X-Envelope-To")
_ROBOTS = re.compile(r"(?:mailer-daemon|postmaster|no-?reply|do-?not-?reply|bounces?)(?:[+=-].*)?", re.IGNORECASE)
_BULK = frozenset({"bulk", "junk", "list", "auto_reply"})
_MESSAGE_ID = re.compile(r"<[^<>\s]+>")
_LOOP_FIELD = "X-Pbem"
# What the standard library's header parser is known to raise on headers that are no headers.
_BROKEN_HEADER = (MessageError, ValueError, LookupError, AttributeError, TypeError)
# Codecs that are no charsets of mail, and slow or noisy on bytes that were never theirs.
_NO_CHARSETS = frozenset({"unicode_escape", "raw_unicode_escape", "idna", "punycode", "utf_7", "undefined"})
# Neither text nor attachments: what programs tell programs (RFC 3464, RFC 8098).
_REPORT_PARTS = frozenset({"message/delivery-status", "message/disposition-notification", "text/rfc822-headers"})
_LONGEST_HEADER = 4000
_DEEPEST_MULTIPART = 20


class _ReadingPolicy(policy.EmailPolicy):
    """The parsers of structured headers are quadratic: cut off what no mail program ever wrote."""

    def header_source_parse(self, sourcelines: list[str]) -> tuple[str, str]:
        name, value = super().header_source_parse(sourcelines)
        return name, value[:_LONGEST_HEADER]


_READING = _ReadingPolicy()


def read_letter(raw: bytes, order_words: Collection[str] = ()) -> Letter:
    """The letter in these bytes. Never raises: what cannot be read is missing from the Letter, at worst everything.

    With `order_words` known, a line that begins with one is never taken for the wrapped rest of the line above.
    """
    try:
        return _read(raw, order_words)
    except Exception:
        # Anybody may send us anything: one mail that breaks a parser must not stop the games of all others.
        _log.exception("unreadable letter, sha256 %s", sha256(raw).hexdigest())
        return Letter(_missing_id(raw), automatic=True)


def write_letter(draft: Draft, sender: str, date: datetime) -> bytes:
    """The message with CRLF line ends, 7 bits, ready for SMTP. Raises ValueError if an address contains a line break.

    Text and HTML are alternatives (RFC 2046 5.1.4), with the pictures related to them (RFC 2387), and files attached. The
    same draft at the same `date` gives the same bytes: its boundaries follow from the Message-ID.
    """
    message = _body(draft)
    for name, value in _headers(draft, sender, date).items():
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
    # The default policy would fold long Message-IDs by encoding them, and a reply could not be told by them any more.
    return message.as_bytes(policy=policy.SMTP.clone(max_line_length=998))


def _body(draft: Draft) -> EmailMessage:
    """Text, with HTML if there is any, with the pictures that it shows."""
    body = EmailMessage(policy.SMTP)
    body.set_content(draft.text, cte="quoted-printable")
    if draft.html is not None:
        body.add_alternative(draft.html, subtype="html", cte="quoted-printable")
    if not draft.pictures:
        return body
    related = EmailMessage(policy.SMTP)
    related["Content-Type"] = f'multipart/related; type="{body.get_content_type()}"'
    del body["MIME-Version"]
    related.attach(body)
    for picture in draft.pictures:
        related.add_related(picture.png, "image", "png", cid=f"<{picture.cid}>", filename=picture.name, disposition="inline")
    related["MIME-Version"] = "1.0"
    return related


def copy_letter(raw: bytes, to: str, message_id: str, date: datetime) -> bytes:
    """A letter of ours as it was, to be sent again: to this address, with another Message-ID and date."""
    message = message_from_bytes(raw, policy=policy.SMTP.clone(max_line_length=998))
    for name, value in {"To": to, "Date": format_datetime(date), "Message-ID": message_id}.items():
        message.replace_header(name, value)
    return message.as_bytes()


def _headers(draft: Draft, sender: str, date: datetime) -> dict[str, str]:
    headers = {
        "From": sender,
        "To": draft.to,
        "Reply-To": draft.reply_to,
        "Subject": " ".join(draft.subject.split()),
        "Date": format_datetime(date),
        "Message-ID": draft.message_id,
        "Auto-Submitted": draft.auto_submitted,
        _LOOP_FIELD: "1",
    }
    if draft.in_reply_to:
        headers["In-Reply-To"] = draft.in_reply_to
    if draft.references:
        headers["References"] = " ".join(draft.references)
    return headers


def _read(raw: bytes, order_words: Collection[str]) -> Letter:
    # Without the NULs no parser stumbles, and nobody means them.
    message = message_from_bytes(raw.replace(b"\0", b""), policy=_READING)
    name, sender = _sender(message)
    text = _text(message)
    return Letter(
        message_id=next(iter(_ids(message, "Message-ID")), _missing_id(raw)),
        sender=sender,
        sender_name=name,
        recipients=_addresses(message, _RECIPIENT_FIELDS),
        subject=" ".join(_first(message, "Subject").split()),
        references=_references(message),
        lines=read_orders(text, (), order_words).lines,
        automatic=_is_automatic(message, sender),
        bounce_of=_bounced(message, sender),
        attachments=sum(_is_attachment(part) for part in _leaves(message)),
        text=text,
        date=_date(message),
    )


def _missing_id(raw: bytes) -> str:
    return f"<{sha256(raw).hexdigest()}@missing>"


# Headers


def _values(message: Message, name: str) -> list[str]:
    """All values of a header field, decoded (RFC 2047) as far as they can be."""
    try:
        return [str(value) for value in message.get_all(name, [])]
    except _BROKEN_HEADER:
        return [_decode_broken(str(value)) for key, value in message.raw_items() if key.lower() == name.lower()]


def _decode_broken(value: str) -> str:
    try:
        return str(make_header(decode_header(value)))
    except _BROKEN_HEADER:
        return value


def _first(message: Message, name: str) -> str:
    return next(iter(_values(message, name)), "")


def _sender(message: Message) -> tuple[str, str]:
    found = [(name, address.lower()) for name, address in getaddresses(_values(message, "From")) if "@" in address]
    return found[0] if found else ("", "")


def _addresses(message: Message, names: tuple[str, ...]) -> tuple[str, ...]:
    values = [value for name in names for value in _values(message, name)]
    return tuple(dict.fromkeys(address.lower() for _, address in getaddresses(values) if "@" in address))


def _ids(message: Message, name: str) -> list[str]:
    return [found for value in _values(message, name) for found in _MESSAGE_ID.findall(value)]


def _references(message: Message) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_ids(message, "In-Reply-To") + _ids(message, "References")[::-1]))


def _date(message: Message) -> datetime | None:
    try:
        found = parsedate_to_datetime(_first(message, "Date"))
        return found.astimezone(UTC) if found.tzinfo else found.replace(tzinfo=UTC)
    except (ValueError, TypeError, OverflowError, IndexError):
        return None


def _is_automatic(message: Message, sender: str) -> bool:
    """RFC 3834 2: whoever answers this may be talking to a program."""
    submitted = _first(message, "Auto-Submitted").split(";")[0].strip().lower()
    precedence = {value.strip().lower() for value in _values(message, "Precedence")}
    return (
        submitted not in ("", "no")
        or bool(precedence & _BULK)
        or _LOOP_FIELD in message
        or _has_null_sender(message)
        or _is_robot(sender)
    )


def _has_null_sender(message: Message) -> bool:
    return any(value.strip() == "<>" for value in _values(message, "Return-Path"))


def _is_robot(address: str) -> bool:
    return _ROBOTS.fullmatch(address.partition("@")[0]) is not None


def _bounced(message: Message, sender: str) -> tuple[str, ...]:
    """Only what looks like a bounce is searched: a player may quote one."""
    if not (_has_null_sender(message) or _is_robot(sender) or message.get_content_type() == "multipart/report"):
        return ()
    try:
        found = scan_message(message)
    except _BROKEN_HEADER as error:
        _log.warning("the bounce detectors gave up: %r", error)
        return ()
    return tuple(sorted(address.decode("ascii", "replace").lower() for address in found))


# Body


def _leaves(message: Message, depth: int = 0) -> Iterator[Message]:
    """The parts that contain no others; an attached message is one."""
    parts = message.get_payload()
    if message.get_content_maintype() != "multipart" or not isinstance(parts, list) or depth > _DEEPEST_MULTIPART:
        yield message
        return
    for part in parts:
        if isinstance(part, Message):
            yield from _leaves(part, depth + 1)


def _is_attachment(part: Message) -> bool:
    return not _is_body(part) and part.get_content_type() not in _REPORT_PARTS


def _is_body(part: Message) -> bool:
    """A multipart without parts (no boundary, cut off) is read as the text it is."""
    shown = part.get_content_disposition() != "attachment"
    return shown and (part.get_content_type() in ("text/plain", "text/html") or part.get_content_maintype() == "multipart")


def _text(message: Message) -> str:
    """The plain text of the letter, or its HTML as text if there is no plain text with anything in it."""
    bodies = [part for part in _leaves(message) if _is_body(part)]
    plain = [_plain(part) for part in bodies if part.get_content_subtype() != "html"]
    if any(text.strip() for text in plain):
        return "\n".join(plain)
    return "\n".join(html_to_text(_decoded(part)) for part in bodies if part.get_content_subtype() == "html")


def _plain(part: Message) -> str:
    text = _decoded(part).replace("\r\n", "\n")
    if str(part.get_param("format", "")).lower() != "flowed":
        return text
    return unflow(text, delsp=str(part.get_param("delsp", "")).lower() == "yes")


def _decoded(part: Message) -> str:
    """The text of a part, whatever it claims to be: its charset if that works, else UTF-8, else Windows-1252."""
    payload = part.get_payload(decode=True)
    raw = payload if isinstance(payload, bytes) else b""
    for charset in (_charset(part), "utf-8"):
        try:
            return raw.decode(charset)
        except (UnicodeError, LookupError):
            continue
    return raw.decode("cp1252", "replace")


def _charset(part: Message) -> str:
    named = str(part.get_content_charset("utf-8")).lower()
    # Half of the programs that say Latin-1 mean Windows' superset of it.
    return {"iso-8859-1": "cp1252", "us-ascii": "utf-8"}.get(named, "" if _codec(named) in _NO_CHARSETS else named)


def _codec(charset: str) -> str:
    return charset.replace("-", "_")
