"""What goes wrong in a year, and when: it follows from the seed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from random import Random

from pbem.lab.soak.members import HOUR

EVERY_DAYS = 30
"""Roughly how often each kind comes; at least three times where there is time."""
LEAST = 3
QUIET_DAYS = 2
"""At the beginning and at the end."""


class TroubleKind(StrEnum):
    """What can go wrong with the moderator's machine or their provider, or what the game master does."""

    RESTART = "restart"
    CUT = "power cut"  # in the midst of the work
    AWAY = "moderator away"
    FULL_DISK = "full disk"
    LIMIT = "provider's limit"
    DEAF = "IMAP down"
    JUMP = "clock a day ahead"
    UNDO = "undo"
    REWORK = "letter carried out again"
    HOLD = "hold"
    NEW_PLAYER = "new player"


LASTS = {
    TroubleKind.AWAY: (26, 60),
    TroubleKind.FULL_DISK: (3, 12),
    TroubleKind.LIMIT: (3, 30),
    TroubleKind.DEAF: (3, 30),
}
"""Hours; what is not here is over at once."""


@dataclass(frozen=True, slots=True)
class PlannedTrouble:
    """Something that goes wrong: after how many days, and for how long."""

    day: float
    kind: TroubleKind
    lasts: timedelta


def schedule(seed: str, days: int) -> list[PlannedTrouble]:
    """All that goes wrong in this number of days, in order."""
    chance = Random(f"{seed} trouble")  # noqa: S311 - play, not secrets
    often = max(LEAST, round(days / EVERY_DAYS))
    troubles = [_one(chance, kind, days) for kind in TroubleKind for _ in range(often)]
    return sorted(troubles, key=lambda each: each.day)


def _one(chance: Random, kind: TroubleKind, days: int) -> PlannedTrouble:
    low, high = LASTS.get(kind, (0, 0))
    return PlannedTrouble(chance.uniform(QUIET_DAYS, days - QUIET_DAYS), kind, HOUR * chance.uniform(low, high))
