"""Leaks on trial are found by twin worlds; without them nothing is."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from pbem.cli.app import app
from pbem.engine.game.setup import Setup
from pbem.games.plantagenet.components import influence
from pbem.games.plantagenet.game import RULES
from pbem.lab.leaks.planting import Patches, PlantSettings, planted, plants_of, try_plants
from pbem.lab.leaks.run import HuntSettings, leaktest
from pbem.moderator.core.setups import load_setup
from pbem.resources import scenarios_dir

ENOUGH = 30


def setups_of(*scenarios: str) -> list[Setup]:
    return [load_setup(RULES, name, scenarios_dir(), dict(each)) for name in scenarios for each in RULES.sample.options]


def test_there_are_plants_of_many_kinds_each_with_a_name_of_its_own() -> None:
    names = [plant.name for plant in plants_of(RULES)]
    assert len(names) == len(set(names)) >= ENOUGH
    assert [plant.name for plant in plants_of(RULES, ["dots"])] == ["dots"]


def test_a_plant_is_gone_when_it_has_been_tried() -> None:
    before = vars(influence)["only_as_needed"]
    (plant,) = plants_of(RULES, ["check"])
    with planted(plant, RULES):
        assert vars(influence)["only_as_needed"] is not before
    assert vars(influence)["only_as_needed"] is before


def test_what_is_patched_twice_is_as_it_was_first() -> None:
    patches, thing = Patches(), type("Thing", (), {"name": 1})
    patches.put(thing, "name", 2)
    patches.put(thing, "name", 3)
    patches.undo()
    assert thing.name == 1  # type: ignore[attr-defined]


def test_what_leaks_without_the_plant_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbem.lab.leaks.twin.differences", lambda *_: ["mail 1: Subject: 'a' or 'b'"])
    (tried,) = try_plants(RULES, setups_of("bosworth"), range(1), "1", PlantSettings(names=("check",)))
    assert not tried.found
    assert "NOT FOUND in 1 twins" in str(tried)


def test_the_command_tells_what_was_planted_last() -> None:
    asked = [
        "lab",
        "leaks",
        "plantagenet",
        "--plant",
        "--scenario",
        "ib",
        "--games",
        "9",
        "--jobs",
        "1",
        "--kind",
        "message id",
    ]
    said = CliRunner().invoke(app, asked)
    assert said.exit_code == 0
    assert said.stdout.strip().splitlines()[-1].startswith("1 leaks planted, 1 found, ")
    assert "--plant" not in CliRunner().invoke(app, ["lab", "leaks", "--help"]).stdout


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "first", "scenarios"),
    [
        ("window", 2, ("ia_henry_vi", "ib_towton")),
        ("preview of orders", 0, ("ia_henry_vi", "ib_towton")),
        ("reply form", 6, ("ia_henry_vi", "ib_towton")),
        ("comment", 4, ("ib_towton",)),
        ("attribute", 1, ("ib_towton",)),
    ],
)
def test_leaks_that_show_late_are_found(name: str, first: int, scenarios: tuple[str, ...]) -> None:
    """From the first game on that shows them: each game is the same whatever was played before it."""
    (tried,) = try_plants(RULES, setups_of(*scenarios), range(first, 25), "1", PlantSettings(names=(name,)))
    assert tried.found, tried


@pytest.mark.long
def test_what_lies_on_hidden_mats_is_not_told_by_rolls() -> None:
    setups = [load_setup(RULES, "ia_henry_vi", scenarios_dir(), {"hidden_mats": True})]
    report = leaktest(RULES, setups, range(2), "rolls", HuntSettings(twins=2, secrets=["mats"], pictures=False))
    assert report.findings == []
    assert report.secrets["mats"] >= 2
