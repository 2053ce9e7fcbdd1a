"""What `pbem conform` asks of Warriors of England."""

from __future__ import annotations

from pbem.engine.conformance import Conformance
from pbem.games.warriors_of_england.conformance.case import OPERATIONS, Case
from pbem.games.warriors_of_england.conformance.legal import LEGAL_OPERATIONS
from pbem.games.warriors_of_england.conformance.records import SCENARIO, records

LISTING = "warriors_of_england_conformance.md"
CONFORMANCE = Conformance({SCENARIO: SCENARIO}, Case, {**OPERATIONS, **LEGAL_OPERATIONS}, {}, LISTING, records=records)
