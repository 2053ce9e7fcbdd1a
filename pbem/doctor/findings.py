"""The doctor's findings: one line each, and what to do about it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Health(StrEnum):
    """The state of what was checked."""

    OK = "ok"
    WARNING = "warning"
    FAULT = "fault"


@dataclass(frozen=True, slots=True)
class Finding:
    """One line: what was checked, its health, what was found, and what to do about it ("": nothing)."""

    about: str
    health: Health
    found: str
    mend: str = ""
