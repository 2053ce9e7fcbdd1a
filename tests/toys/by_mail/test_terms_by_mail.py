"""A war by real mail in which one house never writes: it reaches the end with the others."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import Iterator

import pytest

from pbem.moderator.desk.archive_files import verify_document
from tests.toys.border_war.game import RULES
from tests.toys.war import NEVILLE, OBSERVER, PERCY, SEATS, War, war_by_mail


@pytest.fixture(scope="module")
def war(tmp_path_factory: pytest.TempPathFactory) -> Iterator[War]:
    """Two Turns with windows: Percy and Neville write, Neville is away for some days, Scotland has gone."""
    with war_by_mail(tmp_path_factory.mktemp("terms"), "watch", answer="24h", window="12h") as war:
        asyncio.run(two_turns(war))
        yield war


async def two_turns(war: War) -> None:
    await war.by_mail.office.daemon.empty_outbox()
    war.read()
    await war.write(NEVILLE, "absent 29 Aug to 1 Sep, delegate")
    for _ in range(60):
        asked = {decision.seat: decision.key for decision in war.by_mail.table.open()}
        if war.by_mail.table.over:
            break
        if PERCY in asked and asked[PERCY].startswith("3"):
            await war.write(PERCY, "court neville; aim durham")
        elif PERCY in asked and asked[PERCY].startswith("4.1"):
            await war.write(PERCY, "pass")
        elif NEVILLE in asked and asked[NEVILLE].startswith("3"):
            await war.write(NEVILLE, "court percy; aim hexham; impulse 1: pass; impulse 2: pass")
        else:
            await war.wait(12)
    await war.by_mail.office.sender.close()


def test_the_war_comes_to_its_end_without_the_house_that_never_writes(war: War) -> None:
    assert war.by_mail.table.over
    assert not [mail.subject for mail in war.mails if "on hold" in mail.subject]
    for reader in (PERCY, OBSERVER):
        assert [mail for mail in war.of(reader) if "Scotland is a regency" in mail.flat], reader
    late = [mail for mail in war.of(PERCY) if mail.subject.endswith("Scotland's orders are overdue")]
    assert len(late) == 2, "for two own turns, and then nobody waits"


def test_nobody_is_late_for_a_watch(war: War) -> None:
    asked = [mail.flat for mail in war.of(PERCY) if "Which band keeps watch?" in mail.flat]
    assert all("at the end of the time the safe default answers, and nobody is late" in told for told in asked)
    assert asked
    assert not [mail for mail in war.mails if "overdue" in mail.subject and "keeps watch" in mail.flat]


def test_the_absence_of_one_who_delegates_stops_nobody(war: War) -> None:
    told = "Neville is away from Sat 29 Aug 2026 to Tue 1 Sep 2026. The safe default answers at once."
    assert told in " ".join(mail.flat for mail in war.of(PERCY))
    assert not [mail for mail in war.mails if "Neville's orders are overdue" in mail.subject]


def test_all_get_the_last_report_and_the_proof(war: War) -> None:
    for reader in (*SEATS, OBSERVER):
        assert "watch-1.json.gz" in war.newest(reader).parts
    document = json.loads(gzip.decompress(war.archives[0]))
    verdict = verify_document(document, {RULES.name: RULES}, war.files.scenarios)
    assert verdict.ok, verdict.text()
    assert verdict.exact
