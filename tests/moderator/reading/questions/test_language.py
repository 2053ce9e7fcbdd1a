"""`language german`: a player says in which language their own letters come."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.moderator.core.setups import LANGUAGE, OTHERS
from pbem.moderator.correcting.by_hand import hold, release
from tests.support.conversation import PLAYERS, Conversation


@pytest.fixture
def game(tmp_path: Path) -> Conversation:
    return Conversation(tmp_path)


def answer(game: Conversation, seat: str, text: str) -> str:
    """The mail back to the writer, on one line."""
    return next(mail.flat for mail in game.write(seat, text) if mail.to == PLAYERS[seat].address)


@pytest.mark.parametrize("line", ["language german", "Sprache: Deutsch", "language de"])
def test_what_a_player_chooses_holds_for_all_their_letters_and_for_nobody_elses(game: Conversation, line: str) -> None:
    said = answer(game, "york", line)
    assert "Von jetzt an kommen deine Briefe auf Deutsch." in said
    assert "== Deine Antwort ==" in said
    assert "== Die Lage ==" in answer(game, "york", "report")
    assert "== The position ==" in answer(game, "lancaster", "report")
    assert "From now on your letters come in English." in answer(game, "york", "Sprache Englisch")
    assert LANGUAGE not in game.game().options


def test_it_can_stand_among_orders_and_in_a_preview(game: Conversation) -> None:
    assert "== Dein Brief" in answer(game, "york", "flee none\nlanguage german")
    asked, previewed = (mail.flat for mail in game.write("lancaster", "preview\nlanguage german\nflee none"))
    assert "== Du fragtest: language german ==" in asked
    assert "eine Vorschau" in previewed


def test_a_language_without_words_is_refused_and_the_line_alone_says_which_holds(game: Conversation) -> None:
    said = answer(game, "york", "language klingon")
    assert "1 -- language klingon: there is no translation into that language." in said
    assert "Nearest: language english or: language german" in said
    assert "Your letters come in English." in answer(game, "york", "language")
    assert LANGUAGE not in game.game().options


@pytest.mark.parametrize(
    "line", ["language not german", "language german?", "language german or english", "language of the game: no german"]
)
def test_what_denies_or_asks_or_names_several_chooses_none(game: Conversation, line: str) -> None:
    assert "Your letters come in English. Write" in answer(game, "york", line)
    assert LANGUAGE not in game.game().options


def test_a_letter_kept_while_the_game_is_on_hold_does_not_choose_again(game: Conversation) -> None:
    hold(game.desk, game.name, "a pause")
    game.write("york", "language german\nflee none")
    game.write("york", "language english")
    release(game.desk, game.name)
    assert LANGUAGE not in game.game().options
    assert "Your letters come in English." in " ".join(mail.flat for mail in game.new_mails())


def test_who_chooses_keeps_it_where_the_game_is_told_in_another(tmp_path: Path) -> None:
    game = Conversation(tmp_path, options={LANGUAGE: {OTHERS: "de"}})
    assert "== The position ==" in answer(game, "york", "language english\nreport")
    assert "== Die Lage ==" in answer(game, "lancaster", "report")


def test_help_tells_of_it(game: Conversation) -> None:
    assert "language german has all your letters come in German from now on" in answer(game, "york", "help")
    game.write("york", "language german")
    assert "language german lässt alle deine Briefe von jetzt an auf Deutsch kommen" in answer(game, "york", "help")
