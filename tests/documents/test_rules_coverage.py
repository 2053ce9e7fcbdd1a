"""Every numbered section of a game's rulebook has a function and a test, and the page that says so is true."""

from pathlib import Path
from shutil import copytree, rmtree

import pytest

from pbem.games.plantagenet.game import RULES
from pbem.moderator.core.setups import scenario_version
from pbem.resources import scenarios_dir
from tests.rules_coverage import PAGE, functions, games, page, proofs, sections


@pytest.mark.parametrize("game", games())
def test_every_section_has_a_function_and_a_test(game: str) -> None:
    coded, tested = ({number for number, _ in found} for found in (functions(game), proofs(game)))
    assert [section for section in sections(game) if section not in coded] == []
    assert [section for section in sections(game) if section not in tested] == []


def test_the_page_is_what_the_sources_say() -> None:
    assert PAGE.read_text() == page()


def test_a_game_is_not_bound_to_the_chapters_that_were_listed_later(tmp_path: Path) -> None:
    assert {"6.0", "6.1.1", "6.2.2", "6.3"} <= sections("plantagenet").keys()
    copy = tmp_path / "scenarios"
    copytree(scenarios_dir(), copy)
    rmtree(copy / "plantagenet" / "rulebook")
    now, before = (scenario_version(RULES, "ia_henry_vi", folder) for folder in (scenarios_dir(), copy))
    assert now == before
