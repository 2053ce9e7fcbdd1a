"""Faults of the program that it survives: one line, order or letter fails, and what is beside it is dealt with.

Whoever catches `Exception` for that notes the fault here. The log shows where it was raised, and a test in which one is
noted fails unless it is marked as one that makes the program fail (tests/conftest.py).
"""

from __future__ import annotations

import logging

log = logging.getLogger(__name__)


def note_fault(fault: BaseException, where: str) -> None:
    """Log a fault with its traceback; `where` says what the program was doing."""
    log.error("%s: %s: %s", where, type(fault).__name__, fault, exc_info=fault)
