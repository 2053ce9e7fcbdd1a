"""The members of a club: when each of them writes, and what becomes of their mail."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from random import Random

from pbem.lab.soak.office import MEMBERS

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


class Temper(StrEnum):
    """How somebody plays by mail."""

    PROMPT = "prompt"
    SLOW = "slow"  # writes when they are reminded
    FORGETFUL = "forgetful"  # misses deadlines
    ABSENT = "absent"  # goes away and says so
    GONE = "gone"  # stops writing for ever
    BOUNCING = "bouncing"  # their address does not work for a week, now and then
    GREYLISTED = "greylisted"  # their provider wants to be asked twice


SHARES = {
    Temper.PROMPT: 40,
    Temper.SLOW: 15,
    Temper.FORGETFUL: 12,
    Temper.ABSENT: 12,
    Temper.GONE: 7,
    Temper.BOUNCING: 7,
    Temper.GREYLISTED: 7,
}
BREAK = 60 * DAY
"""About how long somebody is present before they go away, or their address fails, again."""
AWAY = (3, 14)
"""Days of an absence."""
ADDRESS_FAILS = 7 * DAY
MISSED_SHARE = 0.4
"""How often somebody forgetful lets a question pass until they are written again."""


@dataclass
class Member:
    """Somebody in the club. `gone_at` is when they stop writing for ever, `next_break` when they go away or their address
    fails next, `away_until` when they are back
    """

    number: int
    temper: Temper
    rng: Random = field(repr=False)
    next_break: datetime
    gone_at: datetime | None = None
    away_until: datetime | None = None
    games: int = 0

    @classmethod
    def joining(cls, number: int, seed: str, now: datetime, temper: Temper | None = None) -> Member:
        """A new member; who they are follows from the seed."""
        rng = Random(f"{seed} member {number}")  # noqa: S311 - play, not secrets
        drawn = rng.choices(list(SHARES), list(SHARES.values()))[0]
        first_break = now + BREAK * rng.uniform(0.1, 1.2)
        member = cls(number, temper or drawn, rng, first_break)
        if member.temper is Temper.GONE:
            member.gone_at = now + DAY * rng.uniform(3, 60)
        return member

    @property
    def address(self) -> str:
        """Where they read their mail."""
        return f"m{self.number}@{MEMBERS}"

    @property
    def name(self) -> str:
        """What they are called."""
        return f"Member {self.number}"

    def is_gone(self, now: datetime) -> bool:
        """Whether they never write again."""
        return self.gone_at is not None and now >= self.gone_at

    def is_away(self, now: datetime) -> bool:
        """Whether they do not write at present."""
        return self.away_until is not None and now < self.away_until

    def begins_break(self, now: datetime) -> bool:
        """Whether a break begins now; it is noted."""
        if now < self.next_break or self.temper not in (Temper.ABSENT, Temper.BOUNCING):
            return False
        length = ADDRESS_FAILS if self.temper is Temper.BOUNCING else DAY * self.rng.randint(*AWAY)
        self.away_until = now + length
        self.next_break = self.away_until + BREAK * self.rng.uniform(0.7, 1.3)
        return True

    def writes_at(self, now: datetime, *, again: bool) -> datetime | None:
        """When they answer a mail that asks them something, `again` if they were asked before; None: not before the next."""
        chance = self.rng
        match self.temper:
            case Temper.SLOW if not again:
                return None
            case Temper.FORGETFUL if chance.random() < MISSED_SHARE:
                return None
            case Temper.PROMPT | Temper.GREYLISTED:
                return now + HOUR * chance.uniform(0.5, 16)
            case _:
                return now + HOUR * chance.uniform(1, 36)
