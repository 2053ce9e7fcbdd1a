"""Figures of whole games by mail, with the picture of the map in the reports."""

from __future__ import annotations

from typing import Any

from pbem.engine.game.rules import Rules
from pbem.engine.game.setup import Setup
from pbem.lab.legs.profile import Profile
from pbem.lab.legs.run import Tour, count_legs
from pbem.lab.play.stage import Files

GAMES = 2


def bench_by_mail(
    rules: Rules[Any], setup: Setup, seed: str, files: Files | None = None, turns: int = 0
) -> dict[str, float]:
    """Games that bots play letter after letter over the embedded servers in this process. Raises Stuck.

    `turns` of each are played (0: all). A bot orders whole segments and quotes the report that it answers. Counted
    is the processor's time, as in bench_mail: from a look into the mailbox until all reports are handed to the server. What
    the bots take to think and to read is not counted.
    """
    options = tuple(setup.options.items())
    files = files or Files.delivered()  # as a daemon has them: its templates are compiled once for all games
    tour = Tour(rules, setup.scenario, Profile.PLANNER, seed, turns=turns, options=options, files=files, pictures=True)
    count = count_legs(tour, GAMES)
    return {
        "games": count.games,
        "letters": count.letters,
        "letters_answered_per_second": count.letters / count.seconds,
        "milliseconds_per_letter": count.seconds / count.letters * 1e3,
        "milliseconds_of_the_servers_per_letter": count.servers / count.letters * 1e3,
        "seconds_per_game": count.seconds / count.games,
    }
