"""What a killed program leaves beside its database: cut, damaged, another database's. Either all that was committed is
there, or nothing begins and a sentence says what to do; a second start says the same.
"""

from __future__ import annotations

import shutil
import sqlite3
import tracemalloc
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from random import Random

import pytest

from pbem.daemon_lock import hold_lock
from pbem.store.database import Database
from pbem.store.dialect.left_journal import FRAME_BYTES, HEADER_BYTES, read_log
from pbem.store.errors import StoreError
from pbem.store.mail import inbox
from tests.support.empty import empty_database

from .sample import NOW, open_game
from .writer import LINES, transaction

pytestmark = pytest.mark.sqlite
TRANSACTIONS = 6
CUTS = 12
PAGE_BYTES = 4096


@dataclass
class Left:
    """A database whose writer was killed: its file, its log, and how long that was after each of the last transactions."""

    path: Path
    lengths: list[int]

    @property
    def journal(self) -> Path:
        return self.path.with_name(f"{self.path.name}-wal")

    @property
    def index(self) -> Path:
        return self.path.with_name(f"{self.path.name}-shm")

    def letters(self) -> int:
        """How many letters the database has when it is opened; all else must fit."""
        db = Database.open(self.path)
        try:
            assert db.integrity() == []
            with db.reading() as session:
                counts = [
                    session.connection().exec_driver_sql(f"SELECT count(*) FROM {table}").scalar_one()  # noqa: S608 - constants
                    for table in ("letter", "outgoing", "entry")
                ]
            letters = int(counts[0])
            assert counts == [letters, letters, LINES * letters]
            return letters
        finally:
            db.close()


def written(path: Path) -> Database:
    """A database, open, with a game in it that is folded into its file."""
    db = Database.open(empty_database(path))
    with db.writing() as session:
        open_game(session, "bosworth-1")
    with db.reading() as session:
        session.connection().exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    return db


@pytest.fixture
def left(tmp_path: Path) -> Left:
    db = written(tmp_path / "games.sqlite")
    found = Left(tmp_path / "left" / "games.sqlite", [])
    for _ in range(TRANSACTIONS):
        transaction(db, 1)
        found.lengths.append((tmp_path / "games.sqlite-wal").stat().st_size)
    found.path.parent.mkdir()
    for each in tmp_path.glob("games.sqlite*"):
        shutil.copy(each, found.path.parent / each.name)
    db.close()
    return found


def test_a_log_that_ends_anywhere_gives_the_last_transaction_before_that(left: Left) -> None:
    whole, file = left.journal.read_bytes(), left.path.read_bytes()
    chance = Random(33)  # noqa: S311 - for tests
    for end in [0, 1, 31, 32, 33, *left.lengths, *(chance.randrange(len(whole)) for _ in range(CUTS))]:
        left.path.write_bytes(file)
        left.index.unlink(missing_ok=True)
        left.journal.write_bytes(whole[:end])
        assert left.letters() == sum(length <= end for length in left.lengths)


ODD: dict[str, Callable[[Left], object]] = {
    "garbage behind": lambda left: _add(left.journal, Random(1).randbytes(30_000)),  # noqa: S311 - for tests
    "zeros behind": lambda left: _add(left.journal, bytes(50_000)),
    "no index": lambda left: left.index.unlink(),
    "an index of garbage": lambda left: left.index.write_bytes(Random(2).randbytes(40_000)),  # noqa: S311
    "an empty index": lambda left: left.index.write_bytes(b""),
}


def _add(path: Path, more: bytes) -> None:
    with path.open("ab") as file:
        file.write(more)


@pytest.mark.parametrize("odd", ODD.values(), ids=ODD)
def test_what_stands_behind_the_log_or_in_its_index_loses_nothing(left: Left, odd: Callable[[Left], object]) -> None:
    odd(left)
    assert left.letters() == TRANSACTIONS


def spoilt(left: Left, place: int) -> None:
    """A few bytes of the log are others."""
    raw = bytearray(left.journal.read_bytes())
    raw[place : place + 8] = b"\xa5" * 8
    left.journal.write_bytes(raw)


def test_the_last_transaction_is_all_that_can_be_lost_without_a_word(left: Left) -> None:
    spoilt(left, left.lengths[-2] + FRAME_BYTES + 100)
    assert left.letters() == TRANSACTIONS - 1


@pytest.mark.parametrize("place", [0, 20, HEADER_BYTES + FRAME_BYTES + 7, -1])
def test_a_log_that_is_damaged_before_its_end_is_told_at_each_start(left: Left, place: int) -> None:
    spoilt(left, place if place >= 0 else left.lengths[1] + FRAME_BYTES + 9)
    for _ in range(2):
        with pytest.raises(StoreError, match=r"games\.sqlite-wal: damaged after \d+ bytes.*truncate -s (\d+) ") as said:
            left.letters()
    end = int(str(said.value).split("truncate -s ")[1].split()[0])
    left.journal.write_bytes(left.journal.read_bytes()[:end])
    assert left.letters() == (2 if place < 0 else 0)


def test_a_log_of_a_program_at_work_is_its_own_business(left: Left) -> None:
    spoilt(left, HEADER_BYTES + FRAME_BYTES + 7)
    with hold_lock(left.path):
        assert left.letters() == 0


def restored(left: Left, copy: Callable[[Path, Path], object]) -> int:
    """A copy from before the last transactions is put where the database was, whose log is left there. Gives how many
    letters the copy has.
    """
    db = Database.open(left.path)
    letters = transaction(db, 1)
    with db.reading() as session:
        session.connection().exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    backup = left.path.with_name("backup.sqlite")
    copy(left.path, backup)
    for _ in range(30):
        transaction(db, 1)
    with db.reading() as session:
        session.connection().exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    with db.writing() as session:
        inbox.accept(session, b"raw", "<late@x>", "york@example.org", NOW)
    log = left.journal.read_bytes()
    db.close()
    shutil.move(backup, left.path)
    left.journal.write_bytes(log)
    return letters


def by_backup(source: Path, target: Path) -> None:
    """As deploy/backup.sh does."""
    with closing(sqlite3.connect(source)) as running, closing(sqlite3.connect(target)) as copy:
        running.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")


@pytest.mark.parametrize(
    ("copy", "problem"), [(by_backup, "this file is a copy"), (shutil.copy, "do not fit together")], ids=["backup.sh", "cp"]
)
def test_a_copy_beside_the_log_of_what_it_replaces_is_told(
    left: Left, copy: Callable[[Path, Path], object], problem: str
) -> None:
    letters = restored(left, copy)
    for _ in range(2):
        with pytest.raises(StoreError, match=f"{problem}.*delete games.sqlite-wal and games.sqlite-shm and start again"):
            left.letters()
    left.journal.unlink()
    left.index.unlink(missing_ok=True)
    assert left.letters() == letters


def test_frames_of_an_older_log_count_for_nothing(left: Left) -> None:
    """SQLite begins a log anew in the same file, with another mark."""
    raw = left.journal.read_bytes()
    frame = FRAME_BYTES + PAGE_BYTES
    older = bytearray(raw[left.lengths[1] :])
    for start in range(0, len(older) - frame + 1, frame):
        older[start + 8 : start + 12] = b"\0\0\0\1"
    log = read_log(BytesIO(raw[: left.lengths[1]] + bytes(older)))
    assert (log.readable, log.unread) == (left.lengths[1], 0)
    assert read_log(BytesIO(raw)).readable == left.lengths[-1]


def test_a_log_that_cannot_be_opened_is_not_taken_for_one_to_delete(left: Left) -> None:
    """It may be another user's, as after a command of root's; a folder in its place is as unreadable for all."""
    log = left.journal.read_bytes()
    left.journal.unlink()
    left.journal.mkdir()
    with pytest.raises(StoreError, match="cannot be read: ") as said:
        left.letters()
    assert "delete" not in str(said.value)
    left.journal.rmdir()
    left.journal.write_bytes(log)
    assert left.letters() == TRANSACTIONS


def test_a_long_log_is_not_held_in_memory(left: Left) -> None:
    """A log that a backup or an open shell keeps from being folded in grows without end."""
    with left.journal.open("r+b") as file:
        file.truncate(60_000_000)
    tracemalloc.start()
    try:
        assert left.letters() == TRANSACTIONS
        assert tracemalloc.get_traced_memory()[1] < 30_000_000
    finally:
        tracemalloc.stop()
