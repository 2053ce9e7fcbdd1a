"""No game that is shown stands still: in every scenario a seat is played as by hand, the others are scripted."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pbem.engine.game.rules import Rules
from pbem.games import GAMES
from pbem.lab.play.board import DatabaseBoard
from pbem.lab.play.demo import ScriptedPlayer, Show, run_game
from pbem.lab.play.stage import MODERATOR, Files, StageSettings, embedded, stage
from pbem.moderator.joining.opening import open_game

LETTERS = int(os.environ.get("PBEM_TEST_LETTERS", "24"))
"""So many letters of a scenario tell that it goes on; `make by-hand-test` plays each seat of each to the end (0)."""
STILL_SECONDS = 300
"""A game in which nothing has happened for so long stands still."""
FILES = Files.delivered()


def _shown() -> Iterator[tuple[Rules[Any], str, str]]:
    """Each scenario with a seat, now one and now another; where all is played to its end, with each seat."""
    for rules in GAMES.values():
        for place, name in enumerate(rules.scenarios):
            seats = list(Show.of(rules, FILES, name).players)
            for seat in seats if not LETTERS else [seats[place % len(seats)]]:
                yield rules, name, seat


class _Enough(Exception):
    """The game is over, or has gone on for so many letters."""


@pytest.mark.long
@pytest.mark.parametrize(
    ("rules", "scenario", "by_hand"), [pytest.param(*each, id="-".join((each[0].name, *each[1:]))) for each in _shown()]
)
def test_a_game_by_hand_goes_on(rules: Rules[Any], scenario: str, by_hand: str, tmp_path: Path) -> None:
    show, letters = Show.of(rules, FILES, scenario), 0

    def count(line: str) -> None:
        nonlocal letters
        letters += line.startswith("Moderator: letter")

    with stage(tmp_path, lambda *_: None, show.players.values(), StageSettings(games={rules.name: rules}, files=FILES)) as (
        desk,
        office,
    ):
        board = DatabaseBoard(desk, open_game(desk, rules.name, show.setup.scenario, show.players).name)
        others = show.scripted(office, [seat for seat in show.players if seat != by_hand], lambda _: None, board)
        mine = ScriptedPlayer(
            by_hand, show.players[by_hand], embedded(office, show.players[by_hand].address), print, lambda *_: [], board
        )

        async def enough() -> None:
            newest, since = 0, time.monotonic()
            while not board.is_over() and not (LETTERS and letters >= LETTERS):
                await asyncio.sleep(0.2)
                if (now := board.newest()) != newest:
                    newest, since = now, time.monotonic()
                assert time.monotonic() - since < STILL_SECONDS, (board.asked(), board.held_because())
            raise _Enough

        with pytest.raises(_Enough):
            asyncio.run(run_game(desk, embedded(office, MODERATOR), [mine, *others], count, quiet=None, beside=enough))
