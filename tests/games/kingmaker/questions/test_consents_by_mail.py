"""2.8 A timed game ends when all agree: a seat for which nobody writes does not hold the others up."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pbem.engine.decision import Seat
from pbem.games.kingmaker.asking.ending import AGREE
from pbem.games.kingmaker.game import RULES
from pbem.games.kingmaker.turns import TURN
from pbem.moderator.core.desk import Player
from pbem.moderator.correcting.correction import redo, undo
from pbem.moderator.desk.archive_files import verify_document
from pbem.moderator.seats.handover import hand_over
from pbem.resources import scenarios_dir
from pbem.store.archive.transfer import export_game, import_game
from pbem.store.database import Database
from tests.games.kingmaker.newcomers import KEY, PLAYERS, answer
from tests.games.kingmaker.questions.test_silent_players import SOON, asked, clocks, is_exact, play_turn, sent
from tests.support.conversation import Conversation, Mail

GREENS = "agree yes (for as long as nobody writes for your seat)"


def timed(folder: Path, terms: dict[str, str] | None = None, *, green: str = "") -> Conversation:
    """A game of nine rounds in which Green does not write after the set-up, and is a regency. It is Blue's turn."""
    talk = Conversation(
        folder,
        scenario="three_players",
        game=RULES.name,
        players=PLAYERS,
        key=KEY,
        terms=terms or SOON,
        options={"rounds": 9},
    )
    if green:
        talk.write("green", green)
    for seat in ("red", "blue"):
        talk.write(seat, "ok")
    talk.tick(hours=97)
    assert [*clocks(talk).regencies] == ["green"]
    return talk


def to_the_rounds_end(talk: Conversation) -> list[Mail]:
    mails, begun = list[Mail](), talk.table().state.round
    while not talk.table().over and talk.table().state.round == begun:
        mails += play_turn(talk)
    return mails


def agreements(talk: Conversation, seat: Seat) -> list[tuple[str, bool]]:
    return [(order.verb, order.consents) for order in talk.table().orders_of(seat) if order.key == AGREE]


def archive(talk: Conversation) -> Any:
    with talk.db.reading() as session:
        return json.loads(json.dumps(export_game(session, talk.game().id)))


def is_proved(document: object) -> bool:
    verdict = verify_document(document, {RULES.name: RULES}, scenarios_dir())
    return verdict.ok and verdict.exact is True


def test_the_others_end_the_game_without_a_regency(tmp_path: Path) -> None:
    talk = timed(tmp_path)
    assert agreements(talk, "green") == [("agree", True)]
    talk.write("blue", "agree yes")
    to_the_rounds_end(talk)
    assert not talk.table().over
    for seat in ("blue", "red"):
        talk.write(seat, "agree yes")
    mails = to_the_rounds_end(talk)
    assert talk.table().over
    assert sent(talk, "green", mails)
    assert is_exact(talk)
    document = archive(talk)
    assert is_proved(document)
    elsewhere = Database.open(tmp_path / "elsewhere.sqlite")
    with elsewhere.writing() as session:
        moved = export_game(session, import_game(session, document).id)
    elsewhere.close()
    assert moved["entries"] == document["entries"]


def test_its_player_is_told_and_agrees_to_nothing_once_they_write(tmp_path: Path) -> None:
    talk = timed(tmp_path)
    mails = to_two_turns(talk)
    for seat in ("blue", "red"):
        talk.write(seat, "agree yes")
    assert GREENS in sent(talk, "green", mails)
    talk.write("green", "help")
    assert agreements(talk, "green") == []
    assert GREENS not in answer(talk, "green", "status")
    play_turn(talk)
    assert not talk.table().over
    assert is_exact(talk)
    assert is_proved(archive(talk))


def test_a_programs_line_about_its_user_ends_no_regency(tmp_path: Path) -> None:
    talk = timed(tmp_path)
    for line in ("Status: away", "I am away until Easter Monday"):
        talk.write("green", line)
        assert agreements(talk, "green") == [("agree", True)]
    talk.write("green", "status")
    assert agreements(talk, "green") == []


def to_two_turns(talk: Conversation) -> list[Mail]:
    """On to Red's turn, the last one that somebody plays in this round."""
    mails = list[Mail]()
    while asked(talk)[0][0] != "red":
        mails += play_turn(talk)
    return mails


def test_a_letter_that_ends_the_regency_and_the_round_agrees_to_nothing(tmp_path: Path) -> None:
    talk = timed(tmp_path)
    for seat in ("blue", "red"):
        talk.write(seat, "agree yes")
    talk.write("green", "agree no")
    assert agreements(talk, "green") == [("agree", False)]
    to_the_rounds_end(talk)
    assert not talk.table().over


def test_what_its_player_has_said_of_it_before_stays(tmp_path: Path) -> None:
    talk = timed(tmp_path, green="agree no")
    assert agreements(talk, "green") == [("agree", False)]
    for seat in ("blue", "red"):
        talk.write(seat, "agree yes")
    to_the_rounds_end(talk)
    assert not talk.table().over


def test_moves_taken_back_neither_end_it_nor_bring_it_back(tmp_path: Path) -> None:
    talk = timed(tmp_path)
    play_turn(talk)
    undo(talk.desk, talk.name, "a slip")
    assert agreements(talk, "green") == [("agree", True)]
    talk.write("green", "help")
    play_turn(talk)
    given = next(entry.number for entry in talk.table().entries if entry.seat == "green" and entry.key == AGREE)
    undo(talk.desk, talk.name, "a slip", to=given)
    assert agreements(talk, "green") == []
    assert is_exact(talk)
    assert is_proved(archive(talk))
    redo(talk.desk, talk.name, "no slip")
    assert agreements(talk, "green") == []


def test_a_newcomer_in_the_seat_is_left_nothing_of_it(tmp_path: Path) -> None:
    talk = timed(tmp_path)
    hand_over(talk.desk, talk.name, "green", Player("Dora", "dora@example.test"))
    assert agreements(talk, "green") == []
    kit = next(mail.flat for mail in talk.new_mails() if mail.to == "dora@example.test")
    assert "agree yes" not in kit


@pytest.mark.parametrize("before", ["agree no", "agree no if I have 9 cards", "ok"])
def test_one_that_has_resigned_does_not_hold_the_others_up(tmp_path: Path, before: str) -> None:
    talk = timed(tmp_path)
    talk.write("green", before)
    talk.write("green", "resign\nresign yes")
    assert agreements(talk, "green") == [("agree", True)]
    for seat in ("blue", "red"):
        talk.write(seat, "agree yes")
    while asked(talk) and asked(talk)[0][0] != "green":
        play_turn(talk)
    talk.tick(hours=97)
    if not talk.table().over:
        assert asked(talk)[0] != ("green", TURN)
        to_the_rounds_end(talk)
    assert talk.table().over
    assert is_exact(talk)
    assert is_proved(archive(talk))
