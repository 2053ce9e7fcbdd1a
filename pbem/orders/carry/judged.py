"""Whether the conditions of kept lines hold now, by what their writer can see, and by what."""

from __future__ import annotations

from typing import Any

from pbem.engine.decision import Seat
from pbem.engine.game.standing import Situations
from pbem.engine.log.entry import EntryKind
from pbem.engine.refusal import BadLine
from pbem.engine.table import Table
from pbem.i18n import Text
from pbem.orders.carry.execute import understand
from pbem.orders.parse.branches import GO_ON, Case, cut_even, loop_of
from pbem.orders.parse.parse import Provided
from pbem.orders.place.placed import NOTHING_PLACED, Placed
from pbem.orders.words.vocabulary import vocabulary_of

UNSEEN = Text("what you can see does not tell")
Found = tuple[bool | None, str]
"""Whether a condition holds (None: that cannot be told), and by what."""


def judged(table: Table[Any], seat: Seat, provided: Provided, placed: Placed) -> Found:
    """Whether the condition of an order holds that would do what is `placed`: where that goes."""
    holds, why = condition_holds(table, seat, provided.condition, provided.order, placed)
    return (holds if holds is None or not provided.unless else not holds), why


def case_holds(table: Table[Any], seat: Seat, case: Case, order: str) -> Found:
    """Whether a case that is a condition has come, behind an order ("": none): where its seat acts, or, where that does not
    tell, where its own order goes.
    """
    judged_case = condition_holds(table, seat, case.when, order)
    if judged_case[0] is not None or case.body == GO_ON:
        return judged_case
    try:
        body = cut_even(case.body)[0]
        loop = loop_of(body)
        placed = understand(table, seat, loop.order if loop is not None else body, EntryKind.WAITED)
    except BadLine:
        return judged_case
    return condition_holds(table, seat, case.when, order, placed)


def condition_holds(table: Table[Any], seat: Seat, condition: str, order: str, placed: Placed = NOTHING_PLACED) -> Found:
    """Whether a condition in words holds now, for an `order` that it is about; one that cannot be read now does not."""
    situations: Situations[Any] | None = table.rules.standing.situations
    assert situations is not None
    about = vocabulary_of(table).named_in(order.partition(" ")[2])
    try:
        meant = situations.read(table.state, seat, condition, about)
    except BadLine as bad:
        return False, bad.problem
    for holds, asked in ((True, meant), (False, ["not", meant])):
        why = situations.holds(table.state, seat, placed.decision, asked, placed.answer)
        if why is not None:
            return holds, why
    return None, UNSEEN
