"""The mail that tells of moves taken back, or of a correction, says what its reader was told that counts no longer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from pbem.moderator.core.setups import set_languages
from pbem.moderator.correcting.correction import Correction, Insertion, rework, undo
from pbem.moderator.reports.occasion import MAX_RETRACTED
from pbem.moderator.seats.observers import add_observer
from pbem.store.games import watchers
from tests.moderator.correcting.test_correction import played
from tests.support.board import opened
from tests.support.conversation import PLAYERS, Conversation, Mail, to
from tests.support.watching import CLIO

HEAD = "You were told this, and it counts no longer:"
GERMAN_HEAD = "Das wurde dir gesagt und gilt nicht mehr:"


@pytest.fixture
def ia(tmp_path: Path) -> Iterator[Conversation]:
    """Ia in the midst of the Campaign of Turn 1."""
    with opened(tmp_path) as talk:
        played(talk)
        talk.new_mails()
        yield talk


def gone(mail: Mail, head: str = HEAD) -> list[str]:
    """The lines of a mail that tell what counts no longer."""
    listed = mail.text.replace("\r\n", "\n").partition(f"{head}\n")[2].partition("\n\n")[0]
    return [" ".join(line.split()) for line in f"\n{listed}".split("\n- ")[1:]]


def first_march(talk: Conversation) -> int:
    """The number of the entry with which York Marches."""
    return next(news.number for news in talk.table().news if news.event.data.get("to") == "peterborough")


def test_moves_taken_back_are_named(ia: Conversation) -> None:
    undo(ia.desk, ia.name, "a slip", to=first_march(ia) - 1)
    mails = ia.new_mails()
    for seat in PLAYERS:
        lines = gone(to(seat, mails))
        assert "York Marches from Ely to Peterborough." in lines
        assert "York gives up 1 Provender (Feed)." in lines
        assert not any("Levies" in line for line in lines)
        assert "<li>York Marches from Ely to Peterborough.</li>" in to(seat, mails).html


def test_of_many_lines_the_first_are_told_and_how_many_more_there_are(ia: Conversation) -> None:
    found = undo(ia.desk, ia.name, "a slip", to=2)
    mails = ia.new_mails()
    for told in found.told:
        assert len(told.untrue) > MAX_RETRACTED
        more = f"and {len(told.untrue) - MAX_RETRACTED} more"
        assert gone(to(told.reader, mails)) == [*told.untrue[:MAX_RETRACTED], more]


def test_a_correction_names_what_came_out_otherwise_and_no_more(ia: Conversation) -> None:
    rework(
        ia.desk, ia.name, "a slip", Correction(letter=3, insert=Insertion(b"muster york\nlevy troops\ndone\n")), commit=True
    )
    mails = ia.new_mails()
    for seat in PLAYERS:
        assert gone(to(seat, mails)) == ["York gains 2 Carts.", "York gives up 1 Provender (Feed)."]


def test_what_a_player_was_not_told_is_not_told_them_when_it_is_taken_back(tmp_path: Path) -> None:
    with opened(tmp_path) as talk:
        talk.write("york", "assign york\n")
        talk.write("lancaster", "assign henry\nassign somerset\n")
        before = talk.table().entries[-1].number
        talk.write("york", "standing play none\n")
        talk.write("york", "muster york\nlevy carts\n")
        talk.new_mails()
        undo(talk.desk, talk.name, "a slip", to=before)
        mails = talk.new_mails()
        assert any("Carts" in line for line in gone(to("york", mails)))
        assert HEAD not in to("lancaster", mails).text


def test_an_observer_reads_what_all_could_see(tmp_path: Path) -> None:
    with opened(tmp_path) as talk:
        add_observer(talk.desk, talk.name, CLIO)
        add_observer(talk.desk, talk.name, replace(CLIO, name="Dan", address="dan@example.test"))
        played(talk)
        talk.new_mails()
        with talk.db.writing() as session:
            watchers.observer(session, talk.game().id, CLIO.address).told = talk.table().entries[-1].number
            watchers.observer(session, talk.game().id, "dan@example.test").told = 4
        undo(talk.desk, talk.name, "a slip", to=2)
        mails = {mail.to: mail for mail in talk.new_mails()}
        assert len(gone(mails[CLIO.address])) == MAX_RETRACTED + 1
        assert len(gone(mails["dan@example.test"])) < MAX_RETRACTED


def test_the_list_is_in_the_language_of_its_reader(tmp_path: Path) -> None:
    with opened(tmp_path) as talk:
        played(talk)
        talk.new_mails()
        set_languages(talk.db, talk.name, ["york=de"], ["en", "de"])
        undo(talk.desk, talk.name, "ein Versehen", to=2)
        lines = gone(to("york", talk.new_mails()), GERMAN_HEAD)
        assert len(lines) == MAX_RETRACTED + 1
        assert lines[-1].endswith("weitere")
