"""Observers as they are kept."""

import pytest

from pbem.mail.address import hash_of
from pbem.store.archive.transfer import export_game, import_game
from pbem.store.database import Database
from pbem.store.errors import BadArchive, Duplicate, NotFound
from pbem.store.games import lobby, press, watchers
from pbem.store.tables.games import GameRow
from pbem.store.tables.mail import MessageRow

from .sample import NOW, open_game


def test_an_observer_is_found_by_game_address_and_thread(db: Database, game: GameRow) -> None:
    with db.writing() as session:
        other = open_game(session, "bosworth-2")
        clio = watchers.add(session, game.id, "Clio", "Clio@example.org", "observer-1", 0)
        again = watchers.add(session, other.id, "Clio", "clio@example.org", "observer-2", 7)
        dan = watchers.add(session, game.id, "Dan", "dan@example.org", "observer-3", 0)
    with db.reading() as session:
        assert [row.id for row in watchers.observers(session, game.id)] == [clio.id, dan.id]
        assert watchers.observer(session, game.id, "CLIO@example.org").id == clio.id
        assert [row.id for row in watchers.by_address(session, "clio@EXAMPLE.org")] == [clio.id, again.id]
        found = watchers.by_thread(session, "observer-2")
        assert found is not None
        assert (found.id, found.told) == (again.id, 7)
        assert watchers.by_thread(session, "observer-9") is None
        with pytest.raises(NotFound, match=r"has no observer eve@x; it has: Clio@example\.org, dan@example\.org"):
            watchers.observer(session, game.id, "eve@x")


def test_who_has_read_that_a_game_has_none_finds_those_that_come(db: Database, game: GameRow) -> None:
    words = {"place": 1, "seat": "york", "readers": ["lancaster"], "unsigned": False, "text": "Well met."}
    message = MessageRow(game_id=game.id, written=NOW, **words)
    with db.writing() as session:
        lobby.seat_by_token_hash(session, hash_of("bosworth-1.york"))
        assert (watchers.observers(session, game.id), press.readable(session, game.id, "york", 9)) == ([], [])
        clio = watchers.add(session, game.id, "Clio", "clio@example.org", "observer-1", 0)
        press.add(session, message, ["lancaster"])
        assert watchers.observers(session, game.id) == [clio]
        assert press.undelivered(session, game.id, "lancaster") == press.readable(session, game.id, "york", 9) == [message]
    with db.reading() as session:
        lobby.seat_by_token_hash(session, hash_of("bosworth-1.york"))
        assert [row.id for row in watchers.observers(session, game.id)] == [clio.id]
        assert [row.id for row in press.undelivered(session, game.id, "lancaster")] == [message.id]


def test_nobody_watches_a_game_twice(db: Database, game: GameRow) -> None:
    with db.writing() as session:
        watchers.add(session, game.id, "Clio", "clio@example.org", "observer-1", 0)
        with pytest.raises(Duplicate, match=r"CLIO@example\.org is an observer of bosworth-1 already"):
            watchers.add(session, game.id, "Clio", "CLIO@example.org", "observer-2", 0)


def test_nothing_stays_of_one_who_is_removed(db: Database, game: GameRow) -> None:
    with db.writing() as session:
        watchers.remove(session, watchers.add(session, game.id, "Clio", "clio@example.org", "observer-1", 0))
    with db.reading() as session:
        assert watchers.observers(session, game.id) == []
        with pytest.raises(NotFound, match="it has: none at all"):
            watchers.observer(session, game.id, "clio@example.org")


def test_a_thread_of_another_game_and_an_observer_twice_are_refused(db: Database, game: GameRow) -> None:
    with db.writing() as session:
        watchers.add(session, game.id, "Clio", "clio@example.org", "observer-1", 0)
        document = export_game(session, game.id)
    for seat in document["seats"]:
        seat["token_hash"] = seat["token_hash"][::-1]
    with db.writing() as session, pytest.raises(Duplicate, match="called observer-1 in this database already"):
        import_game(session, document, rename="bosworth-2")
    document["observers"] *= 2
    with db.writing() as session, pytest.raises(BadArchive, match=r"observer clio@example\.org is there twice"):
        import_game(session, document, rename="bosworth-3")


def test_an_archive_from_before_there_were_observers_is_read(db: Database, game: GameRow) -> None:
    with db.reading() as session:
        document = export_game(session, game.id)
    del document["observers"]
    for seat in document["seats"]:
        seat["token_hash"] = seat["token_hash"][::-1]
    with db.writing() as session:
        restored = import_game(session, document, rename="bosworth-2")
        assert watchers.observers(session, restored.id) == []
