"""Transactions, durability settings, migration and health."""

import re
import shutil
import sqlite3
import stat
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from time import sleep

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, text
from sqlalchemy.exc import IntegrityError, OperationalError, StatementError
from sqlmodel import select

from pbem.store import migrate as migrate_module
from pbem.store.database import Database
from pbem.store.dialect import base
from pbem.store.errors import Busy, Changed, StoreError, TooNew, Unwritable
from pbem.store.games import journal, lobby, progress
from pbem.store.mail import inbox, warned
from pbem.store.migrate import migrate, newest_revision
from pbem.store.tables.games import GameRow, SeatRow
from pbem.store.tables.row import AT_ONCE, Row, UtcTime
from tests.support import postgresql
from tests.support.empty import execute

from .sample import KEY, NOW, open_game, write_lines


def pragma(db: Database, name: str) -> object:
    with db.reading() as session:
        return session.connection().exec_driver_sql(f"PRAGMA {name}").scalar()


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


@pytest.mark.sqlite
def test_a_library_that_is_too_old_is_named_before_anything_is_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 34, 1))
    monkeypatch.setattr(sqlite3, "sqlite_version", "3.34.1")
    with pytest.raises(StoreError, match=r"has SQLite 3\.34\.1, and pbem needs 3\.35 or newer"):
        Database.open(tmp_path / "new.sqlite")
    assert not list(tmp_path.iterdir())


@pytest.mark.sqlite
def test_settings_that_survive_a_power_cut(db: Database) -> None:
    assert pragma(db, "journal_mode") == "wal"
    assert pragma(db, "synchronous") == 2
    assert pragma(db, "foreign_keys") == 1
    assert pragma(db, "busy_timeout") == 10_000


@pytest.mark.sqlite
def test_the_file_is_its_owners_alone(db: Database) -> None:
    assert db.path is not None
    assert stat.S_IMODE(db.path.stat().st_mode) == 0o600


def _is_ours(name: str | None, _kind: str, _parents: object) -> bool:
    """The right to write is a table of the dialect's own."""
    return name not in ("writer_turn", "game_turn")


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
    with pytest.raises(Unwritable, match=r"read-?only"), db.reading() as session:
        lobby.hold(session, game.id, "no")
    with db.writing() as session:
        lobby.hold(session, game.id, "yes")


def test_who_goes_on_after_a_failure_of_the_database_has_done_nothing(db: Database, game: GameRow) -> None:
    """As where a letter is looked at, and the next one whatever is wrong with that."""
    with pytest.raises(Unwritable, match=r"read-?only"), db.reading() as session, suppress(Exception):
        lobby.hold(session, game.id, "no")
    with pytest.raises(ValueError, match="ours"), db.reading():
        raise ValueError("a fault of ours")


def test_a_reader_sees_one_moment(db: Database, game: GameRow) -> None:
    with db.reading() as reader:
        assert journal.next_number(reader, game.id) == 1
        with db.writing() as session:
            write_lines(session, game.id, 2)
        assert journal.next_number(reader, game.id) == 1
    with db.reading() as reader:
        assert journal.next_number(reader, game.id) == 3


def test_a_second_writer_is_told_to_wait(db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base, "BUSY_SECONDS", 0)
    other = Database.open(db.location)
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


@pytest.mark.sqlite
def test_migrations_make_the_schema_of_the_tables(db: Database) -> None:
    engine = create_engine("sqlite://")
    Row.metadata.create_all(engine)
    assert db.path is not None
    with engine.connect() as meant, closing(sqlite3.connect(db.path)) as made:
        assert isinstance(meant.connection.dbapi_connection, sqlite3.Connection)
        assert schema(made) == schema(meant.connection.dbapi_connection)
    engine.dispose()


@pytest.mark.filterwarnings("ignore:Skipped unsupported reflection of expression-based index")
@pytest.mark.filterwarnings("ignore:autogenerate skipping metadata-specified expression-based index")
def test_alembic_finds_nothing_to_migrate(db: Database) -> None:
    with db.reading() as session:
        context = MigrationContext.configure(session.connection(), opts={"compare_type": True, "include_name": _is_ours})
        assert compare_metadata(context, Row.metadata) == []


@pytest.mark.sqlite
def test_an_old_database_is_copied_then_migrated(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    migrate(path, target="v0001")
    execute(path, "INSERT INTO game VALUES (1,'b-1','p','b','{}',1,1,'0','k','c','playing','',NULL,'token','2031','')")
    Database.open(path).close()
    copy = tmp_path / "games.v0001.sqlite"
    for file, revision in ((path, newest_revision()), (copy, "v0001")):
        with closing(sqlite3.connect(file)) as connection:
            assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [(revision,)]
            assert connection.execute("SELECT name FROM game").fetchall() == [("b-1",)]
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600


@pytest.mark.sqlite
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


@pytest.mark.sqlite
def test_a_current_or_new_database_needs_no_copy(db: Database) -> None:
    db.close()
    Database.open(db.location).close()
    assert db.path is not None
    assert [file.name for file in db.path.parent.iterdir()] == ["games.sqlite"]


def test_a_newer_database_is_refused_and_left_alone(db: Database) -> None:
    db.close()
    execute(db.location, "UPDATE alembic_version SET version_num = 'v9999'")
    with pytest.raises(TooNew, match="v9999, newer than this program"):
        Database.open(db.location)
    assert execute(db.location, "SELECT version_num FROM alembic_version") == [("v9999",)]


@pytest.mark.sqlite
def test_a_failing_migration_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    migrate(path, target="v0001")
    execute(path, "INSERT INTO seat VALUES (1, 77, 'york', '', '', 't', NULL, '', 0)")
    with pytest.raises(StoreError, match="1 rows point to rows that are not there"):
        Database.open(path)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [("v0001",)]
        assert connection.execute("SELECT * FROM sqlite_master WHERE type = 'trigger'").fetchall() == []


@pytest.mark.sqlite
@pytest.mark.parametrize("content", [b"Dear moderator, " * 100, b"\x00" * 4096])
def test_a_file_that_is_no_database_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "letter.txt"
    path.write_bytes(content)
    with pytest.raises(StoreError, match=r"letter\.txt: cannot be opened"):
        Database.open(path)


STEP = """
import sqlalchemy as sa
from alembic import op

revision = "v9999"
down_revision = "{newest}"


def upgrade() -> None:
    with op.batch_alter_table("warned") as warned:
        warned.add_column(sa.Column("times", sa.Integer(), server_default="0", nullable=False))
        warned.create_index("ix_warned_times", ["times"])
    op.execute("UPDATE warned SET times = times + 1")
    {last}
"""


@pytest.mark.parametrize("last", ["", 'op.execute("UPDATE recipes SET name = 1")'])
def test_the_next_step_of_a_migration_is_made_whole_or_not_at_all(
    db: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, last: str
) -> None:
    with db.writing() as session:
        warned.note_warned(session, "a@x", NOW, NOW)
    db.close()
    scripts = shutil.copytree(Path(migrate_module.__file__).parent / "migrations", tmp_path / "migrations")
    (scripts / "versions" / "v9999_next.py").write_text(STEP.format(newest=newest_revision(), last=last), encoding="utf-8")
    config = migrate_module._config()
    config.set_main_option("script_location", str(scripts))
    with monkeypatch.context() as patch:
        patch.setattr(migrate_module, "_config", lambda: config)
        patch.setattr(migrate_module, "_scripts", lambda: ScriptDirectory.from_config(config))
        if last:
            with pytest.raises(StoreError, match="recipes"):
                migrate(db.location)
        else:
            migrate(db.location)
    version = newest_revision() if last else "v9999"
    assert execute(db.location, "SELECT version_num FROM alembic_version") == [(version,)]
    found = execute(db.location, "SELECT * FROM warned")
    assert found == [("a@x", UtcTime.text(NOW), *(() if last else (1,)))]


def test_another_programs_database_is_refused(tmp_path: Path) -> None:
    location = postgresql.new_database() if postgresql.IS_ON else tmp_path / "other.sqlite"
    execute(location, "CREATE TABLE recipes (id INTEGER)")
    with pytest.raises(StoreError, match="belongs to another program"):
        Database.open(location)
    assert execute(location, "SELECT * FROM recipes") == []


@pytest.mark.sqlite
def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"nowhere.*cannot be written"):
        Database.open(tmp_path / "nowhere" / "games.sqlite")


@pytest.mark.sqlite
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
    on_table = " ON entry" if postgresql.IS_ON else ""
    unchecked = ("ALTER TABLE strike DISABLE TRIGGER ALL",) if postgresql.IS_ON else ()  # of references too
    execute(db.location, f"DROP TRIGGER entry_guards_delete{on_table}", "DELETE FROM entry WHERE number = 2")
    execute(db.location, *unchecked, "INSERT INTO strike VALUES (1, 55, 1, 2, '', '')")
    if postgresql.IS_ON:
        execute(db.location, "ALTER TABLE strike ENABLE TRIGGER ALL")
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


@pytest.mark.sqlite
def test_of_an_older_database_everything_is_to_be_found_out(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    migrate(path, target="v0005")
    execute(path, "INSERT INTO game VALUES (1,'b-1','p','b','{}',1,1,'0','k','c','playing','',NULL,'token','2031','')")
    execute(path, """INSERT INTO terms VALUES (1,1,'{"deadline":"72h"}')""")
    db = Database.open(path)
    with db.reading() as session:
        assert progress.known(session, [1]) == {}
        assert progress.look(session, 1) == AT_ONCE
        assert progress.due_games(session, NOW) == [1]
    db.close()


@pytest.fixture
def impatient(db: Database, monkeypatch: pytest.MonkeyPatch) -> Iterator[Database]:
    """The same database as another process has it open, that waits for no other writer."""
    monkeypatch.setattr(base, "BUSY_SECONDS", 0)
    other = Database.open(db.location)
    yield other
    other.close()


def bounce(db: Database) -> None:
    """One more mail to each seat comes back."""
    with db.writing() as session:
        for seat in session.exec(select(SeatRow)):
            seat.bounces += 1


def test_who_reads_first_keeps_nobody_from_writing_until_they_write(
    db: Database, game: GameRow, impatient: Database
) -> None:
    with db.reading_first() as session:
        assert lobby.find_game(session, game.name).status == "playing"
        bounce(impatient)
    with db.reading_first() as session:
        lobby.hold(session, game.id, "a pause")
        with pytest.raises(Busy), impatient.writing():
            pass
    with db.reading() as session:
        assert lobby.game(session, game.id).held_because == "a pause"


def hold_after(db: Database, game: GameRow, act: Callable[[], object]) -> None:
    """Look at a game, and hold it when something else has happened."""
    with db.reading_first() as session:
        lobby.find_game(session, game.name)
        act()
        lobby.hold(session, game.id, "a pause")


def test_what_was_read_first_is_not_written_upon_if_somebody_else_has_written(
    db: Database, game: GameRow, impatient: Database
) -> None:
    with pytest.raises(Changed):
        hold_after(db, game, lambda: bounce(impatient))
    with db.reading() as session:
        assert lobby.game(session, game.id).status == "playing"
        assert {seat.bounces for seat in lobby.seats(session, game.id)} == {1}


def test_who_reads_first_does_not_wait_for_one_who_is_writing(db: Database, game: GameRow, impatient: Database) -> None:
    with impatient.writing(), pytest.raises(Changed):
        hold_after(db, game, lambda: None)


def test_of_two_who_read_first_one_writes(db: Database, game: GameRow, impatient: Database) -> None:
    def write_after_another() -> None:
        with db.reading_first() as session:
            lobby.find_game(session, game.name)
            hold_after(impatient, game, lambda: None)
            write_lines(session, game.id, 1)  # another table, and a row that nobody else has written

    with pytest.raises(Changed):
        write_after_another()
    with db.reading() as session:
        assert lobby.game(session, game.id).held_because == "a pause"
        assert journal.read(session, game.id) == []


def test_what_was_undone_by_itself_claims_nothing(db: Database, game: GameRow, impatient: Database) -> None:
    def undo_then_write() -> None:
        with db.reading_first() as session:
            lobby.find_game(session, game.name)
            with suppress(ZeroDivisionError), session.begin_nested():
                lobby.hold(session, game.id, "a pause")
                raise ZeroDivisionError
            bounce(impatient)
            write_lines(session, game.id, 1)

    with pytest.raises((Changed, Busy)):
        undo_then_write()
    with db.reading() as session:
        assert journal.read(session, game.id) == []


def test_a_writer_sees_what_was_written_while_they_waited(db: Database, game: GameRow) -> None:
    with ThreadPoolExecutor() as others:
        with db.writing() as session:
            waits = others.submit(bounce, db)
            sleep(0.1)
            for seat in lobby.seats(session, game.id):
                seat.bounces = 5
        waits.result()
    with db.reading() as session:
        assert [seat.bounces for seat in lobby.seats(session, game.id)] == [6, 6]


def test_an_exception_undoes_what_was_written_after_reading(db: Database, game: GameRow) -> None:
    def half_way() -> None:
        with db.reading_first() as session:
            lobby.hold(session, game.id, "a pause")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        half_way()
    with db.reading() as session:
        assert lobby.game(session, game.id).status == "playing"


@pytest.mark.sqlite
@pytest.mark.parametrize("said", ["attempt to write a readonly database", "disk I/O error", "unable to open database file"])
def test_a_file_that_cannot_be_written_is_told_as_that(tmp_path: Path, said: str) -> None:
    db = Database.open(tmp_path / "test.sqlite")
    with pytest.raises(Unwritable, match=f"test.sqlite: cannot be written: {said}"), db.writing():
        raise OperationalError("INSERT", {}, sqlite3.OperationalError(said))
    db.close()


@pytest.mark.sqlite
def test_when_the_first_orders_are_due_is_read_from_what_an_older_database_keeps(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    migrate(path, target="v0019")
    execute(
        path,
        "INSERT INTO game (id, name, rules, scenario, options, rules_version, scenario_version, code_version, key,"
        " commitment, status, held_because, auth, created)"
        " VALUES (1,'b-1','p','b','{}',1,'1','0','k','c','playing','','token','2031-01-01')",
    )
    execute(
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
