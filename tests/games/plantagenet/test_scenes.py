"""Every scene plays as it is written, and every card has one for its Event and one for its Capability."""

from pathlib import Path

import pytest

from tests.games.plantagenet.scene import setup_of
from tests.support.scenes import SCENES, Scene, play_scene

FILES = sorted([*(SCENES / "cards").glob("*.txt"), *(SCENES / "examples").glob("*.txt")])
SHOWN = {told for path in FILES for told in Scene.read(path.read_text()).shows}
CARDS = list(setup_of("ia_henry_vi").data["box"].cards)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_scene_plays(path: Path) -> None:
    assert play_scene(path.read_text()).state is not None


@pytest.mark.parametrize("half", ["event", "capability"])
@pytest.mark.parametrize("card", CARDS)
def test_every_card_is_shown_twice(card: str, half: str) -> None:
    assert f"{card} {half}" in SHOWN


def test_every_scene_says_what_it_shows() -> None:
    assert [path.stem for path in FILES if not Scene.read(path.read_text()).shows] == []
