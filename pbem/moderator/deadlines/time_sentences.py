"""What reports and notices say about time. Everything here may be known to all: who is asked is no secret."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from gettext import NullTranslations
from typing import Any

from pbem.engine.decision import Seat
from pbem.engine.game.terms import Term
from pbem.engine.table import Table
from pbem.i18n import Text
from pbem.moderator.deadlines import clock_state
from pbem.moderator.deadlines.clock import Clock, fresh_entries
from pbem.moderator.deadlines.clock_state import Clocks, Span
from pbem.moderator.deadlines.time_words import days_between
from pbem.render.templates.filters import listing
from pbem.timing.duration import about
from pbem.timing.terms import DEFAULT, HOLD


@dataclass(frozen=True, slots=True)
class TimeNotice:
    """What a clock shows to a seat.

    `due` is their deadline and the time left, `late` what happens after it has passed ("" before), `others` the same in
    brief for the other seats, `away` the coming absences, and who is a regency. `deadline` is the moment for their calendar.
    """

    due: str = ""
    late: str = ""
    others: Mapping[Seat, str] = field(default_factory=dict)
    away: tuple[str, ...] = ()
    deadline: datetime | None = None


def time_notice_of(clock: Clock, table: Table[Any], seat: Seat) -> TimeNotice:
    """What the clock shows to `seat` now."""
    clocks = clock.clocks(table)
    others = {
        other: _brief(clock, clocks, seat, other)
        for other in table.seats
        if other != seat and clock.is_running(clocks, table, other)
    }
    away = tuple(line for one in table.seats for line in absence_lines(clock, clocks, seat, one))
    away += regency_lines(clock, table, seat)
    if not clock.is_running(clocks, table, seat):
        return TimeNotice(others=others, away=away)
    due = clock.due(clocks, seat)
    return TimeNotice(
        due=due_in_words(clock, clocks, seat),
        late=late_in_words(clock, clocks, seat, seat) if clock.now >= due else "",
        others=others,
        away=away,
        deadline=due,
    )


def due_in_words(clock: Clock, clocks: Clocks, seat: Seat) -> str:
    """ "Thu 26 Nov 2026 20:00 GMT (Europe/London), in 71 hours"."""
    due = clock.due(clocks, seat)
    due_text = clock.local_time(clocks, seat, due)
    return (
        due_text
        if due <= clock.now
        else clock.words.gettext("%s, in %s") % (due_text, length_in(clock.words, due - clock.now))
    )


def length_in(words: NullTranslations, length: timedelta) -> str:
    """About how long, in somebody's words."""
    number, unit = about(length)
    if unit == "day":
        return words.ngettext("%d day", "%d days", number) % number
    if unit == "hour":
        return words.ngettext("%d hour", "%d hours", number) % number
    return words.ngettext("%d minute", "%d minutes", number) % number


def late_in_words(clock: Clock, clocks: Clocks, seat: Seat, reader: Seat) -> str:
    """What happens when a seat is late, in words for `reader`: "at Fri 27 Nov 2026 20:00 UTC the rules' ..."."""
    if clocks.running[seat].waits:
        return clock.words.gettext("the game waits")
    end = clock.local_time(clocks, reader, clock.end(clocks, seat))
    return _consequence(clock, "" if seat == reader else written(seat)) % end


def _consequence(clock: Clock, who: str) -> str:
    """What happens at the end (%s) of the grace to a player called `who` ("": the reader)."""
    if clock.terms.no_show == DEFAULT:
        sentence = clock.words.gettext("at %s the safe default answers for you")
        return sentence if not who else clock.words.gettext("at %%s the safe default answers for %s") % who
    if clock.terms.no_show == HOLD:
        return clock.words.gettext("at %s the game is put on hold")
    return clock.words.gettext("from %s the game waits, and the game master is told")


def _brief(clock: Clock, clocks: Clocks, reader: Seat, seat: Seat) -> str:
    due = clock.due(clocks, seat)
    due_text = clock.local_time(clocks, reader, due)
    if clock.now < due:
        return clock.words.gettext("until %s") % due_text
    return clock.words.gettext("late since %s; %s") % (due_text, late_in_words(clock, clocks, seat, reader))


def absence_lines(clock: Clock, clocks: Clocks, reader: Seat, seat: Seat) -> list[str]:
    """The absences of a seat that are not over, as `reader` is told them."""
    return [_absence(clock, span, "" if seat == reader else written(seat)) for span in clocks.absences(seat, clock.now)]


def _absence(clock: Clock, span: Span, who: str) -> str:
    """An absence of a player called `who` ("": the reader), and what it does."""
    say, days = clock.words.gettext, _days(clock, span)
    sentence = say(Text("%s is away %s.")) % (who, days) if who else say(Text("You are away %s.")) % days
    does = {
        clock_state.RUNS_ON: say(Text("Deadlines run on, and the safe default answers at their end.")),
        clock_state.ANSWERS_AT_ONCE: say(Text("The safe default answers at once.")),
    }
    return f"{sentence!s} {does[span.delegates]!s}" if span.delegates else sentence


def regency_lines(clock: Clock, table: Table[Any], reader: Seat) -> tuple[str, ...]:
    """Which seats are regencies, and what that means, as `reader` is told it."""
    say = clock.words.gettext
    own_sentence = say(
        Text(
            "Your seat is a regency, as you did not write in time: your standing orders and the safe defaults answer at "
            "once. Any letter of yours with an order, a question or a message ends that."
        )
    )
    sentence = say(Text("%s is a regency, as its player does not write: standing orders and safe defaults answer at once."))
    seats = () if table.over else clock.clocks(table).regencies
    return tuple(own_sentence if seat == reader else sentence % written(seat) for seat in seats)


def window_line(clock: Clock, table: Table[Any], seat: Seat) -> str:
    """That what is asked of a seat is a window, in which it may be silent ("": it is not)."""
    clocks = clock.clocks(table)
    if not clock.is_running(clocks, table, seat) or clocks.running[seat].term is not Term.WINDOW:
        return ""
    return clock.words.gettext("You need not answer: at the end of the time the safe default answers, and nobody is late.")


def _days(clock: Clock, span: Span) -> str:
    first, last = days_between(span, clock.language)
    return clock.words.gettext("from %s to %s") % (first, last) if first != last else clock.words.gettext("on %s") % first


def topic_of(lines: Sequence[str]) -> str:
    """The beginning of the first line, short enough for a subject."""
    return re.split(r"[.:](?:\s|$)", lines[0], maxsplit=1)[0]


def whose(words: NullTranslations, seats: Sequence[Seat], reader: Seat = "") -> str:
    """Whose something is, as `reader` is told it: "York's", "Your and Lancaster's"."""
    names = [words.gettext("Your")] if reader in seats else []
    names += [words.gettext("%s's") % written(seat) for seat in seats if seat != reader]
    return listing(names, words.gettext(" and "))


def written(seat: Seat) -> str:
    """A seat as people write it."""
    return seat.replace("_", " ").title()


NEWS = (clock_state.EXTENDED, clock_state.ABSENT, clock_state.PRESENT, clock_state.HEARD)


def news_for(clock: Clock, table: Table[Any], reader: Seat, first: int) -> tuple[str, ...]:
    """What the clock's entries from number `first` on, about others, mean for `reader`: more time, and who is away."""
    clocks = clock.clocks(table)
    facts = [fact for fact in fresh_entries(table, first, NEWS) if fact.seat != reader]
    ended = regencies_ended(clock, table, first)
    lines = [_news_line(clock, fact) for fact in facts if fact.key != clock_state.HEARD or fact.seat in ended]
    for seat in dict.fromkeys(fact.seat for fact in facts):
        if clock.is_running(clocks, table, seat):
            lines.append(_time_left(clock, clocks, reader, seat))
    return tuple(lines)


def moved_lines(clock: Clock, table: Table[Any], reader: Seat, first: int) -> tuple[str, ...]:
    """The new deadline of each seat, the reader's own first, if a pause that all agreed on has begun or ended since entry
    `first`.
    """
    if not clock.runs or not fresh_entries(table, first, (clock_state.BREAK, clock_state.RESUMED)):
        return ()
    clocks = clock.clocks(table)
    running = [seat for seat in table.seats if clock.is_running(clocks, table, seat)]
    return tuple(_due_line(clock, clocks, reader, seat) for seat in sorted(running, key=lambda seat: seat != reader))


def _due_line(clock: Clock, clocks: Clocks, reader: Seat, seat: Seat) -> str:
    if seat != reader:
        return _time_left(clock, clocks, reader, seat)
    return clock.words.gettext("Your orders are due by %s.") % clock.local_time(clocks, seat, clock.due(clocks, seat))


def regencies_ended(clock: Clock, table: Table[Any], first: int) -> list[Seat]:
    """The seats that were regencies before entry `first`, and whose players have written since."""
    before = clock.before(table, first).regencies
    return [fact.seat for fact in fresh_entries(table, first, (clock_state.HEARD,)) if fact.seat in before]


def regency_over_line(clock: Clock, table: Table[Any], seat: Seat, first: int) -> str:
    """That the seat's own letter, which begins with entry `first`, has ended its regency ("": it was none)."""
    if seat not in regencies_ended(clock, table, first):
        return ""
    return clock.words.gettext("Your seat is a regency no longer: the others wait for you again.")


def _news_line(clock: Clock, fact: clock_state.Fact) -> str:
    say, who, answer = clock.words, written(fact.seat), fact.answer
    if fact.key == clock_state.EXTENDED and answer["by"] == "player":
        return say.gettext("%s has taken more time.") % who
    if fact.key == clock_state.EXTENDED:
        return say.gettext("The game master gives %s more time.") % who
    if fact.key == clock_state.PRESENT:
        return say.gettext("%s is back.") % who
    if fact.key == clock_state.HEARD:
        return say.gettext("%s is a regency no longer: its player writes again.") % who
    span = clock_state.absence_in(answer)
    days = _days(clock, span)
    if not clock.runs or span.delegates:
        return _absence(clock, span, who)
    return say.gettext("%(who)s is away %(days)s: %(who)s's deadlines stand still.") % {"who": who, "days": days}


def _time_left(clock: Clock, clocks: Clocks, reader: Seat, seat: Seat) -> str:
    due = clock.due(clocks, seat)
    due_text = clock.local_time(clocks, reader, due)
    if clock.now < due:
        return clock.words.gettext("%s has time until %s.") % (written(seat), due_text)
    then = late_in_words(clock, clocks, seat, reader)
    return clock.words.gettext("%s's orders were due by %s; %s.") % (written(seat), due_text, then)
