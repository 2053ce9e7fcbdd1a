"""What is kept of a game, where it stands and when its clock is due, is what its log comes to after whatever was done."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, update

from pbem.cli.looking.seeing import GAME_COLUMNS
from pbem.cli.terminal.listing import print_rows
from pbem.moderator.clock.deadline_changes import credit_downtime, extend_seat, set_terms
from pbem.moderator.clock.deadline_run import tick
from pbem.moderator.core.context import Context
from pbem.moderator.core.desk import Desk
from pbem.moderator.core.games import load_table
from pbem.moderator.correcting import by_hand, correction
from pbem.moderator.deadlines.clock import open_clock, progress_of
from pbem.moderator.deadlines.clock_state import next_look
from pbem.moderator.desk import overview
from pbem.moderator.desk.arrival import move_in
from pbem.moderator.desk.overview import keep_page, list_games
from pbem.moderator.desk.plain_data import game_facts
from pbem.moderator.joining.opening import open_game
from pbem.store.archive.transfer import export_game
from pbem.store.database import Database
from pbem.store.games import lobby, progress
from pbem.store.games.lists import GamesPage
from pbem.store.tables.games import ProgressRow
from pbem.store.tables.log import EntryRow
from pbem.store.tables.row import AT_ONCE
from tests.support.conversation import LANCASTER_SETUP, PLAYERS, YORK_SETUP, Conversation

TERMS = {"deadline": "72h", "zone": "Europe/London", "extensions": "2 x 48h", "absence": "10 days"}
HOUR = timedelta(hours=1)


@pytest.fixture
def timed(tmp_path: Path) -> Iterator[Conversation]:
    talk = Conversation(tmp_path, terms=TERMS)
    yield talk
    talk.db.close()


ALL = GamesPage(most=100)


def look_kept(desk: Desk, game_id: int) -> datetime | None:
    with desk.db.reading() as session:
        return progress.look(session, game_id)


def assert_kept(desk: Desk, name: str) -> None:
    """What is kept of a game is there, and is what its log and terms come to by a full computation."""
    with desk.db.reading() as session:
        game = lobby.find_game(session, name)
        table, clock = load_table(Context(session, desk).of(game)), open_clock(session, game.id, desk.now())
        assert progress.known(session, [game.id])[game.id] == progress_of(clock, table)
    clocks, kept = clock.clocks(table), look_kept(desk, game.id)
    first, coming = next_look(clocks, clock.terms), next_look(clocks, clock.terms, desk.now())
    if first is not None and first <= desk.now():  # due now, or found by a look to come later
        assert kept in (first, coming)
    else:
        assert kept == first == coming


def assert_forgotten(desk: Desk, game_id: int) -> None:
    with desk.db.reading() as session:
        assert game_id not in progress.known(session, [game_id])
    assert look_kept(desk, game_id) == AT_ONCE


def acts(talk: Conversation) -> Iterator[Callable[[], object]]:
    """Everything that changes a log, terms or a status, in the course of one game."""
    desk, name = talk.desk, talk.name
    yield lambda: talk.write("york", "extend 24h")
    yield lambda: talk.write("lancaster", "absent 2026-08-23 to 2026-08-24\nzone Berlin")
    yield lambda: talk.write("york", "give y99 nobody")
    yield lambda: talk.write("york", YORK_SETUP)
    yield lambda: talk.tick(hours=20)
    yield lambda: talk.write("lancaster", "present")
    yield lambda: extend_seat(desk, name, "lancaster", 5 * HOUR)
    yield lambda: talk.tick(days=3)
    yield lambda: talk.write("lancaster", LANCASTER_SETUP)
    yield lambda: correction.undo(desk, name, "a slip")
    yield lambda: talk.write("lancaster", LANCASTER_SETUP)
    yield lambda: set_terms(desk, name, {"deadline": "Mon Thu 20:00", "no_show": "standing", "grace": "2h"})
    yield lambda: talk.tick(days=8)
    yield lambda: extend_seat(desk, name, "york", 48 * HOUR)
    yield lambda: set_terms(desk, name, {"deadline": "none"})
    yield lambda: set_terms(desk, name, {"deadline": "24h", "no_show": "default"})
    yield lambda: credit_downtime(desk, talk.clock(), patience=9 * HOUR)
    yield lambda: talk.clock.move(hours=30)
    yield lambda: credit_downtime(desk, talk.clock(), patience=9 * HOUR)
    yield lambda: tick(desk, talk.clock())
    yield lambda: correction.undo(desk, name, "from the start", to=0)
    yield talk.set_up
    yield lambda: talk.tick(hours=50)
    yield talk.play_to_the_end
    yield lambda: correction.undo(desk, name, "once more", after_the_end=True)
    yield lambda: talk.tick(days=2)


def test_after_every_act_what_is_kept_is_what_the_log_comes_to(timed: Conversation) -> None:
    looks = set()
    assert_kept(timed.desk, timed.name)
    for act in acts(timed):
        act()
        assert_kept(timed.desk, timed.name)
        looks.add(look_kept(timed.desk, timed.game().id))
    assert len(looks) > 12
    assert {None, AT_ONCE} <= looks  # over or without deadlines, and players to be told that the moderator was away


def test_a_game_held_or_released_is_found_out_anew(timed: Conversation) -> None:
    by_hand.hold(timed.desk, timed.name, "a holiday")
    assert_forgotten(timed.desk, timed.game().id)
    assert tick(timed.desk, timed.clock() + timedelta(days=9)) == []
    by_hand.release(timed.desk, timed.name)
    assert_kept(timed.desk, timed.name)


@pytest.mark.parametrize("held", [False, True])
def test_a_game_that_moves_in(timed: Conversation, tmp_path: Path, held: bool) -> None:
    timed.write("york", YORK_SETUP)
    if held:
        by_hand.hold(timed.desk, timed.name, "it moves")
    with timed.db.reading() as session:
        document = json.loads(json.dumps(export_game(session, timed.game().id)))
    desk = replace(timed.desk, db=Database.open(tmp_path / "other.sqlite"))
    game = move_in(desk, document, "moved-1").game
    if held:
        assert_forgotten(desk, game.id)
        by_hand.release(desk, "moved-1")
    assert_kept(desk, "moved-1")
    desk.db.close()


def test_what_was_undone_with_a_transaction_is_kept_as_before(timed: Conversation) -> None:
    before = look_kept(timed.desk, timed.game().id)

    def half_way() -> None:
        with timed.db.writing() as session:
            lobby.hold(session, timed.game().id, "no")
            assert progress.look(session, timed.game().id) == AT_ONCE
            raise KeyError

    with pytest.raises(KeyError):
        half_way()
    assert look_kept(timed.desk, timed.game().id) == before
    assert_kept(timed.desk, timed.name)


# Old games


def forget(talk: Conversation) -> None:
    """As in a database of before: nothing is kept of the game."""
    with talk.db.writing() as session:
        progress.forget(session, talk.game().id)


def test_a_clock_of_which_nothing_is_kept_is_looked_at_and_put_by(timed: Conversation) -> None:
    due = look_kept(timed.desk, timed.game().id)
    forget(timed)
    assert tick(timed.desk, timed.clock()) == []
    assert look_kept(timed.desk, timed.game().id) == due
    forget(timed)
    timed.clock.move(days=3, hours=1)
    assert [line.partition(": ")[2] for line in tick(timed.desk, timed.clock())] == ["york is late", "lancaster is late"]


def test_who_comes_back_from_an_absence_is_reminded_then(timed: Conversation) -> None:
    timed.write("york", "absent 2026-08-24 to 2026-08-30")
    timed.clock.move(days=7, hours=20)
    before = look_kept(timed.desk, timed.game().id)
    assert before is not None
    assert before < timed.clock()
    told = tick(timed.desk, timed.clock())
    assert "bosworth-1: lancaster is late" in told
    assert_kept(timed.desk, timed.name)


def test_what_was_found_out_for_the_list_is_kept(timed: Conversation) -> None:
    forget(timed)
    keep_page(timed.desk, ALL)
    with timed.db.reading() as session:
        (line,) = list_games(Context(session, timed.desk), ALL)
        assert set(progress.known(session, [timed.game().id])) == {timed.game().id}
    assert line.turn == "array"
    assert line.waits_for == "york until Tue 25 Aug 2026 13:00 BST (Europe/London), lancaster until {}".format(
        "Tue 25 Aug 2026 13:00 BST (Europe/London)"
    )


def test_a_log_that_grows_while_it_is_restored_is_not_kept(timed: Conversation, monkeypatch: pytest.MonkeyPatch) -> None:
    forget(timed)
    restored_progress = overview.restored_progress

    def meanwhile(*arguments: Any) -> progress.Progress:
        found = restored_progress(*arguments)
        timed.set_up()
        forget(timed)
        return found

    monkeypatch.setattr(overview, "restored_progress", meanwhile)
    keep_page(timed.desk, ALL)
    with timed.db.reading() as session:
        assert progress.known(session, [timed.game().id]) == {}


def test_what_other_rules_came_to_is_found_out_anew(timed: Conversation) -> None:
    with timed.db.writing() as session:
        session.connection().execute(update(ProgressRow).values(rules_version=0, turn="the Flood"))
        (line,) = list_games(Context(session, timed.desk), ALL)
    assert line.turn == "array"


def test_what_another_log_came_to_is_found_out_anew(timed: Conversation) -> None:
    with timed.db.writing() as session:
        session.connection().execute(update(ProgressRow).values(after="0123456789abcdef", turn="the Flood"))
        (line,) = list_games(Context(session, timed.desk), ALL)
    assert line.turn == "array"


# What it costs


@contextmanager
def counted(db: Database) -> Iterator[list[str]]:
    """The statements that are put to a database meanwhile."""
    said: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_more: object) -> None:
        said.append(statement)

    event.listen(db._engine, "before_cursor_execute", note)
    yield said
    event.remove(db._engine, "before_cursor_execute", note)


def test_what_is_done_for_all_games_asks_the_database_no_more_for_many(timed: Conversation) -> None:
    def looked() -> list[str]:
        keep_page(timed.desk, ALL)
        tick(timed.desk, timed.clock())
        with timed.db.reading() as session:
            game_facts(Context(session, timed.desk), ALL)
        return said

    with counted(timed.db) as said:
        one = len(looked())
    for _ in range(4):
        open_game(timed.desk, "plantagenet", "bosworth", PLAYERS, terms=TERMS)
    with counted(timed.db) as said:
        assert len(looked()) == one
    assert not any(EntryRow.__tablename__ + ".answer" in statement for statement in said)  # no log is read


def test_of_many_games_only_those_that_are_due_are_looked_at(timed: Conversation) -> None:
    other = open_game(timed.desk, "plantagenet", "bosworth", PLAYERS, terms={"deadline": "9d"})
    timed.clock.move(days=3, hours=1)
    with timed.db.reading() as session:
        assert progress.due_games(session, timed.clock()) == [timed.game().id]
        assert progress.due_games(session, timed.clock() + timedelta(days=9)) == [timed.game().id, other.id]
    assert {line.partition(":")[0] for line in tick(timed.desk, timed.clock())} == {timed.name}


def test_a_list_of_many_games_is_lines_of_text(
    timed: Conversation, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("pbem.cli.terminal.listing.MAX_GRID_ROWS", 0)
    with timed.db.reading() as session:
        print_rows(game_facts(Context(session, timed.desk), ALL), GAME_COLUMNS)
    heading, line = capsys.readouterr().out.splitlines()
    assert line.split()[:4] == ["bosworth-1", "bosworth", "playing", "array"]
    assert heading.index("waits for") == line.index("york until")
