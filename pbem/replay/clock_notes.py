"""What the clock has noted in a log, and whether it could answer for a seat by that."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile
from typing import Any, Final

from pbem.engine.decision import Decision, Json, Seat
from pbem.engine.game.terms import AWAY, CLOSED, NO_ORDERS, REGENT, Term
from pbem.engine.log.entry import Entry, EntryKind
from pbem.engine.table import Table

DEADLINE: Final = "deadline"
"""What the moderator calls it in the log that a seat has until then."""
MISSED: Final = "missed"
"""That it is late."""
TERMS: Final = "terms"
"""That the terms of the game are others from now on."""
ABSENT: Final = "absent"
"""That its player is away."""
REGENCY: Final = "regency"
"""That its defaults answer, since its player does not write."""
HEARD: Final = "heard"
"""That its player has written again."""


class ClockNotes:
    """What the clock has noted up to an entry.

    `grace`: the game's deadlines have one. `closes`: its windows take no time.
    """

    def __init__(self, *, grace: bool, closes: bool) -> None:
        self._grace, self._closes = grace, closes
        self._noted: dict[tuple[Seat, str], Json] = {}
        self._begun: dict[Seat, int] = {}
        self._away: list[tuple[Seat, Json]] = []

    def note(self, entry: Entry) -> None:
        """Take down an entry of the clock."""
        self._noted[entry.seat, entry.key] = entry.answer
        if entry.key == DEADLINE:
            self._begun[entry.seat] = entry.number
        if entry.key == TERMS:
            self._grace, self._closes = False, True
        if entry.key == ABSENT and entry.answer.get("does"):
            self._away.append((entry.seat, entry.answer))
        if entry.key == HEARD:
            self._noted.pop((entry.seat, REGENCY), None)

    def go_back_to(self, past: Iterable[Entry]) -> None:
        """Forget what has been taken back: only these entries count. A regency goes on."""
        regencies = {about: answer for about, answer in self._noted.items() if about[1] == REGENCY}
        clocks = [entry for entry in past if entry.kind is EntryKind.CLOCK]
        self._noted = {(entry.seat, entry.key): entry.answer for entry in clocks} | regencies
        self._begun = {entry.seat: entry.number for entry in clocks if entry.key == DEADLINE}

    def is_late(self, table: Table[Any], entry: Entry) -> bool:
        """Whether a deadline for what is asked is in the log, the clock says that it is past, and, where the game has a
        grace, its seat was noted to be late.
        """
        due: Any = self._noted.get((entry.seat, DEADLINE))
        late: Any = self._noted.get((entry.seat, MISSED))
        by = entry.note.removeprefix(NO_ORDERS)
        if (
            due is None
            or not entry.note.startswith(NO_ORDERS)
            or by < due["due"]
            or not self._runs_on(table, entry.seat, due)
        ):
            return False
        is_late = late is not None and late["asked"] == due["asked"] and late["at"] >= late["due"]
        return is_late or not self._grace or due.get("term") == Term.WINDOW or self._is_away(entry.seat, by)

    def _runs_on(self, table: Table[Any], seat: Seat, due: Any) -> bool:
        """Whether the deadline of a seat is that of what it is asked now: it began with that, or since then nothing has
        happened that all see, and nothing with a heavier term is asked (moderator.deadlines.clock).
        """
        if due["asked"] == table.asked_at:
            return True
        since = takewhile(lambda news: news.number > self._begun[seat], reversed(table.news))
        if any(news.event.visible_to(None) for news in since):
            return False
        terms = (table.rules.term(table.state, decision) for decision in table.open_to(seat))
        return all(term.weight <= Term(due.get("term", Term.TURN)).weight for term in terms)

    def is_at_once(self, table: Table[Any], entry: Entry, decision: Decision | None) -> bool:
        """Whether the clock need not wait for its seat: it is a regency, its player is away and wants it so, or a window
        takes no time.
        """
        if entry.note == REGENT:
            return self.is_regency(entry.seat)
        if entry.note == CLOSED:
            return self._closes and decision is not None and table.rules.term(table.state, decision) is Term.WINDOW
        return entry.note.startswith(AWAY) and self._is_away(entry.seat, entry.note.removeprefix(AWAY))

    def is_regency(self, seat: Seat) -> bool:
        """Whether a seat's player does not write."""
        return (seat, REGENCY) in self._noted

    def _is_away(self, seat: Seat, moment: str) -> bool:
        """Whether a player has said that they are away then, and let the default answer."""
        return any(who == seat and days["from"] <= moment < days["to"] for who, days in self._away)
