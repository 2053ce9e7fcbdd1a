"""A whole database goes into another one, of its own kind or the other, and is the same there."""

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import func, select

from pbem.daemon_lock import AlreadyRunning
from pbem.store.copying import copy_all
from pbem.store.database import Database
from pbem.store.errors import StoreError
from pbem.store.mail import inbox
from pbem.store.tables.games import GameRow
from pbem.store.tables.log import EntryRow
from pbem.store.tables.mail import LetterRow
from pbem.store.tables.row import Row
from tests.store.sample import NOW
from tests.support.conversation import YORK_SETUP, Conversation
from tests.support.empty import empty_database, execute

Opens = Callable[[Path], Database]


@pytest.fixture
def talk(tmp_path: Path) -> Iterator[Conversation]:
    """A game whose log, letters, mails, terms and seats are filled."""
    talk = Conversation(tmp_path, terms={"deadline": "72h"})
    talk.write("york", YORK_SETUP)
    yield talk
    talk.db.close()


def content(db: Database) -> dict[str, list[tuple[object, ...]]]:
    with db.reading() as session:
        connection = session.connection()
        return {
            table.name: [tuple(row) for row in connection.execute(select(table).order_by(*table.primary_key.columns))]
            for table in Row.metadata.sorted_tables
        }


def test_there_and_back_is_the_same_and_the_game_goes_on(talk: Conversation, tmp_path: Path) -> None:
    with (
        closing(Database.open(tmp_path / "copy.sqlite")) as there,
        closing(Database.open(empty_database(tmp_path / "back.sqlite"))) as back,
    ):
        counts = copy_all(talk.db, there)
        assert copy_all(there, back) == counts
        assert content(talk.db) == content(there) == content(back)
        assert (counts["game"], counts["seat"], counts["letter"]) == (1, 2, 1)
        assert counts["entry"] > 1
        assert back.integrity() == []
        talk.db.close()
        talk.db, talk.desk = back, replace(talk.desk, db=back)
        assert "could not be read" not in talk.write("lancaster", YORK_SETUP)[0].text
        with back.reading() as session:
            assert session.connection().execute(select(func.max(LetterRow.id))).scalar_one() == 2


@pytest.mark.usefixtures("game")
def test_only_an_empty_database_is_copied_into(talk: Conversation, db: Database) -> None:
    before = content(db)
    with pytest.raises(StoreError, match="the table game has rows"):
        copy_all(talk.db, db)
    assert content(db) == before
    with pytest.raises(StoreError, match="that is the database itself"):
        copy_all(db, db)


@pytest.mark.usefixtures("game")
def test_nothing_is_copied_from_a_database_at_work(db: Database, tmp_path: Path) -> None:
    with closing(Database.open(tmp_path / "copy.sqlite")) as copy, db.hold_daemon_lock():
        with pytest.raises(AlreadyRunning):
            copy_all(db, copy)
        assert content(copy)["game"] == []


@pytest.mark.usefixtures("game")
def test_a_copy_that_differs_is_not_kept(db: Database, tmp_path: Path) -> None:
    copy = Database.open(tmp_path / "copy.sqlite")
    execute(copy.location, "CREATE TRIGGER lose AFTER INSERT ON game BEGIN UPDATE game SET name = 'another'; END")
    with pytest.raises(StoreError, match="the table game is not the same"):
        copy_all(db, copy)
    assert content(copy)["game"] == []
    copy.close()


@pytest.mark.postgresql
def test_a_nul_in_a_letter_goes_and_one_in_a_log_is_refused(tmp_path: Path) -> None:
    source = Database.open(tmp_path / "games.sqlite")
    with source.writing() as session:
        letter, _ = inbox.accept(session, b"a\0b", "<1@x>", "a\0@x", NOW)
    with closing(Database.open(empty_database(tmp_path))) as copy:
        copy_all(source, copy)
        with copy.reading() as session:
            row = inbox.letter(session, letter.id)
            assert (row.raw, row.sender) == (b"a\0b", "a\ufffd@x")
    with source.writing() as session:
        session.add(GameRow(**dict.fromkeys(GameRow.model_fields, "") | GAME))
        session.flush()
        session.add(EntryRow(**ENTRY))
    with closing(Database.open(empty_database(tmp_path))) as copy, pytest.raises(StoreError, match="has a NUL"):
        copy_all(source, copy)
    source.close()


GAME = {
    "id": 1, "name": "b-1", "options": {}, "rules_version": 1, "status": "playing", "auth": "token", "created": NOW,
    "result": None, "finished": None, "is_sandbox": False, "is_archived": False,
}  # fmt: skip
ENTRY = {
    "game_id": 1, "number": 1, "kind": "answer", "seat": "york", "key": "k", "subject": "a\0b", "answer": 1, "after": "",
    "turn": "", "note": "", "written": NOW,
}  # fmt: skip
