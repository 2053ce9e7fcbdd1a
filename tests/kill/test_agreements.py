"""A moderator that is killed (SIGKILL) at every step of letters by which players agree: nothing is lost, nothing twice."""

from __future__ import annotations

import os
import signal
from dataclasses import replace
from pathlib import Path

import pytest

from pbem.engine.log.entry import EntryKind
from pbem.engine.table import Table
from pbem.lab.play.stage import Files
from pbem.moderator.core.context import Context
from pbem.moderator.core.desk import GameCache, Player
from pbem.moderator.desk.archive_files import rerun_game
from pbem.moderator.intake.moderating import moderate_all, take_in
from pbem.store.database import Database
from tests.kill import steps
from tests.support.conversation import Conversation
from tests.toys.border_war.game import RULES
from tests.toys.files import toy_files

PERCY, NEVILLE, SCOTLAND = "percy", "neville", "scotland"
PLAYERS = {seat: Player(seat.title(), f"{seat}@example.test") for seat in (PERCY, NEVILLE, SCOTLAND)}
BETWEEN = "between the last signature and the transfer"
AFTER = "after the transfer, and before it is in the log"
STEPS = steps.STEPS | {
    BETWEEN: steps._before(Table, "_carry_out_deal"),
    AFTER: steps._after(Table, "_take_deal"),
}
OF_A_LETTER = (
    "before a letter is moderated",
    "after a letter is read",
    "after its orders are carried out",
    BETWEEN,
    AFTER,
    "after its reports are written",
    "after its entries are written",
    "after its mails are queued",
    "after it is settled",
    "before all of it is committed",
    "after all of it is committed",
)


@pytest.fixture(scope="module")
def files() -> Files:
    return toy_files()


def dies(war: Conversation, folder: Path, raw: bytes, step: str) -> None:
    """The letter is kept, and a moderator in a process of its own deals with it, which is killed at a step."""
    take_in(war.desk, raw)
    path = folder / "test.sqlite"
    war.db.close()
    child = os.fork()
    if child == 0:
        try:
            steps.STEPS.update(STEPS)
            steps.lay_trap(step, 1)
            moderate_all(replace(war.desk, db=Database.open(path), tables=GameCache()))
        finally:
            os._exit(0)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == -signal.SIGKILL, step
    war.db = Database.open(path)
    war.desk = replace(war.desk, db=war.db, tables=GameCache())


def letter(war: Conversation, seat: str, text: str, number: int) -> bytes:
    head = (
        f"From: {PLAYERS[seat].address}\r\nTo: {war.address(seat)}\r\nSubject: orders\r\nMessage-ID: <kill-{number}@x.test>"
    )
    return f"{head}\r\n\r\n{text}\r\n".encode()


@pytest.mark.parametrize("step", OF_A_LETTER)
def test_between_two_signatures_and_before_the_transfer(step: str, tmp_path: Path, files: Files) -> None:
    war = Conversation(
        tmp_path, scenario="marches", game=RULES.name, games={RULES.name: RULES}, files=files, players=PLAYERS
    )
    before = {seat: list(hand) for seat, hand in war.table().state.hands.items()}
    mine = before[PERCY][0]
    war.write(PERCY, f"offer Neville, Scotland: I give {mine} to Scotland")
    if step not in (BETWEEN, AFTER):
        dies(war, tmp_path, letter(war, NEVILLE, "accept 4", 1), step)
        moderate_all(war.desk)
    else:
        war.write(NEVILLE, "accept 4")
    assert [sorted(offer.agreed) for offer in war.table().open_offers] == [[NEVILLE]]
    dies(war, tmp_path, letter(war, SCOTLAND, "accept 4", 2), step)
    if step != "after all of it is committed":
        assert war.table().state.hands == before
    moderate_all(war.desk)
    assert war.table().state.hands == before | {PERCY: before[PERCY][1:], SCOTLAND: [*before[SCOTLAND], mine]}
    assert [entry.key for entry in war.table().entries if entry.kind in (EntryKind.OFFER, EntryKind.ACT)] == [
        *("offered", "agreed", "agreed", "deal"),
    ]
    told = [mail.to for mail in war.new_mails() if "agreement 4 is carried out" in mail.flat]
    assert told == [PLAYERS[SCOTLAND].address]
    with war.desk.db.reading() as session:
        assert rerun_game(Context(session, war.desk).of(war.game())).exact
    assert war.db.integrity() == []


def test_while_it_waits_for_a_safe_moment(tmp_path: Path, files: Files) -> None:
    """Signed during a voyage; the moderator dies in the letter that ends it, between the answer and the transfer."""
    war = Conversation(
        tmp_path, scenario="marches", game=RULES.name, games={RULES.name: RULES}, files=files, players=PLAYERS
    )
    for seat in PLAYERS:
        war.write(seat, "court none; aim durham")
    war.write(PERCY, "pass")
    war.write(NEVILLE, "sail salisbury north sea; pass")
    war.write(SCOTLAND, "pass")
    war.write(PERCY, "pass")
    war.write(NEVILLE, "sail salisbury edinburgh")
    mine = war.table().state.hands[PERCY][0]
    war.write(PERCY, f"offer Scotland: I give {mine} to Scotland")
    war.write(SCOTLAND, "accept")
    for step in (BETWEEN, AFTER):
        dies(war, tmp_path, letter(war, SCOTLAND, "retreat yes", 1), step)
        assert war.table().open_offers[0].signed
        assert mine in war.table().state.hands[PERCY]
    moderate_all(war.desk)
    assert war.table().state.hands[SCOTLAND].count(mine) == 1
    assert mine not in war.table().state.hands[PERCY]
    assert war.table().open_offers == []
