"""Names are kept as long as the same part of a game is played: in random games they stay the same for so long."""

from __future__ import annotations

import pytest

from pbem.doctor.random_play import PlayPolicy, RandomPlayer
from pbem.games import GAMES
from pbem.moderator.core.setups import load_setup
from pbem.resources import scenarios_dir

DECISIONS = 120


@pytest.mark.parametrize(
    ("game", "scenario"),
    [
        ("plantagenet", "ia"),
        ("warriors_of_england", "campaign"),
        ("richard_iii", "1460"),
        ("kingmaker", "two_players"),
        ("kingmaker", "five_players"),
    ],
)
def test_names_hang_on_the_part_of_the_game_alone(game: str, scenario: str) -> None:
    rules = GAMES[game]
    player = RandomPlayer.of_policy(f"names {scenario}", PlayPolicy.SURVIVE, rules)
    table = player.open_table(rules, load_setup(rules, scenario, scenarios_dir()))
    known: dict[str, dict[str, tuple[str, ...]]] = {}
    for _ in range(DECISIONS):
        if table.over:
            break
        part = rules.orders.part(table.state)
        now = {each: tuple(rules.names(table.state, each)) for each in rules.orders.known(table.state)}
        assert known.setdefault(part, now) == now
        player.go_on(table)
