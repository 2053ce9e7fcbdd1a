"""Days of absence as players write them."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta

from pbem.timing.errors import BadTime

DAY = timedelta(days=1)
USAGE = "absent 2026-12-20 to 2027-01-03"
_FORMS = ("%Y-%m-%d", "%d.%m.%Y", "%d %b %Y", "%d %B %Y", "%b %d %Y", "%B %d %Y")


def read_absence(text: str, today: date) -> tuple[date, date]:
    """First and last day of `2026-12-20 to 2027-01-03`, `until 2027-01-03` (from today) or a single day.

    Days are also read as `20 Dec 2026`, `20.12.2026`, `today` and `tomorrow`. Raises BadTime, also for days gone by.
    """
    plain = re.sub(r"^from\s+", "", " ".join(text.replace(",", " ").split()).casefold())
    if not plain:
        raise BadTime(f'from when to when? Write it like "{USAGE}"', _usage(today))
    first_text, until, last_text = _cut(plain)
    last = read_day(last_text, today)
    first = read_day(first_text, today) if first_text else (today if until else last)
    if last < first:
        raise BadTime(f"{last} comes before {first}", (f"absent {last} to {first}",) if last >= today else _usage(today))
    if last < today:
        raise BadTime(f"{last} is over already", _usage(today))
    return max(first, today), last


def _cut(plain: str) -> tuple[str, bool, str]:
    """First day, whether there is an `until`, last day."""
    if found := re.fullmatch(r"(.*?)\s*\b(?:to|until|till|through)\b\s*(.+)", plain):
        return found[1], True, found[2]
    return "", False, plain


def read_day(text: str, today: date) -> date:
    """A day. Raises BadTime."""
    plain = text.strip().casefold()
    if plain in ("today", "now"):
        return today
    if plain == "tomorrow":
        return today + DAY
    for form in _FORMS:
        try:
            return datetime.strptime(plain, form).date()  # noqa: DTZ007 - a day, no moment
        except ValueError:
            continue
    raise BadTime(f'"{text.strip()}" is not a day; write it like {today + DAY}', _usage(today))


def _usage(today: date) -> tuple[str, ...]:
    return (f"absent {today + DAY} to {today + 7 * DAY}",)
