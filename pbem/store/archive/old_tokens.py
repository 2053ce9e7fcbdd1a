"""Old archives have the tokens of seats in them: they are read with a hash in place of each token."""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from binascii import Error
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any

_TOKEN = re.compile(rb"\+((?:[A-Za-z0-9]|=\r?\n){4,60})@")
"""A token in an address, which quoted-printable may have broken (RFC 2045 6.7)."""
_PLAIN = re.compile(r"[!-?A-~]{1,100}")
_REPLY_TO = re.compile(rb"^(Reply-To:[^\r\n]*)\+[A-Za-z0-9]{4,60}@", re.MULTILINE | re.IGNORECASE)


def with_hashes(document: Any) -> Any:
    """The document with the hashes of its tokens, in its letters and mails too; one without tokens as it is."""
    seats = document.get("seats")
    if not isinstance(seats, list) or not any(isinstance(seat, dict) and "token" in seat for seat in seats):
        return document
    hashes = {seat["token"].lower(): _hash_of(seat["token"]) for seat in seats if isinstance(seat, dict) and _token(seat)}
    seats = [_seat(seat) for seat in seats]
    letters = [_letter(letter, hashes) for letter in _parts(document, "letters")]
    mails = [_mail(mail, hashes) for mail in _parts(document, "mails")]
    return document | {"seats": seats, "letters": letters, "mails": mails}


def _parts(document: Mapping[str, Any], name: str) -> Iterable[Any]:
    parts = document.get(name)
    return parts if isinstance(parts, list) else []


def _token(seat: Mapping[str, Any]) -> bool:
    token = seat.get("token")
    return isinstance(token, str) and _PLAIN.fullmatch(token) is not None


def _hash_of(token: str) -> str:
    return sha256(token.lower().encode()).hexdigest()


def _seat(seat: Any) -> Any:
    if not isinstance(seat, dict) or "token" not in seat:
        return seat
    rest = {name: value for name, value in seat.items() if name != "token"}
    return rest | {"token_hash": _hash_of(seat["token"]) if _token(seat) else seat["token"]}


def _letter(letter: Any, hashes: Mapping[str, str]) -> Any:
    raw = _raw(letter)
    if not raw or sha256(raw).hexdigest() != letter.get("digest"):
        return letter
    hidden = _hidden(raw, hashes)
    return letter | {"raw": b64encode(hidden).decode(), "digest": sha256(hidden).hexdigest()}


def _mail(mail: Any, hashes: Mapping[str, str]) -> Any:
    raw = _raw(mail)
    if not raw:
        return mail
    waiting = _REPLY_TO.sub(rb"\1+seat@", raw, count=1)
    return mail | {"raw": b64encode(_hidden(waiting, hashes)).decode()}


def _raw(part: Any) -> bytes:
    """The bytes in a part; nothing if they are broken, which is told when the document is checked."""
    raw = part.get("raw") if isinstance(part, dict) else None
    try:
        return b64decode(raw, validate=True) if isinstance(raw, str) else b""
    except (Error, ValueError):
        return b""


def _hidden(raw: bytes, hashes: Mapping[str, str]) -> bytes:
    def hide(match: re.Match[bytes]) -> bytes:
        token = re.sub(rb"=\r?\n", b"", match[1]).decode().lower()
        return f"+sha256-{hashes[token]}@".encode() if token in hashes else match[0]

    return _TOKEN.sub(hide, raw)
