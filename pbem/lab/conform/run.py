"""Runs records on our rules and says which passed, which failed, and which contradict the rules as we read them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any

from pbem.engine.refusal import Illegal
from pbem.lab.conform.conformance import Conformance, Difference, OperationRecord
from pbem.lab.conform.driver import Mismatch, NotScripted
from pbem.lab.conform.tracing import last_field

First = Callable[[str], Any]
"""The State that a scenario begins with, by the game's own name for it; it is not changed."""


@dataclass(frozen=True)
class RecordFinding:
    """What came of one record: `problem` when it could not be run to its end, else what differs there.

    `listed` are the deviations that explain all of it.
    """

    record: OperationRecord
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
        path, expected, actual = self.differences[0]
        more = f" (and {len(self.differences) - 1} more)" if len(self.differences) > 1 else ""
        return f"{path}: {expected!r} recorded, {actual!r} found{more}"


MAX_TOGETHER = 5
"""Of more deviations than these not every choice is tried, only each of them, each two, and all."""


def _fewest_first(names: Sequence[str]) -> Iterator[Sequence[str]]:
    """Some of these, the fewest first."""
    sizes = range(1, len(names) + 1) if len(names) <= MAX_TOGETHER else (1, 2, len(names))
    for size in sizes:
        yield from combinations(names, size)


@dataclass(frozen=True)
class Examiner:
    """Runs the records of one game. A scenario's `first` State is asked for once for each record."""

    conformance: Conformance
    first: First

    def examine(self, record: OperationRecord, known: Collection[str] = frozenset()) -> RecordFinding:
        """Run one record. Where it fails it is run again with the deviations `known` that are seen in it."""
        finding = self.attempt(record)
        if finding.good:
            return finding
        seen = [name for name in self.conformance.deviations if name in known and self.sees(name, record)]
        return next((bent for names in _fewest_first(seen) if (bent := self.explained(finding, names))), finding)

    def sees(self, name: str, record: OperationRecord) -> bool:
        """Whether a deviation is seen in a record, named there or not; in one that cannot be read it is not."""
        try:
            return name in record.flags or self.conformance.deviations[name].seen(record)
        except Exception:  # the record itself is at fault, which its own run tells
            return False

    def explained(self, finding: RecordFinding, names: Sequence[str]) -> RecordFinding | None:
        """The finding with these deviations, if bent by them the rules lead where the record says but for differences that
        they excuse.
        """
        record = finding.record
        deviations = [self.conformance.deviations[name] for name in names]
        bent = self.attempt(record, [deviation.bend for deviation in deviations])
        if bent.problem:
            return None
        try:
            left = [d for d in bent.differences if not any(deviation.excuse(record, d) for deviation in deviations)]
        except Exception:  # a record at fault is excused by nothing
            return None
        return None if left else replace(finding, listed=tuple(names))

    def attempt(self, record: OperationRecord, bends: Iterable[Callable[[Any], None]] = ()) -> RecordFinding:
        """Run one record once. A rule that breaks down is a finding, too."""
        driver = self.conformance.drivers.get(record.op)
        if driver is None:
            return RecordFinding(record, f"no rule for the operation {record.op!r}")
        if record.scenario not in self.conformance.scenarios:
            return RecordFinding(record, f"no scenario {record.scenario!r}")
        bends = list(bends)
        try:
            return RecordFinding(record, differences=self.run(record, driver, bends))
        except (Mismatch, NotScripted) as problem:
            return RecordFinding(record, str(problem))
        except Illegal as refusal:
            return RecordFinding(record, f"refused: {refusal}")
        except Exception as broken:  # whatever breaks down is told of the record
            field = last_field(record, lambda again: self.run(again, driver, bends))
            return RecordFinding(record, f"broke down at {field or 'no field'}: {broken!r}")

    def run(
        self, record: OperationRecord, driver: Callable[[Any], None], bends: Iterable[Callable[[Any], None]]
    ) -> Sequence[Difference]:
        """What differs at the end of a record. Raises whatever its rule or its adapter raises."""
        case = self.conformance.case(record, self.first(self.conformance.scenarios[record.scenario]))
        for bend in bends:
            bend(case)
        driver(case)
        return case.differences()
