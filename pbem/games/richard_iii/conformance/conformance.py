"""What `pbem conform` asks of Richard III."""

from __future__ import annotations

from pbem.engine.conformance import Conformance
from pbem.games.richard_iii.conformance.case import OPERATIONS, Case
from pbem.games.richard_iii.conformance.deviations import DEVIATIONS, forgiving
from pbem.games.richard_iii.conformance.legal import LEGAL_OPERATIONS
from pbem.games.richard_iii.conformance.records import SCENARIO, records

LISTING = "richard_iii_conformance.md"
DRIVERS = {op: forgiving(driver) for op, driver in {**OPERATIONS, **LEGAL_OPERATIONS}.items()}
CONFORMANCE = Conformance({SCENARIO: SCENARIO}, Case, DRIVERS, DEVIATIONS, LISTING, records=records)
