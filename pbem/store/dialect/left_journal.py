"""Whether the write-ahead log that a killed program has left is its database's, and all of it can be read. SQLite takes what
it can read and says nothing of the rest.

Its form: https://www.sqlite.org/fileformat2.html, 4.
"""

from __future__ import annotations

import sqlite3
import sys
from array import array
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from struct import unpack_from
from typing import Final

from pbem.store.errors import StoreError

HEADER_BYTES: Final = 32
FRAME_BYTES: Final = 24
"""The head of a frame; a page follows."""
MAGIC: Final = {0x377F0682: "little", 0x377F0683: "big"}
"""The order of bytes in the words of its checksums, by its first word."""
VERSION_AT: Final = 18
ROLLBACK: Final = b"\x01\x01"
"""A database's header says so where it has no write-ahead log, as a copy by `backup.sh` has none."""
MAX_UNSURE: Final = 1
"""Transactions that a power cut can have begun and not finished: nobody was told that they were done."""


def check_journal(path: Path) -> None:
    """Raise StoreError where the log beside a database is another's or damaged, or does not fit. Nothing is changed, so the
    next start finds the same.
    """
    journal = path.with_name(f"{path.name}-wal")
    if not _is_filled(path) or not _is_filled(journal):
        return
    with path.open("rb") as file:
        file.seek(VERSION_AT)
        if file.read(len(ROLLBACK)) == ROLLBACK:
            raise _stray(path, "this file is a copy, and the -wal file beside it is another database's")
    # A reader keeps others from beginning the log anew meanwhile. One that cannot write does not fold it into the file.
    with closing(sqlite3.connect(f"file:{path.resolve().as_posix()}?mode=ro", uri=True)) as reader:
        try:
            reader.execute("BEGIN")
            reader.execute("SELECT count(*) FROM sqlite_master").fetchone()
            _check_length(journal)
            damage = [line for (line,) in reader.execute("PRAGMA integrity_check(1)") if line != "ok"]
        except sqlite3.DatabaseError as error:
            damage = [str(error)]
    if damage:
        raise _stray(path, f"this file and the -wal file beside it do not fit together ({' '.join(damage[0].split())})")


def _is_filled(path: Path) -> bool:
    return path.exists() and path.stat().st_size > 0


def _stray(path: Path, problem: str) -> StoreError:
    return StoreError(
        f"{path}: {problem}. Nothing was changed. If you have restored a copy, delete {path.name}-wal and {path.name}-shm "
        "and start again; if not, restore a backup"
    )


def _check_length(journal: Path) -> None:
    log = read_log(journal.read_bytes())
    if log.unread > MAX_UNSURE:
        raise StoreError(
            f"{journal}: damaged after {log.readable} bytes; at least {log.unread} transactions after that cannot be read. "
            f"Nothing was changed. Restore a backup, or give these transactions up: `truncate -s {log.readable} {journal}`. "
            "Letters that they had are in the mailbox's done folder: mark them unread and move them back to the inbox"
        )


@dataclass(frozen=True)
class LeftLog:
    """How many bytes of a log can be read, and how many transactions end after them that are no older log's."""

    readable: int
    unread: int


def read_log(raw: bytes) -> LeftLog:
    """Judge a log."""
    if len(raw) < HEADER_BYTES:
        return LeftLog(0, 0)
    magic, _, page, _, *salts, first, second = unpack_from(">8I", raw)
    order = MAGIC.get(magic)
    if order is None or (sums := _checksum(raw[:24], (0, 0), order)) != (first, second):
        # It is on the disk before any frame, and without it nobody can tell frames from an older log's: they count.
        return LeftLog(0, (MAX_UNSURE + 1) * (len(raw) > HEADER_BYTES + FRAME_BYTES))
    readable, unread, is_whole = HEADER_BYTES, 0, True
    for start in range(HEADER_BYTES, len(raw) - FRAME_BYTES - page + 1, FRAME_BYTES + page):
        _, commits, *own, first, second = unpack_from(">6I", raw, start)
        if own != salts:
            is_whole = False
            continue
        if is_whole:
            sums = _checksum(raw[start : start + 8], sums, order)
            sums = _checksum(raw[start + FRAME_BYTES : start + FRAME_BYTES + page], sums, order)
            is_whole = sums == (first, second)
        if commits and is_whole:
            readable = start + FRAME_BYTES + page
        elif commits:
            unread += 1
    return LeftLog(readable, unread)


def _checksum(raw: bytes, sums: tuple[int, int], order: str) -> tuple[int, int]:
    words = array("I", raw)
    if sys.byteorder != order:
        words.byteswap()
    first, second = sums
    for one, two in zip(words[::2], words[1::2], strict=True):
        first = (first + one + second) & 0xFFFFFFFF
        second = (second + two + first) & 0xFFFFFFFF
    return first, second
