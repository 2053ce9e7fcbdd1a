"""A war of three houses by real mail: deadlines, headings, pictures, an observer, the last report."""

from __future__ import annotations

import asyncio
import gzip
import json
import re
from collections.abc import Iterator

import pytest

from pbem.moderator.core.context import Context
from pbem.moderator.desk.archive_files import rerun_game, verify_document
from tests.toys.border_war.game import RULES
from tests.toys.war import NEVILLE, OBSERVER, PERCY, SCOTLAND, SEATS, War, war_by_mail


@pytest.fixture(scope="module")
def war(tmp_path_factory: pytest.TempPathFactory) -> Iterator[War]:
    """The whole war, played once for all tests of this file."""
    with war_by_mail(tmp_path_factory.mktemp("war")) as war:
        asyncio.run(campaign(war))
        yield war


async def campaign(war: War) -> None:
    """Two Turns: Percy and Neville are allied, then Percy and Scotland; Scotland is late once."""
    await war.by_mail.office.daemon.empty_outbox()
    war.read()
    await war.write(PERCY, "campaign: court neville; aim durham", "impulse 2: march hotspur berwick; pass")
    await war.write(NEVILLE, "court percy; aim hexham", "impulse 1:", "pass")
    for hours in (49, 24, 24):
        await war.wait(hours)
    card = war.by_mail.table.state.hands[PERCY][0]
    await war.write(PERCY, f"play {card} hotspur", "pass", "map kelso")
    await war.write(SCOTLAND, "pass", "impulse 2: sail douglas north sea; pass", "standing game retreat yes", "status")
    await war.write(NEVILLE, "march dacre kelso", "pass")
    await war.write(PERCY, "court scotland; aim berwick", "impulse 1: march umfraville durham; pass", "impulse 2: pass")
    await war.write(SCOTLAND, "court percy; aim alnwick; impulse 1: sail douglas alnwick; pass; impulse 2: pass")
    await war.write(NEVILLE, "court none; aim durham; impulse 1: pass; impulse 2: pass")
    await war.write(NEVILLE, "retreat no")
    await war.by_mail.office.sender.close()


def test_the_war_is_over_and_its_log_leads_there_again(war: War) -> None:
    assert war.by_mail.table.over, [m.text for m in war.mails[-3:]]
    desk = war.by_mail.office.desk
    with desk.db.reading() as session:
        assert rerun_game(Context(session, desk).of(war.by_mail.row)).exact
    assert war.by_mail.letters == 9
    assert not [m.subject for m in war.mails if "could not" in m.subject]


def test_every_reader_is_told_all_players_and_their_seats(war: War) -> None:
    names = {PERCY: "Anna", NEVILLE: "Ben", SCOTLAND: "Cora"}
    for seat in SEATS:
        first = war.of(seat)[0]
        others = ", ".join(f"{names[other]} plays {other.title()}" for other in SEATS if other != seat)
        assert f"You play {seat.title()}; {others}. This program" in first.flat
        assert f"You play {seat.title()}; {others}. This program" in " ".join(first.html.split())
        assert "writes to all players" in first.flat
    assert "Scotland (Cora), Percy (Anna) and Neville (Ben)" in war.of(SCOTLAND)[0].flat
    assert "Percy (Anna), Neville (Ben) and Scotland (Cora)" in war.of(OBSERVER)[0].flat
    assert "what all players may know" in war.of(OBSERVER)[0].flat
    for mail in war.mails:
        assert "both" not in mail.text, mail.subject
        assert " against " not in mail.text, mail.subject


def test_all_who_are_waited_for_are_named(war: War) -> None:
    subjects = [mail.subject for mail in war.of(PERCY)]
    assert subjects[1].endswith("waiting for Neville and Scotland")
    assert war.of(NEVILLE)[1].subject.endswith("waiting for Scotland")
    assert war.of(OBSERVER)[0].subject.endswith("waiting for Percy, Neville and Scotland")
    assert "waiting for Neville (until Tue 25 Aug 2026 12:00 UTC) and Scotland (until" in war.of(PERCY)[1].flat


def test_who_is_late_is_told_to_the_two_others(war: War) -> None:
    notices = [(mail.reader, mail.subject.partition("] ")[2]) for mail in war.mails if "due" in mail.subject]
    assert notices == [
        (SCOTLAND, "Reminder: your move is due in 23 hours"),
        (PERCY, "Scotland's orders are overdue"),
        (NEVILLE, "Scotland's orders are overdue"),
        (SCOTLAND, "Your orders are overdue"),
    ]
    told = [mail.reader for mail in war.mails if "Scotland's orders did not come in time." in mail.flat]
    assert told == [PERCY, NEVILLE]
    assert "Its orders: court none; aim Carlisle" in next(m.flat for m in war.of(SCOTLAND) if "Its orders" in m.text)


def test_orders_stand_under_headings_with_and_without_a_number(war: War) -> None:
    answer = war.of(PERCY)[1].flat
    assert "1 ok campaign: court neville -> court Neville" in answer
    assert "campaign: aim durham -> kept for the campaign of Turn 1: aim Durham" in answer
    assert "impulse 2: march hotspur berwick -> kept for impulse 2 of Turn 1: march Hotspur Berwick" in answer
    assert "impulse 2: impulse 2 of Turn 1 march Hotspur Berwick pass" in answer
    moves = [news.event.data for news in war.by_mail.table.news if news.event.name == "moves"]
    assert [(move["band"], move["to"]) for move in moves[:3]] == [
        ("hotspur", "berwick"),
        ("dacre", "kelso"),
        ("douglas", "north_sea"),
    ]


def test_an_alliance_changes_and_what_was_chosen_is_told_to_all_at_once(war: War) -> None:
    story = [news.event.data["allies"] for news in war.by_mail.table.news if news.event.name == "courted"]
    assert story == [[PERCY, NEVILLE], [PERCY, SCOTLAND]]
    before = war.mails[: next(n for n, mail in enumerate(war.mails) if "did not come in time" in mail.text)]
    assert not [mail for mail in before if mail.reader != PERCY and "-> court Neville" in mail.text]
    assert not [mail for mail in before if "aims at" in mail.text or "are allied" in mail.text]
    for reader in (*SEATS, OBSERVER):
        told = " ".join(mail.flat for mail in war.of(reader))
        assert "Percy and Neville are allied." in told
        assert "Percy and Scotland are allied." in told


def test_dice_that_hit_high_are_told_and_counted_so(war: War) -> None:
    rolled = [news.event.data for news in war.by_mail.table.news if news.event.name == "strikes"]
    assert rolled
    assert all(each["hits"] == sum(die >= 5 for die in each["dice"]) for each in rolled)
    assert "Dacre rolls [" in " ".join(mail.flat for mail in war.of(PERCY))
    wanted = sum(len(each["dice"]) for each in rolled) / 3
    rows = [line for line in war.newest(PERCY).text.splitlines() if line.startswith("All together")]
    found = [float(number) for row in rows for number in re.findall(r"\((\d+\.\d)\)", row)]
    assert sum(found) == pytest.approx(wanted, abs=0.2)


def test_the_last_report_has_a_line_a_seat_and_the_proof_for_all(war: War) -> None:
    winner, *allies = war.by_mail.table.state.result["winners"]
    ends = f"{winner.title()} and {allies[0].title()} win" if allies else f"{winner.title()} wins"
    for reader in (*SEATS, OBSERVER):
        last = war.newest(reader)
        assert last.subject.endswith(ends)
        assert {"map.png", "points.png", "marches-1.json.gz"} <= set(last.parts)
        assert re.search(r"^ +Percy +Neville +Scotland", last.text, re.MULTILINE)
        assert "All players get the same file" in last.flat
        assert [len(line) for line in last.text.splitlines() if len(line) > 76] == []
    assert len(set(war.archives)) == 1
    document = json.loads(gzip.decompress(war.archives[0]))
    verdict = verify_document(document, {RULES.name: RULES}, war.files.scenarios)
    assert verdict.ok
    assert verdict.exact
    assert set(verdict.salts) == set(SEATS)


def test_reports_have_the_map_for_each_reader(war: War) -> None:
    asked = [mail for mail in war.mails if "Your move" in mail.subject]
    assert asked
    assert all("map.png" in mail.parts for mail in asked)
    assert "ways to Berwick, Edinburgh, Carlisle" in " ".join(mail.flat for mail in war.of(PERCY))
