"""Days of absence as players write them.

What can be read in one way only is read. The rest is refused, and its `nearest` are the ways in which it can be read.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import date
from functools import cache

from pbem.figures import has_digit
from pbem.i18n import Text, mapped
from pbem.timing.duration import read_duration
from pbem.timing.errors import BadTime
from pbem.timing.single_day import (
    DAY,
    HYPHEN,
    WEEK,
    YEAR_FIRST,
    Day,
    UnknownWord,
    day_of_month,
    day_or_number,
    feasts,
    in_order,
    last_before,
    next_of,
    no_day,
    read_day,
    refuse_far,
    the_one_day,
    two_ways,
    ways_of,
    whole_month,
    without_filler,
)
from pbem.timing.words import month_of, number_of, one_of, table, weekday_of, word_of

MAX_DAYS = 3653
MAX_MONTHS = 120
SATURDAY = 5
MAX_WITHOUT_YEAR = 183 * DAY
"""If days without a year lie farther apart, their figures are taken as reversed."""
USAGE = "absent 2026-12-20 to 2027-01-03"
_ANY_DAY = date(2000, 1, 1)
MAX_LENGTH = 100
"""Letters and signs of a line that can be days."""


def read_absence(text: str, today: date) -> tuple[date, date]:
    """First and last day of `2026-12-20 to 2027-01-03`, `24-31 Dec`, `24/12 to 3/1`, `until 2027-01-03` (from today), `for 3
    days`, `24 Dec for two weeks`, `next week`, `monday to monday` or a single day.

    Days can be written in many ways, in English and German; one without a year, or only of the week, is the next. Raises
    BadTime, also for days gone by; its `nearest` are days that would do.
    """
    if len(text) > MAX_LENGTH:
        raise BadTime(Text('this is too long for days of absence; write it like "{usage}"', usage=USAGE), _example(today))
    plain = _plain(text)
    if not re.sub(one_of((*word_of("left_out", "from"), *word_of("range", "to"))), "", plain).strip():
        raise BadTime(Text('from when to when? Write it like "{usage}"', usage=USAGE), _example(today))
    try:
        return _checked_span(plain, today)
    except BadTime as bad:
        near = _meant(plain, today) if isinstance(bad, UnknownWord) else ()
        raise BadTime(
            mapped(bad.problem, lambda text: text.replace(HYPHEN, "-")), _accepted(near or bad.nearest, today)
        ) from bad


def is_days(text: str) -> bool:
    """Whether each word of a text tells of days, as `read_absence` reads them, if in order or not; but not today alone."""
    plain = _plain(text) if len(text) <= MAX_LENGTH else ""
    if not plain or plain in table()["days"]["0"] or not all(map(_is_of_days, plain.split())):
        return False
    try:
        _read(plain, _ANY_DAY)
    except UnknownWord:
        return any(re.search(one_of([name]), plain) for name in feasts(_ANY_DAY))
    except BadTime:
        return True
    return True


def _checked_span(plain: str, today: date) -> tuple[date, date]:
    """What was written, where it is in order and not over. Raises BadTime."""
    first, last = _read(plain, today)
    if last < first:
        raise BadTime(Text("{last} comes before {first}", last=last, first=first), (_between(last, first),))
    if last < today:
        raise BadTime(Text("{last} is over already", last=last))
    if last - today > MAX_DAYS * DAY:
        raise BadTime(Text("{last} is too far away", last=last))
    return max(first, today), last


def _plain(text: str) -> str:
    """One way to write what can be written in many: small letters, one blank, `to` for every dash between days."""
    plain = " ".join(text.replace(",", " ").casefold().split())
    plain = re.sub(r"[\u2010-\u2015\u2212]", "-", plain)
    plain = re.sub(r"\s*(?:[-=]*>|[\u2192\u21d2~])\s*", " to ", plain)
    plain = YEAR_FIRST.sub(rf"\1{HYPHEN}\2{HYPHEN}\3", plain)
    plain = re.sub(rf"({YEAR_FIRST.pattern})\s*/\s*(?={YEAR_FIRST.pattern})", r"\1 to ", plain)
    plain = re.sub(r"(?<![0-9./-])([0-9]{1,2})-([0-9]{1,2})-([0-9]{4})(?![0-9])", r"\1/\2/\3", plain)
    plain = re.sub(
        r"(?<![0-9./-])([0-9]{1,2}) ?- ?([0-9]{1,2})(/[0-9]{1,2}(?:/[0-9]{4})?)(?![0-9./-])", r"\1\3 to \2\3", plain
    )
    plain = re.sub(r"\b([0-9]{1,2})-([^\W\d_]{3,})-(?:(20[0-9]{2})|([0-9]{2}))\b", _with_century, plain)
    plain = re.sub(r"\b([0-9]{1,2})(?:st|nd|rd|th)\b", r"\1", plain)
    plain = re.sub(r"([0-9]\.?)(?=[^\W\d_]{3})|([^\W\d_]{3})(?=[0-9])", _parted, plain)
    plain = _hyphened(plain)
    plain = re.sub(r"\s*(?:\.\.+|\u2026|-)\s*", " to ", plain)
    plain = re.sub(rf"({YEAR_FIRST.pattern}) (?={YEAR_FIRST.pattern})", r"\1 to ", plain)
    if match := re.fullmatch(rf"{one_of(word_of('range', 'between'))} (.+) {one_of(word_of('range', 'and'))} (.+)", plain):
        plain = f"{match[1]} to {match[2]}"
    return _days_in_a_row(plain).strip(" !;:")


def _with_century(found: re.Match[str]) -> str:
    """`24-Dec-2026` or `24-Dec-26`, which no range is written like."""
    return f"{found[1]} {found[2]} {found[3] or f'20{found[4]}'}"


def _parted(match: re.Match[str]) -> str:
    """A blank between figures and the name of a month: `24dec`, `24.Dez`, `Dec24`."""
    letters = re.compile(r"[^\W\d_]+")
    name = letters.match(match.string, match.end()) if match[1] else re.search(r"[^\W\d_]+$", match.string[: match.end()])
    return f"{match[0]} " if name is not None and month_of(name[0]) is not None else match[0]


def _hyphened(plain: str) -> str:
    """Days with hyphens in them, where something else is between two of them: `24-Dec to 3-Jan`, `24-12 - 03-01`."""
    sides = re.split(rf" - |{one_of(word_of('range', 'to'))}", plain)
    if len(sides) != 2:
        return plain
    for pattern, written in ((r"([0-9]{1,2})-([0-9]{1,2})", r"\1/\2"), (r"([0-9]{1,2})\.?-([^\W\d_]{3,})", r"\1 \2")):
        turned = [re.sub(rf"(?<![0-9./-]){pattern}(?![\w./-])", written, side) for side in sides]
        if turned[0] != sides[0] or (turned[1] != sides[1] and YEAR_FIRST.search(sides[0])):
            return " to ".join(side.strip() for side in turned)
    return plain


def _days_in_a_row(plain: str) -> str:
    """Days that follow one another: `29/30 Aug`, `24, 25 and 26 Dec`, `Sat and Sun`."""
    between = rf"\s*(?:[/&+]|{one_of(word_of('range', 'and'))})\s*"
    if match := re.fullmatch(rf"(\D*?)([0-9]{{1,2}}\.?(?:(?:{between}|\s)[0-9]{{1,2}}\.?){{2,}})((?: [^/&+]*)?)", plain):
        days = [int(day) for day in re.findall("[0-9]+", match[2])]
        named = any(month_of(word.rstrip(".")) is not None for word in (*match[1].split(), *match[3].split()))
        if named and days == [*range(days[0], days[0] + len(days))]:
            return f"{match[1]}{days[0]} to {days[-1]}{match[3]}"
    if match := re.fullmatch(rf"(.*?)([0-9]{{1,2}})\.?{between}([0-9]{{1,2}})\.?((?: (?!.*[/&+]).*)?)", plain):
        words = [*match[1].split(), *match[4].split()]
        named = any(month_of(word.rstrip(".")) is not None for word in words)
        if named and int(match[3]) == int(match[2]) + 1:
            return f"{match[1]}{match[2]} to {match[3]}{match[4]}"
    figures = rf"(.*?)([0-9]{{1,2}})\.?{between}([0-9]{{1,2}})(\.[0-9]{{1,2}}\.?(?:20)?(?:[0-9]{{2}})?)"
    if (match := re.fullmatch(figures, plain)) and int(match[3]) == int(match[2]) + 1:
        return f"{match[1]}{match[2]}. to {match[3]}{match[4]}"
    row = re.split(rf"{between}|\s+", re.sub(rf"^(?:{_leading()} )+", "", plain))
    weekdays = [weekday_of(name.rstrip(".")) for name in row]
    first = weekdays[0]
    if len(row) > 1 and first is not None and weekdays == [(first + at) % 7 for at in range(len(row))]:
        return f"{row[0]} to {row[-1]}"
    return plain


def _read(plain: str, today: date) -> tuple[date, date]:
    if match := re.fullmatch(
        rf"(?:(.+?) )??(?:{one_of(word_of('range', 'to'))} )?{one_of(word_of('range', 'open'))}", plain
    ):
        text = _after_from(match[1] or "")[0]
        first = the_one_day(read_day(text, today), today) if text else today
        raise BadTime(
            Text('until when? Name the last day; "present" ends an absence sooner, and a new line makes it longer'),
            (_between(first, first + 2 * WEEK - DAY),),
        )
    if (days := _named_days(plain, today)) is not None:
        return days
    sides = [side.strip() for side in re.split(one_of(word_of("range", "to")), plain) if side is not None]
    if len(sides) > 2:
        near = _example(today)
        with suppress(BadTime):
            near = (_between(*_from_to(sides[0], sides[1], today)),)
        raise BadTime(Text("there is more than one last day; write one line for each absence"), near)
    if len(sides) == 2:
        return _from_to(sides[0], sides[1], today)
    return _length_or_day(plain, today)


def _named_days(plain: str, today: date) -> tuple[date, date] | None:
    """`this week`, `next weekend`, `Mon to Fri next week`, `KW 36`; a month, a feast and `the week of` are asked about."""
    week, coming = word_of("weeks", "week"), (*word_of("weeks", "next"), *word_of("weeks", "coming"))
    monday = today - today.weekday() * DAY
    named = re.fullmatch(rf"(?:{_leading()} )*(?:(.+) )?({'|'.join((*week, *word_of('weeks', 'weekend')))})", plain)
    if named and (named[1] is None or named[1] in (*word_of("weeks", "this"), *coming)):
        return _week(plain, named[1] or "", today) if named[2] in week else _weekend(plain, named[1] or "", today)
    if re.fullmatch(rf"(?:{_leading()} )*{one_of(word_of('weeks', 'rest'))}", plain):
        return _week(plain, "", today)
    if match := re.fullmatch(rf"(?:(.+?) )?(?:{'|'.join(coming)}) (?:{'|'.join(week)})(?: (.+))?", plain):
        rest = " ".join(filter(None, match.groups()))
        words = re.split(rf"\W+|{one_of(word_of('range', 'to'))}", rest)
        if all(weekday_of(word) is not None or re.fullmatch(_leading(), word) for word in words if word):
            return _read(rest, monday + WEEK)
    if match := re.fullmatch(rf"(?:{_leading()} )*(?:{'|'.join(word_of('weeks', 'number'))}) ?([0-9]{{1,2}})", plain):
        return _week_of_year(plain, int(match[1]), today)
    if match := re.fullmatch(rf"(?:{_leading()} )*(?:{'|'.join(word_of('weeks', 'begins'))}) (.+)", plain):
        first = the_one_day(read_day(match[1], today), today)
        first -= first.weekday() * DAY
        raise BadTime(Text('"{plain}": from which day to which?', plain=plain), (_between(first, first + WEEK - DAY),))
    alone = re.sub(rf"^(?:{_leading()} )+", "", plain)
    for first, last in _asked_about(" ".join(without_filler(alone)), today):
        raise BadTime(Text('"{plain}": from which day to which?', plain=plain), (_between(max(first, today), last),))
    return None


def _week(plain: str, which: str, today: date) -> tuple[date, date]:
    monday = today - today.weekday() * DAY
    coming = monday + WEEK, monday + 2 * WEEK - DAY
    if which in (*word_of("weeks", "next"), *word_of("weeks", "coming")):
        if re.search(rf"{one_of(word_of('weeks', 'from_now'))} {one_of(word_of('weeks', 'week'))}$", plain):
            raise _two_spans(plain, (today, today + WEEK - DAY), coming)
        return coming
    if today.weekday() >= SATURDAY:
        raise _two_spans(plain, (today, monday + WEEK - DAY), coming)
    return today, monday + WEEK - DAY


def _two_spans(plain: str, *spans: tuple[date, date]) -> BadTime:
    return BadTime(Text('"{plain}" can be read in two ways', plain=plain), tuple(_between(*span) for span in spans))


def _weekend(plain: str, which: str, today: date) -> tuple[date, date]:
    is_next = which in word_of("weeks", "next")
    saturday = today + (SATURDAY - today.weekday()) * DAY
    if is_next and today < saturday:
        raise _two_spans(plain, *((day, day + DAY) for day in (saturday, saturday + WEEK)))
    saturday += WEEK if is_next else 0 * DAY
    return max(saturday, today), saturday + DAY


def _week_of_year(plain: str, number: int, today: date) -> tuple[date, date]:
    """The next week of this number (ISO 8601), Monday to Sunday."""
    for year in (today.year, today.year + 1):
        with suppress(ValueError):
            monday = date.fromisocalendar(year, number, 1)
            if monday + WEEK > today:
                return monday, monday + WEEK - DAY
    raise no_day(plain, today)


def _asked_about(plain: str, today: date) -> Iterator[tuple[date, date]]:
    """The days of a month, a length in months or a feast, if one is all that was written."""
    words = plain.split()
    if len(words) == 1 and (number := month_of(words[0])) is not None:
        yield _next_month(number, today)
    if len(words) == 2 and words[1] in word_of("months_of", "month"):
        first = today.replace(day=1)
        if words[0] in word_of("weeks", "this"):
            yield whole_month(first)
        if words[0] in (*word_of("weeks", "next"), *word_of("weeks", "coming")):
            yield whole_month((first + 31 * DAY).replace(day=1))
        if (count := number_of(words[0])) is not None and count <= MAX_MONTHS:
            month = today.year * 12 + today.month - 1 + count
            year, month = divmod(month, 12)
            yield today, date(year, month + 1, min(today.day, monthrange(year, month + 1)[1])) - DAY
    for name, days in feasts(today).items():
        if plain == name:
            first = next_of(read_day(days[0], today), today)
            yield first, next_of(read_day(days[-1], today), first)


def _next_month(number: int, today: date) -> tuple[date, date]:
    """The next month of this number, or the present one."""
    return whole_month(date(today.year + (number < today.month), number, 1))


def _meant(plain: str, today: date) -> tuple[str, ...]:
    """Days that a line can mean whose words are not all known."""
    is_back = re.search(rf"\([^)]*{one_of(word_of('range', 'back'))}", plain)
    text = re.sub(r"[()]" if is_back else r"\([^)]*\)", " ", plain)
    text = text if has_digit(text) or not has_digit(plain) else re.sub(r"[()]", " ", plain)
    for name, days in feasts(today).items():
        text = re.sub(one_of([name]), f" {days[0]} ", text) if name in text else text
    if match := re.fullmatch(rf"(?:(.*?)\W)?\W*{one_of(word_of('range', 'back'))}\W*(.+)", text):
        with suppress(BadTime):
            first, last = _checked_span(_known(match[1] or ""), today)
            if first < last:
                return (_between(first, last),)
        with suppress(BadTime):
            back = _next_such(_known(match[2]) or match[2], today)
            first = the_one_day(read_day(_known(match[1]), today), today) if _known(match[1] or "") else today
            return (_between(first, max(back - DAY, first)), _between(first, back))
    text = re.sub(rf"\s*(?:[&+]|{one_of(word_of('range', 'and'))})\s*", " to ", text)
    try:
        first, last = _checked_span(_known(text), today)
    except UnknownWord:
        return _month_meant(plain, today)
    except BadTime as bad:
        return bad.nearest or _month_meant(plain, today)
    return (str(first) if first == last else _between(first, last),)


def _month_meant(plain: str, today: date) -> tuple[str, ...]:
    """The month in a line that tells of one, if of no other year: in part it may be what is meant."""
    months = {month_of(word.rstrip(".")) for word in plain.split()} - {None}
    if len(months) != 1:
        return ()
    first, last = _next_month(months.pop() or 1, today)
    years = re.findall(r"(?<!\S)20[0-9]{2}(?!\S)", plain)
    return () if set(years) - {str(first.year)} else (_between(max(first, today), last),)


def _in_this_century(found: re.Match[str]) -> str:
    """`24 Dec 26`, where it is no day of the month that stands last."""
    return f"{found[1]} 20{found[3]}" if month_of(found[2]) is not None else found[0]


def _next_such(text: str, today: date) -> date:
    """One day; of a number alone the next day of it, of a length of time the day after it, of a week its first."""
    ahead = re.sub(rf"^{one_of(word_of('left_out', 'in'))} ", "", text)
    if _length().fullmatch(ahead):
        return today + read_duration(ahead)
    if (days := _named_days(text, today)) is not None:
        return days[0]
    day = day_or_number(text, today)
    if day.day is not None and day.month is None and day.fixed is None:
        return day_of_month(day.day, today)
    return the_one_day(day, today)


def _known(text: str) -> str:
    """A text without filler words and times of day."""
    text = re.sub(r"[t ][0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?|(?<!\S)[0-9]{1,2} ?[ap]m(?!\S)", " ", text)
    text = re.sub(r"([0-9]{1,2}\.? ([^\W\d_]{3,})\.?) '?([0-9]{2})(?!\S)", _in_this_century, text)
    rules_known = []
    for word in text.replace(":", " ").split():
        bare = word.strip("().'!?")
        if has_digit(bare) or _tells_of_days(bare):
            rules_known.append(word.strip("()'!?"))
    while rules_known and rules_known[-1] in (*word_of("left_out", "from"), *word_of("left_out", "filler")):
        rules_known.pop()
    while len(rules_known) > 1 and rules_known[0] in word_of("left_out", "filler"):
        rules_known.pop(0)
    near = [day for days in table()["days"].values() for day in days]
    tells = any(has_digit(word) or month_of(word) or weekday_of(word) is not None or word in near for word in rules_known)
    return " ".join(rules_known) if tells and rules_known[-1] not in word_of("range", "to") else ""


@cache
def _tells_of_days(word: str) -> bool:
    tables = table()
    rows = [tables["range"]["to"], *tables["left_out"].values(), *tables["days"].values(), *tables["weeks"].values()]
    rows += [*tables["units"].values(), *tables["numbers"].values()]
    return any(word in row for row in rows) or month_of(word) is not None or weekday_of(word) is not None


def _is_of_days(word: str) -> bool:
    """Whether a word is a figure, or stands where days are written; those of hours do not."""
    bare = word.rstrip(".")
    return has_digit(word) or bare in _words_of_days() or month_of(bare) is not None or weekday_of(bare) is not None


@cache
def _words_of_days() -> frozenset[str]:
    rows = [
        row
        for section in ("range", "left_out", "days", "weeks", "months_of", "feasts", "easter", "numbers")
        for row in table()[section].values()
    ]
    rows += [table()["units"][unit] for unit in ("days", "weeks", "fortnights")]
    return frozenset(word for row in rows for words in row for word in words.split())


def _leading() -> str:
    return f"(?:{'|'.join((*word_of('left_out', 'from'), *word_of('left_out', 'for'), *word_of('left_out', 'filler')))})"


def _length_or_day(plain: str, today: date) -> tuple[date, date]:
    ahead = rf"{one_of(word_of('left_out', 'in'))} (.+) (?={one_of(word_of('left_out', 'for'))})"
    if (match := re.match(ahead, plain)) and _length().fullmatch(match[1]):  # "in 2 weeks for 3 days"
        return _length_or_day(plain[match.end() :], today + read_duration(match[1]))
    if (length := _length().search(plain)) is not None:
        rest = f"{plain[: length.start()]} {plain[length.end() :]}".strip()
        first = the_one_day(read_day(_after_from(rest)[0], today), today) if _without_in(rest) else today
        return _of_length(plain, length, first)
    text, has_from = _after_from(plain)
    try:
        day = the_one_day(read_day(text, today), today)
    except UnknownWord:
        raise
    except BadTime as bad:
        days = [date.fromisoformat(near) for near in bad.nearest if has_from]
        raise BadTime(bad.problem, tuple(_between(day, day + WEEK - DAY) for day in days) or bad.nearest) from bad
    if has_from:
        raise BadTime(Text("until when? From {day} to which day?", day=day), (_between(day, day + WEEK - DAY),))
    return day, day


def _without_in(rest: str) -> str:
    return "" if rest in word_of("left_out", "in") else rest


def _of_length(plain: str, length: re.Match[str], first: date) -> tuple[date, date]:
    """From the first day on, as long as was written; `in a week` and `a week from monday` are asked about."""
    days = read_duration(length["length"])
    if days > MAX_DAYS * DAY:
        raise BadTime(Text("{last} is too far away", last=length["length"]))
    span = first, first + max(days, DAY) - DAY
    before, behind = plain[: length.start()].split(), plain[length.end() :].split()
    if before and before[-1] in word_of("left_out", "in"):
        raise _two_spans(plain, (first + days, first + days), span)
    if not length["for"] and behind and behind[0] in word_of("left_out", "ahead"):
        raise _two_spans(plain, span, (first + days, first + days))
    if days % DAY or not days or length["unit"] in (*word_of("units", "hours"), "h"):
        raise BadTime(Text("an absence lasts whole days"), (_between(*span), _between(first, first + days)))
    return span


@cache
def _length() -> re.Pattern[str]:
    """`for two weeks`, `3 days`: a number and a unit."""
    numbers = "|".join(_longest_first(word for words in table()["numbers"].values() for word in words))
    units = "|".join(_longest_first(word for words in table()["units"].values() for word in (*words, words[0][0])))
    before = f"(?:{'|'.join(word_of('left_out', 'for'))})"
    coming = "|".join((*word_of("weeks", "next"), *word_of("weeks", "coming")))
    ahead = rf"(?:{before} |\+ ?)?(?:(?:the |die |den )?(?:{coming}) )?(?:a (?=couple ))?"
    return re.compile(
        rf"(?<!\S)(?P<for>{ahead})(?P<length>(?:[0-9]+ ?|(?:{numbers}) )(?P<unit>{units}))(?: {before})?(?!\S)"
    )


def _longest_first(words: Iterable[str]) -> list[str]:
    return sorted(words, key=len, reverse=True)


def _after_from(text: str) -> tuple[str, bool]:
    rest = re.sub(rf"^{one_of(word_of('left_out', 'from'))}\s*(?:{one_of(['on'])})?", "", text).strip()
    return rest, rest != text


def _from_to(left: str, right: str, today: date) -> tuple[date, date]:
    left, _ = _after_from(left)
    if not left:
        try:
            return today, _until(read_day(right, today), today)
        except UnknownWord:
            raise
        except BadTime as bad:
            days = [date.fromisoformat(near) for near in bad.nearest if YEAR_FIRST.fullmatch(near)]
            raise BadTime(bad.problem, tuple(_between(today, day) for day in days) or bad.nearest) from bad
    with _in_whole("", f" to {right}"):
        first = day_or_number(left, today)
    with _in_whole(f"{left} to ", ""):
        last = day_or_number(right, today, _begin_or(first, today))
    if first.is_next and first.is_weekday_only:
        with _in_whole("", f" to {right}"):
            first = replace(first, fixed=the_one_day(first, today))
    first, last = _completed(first, last), _completed(last, first)
    ways = list(dict.fromkeys(_span(in_order(first, way), in_order(last, way), today) for way in ways_of(first, last)))
    if len(ways) == 1:
        begin, end = ways[0]
        if last.year is None and end - begin > MAX_WITHOUT_YEAR:
            raise BadTime(
                Text("{last} comes before {first}", last=right, first=left),
                (_between(end, next_of(in_order(first, ways_of(first)[0]), end)),),
            )
        with _in_whole("", f" to {end}"):
            refuse_far(replace(first, text=f"{left} to {right}"), begin, today)
        return begin, end
    sensible = tuple(_between(*way) for way in ways if way[0] <= way[1])
    raise BadTime(two_ways(f"{left} to {right}"), sensible)


def _begin_or(first: Day, today: date) -> date:
    """The day, or today if that is ambiguous."""
    with suppress(BadTime):
        return the_one_day(first, today)
    return today


@contextmanager
def _in_whole(before: str, after: str) -> Iterator[None]:
    """Where one side of a range is wrong, a suggestion, between what is `before` and `after` it."""
    try:
        yield
    except BadTime as bad:
        raise type(bad)(bad.problem, tuple(f"{before}{near}{after}" for near in bad.nearest)) from bad


def _completed(day: Day, other: Day) -> Day:
    """`24-31 Dec`: month and year of the one are those of the other too."""
    if day.day is None or day.month is not None or other.slashed:
        return day
    return replace(day, month=other.month, year=day.year or other.year)


def _until(last: Day, today: date) -> date:
    day = the_one_day(last, today)
    if last.is_weekday_only and day == today:
        raise BadTime(Text('"{last}" is today', last=last.text), (str(today), _between(today, today + WEEK)))
    return day


def _span(first: Day, last: Day, today: date) -> tuple[date, date]:
    """First and last day: the year of the one follows from the other, and both are the next that are not over."""
    if first.fixed is not None or first.year is not None or first.is_weekday_only:
        with _in_whole("", f" to {last.text}"):
            begin = next_of(first, today)
        with _in_whole(f"{begin} to ", ""):
            return begin, _after(first, last, begin, today)
    if last.is_weekday_only:
        begin = next_of(first, today)
        with _in_whole(f"{begin} to ", ""):
            return begin, _after(first, last, begin, today)
    with _in_whole(f"{first.text} to ", ""):
        end = next_of(last, today)
    with _in_whole("", f" to {end}"):
        begin = last_before(first, end) if first.month is not None else next_of(first, today)
    return begin, end


def _after(first: Day, last: Day, begin: date, today: date) -> date:
    """The last day, which follows the first: `monday to monday` is a week, and `tomorrow to monday` may be one day or a
    week.
    """
    since = max(begin, today)
    end = the_one_day(last, since) if last.is_next and last.is_weekday_only else next_of(last, since)
    if not last.is_weekday_only or end != begin:
        return end
    if first.is_weekday_only:
        return end + WEEK
    raise BadTime(Text('"{last}" is the first day itself', last=last.text), (str(begin), str(begin + WEEK)))


def _accepted(lines: Sequence[str], today: date) -> tuple[str, ...]:
    """The lines that are valid absences; an example if none is."""
    valid = []
    for line in lines:
        with suppress(BadTime):
            first, last = _checked_span(_plain(line), today)
            valid.append(str(first) if first == last else _between(first, last))
    return tuple(dict.fromkeys(valid)) or _example(today)


def _example(today: date) -> tuple[str, ...]:
    return (_between(today + DAY, today + WEEK),)


def _between(first: date, last: date) -> str:
    return f"{first} to {last}"
