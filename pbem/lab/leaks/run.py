"""Twins of many random games, shared out over processes."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from hashlib import sha256
from itertools import cycle, islice
from multiprocessing.util import Finalize
from os import getpid
from pathlib import Path
from random import Random
from shutil import rmtree
from tempfile import mkdtemp
from time import monotonic
from typing import Any

from pbem.daemon_jobs import spare_the_collector
from pbem.doctor.random_play import PlayPolicy
from pbem.engine.decision import Seat
from pbem.engine.game.rules import Rules
from pbem.engine.game.setup import Setup
from pbem.engine.log.shares import POOLED, SCHEME
from pbem.engine.table import Table
from pbem.lab.fuzz.game import other_beginning
from pbem.lab.games import lab_of
from pbem.lab.leaks.asked import commitment_of
from pbem.lab.leaks.moments import AskedMoment, Course, Moment
from pbem.lab.leaks.other_world import Other, Unfit, matters, other_world
from pbem.lab.leaks.report import LeakFinding, LeakReport
from pbem.lab.leaks.secret import ANSWERS, BEGUN, OFFERS, TWINS, hidden_in, in_turn, secrets_of
from pbem.lab.leaks.twin import Twin
from pbem.lab.leaks.world import DatabasePair, GameFacts
from pbem.lab.play.stage import Files
from pbem.moderator.core.setups import LANGUAGE, OTHERS
from pbem.render.templates.filters import listing
from pbem.render.templates.page import Page

NEWEST = 60
"""The most entries whose Events a reader has not been told yet."""
OPENING_SHARE, WATCHED_SHARE, FOREIGN_SHARE, PICTURES_SHARE = 0.1, 0.5, 0.35, 0.5
BEFORE_POOLS = 3
"""One game in this number has the older scheme of dice."""
MAX_READERS = 3
"""The most readers that compare notes."""
MIN_SEATS, MIN_AGREEING = 2, 3
"""The fewest seats for a secret, and for an agreement of two others."""
TRIES = 6
"""The number of moments at which something of a kind is looked for."""
ASKED = {ANSWERS: AskedMoment.SEVERAL, BEGUN: AskedMoment.IN_PIECES}
MEMORY = "/dev/shm"  # noqa: S108 - folders in it are made for one owner only
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
    secrets: Sequence[str]
    pictures: bool
    about: Collection[str]
    page: Page = field(repr=False)
    scenarios: Path

    def game(self, scenario: str, number: int) -> tuple[Setup, PlayPolicy]:
        """Which setup and policy a game has: every pair in turn, and in the same round not all scenarios the same. Every
        third one has the dice of games begun before.
        """
        names = list(dict.fromkeys(setup.scenario for setup in self.setups))
        setups, policies = [setup for setup in self.setups if setup.scenario == scenario], tuple(PlayPolicy)
        turn = number + names.index(scenario)
        setup = setups[turn % len(setups)]
        scheme = {} if turn % BEFORE_POOLS == BEFORE_POOLS - 1 else {SCHEME: POOLED}
        return replace(setup, options={**setup.options, **scheme}), policies[turn // len(setups) % len(policies)]

    def kinds(self, scenario: str, number: int) -> Iterator[str]:
        """What the worlds of a game's twins differ in, every kind in turn, over all the games."""
        names = list(dict.fromkeys(setup.scenario for setup in self.setups))
        game = number * len(names) + names.index(scenario)
        turns = in_turn(lab_of(self.rules).trial, self.secrets)
        return islice(cycle(turns), game * self.twins % len(turns), None)


@dataclass(frozen=True)
class HuntSettings:
    """What is compared: `twins` moments of each game, worlds that differ in one of the `secrets` each (none: all that the
    game has), reports with `pictures` or without, only moments whose answer asks another side something of `about` (none:
    all); by the templates and scenarios of `files` (None: those delivered).
    """

    twins: int = TWINS
    secrets: Sequence[str] = ()
    pictures: bool = True
    about: Collection[str] = ()
    files: Files | None = None


USUAL = HuntSettings()


def leaktest(
    rules: Rules[Any],
    setups: Sequence[Setup],
    games: Sequence[int],
    seed: str | int,
    settings: HuntSettings = USUAL,
    *,
    jobs: int = 1,
    done: Callable[[], object] = lambda: None,
) -> LeakReport:
    """Look for leaks in each of these `games` (by number) of each scenario. `done` is called after each game."""
    hunt = hunt_for(rules, setups, seed, settings)
    scenarios = dict.fromkeys(setup.scenario for setup in setups)
    pieces = [(scenario, number) for number in games for scenario in scenarios]
    report, began = LeakReport(), monotonic()
    for part in _hunt_all(hunt, pieces, jobs):
        report.add(part)
        done()
    report.seconds = monotonic() - began
    return report


def hunt_for(rules: Rules[Any], setups: Sequence[Setup], seed: str | int, settings: HuntSettings = USUAL) -> Hunt:
    """What the twins of a run share."""
    known = settings.files or Files.delivered()
    wanted = settings.secrets or secrets_of(lab_of(rules).trial)
    hunt = Hunt(
        *(rules, setups, str(seed), settings.twins, wanted, settings.pictures, settings.about), known.page, known.scenarios
    )
    warm(hunt.page, rules)
    return hunt


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
    """The twins of one game."""
    report = LeakReport()
    for _ in play_game(hunt, scenario, number, report):
        pass
    return report


def play_game(hunt: Hunt, scenario: str, number: int, report: LeakReport) -> Iterator[None]:
    """The twins of one game, one after the other; each adds to the `report`."""
    setup, policy = hunt.game(scenario, number)
    seed = f"{hunt.seed}/{number}"
    rules = other_beginning(hunt.rules, seed) if policy is PlayPolicy.SURVIVE else hunt.rules
    course, room, kinds = Course(rules, setup, seed, policy), room_here(), hunt.kinds(scenario, number)
    for place in range(hunt.twins):
        _compare(hunt, room, course, kinds, f"{seed}/{place}", report)
        yield


_rooms: dict[int, DatabasePair] = {}


def room_here() -> DatabasePair:
    """The databases of this process, made once. What it was forked from has its own."""
    if (process := getpid()) not in _rooms:
        folder = Path(mkdtemp(prefix="pbem-leaks-", dir=_quick()))
        # Removed when this process ends, and by no other: a process that is forked forgets what was to be done at the end.
        Finalize(None, rmtree, args=(folder,), kwargs={"ignore_errors": True}, exitpriority=0)
        _rooms[process] = DatabasePair(folder)
        spare_the_collector()
    return _rooms[process]


def _quick() -> str | None:
    """A folder in memory, where there is one."""
    return MEMORY if Path(MEMORY).is_dir() else None


def _compare(hunt: Hunt, room: DatabasePair, course: Course, kinds: Iterator[str], seed: str, report: LeakReport) -> None:
    """One twin, and what it adds to the report: of the kind whose turn it is, at a moment at which there is something
    of that kind; else of the next.
    """
    rng = Random(f"{seed} {course.whole.setup.scenario}")  # noqa: S311 - play, not secrets
    if (differing := _differing(hunt, course, kinds, rng)) is None:
        return
    moment, readers, secret, other = differing
    table = moment.table
    twin = Twin(room, _ground(hunt, table, readers, seed, rng), moment, secret, other, rng)
    outcome = twin.run()
    report.twins[table.setup.scenario] += 1
    report.secrets[secret] += 1
    report.steps += outcome.steps
    report.mails_by[secret] += outcome.apart
    report.kept += outcome.kept
    report.mails += outcome.mails
    report.bytes += outcome.bytes
    report.ended += outcome.ended
    if outcome.leaks:
        outcome_texts = tuple(outcome.steps_taken), tuple(outcome.leaks)
        report.findings.append(
            LeakFinding(seed, table.setup.scenario, listing(readers), secret, len(table.entries), *outcome_texts)
        )


Differing = tuple[Moment, tuple[Seat, ...], str, Other]


def _differing(hunt: Hunt, course: Course, kinds: Iterator[str], rng: Random) -> Differing | None:
    """A moment, who the readers are, what none of them must know and the other world; None: the game has no such moment."""
    for secret in islice(kinds, len(in_turn(lab_of(hunt.rules).trial, hunt.secrets))):
        if secret in course.without:
            continue
        differing: Differing | None = None
        bears_on = frozenset[str]().union(*(each.bears_on for each in hidden_in(lab_of(hunt.rules).trial, secret)))
        for _ in range(TRIES):
            asked = ASKED.get(secret, AskedMoment.ANYTHING)
            moment = course.moment(rng, hunt.about or bears_on, only=bool(hunt.about), asked=asked)
            if moment is None:
                break
            if len(moment.table.seats) < _least(secret):
                break
            first = moment.reader or rng.choice(moment.table.seats)
            readers = coalition(moment.table.seats, first, rng, left=_least(secret) - 1)
            if (other := other_world(moment.table, frozenset(readers), secret, rng)) is None:
                continue
            try:
                counts = not moment.bears or matters(moment, other)
            except Unfit:
                continue
            differing = moment, readers, secret, other
            if counts:
                return differing
        if differing is not None:
            return differing
        course.without.add(secret)
    return None


def _least(secret: str) -> int:
    """How many have to play where something of this kind is hidden from somebody."""
    return MIN_AGREEING if secret == OFFERS else MIN_SEATS


def coalition(seats: Sequence[Seat], first: Seat, rng: Random, left: int = 1) -> tuple[Seat, ...]:
    """A reader with those whom they compare notes with, MAX_READERS in all at most. As many are `left` as hide something
    from each of them; where that leaves one reader only chance is not asked.
    """
    others = [seat for seat in seats if seat != first]
    most = min(MAX_READERS, len(seats) - left)
    return (first, *(rng.sample(others, rng.randrange(most)) if most > 1 else ()))


def warm(page: Page, rules: Rules[Any]) -> None:
    """Read all phrases now, so that no process has to."""
    for language in page.languages:
        page.speaking(language).phrases(rules.name)


def _ground(hunt: Hunt, table: Table[Any], readers: tuple[Seat, ...], seed: str, rng: Random) -> GameFacts:
    """What both worlds have. The readers have been told up to some entry not long ago."""
    language = {LANGUAGE: {OTHERS: rng.choice(hunt.page.languages[1:])}} if rng.random() < FOREIGN_SHARE else {}
    newest = table.entries[-1].number if table.entries else 0
    return GameFacts(
        name=f"twin-{sha256(seed.encode()).hexdigest()[:8]}",
        rules=table.rules.name,
        scenario=table.setup.scenario,
        options={**table.setup.options, **language},
        commitment=commitment_of(table),
        terms=rng.choice(TERMS),
        readers=readers,
        reported=max(0, newest - rng.randrange(NEWEST)),
        opening=rng.random() < OPENING_SHARE,
        watched=rng.random() < WATCHED_SHARE,
        pictures=hunt.pictures and rng.random() < PICTURES_SHARE,
        page=hunt.page,
        scenarios=hunt.scenarios,
    )
