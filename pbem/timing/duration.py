"""Lengths of time in real hours, even when the clocks change."""

from __future__ import annotations

import re
from datetime import timedelta
from itertools import pairwise

from pbem.i18n import Text
from pbem.timing.errors import BadTime
from pbem.timing.words import number_of, word_of

NONE = "none"
MAX_LENGTH = 100
"""Letters and signs of a length of time."""
_PART = re.compile(r"([0-9]{1,5})\s*([^\W\d_]+)")
_UNITS = {
    "minutes": timedelta(minutes=1),
    "hours": timedelta(hours=1),
    "days": timedelta(days=1),
    "weeks": timedelta(weeks=1),
    "fortnights": timedelta(weeks=2),
}
HOUR = _UNITS["hours"]
DAY = _UNITS["days"]
FROM_DAYS = 4 * DAY


def read_duration(text: str) -> timedelta:
    """`24h`, `2 days`, `two weeks`, `1d 12h` or `none` (no time at all); a day is 24 hours. Raises BadTime, also where a
    part is as long as one before it: `7 days, 1 week` says the same twice, `24h, 48h` two things.
    """
    if len(text) > MAX_LENGTH:
        raise BadTime(Text("this is too long for a length of time such as 24h, 2 days or 1 week"))
    plain = re.sub(r"\b(?:an? )?(couple)(?: of)?\b", r"\1", text.strip().casefold())
    plain = re.sub(r"[^\W\d_]+", lambda word: str(number_of(word[0]) or word[0]), plain)
    if plain in (NONE, "0"):
        return timedelta(0)
    if re.fullmatch(r"[0-9]{1,4}", plain):
        raise BadTime(
            Text('{plain} hours, or {plain} days? Write "{plain}h" or "{plain}d"', plain=plain), (f"{plain}h", f"{plain}d")
        )
    parts = _PART.findall(plain)
    if not parts or _PART.sub("", plain).strip(" ,"):
        raise BadTime(Text('"{text}" is not a length of time such as 24h, 2 days or 1 week', text=text.strip()))
    lengths = [(int(number) * _unit(unit, text), _unit(unit, text)) for number, unit in parts]
    if any(length >= unit for (_, unit), (length, _) in pairwise(lengths)):
        raise BadTime(Text('"{text}" is more than one length of time', text=text.strip()))
    return sum((length for length, _ in lengths), timedelta(0))


def _unit(word: str, text: str) -> timedelta:
    for unit, length in _UNITS.items():
        if unit.startswith(word) or word in word_of("units", unit):
            return length
    raise BadTime(
        Text(
            '"{word}" in "{text}" is not a unit of time; there are minutes, hours, days and weeks',
            word=word,
            text=text.strip(),
        )
    )


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
        return {"day": Text("1 day"), "hour": Text("1 hour"), "minute": Text("1 minute")}[unit]
    return {
        "day": Text("{number} days", number=number),
        "hour": Text("{number} hours", number=number),
        "minute": Text("{number} minutes", number=number),
    }[unit]


def about(length: timedelta) -> tuple[int, str]:
    """About how long, as a number of a unit ("day", "hour" or "minute"); what is left over is cut off."""
    if length >= FROM_DAYS:
        return length // DAY, "day"
    if length >= HOUR:
        return length // HOUR, "hour"
    return max(length // _UNITS["minutes"], 0), "minute"
