"""What `pbem lab conform` asks of Kingmaker II."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pbem.engine.refusal import Illegal
from pbem.lab.conform.conformance import Conformance, has_position
from pbem.lab.games.kingmaker.conformance.case import Case
from pbem.lab.games.kingmaker.conformance.drivers.alliances import ALLIANCES
from pbem.lab.games.kingmaker.conformance.drivers.assembly import ASSEMBLY
from pbem.lab.games.kingmaker.conformance.drivers.combat import COMBAT
from pbem.lab.games.kingmaker.conformance.drivers.events import EVENTS
from pbem.lab.games.kingmaker.conformance.drivers.hands import HANDS
from pbem.lab.games.kingmaker.conformance.drivers.legal import LEGAL_LISTS
from pbem.lab.games.kingmaker.conformance.drivers.movement import MOVEMENT
from pbem.lab.games.kingmaker.conformance.drivers.setup import SETUP
from pbem.lab.games.kingmaker.conformance.drivers.turn_end import TURN_END
from pbem.lab.games.kingmaker.conformance.records import REFUSED, SCENARIO, records
from pbem.lab.games.kingmaker.conformance.snapshot import differences

LISTING = "kingmaker_conformance.md"


def _refused(case: Case) -> None:
    """An operation that the rules must refuse, and that leaves the position as it was."""
    op = case.args.pop("op")
    try:
        OPERATIONS[op](case)
    except Illegal:
        case.more = differences(case.record.after, case.s)
    else:
        case.expect("refused", True, False)


OPERATIONS: Mapping[str, Callable[[Case], None]] = {
    **SETUP,
    **EVENTS,
    **MOVEMENT,
    **COMBAT,
    **ASSEMBLY,
    **TURN_END,
    **HANDS,
    **ALLIANCES,
    **LEGAL_LISTS,
    REFUSED: _refused,
}


def owns(row: Mapping[str, Any]) -> bool:
    """Whether a line is of Kingmaker II: by its position; of a refused set-up, by the name that no other game has for it."""
    return has_position(row, "crown_deck", "event_deck") or (row.get("op") == REFUSED and not has_position(row))


CONFORMANCE = Conformance({SCENARIO: "two_players"}, Case, OPERATIONS, {}, LISTING, owns, records=records)
