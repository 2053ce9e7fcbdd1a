"""A clock that goes on when it is told to, and that can be read wrongly."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from pbem.timing.steady import Uptime

BEGIN = datetime(2027, 1, 4, 6, tzinfo=UTC)
"""A Monday."""
RUNNING_FOR = timedelta(days=1)
"""How long the machine has run at the beginning."""


class ClubClock:
    """The time of a club. While `ahead` is set the machine's clock is fast by that."""

    def __init__(self) -> None:
        self.time = BEGIN
        self.ahead = timedelta(0)

    @property
    def days(self) -> float:
        """Days since the beginning."""
        return (self.time - BEGIN) / timedelta(days=1)

    def wall(self) -> datetime:
        """What the machine's clock says."""
        return self.time + self.ahead

    def since_start(self) -> float:
        """Seconds since the machine was started, which nobody can set."""
        return (self.time - BEGIN + RUNNING_FOR).total_seconds()

    def uptime(self) -> Uptime:
        """The same for the heartbeat."""
        return Uptime("soak", timedelta(seconds=self.since_start()))
