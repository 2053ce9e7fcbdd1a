"""Runs records on our rules and says which passed, which failed, and which contradict the rules as we read them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace

from pbem.conform import battle, cards, command, legal, levy, turn_end, turn_steps
from pbem.conform.case import Adapter, Case, Difference
from pbem.conform.deviations import DEVIATIONS, Bend
from pbem.conform.driver import Mismatch, NoAnswer
from pbem.conform.records import Record
from pbem.conform.snapshot import opening

MODULES = (turn_steps, turn_end, cards, levy, command, battle, legal)
ADAPTERS: Mapping[str, Adapter] = {op: adapter for module in MODULES for op, adapter in module.ADAPTERS.items()}


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


def examine(record: Record, known: Collection[str] = frozenset()) -> Finding:
    """Run one record. Where it fails it is run again with the deviations `known` that are seen in it."""
    finding = attempt(record, ())
    if finding.good:
        return finding
    seen = [
        name for name, deviation in DEVIATIONS.items() if name in known and (name in record.flags or deviation.seen(record))
    ]
    return explained(finding, record, seen) if seen else finding


def explained(finding: Finding, record: Record, names: Sequence[str]) -> Finding:
    """The finding with the deviations that explain all of it: one alone if one does, else all that are seen."""
    for chosen in [*([name] for name in names), names]:
        deviations = [DEVIATIONS[name] for name in chosen]
        bent = attempt(record, [deviation.bend for deviation in deviations])
        left = [d for d in bent.differences if not any(deviation.excuse(record, d) for deviation in deviations)]
        barred = tuple(start for deviation in deviations for start in deviation.barred)
        if (bent.problem and bent.problem.startswith(barred or ("?",))) or not (bent.problem or left):
            return replace(finding, listed=tuple(chosen))
    return finding


def attempt(record: Record, bends: Iterable[Bend]) -> Finding:
    """Run one record once. A rule that breaks down is a finding, too."""
    adapter = ADAPTERS.get(record.op)
    if adapter is None:
        return Finding(record, f"no rule for the operation {record.op!r}")
    try:
        case = Case(record, deepcopy(opening(record.scenario)) if record.before is None else None)
        for bend in bends:
            bend(case)
        adapter(case)
        return Finding(record, differences=case.differences())
    except (Mismatch, NoAnswer) as problem:
        return Finding(record, str(problem))
    except Exception as broken:  # whatever breaks down is told of the record
        return Finding(record, f"the rules broke down: {broken!r}")
