"""Runs records on our rules and says which passed, which failed, and which contradict the rules as we read them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pbem.conform.driver import Mismatch, NoAnswer
from pbem.engine.conformance import Conformance, Difference, Record

First = Callable[[str], Any]
"""The State that a scenario begins with, by the game's own name for it; it is not changed."""


@dataclass(frozen=True)
class Finding:
    """What came of one record: `problem` when it could not be run to its end, else what differs there.

    `listed` are the deviations that explain all of it.
    """

    record: Record
    problem: str = ""
    differences: Sequence[Difference] = field(default_factory=tuple)
    listed: tuple[str, ...] = ()

    @property
    def good(self) -> bool:
        """The rules lead where the record says."""
        return not self.problem and not self.differences

    def __str__(self) -> str:
        if self.problem:
            return self.problem
        path, expected, found = self.differences[0]
        more = f" (and {len(self.differences) - 1} more)" if len(self.differences) > 1 else ""
        return f"{path}: {expected!r} recorded, {found!r} found{more}"


@dataclass(frozen=True)
class Examiner:
    """Runs the records of one game. A scenario's `first` State is asked for once for each record."""

    conformance: Conformance
    first: First

    def examine(self, record: Record, known: Collection[str] = frozenset()) -> Finding:
        """Run one record. Where it fails it is run again with the deviations `known` that are seen in it."""
        finding = self.attempt(record, ())
        if finding.good:
            return finding
        there = self.conformance.deviations.items()
        seen = [name for name, each in there if name in known and (name in record.flags or each.seen(record))]
        return self.explained(finding, record, seen) if seen else finding

    def explained(self, finding: Finding, record: Record, names: Sequence[str]) -> Finding:
        """The finding with the deviations that explain all of it: one alone if one does, else all that are seen."""
        for chosen in [*([name] for name in names), names]:
            deviations = [self.conformance.deviations[name] for name in chosen]
            bent = self.attempt(record, [deviation.bend for deviation in deviations])
            left = [d for d in bent.differences if not any(deviation.excuse(record, d) for deviation in deviations)]
            barred = tuple(start for deviation in deviations for start in deviation.barred)
            if (bent.problem and bent.problem.startswith(barred or ("?",))) or not (bent.problem or left):
                return replace(finding, listed=tuple(chosen))
        return finding

    def attempt(self, record: Record, bends: Iterable[Callable[[Any], None]]) -> Finding:
        """Run one record once. A rule that breaks down is a finding, too."""
        driver = self.conformance.drivers.get(record.op)
        if driver is None:
            return Finding(record, f"no rule for the operation {record.op!r}")
        try:
            case = self.conformance.case(record, self.first(self.conformance.scenarios[record.scenario]))
            for bend in bends:
                bend(case)
            driver(case)
            return Finding(record, differences=case.differences())
        except (Mismatch, NoAnswer) as problem:
            return Finding(record, str(problem))
        except Exception as broken:  # whatever breaks down is told of the record
            return Finding(record, f"the rules broke down: {broken!r}")
