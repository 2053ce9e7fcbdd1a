"""Who vouches for the sender of a letter: DKIM signatures (RFC 6376, Ed25519: RFC 8463), checked by dkimpy.

A signature counts if its domain is that of the sender, or one above it (relaxed alignment, RFC 7489 3.1.1), and if it covers
From and the whole body.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime

import dkim  # type: ignore[import-untyped]
import dns.exception
import dns.resolver

from .reading.headers import only_fields
from .reading.limits import Limits

_log = logging.getLogger(__name__)

Resolver = Callable[[bytes], bytes | None]
"""The TXT record of a name, None if there is none. Raises NoAnswer."""

LEAST_BITS = 1024
SECONDS = 5.0
MOST_SIGNATURES = 5
_ALGORITHMS = (b"rsa-sha256", b"ed25519-sha256")
_MARK = b"X-Pbem-Dkim: "
_ANY_MARKS = re.compile(rb"(?:x-pbem-dkim\b[^\n]*\n(?:[ \t][^\n]*\n)*)*", re.IGNORECASE)
_MOST_HEADER_BYTES = 65_536
_MOST_HEADER_LINES = 1_000
_HEADER_END = re.compile(rb"\r?\n\r?\n")
_SPACES = re.compile(rb"[\t ]+")
_LONG_SPACE = re.compile(rb"\s{32}")
"""What no mail server writes into a signature. The library's patterns take quadratic time for it."""
_RELAXED_BODY = re.compile(rb"(?:^|;)\s*c\s*=\s*[a-z]+/relaxed\s*(?:;|$)")
NOT_VALID = "its DKIM signature is not valid"
TOO_LONG = "it is too long for its DKIM signature to be checked"


class NoAnswer(Exception):
    """The key cannot be looked up now."""


def txt_record(name: bytes) -> bytes | None:
    """The TXT record of a name in the DNS. Raises NoAnswer."""
    try:
        found = dns.resolver.resolve(name.decode("ascii"), "TXT", lifetime=SECONDS)
    except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer, UnicodeDecodeError):
        return None
    except dns.exception.DNSException as error:
        raise NoAnswer(str(error)) from error
    return next((b"".join(record.strings) for record in found), None)


def why_unproved(raw: bytes, sender: str, resolver: Resolver = txt_record, now: datetime | None = None) -> str:
    """Why no DKIM signature proves that a letter, as it came, is from the domain of `sender`; "" where one does.

    What is checked is the letter as it is read: lines of its header that are no field count for nothing (only_fields).
    `now` is for signatures that end. Takes linear time.
    """
    raw = only_fields(raw, Limits())
    host = sender.rpartition("@")[2].lower()
    why = "its DKIM signature is missing"
    if not _has_plain_header(raw):
        return "its header is too long for its DKIM signature to be checked"
    try:
        message = dkim.DKIM(raw, minkey=LEAST_BITS, timeout=SECONDS)
    except Exception as error:  # the library raises many kinds for what a letter can hold
        _log.info("the header of a letter with a DKIM signature: %r", error)
        return "its header is not in the form of mails, and its DKIM signature cannot be checked"
    for place, domain in _signers(message):
        if not _is_aligned(host, domain):
            why = f"its DKIM signature is of {domain}, not of {host}"
            continue
        why = _checked(message, place, resolver, now or datetime.now(UTC))
        if not why:
            return ""
    return why


def _has_plain_header(raw: bytes) -> bool:
    end = _HEADER_END.search(raw)
    header = raw if end is None else raw[: end.start()]
    return len(header) <= _MOST_HEADER_BYTES and header.count(b"\n") <= _MOST_HEADER_LINES


def _signatures(message: dkim.DKIM) -> list[bytes]:
    return [value for name, value in message.headers if name.lower() == b"dkim-signature"]


def _signers(message: dkim.DKIM) -> Iterator[tuple[int, str]]:
    """The first signatures of a letter: which it is, and the domain that signed."""
    for place, value in enumerate(_signatures(message)[:MOST_SIGNATURES]):
        found = re.search(rb"(?:^|;)\s*d\s*=\s*([A-Za-z0-9.-]{1,253})\s*(?:;|$)", value)
        if found is not None:
            yield place, found[1].decode("ascii").lower()


def _is_aligned(host: str, domain: str) -> bool:
    return "." in domain.strip(".") and (host == domain or host.endswith(f".{domain}"))


def _checked(message: dkim.DKIM, place: int, resolver: Resolver, now: datetime) -> str:
    """What is wrong with one signature; "" for nothing."""
    signature, body, record = _signatures(message)[place], message.body, b""
    if _LONG_SPACE.search(signature):
        return NOT_VALID

    def look_up(name: bytes, timeout: float = SECONDS) -> bytes | None:  # noqa: ARG001 - as the library calls it
        nonlocal record
        record = resolver(name.rstrip(b".")) or b""
        return record

    try:
        if _RELAXED_BODY.search(signature):
            # It makes no difference to the hash (RFC 6376 3.4.4), and the library takes quadratic time for runs of blanks.
            message.body = _SPACES.sub(b" ", body)
        valid = message.verify(place, dnsfunc=look_up)
    except NoAnswer:
        return "the key of its DKIM signature could not be looked up; please send it again later"
    except Exception as error:  # the library raises many kinds for what a letter can hold
        _log.info("a DKIM signature: %r", error)
        valid = False
    finally:
        message.body = body
    if not valid or _is_trial(record):
        return NOT_VALID
    return _weakness(message.signature_fields, now)


def _is_trial(record: bytes) -> bool:
    """Whether a key is only tried out: what it signs counts as not signed (RFC 6376 3.6.1, t=y)."""
    flags = dkim.util.parse_tag_value(record).get(b"t", b"")
    return b"y" in [flag.strip() for flag in flags.split(b":")]


def _weakness(fields: dict[bytes, bytes], now: datetime) -> str:
    signed = [name.strip().lower() for name in fields[b"h"].split(b":")]
    if b"l" in fields:
        return "its DKIM signature leaves a part of the letter open"
    if b"from" not in signed:
        return "its DKIM signature does not cover From"
    if fields[b"a"] not in _ALGORITHMS:
        return "its DKIM signature is of a kind that is no longer safe"
    if b"x" in fields and int(fields[b"x"][:20]) < now.timestamp():  # the library has read it as digits
        return "its DKIM signature is past its time"
    return ""


# The verdict, kept with the letter


def with_verdict(raw: bytes, why: str) -> bytes:
    """A letter with the verdict in front: it cannot be proved again once it has been changed to be kept."""
    return _MARK + (why.encode("ascii", "replace") or b"pass") + b"\r\n" + raw


def without_verdict(raw: bytes) -> bytes:
    """A letter from outside, without a line in front that looks like our verdict."""
    marks = _ANY_MARKS.match(raw)
    return raw[marks.end() :] if marks else raw


def verdict_of(raw: bytes) -> str:
    """Why a letter that we kept is not proved; "" for one that is."""
    first = raw.partition(b"\n")[0].rstrip(b"\r")
    if not first.startswith(_MARK):
        return "nobody has looked for its DKIM signature"
    told = first.removeprefix(_MARK).decode("ascii", "replace")
    return "" if told == "pass" else told
