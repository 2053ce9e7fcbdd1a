"""Games in which every choice is made by chance: no position contradicts the rules, and what is refused changes nothing."""

from __future__ import annotations

import pytest

from tests.games.kingmaker.random_play import Game

DEEDS = {"battle", "siege", "sail", "move road", "move regional", "execute", "ransom", "award", "trade", "end_turn"}


def test_games_by_chance_keep_to_the_rules() -> None:
    done = set()
    for players in (2, 3):
        game = Game(players, players)
        game.play(36)
        done |= set(game.done)
    assert done >= DEEDS - {"ransom"}


@pytest.mark.long
@pytest.mark.parametrize("seed", range(20))
def test_longer_games_by_chance_keep_to_the_rules(seed: int) -> None:
    game = Game(seed, 2 + seed % 4)
    game.play(60)
    assert game.done["end_turn"] > 20
