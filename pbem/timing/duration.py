"""Lengths of time: real hours, whatever the clocks on the wall do."""

from __future__ import annotations

import re
from datetime import timedelta

from pbem.figures import is_number
from pbem.marks import N_
from pbem.timing.errors import BadTime

NONE = "none"
LIKE = "24h, 2 days or 1 week"
LONGEST = 100
_PART = re.compile(r"([0-9]{1,5})\s*([a-z]+)")
_UNITS = {
    "minutes": timedelta(minutes=1),
    "hours": timedelta(hours=1),
    "days": timedelta(days=1),
    "weeks": timedelta(weeks=1),
}
HOUR = _UNITS["hours"]
DAY = _UNITS["days"]
FROM_DAYS = 4 * DAY
_ONE = re.compile(r"\b(?:an?|one)\b")


def read_duration(text: str) -> timedelta:
    """`24h`, `2 days`, `a week`, `1d 12h` or `none` (no time at all); a day is 24 hours. Raises BadTime."""
    if len(text) > LONGEST:
        raise BadTime(f"this is too long for a length of time such as {LIKE}")
    plain = _ONE.sub("1", text.strip().casefold())
    if plain in (NONE, "0"):
        return timedelta(0)
    if is_number(plain) and len(plain) < 5:
        raise BadTime(f'{plain} hours, or {plain} days? Write "{plain}h" or "{plain}d"', (f"{plain}h", f"{plain}d"))
    parts = _PART.findall(plain)
    if not parts or _PART.sub("", plain).strip(" ,"):
        raise BadTime(f'"{text.strip()}" is not a length of time such as {LIKE}')
    return sum((int(number) * _unit(unit, text) for number, unit in parts), timedelta(0))


def _unit(word: str, text: str) -> timedelta:
    meant = [length for unit, length in _UNITS.items() if unit.startswith(word)]
    if not meant and word in ("min", "mins", "hrs", "hr", "wk", "wks"):
        meant = [_UNITS[{"m": "minutes", "h": "hours", "w": "weeks"}[word[0]]]]
    if not meant:
        raise BadTime(f'"{word}" in "{text.strip()}" is not a unit of time; there are minutes, hours, days and weeks')
    return meant[0]


def short(length: timedelta) -> str:
    """As it is written in a line: "72h", "90m", "none"."""
    if not length:
        return NONE
    minutes = length // _UNITS["minutes"]
    return f"{minutes}m" if minutes % 60 else f"{minutes // 60}h"


def in_words(length: timedelta) -> str:
    """About how long: "5 days", "71 hours", "1 hour", "20 minutes"; what is left over is cut off."""
    number, unit = about(length)
    if number == 1:
        return {"day": N_("1 day"), "hour": N_("1 hour"), "minute": N_("1 minute")}[unit]
    return {"day": N_(f"{number} days"), "hour": N_(f"{number} hours"), "minute": N_(f"{number} minutes")}[unit]


def about(length: timedelta) -> tuple[int, str]:
    """About how long, as a number of a unit ("day", "hour" or "minute"); what is left over is cut off."""
    if length >= FROM_DAYS:
        return length // DAY, "day"
    if length >= HOUR:
        return length // HOUR, "hour"
    return max(length // _UNITS["minutes"], 0), "minute"
