"""Games begun before an update go on as if nothing had happened."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from tests.begun.answers import answers
from tests.empty import empty_database

GAMES = sorted((Path(__file__).parent / "games").glob("*.json.gz"))


def kept(file: Path) -> dict[str, Any]:
    """The game, the letters and the answers of a file."""
    found: dict[str, Any] = json.loads(gzip.decompress(file.read_bytes()))
    return found


@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.name.partition(".")[0])
def test_a_game_begun_before_answers_as_it_did(file: Path, tmp_path: Path) -> None:
    game = kept(file)
    told = answers(empty_database(tmp_path / "begun.sqlite"), game["document"], game["letters"])
    for (seat, text), now, then in zip(game["letters"], told, game["answers"], strict=True):
        assert json.loads(json.dumps(now)) == then, f"{seat} wrote: {text}"


def test_there_are_games_of_every_scenario() -> None:
    assert len({kept(file)["document"]["game"]["scenario"] for file in GAMES}) == 6
