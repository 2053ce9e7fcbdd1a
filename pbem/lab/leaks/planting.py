"""Tests whether twin worlds find leaks: one planted leak at a time, with the usual settings, until the first finding.

A finding counts only if the same twins do not show it without the plant: what leaks anyway proves nothing.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from time import process_time
from typing import Any

from pbem.engine.game.rules import Rules
from pbem.engine.game.setup import Setup
from pbem.lab.games import lab_of
from pbem.lab.leaks.plants import OFFER_PLANTS, PLANTS
from pbem.lab.leaks.report import LeakFinding, LeakReport
from pbem.lab.leaks.run import Hunt, HuntSettings, hunt_for, play_game
from pbem.lab.leaks.secret import LIMIT
from pbem.lab.play.stage import Files
from pbem.lab.trial import Plant


@dataclass(frozen=True, slots=True)
class Harvest:
    """What has become of a plant: found or not, after how many twins and seconds of a processor, and how it showed."""

    name: str
    where: str
    what: str
    found: bool
    twins: int
    seconds: float
    secret: str = ""
    shows: str = ""

    def __str__(self) -> str:
        outcome = f"found after {self.twins} twins" if self.found else f"NOT FOUND in {self.twins} twins"
        how = f" ({self.secret}): {self.shows}" if self.found else ""
        return f"{self.name} [{self.where}: {self.what}]: {outcome}, {self.seconds:.0f} s{how}"


@dataclass(slots=True)
class Patches:
    """What is set for a while."""

    before: list[tuple[Any, str, Any]] = field(default_factory=list)

    def put(self, where: Any, name: str, value: Any) -> None:
        """Set an attribute."""
        self.before.append((where, name, getattr(where, name)))
        setattr(where, name, value)

    def undo(self) -> None:
        """As it was, the last first."""
        while self.before:
            setattr(*self.before.pop())


@contextmanager
def planted(plant: Plant, rules: Rules[Any]) -> Iterator[Rules[Any]]:
    """The rules with a leak in them."""
    patches = Patches()
    try:
        yield plant.grow(rules, patches.put)
    finally:
        patches.undo()


def plants_of(rules: Rules[Any], names: Sequence[str] = ()) -> list[Plant]:
    """The plants of a game, its own first, or those of these names."""
    common = (*PLANTS, *OFFER_PLANTS) if rules.deals.exist else PLANTS
    return [each for each in (*lab_of(rules).trial.plants, *common) if not names or each.name in names]


@dataclass(frozen=True)
class PlantSettings:
    """Which leaks are planted (by `names`; none: all), and in how many twins each is looked for; in worlds that differ in
    these `secrets` (none: all that the game has), by the templates and scenarios of `files` (None: those delivered).
    """

    names: Sequence[str] = ()
    limit: int = LIMIT
    secrets: Sequence[str] = ()
    files: Files | None = None


ALL_PLANTS = PlantSettings()


def try_plants(
    rules: Rules[Any],
    setups: Sequence[Setup],
    games: Sequence[int],
    seed: str,
    settings: PlantSettings = ALL_PLANTS,
    *,
    jobs: int = 1,
    done: Callable[[Harvest], object] = lambda _: None,
) -> list[Harvest]:
    """Plant each leak for itself and look for it. `done` is called with each, as they come."""
    hunt, harvests = hunt_for(rules, setups, seed, HuntSettings(secrets=settings.secrets, files=settings.files)), []
    for _ in play_game(replace(hunt, twins=1), setups[0].scenario, 0, LeakReport()):
        pass  # what is read and compiled once is so in all processes
    work = [(hunt, plant, games, settings.limit) for plant in plants_of(rules, settings.names)]
    for harvest in map(_try, work) if jobs == 1 else _in_processes(work, jobs):
        harvests.append(harvest)
        done(harvest)
    order = [plant.name for _, plant, _, _ in work]
    return sorted(harvests, key=lambda each: order.index(each.name))


Work = tuple[Hunt, Plant, Sequence[int], int]
_work: list[Work] = []
"""What the processes choose from: those that fork have the rules, which no pickle can carry."""


def _in_processes(work: Sequence[Work], jobs: int) -> Iterator[Harvest]:
    """Each in a process of its own."""
    _work[:] = work
    with multiprocessing.get_context("fork").Pool(jobs, maxtasksperchild=1) as pool:
        yield from pool.imap_unordered(_try_number, range(len(work)), chunksize=1)


def _try_number(number: int) -> Harvest:
    return _try(_work[number])


def _try(work: Work) -> Harvest:
    """Look for one plant until it shows where nothing else does."""
    hunt, plant, games, limit = work
    began, report = process_time(), LeakReport()
    scenarios = list(dict.fromkeys(setup.scenario for setup in hunt.setups))
    for number in games:
        for scenario in scenarios:
            seen = len(report.findings)
            with planted(plant, hunt.rules) as rules:
                for _ in play_game(replace(hunt, rules=rules), scenario, number, report):
                    if len(report.findings) > seen or report.twins.total() >= limit:
                        break
            fresh = report.findings[seen:]
            if fresh and not _shows_anyway(hunt, scenario, number, fresh[0]):
                return _harvest(plant, report, process_time() - began, fresh[0])
            if report.twins.total() >= limit:
                return _harvest(plant, report, process_time() - began)
    return _harvest(plant, report, process_time() - began)


def _shows_anyway(hunt: Hunt, scenario: str, number: int, finding: LeakFinding) -> bool:
    """Whether the same game shows a leak at that twin without the plant."""
    report = LeakReport()
    for _ in play_game(hunt, scenario, number, report):
        if any(each.seed == finding.seed for each in report.findings):
            return True
        if report.twins.total() > int(finding.seed.rpartition("/")[2]):
            break
    return False


def _harvest(plant: Plant, report: LeakReport, seconds: float, finding: LeakFinding | None = None) -> Harvest:
    facts = (plant.name, plant.where, plant.what, finding is not None, report.twins.total(), seconds)
    return Harvest(*facts) if finding is None else Harvest(*facts, finding.secret, finding.differences[0])


def told(harvests: Sequence[Harvest]) -> str:
    """The result, last."""
    number_found = sum(each.found for each in harvests)
    seconds = sum(each.seconds for each in harvests)
    return f"{len(harvests)} leaks planted, {number_found} found, {seconds:.0f} seconds of a processor"


def as_json(harvests: Sequence[Harvest]) -> list[dict[str, Any]]:
    """For programs."""
    return [asdict(each) for each in harvests]
