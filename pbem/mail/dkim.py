"""Who vouches for the sender of a letter: DKIM signatures (RFC 6376, Ed25519: RFC 8463), checked by dkimpy.

A signature counts if its domain is that of the sender, or one above it (relaxed alignment, RFC 7489 3.1.1), and if it covers
From and the whole body.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterator

import dkim  # type: ignore[import-untyped]
import dns.exception
import dns.resolver

_log = logging.getLogger(__name__)

Resolver = Callable[[bytes], bytes | None]
"""The TXT record of a name, None if there is none. Raises NoAnswer."""

LEAST_BITS = 1024
SECONDS = 5.0
MOST_SIGNATURES = 5
_ALGORITHMS = (b"rsa-sha256", b"ed25519-sha256")
_MARK = b"X-Pbem-Dkim: "
_ANY_MARK = re.compile(rb"x-pbem-dkim\b[^\n]*\n(?:[ \t][^\n]*\n)*", re.IGNORECASE)


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


def why_unproved(raw: bytes, sender: str, resolver: Resolver = txt_record) -> str:
    """Why no DKIM signature proves that a letter, as it came, is from the domain of `sender`; "" where one does."""
    host = sender.rpartition("@")[2].lower()
    why = "its DKIM signature is missing"
    for place, domain in _signers(raw):
        if not _is_aligned(host, domain):
            why = f"its DKIM signature is of {domain}, not of {host}"
            continue
        why = _checked(raw, place, resolver)
        if not why:
            return ""
    return why


def _signers(raw: bytes) -> Iterator[tuple[int, str]]:
    """The first signatures of a letter: which it is, and the domain that signed."""
    headers, _ = dkim.rfc822_parse(raw)
    signatures = [value for name, value in headers if name.lower() == b"dkim-signature"]
    for place, value in enumerate(signatures[:MOST_SIGNATURES]):
        found = re.search(rb"(?:^|;)\s*d\s*=\s*([A-Za-z0-9.-]{1,253})\s*(?:;|$)", value)
        if found is not None:
            yield place, found[1].decode("ascii").lower()


def _is_aligned(host: str, domain: str) -> bool:
    return "." in domain.strip(".") and (host == domain or host.endswith(f".{domain}"))


def _checked(raw: bytes, place: int, resolver: Resolver) -> str:
    """What is wrong with one signature; "" for nothing."""
    message = dkim.DKIM(raw, minkey=LEAST_BITS, timeout=SECONDS)
    try:
        valid = message.verify(place, dnsfunc=lambda name, timeout=SECONDS: resolver(name.rstrip(b".")))  # noqa: ARG005
    except NoAnswer:
        return "the key of its DKIM signature could not be looked up; please send it again later"
    except Exception as error:  # the library raises many kinds for what a letter can hold
        _log.info("a DKIM signature: %r", error)
        valid = False
    if not valid:
        return "its DKIM signature is not valid"
    return _weakness(message.signature_fields)


def _weakness(fields: dict[bytes, bytes]) -> str:
    signed = [name.strip().lower() for name in fields[b"h"].split(b":")]
    if b"l" in fields:
        return "its DKIM signature leaves a part of the letter open"
    if b"from" not in signed:
        return "its DKIM signature does not cover From"
    if fields[b"a"] not in _ALGORITHMS:
        return "its DKIM signature is of a kind that is no longer safe"
    return ""


# The verdict, kept with the letter


def with_verdict(raw: bytes, why: str) -> bytes:
    """A letter with the verdict in front: it cannot be proved again once it has been changed to be kept."""
    return _MARK + (why.encode("ascii", "replace") or b"pass") + b"\r\n" + raw


def without_verdict(raw: bytes) -> bytes:
    """A letter from outside, without a line in front that looks like our verdict."""
    while mark := _ANY_MARK.match(raw):
        raw = raw[mark.end() :]
    return raw


def verdict_of(raw: bytes) -> str:
    """Why a letter that we kept is not proved; "" for one that is."""
    first = raw.partition(b"\n")[0].rstrip(b"\r")
    if not first.startswith(_MARK):
        return "nobody has looked for its DKIM signature"
    told = first.removeprefix(_MARK).decode("ascii", "replace")
    return "" if told == "pass" else told
