"""Transactions, durability settings, migration and health."""

import re
import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import create_engine, text
from sqlalchemy.exc import IntegrityError, OperationalError, StatementError

from pbem.store import database as database_module
from pbem.store.database import Database
from pbem.store.errors import Busy, Changed, StoreError, TooNew, Unwritable
from pbem.store.games import journal, lobby, progress
from pbem.store.mail import inbox
from pbem.store.migrate import migrate, newest_revision
from pbem.store.tables import AT_ONCE, GameRow, Row, SeatRow

from .sample import KEY, NOW, open_game, write_lines


def pragma(db: Database, name: str) -> object:
    with db.reading() as session:
        return session.connection().exec_driver_sql(f"PRAGMA {name}").scalar()


def raw(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement)


def schema(connection: sqlite3.Connection) -> dict[str, tuple[list[str], list[str]]]:
    found = connection.execute("SELECT name, sql FROM sqlite_master WHERE type IN ('table', 'index') AND sql NOT NULL")
    return {name: _parts(sql) for name, sql in found if name != "alembic_version"}


def _parts(sql: str) -> tuple[list[str], list[str]]:
    """The columns in their order, and the constraints, which a rebuilt table has in another."""
    # SQLite adds a column on the line of the one before it.
    parts = [part for line in sql.splitlines() for part in re.split(r", (?=\w+ [A-Z]+(?: DEFAULT|,))", line)]
    lines = [part.strip().rstrip(",").replace('"', "") for part in parts if part.strip(" ()")]
    columns = [line for line in lines if not line.startswith("CONSTRAINT")]
    return columns, sorted(line for line in lines if line.startswith("CONSTRAINT"))


def test_settings_that_survive_a_power_cut(db: Database) -> None:
    assert pragma(db, "journal_mode") == "wal"
    assert pragma(db, "synchronous") == 2
    assert pragma(db, "foreign_keys") == 1
    assert pragma(db, "busy_timeout") == 10_000


def test_the_file_is_its_owners_alone(db: Database) -> None:
    assert stat.S_IMODE(db.path.stat().st_mode) == 0o600


def test_an_exception_undoes_the_whole_transaction(db: Database, game: GameRow) -> None:
    def half_way() -> None:
        with db.writing() as session:
            inbox.accept(session, b"raw", "<1@x>", "york@example.org", NOW)
            write_lines(session, game.id, 3)
            raise KeyError("the rules are wrong")

    with pytest.raises(KeyError, match="rules are wrong"):
        half_way()
    with db.reading() as session:
        assert journal.read(session, game.id) == []
        assert inbox.pending_letters(session) == []


def test_a_reader_cannot_write(db: Database, game: GameRow) -> None:
    with db.reading() as session, pytest.raises(OperationalError, match="readonly"):
        lobby.hold(session, game.id, "no")
    with db.writing() as session:
        lobby.hold(session, game.id, "yes")


def test_a_reader_sees_one_moment(db: Database, game: GameRow) -> None:
    with db.reading() as reader:
        assert journal.next_number(reader, game.id) == 1
        with db.writing() as session:
            write_lines(session, game.id, 2)
        assert journal.next_number(reader, game.id) == 1
    with db.reading() as reader:
        assert journal.next_number(reader, game.id) == 3


def test_a_second_writer_is_told_to_wait(db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database_module, "BUSY_SECONDS", 0)
    other = Database.open(db.path)
    with db.writing(), pytest.raises(Busy, match="another process"), other.writing():
        pass
    other.close()


def test_foreign_keys_are_enforced(db: Database) -> None:
    with pytest.raises(IntegrityError), db.writing() as session:
        session.add(SeatRow(game_id=99, name="york", player="", address="", token_hash="t"))  # noqa: S106


def test_times_come_back_aware_and_as_the_same_instant(db: Database) -> None:
    local = NOW.astimezone(timezone(timedelta(hours=5, minutes=45)))
    with db.writing() as session:
        inbox.accept(session, b"raw", "<1@x>", "a@x", local)
    with db.reading() as session:
        (letter,) = inbox.pending_letters(session)
        assert session.connection().execute(text("SELECT received FROM letter")).scalar() == (
            "2031-03-30T00:59:58.123456+00:00"
        )
    assert letter.received == local
    assert letter.received.utcoffset() == timedelta(0)


def test_a_naive_time_is_refused(db: Database) -> None:
    with pytest.raises(StatementError, match="no time zone"), db.writing() as session:
        inbox.accept(session, b"raw", "<1@x>", "a@x", datetime(2031, 3, 30))  # noqa: DTZ001


def test_rows_do_not_show_secrets(db: Database, game: GameRow) -> None:
    with db.reading() as session:
        seat = lobby.seat(session, game.id, "york")
    assert game.key not in repr(game)
    assert seat.token_hash not in repr(seat)


def test_migrations_make_the_schema_of_the_tables(db: Database) -> None:
    engine = create_engine("sqlite://")
    Row.metadata.create_all(engine)
    with engine.connect() as meant, closing(sqlite3.connect(db.path)) as made:
        assert isinstance(meant.connection.dbapi_connection, sqlite3.Connection)
        assert schema(made) == schema(meant.connection.dbapi_connection)
    engine.dispose()


@pytest.mark.filterwarnings("ignore:Skipped unsupported reflection of expression-based index")
@pytest.mark.filterwarnings("ignore:autogenerate skipping metadata-specified expression-based index")
def test_alembic_finds_nothing_to_migrate(db: Database) -> None:
    with db.reading() as session:
        context = MigrationContext.configure(session.connection(), opts={"compare_type": True})
        assert compare_metadata(context, Row.metadata) == []


def test_an_old_database_is_copied_then_migrated(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    migrate(path, target="v0001")
    raw(path, "INSERT INTO game VALUES (1,'b-1','p','b','{}',1,1,'0','k','c','playing','',NULL,'token','2031','')")
    Database.open(path).close()
    copy = tmp_path / "games.v0001.sqlite"
    for file, revision in ((path, newest_revision()), (copy, "v0001")):
        with closing(sqlite3.connect(file)) as connection:
            assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [(revision,)]
            assert connection.execute("SELECT name FROM game").fetchall() == [("b-1",)]
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600


def test_a_copy_is_never_written_over_and_can_be_declined(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    earlier = tmp_path / "games.v0001.sqlite"
    earlier.write_text("precious")
    migrate(path, target="v0001")
    assert migrate(path) == tmp_path / "games.v0001-2.sqlite"
    assert earlier.read_text() == "precious"
    declined = tmp_path / "declined.sqlite"
    migrate(declined, target="v0001")
    assert migrate(declined, backup=False) is None


def test_a_current_or_new_database_needs_no_copy(db: Database) -> None:
    db.close()
    Database.open(db.path).close()
    assert [file.name for file in db.path.parent.iterdir()] == ["games.sqlite"]


def test_a_newer_database_is_refused_and_left_alone(db: Database) -> None:
    db.close()
    raw(db.path, "UPDATE alembic_version SET version_num = 'v9999'")
    before = db.path.read_bytes()
    with pytest.raises(TooNew, match="v9999, newer than this program"):
        Database.open(db.path)
    assert db.path.read_bytes() == before


def test_a_failing_migration_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    migrate(path, target="v0001")
    raw(path, "INSERT INTO seat VALUES (1, 77, 'york', '', '', 't', NULL, '', 0)")
    with pytest.raises(StoreError, match="1 rows point to rows that are not there"):
        Database.open(path)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [("v0001",)]
        assert connection.execute("SELECT * FROM sqlite_master WHERE type = 'trigger'").fetchall() == []


@pytest.mark.parametrize("content", [b"Dear moderator, " * 100, b"\x00" * 4096])
def test_a_file_that_is_no_database_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "letter.txt"
    path.write_bytes(content)
    with pytest.raises(StoreError, match=r"letter\.txt: cannot be opened"):
        Database.open(path)


def test_another_programs_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.sqlite"
    raw(path, "CREATE TABLE recipes (id INTEGER)")
    with pytest.raises(StoreError, match="belongs to another program"):
        Database.open(path)


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"nowhere.*cannot be written"):
        Database.open(tmp_path / "nowhere" / "games.sqlite")


def test_odd_characters_in_the_path(tmp_path: Path) -> None:
    path = tmp_path / "my %20 games?#.sqlite"
    Database.open(path).close()
    assert path.stat().st_size > 0


def test_integrity_of_a_sound_database(db: Database, game: GameRow) -> None:
    with db.writing() as session:
        write_lines(session, game.id, 5)
        open_game(session, "bosworth-2")
    assert db.integrity() == []


def test_integrity_names_what_is_wrong(db: Database, game: GameRow) -> None:
    with db.writing() as session:
        write_lines(session, game.id, 3)
    raw(db.path, "DROP TRIGGER entry_guards_delete")
    raw(db.path, "DELETE FROM entry WHERE number = 2")
    raw(db.path, "INSERT INTO strike VALUES (1, 55, 1, 2, '', '')")
    assert db.integrity() == [
        "strike row 1 points to a game that is not there",
        "bosworth-1: 2 log entries are numbered from 1 to 3",
        "the trigger entry_guards_delete is missing: the log could be changed",
    ]


def test_the_text_of_an_error_shows_no_key(db: Database) -> None:
    with db.writing() as session:
        row = open_game(session, "bosworth-1")
    with pytest.raises(IntegrityError) as caught, db.writing() as session:
        session.add(GameRow(**row.model_dump(exclude={"id"})))
    assert KEY.hex() not in str(caught.value)


def test_of_an_older_database_everything_is_to_be_found_out(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    migrate(path, target="v0005")
    raw(path, "INSERT INTO game VALUES (1,'b-1','p','b','{}',1,1,'0','k','c','playing','',NULL,'token','2031','')")
    raw(path, """INSERT INTO terms VALUES (1,1,'{"deadline":"72h"}')""")
    db = Database.open(path)
    with db.reading() as session:
        assert progress.known(session, [1]) == {}
        assert progress.look(session, 1) == AT_ONCE
        assert progress.due_games(session, NOW) == [1]
    db.close()


def test_who_reads_first_keeps_nobody_from_writing_until_they_write(db: Database, game: GameRow) -> None:
    with db.reading_first() as session:
        assert lobby.find_game(session, game.name).status == "playing"
        raw(db.path, "UPDATE seat SET bounces = 1")
    with db.reading_first() as session:
        lobby.hold(session, game.id, "a pause")
        with pytest.raises(sqlite3.OperationalError, match="locked"), closing(sqlite3.connect(db.path, timeout=0)) as mine:
            mine.execute("UPDATE seat SET bounces = 2")
    with db.reading() as session:
        assert lobby.game(session, game.id).held_because == "a pause"


def hold_after(db: Database, game: GameRow, act: Callable[[], object]) -> None:
    """Look at a game, and hold it when something else has happened."""
    with db.reading_first() as session:
        lobby.find_game(session, game.name)
        act()
        lobby.hold(session, game.id, "a pause")


def test_what_was_read_first_is_not_written_upon_if_somebody_else_has_written(db: Database, game: GameRow) -> None:
    with pytest.raises(Changed):
        hold_after(db, game, lambda: raw(db.path, "UPDATE seat SET bounces = 1"))
    with db.reading() as session:
        assert lobby.game(session, game.id).status == "playing"
        assert {seat.bounces for seat in lobby.seats(session, game.id)} == {1}


def test_who_reads_first_does_not_wait_for_one_who_is_writing(db: Database, game: GameRow) -> None:
    with closing(sqlite3.connect(db.path, isolation_level=None)) as other:
        with pytest.raises(Changed):
            hold_after(db, game, lambda: other.execute("BEGIN IMMEDIATE"))
        other.execute("ROLLBACK")


def test_an_exception_undoes_what_was_written_after_reading(db: Database, game: GameRow) -> None:
    def half_way() -> None:
        with db.reading_first() as session:
            lobby.hold(session, game.id, "a pause")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        half_way()
    with db.reading() as session:
        assert lobby.game(session, game.id).status == "playing"


@pytest.mark.parametrize("said", ["attempt to write a readonly database", "disk I/O error", "unable to open database file"])
def test_a_file_that_cannot_be_written_is_told_as_that(tmp_path: Path, said: str) -> None:
    db = Database.open(tmp_path / "test.sqlite")
    with pytest.raises(Unwritable, match=f"test.sqlite: cannot be written: {said}"), db.writing():
        raise OperationalError("INSERT", {}, sqlite3.OperationalError(said))
    db.close()


def test_when_the_first_orders_are_due_is_read_from_what_an_older_database_keeps(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    migrate(path, target="v0019")
    raw(
        path,
        "INSERT INTO game (id, name, rules, scenario, options, rules_version, scenario_version, code_version, key,"
        " commitment, status, held_because, auth, created)"
        " VALUES (1,'b-1','p','b','{}',1,'1','0','k','c','playing','','token','2031-01-01')",
    )
    raw(
        path,
        """INSERT INTO progress VALUES (1, 1, 0, '', 'turn 1', '[["york","2031-03-30T03:00:00+02:00",false],
        ["lancaster","2031-03-30T02:00:00+00:00",false],["wales",null,true]]', 'UTC')""",
    )
    db = Database.open(path)
    with db.reading() as session:
        due = datetime(2031, 3, 30, 1, tzinfo=UTC)
        assert progress.overdue(session, due) == {}
        assert [*progress.overdue(session, due + timedelta(seconds=1))] == [1]
    db.close()
