"""What goes wrong in a year, and when: it follows from the seed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from random import Random

from pbem.lab.soak.members import HOUR

EVERY_DAYS = 30
"""Each kind comes about so often, and three times at least where there is time."""
LEAST = 3
QUIET_DAYS = 2
"""At the beginning and at the end."""


class Kind(StrEnum):
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
    Kind.AWAY: (26, 60),
    Kind.FULL_DISK: (3, 12),
    Kind.LIMIT: (3, 30),
    Kind.DEAF: (3, 30),
}
"""Hours; what is not here is over at once."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something that goes wrong: after how many days, and for how long."""

    day: float
    kind: Kind
    lasts: timedelta


def schedule(seed: str, days: int) -> list[Trouble]:
    """All that goes wrong in so many days, in order."""
    chance = Random(f"{seed} trouble")  # noqa: S311 - play, not secrets
    often = max(LEAST, round(days / EVERY_DAYS))
    found = [_one(chance, kind, days) for kind in Kind for _ in range(often)]
    return sorted(found, key=lambda each: each.day)


def _one(chance: Random, kind: Kind, days: int) -> Trouble:
    low, high = LASTS.get(kind, (0, 0))
    return Trouble(chance.uniform(QUIET_DAYS, days - QUIET_DAYS), kind, HOUR * chance.uniform(low, high))
