"""The results of many twins."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass, field
from typing import Any

SHOWN = 20
"""The number of findings that are listed one by one."""


@dataclass(frozen=True, slots=True)
class LeakFinding:
    """Who can tell two worlds apart, a reader or several who compare notes: where, what was otherwise, what had happened,
    and what differs.
    """

    seed: str
    scenario: str
    seat: str
    secret: str
    entries: int
    steps: tuple[str, ...]
    differences: tuple[str, ...]

    def __str__(self) -> str:
        where = f"seed {self.seed} ({self.scenario}, entry {self.entries})"
        head = f"LEAK {where}: {self.seat} can tell an enemy's {self.secret}"
        steps = [f"  {number}. {step}" for number, step in enumerate(self.steps, 1)]
        return "\n".join([f"{head}, after", *steps, *(f"    {difference}" for difference in self.differences)])


@dataclass(slots=True)
class LeakReport:
    """How many twins were compared (`twins`, by scenario; `secrets`, by what they differ in), at which `steps`, in how many
    mails and bytes; `mails_by` counts by secret the mails since the worlds differ, `kept` what the enemy's letters left
    behind in one world only, `ended` those twins whose secret came to light by right on the way. `seconds` is what it
    all took.
    """

    twins: Counter[str] = field(default_factory=Counter)
    secrets: Counter[str] = field(default_factory=Counter)
    steps: Counter[str] = field(default_factory=Counter)
    mails_by: Counter[str] = field(default_factory=Counter)
    kept: Counter[str] = field(default_factory=Counter)
    mails: int = 0
    bytes: int = 0
    ended: int = 0
    findings: list[LeakFinding] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def clean(self) -> bool:
        """Whether nothing was found."""
        return not self.findings

    @property
    def rate(self) -> float:
        """Twins a second."""
        return self.twins.total() / self.seconds if self.seconds else 0.0

    def add(self, other: LeakReport) -> None:
        """Take in what other twins showed; the time is taken by who waits for all of them."""
        self.twins += other.twins
        self.secrets += other.secrets
        self.steps += other.steps
        self.mails_by += other.mails_by
        self.kept += other.kept
        self.mails += other.mails
        self.bytes += other.bytes
        self.ended += other.ended
        self.findings += other.findings

    def summary(self) -> str:
        """The report for people, the result last."""
        more = len(self.findings) - SHOWN
        lines = [
            *map(str, self.findings[:SHOWN]),
            *([f"and {more} more"] if more > 0 else []),
            f"twins: {_counted(self.twins)}",
            f"what they differ in: {_counted(self.secrets)}",
            f"mails compared since they differ in these: {_counted(self.mails_by)}",
            f"compared after: {_counted(self.steps)}",
            f"left behind by the enemy in one world only: {_counted(self.kept)}",
            f"{self.ended} twins ended early, as their secret came to light by right",
            f"{self.twins.total()} twins, {self.mails} mails of {self.bytes} bytes compared, "
            f"{self.rate:.1f} twins a second; {len(self.findings)} leaks",
        ]
        return "\n".join(lines)

    def as_json(self) -> dict[str, Any]:
        """The report for programs."""
        counts = {name: getattr(self, name) for name in ("mails", "bytes", "ended")}
        return {
            "twins": self.twins.total(),
            "scenarios": dict(self.twins),
            "secrets": dict(self.secrets),
            "steps": dict(self.steps),
            "mails_by_secret": dict(self.mails_by),
            "left_behind": dict(self.kept),
            **counts,
            "seconds": round(self.seconds, 1),
            "twins_per_second": round(self.rate, 2),
            "findings": [asdict(finding) for finding in self.findings],
        }


def _counted(counter: Counter[str]) -> str:
    return ", ".join(f"{name} {number}" for name, number in counter.items()) or "none"
