"""Old letters are let go a little at a time, and others may write in between."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from sqlmodel import col, select

from pbem.moderator.desk import overview
from pbem.moderator.desk.overview import forget
from pbem.moderator.intake.moderating import take_in
from pbem.store.database import Database
from pbem.store.dialect import base
from pbem.store.games import timekeeping
from pbem.store.tables.mail import LetterRow, OutgoingRow
from tests.support.conversation import Conversation

LETTERS = 7


@pytest.fixture
def talk(tmp_path: Path) -> Iterator[Conversation]:
    talk = Conversation(tmp_path)
    for number in range(LETTERS):
        talk.write("york", f"give y{number} nobody")
        talk.deliver(f"From: stranger@example.net\nMessage-ID: <{number}@example.net>\n\nto buy\n".encode())
    talk.clock.move(days=talk.desk.mails.retention_days + 1)
    yield talk
    talk.db.close()


def texts(db: Database) -> int:
    """How many rows of letters and mails still have their text, or are a stranger's."""
    with db.reading() as session:
        kept = (session.scalars(select(table).where(col(table.raw) != b"")).all() for table in (LetterRow, OutgoingRow))
        return sum(map(len, kept))


def test_a_few_go_at_a_time_and_others_may_write_in_between(talk: Conversation, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(overview, "ROWS_AT_ONCE", 2)
    monkeypatch.setattr(base, "BUSY_SECONDS", 0)
    other = Database.open(talk.db.location)
    left = [texts(other)]

    def meanwhile(_seconds: float) -> None:
        with other.writing() as session:
            timekeeping.beat(session, timekeeping.Beat(talk.clock()))
        left.append(texts(other))

    monkeypatch.setattr(overview, "sleep", meanwhile)
    forget(talk.desk)
    gone = [before - after for before, after in pairwise(left)]
    assert len(gone) >= LETTERS // 2
    assert 0 < max(gone) <= 3 * 2
    with other.reading() as session:
        assert [row.sender for row in session.scalars(select(LetterRow))] == ["ann@example.test"] * LETTERS
        waiting = session.scalars(select(OutgoingRow).where(col(OutgoingRow.status) == "waiting")).all()
        assert texts(other) == len(waiting)
    other.close()


def test_what_waits_to_be_dealt_with_stays(talk: Conversation) -> None:
    take_in(talk.desk, b"From: ann@example.test\nMessage-ID: <late@example.test>\n\nreport\n")
    talk.clock.move(days=talk.desk.mails.retention_days + 1)
    forget(talk.desk)
    with talk.db.reading() as session:
        (row,) = session.scalars(select(LetterRow).where(col(LetterRow.status) == "new"))
        assert row.raw.endswith(b"report\n")
