"""Twins of many random games, shared out over processes."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from random import Random
from shutil import copyfile
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

from pbem.engine.decision import Seat
from pbem.engine.rules import Rules, Setup
from pbem.engine.table import Table
from pbem.moderator.desk.languages import LANGUAGE, OTHERS
from pbem.playtest.fuzz.game import other_beginning
from pbem.playtest.leaks.moments import Moment, moments
from pbem.playtest.leaks.report import Finding, LeakReport
from pbem.playtest.leaks.secret import TWINS, Secret, secrets_of
from pbem.playtest.leaks.twin import Twin, commitment_of
from pbem.playtest.leaks.world import DATABASES, Ground
from pbem.playtest.random_play import Policy
from pbem.playtest.stage import Files
from pbem.render.templates.page import Page
from pbem.store.database import Database

NEWEST = 60
"""A reader has not been told yet what so many entries at most have brought."""
ACTOR_SHARE = 0.9
OPENING_SHARE, WATCHED_SHARE, FOREIGN_SHARE = 0.2, 0.4, 0.3
TERMS: Sequence[dict[str, str]] = (
    {},
    {},
    {"deadline": "72h", "zone": "Europe/London"},
    {"deadline": "48h", "no_show": "hold"},
    {"deadline": "48h", "no_show": "standing"},
)


@dataclass(frozen=True)
class Hunt:
    """What all twins of a run share. The setups of one scenario differ in their options, and are played in turn."""

    rules: Rules[Any]
    setups: Sequence[Setup]
    seed: str
    twins: int
    secrets: Sequence[Secret]
    pictures: bool
    about: Collection[str]
    page: Page = field(repr=False)
    scenarios: Path

    def game(self, scenario: str, number: int) -> tuple[Setup, Policy]:
        """Which setup and policy a game has: every pair in turn."""
        setups, policies = [setup for setup in self.setups if setup.scenario == scenario], tuple(Policy)
        return setups[number // len(policies) % len(setups)], policies[number % len(policies)]


def leaktest(
    rules: Rules[Any],
    setups: Sequence[Setup],
    games: Sequence[int],
    seed: str | int,
    *,
    twins: int = TWINS,
    secrets: Sequence[Secret] = tuple(Secret),
    pictures: bool = True,
    about: Collection[str] = (),
    jobs: int = 1,
    files: Files | None = None,
    done: Callable[[], object] = lambda: None,
) -> LeakReport:
    """Compare `twins` moments of each of these `games` (by number) of each scenario, worlds that differ in one of the
    `secrets` each, those that the game has. `done` is called after each game.
    """
    known = files or Files.delivered()
    hunt = Hunt(
        rules, setups, str(seed), twins, secrets_of(rules.trial, secrets), pictures, about, known.page, known.scenarios
    )
    scenarios = dict.fromkeys(setup.scenario for setup in setups)
    pieces = [(scenario, number) for number in games for scenario in scenarios]
    report, began = LeakReport(), monotonic()
    for part in _hunt_all(hunt, pieces, jobs):
        report.add(part)
        done()
    report.seconds = monotonic() - began
    return report


def _hunt_all(hunt: Hunt, pieces: Sequence[tuple[str, int]], jobs: int) -> Iterator[LeakReport]:
    if jobs == 1:
        yield from (_play_game(hunt, *piece) for piece in pieces)
        return
    # Processes that fork have the rules, which no pickle can carry.
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("fork"), _begin, (hunt,)) as pool:
        yield from pool.map(_play_here, pieces)


_here: list[Hunt] = []
"""What a process of the pool hunts in."""


def _begin(hunt: Hunt) -> None:
    _here[:] = [hunt]


def _play_here(piece: tuple[str, int]) -> LeakReport:
    return _play_game(_here[0], *piece)


def _play_game(hunt: Hunt, scenario: str, number: int) -> LeakReport:
    """The twins of one game, each in databases of their own."""
    setup, policy = hunt.game(scenario, number)
    seed, report = f"{hunt.seed}/{number}", LeakReport()
    rules = other_beginning(hunt.rules, seed) if policy is Policy.SURVIVE else hunt.rules
    with TemporaryDirectory(prefix="pbem-leaks-") as folder:
        empty = Path(folder) / "empty.sqlite"
        Database.open(empty).close()
        for place, moment in enumerate(_moments(hunt, rules, setup, seed, policy)):
            home = Path(folder) / str(place)
            home.mkdir()
            for name in DATABASES:
                copyfile(empty, home / name)
            _compare(hunt, moment, f"{seed}/{place}", home, report)
    return report


def _moments(hunt: Hunt, rules: Rules[Any], setup: Setup, seed: str, policy: Policy) -> Iterator[Moment]:
    """The moments of a game; what lies behind screens shows in rolls, if at all."""
    rolls = rules.trial.screened_rolls if Secret.SCREENED in hunt.secrets else ()
    return moments(rules, setup, seed, policy, hunt.twins, hunt.about, rolls=rolls)


def _compare(hunt: Hunt, moment: Moment, seed: str, home: Path, report: LeakReport) -> None:
    """One twin, and what it adds to the report. Whose answer asks another side something is most often the reader; whose
    leads to a roll is their enemy, where something lies behind screens.
    """
    rng, table = Random(seed), moment.table  # noqa: S311 - play, not secrets
    seat, secret = rng.choice(table.seats), rng.choice(hunt.secrets)
    if moment.hands_over and rng.random() < ACTOR_SHARE:
        seat = moment.next.seat
    if moment.rolls and Secret.SCREENED in hunt.secrets:
        secret, seat = Secret.SCREENED, next(other for other in table.seats if other != moment.next.seat)
    twin = Twin(home, _ground(hunt, table, seat, seed, rng), moment, secret, rng)
    try:
        outcome = twin.run()
    finally:
        twin.close()
    report.twins[table.setup.scenario] += 1
    report.secrets[twin.secret] += 1
    report.steps += outcome.steps
    report.mails_by[twin.secret] += outcome.apart
    report.kept += outcome.kept
    report.mails += outcome.mails
    report.bytes += outcome.bytes
    report.ended += outcome.ended
    if outcome.found:
        found = tuple(outcome.told), tuple(outcome.found)
        report.findings.append(Finding(seed, table.setup.scenario, seat, twin.secret, len(table.entries), *found))


def _ground(hunt: Hunt, table: Table[Any], seat: Seat, seed: str, rng: Random) -> Ground:
    """What both worlds have. The reader has been told up to some entry not long ago."""
    language = {LANGUAGE: {OTHERS: rng.choice(hunt.page.languages)}} if rng.random() < FOREIGN_SHARE else {}
    newest = table.entries[-1].number if table.entries else 0
    return Ground(
        name=f"twin-{sha256(seed.encode()).hexdigest()[:8]}",
        rules=table.rules.name,
        scenario=table.setup.scenario,
        options={**table.setup.options, **language},
        commitment=commitment_of(table),
        terms=rng.choice(TERMS),
        reader=seat,
        told=max(0, newest - rng.randrange(NEWEST)),
        opening=rng.random() < OPENING_SHARE,
        watched=rng.random() < WATCHED_SHARE,
        pictures=hunt.pictures,
        page=hunt.page,
        scenarios=hunt.scenarios,
    )
