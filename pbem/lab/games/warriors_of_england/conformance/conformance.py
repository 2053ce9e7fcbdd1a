"""What `pbem lab conform` asks of Warriors of England."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.lab.conform.conformance import Conformance, has_position
from pbem.lab.games.warriors_of_england.conformance.case import OPERATIONS, Case
from pbem.lab.games.warriors_of_england.conformance.legal import LEGAL_OPERATIONS
from pbem.lab.games.warriors_of_england.conformance.records import SCENARIO, records

LISTING = "warriors_of_england_conformance.md"
DRIVERS = {**OPERATIONS, **LEGAL_OPERATIONS}


def owns(row: Mapping[str, Any]) -> bool:
    """Whether a line is of Warriors of England: by its position."""
    return has_position(row, "nobles", "impulses")


CONFORMANCE = Conformance({SCENARIO: SCENARIO}, Case, DRIVERS, {}, LISTING, owns, records=records)
