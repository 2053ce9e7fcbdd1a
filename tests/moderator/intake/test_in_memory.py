"""Games kept in memory between two letters: whatever happens meanwhile, a letter is answered as if its game were loaded."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from pbem.engine.log.entry import NOT_OF_THE_GAME, EntryKind
from pbem.engine.table import Table
from pbem.games import GAMES
from pbem.moderator.clock.deadline_changes import extend_seat
from pbem.moderator.core.desk import Desk, GameCache
from pbem.moderator.correcting.by_hand import hold, release
from pbem.moderator.correcting.correction import undo
from pbem.moderator.intake.moderating import moderate_all
from pbem.moderator.joining.opening import open_game
from pbem.moderator.playing import letter_log, play_letter
from pbem.moderator.reports.notify import tell_all
from pbem.store.database import Database
from pbem.store.dialect import base
from pbem.store.errors import Busy
from pbem.store.games import journal, lobby
from pbem.store.mail import inbox, outbox
from pbem.timing.duration import read_duration
from tests.support.conversation import (
    LANCASTER_ROUND,
    LANCASTER_SETUP,
    PLAYERS,
    ROUNDS,
    YORK_ROUND,
    YORK_SETUP,
    Conversation,
    set_up,
    to,
)
from tests.support.database import file_of

Step = Callable[[Conversation], object]
FILES = pytest.mark.sqlite


@pytest.fixture
def talk(tmp_path: Path) -> Iterator[Conversation]:
    """A Bosworth game just opened, which its first letter loads."""
    conversation = Conversation(tmp_path, in_memory=False)
    yield conversation
    conversation.db.close()


def elsewhere(talk: Conversation) -> Desk:
    """The desk of another process: its own connections, its own memory."""
    return replace(talk.desk, db=Database.open(talk.db.location), tables=GameCache())


def in_another_process(act: Callable[[Desk], object]) -> Step:
    def step(talk: Conversation) -> None:
        desk = elsewhere(talk)
        act(desk)
        desk.db.close()

    return step


def write(seat: str, text: str) -> Step:
    return lambda talk: talk.write(seat, text)


def forgetful(talk: Conversation) -> None:
    talk.desk = replace(talk.desk, tables=GameCache(most=0))


def told(folder: Path, steps: list[Step], *, remembers: bool) -> list[tuple[Any, ...]]:
    """All that a conversation of these steps leaves behind: log, Events and mails."""
    talk = Conversation(folder, terms={"deadline": "3d"}, in_memory=False)
    if not remembers:
        forgetful(talk)
    for step in steps:
        step(talk)
    with talk.db.reading() as session:
        game_id = talk.game().id
        found: list[tuple[Any, ...]] = [(line, struck) for line, struck in journal.read_all(session, game_id)]
        found += [(event,) for event in journal.events_since(session, game_id, -1)]
        mails = outbox.due(session, talk.clock() + timedelta(days=1), 1_000)
        found += [(row.message_id, row.raw, row.asked) for row in mails]
    talk.db.close()
    return found


BEGUN: list[Step] = [write("york", YORK_SETUP), write("lancaster", LANCASTER_SETUP)]
ROUND: list[Step] = [write("york", YORK_ROUND), write("lancaster", LANCASTER_ROUND)]


def backed_up(talk: Conversation, to_file: Path) -> None:
    with closing(sqlite3.connect(file_of(talk.db))) as source, closing(sqlite3.connect(to_file)) as copy:
        source.backup(copy)


def keep_a_backup(talk: Conversation) -> None:
    backed_up(talk, file_of(talk.db).with_suffix(".backup"))


def restore_the_backup(talk: Conversation) -> None:
    with (
        closing(sqlite3.connect(file_of(talk.db).with_suffix(".backup"))) as copy,
        closing(sqlite3.connect(file_of(talk.db))) as live,
    ):
        copy.backup(live)


def a_letter_elsewhere(talk: Conversation) -> None:
    """A letter that another process of ours deals with."""
    mine = talk.desk
    talk.desk = elsewhere(talk)
    talk.write("york", "standing game flee none\n")
    talk.desk.db.close()
    talk.desk = mine


MEANWHILE: dict[str, list[Step]] = {
    "nothing": [],
    "undo": [in_another_process(lambda desk: undo(desk, "bosworth-1", "a slip of mine"))],
    "undo to the beginning": [in_another_process(lambda desk: undo(desk, "bosworth-1", "anew", to=0))],
    "hold and release": [
        in_another_process(lambda desk: hold(desk, "bosworth-1", "a pause")),
        in_another_process(lambda desk: release(desk, "bosworth-1")),
    ],
    "more time": [in_another_process(lambda desk: extend_seat(desk, "bosworth-1", "york", read_duration("24h")))],
    "a letter dealt with elsewhere": [a_letter_elsewhere],
    "a reminder": [lambda talk: talk.tick(hours=60)],
    "a preview and questions": [write("york", "preview\nflee none\nreroll all\n"), write("york", "status\nmap\n")],
    "refused lines": [write("york", "flee nnoe\n"), write("lancaster", "vanguard nobody at all\n")],
    "a backup put back": [keep_a_backup, write("york", "standing game flee none\n"), restore_the_backup],
    "a backup put back and another letter": [
        keep_a_backup,
        write("york", "standing game flee none\n"),
        restore_the_backup,
        write("york", "standing game flee all\n"),
    ],
}


@pytest.mark.parametrize("meanwhile", [pytest.param(each, marks=FILES if "backup" in each else ()) for each in MEANWHILE])
def test_whatever_happens_meanwhile_the_letters_are_answered_as_if_the_game_were_loaded(
    tmp_path: Path, meanwhile: str
) -> None:
    steps = [*BEGUN, *MEANWHILE[meanwhile], *ROUND, write("york", "status\n"), *ROUND]
    folders = [tmp_path / name for name in ("remembered", "loaded")]
    for folder in folders:
        folder.mkdir()
    remembered, loaded = (told(folder, steps, remembers=folder.name == "remembered") for folder in folders)
    assert remembered == loaded


NOTED: dict[str, list[Step]] = {
    "questions": [write("york", "status\n")],
    "orders": ROUND,
    "more time": [write("york", "24 hours more\n"), write("lancaster", "absent 2026-12-24 to 2026-12-27\n")],
    "choices": [write("york", "news every turn\nalways mend slips\n")],
    "an order taken back": [write("york", "flee none\n"), write("york", "undo\n"), write("lancaster", "accept\n")],
}


@pytest.mark.parametrize("what", NOTED)
def test_what_is_kept_of_a_log_is_what_it_says(tmp_path: Path, what: str) -> None:
    talk = Conversation(tmp_path, terms={"deadline": "3d"}, in_memory=False)
    for step in [*BEGUN, *NOTED[what]]:
        step(talk)
        kept = talk.desk.tables.take(talk.game().id)
        assert kept is not None
        talk.desk.tables.keep(kept)
        with talk.db.reading() as session:
            assert kept.version.log == journal.mark(session, kept.game_id)
            live = [line for line, is_struck in journal.read_all(session, kept.game_id) if not is_struck]
            carried = [line.number for line in live if line.kind in NOT_OF_THE_GAME]
            assert [entry.number for entry in kept.table.carried] == carried
            journal.read_kind(session, kept.game_id, EntryKind.CLOCK)
            assert kept.notes == journal.notes_read(session, kept.game_id)
            assert {line.kind for line, _ in kept.notes or ()} >= {EntryKind.SALT, EntryKind.CLOCK}
    talk.db.close()


# What is loaded


class Loads:
    """Counts how often a whole log is replayed."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count = 0
        whole = Table.restore.__func__  # type: ignore[attr-defined]

        def restore(cls: type[Table[Any]], *arguments: Any, **named: Any) -> Any:
            self.count += 1
            return whole(cls, *arguments, **named)

        monkeypatch.setattr(Table, "restore", classmethod(restore))

    def of(self, act: Callable[[], object]) -> int:
        before = self.count
        act()
        return self.count - before


@pytest.fixture
def loads(monkeypatch: pytest.MonkeyPatch) -> Loads:
    return Loads(monkeypatch)


def test_the_first_letter_of_a_seat_loads_its_game_once_and_salts_the_dice(talk: Conversation, loads: Loads) -> None:
    assert loads.of(lambda: talk.write("york", YORK_SETUP)) == 1
    assert talk.table().salts.keys() == {"york"}


def test_a_first_letter_of_which_nothing_is_carried_out_gives_no_salt(talk: Conversation, loads: Loads) -> None:
    assert loads.of(lambda: talk.write("york", "give y32 norflok\n")) == 1
    assert not talk.table().salts
    assert loads.of(lambda: talk.write("york", YORK_SETUP)) == 0
    assert talk.table().salts.keys() == {"york"}


@pytest.mark.parametrize("text", ["status\n", "preview\nflee none\n", "help\n", "flee nnoe\n", YORK_ROUND])
def test_later_letters_load_nothing(talk: Conversation, loads: Loads, text: str) -> None:
    set_up(talk)
    assert loads.of(lambda: talk.write("york", text)) == 0
    assert loads.of(lambda: talk.write("lancaster", LANCASTER_ROUND)) == 0


def test_two_games_alternately_are_both_in_memory(talk: Conversation, loads: Loads) -> None:
    other = Conversation.__new__(Conversation)
    other.__dict__ |= talk.__dict__
    other.name = open_game(talk.desk, "plantagenet", "bosworth", PLAYERS, auth="token", key=bytes(32)).name
    for game in (talk, other):
        game._written = 100 * (game is other)
        set_up(game)
    before = loads.count
    for _ in range(2):
        for game in (talk, other):
            game.write("york", YORK_ROUND)
            game.write("lancaster", LANCASTER_ROUND)
    assert loads.count == before
    assert talk.table().chance != other.table().chance


def test_no_more_games_are_kept_than_there_is_room_for(talk: Conversation, loads: Loads) -> None:
    talk.desk = replace(talk.desk, tables=GameCache(most=1))
    set_up(talk)
    second = open_game(talk.desk, "plantagenet", "bosworth", PLAYERS, auth="token", key=bytes(32)).name
    first, talk.name = talk.name, second
    talk.write("york", YORK_SETUP)
    talk.name = first
    assert loads.of(lambda: talk.write("york", YORK_ROUND)) == 1


def test_other_rules_are_never_played_with_a_game_of_the_rules_before(talk: Conversation, loads: Loads) -> None:
    set_up(talk)
    newer = replace(GAMES["plantagenet"], version=GAMES["plantagenet"].version + 1)
    talk.desk = replace(talk.desk, games={"plantagenet": newer})
    assert talk.desk.tables.take(talk.game().id) is not None
    talk.write("york", "status\n")
    assert loads.of(lambda: talk.write("york", YORK_ROUND)) == 0
    cached = talk.desk.tables.take(talk.game().id)
    assert cached is not None
    assert cached.table.rules is newer
    talk.desk = replace(talk.desk, games=GAMES)
    assert loads.of(lambda: talk.write("lancaster", LANCASTER_ROUND)) == 1


# Faults


def fails(*_: object, **__: object) -> None:
    raise ZeroDivisionError("a fault in the midst of a letter")


@pytest.mark.faults
@pytest.mark.parametrize(
    ("module", "where"),
    [
        (play_letter, "tell_all"),
        (letter_log, "write_log"),
        (letter_log, "give_receipt"),
        (play_letter, "carry_out_lines"),
    ],
)
def test_a_game_that_was_written_to_in_a_letter_that_came_to_nothing_is_forgotten(
    talk: Conversation, monkeypatch: pytest.MonkeyPatch, module: ModuleType, where: str
) -> None:
    set_up(talk)
    before = talk.table().entries
    with monkeypatch.context() as faulty:
        faulty.setattr(module, where, fails)
        talk.write("york", YORK_ROUND)
    assert talk.game().status == "held"
    assert talk.desk.tables.take(talk.game().id) is None
    assert talk.table().entries == before
    release(talk.desk, talk.name)
    talk.write("lancaster", LANCASTER_ROUND)
    assert talk.letter(3).status == talk.letter(4).status == "done"
    assert [entry.after for entry in talk.table().entries][-1]


@pytest.mark.faults
def test_a_fault_when_all_is_written_leaves_nothing_in_memory(talk: Conversation, monkeypatch: pytest.MonkeyPatch) -> None:
    set_up(talk)
    with monkeypatch.context() as faulty:
        faulty.setattr(inbox, "settle", fails)
        talk.write("york", YORK_ROUND)
    assert talk.desk.tables.take(talk.game().id) is None
    assert talk.letter(3).status == "new"
    moderate_all(talk.desk)
    assert talk.letter(3).status == "done"


@pytest.mark.faults
def test_a_preview_that_fails_leaves_nothing_in_memory(talk: Conversation, monkeypatch: pytest.MonkeyPatch) -> None:
    set_up(talk)
    with monkeypatch.context() as faulty:
        faulty.setattr(play_letter, "preview_lines", fails)
        talk.write("york", "preview\nflee none\n")
    assert talk.desk.tables.take(talk.game().id) is None
    assert talk.game().status == "playing"


def test_a_position_that_was_touched_is_not_kept(talk: Conversation, monkeypatch: pytest.MonkeyPatch) -> None:
    set_up(talk)
    whole = tell_all

    def touches(at_table: Any, *rest: Any) -> None:
        whole(at_table, *rest)
        at_table.table.state.turn += 1

    monkeypatch.setattr(play_letter, "tell_all", touches)
    talk.write("york", "flee none\n")
    assert talk.letter(3).status == "done"
    assert talk.desk.tables.take(talk.game().id) is None


# Others who write


@pytest.fixture
def other(talk: Conversation, monkeypatch: pytest.MonkeyPatch) -> Iterator[Database]:
    """The database as another process has it open, that waits for nobody."""
    monkeypatch.setattr(base, "BUSY_SECONDS", 0)
    db = Database.open(talk.db.location)
    yield db
    db.close()


def test_others_can_write_while_reports_are_written(
    talk: Conversation, other: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They need not wait, and the letter is worked out anew for what they have done."""
    set_up(talk)
    whole, worked_out = tell_all, []

    def meanwhile(at_table: Any, *rest: Any) -> None:
        whole(at_table, *rest)
        worked_out.append(at_table.game.options)
        if len(worked_out) == 1:
            with other.writing() as session:
                lobby.set_options(session, talk.game().id, {"language": {"": "de"}})

    monkeypatch.setattr(play_letter, "tell_all", meanwhile)
    mails = talk.write("york", YORK_ROUND)
    assert [options.get("language") for options in worked_out] == [None, {"": "de"}]
    assert len([mail for mail in mails if mail.to == PLAYERS["york"].address]) == 1
    assert "Du hast gerade nichts zu tun" in to("york", mails).text
    numbers = [entry.number for entry in talk.table().entries]
    assert numbers == list(range(1, len(numbers) + 1))


def test_who_always_writes_has_to_wait_in_the_end(
    talk: Conversation, monkeypatch: pytest.MonkeyPatch, other: Database
) -> None:
    set_up(talk)
    whole, refused = tell_all, []

    def meanwhile(at_table: Any, *rest: Any) -> None:
        whole(at_table, *rest)
        try:
            with other.writing() as session:
                lobby.seats(session, talk.game().id)[0].bounces += 1
            refused.append(False)
        except Busy:
            refused.append(True)

    monkeypatch.setattr(play_letter, "tell_all", meanwhile)
    mails = talk.write("york", YORK_ROUND)
    assert refused == [False, False, True]
    assert len([mail for mail in mails if mail.to == PLAYERS["york"].address]) == 1
    assert talk.letter(3).status == "done"


def test_a_letter_that_another_process_deals_with_meanwhile_is_dealt_with_once(
    talk: Conversation, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_up(talk)
    whole = tell_all
    met: list[Any] = []

    def meanwhile(at_table: Any, *rest: Any) -> None:
        whole(at_table, *rest)
        if not met:
            met.append(True)
            desk = elsewhere(talk)
            moderate_all(desk)
            desk.db.close()

    monkeypatch.setattr(play_letter, "tell_all", meanwhile)
    mails = talk.write("york", YORK_ROUND)
    assert len([mail for mail in mails if mail.to == PLAYERS["york"].address]) == 1
    monkeypatch.undo()
    talk.write("lancaster", ROUNDS["lancaster"])
    assert [talk.letter(number).status for number in (3, 4)] == ["done", "done"]
    assert talk.key.hex() == talk.game().key
