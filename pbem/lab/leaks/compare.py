"""What a reader could tell two worlds apart by: every byte of their mails, their number, and when they are sent."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from email import message_from_bytes, policy
from email.message import EmailMessage, Message
from itertools import zip_longest

from pbem.store.tables.mail import OutgoingRow

SHOWN = 160
"""The most characters shown of a line."""


@dataclass(frozen=True, slots=True)
class SentMail:
    """A mail in the outbox, as far as its reader gets to know it."""

    message_id: str
    to: str
    kind: str
    queued: datetime
    next_attempt: datetime
    raw: bytes

    @classmethod
    def from_row(cls, row: OutgoingRow) -> SentMail:
        """The mail of a row."""
        return cls(row.message_id, row.envelope_to, row.kind, row.queued, row.next_attempt, row.raw)


def differences(one: Sequence[SentMail], other: Sequence[SentMail]) -> list[str]:
    """What differs between the mails of two worlds, a line each; none where they are the same to the byte."""
    if len(one) != len(other):
        return [f"{len(one)} mails or {len(other)}: {_subjects(one)} or {_subjects(other)}"]
    pairs = zip(one, other, strict=True)
    return [f"mail {number} to {pair[0].to}: {what}" for number, pair in enumerate(pairs, 1) for what in _of_mail(*pair)]


def _subjects(mails: Iterable[SentMail]) -> str:
    subjects = [str(_read(mail.raw)["Subject"]) for mail in mails]
    return "; ".join(subjects) or "none"


def _of_mail(one: SentMail, other: SentMail) -> list[str]:
    facts = {"Message-ID": "message_id", "address": "to", "kind": "kind", "queued": "queued", "sent at": "next_attempt"}
    differences = [
        f"{name}: {getattr(one, field)} or {getattr(other, field)}"
        for name, field in facts.items()
        if getattr(one, field) != getattr(other, field)
    ]
    return differences if one.raw == other.raw else [*differences, *_of_raw(one.raw, other.raw)]


def _of_raw(one: bytes, other: bytes) -> list[str]:
    """What differs in the bytes of two mails: headers, parts, and lines of text."""
    differences = [f"size: {len(one)} or {len(other)} bytes"] if len(one) != len(other) else []
    left, right = _read(one), _read(other)
    differences += _of_headers("", left, right)
    pairs = list(zip_longest(left.walk(), right.walk()))
    differences += [what for place, (a, b) in enumerate(pairs) for what in _of_parts(place, a, b)]
    return differences or [f"bytes: {_line_of(one, other)}"]


def _read(raw: bytes) -> EmailMessage:
    message = message_from_bytes(raw, policy=policy.default)
    assert isinstance(message, EmailMessage)
    return message


def _of_headers(where: str, one: Message, other: Message) -> list[str]:
    names = dict.fromkeys([*one.keys(), *other.keys()])
    pairs = {name: (_values(one, name), _values(other, name)) for name in names}
    return [f"{where}{name}: {_short(a)} or {_short(b)}" for name, (a, b) in pairs.items() if a != b]


def _values(message: Message, name: str) -> list[str]:
    return list(map(str, message.get_all(name, [])))


def _of_parts(place: int, one: Message | None, other: Message | None) -> list[str]:
    if one is None or other is None:
        return [f"part {place}: {_kind(one)} or {_kind(other)}"]
    differences = _of_headers(f"part {place}, ", one, other) if place else []
    if one.is_multipart() or other.is_multipart():
        return differences
    left, right = _content(one), _content(other)
    if left != right:
        differences.append(f"part {place} ({_kind(one)}), {_line_of(left, right)}")
    return differences


def _kind(part: Message | None) -> str:
    return "none" if part is None else " ".join(filter(None, [part.get_content_type(), part.get_filename()]))


def _content(part: Message) -> bytes:
    payload = part.get_payload(decode=True)
    return payload if isinstance(payload, bytes) else b""


def _line_of(one: bytes, other: bytes) -> str:
    """The first line that differs; of what is no text, the sizes."""
    try:
        left, right = one.decode().splitlines(), other.decode().splitlines()
    except UnicodeDecodeError:
        return f"{len(one)} or {len(other)} bytes, not the same"
    pairs = zip_longest(left, right, fillvalue="")
    number, (a, b) = next((n, pair) for n, pair in enumerate(pairs, 1) if pair[0] != pair[1])
    return f"line {number}: {_short(a)} or {_short(b)}"


def _short(value: object) -> str:
    text = value[0] if isinstance(value, list) and len(value) == 1 else value
    shortened = repr(str(text))
    return shortened if len(shortened) <= SHOWN else f"{shortened[:SHOWN]}..."
