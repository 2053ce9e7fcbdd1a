"""Days of absence as players write them.

What can be read in one way only is read. The rest is refused, and its `nearest` are the ways in which it can be read.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import cache

from pbem.timing.duration import read_duration
from pbem.timing.errors import BadTime
from pbem.timing.words import month_of, one_of, table, weekday_of, word_of

DAY = timedelta(days=1)
WEEK = 7 * DAY
MAX_DAYS = 3653
MAX_WITHOUT_YEAR = 183 * DAY
"""Days without a year that lie farther apart are taken for turned round."""
USAGE = "absent 2026-12-20 to 2027-01-03"
LEAP_YEARS_APART = 8
MAX_LENGTH = 100
"""Letters and signs of a line that can be days."""
_DAY_FIRST, _MONTH_FIRST = frozenset({"dm"}), frozenset({"md"})
_ANY_ORDER = _DAY_FIRST | _MONTH_FIRST
_HYPHEN = "\u2010"
"""Stands within a date, so that it is none between two days."""
_YEAR_FIRST = re.compile(rf"([0-9]{{4}})[-/.{_HYPHEN}]([0-9]{{1,2}})[-/.{_HYPHEN}]([0-9]{{1,2}})")
_COMPACT = re.compile(r"([0-9]{4})([0-9]{2})([0-9]{2})")
_FIGURES = re.compile(r"([0-9]{1,2})([/.])([0-9]{1,2})(?:[/.]([0-9]{4}|[0-9]{2})?)?")
_NUMBER = re.compile(r"([0-9]{1,4})\.?")
_YEAR_FROM = 1000


@dataclass(frozen=True, slots=True)
class _Day:
    """What was written of a day. `orders` are those in which its figures make sense, `slashed` those of `24/12`; `fixed` is
    a day such as tomorrow.
    """

    text: str
    day: int | None = None
    month: int | None = None
    year: int | None = None
    weekday: int | None = None
    fixed: date | None = None
    orders: frozenset[str] = _ANY_ORDER
    slashed: bool = False

    @property
    def is_weekday_only(self) -> bool:
        return self.weekday is not None and self.day is None


def read_absence(text: str, today: date) -> tuple[date, date]:
    """First and last day of `2026-12-20 to 2027-01-03`, `24-31 Dec`, `24/12 to 3/1`, `until 2027-01-03` (from today), `for 3
    days`, `24 Dec for two weeks`, `next week`, `monday to monday` or a single day.

    Days can be written in many ways, in English and German; one without a year, or only of the week, is the next. Raises
    BadTime, also for days gone by; its `nearest` are days that would do.
    """
    if len(text) > MAX_LENGTH:
        raise BadTime(f'this is too long for days of absence; write it like "{USAGE}"', _example(today))
    plain = _plain(text)
    if not re.sub(one_of((*word_of("left_out", "from"), *word_of("range", "to"))), "", plain).strip():
        raise BadTime(f'from when to when? Write it like "{USAGE}"', _example(today))
    try:
        return _checked_span(plain, today)
    except BadTime as bad:
        raise BadTime(bad.problem.replace(_HYPHEN, "-"), _accepted(bad.nearest, today)) from bad


def _checked_span(plain: str, today: date) -> tuple[date, date]:
    """What was written, where it is in order and not over. Raises BadTime."""
    first, last = _read(plain, today)
    if last < first:
        raise BadTime(f"{last} comes before {first}", (_between(last, first),))
    if last < today:
        raise BadTime(f"{last} is over already")
    if last - today > MAX_DAYS * DAY:
        raise BadTime(f"{last} is too far away")
    return max(first, today), last


# Text


def _plain(text: str) -> str:
    """One way to write what can be written in many: small letters, one blank, `to` for every dash between days."""
    plain = " ".join(text.replace(",", " ").casefold().split())
    plain = re.sub(r"[\u2010-\u2015\u2212]", "-", plain)
    plain = _YEAR_FIRST.sub(rf"\1{_HYPHEN}\2{_HYPHEN}\3", plain)
    plain = re.sub(r"(?<![0-9./-])([0-9]{1,2})-([0-9]{1,2})-([0-9]{4})(?![0-9])", r"\1/\2/\3", plain)
    plain = re.sub(r"\b([0-9]{1,2})-([^\W\d_]{3,})-([0-9]{4})\b", r"\1 \2 \3", plain)
    plain = re.sub(r"\b([0-9]{1,2})(?:st|nd|rd|th)\b", r"\1", plain)
    plain = re.sub(r"\s*(?:\.\.+|\u2026|-)\s*", " to ", plain)
    plain = re.sub(rf"({_YEAR_FIRST.pattern}) (?={_YEAR_FIRST.pattern})", r"\1 to ", plain)
    if found := re.fullmatch(rf"{one_of(word_of('range', 'between'))} (.+) {one_of(word_of('range', 'and'))} (.+)", plain):
        plain = f"{found[1]} to {found[2]}"
    return plain.strip(" !;:")


def _read(plain: str, today: date) -> tuple[date, date]:
    if (days := _named_days(plain, today)) is not None:
        return days
    sides = [side.strip() for side in re.split(one_of(word_of("range", "to")), plain) if side is not None]
    if len(sides) > 2:
        raise BadTime("there is more than one last day; write one line for each absence", _example(today))
    if len(sides) == 2:
        return _from_to(sides[0], sides[1], today)
    return _length_or_day(plain, today)


def _named_days(plain: str, today: date) -> tuple[date, date] | None:
    """`this week`, `next weekend`, and a month alone, which is asked about."""
    named = re.fullmatch(
        rf"(?:{_leading()} )?(?:(.+) )?({'|'.join((*word_of('weeks', 'week'), *word_of('weeks', 'weekend')))})", plain
    )
    if named and (named[1] is None or named[1] in (*word_of("weeks", "this"), *word_of("weeks", "next"))):
        is_next = named[1] in word_of("weeks", "next")
        monday = today - today.weekday() * DAY
        if named[2] in word_of("weeks", "week"):
            return (monday + WEEK, monday + 2 * WEEK - DAY) if is_next else (today, monday + WEEK - DAY)
        saturday = monday + 5 * DAY
        if is_next and today < saturday:
            ways = tuple(_between(day, day + DAY) for day in (saturday, saturday + WEEK))
            raise BadTime(f'"{plain}" can be read in two ways', ways)
        saturday += WEEK if is_next else 0 * DAY
        return max(saturday, today), saturday + DAY
    month = _without_filler(plain)
    if len(month) == 1 and (number := month_of(month[0])) is not None:
        year = today.year + (number < today.month)
        first = date(year, number, 1)
        whole = _between(max(first, today), first.replace(day=monthrange(year, number)[1]))
        raise BadTime(f'"{plain}": from which day to which?', (whole,))
    return None


def _leading() -> str:
    return f"(?:{'|'.join((*word_of('left_out', 'from'), *word_of('left_out', 'for'), *word_of('left_out', 'filler')))})"


def _length_or_day(plain: str, today: date) -> tuple[date, date]:
    if (length := _length().search(plain)) is not None:
        rest = f"{plain[: length.start()]} {plain[length.end() :]}".strip()
        first = _single(_day(_after_from(rest)[0], today), today) if rest else today
        days = read_duration(length[1])
        if days % DAY or not days:
            raise BadTime("an absence is so many whole days", (_between(first, first + max(days, DAY) - DAY),))
        if days > MAX_DAYS * DAY:
            raise BadTime(f"{length[1]} is too far away")
        return first, first + days - DAY
    text, has_from = _after_from(plain)
    day = _single(_day(text, today), today)
    if has_from:
        raise BadTime(f"until when? From {day} to which day?", (_between(day, day + WEEK - DAY),))
    return day, day


@cache
def _length() -> re.Pattern[str]:
    """`for two weeks`, `3 days`: so many of a unit."""
    numbers = "|".join(_longest_first(word for words in table()["numbers"].values() for word in words))
    units = "|".join(_longest_first(word for words in table()["units"].values() for word in (*words, words[0][0])))
    before = f"(?:{'|'.join(word_of('left_out', 'for'))})"
    return re.compile(rf"(?<!\S)(?:{before} )?(?:the next |next )?((?:[0-9]+|{numbers}) ?(?:{units}))(?: {before})?(?!\S)")


def _longest_first(words: Iterable[str]) -> list[str]:
    return sorted(words, key=len, reverse=True)


def _after_from(text: str) -> tuple[str, bool]:
    rest = re.sub(rf"^{one_of(word_of('left_out', 'from'))}\s*(?:{one_of(['on'])})?", "", text).strip()
    return rest, rest != text


def _without_filler(text: str) -> list[str]:
    """The words that say which day: without articles, and without the full stop of an abbreviation."""
    words = re.sub(one_of(word_of("left_out", "filler")), " ", text).split()
    return [word if _FIGURES.fullmatch(word) or "0" <= word[0] <= "9" else word.rstrip(".") for word in words]


# Days


def _day(text: str, today: date) -> _Day:
    """What a text says of a day. Raises BadTime where a word of it is none of a day."""
    found = _day_or_number(text, today)
    if found.day is not None and found.month is None and found.fixed is None:
        raise BadTime(f'"{found.text}": which month?', (str(_day_of_month(found.day, today)),))
    return found


def _day_or_number(text: str, today: date, since: date | None = None) -> _Day:
    """The same; of the day a number is enough where the other end of a range has the month. An example is after `since`."""
    since = since or today
    for ahead, names in table()["days"].items():
        if text in names:
            return _Day(text, fixed=today + int(ahead) * DAY)
    found = _Day(text)
    words = _without_filler(text)
    if not words:
        raise _no_day(text or "nothing", since)
    for word in words:
        found = _with(found, word, since)
    if found.day is None and found.weekday is None:
        raise _no_day(text, since)
    return found


def _with(found: _Day, word: str, since: date) -> _Day:
    """What was found, and this word of it too. Raises BadTime if it fits nothing, or twice."""
    if (year_first := _YEAR_FIRST.fullmatch(word) or _COMPACT.fullmatch(word)) and found.day is found.month is None:
        year, month, day = map(int, year_first.groups())
        return replace(found, year=year, month=month, day=day)
    if (figures := _FIGURES.fullmatch(word)) and found.day is found.month is None:
        return _in_figures(found, figures, since)
    if (number := _NUMBER.fullmatch(word)) and not (word.endswith(".") and int(number[1]) >= _YEAR_FROM):
        value = int(number[1])
        if value >= _YEAR_FROM and found.year is None:
            return replace(found, year=value)
        if value < _YEAR_FROM and found.day is None:
            return replace(found, day=value)
    elif (name := month_of(word)) is not None and found.month is None and weekday_of(word) is None:
        return replace(found, month=name)
    elif (weekday := weekday_of(word)) is not None and found.weekday is None:
        return replace(found, weekday=weekday)
    elif word in word_of("weeks", "next") or word in word_of("weeks", "this"):
        return found
    raise _no_day(found.text, since)


def _in_figures(found: _Day, figures: re.Match[str], since: date) -> _Day:
    """`24.12.` has the day first; with `/` it can be either, where both make sense."""
    first, sign, second, year = int(figures[1]), figures[2], int(figures[3]), figures[4]
    whole = None if year is None else int(year) + (2000 if len(year) == 2 else 0)
    orders = _DAY_FIRST if sign == "." else _orders(first, second)
    if not orders:
        raise _no_day(found.text, since)
    return replace(found, day=first, month=second, year=whole, orders=orders, slashed=sign == "/")


def _orders(first: int, second: int) -> frozenset[str]:
    if first == second:
        return _ANY_ORDER
    return (_DAY_FIRST if second <= 12 else frozenset()) | (_MONTH_FIRST if first <= 12 else frozenset())


def _turned(day: _Day, order: frozenset[str]) -> _Day:
    """The day as it is read in one order of its figures."""
    return replace(day, day=day.month, month=day.day) if day.slashed and order == _MONTH_FIRST else day


def _ways(*days: _Day) -> list[frozenset[str]]:
    """The orders of figures in which all these days make sense; one where it makes no difference."""
    possible = frozenset.intersection(*(day.orders for day in days))
    ways = [order for order in (_DAY_FIRST, _MONTH_FIRST) if order <= possible]
    return ways if any(day.slashed and day.day != day.month for day in days) else ways[:1]


def _single(day: _Day, today: date) -> date:
    """One day by itself: the next from today on. Raises BadTime."""
    found = list(dict.fromkeys(_next(_turned(day, order), today) for order in _ways(day)))
    if len(found) > 1:
        raise BadTime(_two_ways(day.text), tuple(map(str, found)))
    return found[0]


def _two_ways(text: str) -> str:
    return f'"{text}" can be read in two ways; write the year first, then month and day'


def _next(day: _Day, since: date) -> date:
    """The first such day from `since` on; one with its year is what it says."""
    if day.fixed is not None:
        return day.fixed
    if day.is_weekday_only:
        assert day.weekday is not None
        return since + (day.weekday - since.weekday()) % 7 * DAY
    if day.year is not None:
        return _checked(day, day.year)
    if day.month is None:
        raise BadTime(f'"{day.text}": which month?', (str(_day_of_month(day.day or 1, since)),))
    years = range(since.year, since.year + LEAP_YEARS_APART + 1)
    return _checked(day, next((year for year in years if (one := _in_year(day, year)) and one >= since), since.year))


def _last_before(day: _Day, until: date) -> date:
    """The last such day up to `until`."""
    years = range(until.year, until.year - LEAP_YEARS_APART - 1, -1)
    return _checked(day, next((year for year in years if (one := _in_year(day, year)) and one <= until), until.year))


def _in_year(day: _Day, year: int) -> date | None:
    with suppress(ValueError):
        return date(year, day.month or 0, day.day or 0)
    return None


def _checked(day: _Day, year: int) -> date:
    """The day in that year. Raises BadTime where there is none, or another day of the week was named."""
    month, number = day.month or 0, day.day or 0
    if year < _YEAR_FROM:
        raise BadTime(f'"{day.text}" is not a day: there is no year {year}')
    if not 1 <= month <= 12:
        turned = _in_year(replace(day, day=month, month=number), year)
        raise BadTime(f'"{day.text}" is not a day: there is no month {month}', (str(turned),) if turned else ())
    last = monthrange(year, month)[1]
    if not 1 <= number <= last:
        raise BadTime(f'"{day.text}" is not a day: that month has {last}', (f"{year:04}-{month:02}-{last}",))
    found = date(year, month, number)
    if day.weekday is not None and found.weekday() != day.weekday:
        raise BadTime(f'"{day.text}": {found} is another day of the week', (str(found),))
    return found


def _day_of_month(number: int, since: date) -> date:
    day = since
    while day.day != min(number, 28):
        day += DAY
    return day


def _no_day(text: str, since: date) -> BadTime:
    example = since + DAY
    return BadTime(f'"{text}" is not a day; write it like {example}', (str(example),))


# From a day to another


def _from_to(left: str, right: str, today: date) -> tuple[date, date]:
    left, _ = _after_from(left)
    if not left:
        return today, _until(_day(right, today), today)
    with _in_whole("", f" to {right}"):
        first = _day_or_number(left, today)
    with _in_whole(f"{left} to ", ""):
        last = _day_or_number(right, today, _begin_or(first, today))
    first, last = _completed(first, last), _completed(last, first)
    ways = list(dict.fromkeys(_span(_turned(first, way), _turned(last, way), today) for way in _ways(first, last)))
    if len(ways) == 1:
        begin, end = ways[0]
        if last.year is None and end - begin > MAX_WITHOUT_YEAR:
            raise BadTime(f"{right} comes before {left}", (_between(end, _next(_turned(first, _ways(first)[0]), end)),))
        return begin, end
    sensible = tuple(_between(*way) for way in ways if way[0] <= way[1])
    raise BadTime(_two_ways(f"{left} to {right}"), sensible)


def _begin_or(first: _Day, today: date) -> date:
    """The day, or today where it is not clear which."""
    with suppress(BadTime):
        return _single(first, today)
    return today


@contextmanager
def _in_whole(before: str, after: str) -> Iterator[None]:
    """Where one side of a range is wrong, what would do stands between what is `before` and `after` it."""
    try:
        yield
    except BadTime as bad:
        raise BadTime(bad.problem, tuple(f"{before}{near}{after}" for near in bad.nearest)) from bad


def _completed(day: _Day, other: _Day) -> _Day:
    """`24-31 Dec`: month and year of the one are those of the other too."""
    if day.day is None or day.month is not None or other.slashed:
        return day
    return replace(day, month=other.month, year=day.year or other.year)


def _until(last: _Day, today: date) -> date:
    day = _single(last, today)
    if last.is_weekday_only and day == today:
        raise BadTime(f'"{last.text}" is today', (str(today), _between(today, today + WEEK)))
    return day


def _span(first: _Day, last: _Day, today: date) -> tuple[date, date]:
    """First and last day: the year of the one follows from the other, and both are the next that are not over."""
    if first.fixed is not None or first.year is not None or first.is_weekday_only:
        with _in_whole("", f" to {last.text}"):
            begin = _next(first, today)
        with _in_whole(f"{begin} to ", ""):
            return begin, _after(first, last, begin, today)
    if last.is_weekday_only:
        begin = _next(first, today)
        with _in_whole(f"{begin} to ", ""):
            return begin, _after(first, last, begin, today)
    with _in_whole(f"{first.text} to ", ""):
        end = _next(last, today)
    with _in_whole("", f" to {end}"):
        begin = _last_before(first, end) if first.month is not None else _next(first, today)
    return begin, end


def _after(first: _Day, last: _Day, begin: date, today: date) -> date:
    """The last day, which follows the first: `monday to monday` is a week, and `tomorrow to monday` may be one day or a
    week.
    """
    end = _next(last, max(begin, today))
    if not last.is_weekday_only or end != begin:
        return end
    if first.is_weekday_only:
        return end + WEEK
    raise BadTime(f'"{last.text}" is the first day itself', (str(begin), str(begin + WEEK)))


def _accepted(lines: Sequence[str], today: date) -> tuple[str, ...]:
    """Those of the lines that are days of absence; where none is, an example."""
    found = []
    for line in lines:
        with suppress(BadTime):
            first, last = _checked_span(_plain(line), today)
            found.append(str(first) if first == last else _between(first, last))
    return tuple(dict.fromkeys(found)) or _example(today)


def _example(today: date) -> tuple[str, ...]:
    return (_between(today + DAY, today + WEEK),)


def _between(first: date, last: date) -> str:
    return f"{first} to {last}"
