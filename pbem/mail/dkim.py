"""Who vouches for the sender of a letter: DKIM signatures (RFC 6376, Ed25519: RFC 8463), checked by dkimpy.

A signature counts if its domain is that of the sender, or one above it (relaxed alignment, RFC 7489 3.1.1), and if it covers
From and the whole body.

When a letter comes everything but the key is checked; the rest is a Claim. A key that cannot be looked up now says nothing
about the letter (RFC 6376 6.1, TEMPFAIL): its claims are stored with it, and the key is looked up again later.
"""

from __future__ import annotations

import json
import logging
import re
import time
from base64 import b64decode, b64encode
from binascii import Error as NoBase64
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import dkim  # type: ignore[import-untyped]
import dns.exception
import dns.name
import dns.resolver

from .reading.headers import only_fields
from .reading.limits import Limits

_log = logging.getLogger(__name__)

Resolver = Callable[[bytes], bytes | None]
"""The TXT record of a name, several with BETWEEN between them, None if there is none. Raises NoAnswer."""
BETWEEN = b"\0"
_MAX_RECORDS = 5

MIN_BITS = 1024
SECONDS = 2.0
MAX_SIGNATURES = 5
_ALGORITHMS = (b"rsa-sha256", b"ed25519-sha256")
_MARK = b"X-Pbem-Dkim: "
_ANY_MARKS = re.compile(rb"(?:x-pbem-dkim\b[^\n]*\n(?:[ \t][^\n]*\n)*)*", re.IGNORECASE)
_MAX_HEADER_BYTES = 65_536
_MAX_HEADER_LINES = 1_000
_HEADER_END = re.compile(rb"\r?\n\r?\n")
_SPACES = re.compile(rb"[\t ]+")
_LONG_SPACE = re.compile(rb"\s{32}")
"""What no mail server writes into a signature. The library's patterns take quadratic time for it."""
_RELAXED_BODY = re.compile(rb"(?:^|;)\s*c\s*=\s*[a-z]+/relaxed\s*(?:;|$)")
NOT_VALID = "its DKIM signature is not valid"
NO_KEY = "the key of its DKIM signature cannot be looked up"
MAX_SIGNATURE = 2_048
"""Bytes: those of an RSA key of 16,384 bits."""
_KEY_NAME = re.compile(r"[A-Za-z0-9._-]{1,253}")
TOO_LONG = "it is too long for its DKIM signature to be checked"


class NoAnswer(Exception):
    """The key cannot be looked up at present."""


def txt_record(name: bytes) -> bytes | None:
    """The TXT records of a name in the DNS. Raises NoAnswer."""
    try:
        records = dns.resolver.resolve(name.decode("ascii"), "TXT", lifetime=SECONDS)
    except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer, dns.resolver.YXDOMAIN, UnicodeDecodeError):
        return None
    except (dns.name.LabelTooLong, dns.name.NameTooLong, dns.name.EmptyLabel, dns.name.BadEscape, dns.name.IDNAException):
        return None  # no such name can be
    except dns.exception.DNSException as error:
        raise NoAnswer(str(error)) from error
    return BETWEEN.join(b"".join(record.strings) for record in records)


@dataclass(frozen=True, slots=True)
class Claim:
    """A signature that is good if the key at a `name` of the DNS says so: the `digest` (SHA-256) of what it signs."""

    name: str
    digest: bytes
    signature: bytes


@dataclass(frozen=True, slots=True)
class Verdict:
    """Why a letter is not authenticated ("" if it is), and the claims that wait for their keys."""

    why: str
    claims: tuple[Claim, ...] = ()


def examine(raw: bytes, sender: str, resolver: Resolver = txt_record, now: datetime | None = None) -> Verdict:
    """Whether a DKIM signature proves that a letter, as it came, is from the domain of `sender`.

    What is checked is the letter as it is read: lines of its header that are no field count for nothing (only_fields).
    `now` is for signatures that end. Takes linear time.
    """
    raw = only_fields(raw, Limits())
    host = sender.rpartition("@")[2].lower()
    why, claims = "its DKIM signature is missing", list[Claim]()
    if not _has_plain_header(raw):
        return Verdict("its header is too long for its DKIM signature to be checked")
    try:
        message = dkim.DKIM(raw, minkey=MIN_BITS, timeout=SECONDS)
    except Exception as error:  # the library raises many kinds for what a letter can hold
        _log.info("the header of a letter with a DKIM signature: %r", error)
        return Verdict("its header is not in the form of mails, and its DKIM signature cannot be checked")
    for place, domain in _signers(message):
        if not _is_aligned(host, domain):
            why = f"its DKIM signature is of {domain}, not of {host}"
            continue
        claim = _claimed(message, place, now or datetime.now(UTC))
        if isinstance(claim, Claim):
            claims.append(claim)
        else:
            why = claim
    return settle_claims(claims, resolver) if claims else Verdict(why)


def settle_claims(claims: Iterable[Claim], resolver: Resolver = txt_record) -> Verdict:
    """Check a letter's claims against their keys: one good signature is enough. Where none is, those wait whose key cannot
    be looked up, or not within SECONDS for all.
    """
    waiting = list[Claim]()
    end = time.monotonic() + SECONDS
    for claim in claims:
        try:
            if time.monotonic() > end:
                raise NoAnswer(f"no answer to all names within {SECONDS:g} s")
            record = resolver(claim.name.encode("ascii")) or b""
        except (NoAnswer, dns.exception.DNSException, OSError) as error:
            _log.info("%s: %r", claim.name, error)
            waiting.append(claim)
            continue
        # Beside the key there can be records of other kinds, or old keys (RFC 6376 3.6.2.2): any that fits will do.
        if any(_holds(claim, each) for each in record.split(BETWEEN)[:_MAX_RECORDS]):
            return Verdict("")
    return Verdict(NO_KEY, tuple(waiting)) if waiting else Verdict(NOT_VALID)


def _has_plain_header(raw: bytes) -> bool:
    end = _HEADER_END.search(raw)
    header = raw if end is None else raw[: end.start()]
    return len(header) <= _MAX_HEADER_BYTES and header.count(b"\n") <= _MAX_HEADER_LINES


def _signatures(message: dkim.DKIM) -> list[bytes]:
    return [value for name, value in message.headers if name.lower() == b"dkim-signature"]


def _signers(message: dkim.DKIM) -> Iterator[tuple[int, str]]:
    """The first signatures of a letter: which it is, and the domain that signed."""
    for place, value in enumerate(_signatures(message)[:MAX_SIGNATURES]):
        match = re.search(rb"(?:^|;)\s*d\s*=\s*([A-Za-z0-9.-]{1,253})\s*(?:;|$)", value)
        if match is not None:
            yield place, match[1].decode("ascii").lower()


def _is_aligned(host: str, domain: str) -> bool:
    return "." in domain.strip(".") and (host == domain or host.endswith(f".{domain}"))


class _Recorder:
    """Stands in for a key and records what it is asked to verify."""

    digest = signature = b""

    def verify(self, digest: bytes, signature: bytes) -> None:
        self.digest, self.signature = digest, signature


class _Digest:
    """A hash that was computed before."""

    name = "sha256"

    def __init__(self, digest: bytes) -> None:
        self._digest = digest

    def digest(self) -> bytes:
        return self._digest


def _claimed(message: dkim.DKIM, place: int, now: datetime) -> Claim | str:
    """The claim of one signature, or what is wrong with it apart from its key."""
    signature, body, asked = _signatures(message)[place], message.body, _Recorder()
    if _LONG_SPACE.search(signature):
        return NOT_VALID
    try:
        if _RELAXED_BODY.search(signature):
            # It makes no difference to the hash (RFC 6376 3.4.4), and the library takes quadratic time for runs of blanks.
            message.body = _SPACES.sub(b" ", body)
        fields, covered, headers = message.verify_headerprep(place)
        message.pk, message.ktag, message.keysize, message.seqtlsrpt = asked, b"ed25519", MIN_BITS, False
        message.verify_sig_process(fields, covered, headers[place], None)
        name = f"{fields[b's'].decode('ascii')}._domainkey.{fields[b'd'].decode('ascii')}"
    except Exception as error:  # the library raises many kinds for what a letter can hold
        _log.info("a DKIM signature: %r", error)
        return NOT_VALID
    finally:
        message.body = body
    if not _KEY_NAME.fullmatch(name) or not 0 < len(asked.signature) <= MAX_SIGNATURE:
        return NOT_VALID
    return _weakness(message.signature_fields, now) or Claim(name, asked.digest, asked.signature)


def _holds(claim: Claim, record: bytes) -> bool:
    """Whether the key in a DNS record made the signature."""
    try:
        key, bits, kind, for_reports = dkim.evaluate_pk(claim.name.encode(), record)
        if for_reports or _is_trial(record):
            return False
        if kind == b"rsa":
            return bits >= MIN_BITS and bool(dkim.RSASSA_PKCS1_v1_5_verify(_Digest(claim.digest), claim.signature, key))
        key.verify(claim.digest, claim.signature)
    except Exception as error:  # the library raises many kinds for what a record can hold
        _log.info("the DKIM key at %s: %r", claim.name, error)
        return False
    return True


def _is_trial(record: bytes) -> bool:
    """Whether a key is in test mode; its signatures do not count (RFC 6376 3.6.1, t=y)."""
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


def with_verdict(raw: bytes, why: str, claims: Iterable[Claim] = ()) -> bytes:
    """A letter with the verdict in front: it cannot be proved again once it has been changed to be kept.

    What waits for a key is kept as digests and signatures, which tell nothing of what was hidden in the letter.
    """
    waits = [[each.name, *(b64encode(part).decode() for part in (each.digest, each.signature))] for each in claims]
    verdict_text = f"{_WAITS}{json.dumps(waits)}" if waits else why or "pass"
    return _MARK + verdict_text.encode("ascii", "replace") + b"\r\n" + raw


def without_verdict(raw: bytes) -> bytes:
    """A letter from outside, without leading lines that look like our verdict."""
    marks = _ANY_MARKS.match(raw)
    return raw[marks.end() :] if marks else raw


def verdict_of(raw: bytes) -> str:
    """Why a stored letter is not authenticated; "" if it is."""
    verdict_text = _verdict_line(raw)
    if verdict_text is None:
        return "nobody has looked for its DKIM signature"
    if verdict_text.startswith(_WAITS):
        return NO_KEY
    return "" if verdict_text == "pass" else verdict_text


def claims_of(raw: bytes) -> tuple[Claim, ...]:
    """The claims of a stored letter that wait for a key; none if its verdict is final."""
    verdict_text = _verdict_line(raw) or ""
    with suppress(ValueError, NoBase64):
        waits: list[Any] = json.loads(verdict_text.removeprefix(_WAITS)) if verdict_text.startswith(_WAITS) else []
        return tuple(Claim(name, b64decode(digest), b64decode(signature)) for name, digest, signature in waits)
    return ()


_WAITS = "waits "


def _verdict_line(raw: bytes) -> str | None:
    first = raw.partition(b"\n")[0].rstrip(b"\r")
    return first.removeprefix(_MARK).decode("ascii", "replace") if first.startswith(_MARK) else None
