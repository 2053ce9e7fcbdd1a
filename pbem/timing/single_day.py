"""One day as players write it: in figures, by its month, its weekday, a feast, the end of something."""

from __future__ import annotations

import re
from calendar import monthrange
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import lru_cache

from dateutil.easter import easter

from pbem.i18n import Text
from pbem.timing.errors import BadTime
from pbem.timing.words import month_of, one_of, table, weekday_of, word_of

DAY = timedelta(days=1)
WEEK = 7 * DAY
LEAP_YEARS_APART = 8
_DAY_FIRST, _MONTH_FIRST = frozenset({"dm"}), frozenset({"md"})
_ANY_ORDER = _DAY_FIRST | _MONTH_FIRST
HYPHEN = "\u2010"
"""Separates the parts of a date, so not two days."""
_SAME_SIGNS = rf"(?=-[0-9]{{1,2}}-|/[0-9]{{1,2}}/|\.[0-9]{{1,2}}\.|{HYPHEN}[0-9]{{1,2}}{HYPHEN})"
YEAR_FIRST = re.compile(
    rf"(?<![0-9])([0-9]{{4}}){_SAME_SIGNS}[-/.{HYPHEN}]([0-9]{{1,2}})[-/.{HYPHEN}]([0-9]{{1,2}})(?![0-9])"
)
_COMPACT = re.compile(r"([0-9]{4})([0-9]{2})([0-9]{2})")
_FIGURES = re.compile(r"([0-9]{1,2})([/.])([0-9]{1,2})(?:[/.]([0-9]{4}|[0-9]{2})?)?")
_NUMBER = re.compile(r"([0-9]{1,4})\.?")
_YEAR_FROM = 1000
MAX_AHEAD = 300 * DAY
"""A day without a year that is farther away was most likely meant for the one that is just over."""


class UnknownWord(BadTime):
    """A word that is not part of a day."""


@dataclass(frozen=True, slots=True)
class Day:
    """What was written of a day. `orders` are those in which its figures make sense, `slashed` those of `24/12`; `fixed` is
    a day such as tomorrow; `is_next`: it was called the next.
    """

    text: str
    day: int | None = None
    month: int | None = None
    year: int | None = None
    weekday: int | None = None
    fixed: date | None = None
    orders: frozenset[str] = _ANY_ORDER
    slashed: bool = False
    is_next: bool = False

    @property
    def is_weekday_only(self) -> bool:
        return self.weekday is not None and self.day is None


def whole_month(first: date) -> tuple[date, date]:
    """A month from its first day to its last."""
    return first, first.replace(day=monthrange(first.year, first.month)[1])


@lru_cache(maxsize=4)
def feasts(today: date) -> dict[str, list[str]]:
    """First and last day of the next feasts, as they can be written, by their names, the longest first. Those that move with
    Easter have their year.
    """
    fixed = {
        name: [f"{int(day[3:])} {date(2000, int(day[:2]), 1):%B}".casefold() for day in days.split()]
        for days, names in table()["feasts"].items()
        for name in names
    }
    movable = {
        name: [f"{day.day} {day:%B %Y}".casefold() for day in _by_easter(days, today)]
        for days, names in table()["easter"].items()
        for name in names
    }
    return dict(sorted({**fixed, **movable}.items(), key=lambda each: -len(each[0])))


def _by_easter(days: str, today: date) -> list[date]:
    """The next days from `today` on that are so many days from Easter Sunday."""
    sundays = (easter(today.year + ahead) for ahead in range(3))
    every = ([sunday + int(each) * DAY for each in days.split()] for sunday in sundays)
    return next(each for each in every if each[0] >= today)


def without_filler(text: str) -> list[str]:
    """The significant words: without articles and the full stops of abbreviations."""
    words = re.sub(one_of(word_of("left_out", "filler")), " ", text).split()
    bare = [word if _FIGURES.fullmatch(word) or "0" <= word[0] <= "9" else word.rstrip(".") for word in words]
    return [word for word in bare if word]


def read_day(text: str, today: date) -> Day:
    """Parse one day. Raises BadTime for an unknown word."""
    day = day_or_number(text, today)
    if day.day is not None and day.month is None and day.fixed is None:
        raise BadTime(Text('"{day}": which month?', day=day.text), (str(day_of_month(day.day, today)),))
    return day


def day_or_number(text: str, today: date, since: date | None = None) -> Day:
    """As `read_day`; of the day a number is enough where the other end of a range has the month. An example is after
    `since`.
    """
    since = since or today
    for ahead, names in table()["days"].items():
        if text in names:
            return Day(text, fixed=today + int(ahead) * DAY)
    if (end := _end_of(text, today)) is not None:
        return Day(text, fixed=end)
    day = Day(text)
    words = without_filler(_with_feast(text, today))
    if not words:
        raise no_day(text or "nothing", since)
    for word in words:
        day = _with(day, word, since)
    if day.day is None and (day.weekday is None or day.month is not None or day.year is not None):
        raise no_day(text, since)
    return day


def _end_of(text: str, today: date) -> date | None:
    """The last day of `the end of next week`, `end of August`, `Ende August`."""
    match = re.fullmatch(rf"(?:the )?(?:{'|'.join(word_of('months_of', 'end'))}) (?:(?:of|the|der|des) )*(.+)", text)
    if match is None:
        return None
    *which, unit = match[1].split()
    ahead = bool(which) and which[0] in (*word_of("weeks", "next"), *word_of("weeks", "coming"))
    if len(which) > 1 or (which and not ahead and which[0] not in word_of("weeks", "this")):
        return None
    if unit in word_of("weeks", "week"):
        return today + (6 - today.weekday()) * DAY + (WEEK if ahead else 0 * DAY)
    if unit in word_of("months_of", "month"):
        first = today.replace(day=1)
        return whole_month((first + 31 * DAY).replace(day=1) if ahead else first)[1]
    if not which and (number := month_of(unit)) is not None:
        return whole_month(date(today.year + (number < today.month), number, 1))[1]
    return date(today.year + ahead, 12, 31) if unit in word_of("months_of", "year") else None


def _with_feast(text: str, today: date) -> str:
    """A feast of one day by its date: `New Year's Eve` is 31 December."""
    for name, days in feasts(today).items():
        if name in text and len(days) == 1 and re.search(one_of([name]), text):
            return re.sub(one_of([name]), days[0], text)
    return text


def _with(known: Day, word: str, since: date) -> Day:
    """The day with one more word parsed. Raises BadTime for a word that does not fit, or comes twice."""
    if (year_first := YEAR_FIRST.fullmatch(word) or _COMPACT.fullmatch(word)) and known.day is known.month is None:
        year, month, day = map(int, year_first.groups())
        return replace(known, year=year, month=month, day=day)
    if (figures := _FIGURES.fullmatch(word)) and known.day is known.month is None:
        return _in_figures(known, figures, since)
    if (number := _NUMBER.fullmatch(word)) and not (word.endswith(".") and int(number[1]) >= _YEAR_FROM):
        value = int(number[1])
        if value >= _YEAR_FROM and known.year is None:
            return replace(known, year=value)
        if value < _YEAR_FROM and known.day is None:
            return replace(known, day=value)
    elif (name := month_of(word)) is not None and known.month is None and weekday_of(word) is None:
        return replace(known, month=name)
    elif (weekday := weekday_of(word)) is not None and known.weekday is None:
        return replace(known, weekday=weekday)
    elif word in word_of("weeks", "next"):
        return replace(known, is_next=True)
    elif word in (*word_of("weeks", "this"), *word_of("weeks", "coming")):
        return known
    raise no_day(known.text, since)


def _in_figures(day: Day, figures: re.Match[str], since: date) -> Day:
    """`24.12.` has the day first; with `/` it can be either, where both make sense."""
    first, sign, second, year = int(figures[1]), figures[2], int(figures[3]), figures[4]
    whole = None if year is None else int(year) + (2000 if len(year) == 2 else 0)
    orders = _DAY_FIRST if sign == "." else _orders(first, second)
    if not orders:
        raise no_day(day.text, since)
    return replace(day, day=first, month=second, year=whole, orders=orders, slashed=sign == "/")


def _orders(first: int, second: int) -> frozenset[str]:
    if first == second:
        return _ANY_ORDER
    return (_DAY_FIRST if second <= 12 else frozenset()) | (_MONTH_FIRST if first <= 12 else frozenset())


def in_order(day: Day, order: frozenset[str]) -> Day:
    """The day in one order of its figures."""
    return replace(day, day=day.month, month=day.day) if day.slashed and order == _MONTH_FIRST else day


def ways_of(*days: Day) -> list[frozenset[str]]:
    """The orders of figures in which all these days make sense; one where it makes no difference."""
    possible = frozenset.intersection(*(day.orders for day in days))
    ways = [order for order in (_DAY_FIRST, _MONTH_FIRST) if order <= possible]
    return ways if any(day.slashed and day.day != day.month for day in days) else ways[:1]


def the_one_day(day: Day, today: date) -> date:
    """One day by itself: the next from today on. Raises BadTime if it can be two, as `next friday` on a Monday."""
    if day.is_next and day.is_weekday_only:
        coming = next_of(day, today + DAY)
        if coming - today < (7 - today.weekday()) * DAY:
            raise BadTime(Text('"{plain}" can be read in two ways', plain=day.text), (str(coming), str(coming + WEEK)))
        return coming
    days = list(dict.fromkeys(next_of(in_order(day, order), today) for order in ways_of(day)))
    if len(days) > 1:
        raise BadTime(two_ways(day.text), tuple(map(str, days)))
    refuse_far(day, days[0], today)
    return days[0]


def refuse_far(day: Day, meant: date, today: date) -> None:
    """Raise BadTime if a day was written without a year and the next is MAX_AHEAD away."""
    if day.month is not None and day.year is None and day.fixed is None and meant - today > MAX_AHEAD:
        raise BadTime(Text('"{day}": of which year?', day=day.text), (str(meant),))


def two_ways(text: str) -> str:
    """The problem of what can be read in two ways."""
    return Text('"{text}" can be read in two ways; write the year first, then month and day', text=text)


def next_of(day: Day, since: date) -> date:
    """The first such day from `since` on; one with its year is what it says."""
    if day.fixed is not None:
        return day.fixed
    if day.is_weekday_only:
        assert day.weekday is not None
        return since + (day.weekday - since.weekday()) % 7 * DAY
    if day.year is not None:
        return _checked(day, day.year)
    if day.month is None:
        raise BadTime(Text('"{day}": which month?', day=day.text), (str(day_of_month(day.day or 1, since)),))
    years = range(since.year, since.year + LEAP_YEARS_APART + 1)
    return _checked(day, next((year for year in years if (one := _in_year(day, year)) and one >= since), since.year))


def last_before(day: Day, until: date) -> date:
    """The last such day up to `until`."""
    years = range(until.year, until.year - LEAP_YEARS_APART - 1, -1)
    return _checked(day, next((year for year in years if (one := _in_year(day, year)) and one <= until), until.year))


def _in_year(day: Day, year: int) -> date | None:
    with suppress(ValueError):
        return date(year, day.month or 0, day.day or 0)
    return None


def _checked(day: Day, year: int) -> date:
    """The day in that year. Raises BadTime if there is none, or another day of the week was named."""
    month, number = day.month or 0, day.day or 0
    if year < _YEAR_FROM:
        raise BadTime(Text('"{day}" is not a day: there is no year {year}', day=day.text, year=year))
    if not 1 <= month <= 12:
        turned = _in_year(replace(day, day=month, month=number), year)
        raise BadTime(
            Text('"{day}" is not a day: there is no month {month}', day=day.text, month=month),
            (str(turned),) if turned else (),
        )
    last = monthrange(year, month)[1]
    if not 1 <= number <= last:
        raise BadTime(
            Text('"{day}" is not a day: that month has {last}', day=day.text, last=last),
            tuple(f"{each:04}-{month:02}-{last}" for each in (year, year + 1)[: 1 if day.year else 2]),
        )
    day_in_year = date(year, month, number)
    if day.weekday is not None and day_in_year.weekday() != day.weekday:
        raise BadTime(
            Text('"{day}": {day_in_year} is another day of the week', day=day.text, day_in_year=day_in_year),
            (str(day_in_year),),
        )
    return day_in_year


def day_of_month(number: int, since: date) -> date:
    """The next day of this number; the 28th for one that no month has."""
    day, number = since, number if 1 <= number <= 31 else 28
    while day.day != number:
        day += DAY
    return day


def no_day(text: str, since: date) -> BadTime:
    """The error of what is no day; its example is the day after `since`."""
    example = since + DAY
    return UnknownWord(Text('"{text}" is not a day; write it like {example}', text=text, example=example), (str(example),))
