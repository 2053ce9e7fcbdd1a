"""Resigning where more than two play: the others play on, the game master decides about the seat, the last one left wins."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.moderator.core.context import Context
from pbem.moderator.core.desk import Player
from pbem.moderator.desk.archive_files import rerun_game
from pbem.moderator.seats.handover import hand_over
from tests.support.conversation import Conversation
from tests.toys.border_war.game import RULES
from tests.toys.files import toy_files
from tests.toys.houses import NEVILLE, PERCY, PLAYERS, SCOTLAND, of

GAMEMASTER = "gm@example.test"
PLAY_ON = "has resigned. The game goes on, and the game master decides what becomes of the seat."


@pytest.fixture
def war(tmp_path: Path) -> Conversation:
    """A war of three houses."""
    return Conversation(
        tmp_path, scenario="marches", game=RULES.name, games={RULES.name: RULES}, files=toy_files(), players=PLAYERS
    )


def test_the_others_play_on_and_the_game_master_is_told(war: Conversation) -> None:
    war.write(NEVILLE, "resign")
    mails = war.write(NEVILLE, "resign yes")
    assert "you have resigned: the others play on" in of(NEVILLE, mails)
    assert f"Neville {PLAY_ON}" in of(PERCY, mails)
    assert f"Neville {PLAY_ON}" in of(SCOTLAND, mails)
    (told,) = [mail for mail in mails if mail.to == GAMEMASTER]
    assert told.subject == "[marches-1] Neville has resigned; the others play on"
    assert "Ben has resigned in marches-1." in told.flat
    assert war.game().status == "playing"
    assert "you have resigned already" in of(NEVILLE, war.write(NEVILLE, "resign"))
    assert "you have resigned already" in of(NEVILLE, war.write(NEVILLE, "I give up"))
    assert f"Neville {PLAY_ON}" in of(PERCY, war.write(PERCY, "report"))
    with war.desk.db.reading() as session:
        assert rerun_game(Context(session, war.desk).of(war.game())).exact


def test_the_last_one_left_wins(war: Conversation) -> None:
    war.write(NEVILLE, "resign\nresign yes")
    mails = war.write(SCOTLAND, "resign\nresign yes")
    assert war.game().result == {"winner": PERCY, "how": "resigned"}
    assert "you have resigned: Percy wins" in of(SCOTLAND, mails)


def test_nobody_who_has_resigned_is_asked_for_a_draw(war: Conversation) -> None:
    war.write(NEVILLE, "offer draw")
    war.write(NEVILLE, "resign\nresign yes")
    assert "nothing like that is asked of you" in of(PERCY, war.write(PERCY, "accept draw"))
    war.write(PERCY, "offer draw")
    war.write(SCOTLAND, "accept draw")
    assert war.game().result == {"winner": None, "how": "draw_agreed"}


def test_a_seat_that_is_handed_over_is_played_again(war: Conversation) -> None:
    war.write(NEVILLE, "resign\nresign yes")
    hand_over(war.desk, war.name, NEVILLE, Player("Dora", "dora@example.test"))
    war.new_mails()
    assert PLAY_ON not in of(PERCY, war.write(PERCY, "report"))
    war.write(SCOTLAND, "resign\nresign yes")
    assert war.game().status == "playing"


def test_houses_that_are_left_and_allied_win(war: Conversation) -> None:
    war.write(PERCY, "court neville; aim durham")
    war.write(NEVILLE, "court percy; aim hexham")
    war.write(SCOTLAND, "court none; aim carlisle")
    mails = war.write(SCOTLAND, "resign\nresign yes")
    assert war.game().result == {"winner": PERCY, "how": "resigned", "allies": [NEVILLE]}
    assert "The game is over: Percy and Neville win." in of(SCOTLAND, mails)


def test_a_draw_to_which_all_who_are_left_have_agreed_ends_the_game(war: Conversation) -> None:
    war.write(NEVILLE, "offer draw")
    war.write(PERCY, "accept draw")
    mails = war.write(SCOTLAND, "resign\nresign yes")
    assert war.game().result == {"winner": None, "how": "draw_agreed"}
    assert "resign yes -> the game is a draw" in of(SCOTLAND, mails)
    assert GAMEMASTER not in [mail.to for mail in mails]


def test_a_resignation_takes_no_order_back(war: Conversation) -> None:
    war.write(PERCY, "court none; aim durham")
    war.write(NEVILLE, "court none; aim hexham")
    war.write(SCOTLAND, "court none; aim carlisle")
    war.write(PERCY, "march hotspur hexham")
    before = war.table().next_number
    war.write(PERCY, "take back")
    war.write(NEVILLE, "agree take back")
    war.write(SCOTLAND, "resign\nresign yes")
    assert "Scotland has resigned" in of(NEVILLE, war.write(NEVILLE, "report"))
    assert war.table().next_number > before


@pytest.mark.parametrize("line", ["accept draw", "decline draw", "offer draw", "resign no", "court none"])
def test_who_has_resigned_has_no_say_in_what_the_others_agree_on(war: Conversation, line: str) -> None:
    war.write(SCOTLAND, "resign\nresign yes")
    assert "offers a draw" not in of(SCOTLAND, war.write(PERCY, "offer draw"))
    told = of(SCOTLAND, war.write(SCOTLAND, line))
    assert ("offers a draw" in told, "you have resigned already" in told) == (False, line != "court none")
    war.write(NEVILLE, "accept draw")
    assert war.game().result == {"winner": None, "how": "draw_agreed"}
