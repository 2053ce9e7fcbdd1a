"""`mend slips`: a letter that has the line gets its slips put right, where one line only can be meant, and is told so."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from pbem.engine.log.entry import EntryKind
from pbem.engine.table import Table
from pbem.games import GAMES
from pbem.moderator.deadlines.clock import Clock, open_clock
from pbem.moderator.desk.archive_files import verify_document
from pbem.moderator.reading.letter_words import ALWAYS_MENDING, MENDING, NEVER_MENDING, always_mends, is_mend, lasting_mend
from pbem.moderator.reading.line_kinds import sort_orders
from pbem.moderator.reading.line_tests import prefixes_of_rules
from pbem.moderator.talk.seat_log import leave
from pbem.orders.carry.nearest import Nearest
from pbem.orders.place.segments import Cursor
from pbem.store.archive.transfer import export_game
from tests.support.conversation import Conversation, to

RIGHT = ["standing game pillage Somerset, Exeter", "standing game spend 0", "assign Exeter"]
SLIPPED = ["standnig game pillage Somerset, Exetre", "standing gmae spend 0", "assign Exeeter"]


@pytest.fixture
def board(tmp_path: Path) -> Conversation:
    """Ib as Lancaster's Arts of War begin."""
    return Conversation(tmp_path, scenario="ib_towton")


def answer(talk: Conversation, letter: list[str]) -> str:
    """What Lancaster's letter is answered."""
    text = to("lancaster", talk.write("lancaster", "\n".join(letter))).text
    return text.partition("== Your letter")[2].partition("\n==")[0]


def test_every_line_is_carried_out_as_meant_and_said_back(board: Conversation) -> None:
    told = answer(board, [*SLIPPED, MENDING])
    assert [line[:6] for line in told.splitlines() if line[:3].strip().isdigit()] == [f"  {n} ok" for n in (1, 2, 3, 4)]
    for typed, meant in zip(SLIPPED, RIGHT, strict=True):
        assert f"{typed} (read as: {meant})" in " ".join(told.split())


def test_the_receipt_hashes_the_lines_as_they_were_meant(board: Conversation) -> None:
    answer(board, [MENDING, *SLIPPED])
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
    assert "1 ok  mend slips" in answer(board, [MENDING])
    assert board.table().next_number == before


def test_of_two_lines_that_can_be_meant_neither_is_taken(tmp_path: Path) -> None:
    board = Conversation(tmp_path, scenario="ia_henry_vi")
    text = to("york", board.write("york", f"{MENDING}\nstanding game warden dever")).text
    assert "  2 --  standing game warden dever" in text
    assert "Nearest: standing game warden Dover" in text
    assert "or: standing game warden never" in text


def test_a_preview_heeds_it_and_shows_the_letter_mended(board: Conversation) -> None:
    text = to("lancaster", board.write("lancaster", "\n".join(["preview", MENDING, *SLIPPED]))).text
    assert f"{SLIPPED[1]} (read as: {RIGHT[1]})" in " ".join(text.split())
    assert "\n".join([MENDING, *RIGHT]) in text.partition("--- orders ---")[2].replace("\r", "")


def test_a_preview_mends_what_only_its_moment_tells(tmp_path: Path) -> None:
    """ "al" begins other words too: what would be carried out as "all" is previewed so."""
    board = Conversation(tmp_path, scenario="ia_henry_vi")
    letter = f"{MENDING}\nstanding game flee al"
    seen, done = (to("york", board.write("york", f"{lead}{letter}")).text for lead in ("preview\n", ""))
    for mail in (seen, done):
        assert "standing game flee al (read as: standing game flee all)" in " ".join(mail.split())


def test_nothing_is_mended_unless_the_letter_says_so(nearest: Nearest) -> None:
    parts = list(enumerate(SLIPPED))
    assert read(nearest.table, parts) == parts
    assert read(nearest.table, [*parts, (9, MENDING)]) == [*enumerate(RIGHT), (9, MENDING)]


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
        ("standing game warden noe", "standing game warden none"),  # "no" is no Nottingham
        ("standing game warden dever", ""),  # Dover, or never
        ("standing game emove others", "standing game remove others"),  # to move is not an order for later
        ("doe", ""),  # nothing to be done with yet
    ],
)
def test_what_is_meant_at_its_moment(nearest: Nearest, line: str, meant: str) -> None:
    assert nearest.meant(line, Cursor(nearest.table, "york")) == meant


def test_a_name_with_an_apostrophe_is_put_right(nearest: Nearest) -> None:
    assert "levy capability Kings Parley" in nearest.slips.meant("levy capability Kng's Parley")


@pytest.mark.parametrize("line", ["med slips", "end slips", "mendd slps"])
def test_a_slip_in_the_line_itself_does_not_make_prose_of_it(line: str) -> None:
    assert prefixes_of_rules(GAMES["plantagenet"]).begin(line)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        *(
            ("always mend slips", ALWAYS_MENDING),
            ("Always mend all slips.", ALWAYS_MENDING),
            ("alwyas mend slips", ALWAYS_MENDING),
        ),
        *(
            ("never mend slips", NEVER_MENDING),
            ("immer Tippfehler verbessern", ALWAYS_MENDING),
            ("nie Tippfehler korrigieren", NEVER_MENDING),
        ),
        *(
            ("withdraw mend slips", NEVER_MENDING),
            ("withdraw always mend slips", NEVER_MENDING),
            ("mend slips", ""),
            ("never march", ""),
        ),
    ],
)
def test_which_lines_last(line: str, said: str) -> None:
    assert lasting_mend(line) == said


def test_a_player_can_have_all_slips_corrected_until_they_say_never(board: Conversation) -> None:
    assert f"1 ok  {ALWAYS_MENDING}" in answer(board, [ALWAYS_MENDING])
    told = answer(board, SLIPPED[:1])
    assert f"{SLIPPED[0]} (read as: {RIGHT[0]})" in " ".join(told.split())
    assert "For all your letters: always mend slips" in to("lancaster", board.write("lancaster", "status")).flat
    assert "always mend slips (for all your letters)" in to("lancaster", board.write("lancaster", "report")).flat
    told = answer(board, [NEVER_MENDING, SLIPPED[1]])
    assert f"  2 --  {SLIPPED[1]}" in told
    assert "for all your letters" not in to("lancaster", board.write("lancaster", "report")).flat


def test_it_is_told_of_once_after_the_first_slip_and_not_where_it_holds(board: Conversation) -> None:
    offer = 'or once "always mend slips" for all your letters'
    letters = ["standing exile none", SLIPPED[0], SLIPPED[1], SLIPPED[2]]
    assert [offer in to("lancaster", board.write("lancaster", line)).flat for line in letters] == [False, True, False, False]
    assert offer not in to("york", board.write("york", f"{ALWAYS_MENDING}\nasign york")).flat


def test_it_is_each_seats_own_and_ends_with_its_player(board: Conversation) -> None:
    board.write("lancaster", ALWAYS_MENDING)
    clock = open_clock_of(board)
    table = board.table()
    assert [always_mends(clock, table, seat) for seat in ("york", "lancaster")] == [False, True]
    leave(table, "lancaster")
    assert not always_mends(clock, table, "lancaster")


def open_clock_of(talk: Conversation) -> Clock:
    with talk.db.reading() as session:
        return open_clock(session, talk.game().id, talk.clock())


def test_a_game_with_the_choice_is_proved_by_its_archive(board: Conversation) -> None:
    board.write("lancaster", f"{ALWAYS_MENDING}\n{SLIPPED[0]}")
    board.write("lancaster", f"{NEVER_MENDING}\n{RIGHT[2]}")
    with board.db.reading() as session:
        document = export_game(session, board.game().id)
    verdict = verify_document(json.loads(json.dumps(document)), board.desk.games, board.desk.scenarios)
    assert (verdict.ok, verdict.exact) == (True, True)
