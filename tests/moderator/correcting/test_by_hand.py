"""Orders that the game master gives for a seat, and positions changed by hand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest
from sqlalchemy import delete

from pbem.engine.dice import Fate
from pbem.games.plantagenet.levy import levy
from pbem.moderator.core.context import Context
from pbem.moderator.correcting.by_hand import CannotCorrect, give_orders, rule
from pbem.moderator.correcting.correction import Correction, Insertion, rework
from pbem.moderator.desk.archive_files import rerun_game, verify_document
from pbem.moderator.desk.overview import close_game, delete_game
from pbem.moderator.joining.opening import open_game
from pbem.moderator.seats.observers import add_observer
from pbem.replay.transcript import write_transcript
from pbem.replay.transcript_reader import play_transcript
from pbem.store.archive.transfer import export_game
from pbem.store.games import journal
from pbem.store.mail import inbox
from pbem.store.tables.games import DeletedGameRow
from tests.begun.program import at_work
from tests.support.board import opened
from tests.support.conversation import PLAYERS, YORK_SETUP, Conversation, to
from tests.support.watching import CLIO

YORK, LANCASTER = "assign york", "assign henry; assign somerset"


@pytest.fixture
def ia(tmp_path: Path) -> Iterator[Conversation]:
    with opened(tmp_path) as talk:
        yield talk


# Orders for a seat


def test_orders_for_a_seat_are_carried_out_and_marked(ia: Conversation) -> None:
    told = give_orders(ia.desk, ia.name, "york", YORK)
    assert "1 of 1 lines accepted" in told
    report = to("york", ia.new_mails())
    assert "The game master wrote this letter for you." in report.flat
    assert "assign York" in report.flat
    with ia.db.reading() as session:
        row = inbox.letter(session, 1)
    assert (row.seat, row.sender, row.status) == ("york", "gm@example.test", "done")


def test_the_others_are_not_told_who_wrote(ia: Conversation) -> None:
    give_orders(ia.desk, ia.name, "york", YORK)
    give_orders(ia.desk, ia.name, "lancaster", LANCASTER)
    for mail in ia.new_mails():
        if mail.to == "bob@example.test":
            assert "assign York" not in mail.text


def test_who_learns_the_message_id_of_such_a_letter_cannot_write_one(ia: Conversation) -> None:
    """The answer to it names it, to the seat's player; here it comes when nothing else is known of it any more."""
    give_orders(ia.desk, ia.name, "york", YORK)
    named = re.search(rb"In-Reply-To: (<[^>]*by-gamemaster[^>]*>)", to("york", ia.new_mails()).raw.replace(b"\r\n ", b" "))
    assert named is not None
    close_game(ia.desk, ia.name, "enough")
    delete_game(ia.desk, ia.name)
    with ia.db.writing() as session:
        session.execute(delete(DeletedGameRow))  # an older version kept no names
    open_game(ia.desk, "plantagenet", "ia_henry_vi", PLAYERS, name=ia.name, key=b"\x09" * 32)

    def change(message: EmailMessage) -> None:
        del message["Message-ID"]
        message["Message-ID"] = named[1].decode()

    ia.write("york", YORK, sender="eve@example.test", to="moderator@example.test", change=change)
    assert ia.table().given_by("york") == []
    assert not any(entry.kind == "answer" for entry in ia.table().entries)


def test_orders_of_which_one_is_refused_are_not_carried_out_at_all(ia: Conversation) -> None:
    with pytest.raises(CannotCorrect, match='"march ely" is refused'):
        give_orders(ia.desk, ia.name, "york", f"{YORK}; march ely")
    assert ia.new_mails() == []
    assert ia.table().given_by("york") == []
    with ia.db.reading() as session:
        assert inbox.pending_letters(session) == []


@pytest.mark.parametrize(
    ("lines", "told"), [("flub", '"flub" is not an order'), ("Hello all,", '"Hello all," is a greeting')]
)
def test_orders_beside_a_line_that_is_none_are_not_carried_out(ia: Conversation, lines: str, told: str) -> None:
    with pytest.raises(CannotCorrect, match=rf"{told} \(nearest: assign .*: nothing is done"):
        give_orders(ia.desk, ia.name, "york", f"{lines}\n{YORK}")
    assert ia.table().given_by("york") == []
    assert "1 of 1 lines accepted" in give_orders(ia.desk, ia.name, "york", f"# {lines}\n{YORK}")


@pytest.mark.faults
def test_rules_that_fail_on_orders_are_told_in_a_line(ia: Conversation, monkeypatch: pytest.MonkeyPatch) -> None:
    give_orders(ia.desk, ia.name, "york", YORK)
    give_orders(ia.desk, ia.name, "lancaster", LANCASTER)

    def wrong(*_: object) -> bool:
        raise KeyError("carts")

    monkeypatch.setattr(levy, "levy_carts", wrong)
    with pytest.raises(CannotCorrect, match="the present rules fail at these orders: KeyError: 'carts'"):
        give_orders(ia.desk, ia.name, "york", "muster york; levy carts")
    assert ia.game().status == "playing"


def test_only_the_game_masters_own_letters_need_no_token(ia: Conversation) -> None:
    give_orders(ia.desk, ia.name, "york", YORK)
    with ia.db.reading() as session:
        known = inbox.letter(session, 1)
    ia.new_mails()
    forged = known.raw.replace(b"assign york", b"assign march")
    assert ia.deliver(forged) == []
    with ia.db.reading() as session:
        again = inbox.letter(session, 2)
    assert again.seat is None
    assert "not sent to a seat's address" in again.outcome


def test_letters_of_the_game_master_can_be_put_right_too(ia: Conversation) -> None:
    give_orders(ia.desk, ia.name, "york", YORK)
    give_orders(ia.desk, ia.name, "lancaster", LANCASTER)
    found = rework(ia.desk, ia.name, "a slip", Correction(letter=1, insert=Insertion(b"assign march")), commit=True)
    assert found.again.fallen == ()


# Rulings


def test_a_position_changed_by_hand_is_an_entry_that_all_readers_see(ia: Conversation) -> None:
    add_observer(ia.desk, ia.name, CLIO)
    ia.new_mails()
    found = rule(ia.desk, ia.name, "york at peterborough", "a cylinder slipped")
    assert found.position == ("lords, York, where: Ely -> Peterborough",)
    assert ia.table().state.lords["york"].where == "peterborough"
    mails = ia.new_mails()
    for seat in ("york", "lancaster"):
        told = to(seat, mails).flat
        assert "The game master has changed the position by hand: a cylinder slipped" in told
        assert "Ruling: York at Peterborough." in told


def test_every_replay_repeats_it(ia: Conversation, tmp_path: Path) -> None:
    rule(ia.desk, ia.name, "york at peterborough", "a cylinder slipped")
    give_orders(ia.desk, ia.name, "york", YORK)
    with ia.db.reading() as session:
        context = Context(session, ia.desk).of(ia.game())
        assert rerun_game(context).exact
        document = export_game(session, ia.game().id)
        kinds = [line.kind for line in journal.read(session, ia.game().id)]
    assert "ruling" in kinds
    verdict = verify_document(document, ia.desk.games, ia.desk.scenarios)
    assert verdict.ok, verdict.text()
    with at_work(tmp_path / "elsewhere.sqlite") as other:
        other.take_in(document)
        assert other.status() == "playing"
    table = ia.table()
    text = write_transcript(table)
    again = play_transcript(table.rules, table.setup, text, Fate(b"\x07" * 32))
    assert again.state == table.state


def test_a_dry_run_changes_nothing(ia: Conversation) -> None:
    found = rule(ia.desk, ia.name, "york at peterborough", "a cylinder slipped", commit=False)
    assert found.position
    assert ia.table().state.lords["york"].where == "ely"
    assert ia.new_mails() == []


def test_who_leads_is_said_and_no_sign(ia: Conversation) -> None:
    found = rule(ia.desk, ia.name, "influence york 12", "a slip", commit=False)
    assert found.position == ("influence: neither side leads -> York leads by 12",)


def test_in_a_battle_nothing_is_changed_by_hand(talk: Conversation) -> None:
    with pytest.raises(CannotCorrect, match="Approach or a Battle"):
        rule(talk.desk, talk.name, "norfolk at ely", "a trial")


def test_a_ruling_stays_when_a_letter_before_it_is_put_right(ia: Conversation) -> None:
    give_orders(ia.desk, ia.name, "york", YORK)
    ia.clock.move(minutes=5)
    rule(ia.desk, ia.name, "march provender 5", "a slip of mine")
    found = rework(ia.desk, ia.name, "a slip", Correction(letter=1, insert=Insertion(b"assign march")), commit=True)
    assert found.again.fallen == ()
    assert ia.table().state.mats["march"].assets["provender"] == 5


def test_who_writes_by_hand_is_no_player(talk: Conversation) -> None:
    with pytest.raises(CannotCorrect, match="no orders"):
        give_orders(talk.desk, talk.name, "york", " ")
    assert "accepted" in give_orders(talk.desk, talk.name, "york", YORK_SETUP)
