"""`mend slips`: a letter that has the line gets its slips put right, where one line only can be meant, and is told so."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from pbem.engine.entry import EntryKind
from pbem.engine.table import Table
from pbem.games import GAMES
from pbem.games.plantagenet.game import RULES
from pbem.moderator.desk.scenario_files import load_setup
from pbem.moderator.lines.beginnings import beginnings_of_rules
from pbem.moderator.lines.kinds import sort_orders
from pbem.moderator.lines.mending import USAGE, is_mend
from pbem.orders.carry.nearest import Nearest
from pbem.orders.place.segments import Cursor
from pbem.playtest.random_play import RandomPlayer
from pbem.resources import scenarios_dir
from tests.moderator.conversation import Conversation, to

RIGHT = ["standing game pillage Somerset, Exeter", "standing game spend 0", "assign Exeter"]
SLIPPED = ["standnig game pillage Somerset, Exetre", "standing gmae spend 0", "assign Exeeter"]


@pytest.fixture
def board(tmp_path: Path) -> Conversation:
    """Ib as Lancaster's Arts of War begin."""
    return Conversation(tmp_path, scenario="ib_towton")


@pytest.fixture(scope="module")
def nearest() -> Nearest:
    """Of York in Ia."""
    setup = load_setup(RULES, "ia_henry_vi", scenarios_dir())
    return Nearest(RandomPlayer.from_seed("spelling").open_table(RULES, setup), "york")


def answer(talk: Conversation, letter: list[str]) -> str:
    """What Lancaster's letter is answered."""
    text = to("lancaster", talk.write("lancaster", "\n".join(letter))).text
    return text.partition("== Your letter")[2].partition("\n==")[0]


def test_every_line_is_carried_out_as_meant_and_said_back(board: Conversation) -> None:
    told = answer(board, [*SLIPPED, USAGE])
    assert [line[:6] for line in told.splitlines() if line[:3].strip().isdigit()] == [f"  {n} ok" for n in (1, 2, 3, 4)]
    for typed, meant in zip(SLIPPED, RIGHT, strict=True):
        assert f"{typed} (read as: {meant})" in " ".join(told.split())


def test_the_receipt_hashes_the_lines_as_they_were_meant(board: Conversation) -> None:
    answer(board, [USAGE, *SLIPPED])
    receipts = [entry.answer for entry in board.table().entries if entry.kind is EntryKind.RECEIPT]
    kept = [f"standing {line} (kept for this game)" for line in ("pillage Somerset, Exeter", "spend 0")]
    orders = [*kept, "kept for the Levy of Turn 1: assign Exeter"]
    assert receipts == [{"orders": orders, "previous": ""}]


@pytest.mark.parametrize("line", ["mend slips", "Mend all slips.", "mned slips", "mend slps", "mend typos"])
def test_the_line_itself_may_have_a_slip(line: str) -> None:
    assert is_mend(line)


@pytest.mark.parametrize("line", ["march slips", "mend", "mend York", "end", "", "send ships to York"])
def test_other_lines_do_not_mend(line: str) -> None:
    assert not is_mend(line)


def test_alone_it_is_answered_and_changes_nothing(board: Conversation) -> None:
    before = board.table().next_number
    assert "1 ok  mend slips" in answer(board, [USAGE])
    assert board.table().next_number == before


def test_of_two_lines_that_can_be_meant_neither_is_taken(tmp_path: Path) -> None:
    board = Conversation(tmp_path, scenario="ia_henry_vi")
    text = to("york", board.write("york", f"{USAGE}\nstanding game warden noe")).text
    assert "  2 --  standing game warden noe" in text
    assert "Nearest: standing game warden none" in text
    assert "or: standing game warden not" in text


def test_a_preview_heeds_it_and_shows_the_letter_mended(board: Conversation) -> None:
    text = to("lancaster", board.write("lancaster", "\n".join(["preview", USAGE, *SLIPPED]))).text
    assert f"{SLIPPED[1]} (read as: {RIGHT[1]})" in " ".join(text.split())
    assert "\n".join([USAGE, *RIGHT]) in text.partition("--- orders ---")[2].replace("\r", "")


def test_a_preview_mends_what_only_its_moment_tells(tmp_path: Path) -> None:
    """ "al" begins other words too: what would be carried out as "all" is previewed so."""
    board = Conversation(tmp_path, scenario="ia_henry_vi")
    letter = f"{USAGE}\nstanding game flee al"
    seen, done = (to("york", board.write("york", f"{lead}{letter}")).text for lead in ("preview\n", ""))
    for mail in (seen, done):
        assert "standing game flee al (read as: standing game flee all)" in " ".join(mail.split())


def test_nothing_is_mended_unless_the_letter_says_so(nearest: Nearest) -> None:
    parts = list(enumerate(SLIPPED))
    assert read(nearest.table, parts) == parts
    assert read(nearest.table, [*parts, (9, USAGE)]) == [*enumerate(RIGHT), (9, USAGE)]


def read(table: Table[Any], parts: Iterable[tuple[int, str]]) -> list[tuple[int, str]]:
    """The numbered lines of a letter of York's as they are read."""
    return [(line.number, line.text) for line in sort_orders(table, "york", parts).all]


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("card 2: ele go on", ""),
        ("ele go on", "else go on"),
        ("parley Lynn unitl friendly, at most 3", "parley Lynn until friendly, at most 3"),
        ("mrach ely", "march ely"),
        ("march ely", ""),
    ],
)
def test_what_is_meant_wherever_it_stands(nearest: Nearest, line: str, meant: str) -> None:
    """A word of a branch is that, where a branch comes of it; behind a heading it is left to its moment."""
    assert nearest.slips.plainly_meant(line) == meant


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("standing game play nonne", "standing game play none"),  # "noone" means the same
        ("standing game flee al", "standing game flee all"),  # "al" begins other words
        ("standing game warden noe", ""),  # none, or Nottingham
        ("standing game emove others", "standing game remove others"),  # to move is not an order for later
        ("doe", ""),  # nothing to be done with yet
    ],
)
def test_what_is_meant_at_its_moment(nearest: Nearest, line: str, meant: str) -> None:
    assert nearest._meant(line, Cursor(nearest.table, "york")) == meant


def test_a_name_with_an_apostrophe_is_put_right(nearest: Nearest) -> None:
    assert "levy capability Kings Parley" in nearest.slips.meant("levy capability Kng's Parley")


@pytest.mark.parametrize("line", ["med slips", "end slips", "mendd slps"])
def test_a_slip_in_the_line_itself_does_not_make_prose_of_it(line: str) -> None:
    assert beginnings_of_rules(GAMES["plantagenet"]).begin(line)
