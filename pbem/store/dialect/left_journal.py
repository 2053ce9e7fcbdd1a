"""Whether the write-ahead log that a killed program has left is its database's, and all of it can be read. SQLite takes what
it can read and says nothing of the rest.

Its form: https://www.sqlite.org/fileformat2.html, 4.
"""

from __future__ import annotations

import sqlite3
import sys
from array import array
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from struct import unpack_from
from typing import BinaryIO, Final

from pbem.store.errors import StoreError

HEADER_BYTES: Final = 32
FRAME_BYTES: Final = 24
"""The head of a frame; a page follows."""
MAGIC: Final = {0x377F0682: "little", 0x377F0683: "big"}
"""The order of bytes in the words of its checksums, by its first word."""
VERSION_AT: Final = 18
DAMAGED: Final = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
"""What SQLite says of files that do not fit. One that is another user's, or locked, says nothing of what is in it."""
PRIMARY: Final = 0xFF
"""An extended code of SQLite has the plain one in these bits."""
ROLLBACK: Final = b"\x01\x01"
"""A database's header says so where it has no write-ahead log, as a copy by `backup.sh` has none."""
PAGE_SIZES: Final = frozenset(2**power for power in range(9, 17))
MAX_UNSURE: Final = 1
"""Transactions that a power cut can have begun and not finished: nobody was told that they were done."""


def check_journal(path: Path) -> None:
    """Raise StoreError where the log beside a database is another's or damaged, or does not fit. Nothing is changed, so the
    next start finds the same.
    """
    journal = path.with_name(f"{path.name}-wal")
    if not _is_filled(path) or not _is_filled(journal):
        return
    try:
        damage = _damage(path, journal)
    except OSError as error:
        raise StoreError(f"{error.filename}: cannot be read: {error.strerror}") from error
    if damage:
        raise _stray(path, f"this file and the -wal file beside it do not fit together ({' '.join(damage.split())})")


def _damage(path: Path, journal: Path) -> str:
    """What SQLite says of a database with its log, or nothing. Raises StoreError and OSError."""
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
            return next((line for (line,) in reader.execute("PRAGMA integrity_check(1)") if line != "ok"), "")
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode & PRIMARY not in DAMAGED:
                raise StoreError(f"{path}, or the -wal or -shm file beside it, cannot be read: {error}") from error
            return str(error)


def _is_filled(path: Path) -> bool:
    """Whether there is something in a file; the last program that closes a database deletes its log."""
    with suppress(FileNotFoundError):
        return path.stat().st_size > 0
    return False


def _stray(path: Path, problem: str) -> StoreError:
    return StoreError(
        f"{path}: {problem}. Nothing was changed. If you have restored a copy, delete {path.name}-wal and {path.name}-shm "
        "and start again; if not, restore a backup"
    )


def _check_length(journal: Path) -> None:
    with suppress(FileNotFoundError), journal.open("rb") as file:
        _check_readable(journal, read_log(file))


def _check_readable(journal: Path, log: LeftLog) -> None:
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


def read_log(file: BinaryIO) -> LeftLog:
    """Judge a log, a frame at a time: one that a long look at the database has kept from being folded in has any length."""
    head = file.read(HEADER_BYTES)
    if len(head) < HEADER_BYTES:
        return LeftLog(0, 0)
    magic, _, page, _, *salts, first, second = unpack_from(">8I", head)
    order = MAGIC.get(magic)
    if order is None or page not in PAGE_SIZES or (sums := _checksum(head[:24], (0, 0), order)) != (first, second):
        # It is on the disk before any frame, and without it nobody can tell frames from an older log's: they count.
        return LeftLog(0, (MAX_UNSURE + 1) * (len(file.read(FRAME_BYTES + 1)) > FRAME_BYTES))
    readable, end, unread, is_whole = HEADER_BYTES, HEADER_BYTES, 0, True
    while len(frame := file.read(FRAME_BYTES + page)) == FRAME_BYTES + page:
        end += len(frame)
        _, commits, *own, first, second = unpack_from(">6I", frame)
        if own != salts:
            is_whole = False
            continue
        if is_whole:
            sums = _checksum(frame[FRAME_BYTES:], _checksum(frame[:8], sums, order), order)
            is_whole = sums == (first, second)
        if commits and is_whole:
            readable = end
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
