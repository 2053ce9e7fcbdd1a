"""The clocks of one game between its log and its Table: reading, starting and extending them.

A game's progress in words, and when its clock is due, are stored with the entries that they follow from
(store/games/progress).

Some answers nobody waits for: those of a regency, of a player who is away and lets the default answer at once, and in
windows of no length. They are given whenever clocks are set, so every letter and every look at the clock leaves a position
in which the others wait for whoever is asked. If nobody is left to wait no such answer is given: a game does not play
itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from gettext import NullTranslations
from itertools import takewhile
from typing import Any
from zoneinfo import ZoneInfo

from pbem.effort import spend
from pbem.engine.decision import CLOCK, Decision, Seat
from pbem.engine.game.rules import Rules
from pbem.engine.game.terms import AWAY, CLOSED, REGENT, Term
from pbem.engine.log.cause import AT_ONCE, Cause, CauseKind
from pbem.engine.log.entry import EntryKind
from pbem.engine.table import Table
from pbem.i18n import Text
from pbem.moderator.deadlines import clock_state
from pbem.moderator.deadlines.clock_state import ANSWERS_AT_ONCE, Clocks, Fact, next_look
from pbem.orders.carry.consents import keep_consents
from pbem.orders.carry.waiting import carry_on
from pbem.orders.words.lines import default_answer
from pbem.store.database import Session
from pbem.store.games import journal, progress, timekeeping
from pbem.store.games.progress import Progress, Wait
from pbem.timing.errors import BadTime
from pbem.timing.terms import ANSWER, AS_DEADLINE, WINDOW, Terms, read_terms
from pbem.timing.zones import ENGLISH, find_zone, local_time, zone_name

MAX_ANSWERS = 1000
"""Defaults that answer in a row; after that clocks run for whoever is asked."""


def answer_at_once(clocks: Clocks, terms: Terms, table: Table[Any], now: datetime, moment: str) -> None:
    """Answer with the rules' defaults for seats that nobody waits for, until somebody else is asked; `moment` is now in the
    form of entries. Standing orders and waiting lines answer first, also what these answers open.
    """
    for _ in range(MAX_ANSWERS):
        if (due := next(_due(clocks, terms, table, now), None)) is None:
            return
        decision, why = due
        with table.because(Cause(CauseKind.CLOCK, standard=AT_ONCE)):
            note = f"{why}{moment}" if why == AWAY else why
            answer = default_answer(table, decision)
            table.answer(decision.seat, decision.key, answer, EntryKind.TIMEOUT, subject=decision.subject, note=note)
            carry_on(table)


def _due(clocks: Clocks, terms: Terms, table: Table[Any], now: datetime) -> Iterator[tuple[Decision, str]]:
    """The open questions whose answers nobody waits for, each with the reason."""
    plays = is_attended(clocks, table, now)
    closes = terms.window is not None and not terms.window
    for decision in table.open():
        if decision.default is None:
            continue
        if plays and decision.seat in clocks.regencies:
            yield decision, REGENT
        elif plays and clocks.delegates(decision.seat, now) == ANSWERS_AT_ONCE:
            yield decision, AWAY
        elif closes and table.rules.term(table.state, decision) is Term.WINDOW:
            yield decision, CLOSED


def is_attended(clocks: Clocks, table: Table[Any], now: datetime) -> bool:
    """Whether somebody plays for whom the game waits."""
    return any(clocks.delegates(seat, now) != ANSWERS_AT_ONCE for seat in players(clocks, table))


def is_abandoned(clocks: Clocks, table: Table[Any]) -> bool:
    """Whether nobody is left who plays: all seats are regencies, or have resigned."""
    return bool(clocks.regencies) and not table.over and not players(clocks, table)


def players(clocks: Clocks, table: Table[Any]) -> list[Seat]:
    """The seats whose players play: neither regencies nor resigned."""
    return [seat for seat in table.seats if seat not in clocks.regencies and seat not in table.offers.resigned]


FACTS_A_STEP = 3
"""Entries of the clock read in a step of work (pbem.effort)."""


@dataclass(frozen=True)
class Clock:
    """A game's terms, its entries of kind CLOCK in the database, the time, and translations (`words`) of what it says."""

    terms: Terms
    stored: tuple[Fact, ...]
    now: datetime
    words: NullTranslations = field(default_factory=NullTranslations, compare=False)

    def speaking(self, words: NullTranslations) -> Clock:
        """The same in another language."""
        return replace(self, words=words)

    @property
    def runs(self) -> bool:
        """Whether the game has deadlines."""
        return self.terms.schedule is not None

    def clocks(self, table: Table[Any]) -> Clocks:
        """The clocks by all entries, including those of the Table that are not in the database yet."""
        facts = self._facts(table)
        spend(len(facts) // FACTS_A_STEP)
        return clock_state.read_clocks(facts)

    def before(self, table: Table[Any], number: int) -> Clocks:
        """The clocks by the entries before this number."""
        return clock_state.read_clocks(fact for fact in self._facts(table) if fact.number < number)

    def _facts(self, table: Table[Any]) -> list[Fact]:
        known = max((fact.number for fact in self.stored), default=0)
        fresh = [e for e in table.carried if e.kind is EntryKind.CLOCK and e.number > known]
        return [*self.stored, *(Fact(e.number, e.seat, e.key, e.answer) for e in fresh)]

    def entries_about(self, table: Table[Any], seat: Seat) -> int:
        """How many entries there are about a seat's clock, struck or not: a number that only grows, and reveals nothing of
        the game.
        """
        return sum(fact.seat in (seat, CLOCK) for fact in self._facts(table))

    def zone(self, clocks: Clocks, seat: Seat) -> ZoneInfo:
        """The zone in which a seat's player is told the time."""
        return find_zone(clocks.zones[seat]) if seat in clocks.zones else self.terms.zone

    def mends(self, table: Table[Any], seat: Seat) -> int | None:
        """The number of the entry since which a seat's player has the slips of all their letters corrected; None: they do
        not. Entries newer than the Table do not count.
        """
        facts = [fact for fact in self._facts(table) if (fact.key, fact.seat) == (clock_state.SLIPS, seat)]
        last = max((fact for fact in facts if fact.number < table.next_number), key=lambda fact: fact.number, default=None)
        return last.number if last is not None and last.answer else None

    def local_time(self, clocks: Clocks, seat: Seat, moment: datetime) -> str:
        """A moment in words for a seat's player."""
        return local_time(moment, self.zone(clocks, seat), self.language)

    @property
    def language(self) -> str:
        """The code of the language in which it is told."""
        return str(self.words.info().get("language", ENGLISH))

    def is_running(self, clocks: Clocks, table: Table[Any], seat: Seat) -> bool:
        """Whether a clock runs for what is asked of the seat now. It runs on while the seat answers one question after
        another and nothing happens that all see: a new deadline would reveal each answer. A question with a heavier term
        starts a new clock: nobody's own turn ends with a window.
        """
        running = clocks.running.get(seat)
        if not self.runs or running is None or not table.open_to(seat):
            return False
        if term_of(table, seat).weight > running.term.weight:
            return False
        return running.asked == table.asked_at or not _shows_since(table, running.number)

    def due(self, clocks: Clocks, seat: Seat) -> datetime:
        """When the seat's orders are due."""
        return clock_state.due_of(clocks, self.terms, seat)

    def end(self, clocks: Clocks, seat: Seat) -> datetime:
        """When the seat's grace ends."""
        return clock_state.end_of(clocks, self.terms, seat)


def open_clock(session: Session, game_id: int, now: datetime) -> Clock:
    """The clock of a game by its terms and its log. What begins while the machine's clock is in doubt begins when that was
    last sure; once the doubt is over, every clock that ran is postponed by the time between.
    """
    texts = timekeeping.terms(session, game_id)
    moment = timekeeping.sure_time(session, now) if texts else now
    return Clock(read_terms(texts or {}), _stored_facts(session, game_id), moment)


def regencies(session: Session, game_id: int) -> list[Seat]:
    """The seats of a game that are regencies, by its log."""
    return [*clock_state.read_clocks(_stored_facts(session, game_id)).regencies]


def _stored_facts(session: Session, game_id: int) -> tuple[Fact, ...]:
    lines = journal.read_kind(session, game_id, EntryKind.CLOCK)
    return tuple(Fact(line.number, line.seat, line.key, line.answer, struck) for line, struck in lines)


def term_of(table: Table[Any], seat: Seat) -> Term:
    """The term of what is asked of a seat: of several the heaviest."""
    terms = (table.rules.term(table.state, decision) for decision in table.open_to(seat))
    return max(terms, key=lambda term: term.weight, default=Term.TURN)


def check_terms(rules: Rules[Any], texts: Mapping[str, str]) -> None:
    """Raises BadTime where terms say how long an answer or a window takes, and the game asks nothing of that kind."""
    given = [name for name in (ANSWER, WINDOW) if texts.get(name, AS_DEADLINE) != AS_DEADLINE]
    if given and not rules.has_terms:
        problem = Text("{title} has one deadline for all that it asks, and no {term}", title=rules.title, term=given[0])
        raise BadTime(problem, (f"{given[0]} {AS_DEADLINE}",))


def iso(moment: datetime) -> str:
    """A moment as entries have it."""
    return moment.astimezone(UTC).isoformat(timespec="seconds")


def stamp(moment: datetime) -> str:
    """A moment as a part of a Message-ID."""
    return moment.astimezone(UTC).strftime("%Y%m%d%H%M%S")


# Entries


def set_clocks(clock: Clock, table: Table[Any], *, anew: bool = False, never_sooner: bool = False) -> None:
    """Start the clock of every seat that is asked something and has none running (with `anew` of every seat that is asked),
    and stop those of seats that are no longer asked. With `never_sooner` nobody loses time that they had or were given.

    Before that, answer for the seats that nobody waits for (answer_at_once).
    """
    consent_for_silent(clock, table)
    if clock.runs:
        answer_at_once(clock.clocks(table), clock.terms, table, clock.now, iso(clock.now))
    if clock.terms.schedule is not None and not table.over:
        for seat in table.seats:
            clocks = clock.clocks(table)
            runs = clock.is_running(clocks, table, seat)
            if table.open_to(seat) and (anew or not runs):
                start, term = _rounded(clock.now), term_of(table, seat)
                due = _first_due(clock.terms, table, seat, start)
                if never_sooner and runs:
                    due = max(due, clocks.running[seat].due + clocks.running[seat].extra)
                which = {} if term is Term.TURN else {"term": str(term)}
                answer = {"asked": table.asked_at, "from": iso(start), "due": iso(due)} | which
                note(table, seat, clock_state.DEADLINE, answer)
    clocks = clock.clocks(table)
    for seat, mark in clocks.marks.items():
        if (seat in clocks.running or not mark.taken_out) and not clock.is_running(clocks, table, seat):
            note(table, seat, clock_state.STOPPED, None)


def _first_due(terms: Terms, table: Table[Any], seat: Seat, start: datetime) -> datetime:
    """When what is asked of a seat at `start` is due: of several terms it has the longest."""
    asked = {table.rules.term(table.state, decision) for decision in table.open_to(seat)}
    schedules = (terms.schedule_of(term) for term in asked)
    return max(schedule.first(start) for schedule in schedules if schedule is not None)


def _shows_since(table: Table[Any], number: int) -> bool:
    """Whether anything has happened since this entry that everybody sees."""
    since = takewhile(lambda news: news.number > number, reversed(table.news))
    return any(news.event.visible_to(None) for news in since)


def _rounded(now: datetime) -> datetime:
    """A moment on a whole minute: reports show deadlines to the minute."""
    return now.replace(second=0, microsecond=0)


def extend(clock: Clock, table: Table[Any], seat: Seat, length: timedelta, by: str) -> None:
    """Give a seat more time: after its deadline, after now if that has passed, or for what it is asked next."""
    clocks = clock.clocks(table)
    asked, gap = None, timedelta(0)
    if clock.is_running(clocks, table, seat):
        asked = clocks.running[seat].asked
        gap = max(_rounded(clock.now) - clock.due(clocks, seat), timedelta(0))
    seconds = int((length + gap).total_seconds())
    note(table, seat, clock_state.EXTENDED, {"asked": asked, "seconds": seconds, "by": by})


def pause(table: Table[Any], start: datetime, end: datetime) -> None:
    """Note that the moderator was away: no clock has run meanwhile."""
    note(table, CLOCK, clock_state.PAUSED, {"from": iso(_rounded(start)), "to": iso(_rounded(end))})


def hear(clock: Clock, table: Table[Any], seat: Seat) -> bool:
    """Note that a player has written, if that ends a regency or a row of missed turns. Gives whether it ended a regency."""
    clocks = clock.clocks(table)
    was_regency = seat in clocks.regencies
    if was_regency or clocks.unplayed[seat]:
        note(table, seat, clock_state.HEARD, {"at": iso(clock.now)})
        consent_for_silent(clock, table)
    return was_regency


def consent_for_silent(clock: Clock, table: Table[Any]) -> None:
    """Let those seats agree to what the rules say for which nobody writes now, and no others."""
    if table.rules.standing.consents:
        keep_consents(table, clock.clocks(table).regencies)


def forget_player(clock: Clock, table: Table[Any], seat: Seat) -> None:
    """End what a player who leaves a seat has said about their time: days of absence and their zone."""
    clocks = clock.clocks(table)
    if clocks.absences(seat, clock.now):
        note(table, seat, clock_state.PRESENT, {"at": iso(clock.now)})
    if seat in clocks.zones:
        note(table, seat, clock_state.ZONE, None)


def note(table: Table[Any], seat: Seat, key: str, answer: Any, why: str = "") -> None:
    """Write an entry of kind CLOCK, caused by the clock unless another cause is set."""
    with table.because(table.cause or Cause(CauseKind.CLOCK)):
        table.remark(EntryKind.CLOCK, seat, key, seat, answer, why)


def fresh_entries(table: Table[Any], first: int, keys: Sequence[str]) -> list[Fact]:
    """The clock's entries from number `first` on with one of these keys."""
    entries = (e for e in table.entries if e.number >= first and e.kind is EntryKind.CLOCK and e.key in keys)
    return [Fact(e.number, e.seat, e.key, e.answer) for e in entries]


# What is kept of it

OVER = "over"


def keep_progress(session: Session, game_id: int, clock: Clock, table: Table[Any]) -> None:
    """Store the progress of a game, in the transaction that writes its log."""
    progress.keep(session, game_id, progress_of(clock, table))
    if timekeeping.terms(session, game_id) is not None:
        progress.set_look(session, game_id, next_look(clock.clocks(table), clock.terms))


def progress_of(clock: Clock, table: Table[Any]) -> Progress:
    """The progress of a game at a Table."""
    turn = OVER if table.over else table.rules.turn(table.state)
    waits = tuple(_wait(clock, table, seat) for seat in table.seats if table.open_to(seat))
    return Progress(table.rules.version, turn, waits, zone_name(clock.terms.zone))


def _wait(clock: Clock, table: Table[Any], seat: Seat) -> Wait:
    clocks = clock.clocks(table)
    if not clock.is_running(clocks, table, seat):
        return seat, None, False
    return seat, clock.due(clocks, seat), clocks.running[seat].waits


def until_when(progress: Progress, wait: Wait, now: datetime) -> str:
    """A seat's deadline in brief, in the game's zone; "" where none runs."""
    _, due, is_waited_for = wait
    if due is None:
        return ""
    waits = Text(", the game waits") if is_waited_for else ""
    return Text(
        "{late_since} {local_time}{waits}",
        late_since=Text("late since") if now >= due else "until",
        local_time=local_time(due, find_zone(progress.zone)),
        waits=waits,
    )
