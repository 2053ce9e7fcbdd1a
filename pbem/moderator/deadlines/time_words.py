"""A player's lines about time: more time, days away, their zone. They are no orders of the game, and need no question. A
sentence about one of these is answered with the line that it probably means.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from functools import cache, partial
from typing import Any
from zoneinfo import ZoneInfo

from pbem.engine.decision import Seat
from pbem.engine.refusal import BadLine, Illegal, Misread
from pbem.engine.table import Table
from pbem.i18n import Text
from pbem.moderator.deadlines import clock_state
from pbem.moderator.deadlines.clock import Clock, extend, iso, note
from pbem.moderator.deadlines.clock_state import Clocks, Span
from pbem.orders.words.lexicon import alike, plain_words
from pbem.timing.days import is_days, read_absence
from pbem.timing.duration import DAY, NONE, in_words, read_duration, short
from pbem.timing.errors import BadTime
from pbem.timing.terms import DELEGATE, MANY, usual_extension
from pbem.timing.words import one_of, word_of
from pbem.timing.zones import ENGLISH, find_zone, local_day, zone_name

EXTEND, ABSENT, PRESENT, ZONE = "extend", "absent", "present", "zone"
TIME_WORDS = (EXTEND, ABSENT, PRESENT, ZONE)
SAID = "said"
"""Stands for the word of a line: it is a sentence that tells of days away, asks for more time or names a zone."""
SYNONYMS = {word: known for known in TIME_WORDS for word in word_of("lines", known)}
MAX_SAID_LENGTH = 150
"""Longer sentences are not looked at."""
_CLAUSE = re.compile(r"[,;!:]\s|\.\s+(?=[^\W\d_])|\s[-\u2013\u2014]\s(?=[^\W\d_])")
"""Separates the clauses of a sentence. A full stop between or after figures does not."""
MIN_LETTERS = 3
TWO = 2
_DELEGATE = re.compile(
    rf"[\s,;]+(?:{one_of(word_of('range', 'and'))}\s+)?{one_of(word_of('lines', 'delegate'))}\s*$", re.IGNORECASE
)
"""The word after days of absence, during which the default answers at once."""
_FOR = re.compile(
    rf"^{one_of(word_of('lines', 'before_length'))}\s+|\s+{one_of(word_of('lines', 'behind_length'))}$", re.IGNORECASE
)
USAGE = {
    EXTEND: ("extend 24h", Text("extends your present deadline, or your next one, as far as the game allows")),
    ABSENT: ("absent 2026-12-20 to 2027-01-03", Text('stops your deadlines on these days; "absent none" ends your absence')),
    PRESENT: ("present", Text("ends your absence")),
    ZONE: ("zone Europe/London", Text('shows you all times in this zone; "zone none" shows them in the zone of the game')),
}
"""How each line is written, and what it does."""


_ABSENT_OF_MANY = Text(
    "says that you are away on these days: the safe default answers at the end of your deadlines, unless the game lets them "
    'wait; with ", delegate" behind it at once; "absent none" ends your absence'
)


def usage_of(seats: int) -> Mapping[str, tuple[str, str]]:
    """The same in a game of this number of seats."""
    return USAGE if seats < MANY else {**USAGE, ABSENT: (USAGE[ABSENT][0], _ABSENT_OF_MANY)}


def time_word(text: str, order_words: Collection[str] = ()) -> str:
    """The word about time a line begins with, SAID for a sentence that tells of time, or "". The word may be cut short where
    no order word of the game fits as well.
    """
    word = next(iter(plain_words(text)), "")
    word = SYNONYMS.get(word, word)
    if word in TIME_WORDS:
        return word
    if len(word) >= MIN_LETTERS and not any(order.startswith(word) for order in order_words):
        word = next((known for known in TIME_WORDS if known.startswith(word)), "")
        if word:
            return word
    return SAID if time_said(text) else ""


@dataclass(frozen=True, slots=True)
class _Change:
    """The effect of a line: `write` carries it out, and gives what was understood."""

    write: Callable[[], str]


def near_time_lines(clock: Clock, table: Table[Any], seat: Seat, text: str) -> list[str]:
    """Lines about time that a line may have meant which is no order; not `zone`, which is too much like `done`."""
    word, rest = next(iter(plain_words(text)), ""), _rest(text)
    near = [near for _, near in alike(word, (EXTEND, ABSENT, PRESENT))] if word else []
    lines = [f"{known} {rest}" if rest and known != PRESENT else USAGE[known][0] for known in near]
    return list(_accepted(clock, table, seat, lines))


def _rest(text: str) -> str:
    """What follows the word, without a comment."""
    return " ".join(text.partition("#")[0].split()[1:])


def apply_line(clock: Clock, table: Table[Any], seat: Seat, word: str, text: str) -> str:
    """Carry out a line that begins with `word`, one of TIME_WORDS, and give back what was understood.

    Raises BadLine, always for one that is SAID; each of its `nearest` would be carried out.
    """
    if word == SAID:
        raise _said(clock, table, seat, text)
    try:
        change = _READ[word](clock, table, seat, _rest(text))
    except BadTime as bad:
        lines = [near if near.startswith(word) else f"{word} {near}" for near in bad.nearest]
        near = _accepted(clock, table, seat, lines) or _accepted(clock, table, seat, [_usage(clock, word)])
        raise Misread(bad.problem, near) from bad
    except Illegal as bad:
        raise Illegal(bad.problem, _accepted(clock, table, seat, bad.nearest)) from bad
    return change.write()


def _said(clock: Clock, table: Table[Any], seat: Seat, text: str) -> BadLine:
    """The answer to a sentence that tells of time: the line that it was probably meant as, or why that cannot be done."""
    word, rest = time_said(text) or (EXTEND, "")
    try:
        _READ[word](clock, table, seat, rest)
    except BadTime as bad:
        near = [near if near.startswith(word) else f"{word} {near}" for near in bad.nearest]
    except BadLine as bad:
        return bad
    else:
        near = [_in_figures(clock, table, seat, word, rest)]
    return Misread(Text("this tells of time, and changes nothing by itself"), _accepted(clock, table, seat, near))


def _in_figures(clock: Clock, table: Table[Any], seat: Seat, word: str, rest: str) -> str:
    """A line about time with its days, or its zone, as they are understood."""
    if word == ZONE:
        return f"{word} {zone_name(find_zone(rest))}"
    if word != ABSENT:
        return f"{word} {rest}" if rest else _usage(clock, word)
    first, last = read_absence(rest, clock.now.astimezone(clock.zone(clock.clocks(table), seat)).date())
    return f"{word} {first} to {last}"


def _accepted(clock: Clock, table: Table[Any], seat: Seat, lines: Iterable[str]) -> tuple[str, ...]:
    """Those of these lines that would be carried out."""
    patterns_found = []
    for line in dict.fromkeys(lines):
        with suppress(BadTime, BadLine):
            _READ[line.split()[0]](clock, table, seat, _rest(line))
            patterns_found.append(line)
    return tuple(patterns_found)


def _usage(clock: Clock, word: str) -> str:
    """An example of a line that can be written in this game."""
    return f"{EXTEND} {short(usual_extension(clock.terms))}" if word == EXTEND else USAGE[word][0]


# Sentences: what they probably mean is shown, and nothing is done because of one, as it may be talk


def time_said(text: str) -> tuple[str, str] | None:
    """The word of the line about time that a sentence probably means, and the rest of that line; None: it means none."""
    if len(text) > MAX_SAID_LENGTH:
        return None
    sentence = " ".join(text.casefold().replace("\u2019", "'").split()).rstrip("?! ")
    return _absence_said(sentence) or _more_time_said(sentence) or _zone_said(sentence)


def _absence_said(sentence: str) -> tuple[str, str] | None:
    """`I am away from 24 December to 3 January`, `vom 24.12. bis 3.1. bin ich weg`, `back on Monday`."""
    for clause in dict.fromkeys((sentence, *_CLAUSE.split(sentence))):
        for pattern, is_part in ((_pattern_of("away"), False), (_words("range", "back"), True)):
            if found := pattern.search(clause):
                days = f"{_bare(clause[: found.start()])} {_bare(clause[found.end() :])}".strip()
                if is_days(days):
                    return ABSENT, f"{found[0]} {days}" if is_part else days
    return None


def _more_time_said(sentence: str) -> tuple[str, str] | None:
    """`more time please`, `can I have two more days`; the rest is the length, where one is named."""
    asked = _pattern_of("more_time").search(sentence)
    plain = _pattern_of("asks").sub(" ", _pattern_of("more_time").sub(" ", sentence))
    if not asked and not _pattern_of("more").search(plain):
        return None
    rest = " ".join(_pattern_of("more").sub(" ", plain).split()).strip(" ,.")
    try:
        read_duration(rest)
    except BadTime:
        return (EXTEND, "") if asked and not rest else None
    return EXTEND, rest


def _zone_said(sentence: str) -> tuple[str, str] | None:
    """`my time zone is Europe/London`."""
    found = _pattern_of("zone").search(sentence)
    if found is None or _bare(sentence[: found.start()]):
        return None
    name = _bare(sentence[found.end() :].strip(" :="))
    return (ZONE, name) if name and len(name.split()) == 1 else None


def _bare(text: str) -> str:
    """A part of a sentence without the words at its ends that only say who speaks."""
    words = _speaker()
    bare = re.sub(rf"^(?:{words}\s*)+|(?:\s*{words})+\s*$", "", text.strip(" ,:")).strip(" ,:")
    return re.sub(r"(?<![0-9])\.$", "", bare)


@cache
def _speaker() -> str:
    return one_of(word_of("said", "speaker"))


def _pattern_of(row: str) -> re.Pattern[str]:
    return _words("said", row)


@cache
def _words(section: str, row: str) -> re.Pattern[str]:
    return re.compile(one_of(word_of(section, row)))


# More time


def _extend(clock: Clock, table: Table[Any], seat: Seat, rest: str) -> _Change:
    terms = clock.terms
    if not clock.runs:
        raise Illegal(Text("this game has no deadlines: take the time you need"))
    left = terms.extensions - clock.clocks(table).used[seat]
    if left <= 0:
        taken = (
            Text("you have used all {extensions} extensions", extensions=terms.extensions)
            if terms.extensions
            else Text("this game has no extensions")
        )
        raise Illegal(Text("{taken}; the game master can give more time", taken=taken))
    length = read_duration(_FOR.sub("", rest)) if rest else usual_extension(terms)
    if not timedelta(0) < length <= terms.extension:
        problem = Text(
            "an extension is at most {extension}; you have {left} left", extension=in_words(terms.extension), left=left
        )
        raise Illegal(problem, [f"extend {short(terms.extension)}"])
    return _Change(partial(_extended, clock, table, seat, length, left))


def _extended(clock: Clock, table: Table[Any], seat: Seat, length: timedelta, left: int) -> str:
    extend(clock, table, seat, length, "player")
    clocks, more = clock.clocks(table), Text("{length} more", length=in_words(length))
    what = Text("for what is asked of you next")
    if clock.is_running(clocks, table, seat):
        what = Text(
            "your orders are due by {local_time}", local_time=clock.local_time(clocks, seat, clock.due(clocks, seat))
        )
    return (
        Text("{more}: {what}; 1 extension left", more=more, what=what)
        if left == 2
        else Text("{more}: {what}; {left} extensions left", more=more, what=what, left=left - 1 or "no")
    )


# Days away


def _absent(clock: Clock, table: Table[Any], seat: Seat, rest: str) -> _Change:
    if rest.casefold() == NONE:
        return _present(clock, table, seat, "")
    clocks = clock.clocks(table)
    zone = clock.zone(clocks, seat)
    days = _DELEGATE.sub("", rest)
    if days != rest and not clock.runs:
        raise Illegal(Text("this game has no deadlines: nobody answers for you"), [f"{ABSENT} {days}"])
    first, last = read_absence(days, clock.now.astimezone(zone).date())
    runs_on = clock_state.RUNS_ON if clock.runs and clock.terms.absence_does == DELEGATE else ""
    span = replace(_span(clock, zone, first, last), delegates=clock_state.ANSWERS_AT_ONCE if days != rest else runs_on)
    if not span.delegates:
        _refuse_too_many(clock, clocks, seat, zone, first, last)
    return _Change(partial(_gone, clock, table, seat, span, zone))


def _gone(clock: Clock, table: Table[Any], seat: Seat, span: Span, zone: ZoneInfo) -> str:
    does = {"does": span.delegates} if span.delegates else {}
    days = {"from": iso(span.start), "to": iso(span.end), "zone": zone_name(zone)}
    note(table, seat, clock_state.ABSENT, days | does)
    if span.delegates == clock_state.RUNS_ON:
        problem = Text(
            "away {days_of}: your deadlines run on, and the safe default answers at their end; "
            'with ", delegate" at once{now_due}'
        )
        return problem.filled(days_of=days_of(span), now_due=_now_due(clock, clock.clocks(table), table, seat))
    if span.delegates:
        return Text("away {days_of}: the safe default and your standing orders answer at once", days_of=days_of(span))
    if not clock.runs:
        others = Text("the other side is") if len(table.seats) == TWO else Text("the other players are")
        return Text("away {days_of}: {others} told", days_of=days_of(span), others=others)
    after = clock.clocks(table)
    taken = clock_state.days_away(after, seat)
    return Text(
        "away {days_of}: no deadline of yours runs meanwhile; {taken} of {absence_days} days taken{now_due}",
        days_of=days_of(span),
        taken=taken,
        absence_days=clock.terms.absence_days,
        now_due=_now_due(clock, after, table, seat),
    )


def _span(clock: Clock, zone: ZoneInfo, first: date, last: date) -> Span:
    """These days as moments, from now on."""
    return Span(max(_midnight(first, zone), _minute(clock.now)), _midnight(last + DAY, zone), zone=zone_name(zone))


def _refuse_too_many(clock: Clock, clocks: Clocks, seat: Seat, zone: ZoneInfo, first: date, last: date) -> None:
    """Raises Illegal with the days that are left, and with as much of these as fits."""
    allowed, taken = clock.terms.absence_days, clock_state.days_away(clocks, seat)

    def would_take(until: date) -> int:
        return clock_state.days_away(clocks, seat, [_span(clock, zone, first, until)])

    if not clock.runs or would_take(last) <= max(allowed, taken):
        return
    if not allowed:
        raise Illegal(Text("in this game absences do not stop deadlines; the game master can give more time"))
    left, more = max(allowed - taken, 0), would_take(last) - taken
    shorter = (last - ahead * DAY for ahead in range((last - first).days + 1))
    fits = next((day for day in shorter if would_take(day) <= allowed), None)
    raise Illegal(
        Text(
            "that takes {days}; this game allows {days2} of absence, and you have {left} left",
            days=_days(more),
            days2=_days(allowed),
            left=left or "none",
        ),
        [] if fits is None else [f"{ABSENT} {first} to {fits}"],
    )


def _days(number: int) -> str:
    return f"{number} day{'' if number == 1 else 's'}"


def _present(clock: Clock, table: Table[Any], seat: Seat, rest: str) -> _Change:
    if rest:
        raise Misread(Text("this word takes nothing else"), (PRESENT,))
    if not clock.clocks(table).absences(seat, clock.now):
        raise Illegal(Text("you are not away, and no absence is planned"))
    return _Change(partial(_back, clock, table, seat))


def _back(clock: Clock, table: Table[Any], seat: Seat) -> str:
    note(table, seat, clock_state.PRESENT, {"at": iso(clock.now)})
    return Text("you are not away any more{now_due}", now_due=_now_due(clock, clock.clocks(table), table, seat))


def _now_due(clock: Clock, clocks: Clocks, table: Table[Any], seat: Seat) -> str:
    if not clock.is_running(clocks, table, seat):
        return ""
    return Text("; your orders are due by {local_time}", local_time=clock.local_time(clocks, seat, clock.due(clocks, seat)))


def _midnight(day: date, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, time(0), zone)


def _minute(now: datetime) -> datetime:
    return now.replace(second=0, microsecond=0)


def days_of(span: Span) -> str:
    """From which day to which, in the zone in which they were named: "from Sun 20 Dec 2026 to Sun 3 Jan 2027"."""
    first, last = days_between(span)
    return Text("from {first} to {last}", first=first, last=last) if first != last else Text("on {first}", first=first)


def days_between(span: Span, language: str = ENGLISH) -> tuple[str, str]:
    """The first and the last day, in the zone in which they were named."""
    zone = find_zone(span.zone)
    return local_day(span.start, zone, language), local_day(span.end - timedelta(seconds=1), zone, language)


# Zones


def _zone(clock: Clock, table: Table[Any], seat: Seat, rest: str) -> _Change:
    if not rest:
        raise Misread(Text("which zone? Write it like Europe/London"), ("zone Europe/London",))
    zone = None if rest.casefold() == NONE else zone_name(find_zone(rest))
    return _Change(partial(_told_in, clock, table, seat, zone))


def _told_in(clock: Clock, table: Table[Any], seat: Seat, zone: str | None) -> str:
    note(table, seat, clock_state.ZONE, zone)
    return Text("times are told in {zone}", zone=zone or zone_name(clock.terms.zone))


_READ = {EXTEND: _extend, ABSENT: _absent, PRESENT: _present, ZONE: _zone}
