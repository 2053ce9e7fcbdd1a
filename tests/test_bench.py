"""The figures are there."""

import pytest

from pbem.bench import bench_engine, summary
from pbem.games import GAMES
from pbem.moderator.scenario_files import load_setup
from pbem.resources import scenarios_dir

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
