"""Many random games, shared out over processes."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pbem.doctor.random_play import PlayPolicy
from pbem.engine.game.rules import Rules
from pbem.engine.game.setup import Setup
from pbem.lab.fuzz.game import FuzzGame, Game
from pbem.lab.fuzz.letters import WritingRoom, writing_room
from pbem.lab.fuzz.reach import Reachable, known_of
from pbem.lab.fuzz.report import FuzzReport
from pbem.lab.games import lab_of
from pbem.lab.play.stage import Files

MAX_DECISIONS = 20_000
CHUNK = 25
"""The number of games that a process is given at a time."""


@dataclass(frozen=True, slots=True)
class FuzzSettings:
    """How random games are played: a game of more than `max_decisions` is a failure; players choose by the `policies` in
    turn; `thorough` looks at every position more closely; by the templates and scenarios of `files` (None: those delivered).
    """

    max_decisions: int = MAX_DECISIONS
    policies: Sequence[PlayPolicy] = tuple(PlayPolicy)
    thorough: bool = False
    files: Files | None = None


USUAL = FuzzSettings()


@dataclass(frozen=True, slots=True)
class Job:
    """What all games of a run share. The setups of one scenario differ in their options, and are played in turn."""

    rules: Rules[Any]
    setups: Sequence[Setup]
    policies: Sequence[PlayPolicy]
    seed: str
    most: int
    thorough: bool
    files: Files | None = None

    @property
    def scenarios(self) -> list[str]:
        """Their names, in order."""
        return list(dict.fromkeys(setup.scenario for setup in self.setups))

    def game(self, scenario: str, number: int) -> tuple[Setup, PlayPolicy]:
        """Which setup and policy a game has: every pair in turn."""
        setups = [setup for setup in self.setups if setup.scenario == scenario]
        return setups[number // len(self.policies) % len(setups)], self.policies[number % len(self.policies)]


def fuzz(
    rules: Rules[Any],
    setups: Sequence[Setup],
    games: int,
    seed: str | int,
    settings: FuzzSettings = USUAL,
    *,
    jobs: int = 1,
) -> FuzzReport:
    """Play `games` random games of each scenario."""
    most, thorough = settings.max_decisions, settings.thorough
    job = Job(rules, setups, settings.policies, str(seed), most, thorough, settings.files)
    report = FuzzReport(known=_known(job))
    pieces = [
        (scenario, range(begin, min(begin + CHUNK, games))) for scenario in job.scenarios for begin in range(0, games, CHUNK)
    ]
    for part in _play_all(job, pieces, jobs):
        report.add(part)
    return report


def _known(job: Job) -> dict[str, Reachable]:
    """By scenario what can be reached."""
    known = known_of(job.rules)
    states = {scenario: job.rules.new_state(job.game(scenario, 0)[0]) for scenario in job.scenarios}
    return {scenario: known.with_things(lab_of(job.rules).trial.reachable(s)) for scenario, s in states.items()}


def _play_all(job: Job, pieces: Sequence[tuple[str, range]], jobs: int) -> Iterator[FuzzReport]:
    if jobs == 1:
        with writing_room(job.rules, job.files) as room:
            yield from (_play_piece(job, room, *piece) for piece in pieces)
        return
    # Processes that fork have the rules, which no pickle can carry.
    fork = multiprocessing.get_context("fork")
    with (
        TemporaryDirectory(prefix="pbem-fuzz-") as folder,
        ProcessPoolExecutor(jobs, fork, _begin, (job, Path(folder))) as pool,
    ):
        yield from pool.map(_play_here, pieces)


_here: list[tuple[Job, WritingRoom]] = []
"""What a process of the pool plays, and where it writes its letters."""


def _begin(job: Job, folder: Path) -> None:
    _here[:] = [(job, WritingRoom(job.rules, folder / str(os.getpid()), job.files))]


def _play_here(piece: tuple[str, range]) -> FuzzReport:
    return _play_piece(*_here[0], *piece)


def _play_piece(job: Job, room: WritingRoom, scenario: str, numbers: range) -> FuzzReport:
    report = FuzzReport()
    for number in numbers:
        setup, policy = job.game(scenario, number)
        seed = f"{job.seed}/{number}"
        Game(FuzzGame(job.rules, setup, policy, seed, job.most, room.letters, room.previews, job.thorough), report).play()
    return report


def fuzz_game(
    rules: Rules[Any],
    setup: Setup,
    seed: str,
    max_decisions: int,
    report: FuzzReport,
    policy: PlayPolicy = PlayPolicy.RANDOM,
) -> None:
    """Play one game and add what it shows to `report`. The same seed and policy play the same game."""
    with writing_room(rules) as room:
        Game(FuzzGame(rules, setup, policy, seed, max_decisions, room.letters, room.previews), report).play()
