"""What is offered in place of a line about time is itself accepted: absences, zones, deadlines and lengths of time."""

from collections.abc import Callable
from datetime import date
from itertools import product
from zoneinfo import ZoneInfo

from pbem.timing.days import read_absence
from pbem.timing.duration import read_duration
from pbem.timing.errors import BadTime
from pbem.timing.schedule import read_schedule
from pbem.timing.zones import find_zone

TODAY = date(2026, 12, 24)
ZONES = ("EST", "GMT+1", "UTC-25", "Lodnon", "Europe/Lodnon", "IST", "Etc/GMT-5", "Etc/GMT+13", "America/Nowyork")
FIRST = ("", "24 Dec", "3/1", "2026-11-31", "early March", "week 60")
LAST = ("", "the 9th", "easter", "2027-02-29", "noon", "2020-01-01")
JOINTS = ("", "to", "until", "from", "(back", "onwards")
TIMES = ("8", "20:00", "25:00", "half past eight", "noon")


def refused(read: Callable[[str], object], text: str) -> int:
    """How many lines are offered for one that is not accepted; all of them must be."""
    try:
        read(text)
    except BadTime as bad:
        for near in bad.nearest:
            read(near)
        return len(bad.nearest)
    return 0


def test_days_that_are_offered_are_days() -> None:
    texts = [" ".join(each).strip() for each in product(FIRST, JOINTS, LAST)]
    assert sum(refused(lambda text: read_absence(text, TODAY), text) for text in texts) > len(texts) // 2


def test_zones_deadlines_and_lengths_that_are_offered_are_read() -> None:
    at_home = ZoneInfo("Europe/London")
    calendars = [" ".join(each).strip() for each in product(("Sun", "daily", ""), TIMES, ("", *ZONES))]
    assert sum(refused(find_zone, zone) for zone in ZONES) > len(ZONES) // 2
    assert sum(refused(lambda text: read_schedule(text, at_home), text) for text in calendars) > len(calendars) // 4
    assert sum(refused(read_duration, text) for text in ("24", "1.5", "3 months", "", "0h")) > 0
