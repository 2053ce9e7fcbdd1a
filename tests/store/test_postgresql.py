"""What is a server's own: connections that are lost, one daemon, what an error tells, texts that it does not know."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest
from sqlalchemy.exc import DBAPIError

from pbem.daemon_lock import AlreadyRunning
from pbem.database_url import DatabaseUrl
from pbem.store.claims import MAILBOX
from pbem.store.database import DaemonAtWork, Database, Session, be_about
from pbem.store.dialect.base import Trouble
from pbem.store.dialect.postgresql import Postgresql
from pbem.store.errors import Changed, StoreError, Unwritable
from pbem.store.figures import kept_mark, revision_of
from pbem.store.games import lobby
from pbem.store.mail import inbox, mailbox, outbox
from pbem.store.migrate import newest_revision
from pbem.store.tables.games import GameRow
from pbem.store.tables.mail import LetterRow
from tests.support import postgresql
from tests.support.empty import execute

from .sample import KEY, NOW, open_game, write_lines

PASSWORD = "ro:se/@"  # noqa: S105
SOMEWHERE = DatabaseUrl("postgresql+psycopg://ann:ro%3Ase%2F%40@192.0.2.1:5433/games")


def test_what_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StoreError, match=r"ann@192.0.2.1:5433/games: psycopg, .* pip install 'pbem\[postgresql\]'"):
        Database.open(SOMEWHERE)


@pytest.mark.parametrize("shown", [PASSWORD, "ro%3Ase%2F%40"])
def test_a_password_in_what_a_server_says_is_left_out(shown: str) -> None:
    error = DBAPIError("SELECT 1", {}, Exception(f"no {shown} here\nDETAIL: {shown}"))
    assert Postgresql(SOMEWHERE).words(error) == "no *** here"


@pytest.mark.parametrize(
    ("state", "trouble"),
    [
        ("40001", Trouble.CHANGED),
        ("40P01", Trouble.CHANGED),
        ("55P03", Trouble.LOCKED),
        ("53100", Trouble.FULL),
        ("53300", Trouble.UNWRITABLE),
        ("25006", Trouble.UNWRITABLE),
        ("08006", Trouble.UNWRITABLE),
        ("57P01", Trouble.UNWRITABLE),
        ("23505", None),
        ("42601", None),
    ],
)
def test_what_is_the_matter_is_told_by_the_state(state: str, trouble: Trouble | None) -> None:
    class Said(Exception):
        sqlstate = state

    assert Postgresql(SOMEWHERE).trouble(DBAPIError("SELECT 1", {}, Said())) is trouble


@pytest.mark.postgresql
def test_an_error_shows_no_row(db: Database) -> None:
    with db.writing() as session:
        row = open_game(session, "bosworth-1")
    for change in ({}, {"name": "bosworth-2", "auth": "none"}, {"name": "bosworth-2", "rules": None}):
        with pytest.raises(DBAPIError) as caught, db.writing() as session:
            session.add(GameRow(**row.model_dump(exclude={"id"}) | change))
        for text in (str(caught.value), str(caught.value.orig), repr(caught.value.orig)):
            assert KEY.hex() not in text
            assert "DETAIL" not in text


@contextmanager
def stopped() -> Iterator[None]:
    postgresql.server().stop()
    try:
        yield
    finally:
        postgresql.server().start()


@pytest.mark.postgresql
def test_after_a_restart_of_the_server_work_goes_on(db: Database, game: GameRow) -> None:
    with stopped():
        for begin in (db.reading, db.writing, db.reading_first):
            with pytest.raises(Unwritable, match="cannot be written"), begin() as session:
                lobby.game(session, game.id)
        with pytest.raises(Unwritable, match="cannot be opened"):
            Database.open(db.location)
    with db.writing() as session:
        lobby.hold(session, game.id, "a pause")
    with db.reading() as session:
        assert lobby.game(session, game.id).status == "held"


@pytest.mark.postgresql
@pytest.mark.parametrize("begin", ["reading", "writing", "reading_first"])
def test_who_goes_on_after_a_lost_connection_is_told_at_the_end(db: Database, game: GameRow, begin: str) -> None:
    def go_on() -> None:
        with getattr(db, begin)() as session:
            cut(session)
            for _ in range(2):  # the second time there is no connection any more
                with suppress(Exception):
                    lobby.game(session, game.id)

    with pytest.raises(Unwritable):
        go_on()
    with db.writing() as session:
        lobby.hold(session, game.id, "a pause")


def cut(session: Session) -> None:
    """Let the server end the connection of a session."""
    process = session.connection().exec_driver_sql("SELECT pg_backend_pid()").scalar_one()
    postgresql.server().execute("postgres", f"SELECT pg_terminate_backend({process})")


@pytest.mark.postgresql
def test_a_connection_lost_in_the_midst_undoes_all(db: Database, game: GameRow) -> None:
    def lose() -> None:
        with db.writing() as session:
            lobby.hold(session, game.id, "a pause")
            execute(db.location, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'pbem'")
            lobby.seats(session, game.id)

    with pytest.raises(Unwritable):
        lose()
    with db.reading() as session:
        assert lobby.game(session, game.id).status == "playing"


@pytest.fixture
def other(db: Database) -> Iterator[Database]:
    """The same database for another process."""
    with closing(Database.open(db.location)) as database:
        yield database


@pytest.mark.postgresql
def test_several_daemons_work_on_a_database_or_one_that_wants_to_be_alone(db: Database, other: Database) -> None:
    name = f"process {os.getpid()} on {socket.gethostname()}"
    assert db.daemons() == ()
    with db.hold_daemon_lock():
        assert other.daemons() == (DaemonAtWork(name, has_mailbox=False),)
        with other.hold_daemon_lock(), other.claim(MAILBOX):
            assert [each.has_mailbox for each in db.daemons()] == [False, True]
        with pytest.raises(AlreadyRunning, match=name), other.hold_daemon_lock(alone=True):
            pass
    with other.hold_daemon_lock(alone=True), pytest.raises(AlreadyRunning), db.hold_daemon_lock():
        pass
    assert db.daemons() == ()


@pytest.mark.postgresql
def test_a_daemon_keeps_its_lock_over_a_restart_or_stops_working(db: Database, other: Database) -> None:
    with db.hold_daemon_lock():
        with stopped():
            pass
        with db.reading() as session:
            session.connection()
        assert len(db.daemons()) == 1
        with stopped():
            pass
        with other.hold_daemon_lock(alone=True), pytest.raises(AlreadyRunning), db.reading() as session:
            session.connection()


@pytest.mark.postgresql
def test_work_is_one_processes_until_it_is_done_or_its_connection_is_lost(db: Database, other: Database) -> None:
    with db.claim("game 1") as is_ours, db.claim("game 1") as is_ours_again, other.claim("game 1") as is_theirs:
        assert (is_ours, is_ours_again, is_theirs) == (True, False, False)
    with other.claim("game 1") as is_theirs, db.claim("game 2") as is_ours:
        assert is_theirs
        assert is_ours
        assert db.holds("game 2")
        execute(db.location, "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'")
        assert not db.holds("game 2")
        with other.claim("game 2") as is_theirs_now:
            assert is_theirs_now


@pytest.mark.postgresql
def test_who_reads_first_about_a_game_is_stopped_by_what_is_written_about_it_only(db: Database, other: Database) -> None:
    with db.writing() as session:
        mine, another = open_game(session, "bosworth-1"), open_game(session, "bosworth-2")

    def hold_mine_after(what: Callable[[Session], object]) -> None:
        with db.reading_first() as session:
            be_about(session, mine.id)
            assert lobby.game(session, mine.id).held_because != "a fault"
            with other.writing() as others:
                what(others)
            lobby.hold(session, mine.id, "a pause")

    hold_mine_after(lambda session: lobby.hold(session, another.id, "a fault"))
    hold_mine_after(lambda session: inbox.accept(session, b"", "<1@x>", "a@x", NOW))
    hold_mine_after(lambda session: outbox.queue(session, mail_of(another, "<1@y>")))
    for what in (
        lambda session: lobby.seats(session, mine.id)[0].__setattr__("bounces", 1),
        lambda session: outbox.queue(session, mail_of(mine, "<3@y>")),
        lambda session: outbox.queue(session, mail_of(None, "<4@y>")),
        lambda session: write_lines(session, mine.id, 1),
        lambda session: lobby.hold(session, mine.id, "a fault"),
    ):
        with pytest.raises(Changed):
            hold_mine_after(what)
    with db.reading() as session:
        assert lobby.game(session, mine.id).held_because == "a fault"
        assert lobby.game(session, another.id).held_because == "a fault"


def mail_of(game: GameRow | None, message_id: str) -> outbox.NewMail:
    """A mail to Ann, about a game or none."""
    game_id, seat = (None, None) if game is None else (game.id, "york")
    return outbox.NewMail(
        message_id=message_id, envelope_to="ann@x", raw=b"", kind="report", now=NOW, game_id=game_id, seat=seat
    )


@pytest.mark.postgresql
def test_a_letter_with_a_nul_is_kept_and_found_again(db: Database) -> None:
    with db.writing() as session:
        inbox.accept(session, b"a\0b", "<1\0@x>", "a\0@x", NOW)
    with db.writing() as session:
        letter, is_new = inbox.accept(session, b"a\0b", "<1\0@x>", "a\ufffd@x", NOW)
    assert (letter.raw, letter.message_id, letter.sender) == (b"a\0b", "<1\ufffd@x>", "a\ufffd@x")
    assert not is_new


@pytest.mark.postgresql
def test_a_database_on_a_server_does_not_become_a_file(db: Database, game: GameRow, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="only a database in a file"):
        db.become(tmp_path / "other.sqlite")
    with db.reading() as session:
        assert lobby.find_game(session, game.name).id == game.id


@pytest.mark.postgresql
def test_what_the_url_says_of_the_connection_counts(db: Database) -> None:
    assert isinstance(db.location, DatabaseUrl)
    other = Database.open(DatabaseUrl(f"{db.location.url}&application_name=mine&connect_timeout=7"))
    with other.reading() as session:
        assert session.connection().exec_driver_sql("SHOW application_name").scalar_one() == "mine"
    other.close()


@pytest.mark.postgresql
def test_what_is_undone_uses_up_no_number(db: Database) -> None:
    def undone() -> None:
        with db.writing() as session:
            inbox.accept(session, b"", "<1@x>", "a@x", NOW)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        undone()
    with db.writing() as session:
        session.add_all([LetterRow(message_id=f"<{n}@x>", raw=b"", received=NOW, sender="", digest="") for n in range(3)])
        session.flush()
        assert [row.id for row in inbox.pending_letters(session)] == [1, 2, 3]


@pytest.mark.postgresql
def test_a_guard_that_is_off_is_told(db: Database, game: GameRow) -> None:
    assert db.integrity() == db.integrity_of([game.id]) == []
    execute(
        db.location,
        "ALTER TABLE strike DISABLE TRIGGER strike_guards_truncate",
        "ALTER TABLE seat DISABLE TRIGGER seat_notes_update",
        "DELETE FROM writer_turn",
    )
    told = [
        "the trigger strike_guards_truncate is missing: the log could be changed",
        "the trigger seat_notes_update is missing: two daemons could be at work on one game",
        "the row of writer_turn is missing: two could write at once",
    ]
    assert db.integrity() == db.integrity_of([game.id]) == told


@pytest.mark.postgresql
def test_a_look_makes_nothing(db: Database) -> None:
    empty = postgresql.new_database()
    assert (revision_of(empty), kept_mark(empty)) == (None, "")
    assert execute(empty, "SELECT relname FROM pg_class WHERE relname = 'game'") == []
    with db.writing() as session:
        mailbox.set_identity(session, "abcd", db.place)
    assert (revision_of(db.location), kept_mark(db.location)) == (newest_revision(), "abcd")
    host, name, _ = db.place
    assert (host, name) == (socket.gethostname(), f"/{postgresql.name_of(db.location)}")


@pytest.mark.postgresql
def test_a_database_of_another_encoding_is_refused() -> None:
    name = "in_latin"
    create = f"CREATE DATABASE {name} TEMPLATE template0 ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C'"
    postgresql.server().execute("postgres", create)
    with pytest.raises(StoreError, match="its encoding is LATIN1"):
        Database.open(postgresql.server().url(name))


@pytest.mark.postgresql
def test_texts_are_compared_byte_by_byte_whatever_the_language_of_the_database(db: Database) -> None:
    columns = execute(
        db.location,
        "SELECT count(*) FROM information_schema.columns WHERE table_schema = 'public' AND data_type = 'character varying'"
        " AND table_name <> 'alembic_version' AND collation_name IS DISTINCT FROM 'C'",
    )
    assert columns == [(0,)]
