"""Houses that agree with each other by real mail, over sockets: in their letters, among orders, and under way."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from pbem.engine.log.entry import EntryKind
from pbem.moderator.core.context import Context
from pbem.moderator.desk.archive_files import rerun_game
from tests.toys.war import NEVILLE, OBSERVER, PERCY, SCOTLAND, War, war_by_mail


@pytest.fixture(scope="module")
def war(tmp_path_factory: pytest.TempPathFactory) -> Iterator[War]:
    """A Turn in which Percy gives Scotland land while a band is under way, played once for all tests of this file."""
    with war_by_mail(tmp_path_factory.mktemp("war"), known_to_all=True) as war:
        asyncio.run(campaign(war))
        yield war


async def campaign(war: War) -> None:
    """Offers in letters of their own, beside orders and talk; a signature while a house is asked about its retreat."""
    await war.by_mail.office.daemon.empty_outbox()
    war.read()
    mine = war.by_mail.table.state.hands[PERCY][0]
    await war.write(
        PERCY,
        "court none; aim durham",
        f"offer Ben, Cora until turn 2: I give {mine} to Ben; Ben keeps out of Alnwick until turn 1; Cora keeps out of "
        "Berwick until turn 1",
        "tell Ben: This is meant for you.",
        "end",
    )
    await war.write(NEVILLE, "court none; aim hexham", "accept 4")
    await war.write(SCOTLAND, "accept 4", "court none; aim carlisle")
    await war.write(PERCY, "pass")
    await war.write(NEVILLE, "sail salisbury north sea; pass")
    await war.write(SCOTLAND, "pass")
    await war.write(PERCY, "pass")
    await war.write(NEVILLE, "sail salisbury edinburgh")
    await war.write(PERCY, f"offer Cora: I give {war.by_mail.table.state.hands[PERCY][0]} to Cora")
    await war.write(SCOTLAND, "accept", "retreat yes")
    await war.by_mail.office.sender.close()


def test_what_was_signed_is_carried_out_and_the_log_leads_there_again(war: War) -> None:
    table = war.by_mail.table
    assert [len(table.state.hands[seat]) for seat in (PERCY, NEVILLE, SCOTLAND)] == [0, 3, 3]
    assert [entry.subject for entry in table.entries if entry.kind is EntryKind.ACT] == ["deal 4", "deal 2"]
    desk = war.by_mail.office.desk
    with desk.db.reading() as session:
        assert rerun_game(Context(session, desk).of(war.by_mail.row)).exact


def test_an_offer_that_a_mail_program_has_wrapped_is_whole(war: War) -> None:
    told = "Percy offers you and Scotland (offer 4): Percy gives"
    assert told in " ".join(mail.flat for mail in war.of(NEVILLE))
    assert "Scotland keeps out of Berwick until turn 1 (a promise, which binds nobody)" in war.of(NEVILLE)[1].flat


def test_under_way_it_waits_and_is_done_behind_the_answer(war: War) -> None:
    letter = war.newest(SCOTLAND).flat
    assert "all have agreed to offer 2, which is carried out as soon as that is possible" in letter
    assert "Agreement 2 is carried out: Percy gives" in letter
    entries = war.by_mail.table.entries
    done = next(place for place, entry in enumerate(entries) if entry.subject == "deal 2" and entry.kind is EntryKind.ACT)
    assert (entries[done - 1].key, entries[done - 1].seat) == ("4.3 retreat", SCOTLAND)
    assert "Agreement 2 is carried out" in " ".join(mail.flat for mail in war.of(PERCY))


def test_nobody_else_reads_of_it(war: War) -> None:
    for reader, number in ((NEVILLE, 2), (OBSERVER, 2), (OBSERVER, 4)):
        for mail in war.of(reader):
            assert f"offer {number}" not in mail.text + mail.html
            assert f"greement {number}" not in mail.text + mail.html
    assert not [mail.subject for mail in war.mails if "could not" in mail.subject]
