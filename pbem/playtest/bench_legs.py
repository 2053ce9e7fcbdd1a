"""Figures of whole games by mail: bots play them to the end, every report with its picture of the map."""

from __future__ import annotations

from typing import Any

from pbem.engine.rules import Rules
from pbem.playtest.legs.profile import Profile
from pbem.playtest.legs.run import Tour, count_legs
from pbem.playtest.stage import Files

GAMES = 2
TURNS = 0  # so many each (0: to its end)


def bench_whole_games(rules: Rules[Any], seed: str, games: int = 0, files: Files | None = None) -> dict[str, float]:
    """So many games of the scenario that the game is measured with a Turn of, or is shown by.

    The bots write whole segments. The time counted is the moderator's: reading, moderating, drawing and sending.
    """
    known = files or Files.delivered()
    scenario = rules.sample.turn[0] or known.setup(rules).scenario
    count = count_legs(Tour(rules, scenario, Profile.PLANNER, seed, turns=TURNS, files=known, pictures=True), games or GAMES)
    return {
        "games": count.games,
        "turns": count.turns,
        "letters": count.letters,
        "lines": count.lines,
        "letters_moderated_per_second": count.letters / count.seconds,
        "seconds_per_game": count.seconds / count.games,
    }
