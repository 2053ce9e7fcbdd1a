"""What the game master can do, and what happens when something breaks."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pbem.engine.log.shares import SALTED, SCHEME
from pbem.moderator.core.context import Context
from pbem.moderator.core.games import load_table
from pbem.moderator.correcting.by_hand import hold, release
from pbem.moderator.correcting.correction import KeyIsOut, undo
from pbem.moderator.intake.moderating import moderate
from pbem.store.archive.transfer import export_game, import_game
from pbem.store.database import Database
from pbem.store.errors import NotFound
from pbem.store.mail import inbox
from tests.support.conversation import (
    KEY,
    LANCASTER_ROUND,
    LANCASTER_SETUP,
    MODERATOR,
    YORK_ROUND,
    YORK_SETUP,
    Conversation,
)
from tests.support.empty import change_log


def dice(talk: Conversation) -> list[tuple[str, str, int]]:
    """The live rolls."""
    with talk.db.reading() as session:
        entries = load_table(Context(session, talk.desk).of(talk.game())).entries
    return [(e.turn, e.subject, e.answer) for e in entries if e.kind == "roll"]


def test_a_held_game_keeps_letters_and_plays_them_on_release(talk: Conversation) -> None:
    hold(talk.desk, talk.name, "a question about the rules")
    assert sorted(mail.to for mail in talk.new_mails()) == ["ann@example.test", "bob@example.test"]
    (mail,) = talk.write("york", YORK_SETUP)
    assert mail.kind == "notice"
    assert "a question about the rules" in mail.text
    talk.write("lancaster", LANCASTER_SETUP)
    outcomes = release(talk.desk, talk.name)
    assert len(outcomes) == 2
    assert talk.game().status == "playing"
    assert any("round 1" in m.subject for m in talk.new_mails())


def test_undo_strikes_the_last_letter_and_tells_both(talk: Conversation) -> None:
    talk.set_up()
    talk.write("york", YORK_ROUND)
    talk.write("lancaster", LANCASTER_ROUND)
    before = dice(talk)
    assert before
    talk.new_mails()
    struck = undo(talk.desk, talk.name, "a slip of the pen").struck
    assert struck is not None
    first, last = struck
    assert first <= last
    assert dice(talk) == []
    mails = talk.new_mails()
    assert {m.to for m in mails} == {"ann@example.test", "bob@example.test"}
    assert all("a slip of the pen" in m.text for m in mails)


@pytest.fixture
def begun_before(tmp_path: Path) -> Conversation:
    """A game that was begun when each seat gave one share to the dice."""
    return Conversation(tmp_path, options={SCHEME: SALTED}, key=KEY)


def test_in_games_begun_before_the_same_question_gives_the_same_die_after_an_undo(begun_before: Conversation) -> None:
    talk = begun_before
    talk.set_up()
    talk.write("york", YORK_ROUND)
    talk.write("lancaster", LANCASTER_ROUND)
    before = dice(talk)
    undo(talk.desk, talk.name, "again, please")
    talk.write("lancaster", LANCASTER_ROUND)
    assert dice(talk) == before


def test_in_games_begun_before_undo_to_the_beginning_keeps_the_salts(begun_before: Conversation) -> None:
    talk = begun_before
    talk.set_up()
    talk.write("york", YORK_ROUND)
    talk.write("lancaster", LANCASTER_ROUND)
    before = dice(talk)
    undo(talk.desk, talk.name, "all over again", to=0)
    talk.set_up()
    talk.write("york", YORK_ROUND)
    talk.write("lancaster", LANCASTER_ROUND)
    assert dice(talk) == before


def test_undo_reopens_a_finished_game(talk: Conversation) -> None:
    talk.set_up()
    talk.play_to_the_end()
    with pytest.raises(KeyIsOut):
        undo(talk.desk, talk.name, "the last Round again")
    undo(talk.desk, talk.name, "the last Round again", after_the_end=True)
    assert talk.game().status == "playing"
    assert talk.game().result is None


def test_undo_into_the_middle_of_a_letter_plays_on_to_a_question(talk: Conversation) -> None:
    talk.set_up()
    talk.write("york", YORK_ROUND)
    talk.write("lancaster", LANCASTER_ROUND)
    before = dice(talk)
    with talk.db.reading() as session:
        rolls = [e.number for e in load_table(Context(session, talk.desk).of(talk.game())).entries if e.kind == "roll"]
    undo(talk.desk, talk.name, "in the middle", to=rolls[3] - 1)
    with talk.db.reading() as session:
        assert {d.seat for d in load_table(Context(session, talk.desk).of(talk.game())).open()} <= {"york", "lancaster"}
    assert dice(talk)[:4] == before[:4]


def test_nothing_to_undo(talk: Conversation) -> None:
    with pytest.raises(NotFound):
        undo(talk.desk, talk.name, "why not")


@pytest.mark.faults
def test_a_log_that_the_rules_do_not_lead_to_holds_the_game_and_keeps_the_letter(talk: Conversation) -> None:
    talk.write("york", YORK_SETUP)
    _doctor_the_log(talk)
    mails = talk.write("lancaster", LANCASTER_SETUP)
    assert [m.to for m in mails] == ["gm@example.test"]
    assert talk.game().status == "held"
    assert talk.letter(2).status == "held"
    assert "9.9.9 wrong" in talk.letter(2).outcome


@pytest.mark.faults
def test_why_a_fault_holds_the_game_is_not_told_to_the_players(talk: Conversation) -> None:
    talk.write("york", YORK_SETUP)
    _doctor_the_log(talk)
    talk.write("lancaster", LANCASTER_SETUP)
    (mail,) = talk.write("york", "report")
    assert "on hold: a letter could not be dealt with." in mail.flat
    assert "9.9.9" not in mail.text + mail.html


def test_a_kept_letter_tried_while_the_game_is_still_held_stays_kept(talk: Conversation) -> None:
    hold(talk.desk, talk.name, "a holiday")
    talk.write("york", YORK_SETUP)
    assert _try_again(talk, 1) == f"letter 1: {talk.name} is held: a holiday"
    assert talk.new_mails() == []
    release(talk.desk, talk.name)
    assert talk.letter(1).status == "done"


def test_a_letter_refused_for_its_sender_is_refused_again_and_keeps_its_text(tmp_path: Path) -> None:
    talk = Conversation(tmp_path, auth="token+sender")
    talk.desk = replace(talk.desk, letters=replace(talk.desk.letters, letters_per_hour=1))
    talk.write("york", YORK_SETUP, sender="eve@evil.test")
    talk.write("york", YORK_SETUP, sender="mallory@evil.test")
    assert _try_again(talk, 1).endswith("from eve@evil.test, not the player registered")
    assert (talk.letter(1).status, talk.letter(1).size) == ("dead", len(talk.letter(1).raw))
    with pytest.raises(NotFound, match="only the header was kept"):
        _try_again(talk, 2)
    assert not any(entry.seat for entry in talk.table().entries)
    assert talk.game().status == "playing"
    talk.db.close()


def _try_again(talk: Conversation, number: int) -> str:
    with talk.db.writing() as session:
        inbox.retry(session, number)
    return moderate(talk.desk, number)


def test_a_game_moved_to_another_database_is_played_on(talk: Conversation, tmp_path: Path) -> None:
    """Letters have other numbers there, and so must not name the mails."""
    talk.write("york", "", sender="eve@evil.test", to=MODERATOR)
    talk.write("york", YORK_SETUP)
    with talk.db.reading() as session:
        document = export_game(session, talk.game().id)
    talk.db.close()
    talk.db = Database.open(tmp_path / "other.sqlite")
    talk.desk = replace(talk.desk, db=talk.db)
    with talk.db.writing() as session:
        import_game(session, document)
    talk.write("york", "report")
    talk.write("york", "report")
    assert [talk.letter(n).status for n in (1, 2, 3)] == ["done"] * 3
    assert talk.game().status == "playing"


def _doctor_the_log(talk: Conversation) -> None:
    """Change an entry behind the back of the triggers, as a bad disk or a bad rule would.

    It is read when the daemon starts again.
    """
    change_log(talk.db.location, "UPDATE entry SET key = '9.9.9 wrong' WHERE kind = 'answer'")
    talk.desk.tables.take(talk.game().id)
