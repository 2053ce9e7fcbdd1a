"""Logs of games that were begun before are opened, and the games go on to an end."""

from __future__ import annotations

import pytest

from pbem.doctor.random_play import RandomPlayer
from pbem.engine.log.entry import fingerprint
from pbem.engine.table import Table
from tests.begun.midway import ALL, LOGS, MOST_DECISIONS, read

NAMES = [game.name for game in ALL]


def test_every_log_is_there() -> None:
    assert sorted(file.name.removesuffix(".json.gz") for file in LOGS.iterdir()) == sorted(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_game_that_was_cut_off_goes_on(name: str) -> None:
    table, told = read(name)
    assert (len(table.entries), table.over) == (len(told["entries"]), False)
    player = RandomPlayer.from_seed(name)
    for _ in range(MOST_DECISIONS):
        if table.over:
            break
        player.go_on(table)
    assert table.over
    again = Table.restore(table.rules, table.setup, table.chance, table.entries)
    assert fingerprint(again.state) == fingerprint(table.state)
