"""What the rules' safe defaults answer for a player who does not write."""

from __future__ import annotations

from typing import Any

from pbem.engine.cause import LATE, Cause, CauseKind
from pbem.engine.decision import Seat
from pbem.engine.entry import EntryKind
from pbem.engine.table import Table
from pbem.orders.carry.waiting import carry_on
from pbem.orders.words.lines import default_answer, line_of

MOST_DEFAULTS = 100


def give_defaults(table: Table[Any], seat: Seat, why: str) -> list[str]:
    """Answer for a seat by the rules' safe defaults, and give the lines that this comes to.

    It goes on while nobody else is asked anything, the turn is the same and there is a default: whoever is away for a
    question is away for the next one too, and all is told in one mail.
    """
    with table.because(Cause(CauseKind.CLOCK, standard=LATE)):
        return _defaults(table, seat, why)


def _defaults(table: Table[Any], seat: Seat, why: str) -> list[str]:
    turn, lines = table.rules.turn(table.state), list[str]()
    for place in range(MOST_DEFAULTS):
        asked = table.open_to(seat)
        others = any(decision.seat != seat for decision in table.open())
        if not asked or asked[0].default is None or (place and (others or table.rules.turn(table.state) != turn)):
            return lines
        for decision in asked if not place else asked[:1]:
            answer = default_answer(table, decision)
            lines += line_of(table, decision, answer)
            table.answer(seat, decision.key, answer, EntryKind.TIMEOUT, subject=decision.subject, note=why)
        carry_on(table)
    return lines
