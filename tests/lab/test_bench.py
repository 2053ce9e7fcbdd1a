"""The figures are there."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import text

from pbem.doctor.checks import examine_games
from pbem.games import GAMES
from pbem.lab.bench import by_mail as bench_by_mail
from pbem.lab.bench.bench import Measured, bench_engine, bench_strangers, summary
from pbem.lab.bench.games import bench_games
from pbem.lab.bench.reports import bench_reports, has_map
from pbem.lab.play.stage import Files
from pbem.moderator.core.desk import Desk
from pbem.moderator.core.setups import load_setup
from pbem.moderator.reports import report_building
from pbem.moderator.reports.report_parts import map_for
from pbem.resources import scenarios_dir
from pbem.store.games import lobby, progress
from tests.support.noting import noting

RULES = GAMES["plantagenet"]


@pytest.mark.parametrize("scenario", ["bosworth", "ia_henry_vi"])
def test_every_figure_of_the_engine_is_there_and_positive(scenario: str) -> None:
    figures = bench_engine(RULES, load_setup(RULES, scenario, scenarios_dir()), seed=1, games=3)
    assert set(figures) == {
        "games",
        "decisions",
        "random_games_per_second",
        "microseconds_per_random_decision",
        "restored_decisions_per_second",
        "microseconds_per_restored_decision",
        "microseconds_per_fingerprint",
        "longest_game_decisions",
        "longest_game_restore_milliseconds",
        "peak_memory_mebibytes",
    }
    assert all(figure > 0 for figure in figures.values())


def test_the_summary_has_a_line_a_figure() -> None:
    text = summary({"engine": {"games": 3, "restored_decisions_per_second": 41234.5}})
    assert text.splitlines() == ["engine:", "  games: 3", "  restored decisions per second: 41,234"]


def test_a_player_is_answered_among_strangers(tmp_path: Path) -> None:
    figures = bench_strangers(tmp_path, Measured.of(RULES, Files.delivered()), strangers=60)
    assert figures["letters_of_strangers"] == 60
    assert figures["milliseconds_from_arrival_to_reply"] > 0


@pytest.mark.long
def test_the_figures_of_reports_are_there_early_and_late() -> None:
    setup = load_setup(RULES, "ib_towton", scenarios_dir())
    figures = bench_reports(RULES, setup, "1")
    assert list(figures) == ["reports, early", "reports, late"]
    for told in figures.values():
        assert min(told["milliseconds_per_report_with_picture"], told["milliseconds_per_report"]) > 0
        assert all(told[size] > 0 for size in ("turn", "text_bytes", "html_bytes", "picture_bytes"))


@pytest.mark.long
def test_the_figures_of_games_by_mail_count_what_was_played_with_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_by_mail, "GAMES", 1)
    drawn: list[str] = []
    monkeypatch.setattr(report_building, "map_for", noting(drawn, lambda _table, seat, _page: seat, map_for))
    setup = load_setup(RULES, "ia_henry_vi", scenarios_dir())
    figures = bench_by_mail.bench_by_mail(RULES, setup, "1", turns=1)
    assert figures["games"] == 1
    assert len(drawn) > figures["letters"] >= 2
    assert figures["letters_answered_per_second"] == pytest.approx(figures["letters"] / figures["seconds_per_game"])
    assert figures["milliseconds_per_letter"] == pytest.approx(1000 / figures["letters_answered_per_second"])


@pytest.mark.parametrize(("scenario", "there"), [("bosworth", False), ("ib_towton", True)])
def test_only_a_scenario_on_the_map_has_reports_with_one(scenario: str, there: bool) -> None:
    assert has_map(RULES, load_setup(RULES, scenario, scenarios_dir())) is there


def test_every_figure_of_many_games_is_there_and_what_is_measured_has_happened() -> None:
    looked: list[int] = []

    def examine(desk: Desk, now: datetime) -> Iterable[object]:
        with desk.db.reading() as session:
            due = progress.due_games(session, now)
            looked.extend([len(lobby.games(session)), len(due), len(progress.due_games(session, now + timedelta(hours=73)))])
            assert len(progress.known(session, range(1, 100))) == len(lobby.games(session))
            assert {game.status for game in lobby.games(session)} == {"playing", "over"}
            (messages,) = session.connection().execute(text("SELECT count(*) FROM message")).one()
            assert messages > 25
        assert desk.db.integrity() == []
        return examine_games(desk, now, thorough=True)

    figures = bench_games(25, examine, RULES)
    assert looked == [26, 0, 10]
    assert figures.pop("games") == 26
    assert all(figure > 0 for figure in figures.values())
    assert set(figures) == {
        "database_mebibytes",
        "seconds_to_fill_the_database",
        "median_milliseconds_per_letter",
        "milliseconds_per_tick_with_nothing_due",
        "milliseconds_per_tick_with_10_due",
        "seconds_to_list_the_games",
        "seconds_to_show_the_status",
        "seconds_of_the_hourly_watch",
        "seconds_of_the_doctor_on_the_database",
        "seconds_to_forget_old_letters",
        "longest_milliseconds_of_writing_while_forgetting",
    }
