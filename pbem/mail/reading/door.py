"""The door: bytes in, plain and bounded values out.

Anybody may send us anything. What comes through here has no control characters in its header values, no lone surrogates, no
more of anything than Limits allows, and has taken time that grows no faster than its length.
"""

from collections.abc import Iterable
from dataclasses import replace
from hashlib import sha256

from pbem.faults import note_fault
from pbem.mail.letter import SUBJECT, Letter

from .bounces import diagnosis, failed_addresses, returned_ids
from .headers import Headers, addresses, date_of, message_ids, read_headers, split_letter, text_of
from .limits import Limits
from .machines import is_about_delivery, is_ours, machine_of, why_text, without_prefixes
from .parts import MimePart, UnreadableLetter, read_body, read_parts
from .sender import doubt_about_sender

_RECIPIENT_FIELDS = (
    *("to", "cc", "delivered-to", "x-original-to", "envelope-to", "x-envelope-to"),
    *("x-delivered-to", "x-forwarded-to", "apparently-to", "x-rcpt-to"),
)
_MAX_SUBJECT_LENGTH = 500
_LIMITS = Limits()


def read_letter(raw: bytes, limits: Limits = _LIMITS) -> Letter:
    """The letter in these bytes. Never raises: what cannot be read is missing, and `unreadable` says why."""
    try:
        return _read(raw, limits)
    except Exception as fault:
        # One letter that breaks what is above must not stop the games of all others.
        return _broken(raw, fault)


def read_header(raw: bytes, limits: Limits = _LIMITS) -> Letter:
    """What the header alone says of a letter; `raw` is the letter or its beginning. Never raises.

    Only the body may show that a program sent it. A letter without a Message-ID is named by a hash of `raw`.
    """
    try:
        block, _ = split_letter(raw, limits)
        headers = read_headers(block, limits)
        letter = _from_headers(raw, headers, limits)
        machine = machine_of(headers, letter.sender, letter.subject)
        return replace(letter, automatic=machine.why, vacation=machine.vacation)
    except Exception as fault:
        return _broken(raw, fault)


def _broken(raw: bytes, fault: Exception) -> Letter:
    note_fault(fault, f"unreadable letter, sha256 {sha256(raw).hexdigest()}")
    return Letter(_missing_id(raw), automatic="it breaks the reader", unreadable="it breaks the reader")


def _threads(values: Iterable[str], limits: Limits) -> tuple[str, ...]:
    """The Message-IDs of an In-Reply-To or References. Some programs encode long ones as words, against RFC 2047 5."""
    return tuple(message_ids(text_of(value, limits.header_bytes) for value in values))


def _missing_id(raw: bytes) -> str:
    return f"<{sha256(raw).hexdigest()}@missing>"


def _read(raw: bytes, limits: Limits) -> Letter:
    try:
        parts = read_parts(raw[: limits.bytes], limits)
    except UnreadableLetter as why:
        return replace(read_header(raw, limits), unreadable=str(why))
    letter = _with_bounce(_from_headers(raw, parts.headers, limits), parts, limits)
    machine = machine_of(parts.headers, letter.sender, letter.subject, parts)
    letter = replace(letter, automatic=machine.why, vacation=machine.vacation)
    if letter.automatic and is_about_delivery(parts.headers, letter.sender):
        return letter  # what else a bounce says is nobody's
    body = read_body(parts, limits)
    offered = "" if body.source or body.unreadable else _from_subject(letter.subject)
    return replace(
        letter,
        automatic=letter.automatic or why_text(body.text),
        text=offered or body.text,
        html=body.html,
        struck=body.struck,
        unseen=body.unseen,
        attached=body.attached,
        cut=body.cut,
        offered=_from_subject(letter.subject),
        source=SUBJECT if offered else body.source,
        attachments=body.attachments,
        unreadable=body.unreadable,
    )


def _from_headers(raw: bytes, headers: Headers, limits: Limits) -> Letter:
    name, sender = next(addresses(headers.all("from"), limits), ("", ""))
    recipients = dict.fromkeys(address for _, address in addresses(headers.all(*_RECIPIENT_FIELDS), limits))
    answered, older = (_threads(headers.all(field), limits) for field in ("in-reply-to", "references"))
    return Letter(
        message_id=next(message_ids(headers.all("message-id")), _missing_id(raw)),
        sender=sender,
        sender_name=name,
        recipients=tuple(recipients)[: limits.each],
        subject=text_of(headers.first("subject"), _MAX_SUBJECT_LENGTH),
        references=tuple(dict.fromkeys((*answered[: limits.each // 10], *older[::-1])))[: limits.each],
        date=date_of(headers.first("date")),
        doubt=doubt_about_sender(headers),
    )


def _from_subject(subject: str) -> str:
    """What a letter without any text says in its subject; "" for an answer to a letter of ours."""
    return "" if is_ours(subject) else without_prefixes(subject)


def _with_bounce(letter: Letter, parts: MimePart, limits: Limits) -> Letter:
    """Only what looks like a bounce is searched: a player may quote one."""
    if not is_about_delivery(parts.headers, letter.sender):
        return letter
    failed = failed_addresses(parts, limits)
    returned = returned_ids(parts, limits)
    return replace(letter, bounce_of=failed, bounced_ids=returned, diagnosis=diagnosis(parts, limits))
