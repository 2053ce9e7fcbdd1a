"""From the moment a player is asked to the moment their orders are due."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from functools import cache
from itertools import count
from zoneinfo import ZoneInfo

from pbem.i18n import Text
from pbem.timing.duration import DAY, HOUR, NONE, read_duration, short
from pbem.timing.errors import BadTime
from pbem.timing.words import every_weekday_of, one_of, table, word_of
from pbem.timing.zones import find_zone, zone_name

MIN_NOTICE = 12 * HOUR
"""A weekday deadline sooner than this is skipped: nobody is asked in the evening for the same evening."""
MIN_TERM, MAX_TERM = HOUR, 90 * DAY
DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
NOON = time(12)
_HALF = r"(?P<half>[ap]\.?m\b\.?)"
_HOUR_WORD = one_of(word_of("clock", "hour")).removeprefix(r"(?<!\w)")
_NUMBERS = one_of(word for words in table()["numbers"].values() for word in words)
_CLOCK = re.compile(
    rf"(?<![\w:.+-])(?P<hour>[0-9]{{1,2}})(?:[:.](?P<minute>[0-9]{{2}}))?\s*(?:{_HALF}|(?P<unit>{_HOUR_WORD}))?(?![\w:])"
)


@dataclass(frozen=True, slots=True)
class Interval:
    """A fixed real time after the question: 72 hours are 72 hours, even when the clocks change."""

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
        """When orders asked for at `asked` are due: the first such moment at least MIN_NOTICE away."""
        return self._from(asked + MIN_NOTICE)

    def settle(self, moment: datetime, floor: datetime) -> datetime:
        """Where a deadline comes to lie that was put off to `moment`, not before `floor`: such a moment near it."""
        return self._from(max(moment - MIN_NOTICE, floor))

    def _from(self, moment: datetime) -> datetime:
        """The first such moment at or after `moment`. A local time that the clocks jump over is taken an hour later."""
        start = moment.astimezone(self.zone).date()
        for ahead in count():
            day = start + ahead * DAY
            moment_there = datetime.combine(day, self.at, self.zone).astimezone(UTC)
            if day.weekday() in self.days and moment_there >= moment:
                return moment_there
        raise AssertionError

    def written(self) -> str:
        """As `read_schedule` reads it."""
        days = " ".join(DAYS[day][:3].title() for day in self.days) if len(self.days) < len(DAYS) else "daily"
        return f"{days} {self.at:%H:%M} {zone_name(self.zone)}"

    def in_words(self) -> str:
        """As players are told it: "on Mondays and Thursdays at 20:00 (Europe/London)"."""
        names = [f"{DAYS[day].title()}s" for day in self.days]
        days = f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else names[0]
        return Text(
            "{more} at {at} ({zone_name})",
            more=f"on {days}" if len(names) < len(DAYS) else Text("every day"),
            at=f"{self.at:%H:%M}",
            zone_name=zone_name(self.zone),
        )


Schedule = Interval | Weekdays


def read_schedule(text: str, zone: ZoneInfo) -> Schedule | None:
    """`72h`, `Mon Thu 20:00 Europe/London`, `Mon-Fri 8pm`, `daily 8:00` (in `zone` where none is named), or `none`.

    Raises BadTime; what can be two deadlines is asked about: `12h daily` can be noon and every 12 hours.
    """
    plain = _plain(text)
    if plain == NONE:
        return None
    if (match := re.fullmatch(rf"{one_of(word_of('clock', 'every'))} (?=[0-9]|{_NUMBERS})(.+)", plain)) is not None:
        plain = text = match[1]
    if any(map(_days, plain.split())) or any(match["minute"] or match["half"] for match in _CLOCK.finditer(plain)):
        return _weekdays(text, plain, zone)
    try:
        length = read_duration(text)
    except BadTime as bad:
        raise BadTime(
            Text('"{text}" is not a deadline; write "72h", "Mon Thu 20:00 Europe/London" or "none"', text=text), bad.nearest
        ) from bad
    if not MIN_TERM <= length <= MAX_TERM:
        raise BadTime(Text('"{text}": a deadline is between 1 hour and 90 days; "none" means that there is none', text=text))
    return Interval(length)


def _plain(text: str) -> str:
    """Small letters, one blank, no comma; `Mon-Fri` for `Mon to Fri` and `Mon - Fri`."""
    plain = " ".join(re.sub(r"[\u2010-\u2015\u2212]", "-", text.replace(",", " ")).casefold().split())
    plain = re.sub(one_of(word_of("clock", "each_day")), word_of("clock", "every_day")[0], plain)
    plain = re.sub(r"(?<=[^\W\d_])[/+&](?=[^\W\d_]{2})", _parted, plain)
    between = rf"(\w+)\s*(?:-|{one_of(word_of('range', 'to'))})\s*(\w+)"
    return re.sub(between, lambda pair: f"{pair[1]}-{pair[2]}" if _is_span(pair[1], pair[2]) else pair[0], plain)


def _parted(sign: re.Match[str]) -> str:
    """A blank between two days of the week: `Mon/Wed`."""
    before, after = re.search(r"\w+$", sign.string[: sign.start()]), re.match(r"\w+", sign.string[sign.end() :])
    return " " if before and after and _is_span(before[0], after[0]) else sign[0]


def _is_span(first: str, last: str) -> bool:
    return every_weekday_of(first) is not None and every_weekday_of(last) is not None


def _weekdays(text: str, plain: str, zone: ZoneInfo) -> Weekdays:
    times, rest = _times(plain)
    if match := re.search(rf"{one_of(word_of('clock', 'every'))} {one_of(word_of('clock', 'other'))} (?=\w)", rest):
        problem = Text('"{text}": deadlines come every week', text=text)
        raise BadTime(problem, _written(plain.replace(match[0], ""), zone))
    _refuse_two_ways(text, plain, zone)
    days = [word for word in rest.split() if _days(word)]
    others = [word for word in rest.split() if not _days(word) and word not in word_of("clock", "filler")]
    if days and not times:
        raise BadTime(Text('"{text}" needs a time of day, such as "{days} 20:00"', text=text, days=" ".join(days).title()))
    if len(times) != 1 or not days:
        raise BadTime(
            Text(
                '"{text}" is not a calendar of deadlines; write days, one time and a zone: "Mon Thu 20:00 Europe/London"',
                text=text,
            )
        )
    on = tuple(sorted({day for word in days for day in _days(word)}))
    return Weekdays(on, times[0], _zone_in(others, on, times[0]) if others else zone)


def _refuse_two_ways(text: str, plain: str, zone: ZoneInfo) -> None:
    """Raises BadTime for a time that people take for two: `12h daily`, `Mon 8 o'clock`."""
    match = next((match for match in _CLOCK.finditer(plain) if match["unit"]), None)
    if match is None or match["minute"]:
        return
    hour, days = match["hour"], " ".join(filter(_days, plain.split()))

    def calendars(*times: str) -> tuple[str, ...]:
        whole = [_written(f"{plain[: match.start()]} {at} {plain[match.end() :]}", zone) for at in times]
        return tuple(
            each for at, found in zip(times, whole, strict=True) for each in found or _written(f"{days} {at}", zone)
        )

    if match["unit"] in word_of("clock", "hour_or_length") and any(map(_is_every_day, plain.split())) and int(hour):
        near = (*calendars(f"{hour}:00"), f"{hour}h")
        raise BadTime(Text('"{text}" can be a time of day or a length of time', text=text), near)
    if match["unit"] in word_of("clock", "hour_of_twelve") and 1 <= int(hour) <= 12:
        raise BadTime(Text('"{text}" can be morning or evening', text=text), calendars(f"{hour} am", f"{hour} pm"))


def _is_every_day(word: str) -> bool:
    return len(_days(word)) == len(DAYS)


def _written(text: str, zone: ZoneInfo) -> tuple[str, ...]:
    """A calendar as `read_schedule` reads it; nothing if it is none."""
    with suppress(BadTime):
        return (_weekdays(text, _plain(text), zone).written(),)
    return ()


def _zone_in(words: list[str], days: tuple[int, ...], at: time) -> ZoneInfo:
    """The zone that these words of a calendar name. Raises BadTime, whose `nearest` are calendars."""
    try:
        return find_zone(" ".join(words))
    except BadTime as bad:
        raise BadTime(bad.problem, tuple(Weekdays(days, at, find_zone(near)).written() for near in bad.nearest)) from bad


def _times(plain: str) -> tuple[list[time], str]:
    """The times of day in a text, and what is left of it. Raises BadTime for one that there is not."""
    matches = [match for match in _CLOCK.finditer(plain) if match["minute"] or match["half"] or match["unit"]]
    times, rest = [_time(match) for match in matches], plain
    for match in reversed(matches):
        rest = f"{rest[: match.start()]} {rest[match.end() :]}"
    noon = one_of(word_of("clock", "noon"))
    return times + [NOON] * len(re.findall(noon, rest)), re.sub(noon, " ", rest)


def _time(match: re.Match[str]) -> time:
    hour, minute = int(match["hour"]), int(match["minute"] or 0)
    half = (match["half"] or "").replace(".", "")
    is_of_twelve = bool(half)
    if hour > 23 or minute > 59 or (is_of_twelve and not 1 <= hour <= 12):
        allowed = "12:00 am to 11:59 pm" if is_of_twelve else "00:00 to 23:59"
        raise BadTime(Text('"{match}" is not a time of day; write {allowed}', match=match[0].strip(), allowed=allowed))
    return time(hour % 12 + (12 if half == "pm" else 0) if is_of_twelve else hour, minute)


@cache
def _days(word: str) -> tuple[int, ...]:
    """The days of the week that a word names: a day, `mon-fri`, `daily`, `weekdays`; none for another word."""
    for name, days in (("every_day", range(7)), ("working_days", range(5)), ("weekend_days", range(5, 7))):
        if word in word_of("clock", name):
            return tuple(days)
    first, dash, last = word.partition("-")
    begin, end = every_weekday_of(first), every_weekday_of(last if dash else first)
    if begin is None or end is None:
        return ()
    return tuple((begin + ahead) % len(DAYS) for ahead in range((end - begin) % len(DAYS) + 1))
