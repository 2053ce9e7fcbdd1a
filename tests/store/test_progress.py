"""What follows from a log is forgotten with every change, and found by an index."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import event
from sqlmodel import Session

from pbem.store.database import Database
from pbem.store.errors import NotFound
from pbem.store.games import journal, lobby, progress, removal, timekeeping, watchers
from pbem.store.games.progress import Progress
from pbem.store.tables.games import GameRow
from pbem.store.tables.row import AT_ONCE

from .sample import NOW, open_game, write_lines

STANDS = Progress(3, "Turn 2", (("york", NOW, False), ("lancaster", None, True)), "Europe/London")


@pytest.fixture
def kept(db: Database, game: GameRow) -> GameRow:
    """A game with terms and a log, of which all is kept."""
    with db.writing() as session:
        timekeeping.set_terms(session, game.id, {"deadline": "72h"})
        write_lines(session, game.id, 3)
        progress.keep(session, game.id, STANDS)
        progress.set_look(session, game.id, NOW)
    return game


def both(session: Session, game_id: int) -> tuple[Progress | None, object]:
    return progress.known(session, [game_id]).get(game_id), progress.look(session, game_id)


def test_what_is_kept_comes_back(db: Database, kept: GameRow) -> None:
    with db.reading() as session:
        assert both(session, kept.id) == (STANDS, NOW)


def test_what_is_kept_again_takes_the_place_of_that_before(db: Database, kept: GameRow) -> None:
    later = Progress(3, "over", (), "UTC")
    with db.writing() as session:
        progress.keep(session, kept.id, later)
        progress.set_look(session, kept.id, None)
        assert both(session, kept.id) == (later, None)


@pytest.mark.parametrize("change", ["append", "strike", "terms", "hold", "finish"])
def test_every_change_has_it_found_out_anew(db: Database, kept: GameRow, change: str) -> None:
    with db.writing() as session:
        match change:
            case "append":
                write_lines(session, kept.id, 1)
            case "strike":
                journal.strike(session, kept.id, 2, "a slip", NOW)
            case "terms":
                timekeeping.set_terms(session, kept.id, {"deadline": "24h"})
            case "hold":
                lobby.hold(session, kept.id, "a holiday")
            case _:
                lobby.finish(session, kept.id, {}, NOW)
        assert both(session, kept.id) == (None, AT_ONCE)


def test_only_games_that_are_played_are_due(db: Database, kept: GameRow) -> None:
    with db.writing() as session:
        for name, look in (("later-1", NOW + timedelta(seconds=1)), ("never-1", None), ("unknown-1", AT_ONCE)):
            other = open_game(session, name)
            timekeeping.set_terms(session, other.id, {})
            progress.set_look(session, other.id, look)
        held = open_game(session, "held-1")
        timekeeping.set_terms(session, held.id, {})
        lobby.hold(session, held.id, "a holiday")
    with db.reading() as session:
        assert [lobby.game(session, id_).name for id_ in progress.due_games(session, NOW)] == [kept.name, "unknown-1"]


def test_a_log_is_told_from_another_by_its_mark(db: Database, kept: GameRow) -> None:
    with db.writing() as session:
        marks = [progress.log_version(session, kept.id)]
        write_lines(session, kept.id, 1)
        marks.append(progress.log_version(session, kept.id))
        journal.strike(session, kept.id, 4, "a slip", NOW)
        marks.append(progress.log_version(session, kept.id))
    assert len(set(marks)) == 3


def plans(db: Database, session: Session) -> list[str]:
    """How SQLite would find the rows of each statement from now on."""
    found: list[str] = []

    def explain(_connection: object, _cursor: object, statement: str, parameters: Any, *_more: object) -> None:
        rows = session.connection().connection.cursor().execute(f"EXPLAIN QUERY PLAN {statement}", parameters)
        found.extend(row[3] for row in rows)

    event.listen(db._engine, "before_cursor_execute", explain)
    return found


@pytest.mark.sqlite
def test_what_is_due_and_what_is_past_its_time_is_found_by_an_index(db: Database) -> None:
    with db.writing() as session:
        found = plans(db, session)
        progress.due_games(session, NOW)
        removal.forget_raw(session, NOW, 10)
    assert not [line for line in found if line.startswith("SCAN")]
    for index in ("ix_terms_look_at", "ix_letter_with_text", "ix_outgoing_with_text", "ix_letter_game_id_seat_received"):
        assert any(index in line for line in found)


@pytest.mark.sqlite
def test_whose_a_letter_is_is_found_by_an_index(db: Database) -> None:
    with db.writing() as session:
        found = plans(db, session)
        lobby.seat_by_token_hash(session, "0" * 64)
        lobby.seat_by_address(session, "ann@example.test")
        watchers.by_address(session, "ann@example.test")
        with pytest.raises(NotFound):
            lobby.find_game(session, "bosworth-9")
    assert [line for line in found if line.startswith("SCAN")] == ["SCAN game"]  # the newest names, for a mistyped one


@pytest.mark.sqlite
def test_loose_references_are_looked_for_in_indexes(db: Database) -> None:
    with db.reading() as session:
        session.connection()
        found = plans(db, session)
        db.integrity()
    scanned = {line for line in found if line.startswith("SCAN") and "INDEX" not in line}
    assert scanned <= {"SCAN progress", "SCAN sqlite_master", "SCAN heartbeat"}
