"""Mails of ours that came back: which mails, and who did not get them (RFC 3464, and older forms)."""

import logging
import re
from collections.abc import Iterator
from email.message import Message

from flufl.bounce import scan_message

from .charsets import decode
from .headers import Headers, message_ids, read_headers, split_letter, text_of
from .limits import Limits
from .parts import MimePart

_log = logging.getLogger(__name__)

_ADDRESS = re.compile(r"[!-?A-~]{1,64}@[0-9A-Za-z._-]{1,188}")
_RETURNED = re.compile(r"^(?:> ?)?Message-ID:[ \t]*(?:\n[ \t]+)?(<[!-;=?-~]{1,248}>)", re.IGNORECASE | re.MULTILINE)
_MAX_BLOCKS = 50
_MAX_REPLY_LENGTH = 500
_MAX_LINES = 2_000
# The detectors try some of their expressions at every place of a line.
_MAX_LINE_LENGTH = 300
_MAX_ADDRESSES = 50


def failed_addresses(letter: MimePart, limits: Limits) -> tuple[str, ...]:
    """The addresses, lower-cased, that a bounce says are permanently undeliverable."""
    try:
        failed = scan_message(_Copy(limits).message(letter))
    except Exception as error:  # two dozen detectors, and each fails at some mail that it does not expect
        _log.warning("the bounce detectors gave up: %r", error)
        return ()
    plain = {address.decode("ascii", "replace").lower() for address in failed}
    return tuple(sorted(address for address in plain if _ADDRESS.fullmatch(address)))[:_MAX_ADDRESSES]


def returned_ids(letter: MimePart, limits: Limits) -> tuple[str, ...]:
    """The Message-IDs of the mails that a bounce returns, whole, their header only, or as a part of its own text."""
    return tuple(dict.fromkeys(_returned_ids(letter, limits)))[:_MAX_ADDRESSES]


def _returned_ids(letter: MimePart, limits: Limits) -> Iterator[str]:
    for part in letter.walk():
        if part.kind in ("message/rfc822", "text/rfc822-headers", "message/rfc822-headers", "message/global"):
            block, _ = split_letter(part.decoded()[: limits.header_bytes].lstrip(b"\r\n"), limits)
            yield from message_ids(read_headers(block, limits).all("message-id"))
        elif part.kind == "text/plain" and not part.parts:
            text = decode(part.decoded()[: limits.bounce_bytes]).replace("\r\n", "\n")
            yield from message_ids(match[1] for match in _RETURNED.finditer(text))


def diagnosis(letter: MimePart, limits: Limits) -> str:
    """The reply that a bounce tells as its reason, for the first address of which it tells one: a code and words."""
    for part in letter.walk():
        if part.kind == "message/delivery-status":
            for block in re.split(rb"\r?\n(?:\r?\n)+", part.body[: limits.bounce_bytes])[:_MAX_BLOCKS]:
                if reply := _reply_in(read_headers(block.lstrip(b"\r\n"), limits)):
                    return reply
    return ""


def _reply_in(fields: Headers) -> str:
    status = text_of(fields.first("status"), _MAX_REPLY_LENGTH).strip()
    reply = text_of(fields.first("diagnostic-code"), _MAX_REPLY_LENGTH).partition(";")[2].strip()
    if re.match(r"[245][0-9][0-9][ -]", reply):
        return f"{reply[:3]} {reply[4:]}"
    return f"{status[0]}50 {status} {reply}".strip() if re.match(r"[45]\.[0-9]{1,3}\.[0-9]{1,3}", status) else ""


class _Copy:
    """The standard library's form of a letter, for the detectors: no more of it than they can search quickly."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._bytes = limits.bounce_bytes
        self._lines = _MAX_LINES

    def message(self, part: MimePart) -> Message:
        """The part and those within it; of what is left, if that is less."""
        copy: Message = Message()
        for name, value in part.headers.fields:
            copy[name] = " ".join(value[: self._limits.value].split())
        if part.parts:
            parts: list[Message | str] = [self.message(inner) for inner in part.parts]
            copy.set_payload(parts)
        elif part.kind == "message/delivery-status":
            copy.set_payload(self._blocks(part.body))
        elif part.kind != "message/rfc822":
            copy.set_payload(self._text(part))
        return copy

    def _blocks(self, body: bytes) -> list[Message | str]:
        """The blocks of fields in a delivery status (RFC 3464 2.1)."""
        blocks: list[Message | str] = []
        for block in re.split(rb"\r?\n(?:\r?\n)+", self._within(body))[:_MAX_BLOCKS]:
            fields: Message = Message()
            for name, value in read_headers(block.lstrip(b"\r\n"), self._limits).fields:
                fields[name] = value[: self._limits.value]
            blocks.append(fields)
        return blocks

    def _text(self, part: MimePart) -> str:
        if not part.kind.startswith("text/"):
            return ""
        lines = decode(self._within(part.decoded())).splitlines()[: self._lines]
        self._lines -= len(lines)
        return "\n".join(line[:_MAX_LINE_LENGTH] for line in lines)

    def _within(self, body: bytes) -> bytes:
        taken = body[: self._bytes]
        self._bytes -= len(taken)
        return taken
