"""A clock that one wrong reading does not move: it compares wall time with uptime."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

MAX_DRIFT = timedelta(minutes=2)
"""The two clocks may differ by this much between readings though neither was set."""
CONFIRMED_AFTER = timedelta(minutes=10)
"""A clock that was set is believed after agreeing with itself for this long."""
_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


@dataclass(frozen=True, slots=True)
class Uptime:
    """How long the machine has run since the start called `boot`, time in which it was suspended included."""

    boot: str
    length: timedelta


def machine_uptime() -> Uptime | None:
    """The uptime of this machine, or None if it cannot be told in a way that outlives a process."""
    try:
        boot = _BOOT_ID.read_text("ascii").strip()
    except OSError:
        return None
    return Uptime(boot, timedelta(seconds=_since_start()))


def _since_start() -> float:
    """Seconds that nobody can set; CLOCK_BOOTTIME, where there is one, counts those of a suspended machine too."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


@dataclass
class _Doubt:
    """By how much the clock was set, and since when (in seconds of the other) it says so."""

    by: timedelta
    since: float


class SteadyClock:
    """What time it is, in UTC, as the first reading had it and the time since then has gone on.

    A clock that is set while we run is believed when it has said the same for CONFIRMED_AFTER. A machine that was suspended
    is believed at once: both have gone on.
    """

    def __init__(
        self,
        wall: Callable[[], datetime] = lambda: datetime.now(UTC),
        since_start: Callable[[], float] = _since_start,
    ) -> None:
        self._wall, self._since_start = wall, since_start
        self._at, self._mark = wall(), since_start()
        self._doubt: _Doubt | None = None

    def __call__(self) -> datetime:
        """The time now."""
        wall_time, mark = self._wall(), self._since_start()
        expected = self._at + timedelta(seconds=mark - self._mark)
        if abs(wall_time - expected) > MAX_DRIFT and not self._is_confirmed(wall_time - expected, mark):
            return expected
        self._at, self._mark, self._doubt = wall_time, mark, None
        return wall_time

    def _is_confirmed(self, by: timedelta, mark: float) -> bool:
        if self._doubt is None or abs(by - self._doubt.by) > MAX_DRIFT:
            self._doubt = _Doubt(by, mark)
        return mark - self._doubt.since >= CONFIRMED_AFTER.total_seconds()
