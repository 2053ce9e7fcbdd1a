"""What `pbem lab conform` asks of Richard III."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.lab.conform.conformance import Conformance, has_position
from pbem.lab.games.richard_iii.conformance.case import OPERATIONS, Case, unless_over
from pbem.lab.games.richard_iii.conformance.deviations import DEVIATIONS
from pbem.lab.games.richard_iii.conformance.legal import LEGAL_OPERATIONS
from pbem.lab.games.richard_iii.conformance.records import SCENARIO, records

LISTING = "richard_iii_conformance.md"
DRIVERS = {op: unless_over(driver) for op, driver in {**OPERATIONS, **LEGAL_OPERATIONS}.items()}


def owns(row: Mapping[str, Any]) -> bool:
    """Whether a line is of Richard III: by its position."""
    return has_position(row, "blocks", "pretender")


CONFORMANCE = Conformance({SCENARIO: SCENARIO}, Case, DRIVERS, DEVIATIONS, LISTING, owns, records=records)
