"""A club that plays for some weeks with trouble; and what is planted in it is found."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from pbem.cli.app import app
from pbem.daemon import Daemon
from pbem.games import GAMES
from pbem.lab.soak import service
from pbem.lab.soak.clock import BEGIN
from pbem.lab.soak.club import LetterRecords
from pbem.lab.soak.members import Member, Temper
from pbem.lab.soak.run import Plan, SoakReport, soak, summary
from pbem.lab.soak.trouble import LEAST, TroubleKind, schedule
from pbem.moderator.intake import admission, mailbox_turns
from pbem.store.database import Database
from pbem.store.errors import NoRoom
from pbem.store.games import lobby


def assert_is_clean(report: SoakReport) -> None:
    assert report.is_clean, "\n".join(summary(report))
    assert report.proved == sum(report.games.values()) == report.opened


def test_a_club_that_plays_for_two_weeks_with_trouble_loses_nothing(tmp_path: Path) -> None:
    report = soak(Plan(games=4, days=14, seed="2"), tmp_path)
    assert_is_clean(report)
    assert report.letters > 20
    assert all(report.happened[kind] >= LEAST for kind in TroubleKind)
    db = Database.open(tmp_path / "pbem.sqlite")
    with db.reading() as session:
        assert {game.rules for game in lobby.games(session)} == set(GAMES)
    db.close()


@pytest.mark.long
def test_a_club_that_plays_for_two_months_with_trouble_loses_nothing(tmp_path: Path) -> None:
    report = soak(Plan(games=12, days=60, seed="3"), tmp_path)
    assert_is_clean(report)
    assert report.games["over"] > 0
    assert {"letters twice", "late letters", "players replaced", "letters taken back"} <= set(report.happened)


def found(report: SoakReport) -> str:
    assert not report.is_clean
    return "\n".join(finding.what for finding in report.findings)


def test_a_clock_that_stands_still_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def nothing(_daemon: Daemon) -> None:
        pass

    monkeypatch.setattr(Daemon, "mind_the_clock", nothing)
    # Else the soak's own look, at the end of each month, would wake it.
    monkeypatch.setattr("pbem.lab.soak.run.tick", lambda *_: [])
    report = soak(Plan(games=2, days=5), tmp_path)
    assert "is over, and nothing happens" in found(report)
    assert any(line.startswith("repeat it with: pbem lab soak --games 2 --days 5 --seed 1") for line in summary(report))


def test_a_letter_that_is_lost_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, came = admission.take_in, Counter[str]()

    def loses_the_first(*letter: Any) -> int | None:
        came["letters"] += 1
        return None if came["letters"] == 1 else whole(*letter)

    monkeypatch.setattr(mailbox_turns, "take_in", loses_the_first)
    assert "was taken and is not in the database" in found(soak(Plan(games=2, days=5), tmp_path))


def test_an_error_that_is_logged_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stumbles(*_: object) -> list[str]:
        raise ZeroDivisionError("a fault in watching")

    monkeypatch.setattr("pbem.daemon.watch", stumbles)
    assert "ZeroDivisionError: a fault in watching" in found(soak(Plan(games=1, days=5), tmp_path))


def test_a_mail_that_comes_twice_is_counted() -> None:
    letters = LetterRecords()
    for message_id in ("<a@x>", "<b@x>", "<a@x>"):
        letters.note_mail(message_id)
    assert letters.twice() == 1


def test_trouble_follows_from_the_seed_and_there_is_some_of_each_kind() -> None:
    year = schedule("1", 365)
    assert year == schedule("1", 365) != schedule("2", 365)
    assert set(Counter(each.kind for each in year).values()) == {12}
    assert [each.day for each in year] == sorted(each.day for each in year)


def test_who_a_member_is_follows_from_the_seed() -> None:
    tempers = [Member.joining(number, "1", BEGIN).temper for number in range(300)]
    assert tempers == [Member.joining(number, "1", BEGIN).temper for number in range(300)]
    assert set(tempers) == set(Temper)


def test_a_disk_that_is_full_is_full_for_the_daemon(tmp_path: Path) -> None:
    disk = service.ClubDisk.open(tmp_path / "full.sqlite", lasting=False)
    disk.is_full = True
    with pytest.raises(NoRoom):
        fill(disk)
    disk.is_full = False
    fill(disk)
    disk.close()


def fill(disk: Database) -> None:
    """Write half a megabyte."""
    with disk.writing() as session:
        session.connection().exec_driver_sql("INSERT INTO deleted_game VALUES ('a game', ?)", ("x" * 500_000,))


def test_the_command_prints_one_object() -> None:
    result = CliRunner().invoke(app, ["lab", "soak", "--games", "1", "--days", "5", "--json"])
    told = json.loads(result.stdout)
    assert result.exit_code == 0, told["findings"]
    assert told["repeat"] == "pbem lab soak --games 1 --days 5 --seed 1"
    assert {"months", "games", "over_by", "letters", "mails", "proved", "findings", "happened", "clean"} <= set(told)
    month = told["months"][-1]
    assert {"milliseconds_per_letter", "milliseconds_per_tick", "resident_mebibytes", "database_mebibytes", "stuck"} <= set(
        month
    )
