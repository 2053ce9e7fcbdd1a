"""Games that the game master ends, puts away and deletes; copies to try things with."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import select, text
from sqlmodel import col

from pbem.moderator.core.context import Context
from pbem.moderator.core.desk import Player
from pbem.moderator.correcting.by_hand import give_orders
from pbem.moderator.correcting.correction import undo
from pbem.moderator.desk.archive_files import verify_document
from pbem.moderator.desk.arrival import move_in
from pbem.moderator.desk.overview import CannotClose, NotOver, close_game, delete_game, list_games, put_away
from pbem.moderator.joining.opening import open_game
from pbem.store.archive.transfer import export_game
from pbem.store.errors import Duplicate, NotFound
from pbem.store.games import journal, lobby
from pbem.store.games.lists import GamesPage
from pbem.store.mail import inbox
from pbem.store.tables.games import SeatRow
from pbem.store.tables.log import EntryRow
from pbem.store.tables.mail import LetterRow, OutgoingRow
from tests.support.conversation import PLAYERS, YORK_ROUND, YORK_SETUP, Conversation
from tests.support.empty import change_log


def names(talk: Conversation) -> list[str]:
    with talk.db.reading() as session:
        return [line.game.name for line in list_games(Context(session, talk.desk), GamesPage(most=10))]


def test_a_closed_game_is_over_and_everybody_learns_why(talk: Conversation) -> None:
    close_game(talk.desk, talk.name, "both players have moved on")
    mails = talk.new_mails()
    assert sorted(mail.to for mail in mails) == ["ann@example.test", "bob@example.test"]
    for mail in mails:
        assert "The game master has closed the game: both players have moved on" in mail.flat
        assert "closed without a result" in mail.subject
        assert "a draw" not in mail.flat
    assert talk.game().status == "over"
    with talk.db.reading() as session:
        verdict = verify_document(export_game(session, talk.game().id), talk.desk.games, talk.desk.scenarios)
    assert verdict.ok, verdict.text()


@pytest.mark.parametrize(("game", "scenario"), [("plantagenet", "ia_henry_vi"), ("warriors_of_england", "campaign")])
def test_games_of_all_kinds_can_be_closed(game: str, scenario: str, tmp_path: Path) -> None:
    talk = Conversation(tmp_path, scenario=scenario, game=game, pictures=True)
    try:
        close_game(talk.desk, talk.name, "nobody plays")
        assert all("closed without a result" in mail.subject for mail in talk.new_mails())
    finally:
        talk.db.close()


def test_a_closed_game_is_closed_once_and_takes_no_letters(talk: Conversation) -> None:
    close_game(talk.desk, talk.name, "both players have moved on")
    talk.new_mails()
    assert "is over" in talk.write("york", YORK_SETUP)[0].flat
    with pytest.raises(NotOver, match="over already"):
        close_game(talk.desk, talk.name, "again")


def test_a_game_that_does_not_replay_is_not_closed_and_says_what_to_do(talk: Conversation) -> None:
    talk.set_up()
    number = next(entry.number for entry in talk.table().entries if entry.kind == "answer")
    change_log(talk.db.location, f"UPDATE entry SET key = '9.9 nothing' WHERE number = {number}")  # noqa: S608
    talk.new_mails()
    told = f"its log does not replay .*entry {number}: .*pbem undo bosworth-1 --to {number - 1} "
    with pytest.raises(CannotClose, match=told):
        close_game(talk.desk, talk.name, "enough")
    assert (talk.game().status, talk.new_mails()) == ("playing", [])
    undo(talk.desk, talk.name, "the rules have changed", to=number - 1)
    close_game(talk.desk, talk.name, "enough")
    assert talk.game().status == "over"


def test_closing_can_be_taken_back(talk: Conversation) -> None:
    last = len(talk.table().entries)
    close_game(talk.desk, talk.name, "a misunderstanding")
    undo(talk.desk, talk.name, "they play on", to=last, after_the_end=True)
    assert talk.game().status == "playing"
    assert talk.asked()


def test_only_a_game_that_is_over_is_put_away(talk: Conversation) -> None:
    with pytest.raises(NotOver, match="pbem close"):
        put_away(talk.desk, talk.name)
    close_game(talk.desk, talk.name, "both players have moved on")
    put_away(talk.desk, talk.name)
    assert names(talk) == []
    put_away(talk.desk, talk.name, back=True)
    assert names(talk) == [talk.name]


def test_a_game_that_is_played_again_is_listed_again(talk: Conversation) -> None:
    last = len(talk.table().entries)
    close_game(talk.desk, talk.name, "a misunderstanding")
    put_away(talk.desk, talk.name)
    undo(talk.desk, talk.name, "they play on", to=last, after_the_end=True)
    assert names(talk) == [talk.name]


def test_a_deleted_game_leaves_nothing_and_others_alone(talk: Conversation) -> None:
    open_game(talk.desk, "plantagenet", "bosworth", {**PLAYERS, "york": Player("Cyd", "cyd@example.test")}, auth="token")
    talk.write("york", YORK_SETUP)
    with pytest.raises(NotOver):
        delete_game(talk.desk, talk.name)
    with talk.db.reading() as session:
        other = lobby.find_game(session, "bosworth-2")
        before = journal.read(session, other.id), lobby.seats(session, other.id)
    close_game(talk.desk, talk.name, "both players have moved on")
    delete_game(talk.desk, talk.name)
    with talk.db.reading() as session:
        with pytest.raises(NotFound):
            lobby.find_game(session, talk.name)
        for table in (EntryRow, SeatRow, OutgoingRow):
            assert set(session.scalars(select(col(table.game_id)))) <= {other.id, None}
        assert list(session.scalars(select(LetterRow))) == []
        assert (journal.read(session, other.id), lobby.seats(session, other.id)) == before
    assert talk.db.integrity() == []


def test_no_other_game_gets_the_name_of_a_deleted_one(talk: Conversation) -> None:
    """An answer to an old mail of the deleted game would count for it: threads are known by names."""
    close_game(talk.desk, talk.name, "both players have moved on")
    document = export(talk)
    delete_game(talk.desk, talk.name)
    assert open_game(talk.desk, "plantagenet", "bosworth", PLAYERS, auth="token").name == "bosworth-2"
    with pytest.raises(Duplicate, match="was deleted, and letters to it may still come"):
        open_game(talk.desk, "plantagenet", "bosworth", PLAYERS, auth="token", name=talk.name)
    assert move_in(talk.desk, document).game.name == talk.name


def test_logs_are_as_well_guarded_after_a_deletion(talk: Conversation) -> None:
    close_game(talk.desk, talk.name, "both players have moved on")
    document = export(talk)
    delete_game(talk.desk, talk.name)
    move_in(talk.desk, document)
    with pytest.raises(Exception, match="append-only"), talk.db.writing() as session:
        session.execute(text("DELETE FROM entry"))


def export(talk: Conversation) -> dict[str, object]:
    with talk.db.reading() as session:
        return export_game(session, talk.game().id)


# Sandboxes


def test_nothing_is_ever_sent_from_a_sandbox(talk: Conversation) -> None:
    talk.set_up()
    talk.new_mails()
    copy = move_in(talk.desk, export(talk), "copy", sandbox=True).game
    give_orders(talk.desk, "copy", "york", YORK_ROUND)
    undo(talk.desk, "copy", "a trial")
    close_game(talk.desk, "copy", "done with it")
    assert talk.new_mails() == []
    with talk.db.reading() as session:
        assert list(session.scalars(select(OutgoingRow).where(col(OutgoingRow.game_id) == copy.id))) == []


def test_a_sandbox_stands_beside_its_game_and_no_letter_reaches_it(talk: Conversation) -> None:
    talk.set_up()
    log = [entry.answer for entry in talk.table().entries]
    move_in(talk.desk, export(talk), "copy", sandbox=True)
    talk.write("york", YORK_ROUND)
    with talk.db.reading() as session:
        copied = [line.answer for line in journal.read(session, lobby.find_game(session, "copy").id)]
        assert inbox.pending_letters(session) == []
    assert copied[: len(log)] == log
    assert len(talk.table().entries) > len(log)
    delete_game(talk.desk, "copy")
    assert names(talk) == [talk.name]
