"""A club's year: an hour after the other, with its trouble, until the end; then what must be true is looked at."""

from __future__ import annotations

import asyncio
import logging
import os
import resource
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from copy import deepcopy
from dataclasses import asdict, dataclass, field
from datetime import timedelta
from pathlib import Path
from random import Random
from time import monotonic, process_time
from typing import Any

from sqlalchemy import text

from pbem.lab.soak.clock import ClubClock
from pbem.lab.soak.club import Club
from pbem.lab.soak.members import HOUR
from pbem.lab.soak.office import ClubOffice
from pbem.lab.soak.proofs import (
    MAX_NAMED,
    SoakFinding,
    doubles,
    endings,
    lost_letters,
    stuck_games,
    undelivered,
    unproved_games,
)
from pbem.lab.soak.service import Service, Work
from pbem.lab.soak.trouble import PlannedTrouble, TroubleKind, schedule
from pbem.moderator.clock.deadline_run import tick
from pbem.store.errors import NotNow

MONTH = 30
STEP_HOURS = (1.0, 5.0)
SETTLE_STEPS, SETTLE_HOURS = 30, 6
"""After the end nobody writes and nothing goes wrong: what was begun comes to its end."""
CLEARED_EVERY = 7
"""Days after which the owner empties the folder of letters that are done with."""
RETENTION_DAYS = 90
LIMITS = ("452 4.5.3 too many recipients this hour", "550 5.4.5 daily sending limit exceeded")
IDLE_TICKS = 3


@dataclass(frozen=True, slots=True)
class Plan:
    """What is played: the games at a time, the days, and the minutes after which it ends."""

    games: int = 1000
    days: int = 365
    seed: str = "1"
    minutes: float = 0.0

    @property
    def command(self) -> str:
        """How to repeat it."""
        return f"pbem lab soak --games {self.games} --days {self.days} --seed {self.seed}"


@dataclass(frozen=True, slots=True)
class Month:
    """Figures of a month; those of work and memory are for the moderator, but for `resident_mebibytes`, which has the whole
    process with servers and members.
    """

    month: int
    games_going_on: int
    games_over: int
    letters: int
    mails: int
    milliseconds_per_letter: float
    milliseconds_per_tick: float
    milliseconds_per_idle_tick: float
    resident_mebibytes: float
    database_mebibytes: float
    stuck: int

    def line(self) -> str:
        """A line of a table for people."""
        return (
            f"{self.month:5}{self.games_going_on:10}{self.games_over:7}{self.letters:9}{self.mails:8}"
            f"{self.milliseconds_per_letter:11.1f}{self.milliseconds_per_tick:9.1f}{self.milliseconds_per_idle_tick:11.2f}"
            f"{self.resident_mebibytes:12.0f}{self.database_mebibytes:14.1f}{self.stuck:7}"
        )


@dataclass
class SoakReport:
    """What a club has come to."""

    plan: Plan
    days: float = 0.0
    months: list[Month] = field(default_factory=list)
    opened: int = 0
    games: dict[str, int] = field(default_factory=dict)
    over_by: dict[str, int] = field(default_factory=dict)
    letters: int = 0
    mails: int = 0
    proved: int = 0
    findings: list[SoakFinding] = field(default_factory=list)
    happened: dict[str, int] = field(default_factory=dict)
    seconds_of_work: float = 0.0

    @property
    def is_clean(self) -> bool:
        """Whether nothing is wrong."""
        return not self.findings

    def as_json(self) -> dict[str, Any]:
        """All of it."""
        return asdict(self) | {"clean": self.is_clean, "repeat": self.plan.command}


class _Errors(logging.Handler):
    """Each error that the program logs is a finding; what it only warns of is expected."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: Counter[str] = Counter()

    def emit(self, record: logging.LogRecord) -> None:
        fault = record.exc_info[1] if record.exc_info else None
        what = f"{record.name}: {record.getMessage()}"
        self.found[f"{what}: {_where(fault)}" if fault is not None else what] += 1


def _where(fault: BaseException) -> str:
    """A fault, and the last line of ours that it passed."""
    at, line = fault.__traceback__, ""
    while at is not None:
        if "pbem" in at.tb_frame.f_code.co_filename:
            line = f"{Path(at.tb_frame.f_code.co_filename).name}:{at.tb_lineno}"
        at = at.tb_next
    return f"{type(fault).__name__}: {fault} ({line})"


@contextmanager
def _errors() -> Iterator[_Errors]:
    handler, logger = _Errors(), logging.getLogger("pbem")
    level = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.ERROR)
    try:
        yield handler
    finally:
        logger.removeHandler(handler)
        logger.setLevel(level)


def soak(plan: Plan, folder: Path, say: Callable[[Month], None] = lambda _: None) -> SoakReport:
    """Let a club play in a folder, which keeps its database."""
    folder.mkdir(parents=True, exist_ok=True)
    return asyncio.run(_soak(plan, folder, say))


async def _soak(plan: Plan, folder: Path, say: Callable[[Month], None]) -> SoakReport:
    clock = ClubClock()
    office = ClubOffice(clock.wall)
    with office, _errors() as errors:
        service = Service(folder, clock, office, plan.seed, min(RETENTION_DAYS, max(plan.days // 4, 10)))
        service.open()
        club = Club(service, office, clock, plan.seed, plan.games, plan.days)
        try:
            return await Soak(plan, club, errors, say).run()
        finally:
            await club.close()
            await service.close()


class Soak:
    """A club at play."""

    def __init__(self, plan: Plan, club: Club, errors: _Errors, say: Callable[[Month], None]) -> None:
        self.plan, self.club, self.errors, self.say = plan, club, errors, say
        self.service, self.office, self.clock = club.service, club.office, club.clock
        self.report = SoakReport(plan)
        self._troubles = schedule(plan.seed, plan.days)
        self._ends: list[tuple[float, TroubleKind]] = []
        self._chance = Random(f"{plan.seed} hours")  # noqa: S311 - play, not secrets
        self._counted = Work()
        self._mails = 0
        self._began = monotonic(), process_time()

    async def run(self) -> SoakReport:
        """All of it."""
        cleared, month = 0.0, 1
        while self.clock.days < self.plan.days and not self._is_late():
            self.clock.time += HOUR * self._chance.uniform(*STEP_HOURS)
            await self._begin_and_end_troubles()
            await self._hour()
            if self.clock.days - cleared >= CLEARED_EVERY and not self.office.is_deaf:
                cleared = self.clock.days
                await asyncio.to_thread(self.office.empty_done)
            if self.clock.days >= month * MONTH:
                self._tell_month(month)
                month += 1
        self.report.days = self.clock.days
        if self.service.work.letters > self._counted.letters:
            self._tell_month(month)
        await self._settle()
        self.report.mails += self._mails
        self._look_at_the_end()
        return self.report

    def _is_late(self) -> bool:
        return bool(self.plan.minutes) and monotonic() - self._began[0] > self.plan.minutes * 60

    async def _hour(self) -> None:
        await self.club.write()
        if not self.service.is_away:
            with suppress(NotNow):
                self.club.keep_going()
        await self.service.step()
        self.clock.ahead = timedelta(0)
        self._mails += self.club.read_mails()

    async def _settle(self) -> None:
        self.club.writes = False
        for _, kind in self._ends:
            self._end(kind)
        for addresses in (self.office.refusing, self.office.returning, self.office.greylisting):
            addresses.clear()
        for _ in range(SETTLE_STEPS):
            self.clock.time += HOUR * SETTLE_HOURS
            self.club.release_all()
            await self._hour()

    # Trouble

    async def _begin_and_end_troubles(self) -> None:
        now = self.clock.days
        for until, kind in [each for each in self._ends if each[0] <= now]:
            self._ends.remove((until, kind))
            self._end(kind)
        while self._troubles and self._troubles[0].day <= now:
            trouble = self._troubles.pop(0)
            self.club.happened[trouble.kind] += 1
            with suppress(NotNow):
                await self._begin(trouble)
            if trouble.lasts:
                self._ends.append((now + trouble.lasts / timedelta(days=1), trouble.kind))

    async def _begin(self, trouble: PlannedTrouble) -> None:
        club = self.club
        match trouble.kind:
            case TroubleKind.RESTART:
                await self.service.restart()
            case TroubleKind.CUT:
                self.service.cut_after(self._chance.randint(0, 5))
            case TroubleKind.AWAY:
                self.service.is_away = True
            case TroubleKind.FULL_DISK:
                self.service.db.is_full = True
            case TroubleKind.LIMIT:
                self.office.limit = self._chance.choice(LIMITS)
            case TroubleKind.DEAF:
                self.office.go_deaf()
            case TroubleKind.JUMP:
                self.clock.ahead = timedelta(days=1)
            case TroubleKind.UNDO:
                club.undo_one()
            case TroubleKind.REWORK:
                club.rework_one()
            case TroubleKind.HOLD:
                club.hold_one()
            case TroubleKind.NEW_PLAYER:
                club.replace_somebody()

    def _end(self, kind: TroubleKind) -> None:
        match kind:
            case TroubleKind.AWAY:
                self.service.is_away = False
            case TroubleKind.FULL_DISK:
                self.service.db.is_full = False
            case TroubleKind.LIMIT:
                self.office.limit = ""
            case TroubleKind.DEAF:
                self.office.is_deaf = False

    # Told

    def _tell_month(self, month: int) -> None:
        work, before = self.service.work, self._counted
        letters, ticks = work.letters - before.letters, work.ticks - before.ticks
        counted = dict(self.service.count(_STATUS))
        idle = self._idle_tick()
        figures = Month(
            month,
            counted.get("playing", 0) + counted.get("held", 0),
            counted.get("over", 0),
            letters,
            self._mails,
            (work.of_letters.moderator - before.of_letters.moderator) / max(letters, 1) * 1e3,
            (work.of_ticks.moderator - before.of_ticks.moderator) / max(ticks, 1) * 1e3,
            idle * 1e3,
            resident_mebibytes(),
            self.service.path.stat().st_size / (1 << 20),
            len(list(stuck_games(self.service.desk, self.clock.time))),
        )
        self.report.months.append(figures)
        self.report.mails += self._mails
        self._mails, self._counted = 0, deepcopy(work)
        self.say(figures)

    def _idle_tick(self) -> float:
        """Seconds of work of a look at the clock where nothing is due."""
        differences = []
        for _ in range(IDLE_TICKS):
            began = process_time()
            tick(self.service.desk, self.service.desk.now())
            differences.append(process_time() - began)
        return min(differences)

    def _look_at_the_end(self) -> None:
        report, desk = self.report, self.service.desk
        unproved = list(unproved_games(desk))
        report.games = dict(self.service.count(_STATUS))
        report.opened = self.club.opened
        report.proved = sum(report.games.values()) - len({each.game for each in unproved})
        report.over_by = dict(endings(desk))
        report.letters = self.club.letters.taken
        report.happened = dict(sorted(self.club.happened.items()))
        faults = [SoakFinding("", f"{times} x {what}") for what, times in self.errors.found.items()]
        damage = [SoakFinding("", line) for line in desk.db.integrity()]
        looked_at = (stuck_games(desk, self.clock.time), lost_letters(self.club), doubles(self.club), undelivered(self.club))
        report.findings = [*unproved, *(each for findings in looked_at for each in findings), *faults, *damage]
        report.seconds_of_work = process_time() - self._began[1]


_STATUS = text("SELECT status, count(*) FROM game GROUP BY status")


def resident_mebibytes() -> float:
    """The memory of this process; where the system does not tell, the most it ever had."""
    with suppress(OSError):
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / (1 << 20)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def summary(report: SoakReport) -> list[str]:
    """The report for people."""
    games = sum(report.games.values())
    named = [f"  {f'{each.game}: ' if each.game else ''}{each.what}" for each in report.findings[:MAX_NAMED]]
    more = len(report.findings) - len(named)
    return [
        f"days: {report.days:.0f}; games opened: {report.opened}; {_counted(report.games)}",
        f"over by: {_counted(report.over_by) or 'none'}",
        f"letters: {report.letters}; mails: {report.mails}",
        f"EXACT and verified: {report.proved} of {games}",
        f"happened: {_counted(report.happened)}",
        f"seconds of work, servers and members too: {report.seconds_of_work:.0f}",
        f"wrong: {len(report.findings)}",
        *named,
        *([f"  and {more} more"] if more > 0 else []),
        *([f"repeat it with: {report.plan.command}"] if report.findings else []),
    ]


def _counted(numbers: dict[str, int]) -> str:
    return ", ".join(f"{what} {number}" for what, number in numbers.items())
