"""No game that is shown stands still: in every scenario a seat is played as by hand, the others are scripted."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from pbem.engine.rules import Rules
from pbem.games import GAMES
from pbem.moderator.joining.opening import open_game
from pbem.playtest.board import Board
from pbem.playtest.demo import ScriptedPlayer, Show, run_game
from pbem.playtest.stage import MODERATOR, Files, embedded, stage

LETTERS = 24
"""So many letters of a long scenario tell that it goes on."""
FILES = Files.delivered()
SHOWN = [(rules, name, place) for rules in GAMES.values() for place, name in enumerate(rules.scenarios)]


class _Enough(Exception):
    """The game has gone on for so many letters."""


@pytest.mark.long
@pytest.mark.parametrize(("rules", "scenario", "place"), SHOWN, ids=[f"{r.name}-{name}" for r, name, _ in SHOWN])
def test_a_game_by_hand_goes_on(rules: Rules[Any], scenario: str, place: int, tmp_path: Path) -> None:
    show, letters = Show.of(rules, FILES, scenario), 0
    by_hand = list(show.players)[place % len(show.players)]

    def count(line: str) -> None:
        nonlocal letters
        letters += line.startswith("Moderator: letter")

    with stage(tmp_path, lambda *_: None, show.players.values(), games={rules.name: rules}, files=FILES) as (desk, office):
        board = Board(desk, open_game(desk, rules.name, show.setup.scenario, show.players).name)
        others = show.scripted(office, [seat for seat in show.players if seat != by_hand], lambda _: None, board)
        mine = ScriptedPlayer(
            by_hand, show.players[by_hand], embedded(office, show.players[by_hand].address), print, lambda *_: [], board
        )

        async def enough() -> None:
            while not board.is_over():
                await asyncio.sleep(0.2)
                if letters >= LETTERS:
                    raise _Enough

        try:
            asyncio.run(run_game(desk, embedded(office, MODERATOR), [mine, *others], count, beside=enough))
        except _Enough:
            return
        assert board.is_over()
