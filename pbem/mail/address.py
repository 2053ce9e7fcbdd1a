"""Addresses and Message-IDs that tell which seat a letter is for.

Two independent ways, because either may get lost on the way: the sub-address `box+TOKEN@host` (RFC 5233), and our own
Message-ID, which a reply repeats in its In-Reply-To and References.
"""

import hmac
import re
import string
from collections.abc import Iterable
from hashlib import sha256

from pbem.values import ATEXT

_SAFE = frozenset((string.ascii_letters + string.digits + "-_").encode())
_HASH_DIGITS = 32
_ESCAPED = re.compile(r"=([0-9A-F]{2})")
_HIDDEN = "sha256-"
_TOKEN = rf"[{ATEXT}]{{1,250}}".encode()
"""The text between + and @ of an address; reading.headers accepts addresses of up to 254 characters."""
_MAX_HIDDEN = 200
SEAT = "seat"
"""Replaces the token in mails that wait to be sent. It is shorter than any token."""


def seat_address(mailbox: str, token: str) -> str:
    """`moderator@host` and `TOKEN` give `moderator+TOKEN@host` (RFC 5233). Raises ValueError if `mailbox` has no @."""
    local, host = _split(mailbox)
    return f"{local}+{token}@{host}"


def tokens_in(recipients: Iterable[str], mailbox: str) -> tuple[str, ...]:
    """The tokens (lower-cased, each once, in order) of those recipients that are sub-addresses of `mailbox`.

    Raises ValueError if `mailbox` has no @.
    """
    local, host = _split(mailbox.lower())
    pattern = re.compile(rf"{re.escape(local)}\+([^@]+)@{re.escape(host)}")
    matches = (pattern.fullmatch(recipient.strip().lower()) for recipient in recipients)
    return tuple(dict.fromkeys(match[1] for match in matches if match))


def is_of_mailbox(address: str, mailbox: str) -> bool:
    """Whether an address is the mailbox or one of its sub-addresses (case-insensitive).

    Raises ValueError if `mailbox` has no @.
    """
    return address.strip().lower() == mailbox.lower() or bool(tokens_in([address], mailbox))


def hash_of(token: str) -> str:
    """The stored form of a token: SHA-256 in hex, case-insensitive."""
    return sha256(token.lower().encode()).hexdigest()


def hide_tokens(raw: bytes, mailbox: str) -> bytes:
    """The letter with each token replaced by its hash: `box+TOKEN@host` becomes `box+sha256-HASH@host`. A hash in the letter
    as it came is treated as a token. Raises ValueError if `mailbox` has no @.
    """
    local, host = (part.encode() for part in _split(mailbox))
    hidden = 0

    def hide(match: re.Match[bytes]) -> bytes:
        nonlocal hidden
        hidden += 1
        token = match[2].decode("ascii")
        # A letter does not grow without end: a hash is longer than what may be in its place.
        return match[1] + (f"{_HIDDEN}{hash_of(token)}" if hidden <= _MAX_HIDDEN else SEAT).encode() + b"@"

    # The host is only looked at: it may end as the next address begins.
    pattern = re.compile(rb"(%s\+)(%s)@(?=%s)" % (re.escape(local), _TOKEN, re.escape(host)), re.IGNORECASE)
    return pattern.sub(hide, raw)


def hashes_in(recipients: Iterable[str], mailbox: str) -> tuple[str, ...]:
    """The hashes of the tokens that were hidden in these recipients, each once, in order."""
    tokens = tokens_in(recipients, mailbox)
    return tuple(token.removeprefix(_HIDDEN) for token in tokens if token.startswith(_HIDDEN))


def new_message_id(secret: bytes, host: str, *parts: str) -> str:
    """`<part.part.HASH@host>`: the keyed hash proves that it is ours; a part may be any text (RFC 5322 3.6.4)."""
    text = ".".join(_escape(part) for part in parts)
    return f"<{text}.{_keyed_hash(secret, text, host)}@{host}>"


def read_message_id(secret: bytes, message_id: str) -> tuple[str, ...] | None:
    """The parts of a Message-ID of ours, or None if it is somebody else's or forged."""
    match = re.fullmatch(rf"<([^<>@\s]+)\.([0-9a-f]{{{_HASH_DIGITS}}})@([^<>@\s]+)>", message_id.strip())
    if match is None:
        return None
    parts, given, host = match.groups()
    if not hmac.compare_digest(given, _keyed_hash(secret, parts, host)):
        return None
    return tuple(_unescape(part) for part in parts.split("."))


def _split(mailbox: str) -> tuple[str, str]:
    local, at, host = mailbox.rpartition("@")
    if not at or not local or not host:
        raise ValueError(f"{mailbox!r} is not a mail address")
    return local, host


def _keyed_hash(secret: bytes, parts: str, host: str) -> str:
    return hmac.digest(secret, f"{parts}@{host.lower()}".encode(), "sha256").hex()[:_HASH_DIGITS]


def _escape(part: str) -> str:
    # An atom must not be empty (RFC 5322 3.2.3), so a lone "=" stands for the empty part.
    raw = part.encode("utf-8", "surrogatepass")
    return "".join(chr(byte) if byte in _SAFE else f"={byte:02X}" for byte in raw) or "="


def _unescape(atom: str) -> str:
    if atom == "=":
        return ""
    raw = _ESCAPED.sub(lambda match: chr(int(match[1], 16)), atom).encode("latin-1")
    return raw.decode("utf-8", "surrogatepass")
