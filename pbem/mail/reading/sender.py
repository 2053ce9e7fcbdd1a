"""Whether a letter says from whom it is in one way only: a mail program shows one address, and a server checks another."""

from __future__ import annotations

import re

from .headers import Headers, addresses, text_of
from .limits import Limits

_LONGEST_FIELD = 2000
_ADDRESS_IN_NAME = re.compile(r"[^\s<>\"'(),;:]+@[^\s<>\"'(),;:]+\.[^\s<>\"'(),;:]+")


def doubt_about_sender(headers: Headers, limits: Limits) -> str:
    """Why the sender of a letter cannot be told from its From (RFC 5322 3.6.2); "" where it can."""
    fields = headers.all("from")
    if len(fields) != 1:
        return "it has no From" if not fields else "it has several From lines"
    if len(fields[0]) > _LONGEST_FIELD:
        return "its From is too long"
    found = list(addresses(fields, limits))
    if len(found) != 1:
        return "its From has several addresses" if found else "its From has no plain address"
    name, address = found[0]
    if _is_group(fields[0]):
        return "its From is a group"
    others = {other.casefold() for other in _ADDRESS_IN_NAME.findall(text_of(fields[0], _LONGEST_FIELD))} - {address}
    named = {other.casefold() for other in _ADDRESS_IN_NAME.findall(name)} - {address}
    return "its From has another address in the name" if others or named else ""


def _is_group(value: str) -> bool:
    bare = re.sub(r'"(?:[^"\\]|\\.)*"|<[^<>]*>', "", value)
    return ":" in bare or ";" in bare or "," in bare
