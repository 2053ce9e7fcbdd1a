"""The contents of an answer to FETCH (RFC 3501 7.4.2). Some servers leave out the origin, or return nothing."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_ITEM = re.compile(rb"BODY(?:\.PEEK)?\[(HEADER|)\](?:<([0-9]+)>)?|RFC822(?:\.(HEADER))?", re.IGNORECASE)

_LITERAL8 = re.compile(rb"~\{[0-9]+\+?\}")
"""The sign before binary octets (RFC 3516 4.2), which IMAPClient takes for what was asked, and drops the octets."""


def octets(answer: Mapping[bytes, Any], section: bytes, origin: int = 0) -> bytes | None:
    """The bytes of a section ("HEADER", or "" for the whole) from `origin` on; None where the answer has none of them.

    An answer without an origin is one from the beginning. One with another origin may be of other bytes.
    """
    for key, value in answer.items():
        item = _ITEM.fullmatch(key)
        if item is None or not isinstance(value, bytes) or not value or _LITERAL8.fullmatch(value):
            continue
        named = (item[1] or item[3] or b"").upper()
        if named == section and int(item[2] or 0) == origin:
            return value
    return None


def size_of(answer: Mapping[bytes, Any]) -> int:
    """The size of a letter in bytes as the server reports it, 0 if it reports none. It is often wrong."""
    size = answer.get(b"RFC822.SIZE")
    return size if isinstance(size, int) and size > 0 else 0


def items_of(answer: Mapping[bytes, Any]) -> str:
    """The names of an answer's items, for error messages."""
    names = [key.decode("ascii", "replace")[:40] for key, value in answer.items() if key != b"SEQ" and value is not None]
    empty = [key.decode("ascii", "replace")[:40] for key, value in answer.items() if value in (None, b"")]
    described = [name for name in names if name not in empty] + [f"{name} (empty)" for name in empty]
    return ", ".join(described) or "nothing"
