"""The clocks of a game: computes from its entries of kind CLOCK who has time until when, and what is due now.

Nothing here reads a database or looks at a clock. Every moment is in the entries themselves, so a game that is restored
has the deadlines it had.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from enum import Enum
from typing import Any

from pbem.engine.game.terms import Term
from pbem.timing.duration import DAY, HOUR
from pbem.timing.terms import Terms

DEADLINE, EXTENDED, ABSENT, PRESENT, ZONE = "deadline", "extended", "absent", "present", "zone"
SLIPS = "slips"
"""Whether a player has the slips of all their letters corrected. It lasts like their zone, and is stored like it."""
REMINDER, MISSED, WAITS, STOPPED = "reminder", "missed", "waits", "stopped"
PAUSED, TOLD, TERMS = "paused", "told", "terms"
BREAK, RESUMED = "break", "resumed"
UNPLAYED, REGENCY, HEARD = "unplayed", "regency", "heard"
"""The clock has answered for a seat whose own turn it was; it is a regency; its player has written again."""
LASTING = frozenset({ABSENT, PRESENT, ZONE, SLIPS, PAUSED, TOLD, TERMS, BREAK, RESUMED, REGENCY, HEARD})
"""Facts about players and the moderator, not about moves: they last when moves are taken back."""
RUNS_ON, ANSWERS_AT_ONCE = "runs on", "at once"
"""An absence that stops no deadline: the default answers when each one ends, or at once."""
AT_ONCE = datetime.min.replace(tzinfo=UTC)
TOLD_FROM = 6 * HOUR
"""Players are told of the moderator's downtime if it was longer than this."""
QUIET = 6 * HOUR
"""Nobody's time ends sooner than this after the moderator was away, or after they were told that they are late."""


@dataclass(frozen=True, slots=True)
class Fact:
    """An entry of kind CLOCK."""

    number: int
    seat: str
    key: str
    answer: Any
    struck: bool = False


@dataclass(frozen=True, slots=True)
class Span:
    """A time in which a clock is stopped: an absence of its player, or (`paused`) of the moderator.

    `zone` is where the days of an absence begin and end. One that `delegates` (RUNS_ON or ANSWERS_AT_ONCE) lets the clock
    run on.
    """

    start: datetime
    end: datetime
    paused: bool = False
    zone: str = "UTC"
    delegates: str = ""

    def holds(self, moment: datetime) -> bool:
        """Whether `moment` lies in it."""
        return self.start <= moment < self.end


@dataclass(slots=True)
class RunningClock:
    """The clock of one seat: `asked` is the Table's `asked_at` as it began, `due` the deadline before extensions and
    absences, `term` that of what was asked, `number` its entry.
    """

    asked: int
    start: datetime
    due: datetime
    extra: timedelta = timedelta(0)
    reminded: datetime | None = None
    missed: datetime | None = None
    told: datetime | None = None
    waits: bool = False
    number: int = 0
    term: Term = Term.TURN


@dataclass(slots=True)
class CalendarDeadline:
    """A deadline in a player's calendar, or (`taken_out`) the number of the entry that removed it."""

    due: datetime
    taken_out: int = 0


@dataclass(slots=True)
class Clocks:
    """All clocks of a game.

    `breaks` are the pauses that all players have agreed on, `credit` is time given in advance, `used` how many extensions a
    player has taken, `marks` the deadlines in calendars, `untold` the moderator's absences that players do not know of yet.
    `unplayed` counts the turns in a row in which the clock answered for a player who wrote nothing, `regencies` has the
    seats that are regencies, each with its beginning.
    """

    running: dict[str, RunningClock] = field(default_factory=dict)
    away: dict[str, list[Span]] = field(default_factory=dict)
    pauses: list[Span] = field(default_factory=list)
    breaks: list[Span] = field(default_factory=list)
    zones: dict[str, str] = field(default_factory=dict)
    credit: dict[str, timedelta] = field(default_factory=dict)
    used: Counter[str] = field(default_factory=Counter)
    marks: dict[str, CalendarDeadline] = field(default_factory=dict)
    untold: list[Span] = field(default_factory=list)
    unplayed: Counter[str] = field(default_factory=Counter)
    regencies: dict[str, datetime] = field(default_factory=dict)

    def is_away(self, seat: str, now: datetime) -> bool:
        """Whether the seat's player is absent at `now`, and its clock is stopped for that."""
        return any(span.holds(now) for span in self.stops(seat))

    def stops(self, seat: str) -> list[Span]:
        """The absences of the seat's player that stop its clock."""
        return [span for span in self.away.get(seat, []) if not span.delegates]

    def delegates(self, seat: str, now: datetime) -> str:
        """What the absence of the seat's player at `now` does that lets its clock run on ("": there is none)."""
        return next((span.delegates for span in self.away.get(seat, []) if span.delegates and span.holds(now)), "")

    def pause_at(self, now: datetime) -> Span | None:
        """The pause that all players have agreed on, while it lasts."""
        return next((span for span in self.breaks if span.holds(now)), None)

    def absences(self, seat: str, now: datetime) -> list[Span]:
        """The seat's absences that are not over, in order; those of a kind that overlap or touch are one."""
        spans: list[Span] = []
        for span in sorted((s for s in self.away.get(seat, []) if s.end > now), key=lambda s: s.start):
            if spans and span.start <= spans[-1].end and span.delegates == spans[-1].delegates:
                spans[-1] = replace(spans[-1], end=max(spans[-1].end, span.end))
            else:
                spans.append(span)
        return spans


def read_clocks(facts: Iterable[Fact]) -> Clocks:
    """The clocks by these entries, in the order of their numbers. Struck entries count if they are LASTING."""
    clocks = Clocks()
    for fact in sorted(facts, key=lambda fact: fact.number):
        _mark(clocks, fact)
        if fact.key in LASTING or not fact.struck:
            _TAKES[fact.key](clocks, fact.seat, fact.answer)
            if fact.key == DEADLINE:
                clocks.running[fact.seat].number = fact.number
    return clocks


def _mark(clocks: Clocks, fact: Fact) -> None:
    """Note what an entry puts into a calendar: a mail that was sent stays sent when moves are taken back."""
    if fact.key == DEADLINE:
        clocks.marks[fact.seat] = CalendarDeadline(moment(fact.answer["due"]))
    elif fact.key == STOPPED and fact.seat in clocks.marks:
        clocks.marks[fact.seat].taken_out = fact.number


def moment(text: str) -> datetime:
    """A moment as entries have it (ISO 8601, UTC)."""
    return datetime.fromisoformat(text)


def absence_in(answer: Mapping[str, Any]) -> Span:
    """The days away that an entry ABSENT tells of."""
    return Span(moment(answer["from"]), moment(answer["to"]), zone=answer["zone"], delegates=answer.get("does", ""))


def _take_deadline(clocks: Clocks, seat: str, answer: Mapping[str, Any]) -> None:
    extra = clocks.credit.pop(seat, timedelta(0))
    term = Term(answer.get("term", Term.TURN))
    clocks.running[seat] = RunningClock(answer["asked"], moment(answer["from"]), moment(answer["due"]), extra, term=term)


def _take_extended(clocks: Clocks, seat: str, answer: Mapping[str, Any]) -> None:
    length = timedelta(seconds=answer["seconds"])
    clocks.used[seat] += answer["by"] == "player"
    if answer["asked"] is None:
        clocks.credit[seat] = clocks.credit.get(seat, timedelta(0)) + length
    elif (running := clocks.running.get(seat)) and running.asked == answer["asked"]:
        running.extra += length
        running.waits = False


def _take_absent(clocks: Clocks, seat: str, answer: Mapping[str, Any]) -> None:
    new = absence_in(answer)
    spans = [part for span in clocks.away.get(seat, []) for part in _beside(span, new)]
    clocks.away[seat] = [*spans, new]


def _beside(old: Span, new: Span) -> list[Span]:
    """The parts of an old absence that a new one does not replace: for days in both, the new one counts."""
    if old.delegates == new.delegates:
        return [old]
    parts = replace(old, end=min(old.end, new.start)), replace(old, start=max(old.start, new.end))
    return [part for part in parts if part.start < part.end]


def _take_present(clocks: Clocks, seat: str, answer: Mapping[str, Any]) -> None:
    now = moment(answer["at"])
    cut = [replace(s, end=min(s.end, now)) for s in clocks.away.get(seat, []) if s.start < now]
    clocks.away[seat] = cut


def _take_zone(clocks: Clocks, seat: str, answer: str | None) -> None:
    clocks.zones.pop(seat, None)
    if answer is not None:
        clocks.zones[seat] = answer


def _take_slips(_clocks: Clocks, _seat: str, _answer: object) -> None:
    """This entry changes no clock (Clock.mends)."""


def _take_reminder(clocks: Clocks, seat: str, answer: Mapping[str, Any]) -> None:
    if (running := clocks.running.get(seat)) and running.asked == answer["asked"]:
        running.reminded = moment(answer["due"])


def _take_missed(clocks: Clocks, seat: str, answer: Mapping[str, Any]) -> None:
    if (running := clocks.running.get(seat)) and running.asked == answer["asked"]:
        running.missed, running.told = moment(answer["due"]), moment(answer["at"])


def _take_waits(clocks: Clocks, seat: str, answer: Mapping[str, Any]) -> None:
    if (running := clocks.running.get(seat)) and running.asked == answer["asked"]:
        running.waits = True


def _take_stopped(clocks: Clocks, seat: str, _answer: object) -> None:
    clocks.running.pop(seat, None)


def _take_told(clocks: Clocks, _seat: str, _answer: object) -> None:
    clocks.untold.clear()


def _take_paused(clocks: Clocks, _seat: str, answer: Mapping[str, Any]) -> None:
    span = Span(moment(answer["from"]), moment(answer["to"]), paused=True)
    clocks.pauses.append(span)
    if span.end - span.start > TOLD_FROM:
        clocks.untold.append(span)
    for running in clocks.running.values():
        if running.reminded is not None:  # the same deadline, only put off: no second reminder for it
            running.reminded += span.end - span.start


def _take_break(clocks: Clocks, _seat: str, answer: Mapping[str, Any]) -> None:
    clocks.breaks.append(Span(moment(answer["from"]), moment(answer["to"])))


def _take_resumed(clocks: Clocks, _seat: str, answer: Mapping[str, Any]) -> None:
    now = moment(answer["at"])
    clocks.breaks = [replace(span, end=min(span.end, now)) for span in clocks.breaks if span.start < now]


def _take_unplayed(clocks: Clocks, seat: str, _answer: object) -> None:
    clocks.unplayed[seat] += 1


def _take_regency(clocks: Clocks, seat: str, answer: Mapping[str, Any]) -> None:
    clocks.regencies[seat] = moment(answer["at"])


def _take_heard(clocks: Clocks, seat: str, _answer: object) -> None:
    clocks.unplayed.pop(seat, None)
    clocks.regencies.pop(seat, None)


def _take_terms(clocks: Clocks, _seat: str, _answer: Mapping[str, Any]) -> None:
    """The terms in force are with the game; an entry only says when they were changed."""


_TAKES: dict[str, Callable[[Clocks, str, Any], None]] = {
    DEADLINE: _take_deadline,
    EXTENDED: _take_extended,
    ABSENT: _take_absent,
    PRESENT: _take_present,
    ZONE: _take_zone,
    SLIPS: _take_slips,
    REMINDER: _take_reminder,
    MISSED: _take_missed,
    WAITS: _take_waits,
    STOPPED: _take_stopped,
    PAUSED: _take_paused,
    TOLD: _take_told,
    TERMS: _take_terms,
    BREAK: _take_break,
    RESUMED: _take_resumed,
    UNPLAYED: _take_unplayed,
    REGENCY: _take_regency,
    HEARD: _take_heard,
}


# Until when


def due_of(clocks: Clocks, terms: Terms, seat: str) -> datetime:
    """When the orders of a seat whose clock runs are due: absences, pauses and extensions taken into account."""
    running, spans = clocks.running[seat], _spans(clocks, seat)
    due, schedule = put_off(running.start, running.due, spans), terms.schedule_of(running.term)
    if due != running.due and schedule is not None:
        pauses = [s.end + QUIET for s in spans if s.paused and running.start < s.end and s.start < due]
        due = schedule.settle(due, max([running.due, *pauses]))
        for span in spans:
            if span.holds(due):
                due = schedule.first(span.end)
    return put_off(due, due + running.extra, spans)


def end_of(clocks: Clocks, terms: Terms, seat: str) -> datetime:
    """When the grace after that ends, but never before a late player has had time since they were told. There is no grace if
    a silent player is not late.
    """
    running, due = clocks.running[seat], due_of(clocks, terms, seat)
    if _may_be_silent(clocks, seat, due):
        return due
    end = put_off(due, due + terms.grace, _spans(clocks, seat))
    if running.missed == due and running.told is not None:
        end = max(end, running.told + min(terms.grace, QUIET))
    return end


def _may_be_silent(clocks: Clocks, seat: str, due: datetime) -> bool:
    """Whether nobody is late who has not written by then: in a window, or during an absence that delegates."""
    return clocks.running[seat].term is Term.WINDOW or bool(clocks.delegates(seat, due))


def put_off(start: datetime, due: datetime, spans: Iterable[Span]) -> datetime:
    """`due` of a clock that began at `start`, later by every span in which it stood still; what was left stays left."""
    reached = start
    for span in spans:
        begin = max(span.start, reached)
        if span.start < due and begin < span.end:
            due += span.end - begin
            reached = span.end
            if span.paused:
                due = max(due, span.end + QUIET)
    return due


def _spans(clocks: Clocks, seat: str) -> list[Span]:
    return sorted([*clocks.stops(seat), *clocks.pauses, *clocks.breaks], key=lambda span: span.start)


# What is to be done


class ClockStep(Enum):
    """What the clock does next for a seat."""

    REMIND = "remind"
    MISS = "miss"
    END = "end"


def next_step(clocks: Clocks, terms: Terms, seat: str, now: datetime) -> ClockStep | None:
    """What is due at `now` for a seat whose clock runs, if anything is."""
    running = clocks.running.get(seat)
    if running is None or terms.schedule is None or running.waits or clocks.is_away(seat, now) or clocks.pause_at(now):
        return None
    due, delegates = due_of(clocks, terms, seat), clocks.delegates(seat, now)
    if delegates == ANSWERS_AT_ONCE:
        return ClockStep.END
    if now < due:
        wants = running.term is not Term.WINDOW and not delegates and _wants_reminder(running, terms, due, now)
        return ClockStep.REMIND if wants else None
    if running.missed != due and terms.grace and not _may_be_silent(clocks, seat, due):
        return ClockStep.MISS
    return ClockStep.END if now >= end_of(clocks, terms, seat) else None


def next_look(clocks: Clocks, terms: Terms, since: datetime = AT_ONCE) -> datetime | None:
    """The first moment from `since` on at which the clocks have something to do (None: never).

    That is a next_step of a seat, or players who must be told that the moderator was away. It is valid until another entry
    is written or the terms change.
    """
    if clocks.untold:
        return since
    steps = (_next_look_of(clocks, terms, seat, since) for seat in clocks.running)
    return min((step for step in steps if step is not None), default=None)


def _next_look_of(clocks: Clocks, terms: Terms, seat: str, since: datetime) -> datetime | None:
    """The next step changes at these moments only, and when an absence begins or ends."""
    running = clocks.running[seat]
    if terms.schedule is None or running.waits:
        return None
    due = due_of(clocks, terms, seat)
    begins = {due - _lead(running, terms, due), due, end_of(clocks, terms, seat)}
    begins |= {each for span in clocks.away.get(seat, []) if span.delegates for each in (span.start, span.end)}
    for begin in sorted(begins):
        moment = _back_at(clocks, seat, max(begin, since))
        if next_step(clocks, terms, seat, moment) is not None:
            return moment
    return None


def _back_at(clocks: Clocks, seat: str, moment: datetime) -> datetime:
    """The first moment from this one on at which the seat's player is not absent, and the game does not pause."""
    for span in sorted([*clocks.stops(seat), *clocks.breaks], key=lambda span: span.start):
        if span.holds(moment):
            moment = span.end
    return moment


def _lead(running: RunningClock, terms: Terms, due: datetime) -> timedelta:
    """How long before a deadline its reminder comes."""
    return min(terms.reminder, (due - running.start) / 2)


def _wants_reminder(running: RunningClock, terms: Terms, due: datetime, now: datetime) -> bool:
    """Whether a reminder is due: one for each deadline, and a second only if it was put off by more than the reminder's
    lead.
    """
    lead = _lead(running, terms, due)
    again = running.reminded is None or due - running.reminded >= max(terms.reminder, HOUR)
    return bool(lead) and now >= due - lead and again


def days_away(clocks: Clocks, seat: str, more: Iterable[Span] = ()) -> int:
    """How many days that stop deadlines the seat's player has taken, including `more`. A day begun counts as one, and no day
    counts twice.
    """
    total, reached = timedelta(0), None
    for span in sorted([*clocks.stops(seat), *more], key=lambda span: span.start):
        begin = span.start if reached is None else max(span.start, reached)
        if span.end > begin:
            total += span.end - begin
            reached = span.end
    return -(-(total - HOUR) // DAY) if total else 0  # a day can have 25 hours
