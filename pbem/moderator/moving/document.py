"""An archive's file as a JSON document. Anybody can have written it: everything is bounded before it is unfolded."""

from __future__ import annotations

import json
import math
import os
import stat
import zlib
from io import BufferedReader, FileIO
from pathlib import Path
from typing import Any, Final

from pbem.replay.audit import NotAnArchive
from pbem.values import one_line

GZIP: Final = b"\x1f\x8b"
"""How a gzip file begins (RFC 1952, 2.3.1)."""
GZIP_WINDOW: Final = 31
"""zlib's word for a gzip header and its largest window; length and checksum at the end are compared."""

MOST_BYTES: Final = 64 * 2**20
"""Of a file, packed or not: the longest games have five MB, nearly all of it letters."""
MOST_PARTS: Final = 1_000_000
"""Commas and opening brackets, of which a value needs one: the longest games have fewer than a hundred thousand."""
MOST_KEYS: Final = 1_000
"""Of one object."""
MOST_DIGITS: Final = 20
"""Of a whole number; Python takes quadratic time for long ones."""


def read_document(file: Path) -> object:
    """The JSON document in a file, as `pbem export` writes it or as it goes with a last report, packed by gzip.

    Raises OSError, and NotAnArchive, with the file's name, for one that is no such document or too large.
    """
    try:
        return _parsed(_text(_unpacked(_content(file))))
    except NotAnArchive as wrong:
        raise NotAnArchive(f"{one_line(str(file))}: {wrong}") from wrong


def _content(file: Path) -> bytes:
    """What stands in a regular file. One that is none can wait for a writer for ever, or never end."""
    with BufferedReader(FileIO(file, "rb", opener=_without_waiting)) as opened:
        if not stat.S_ISREG(os.fstat(opened.fileno()).st_mode):
            raise NotAnArchive("is no regular file")
        return _bounded(opened.read(MOST_BYTES + 1))


def _without_waiting(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NONBLOCK | os.O_NOCTTY)


def _bounded(data: bytes) -> bytes:
    if len(data) > MOST_BYTES:
        raise NotAnArchive(f"has more than {MOST_BYTES // 2**20} MB, which no game has")
    return data


def _unpacked(data: bytes) -> bytes:
    """The content of a gzip file of one member, and anything else as it is."""
    if not data.startswith(GZIP):
        return data
    unpacker = zlib.decompressobj(GZIP_WINDOW)
    try:
        unpacked = _bounded(unpacker.decompress(data, MOST_BYTES + 1))
    except zlib.error as wrong:
        raise NotAnArchive(f"is damaged and cannot be unpacked: {wrong}") from wrong
    if not unpacker.eof:
        raise NotAnArchive("is damaged and cannot be unpacked: its end is missing")
    if unpacker.unused_data:
        raise NotAnArchive("is damaged and cannot be unpacked: something stands behind its end")
    return unpacked


def _text(data: bytes) -> str:
    if not data.strip():
        raise NotAnArchive("is empty")
    if sum(map(data.count, (b",", b"[", b"{"))) > MOST_PARTS:
        raise NotAnArchive(f"has more than {MOST_PARTS} values, which no game has")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as wrong:
        raise NotAnArchive(f"is no text in UTF-8: byte {wrong.start} cannot be read") from wrong


def _parsed(text: str) -> object:
    try:
        return json.loads(
            text, object_pairs_hook=_object, parse_int=_whole, parse_float=_fraction, parse_constant=_no_number
        )
    except json.JSONDecodeError as wrong:
        raise NotAnArchive(f"is no JSON: line {wrong.lineno}, column {wrong.colno}: {wrong.msg}") from wrong
    except RecursionError:
        raise NotAnArchive("is nested too deeply") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(pairs) > MOST_KEYS:
        raise NotAnArchive(f"has an object with more than {MOST_KEYS} keys")
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in found if names.count(name) > 1)
        raise NotAnArchive(f'has the key "{one_line(twice, 50)}" twice in one object')
    return found


def _whole(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise NotAnArchive(f"has a number of {len(digits)} digits")
    return int(digits)


def _fraction(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise NotAnArchive(f"has a number that is too large: {one_line(digits, 50)}")
    return number


def _no_number(name: str) -> float:
    raise NotAnArchive(f"has {name} for a number")
