"""The desk by mail over real sockets: a notice comes, it is answered, and what the answer says is done."""

from __future__ import annotations

import re

import pytest

from pbem.moderator.desk.mail_letters import deal_with_desk_letters
from tests.support.owner import ANN, MASTER, Owner


def let_command(owner: Owner) -> None:
    file = owner.folder / "pbem.toml"
    file.write_text(file.read_text(encoding="utf-8") + '\n[mail]\ndesk = "token"\n', encoding="utf-8")


def test_the_game_master_answers_a_notice_with_commands(owner: Owner) -> None:
    let_command(owner)
    owner.open_game()
    owner.pbem("hold", "bosworth-1", "--because", "a question")
    owner.pbem("once")
    assert "games on hold: 1" in str(owner.mail(MASTER)["Subject"])
    owner.write(MASTER, "release bosworth-1 it is answered\nundo bosworth-1 a slip\ngames\n")
    owner.pbem("once")
    told = owner.mail(MASTER).get_body(("plain",))
    assert told is not None
    text = told.get_content()
    assert "bosworth-1 goes on." in text
    assert "Not done: no letter has changed this game yet" in text
    assert "playing" in owner.pbem("games").stdout
    assert "is answered" in str(owner.mail(ANN).get_body(("plain",)))


def test_a_seat_is_given_away_by_mail_once_it_is_confirmed(owner: Owner) -> None:
    let_command(owner)
    owner.open_game()
    owner.pbem("hold", "bosworth-1", "--because", "Ann has left")
    owner.pbem("once")
    owner.write(MASTER, "seat bosworth-1 york Cyd <cyd@pbem.test>\n")
    owner.pbem("once")
    code = re.search(r"confirm ([0-9a-f]+)", str(owner.mail(MASTER).get_body(("plain",))))
    assert code is not None
    assert "Ann" in owner.pbem("show", "bosworth-1").stdout
    owner.write(MASTER, f"confirm {code[1]}\n")
    owner.pbem("once")
    assert "Cyd" in owner.pbem("show", "bosworth-1").stdout


def test_a_letter_that_was_set_aside_goes_on_at_the_machine(owner: Owner, monkeypatch: pytest.MonkeyPatch) -> None:
    let_command(owner)
    owner.open_game()
    owner.pbem("hold", "bosworth-1", "--because", "a question")
    owner.pbem("once")
    owner.write(MASTER, "release bosworth-1 it is answered\n")
    with monkeypatch.context() as patch:
        patch.setattr(deal_with_desk_letters, "__defaults__", (1,))
        owner.pbem("once")
    assert "letters retry 1" in str(owner.mail(MASTER).get_body(("plain",)))
    assert "held" in owner.pbem("games").stdout
    assert "1 lines" in owner.pbem("letters", "retry", "1").stdout
    assert "playing" in owner.pbem("games").stdout
