"""Slips of the pen: each is answered with the line meant, all of a letter at once, and none is corrected in silence."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.engine.refusal import Misread
from pbem.moderator.core.context import Context
from pbem.moderator.core.games import load_table
from pbem.orders.carry.nearest import Nearest
from pbem.orders.place.segments import Cursor
from pbem.orders.reading.misread.slips import in_quotes
from tests.support.conversation import Conversation, to


@pytest.fixture
def board(tmp_path: Path) -> Conversation:
    """Ib as Lancaster's Arts of War begin."""
    return Conversation(tmp_path, scenario="ib_towton")


def answers(talk: Conversation, letter: str) -> list[str]:
    """What the lines of Lancaster's letter are answered."""
    text = to("lancaster", talk.write("lancaster", letter)).text
    return text.partition("== Your letter")[2].partition("\n==")[0].splitlines()[2:]


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("mrach ely", "march ely"),
        ("parley Peterborough unttil friendly, at most 3", "parley Peterborough until friendly, at most 3"),
        ("parley ely until frieendly, at most 3", "parley ely until friendly, at most 3"),
        ("if it cannoot be done: go on", "if it cannot be done: go on"),
        ("card 3: eelse go on", "card 3: else go on"),
        ("standnig game pillage York, Salsibury", "standing game pillage York, Salisbury"),
    ],
)
def test_the_line_meant_has_every_slip_put_right(nearest: Nearest, line: str, meant: str) -> None:
    assert meant in nearest.slips.meant(line)


@pytest.mark.parametrize("line", ["march ely", "mar ely", "standing campaign intercept none", "plan two york", "hello"])
def test_what_is_known_or_like_nothing_is_no_slip(nearest: Nearest, line: str) -> None:
    assert nearest.slips.meant(line) == []


def test_the_nearest_line_is_one_that_would_do(nearest: Nearest) -> None:
    refused = Misread('"exle" is not an order', ["exile BOX"])
    assert nearest.to("standing flee nnoe", Cursor(nearest.table, "york"), refused)[0] == "standing flee none"
    assert nearest.to("mrach ely", Cursor(nearest.table, "york"), refused) == ("exile BOX",)  # nobody Marches now


def test_words_in_quotes() -> None:
    assert in_quotes(["a", "b"]) == '"a" and "b"'


def test_all_slips_of_a_letter_are_told_at_once_and_none_is_corrected(board: Conversation) -> None:
    letter = ["standing game rerooll all", "standing flee none", "standing game pillage Somerset, Exetre", "assign Exeter"]
    told = answers(board, "\n".join(letter))
    assert [line[:6] for line in told if line[:3].strip().isdigit()] == ["  1 --", "  2 ok", "  3 --", "  4 ok"]
    assert "        Nearest: standing game reroll all" in told
    assert "        Nearest: standing game pillage Somerset, Exeter" in told
    with board.db.reading() as session:
        table = load_table(Context(session, board.desk).of(board.game()))
    assert [order.verb for order in table.book.of("lancaster")] == ["flee"]


def test_the_letter_mended_by_what_was_shown_is_taken_whole(board: Conversation) -> None:
    wrong = "standing game rerooll all\nstanding fele none\nstanding game spend 0\n"
    told = answers(board, wrong)
    near = [line.partition("Nearest: ")[2] for line in told if "Nearest: " in line]
    assert near == ["standing game reroll all", "standing flee none"]
    again = answers(board, "\n".join([*near, "standing game spend 0"]))
    assert [line[:6] for line in again if line[:3].strip().isdigit()] == ["  1 ok", "  2 ok", "  3 ok"]


def test_a_preview_shows_the_same_line(board: Conversation) -> None:
    mail = to("lancaster", board.write("lancaster", "preview\nstanding game pillage Somerset, Exetre\n"))
    assert "Nearest: standing game pillage Somerset, Exeter" in mail.text
