"""Answers that nobody waits for: a regency's, those of a player who is away and has said so, windows of no length.

They are given where clocks are set, so every letter and every look at the clock leaves a position in which somebody is asked
for whom the others wait. Nobody is answered for at once where nobody would be left to wait for: a game is not played on
alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from pbem.engine.decision import Decision, Seat
from pbem.engine.game.terms import AWAY, CLOSED, REGENT, Term
from pbem.engine.log.cause import AT_ONCE, Cause, CauseKind
from pbem.engine.log.entry import EntryKind
from pbem.engine.table import Table
from pbem.moderator.deadlines.clock_state import ANSWERS_AT_ONCE, Clocks
from pbem.orders.carry.waiting import carry_on
from pbem.orders.words.lines import default_answer
from pbem.timing.terms import Terms

MAX_ANSWERS = 1000
"""At a stretch; then clocks run for whoever is asked."""


def answer_at_once(clocks: Clocks, terms: Terms, table: Table[Any], now: datetime, moment: str) -> None:
    """Answer by the rules' defaults for those for whom nobody waits, until somebody else is asked; `moment` is now as
    entries have it. Standing orders and waiting lines have answered before, and what these answers open they answer too.
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
    """The open questions for which nobody waits, each with why not."""
    plays = is_minded(clocks, table, now)
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


def is_minded(clocks: Clocks, table: Table[Any], now: datetime) -> bool:
    """Whether somebody plays for whom the game waits."""
    return any(clocks.delegates(seat, now) != ANSWERS_AT_ONCE for seat in players(clocks, table))


def is_abandoned(clocks: Clocks, table: Table[Any]) -> bool:
    """Whether nobody is left who plays: all seats are regencies, or have resigned."""
    return bool(clocks.regencies) and not table.over and not players(clocks, table)


def players(clocks: Clocks, table: Table[Any]) -> list[Seat]:
    """The seats whose players play: neither regencies nor resigned."""
    return [seat for seat in table.seats if seat not in clocks.regencies and seat not in table.offers.resigned]
