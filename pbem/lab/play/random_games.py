"""Whole games played at random, and the Turns in them."""

from __future__ import annotations

from typing import Any

from pbem.doctor.random_play import PlayPolicy, RandomPlayer
from pbem.engine.game.rules import Rules
from pbem.engine.game.setup import Setup
from pbem.engine.table import Table


def play_at_random(
    rules: Rules[Any], setup: Setup, seed: str, most: int = 10_000, policy: PlayPolicy = PlayPolicy.RANDOM
) -> Table[Any]:
    """A game played to its end, or for `most` decisions. Raises DeadEnd."""
    player = RandomPlayer.of_policy(seed, policy, rules)
    table = player.open_table(rules, setup)
    for _ in range(most):
        if table.over:
            break
        player.go_on(table)
    return table


def turns_begun(table: Table[Any]) -> int:
    """How many Turns have begun, also where their numbers begin again."""
    return sum(table.rules.reports.stamp(table.state, news.event) is not None for news in table.news)


def turn_of(table: Table[Any]) -> int:
    """The number of the newest Turn, as people count them; 0 before the first, and in games that do not count."""
    stamps = (table.rules.reports.stamp(table.state, news.event) for news in reversed(table.news))
    return next((stamp.number for stamp in stamps if stamp is not None), 0)
