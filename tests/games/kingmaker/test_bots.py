"""Players by chance who want to win: their games end by a rule, without a limit of rounds."""

from __future__ import annotations

import pytest

from pbem.doctor.random_play import PlayPolicy
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.game import RULES
from pbem.games.kingmaker.victory import PRESTIGE, ROYALTY
from pbem.lab.play.random_games import play_at_random
from pbem.moderator.core.setups import load_setup
from pbem.resources import scenarios_dir

MOST = 4_000
"""So many decisions are enough for any of these games."""


def played(scenario: str, seed: str) -> State:
    """A game of players who want to win, at its end."""
    setup = load_setup(RULES, scenario, scenarios_dir())
    state: State = play_at_random(RULES, setup, seed, MOST, PlayPolicy.SURVIVE).state
    return state


def test_a_game_of_two_who_want_to_win_ends() -> None:
    result = played("two_players", "b2").result
    assert result is not None
    assert result["kind"] in (ROYALTY, PRESTIGE)


@pytest.mark.long
@pytest.mark.parametrize("scenario", ["two_players", "three_players", "four_players", "five_players"])
@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_games_of_players_who_want_to_win_end(scenario: str, seed: str) -> None:
    result = played(scenario, seed).result
    assert result is not None
    assert result["kind"] in (ROYALTY, PRESTIGE)
