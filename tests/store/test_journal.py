"""The log: added to, struck, never changed."""

import sqlite3
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbem.store.database import Database
from pbem.store.errors import DatabaseError, Duplicate, NotFound, StoreError
from pbem.store.games import journal, lobby
from pbem.store.mail import inbox
from pbem.store.tables.games import GameRow
from tests.support.empty import execute

from .sample import NOW, event, line, open_game, write_lines

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


def live(db: Database, game: GameRow) -> list[int]:
    with db.reading() as session:
        return [entry.number for entry in journal.read(session, game.id)]


def strike(db: Database, game: GameRow, first: int) -> None:
    with db.writing() as session:
        journal.strike(session, game.id, first, "wrong", NOW)


def write(db: Database, game: GameRow, many: int) -> None:
    with db.writing() as session:
        write_lines(session, game.id, many)


def test_lines_come_back_as_written(db: Database, game: GameRow) -> None:
    lines = [replace(line(1), turn="1485.2", note="standing order 3"), line(2, {"ä": [1, None, {"b": True}]})]
    with db.writing() as session:
        letter, _ = inbox.accept(session, b"raw", "<1@x>", "york@example.org", NOW)
        kept = journal.append(session, game.id, lines, letter.id, NOW)
    with db.reading() as session:
        assert journal.read(session, game.id) == kept
    assert [(entry.answer, entry.turn, entry.note) for entry in kept] == [
        ("go", "1485.2", "standing order 3"),
        ({"ä": [1, None, {"b": True}]}, "", ""),
    ]
    assert {(entry.letter_id, entry.written) for entry in kept} == {(letter.id, NOW)}


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(answer=JSON)
def test_any_json_is_a_possible_answer(db: Database, game: GameRow, answer: object) -> None:
    with db.writing() as session:
        number = journal.next_number(session, game.id)
        journal.append(session, game.id, [line(number, answer)], None, NOW)
    with db.reading() as session:
        assert journal.read(session, game.id)[-1].answer == answer


def test_not_a_number_is_no_json(db: Database, game: GameRow) -> None:
    with pytest.raises(Exception, match="not JSON compliant"), db.writing() as session:
        journal.append(session, game.id, [line(1, float("nan"))], None, NOW)


@pytest.mark.parametrize("numbers", [[4], [2], [3, 3], [3, 5], [0]])
def test_numbers_must_go_on(db: Database, game: GameRow, numbers: list[int]) -> None:
    write(db, game, 2)
    with pytest.raises(Duplicate, match=r"the log goes on with entry [34]"), db.writing() as session:
        journal.append(session, game.id, [line(number) for number in numbers], None, NOW)
    assert live(db, game) == [1, 2]


def test_games_number_their_entries_by_themselves(db: Database, game: GameRow) -> None:
    write(db, game, 3)
    with db.writing() as session:
        other = open_game(session, "bosworth-2")
        write_lines(session, other.id, 1)
        journal.strike(session, other.id, 1, "wrong", NOW)
        assert journal.next_number(session, other.id) == 2
        assert journal.read(session, other.id) == []
    assert live(db, game) == [1, 2, 3]


def test_struck_entries_stay_and_their_numbers_are_not_used_again(db: Database, game: GameRow) -> None:
    write(db, game, 5)
    strike(db, game, 4)
    write(db, game, 2)
    assert live(db, game) == [1, 2, 3, 6, 7]
    with db.reading() as session:
        marked = [(entry.number, struck) for entry, struck in journal.read_all(session, game.id)]
    assert marked == [(1, False), (2, False), (3, False), (4, True), (5, True), (6, False), (7, False)]


def test_a_strike_may_reach_over_an_earlier_one(db: Database, game: GameRow) -> None:
    write(db, game, 5)
    strike(db, game, 4)
    write(db, game, 2)
    strike(db, game, 2)
    write(db, game, 1)
    assert live(db, game) == [1, 8]
    with db.reading() as session:
        assert [(s.first, s.last, s.reason, s.struck) for s in journal.strikes(session, game.id)] == [
            (4, 5, "wrong", NOW),
            (2, 7, "wrong", NOW),
        ]


@pytest.mark.parametrize("first", [3, 4, 0, -1])
def test_striking_nothing_is_refused(db: Database, game: GameRow, first: int) -> None:
    write(db, game, 3)
    strike(db, game, 3)
    with pytest.raises(NotFound, match="no entry that counts stands after"):
        strike(db, game, first)


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
@given(steps=st.lists(st.integers(min_value=-3, max_value=3), max_size=12))
def test_any_course_of_writing_and_undoing(db: Database, steps: list[int]) -> None:
    """A positive step writes so many lines, a negative one undoes so many live ones."""
    expected: list[int] = []
    highest = 0
    with db.writing() as session:
        game = open_game(session, lobby.next_name(session, "bosworth"))
        for step in steps:
            if step > 0:
                write_lines(session, game.id, step)
                expected += range(highest + 1, highest + step + 1)
                highest += step
            elif -len(expected) <= step < 0:
                journal.strike(session, game.id, expected[step], "wrong", NOW)
                del expected[step:]
        assert [entry.number for entry in journal.read(session, game.id)] == expected
        assert journal.next_number(session, game.id) == highest + 1


@pytest.mark.parametrize("table", ["entry", "strike"])
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE {} SET game_id = game_id",
        "DELETE FROM {}",
        pytest.param("REPLACE INTO {0} SELECT * FROM {0}", marks=pytest.mark.sqlite),
        pytest.param("TRUNCATE {}", marks=pytest.mark.postgresql),
        pytest.param(
            "INSERT INTO {0} SELECT * FROM {0} ON CONFLICT (id) DO UPDATE SET game_id = {0}.game_id",
            marks=pytest.mark.postgresql,
        ),
    ],
)
def test_the_database_refuses_to_change_the_log(db: Database, game: GameRow, table: str, statement: str) -> None:
    write(db, game, 2)
    strike(db, game, 2)
    with pytest.raises((sqlite3.IntegrityError, DatabaseError), match="append-only"):
        execute(db.location, statement.format(table))


def test_events_come_back_in_order_and_with_their_readers(db: Database, game: GameRow) -> None:
    events = [event(0), event(1), event(1, 1, frozenset({"york"})), event(2, 0, frozenset())]
    with db.writing() as session:
        write_lines(session, game.id, 2)
        journal.append_events(session, game.id, events[::-1])
    with db.reading() as session:
        assert journal.events_since(session, game.id, -1) == events
        assert journal.events_since(session, game.id, 0) == events[1:]
        assert journal.events_since(session, game.id, 2) == []


def test_events_of_struck_entries_are_not_told(db: Database, game: GameRow) -> None:
    with db.writing() as session:
        write_lines(session, game.id, 3)
        journal.append_events(session, game.id, [event(number) for number in range(4)])
        journal.strike(session, game.id, 2, "wrong", NOW)
        assert [told.entry_number for told in journal.events_since(session, game.id, -1)] == [0, 1]


@pytest.mark.parametrize("number", [3, -1])
def test_an_event_needs_its_entry(db: Database, game: GameRow, number: int) -> None:
    write(db, game, 2)
    with pytest.raises(StoreError, match="whose last entry is 2"), db.writing() as session:
        journal.append_events(session, game.id, [event(number)])


@pytest.mark.sqlite
def test_a_long_log_is_read_by_the_index(db: Database) -> None:
    with db.reading() as session:
        plan = session.connection().exec_driver_sql(
            "EXPLAIN QUERY PLAN SELECT answer FROM entry WHERE game_id = 1 ORDER BY number"
        )
        assert [row[-1] for row in plan] == ["SEARCH entry USING INDEX sqlite_autoindex_entry_1 (game_id=?)"]
