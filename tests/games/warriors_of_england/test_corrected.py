"""2.1, 2.2.1 Files that the owner of a copy has corrected are checked."""

import tomllib
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from pbem.games.warriors_of_england.components.corrected import BadFiles, check_files
from pbem.resources import scenarios_dir

FOLDER = scenarios_dir() / "warriors_of_england"
FILES = {path.stem: tomllib.loads(path.read_text()) for path in map(Path, FOLDER.glob("*.toml"))}


@pytest.fixture
def files() -> dict[str, Any]:
    return deepcopy(FILES)


def test_the_files_delivered_have_no_fault(files: dict[str, Any]) -> None:
    check_files(files)


def test_every_fault_is_named_with_the_nearest_right_thing(files: dict[str, Any]) -> None:
    files["map"]["border"][0]["a"] = "north_midland"
    files["map"]["border"][1]["kind"] = "obstruct"
    files["nobles"]["noble"][2]["home"] = "south_west"
    files["nobles"]["noble"][3]["reverse"]["stars"] = 4
    with pytest.raises(BadFiles) as bad:
        check_files(files)
    text = str(bad.value)
    assert (
        "map.toml, border north_midland - west_midlands: there is no area 'north_midland', did you mean 'north_midlands'?"
        in text
    )
    assert "there is no kind 'obstruct', did you mean 'obstructed'?" in text
    assert "nobles.toml, somerset: there is no home 'south_west', did you mean 'southwest'?" in text
    assert "nobles.toml, buckingham: stars is 4, a number from 1 to 3 is needed" in text


def test_what_is_missing_is_named(files: dict[str, Any]) -> None:
    del files["map"]["region"][1]["vp"]
    del files["nobles"]["noble"][0]["leadership"]
    with pytest.raises(BadFiles, match=r"region calais: vp missing.*henry_vi: leadership missing"):
        check_files(files)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda f: f["map"].pop("border"), r"map.toml: \[\[border\]\] is missing"),
        (lambda f: f["nobles"].update(noble={}), r"nobles.toml: \[\[noble\]\] is missing"),
        (lambda f: f["nobles"]["meta"].update(max_troops_per_star=500), "max_troops_per_star is 500, a number from 1 to 9"),
        (lambda f: f["map"]["meta"].update(turns="nine"), "turns is 'nine', a number from 1 to 99 is needed"),
        (lambda f: f["map"]["region"][0].update(id="Lon don"), "'Lon don' is no id"),
        (lambda f: f["map"]["region"][1].update(vp="two"), "vp is 'two', a number is needed"),
        (lambda f: f["map"]["foreign"][0].update(faction="scots"), "there is no faction 'scots'"),
        (lambda f: f["nobles"]["noble"][5].update(id="wales"), "wales is the id of an area too"),
        (lambda f: f["nobles"]["noble"][5].update(reverse="none"), r"\[noble.reverse\] is missing"),
        (lambda f: f["nobles"]["noble"].pop(0), "there is no Noble henry_vi"),
    ],
)
def test_files_of_another_shape_are_told(files: dict[str, Any], change: Callable[[dict[str, Any]], Any], told: str) -> None:
    change(files)
    with pytest.raises(BadFiles, match=told):
        check_files(files)
