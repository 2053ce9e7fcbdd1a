"""From the moment a player is asked to the moment their orders are due."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from itertools import count
from zoneinfo import ZoneInfo

from pbem.timing.duration import DAY, HOUR, NONE, read_duration, short
from pbem.timing.errors import BadTime
from pbem.timing.zones import find_zone

LEAST = 12 * HOUR
"""A weekday deadline nearer than this is passed over: nobody is asked in the evening for the same evening."""
SHORTEST, LONGEST = HOUR, 90 * DAY
DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_TIME = re.compile(r"([0-9]{1,2})[:.]([0-9]{2})")


@dataclass(frozen=True, slots=True)
class Interval:
    """So long after being asked, in real time: 72 hours are 72 hours, whatever the clocks on the wall do."""

    length: timedelta

    def first(self, asked: datetime) -> datetime:
        """When orders asked for at `asked` are due."""
        return asked.astimezone(UTC) + self.length

    def settle(self, moment: datetime, floor: datetime) -> datetime:
        """Where a deadline comes to lie that was put off to `moment`, not before `floor`."""
        return max(moment, floor)

    def written(self) -> str:
        """As `read_schedule` reads it."""
        return short(self.length)


@dataclass(frozen=True, slots=True)
class Weekdays:
    """On certain days of the week (0 is Monday) at a local time: 20:00 stays 20:00 when the clocks change."""

    days: tuple[int, ...]
    at: time
    zone: ZoneInfo

    def first(self, asked: datetime) -> datetime:
        """When orders asked for at `asked` are due: the first such moment at least LEAST away."""
        return self._from(asked + LEAST)

    def settle(self, moment: datetime, floor: datetime) -> datetime:
        """Where a deadline comes to lie that was put off to `moment`, not before `floor`: such a moment near it."""
        return self._from(max(moment - LEAST, floor))

    def _from(self, moment: datetime) -> datetime:
        """The first such moment at or after `moment`. A local time that the clocks jump over is taken an hour later."""
        start = moment.astimezone(self.zone).date()
        for ahead in count():
            day = start + ahead * DAY
            found = datetime.combine(day, self.at, self.zone).astimezone(UTC)
            if day.weekday() in self.days and found >= moment:
                return found
        raise AssertionError

    def written(self) -> str:
        """As `read_schedule` reads it."""
        days = " ".join(DAYS[day][:3].title() for day in self.days) if len(self.days) < len(DAYS) else "daily"
        return f"{days} {self.at:%H:%M} {self.zone.key}"

    def in_words(self) -> str:
        """As players are told it: "on Mondays and Thursdays at 20:00 (Europe/London)"."""
        names = [f"{DAYS[day].title()}s" for day in self.days]
        days = f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else names[0]
        return f"{f'on {days}' if len(names) < len(DAYS) else 'every day'} at {self.at:%H:%M} ({self.zone.key})"


Schedule = Interval | Weekdays


def read_schedule(text: str, zone: ZoneInfo) -> Schedule | None:
    """`72h`, `Mon Thu 20:00 Europe/London`, `Mon-Fri 20:00`, `daily 8:00` (in `zone` where none is named), or `none`.

    Raises BadTime.
    """
    words = text.replace(",", " ").split()
    if [word.casefold() for word in words] == [NONE]:
        return None
    if any(_TIME.fullmatch(word) for word in words):
        return _weekdays(text, words, zone)
    if any(_is_day(word) for word in words):
        raise BadTime(f'"{text}" needs a time of day, such as "{text.strip()} 20:00"')
    try:
        length = read_duration(text)
    except BadTime as bad:
        raise BadTime(f'"{text}" is not a deadline; write "72h", "Mon Thu 20:00 Europe/London" or "none"') from bad
    if not SHORTEST <= length <= LONGEST:
        raise BadTime(f'"{text}": a deadline is between 1 hour and 90 days; "none" means that there is none')
    return Interval(length)


def _weekdays(text: str, words: list[str], zone: ZoneInfo) -> Weekdays:
    times = [word for word in words if _TIME.fullmatch(word)]
    days = [word for word in words if _is_day(word)]
    others = [word for word in words if word not in times and word not in days]
    if len(times) != 1 or not days or len(others) > 1:
        raise BadTime(
            f'"{text}" is not a calendar of deadlines; write days, one time and a zone: "Mon Thu 20:00 Europe/London"'
        )
    return Weekdays(
        tuple(sorted({day for word in days for day in _days(word)})),
        _time(times[0]),
        find_zone(others[0]) if others else zone,
    )


def _is_day(word: str) -> bool:
    first, dash, last = word.casefold().partition("-")
    return first == "daily" or (day_of_week(first) is not None and (not dash or day_of_week(last) is not None))


def _days(word: str) -> list[int]:
    first, dash, last = word.casefold().partition("-")
    if first == "daily":
        return list(range(len(DAYS)))
    begin, end = day_of_week(first), day_of_week(last) if dash else day_of_week(first)
    assert begin is not None
    assert end is not None
    return [(begin + ahead) % len(DAYS) for ahead in range((end - begin) % len(DAYS) + 1)]


def day_of_week(word: str) -> int | None:
    """The day a word of at least two letters begins (0 is Monday), or None."""
    return next((n for n, day in enumerate(DAYS) if len(word) >= 2 and day.startswith(word)), None)


def _time(word: str) -> time:
    hour, minute = map(int, _TIME.fullmatch(word).groups())  # type: ignore[union-attr]
    if hour > 23 or minute > 59:
        raise BadTime(f'"{word}" is not a time of day; write 00:00 to 23:59')
    return time(hour, minute)
