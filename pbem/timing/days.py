"""Days of absence as players write them."""

from __future__ import annotations

import re
from calendar import monthrange
from contextlib import suppress
from datetime import date, datetime, timedelta

from pbem.timing.duration import read_duration
from pbem.timing.errors import BadTime
from pbem.timing.schedule import day_of_week

DAY = timedelta(days=1)
MOST_DAYS = 3653
USAGE = "absent 2026-12-20 to 2027-01-03"
_FORMS = ("%Y-%m-%d", "%d.%m.%Y", "%d %b %Y", "%d %B %Y", "%b %d %Y", "%B %d %Y")
_YEARLESS = ("%d %b %Y", "%d %B %Y", "%b %d %Y", "%B %d %Y", "%d.%m. %Y")
_ISO = re.compile(r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})")
_SLASHED = re.compile(r"([0-9]{1,2})/([0-9]{1,2})/([0-9]{4})")


def read_absence(text: str, today: date) -> tuple[date, date]:
    """First and last day of `2026-12-20 to 2027-01-03`, `until 2027-01-03` (from today), `for 3 days` or a single day.

    Days are also read as `20 Dec 2026`, `20.12.2026`, `20 Dec`, `today`, `tomorrow` and `monday` (the next ones). Raises
    BadTime, also for days gone by; its `nearest` are days that would do.
    """
    plain = _plain(text)
    if not plain:
        raise BadTime(f'from when to when? Write it like "{USAGE}"', _example(today))
    if length := re.fullmatch(r"(?:for )?((?:[0-9]+|an?|one) ?(?:d|days?|w|weeks?))", plain):
        first, last = today, today + max(read_duration(length[1]), DAY) - DAY
    else:
        first, last = _first_and_last(plain, today)
    if last < first:
        turned = (_between(last, first),) if last >= today else _example(today)
        raise BadTime(f"{last} comes before {first}", turned)
    if last < today:
        raise BadTime(f"{last} is over already", _example(today))
    if last - today > MOST_DAYS * DAY:
        raise BadTime(f"{last} is too far away", _example(today))
    return max(first, today), last


def _plain(text: str) -> str:
    """One way to write what can be written in many: small letters, one blank, `to` for every dash between days."""
    plain = " ".join(text.replace(",", " ").split()).casefold()
    plain = re.sub(r"\s*(?:\.\.+|[\u2013\u2014\u2026]|\s-\s)\s*", " to ", plain)
    plain = re.sub(rf"({_ISO.pattern}) (?={_ISO.pattern})", r"\1 to ", plain)
    plain = re.sub(r"\b([0-9]{1,2})(?:st|nd|rd|th)\b", r"\1", plain).replace("sept ", "sep ")
    return re.sub(r"^(?:from|on)\s+", "", plain)


def _first_and_last(plain: str, today: date) -> tuple[date, date]:
    found = re.fullmatch(r"(.*?)\s*\b(?:to|until|till|through)\b\s*(.+)", plain)
    if found is None:
        day = read_day(plain, today)
        return day, day
    if not found[1]:
        return today, read_day(found[2], today)
    first = _read_or(found[1], today, ("", f" to {found[2]}"))
    return first, _read_or(found[2], today, (f"{first} to ", ""), first)


def _read_or(text: str, today: date, around: tuple[str, str], since: date | None = None) -> date:
    """A day; where it is none, the nearest have what stands `around` it."""
    try:
        return read_day(text, today, since)
    except BadTime as bad:
        raise BadTime(bad.problem, tuple(near.join(around) for near in bad.nearest)) from bad


def read_day(text: str, today: date, since: date | None = None) -> date:
    """A day; one without a year, or only of the week, is the next from `since` (today) on. Raises BadTime."""
    plain, since = text.strip().casefold(), max(since or today, today)
    if plain in ("today", "now"):
        return today
    if plain == "tomorrow":
        return today + DAY
    if (wanted := day_of_week(plain.removeprefix("next "))) is not None:
        return since + (wanted - since.weekday()) % 7 * DAY
    if (found := _dated(plain, since)) is not None:
        return found
    raise _no_day(text.strip(), plain, since + DAY)


def _dated(plain: str, since: date) -> date | None:
    for form in _FORMS:
        with suppress(ValueError):
            return datetime.strptime(plain, form).date()  # noqa: DTZ007 - a day, no moment
    for form in _YEARLESS:
        for year in (since.year, since.year + 1):
            with suppress(ValueError):
                day = datetime.strptime(f"{plain} {year}", form).date()  # noqa: DTZ007
                if day >= since:
                    return day
    return None


def _no_day(text: str, plain: str, example: date) -> BadTime:
    if found := _SLASHED.fullmatch(plain):
        ways = [f"{found[3]}-{month:0>2}-{day:0>2}" for day, month in (found.groups()[:2], found.groups()[1::-1])]
        days = tuple(dict.fromkeys(way for way in ways if _is_date(way)))
        return BadTime(
            f'"{text}" can be read in two ways; write the year first, then month and day', days or (str(example),)
        )
    if (found := _ISO.fullmatch(plain)) and 1 <= int(found[2]) <= 12:
        year, month = int(found[1]), int(found[2])
        last = monthrange(max(year, 1), month)[1]
        return BadTime(f'"{text}" is not a day: that month has {last}', (f"{year:04}-{month:02}-{last}",))
    if found:
        return BadTime(f'"{text}" is not a day: there is no month {found[2]}', _turned(found, example))
    return BadTime(f'"{text}" is not a day; write it like {example}', (str(example),))


def _turned(found: re.Match[str], example: date) -> tuple[str, ...]:
    """Year, day and month were meant where year, month and day make no sense."""
    turned = f"{found[1]}-{found[3]:0>2}-{found[2]:0>2}"
    return (turned,) if _is_date(turned) else (str(example),)


def _is_date(text: str) -> bool:
    with suppress(ValueError):
        return bool(date.fromisoformat(text))
    return False


def _example(today: date) -> tuple[str, ...]:
    return (_between(today + DAY, today + 7 * DAY),)


def _between(first: date, last: date) -> str:
    return f"{first} to {last}"
