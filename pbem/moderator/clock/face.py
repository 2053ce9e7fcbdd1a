"""What reports and notices say about time. Everything here may be known to both sides: who is asked is no secret."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from pbem.engine.decision import Seat
from pbem.engine.table import Table
from pbem.moderator.clock import state
from pbem.moderator.clock.clock import Clock, fresh_entries
from pbem.moderator.clock.state import Clocks
from pbem.moderator.clock.words import days_of
from pbem.timing.duration import in_words
from pbem.timing.terms import DEFAULT, HOLD, Terms


@dataclass(frozen=True, slots=True)
class Face:
    """What a clock shows to a seat.

    `due` is his deadline with how long that is from now, `late` what comes when it has passed ("" while it has not),
    `others` the same of the other seats in brief, `away` the absences to come. `deadline` is the moment for his calendar.
    """

    due: str = ""
    late: str = ""
    others: Mapping[Seat, str] = field(default_factory=dict)
    away: tuple[str, ...] = ()
    deadline: datetime | None = None


def face_of(clock: Clock, table: Table[Any], seat: Seat) -> Face:
    """What the clock shows to `seat` now."""
    clocks = clock.clocks(table)
    others = {
        other: _brief(clock, clocks, seat, other)
        for other in table.rules.seats
        if other != seat and clock.is_running(clocks, table, other)
    }
    away = tuple(line for one in table.rules.seats for line in absence_lines(clock, clocks, seat, one))
    if not clock.is_running(clocks, table, seat):
        return Face(others=others, away=away)
    due = clock.due(clocks, seat)
    return Face(
        due=due_in_words(clock, clocks, seat),
        late=late_in_words(clock, clocks, seat, "you") if clock.now >= due else "",
        others=others,
        away=away,
        deadline=due,
    )


def due_in_words(clock: Clock, clocks: Clocks, seat: Seat) -> str:
    """ "Thu 26 Nov 2026 20:00 GMT (Europe/London), in 71 hours"."""
    due = clock.due(clocks, seat)
    left = f", in {in_words(due - clock.now)}" if due > clock.now else ""
    return f"{clock.told(clocks, seat, due)}{left}"


def late_in_words(clock: Clock, clocks: Clocks, seat: Seat, who: str, reader: Seat = "") -> str:
    """What comes when a seat is late, as `reader` is told it: "at Fri 27 Nov 2026 20:00 UTC the rules' ..."."""
    if clocks.running[seat].waits:
        return "the game waits"
    end = clock.told(clocks, reader or seat, clock.end(clocks, seat))
    return f"at {end} {consequence(clock.terms, who)}"


def consequence(terms: Terms, who: str) -> str:
    """What happens at the end of the grace to a player called `who`."""
    if terms.no_show == DEFAULT:
        return f"the rules' safe default answers for {who}"
    if terms.no_show == HOLD:
        return "the moderator holds the game"
    return "the game begins to wait, and the moderator is told"


def _brief(clock: Clock, clocks: Clocks, reader: Seat, seat: Seat) -> str:
    due = clock.due(clocks, seat)
    if clock.now < due:
        return f"until {clock.told(clocks, reader, due)}"
    return f"late since {clock.told(clocks, reader, due)}; {late_in_words(clock, clocks, seat, written(seat), reader)}"


def absence_lines(clock: Clock, clocks: Clocks, reader: Seat, seat: Seat) -> list[str]:
    """The absences of a seat that are not over, as `reader` is told them."""
    who = "You are" if seat == reader else f"{written(seat)} is"
    return [f"{who} away {days_of(span)}." for span in clocks.absences(seat, clock.now)]


def topic_of(lines: Sequence[str]) -> str:
    """What lines tell, in a few words for a subject: the beginning of the first."""
    return re.split(r"[.:](?:\s|$)", lines[0], maxsplit=1)[0]


def whose(seats: Sequence[Seat], reader: Seat = "") -> str:
    """Whose something is, as `reader` is told it: "York's", "Your and Lancaster's"."""
    names = ["Your" if seat == reader else f"{written(seat)}'s" for seat in sorted(seats, key=lambda seat: seat != reader)]
    return " and ".join(names)


def written(seat: Seat) -> str:
    """A seat as people write it."""
    return seat.replace("_", " ").title()


NEWS = (state.EXTENDED, state.ABSENT, state.PRESENT)


def news_for(clock: Clock, table: Table[Any], reader: Seat, first: int) -> tuple[str, ...]:
    """What the clock's entries from number `first` on, about others, mean for `reader`: more time, and who is away."""
    clocks = clock.clocks(table)
    facts = [fact for fact in fresh_entries(table, first, NEWS) if fact.seat != reader]
    lines = [_news_line(clock, fact) for fact in facts]
    for seat in dict.fromkeys(fact.seat for fact in facts):
        if clock.is_running(clocks, table, seat):
            lines.append(_time_left(clock, clocks, reader, seat))
    return tuple(lines)


def _news_line(clock: Clock, fact: state.Fact) -> str:
    who, answer = written(fact.seat), fact.answer
    if fact.key == state.EXTENDED:
        return f"{who} has taken more time." if answer["by"] == "player" else f"The moderator gives {who} more time."
    if fact.key == state.PRESENT:
        return f"{who} is not away any more."
    meanwhile = f": no deadline of {who}'s runs meanwhile" if clock.runs else ""
    return f"{who} is away {days_of(state.absence_in(answer))}{meanwhile}."


def _time_left(clock: Clock, clocks: Clocks, reader: Seat, seat: Seat) -> str:
    due = clock.due(clocks, seat)
    told = clock.told(clocks, reader, due)
    if clock.now < due:
        return f"{written(seat)} has time until {told}."
    return f"{written(seat)}'s orders were due by {told}; {late_in_words(clock, clocks, seat, written(seat), reader)}."
