"""The pure half of the clock: from entries to deadlines, and what is due when."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from pbem.engine.game.terms import Term
from pbem.moderator.deadlines import clock_state
from pbem.moderator.deadlines.clock import iso
from pbem.moderator.deadlines.clock_state import (
    ANSWERS_AT_ONCE,
    QUIET,
    RUNS_ON,
    Clocks,
    ClockStep,
    Fact,
    due_of,
    end_of,
    next_look,
    next_step,
    read_clocks,
)
from pbem.timing.terms import Terms, read_terms

LONDON = ZoneInfo("Europe/London")
START = datetime(2026, 11, 23, 12, tzinfo=UTC)  # a Monday
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
DOES = ("", "", RUNS_ON, ANSWERS_AT_ONCE)
"""What an absence can do: mostly it stops a clock."""


def terms(**texts: str) -> Terms:
    return read_terms({"deadline": "72h", "zone": "Europe/London"} | texts)


class Log:
    """Entries of the clock, written one after the other."""

    def __init__(self, agreed: Terms | None = None, start: datetime = START) -> None:
        self.terms = agreed or terms()
        self.facts: list[Fact] = []
        self.ask("york", start)

    def add(self, key: str, answer: Any, seat: str = "york", *, struck: bool = False) -> None:
        self.facts.append(Fact(len(self.facts) + 1, seat, key, answer, struck))

    def ask(self, seat: str, start: datetime, asked: int = 7, *, struck: bool = False, term: Term = Term.TURN) -> None:
        schedule = self.terms.schedule_of(term)
        assert schedule is not None
        answer = {"asked": asked, "from": iso(start), "due": iso(schedule.first(start)), "term": str(term)}
        self.add(clock_state.DEADLINE, answer, seat, struck=struck)

    def extend(self, length: timedelta, by: str = "player", asked: int | None = 7) -> None:
        self.add(clock_state.EXTENDED, {"asked": asked, "seconds": int(length.total_seconds()), "by": by})

    def away(self, start: datetime, end: datetime, does: str = "") -> None:
        self.add(clock_state.ABSENT, {"from": iso(start), "to": iso(end), "zone": "UTC", "does": does})

    def paused(self, start: datetime, end: datetime) -> None:
        self.add(clock_state.PAUSED, {"from": iso(start), "to": iso(end)}, "clock")

    def reminded(self) -> None:
        self.add(clock_state.REMINDER, {"asked": 7, "due": iso(self.due())})

    def missed(self, at: datetime) -> None:
        self.add(clock_state.MISSED, {"asked": 7, "due": iso(self.due()), "at": iso(at)})

    @property
    def clocks(self) -> Clocks:
        return read_clocks(self.facts)

    def due(self, seat: str = "york") -> datetime:
        return due_of(self.clocks, self.terms, seat)

    def end(self, seat: str = "york") -> datetime:
        return end_of(self.clocks, self.terms, seat)

    def step(self, now: datetime, seat: str = "york") -> ClockStep | None:
        return next_step(self.clocks, self.terms, seat, now)


def test_a_deadline_a_reminder_a_grace_and_an_end() -> None:
    log = Log()
    due = START + 3 * DAY
    assert (log.due(), log.end()) == (due, due + DAY)
    assert log.step(due - DAY - HOUR) is None
    assert log.step(due - DAY) is ClockStep.REMIND
    log.reminded()
    assert log.step(due - HOUR) is None
    assert log.step(due) is ClockStep.MISS
    log.missed(due)
    assert log.step(due + DAY - HOUR) is None
    assert log.step(due + DAY) is ClockStep.END


def test_several_seats_have_clocks_of_their_own() -> None:
    log = Log()
    log.ask("lancaster", START + DAY)
    log.extend(DAY)
    log.away(START + DAY, START + 2 * DAY)
    assert log.due() == START + 5 * DAY
    assert log.due("lancaster") == START + 4 * DAY
    assert log.step(START + 4 * DAY, "lancaster") is ClockStep.MISS
    assert log.step(START + 4 * DAY) is ClockStep.REMIND


def test_an_order_of_entries_is_that_of_their_numbers() -> None:
    log = Log()
    log.extend(DAY)
    assert due_of(read_clocks(reversed(log.facts)), log.terms, "york") == log.due()


def test_a_short_deadline_is_not_reminded_of_when_it_begins() -> None:
    log = Log(terms(deadline="24h"))
    assert log.step(START) is None
    assert log.step(START + 12 * HOUR) is ClockStep.REMIND
    assert Log(terms(reminder="none")).step(START + 3 * DAY - HOUR) is None


def test_without_grace_the_end_comes_at_once() -> None:
    assert Log(terms(grace="none")).step(START + 3 * DAY) is ClockStep.END


def test_an_extension_puts_the_deadline_off_and_is_reminded_of_anew() -> None:
    log = Log()
    log.reminded()
    log.extend(2 * DAY)
    assert log.due() == START + 5 * DAY
    assert log.step(START + 4 * DAY) is ClockStep.REMIND
    log.reminded()
    assert log.step(START + 4 * DAY) is None


def test_an_extension_during_grace_ends_the_lateness() -> None:
    log = Log()
    log.missed(START + 3 * DAY)
    log.extend(DAY + 5 * HOUR)  # five hours late
    assert log.step(START + 3 * DAY + 5 * HOUR) is ClockStep.REMIND
    log.reminded()
    assert log.step(START + 4 * DAY + 5 * HOUR) is ClockStep.MISS
    log.missed(log.due())
    assert log.step(log.end() - HOUR) is None
    assert log.end() == START + 5 * DAY + 5 * HOUR


def test_an_extension_in_advance_goes_to_the_next_question() -> None:
    log = Log()
    log.extend(DAY, asked=None)
    assert log.due() == START + 3 * DAY
    log.ask("york", START + DAY, asked=9)
    assert log.due() == START + 5 * DAY
    log.ask("york", START + 2 * DAY, asked=11)
    assert log.due() == START + 5 * DAY


def test_extensions_are_counted_but_not_the_moderators_nor_those_taken_back() -> None:
    log = Log()
    log.extend(DAY)
    log.extend(DAY, by="moderator")
    log.facts.append(Fact(9, "york", clock_state.EXTENDED, {"asked": 7, "seconds": 60, "by": "player"}, struck=True))
    assert log.clocks.used["york"] == 1


def test_an_absence_puts_off_by_what_it_takes() -> None:
    log = Log()
    log.away(START + DAY, START + 15 * DAY)
    assert log.due() == START + 17 * DAY
    assert log.end() == START + 18 * DAY
    for days in (1, 7, 14):
        assert log.step(START + days * DAY) is None
    assert log.step(START + 16 * DAY) is ClockStep.REMIND


def test_no_reminder_reaches_an_absent_player() -> None:
    log = Log()
    log.away(START + 2 * DAY + HOUR, START + 9 * DAY)
    assert log.step(START + 8 * DAY + 23 * HOUR) is None
    assert log.step(START + 9 * DAY) is ClockStep.REMIND


def test_an_absence_that_touches_nothing_and_one_from_before() -> None:
    log = Log()
    log.away(START + 3 * DAY, START + 9 * DAY)
    assert log.due() == START + 3 * DAY
    assert log.end() == START + 10 * DAY
    log = Log()
    log.away(START - 5 * DAY, START + DAY)
    assert log.due() == START + 4 * DAY


def test_absences_that_overlap_count_once() -> None:
    log = Log()
    log.away(START + DAY, START + 4 * DAY)
    log.away(START + 2 * DAY, START + 6 * DAY)
    assert log.due() == START + 8 * DAY
    assert clock_state.days_away(log.clocks, "york") == 5


def test_an_absence_announced_in_the_grace_saves_what_is_left_of_it() -> None:
    log = Log()
    due = START + 3 * DAY
    log.missed(due)
    log.away(due + 6 * HOUR, due + 5 * DAY)
    assert log.due() == due
    assert log.step(due + 4 * DAY) is None
    assert log.end() == due + 5 * DAY + 18 * HOUR
    assert log.step(log.end()) is ClockStep.END


def test_coming_back_early_gives_what_was_left() -> None:
    log = Log()
    log.away(START + DAY, START + 15 * DAY)
    log.away(START + 30 * DAY, START + 40 * DAY)
    log.add(clock_state.PRESENT, {"at": iso(START + 4 * DAY)})
    assert log.due() == START + 6 * DAY
    assert clock_state.days_away(log.clocks, "york") == 3
    assert log.clocks.absences("york", START + 4 * DAY) == []


def test_an_absence_lasts_when_moves_are_taken_back_and_a_deadline_does_not() -> None:
    log = Log()
    log.facts.append(
        Fact(8, "york", clock_state.ABSENT, {"from": iso(START), "to": iso(START + DAY), "zone": "UTC"}, struck=True)
    )
    log.facts.append(Fact(9, "york", clock_state.EXTENDED, {"asked": 7, "seconds": 86400, "by": "player"}, struck=True))
    assert log.due() == START + 4 * DAY
    only = Log()
    only.facts.clear()
    only.ask("york", START, struck=True)
    assert only.clocks.running == {}


@pytest.mark.parametrize(
    ("asked", "absent", "due"),
    [
        # Monday noon for Thursday; away Wednesday to Sunday; Thursday again is what lies near
        ("2026-11-23T12:00", ("2026-11-25T00:00", "2026-11-30T00:00"), "2026-12-03T20:00"),
        # back on Tuesday at noon, half a week left: the Thursday after
        ("2026-11-23T12:00", ("2026-11-24T12:00", "2026-12-01T12:00"), "2026-12-03T20:00"),
        # over the end of summer time
        ("2026-10-19T12:00", ("2026-10-20T00:00", "2026-10-27T00:00"), "2026-10-29T20:00"),
        # over its beginning
        ("2026-03-23T12:00", ("2026-03-24T00:00", "2026-03-31T00:00"), "2026-04-02T20:00"),
    ],
)
def test_a_weekday_deadline_stays_one_after_an_absence(asked: str, absent: tuple[str, str], due: str) -> None:
    def local(text: str) -> datetime:
        return datetime.fromisoformat(text).replace(tzinfo=LONDON)

    log = Log(terms(deadline="Mon Thu 20:00"), local(asked))
    log.away(local(absent[0]), local(absent[1]))
    assert log.due() == local(due)


def test_while_the_moderator_was_away_no_clock_ran() -> None:
    log = Log()
    log.reminded()
    stop = START + 2 * DAY + 12 * HOUR
    log.paused(stop, stop + 7 * DAY)
    assert log.due() == START + 10 * DAY
    for hours in range(12):
        assert log.step(stop + 7 * DAY + hours * HOUR) is None
    assert log.step(START + 10 * DAY) is ClockStep.MISS


def test_nobodys_time_ends_in_the_first_hours_after() -> None:
    log = Log()
    due = START + 3 * DAY
    log.paused(due - HOUR, due + 7 * DAY)
    assert log.due() == due + 7 * DAY + QUIET
    late = Log()
    late.missed(due)
    late.paused(due + DAY - HOUR, due + 8 * DAY)
    assert late.due() == due
    assert late.end() == due + 8 * DAY + QUIET


def test_a_question_put_after_the_pause_is_not_put_off() -> None:
    log = Log()
    log.paused(START - 7 * DAY, START)
    assert log.due() == START + 3 * DAY


@pytest.mark.parametrize(("hours", "due"), [(24 * 7, "2026-12-03T20:00"), (1, "2026-11-26T20:00"), (48, "2026-11-30T20:00")])
def test_a_weekday_deadline_is_put_off_to_a_weekday(hours: int, due: str) -> None:
    log = Log(terms(deadline="Mon Thu 20:00"))
    log.paused(START + DAY, START + DAY + hours * HOUR)
    assert log.due() == datetime.fromisoformat(due).replace(tzinfo=LONDON)


def test_an_absence_and_a_pause_at_the_same_time_count_once() -> None:
    log = Log()
    log.away(START + DAY, START + 5 * DAY)
    log.paused(START + 2 * DAY, START + 4 * DAY)
    assert log.due() == START + 7 * DAY


def test_who_is_told_late_has_time_from_then() -> None:
    log = Log()
    due = START + 3 * DAY
    log.missed(due + 23 * HOUR)
    assert log.end() == due + 23 * HOUR + QUIET


def test_a_game_that_waits_does_nothing_more_until_more_time_is_given() -> None:
    log = Log()
    log.missed(START + 3 * DAY)
    log.add(clock_state.WAITS, {"asked": 7})
    assert log.step(START + 90 * DAY) is None
    log.extend(100 * DAY, by="moderator")
    assert log.step(START + 102 * DAY) is ClockStep.REMIND


def test_without_a_schedule_nothing_is_due() -> None:
    log = Log()
    assert next_step(log.clocks, terms(deadline="none"), "york", START + 90 * DAY) is None


def test_zones_are_taken_and_given_up() -> None:
    log = Log()
    log.add(clock_state.ZONE, "Europe/Berlin")
    assert log.clocks.zones == {"york": "Europe/Berlin"}
    log.add(clock_state.ZONE, None)
    assert log.clocks.zones == {}


def test_what_belongs_to_another_question_changes_nothing() -> None:
    log = Log()
    for key, answer in (
        (clock_state.REMINDER, {"asked": 3, "due": iso(log.due())}),
        (clock_state.MISSED, {"asked": 3, "due": iso(log.due()), "at": iso(START)}),
        (clock_state.WAITS, {"asked": 3}),
        (clock_state.EXTENDED, {"asked": 3, "seconds": 60, "by": "player"}),
    ):
        log.add(key, answer)
    assert log.due() == START + 3 * DAY
    assert log.step(log.due()) is ClockStep.MISS


# Three terms, absences that delegate, regencies


def test_an_answer_has_its_own_time_and_all_else_as_an_own_turn() -> None:
    log = Log(terms(answer="24h"))
    log.ask("york", START, term=Term.ANSWER)
    assert (log.due(), log.end()) == (START + DAY, START + 2 * DAY)
    assert log.step(START + 12 * HOUR) is ClockStep.REMIND
    assert log.step(START + DAY) is ClockStep.MISS


def test_a_term_of_which_nothing_is_said_is_as_long_as_an_own_turn() -> None:
    log = Log(terms(deadline="Thu 20:00 Europe/London"))
    for term in Term:
        log.ask("york", START, term=term)
        assert log.due() == datetime(2026, 11, 26, 20, tzinfo=UTC)


def test_a_window_ends_without_reminder_and_without_grace() -> None:
    log = Log(terms(window="12h"))
    log.ask("york", START, term=Term.WINDOW)
    assert log.end() == log.due() == START + 12 * HOUR
    assert log.step(START + 12 * HOUR - timedelta(minutes=1)) is None
    assert log.step(START + 12 * HOUR) is ClockStep.END
    assert next_look(log.clocks, log.terms) == START + 12 * HOUR


def test_a_window_stands_still_with_the_moderator_and_in_an_absence_that_stops_clocks() -> None:
    log = Log(terms(window="12h"))
    log.ask("york", START, term=Term.WINDOW)
    log.paused(START + HOUR, START + 10 * HOUR)
    assert log.due() == START + 21 * HOUR
    log.away(START + 20 * HOUR, START + 40 * HOUR)
    assert log.due() == START + 41 * HOUR
    assert log.step(START + 39 * HOUR) is None


def test_an_absence_that_delegates_lets_the_clock_run_on() -> None:
    log = Log()
    log.away(START + DAY, START + 10 * DAY, RUNS_ON)
    assert log.end() == log.due() == START + 3 * DAY
    assert log.step(START + 2 * DAY) is None, "no reminder"
    assert log.step(START + 3 * DAY) is ClockStep.END
    assert clock_state.days_away(log.clocks, "york") == 0


def test_a_deadline_behind_an_absence_that_delegates_is_as_usual() -> None:
    log = Log()
    log.away(START, START + 2 * DAY + 6 * HOUR, RUNS_ON)
    assert log.step(START + 2 * DAY) is None
    assert log.step(START + 2 * DAY + 6 * HOUR) is ClockStep.REMIND
    assert log.step(START + 3 * DAY) is ClockStep.MISS
    assert next_look(log.clocks, log.terms) == START + 2 * DAY + 6 * HOUR


def test_who_wants_to_be_answered_for_at_once_is_from_the_first_moment_on() -> None:
    log = Log()
    log.away(START + DAY, START + 2 * DAY, ANSWERS_AT_ONCE)
    assert log.step(START + DAY - timedelta(minutes=1)) is None
    assert log.step(START + DAY) is ClockStep.END
    assert next_look(log.clocks, log.terms) == START + DAY
    log.add(clock_state.PRESENT, {"at": iso(START + DAY + HOUR)})
    assert log.step(START + DAY + HOUR) is None


def test_the_last_word_on_a_day_away_holds() -> None:
    log = Log()
    log.away(START + DAY, START + 9 * DAY)
    log.away(START + 3 * DAY, START + 5 * DAY, RUNS_ON)
    spans = [(span.start - START, span.end - START, span.delegates) for span in log.clocks.absences("york", START)]
    assert spans == [(DAY, 3 * DAY, ""), (3 * DAY, 5 * DAY, RUNS_ON), (5 * DAY, 9 * DAY, "")]


def test_a_regency_begins_and_ends_and_both_last() -> None:
    log = Log()
    log.add(clock_state.UNPLAYED, {"at": iso(START)})
    log.add(clock_state.UNPLAYED, {"at": iso(START)}, struck=True)
    assert log.clocks.unplayed["york"] == 1
    log.add(clock_state.REGENCY, {"at": iso(START + DAY)}, struck=True)
    assert log.clocks.regencies == {"york": START + DAY}
    log.add(clock_state.HEARD, {"at": iso(START + 2 * DAY)}, struck=True)
    assert (log.clocks.regencies, log.clocks.unplayed["york"]) == ({}, 0)


# When the clock is looked at


def some_log(chance: Random) -> Log:
    """What may be in a log about one seat, at whole hours: then whatever changes does so at a half hour."""
    log = Log(terms(grace=chance.choice(["none", "24h"]), reminder=chance.choice(["none", "24h", "48h"]), window="36h"))
    if chance.random() < 0.3:
        log.ask("york", START, term=Term.WINDOW)
    for _ in range(chance.randint(0, 6)):
        at = START + chance.randint(0, 150) * HOUR
        match chance.randint(0, 6):
            case 0:
                log.extend(chance.randint(1, 40) * HOUR)
            case 1 | 2:
                log.away(at, at + chance.randint(1, 80) * HOUR, chance.choice(DOES))
            case 3:
                log.paused(at, at + chance.randint(1, 5) * HOUR)
            case 4:
                log.reminded()
            case 5:
                log.missed(at)
            case _:
                log.add(clock_state.PRESENT, {"at": iso(at)})
    return log


ONLY_ITS_END = 282
"""In this log a player's absence ends, and nothing else brings the next step."""


@pytest.mark.parametrize("seed", [*range(60), ONLY_ITS_END])
def test_the_next_look_is_the_first_moment_with_a_step(seed: int) -> None:
    log = some_log(Random(seed))  # noqa: S311 - a test case
    clocks, moments = log.clocks, [START + half * HOUR / 2 for half in range(1000)]
    with_step = [moment for moment in moments if next_step(clocks, log.terms, "york", moment) is not None]
    for since in (0, 61, 143, 200):
        expected = next(moment for moment in with_step if moment >= moments[since])
        assert next_look(clocks, log.terms, moments[since]) == expected
    assert next_look(clocks, log.terms) == with_step[0]


def test_there_is_nothing_to_look_at_where_no_clock_runs_or_the_game_waits() -> None:
    log = Log()
    log.add(clock_state.WAITS, {"asked": 7})
    assert next_look(log.clocks, log.terms) is None
    assert next_look(read_clocks([]), log.terms) is None
    assert next_look(Log().clocks, read_terms({"deadline": "none"})) is None


def test_that_the_moderator_was_away_is_told_at_once() -> None:
    log = Log()
    log.paused(START, START + 7 * HOUR)
    assert next_look(log.clocks, log.terms) == clock_state.AT_ONCE
    log.add(clock_state.TOLD, None, "clock")
    assert next_look(log.clocks, log.terms) == log.due() - DAY
