"""What the game master can do, and what happens when something breaks."""

from __future__ import annotations

import sqlite3

import pytest

from pbem.moderator.gm import KeyIsOut, hold, release, undo
from pbem.moderator.play import load_table
from pbem.store.errors import NotFound
from tests.moderator.conversation import LANCASTER_SETUP, ROUND, YORK_SETUP, Conversation


def dice(talk: Conversation) -> list[tuple[str, str, int]]:
    """The live rolls."""
    with talk.db.reading() as session:
        entries = load_table(session, talk.desk, talk.game()).entries
    return [(e.turn, e.subject, e.answer) for e in entries if e.kind == "roll"]


def test_a_held_game_keeps_letters_and_plays_them_on_release(talk: Conversation) -> None:
    hold(talk.desk, talk.name, "a question about the rules")
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
    talk.write("york", ROUND)
    talk.write("lancaster", ROUND)
    before = dice(talk)
    assert before
    talk.new_mails()
    first, last = undo(talk.desk, talk.name, "a slip of the pen")
    assert first <= last
    assert dice(talk) == []
    mails = talk.new_mails()
    assert {m.to for m in mails} == {"ann@example.test", "bob@example.test"}
    assert all("a slip of the pen" in m.text for m in mails)


def test_the_same_question_gives_the_same_die_after_an_undo(talk: Conversation) -> None:
    talk.set_up()
    talk.write("york", ROUND)
    talk.write("lancaster", ROUND)
    before = dice(talk)
    undo(talk.desk, talk.name, "again, please")
    talk.write("lancaster", ROUND)
    assert dice(talk) == before


def test_undo_to_the_beginning_keeps_the_salts(talk: Conversation) -> None:
    talk.set_up()
    talk.write("york", ROUND)
    talk.write("lancaster", ROUND)
    before = dice(talk)
    undo(talk.desk, talk.name, "all over again", to=0)
    talk.set_up()
    talk.write("york", ROUND)
    talk.write("lancaster", ROUND)
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
    talk.write("york", ROUND)
    talk.write("lancaster", ROUND)
    before = dice(talk)
    with talk.db.reading() as session:
        rolls = [e.number for e in load_table(session, talk.desk, talk.game()).entries if e.kind == "roll"]
    undo(talk.desk, talk.name, "in the middle", to=rolls[3] - 1)
    with talk.db.reading() as session:
        assert {d.seat for d in load_table(session, talk.desk, talk.game()).open()} <= {"york", "lancaster"}
    assert dice(talk)[:4] == before[:4]


def test_nothing_to_undo(talk: Conversation) -> None:
    with pytest.raises(NotFound):
        undo(talk.desk, talk.name, "why not")


def test_a_log_that_the_rules_do_not_lead_to_holds_the_game_and_keeps_the_letter(talk: Conversation) -> None:
    talk.write("york", YORK_SETUP)
    _doctor_the_log(talk)
    mails = talk.write("lancaster", LANCASTER_SETUP)
    assert [m.to for m in mails] == ["gm@example.test"]
    assert talk.game().status == "held"
    assert talk.letter(2).status == "held"
    assert "entry" in talk.game().held_because


def _doctor_the_log(talk: Conversation) -> None:
    """Change an entry behind the back of the triggers, as a bad disk or a bad rule would."""
    raw = sqlite3.connect(talk.db.path)
    for (name,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        raw.execute(f"DROP TRIGGER {name}")
    raw.execute("UPDATE entry SET key = '9.9.9 wrong' WHERE kind = 'answer'")
    raw.commit()
    raw.close()
