"""Runs records on our rules and says which passed, which failed, and which contradict the rules as we read them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field

from pbem.conform import battle, cards, command, levy, turn_end, turn_steps
from pbem.conform.case import Adapter, Case, Difference
from pbem.conform.driver import Mismatch, NoAnswer
from pbem.conform.records import Record
from pbem.conform.snapshot import opening

ADAPTERS: Mapping[str, Adapter] = {**turn_steps.ADAPTERS, **turn_end.ADAPTERS, **cards.ADAPTERS, **levy.ADAPTERS, **command.ADAPTERS, **battle.ADAPTERS}


@dataclass(frozen=True)
class Finding:
    """What came of one record: `problem` when it could not be run to its end, else what differs there."""

    record: Record
    problem: str = ""
    differences: Sequence[Difference] = field(default_factory=tuple)

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


def examine(record: Record) -> Finding:
    """Run one record. A rule that breaks down is a finding, too."""
    adapter = ADAPTERS.get(record.op)
    if adapter is None:
        return Finding(record, f"no rule for the operation {record.op!r}")
    try:
        case = Case(record, deepcopy(opening(record.scenario)) if record.before is None else None)
        adapter(case)
        return Finding(record, differences=case.differences())
    except (Mismatch, NoAnswer) as problem:
        return Finding(record, str(problem))
    except Exception as broken:
        return Finding(record, f"the rules broke down: {broken!r}")
