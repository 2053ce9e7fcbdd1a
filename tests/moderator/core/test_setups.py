"""A scenario's name may be cut short; what its files are, and which version they have."""

from dataclasses import replace
from pathlib import Path

import pytest

from pbem.games import GAMES
from pbem.moderator.core.setups import NoScenario, find_scenario, load_setup, scenario_version

RULES = GAMES["plantagenet"]


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("Ia", "ia_henry_vi"),
        ("I", "i_plantagenets_go_to_war"),
        ("WotR", "wotr_wars_of_the_roses"),
        ("ib", "ib_towton"),
        ("IB Towton", "ib_towton"),
        ("towton", "ib_towton"),
        ("ic", "ic_somersets_return"),
        ("II", "ii_warwicks_rebellion"),
        ("iii", "iii_my_kingdom_for_a_horse"),
        ("bos", "bosworth"),
        ("iii_my_kingdom_for_a_horse", "iii_my_kingdom_for_a_horse"),
    ],
)
def test_a_scenario_is_found_by_its_number_or_a_beginning(name: str, meant: str) -> None:
    assert find_scenario(RULES, name) == meant


@pytest.mark.parametrize("name", ["", "owton", "iv"])
def test_a_name_that_fits_none_or_several_is_refused(name: str) -> None:
    with pytest.raises(NoScenario, match="it has bosworth, ia_henry_vi"):
        find_scenario(RULES, name)


@pytest.mark.parametrize("name", ["1470", "1483"])
def test_a_scenario_that_is_left_out_is_refused_with_the_reason(name: str) -> None:
    with pytest.raises(
        NoScenario, match=f"no scenario '{name}'; it has 1460. The rulebook only mentions .* prints no set-up"
    ):
        find_scenario(GAMES["richard_iii"], name)


def test_an_unknown_name_is_refused_without_one() -> None:
    with pytest.raises(NoScenario, match=r"it has 1460$"):
        find_scenario(GAMES["richard_iii"], "1461")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Files of a scenario that is made of another one."""
    scenarios = tmp_path / "plantagenet" / "scenarios"
    scenarios.mkdir(parents=True)
    (tmp_path / "plantagenet" / "map.toml").write_text("roads = 3\n")
    (scenarios / "ia_henry_vi.toml").write_text('parts = ["ib_towton"]\nturns = 2\n')
    (scenarios / "ib_towton.toml").write_text("turns = 1\n")
    return tmp_path


PLAIN = replace(RULES, unpack=lambda files: files)


def test_a_scenario_can_name_others_as_its_parts(folder: Path) -> None:
    data = load_setup(PLAIN, "ia", folder).data
    assert data["scenario"]["turns"] == 2
    assert data["parts"] == {"ib_towton": {"turns": 1}}
    assert "parts" not in load_setup(PLAIN, "ib", folder).data


def test_the_version_of_a_scenario_changes_with_each_of_its_files_alone(folder: Path) -> None:
    before = {name: scenario_version(PLAIN, name, folder) for name in ("ia_henry_vi", "ib_towton")}
    (folder / "plantagenet" / "scenarios" / "ia_henry_vi.toml").write_text('parts = ["ib_towton"]\nturns = 3\n')
    assert scenario_version(PLAIN, "ib_towton", folder) == before["ib_towton"]
    changed = scenario_version(PLAIN, "ia_henry_vi", folder)
    assert changed != before["ia_henry_vi"]
    (folder / "plantagenet" / "scenarios" / "ib_towton.toml").write_text("turns = 4\n")
    assert scenario_version(PLAIN, "ia_henry_vi", folder) not in (changed, before["ia_henry_vi"])


def test_a_setup_knows_with_which_rules_its_game_began(folder: Path) -> None:
    assert load_setup(PLAIN, "ib", folder, version=2).began_before(3)
    assert not load_setup(PLAIN, "ib", folder, version=3).began_before(3)
    assert not load_setup(PLAIN, "ib", folder).began_before(3)


def test_a_file_can_be_like_that_of_another_game(folder: Path) -> None:
    mine, other = folder / "plantagenet" / "coast.toml", folder / "orchard" / "coast.toml"
    mine.write_text('like = "orchard/coast.toml"\nnorth = 57\n')
    other.parent.mkdir()
    other.write_text('north = 50\nshore = "ours"\n')
    coast = load_setup(PLAIN, "ib", folder).data["coast"]
    assert (coast["north"], coast["shore"]) == (57, "ours")
    before = scenario_version(PLAIN, "ib_towton", folder)
    other.write_text('north = 50\nshore = "theirs"\n')
    assert scenario_version(PLAIN, "ib_towton", folder) != before
