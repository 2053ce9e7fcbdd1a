"""What `pbem lab conform` asks of Plantagenet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.games.plantagenet.components.state import State
from pbem.lab.conform.conformance import Conformance, OperationRecord, Snapshot, has_position
from pbem.lab.games.plantagenet.conformance import battle, cards, command, legal, levy, turn_end, turn_steps
from pbem.lab.games.plantagenet.conformance.case import Adapter, Case
from pbem.lab.games.plantagenet.conformance.deviations import DEVIATIONS
from pbem.lab.games.plantagenet.conformance.snapshot import SCENARIOS
from pbem.lab.games.plantagenet.conformance.wars import ends, records, special, succession
from pbem.lab.games.plantagenet.conformance.wars.case import WarAdapter, WarCase
from pbem.lab.games.plantagenet.conformance.wars.deviations import WAR_DEVIATIONS

MODULES = (turn_steps, turn_end, cards, levy, command, battle, legal)
ADAPTERS: Mapping[str, Adapter] = {op: adapter for module in MODULES for op, adapter in module.ADAPTERS.items()}
WAR_ADAPTERS: Mapping[str, WarAdapter] = {**succession.WAR_ADAPTERS, **ends.WAR_ADAPTERS, **special.WAR_ADAPTERS}
PASSING = frozenset(["step", "js_state", "active", "command", "loyalty_and_trust_available"])
CLEARED = {"plan": "levy_done", "levy_end": "levy_done", "reveal_command": "moved_fought"}


def tidied(now: Snapshot, op: str) -> Snapshot:
    """The position without the marks that are cleared without an operation of their own."""
    mark = CLEARED.get(op)
    for lord in now["lords"].values() if mark else ():
        lord.pop(mark, None)
    return now


def owns(row: Mapping[str, Any]) -> bool:
    """Whether a line is of Plantagenet: by the name of its scenario or War, or by its position."""
    named = row.get("scenario", row.get("war"))
    known = isinstance(named, str) and named in {**SCENARIOS, **records.SCENARIOS}
    return known or has_position(row, "lords", "vassals", "exile_boxes")


def case(record: OperationRecord, first: State) -> Case | WarCase:
    """A record about to be run."""
    return WarCase(record, first) if record.scenario in records.SCENARIOS else Case(record, first)


CONFORMANCE = Conformance(
    SCENARIOS | records.SCENARIOS,
    case,
    {**ADAPTERS, **WAR_ADAPTERS},
    {**DEVIATIONS, **WAR_DEVIATIONS},
    "conformance.md",
    owns,
    tidied,
    records.of_wars,
    PASSING,
)
