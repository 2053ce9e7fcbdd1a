"""Acts by real mail: letters of houses that are not asked, to the last report."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import Iterator

import pytest

from pbem.engine.log.entry import EntryKind
from pbem.moderator.core.context import Context
from pbem.moderator.desk.archive_files import rerun_game, verify_document
from tests.toys.border_war.game import RULES
from tests.toys.war import NEVILLE, OBSERVER, PERCY, SCOTLAND, SEATS, War, war_by_mail


@pytest.fixture(scope="module")
def war(tmp_path_factory: pytest.TempPathFactory) -> Iterator[War]:
    """A skirmish in which Scotland gives a card away in a letter of its own, and once at a moment that is not safe."""
    with war_by_mail(tmp_path_factory.mktemp("acts"), "skirmish") as war:
        asyncio.run(skirmish(war))
        yield war


async def skirmish(war: War) -> None:
    await war.by_mail.office.daemon.empty_outbox()
    war.read()
    hands = war.by_mail.table.state.hands
    for seat in (PERCY, NEVILLE):
        await war.write(seat, "court none; aim durham")
    await war.write(NEVILLE, f"gift {hands[NEVILLE][0]} percy")
    await war.write(SCOTLAND, "court none; aim durham")
    await war.write(SCOTLAND, f"gift {hands[SCOTLAND][0]} neville")
    await war.write(PERCY, "march umfraville durham")
    await war.write(SCOTLAND, f"gift {hands[SCOTLAND][0]} percy")
    await war.write(NEVILLE, "retreat yes")
    await war.write(PERCY, "pass")
    await war.write(NEVILLE, "pass")
    await war.write(SCOTLAND, "march douglas berwick", "cede edinburgh percy", "pass")
    await war.by_mail.office.sender.close()


def test_acts_are_done_by_letters_of_their_own(war: War) -> None:
    acts = [entry for entry in war.by_mail.table.entries if entry.kind is EntryKind.ACT]
    assert [(entry.seat, entry.answer.split()[0], bool(entry.note)) for entry in acts] == [
        (NEVILLE, "gift", False),
        (SCOTLAND, "gift", False),
        (SCOTLAND, "gift", True),
        (SCOTLAND, "cede", False),
    ]
    answered = [mail.flat for mail in war.of(SCOTLAND) if "-> gift" in mail.flat]
    assert "Your letter, receipt" in answered[0]
    assert any("-> kept until it can be done: gift" in mail.flat for mail in war.of(SCOTLAND))


def test_all_learn_of_a_gift_and_the_two_houses_of_which(war: War) -> None:
    for reader in (*SEATS, OBSERVER):
        assert "Neville gives Percy a card." in " ".join(mail.flat for mail in war.of(reader)), reader
    assert "The card is" in " ".join(mail.flat for mail in war.of(PERCY))
    assert "The card is" not in " ".join(mail.flat for mail in war.of(OBSERVER))


def test_the_log_leads_there_again_and_is_proved(war: War) -> None:
    assert war.by_mail.table.over, [mail.text for mail in war.mails[-3:]]
    desk = war.by_mail.office.desk
    with desk.db.reading() as session:
        assert rerun_game(Context(session, desk).of(war.by_mail.row)).exact
    document = json.loads(gzip.decompress(war.archives[0]))
    verdict = verify_document(document, {RULES.name: RULES}, war.files.scenarios)
    assert verdict.ok, verdict.text()
    assert verdict.exact
    assert not [mail.subject for mail in war.mails if "could not" in mail.subject]
