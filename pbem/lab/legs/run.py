"""Many games by mail, shared out over processes."""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pbem.doctor.random_play import PlayPolicy, RandomPlayer
from pbem.engine.decision import Json
from pbem.engine.game.rules import Rules
from pbem.lab.legs.bot import Bot
from pbem.lab.legs.by_mail import Office
from pbem.lab.legs.count import Count
from pbem.lab.legs.game import LegsGame
from pbem.lab.legs.profile import Profile
from pbem.lab.legs.slips import WITHOUT_SLIPS, Typing
from pbem.lab.play.stage import Files, StageSettings, players_of, stage
from pbem.moderator.core.setups import load_setup
from pbem.moderator.joining.opening import open_game


@dataclass(frozen=True, slots=True)
class Tour:
    """What all games of a run share. `turns` is how far a game is played (0: to its end); `pictures`: reports have them."""

    rules: Rules[Any]
    scenario: str
    profile: Profile
    seed: str = "1"
    typing: Typing = WITHOUT_SLIPS
    turns: int = 0
    options: tuple[tuple[str, Json], ...] = ()
    files: Files | None = None
    pictures: bool = False


def count_legs(tour: Tour, games: int, jobs: int = 1, done: Callable[[], object] = lambda: None) -> Count:
    """Play this number of games and count. `done` is called after each. Raises Stuck."""
    total = Count()
    for count in _play_all(tour, range(games), jobs):
        total.add(count)
        done()
    return total


def _play_all(tour: Tour, numbers: Sequence[int], jobs: int) -> Iterator[Count]:
    if jobs == 1 or len(numbers) == 1:
        yield from (play_game(tour, number) for number in numbers)
        return
    # Processes that fork have the rules, which no pickle can carry.
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("fork"), _begin, (tour,)) as pool:
        yield from pool.map(_play_here, numbers)


_here: list[Tour] = []
"""What a process of the pool plays."""


def _begin(tour: Tour) -> None:
    _here[:] = [tour]


def _play_here(number: int) -> Count:
    return play_game(_here[0], number)


def play_game(tour: Tour, number: int) -> Count:
    """One game of a tour, in a post office of its own. Raises Stuck."""
    with TemporaryDirectory(prefix="pbem-legs-") as folder:
        return asyncio.run(_play(tour, number, Path(folder)))


async def _play(tour: Tour, number: int, folder: Path) -> Count:
    seed = f"{tour.seed}/{number}"
    key = sha256(seed.encode()).digest()
    rules, files = tour.rules, tour.files or Files.delivered()
    players = players_of(rules, load_setup(rules, tour.scenario, files.scenarios, dict(tour.options)))
    games = {rules.name: rules}
    with (
        stage(
            folder, lambda *_: None, players.values(), StageSettings(games=games, files=files, pictures=tour.pictures)
        ) as (desk, post),
        Office(desk, post, players) as office,
    ):
        game = open_game(desk, rules.name, tour.scenario, players, key=key, options=dict(tour.options))
        bots = {
            seat: Bot(seat, tour.profile, RandomPlayer.of_policy(f"{seed} {seat}", PlayPolicy.SURVIVE, rules))
            for seat in players
        }
        await office.daemon.empty_outbox()
        try:
            count = await LegsGame(office, game, bots, tour.typing, seed).play(tour.turns)
            count.seconds, count.servers = office.work.moderator, office.work.servers
            return count
        finally:
            await office.sender.close()
