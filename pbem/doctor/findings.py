"""What the doctor finds: a line each, and what to do about it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Health(StrEnum):
    """How something is."""

    OK = "ok"
    WARNING = "warning"
    FAULT = "fault"


@dataclass(frozen=True, slots=True)
class Finding:
    """One line: what was looked at, how it is, what was found, and what to do about it (empty: nothing)."""

    about: str
    health: Health
    found: str
    mend: str = ""
