"""What `pbem conform` asks of Plantagenet."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.engine.conformance import Conformance, Snapshot
from pbem.games.plantagenet.conformance import battle, cards, command, legal, levy, turn_end, turn_steps
from pbem.games.plantagenet.conformance.case import Adapter, Case
from pbem.games.plantagenet.conformance.deviations import DEVIATIONS
from pbem.games.plantagenet.conformance.snapshot import SCENARIOS

MODULES = (turn_steps, turn_end, cards, levy, command, battle, legal)
ADAPTERS: Mapping[str, Adapter] = {op: adapter for module in MODULES for op, adapter in module.ADAPTERS.items()}
PASSING = frozenset(["step", "js_state", "active", "command", "loyalty_and_trust_available"])
CLEARED = {"plan": "levy_done", "levy_end": "levy_done", "reveal_command": "moved_fought"}


def tidied(now: Snapshot, op: str) -> Snapshot:
    """The position without the marks that are cleared without an operation of their own."""
    mark = CLEARED.get(op)
    for lord in now["lords"].values() if mark else ():
        lord.pop(mark, None)
    return now


CONFORMANCE = Conformance(SCENARIOS, Case, ADAPTERS, DEVIATIONS, "conformance.md", tidied, passing=PASSING)
